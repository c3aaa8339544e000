//! Tic-tac-toe's text: positions, moves, and what is wrong with the wrong ones.

use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Game, Notation, Outcome};
use proptest::prelude::*;

fn parse(text: &str) -> TicTacToe {
    TicTacToe::parse(text).unwrap_or_else(|e| panic!("`{text}`: {e}"))
}

#[test]
fn reads_nine_cells_and_prints_a_fen() {
    for (cells, fen) in [
        (".........", "3/3/3[PPPPPpppp] w - - 0 1"),
        ("X.OX.XOO.", "P1p/P1P/pp1[PPp] w - - 0 4"),
        (" XOXOXOOXX ", "PpP/pPp/pPP[] b - - 0 5"),
    ] {
        assert_eq!(parse(cells).print(), fen, "`{cells}`");
        assert_eq!(parse(fen), parse(cells), "`{fen}`");
    }
}

#[test]
fn reads_every_sign_for_an_empty_cell() {
    assert_eq!(parse("x-o_4X6o."), parse("X.O..X.O."));
}

#[test]
fn reads_short_forms_of_a_fen() {
    let whole = parse("....X....");
    for text in ["3/1P1/3 b", "3/1P1/3[] b - -", " 111/1P1/3[PPPPpppp]  b - - 7 "] {
        assert_eq!(parse(text), whole, "`{text}`");
    }
}

#[test]
fn refuses_impossible_boards_where_they_go_wrong() {
    let cells = "nine cells: 'X', 'O' or '.'";
    let arises = "a position that arises when X begins";
    for (text, at, expected) in [
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
    ] {
        let error = TicTacToe::parse(text).map(|p| p.print()).expect_err(text);
        assert_eq!((error.at, error.mismatch.expected.as_str()), (at, expected), "`{text}`");
    }
}

#[test]
fn reads_every_spelling_of_a_move() {
    let position = parse("X.OX.XOO.");
    let centre = position.parse_move("P@b2").unwrap();
    assert_eq!(centre.index(), 4);
    for text in ["b2", "4"] {
        assert_eq!(position.parse_move(text), Ok(centre), "`{text}`");
    }
    for text in ["", "P@", "P@4", "0", "9", "04", "a3", "P@a3", "B2", "b4"] {
        position.parse_move(text).map(|m| position.print_move(m)).expect_err(text);
    }
    let mut won = position;
    won.play(centre);
    assert_eq!(won.status(), Some(Outcome::Lost), "O is to move and has lost");
    won.parse_move("b3").map(|m| won.print_move(m)).expect_err("a move after the end");
}

#[test]
fn cells_count_from_the_top_left() {
    let start = parse(TicTacToe::INFO.start);
    for (index, name) in [(0, "P@a3"), (2, "P@c3"), (4, "P@b2"), (6, "P@a1"), (8, "P@c1")] {
        assert_eq!(start.print_move(start.parse_move(&index.to_string()).unwrap()), name);
    }
}

#[test]
fn draws_the_board() {
    let picture = parse("X.OX.XOO.").diagram();
    let rows: Vec<&str> = picture.lines().filter(|line| line.starts_with(" |")).collect();
    assert_eq!(rows, [" | X |   | O | 3", " | X |   | X | 2", " | O | O |   | 1"], "{picture}");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), cells in "[XO.x4 ]{0,11}", fen in "[Pp1-4/\\[\\] wb-]{0,20}") {
        for text in [text, cells, fen] {
            if let Ok(position) = TicTacToe::parse(&text) {
                prop_assert_eq!(parse(&position.print()), position);
            }
            let _ = parse("X...O....").parse_move(&text);
        }
    }
}
