//! Samples for a network from games of self-play, as files of chunks.

use super::chunk::SamplePosition;
use super::file::{self, Totals};
use super::shape::SampleShape;
use crate::selfplay::record::Record;
use crate::selfplay::selection::{
    BATCH_GAMES, GamesFile, Keyed, KnownPositions, MAX_SCORE_CENTI, PositionFilter,
};
use crate::tune::objective::ScoreCounts;
use anyhow::Result;
use plyglot_core::game::Side;
use plyglot_engine::{NetworkEvaluation, NetworkPosition};
use rayon::ThreadPool;
use std::path::{Path, PathBuf};

/// Games at the beginning of a file by which its scores are brought to a scale.
const SCALE_GAMES: usize = 8 * BATCH_GAMES;

/// Which positions become samples, and with which scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleFilter {
    /// The positions. Scores beyond 3,000 centi-units become 3,000.
    pub positions: PositionFilter,
    /// The scale that the scores of each file are brought to, in centi-units: they are
    /// multiplied so that this one predicts the results of the file's games best. Then the
    /// scores of different networks mean the same. `None` leaves scores as they are.
    pub scale: Option<f32>,
}

#[derive(Clone, Copy)]
pub struct SampleSource<'a> {
    pub name: &'a str,
    pub game: &'a dyn NetworkEvaluation,
    pub games: &'a [PathBuf],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampleCounts {
    pub games: u64,
    pub fit: Totals,
    pub test: Totals,
    /// The scores of the samples to fit to, with their results.
    pub scores: ScoreCounts,
}

impl SampleFilter {
    /// Writes the samples of games into two files: those to fit to, and those of one game
    /// in twenty, which are held out. They do not depend on the order of a file's games, up
    /// to 65,536 games from their place. Positions are quiet; see
    /// [`LinearEvaluation::replay`](plyglot_engine::LinearEvaluation::replay). Most
    /// occurrences of frequent positions are left out. `report` gets the number of games
    /// so far. Takes some hundred megabytes of memory, however many games there are.
    pub fn write(
        &self,
        source: SampleSource<'_>,
        has_base: bool,
        pool: &ThreadPool,
        [fit, test]: [&Path; 2],
        report: &mut dyn FnMut(u64),
    ) -> Result<SampleCounts> {
        let shape = source.game.shape(plyglot_core::game::network::LANES);
        let shape = SampleShape { has_base, ..SampleShape::of(&shape) };
        let mut counts = SampleCounts::default();
        let (mut known, mut test_totals) = (KnownPositions::new(), Totals::default());
        counts.fit = file::write(fit, shape, |fit| {
            test_totals = file::write(test, shape, |test| {
                source.games.iter().try_for_each(|path| {
                    let file = GamesFile { path, game: source.name };
                    let factor = match self.scale {
                        Some(scale) => scale / self.scale_of(file, source.game, pool)?,
                        None => 1.0,
                    };
                    self.visit(file, source.game, pool, usize::MAX, |record, is_held_out, found| {
                        counts.games += 1;
                        report(counts.games);
                        let mut positions: Vec<_> = known.without_known(found).collect();
                        positions.iter_mut().for_each(|position| rescale(position, factor));
                        let half_points = record.half_points(Side::First);
                        if is_held_out {
                            return test.add_game(half_points, &positions);
                        }
                        for SamplePosition { side, score, .. } in &positions {
                            counts.scores.add(*score, record.half_points(*side));
                        }
                        fit.add_game(half_points, &positions)
                    })
                })
            })?;
            Ok(())
        })?;
        counts.test = test_totals;
        Ok(counts)
    }

    /// The scale at which the scores of a file predict the results of its first games best, in
    /// centi-units; see [`ScoreCounts::scale`].
    pub(crate) fn scale_of(
        &self,
        file: GamesFile<'_>,
        game: &dyn NetworkEvaluation,
        pool: &ThreadPool,
    ) -> Result<f32> {
        let mut scores = ScoreCounts::default();
        self.visit(file, game, pool, SCALE_GAMES, |record, _, positions| {
            for (_, position) in positions {
                scores.add(position.score, record.half_points(position.side));
            }
            Ok(())
        })?;
        Ok(scores.scale())
    }

    fn visit(
        &self,
        file: GamesFile<'_>,
        game: &dyn NetworkEvaluation,
        pool: &ThreadPool,
        max_games: usize,
        visit: impl FnMut(&Record, bool, Keyed<SamplePosition>) -> Result<()>,
    ) -> Result<()> {
        let replay = |record: &Record, moves: &[u16], wanted: &dyn Fn(usize) -> bool| {
            let mut found = Vec::new();
            game.replay_positions(&record.start, moves, wanted, &mut |ply, position| {
                let NetworkPosition { key, placements, perspectives, side, bucket, base } =
                    position;
                let score = record.plies[ply].score.unwrap_or_default();
                let score = score.clamp(-MAX_SCORE_CENTI, MAX_SCORE_CENTI);
                found.push((
                    key,
                    SamplePosition { placements, perspectives, side, bucket, score, base },
                ));
            })?;
            Ok(found)
        };
        self.positions.visit(file, pool, max_games, &replay, visit)
    }
}

fn rescale(position: &mut SamplePosition, factor: f32) {
    let max = f32::from(MAX_SCORE_CENTI);
    position.score = (f32::from(position.score) * factor).round().clamp(-max, max) as i16;
}
