//! The numbers of the features of the evaluation, in groups. All is seen by the
//! side that a feature counts for: its ranks go from 0, its own first, to 7.

use crate::games::Group;
use cozy_chess::{File, Piece, Square};

/// The places of a king that the squares of the other pieces are told apart
/// by, when it stands on the files e to h.
pub(super) const BUCKETS: usize = 10;
/// The pieces but the king.
const OTHERS: usize = Piece::NUM - 1;
/// The greatest number of units that [`KING_DANGER`] tells apart, and one.
pub(super) const DANGERS: usize = 40;

/// From the list of groups: [`GROUPS`], and by each name the number of the
/// first feature of that group.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $size:expr, $text:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Order { $($name),* }

        /// All features of the evaluation.
        pub(super) const GROUPS: &[Group] = &[$(Group { name: $text, size: $size }),*];

        $($(#[$doc])* pub(super) const $name: usize = start(Order::$name as usize);)*
    };
}

groups! {
    /// By piece and square.
    PIECES: Piece::NUM * Square::NUM, "pieces on squares";
    /// By place of the own king, piece and square.
    OWN_KING: BUCKETS * OTHERS * Square::NUM, "pieces on squares by own king";
    /// By place of the other king, piece and square.
    FOE_KING: BUCKETS * OTHERS * Square::NUM, "pieces on squares by other king";
    /// The right to move.
    TEMPO: 1, "tempo";
    /// Pieces from knight to queen, by piece and number of own pawns.
    MATERIAL: 4 * 9, "knights, bishops, rooks and queens by own pawns";
    /// Two bishops or more.
    BISHOP_PAIR: 1, "bishop pair";
    /// By number of squares.
    KNIGHT_MOBILITY: 9, "knight mobility";
    /// By number of squares.
    BISHOP_MOBILITY: 14, "bishop mobility";
    /// By number of squares.
    ROOK_MOBILITY: 15, "rook mobility";
    /// By number of squares.
    QUEEN_MOBILITY: 28, "queen mobility";
    /// Pairs of a bishop and a pawn on squares of one colour: own, foe's.
    BISHOP_PAWNS: 2, "pawns on a bishop's colour: own, foe's";
    /// By piece, and whether a pawn supports it.
    OUTPOST: 4, "outposts: knight, supported; bishop, supported";
    /// By piece.
    BEHIND_PAWN: 2, "minor pieces behind a pawn: knight, bishop";
    /// Without own pawns: with pawns of the foe, without.
    ROOK_FILE: 2, "rooks on files: half-open, open";
    /// With no foe's pawn in front of them, with one.
    ISOLATED: 2, "isolated pawns: unopposed, opposed";
    /// Pawns with an own one behind them.
    DOUBLED: 1, "doubled pawns";
    /// With no foe's pawn in front of them, with one.
    BACKWARD: 2, "backward pawns: unopposed, opposed";
    /// By rank.
    PHALANX: 8, "pawns side by side, by rank";
    /// By rank.
    SUPPORTED: 8, "pawns supported by pawns, by rank";
    /// By rank.
    PASSED: 8, "passed pawns, by rank";
    /// By rank; so are the next ones.
    PASSED_FREE: 8, "passed pawns before an empty square";
    /// The square in front of them is not attacked.
    PASSED_SAFE: 8, "passed pawns before a safe square";
    /// No square in front of them is occupied or attacked.
    PASSED_RUNNING: 8, "passed pawns before a free and safe file";
    /// Supported by a pawn.
    PASSED_SUPPORTED: 8, "passed pawns supported by a pawn";
    /// By rank, and distance of the own king from the square in front of them.
    PASSED_OWN_KING: 64, "passed pawns by rank and distance of own king";
    /// By rank, and distance of the other king from the square in front of them.
    PASSED_FOE_KING: 64, "passed pawns by rank and distance of other king";
    /// A rook on the file behind a passed pawn: own, foe's.
    PASSED_ROOK: 2, "passed pawns with a rook behind: own, foe's";
    /// By victim from knight to queen.
    PAWN_THREAT: 4, "pieces attacked by pawns";
    /// First on defended victims, from pawn to queen; then on weak ones.
    MINOR_THREAT: 10, "pieces attacked by minor pieces: defended, weak";
    /// The same.
    ROOK_THREAT: 10, "pieces attacked by rooks: defended, weak";
    /// Attacked by the king.
    KING_THREAT: 1, "weak pieces attacked by the king";
    /// Attacked and not defended at all: pawns, pieces.
    HANGING: 2, "hanging pawns, hanging pieces";
    /// Pieces that a pawn could attack by a safe step.
    PUSH_THREAT: 1, "pieces that a pawn can come to attack";
    /// Squares next to the other king that are attacked, by attacker from pawn
    /// to queen.
    RING_ATTACKS: 5, "squares around the other king attacked, by piece";
    /// By number of pieces, 7 and more as one.
    RING_ATTACKERS: 8, "pieces that attack squares around the other king";
    /// By piece from knight to queen: no square, one, several.
    SAFE_CHECKS: 12, "squares for safe checks: none, one, more";
    /// Squares next to the other king that are attacked and weak.
    WEAK_RING: 1, "weak squares around the other king";
    /// By units, first with an own queen and then without.
    KING_DANGER: 2 * DANGERS, "danger to the other king, with a queen and without";
    /// Of three files at the own king: first those beside it, then its own, each
    /// by distance from the edge and rank of the hindmost own pawn, 0 for none.
    SHELTER: 64, "own pawns before the king: beside, on its file";
    /// The same files by distance from the edge and rank of the foe's pawn that
    /// has come furthest: first those free to go on, then those stopped by a pawn.
    STORM: 64, "foe's pawns before the king: free, stopped";
    /// The own king's file: no own pawns, no pawns at all.
    KING_FILE: 2, "king on a file: half-open, open";
}

/// The number of features.
pub(super) const FEATURES: usize = start(GROUPS.len());

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].size;
        i += 1;
    }
    sum
}

/// A king's place as the other pieces' squares see it: [`BUCKETS`] for a king
/// on the files e to h, and as many for the other half of the board, where
/// everything is seen in the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KingPlace(u8);

/// Of a king on e to h by rank, fine where kings are at home.
const BUCKET: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 5, 6, 6],
    [7, 7, 7, 7],
    [8, 8, 8, 8],
    [8, 8, 8, 8],
    [9, 9, 9, 9],
    [9, 9, 9, 9],
    [9, 9, 9, 9],
];

impl KingPlace {
    pub(super) const NUM: usize = 2 * BUCKETS;

    /// The place of a king, whose square is seen from its own side.
    pub(super) const fn of(king: Square) -> KingPlace {
        let (file, rank) = (king as usize % File::NUM, king as usize / File::NUM);
        if file < 4 {
            KingPlace(BUCKET[rank][3 - file] + BUCKETS as u8)
        } else {
            KingPlace(BUCKET[rank][file - 4])
        }
    }

    pub(super) const fn from_index(index: usize) -> KingPlace {
        KingPlace(index as u8)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place without the half of the board, less than [`BUCKETS`].
    pub(super) const fn bucket(self) -> usize {
        self.index() % BUCKETS
    }

    /// The feature, in a group by kings, of a piece other than a king.
    const fn feature(self, group: usize, piece: usize, square: usize) -> usize {
        let seen = if self.index() < BUCKETS { square } else { square ^ 7 };
        group + (self.bucket() * OTHERS + piece) * Square::NUM + seen
    }
}

/// The feature of a piece on a square.
pub(super) const fn on_square(piece: usize, square: usize) -> usize {
    PIECES + piece * Square::NUM + square
}

/// The feature of a piece on a square with its own king where it is.
pub(super) const fn by_own_king(place: KingPlace, piece: usize, square: usize) -> Option<usize> {
    if piece < OTHERS { Some(place.feature(OWN_KING, piece, square)) } else { None }
}

/// The feature of a piece on a square with the other king where it is.
pub(super) const fn by_foe_king(place: KingPlace, piece: usize, square: usize) -> Option<usize> {
    if piece < OTHERS { Some(place.feature(FOE_KING, piece, square)) } else { None }
}
