//! The keys of a section: [`KEYS`] is the only table of them. The keys of pieces come from
//! the kinds of the format (`knight`, `mobilityRegionWhiteKnight`).

use super::predefined::{KINDS, kind_named};
use crate::definition::{
    Counting, Definition, Enclosing, JumpPromotion, MaterialCounting, PieceTypes, Region,
    SquareNumbers, Walk, Walling,
};
use Value::{
    CastlingRights, Choice, File, Flag, Jumps, Kind, KindNumbers, KindSet, KindSetOrAll, Number,
    Promotions, Rank, Result, ResultOrNone, Squares, Text,
};
use plyglot_core::game::Outcome;

/// A key.
pub(super) struct Key {
    pub name: &'static str,
    pub value: Value,
}

/// The type of a key's value, with its setter. Kinds are indices into all of the format's.
pub(super) enum Value {
    Flag(fn(&mut Definition, bool)),
    /// A whole number up to this maximum.
    Number(u32, fn(&mut Definition, u32)),
    /// A rank, from 0.
    Rank(fn(&mut Definition, u8)),
    /// A file, from 0.
    File(fn(&mut Definition, u8)),
    /// A kind, or this sign for `None`.
    Kind(char, fn(&mut Definition, Option<usize>)),
    KindSet(fn(&mut Definition, PieceTypes)),
    /// A set, and whether it has `*`.
    KindSetOrAll(fn(&mut Definition, PieceTypes, bool)),
    Squares(fn(&mut Definition, Region)),
    Result(fn(&mut Definition, Outcome)),
    ResultOrNone(fn(&mut Definition, Option<Outcome>)),
    /// One of these words, by index.
    Choice(&'static [&'static str], fn(&mut Definition, usize)),
    Text(fn(&mut Definition, String)),
    CastlingRights(fn(&mut Definition, [[bool; 2]; 2])),
    /// Kinds with a number each, up to this maximum: `p:100 n:300`.
    KindNumbers(u32, fn(&mut Definition, usize, u32)),
    /// Kinds with what they become: `p:g s:g`, or `p:-`.
    Promotions(fn(&mut Definition, usize, Option<usize>)),
    /// Kinds with where they jump: `m:fF k:B`, or `m:-`.
    Jumps(fn(&mut Definition, usize, Vec<Walk>)),
}

const fn key(name: &'static str, value: Value) -> Key {
    Key { name, value }
}

/// A key that sets a field to its value.
macro_rules! set {
    ($name:literal, $kind:ident, $($field:tt)+) => {
        key($name, $kind(|rules, value| rules.$($field)+ = value))
    };
}

/// A key that sets both sides of a field.
macro_rules! both {
    ($name:literal, $kind:ident, $field:ident) => {
        key($name, $kind(|rules, value| rules.$field = [value; 2]))
    };
}

/// A key with a number of the type of its field.
macro_rules! number {
    ($name:literal, $($field:ident).+, $type:ty) => {
        key(
            $name,
            Number(<$type>::MAX as u32, |rules, value| {
                rules.$($field).+ = <$type>::try_from(value).unwrap_or(<$type>::MAX);
            }),
        )
    };
}

/// A key with a kind.
macro_rules! one_kind {
    ($name:literal, $sign:literal, $($field:tt)+) => {
        key($name, Kind($sign, |rules, value| rules.$($field)+ = value))
    };
}

/// A key with one of some words, in the order of these values.
macro_rules! choice {
    ($name:literal, $words:expr, $($field:ident).+, $values:expr) => {
        key($name, Choice($words, |rules, index| rules.$($field).+ = $values[index]))
    };
}

const ENCLOSING_WORDS: &[&str] =
    &["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"];
const ENCLOSING: [Enclosing; 7] = [
    Enclosing::None,
    Enclosing::Reversi,
    Enclosing::Ataxx,
    Enclosing::Quadwrangle,
    Enclosing::Snort,
    Enclosing::Anyside,
    Enclosing::Top,
];

/// The largest value of a piece.
const MAX_VALUE: u32 = 1_000_000;

/// All keys. They are applied in this order, so those for both sides are before those for one.
pub(super) const KEYS: &[Key] = &[
    set!("variantTemplate", Text, variant_template),
    set!("pieceToCharTable", Text, piece_to_char_table),
    number!("pocketSize", pocket_size, u8),
    key(
        "pieceValueMg",
        KindNumbers(MAX_VALUE, |rules, kind, value| {
            rules.pieces[kind].values = [i32::try_from(value).ok(); 2]
        }),
    ),
    key(
        "pieceValueEg",
        KindNumbers(MAX_VALUE, |rules, kind, value| {
            rules.pieces[kind].values[1] = i32::try_from(value).ok()
        }),
    ),
    key("maxRank", Rank(|rules, rank| rules.max_rank = rank + 1)),
    key("maxFile", File(|rules, file| rules.max_file = file + 1)),
    set!("chess960", Flag, chess960),
    set!("twoBoards", Flag, two_boards),
    set!("startFen", Text, start_fen),
    key(
        "pawnTypes",
        KindSet(|rules, kinds| {
            rules.promotion_pawn_types = [kinds; 2];
            rules.en_passant_types = [kinds; 2];
            rules.n_move_rule_types = [kinds; 2];
        }),
    ),
    set!("promotionRegionWhite", Squares, promotion_region[0]),
    set!("promotionRegionBlack", Squares, promotion_region[1]),
    both!("promotionPawnTypes", KindSet, promotion_pawn_types),
    set!("promotionPawnTypesWhite", KindSet, promotion_pawn_types[0]),
    set!("promotionPawnTypesBlack", KindSet, promotion_pawn_types[1]),
    both!("promotionPieceTypes", KindSet, promotion_piece_types),
    set!("promotionPieceTypesWhite", KindSet, promotion_piece_types[0]),
    set!("promotionPieceTypesBlack", KindSet, promotion_piece_types[1]),
    set!("sittuyinPromotion", Flag, sittuyin_promotion),
    key(
        "promotionLimit",
        KindNumbers(u8::MAX as u32, |rules, kind, limit| {
            rules.promotion_limit[kind] = u8::try_from(limit).unwrap_or(u8::MAX)
        }),
    ),
    key(
        "promotedPieceType",
        Promotions(|rules, kind, promoted| rules.promoted_piece_type[kind] = promoted),
    ),
    set!("piecePromotionOnCapture", Flag, piece_promotion_on_capture),
    set!("mandatoryPawnPromotion", Flag, mandatory_pawn_promotion),
    set!("mandatoryPiecePromotion", Flag, mandatory_piece_promotion),
    set!("pieceDemotion", Flag, piece_demotion),
    set!("blastOnCapture", Flag, blast_on_capture),
    set!("blastImmuneTypes", KindSet, blast_immune_types),
    set!("mutuallyImmuneTypes", KindSet, mutually_immune_types),
    set!("petrifyOnCaptureTypes", KindSet, petrify_on_capture_types),
    set!("petrifyBlastPieces", Flag, petrify_blast_pieces),
    set!("doubleStep", Flag, double_step),
    set!("doubleStepRegionWhite", Squares, double_step_region[0]),
    set!("doubleStepRegionBlack", Squares, double_step_region[1]),
    set!("tripleStepRegionWhite", Squares, triple_step_region[0]),
    set!("tripleStepRegionBlack", Squares, triple_step_region[1]),
    both!("enPassantRegion", Squares, en_passant_region),
    set!("enPassantRegionWhite", Squares, en_passant_region[0]),
    set!("enPassantRegionBlack", Squares, en_passant_region[1]),
    both!("enPassantTypes", KindSet, en_passant_types),
    set!("enPassantTypesWhite", KindSet, en_passant_types[0]),
    set!("enPassantTypesBlack", KindSet, en_passant_types[1]),
    set!("castling", Flag, castling),
    set!("castlingDroppedPiece", Flag, castling_dropped_piece),
    set!("castlingKingsideFile", File, castling_kingside_file),
    set!("castlingQueensideFile", File, castling_queenside_file),
    set!("castlingRank", Rank, castling_rank),
    set!("castlingKingFile", File, castling_king_file),
    one_kind!("castlingKingPiece", '-', castling_king_piece),
    set!("castlingRookKingsideFile", File, castling_rook_kingside_file),
    set!("castlingRookQueensideFile", File, castling_rook_queenside_file),
    set!("castlingRookPieces", KindSet, castling_rook_pieces),
    set!("oppositeCastling", Flag, opposite_castling),
    set!("checking", Flag, checking),
    set!("dropChecks", Flag, drop_checks),
    set!("mustCapture", Flag, must_capture),
    set!("mustDrop", Flag, must_drop),
    one_kind!("mustDropType", '*', must_drop_type),
    set!("pieceDrops", Flag, piece_drops),
    set!("freeDrops", Flag, free_drops),
    set!("dropLoop", Flag, drop_loop),
    set!("capturesToHand", Flag, captures_to_hand),
    set!("firstRankPawnDrops", Flag, first_rank_pawn_drops),
    set!("promotionZonePawnDrops", Flag, promotion_zone_pawn_drops),
    choice!("enclosingDrop", ENCLOSING_WORDS, enclosing_drop, ENCLOSING),
    set!("enclosingDropStart", Squares, enclosing_drop_start),
    set!("dropRegionWhite", Squares, drop_region[0]),
    set!("dropRegionBlack", Squares, drop_region[1]),
    set!("sittuyinRookDrop", Flag, sittuyin_rook_drop),
    set!("dropOppositeColoredBishop", Flag, drop_opposite_colored_bishop),
    set!("dropPromoted", Flag, drop_promoted),
    one_kind!("dropNoDoubled", '-', drop_no_doubled),
    number!("dropNoDoubledCount", drop_no_doubled_count, u8),
    set!("immobilityIllegal", Flag, immobility_illegal),
    set!("gating", Flag, gating),
    choice!(
        "wallingRule",
        &["none", "arrow", "duck", "edge", "past", "static"],
        walling_rule,
        [
            Walling::None,
            Walling::Arrow,
            Walling::Duck,
            Walling::Edge,
            Walling::Past,
            Walling::Static
        ]
    ),
    both!("wallingRegion", Squares, walling_region),
    set!("wallingRegionWhite", Squares, walling_region[0]),
    set!("wallingRegionBlack", Squares, walling_region[1]),
    set!("wallOrMove", Flag, wall_or_move),
    set!("seirawanGating", Flag, seirawan_gating),
    set!("cambodianMoves", Flag, cambodian_moves),
    set!("diagonalLines", Squares, diagonal_lines),
    both!("pass", Flag, pass),
    set!("passWhite", Flag, pass[0]),
    set!("passBlack", Flag, pass[1]),
    both!("passOnStalemate", Flag, pass_on_stalemate),
    set!("passOnStalemateWhite", Flag, pass_on_stalemate[0]),
    set!("passOnStalemateBlack", Flag, pass_on_stalemate[1]),
    set!("makpongRule", Flag, makpong_rule),
    set!("flyingGeneral", Flag, flying_general),
    set!("soldierPromotionRank", Rank, soldier_promotion_rank),
    choice!("flipEnclosedPieces", ENCLOSING_WORDS, flip_enclosed_pieces, ENCLOSING),
    both!("nMoveRuleTypes", KindSet, n_move_rule_types),
    set!("nMoveRuleTypesWhite", KindSet, n_move_rule_types[0]),
    set!("nMoveRuleTypesBlack", KindSet, n_move_rule_types[1]),
    number!("nMoveRule", n_move_rule, u16),
    number!("nFoldRule", n_fold_rule, u8),
    set!("nFoldValue", Result, n_fold_value),
    set!("nFoldValueAbsolute", Flag, n_fold_value_absolute),
    set!("perpetualCheckIllegal", Flag, perpetual_check_illegal),
    set!("moveRepetitionIllegal", Flag, move_repetition_illegal),
    // The rules on chasing are not known: a game that has them is refused.
    key("chasingRule", Choice(&["none"], |_, _| ())),
    set!("stalemateValue", Result, stalemate_value),
    set!("stalematePieceCount", Flag, stalemate_piece_count),
    set!("checkmateValue", Result, checkmate_value),
    set!("shogiPawnDropMateIllegal", Flag, shogi_pawn_drop_mate_illegal),
    set!("shatarMateRule", Flag, shatar_mate_rule),
    set!("bikjangRule", Flag, bikjang_rule),
    set!("extinctionValue", ResultOrNone, extinction_value),
    set!("extinctionClaim", Flag, extinction_claim),
    set!("extinctionPseudoRoyal", Flag, extinction_pseudo_royal),
    set!("dupleCheck", Flag, duple_check),
    key(
        "extinctionPieceTypes",
        KindSetOrAll(|rules, kinds, all| {
            rules.extinction_piece_types = kinds;
            rules.extinction_all_pieces = all;
        }),
    ),
    number!("extinctionPieceCount", extinction_piece_count, u8),
    number!("extinctionOpponentPieceCount", extinction_opponent_piece_count, u8),
    key("flagPiece", Kind('*', |rules, kind| rules.flag_piece = [kind; 2])),
    one_kind!("flagPieceWhite", '*', flag_piece[0]),
    one_kind!("flagPieceBlack", '*', flag_piece[1]),
    both!("flagRegion", Squares, flag_region),
    set!("flagRegionWhite", Squares, flag_region[0]),
    set!("flagRegionBlack", Squares, flag_region[1]),
    number!("flagPieceCount", flag_piece_count, u8),
    set!("flagPieceBlockedWin", Flag, flag_piece_blocked_win),
    set!("flagMove", Flag, flag_move),
    set!("flagPieceSafe", Flag, flag_piece_safe),
    set!("checkCounting", Flag, check_counting),
    number!("connectN", connect_n, u8),
    key(
        "connectPieceTypes",
        KindSetOrAll(|rules, kinds, all| {
            rules.connect_piece_types = if all { PieceTypes(u64::MAX) } else { kinds }
        }),
    ),
    set!("connectVertical", Flag, connect_vertical),
    set!("connectHorizontal", Flag, connect_horizontal),
    set!("connectDiagonal", Flag, connect_diagonal),
    set!("connectRegion1White", Squares, connect_region[0][0]),
    set!("connectRegion1Black", Squares, connect_region[1][0]),
    set!("connectRegion2White", Squares, connect_region[0][1]),
    set!("connectRegion2Black", Squares, connect_region[1][1]),
    number!("connectNxN", connect_nxn, u8),
    number!("collinearN", collinear_n, u8),
    set!("connectValue", Result, connect_value),
    choice!(
        "materialCounting",
        &["none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"],
        material_counting,
        [
            MaterialCounting::None,
            MaterialCounting::Janggi,
            MaterialCounting::Unweighted,
            MaterialCounting::WhiteDrawOdds,
            MaterialCounting::BlackDrawOdds
        ]
    ),
    set!("adjudicateFullBoard", Flag, adjudicate_full_board),
    choice!(
        "countingRule",
        &["none", "makruk", "cambodian", "asean", "draughts"],
        counting_rule,
        [
            Counting::None,
            Counting::Makruk,
            Counting::Cambodian,
            Counting::Asean,
            Counting::Draughts
        ]
    ),
    set!("castlingWins", CastlingRights, castling_wins),
    // Captures by jumping and between two enemies: keys of our own.
    key("jumpCaptures", Jumps(|rules, kind, jumps| rules.pieces[kind].jumps = jumps)),
    set!("mostCaptures", Flag, most_captures),
    choice!(
        "jumpPromotion",
        &["ends", "passes", "continues"],
        jump_promotion,
        [JumpPromotion::Ends, JumpPromotion::Passes, JumpPromotion::Continues]
    ),
    choice!(
        "squareNumbers",
        &["none", "near", "far"],
        square_numbers,
        [SquareNumbers::None, SquareNumbers::Near, SquareNumbers::Far]
    ),
    set!("custodialTypes", KindSet, custodial_types),
    set!("surroundTypes", KindSet, surround_types),
    one_kind!("custodialKing", '-', custodial_king),
    set!("hostileRegion", Squares, hostile_region),
    set!("throneRegion", Squares, throne_region),
    // Not of Fairy-Stockfish: those of `StoneRules`.
    set!("hexagonal", Flag, stones.hexagonal),
    set!("connectExact", Flag, stones.connect_exact),
    choice!("captureRows", &["none", "2", "2-3"], stones.capture_rows, [0, 2, 3]),
    number!("captureCount", stones.capture_count, u8),
    number!("connectCorners", stones.connect_corners, u8),
    number!("connectSides", stones.connect_sides, u8),
    set!("connectRing", Flag, stones.connect_ring),
    set!("renjuBans", Flag, stones.renju_bans),
];

/// The meaning of a key in a section.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// The letter of a kind.
    Letter(usize),
    /// The squares of a kind, for a side.
    Mobility(usize, usize),
    /// A rule, by its index in [`KEYS`].
    Rule(usize),
}

const MOBILITY: [&str; 2] = ["mobilityRegionWhite", "mobilityRegionBlack"];

/// The meaning of a key; `None` if there is no such key.
pub(super) fn meaning(key: &str) -> Option<Meaning> {
    if let Some(rule) = KEYS.iter().position(|known| known.name == key) {
        return Some(Meaning::Rule(rule));
    }
    for (side, prefix) in MOBILITY.into_iter().enumerate() {
        if let Some(name) = key.strip_prefix(prefix)
            && let Some(kind) = (0..KINDS.len()).find(|&kind| capital(KINDS[kind].name) == name)
        {
            return Some(Meaning::Mobility(kind, side));
        }
    }
    kind_named(key).map(Meaning::Letter)
}

/// The name with a capital letter.
fn capital(name: &str) -> String {
    name[..1].to_ascii_uppercase() + &name[1..]
}

/// The names of all keys.
pub(super) fn key_names() -> Vec<String> {
    let mobility = |kind: &'static str| MOBILITY.map(|prefix| prefix.to_owned() + &capital(kind));
    let rules = KEYS.iter().map(|key| key.name.to_owned());
    let letters = KINDS.iter().map(|kind| kind.name.to_owned());
    rules.chain(letters).chain(KINDS.iter().flat_map(|kind| mobility(kind.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_keys_are_unique() {
        let mut names = key_names();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn every_name_is_a_key() {
        for name in key_names() {
            assert!(meaning(&name).is_some(), "{name}");
        }
    }
}
