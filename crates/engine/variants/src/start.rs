//! What the start of a game tells before anything is played: whether it is a position at all, what
//! stands where, and how soon a side may win.

use crate::position::Position;
use crate::rules::Variant;
use crate::set::Set;
use crate::stones::{StoneGame, StonePosition};
use plyglot_core::game::{EndName, Game, Mismatch, Notation, Outcome, Side, TextError};
use std::hash::Hash;

/// A square, by its file and rank, from 0.
pub type Square = (u8, u8);

/// What the start position and the tables of a game say, by side; of games of stones alone only
/// `mirrored`.
#[derive(Clone, Debug, Default)]
pub struct StartFacts {
    /// A cell whose stone a swap puts elsewhere, and where.
    pub mirrored: Option<[Square; 2]>,
    /// What a swap does; `None` if the sides are not alike.
    pub swap: Option<Swap>,
    /// The squares of king and rook before and after each way to castle.
    pub castlings: [Vec<[Square; 4]>; 2],
    /// The squares from which a piece may be gated in, or leap as in Cambodia, and what stands there.
    pub gates: [Vec<(Square, usize)>; 2],
    /// The pieces in hand, and how many of each.
    pub hands: [Vec<(usize, u8)>; 2],
    /// By piece, what stands on it in place of its letter: signs of Chinese script.
    pub signs: Vec<String>,
    /// How many checks each side has to give.
    pub checks: [u8; 2],
    /// Whether a game ends when neither side has the pieces to win.
    pub is_dead_by_material: bool,
}

/// What a swap does to a position of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap {
    /// The pieces change sides where they are.
    Sides,
    /// The board is turned by half.
    Turned,
    /// The board is mirrored.
    Mirrored,
}

/// How a game is over soon after its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// The side to move wins at once by this move, and the game ends so.
    FirstMove(String, EndName),
    /// The side to move wins by its second move, if its first one is this.
    SecondMove(String),
    /// The other side wins by its move of this number, from 1, whatever is played.
    Answer(u32),
    /// Every first move ends the game.
    AnyMove,
}

/// The most plies after which a win by force is seen.
const MAX_PLIES: u32 = 4;
/// The most moves that are looked at for it, in all positions. A position of chess has some 30, and
/// one of hostile rules tens of thousands.
const MAX_MOVES: usize = 150_000;
/// A position costs as much as one with so many moves, though it has fewer.
const MIN_COST: usize = 50;
/// The same where moves are found among many jumps.
const MIN_COST_OF_JUMPS: usize = 500;

impl<S: Set + Hash> Variant<S> {
    pub(crate) fn check_start(&'static self, text: &str) -> Result<(), TextError> {
        let start = Position::read_fen(self.rules(), text)?;
        start.check_rights(text)?;
        check_running(&start)
    }

    pub(crate) fn start_facts(&'static self) -> StartFacts {
        let start = Position::start(self);
        StartFacts {
            mirrored: None,
            swap: self.swap(),
            castlings: Side::BOTH.map(|side| castlings(&start, side)),
            gates: Side::BOTH.map(|side| gates(&start, side)),
            hands: Side::BOTH.map(|side| hand(&start, side)),
            signs: (0..self.definition.pieces.len()).map(|piece| self.signs(piece)).collect(),
            checks: Side::BOTH.map(|side| start.checks_left(side)),
            is_dead_by_material: self.rules().material().is_some(),
        }
    }

    pub(crate) fn swap(&'static self) -> Option<Swap> {
        let rules = self.rules();
        let map = rules.swap_map()?;
        Some(match map.square(0) {
            0 => Swap::Sides,
            last if last + 1 == rules.size.squares() => Swap::Turned,
            _ => Swap::Mirrored,
        })
    }

    fn signs(&'static self, piece: usize) -> String {
        let rules = self.rules();
        let kind = rules.kinds.iter().position(|kind| kind.piece == piece);
        let mut signs = kind.map_or(Vec::new(), |kind| rules.symbols()[kind].to_vec());
        signs.dedup();
        let signs = signs.into_iter().flatten().filter(|&sign| sign > '\u{2fff}');
        signs.map(String::from).collect::<Vec<_>>().join(" ")
    }
}

fn castlings<S: Set + Hash>(start: &Position<S>, side: Side) -> Vec<[Square; 4]> {
    let size = start.rules().size;
    start.castling_moves(side).into_iter().map(|way| way.map(|at| size.place(at))).collect()
}

fn gates<S: Set + Hash>(start: &Position<S>, side: Side) -> Vec<(Square, usize)> {
    let rules = start.rules();
    let mut gates = Vec::new();
    for at in (start.gates() & start.own(side)).squares() {
        gates.push((rules.size.place(at), rules.kind(start.kind_at(at)).piece));
    }
    gates
}

fn hand<S: Set + Hash>(start: &Position<S>, side: Side) -> Vec<(usize, u8)> {
    let mut hand = Vec::new();
    for (&held, kind) in start.hand(side).iter().zip(&start.rules().kinds) {
        if held > 0 {
            hand.push((kind.piece, held));
        }
    }
    hand
}

impl StoneGame {
    pub(crate) fn check_start(&'static self, text: &str) -> Result<(), TextError> {
        check_running(&StonePosition::read(self, text)?)
    }

    /// Whether the sides are alike, and the board is empty for the first player.
    pub(crate) fn can_swap(&'static self) -> bool {
        let board = &self.definition.board;
        let is_empty = board.start_cells().all(|(_, _, c)| c == '*');
        !board.second_begins() && is_empty && self.swap_cells().is_some()
    }

    pub(crate) fn start_facts(&'static self) -> StartFacts {
        StartFacts { mirrored: self.mirrored(), ..StartFacts::default() }
    }

    fn mirrored(&'static self) -> Option<[Square; 2]> {
        if !self.definition.turns.swap_rule {
            return None;
        }
        let (from, &to) = (0..).zip(self.swap_cells()?).find(|&(from, &to)| from != to)?;
        Some([self.recorded_square(from), self.recorded_square(to)])
    }

    fn recorded_square(&'static self, cell: u16) -> Square {
        let grid = self.grid();
        let (file, rank) = grid.place(cell);
        // Records of hex count ranks from the top.
        let rank = if self.definition.is_hex() { grid.ranks - 1 - rank } else { rank };
        (file as u8, rank as u8)
    }
}

fn check_running<G: Notation>(start: &G) -> Result<(), TextError> {
    const EXPECTED: &str = "a position in which the game is not over yet";
    match start.status() {
        None => Ok(()),
        Some(_) => {
            let mismatch = Mismatch::new(EXPECTED, start.end_name().to_string());
            Err(TextError { at: 0, mismatch })
        }
    }
}

/// Whether all first moves end the game, or a side soon wins by force.
pub(crate) fn early_end<G: Notation>(start: &G, has_jumps: bool) -> Option<EarlyEnd> {
    let min_cost = if has_jumps { MIN_COST_OF_JUMPS } else { MIN_COST };
    let mut moves = MoveBudget { left: MAX_MOVES, min_cost };
    for plies in 1..=MAX_PLIES {
        if plies.is_multiple_of(2) {
            if moves.loses(start, plies) {
                return Some(EarlyEnd::Answer(plies / 2));
            }
        } else if let Some(m) = moves.winning_move(start, plies) {
            let name = start.print_move(m);
            return Some(match plies {
                1 => EarlyEnd::FirstMove(name, start.after(m).end_name()),
                _ => EarlyEnd::SecondMove(name),
            });
        }
    }
    let all_end = start.legal_moves().into_iter().all(|m| start.after(m).status().is_some());
    if all_end { Some(EarlyEnd::AnyMove) } else { None }
}

/// The moves that may still be looked at.
struct MoveBudget {
    left: usize,
    min_cost: usize,
}

impl MoveBudget {
    /// A move with which the side to move wins within so many plies.
    fn winning_move<G: Game>(&mut self, position: &G, plies: u32) -> Option<G::Move> {
        let moves = position.legal_moves();
        let count = moves.len();
        moves.into_iter().find(|&m| self.spend(count) && self.loses(&position.after(m), plies - 1))
    }

    /// Whether the side to move loses within so many plies. No, if that would take too long to see.
    fn loses<G: Game>(&mut self, position: &G, plies: u32) -> bool {
        match position.status() {
            Some(outcome) => return outcome == Outcome::Lost,
            None if plies == 0 => return false,
            None => {}
        }
        let moves = position.legal_moves();
        let count = moves.len();
        moves.into_iter().all(|m| {
            if !self.spend(count) {
                return false;
            }
            let next = position.after(m);
            match next.status() {
                Some(outcome) => outcome == Outcome::Won,
                None => self.winning_move(&next, plies - 1).is_some(),
            }
        })
    }

    /// Spends what a position costs: about as many moves as the one before it has. Returns whether
    /// so many were left.
    fn spend(&mut self, moves: usize) -> bool {
        let cost = moves.max(self.min_cost);
        let is_enough = self.left >= cost;
        self.left = self.left.saturating_sub(cost);
        is_enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tictactoe::TicTacToe;

    /// O threatens three cells, and X can take only one: 3 moves, and the 2 after each.
    #[test]
    fn a_loss_is_seen_while_moves_are_left() {
        let position = TicTacToe::parse("OXX..XO.O").expect("a position");
        for (left, min_cost, is_seen) in
            [(0, 1, false), (8, 1, false), (500, 1, true), (500, 300, false)]
        {
            let mut moves = MoveBudget { left, min_cost };
            assert_eq!(moves.loses(&position, 2), is_seen, "{left} for {min_cost} each");
        }
    }
}
