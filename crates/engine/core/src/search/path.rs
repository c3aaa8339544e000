//! The positions on the way to a node, for repetition.

use super::score::Score;
use crate::game::{Game, Outcome};
use std::mem;

/// A position to search, and what came before it in the game.
#[derive(Clone, Debug)]
pub struct Root<G> {
    /// The position.
    pub position: G,
    /// The keys of the positions since the last irreversible move, oldest
    /// first, without that of `position`. Empty for games that never repeat.
    pub earlier: Vec<u64>,
}

impl<G: Game> Root<G> {
    /// A position without a past.
    pub fn new(position: G) -> Root<G> {
        Root { position, earlier: Vec::new() }
    }

    /// Plays a legal move and remembers what it left. Returns the keys that can come up no
    /// more, for [`Root::take_back`].
    pub fn play(&mut self, m: G::Move) -> Vec<u64> {
        let mut forgotten = Vec::new();
        if G::REPEATS {
            if self.position.irreversible(m) {
                forgotten = mem::take(&mut self.earlier);
            } else {
                self.earlier.push(self.position.key());
            }
        }
        self.position.play(m);
        forgotten
    }

    /// Takes back the last move: to the position before it, with the keys that it forgot.
    pub fn take_back(&mut self, position: G, forgotten: Vec<u64>) {
        // None is left by a move that forgot some, or by one in a game that never repeats.
        if self.earlier.pop().is_none() {
            self.earlier = forgotten;
        }
        self.position = position;
    }

    /// How often the position came up before.
    pub fn times_before(&self) -> usize {
        let key = self.position.key();
        self.earlier.iter().filter(|&&earlier| G::is_repeated(earlier, key)).count()
    }
}

pub(super) fn after<G: Game>(position: &G, m: G::Move) -> (G, bool) {
    let child = position.after(m);
    let opposes = G::ALTERNATING || child.side() != position.side();
    (child, opposes)
}

/// The keys from the last irreversible move of the game down to the node that
/// is searched now.
#[derive(Debug, Default)]
pub(super) struct Path {
    keys: Vec<u64>,
    root: usize,
}

impl Path {
    pub(super) fn begin<G: Game>(&mut self, root: &Root<G>) {
        self.keys.clear();
        self.keys.extend_from_slice(&root.earlier);
        self.root = self.keys.len();
        self.keys.push(root.position.key());
    }

    #[inline]
    pub(super) fn reversible_before_root(&self) -> usize {
        self.root
    }

    /// Notes a position with this key, `ply` plies from the root. What was noted beyond it
    /// belongs to another line.
    #[inline]
    pub(super) fn set(&mut self, ply: usize, key: u64) {
        self.keys.truncate(self.root + ply);
        self.keys.push(key);
    }

    /// The score of a position of the line that is `ply` plies from the root, if the moves that led
    /// there end the game, or would if they were repeated.
    #[inline]
    pub(super) fn repetition<G: Game>(
        &self,
        position: &G,
        ply: usize,
        reversible: usize,
    ) -> Option<Score> {
        if !G::REPEATS {
            return None;
        }
        let by_moves = position.ended_by_moves();
        let outcome = by_moves.or_else(|| self.repeated(position, ply, reversible))?;
        Some(Score::from_cycle(outcome, ply))
    }

    /// The result if the position came up before, with `reversible` plies before it that can be
    /// undone. A repetition that ends the game counts as its rules say. One return to a position of
    /// the search is enough, as the side that likes the cycle can go round again.
    #[inline]
    fn repeated<G: Game>(&self, position: &G, ply: usize, reversible: usize) -> Option<Outcome> {
        let last = self.root + ply;
        let start = last - reversible.min(last);
        let step = if G::ALTERNATING { 2 } else { 1 };
        let index = (start..last)
            .rev()
            .skip(step - 1)
            .step_by(step)
            .find(|&index| G::is_repeated(self.keys[index], self.keys[last]))?;
        let earlier = &self.keys[start..last];
        let repetition = position.repetition(earlier);
        if repetition.is_none() && index >= self.root {
            return Some(position.cycle(earlier, index - start));
        }
        repetition
    }
}
