//! Puzzles: positions in which one move alone wins, or saves the game.

use super::{RankedMove, Study, name_of};
use crate::explain::{self, Heading};
use crate::shared::{Refusal, Subject, WorkStep};
use plyglot_core::game::Wdl;
use plyglot_core::search::{Level, Settings, StrengthLimit};
use plyglot_engine::{Analyst, ChosenGame, GoLimits};
use plyglot_records::GameChoice;
use serde::Serialize;

/// For a move that wins, and for one that saves the game: the points that it is expected to score at
/// least, and every other move at most.
const BOUNDS: [[f64; 2]; 2] = [[0.9, 0.6], [0.4, 0.1]];
/// The limits of the searches that verify a puzzle are those of the first one times this.
const VERIFICATION_FACTOR: u32 = 30;
/// A level finds a move if it does so in this many tries with different errors.
const TRIES: u64 = 3;

/// A position in which one move alone wins, or saves the game: the object that
/// `plyglot analyse --puzzles --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Puzzle {
    #[serde(serialize_with = "name_of")]
    pub game: ChosenGame,
    /// Its number is that of its position or game in the input.
    #[serde(flatten)]
    pub heading: Heading,
    pub solution: RankedMove,
    /// The best one of all other moves.
    pub other: RankedMove,
    /// The weakest skill that finds the solution, from 0 to [`Level::FULL_SKILL`].
    pub level: u8,
}

/// Whether a move is the only good one, if no other move has better chances than `other`.
fn is_only_move(best: Wdl, other: Wdl) -> bool {
    BOUNDS.iter().any(|[min, max]| best.points() >= *min && other.points() <= *max)
}

impl Study<'_> {
    /// The puzzles among the positions of a game before its moves, or a position if it is one. Its steps
    /// are the moves of the game.
    pub(in crate::analyse) fn puzzles(
        &mut self,
        subject: &Subject,
        choice: &GameChoice<'_>,
        report: &dyn Fn(WorkStep),
    ) -> Result<Vec<Puzzle>, Refusal> {
        let (number, game) = match subject {
            Subject::Game(number, game) => (*number, game),
            Subject::Position(line) => {
                let heading = explain::set_up(&mut self.analyst, line)?;
                return Ok(self.puzzle(heading)?.into_iter().collect());
            }
        };
        let (replay, mut rules) = self.replayed(game, choice)?;
        let mut found = Vec::new();
        // The rules allowed all of it before.
        let _ = rules.set_position(replay.position.as_deref(), &[]);
        for (done, played) in (1..).zip(&replay.moves) {
            let position = rules.position();
            match self.puzzle(Heading { number, id: None, position, side: rules.side() }) {
                Ok(puzzle) => found.extend(puzzle),
                Err(Refusal::Stopped) if !found.is_empty() => break,
                Err(refusal) => return Err(refusal),
            }
            report(WorkStep { done, ..WorkStep::default() });
            if rules.push(&played.name).is_err() {
                break;
            }
        }
        Ok(found)
    }

    /// The puzzle of a position without its history, if it is one.
    fn puzzle(&mut self, heading: Heading) -> Result<Option<Puzzle>, Refusal> {
        if self.analyst.game_mut().set_position(Some(&heading.position), &[]).is_err() {
            return Ok(None);
        }
        let mut limits = self.request.limits.clone();
        let found = self.search(&limits, 2)?.moves;
        let [candidate, other] = &found[..] else { return Ok(None) };
        if !is_only_move(candidate.wdl, other.wdl) {
            return Ok(None);
        }
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_mul(VERIFICATION_FACTOR.into()));
        limits.move_time = limits.move_time.map(|time| time.saturating_mul(VERIFICATION_FACTOR));
        self.analyst.forget();
        let best = self.search(&limits, 1)?.moves.pop();
        let Some(solution) = best.filter(|best| best.name == candidate.name) else {
            return Ok(None);
        };
        let mut others = self.analyst.game().moves();
        others.retain(|name| *name != solution.name);
        limits.moves = Some(others);
        let other = self.search(&limits, 1)?.moves.pop();
        let Some(other) = other.filter(|other| is_only_move(solution.wdl, other.wdl)) else {
            return Ok(None);
        };
        let level = self.weakest_level(&heading.position, &solution.name)?;
        let game = self.game.clone();
        Ok(Some(Puzzle { game, heading, solution, other, level }))
    }

    /// The weakest skill that finds a move in all tries.
    fn weakest_level(&self, position: &str, name: &str) -> Result<u8, Refusal> {
        // Errors depend on how many games a searcher has begun: none, for the same errors at each run.
        let made = Analyst::for_game(&self.game, 1, Settings::default());
        let mut player = made.map_err(|error| Refusal::NoSearch(error.to_string()))?;
        // It was set up before.
        let _ = player.game_mut().set_position(Some(position), &[]);
        let mut skill = 0;
        let mut seed = 0;
        while skill < Level::FULL_SKILL && seed < TRIES {
            let level = Level::Skill(skill);
            player.settings_mut().strength = Some(StrengthLimit { level, seed });
            let found = self.searches.search(&mut player, &GoLimits::default(), |_| ());
            let found = found.ok_or(Refusal::Stopped)?;
            let is_found = found.best.as_deref() == Some(name);
            (skill, seed) = if is_found { (skill, seed + 1) } else { (skill + 1, 0) };
        }
        Ok(skill)
    }
}
