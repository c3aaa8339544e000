//! Positions of games whose rules are read from a file.

mod attacks;
mod castling;
mod chase;
mod custodial;
mod danger;
mod drawing;
mod drops;
mod end_name;
mod exchange;
mod extras;
mod fen;
mod foreign;
mod game;
mod generate;
mod image;
mod jumps;
mod legality;
mod men;
mod mv;
mod notation;
mod play;
mod rows;
mod space;
#[cfg(test)]
mod tests;
mod verdict;
mod view;

pub(crate) use exchange::WHOLE_GAME;
pub use mv::Move;
pub(crate) use notation::shogi_names::has_records;
pub use verdict::Verdict;

use crate::counters::Counters;
use crate::rules::{NONE, Rules};
use crate::set::Set;
use chase::Chase;
use plyglot_core::game::Side;
use plyglot_core::game::endings::EndgameTables;
use plyglot_definition::MAX_KINDS;

/// The entry of a wall in [`Position::board`]; a piece is its kind plus 1.
const WALL: u8 = u8::MAX;

/// A position. It is copied before each move, so it has no pointers but that to the rules.
#[derive(Clone, Copy, Debug)]
pub struct Position<S: Set> {
    rules: &'static Rules<S>,
    /// By square: 0 if it is empty, a kind plus 1, or [`WALL`].
    board: S::Board,
    /// The squares of each kind, of both sides.
    kinds: [S; MAX_KINDS],
    sides: [S; 2],
    walls: S,
    /// The number of pieces of each kind in the hand of each side.
    hands: [[u8; MAX_KINDS]; 2],
    side: Side,
    /// By side and wing, the king's first: the square of the rook that may castle, or [`NONE`].
    castling: [[u8; 2]; 2],
    /// By side: the square of the king that may castle, while it may.
    castling_from: [u8; 2],
    /// By side and wing: the squares that have to be empty for it.
    castling_ways: [[S; 2]; 2],
    /// By side and wing, while no move has been played: the square of the rook that may castle in
    /// Chess960 alone, or [`NONE`].
    castling_of_chess960: [[u8; 2]; 2],
    /// Whether castling is written as in Chess960: the king takes the rook. The rules are the same.
    castles_by_rook: bool,
    /// The squares from which a piece may be gated in when theirs leaves.
    gates: S,
    /// The squares on which a pawn may be captured en passant.
    en_passant: S,
    /// The square of that pawn.
    en_passant_pawn: u8,
    counters: Counters,
    /// Plies since the last irreversible move, as the n-move rule counts them.
    quiet_plies: u16,
    /// The plies within which a side must mate, by the counting rule; 0 for no limit.
    counting_limit: u16,
    /// The plies that count towards the limit.
    counted: u16,
    /// The number of the full move, from 1.
    number: u16,
    last: Last,
    shuttles: [Shuttle; 2],
    /// By side, in shatar: whether the checks against it in a row make a mate count.
    shak: [bool; 2],
    chase: Chase,
    /// The pieces that attack the king of the side to move.
    checkers: S,
    key: u64,
    /// The tables of endings that the search may ask.
    endings: Option<&'static EndgameTables>,
}

/// Facts about the last move, for rules that look back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Last {
    passes: u8,
    /// The target of a drop, plus 1; 0 for none.
    dropped: u8,
    /// 1 if the last move was castling on the king's side, 2 on the queen's side.
    castled: u8,
    kind: u8,
}

/// How long a side has moved a piece to and fro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shuttle {
    /// The squares of its last move; [`NONE`] if that does not count, and as the origin of a drop.
    way: [u8; 2],
    /// Whether the last move captured nothing.
    may_lead: bool,
    /// How many moves in a row were between the same two squares, after one that led there.
    times: u8,
}

impl Default for Shuttle {
    fn default() -> Shuttle {
        Shuttle { way: [NONE; 2], may_lead: false, times: 0 }
    }
}

/// The bits of a key that decide whether a position is repeated.
const REPETITION_BITS: u64 = (1 << 48) - 1;

impl<S: Set + std::hash::Hash> Position<S> {
    fn empty(rules: &'static Rules<S>) -> Position<S> {
        Position {
            rules,
            board: S::EMPTY_BOARD,
            kinds: [S::EMPTY; MAX_KINDS],
            sides: [S::EMPTY; 2],
            walls: S::EMPTY,
            hands: [[0; MAX_KINDS]; 2],
            side: Side::First,
            castling: [[NONE; 2]; 2],
            castling_from: [NONE; 2],
            castling_ways: [[S::EMPTY; 2]; 2],
            castling_of_chess960: [[NONE; 2]; 2],
            castles_by_rook: rules.definition.castling.chess960,
            gates: S::EMPTY,
            en_passant: S::EMPTY,
            en_passant_pawn: NONE,
            counters: Counters::default(),
            quiet_plies: 0,
            counting_limit: 0,
            counted: 0,
            number: 1,
            last: Last::default(),
            shuttles: [Shuttle::default(); 2],
            shak: [false; 2],
            chase: Chase::default(),
            checkers: S::EMPTY,
            key: 0,
            endings: None,
        }
    }

    /// The position without anything on the board or in hand, without rights and without a past,
    /// for another one to be set up in the same game.
    fn cleared(&self, side: Side) -> Position<S> {
        let Position {
            rules,
            castles_by_rook,
            counters,
            endings,
            side: _,
            board: _,
            kinds: _,
            sides: _,
            walls: _,
            hands: _,
            castling: _,
            castling_from: _,
            castling_ways: _,
            castling_of_chess960: _,
            gates: _,
            en_passant: _,
            en_passant_pawn: _,
            quiet_plies: _,
            counting_limit: _,
            counted: _,
            number: _,
            last: _,
            shuttles: _,
            shak: _,
            chase: _,
            checkers: _,
            key: _,
        } = *self;
        Position { side, castles_by_rook, counters, endings, ..Position::empty(rules) }
    }

    /// The occupied squares, walls among them.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> S {
        self.sides[0] | self.sides[1] | self.walls
    }

    #[inline(always)]
    pub(crate) fn own(&self, side: Side) -> S {
        self.sides[side]
    }

    /// The kind of the piece on a square that has one.
    #[inline(always)]
    pub(crate) fn kind_at(&self, square: u8) -> u8 {
        self.board.as_ref()[usize::from(square)] - 1
    }

    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side, kind: u8) -> S {
        self.kinds[usize::from(kind)] & self.own(side)
    }

    /// The pieces of a side that are of one of these pieces of the definition.
    fn pieces_of(&self, side: Side, pieces: plyglot_definition::PieceMask) -> S {
        self.rules.kinds_of(pieces).fold(S::EMPTY, |set, kind| set | self.pieces(side, kind))
    }

    #[inline(always)]
    pub(crate) fn free(&self) -> S {
        self.rules.board & !self.occupied()
    }

    /// The pieces of a side that are of this piece of the definition.
    #[inline(always)]
    pub(crate) fn pieces_of_one(&self, side: Side, piece: usize) -> S {
        let all = self.rules.kinds_of_one(piece);
        all.fold(S::EMPTY, |set, kind| set | self.kinds[usize::from(kind)]) & self.own(side)
    }

    #[inline(always)]
    fn put(&mut self, square: u8, side: Side, kind: u8) {
        let bit = S::bit(square);
        self.board.as_mut()[usize::from(square)] = kind + 1;
        self.kinds[usize::from(kind)] |= bit;
        self.sides[side] |= bit;
        self.key ^= self.rules.zobrist.piece(kind, side, square);
    }

    /// Takes the piece from a square that has one.
    #[inline(always)]
    fn take(&mut self, square: u8) -> (Side, u8) {
        let bit = S::bit(square);
        let kind = self.kind_at(square);
        let side = if self.sides[0].meets(bit) { Side::First } else { Side::Second };
        self.board.as_mut()[usize::from(square)] = 0;
        self.kinds[usize::from(kind)] ^= bit;
        self.sides[side] ^= bit;
        self.key ^= self.rules.zobrist.piece(kind, side, square);
        (side, kind)
    }

    fn put_wall(&mut self, square: u8) {
        self.board.as_mut()[usize::from(square)] = WALL;
        self.walls |= S::bit(square);
    }

    fn take_wall(&mut self, square: u8) {
        self.board.as_mut()[usize::from(square)] = 0;
        self.walls ^= S::bit(square);
    }

    #[inline(always)]
    fn change_hand(&mut self, side: Side, kind: u8, change: i8) {
        let count = &mut self.hands[side][usize::from(kind)];
        let zobrist = &self.rules.zobrist;
        self.key ^= zobrist.hand(kind, side, *count);
        *count = count.saturating_add_signed(change);
        self.key ^= zobrist.hand(kind, side, *count);
    }

    /// Whether the second side has not moved yet in a game in which it may swap.
    pub(crate) fn is_before_swap(&self) -> bool {
        self.rules.definition.turns.swap_rule && self.number == 1
    }

    /// A hash of everything that decides what may be played. If perpetual check loses, the
    /// last bit says whether the side to move is in check.
    pub(crate) fn hash(&self) -> u64 {
        let Position {
            rules,
            walls,
            side,
            castling: [[a, b], [c, d]],
            gates,
            counters,
            checkers,
            key,
            // In functions of their own.
            en_passant: _,
            number: _,
            // In the key.
            board: _,
            kinds: _,
            sides: _,
            hands: _,
            // They follow from the others.
            castling_from: _,
            castling_ways: _,
            en_passant_pawn: _,
            // Only for Chess960.
            castling_of_chess960: _,
            castles_by_rook: _,
            // What was played before, and what draws by counting.
            quiet_plies: _,
            counting_limit: _,
            counted: _,
            last: _,
            shuttles: _,
            shak: _,
            chase: _,
            // Nothing of the game.
            endings: _,
        } = *self;
        let zobrist = &rules.zobrist;
        let rights = u64::from(u32::from_be_bytes([!a, !b, !c, !d]));
        let hash = key
            ^ zobrist.state(1, side.index() as u64)
            ^ zobrist.state(2, rights)
            ^ zobrist.state(3, gates.hash()) & !REPETITION_BITS
            ^ self.en_passant_key()
            ^ zobrist.state(5, walls.hash())
            ^ counters.hash(zobrist)
            ^ zobrist.state(9, self.is_before_swap().into());
        if rules.definition.repetition.perpetual_check_loses {
            hash & !1 | u64::from(!checkers.is_empty())
        } else {
            hash
        }
    }

    /// The part of the key for captures en passant. For repetition, two squares on a file count as
    /// none, as in Fairy-Stockfish.
    fn en_passant_key(&self) -> u64 {
        if self.en_passant.is_empty() {
            return 0;
        }
        let file = |square: u8| self.rules.size.place(square).0;
        let files = self.en_passant.squares().fold(0, |files, square| files ^ 1 << file(square));
        let zobrist = &self.rules.zobrist;
        zobrist.state(4, files) ^ zobrist.state(7, self.en_passant.hash()) & !REPETITION_BITS
    }
}
