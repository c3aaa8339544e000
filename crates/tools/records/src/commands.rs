//! Commands in comments, as PGN has them: `[%emt 0:00:12]` is the time that a move took. The time that a
//! last word took, behind the word itself if it ends a variation, is `[%end 投了 0:00:12]`.

use std::ops::Range;

pub(crate) const EVAL: &str = "eval";
pub(crate) const MOVE_TIME: &str = "emt";
pub(crate) const END: &str = "end";

/// Characters of values that have a meaning in comments, and what stands for them.
const ESCAPES: [(&str, &str); 4] = [("%", "%25"), ("]", "%5D"), ("}", "%7D"), ("\n", "%0A")];

pub(crate) fn command_text(name: &str, value: &str) -> String {
    let mut escaped = value.to_owned();
    for (c, escape) in ESCAPES {
        escaped = escaped.replace(c, escape);
    }
    format!("[%{name} {escaped}]")
}

/// Takes a command out of a comment: its value, empty if there is none, and what is left.
pub(crate) fn take(comment: &str, name: &str) -> (String, String) {
    let Some((range, value)) = find_command(comment, name) else {
        return (String::new(), comment.to_owned());
    };
    let mut before = &comment[..range.start];
    let mut after = &comment[range.end..];
    let blank = ['\n', ' '];
    after = after.strip_prefix(blank).unwrap_or(after);
    if after.is_empty() {
        before = before.strip_suffix(blank).unwrap_or(before);
    }
    (value.to_owned(), format!("{before}{after}"))
}

/// A time as `0:00:12`, or `0:00:12.34`.
pub(crate) fn clock(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let hours = seconds / 3600;
    let minutes = seconds / 60 % 60;
    with_fraction(format!("{hours}:{minutes:02}:{:02}", seconds % 60), milliseconds)
}

/// A time as `12`, or `12.34`.
pub(crate) fn seconds(milliseconds: u64) -> String {
    with_fraction((milliseconds / 1000).to_string(), milliseconds)
}

fn with_fraction(whole: String, milliseconds: u64) -> String {
    let text = format!("{whole}.{:03}", milliseconds % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

/// The value of a command in a comment, as PGN has them since the "PGN Standard Supplement": that of
/// `clk` in `[%clk 0:05:00]` is `0:05:00`.
pub fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    find_command(comment, name).map(|(_, value)| value)
}

/// Gives a command in a comment this value, at its beginning if there is none yet.
pub fn set_command(comment: &mut String, name: &str, value: &str) {
    let command = command_text(name, value);
    match find_command(comment, name) {
        Some((range, _)) => comment.replace_range(range, &command),
        None if comment.is_empty() => *comment = command,
        None => comment.insert_str(0, &format!("{command} ")),
    }
}

/// Where a command stands, in bytes, and its value. A line may end before the value.
fn find_command<'a>(comment: &'a str, name: &str) -> Option<(Range<usize>, &'a str)> {
    let head = format!("[%{name}");
    let (begin, _) = comment
        .match_indices(&head)
        .find(|&(at, _)| comment[at + head.len()..].starts_with(|c: char| c.is_whitespace()))?;
    let end = begin + comment[begin..].find(']')?;
    Some((begin..end + 1, comment[begin + head.len()..end].trim()))
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Command<'c> {
    pub(crate) name: &'c str,
    pub(crate) value: String,
}

pub(crate) struct SplitComment<'c> {
    pub(crate) commands: Vec<Command<'c>>,
    /// What is beside the commands.
    pub(crate) text: String,
}

pub(crate) fn split_comment(comment: &str) -> SplitComment<'_> {
    let mut commands = Vec::new();
    let mut rest = String::new();
    let mut left = comment;
    while let Some(start) = left.find("[%")
        && let Some(length) = left[start..].find(']')
    {
        let inner = left[start + 2..start + length].split_once(char::is_whitespace);
        let Some((name, escaped)) = inner.filter(|(name, _)| !name.is_empty()) else {
            // Without a name or a value, it is text.
            let end = start + "[%".len();
            rest += &left[..end];
            left = &left[end..];
            continue;
        };
        let mut value = escaped.to_owned();
        for (c, escape) in ESCAPES.into_iter().rev() {
            value = value.replace(escape, c);
        }
        commands.push(Command { name, value });
        rest += &left[..start];
        left = &left[start + length + 1..];
    }
    SplitComment { commands, text: (rest + left).trim().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_out_of_comments() {
        for (comment, value, rest) in [
            ("[%emt 0:00:12]", "0:00:12", ""),
            ("[%emt 0:00:12]\n good", "0:00:12", " good"),
            ("a [%emt\n0:00:12] b", "0:00:12", "a b"),
            ("a\n[%emt 0:00:12]", "0:00:12", "a"),
            ("a [%emt 0:00:12", "", "a [%emt 0:00:12"),
            ("[%clk 0:00:12]", "", "[%clk 0:00:12]"),
        ] {
            assert_eq!(take(comment, MOVE_TIME), (value.to_owned(), rest.to_owned()));
        }
    }

    #[test]
    fn what_has_no_value_is_text() {
        let SplitComment { commands, text } =
            split_comment("[%clk 0:05:00] see [%tqu] and [% x] [%cal Ge2e4] [%");
        let clock = Command { name: "clk", value: "0:05:00".to_owned() };
        let arrow = Command { name: "cal", value: "Ge2e4".to_owned() };
        assert_eq!(commands, [clock, arrow]);
        assert_eq!(text, "see [%tqu] and [% x]  [%");
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
        assert_eq!(clock(3_723_400), "1:02:03.4");
    }

    #[test]
    fn commands_of_comments_are_read_and_set() {
        let mut comment = "[%clk 0:05:00] a [%eval -0.3,12] fine move".to_owned();
        assert_eq!(command(&comment, "clk"), Some("0:05:00"));
        assert_eq!(command(&comment, "eval"), Some("-0.3,12"));
        assert_eq!(command(&comment, "emt"), None);
        set_command(&mut comment, "eval", "#4");
        set_command(&mut comment, "emt", "0:00:02");
        assert_eq!(comment, "[%emt 0:00:02] [%clk 0:05:00] a [%eval #4] fine move");
        assert_eq!(command("[%eval 1", "eval"), None);
        assert_eq!(command("[%evalx 1] [%eval\n-1.5]", "eval"), Some("-1.5"));
    }
}
