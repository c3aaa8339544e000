//! Breakthrough's text: positions, moves, and what is wrong with the wrong ones.

use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation};
use plyglot_games::breakthrough::Breakthrough;
use proptest::prelude::*;

fn parse(text: &str) -> Breakthrough {
    Breakthrough::parse(text).unwrap_or_else(|e| panic!("`{text}`: column {}: {e}", e.at + 1))
}

#[test]
fn reads_every_form_of_a_fen() {
    let start = parse(Breakthrough::INFO.start);
    assert_eq!(start.print(), Breakthrough::INFO.start);
    let board = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP";
    for rest in [" w 0 1", " w", " w -", " w - -", " w - - 0", "  w  -  -  0  1 ", " w 0"] {
        assert_eq!(parse(&format!("{board}{rest}")), start, "`{rest}`");
    }
    let men = "mmmmmmmm/mmmmmmmm/44/11111111/8/8/MMMMMMMM/MMMMMMMM w - - 0 1";
    assert_eq!(parse(men), start);
    let late = parse("8/7p/8/8/8/8/P7/8 b 3 20");
    assert_eq!(late.print(), "8/7p/8/8/8/8/P7/8 b - - 3 20");
    assert_eq!(late.identity(), "8/7p/8/8/8/8/P7/8 b - -");
}

#[test]
fn refuses_impossible_positions_where_they_go_wrong() {
    let piece = "'P', 'p', a number of empty points or '/'";
    let won = "a side to move that has not won yet";
    let most = "at most 16 stones of each side";
    for (text, at, expected) in [
        ("", 0, "8 rows of 8 points"),
        ("8/8/8/8/8/8/8 w", 13, "8 rows of 8 points"),
        ("8/8/8/8/8/8/8/8/8 w", 15, "8 rows"),
        ("8/8/8/9/8/8/8/8 w", 6, "a row of 8 points"),
        ("8/8/7/8/8/8/8/8 w", 5, "a row of 8 points"),
        ("8/8/8/3K4/8/8/8/8 w", 7, piece),
        ("8/8/8/\u{e9}/8/8/8/8 w", 6, piece),
        ("8/7p/8/8/8/8/P7/8", 17, "'w' or 'b', whose turn it is"),
        ("8/7p/8/8/8/8/P7/8 x", 18, "'w' or 'b', whose turn it is"),
        ("8/7p/8/8/8/8/P7/8[] w", 17, "the end of the board"),
        ("8/7p/8/8/8/8/P7/8 w KQ", 20, "'-'"),
        ("8/7p/8/8/8/8/P7/8 w - - x", 24, "a number up to 65535"),
        ("8/7p/8/8/8/8/P7/8 w 0 65536", 22, "a number up to 65535"),
        ("8/7p/8/8/8/8/P7/8 w 0 1 2", 24, "the end of the position"),
        ("pppppppp/pppppppp/7p/8/8/8/PPPPPPPP/PPPPPPPP w", 0, most),
        (" P7/7p/8/8/8/8/8/8 w", 1, won),
        ("8/8/8/8/8/7P/8/7p b", 0, won),
        ("8/8/8/8/8/P7/8/8 w", 0, won),
        ("8/8/8/8/8/p7/8/8 b", 0, won),
        ("8/8/8/8/8/8/8/8 w", 0, won),
    ] {
        let error = Breakthrough::parse(text).map(|p| p.print()).expect_err(text);
        assert_eq!((error.at, error.mismatch.expected.as_str()), (at, expected), "`{text}`");
    }
}

/// `a2-a3` and `a2xb3` is what game servers such as Little Golem write.
#[test]
fn reads_every_spelling_of_a_move() {
    let white = parse("8/8/8/1pp5/PP6/8/8/8 w");
    for (name, others) in [("a4b5", ["a4xb5"]), ("a4a5", ["a4-a5"]), ("b4c5", ["b4xc5"])] {
        let m = white.parse_move(name).expect(name);
        assert_eq!(white.print_move(m), name);
        for other in others {
            assert_eq!(white.parse_move(other), Ok(m), "`{other}`");
        }
    }
    let black = parse("8/8/8/1pp5/PP6/8/8/8 b");
    for name in ["b5a4", "b5xa4", "c5-c4", "c5d4", "c5xb4"] {
        let m = black.parse_move(name).expect(name);
        let plain: String = name.chars().filter(|c| !"-x".contains(*c)).collect();
        assert_eq!(black.print_move(m), plain);
    }
    for text in [
        "",
        "a",
        "a4",
        "a4a",
        "b4b5",
        "a4-b5",
        "a4xa5",
        "a4--a5",
        "a4 a5",
        "A4A5",
        "a4a5q",
        "a4a6",
        "a4a3",
        "i4i5",
        "a9a9",
        "b5b4",
        "h1h0",
        "a0a1",
        "\u{e9}a5",
        "a4\u{e9}5",
        "a4\u{e9}",
        "a04a5",
    ] {
        let error = white.parse_move(text).map(|m| white.print_move(m)).expect_err(text);
        assert_eq!(
            (error.at, error.mismatch.expected.as_str()),
            (0, "a legal move of Breakthrough")
        );
    }
    let over = parse("7P/8/p7/8/8/8/8/8 b");
    over.parse_move("a6a5").map(|m| over.print_move(m)).expect_err("a move after the end");
}

#[test]
fn text_reads_back_in_random_games() {
    let mut random = Random::new(9);
    for _ in 0..100 {
        let mut position = parse(Breakthrough::INFO.start);
        loop {
            assert_eq!(parse(&position.print()), position);
            let flipped = position.flipped().expect("colours can be exchanged");
            assert_eq!(flipped.print(), exchanged(&position.print()));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &m in &moves {
                let name = position.print_move(m);
                assert_eq!(position.parse_move(&name), Ok(m), "{name}");
                let sign = if position.tactical(m) { 'x' } else { '-' };
                let signed = format!("{}{sign}{}", &name[..2], &name[2..]);
                assert_eq!(position.parse_move(&signed), Ok(m), "{signed}");
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}

/// A FEN with the colours exchanged and the rows in the opposite order.
fn exchanged(fen: &str) -> String {
    let case = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let (board, rest) = fen.split_once(' ').expect("a FEN has blanks");
    let rows: Vec<String> =
        board.split('/').rev().map(|row| row.chars().map(case).collect()).collect();
    let (side, rest) = rest.split_once(' ').expect("a FEN has a side to move");
    format!("{} {} {rest}", rows.join("/"), if side == "w" { "b" } else { "w" })
}

#[test]
fn draws_the_board() {
    let picture = parse("8/7p/8/8/8/8/P7/8 w").diagram();
    let rows: Vec<&str> = picture.lines().filter(|line| line.contains(['X', 'O'])).collect();
    let [black, white] = rows[..] else { panic!("{picture}") };
    assert_eq!(black, " |   |   |   |   |   |   |   | O | 7");
    assert_eq!(white, " | X |   |   |   |   |   |   |   | 2");
    assert!(picture.ends_with("   a   b   c   d   e   f   g   h"), "{picture}");
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>(), fen in "[Pp1-8/]{0,40} [wb]( -)?( [0-9]{1,6})?") {
        let position = parse(Breakthrough::INFO.start);
        for text in [text, fen] {
            if let Ok(position) = Breakthrough::parse(&text) {
                prop_assert_eq!(parse(&position.print()), position);
            }
            let _ = position.parse_move(&text);
        }
    }
}
