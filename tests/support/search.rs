//! Searches, with the lines that they report.

use plyglot_core::game::{Game, Knowledge};
use plyglot_core::search::{Answer, Control, Limits, Line, Report, Root, Search, Settings};
use plyglot_core::search::{Table, Task};

/// The answer of a search, and the lines before it.
pub fn run<G: Knowledge>(
    search: &mut Search<G>,
    task: &Task<'_, G>,
) -> (Answer<G::Move>, Vec<Line<G::Move>>) {
    let mut lines = Vec::new();
    let answer = search.run(task, &mut |report| {
        if let Report::Line(line) = report {
            lines.push(line);
        }
    });
    (answer, lines)
}

/// The same for a new search with a table of its own.
pub fn fresh<G: Knowledge>(
    root: &Root<G>,
    limits: &Limits<G::Move>,
    settings: &Settings,
) -> (Answer<G::Move>, Vec<Line<G::Move>>) {
    let (table, control) = (&Table::new(1).expect("a MiB"), &Control::default());
    run(&mut Search::new(), &Task { root, limits, settings, table, control })
}

/// Asserts that a line can be played.
#[track_caller]
pub fn check_line<G: Game>(position: &G, line: &[G::Move]) {
    let mut position = position.clone();
    for (i, m) in line.iter().enumerate() {
        assert!(position.legal_moves().contains(m), "{line:?} is not legal at its move {i}");
        position.play(*m);
    }
}
