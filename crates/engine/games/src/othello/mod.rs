//! Othello: a stone must enclose stones of the other side in a line, and flips them. Who
//! has more stones at the end wins.
//!
//! A side that cannot move passes. The game ends when neither side can move. As in
//! Fairy-Stockfish, both sides then pass before it is over, unless the board is full or the
//! side to move has no stone. Also as there, a board with free squares in the centre is one
//! of Reversi's opening: the first four stones are placed there and flip nothing.

mod board;
mod knowledge;
mod network;
mod notation;
mod parse;
mod solver;

use board::{CENTRE, Discs, squares};
use plyglot_core::game::random::mix;
use plyglot_core::game::{Game, Outcome, Side, Which};

/// A move: the square of the new stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// The pass. It is legal where no stone can be placed.
    pub const PASS: Move = Move(64);

    /// The square, `8 * rank + file`, 0 (a1) to 63 (h8), or `None` for a pass.
    pub fn square(self) -> Option<u8> {
        if self != Move::PASS { Some(self.0) } else { None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnOptions {
    Place,
    /// It can only pass, and the other side can then place a stone.
    Pass,
    /// It can only pass, as neither side can place a stone.
    Dead,
    Over,
}

/// A position of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    board: Discs,
    mobility: u64,
    side: Side,
    turn: TurnOptions,
    /// The stones that the first player has placed, with half of the four in the centre.
    /// It determines how many are left in hand.
    placed: u8,
    /// Passes since the last stone was placed.
    quiet_plies: u16,
    /// The full-move number, from 1. It increases after the second player's move.
    number: u16,
}

/// Where the side to move can place a stone.
#[inline(always)]
fn targets(board: Discs) -> u64 {
    match board.empty() & CENTRE {
        0 => board.mobility(),
        free => free,
    }
}

impl Othello {
    /// The position with these stones. While there are free squares in the centre, there
    /// must be no stone elsewhere.
    fn new(board: Discs, side: Side, placed: u8, [quiet_plies, number]: [u16; 2]) -> Othello {
        let turn = TurnOptions::Over;
        let mut position = Othello { board, mobility: 0, side, turn, placed, quiet_plies, number };
        position.find_moves();
        position
    }

    #[inline(always)]
    fn find_moves(&mut self) {
        self.mobility = targets(self.board);
        self.turn = if self.mobility != 0 { TurnOptions::Place } else { self.turn_without_moves() };
    }

    fn turn_without_moves(&self) -> TurnOptions {
        if targets(self.board.passed()) != 0 {
            TurnOptions::Pass
        } else if self.board.own == 0 || self.board.empty() == 0 || self.quiet_plies >= 2 {
            TurnOptions::Over
        } else {
            TurnOptions::Dead
        }
    }

    #[inline(always)]
    fn must_pass(&self) -> bool {
        matches!(self.turn, TurnOptions::Pass | TurnOptions::Dead)
    }

    /// The passes so far, where they make a difference: if neither side can place a stone.
    #[inline(always)]
    fn passes(&self) -> Option<u16> {
        if matches!(self.turn, TurnOptions::Dead | TurnOptions::Over) {
            Some(self.quiet_plies)
        } else {
            None
        }
    }

    #[inline(always)]
    fn by_player(&self) -> [u64; 2] {
        let Discs { own, other } = self.board;
        if self.side == Side::First { [own, other] } else { [other, own] }
    }
}

impl Game for Othello {
    type Move = Move;

    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        if self.turn == TurnOptions::Over {
            Some(Outcome::from_lead(self.board.difference()))
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        if which != Which::Tactical {
            squares(self.mobility).for_each(|square| visit(Move(square)));
            if self.must_pass() {
                visit(Move::PASS);
            }
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        u64::from(self.mobility.count_ones()) + u64::from(self.must_pass())
    }

    #[inline]
    fn play(&mut self, m: Move) {
        match m.square() {
            Some(square) => {
                self.board = self.board.after(square);
                self.placed += u8::from(self.side == Side::First);
                self.quiet_plies = 0;
            }
            None => {
                self.board = self.board.passed();
                self.quiet_plies = self.quiet_plies.saturating_add(1);
            }
        }
        let is_second = self.side == Side::Second;
        self.number = self.number.saturating_add(u16::from(is_second));
        self.side = !self.side;
        self.find_moves();
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = self.side.index() as u64 | u64::from(self.passes().unwrap_or(0)) << 1;
        mix(self.board.own ^ mix(self.board.other ^ mix(turn)))
    }

    #[inline]
    fn pack(m: Move) -> u32 {
        u32::from(m.0) + 1
    }

    #[inline]
    fn find(&self, packed: u32) -> Option<Move> {
        let m = Move(u8::try_from(packed.checked_sub(1)?).ok()?);
        let is_legal = match m.0 {
            0..64 => self.mobility >> m.0 & 1 == 1,
            _ => m == Move::PASS && self.must_pass(),
        };
        if is_legal { Some(m) } else { None }
    }
}
