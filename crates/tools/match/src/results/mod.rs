//! The results of a match so far, added game by game, and the output for users (`progress`) and for
//! spectators (`standing`).

pub mod progress;
pub(crate) mod standing;

use crate::plan::MatchPlan;
use crate::record::{GameRecord, PlayedMove, Pondering, Termination};
use plyglot_core::game::{GameResult, Side};
use plyglot_support::rating::{Rating, rate};
use plyglot_support::sprt::{Assessment, assess};
use plyglot_support::statistics::Tally;
use std::collections::HashMap;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Results {
    engines: Vec<EngineFigures>,
    /// A matrix in row order, each entry from the view of the row's engine.
    tallies: Vec<Tally>,
    paired: bool,
    /// The half points of the engine with the smaller index in the one finished game of
    /// a pair, by round and engines (smaller index first).
    half_pairs: HashMap<(u32, usize, usize), u8>,
    failures: Vec<Failure>,
    warnings: Vec<Warning>,
    games: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineFigures {
    pub games: u32,
    moves: Mean,
    depth: Mean,
    first_depth: Mean,
    nodes: Mean,
    /// 1 for each ponder hit, 0 for each miss.
    ponder: Mean,
    node_seconds: f64,
    failures: [u32; FAILURES.len()],
    /// Faults in what it reported with its moves.
    pub warnings: u32,
}

/// The failures by which an engine loses a game other than on the board.
pub const FAILURES: [Termination; 4] =
    [Termination::Time, Termination::IllegalMove, Termination::Crash, Termination::Stall];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The game's number, from 0.
    pub game: u32,
    pub engine: usize,
    pub termination: Termination,
    pub reason: String,
    /// Whether the engine's first move of the game was illegal, as if it played another game.
    pub is_first_move_illegal: bool,
}

/// A fault in what an engine reported with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The game's number, from 0.
    pub game: u32,
    pub engine: usize,
    /// The move it was reported with, in full moves from 1.
    pub move_number: usize,
    pub text: String,
}

/// The maximum number of failures kept with details; further ones are only counted.
pub const FAILURES_KEPT: usize = 20;

pub const WARNINGS_KEPT: usize = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        if self.count == 0 {
            return None;
        }
        Some(self.sum / self.count as f64)
    }
}

impl Results {
    pub fn new(plan: &MatchPlan) -> Results {
        let engines = plan.engines.len();
        Results {
            engines: vec![EngineFigures::default(); engines],
            tallies: vec![Tally::default(); engines * engines],
            paired: plan.games == 2 && plan.repeat,
            half_pairs: HashMap::new(),
            failures: Vec::new(),
            warnings: Vec::new(),
            games: 0,
        }
    }

    /// Adds a game. Unfinished games do not count. The games of a pair may come in any
    /// order, with other games between them.
    pub fn add(&mut self, game: &GameRecord) {
        let Some(half_points) = game.end.result.half_points(Side::First) else { return };
        let [first, second] = game.engines;
        self.games += 1;
        self.tally(first, second).add_game(half_points);
        self.tally(second, first).add_game(2 - half_points);
        if self.paired {
            self.add_to_pair(game.round, first, second, half_points);
        }
        self.add_figures(game);
        self.add_failure(game);
        self.add_warnings(game);
    }

    fn add_to_pair(&mut self, round: u32, first: usize, second: usize, half_points: u8) {
        let (a, b, points) = if first < second {
            (first, second, half_points)
        } else {
            (second, first, 2 - half_points)
        };
        if let Some(other) = self.half_pairs.remove(&(round, a, b)) {
            self.tally(a, b).add_pair(points + other);
            self.tally(b, a).add_pair(4 - points - other);
        } else {
            self.half_pairs.insert((round, a, b), points);
        }
    }

    fn add_figures(&mut self, game: &GameRecord) {
        for engine in game.engines {
            self.engines[engine].games += 1;
        }
        for (ply, played) in (first_ply(game)..).zip(&game.moves) {
            self.engines[game.engines[ply % 2]].add_move(played);
        }
    }

    fn add_failure(&mut self, game: &GameRecord) {
        let GameResult::Win(winner) = game.end.result else { return };
        let Some(way) = FAILURES.iter().position(|&failure| failure == game.end.termination) else {
            return;
        };
        let engine = game.engines[!winner];
        self.engines[engine].failures[way] += 1;
        if self.failures.len() == FAILURES_KEPT {
            return;
        }
        self.failures.push(Failure {
            game: game.number,
            engine,
            termination: game.end.termination,
            reason: game.end.reason.clone(),
            is_first_move_illegal: game.end.termination == Termination::IllegalMove
                && game.moves.len() < 2,
        });
    }

    fn add_warnings(&mut self, game: &GameRecord) {
        for warning in warnings(game) {
            self.engines[warning.engine].warnings += 1;
            if self.warnings.len() < WARNINGS_KEPT {
                self.warnings.push(warning);
            }
        }
    }

    pub fn games(&self) -> u32 {
        self.games
    }

    pub fn against(&self, i: usize, j: usize) -> Tally {
        self.tallies[i * self.engines.len() + j]
    }

    pub fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for other in 0..self.engines.len() {
            total += self.against(engine, other);
        }
        total
    }

    /// The state of the plan's test between the first two engines, if it has one.
    pub fn assessment(&self, plan: &MatchPlan) -> Option<Assessment> {
        plan.sprt.as_ref().map(|test| assess(test, &self.against(0, 1)))
    }

    /// The ratings of all engines, if [they can be compared](rate).
    pub fn ratings(&self) -> Option<Vec<Rating>> {
        rate(self.engines.len(), |i, j| self.against(i, j))
    }

    pub fn figures(&self, engine: usize) -> &EngineFigures {
        &self.engines[engine]
    }

    /// The first [`FAILURES_KEPT`] games lost by failures, in the order added.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    fn tally(&mut self, i: usize, j: usize) -> &mut Tally {
        let engines = self.engines.len();
        &mut self.tallies[i * engines + j]
    }
}

impl EngineFigures {
    fn add_move(&mut self, played: &PlayedMove) {
        let seconds = played.time.as_secs_f64();
        self.moves.add(seconds);
        if let Some(depth) = played.depth {
            self.depth.add(f64::from(depth));
        }
        if let Some(depth) = played.first_depth {
            self.first_depth.add(f64::from(depth));
        }
        if let Some(ponder) = played.ponder {
            self.ponder.add(if ponder == Pondering::Hit { 1.0 } else { 0.0 });
        }
        if let Some(nodes) = played.nodes {
            self.nodes.add(nodes as f64);
            self.node_seconds += seconds;
        }
    }

    /// Mean time per move; `None` without moves.
    pub fn time_per_move(&self) -> Option<Duration> {
        self.moves.value().map(Duration::from_secs_f64)
    }

    /// Mean depth in plies of the moves with a known depth; `None` without any.
    pub fn depth(&self) -> Option<f64> {
        self.depth.value()
    }

    /// Mean [first depth](PlayedMove::first_depth) in plies; `None` without any.
    pub fn first_depth(&self) -> Option<f64> {
        self.first_depth.value()
    }

    /// The share of ponder hits among the moves pondered, 0 to 1; `None` if it never
    /// pondered.
    pub fn ponder_hits(&self) -> Option<f64> {
        self.ponder.value()
    }

    /// Nodes per second over the moves with a known node count; `None` without any.
    pub fn nodes_per_second(&self) -> Option<f64> {
        if self.node_seconds > 0.0 { Some(self.nodes.sum / self.node_seconds) } else { None }
    }

    /// The games that this engine lost by one of the [`FAILURES`]; 0 for any other
    /// termination.
    pub fn lost_by(&self, termination: Termination) -> u32 {
        let way = FAILURES.iter().position(|&failure| failure == termination);
        way.map_or(0, |way| self.failures[way])
    }
}

pub(crate) fn warnings(game: &GameRecord) -> impl Iterator<Item = Warning> {
    (first_ply(game)..).zip(&game.moves).flat_map(move |(ply, played)| {
        let engine = game.engines[ply % 2];
        let move_number = ply / 2 + 1;
        played.warnings.iter().map(move |text| Warning {
            game: game.number,
            engine,
            move_number,
            text: text.clone(),
        })
    })
}

/// The plies before a game's first move, counted from the first player's turn: odd if
/// the second player moved first. Records do not contain it, but positions as text do,
/// in their second field. There `b` (or `o`, in games of crosses and noughts) is the
/// second player.
fn first_ply(game: &GameRecord) -> usize {
    let position = game.opening.position.as_deref().unwrap_or_default();
    let second = matches!(position.split_whitespace().nth(1), Some("b" | "o"));
    usize::from(second) + game.opening.moves.len()
}
