//! A tree of first moves, in which a position is one, whatever moves have led to it.

use plyglot_core::game::{GameResult, Side};
use plyglot_engine::{Referee, ReplayedMove};
use plyglot_records::Replay;
use plyglot_support::statistics::Tally;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A position is listed if at least one of so many games came to it, and two at least.
const LISTED_SHARE: u64 = 100;
const MIN_LISTED_GAMES: u64 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OpeningResults {
    pub(super) games: u64,
    /// Those of the first side. Games that were not finished are in none of them.
    first: Tally,
}

impl OpeningResults {
    fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        if let Some(points) = result.and_then(|result| result.half_points(Side::First)) {
            self.first.add_game(points);
        }
    }

    pub(super) fn tally(self, side: Side) -> Tally {
        if side == Side::First { self.first } else { self.first.reversed() }
    }
}

#[derive(Clone, Debug)]
pub(super) struct OpeningMove {
    /// As the protocol and as game records have it.
    pub(super) name: String,
    pub(super) record: String,
    /// The index of the position after it.
    pub(super) leads_to: usize,
    pub(super) results: OpeningResults,
}

#[derive(Clone, Debug)]
pub(super) struct OpeningPosition {
    /// Its text, as it was the first time.
    pub(super) text: String,
    pub(super) side: Side,
    pub(super) results: OpeningResults,
    pub(super) moves: Vec<OpeningMove>,
    /// The position before it, the first time; `None` for one that a game began with.
    before: Option<usize>,
    /// The plies from the first position of that game.
    ply: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct OpeningTree {
    pub(super) positions: Vec<OpeningPosition>,
    /// The indices of positions, by their keys.
    indices: HashMap<u64, usize>,
    games: u64,
}

impl OpeningTree {
    /// Counts the first `plies` moves of a game, up to a position that it comes to again, or to one
    /// that would be more than `max_positions`. Returns whether there was room for all.
    pub(super) fn add(
        &mut self,
        rules: &mut dyn Referee,
        replay: &Replay,
        result: Option<GameResult>,
        plies: usize,
        max_positions: usize,
    ) -> bool {
        // The rules allowed all of it before.
        let _ = rules.set_position(replay.position.as_deref(), &[]);
        let Some(mut index) = self.index_of(rules, None, max_positions) else { return false };
        self.games += 1;
        self.positions[index].results.add(result);
        let mut seen = HashSet::from([index]);
        for played in replay.moves.iter().take(plies) {
            if rules.push(&played.name).is_err() {
                break;
            }
            let Some(next) = self.index_of(rules, Some(index), max_positions) else { return false };
            if !seen.insert(next) {
                break;
            }
            self.count_move(index, played, next, result);
            self.positions[next].results.add(result);
            index = next;
        }
        true
    }

    /// The index of the position in which a game is, which is added if there is room.
    fn index_of(
        &mut self,
        rules: &dyn Referee,
        before: Option<usize>,
        max_positions: usize,
    ) -> Option<usize> {
        let key = rules.key();
        if let Some(&index) = self.indices.get(&key) {
            return Some(index);
        }
        let index = self.positions.len();
        if index >= max_positions {
            return None;
        }
        self.indices.insert(key, index);
        self.positions.push(OpeningPosition {
            text: rules.position(),
            side: rules.side(),
            results: OpeningResults::default(),
            moves: Vec::new(),
            before,
            ply: before.map_or(0, |before| self.positions[before].ply + 1),
        });
        Some(index)
    }

    fn count_move(
        &mut self,
        index: usize,
        played: &ReplayedMove,
        leads_to: usize,
        result: Option<GameResult>,
    ) {
        let moves = &mut self.positions[index].moves;
        let known = moves.iter().position(|known| known.name == played.name);
        let at = known.unwrap_or_else(|| {
            let ReplayedMove { name, record } = played.clone();
            let results = OpeningResults::default();
            moves.push(OpeningMove { name, record, leads_to, results });
            moves.len() - 1
        });
        moves[at].results.add(result);
    }

    /// The indices of the positions that enough games went on from, by the plies to them, and then by
    /// their games.
    pub(super) fn listed(&self) -> Vec<usize> {
        let min_games = (self.games / LISTED_SHARE).max(MIN_LISTED_GAMES).min(self.games);
        let mut listed = Vec::new();
        for (index, position) in self.positions.iter().enumerate() {
            if position.results.games >= min_games && !position.moves.is_empty() {
                listed.push(index);
            }
        }
        listed.sort_by_key(|&index| {
            let OpeningPosition { ply, results, .. } = &self.positions[index];
            (*ply, Reverse(results.games))
        });
        listed
    }

    /// The moves from a position, the most frequent first.
    pub(super) fn moves_from(&self, index: usize) -> Vec<&OpeningMove> {
        let mut moves: Vec<&OpeningMove> = self.positions[index].moves.iter().collect();
        moves.sort_by_key(|m| Reverse(m.results.games));
        moves
    }

    /// The moves by which a game first came to a position.
    pub(super) fn way_to(&self, index: usize) -> Vec<&OpeningMove> {
        let mut way = Vec::new();
        let mut after = index;
        while let Some(before) = self.positions[after].before {
            way.extend(self.positions[before].moves.iter().find(|m| m.leads_to == after));
            after = before;
        }
        way.reverse();
        way
    }
}
