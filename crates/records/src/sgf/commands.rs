//! Commands in comments: `[%clk 0:05:00]`.

use std::fmt::Write;

/// Characters of values that have a meaning in comments, and what stands for them.
const ESCAPES: [(&str, &str); 4] = [("%", "%25"), ("]", "%5D"), ("}", "%7D"), ("\n", "%0A")];

pub(crate) fn add_command(text: &mut String, name: &str, value: &str) {
    let value =
        ESCAPES.iter().fold(value.to_owned(), |value, (c, escape)| value.replace(c, escape));
    // Writing to a string does not fail.
    _ = write!(text, "[%{name} {value}]");
}

/// The commands of a comment with their values, and the rest of it.
pub(super) fn commands(comment: &str) -> (Vec<(&str, String)>, String) {
    let (mut found, mut rest, mut left) = (Vec::new(), String::new(), comment);
    while let Some(start) = left.find("[%")
        && let Some(length) = left[start..].find(']')
    {
        let (name, value) =
            left[start + 2..start + length].split_once(char::is_whitespace).unwrap_or_default();
        let escapes = ESCAPES.iter().rev();
        let value = escapes.fold(value.to_owned(), |value, (c, escape)| value.replace(escape, c));
        found.push((name, value));
        rest += &left[..start];
        left = &left[start + length + 1..];
    }
    (found, (rest + left).trim().to_owned())
}

/// A number of seconds as a clock: `0:09:55`.
pub(crate) fn clock(seconds: &str) -> Option<String> {
    let (whole, fraction) = seconds.split_at(seconds.find('.').unwrap_or(seconds.len()));
    let whole: u64 = whole.parse().ok()?;
    Some(format!("{}:{:02}:{:02}{fraction}", whole / 3600, whole / 60 % 60, whole % 60))
}

/// The seconds of a clock.
pub(super) fn seconds(clock: &str) -> Option<String> {
    let (whole, fraction) = clock.split_at(clock.find('.').unwrap_or(clock.len()));
    let add = |sum: u64, part: &str| sum.checked_mul(60)?.checked_add(part.parse().ok()?);
    let seconds = whole.split(':').try_fold(0, add)?;
    Some(format!("{seconds}{fraction}"))
}
