//! Syzygy tables, as clients have them read and games won by them.

use crate::support::engine::Engine;
use plyglot_core::game::{Game, Notation, Outcome};
use plyglot_games::chess::Chess;
use std::path::Path;

/// The folder of the tables beside the checkout, if it is there.
fn folder() -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/chess/syzygy");
    if !folder.is_dir() {
        eprintln!("no tables beside the checkout: nothing is tested");
    }
    folder.is_dir().then(|| folder.to_str().expect("a path in UTF-8").to_owned())
}

/// An engine with the tables, and what it said of them.
fn start(folder: &str) -> (Engine, Vec<String>) {
    let mut engine = Engine::start();
    let said = engine.ask(&format!("setoption name SyzygyPath value {folder}"));
    (engine, said)
}

#[test]
fn tables_that_were_found_are_reported_and_bad_folders_passed_over() {
    let Some(folder) = folder() else { return };
    let (mut engine, said) = start(&folder);
    assert_eq!(
        said,
        [format!("info string syzygy: 35 tables of up to 4 men in {folder}, 35 with distances")]
    );
    let path = format!("/nowhere:{folder}");
    let said = engine.ask(&format!("setoption name SyzygyPath value {path}"));
    let why = "passed over: /nowhere: it or its folder does not exist";
    let tables = format!("35 tables of up to 4 men in {path}, 35 with distances");
    assert_eq!(said, [format!("info string syzygy: {tables}; {why}")]);
    engine.ask("position fen 8/8/8/4k3/8/8/3R4/4K3 w - - 0 1");
    let last = searched(&mut engine);
    assert!(!last.contains(" tbhits 0 "), "{last}");
    for (path, note) in [("<empty>", None), ("/nowhere", Some("syzygy: no tables in /nowhere"))] {
        engine.ask(&format!("setoption name SyzygyPath value {folder}"));
        let said = engine.ask(&format!("setoption name SyzygyPath value {path}"));
        assert_eq!(said.len(), usize::from(note.is_some()), "{said:?}");
        assert!(note.is_none_or(|note| said[0].contains(note)), "{said:?}");
        let last = searched(&mut engine);
        assert!(last.contains(" tbhits 0 "), "{path}: {last}");
    }
}

/// The last line of a short search before its answer.
fn searched(engine: &mut Engine) -> String {
    let lines = engine.go("go depth 6");
    lines[lines.len() - 2].clone()
}

/// As python-chess has it: won, won but for the rule of fifty moves, drawn.
#[test]
fn scores_agree_with_the_tables_and_the_fifty_move_rule() {
    let Some(folder) = folder() else { return };
    let (mut engine, _) = start(&folder);
    for (fen, rule, least, most) in [
        ("8/8/8/3k4/8/8/8/2B1K1N1 w - - 20 1", true, 30_800, 30_900),
        ("8/8/8/3k4/8/8/8/2B1K1N1 b - - 20 1", true, -30_900, -30_800),
        ("8/8/8/3k4/8/8/8/2B1K1N1 w - - 60 1", true, 0, 0),
        ("8/8/8/3k4/8/8/8/2B1K1N1 w - - 60 1", false, 30_800, 30_900),
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", true, 0, 0),
    ] {
        engine.ask(&format!("setoption name Syzygy50MoveRule value {rule}"));
        engine.ask(&format!("position fen {fen}"));
        let last = searched(&mut engine);
        let words: Vec<&str> = last.split(' ').collect();
        let at = words.iter().position(|word| *word == "cp").expect("no mate is so near");
        let score: i32 = words[at + 1].parse().expect("a number");
        assert!((least..=most).contains(&score), "{fen}: {last}");
    }
}

/// Both sides have the tables; who wins by them, by python-chess in 58, 47 and 1
/// plies to a capture, a pawn's move or mate, must win before the rule ends the game.
#[test]
fn table_wins_are_won_within_the_fifty_move_rule() {
    let Some(folder) = folder() else { return };
    let (mut engine, _) = start(&folder);
    for fen in [
        "8/8/8/3k4/8/8/8/2B1K1N1 w - - 20 1",
        "8/8/8/3k4/7r/8/8/QK6 w - - 30 1",
        "8/8/3k4/8/3K4/8/4P3/8 w - - 0 1",
    ] {
        let mut position = Chess::parse(fen).unwrap();
        let mut moves = String::new();
        while position.status().is_none() {
            engine.ask(&format!("position fen {fen} moves{moves}"));
            let answer = engine.go("go nodes 1000").pop().expect("an answer");
            let name = answer.split(' ').nth(1).expect("a move").to_owned();
            position.play(position.parse_move(&name).expect("a legal move"));
            moves += &format!(" {name}");
        }
        assert_eq!(position.status(), Some(Outcome::Lost), "{fen}: {moves}");
    }
}
