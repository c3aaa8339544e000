//! Input that no engine wants, one kind a file.

mod bad_lines;
mod bad_positions;
mod resources;
mod searches;

use crate::support::engine::{Engine, best_moves};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// An engine with a position that nobody would set up by accident.
fn engine() -> Engine {
    let mut engine = Engine::start();
    let printed = engine.ask(&format!("position fen {KIWIPETE} moves e1g1"));
    assert!(printed.is_empty(), "{printed:?}");
    engine
}

/// Sends a bad line: one complaint must come, and nothing may have changed.
fn expect_refusal(engine: &mut Engine, line: &[u8]) {
    let before = engine.ask("d");
    engine.send_bytes(line);
    let printed = engine.flush();
    let is_complaint = |line: &String| line.starts_with("info string error: line ");
    if printed.len() != 1 || !is_complaint(&printed[0]) {
        engine.fail(&format!("expected one complaint, got {printed:?}"));
    }
    if printed[0].len() > 400 {
        engine.fail("a complaint that nobody reads to its end");
    }
    if engine.ask("d") != before {
        engine.fail("the position has changed");
    }
}

/// Sends a search of which something cannot be read: one complaint and one answer must
/// come, and nothing may have changed.
fn expect_answer(engine: &mut Engine, line: &[u8]) {
    let before = engine.ask("d");
    engine.send_bytes(line);
    let mut printed = engine.until("bestmove");
    printed.extend(engine.flush());
    let is_complaint = |line: &&String| line.starts_with("info string error: line ");
    let complaints: Vec<&String> = printed.iter().filter(is_complaint).collect();
    if complaints.len() != 1 || complaints[0].len() > 400 || best_moves(&printed) != 1 {
        engine.fail(&format!("expected one complaint and one answer, got {printed:?}"));
    }
    if engine.ask("d") != before {
        engine.fail("the position has changed");
    }
}
