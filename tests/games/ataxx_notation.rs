//! Text of Ataxx: positions, moves, and what is wrong with the wrong ones.

use plyglot_core::game::{Game, Notation};
use plyglot_games::ataxx::Ataxx;
use proptest::prelude::*;

fn parse(text: &str) -> Ataxx {
    Ataxx::parse(text).unwrap_or_else(|e| panic!("`{text}`: {e}"))
}

#[test]
fn reads_the_fen_of_both_worlds() {
    for (text, printed) in [
        ("P5p/7/7/7/7/7/p5P w - - 0 1", Ataxx::INFO.start),
        ("P5p/7/7/7/7/7/p5P w 0 1", Ataxx::INFO.start),
        (" P5p/7/7/7/7/7/p5P  w ", Ataxx::INFO.start),
        ("x5o/7/7/7/7/7/o5x x 0 1", Ataxx::INFO.start),
        ("x5o/7/7/7/7/7/o5x x", Ataxx::INFO.start),
        ("X11111O/7/7/7/7/7/O5X x", Ataxx::INFO.start),
        ("x5o/7/7/7/7/7/o5x o 17 9", "P5p/7/7/7/7/7/p5P b - - 17 9"),
        ("P5p/7/7/7/7/7/p5P b - - 17", "P5p/7/7/7/7/7/p5P b - - 17 1"),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1"),
        ("P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1", "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1"),
        ("7/7/7/7/7/7/7 w", "7/7/7/7/7/7/7 w - - 0 1"),
    ] {
        assert_eq!(parse(text).print(), printed, "`{text}`");
        assert_eq!(parse(printed), parse(text), "`{text}`");
    }
}

#[test]
fn refuses_what_is_no_position_where_it_goes_wrong() {
    let usual = "'w' or 'b', whose turn it is";
    let uai = "'x' or 'o', whose turn it is";
    for (text, at, expected) in [
        ("", 0, "7 rows of 7 points"),
        ("hello", 0, "'P', 'p', '*', a number of empty points or '/'"),
        ("P5p/7/7/7/7/7/p5Q w", 16, "'P', 'p', '*', a number of empty points or '/'"),
        ("P5p/7/7/7/7/7/p6P w", 16, "a row of 7 points"),
        ("P5p/7/7/7/7/6/p5P w", 13, "a row of 7 points"),
        ("P5p/7/7/7/7/7 w", 13, "7 rows of 7 points"),
        ("P5p/7/7/7/7/7/7/p5P w", 15, "7 rows"),
        ("P5p/7/7/7/7/7/p5P[] w", 17, "the end of the board"),
        ("P5p/7/7/7/7/7/p5P", 17, usual),
        ("P5p/7/7/7/7/7/p5P X", 18, usual),
        ("x5o/7/7/7/7/7/o5x", 17, uai),
        ("x5o/7/7/7/7/7/o5x b", 18, uai),
        ("x5o/7/7/7/7/7/o5x w 0 1", 18, uai),
        ("P5p/7/7/7/7/7/p5P w KQ - 0 1", 20, "a number up to 65535"),
        ("P5p/7/7/7/7/7/p5P w - - - 1", 24, "a number up to 65535"),
        ("P5p/7/7/7/7/7/p5P w - - 0 65536", 26, "a number up to 65535"),
        ("P5p/7/7/7/7/7/p5P w - - 0 1 2", 28, "the end of the position"),
    ] {
        let error = Ataxx::parse(text).map(|position| position.print()).expect_err(text);
        assert_eq!((error.at, error.mismatch.expected.as_str()), (at, expected), "`{text}`");
    }
}

#[test]
fn reads_the_moves_of_both_worlds() {
    let position = parse(Ataxx::INFO.start);
    for (text, printed, recorded) in [
        ("P@g2", "P@g2", "g2"),
        ("g2", "P@g2", "g2"),
        ("g1e1", "g1e1", "g1e1"),
        ("a7c5", "a7c5", "a7c5"),
    ] {
        let m = position.parse_move(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
        assert_eq!(position.print_move(m), printed);
        assert_eq!(position.record_move(m), recorded);
        assert_eq!(position.short_move(m), recorded);
    }
    for text in [
        "",
        "P@",
        "g",
        "2",
        "g3",
        "P@g1",
        "P@g3",
        "g1g2",
        "P@g1e1",
        "g1g1",
        "0000",
        "a1c1",
        "g1d1",
        "g1h2",
        "G2",
        "p@g2",
        "g2 ",
        "g1e1x",
        "a8",
        "h1",
        "a0",
        "\u{e9}\u{e9}",
        "g\u{e9}1",
    ] {
        let error = position.parse_move(text).map(|m| position.print_move(m)).expect_err(text);
        assert_eq!(
            (error.at, error.mismatch.expected.as_str()),
            (0, "a legal move of Ataxx"),
            "`{text}`"
        );
    }
}

/// The lowest stone of the side to move, as Fairy-Stockfish writes it.
#[test]
fn reads_a_pass_where_it_is_the_only_move() {
    let position = parse("7/7/7/7/3pppp/3pppp/3ppPP w");
    for text in ["f1f1", "0000"] {
        let m = position.parse_move(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
        assert_eq!(position.print_move(m), "f1f1");
        assert_eq!(position.record_move(m), "0000");
    }
    assert!(position.parse_move("g1g1").is_err());
    // After the end of a game there is no move, and no pass.
    for over in ["p6/7/7/7/7/7/7 w", "P6/7/7/7/7/7/7 w", "7/7/7/7/7/7/7 w"] {
        for text in ["0000", "a6", "a7a7", "a7a5", "b10b10"] {
            assert!(parse(over).parse_move(text).is_err(), "{text}: `{over}`");
        }
    }
}

#[test]
fn draws_the_board() {
    let picture = parse("P5p/7/2*1*2/7/2*1*2/7/p5P w").diagram();
    let rows: Vec<&str> = picture.lines().filter(|line| line.starts_with(" |")).collect();
    assert_eq!(rows[0], " | X |   |   |   |   |   | O | 7", "{picture}");
    assert_eq!(rows[2], " |   |   | # |   | # |   |   | 5", "{picture}");
    assert!(picture.ends_with("   a   b   c   d   e   f   g"), "{picture}");
}

#[test]
fn flipping_exchanges_the_colours() {
    let position = parse("P4pp/7/2*4/7/7/7/p5P w - - 3 9");
    let flipped = position.flipped().expect("it has one");
    assert_eq!(flipped.print(), "p4PP/7/2*4/7/7/7/P5p b - - 3 9");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), fen in "[PpxoX*1-9/\\[\\] wb-]{0,60}", word in "[a-h0-9P@]{0,6}") {
        for text in [text, fen, word] {
            if let Ok(position) = Ataxx::parse(&text) {
                prop_assert_eq!(parse(&position.print()), position);
            }
            let _ = parse(Ataxx::INFO.start).parse_move(&text);
        }
    }

    /// Boards of the right shape, most of which no game can reach.
    #[test]
    fn no_board_panics(rows in prop::collection::vec("[Pp*1]{7}", 7), side in "[wb]", count in 0..65_536_u32) {
        let text = format!("{} {side} - - {count} 65535", rows.join("/"));
        let mut position = parse(&text);
        let read = parse(&position.print());
        prop_assert_eq!(&read, &position);
        for _ in 0..4 {
            let moves = position.legal_moves();
            let Some(&m) = moves.last() else { break };
            prop_assert_eq!(position.parse_move(&position.record_move(m)), Ok(m));
            position.play(m);
        }
    }
}
