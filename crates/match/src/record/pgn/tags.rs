//! Values of PGN tags, and comments of moves.

use crate::plan::{Limit, TimeControl};
use crate::record::{PlayedMove, ReportedScore, Termination};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The words of the PGN standard, or of cutechess where it has none.
pub(super) fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Rules => "normal",
        Termination::Adjudication => "adjudication",
        Termination::Time => "time forfeit",
        Termination::IllegalMove => "illegal move",
        Termination::Crash => "abandoned",
        Termination::Stall => "stalled connection",
        Termination::Interrupted => "unterminated",
    }
}

/// The `TimeControl` tag of a limit: a clock, seconds per move, or `-`.
pub(super) fn time_control(limit: &Limit) -> String {
    match (limit.clock, limit.move_time) {
        (Some(TimeControl { moves, base, increment }), _) => {
            let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let plus = if increment.is_zero() {
                String::new()
            } else {
                format!("+{}", seconds(increment))
            };
            format!("{moves}{}{plus}", seconds(base))
        }
        (None, Some(time)) => format!("1/{}", seconds(time)),
        (None, None) => "-".to_owned(),
    }
}

/// Seconds with up to three decimals, without trailing zeros.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The date of a time in UTC, as in the `Date` tag: `2026.11.20`.
///
/// Years are counted from the first of March, so that the leap day is the last of its
/// year (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2021).
pub fn date(time: SystemTime) -> String {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    /// Days from the first of March of the year 0 to the first of January 1970.
    const EPOCH: u64 = 719_468;
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let days = seconds / 86_400 + EPOCH;
    let (cycle, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, every five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", cycle * 400 + year + next)
}

/// The comment of a move of the opening.
pub(super) const BOOK: &str = "book";

/// The known ones of score, depth and time of a move; empty if none is known.
pub(super) fn print_comment(played: &PlayedMove) -> String {
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

/// The score in the comment of a move, from the mover's view; other words are ignored.
pub fn score_of(text: &str) -> Option<ReportedScore> {
    text.split_whitespace().find_map(|word| {
        let (score, _) = word.split_once('/').unwrap_or((word, ""));
        read_score(score)
    })
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
