//! The board from one side's perspective: its own first rank is at the bottom.

use crate::chess::sets::{down, pawn_attacks, pawn_double_attacks};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

#[derive(Clone, Copy)]
pub(super) struct SidePieces {
    by_kind: [BitBoard; Piece::NUM],
    pub(super) all: BitBoard,
    pub(super) king: Square,
}

impl SidePieces {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> SidePieces {
        let mut own = SidePieces {
            by_kind: [BitBoard::EMPTY; Piece::NUM],
            all: board.colors(color),
            king: board.king(color),
        };
        for (set, piece) in own.by_kind.iter_mut().zip(Piece::ALL) {
            *set = board.pieces(piece) & own.all;
        }
        if color == Color::White { own } else { own.flipped() }
    }

    #[inline(always)]
    fn flipped(&self) -> SidePieces {
        SidePieces {
            by_kind: all_flipped(self.by_kind),
            all: self.all.flip_ranks(),
            king: self.king.flip_rank(),
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, piece: Piece) -> BitBoard {
        self.by_kind[piece as usize]
    }

    pub(super) fn without_king(&self) -> &[BitBoard] {
        &self.by_kind[..Piece::King as usize]
    }

    pub(super) fn pawns(&self) -> BitBoard {
        self.get(Piece::Pawn)
    }

    pub(super) fn non_pawn_pieces(&self) -> BitBoard {
        self.all - self.pawns() - self.get(Piece::King)
    }
}

/// A plain loop: the compiler vectorizes it, but not the array's own `map`.
#[inline(always)]
fn all_flipped(mut sets: [BitBoard; Piece::NUM]) -> [BitBoard; Piece::NUM] {
    for set in &mut sets {
        *set = set.flip_ranks();
    }
    sets
}

pub(super) struct BoardView {
    pub(super) own: SidePieces,
    pub(super) foe: SidePieces,
    pub(super) occupied: BitBoard,
    pub(super) pawn_attacks: BitBoard,
    pub(super) foe_pawn_attacks: BitBoard,
}

impl BoardView {
    #[inline(always)]
    pub(super) fn both(board: &Board) -> [BoardView; Color::NUM] {
        let (white, black) =
            (SidePieces::of(board, Color::White), SidePieces::of(board, Color::Black));
        [BoardView::of(white, &black), BoardView::of(black, &white)]
    }

    #[inline(always)]
    fn of(own: SidePieces, other: &SidePieces) -> BoardView {
        let foe = other.flipped();
        BoardView {
            own,
            foe,
            occupied: own.all | foe.all,
            pawn_attacks: pawn_attacks(own.pawns()),
            foe_pawn_attacks: pawn_attacks(other.pawns()).flip_ranks(),
        }
    }

    /// The king ring: the square of the other king, the squares next to it, and those one
    /// step nearer to our side.
    pub(super) fn king_ring(&self) -> BitBoard {
        let ring = get_king_moves(self.foe.king) | self.foe.king.bitboard();
        ring | down(ring)
    }

    /// Squares that an own piece from knight to queen attacks. Own pieces that move alike
    /// are transparent (X-rays).
    #[inline(always)]
    pub(super) fn attacks_from(&self, piece: Piece, square: Square) -> BitBoard {
        let diagonal = || self.occupied - self.own.get(Piece::Queen);
        let straight = || diagonal() - self.own.get(Piece::Rook);
        match piece {
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => get_bishop_moves(square, diagonal()),
            Piece::Rook => get_rook_moves(square, straight()),
            _ => get_bishop_moves(square, self.occupied) | get_rook_moves(square, self.occupied),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SideAttacks {
    by: [BitBoard; Piece::NUM],
    pub(super) all: BitBoard,
    pub(super) twice: BitBoard,
    pub(super) king_ring: [i32; Piece::NUM],
    pub(super) king_attackers: usize,
}

impl SideAttacks {
    #[inline(always)]
    pub(super) fn of_pawns_and_king(view: &BoardView) -> SideAttacks {
        let king = get_king_moves(view.own.king);
        let mut by = [BitBoard::EMPTY; Piece::NUM];
        by[Piece::Pawn as usize] = view.pawn_attacks;
        by[Piece::King as usize] = king;
        let mut king_ring = [0; Piece::NUM];
        king_ring[Piece::Pawn as usize] = (view.pawn_attacks & view.king_ring()).len() as i32;
        SideAttacks {
            by,
            all: view.pawn_attacks | king,
            twice: pawn_double_attacks(view.own.pawns()) | (view.pawn_attacks & king),
            king_ring,
            king_attackers: 0,
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, piece: Piece, targets: BitBoard, king_ring: BitBoard) {
        self.by[piece as usize] |= targets;
        self.twice |= self.all & targets;
        self.all |= targets;
        let near = (targets & king_ring).len();
        self.king_ring[piece as usize] += near as i32;
        self.king_attackers += usize::from(near > 0);
    }

    #[inline(always)]
    pub(super) fn by(&self, piece: Piece) -> BitBoard {
        self.by[piece as usize]
    }

    #[inline(always)]
    pub(super) fn flipped(&self) -> SideAttacks {
        SideAttacks {
            by: all_flipped(self.by),
            all: self.all.flip_ranks(),
            twice: self.twice.flip_ranks(),
            ..*self
        }
    }
}

pub(super) struct EvalInfo<'a> {
    pub(super) view: &'a BoardView,
    pub(super) attacks: &'a SideAttacks,
    pub(super) foe_attacks: &'a SideAttacks,
}

impl EvalInfo<'_> {
    /// Squares that we attack and that the other side defends at most with its king
    /// or its queen.
    pub(super) fn weak(&self) -> BitBoard {
        let foe = self.foe_attacks;
        let poorly_defended = !foe.all | foe.by(Piece::King) | foe.by(Piece::Queen);
        (self.attacks.all & poorly_defended) - foe.twice
    }
}
