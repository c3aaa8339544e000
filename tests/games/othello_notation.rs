//! Othello's text: positions, moves, and what is wrong with the wrong ones.

use plyglot_core::game::{Game, Notation, Outcome};
use plyglot_games::othello::{Move, Othello};
use proptest::prelude::*;

fn parse(text: &str) -> Othello {
    Othello::parse(text).unwrap_or_else(|e| panic!("`{text}`: {e}"))
}

/// The stones in hand of both sides.
fn hand(first: usize, second: usize) -> String {
    format!("[{}{}]", "P".repeat(first), "p".repeat(second))
}

/// As Fairy-Stockfish prints them.
#[test]
fn prints_the_position_after_moves() {
    for (moves, board, counts, rest) in [
        ("f5", "8/8/8/3pP3/3PPP2/8/8/8", [59, 60], "b - - 0 1"),
        ("f5d6c3d3c4", "8/8/2Pp4/2PPP3/3pPP2/3p4/8/8", [57, 58], "b - - 0 3"),
        ("e6f4e3f6g5d6e7f5c5", "8/8/4P3/3PPP2/2PPPPP1/3PPP2/4P3/8", [55, 56], "b - - 0 5"),
    ] {
        let expected = format!("{board}{} {rest}", hand(counts[0], counts[1]));
        assert_eq!(parse(moves).print(), expected, "`{moves}`");
    }
}

/// The picture is the same, and so is the player who begins.
#[test]
fn the_literature_counts_rows_from_the_top() {
    let start = parse(Othello::INFO.start);
    for (name, literature) in [("P@d6", "d3"), ("P@c5", "c4"), ("P@f4", "f5"), ("P@e3", "e6")] {
        let m = start.parse_move(name).unwrap();
        assert_eq!(start.parse_move(literature), Ok(m));
        assert_eq!(start.parse_move(&literature.to_uppercase()), Ok(m));
        assert_eq!((start.print_move(m), start.record_move(m)), (name.into(), literature.into()));
    }
    let board = "---------------------------OX------XO---------------------------";
    assert_eq!(parse(&format!("{board} X")), start);
}

#[test]
fn reads_short_forms_of_a_fen() {
    let whole = parse("f5d6c3");
    let text = whole.print();
    let board = text.split('[').next().expect("a board");
    for rest in ["[] b - - 0 2", " b - - 0 2", " b 0 2", "[]  b 0 2 "] {
        assert_eq!(parse(&format!(" {board}{rest}")), whole, "`{rest}`");
    }
    assert_eq!(parse(&format!("{board} b")).print(), whole.print().replace("0 2", "0 1"));
    // The start position as Fairy-Stockfish has it.
    assert_eq!(parse(&Othello::INFO.start.replace(" - -", "")).print(), Othello::INFO.start);
    // The second player has passed twice.
    let uneven = format!("{board}{} b - - 0 4", hand(57, 60));
    assert_eq!(parse(&uneven).print(), uneven);
}

#[test]
fn reads_boards_of_letters() {
    let board = "---------------------------OX------XO---------------------------";
    let start = parse(Othello::INFO.start);
    for text in [
        format!("{board} X"),
        format!(" {board}X "),
        format!("{} x;", board.replace('-', ".").to_lowercase()),
        format!("{} *", board.replace('-', "_").replace('X', "*")),
        format!("{board} X; D3:+0; a/comment [with] brackets"),
        board.as_bytes().chunks(8).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
            + " X",
    ] {
        assert_eq!(parse(&text), start, "`{text}`");
    }
    let later = parse("--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O");
    let expected = "2p2p2/P1ppppP1/PPpppPpp/PPpPpPpp/PPpPPppp/PPPPpppp/2pPPP2/1PPPPP2";
    assert_eq!(later.identity(), format!("{expected} b"));
    assert!(later.print().ends_with("b - - 0 23"), "{}", later.print());
}

#[test]
fn refuses_bad_positions_where_they_go_wrong() {
    let board = "---------------------------OX------XO---------------------------";
    let letters = "64 letters 'X', 'O' or '-'";
    let turn = "'X' or 'O', whose turn it is";
    let mover = "'w' or 'b', whose turn it is";
    let start = "8/8/8/3pP3/3Pp3/8/8/8";
    let (many, few) = ("120 stones in hand, enough for each side, or none", hand(59, 60));
    let uneven = hand(61, 59);
    for (text, at, expected) in [
        ("", 0, "8 rows of 8 points"),
        ("hello", 0, letters),
        (&board[..60], 60, letters),
        (&format!("{}a {board}", &board[..20]), 20, letters),
        (board, 64, turn),
        (&format!("{board} w"), 65, turn),
        (&format!("{board} X Y"), 67, "the end of the position"),
        ("8/8/8/3pP3/3Pp3/8/8/9 w", 20, "a row of 8 points"),
        ("8/8/8/3xP3/3Pp3/8/8/8 w", 7, "'P', 'p', a number of empty points or '/'"),
        ("8/8/8/3pP3/3Pp3/8/8 w", 19, "8 rows of 8 points"),
        (start, 21, mover),
        (&format!("{start} x"), 22, mover),
        (&format!("{start}{few} w"), 21, many),
        (&format!("{start}{uneven} w"), 21, many),
        (&format!("{start}[Q] w"), 21, many),
        (&format!("{start}[ w"), 21, many),
        (&format!("{start} w - 0 1"), 26, "'-'"),
        (&format!("{start} w - - x 1"), 28, "a number up to 65535"),
        (&format!("{start} w 0 70000"), 26, "a number up to 65535"),
        (&format!("{start} w - - 0 1 2"), 32, "the end of the position"),
        (" 8/8/8/3pP3/3P4/8/8/7p w", 1, "stones on d4, e4, d5 and e5"),
        ("f5d6a1", 4, "a legal move"),
        ("f5d6c", 4, "a square from a1 to h8"),
        ("f5\u{e9}6", 2, "a legal move"),
        ("f5d6 c3", 5, "the end of the position"),
    ] {
        let error = Othello::parse(text).map(|p| p.print()).expect_err(text);
        assert_eq!((error.at, error.mismatch.expected.as_str()), (at, expected), "`{text}`");
    }
}

#[test]
fn reads_every_spelling_of_a_move() {
    let position = parse("f5");
    let m = position.parse_move("P@d6").map(|m| position.print_move(m));
    assert_eq!(m.expect_err("it turns nothing").mismatch.expected, "a legal move of Othello");
    for text in
        ["", "P@", "f5", "P@f4", "p@f3", "P@f33", "a1a1", "pass", "--", "d6 ", "i9", "P@f6x"]
    {
        let error = position.parse_move(text).map(|m| position.print_move(m)).expect_err(text);
        assert_eq!(
            (error.at, error.mismatch.expected.as_str()),
            (0, "a legal move of Othello"),
            "`{text}`"
        );
    }
    let passing =
        parse("PPPP1PPP/PPpPPPP1/PPPpppPP/PPPpppPP/PppPPPpp/PpPPPPpp/ppppPppp/Pppppppp w");
    for text in ["a1a1", "pass", "PASS", "pa", "ps", "--", "@@@@"] {
        assert_eq!(passing.parse_move(text), Ok(Move::PASS), "`{text}`");
    }
    assert_eq!(passing.record_move(Move::PASS), "pass");
    assert!(passing.parse_move("b1b1").is_err());
}

#[test]
fn splits_games_and_nothing_else() {
    for (word, moves) in [
        ("f5d6c3", &["f5", "d6", "c3"][..]),
        ("F5d6PAc3--", &["F5", "d6", "PA", "c3", "--"]),
        ("f5", &["f5"]),
        ("P@f4", &["P@f4"]),
        ("a1a1", &["a1a1"]),
        ("a1b1", &["a1", "b1"]),
        ("f5d6c", &["f5d6c"]),
        ("f5d9", &["f5d9"]),
        ("f5\u{e9}", &["f5\u{e9}"]),
        ("pass", &["pass"]),
        ("", &[""]),
    ] {
        assert_eq!(Othello::split_moves(word), moves, "`{word}`");
    }
}

/// Whole games whose passes are not written.
#[test]
fn passes_may_be_missing_in_a_game() {
    let board = |position: &Othello| position.print().split('[').next().map(str::to_owned);
    let mut random = plyglot_core::game::random::Random::new(9);
    let mut passes = 0;
    for _ in 0..100 {
        let (mut position, mut game) = (parse(Othello::INFO.start), String::new());
        while let moves = position.legal_moves()
            && !moves.is_empty()
        {
            let m = moves[random.below(moves.len())];
            match m {
                Move::PASS => passes += 1,
                _ => game += &position.record_move(m),
            }
            position.play(m);
        }
        assert_eq!(board(&parse(&game)), board(&position), "`{game}`");
    }
    assert!(passes > 20, "{passes} passes");
}

#[test]
fn flipped_positions_have_the_sides_exchanged() {
    let flipped = parse("f5").flipped().expect("every position has one");
    assert_eq!(flipped.identity(), "8/8/8/3ppp2/3Pp3/8/8/8 w");
    assert!(flipped.print().contains(&hand(60, 59)), "{}", flipped.print());
}

#[test]
fn draws_the_board() {
    let picture = parse("f5").diagram();
    let rows: Vec<&str> = picture.lines().filter(|line| line.starts_with(" |")).collect();
    assert_eq!(rows[3], " |   |   |   | O | X |   |   |   | 5", "{picture}");
    assert_eq!(rows[4], " |   |   |   | X | X | X |   |   | 4", "{picture}");
}

proptest! {
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        fen in "[Pp1-8]{1,8}(/[Pp1-8]{1,8}){7}(\\[P{0,62}p{0,62}\\])? [wb]( [-0-9]{1,3}){0,4}",
        game in "([a-h][1-8]|pa|--){0,20}",
        letters in "[XO-]{26}[XO]{12}[XO-]{26} ?[XO]",
    ) {
        for text in [text, fen, game, letters] {
            if let Ok(mut position) = Othello::parse(&text) {
                prop_assert_eq!(parse(&position.print()), position);
                while let Some(&m) = position.legal_moves().last() {
                    position.play(m);
                    prop_assert_eq!(parse(&position.print()), position);
                }
                prop_assert!(position.status() != Some(Outcome::Drawn) || position.count() == 0);
            }
            let _ = parse("f5").parse_move(&text);
            let _ = Othello::split_moves(&text);
        }
    }
}
