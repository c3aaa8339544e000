//! The board as one side sees it: its own first rank below, the other's above.

use crate::games::chess::sets::{down, pawn_attacks, pawn_double_attacks};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

/// The pieces of one side.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pieces: [BitBoard; Piece::NUM],
    pub(super) all: BitBoard,
    pub(super) king: Square,
}

impl Army {
    /// The pieces of `color` as that side sees them.
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Army {
        let mut army = Army {
            pieces: [BitBoard::EMPTY; Piece::NUM],
            all: board.colors(color),
            king: board.king(color),
        };
        for (set, piece) in army.pieces.iter_mut().zip(Piece::ALL) {
            *set = board.pieces(piece) & army.all;
        }
        if color == Color::White { army } else { army.turned() }
    }

    /// The same pieces as the other side sees them.
    #[inline(always)]
    fn turned(&self) -> Army {
        Army {
            pieces: all_turned(self.pieces),
            all: self.all.flip_ranks(),
            king: self.king.flip_rank(),
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    /// The same sets, from pawn to queen.
    pub(super) fn victims(&self) -> &[BitBoard] {
        &self.pieces[..Piece::King as usize]
    }

    pub(super) fn pawns(&self) -> BitBoard {
        self.get(Piece::Pawn)
    }

    /// Everything but pawns and the king.
    pub(super) fn officers(&self) -> BitBoard {
        self.all - self.pawns() - self.get(Piece::King)
    }
}

/// Sets by piece as the other side sees them. A plain loop, as it is made fast
/// where the array's own `map` is not.
#[inline(always)]
fn all_turned(mut sets: [BitBoard; Piece::NUM]) -> [BitBoard; Piece::NUM] {
    for set in &mut sets {
        *set = set.flip_ranks();
    }
    sets
}

/// A side's view of the board.
pub(super) struct View {
    pub(super) own: Army,
    pub(super) foe: Army,
    pub(super) occupied: BitBoard,
    pub(super) pawn_attacks: BitBoard,
    pub(super) foe_pawn_attacks: BitBoard,
}

impl View {
    /// Both sides' views, White's first.
    #[inline(always)]
    pub(super) fn both(board: &Board) -> [View; Color::NUM] {
        let (white, black) = (Army::of(board, Color::White), Army::of(board, Color::Black));
        [View::of(white, &black), View::of(black, &white)]
    }

    /// Of two armies, each as it sees itself.
    #[inline(always)]
    fn of(own: Army, other: &Army) -> View {
        let foe = other.turned();
        View {
            own,
            foe,
            occupied: own.all | foe.all,
            pawn_attacks: pawn_attacks(own.pawns()),
            foe_pawn_attacks: pawn_attacks(other.pawns()).flip_ranks(),
        }
    }

    /// The other king, the squares next to it and those one step nearer to us.
    pub(super) fn ring(&self) -> BitBoard {
        let ring = get_king_moves(self.foe.king) | self.foe.king.bitboard();
        ring | down(ring)
    }

    /// What an own piece from knight to queen attacks, looking through own
    /// pieces that move as it does.
    #[inline(always)]
    pub(super) fn reach(&self, piece: Piece, square: Square) -> BitBoard {
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

/// What a side attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    by: [BitBoard; Piece::NUM],
    pub(super) all: BitBoard,
    pub(super) twice: BitBoard,
    /// How often squares of the ring are attacked, by piece.
    pub(super) ring: [i32; Piece::NUM],
    /// The pieces that attack some square of the ring.
    pub(super) attackers: usize,
}

impl Attacks {
    /// Those of pawns and king.
    #[inline(always)]
    pub(super) fn of_pawns_and_king(view: &View) -> Attacks {
        let king = get_king_moves(view.own.king);
        let mut by = [BitBoard::EMPTY; Piece::NUM];
        by[Piece::Pawn as usize] = view.pawn_attacks;
        by[Piece::King as usize] = king;
        let mut ring = [0; Piece::NUM];
        ring[Piece::Pawn as usize] = (view.pawn_attacks & view.ring()).len() as i32;
        Attacks {
            by,
            all: view.pawn_attacks | king,
            twice: pawn_double_attacks(view.own.pawns()) | (view.pawn_attacks & king),
            ring,
            attackers: 0,
        }
    }

    /// Adds what one more piece attacks.
    #[inline(always)]
    pub(super) fn add(&mut self, piece: Piece, targets: BitBoard, ring: BitBoard) {
        self.by[piece as usize] |= targets;
        self.twice |= self.all & targets;
        self.all |= targets;
        let near = (targets & ring).len();
        self.ring[piece as usize] += near as i32;
        self.attackers += usize::from(near > 0);
    }

    #[inline(always)]
    pub(super) fn by(&self, piece: Piece) -> BitBoard {
        self.by[piece as usize]
    }

    /// The same attacks as the other side sees them.
    #[inline(always)]
    pub(super) fn turned(&self) -> Attacks {
        Attacks {
            by: all_turned(self.by),
            all: self.all.flip_ranks(),
            twice: self.twice.flip_ranks(),
            ..*self
        }
    }
}

/// All that the terms look at: a view, and the attacks of both sides in it.
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    pub(super) attacks: &'a Attacks,
    pub(super) foe_attacks: &'a Attacks,
}

impl Scene<'_> {
    /// Squares that we attack and that the other side does not hold: it has at
    /// most its king or its queen there.
    pub(super) fn weak(&self) -> BitBoard {
        let foe = self.foe_attacks;
        let loose = !foe.all | foe.by(Piece::King) | foe.by(Piece::Queen);
        (self.attacks.all & loose) - foe.twice
    }
}
