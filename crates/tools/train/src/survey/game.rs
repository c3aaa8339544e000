//! One game of a survey, and what is noted of it.

use super::plan::{GameKind, Plan};
use crate::pairs::Players;
use crate::selfplay::game::opening;
use plyglot_core::game::{GameResult, Picture, Side};
use plyglot_engine::{GameOver, MoveText};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The move by which the second player takes over what the first one has played.
const SWAP: &str = "swap";

/// A game, as a line of a file of games has it. `file` says how a field is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SurveyedGame {
    pub(super) number: u64,
    pub(super) end: Option<SurveyedEnd>,
    pub(super) positions: PositionCounts,
    /// The first move, as game records have it; empty in a game without moves.
    pub(super) first_move: String,
    /// The points that the first side expected, per mille, in each position after the opening.
    pub(super) points: Vec<u16>,
    /// The cells that moves after the opening left, entered or blocked.
    pub(super) cells: BTreeSet<usize>,
    /// The letters of the pieces that moved after the opening.
    pub(super) moved: BTreeSet<String>,
    /// Whether the second player would swap, where that can be done; the opening may decide otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) would_swap: Option<bool>,
}

/// How a game ended, by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyedEnd {
    pub result: GameResult,
    /// The way in which it ended, without what was counted: games that differ in that are one row.
    pub reason: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionCounts {
    /// Positions with a move: as many as the game has plies.
    pub(super) all: usize,
    pub(super) forced: usize,
    pub(super) repeated: usize,
    pub(super) moves: usize,
    pub(super) most_moves: usize,
}

impl PositionCounts {
    fn add(&mut self, rules: &dyn MoveText, is_new: bool) {
        let moves = rules.legal_move_count();
        self.all += 1;
        self.forced += usize::from(moves == 1);
        self.repeated += usize::from(!is_new);
        self.moves += moves;
        self.most_moves = self.most_moves.max(moves);
    }
}

impl SurveyedGame {
    pub(super) fn result(&self) -> GameResult {
        self.end.as_ref().map_or(GameResult::Unfinished, |end| end.result)
    }

    fn note_move(&mut self, game: &dyn MoveText, before: &Picture, name: &str) {
        let Ok(m) = game.legal_move(name) else { return };
        let of = m.cells;
        self.cells.extend([of.from, of.to, of.wall].into_iter().flatten());
        let walked = of.from.and_then(|cell| before.cells.get(cell).copied().flatten());
        self.moved.extend([walked, of.piece].into_iter().flatten().map(|piece| piece.text()));
    }
}

/// Plays the game of this number, and notes its moves, by their indices among the legal ones. `None`
/// if interrupted.
pub(super) fn play_game(
    players: &mut Players,
    plan: &Plan,
    number: u64,
    interrupt: &AtomicBool,
    moves: &mut Vec<usize>,
) -> Option<SurveyedGame> {
    let kind = plan.kind(number);
    players.iter_mut().for_each(|player| player.forget());
    let header = &plan.header(players[0].game().info().name);
    let mut opening = opening(&mut players[0], header, kind.opening, &mut 0)?.into_iter();
    for player in players.iter_mut() {
        player.forget();
        player.restart();
    }
    let mut game = SurveyedGame { number, ..SurveyedGame::default() };
    let mut seen = HashSet::new();
    while !interrupt.load(Relaxed) {
        let rules = players[0].game();
        if let Some(GameOver { result, ending }) = rules.result() {
            let reason = ending.name().without_counts();
            game.end = Some(SurveyedEnd { result, reason });
            return Some(game);
        }
        if game.positions.all == plan.max_plies {
            return Some(game);
        }
        game.positions.add(rules, seen.insert(rules.key()));
        if game.positions.all == 2 && rules.legal_move(SWAP).is_ok() {
            let side = rules.side();
            let nodes = plan.nodes_of(kind.strength(side));
            let found = players[side].think(nodes, nodes)?;
            game.would_swap = Some(found.best.is_some_and(|best| best.name == SWAP));
        }
        let index = match opening.next() {
            Some(index) => index.into(),
            None => choose(players, plan, kind, &mut game)?,
        };
        if game.positions.all == 1 {
            let rules = players[0].game();
            let name = rules.move_name(index).unwrap_or_default();
            game.first_move = rules.legal_move(&name).map_or(name, |m| m.shown().to_owned());
        }
        moves.push(index);
        for player in players.iter_mut() {
            player.game_mut().play_index(index);
        }
    }
    None
}

fn choose(
    players: &mut Players,
    plan: &Plan,
    kind: GameKind,
    game: &mut SurveyedGame,
) -> Option<usize> {
    let side = players[0].game().side();
    let nodes = plan.nodes_of(kind.strength(side));
    // Each player keeps what it has learned from move to move.
    let found = players[side].think(nodes, nodes)?;
    let points = (1000.0 * found.wdl.points()).round() as u16;
    game.points.push(if side == Side::First { points } else { 1000 - points });
    let rules = players[0].game();
    let best = found.best?;
    if let Some(picture) = rules.picture() {
        game.note_move(rules, &picture, &best.name);
    }
    Some(best.index)
}
