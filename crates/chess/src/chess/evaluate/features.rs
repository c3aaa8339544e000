//! The indices of the features of the evaluation, in groups. Ranks are counted from 0
//! from the perspective of the side that a feature counts for.

use super::piece_squares::{KING_BUCKETS, KingBucket};
use cozy_chess::{Piece, Square};
use plyglot_core::game::FeatureGroup;

const NON_KING_PIECES: usize = Piece::NUM - 1;
pub(super) const KING_DANGER_STEPS: usize = 40;

/// Defines, from the list of groups, [`GROUPS`] and for each name the index of the
/// group's first feature.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $size:expr, $text:literal, $topic:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum GroupIndex { $($name),* }

        pub(super) const GROUPS: &[FeatureGroup] = &[$(FeatureGroup { name: $text, topic: $topic, size: $size }),*];

        $($(#[$doc])* pub(super) const $name: usize = start(GroupIndex::$name as usize);)*
    };
}

groups! {
    /// By piece and square.
    PIECE_SQUARES: Piece::NUM * Square::NUM, "pieces on squares", "";
    /// By bucket of the own king, piece and square.
    OWN_KING: KING_BUCKETS * NON_KING_PIECES * Square::NUM, "pieces on squares by own king", "";
    /// By bucket of the other king, piece and square.
    FOE_KING: KING_BUCKETS * NON_KING_PIECES * Square::NUM, "pieces on squares by other king", "";
    /// The right to move.
    TEMPO: 1, "tempo", "";
    /// Pieces from knight to queen, by piece and number of own pawns.
    MATERIAL: 4 * 9, "knights, bishops, rooks and queens by own pawns", "";
    /// Two bishops or more.
    BISHOP_PAIR: 1, "bishop pair", "the bishop pair";
    /// By number of squares.
    KNIGHT_MOBILITY: 9, "knight mobility", "piece activity";
    /// By number of squares.
    BISHOP_MOBILITY: 14, "bishop mobility", "piece activity";
    /// By number of squares.
    ROOK_MOBILITY: 15, "rook mobility", "piece activity";
    /// By number of squares.
    QUEEN_MOBILITY: 28, "queen mobility", "piece activity";
    /// Pairs of a bishop and a pawn on squares of one colour: own, foe's.
    BISHOP_PAWNS: 2, "pawns on a bishop's colour: own, foe's", "piece activity";
    /// By piece, and whether a pawn supports it.
    OUTPOST: 4, "outposts: knight, supported; bishop, supported", "outposts";
    /// By piece.
    BEHIND_PAWN: 2, "minor pieces behind a pawn: knight, bishop", "piece activity";
    /// Without own pawns: with pawns of the foe, without.
    ROOK_FILE: 2, "rooks on files: half-open, open", "rooks on open files";
    /// With no foe's pawn in front of them, with one.
    ISOLATED: 2, "isolated pawns: unopposed, opposed", "pawn structure";
    /// Pawns with an own one behind them.
    DOUBLED: 1, "doubled pawns", "pawn structure";
    /// With no foe's pawn in front of them, with one.
    BACKWARD: 2, "backward pawns: unopposed, opposed", "pawn structure";
    /// By rank.
    PHALANX: 8, "pawns side by side, by rank", "pawn structure";
    /// By rank.
    SUPPORTED: 8, "pawns supported by pawns, by rank", "pawn structure";
    /// By rank.
    PASSED: 8, "passed pawns, by rank", "passed pawns";
    /// By rank; so are the next ones.
    PASSED_FREE: 8, "passed pawns before an empty square", "passed pawns";
    /// The square in front of them is not attacked.
    PASSED_SAFE: 8, "passed pawns before a safe square", "passed pawns";
    /// No square in front of them is occupied or attacked.
    PASSED_RUNNING: 8, "passed pawns before a free and safe file", "passed pawns";
    /// Supported by a pawn.
    PASSED_SUPPORTED: 8, "passed pawns supported by a pawn", "passed pawns";
    /// By rank, and distance of the own king from the square in front of them.
    PASSED_OWN_KING: 64, "passed pawns by rank and distance of own king", "passed pawns";
    /// By rank, and distance of the other king from the square in front of them.
    PASSED_FOE_KING: 64, "passed pawns by rank and distance of other king", "passed pawns";
    /// A rook on the file behind a passed pawn: own, foe's.
    PASSED_ROOK: 2, "passed pawns with a rook behind: own, foe's", "passed pawns";
    /// By victim from knight to queen.
    PAWN_THREAT: 4, "pieces attacked by pawns", "";
    /// First on defended victims, from pawn to queen; then on weak ones.
    MINOR_THREAT: 10, "pieces attacked by minor pieces: defended, weak", "";
    /// First on defended victims, from pawn to queen; then on weak ones.
    ROOK_THREAT: 10, "pieces attacked by rooks: defended, weak", "";
    /// Attacked by the king.
    KING_THREAT: 1, "weak pieces attacked by the king", "";
    /// Attacked and not defended at all: pawns, pieces.
    HANGING: 2, "hanging pawns, hanging pieces", "";
    /// Pieces that a pawn could attack by a safe step.
    PUSH_THREAT: 1, "pieces that a pawn can come to attack", "";
    /// Squares next to the other king that are attacked, by attacker from pawn
    /// to queen.
    KING_RING_ATTACKS: 5, "squares around the other king attacked, by piece", "king safety";
    /// By number of pieces, 7 and more as one.
    KING_RING_ATTACKERS: 8, "pieces that attack squares around the other king", "king safety";
    /// By piece from knight to queen: no square, one, several.
    SAFE_CHECKS: 12, "squares for safe checks: none, one, more", "king safety";
    /// Squares next to the other king that are attacked and weak.
    WEAK_KING_RING: 1, "weak squares around the other king", "king safety";
    /// By units, first with an own queen and then without.
    KING_DANGER: 2 * KING_DANGER_STEPS, "danger to the other king, with a queen and without", "king safety";
    /// Three files at the own king: first those next to it, then its own, each
    /// by distance from the edge and rank of the hindmost own pawn, 0 for none.
    SHELTER: 64, "own pawns before the king: beside, on its file", "king safety";
    /// The same files by distance from the edge and rank of the foe's pawn that
    /// has come furthest: first those free to go on, then those stopped by a pawn.
    STORM: 64, "foe's pawns before the king: free, stopped", "king safety";
    /// The own king's file: no own pawns, no pawns at all.
    KING_FILE: 2, "king on a file: half-open, open", "king safety";
}

pub(super) const FEATURES: usize = start(GROUPS.len());

const fn start(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].size;
        i += 1;
    }
    sum
}

pub(super) const fn on_square(piece: usize, square: usize) -> usize {
    PIECE_SQUARES + piece * Square::NUM + square
}

pub(super) const fn by_own_king(bucket: KingBucket, piece: usize, square: usize) -> Option<usize> {
    if piece < NON_KING_PIECES { Some(by_king(bucket, OWN_KING, piece, square)) } else { None }
}

pub(super) const fn by_foe_king(bucket: KingBucket, piece: usize, square: usize) -> Option<usize> {
    if piece < NON_KING_PIECES { Some(by_king(bucket, FOE_KING, piece, square)) } else { None }
}

const fn by_king(bucket: KingBucket, group: usize, piece: usize, square: usize) -> usize {
    let square = if bucket.is_mirrored() { square ^ 7 } else { square };
    group + (bucket.folded() * NON_KING_PIECES + piece) * Square::NUM + square
}
