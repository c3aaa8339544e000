//! Chess, and Chess960 by an option.
//!
//! The rules come from the `cozy-chess` crate; this module adds what the search and the
//! protocol need. Castling moves are always "king takes own rook", as only that is
//! unambiguous in Chess960; only [`plyglot_core::game::Notation`] uses `e1g1`.

mod endings;
mod evaluate;
mod exchange;
mod fen;
mod notation;
mod san;
mod sets;
mod strengths;
mod syzygy;

use cozy_chess::{
    BitBoard, Board, BoardBuilder, CastleRights, Color, Move, Piece, PieceMoves, Rank, Square,
    get_king_moves,
};
pub use evaluate::ChessState;
use plyglot_core::game::endings::EndgameTables;
use plyglot_core::game::{Game, Outcome, PathRules, Side, Which};
use sets::{beside, down, up};
use syzygy::Syzygy;
pub use syzygy::SyzygyTables;

/// Plies without a capture or a pawn move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// Mirrors the ranks: a square's number as a cell, which is counted from the top left.
const VERTICAL: usize = 56;

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// A position of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    /// Whether castling is written as in Chess960. The rules are the same.
    chess960: bool,
    /// By color: the castling rights that its FEN gives in Chess960 alone, while no move has been
    /// played.
    rights_of_chess960: [CastleRights; Color::NUM],
    syzygy: Syzygy,
    endings: Option<&'static EndgameTables>,
}

impl Chess {
    fn from_board(board: Board) -> Chess {
        let rights_of_chess960 = [CastleRights::EMPTY; Color::NUM];
        Chess {
            board,
            chess960: false,
            rights_of_chess960,
            syzygy: Syzygy::default(),
            endings: None,
        }
    }

    /// Adds the rights that the FEN gives in Chess960 alone.
    fn add_rights_of_chess960(&mut self) {
        let more =
            std::mem::replace(&mut self.rights_of_chess960, [CastleRights::EMPTY; Color::NUM]);
        if more == [CastleRights::EMPTY; Color::NUM] {
            return;
        }
        let mut builder = BoardBuilder::from_board(&self.board);
        for (color, CastleRights { short, long }) in Color::ALL.into_iter().zip(more) {
            let rights = builder.castle_rights_mut(color);
            rights.short = rights.short.or(short);
            rights.long = rights.long.or(long);
        }
        // The FEN was checked.
        if let Ok(board) = builder.build() {
            self.board = board;
        }
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    fn mover(&self, m: Move) -> Piece {
        self.piece_on(m.from).expect("a legal move moves a piece")
    }

    fn enemies(&self) -> BitBoard {
        self.board.colors(!self.board.side_to_move())
    }

    fn is_castling(&self, m: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(m.to)
    }

    fn captured(&self, m: Move) -> Option<(Piece, Square)> {
        if self.is_castling(m) {
            return None;
        }
        match self.piece_on(m.to) {
            Some(piece) => Some((piece, m.to)),
            None if self.is_en_passant(m) => {
                Some((Piece::Pawn, Square::new(m.to.file(), m.from.rank())))
            }
            None => None,
        }
    }

    fn is_en_passant(&self, m: Move) -> bool {
        m.from.file() != m.to.file() && self.board.pieces(Piece::Pawn).has(m.from)
    }

    /// The square behind a pawn that has just moved two squares, whether or not the pawn
    /// can be captured en passant.
    fn double_push(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    /// The en passant square, if a legal move captures there. Without such a move, the
    /// position is the same as if the pawn had arrived in two steps.
    fn en_passant(&self) -> Option<Square> {
        let target = self.double_push()?;
        let color = self.board.side_to_move();
        let capturers = cozy_chess::get_pawn_attacks(target, !color)
            & self.board.colored_pieces(color, Piece::Pawn);
        // Most double pushes return here. The check of legality, which costs a move
        // generation, is rare.
        if capturers.is_empty() {
            return None;
        }
        if self.board.generate_moves_for(capturers, |moves| moves.to.has(target)) {
            Some(target)
        } else {
            None
        }
    }

    /// Insufficient material: bare kings, a single minor piece, or only bishops on
    /// squares of one colour. No sequence of moves can mate.
    fn is_insufficient(&self) -> bool {
        let board = &self.board;
        let strong =
            board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !strong.is_empty() {
            return false;
        }
        let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
        minors.len() <= 1
            || board.pieces(Piece::Knight).is_empty()
                && (minors.is_subset(BitBoard::DARK_SQUARES)
                    || minors.is_subset(BitBoard::LIGHT_SQUARES))
    }

    /// Squares of pieces that may have a tactical move. Pawns that cannot capture or
    /// promote and a king without captures are left out. The legality of king moves costs
    /// more time than anything else in move generation.
    fn tactical_movers(&self, targets: BitBoard) -> BitBoard {
        let color = self.board.side_to_move();
        let capturers = match color {
            Color::White => beside(down(targets)),
            Color::Black => beside(up(targets)),
        };
        let promoting = Rank::Seventh.relative_to(color).bitboard();
        let king = self.board.king(color);
        let is_idle = (get_king_moves(king) & targets).is_empty();
        let idle = if is_idle { king.bitboard() } else { BitBoard::EMPTY };
        let pawns = self.board.pieces(Piece::Pawn);
        !(idle | (pawns - capturers - promoting))
    }

    fn has_no_move(&self) -> bool {
        !self.board.generate_moves(|_| true)
    }
}

fn tactical_targets(moves: &PieceMoves, captures: BitBoard, en_passant: BitBoard) -> BitBoard {
    match moves.piece {
        Piece::Pawn => moves.to & (captures | en_passant | LAST_RANKS),
        _ => moves.to & captures,
    }
}

impl Game for Chess {
    type Move = Move;

    const REPEATS: bool = true;

    /// Endings are solved by the same rules in a file, whose positions forget how they came about.
    fn path_rules(&self) -> Result<PathRules, String> {
        Err("the game fairy, which is chess with a table of all positions".to_owned())
    }

    fn side(&self) -> Side {
        match self.board.side_to_move() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn decided(&self) -> Option<Outcome> {
        if self.board.halfmove_clock() >= FIFTY_MOVES {
            let mated = !self.board.checkers().is_empty() && self.has_no_move();
            return Some(if mated { Outcome::Lost } else { Outcome::Drawn });
        }
        if self.is_insufficient() { Some(Outcome::Drawn) } else { None }
    }

    fn stalled(&self) -> Outcome {
        if self.board.checkers().is_empty() { Outcome::Drawn } else { Outcome::Lost }
    }

    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        let captures = self.enemies();
        let en_passant = self.double_push().map_or(BitBoard::EMPTY, Square::bitboard);
        let movers = match which {
            Which::Tactical => self.tactical_movers(captures | en_passant),
            _ => BitBoard::FULL,
        };
        self.board.generate_moves_for(movers, |mut moves| {
            match which {
                Which::All => {}
                Which::Tactical => moves.to = tactical_targets(&moves, captures, en_passant),
                Which::Quiet => moves.to &= !tactical_targets(&moves, captures, en_passant),
            }
            moves.into_iter().for_each(&mut visit);
            false
        });
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        self.board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    fn tactical(&self, m: Move) -> bool {
        m.promotion.is_some() || self.enemies().has(m.to) || self.is_en_passant(m)
    }

    fn play(&mut self, m: Move) {
        self.board.play_unchecked(m);
        self.rights_of_chess960 = [CastleRights::EMPTY; Color::NUM];
    }

    fn key(&self) -> u64 {
        match self.en_passant() {
            Some(_) => self.board.hash(),
            None => self.board.hash_without_ep(),
        }
    }

    fn irreversible(&self, m: Move) -> bool {
        // A capture, or castling, in which the king's target is the rook's square.
        if self.board.occupied().has(m.to) {
            return true;
        }
        let color = self.board.side_to_move();
        let rights = self.board.castle_rights(color);
        match self.mover(m) {
            Piece::Pawn => true,
            Piece::King => rights.short.is_some() || rights.long.is_some(),
            Piece::Rook => [rights.short, rights.long]
                .into_iter()
                .flatten()
                .any(|file| m.from == Square::new(file, Rank::First.relative_to(color))),
            _ => false,
        }
    }

    fn find(&self, packed: u32) -> Option<Move> {
        let square = |bits: u32| Square::try_index(bits as usize % Square::NUM);
        let promotion = match packed >> 12 & 7 {
            0 => None,
            piece => Some(Piece::try_index(piece as usize - 1)?),
        };
        let m = Move { from: square(packed)?, to: square(packed >> 6)?, promotion };
        if Self::pack(m) == packed && self.board.is_legal(m) { Some(m) } else { None }
    }

    /// 16 bits: origin, target, promotion, and a bit that is always set.
    fn pack(m: Move) -> u32 {
        let promotion = m.promotion.map_or(0, |piece| piece as u32 + 1);
        m.from as u32 | (m.to as u32) << 6 | promotion << 12 | 1 << 15
    }
}
