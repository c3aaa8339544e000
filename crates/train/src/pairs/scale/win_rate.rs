//! The chances to win and draw at a score: the two parameters of a game's [`WinRate`], by maximum
//! likelihood, from the results of games.

use crate::selfplay::record::Record;
use anyhow::{Result, ensure};
use plyglot_core::game::WinRate;
use plyglot_engine::Referee;
use std::collections::BTreeMap;

/// One game in this many is held out.
const GAMES_PER_TEST_GAME: u64 = 5;
/// Greater absolute scores are forced results.
const MAX_EVALUATION: u16 = 30_000;
const MIN_PROBABILITY: f64 = 1e-6;

/// By score: the number of positions that the side to move won, drew and lost.
#[derive(Clone, Debug, Default)]
struct WinCounts(BTreeMap<i16, [u64; 3]>);

impl WinCounts {
    fn count(&self) -> u64 {
        self.0.values().flatten().sum()
    }

    fn frequencies(&self) -> [f64; 3] {
        let of = |end: usize| self.0.values().map(|results| results[end]).sum::<u64>();
        [0, 1, 2].map(|end| of(end) as f64 / self.count() as f64)
    }

    /// The mean log loss of predicted chances, in nats.
    fn loss(&self, chances: impl Fn(i32) -> [f64; 3]) -> f64 {
        let of_score = |(&score, results): (&i16, &[u64; 3])| {
            let terms = results.iter().zip(chances(i32::from(score)));
            terms.map(|(&n, p)| -(n as f64) * p.max(MIN_PROBABILITY).ln()).sum::<f64>()
        };
        self.0.iter().map(of_score).sum::<f64>() / self.count() as f64
    }

    /// The parameters with the least loss, found by steps in the four directions. The
    /// steps become smaller when none of them improves the loss. If the scores say little about
    /// the results, ever greater parameters are ever so slightly better: they have a bound.
    fn fit(&self) -> WinRate {
        const MAX_PARAMETER: f64 = MAX_EVALUATION as f64;
        let loss_of = |rate: WinRate| self.loss(|score| rate.chances(score));
        let mut best = WinRate { midpoint: 100.0, spread: 100.0 };
        let mut least = loss_of(best);
        let mut step = 64.0;
        while step > 0.1 {
            let steps = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let near = steps.map(|(a, b)| WinRate {
                midpoint: (best.midpoint + a).clamp(0.0, MAX_PARAMETER),
                spread: (best.spread + b).clamp(1.0, MAX_PARAMETER),
            });
            match near.into_iter().find(|&rate| loss_of(rate) < least) {
                Some(rate) => (best, least) = (rate, loss_of(rate)),
                None => step /= 2.0,
            }
        }
        best
    }
}

#[derive(Default)]
pub(super) struct GameResults {
    fitted: WinCounts,
    tested: WinCounts,
    games: u64,
}

impl GameResults {
    /// Adds a game. `game` plays it again, to know whose turn it is.
    pub(super) fn add(&mut self, game: &mut dyn Referee, record: &Record) -> Result<()> {
        let is_held_out = record.number.is_multiple_of(GAMES_PER_TEST_GAME);
        let results = if is_held_out { &mut self.tested } else { &mut self.fitted };
        game.set_position(None, &[])?;
        for ply in &record.plies {
            if let Some(score) = ply.score.filter(|score| score.unsigned_abs() <= MAX_EVALUATION) {
                results.0.entry(score).or_default()
                    [2 - usize::from(record.half_points(game.side()))] += 1;
            }
            let index = usize::from(ply.index);
            ensure!(index < game.legal_move_count(), "a move that is not legal");
            game.play_index(index);
        }
        self.games += 1;
        Ok(())
    }

    /// The fitted curve, and lines that say how good it is: its log loss on the games
    /// held out, beside that of their overall frequencies, and a table of predicted and
    /// actual frequencies.
    pub(super) fn fit(mut self) -> Result<(WinRate, Vec<String>)> {
        // Most scores of 0 are draws found by the search. They are left out if there are others.
        for results in [&mut self.fitted, &mut self.tested] {
            if results.0.len() > 1 {
                results.0.remove(&0);
            }
        }
        let GameResults { fitted, tested, games } = self;
        let counts = [fitted.count(), tested.count()];
        ensure!(counts.iter().all(|&count| count > 0), "too few games");
        let rate = fitted.fit();
        let frequencies = fitted.frequencies();
        let mut lines = vec![
            format!("{games} games, {} positions fitted, {} held out", counts[0], counts[1]),
            format!("log loss of the held out {:.4}", tested.loss(|score| rate.chances(score))),
            format!("only the frequencies     {:.4}", tested.loss(|_| frequencies)),
            "| positions | predicted wins | wins | predicted draws | draws |".to_owned(),
            "|---|---|---|---|---|".to_owned(),
        ];
        lines.extend(reliability(&tested, rate));
        Ok((rate, lines))
    }
}

/// Predicted and actual frequencies, by tenths of the chance to win.
fn reliability(results: &WinCounts, rate: WinRate) -> Vec<String> {
    let mut bins = [[0.0; 5]; 10];
    for (&score, results) in &results.0 {
        let [win, draw, _] = rate.chances(i32::from(score));
        let n = results.iter().sum::<u64>() as f64;
        let bin = &mut bins[((10.0 * win) as usize).min(9)];
        let more = [n, n * win, results[0] as f64, n * draw, results[1] as f64];
        bin.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    let line = |[n, win, won, draw, drawn]: [f64; 5]| {
        let [win, won, draw, drawn] = [win, won, draw, drawn].map(|sum| sum / n);
        format!("| {n} | {win:.3} | {won:.3} | {draw:.3} | {drawn:.3} |")
    };
    bins.into_iter().filter(|bin| bin[0] > 0.0).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::record::Ply;
    use plyglot_core::game::random::Random;

    #[test]
    fn forced_scores_of_any_size_are_left_out() {
        let mut referee = plyglot_games::standard().referee("cfour").expect("the game exists");
        let scores = [i16::MIN, -30_000, 30_001];
        let plies = scores.map(|score| Ply { index: 0, score: Some(score) }).to_vec();
        let record = Record { number: 1, start: String::new(), opening: 0, winner: None, plies };
        let mut results = GameResults::default();
        results.add(referee.as_mut(), &record).expect("legal moves");
        assert_eq!(results.fitted.0.into_keys().collect::<Vec<_>>(), [-30_000]);
    }

    /// Results drawn with the chances of a known curve.
    #[test]
    fn a_known_curve_is_found() {
        for (midpoint, spread) in [(168.0, 120.0), (20.0, 45.0), (0.0, 150.0)] {
            let known = WinRate { midpoint, spread };
            let mut random = Random::new(5);
            let mut results = WinCounts::default();
            for _ in 0..200_000 {
                let score = random.below(1_001) as i16 - 500;
                let [win, draw, _] = known.chances(i32::from(score));
                let at = random.below(1_000_000) as f64 / 1e6;
                let end = if at < win { 0 } else { 1 + usize::from(at >= win + draw) };
                results.0.entry(score).or_default()[end] += 1;
            }
            let found = results.fit();
            assert!((found.midpoint - midpoint).abs() < 3.0, "{found:?}");
            assert!((found.spread - spread).abs() < 3.0, "{found:?}");
            // Each tenth is as often won as predicted.
            for line in reliability(&results, found) {
                let cells: Vec<f64> =
                    line.split('|').filter_map(|cell| cell.trim().parse().ok()).collect();
                let [n, win, won, draw, drawn] = cells[..] else { panic!("{line}") };
                let margin = 4.0 * (0.25 / n).sqrt();
                assert!((win - won).abs() < margin && (draw - drawn).abs() < margin, "{line}");
            }
        }
    }
}
