//! Connect Four's text: positions, moves, and what is wrong with the wrong ones.

use plyglot_core::game::{Game, Notation, Outcome};
use plyglot_games::connect4::ConnectFour;
use proptest::prelude::*;

fn parse(text: &str) -> ConnectFour {
    ConnectFour::parse(text).unwrap_or_else(|e| panic!("`{text}`: {e}"))
}

/// Where the text is refused, and why.
fn refusal(text: &str) -> (usize, String, String) {
    let error = ConnectFour::parse(text).map(|p| p.print()).expect_err(text);
    (error.at, error.mismatch.expected, error.mismatch.found)
}

#[test]
fn prints_the_position_after_digits() {
    for (digits, fen) in [
        ("4", "7/7/7/7/7/3P3[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 0 1"),
        ("443", "7/7/7/7/3p3/2PP3[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 0 2"),
        (" 17 ", "7/7/7/7/7/P5p[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2"),
    ] {
        assert_eq!(parse(digits).print(), fen, "`{digits}`");
    }
}

#[test]
fn reads_short_forms_of_a_fen() {
    let whole = parse("443");
    for text in [
        "7/7/7/7/3p3/2PP3[PPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] b - - 0 2",
        "7/7/7/7/3p3/2PP3[] b - - 0 2",
        "7/7/7/7/3p3/2PP3 b",
        " 7/7/7/7/3p3/2PP3  b - - 0 ",
        "1111111/7/7/7/111p111/11PP111 b",
    ] {
        assert_eq!(parse(text), whole, "`{text}`");
    }
}

#[test]
fn refuses_bad_digits_where_they_stand() {
    let file = "a file from 1 to 7";
    for (text, at, expected, found) in [
        ("448", 2, file, "'8'"),
        ("4085", 1, file, "'0'"),
        ("44x5", 2, file, "'x'"),
        (" 44\u{e9}\u{e9}", 3, file, "'\u{e9}'"),
        ("4444444", 6, "a file that is not full", "'4'"),
        ("12121212", 7, "the end of the game, which is won", "'2'"),
        ("443 5", 4, "the end of the position", "'5'"),
    ] {
        assert_eq!(refusal(text), (at, expected.into(), found.into()), "`{text}`");
    }
}

#[test]
fn refuses_impossible_boards_where_they_go_wrong() {
    let ended = "a game that ends at the first four in a row";
    let floating = "no stone above an empty cell";
    let counts = "as many stones of each side, or one more P than p";
    for (text, at, expected) in [
        ("", 0, "6 rows of 7 points"),
        ("hello", 0, "'P', 'p', a number of empty points or '/'"),
        ("7/7/7/7/7/8 w", 10, "a row of 7 points"),
        ("7/7/7/7/6/7 w", 9, "a row of 7 points"),
        ("7/7/7/7/7 w", 9, "6 rows of 7 points"),
        ("7/7/7/7/7/7/7 w", 11, "6 rows"),
        ("7/7/7/7/7/2PP3 w", 0, counts),
        ("7/7/7/7/7/3p3 b", 0, counts),
        ("7/7/7/7/3P3/7 b", 9, floating),
        (" 7/7/7/p6/1P5/PpP4 b", 7, floating),
        ("7/7/7/7/7/3P3 w", 14, "'b', whose turn it is"),
        ("7/7/7/7/7/3P3", 13, "'b', whose turn it is"),
        ("7/7/7/7/7/7[PP] w", 11, &start_hand()),
        ("7/7/7/7/7/7 w KQ - 0 1", 14, "'-'"),
        ("7/7/7/7/7/7 w - - x 1", 18, "a whole number"),
        ("7/7/7/7/7/7 w - - 0 1 2", 22, "the end of the position"),
        // P has four and is to move.
        ("7/7/7/7/p6/PPPPppp w", 0, ended),
        // Both have four.
        ("7/7/7/PPPP3/pppp3/PPPPppp b", 0, ended),
        // All four are covered, so that none of them can have been the last.
        ("7/7/7/7/ppPp3/PPPPppP b", 0, ended),
    ] {
        let (found_at, found_expected, _) = refusal(text);
        assert_eq!((found_at, found_expected.as_str()), (at, expected), "`{text}`");
    }
}

fn start_hand() -> String {
    format!("the stones in hand, '[{}{}]', or nothing", "P".repeat(21), "p".repeat(21))
}

#[test]
fn accepts_what_the_last_stone_can_have_won() {
    for text in ["7/7/7/7/7/PPPPppp b", "7/7/7/7/ppp1ppp/PPPPPPP b"] {
        assert_eq!(parse(text).status(), Some(Outcome::Lost), "`{text}`");
    }
}

#[test]
fn reads_every_spelling_of_a_move() {
    let position = parse("44");
    let third = position.parse_move("P@d3").unwrap();
    for text in ["d3", "d", "4"] {
        assert_eq!(position.parse_move(text), Ok(third), "`{text}`");
    }
    for text in ["", "P@", "P@d", "P@4", "d2", "P@d2", "h", "8", "0", "44", "D3", "p@d3", "d3 "] {
        let error = position.parse_move(text).map(|m| position.print_move(m)).expect_err(text);
        assert_eq!(
            (error.at, error.mismatch.expected.as_str()),
            (0, "a legal move of Connect Four"),
            "`{text}`"
        );
    }
}

#[test]
fn refuses_a_full_file() {
    let position = parse("444444");
    for text in ["4", "d", "d6", "P@d7"] {
        position.parse_move(text).map(|m| position.print_move(m)).expect_err(text);
    }
}

#[test]
fn splits_digits_and_nothing_else() {
    for (word, moves) in [
        ("443", &["4", "4", "3"][..]),
        ("7", &["7"]),
        ("890", &["8", "9", "0"]),
        ("P@d1", &["P@d1"]),
        ("44d", &["44d"]),
        ("d1", &["d1"]),
    ] {
        assert_eq!(ConnectFour::split_moves(word), moves, "`{word}`");
    }
}

#[test]
fn draws_the_board() {
    let picture = parse("443").diagram();
    let rows: Vec<&str> = picture.lines().filter(|line| line.starts_with(" |")).collect();
    assert_eq!(rows[4], " |   |   |   | O |   |   |   | 2", "{picture}");
    assert_eq!(rows[5], " |   |   | X | X |   |   |   | 1", "{picture}");
    assert!(picture.ends_with("   a   b   c   d   e   f   g"), "{picture}");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), digits in "[0-9 ]{0,50}", fen in "[Pp1-9/\\[\\] wb-]{0,60}") {
        for text in [text, digits, fen] {
            if let Ok(position) = ConnectFour::parse(&text) {
                prop_assert_eq!(parse(&position.print()), position);
            }
            let _ = parse("44").parse_move(&text);
            let pieces: String = ConnectFour::split_moves(&text).concat();
            prop_assert_eq!(pieces, text);
        }
    }

    /// Boards of the right shape, most of which no game can reach.
    #[test]
    fn no_board_panics(rows in prop::collection::vec("[Pp1]{7}", 6), side in "[wb]") {
        let text = format!("{} {side}", rows.join("/"));
        if let Ok(position) = ConnectFour::parse(&text) {
            prop_assert_eq!(parse(&position.print()), position);
        }
    }
}
