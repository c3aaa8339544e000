//! The search knows the rules of a game from a file that chess does not have.

use crate::entry;
use crate::library::library;
use plyglot_core::search::{Control, Settings};
use plyglot_engine::{Analyst, GoLimits, Value};

/// Xiangqi without its rules on perpetual check and chase, and chess in which one must capture.
const RULES: &str = "[lenient:xiangqi]\nperpetualCheckIllegal = false\nchasingRule = none\n\
                     [greedy:chess]\nmustCapture = true\n";

/// The value of a position for the side to move, at depth 12.
fn value(game: &str, fen: &str) -> Value {
    best_line(game, fen, &[], 12).0
}

/// The value for the side to move after some moves, and its best move.
fn best_line(game: &str, fen: &str, moves: &[&str], depth: u16) -> (Value, String) {
    let mut analyst =
        Analyst::new(entry(RULES, game), 16, Settings::default()).expect("memory for it");
    analyst.game_mut().set_position(Some(fen), moves).expect("legal moves");
    let limits = GoLimits { depth: Some(depth), ..GoLimits::default() };
    let analysis = analyst.search(&limits, &Control::default().into(), |_| ());
    (analysis.lines[0].value, analysis.lines[0].pv[0].clone())
}

/// The rook can check for ever, which loses in xiangqi. Without that rule it saves the game.
#[test]
fn perpetual_check_is_no_way_out_where_it_loses() {
    const TWO_ROOKS_AGAINST_ONE: &str = "3k5/R8/9/9/9/9/7rr/9/9/4K4 w - - 0 1";
    let lost = value("xiangqi", TWO_ROOKS_AGAINST_ONE);
    assert!(matches!(lost, Value::Centi(..-1_000) | Value::End(..=0)), "{lost:?}");
    assert_eq!(value("lenient", TWO_ROOKS_AGAINST_ONE), Value::Centi(0));
    const IN_CHECK: &str = "R2k5/9/9/9/9/9/7rr/9/9/4K4 b - - 0 1";
    let won = value("xiangqi", IN_CHECK);
    assert!(matches!(won, Value::Centi(1_000..) | Value::End(1..)), "{won:?}");
    assert_eq!(value("lenient", IN_CHECK), Value::Centi(0));
}

/// The rook has chased the cannon all the time. Once more would be a draw by repetition, but for the
/// rule on chasing; all else loses to the rooks.
#[test]
fn perpetual_chase_is_no_way_out_where_it_loses() {
    const CHASED: &str = "3k5/9/9/1R5c1/9/9/8r/8r/6r2/5K3 b - - 0 1";
    const CHASE: [&str; 7] = ["h7h5", "b7b5", "h5h7", "b5b7", "h7h5", "b7b5", "h5h7"];
    let lost = best_line("xiangqi", CHASED, &CHASE, 12).0;
    assert!(matches!(lost, Value::Centi(..-1_000) | Value::End(..=0)), "{lost:?}");
    assert!(matches!(best_line("lenient", CHASED, &CHASE, 12).0, Value::Centi(0) | Value::End(0)));
}

/// The queen could take White's only knight, which is protected.
#[test]
fn the_last_piece_of_a_kind_is_not_left_hanging() {
    const ATTACKED: &str = "rnb1k2r/ppp1q3/8/4N3/3P4/8/5PPP/R1BQ2K1 w - - 0 1";
    assert_eq!(best_line("extinction", ATTACKED, &[], 1).1[..2], *"e5");
}

/// The queen could take the pawn beside the king, which is not royal but the last one. The pawn
/// could take a knight in the meantime.
#[test]
fn an_explosion_that_ends_the_game_is_prevented() {
    const BESIDE_THE_KING: &str = "6k1/6pp/5q2/2n5/1P6/8/5PPP/6K1 w - - 0 1";
    assert_ne!(best_line("nocheckatomic", BESIDE_THE_KING, &[], 1).1, "b4c5");
}

/// A check on the back rank would be the third, whatever it loses. One move prevents it.
#[test]
fn the_last_check_is_prevented() {
    const ONE_MISSING: &str = "r5k1/1R3ppp/8/8/8/8/6PP/7K w - - 3+1 0 1";
    assert_eq!(best_line("3check", ONE_MISSING, &[], 1).1, "b7b1");
}

/// Once the pawn is on d5, the queen must take it and is lost.
#[test]
fn compulsory_captures_are_searched_to_their_end() {
    const QUEEN_ABOVE_PAWN: &str = "3qk3/7p/8/8/3P4/1B6/6PP/6K1 w - - 0 1";
    let (value, best) = best_line("greedy", QUEEN_ABOVE_PAWN, &[], 1);
    assert!(matches!(value, Value::Centi(300..)) && best == "d4d5", "{value:?}, {best}");
}

/// The rook closes the seventh rank to the king, or stands where it does not.
#[test]
fn a_flag_is_near_only_by_a_safe_way() {
    let white = |fen| match best_line("racingkings", fen, &[], 1).0 {
        Value::Centi(value) => value,
        other => panic!("not over: {other:?}"),
    };
    let free = white("8/8/K7/8/8/7k/N7/7r w - - 0 1");
    let closed = white("8/7r/K7/8/8/7k/N7/8 w - - 0 1");
    assert!(free > closed + 150, "{free} and {closed}");
}

/// Fails if a search of 100,000 nodes stays below depth 5, unless it finds how the game ends.
#[track_caller]
fn check_depth(game: &str) {
    let mut analyst =
        Analyst::new(entry(RULES, game), 16, Settings::default()).expect("memory for it");
    let limits = GoLimits { nodes: Some(100_000), ..GoLimits::default() };
    let analysis = analyst.search(&limits, &Control::default().into(), |_| ());
    let line = &analysis.lines[0];
    assert!(line.depth >= 5 || !matches!(line.value, Value::Centi(_)), "{game}: {}", line.depth);
}

/// Where nearly every move captures, no line is played out before others are looked at.
#[test]
fn games_full_of_captures_are_searched_several_plies_deep() {
    for game in ["clobber", "clobber10", "massacre", "pawnsmassacre", "doublearmy"] {
        check_depth(game);
    }
}

#[test]
#[ignore = "takes minutes, in a release build too"]
fn every_game_of_the_library_is_searched_several_plies_deep() {
    for game in library() {
        check_depth(&game.name);
    }
}
