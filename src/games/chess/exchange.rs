//! Static exchange evaluation: what remains of a capture when both sides go on
//! taking on the same square, each with its least valuable piece, and either
//! may stop. After the swap algorithm of the Chess Programming Wiki ("SEE - The
//! Swap Algorithm"), with a threshold instead of a list of gains.
//!
//! Pins are not seen, a pawn that retakes on the last rank counts as a pawn,
//! and of equal pieces the first takes in the order of the squares, even where
//! another would uncover more.

use super::Chess;
use cozy_chess::{
    BitBoard, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// What a piece counts in an exchange, in centipawns, in the order of
/// [`Piece::ALL`]. The king's outweighs everything else on the board.
pub(super) const VALUES: [i32; Piece::NUM] = [100, 320, 335, 500, 980, 20_000];

/// The pieces that still stand while an exchange on `target` goes on.
struct Exchange<'a> {
    position: &'a Chess,
    target: Square,
    occupied: BitBoard,
    /// Pieces of both sides that can take on the target now.
    attackers: BitBoard,
}

impl Exchange<'_> {
    /// The exchange on the target of `m` after `m` has been played.
    fn after(position: &Chess, m: Move) -> Exchange<'_> {
        let mut occupied = (position.board.occupied() & !m.from.bitboard()) | m.to.bitboard();
        if let Some((_, square)) = position.victim(m)
            && square != m.to
        {
            occupied &= !square.bitboard();
        }
        let mut exchange =
            Exchange { position, target: m.to, occupied, attackers: BitBoard::EMPTY };
        exchange.attackers = exchange.leapers() | exchange.diagonals() | exchange.straights();
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

    fn straights(&self) -> BitBoard {
        let board = &self.position.board;
        let sliders = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        get_rook_moves(self.target, self.occupied) & sliders & self.occupied
    }

    fn attackers_of(&self, color: Color) -> BitBoard {
        self.attackers & self.position.board.colors(color)
    }

    /// Takes with the least valuable piece of `color`, which uncovers what
    /// stood behind it. `None` if nothing can take.
    fn take(&mut self, color: Color) -> Option<Piece> {
        let ours = self.attackers_of(color);
        let (piece, takers) = Piece::ALL
            .into_iter()
            .map(|piece| (piece, ours & self.position.board.pieces(piece)))
            .find(|(_, takers)| !takers.is_empty())?;
        self.occupied ^= takers.next_square()?.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen | Piece::King) {
            self.attackers |= self.diagonals();
        }
        if matches!(piece, Piece::Rook | Piece::Queen | Piece::King) {
            self.attackers |= self.straights();
        }
        self.attackers &= self.occupied;
        Some(piece)
    }
}

/// Whether `m` and the exchange that follows gain at least `threshold`.
pub(super) fn gains(position: &Chess, m: Move, threshold: i32) -> bool {
    // `margin` is what the side that took last has more than it needs, first
    // if it keeps the piece it took with, then if it loses that.
    let mut margin = first_gain(position, m) - threshold;
    if margin < 0 || position.is_castling(m) {
        return margin >= 0;
    }
    margin -= VALUES[m.promotion.unwrap_or(position.mover(m)) as usize];
    if margin >= 0 {
        return true;
    }
    let mover = position.board.side_to_move();
    let mut taker = mover;
    let mut exchange = Exchange::after(position, m);
    while margin < 0 {
        let Some(piece) = exchange.take(!taker) else { break };
        if piece == Piece::King && !exchange.attackers_of(taker).is_empty() {
            break;
        }
        taker = !taker;
        // The other side needs one unit more than what would satisfy this one.
        margin = -1 - margin - VALUES[piece as usize];
    }
    taker == mover
}

/// What the move gains before anything is taken back.
pub(super) fn first_gain(position: &Chess, m: Move) -> i32 {
    let captured = position.victim(m).map_or(0, |(piece, _)| VALUES[piece as usize]);
    let promoted =
        m.promotion.map_or(0, |piece| VALUES[piece as usize] - VALUES[Piece::Pawn as usize]);
    captured + promoted
}
