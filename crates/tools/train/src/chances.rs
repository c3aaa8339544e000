//! The chances at scores: the curve that makes the results of games most likely.
//! `docs/internals/wdl.md` explains it.

use crate::selfplay::{Record, RecordReader};
use anyhow::{Result, ensure};
use plyglot_core::game::WinRate;
use plyglot_core::game::network::NetworkWinRate;
use plyglot_engine::{GameEntry, Referee};
use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::path::Path;

/// Scores beyond this are forced results, in centi-units.
const MAX_CENTI: i16 = 29_999;
/// Midpoints and spreads are tried in steps that halve, in centi-units.
const FIRST_STEP: f64 = 64.0;
const LAST_STEP: f64 = 0.25;
/// The largest of both, in centi-units. Scores that tell nothing of results would have none.
const MAX_RATE: f64 = 5_000.0;
/// The games of a file that are counted for a network.
const MAX_GAMES: usize = 2_000;
/// Fewer scores than this tell nothing.
const MIN_SCORES: f64 = 1_000.0;

/// How many positions with each score, in centi-units, were won, drawn and lost by the side to move,
/// in so many games.
#[derive(Clone, Debug, Default)]
pub struct ScoreCounts {
    positions: BTreeMap<i16, [f64; 3]>,
    games: u64,
}

impl ScoreCounts {
    /// Adds the scores of a game with its result. Scores of 0 and forced results are left out.
    ///
    /// # Errors
    /// If a move of the game is not legal.
    pub fn add_game(&mut self, position: &mut dyn Referee, record: &Record) -> Result<()> {
        self.games += 1;
        // Every game has a start.
        let _ = position.set_position(None, &[]);
        for ply in &record.plies {
            let side = position.side();
            if let Some(score) = ply.score.filter(|score| *score != 0 && score.abs() <= MAX_CENTI)
                && let Some(half_points) = record.result.half_points(side)
            {
                self.positions.entry(score).or_default()[2 - usize::from(half_points)] += 1.0;
            }
            ensure!(position.play_index(ply.index.into()), "game {}: no such move", record.number);
        }
        Ok(())
    }

    /// The scores in centi-units, in rising order, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (i32, &[f64; 3])> {
        self.positions.iter().map(|(score, counts)| (i32::from(*score), counts))
    }

    pub fn count(&self) -> f64 {
        self.positions.values().flatten().sum()
    }

    /// The mean of -ln of the chance that was predicted for what came.
    pub fn log_loss(&self, chances: impl Fn(i32) -> [f64; 3]) -> f64 {
        let mut sum = 0.0;
        for (score, counts) in self.iter() {
            for (chance, count) in chances(score).into_iter().zip(counts) {
                sum -= count * chance.max(1e-9).ln();
            }
        }
        sum / self.count().max(1.0)
    }

    /// The curve with the least log loss, found by steps from the usual one that become smaller. A
    /// drawn game of mean length, always level, is added: that none was drawn does not show that none
    /// can be, and the positions of a game are drawn together.
    pub fn fit(&self) -> WinRate {
        let mut counts = self.clone();
        let mean_length = if self.games == 0 { 1.0 } else { self.count() / self.games as f64 };
        counts.positions.entry(0).or_default()[1] += mean_length.max(1.0);
        counts.best()
    }

    fn best(&self) -> WinRate {
        let mut best = WinRate { midpoint: 100.0, spread: 100.0 };
        let mut min_loss = self.loss_of(best);
        let mut step = FIRST_STEP;
        while step >= LAST_STEP {
            let WinRate { midpoint, spread } = best;
            let next = [
                WinRate { midpoint: midpoint + step, spread },
                WinRate { midpoint: midpoint - step, spread },
                WinRate { midpoint, spread: spread + step },
                WinRate { midpoint, spread: spread - step },
            ]
            .into_iter()
            .filter(|rate| (0.0..=MAX_RATE).contains(&rate.midpoint))
            .filter(|rate| rate.spread > 0.0 && rate.spread <= MAX_RATE)
            .map(|rate| (self.loss_of(rate), rate))
            .min_by(|(one, _), (other, _)| one.total_cmp(other));
            match next {
                Some((loss, rate)) if loss < min_loss => (min_loss, best) = (loss, rate),
                _ => step /= 2.0,
            }
        }
        best
    }

    fn loss_of(&self, rate: WinRate) -> f64 {
        self.log_loss(|score| rate.chances(score))
    }
}

/// A curve in whole centi-units, for the file of a network.
pub fn whole_centi(rate: WinRate) -> NetworkWinRate {
    let spread = NonZeroU16::new(rate.spread.round() as u16).unwrap_or(NonZeroU16::MIN);
    // At 0, nothing would be drawn.
    NetworkWinRate { midpoint: rate.midpoint.ceil().max(1.0) as u16, spread }
}

/// The curve of the first games of a file; `None` if they have too few scores.
pub(crate) fn from_games(entry: &GameEntry, path: &Path) -> Result<Option<NetworkWinRate>> {
    let mut counts = ScoreCounts::default();
    let mut position = entry.open();
    for record in RecordReader::open(path)?.take(MAX_GAMES) {
        counts.add_game(&mut *position, &record?)?;
    }
    Ok(if counts.count() < MIN_SCORES { None } else { Some(whole_centi(counts.fit())) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::random::Random;

    #[test]
    fn scores_that_tell_nothing_have_a_curve() {
        let mut counts = ScoreCounts::default();
        for score in [-3_000, -10, 10, 3_000] {
            counts.positions.insert(score, [50.0, 0.0, 50.0]);
        }
        assert!(counts.fit().spread <= MAX_RATE);
        for score in [-300, 300] {
            counts
                .positions
                .insert(score, if score < 0 { [90.0, 0.0, 0.0] } else { [0.0, 0.0, 90.0] });
        }
        assert!(counts.fit().spread <= MAX_RATE);
    }

    /// Ten games of twenty positions, of which the side with the better score always wins but for
    /// close scores. That one more game is drawn costs less than twice an even guess.
    #[test]
    fn a_drawn_game_is_possible_after_games_without_one() {
        let mut counts = ScoreCounts { games: 10, ..ScoreCounts::default() };
        for score in (-100..=100_i16).filter(|score| *score != 0) {
            let wins = if score.abs() > 20 { f64::from(score > 0) } else { 0.5 };
            counts.positions.insert(score, [wins, 0.0, 1.0 - wins]);
        }
        let fit = counts.fit();
        let mut drawn = ScoreCounts::default();
        drawn.positions.insert(0, [0.0, 20.0, 0.0]);
        let loss = drawn.log_loss(|score| fit.chances(score));
        assert!(loss < 2.0 * 3.0_f64.ln(), "{loss}: {fit:?}");
    }

    #[test]
    fn a_curve_is_found_again_in_the_results_that_it_makes() {
        let truth = WinRate { midpoint: 140.0, spread: 60.0 };
        let mut random = Random::new(5);
        let mut counts = ScoreCounts::default();
        for _ in 0..200_000 {
            let score = random.below(1001) as i16 - 500;
            let [win, draw, _] = truth.chances(score.into());
            let drawn = random.below(1 << 20) as f64 / f64::from(1 << 20);
            let result = if drawn < win { 0 } else { 1 + usize::from(drawn >= win + draw) };
            counts.positions.entry(score).or_default()[result] += 1.0;
        }
        let NetworkWinRate { midpoint, spread } = whole_centi(counts.fit());
        assert!((137..=143).contains(&midpoint), "{midpoint}");
        assert!((57..=63).contains(&spread.get()), "{spread}");
    }
}
