//! The rules of a game, as the search sees them.

use std::fmt::Debug;
use std::ops::Not;

/// One of the two players. `First` is the one who moves in the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White, `w`, the player who opens the game.
    First,
    /// Black, `b`, the other one.
    Second,
}

impl Side {
    /// 0 for [`Side::First`], 1 for [`Side::Second`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a finished game ended, for the side that would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// Which of the legal moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Every legal move.
    All,
    /// Only those for which [`Game::tactical`] is true: the captures and their
    /// like, which quiescence search follows until the position is quiet.
    Tactical,
    /// Only the others.
    Quiet,
}

/// The rules of a two-player game of perfect information. A value is one position.
///
/// Six functions are required. Tic-tac-toe's, without their bodies' details:
///
/// ```
/// use plyglot::games::tictactoe::{Cell, TicTacToe};
/// use plyglot::games::{Game, Notation, Outcome, Side, Which};
///
/// let mut position = TicTacToe::parse("X.OX.XOO.").unwrap();
/// assert_eq!(position.side(), Side::First);
/// assert_eq!(position.decided(), None);
///
/// let mut moves = Vec::new();
/// position.moves(Which::All, |m| moves.push(m));
/// assert_eq!(moves.len(), 3);
///
/// position.play(Cell::from_index(4).unwrap());
/// assert_eq!(position.decided(), Some(Outcome::Lost)); // for O, who is to move
/// ```
///
/// There is no `undo`: the search copies a position before it plays on it, so
/// positions want to be small. [`crate::games::laws::check`] tests everything
/// that these comments promise.
pub trait Game: Clone + Send + Sync + 'static {
    /// A move, as small as it can be.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Whether the sides move strictly in turn. A game in which a player may
    /// move twice says `false`; the search then compares sides at every move.
    const ALTERNATING: bool = true;

    /// Whether a position can come back during a game. If so, its first
    /// return counts as a draw inside the search.
    const REPEATS: bool = false;

    /// The side to move.
    fn side(&self) -> Side;

    /// The result that the position shows without a look at its moves (four
    /// in a row, a counter that has run out), or `None`.
    fn decided(&self) -> Option<Outcome>;

    /// The result when the side to move has no legal move and nothing is
    /// [`decided`](Self::decided). A draw unless the game says otherwise.
    fn stalled(&self) -> Outcome {
        Outcome::Drawn
    }

    /// Visits the legal moves, always in the same order. Called only on
    /// positions that are not decided as won or lost. Every move is visited once.
    fn moves(&self, which: Which, visit: impl FnMut(Self::Move));

    /// The number of legal moves. Worth writing out where they can be counted
    /// without being made, as perft counts its last ply by this.
    fn count(&self) -> u64 {
        let mut count = 0;
        self.moves(Which::All, |_| count += 1);
        count
    }

    /// Whether a legal move changes the balance at once: a capture, a
    /// promotion. Quiet games have none.
    fn tactical(&self, _m: Self::Move) -> bool {
        false
    }

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move);

    /// A hash of the position: equal for equal positions, however reached, and
    /// different for different ones as far as 64 bits can tell. Counters that
    /// do not change what may be played stay out of it.
    fn key(&self) -> u64;

    /// Whether no position before this legal move can come back after it.
    /// Asked only where [`Game::REPEATS`].
    fn irreversible(&self, _m: Self::Move) -> bool {
        true
    }

    /// A number for the move, not 0, by which it differs from every other
    /// legal move of the same position. The transposition table keeps it.
    fn pack(m: Self::Move) -> u32;

    /// The legal move with this packed number, if there is one. Worth writing
    /// out where that can be found without a look at all moves.
    fn find(&self, packed: u32) -> Option<Self::Move> {
        let mut found = None;
        self.moves(Which::All, |m| {
            if Self::pack(m) == packed {
                found = Some(m);
            }
        });
        found
    }

    /// The result of the game in this position, or `None` while it is open.
    fn status(&self) -> Option<Outcome> {
        self.decided().or_else(|| (self.count() == 0).then(|| self.stalled()))
    }

    /// The legal moves in a list; empty when the game is won or lost. A draw
    /// by a counter may leave moves, which can still be played.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if !matches!(self.decided(), Some(Outcome::Won | Outcome::Lost)) {
            self.moves(Which::All, |m| moves.push(m));
        }
        moves
    }
}
