//! Static exchange evaluation: the gain of a capture when both sides continue to capture
//! on the same square, each with its least valuable piece, and either side may stop. It
//! follows the swap algorithm of the Chess Programming Wiki ("SEE - The Swap Algorithm"),
//! with a threshold instead of a list of gains.
//!
//! Limits: pins are ignored, and a pawn that recaptures on the last rank counts as a
//! pawn. Among equal pieces, the first in the order of the squares captures, even if
//! another would uncover more attackers.

use super::Chess;
use cozy_chess::{
    BitBoard, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// The value of each piece in an exchange, in centipawns, in the order of [`Piece::ALL`].
/// The king outweighs everything else on the board.
pub(super) const VALUES: [i32; Piece::NUM] = [100, 320, 335, 500, 980, 20_000];

struct Exchange<'a> {
    position: &'a Chess,
    target: Square,
    occupied: BitBoard,
    attackers: BitBoard,
}

impl Exchange<'_> {
    fn after(position: &Chess, m: Move) -> Exchange<'_> {
        let mut occupied = (position.board.occupied() & !m.from.bitboard()) | m.to.bitboard();
        if let Some((_, square)) = position.captured(m)
            && square != m.to
        {
            occupied &= !square.bitboard();
        }
        Exchange::on(position, m.to, occupied)
    }

    fn on(position: &Chess, target: Square, occupied: BitBoard) -> Exchange<'_> {
        let mut exchange = Exchange { position, target, occupied, attackers: BitBoard::EMPTY };
        exchange.attackers = exchange.leapers() | exchange.diagonals() | exchange.orthogonals();
        exchange
    }

    fn leapers(&self) -> BitBoard {
        let board = &self.position.board;
        let pawns = |color: Color| {
            get_pawn_attacks(self.target, !color) & board.colored_pieces(color, Piece::Pawn)
        };
        let attackers = (get_knight_moves(self.target) & board.pieces(Piece::Knight))
            | (get_king_moves(self.target) & board.pieces(Piece::King))
            | pawns(Color::White)
            | pawns(Color::Black);
        attackers & self.occupied
    }

    fn diagonals(&self) -> BitBoard {
        let board = &self.position.board;
        let sliders = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
        get_bishop_moves(self.target, self.occupied) & sliders & self.occupied
    }

    fn orthogonals(&self) -> BitBoard {
        let board = &self.position.board;
        let sliders = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        get_rook_moves(self.target, self.occupied) & sliders & self.occupied
    }

    fn attackers_of(&self, color: Color) -> BitBoard {
        self.attackers & self.position.board.colors(color)
    }

    /// Captures with the least valuable attacker of `color` and adds the attackers that
    /// it uncovers. `None` if there is no attacker.
    fn take(&mut self, color: Color) -> Option<Piece> {
        let ours = self.attackers_of(color);
        let (piece, attackers) = Piece::ALL
            .into_iter()
            .map(|piece| (piece, ours & self.position.board.pieces(piece)))
            .find(|(_, attackers)| !attackers.is_empty())?;
        self.occupied ^= attackers.next_square()?.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen | Piece::King) {
            self.attackers |= self.diagonals();
        }
        if matches!(piece, Piece::Rook | Piece::Queen | Piece::King) {
            self.attackers |= self.orthogonals();
        }
        self.attackers &= self.occupied;
        Some(piece)
    }
}

pub(super) fn attackers(position: &Chess, color: Color, square: Square) -> BitBoard {
    Exchange::on(position, square, position.board.occupied()).attackers_of(color)
}

pub(super) fn gains(position: &Chess, m: Move, threshold: i32) -> bool {
    // `margin` is the gain beyond the threshold of the side that captured last: first if
    // its piece is not recaptured, then if it is.
    let mut margin = first_gain(position, m) - threshold;
    if margin < 0 || position.is_castling(m) {
        return margin >= 0;
    }
    margin -= VALUES[m.promotion.unwrap_or(position.mover(m)) as usize];
    if margin >= 0 {
        return true;
    }
    let mover = position.board.side_to_move();
    let mut capturing_side = mover;
    let mut exchange = Exchange::after(position, m);
    while margin < 0 {
        let Some(piece) = exchange.take(!capturing_side) else { break };
        if piece == Piece::King && !exchange.attackers_of(capturing_side).is_empty() {
            break;
        }
        capturing_side = !capturing_side;
        // The other side needs one unit more than this side would be satisfied with.
        margin = -1 - margin - VALUES[piece as usize];
    }
    capturing_side == mover
}

pub(super) fn first_gain(position: &Chess, m: Move) -> i32 {
    let captured = position.captured(m).map_or(0, |(piece, _)| VALUES[piece as usize]);
    let promoted =
        m.promotion.map_or(0, |piece| VALUES[piece as usize] - VALUES[Piece::Pawn as usize]);
    captured + promoted
}
