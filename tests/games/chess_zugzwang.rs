//! Moves that put the other side into zugzwang (positions and moves:
//! chessprogramming.org "Null Move Test-Positions"). A search that believes every
//! pass does not find the last one.

use plyglot_core::game::Notation;
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_games::chess::Chess;

/// The best move of a position after so many nodes.
fn best(text: &str, nodes: u64) -> String {
    let root = Root::<Chess>::new(Chess::parse(text).expect("a position"));
    let task = Task {
        root: &root,
        limits: &Limits::nodes(nodes),
        settings: &Settings::default(),
        table: &Table::new(64).expect("some MiB"),
        control: &Control::default(),
    };
    let best = Search::new().run(&task, &mut |_| {}).best.expect("a move");
    root.position.print_move(best)
}

#[test]
fn moves_that_win_or_save_by_zugzwang_are_found() {
    for (text, m, nodes) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1", 1_000_000),
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6", 300_000),
        ("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", "f4d5", 6_000_000),
    ] {
        assert_eq!(best(text, nodes), m, "{text}");
    }
}
