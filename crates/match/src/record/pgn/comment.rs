//! The comment after a move: `{+0.35/12 0.123s}`.

use crate::record::{PlayedMove, ReportedScore};
use std::time::Duration;

/// The comment of the opening's moves.
pub(super) const BOOK: &str = "book";

/// The known ones of score, depth and time of a move; empty if none is known.
pub(super) fn print(played: &PlayedMove) -> String {
    if played.score.is_none() && played.depth.is_none() && played.time.is_zero() {
        return String::new();
    }
    let score = played.score.map(print_score).unwrap_or_default();
    let depth = played.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let time = format!("{:.3}s", played.time.as_secs_f64());
    format!("{score}{depth} {time}").trim_start().to_owned()
}

fn print_score(score: ReportedScore) -> String {
    let sign = |value: i32| match value.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    };
    match score {
        ReportedScore::Centi(value) => {
            let size = value.unsigned_abs();
            format!("{}{}.{:02}", sign(value), size / 100, size % 100)
        }
        ReportedScore::Mate(0) => "+M0".to_owned(),
        ReportedScore::Mate(value) => format!("{}M{}", sign(value), value.unsigned_abs()),
    }
}

/// The contents of a move's comment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MoveComment {
    pub(super) is_book: bool,
    pub(super) score: Option<ReportedScore>,
    pub(super) depth: Option<u32>,
    pub(super) time: Duration,
}

/// The score in the comment of a move, from the mover's view.
pub fn score_of(text: &str) -> Option<ReportedScore> {
    read(text).score
}

/// Reads what [`print`] writes; other words are ignored.
pub(super) fn read(text: &str) -> MoveComment {
    let mut comment = MoveComment::default();
    for word in text.split_whitespace() {
        if word == BOOK {
            comment.is_book = true;
        } else if let Some(time) = read_time(word) {
            comment.time = time;
        } else {
            let (score, depth) = word.split_once('/').unwrap_or((word, ""));
            comment.score = comment.score.or_else(|| read_score(score));
            comment.depth = comment.depth.or_else(|| depth.parse().ok());
        }
    }
    comment
}

fn read_time(word: &str) -> Option<Duration> {
    let seconds: f64 = word.trim_end_matches(',').strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn read_score(text: &str) -> Option<ReportedScore> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(count) = size.strip_prefix('M') {
        let count = sign * i64::from(count.parse::<u32>().ok()?);
        return i32::try_from(count).ok().map(ReportedScore::Mate);
    }
    let (units, hundredths) = size.split_once('.').filter(|(_, h)| h.len() == 2)?;
    let [units, hundredths] = [units, hundredths].map(|digits| digits.parse::<u32>().ok());
    let value = sign * (100 * i64::from(units?) + i64::from(hundredths?));
    i32::try_from(value).ok().map(ReportedScore::Centi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReportedScore::{Centi, Mate};

    #[test]
    fn scores_are_read_as_far_as_there_are_such() {
        for (text, expected) in [
            ("+0.35/12 0.123s", Some(Centi(35))),
            ("book", None),
            ("-M3/5 0.1s", Some(Mate(-3))),
            ("-12.05", Some(Centi(-1205))),
            ("+M3/7", Some(Mate(3))),
            ("-M2147483648", Some(Mate(i32::MIN))),
            ("-M-2147483648", None),
            ("+M2147483648", None),
            ("92233720368547758.99", None),
            ("21474836.48", None),
        ] {
            assert_eq!(score_of(text), expected, "{text}");
        }
    }
}
