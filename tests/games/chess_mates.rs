//! Mates against a bare king are found with few nodes a move, well before the
//! fifty moves are over.

use plyglot_core::game::{Game, Notation, Outcome};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_games::chess::Chess;

/// The result for the side to move when the search has played for both sides.
fn play_out(text: &str, nodes: u64) -> Option<Outcome> {
    let mut root = Root::<Chess>::new(Chess::parse(text).expect("a position"));
    let mut search = Search::new();
    let table = Table::new(4).expect("some MiB");
    let limits = &Limits::nodes(nodes);
    let settings = &Settings::default();
    let control = &Control::default();
    loop {
        if let Some(outcome) = root.position.status() {
            return Some(outcome);
        }
        let task = Task { root: &root, limits, settings, table: &table, control };
        let answer = search.run(&task, &mut |_| {});
        root.play(answer.best?);
    }
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
