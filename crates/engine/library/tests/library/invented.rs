//! Rules that no game of the library combines. Unless a test says otherwise, moves, positions
//! and results are those of pyffish.
//!
//! # Questions that the format leaves open
//!
//! Here Fairy-Stockfish's answers count:
//!
//! - Does a piece that turns to stone go to the hand? With `capturesToHand`, it goes to the
//!   hand of the other side.
//! - Does the piece that captures turn to stone in its own blast? Only if it is one of
//!   `petrifyOnCaptureTypes`.
//! - What is a promoted piece in the hand, with `dropLoop`? The piece as which it moves: a gold
//!   for a promoted pawn of shogi.
//! - A dropped pawn and another piece give check at once. Is that a mate by the pawn? No.
//! - May a mated side pass, with `passOnStalemate`? No, except to accept `bikjangRule`.
//! - When is the en passant square written? When a pawn attacks it, or when `enPassantTypes`
//!   has other pieces.
//! - Do triple steps need `doubleStep`? No.
//! - What may a line along `diagonalLines` pass over? Any square, as it begins and ends on
//!   squares of `diagonalLines`.
//! - Whom do flying generals attack? Only each other.
//! - Which drops give castling rights? Those of the king or of that rook, on their squares.
//! - What interrupts moves back and forth? Walls, and captures that do not go to the hand.
//! - Does `countingRule` count against a side that is not alone? Not if the other side is.
//! - Is the last piece of a royal kind royal when it is dropped? Yes.
//! - Does a pawn with `promotedPieceType` promote when it leaves the region? No, only when it comes
//!   to a square of it.
//! - May other pieces drop while that of `mustDropType` is in the hand and fits nowhere? No.
//! - Which of the `dropOppositeColoredBishop` is a piece that drops promoted? What it becomes.
//! - Does a piece turn to stone that is immune to its own blast? No.
//! - Is there an edge beside a stone of the same move? No.
//! - When do file letters of gates give rights to castle? If the king is on one of them and there is
//!   no other right.
//!
//! Here they do not, as Fairy-Stockfish's documentation says otherwise:
//!
//! - Is a promoted piece promoted again? No.
//! - Does a check to a royal commoner count? Yes, and so does a mate of it by a dropped pawn.
//! - May kings of `blastImmuneTypes` touch? No, as they can capture each other. An immune piece
//!   still gives check after a blast.
//! - Do pawns promote that are not in `promotionPawnTypes`? Do they capture en passant if they
//!   are not in `enPassantTypes`? No.
//! - Does a piece turn to stone that promotes by its capture? Yes, by what it was.
//! - Do promotions and passes put walls? Promotions do.
//! - Does `pieceDemotion` turn promoted pawns back? Only if captures go to the hand. Otherwise
//!   no FEN tells them apart.
//! - Is a piece royal that could become the last of its kind, or that drops beside another? No.
//! - Do lines of `connectRegion1` go along diagonals? Yes, with `connectDiagonal`.
//! - Does `passOnStalemate` take `pass` away? No, either of them allows a pass.
//! - May a wall shield or expose the king at once? Yes.
//! - Does `wallingRegion` override `wallingRegionWhite`? No.
//! - Does a piece that is named again lose its promotion? No.
//! - Is a piece judged as what it becomes when it promotes? Yes.
//! - What is a captured promoted piece of other `promotionPawnTypes` in the hand? What it was.
//! - May the last rook castle, if rooks are royal? Yes.
//! - Does `doubleStep = true` bring back the double step that a parent lacks? Yes.
//! - Does the other side's royal commoner help to mate it? No.
//! - Is a piece immobile that only captures? No.
//! - Does a piece attack beyond its `mobilityRegion`? No.
//! - Whose moves does an arrow follow after a promotion? Those of the new piece.
//! - Are bare kings a draw with `twoBoards`? No.

use crate::{Seen, last, see};
use plyglot_core::game::Outcome;

/// A position of the last game of these sections, after some moves.
fn look(sections: &str, fen: &str, played: &str) -> Seen {
    see(last(sections), fen, played)
}

const DEMOTING: &str = "\
[dem:shogi]
maxRank = 6
maxFile = 6
promotionRegionWhite = *5 *6
promotionRegionBlack = *1 *2
pieceDemotion = true
startFen = k5/6/6/6/2+S3/K5[] w - - 0 1
";

#[test]
fn promoted_pieces_turn_back_at_the_region_alone() {
    let (inside, outside) = ("k5/6/2+S3/6/6/K5[] w", "k5/6/6/6/2+S3/K5[] w");
    let far = ["c2b2", "c2b3", "c2c1", "c2c3", "c2d2", "c2d3"];
    let must = format!("{DEMOTING}mandatoryPiecePromotion = true\n");
    for rules in [DEMOTING, &must] {
        assert_eq!(look(rules, outside, "").starting("c2"), far);
    }
    let near = ["c4b4", "c4b5", "c4b5-", "c4c3", "c4c5", "c4c5-", "c4d4", "c4d5", "c4d5-"];
    assert_eq!(look(DEMOTING, inside, "").starting("c4"), near);
    let near = ["c4b4", "c4b5-", "c4c3", "c4c5-", "c4d4", "c4d5-"];
    assert_eq!(look(&must, inside, "").starting("c4"), near);
}

/// The reference overlooks that such kings can capture: to the format, they are "completely immune
/// to explosions (even at ground zero)".
#[test]
fn kings_that_no_blast_destroys_do_not_touch() {
    const IMMUNE: &str = "[imm:atomic]\nblastImmuneTypes = k\n";
    let away = ["e4d4", "e4d5", "e4e5", "e4f4", "e4f5"];
    assert_eq!(look(IMMUNE, "8/8/8/8/4k3/8/4K3/7R b - - 0 1", "").starting("e4"), away);
    // It captures, and stays.
    let after = look(IMMUNE, "8/8/8/8/4k3/4P3/8/4K3 b - - 0 1", "e4e3");
    assert!(after.fen.starts_with("8/8/8/8/8/4k3/8/4K3 "), "{}", after.fen);
    let touching = look("[touch:atomic]\n", "8/8/8/8/4k3/8/4K3/7R b - - 0 1", "");
    assert!(touching.has("e4e3"), "{:?}", touching.moves);
}

#[test]
fn all_that_a_blast_destroys_turns_to_stone() {
    const RULES: &str = "[pb:atomic]\npetrifyOnCaptureTypes = n\npetrifyBlastPieces = true\n";
    for (fen, played, after) in [
        ("4k3/8/8/3r4/2rb4/8/3N4/4K3 w - - 0 1", "d2c4", "4k3/8/8/3*4/2**4/8/8/4K3 b"),
        // The piece that captures is a stone only if it petrifies.
        ("4k3/8/8/3r4/2rb4/8/3R4/4K3 w - - 0 1", "d2d4", "4k3/8/8/3*4/2*5/8/8/4K3 b"),
        ("4k3/8/8/3n4/2pb4/3n4/3N4/4K3 w - - 0 1", "d2c4", "4k3/8/8/3*4/2**4/3*4/8/4K3 b"),
    ] {
        let seen = look(RULES, fen, played);
        assert!(seen.fen.starts_with(after), "{} for {after}", seen.fen);
    }
}

#[test]
fn what_turns_to_stone_goes_to_the_hand_of_the_other_side() {
    let rules = "[a:crazyhouse]\npetrifyOnCaptureTypes = n\n";
    let seen = look(rules, "4k3/8/8/3p4/8/2N5/8/4K3[] w - - 0 1", "c3d5");
    assert!(seen.fen.starts_with("4k3/8/8/3*4/8/8/8/4K3[Pn] b"), "{}", seen.fen);
}

#[test]
fn with_drop_loop_a_promoted_piece_is_what_it_moves_as() {
    let rules = "[b:minishogi]\ndropLoop = true\n";
    let seen = look(rules, "4k/5/2+p2/2R2/K4[] w - - 0 1", "c2c3 e5d5 a1a2 d5e5");
    assert!(seen.fen.starts_with("4k/5/2R2/K4/5[G] w"), "{}", seen.fen);
    let dropped = look(rules, "4k/5/2+p2/2R2/K4[] w - - 0 1", "c2c3 e5d5 G@a4");
    assert!(dropped.fen.starts_with("3k1/G4/2R2/5/K4[] b"), "{}", dropped.fen);
}

/// The format maps "unpromoted and promoted" types; the reference promotes twice.
#[test]
fn a_promoted_piece_is_not_promoted_again() {
    let rules = "[c:minishogi]\npromotedPieceType = s:g g:r\n";
    let seen = look(rules, "4k/+S4/5/5/K4[] w - - 0 1", "");
    assert_eq!(seen.starting("a4"), ["a4a3", "a4a5", "a4b4", "a4b5"]);
    assert!(look(rules, "4k/G4/5/5/K4[] w - - 0 1", "").has("a4a5+"));
}

/// The last piece of its kind is "like a royal piece"; the reference counts only checks to kings.
#[test]
fn a_check_to_a_royal_commoner_counts() {
    let rules = "[d:atomic]\ncheckCounting = true\n\
        startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+2 0 1\n";
    let seen = look(rules, "4k3/8/8/8/8/8/R7/4K3 w - - 2+2 0 1", "a2a8");
    assert_eq!(seen.fen, "R3k3/8/8/8/8/8/8/4K3 b - - 1+2 1 1");
}

#[test]
fn a_pawn_that_only_opens_a_mate_may_be_dropped() {
    let rules = "[e]\nking = k\nrook = r\ncannon = c\nshogiPawn = p\ncastling = false\n\
        pieceDrops = true\nshogiPawnDropMateIllegal = true\nstartFen = 4k3/8/8/8/8/8/8/4K3[] w\n";
    let by_cannon = look(rules, "7k/R7/8/8/8/8/8/4K1RC[P] w - - 0 1", "P@h4");
    assert_eq!(by_cannon.over, Some(Outcome::Lost));
    let by_pawn = look(rules, "7k/R7/8/8/8/8/8/4K1R1[P] w - - 0 1", "P@h7");
    assert_eq!(by_pawn.over, Some(Outcome::Won));
    let drawn = format!("{rules}checkmateValue = draw\n");
    let by_pawn = look(&drawn, "7k/R7/8/8/8/8/8/4K1R1[P] w - - 0 1", "P@h7");
    assert_eq!(by_pawn.over, Some(Outcome::Won));
}

#[test]
fn a_side_without_moves_passes_in_check_only_to_accept_bikjang() {
    let rules = "[f:janggi]\npassOnStalemate = true\npass = false\n";
    let mated = look(rules, "4k4/4R4/3R1R3/9/9/9/9/9/4K4/9 b - - 0 1", "");
    assert_eq!((mated.moves.len(), mated.over), (0, Some(Outcome::Lost)));
    let facing = look(rules, "3kR4/4R4/9/9/9/9/9/9/3K5/9 b - - 0 1", "");
    assert_eq!(facing.moves, ["d10d10"]);
    let stalemated = look(rules, "4k4/9/3R1R3/9/9/9/9/9/3K5/8R b - - 0 1", "");
    assert_eq!(stalemated.moves, ["e10e10"]);
}

#[test]
fn the_square_of_en_passant_is_checked_for_pawns_alone() {
    let square = |rules: &str, fen: &str| {
        let seen = look(&format!("[g:chess]\n{rules}\n"), fen, "d7d5");
        seen.fen.split(' ').nth(3).map(str::to_owned).unwrap_or_default()
    };
    let alone = "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(square("", alone), "-");
    assert_eq!(square("", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "d6");
    for types in ["n", "pn", "r"] {
        assert_eq!(square(&format!("enPassantTypes = {types}"), alone), "d6", "{types}");
    }
}

/// Pawns of the reference capture en passant whatever `enPassantTypes` says.
#[test]
fn only_the_types_named_capture_en_passant() {
    let fen = "4k3/3p4/8/4P3/2N5/8/8/4K3 b - - 0 1";
    let seen = look("[h:chess]\nenPassantTypes = n\n", fen, "d7d5");
    assert!(seen.has("c4d6") && !seen.has("e5d6"), "{:?}", seen.moves);
    let seen = look("[h:chess]\nenPassantTypes = -\n", fen, "d7d5");
    assert!(!seen.has("e5d6") && seen.fen.contains(" w - - "), "{}", seen.fen);
}

/// By pyffish: a piece with `e` captures en passant, and only what a first move alone brings past.
#[test]
fn custom_pieces_capture_and_pass_as_in_the_reference() {
    let rules = "[x:chess]\ncustomPiece9 = w:fWfceFifmnD\n";
    let seen = look(rules, "4k3/3w4/8/4W3/4w3/8/3W4/4K3 w - - 0 1", "d2d4");
    assert!(seen.has("e4d3") && seen.fen.contains("d3d4"), "{}", seen.fen);
    let rules = "[x:chess]\ncustomPiece4 = t:fmWfcFfcpB2ifmnD\npawnTypes = pt\n";
    let seen = look(rules, "4k3/8/8/3p4/2p5/1T6/8/4K3 w - - 0 1", "b3d5");
    assert!(seen.fen.contains(" b - - "), "{}", seen.fen);
    let rules = "[x:chess]\ncustomPiece4 = t:fmWfcFfmR2ifmnD\npawnTypes = pt\n";
    let seen = look(rules, "4k3/8/8/8/3p4/8/2T1T3/4K3 w - - 0 1", "c2c4");
    assert!(seen.fen.contains(" b - - "), "{}", seen.fen);
}

/// The rook's square, by which castling is written, is empty after it.
#[test]
fn castling_is_no_move_back_and_forth() {
    let rules = "[r98:chess]\nmoveRepetitionIllegal = true\n";
    let seen = look(rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 e8e7 g1h1");
    assert!(seen.fen.starts_with("8/4k3/8/8/8/8/8/5R1K b"), "{}", seen.fen);
}

#[test]
fn cambodia_does_not_count_against_a_bare_king() {
    let rules = "[r14:chess]\ncountingRule = cambodian\n";
    let limit = |fen: &str| look(rules, fen, "e8f8").fen.split(' ').nth(3).map(str::to_owned);
    assert_eq!(limit("4k3/8/8/8/8/8/2P4P/4K3 b - - 0 1").as_deref(), Some("-"));
    assert_eq!(limit("4k3/p7/8/8/8/8/2P4P/4K3 b - - 0 1").as_deref(), Some("126"));
}

#[test]
fn there_are_as_many_moves_as_in_the_reference() {
    const PLACING: &str = "placement]\ncapturesToHand = true";
    const ROYAL: &str =
        "chess]\nextinctionValue = loss\nextinctionPseudoRoyal = true\nextinctionPieceTypes = ";
    let royal = |piece: &str| format!("{ROYAL}{piece}");
    for (rules, fen, moves) in [
        // Each colour gets half of the bishops, but for those that are gated in.
        (PLACING, "4k3/8/8/8/8/8/8/3BBK2[B] w - - 0 1", 5),
        (PLACING, "4k3/8/8/8/8/8/8/3BBK2[BN] w - - 0 1", 10),
        ("placement]", "4k3/8/8/8/8/8/8/RN2K2R[BBBBQ] w - - 0 1", 4),
        (
            "seirawan]\npieceDrops = true\ndropOppositeColoredBishop = true",
            "4kb2/8/8/8/8/8/8/4K3[b] b f - 0 1",
            49,
        ),
        // A piece that drops promoted doubles as what it was.
        ("shogi]\ndropPromoted = true", "9/9/k8/1g3p3/7s1/9/9/5K3/9[p] b - - 1 22", 146),
        // The pawn becomes another queen, and no queen is royal then.
        (&royal("q"), "4k3/7P/8/8/8/r2Q4/8/4K3 w - - 0 1", 16),
        // The capture of a royal pawn does not save a king that stays in check.
        (&royal("p"), "8/8/8/8/1kP5/3K4/8/8 b - - 0 1", 5),
        (&royal("p"), "7r/8/8/8/1k5P/8/8/1R2K3 b - - 0 1", 6),
        (&royal("p"), "7r/8/8/8/2k4P/8/8/1R2K3 b - - 0 1", 16),
        // One of two royal rooks is attacked where it stands, and the other castles.
        (&royal("r\ndupleCheck = true"), "r3k2r/6P1/8/8/8/8/8/4K3 b kq - 0 1", 24),
        // The rook would be attacked where it goes.
        (
            &royal("r\nking = -\ncommoner = k\ncastlingKingPiece = k"),
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            12,
        ),
        // The only queen is royal by itself, and not with the knights.
        (&royal("nq\ndupleCheck = true"), "4k3/8/8/8/8/r2Q4/8/N3K1N1 w - - 0 1", 17),
        // A pawn that is promoted does not stay royal beside others.
        (&royal("p\ndupleCheck = true"), "4k3/7p/8/8/8/8/2p1K3/5R2 b - - 0 1", 9),
        // The last of all pieces is royal.
        ("atomic]\nextinctionPieceTypes = *", "1N6/8/8/8/P7/8/8/5q2 b - - 0 1", 19),
        // A queen that also leaps three squares sideways checks in two ways at once.
        ("crazyhouse]\ncustomPiece1 = i:sHQ", "8/8/8/8/3k2I1/8/8/4K3[n] b - - 0 1", 6),
        ("crazyhouse]\ncustomPiece1 = i:Q", "8/8/8/8/3k2I1/8/8/4K3[n] b - - 0 1", 8),
        // Without double steps, no piece has any.
        (
            "chess]\ncustomPiece1 = u:mfWimfnD\ndoubleStep = false",
            "4k3/8/8/8/8/8/3U4/4K3 w - - 0 1",
            5,
        ),
        // A gold follows no lines.
        ("chess]\ngold = g\ndiagonalLines = *2 *3 *4", "4k3/8/8/8/8/3G4/8/4K3 w - - 0 1", 11),
    ] {
        let seen = look(&format!("[x:{rules}\n"), fen, "");
        assert_eq!(seen.moves.len(), moves, "{rules} {fen}: {:?}", seen.moves);
    }
}

#[test]
fn counters_are_those_of_the_reference() {
    for (rules, fen, played, after) in [
        // A promotion begins the count again.
        (
            "chess]\ncountingRule = makruk\npromotionPawnTypes = pr",
            "4k3/R7/8/8/8/8/8/3RK3 w - 32 20 30",
            "a7a8q",
            " 32 8 30",
        ),
        ("horde]\ncountingRule = asean", "8/8/8/3k4/7p/7R/8/8 w - - 0 6", "h3h4", " 32 0 6"),
        // The last pawn is not captured.
        ("giveaway]\ncountingRule = makruk", "8/4k2P/8/8/8/4n3/8/8 w - - 1 14", "h7h8b", " - 0 14"),
        // A cannon may come back, and no king from castling.
        (
            "chess]\njanggiCannon = c\nnMoveRuleTypes = c",
            "4k3/8/8/8/8/N7/8/C3K3 w - - 5 6",
            "a1a4",
            " 6 6",
        ),
        ("chess]\nnMoveRuleTypes = k", "4k3/8/8/8/8/8/8/4K2R w K - 5 6", "e1g1", " 0 6"),
    ] {
        let seen = look(&format!("[x:{rules}\n"), fen, played);
        assert!(seen.fen.ends_with(after), "{rules}: {}", seen.fen);
    }
}

#[test]
fn a_promoted_piece_doubles_what_it_moves_as() {
    let rules = "[x:crazyhouse]\ndropNoDoubled = r\n";
    let seen = look(rules, "4k3/8/8/8/8/8/8/4K2R~[R] w - - 0 1", "");
    assert!(seen.has("R@g8") && !seen.has("R@h8"), "{:?}", seen.moves);
}

#[test]
fn a_pawn_of_sittuyin_is_promoted_where_its_new_piece_goes() {
    let rules = "[x:sittuyin]\npromotionPieceTypesWhite = fr\n";
    let moves = look(rules, "k7/8/8/3P4/8/8/8/K7[] w - - 0 1", "").moves;
    let into = |piece: &str| moves.iter().filter(|name| name.ends_with(piece)).count();
    assert_eq!([into("f"), into("r")], [5, 13], "{moves:?}");
}

#[test]
fn a_gated_piece_gives_no_check_where_checks_are_forbidden() {
    let fen = "1k6/8/8/8/8/8/8/1N2K3[Ee] w B - 0 1";
    let seen = look("[x:seirawan]\nchecking = false\n", fen, "");
    assert_eq!(seen.starting("b1"), ["b1a3", "b1c3", "b1d2"]);
}

#[test]
fn a_royal_piece_is_not_dropped_into_an_attack() {
    let rules = "[r37:crazyhouse]\nextinctionValue = loss\nextinctionPieceTypes = p\n\
        extinctionPseudoRoyal = true\n";
    let seen = look(rules, "8/R6p/1k6/5p2/8/8/8/6K1[P] w - - 0 1", "");
    let exposed = ["P@a5", "P@a6", "P@b5", "P@b7", "P@c5", "P@c6", "P@c7", "P@e4", "P@g4", "P@g6"];
    assert!(exposed.iter().all(|name| !seen.has(name)), "{:?}", seen.moves);
    assert_eq!(seen.moves.len(), 53);
}

#[test]
fn pieces_are_gated_in_where_they_may_be_dropped() {
    let seen = look("[g:seirawan]\ndropRegionWhite = g* c*\n", "", "");
    assert_eq!(seen.starting("b1"), ["b1a3", "b1c3"]);
    assert_eq!(seen.starting("g1"), ["g1f3", "g1f3e", "g1f3h", "g1h3", "g1h3e", "g1h3h"]);
}

#[test]
fn a_piece_that_promotes_leaves_no_gate() {
    let rules = "[g:seirawan]\npromotedPieceType = r:q\n";
    let seen = look(rules, "4k3/8/8/8/8/8/8/1R2K3[H] w B - 0 1", "");
    assert_eq!(seen.starting("b1b8"), ["b1b8", "b1b8+", "b1b8h"]);
}

#[test]
fn pawns_change_where_they_come_to_the_region_alone() {
    let rules = "[p:chess]\npromotedPieceType = p:q r:q\npromotionPieceTypes = -\n\
        promotionRegionWhite = *5\n";
    let seen = look(rules, "4k3/8/8/R3P3/2P5/8/8/4K3 w - - 0 1", "");
    assert_eq!(seen.starting("e5"), ["e5e6"]);
    assert_eq!(seen.starting("c4"), ["c4c5+"]);
    assert_eq!(seen.starting("a5a6"), ["a5a6", "a5a6+"]);
}

#[test]
fn kings_and_mets_alone_leap_from_their_gates() {
    let seen = look("[c:cambodian]\n", "4k3/8/8/8/8/8/8/1N2KM2 w BEF - 0 1", "");
    assert_eq!(seen.starting("b1"), ["b1a3", "b1c3", "b1d2"]);
    assert_eq!(seen.starting("f1"), ["f1e2", "f1f3", "f1g2"]);
    assert!(seen.has("e1c2") && seen.has("e1g2"), "{:?}", seen.moves);
}

#[test]
fn promoted_pawns_are_marked_for_the_partner_in_any_case() {
    let rules = "[b:bughouse]\ndropLoop = true\n";
    let seen = look(rules, "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q");
    assert!(seen.fen.starts_with("Q~3k3/8/8/8/8/8/8/4K3[] b"), "{}", seen.fen);
}

#[test]
fn a_piece_that_no_blast_destroys_does_not_turn_to_stone_in_one() {
    let keys = "blastImmuneTypes = n\npetrifyOnCaptureTypes = n\n";
    let fen = "4k3/8/8/3r4/2rb4/8/3N4/4K3 w - - 0 1";
    let blasting = look(&format!("[s:atomic]\n{keys}"), fen, "d2c4");
    assert!(blasting.fen.starts_with("4k3/8/8/8/2N5/8/8/4K3 b"), "{}", blasting.fen);
    let capturing = look(&format!("[s:chess]\n{keys}"), fen, "d2c4");
    assert!(capturing.fen.starts_with("4k3/8/8/3r4/2*b4/8/8/4K3 b"), "{}", capturing.fen);
}

#[test]
fn a_stone_makes_an_edge_from_the_next_move_on() {
    let rules = "[e:chess]\nwallingRule = edge\npetrifyOnCaptureTypes = n\n";
    let seen = look(rules, "4k3/8/8/8/2r5/8/3N4/4K3 w - - 0 1", "");
    assert!(seen.has("d2c4,c4a1") && !seen.has("d2c4,c4c3"), "{:?}", seen.moves);
    let seen = look(rules, "4k3/8/8/8/2*5/8/8/4K3 b - - 0 1", "");
    assert!(seen.has("e8e7,e7c3"), "{:?}", seen.moves);
}

#[test]
fn bishops_that_drop_as_others_need_no_colour_and_others_as_bishops_do() {
    let rules = "[b:crazyhouse]\ndropOppositeColoredBishop = true\ndropPromoted = true\n\
        promotedPieceType = b:q n:b\n";
    let seen = look(rules, "4k3/8/8/8/8/8/8/B3K3[BN] w - - 0 1", "");
    for name in ["B@b1", "+B@b1", "+B@c1", "N@b1", "N@c1", "+N@b1"] {
        assert!(seen.has(name), "{name}: {:?}", seen.moves);
    }
    assert!(!seen.has("B@c1") && !seen.has("+N@c1"), "{:?}", seen.moves);
}

#[test]
fn nothing_else_drops_while_a_piece_that_must_drop_fits_nowhere() {
    let rules = "[m:crazyhouse]\nmustDrop = true\nmustDropType = p\ndropNoDoubled = p\n";
    let seen = look(rules, "4k3/8/8/8/8/8/PPPPPPPP/4K3[PN] w - - 0 1", "");
    assert_eq!((seen.moves.len(), seen.starting("N@")), (18, Vec::new()));
    // What is in the hand counts, not what it drops as.
    let rules = format!("{rules}dropPromoted = true\npromotedPieceType = p:g\ngold = g\n");
    let seen = look(&rules, "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "");
    assert!(seen.has("P@e4") && seen.has("+P@e4") && !seen.has("N@e4"), "{:?}", seen.moves);
}

#[test]
fn a_king_on_a_gate_is_written_where_castling_is_by_rooks() {
    let rules = "[x:caparandom]\ngating = true\n";
    let seen = look(rules, "", "");
    assert_eq!(seen.fen.split(' ').nth(2), Some("JAFjaf"));
    assert_eq!(look(rules, &seen.fen, "").fen, seen.fen);
    let seen = look(rules, "5k4/10/10/10/10/10/10/R4K3R w JAF - 0 1", "");
    assert!(seen.has("f1a1") && seen.has("f1j1"), "{:?}", seen.moves);
}

#[test]
fn triple_steps_need_no_double_steps() {
    let rules = "[r60:chess]\ndoubleStep = false\ntripleStepRegionWhite = *2\n";
    let seen = look(rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "");
    assert_eq!(seen.starting("e2"), ["e2e3", "e2e5"]);
}

#[test]
fn a_line_of_the_palace_may_pass_over_other_squares() {
    let rules = "[r65:chess]\ndiagonalLines = *2 *6\n";
    let seen = look(rules, "4k3/8/7r/8/8/8/8/K7 b - - 0 1", "");
    assert!(seen.has("h6d2") && !seen.has("h6g5"), "{:?}", seen.moves);
}

#[test]
fn generals_that_face_each_other_threaten_no_other_piece() {
    let rules = "[r67:chess]\nflyingGeneral = true\nextinctionValue = loss\n\
        extinctionPieceTypes = q\nextinctionPseudoRoyal = true\n";
    let seen = look(rules, "4k3/8/4p3/8/8/4Q3/8/4K3 w - - 0 1", "");
    assert!(seen.has("e3e6"), "{:?}", seen.moves);
}

#[test]
fn only_a_king_or_a_rook_that_is_dropped_castles() {
    let rules = "[r88:crazyhouse]\ncastlingDroppedPiece = true\n";
    let rights = |rules: &str, played: &str| {
        let fen = "4k3/8/8/8/8/8/8/R3K3[RP] w - - 0 1";
        look(rules, fen, played).fen.split(' ').nth(2).map(str::to_owned)
    };
    assert_eq!(rights(rules, "P@b4").as_deref(), Some("-"));
    assert_eq!(rights(rules, "R@h1").as_deref(), Some("K"));
    // Also there, the reference writes rights that nothing can use.
    let never = format!("{rules}castling = false\n");
    assert_eq!(rights(&never, "R@h1").as_deref(), Some("-"));
}

#[test]
fn captures_into_the_hand_do_not_end_moves_back_and_forth() {
    let rules = "[r121:crazyhouse]\nmoveRepetitionIllegal = true\n";
    let fen = "7k/8/8/8/8/1p6/R7/K7[] w - - 0 1";
    for (fen, line, last) in [
        (fen, "a2b2 h8g8 b2b3 g8h8 b3b2 h8g8 b2b3 g8f8", "b3b2"),
        // What leads there is a drop, or the first move that captures nothing.
        (&fen.replace("R7/K7[]", "8/K7[R]"), "R@b4 h8g8 b4b5 g8h8 b5b4 h8g8 b4b5 g8f8", "b5b4"),
        (fen, "a2b2 h8g8 b2b3 g8h8 b3b4 h8g8 b4b3 g8h8 b3b4 h8g8 b4b3 g8f8", "b3b4"),
        (&fen.replace("R7", "1R6"), "b2b3 h8g8 b3b2 g8h8 b2b3 h8g8 b3b2 g8h8 b2b3 h8h7", "b3b2"),
    ] {
        assert_eq!(look(rules, fen, line).shuttled, None, "{line}");
        let lost = look(rules, fen, &format!("{line} {last}")).shuttled;
        assert_eq!(lost, Some(Outcome::Won), "{line}");
    }
    // A promotion also leads there.
    let line = "a7a8r h7g7 a8b8 g7h7 b8a8 h7g7 a8b8 g7f7 b8a8";
    let rules = "[x:chess]\nmoveRepetitionIllegal = true\n";
    let seen = look(rules, "8/P6k/8/8/8/8/8/K7 w - - 0 1", line);
    assert_eq!(seen.shuttled, Some(Outcome::Won));
}

#[test]
fn material_decides_a_stalemate_of_as_many_pieces() {
    let rules = "[x:chess]\nimmobile = i\nstalematePieceCount = true\n\
        materialCounting = whitedrawodds\n";
    let seen = look(rules, "k7/P7/1K6/8/8/8/8/i7 b - - 0 1", "");
    assert_eq!(seen.over, Some(Outcome::Lost));
}

/// By `has_insufficient_material` of pyffish, for both sides.
#[test]
fn neither_side_can_win_with_too_few_pieces() {
    for (game, fen, is_drawn) in [
        ("atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", true),
        ("3check", "4k3/8/8/8/8/8/8/4KB2 w - - 3+3 0 1", false),
        ("makruk", "4k3/8/8/8/8/8/8/3KM3 w - - 0 1", true),
        ("makruk", "4k3/8/8/8/8/8/8/3KS3 w - - 0 1", false),
        ("makruk", "4k3/8/8/4P3/8/8/8/3K4 w - - 0 1", true),
        ("xiangqi", "3ak4/9/9/9/9/9/9/9/9/3A1KB2 w - - 0 1", true),
        ("xiangqi", "3ak4/9/9/9/9/9/9/9/P8/3A1KB2 w - - 0 1", false),
        ("minixiangqi", "3k3/7/7/7/7/7/4K2 w - - 0 1", true),
        ("capablanca", "4k5/10/10/10/10/10/10/4K5 w - - 0 1", true),
        ("capablanca", "4k5/10/10/10/10/10/10/4KA4 w - - 0 1", false),
        ("capablanca", "4k5/10/10/10/10/10/10/4KN4 w - - 0 1", true),
        ("losalamos", "3k2/6/6/6/6/3KN1 w - - 0 1", true),
        ("losalamos", "3k2/6/6/6/6/2NKN1 w - - 0 1", false),
        ("fairy", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false),
        ("fairy", "4k3/8/8/8/8/8/8/1B2KB2 w - - 0 1", true),
        ("fairy", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("fairy", "4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", false),
        ("kingofthehill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false),
        ("racingkings", "8/8/8/8/8/8/k6K/8 w - - 0 1", false),
        ("seirawan", "4k3/8/8/8/8/8/8/4K3[E] w - - 0 1", false),
        ("placement", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", false),
        ("coregal", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("janggi", "9/4k4/9/9/9/9/9/9/4K4/9 w - - 0 1", true),
        ("almost", "4k3/8/8/8/8/8/8/4KC2 w - - 0 1", false),
    ] {
        let seen = look(&format!("[x:{game}]\n"), fen, "");
        let lost = seen.over.filter(|&outcome| outcome != Outcome::Drawn && game != "janggi");
        assert_eq!((seen.over.is_some(), lost), (is_drawn, None), "{game} {fen}");
    }
}

/// What the rules say, and the reference does not know: its list of pieces that mate is shorter, and
/// custom pieces are always on it.
#[test]
fn whether_a_piece_mates_follows_from_its_moves() {
    let over = |rules: &str, fen: &str| {
        look(&format!("[x:chess]\n{rules}\n"), fen, "").over == Some(Outcome::Drawn)
    };
    let fen = "4k3/8/8/8/8/8/8/4KU2 w - - 0 1";
    for (piece, is_drawn) in [
        ("aiwok = u", false),
        ("kniroo = u", false),
        ("rookni = u", true),
        ("wazir = u", true),
        ("customPiece1 = u:N", true),
        ("customPiece1 = u:B", true),
        ("customPiece1 = u:R", false),
        ("customPiece1 = u:WF", false),
    ] {
        assert_eq!(over(piece, fen), is_drawn, "{piece}");
    }
    let row = "connectN = 3\nconnectDiagonal = false";
    assert!(over(row, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    assert!(!over(row, "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
    assert!(!over("wallingRule = duck", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"));
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert!(over("dupleCheck = true", bare) && !over("nFoldValue = win", bare));
    // Bd4 mates between walls.
    let walls =
        "castling = false\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/*PPPPPPP/R*BQKBNR w - - 0 1";
    assert!(!over(walls, "8/8/8/8/8/4B3/*1K5/k*6 w - - 0 1"));
    assert!(over(walls, "8/8/8/8/8/4B3/2K5/k7 w - - 0 1"));
    let bare = "8/8/8/8/8/8/**6/k*3K2 w - - 0 1";
    assert!(over(walls, bare) && !over(&format!("{walls}\nstalemateValue = loss"), bare));
    // A royal commoner reaches its flag alone.
    let royal = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
        extinctionPseudoRoyal = true\ncastling = false\n";
    assert!(over(royal, bare));
    assert!(!over(&format!("{royal}flagPiece = k\nflagRegion = d4 e4 d5 e5"), bare));
}

/// As the reference plays it without `adjudicateFullBoard`.
#[test]
fn a_board_that_is_full_at_the_start_ends_no_game() {
    const FULL: &str = "[full:ataxx]\nmaxRank = 4\nmaxFile = 4\nstartFen = PpPp/pPpP/PpPp/pPpP w\n\
        customPiece1 = p:cK\npieceDrops = false\npassOnStalemate = false\n";
    assert_eq!(look(FULL, "", "").moves.len(), 24);
    assert_eq!(look(FULL, "", "b1a1").fen, "PpPp/pPpP/PPPp/P1pP b - - 0 1");
    let dropping = "[dropping:full]\npieceDrops = true\n";
    assert!(look(&format!("{FULL}{dropping}"), "", "").over.is_some());
}

#[test]
fn a_mark_of_promotion_is_read_where_it_means_nothing() {
    let fen = "rn~bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let seen = look(&format!("[x:chess]\nstartFen = {fen}\n"), "", "e2e4");
    assert_eq!(seen.fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

/// Counted by hand, on 19 cells.
#[test]
fn ducks_and_captures_between_enemies_go_on_hexagons() {
    let rules = "[x]\nhexagonal = true\nmaxFile = 5\nmaxRank = 5\ncastling = false\n";
    let duck = format!(
        "{rules}commoner = k\nwallingRule = duck\nextinctionValue = loss\n\
        extinctionPieceTypes = k\nstartFen = **1k1/*4/5/4*/1K1** w\n"
    );
    assert_eq!(look(&duck, "", "").moves.len(), 7 * 17);
    let next = look(&duck, "", "b1b2,b2c3");
    assert_eq!((next.moves.len(), next.fen.as_str()), (6 * 16, "**1k1/*4/2*2/1K2*/3** b - - 1 1"));
    let next = look(&duck, "", "b1b2,b2c3 d5d4,d4c1");
    assert_eq!(next.fen, "**3/*2k1/5/1K2*/2*** w - - 2 2");
    let between = format!(
        "{rules}customPiece1 = r:mR\ncustodialTypes = r\nstartFen = **1R1/*2R1/2r2/4*/RR1** w\n"
    );
    let after = |played: &str| look(&between, "", played).fen;
    assert!(after("b1b2").starts_with("**1R1/*2R1/5/1R2*/R2** b"), "{}", after("b1b2"));
    // Over a corner is not beside.
    let apart = look(&between, "**1R1/*4/2r2/4*/R2** w - - 0 1", "a1b1");
    assert!(apart.fen.starts_with("**1R1/*4/2r2/4*/1R1** b"), "{}", apart.fen);
}
