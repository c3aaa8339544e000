//! The comment of a move that tells what an engine reported of it, as cutechess writes it.

use plyglot_engine::ReportedScore;
use std::time::Duration;

/// The known ones of score, depth and time of a move; empty if none is known.
pub fn move_comment(score: Option<ReportedScore>, depth: Option<u32>, time: Duration) -> String {
    if score.is_none() && depth.is_none() && time.is_zero() {
        return String::new();
    }
    let score = score.map(print_score).unwrap_or_default();
    let depth = depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let time = format!("{:.3}s", time.as_secs_f64());
    format!("{score}{depth} {time}").trim_start().to_owned()
}

fn print_score(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centi(value) => {
            let size = value.unsigned_abs();
            format!("{}{}.{:02}", sign(value), size / 100, size % 100)
        }
        ReportedScore::Mate(0) => "+M0".to_owned(),
        ReportedScore::Mate(value) => format!("{}M{}", sign(value), value.unsigned_abs()),
    }
}

fn sign(value: i32) -> &'static str {
    match value.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
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
    let units = i64::from(units.parse::<u32>().ok()?);
    let hundredths = i64::from(hundredths.parse::<u32>().ok()?);
    let value = sign * (100 * units + hundredths);
    i32::try_from(value).ok().map(ReportedScore::Centi)
}

#[cfg(test)]
mod tests {
    use super::score_of;
    use plyglot_engine::ReportedScore::{Centi, Mate};

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
