//! The search knows the rules of a game from a file that chess does not have.

use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::search::{Control, Settings};
use plyglot_engine::{Analyst, GoLimits, Registry, Value};
use plyglot_variants::with_library;
use std::path::Path;

/// Xiangqi without its rules on perpetual check and chase.
const RULES: &str = "[lenient:xiangqi]\nperpetualCheckIllegal = false\nchasingRule = none\n";

/// The value of a position for the side to move, at depth 10.
fn value(game: &str, fen: &str) -> Value {
    value_after(game, fen, &[])
}

/// The value for the side to move after some moves.
fn value_after(game: &str, fen: &str, moves: &[&str]) -> Value {
    let source = with_library(Registry::of::<TicTacToe>()).source().expect("it has one");
    assert_eq!(source.load(Path::new("games.ini"), RULES, &[], true).complaints, [""; 0]);
    let entry = source.find(game).expect("it is in the library or was loaded");
    let mut analyst = Analyst::new(entry, 16, Settings::default()).expect("memory for it");
    analyst.set_position(Some(fen), moves).expect("legal moves");
    let limits = GoLimits { depth: Some(10), ..GoLimits::default() };
    analyst.search(&limits, &Control::default().into(), |_| ()).lines[0].value
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
    let lost = value_after("xiangqi", CHASED, &CHASE);
    assert!(matches!(lost, Value::Centi(..-1_000) | Value::End(..=0)), "{lost:?}");
    assert!(matches!(value_after("lenient", CHASED, &CHASE), Value::Centi(0) | Value::End(0)));
}
