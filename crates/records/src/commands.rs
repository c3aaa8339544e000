//! Commands in comments, as PGN has them: `[%emt 0:00:12]` is the time that a move took. The time that a
//! last word took, behind the word itself if it ends a variation, is `[%end 投了 0:00:12]`.

pub(crate) const MOVE_TIME: &str = "emt";
pub(crate) const END: &str = "end";

pub(crate) fn command(name: &str, value: &str) -> String {
    format!("[%{name} {value}]")
}

/// Takes a command out of a comment: its value, empty if there is none, and what is left.
pub(crate) fn take(comment: &str, name: &str) -> (String, String) {
    let parts = comment.split_once(&format!("[%{name} "));
    let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once(']')?)));
    let Some((before, (value, after))) = parts else { return (String::new(), comment.to_owned()) };
    let blank = ['\n', ' '];
    let after = after.strip_prefix(blank).unwrap_or(after);
    let is_last = after.is_empty();
    let before = before.strip_suffix(blank).filter(|_| is_last).unwrap_or(before);
    (value.to_owned(), format!("{before}{after}"))
}

/// A time as `0:00:12`, or `0:00:12.345`.
pub(crate) fn clock(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let text = format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60);
    if rest > 0 { format!("{text}.{rest:03}") } else { text }
}

/// The milliseconds of seconds behind minutes and hours, `1:02:03.5`, `2:03` or `123`.
pub(crate) fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut seconds = 0_u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.trim().parse::<u32>().ok()?.into())?;
    }
    let fraction = format!("{fraction:0<3}").get(..3)?.parse::<u64>().ok()?;
    seconds.checked_mul(1000)?.checked_add(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_out_of_comments() {
        for (comment, value, rest) in [
            ("[%emt 0:00:12]", "0:00:12", ""),
            ("[%emt 0:00:12]\n good", "0:00:12", " good"),
            ("a [%emt 0:00:12] b", "0:00:12", "a b"),
            ("a\n[%emt 0:00:12]", "0:00:12", "a"),
            ("a [%emt 0:00:12", "", "a [%emt 0:00:12"),
            ("[%clk 0:00:12]", "", "[%clk 0:00:12]"),
        ] {
            assert_eq!(take(comment, MOVE_TIME), (value.to_owned(), rest.to_owned()));
        }
    }

    #[test]
    fn times_are_read_and_written() {
        for (text, time) in [("12", 12_000), ("0:02", 2000), ("90:00", 5_400_000), ("6.123", 6123)]
        {
            assert_eq!(milliseconds(text), Some(time), "{text}");
        }
        for text in ["", "1:", ":", "x", "-5", "1.x", "99999999999", "1.é"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
        assert_eq!(clock(3_723_400), "1:02:03.400");
    }
}
