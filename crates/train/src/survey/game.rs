//! One game of a survey.

use super::command::SurveyOptions;
use crate::pairs::game::Players;
use crate::selfplay::game::opening;
use plyglot_core::game::Side;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SurveyedGame {
    pub(super) end: Option<SurveyedEnd>,
    /// Its positions with a move: as many as it has plies.
    pub(super) positions: PositionCounts,
    /// The side of the stronger player, if the players differ.
    pub(super) stronger: Option<Side>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SurveyedEnd {
    /// `None` for a draw.
    pub(super) winner: Option<Side>,
    pub(super) reason: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PositionCounts {
    pub(super) all: usize,
    /// Those with only one legal move.
    pub(super) forced: usize,
    /// Those that had stood on the board before.
    pub(super) repeated: usize,
    pub(super) moves: usize,
    pub(super) most_moves: usize,
}

impl PositionCounts {
    fn add(&mut self, moves: usize, is_new: bool) {
        self.all += 1;
        self.forced += usize::from(moves == 1);
        self.repeated += usize::from(!is_new);
        self.moves += moves;
        self.most_moves = self.most_moves.max(moves);
    }

    pub(super) fn extend(&mut self, other: PositionCounts) {
        self.all += other.all;
        self.forced += other.forced;
        self.repeated += other.repeated;
        self.moves += other.moves;
        self.most_moves = self.most_moves.max(other.most_moves);
    }
}

/// Plays the game of this number. The first `options.games` are between equals; of those after
/// them, each two have an opening in common, and the stronger player changes sides. `None` if
/// interrupted.
pub(super) fn play(
    players: &mut Players,
    options: &SurveyOptions,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<SurveyedGame> {
    players[0].forget();
    let unequal = number.checked_sub(options.games);
    let start = unequal.map_or(number, |unequal| unequal / 2);
    let mut opening = opening(&mut players[0], &options.header(), start, &mut 0)?.into_iter();
    for player in players.iter_mut() {
        player.forget();
        player.restart();
    }
    let stronger = unequal.map(|n| if n % 2 == 0 { Side::First } else { Side::Second });
    let mut game = SurveyedGame { stronger, ..SurveyedGame::default() };
    let mut seen = HashSet::new();
    while !interrupt.load(Relaxed) {
        let rules = players[0].game();
        if let Some((winner, ending)) = rules.result() {
            game.end = Some(SurveyedEnd { winner, reason: ending.reason().to_owned() });
            return Some(game);
        }
        if game.positions.all == options.max_plies {
            return Some(game);
        }
        game.positions.add(rules.legal_move_count(), seen.insert(rules.key()));
        let index = match opening.next() {
            Some(index) => index.into(),
            None => choose(players, options, game.stronger)?,
        };
        for player in players.iter_mut() {
            player.game_mut().play_index(index);
        }
    }
    None
}

fn choose(players: &mut Players, options: &SurveyOptions, stronger: Option<Side>) -> Option<usize> {
    let side = players[0].game().side();
    let nodes = if stronger == Some(side) { options.stronger_nodes() } else { options.nodes };
    // Each player keeps what it has learned from move to move.
    players[side.index()].think(nodes, nodes).map(|trial| trial.index)
}
