//! Chess that a search must know: mates against a bare king with few nodes a move, well before the
//! fifty moves are over, and zugzwang.

use super::tables::parse;
use cozy_chess::Move;
use plyglot_core::game::{Game, Notation, Outcome};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_games::chess::Chess;

fn best(root: &Root<Chess>, search: &mut Search<Chess>, table: &Table, nodes: u64) -> Option<Move> {
    let (limits, settings) = (&Limits::nodes(nodes), &Settings::default());
    let task = Task { root, limits, settings, table, control: &Control::default() };
    search.run(&task, &mut |_| {}).best
}

/// The result for the side to move when the search has played for both sides.
fn play_out(text: &str, nodes: u64) -> Option<Outcome> {
    let mut root = Root::<Chess>::new(parse(text));
    let (mut search, table) = (Search::new(), Table::new(4).expect("some MiB"));
    while root.position.status().is_none() {
        root.play(best(&root, &mut search, &table, nodes)?);
    }
    root.position.status()
}

#[test]
fn every_mate_without_pawns_is_found() {
    for text in [
        "8/8/3k4/8/8/2K5/8/7Q w - - 0 1",
        "8/8/4k3/8/8/8/1K6/R7 w - - 0 1",
        "8/8/4k3/8/8/8/8/K1B2B2 w - - 0 1",
    ] {
        assert_eq!(play_out(text, 1_000), Some(Outcome::Lost), "{text}");
    }
}

/// Of 60 random positions all but one or two are mated; which, is chance.
#[test]
fn bishop_and_knight_mate_from_most_positions() {
    let positions = [
        "8/8/4k3/8/8/8/8/K1B2N2 w - - 0 1",
        "8/8/8/3k4/8/8/8/K4BN1 w - - 0 1",
        "8/8/8/3k4/8/8/8/1K2B1N1 w - - 0 1",
        "8/3k4/8/8/8/2K5/8/5BN1 w - - 0 1",
        "8/8/8/4k3/8/8/8/KN5B w - - 0 1",
        "6k1/8/8/8/8/8/1B6/1NK5 w - - 0 1",
    ];
    let is_mated = |text: &&str| play_out(text, 10_000) == Some(Outcome::Lost);
    let mated = positions.iter().filter(|text| is_mated(text)).count();
    assert!(mated >= 4, "{mated} of {}", positions.len());
}

/// Positions and moves: chessprogramming.org "Null Move Test-Positions". A search that believes
/// every pass does not find the last one.
#[test]
fn moves_that_win_or_save_by_zugzwang_are_found() {
    for (text, m, nodes) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1", 2_000_000),
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6", 300_000),
        ("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", "f4d5", 6_000_000),
    ] {
        let root = Root::<Chess>::new(parse(text));
        let table = Table::new(64).expect("some MiB");
        let found = best(&root, &mut Search::new(), &table, nodes).expect("a move");
        assert_eq!(root.position.print_move(found), m, "{text}");
    }
}
