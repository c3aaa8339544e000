//! Tic-tac-toe, whole: the score of every move of every position that can
//! arise, by the search and by the solver, against a search by brute force.

use crate::support::noughts::{children, of_move, open_positions, rank};
use plyglot_core::game::tictactoe::{Cell, TicTacToe};
use plyglot_core::game::{Game, Notation};
use plyglot_core::search::{Control, Limits, Line, Report, Root, Search, Settings, Table, Task};
use std::collections::BTreeMap;

/// Scores every move of every position under these limits, and hands the last
/// line of each rank to `check`.
fn score_all(limits: &Limits<Cell>, settings: &Settings, check: impl Fn(&TicTacToe, &Line<Cell>)) {
    let positions = open_positions();
    assert_eq!(positions.len(), 5478 - 958, "all positions less the final ones");
    let table = Table::new(1).expect("a MiB");
    let mut search = Search::new();
    for board in positions {
        let text: String = board.iter().collect();
        let position = TicTacToe::parse(&text).expect("a position that can arise");
        let expected: BTreeMap<usize, i32> =
            children(&board).map(|(i, child)| (i, of_move(&child))).collect();
        let mut lines: BTreeMap<usize, Line<Cell>> = BTreeMap::new();
        let answer = search.run(
            &Task {
                root: &Root::new(position),
                limits,
                settings: &Settings { multi_pv: 9, ..settings.clone() },
                table: &table,
                control: &Control::default(),
            },
            &mut |report| {
                if let Report::Line(line) = report {
                    lines.insert(line.rank, line);
                }
            },
        );
        let value = |line: &Line<Cell>| line.score.plies_to_end().unwrap_or(line.score.value());
        let found = lines.values().map(|line| (line.pv[0].index(), value(line))).collect();
        assert_eq!(expected, found, "{text}");
        let best = answer.best.expect("an open position has a move");
        let most = expected.values().map(|&v| rank(v)).max();
        assert_eq!(Some(rank(expected[&best.index()])), most, "{text}: {best:?}");
        assert!(position.legal_moves().contains(&best));
        lines.values().for_each(|line| check(&position, line));
    }
}

#[test]
fn every_move_of_every_position_has_its_true_score() {
    score_all(&Limits::depth(9), &Settings::search_alone(), |_, _| ());
}

#[test]
fn every_line_leads_to_the_end() {
    let (limits, settings) = (Limits::default(), Settings::default());
    score_all(&limits, &settings, |position, line| {
        let mut end = *position;
        line.pv.iter().for_each(|&m| end.play(m));
        let context = format!("{} {line:?}", position.print());
        assert!(end.status().is_some(), "{context}");
        let plies = line.score.plies_to_end().map_or(line.pv.len(), |n| n.unsigned_abs() as usize);
        assert_eq!(line.pv.len(), plies, "{context}");
    });
}
