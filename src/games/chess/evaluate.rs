//! What the search is told of chess: material and squares, checks, exchanges.

use super::tables::{FULL_PHASE, PHASES, Tapered, value};
use super::{Chess, exchange};
use crate::games::random::mix;
use crate::games::{Game, Glance, Knowledge, Side};
use cozy_chess::{BoardBuilder, Color, File, Move, Piece, Square};

/// What the right to move is worth, in centipawns.
const TEMPO: i32 = 12;

/// The sums over all pieces of their values on their squares, as White counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    sum: Tapered,
    /// How much of the midgame is left, 0 to 24, more after promotions.
    phase: u8,
}

impl Balance {
    fn add(&mut self, piece: Piece, color: Color, square: Square) {
        let value = value(piece, color, square);
        self.sum.mid += value.mid;
        self.sum.end += value.end;
        self.phase += PHASES[piece as usize];
    }

    fn remove(&mut self, piece: Piece, color: Color, square: Square) {
        let value = value(piece, color, square);
        self.sum.mid -= value.mid;
        self.sum.end -= value.end;
        self.phase -= PHASES[piece as usize];
    }

    /// The balance as White counts, weighed by the phase of the game.
    fn weighed(self) -> i32 {
        let phase = i32::from(self.phase).min(FULL_PHASE);
        let (mid, end) = (i32::from(self.sum.mid), i32::from(self.sum.end));
        (mid * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Chess {
    /// Where king and rook stand after a castling move.
    pub(super) fn castled(m: Move) -> (Square, Square) {
        let (king, rook) =
            if m.from.file() < m.to.file() { (File::G, File::F) } else { (File::C, File::D) };
        (Square::new(king, m.from.rank()), Square::new(rook, m.from.rank()))
    }

    /// The position with the board turned round and the colours exchanged.
    fn colours_flipped(&self) -> BoardBuilder {
        let board = BoardBuilder::from_board(&self.board);
        let mut flipped = BoardBuilder::empty();
        for square in Square::ALL {
            *flipped.square_mut(square.flip_rank()) =
                board.square(square).map(|(piece, color)| (piece, !color));
        }
        for color in Color::ALL {
            *flipped.castle_rights_mut(!color) = *board.castle_rights(color);
        }
        flipped.side_to_move = !board.side_to_move;
        flipped.en_passant = board.en_passant.map(Square::flip_rank);
        flipped.halfmove_clock = board.halfmove_clock;
        flipped.fullmove_number = board.fullmove_number;
        flipped
    }
}

impl Knowledge for Chess {
    type State = Balance;

    const QUIESCENCE: bool = true;
    const REDUCTION: i32 = 100;
    const MARGIN: i32 = 80;
    const NULL_MOVE: bool = true;
    const PRUNES_LATE: bool = true;
    const FUTILITY: i32 = 90;
    const PRUNES_EXCHANGES: bool = true;
    const SLOTS: usize = Piece::NUM * Square::NUM;
    const CONTINUES: bool = true;
    const PRIZES: usize = Piece::NUM;
    const CORRECTIONS: usize = 4;

    fn state(&self) -> Balance {
        let mut balance = Balance::default();
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.board.colored_pieces(color, piece) {
                    balance.add(piece, color, square);
                }
            }
        }
        balance
    }

    fn advance(&self, m: Move, balance: &mut Balance) {
        let color = self.board.side_to_move();
        let piece = self.mover(m);
        balance.remove(piece, color, m.from);
        if self.is_castling(m) {
            let (king, rook) = Chess::castled(m);
            balance.remove(Piece::Rook, color, m.to);
            balance.add(Piece::King, color, king);
            balance.add(Piece::Rook, color, rook);
            return;
        }
        if let Some((victim, square)) = self.victim(m) {
            balance.remove(victim, !color, square);
        }
        balance.add(m.promotion.unwrap_or(piece), color, m.to);
    }

    fn evaluate(&self, balance: &Balance) -> i32 {
        let white = balance.weighed();
        TEMPO + if self.side() == Side::First { white } else { -white }
    }

    fn glance(&self) -> Glance {
        if self.board.checkers().is_empty() { Glance::Open } else { Glance::Forced }
    }

    /// With pawns alone, having to move is often what loses.
    fn passed(&self) -> Option<Chess> {
        let side = self.board.side_to_move();
        let plain = self.board.pieces(Piece::Pawn) | self.board.pieces(Piece::King);
        if (self.board.colors(side) & !plain).is_empty() {
            return None;
        }
        self.board.null_move().map(|board| Chess { board, ..self.clone() })
    }

    /// The value captured and promoted, less the rank of the capturing piece
    /// from pawn to king: the most valuable victim first, and of its captors
    /// the least valuable.
    fn gain(&self, m: Move) -> i32 {
        exchange::first_gain(self, m) - self.mover(m) as i32
    }

    fn exchange(&self, m: Move, threshold: i32) -> bool {
        exchange::gains(self, m, threshold)
    }

    /// The captured piece; promotions that capture nothing go together.
    fn prize(&self, m: Move) -> usize {
        self.victim(m).map_or(Piece::King, |(piece, _)| piece) as usize
    }

    /// The pawns; the other pieces of White, and of Black; minor pieces and kings.
    fn correction(&self, kind: usize) -> u64 {
        let sets = |pieces: &[Piece], colors: &[Color]| {
            let boards = colors.iter().flat_map(|&color| {
                pieces.iter().map(move |&piece| self.board.colored_pieces(color, piece).0)
            });
            // Sums of products need not wait for each other, unlike chained mixing.
            let odd = (1u64..).map(|n| (2 * n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let products = boards.zip(odd).map(|(board, odd)| board.wrapping_mul(odd));
            mix(products.fold(0, u64::wrapping_add))
        };
        const PIECES: [Piece; 5] =
            [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        match kind {
            0 => sets(&[Piece::Pawn], &Color::ALL),
            1 => sets(&PIECES, &[Color::White]),
            2 => sets(&PIECES, &[Color::Black]),
            _ => sets(&[Piece::Knight, Piece::Bishop, Piece::King], &Color::ALL),
        }
    }

    fn mirrored(&self) -> Option<Chess> {
        let board = self.colours_flipped().build().ok()?;
        Some(Chess { board, chess960: self.chess960 })
    }

    /// The moving piece and its target.
    fn slot(&self, m: Move) -> usize {
        self.mover(m) as usize * Square::NUM + m.to as usize
    }
}
