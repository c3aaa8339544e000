//! The ladder of a game: how far players of some ratings see ahead.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Pairs of an Elo rating and a lookahead, fitted to games of players with these lookaheads. Weaker
/// play uses them in place of [`Scale::lookahead`](crate::game::Scale::lookahead), which is that of
/// games without a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder(Vec<(i16, i16)>);

impl Ladder {
    /// The ratings that a ladder may have. Users can ask for those from 500 on; lower ones are for
    /// levels.
    pub const RATINGS: RangeInclusive<i16> = -10_000..=2500;
    /// The lookaheads that a ladder may have, in hundredths of a ply.
    pub const CENTI_PLIES: RangeInclusive<i16> = -1_000..=2_000;
    /// The numbers of pairs that a ladder may have.
    pub const RUNGS: RangeInclusive<usize> = 2..=32;

    /// A ladder of these pairs of a rating and a lookahead in hundredths of a ply.
    ///
    /// # Errors
    /// If there are too few or too many, if one is out of its range, or if the ratings or the
    /// lookaheads do not increase.
    pub fn new(rungs: Vec<(i16, i16)>) -> Result<Ladder, LadderError> {
        let count = rungs.len();
        if !Ladder::RUNGS.contains(&count) {
            let min = *Ladder::RUNGS.start();
            let max = *Ladder::RUNGS.end();
            return Err(LadderError(format!("{count} rungs, not {min} to {max}")));
        }
        let mut before: Option<(i16, i16)> = None;
        for &(rating, lookahead) in &rungs {
            check(rating, &Ladder::RATINGS, before.map(|(rating, _)| rating), "rating")?;
            let lower = before.map(|(_, lookahead)| lookahead);
            check(lookahead, &Ladder::CENTI_PLIES, lower, "lookahead")?;
            before = Some((rating, lookahead));
        }
        Ok(Ladder(rungs))
    }

    /// The pairs of a rating and a lookahead in hundredths of a ply, both increasing.
    pub fn rungs(&self) -> &[(i16, i16)] {
        &self.0
    }

    /// The same with lookaheads in plies, as in [`Scale::lookahead`](crate::game::Scale::lookahead).
    pub fn lookahead(&self) -> Vec<(i16, f64)> {
        self.0.iter().map(|&(rating, centi)| (rating, f64::from(centi) / 100.0)).collect()
    }
}

fn check<T: Copy + PartialOrd + fmt::Display>(
    number: T,
    range: &RangeInclusive<T>,
    before: Option<T>,
    what: &str,
) -> Result<(), LadderError> {
    if !range.contains(&number) {
        let min = range.start();
        let max = range.end();
        return Err(LadderError(format!("a {what} of {number}, not of {min} to {max}")));
    }
    match before.filter(|before| number <= *before) {
        Some(before) => Err(LadderError(format!("a {what} of {number} after one of {before}"))),
        None => Ok(()),
    }
}

/// What is wrong with a ladder, as the end of a sentence that begins with "it has".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderError(String);

impl fmt::Display for LadderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LadderError {}

/// The ratings and the lookaheads in turn, between blanks: `500 -300 677 -100`.
impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (rating, lookahead)) in self.0.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{rating} {lookahead}")?;
        }
        Ok(())
    }
}

/// Reads what `Display` writes, and nothing else.
impl FromStr for Ladder {
    type Err = LadderError;

    fn from_str(text: &str) -> Result<Ladder, LadderError> {
        let words: Vec<&str> = text.split(' ').collect();
        let (pairs, rest) = words.as_chunks();
        let rungs: Option<Vec<(i16, i16)>> = pairs.iter().map(read_rung).collect();
        let ladder = Ladder::new(rungs.filter(|_| rest.is_empty()).ok_or_else(no_pairs)?)?;
        if ladder.to_string() == text { Ok(ladder) } else { Err(no_pairs()) }
    }
}

fn read_rung([rating, lookahead]: &[&str; 2]) -> Option<(i16, i16)> {
    Some((rating.parse().ok()?, lookahead.parse().ok()?))
}

fn no_pairs() -> LadderError {
    LadderError("numbers that are not pairs of a rating and a lookahead".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::Random;

    #[test]
    fn what_is_written_is_read() {
        let mut random = Random::new(1);
        for count in Ladder::RUNGS {
            let mut rung = (-500, -1_000);
            let mut rungs = vec![rung];
            while rungs.len() < count {
                rung.0 += 1 + random.below(60) as i16;
                rung.1 += 1 + random.below(90) as i16;
                rungs.push(rung);
            }
            let ladder = Ladder::new(rungs.clone()).expect("it is sound");
            let read: Ladder = ladder.to_string().parse().expect("it was written");
            assert_eq!((read.rungs(), &read), (&rungs[..], &ladder));
        }
        let ladder: Ladder = "-80 -300 677 -100 2500 750".parse().expect("it is sound");
        assert_eq!(ladder.lookahead(), [(-80, -3.0), (677, -1.0), (2500, 7.5)]);
    }

    #[test]
    fn a_ladder_that_cannot_be_is_refused_in_words() {
        let pairs = "numbers that are not pairs of a rating and a lookahead";
        let many: Vec<String> = (0..33).map(|i| format!("{} {i}", 500 + i)).collect();
        let many = many.join(" ");
        for (text, expected) in [
            ("", pairs),
            ("500", pairs),
            ("500 0 600", pairs),
            ("500 0 600 many", pairs),
            ("500 0  600 100", pairs),
            ("500 0 600 100 ", pairs),
            ("500 0 +600 100", pairs),
            ("500 0 600 0100", pairs),
            ("500 0 70000 100", pairs),
            ("500 0", "1 rungs, not 2 to 32"),
            (many.as_str(), "33 rungs, not 2 to 32"),
            ("-10001 0 600 100", "a rating of -10001, not of -10000 to 2500"),
            ("500 0 2501 100", "a rating of 2501, not of -10000 to 2500"),
            ("500 -1001 600 100", "a lookahead of -1001, not of -1000 to 2000"),
            ("500 0 600 2001", "a lookahead of 2001, not of -1000 to 2000"),
            ("500 0 500 100", "a rating of 500 after one of 500"),
            ("500 0 600 100 550 200", "a rating of 550 after one of 600"),
            ("500 0 600 0", "a lookahead of 0 after one of 0"),
        ] {
            let error = text.parse::<Ladder>().expect_err(text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }
}
