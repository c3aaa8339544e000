//! Programs with a game of their own also have the page.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::visit_with_people;
use plyglot_browser_tests::random::Random;
use plyglot_browser_tests::server::{Server, example};
use serde_json::json;

/// Whether stones of a side connect two opposite edges of a board of Hex with 7 files, of
/// which each row lies half a cell further right than the one above it.
fn connects(cells: &[String], side: &str) -> bool {
    let is_own = |at: (i32, i32)| {
        let is_on = (0..7).contains(&at.0) && (0..7).contains(&at.1);
        is_on && cells[(at.1 * 7 + at.0) as usize].starts_with(side)
    };
    // The first player goes from the top to the bottom, the second from left to right.
    let start = |i: i32| if side == "first" { (i, 0) } else { (0, i) };
    let mut left: Vec<(i32, i32)> = (0..7).map(start).filter(|&at| is_own(at)).collect();
    let mut seen = left.clone();
    while let Some((file, row)) = left.pop() {
        if (if side == "first" { row } else { file }) == 6 {
            return true;
        }
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let next = (file + right, row + down);
            if is_own(next) && !seen.contains(&next) {
                seen.push(next);
                left.push(next);
            }
        }
    }
    false
}

#[test]
fn hex_is_played_on_its_board() {
    visit_with_people(Server::of(&example("hex"), &[]), Look::DESK, |page| {
        let mut random = Random::new(4);
        let mut moves: Vec<String> = Vec::new();
        loop {
            let shown = page.wait_for_ply(moves.len());
            let position = page.position("hex", None, &moves);
            page.compare(&position);
            let cells = page.shown().cells;
            let winner = ["first", "second"].into_iter().find(|side| connects(&cells, side));
            assert_eq!(position["result"]["winner"], json!(winner));
            if winner.is_some() {
                assert_eq!(shown.state, "over");
                assert!(shown.status.contains("wins"), "{}", shown.status);
                break;
            }
            let legal = Move::all(&position);
            assert_eq!(legal.len(), 49 - moves.len(), "any empty cell");
            let chosen = &legal[random.below(legal.len())];
            page.play(Hand::Click, &legal, chosen);
            moves.push(chosen.name.clone());
        }
        // And against its engine.
        page.browser.click("#new-game");
        page.wait_for_ply(0);
        page.set_limit("nodes", 100);
        page.browser.select("#player-second", "0");
        page.play(Hand::Click, &Move::all(&page.position("hex", None, &[])), &d4());
        page.wait_until("answer", |shown| shown.ply == 2 && shown.state == "ready");
    });
}

/// The middle.
fn d4() -> Move {
    Move { name: "d4".to_owned(), from: None, to: Some(24), wall: None, held: None }
}

/// White closes the mill on the upper edge, and clicks on one of Black's two stones.
#[test]
fn the_stone_that_a_mill_takes_is_chosen_on_the_board() {
    visit_with_people(Server::of(&example("morris"), &[]), Look::DESK, |page| {
        for (ply, cell) in [0, 36, 3, 38, 6].into_iter().enumerate() {
            page.wait_for_ply(ply);
            page.point(Hand::Click, cell);
        }
        page.wait_for_text("#status", |text| text == "Now choose the piece to take");
        let shown = page.shown();
        assert_eq!((shown.ply, shown.targets), (4, vec![36, 38]));
        assert!(shown.cells[6].starts_with("first"), "{:?}", shown.cells);
        page.point(Hand::Click, 38);
        let shown = page.wait_until("the end of the move", |shown| {
            shown.ply == 5 && shown.cells[38].is_empty()
        });
        assert!(shown.cells[36].starts_with("second") && shown.cells[6].starts_with("first"));
    });
}

#[test]
fn nim_is_played_by_buttons() {
    visit_with_people(Server::of(&example("nim"), &[]), Look::DESK, |page| {
        assert!(page.is_visible("#text-board") && !page.is_visible("#board"));
        let mut random = Random::new(5);
        let mut heaps = [3, 4, 5];
        let mut plies = 0;
        while heaps != [0, 0, 0] {
            let shown = page.wait_for_ply(plies);
            assert_eq!(shown.state, "ready");
            let script = "return [...document.querySelectorAll('#passes [data-move]')].map(e => e.dataset.move)";
            let offered = page.browser.script(script, json!([]));
            let offered: Vec<&str> = offered
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|name| name.as_str())
                .collect();
            // Any number of stones of one heap.
            assert_eq!(offered.len(), heaps.iter().sum::<usize>());
            let name = offered[random.below(offered.len())];
            let bytes = name.as_bytes();
            heaps[usize::from(bytes[0] - b'a')] -= usize::from(bytes[1] - b'0');
            page.press(Hand::Click, &format!("#passes [data-move='{name}']"));
            plies += 1;
        }
        let shown = page.wait_for_ply(plies);
        assert_eq!(shown.state, "over");
        // Who takes the last stone wins; the sides take turns.
        let position = page.position("nim", None, &page.moves());
        let winner = if plies % 2 == 1 { "first" } else { "second" };
        assert_eq!(position["result"]["winner"], winner);
        assert!(shown.status.contains("wins"), "{}", shown.status);
    });
}
