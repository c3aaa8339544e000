//! Moves.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Type {
    Normal = 1,
    /// A pawn becomes another kind.
    Promotion,
    PiecePromotion,
    PieceDemotion,
    /// A piece from the hand is put on a square; origin and target are that square.
    Drop,
    EnPassant,
    /// A king castles; the target is the square of the rook.
    Castling,
    /// Nothing moves; origin and target are the same.
    Pass,
    Jump,
}

const TYPES: [Type; 9] = [
    Type::Normal,
    Type::Promotion,
    Type::PiecePromotion,
    Type::PieceDemotion,
    Type::Drop,
    Type::EnPassant,
    Type::Castling,
    Type::Pass,
    Type::Jump,
];

/// A move in 30 bits: origin 7, target 7, type 4, kind 5, extra square 7.
///
/// The kind is the piece dropped or gated, or what a pawn becomes. The extra square is that of a
/// wall or of a gate; it counts only if there is one. A jump has the kind that the piece is
/// afterwards, and in place of the extra square its number among those that differ in what they
/// capture alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

impl Move {
    const KIND: u32 = 18;
    const EXTRA: u32 = 23;
    const HAS_EXTRA: u32 = 1 << 30;
    /// How many jumps may differ in what they capture alone.
    pub(crate) const MAX_JUMPS: usize = 128;

    pub(crate) fn new(from: u8, to: u8, move_type: Type) -> Move {
        Move(u32::from(from) | u32::from(to) << 7 | (move_type as u32) << 14)
    }

    /// A swap: a pass after which each side has what the other had. The square is that of a piece.
    pub(crate) fn swap(square: u8) -> Move {
        Move::new(square, square, Type::Pass).with_kind(1)
    }

    pub(crate) fn is_swap(self) -> bool {
        self.move_type() == Type::Pass && self.kind() == 1
    }

    pub(crate) fn unpack(packed: u32) -> Option<Move> {
        if (1..=TYPES.len()).contains(&((packed >> 14 & 15) as usize)) {
            Some(Move(packed))
        } else {
            None
        }
    }

    pub(crate) fn with_kind(self, kind: u8) -> Move {
        Move(self.0 | u32::from(kind) << Move::KIND)
    }

    pub(crate) fn with_extra(self, square: u8) -> Move {
        Move(self.0 | u32::from(square) << Move::EXTRA | Move::HAS_EXTRA)
    }

    pub(crate) fn jump(from: u8, to: u8, kind: u8, number: u8) -> Move {
        let m = Move::new(from, to, Type::Jump).with_kind(kind);
        Move(m.0 | u32::from(number) << Move::EXTRA)
    }

    /// The number of a jump among those with the same origin, target and kind; below
    /// [`Move::MAX_JUMPS`].
    pub(crate) fn number(self) -> u8 {
        (self.0 >> Move::EXTRA & 127) as u8
    }

    pub(crate) fn from(self) -> u8 {
        (self.0 & 127) as u8
    }

    pub(crate) fn to(self) -> u8 {
        (self.0 >> 7 & 127) as u8
    }

    pub(crate) fn move_type(self) -> Type {
        TYPES[(self.0 >> 14 & 15) as usize - 1]
    }

    /// The kind of the piece that is dropped, gated, or made of a pawn.
    pub(crate) fn kind(self) -> u8 {
        (self.0 >> Move::KIND & 31) as u8
    }

    pub(crate) fn extra(self) -> Option<u8> {
        if self.0 & Move::HAS_EXTRA != 0 { Some((self.0 >> Move::EXTRA & 127) as u8) } else { None }
    }

    /// A number other than 0.
    pub(crate) fn packed(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let from = self.from();
        let to = self.to();
        let of = self.move_type();
        write!(f, "Move({from}-{to} {of:?} {} {:?})", self.kind(), self.extra())
    }
}
