//! Samples for a network from games of self-play.

use super::chunk::Samples;
use super::objective::ScoreCounts;
use crate::selfplay::record::Record;
use crate::selfplay::selection::{
    BATCH_GAMES, GamesFile, KeyedItems, KnownPositions, MAX_SCORE_CENTI, PositionFilter,
};
use anyhow::Result;
use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_engine::PositionOrigin::{self, Game, Variation};
use plyglot_engine::{NetworkEvaluation, NetworkPosition};
use rayon::ThreadPool;
use std::path::PathBuf;

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
    /// The number of variations to add to each position to fit to, whose score is their
    /// evaluation; see [`NetworkEvaluation::replay_positions`].
    pub variations: usize,
}

#[derive(Clone, Copy)]
pub struct SampleSource<'a> {
    pub name: &'a str,
    pub game: &'a dyn NetworkEvaluation,
    pub games: &'a [PathBuf],
}

/// Samples to fit to, and those of one game in twenty, which are held out.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleSet {
    pub games: u64,
    pub fit: Samples,
    pub test: Samples,
}

/// A position with its score for the side to move, in centi-units.
struct FoundPosition {
    origin: PositionOrigin,
    score: i16,
    position: NetworkPosition,
}

impl SampleSet {
    pub fn new(sizes: NetworkShape) -> SampleSet {
        let fit = Samples::new(sizes);
        let test = Samples::new(sizes);
        SampleSet { games: 0, fit, test }
    }
}

impl SampleFilter {
    /// Adds the samples of games to a set. They do not depend on the order of a file's games, up
    /// to 65,536 games from their place. Positions are quiet; see
    /// [`NetworkEvaluation::replay_positions`]. Most occurrences of frequent positions are left
    /// out. `report` gets the number of games so far.
    pub fn add(
        &self,
        source: SampleSource<'_>,
        pool: &ThreadPool,
        set: &mut SampleSet,
        report: &mut dyn FnMut(u64),
    ) -> Result<()> {
        let mut known = KnownPositions::new();
        source.games.iter().try_for_each(|path| {
            let file = GamesFile { path, game: source.name };
            let factor = match self.scale {
                Some(scale) => scale / self.scale_of(file, source.game, pool)?,
                None => 1.0,
            };
            self.visit(file, source.game, pool, usize::MAX, |record, is_held_out, found| {
                set.games += 1;
                report(set.games);
                let Some(half_points) = record.result.half_points(Side::First) else {
                    return Ok(());
                };
                let mut positions = Vec::with_capacity(found.len());
                for (key, FoundPosition { origin, score, position }) in found {
                    let is_wanted = match origin {
                        Game { .. } => known.is_new(key),
                        Variation { .. } => !is_held_out,
                    };
                    if is_wanted {
                        positions.push((position, rescaled(score, factor)));
                    }
                }
                let samples = if is_held_out { &mut set.test } else { &mut set.fit };
                samples.add_game(half_points, &positions)
            })
        })
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
        let games_alone = SampleFilter { variations: 0, ..*self };
        games_alone.visit(file, game, pool, SCALE_GAMES, |record, _, positions| {
            for (_, FoundPosition { score, position, .. }) in positions {
                if let Some(half_points) = record.result.half_points(position.side) {
                    scores.add(score, half_points);
                }
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
        visit: impl FnMut(&Record, bool, KeyedItems<FoundPosition>) -> Result<()>,
    ) -> Result<()> {
        let replay = |record: &Record, moves: &[u16], wanted: &dyn Fn(usize) -> bool| {
            let mut found = Vec::new();
            game.replay_positions(moves, wanted, self.variations, &mut |origin, position| {
                let max = i32::from(MAX_SCORE_CENTI);
                let score = match origin {
                    Game { ply } => record.plies[ply].score.unwrap_or_default().into(),
                    Variation { evaluation } => evaluation,
                };
                let score = score.clamp(-max, max) as i16;
                found.push((position.key, FoundPosition { origin, score, position }));
            })?;
            Ok(found)
        };
        self.positions.visit(file, pool, max_games, &replay, visit)
    }
}

fn rescaled(score: i16, factor: f32) -> i16 {
    let max = f32::from(MAX_SCORE_CENTI);
    (f32::from(score) * factor).round().clamp(-max, max) as i16
}
