//! Tic-tac-toe: its text, and all its games and positions against the numbers of the textbooks.

use super::tables::{
    check_any, check_diagram, check_leaves, check_no_moves, check_refusals, check_texts, children,
    names, parse,
};
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Game, Notation, Outcome, Side, Which};
use proptest::prelude::*;
use std::collections::HashMap;

#[test]
fn reads_nine_cells_and_short_forms_of_a_fen() {
    let centre = "3/1P1/3[PPPPpppp] b - - 0 1";
    check_texts::<TicTacToe>(&[
        (".........", "3/3/3[PPPPPpppp] w - - 0 1"),
        ("X.OX.XOO.", "P1p/P1P/pp1[PPp] w - - 0 4"),
        (" XOXOXOOXX ", "PpP/pPp/pPP[] b - - 0 5"),
        ("....X....", centre),
        ("3/1P1/3 b", centre),
        ("3/1P1/3[] b - -", centre),
        (" 111/1P1/3[PPPPpppp]  b - - 7 ", centre),
    ]);
    // Every sign for an empty cell.
    assert_eq!(parse::<TicTacToe>("x-o_4X6o."), parse("X.O..X.O."));
}

#[test]
fn refuses_impossible_boards_where_they_go_wrong() {
    let cells = "nine cells: 'X', 'O' or '.'";
    let arises = "a position that arises when X begins";
    check_refusals::<TicTacToe>(&[
        ("X.OX.XOO", 8, cells),
        ("X.OX.XOO..", 9, cells),
        ("X.OQ.XOO.", 3, cells),
        (" \u{e9}", 1, cells),
        ("X.O X.O..", 3, cells),
        ("O........", 0, arises),
        (" XX.......", 1, arises),
        ("XXXOOO...", 0, arises),
        ("XXXOO.O..", 0, arises),
        ("OOOXX.X.X", 0, arises),
        ("", 0, "3 rows of 3 points"),
        ("3/3", 3, "3 rows of 3 points"),
        ("3/4/3 w", 2, "a row of 3 points"),
        ("3/3/3 b", 6, "'w', whose turn it is"),
        ("3/1P1/3[PPPPPpppp] b", 7, "the stones in hand, '[PPPPpppp]', or nothing"),
        ("3/1p1/3 w", 0, "as many stones of each side, or one more P than p"),
        ("PPP/pp1/p2 w", 0, arises),
    ]);
}

#[test]
fn reads_every_spelling_of_a_move() {
    let position: TicTacToe = parse("X.OX.XOO.");
    let centre = position.parse_move("P@b2").unwrap();
    assert_eq!(centre.index(), 4);
    for text in ["b2", "4"] {
        assert_eq!(position.parse_move(text), Ok(centre), "`{text}`");
    }
    check_no_moves(&position, "|P@|P@4|0|9|04|a3|P@a3|B2|b4");
    let mut won = position;
    won.play(centre);
    assert_eq!(won.status(), Some(Outcome::Lost), "O is to move and has lost");
    check_no_moves(&won, "b3");
}

#[test]
fn cells_count_from_the_top_left() {
    let start = TicTacToe::start(());
    for (index, name) in [(0, "P@a3"), (2, "P@c3"), (4, "P@b2"), (6, "P@a1"), (8, "P@c1")] {
        assert_eq!(start.print_move(start.parse_move(&index.to_string()).unwrap()), name);
    }
}

#[test]
fn draws_the_board() {
    let rows = [" | X |   | O | 3", " | X |   | X | 2", " | O | O |   | 1"];
    check_diagram(&parse::<TicTacToe>("X.OX.XOO."), &rows);
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), cells in "[XO.x4 ]{0,11}", fen in "[Pp1-4/\\[\\] wb-]{0,20}") {
        check_any(&parse::<TicTacToe>("X...O...."), &[text, cells, fen]);
    }
}

/// Games that X wins, that O wins, and draws.
fn games(position: &TicTacToe) -> [u64; 3] {
    match (position.status(), position.side()) {
        (Some(Outcome::Drawn), _) => [0, 0, 1],
        (Some(_), Side::First) => [0, 1, 0],
        (Some(_), Side::Second) => [1, 0, 0],
        (None, _) => children(position)
            .iter()
            .map(games)
            .fold([0; 3], |sum, more| [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]]),
    }
}

fn collect(position: TicTacToe, seen: &mut HashMap<String, TicTacToe>) {
    if seen.insert(position.identity(), position).is_none() {
        children(&position).into_iter().for_each(|child| collect(child, seen));
    }
}

#[test]
fn counts_the_published_perft_numbers() {
    let leaves = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    check_leaves(&TicTacToe::start(()), &leaves);
}

#[test]
fn there_are_255168_games() {
    assert_eq!(games(&TicTacToe::start(())), [131_184, 77_904, 46_080]);
}

#[test]
fn there_are_5478_positions_and_958_are_final() {
    let mut seen = HashMap::new();
    collect(TicTacToe::start(()), &mut seen);
    let ended = seen.values().filter(|position| position.status().is_some()).count();
    assert_eq!((seen.len(), ended), (5478, 958));
    let mut keys: Vec<u64> = seen.values().map(Game::key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 5478, "different keys");
}

/// `parse` takes the fillings of the board that a game can reach.
#[test]
fn parse_accepts_the_reachable_positions_alone() {
    let mut reachable = HashMap::new();
    collect(TicTacToe::start(()), &mut reachable);
    let mut accepted = 0;
    for code in 0..3usize.pow(9) {
        let cell = |i: u32| [".", "X", "O"][code / 3usize.pow(i) % 3];
        let text: String = (0..9).map(cell).collect();
        if let Ok(position) = TicTacToe::parse(&text) {
            assert!(reachable.contains_key(&position.identity()), "`{text}` cannot arise");
            accepted += 1;
        }
    }
    assert_eq!(accepted, 5478);
}

#[test]
fn there_are_no_tactical_moves() {
    assert!(names(&TicTacToe::start(()), Which::Tactical).is_empty());
}
