//! Values of PGN tags.

use crate::plan::{Limit, TimeControl};
use crate::record::Termination;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The words of the PGN standard, or of cutechess where it has none.
const TERMINATIONS: [(Termination, &str); 8] = [
    (Termination::Rules, "normal"),
    (Termination::Adjudication, "adjudication"),
    (Termination::Time, "time forfeit"),
    (Termination::IllegalMove, "illegal move"),
    (Termination::Crash, "abandoned"),
    (Termination::Stall, "stalled connection"),
    (Termination::Disagreement, "rules infraction"),
    (Termination::Interrupted, "unterminated"),
];

pub(super) fn termination(termination: Termination) -> &'static str {
    let entry = TERMINATIONS.iter().find(|(known, _)| *known == termination);
    entry.expect("every termination is in the table").1
}

pub(super) fn read_termination(text: &str) -> Option<Termination> {
    TERMINATIONS.iter().find(|(_, word)| *word == text).map(|&(termination, _)| termination)
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
