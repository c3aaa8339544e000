//! The rules of a game, as the search uses them.

use std::fmt::Debug;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. `First` moves in the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White, `w`: makes the first move of the game.
    First,
    /// Black, `b`: the other player.
    Second,
}

impl Side {
    /// Both sides, in the order of their moves.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for [`Side::First`], 1 for [`Side::Second`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`, as files and JSON name it.
    pub fn word(self) -> &'static str {
        ["first", "second"][self]
    }
}

/// What each side has: `values[side]`.
impl<T> Index<Side> for [T; 2] {
    type Output = T;

    #[inline(always)]
    fn index(&self, side: Side) -> &T {
        &self[side as usize]
    }
}

impl<T> IndexMut<Side> for [T; 2] {
    #[inline(always)]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self[side as usize]
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

/// The result of a finished game, for the side that would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move has won.
    Won,
    /// The side to move has lost.
    Lost,
    /// The game is a draw.
    Drawn,
}

impl Outcome {
    /// The result where whoever has more has won: the side to move is ahead by this.
    pub fn from_lead(lead: i32) -> Outcome {
        match lead {
            1.. => Outcome::Won,
            0 => Outcome::Drawn,
            _ => Outcome::Lost,
        }
    }
}

impl Not for Outcome {
    type Output = Outcome;

    /// The outcome as the other side sees it.
    #[inline(always)]
    fn not(self) -> Outcome {
        match self {
            Outcome::Won => Outcome::Lost,
            Outcome::Lost => Outcome::Won,
            Outcome::Drawn => Outcome::Drawn,
        }
    }
}

/// The kind of legal moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Every legal move.
    All,
    /// Only moves for which [`Game::tactical`] is true: captures and similar moves, which
    /// quiescence search follows until the position is quiet.
    Tactical,
    /// Only the other moves.
    Quiet,
}

/// The rules of a game on the moves before a position, which no table of the values of positions
/// can follow. In some games they make no difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathRules {
    /// A rule that makes a repetition anything other than a draw, if there is one: `a repetition
    /// that wins`. It makes no difference if no position can repeat.
    pub repetition: Option<&'static str>,
    /// The plies without progress after which the game is a draw. It makes no difference if all
    /// wins take fewer.
    pub max_plies: Option<u32>,
}

/// The rules of a two-player game of perfect information. A value is one position.
///
/// Six functions are required. Four of tic-tac-toe's in use:
///
/// ```
/// use plyglot_core::game::tictactoe::{Cell, TicTacToe};
/// use plyglot_core::game::{Game, Notation, Outcome, Side, Which};
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
/// There is no `undo`: the search copies a position before it makes a move, so positions
/// should be small. [`crate::game::laws::check`] tests everything that these comments
/// promise.
pub trait Game: Clone + Send + Sync + 'static {
    /// A move; the smaller, the better.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// Whether the sides move strictly in turn. A game in which a player may move twice
    /// sets this to `false`; the search then compares sides at every move.
    const ALTERNATING: bool = true;

    /// Whether a position can repeat during a game. [`Game::repetition`] is the rule on that, and
    /// [`Game::cycle`] what the search makes of a first return.
    const REPEATS: bool = false;

    /// The bits of [`Game::key`] that decide whether a position is repeated.
    const REPETITION_BITS: u64 = u64::MAX;

    /// The side to move.
    fn side(&self) -> Side;

    /// The result that is visible without generating moves (four in a row, a counter that
    /// has run out), or `None`. Games can go on after a draw, as long as there are moves.
    fn decided(&self) -> Option<Outcome>;

    /// The result when the side to move has no legal move and nothing is
    /// [`decided`](Self::decided). A draw unless the game says otherwise.
    fn stalled(&self) -> Outcome {
        Outcome::Drawn
    }

    /// Visits the legal moves, always in the same order. Called only on
    /// positions that are not decided as won or lost. Every move is visited once.
    fn moves(&self, which: Which, visit: impl FnMut(Self::Move));

    /// The number of legal moves. Override it where moves can be counted without being
    /// generated, as perft uses it for its last ply.
    fn count(&self) -> u64 {
        let mut count = 0;
        self.moves(Which::All, |_| count += 1);
        count
    }

    /// Whether a legal move changes the balance at once: a capture or a promotion. Quiet
    /// games have no such moves.
    fn tactical(&self, _m: Self::Move) -> bool {
        false
    }

    /// Plays a legal move: one that [`Game::moves`] visits, after a draw that is
    /// [`decided`](Self::decided), too.
    fn play(&mut self, m: Self::Move);

    /// The position after a legal move.
    #[inline]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// A hash of the position: equal for equal positions, however reached, and different
    /// for different ones as far as 64 bits allow. Counters that do not change the legal
    /// moves stay out of it.
    fn key(&self) -> u64;

    /// Whether no position before this legal move can occur after it. Called only if
    /// [`Game::REPEATS`].
    fn irreversible(&self, _m: Self::Move) -> bool {
        true
    }

    /// Whether positions with these keys are the same for the rules of repetition.
    #[inline]
    fn is_repeated(earlier: u64, key: u64) -> bool {
        (earlier ^ key) & Self::REPETITION_BITS == 0
    }

    /// The result of a game that comes to this position again, if it is over by that: a draw at
    /// the third time, unless the game says otherwise. `earlier` are the keys of the positions
    /// since the last irreversible move, the oldest first.
    fn repetition(&self, earlier: &[u64]) -> Option<Outcome> {
        let key = self.key();
        let times_before = earlier.iter().filter(|&&other| Self::is_repeated(other, key)).count();
        if times_before >= 2 { Some(Outcome::Drawn) } else { None }
    }

    /// The result of a game that its last moves end by a rule on moves only, such as a piece that
    /// goes to and fro too often. [`Game::repetition`] also gives it.
    fn ended_by_moves(&self) -> Option<Outcome> {
        None
    }

    /// The result for the side to move if a cycle is repeated until the game ends. `earlier` is as
    /// in [`Game::repetition`]; the cycle begins at `earlier[first]`, an occurrence of this position.
    /// The search asks at the first return, long before [`Game::repetition`] ends the game.
    fn cycle(&self, _earlier: &[u64], _first: usize) -> Outcome {
        Outcome::Drawn
    }

    /// The rules on the moves before a position, for a table of the values of all positions. A
    /// game whose positions can repeat has no such table unless it overrides this,
    /// [`Game::forget_path`] and, where more than the key decides what comes, [`Game::state_key`].
    ///
    /// # Errors
    /// The kind of games that have tables, if such a rule always matters: "a game without ...".
    fn path_rules(&self) -> Result<PathRules, String> {
        if Self::REPEATS {
            return Err("a game of a file, or one whose positions do not repeat".to_owned());
        }
        Ok(PathRules::default())
    }

    /// Resets the counters of these rules.
    fn forget_path(&mut self) {}

    /// A hash as the key, of everything that decides what comes in a game without these rules.
    fn state_key(&self) -> u64 {
        self.key()
    }

    /// A number other than 0 that identifies the move among the legal moves of a
    /// position. The transposition table stores it.
    fn pack(m: Self::Move) -> u32;

    /// The legal move with this packed number, if there is one. Override it where the
    /// move can be found without generating all moves.
    fn find(&self, packed: u32) -> Option<Self::Move> {
        let mut found = None;
        self.moves(Which::All, |m| {
            if Self::pack(m) == packed {
                found = Some(m);
            }
        });
        found
    }

    /// The result of the game in this position, or `None` while it is not over.
    fn status(&self) -> Option<Outcome> {
        let decided = self.decided();
        if decided.is_none() && self.count() == 0 { Some(self.stalled()) } else { decided }
    }

    /// The legal moves as a list; empty when the game is won or lost. After a draw by a
    /// counter there may still be moves, which can be played.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(64);
        if !matches!(self.decided(), Some(Outcome::Won | Outcome::Lost)) {
            self.moves(Which::All, |m| moves.push(m));
        }
        moves
    }
}
