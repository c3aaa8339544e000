//! Moves and positions as players and other programs write them.

use super::library::library;
use super::{entry, last, named, see, small};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Game, MoveNotation, Notation};
use plyglot_definition::Definition;
use plyglot_variants::{Position, Set, SizedVariant, StonePosition, Variant};
use std::hash::Hash;

const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
const EXCHANGE: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1";
const XIANGQI: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const JANGGI: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
const MAKRUK: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
const SEIRAWAN: &str = "rnbqk2r/ppppbppp/4pn2/8/8/4PN2/PPPPBPPP/RNBQK2R[EHeh] w KQBCDkqbcd - 4 4";

/// A game, a position, a move of the protocol, and its texts by notation.
type Written = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What pyffish 0.0.90 writes for moves of the protocol (`get_san`).
const WRITTEN: &[Written] = &[
    ("crazyhouse", "k3n3/8/3N1N2/8/8/8/8/4K3[N] w - - 0 1", "f6e8", &[("san", "Nfxe8")]),
    (
        "crazyhouse",
        "6k1/4P3/8/8/8/8/8/4K3[N] w - - 0 1",
        "e7e8q",
        &[("san", "e8=Q+"), ("lan", "e7-e8=Q+")],
    ),
    ("crazyhouse", "6k1/4P3/8/8/8/8/8/4K3[N] w - - 0 1", "N@d5", &[("san", "N@d5")]),
    ("seirawan", SEIRAWAN, "b1c3h", &[("san", "Nc3/H"), ("lan", "Nb1-c3/H")]),
    ("seirawan", SEIRAWAN, "e1g1h", &[("san", "O-O/He1")]),
    ("seirawan", SEIRAWAN, "h1e1h", &[("san", "O-O/Hh1")]),
    (
        "duck",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e2e4,e4e5",
        &[("san", "e4,e5")],
    ),
    (
        "shogi",
        SHOGI,
        "g3g4",
        &[("hodges", "P-3f"), ("hodges-digits", "P-36"), ("hosking", "P36"), ("san", "Pg4")],
    ),
    (
        "shogi",
        SHOGI,
        "d1e2",
        &[
            ("hodges", "G6i-5h"),
            ("hodges-digits", "G69-58"),
            ("hosking", "G69-58"),
            ("san", "Gde2"),
        ],
    ),
    ("shogi", EXCHANGE, "b2h8+", &[("hodges", "Bx2b+"), ("hosking", "Bx22+")]),
    ("shogi", EXCHANGE, "b2h8", &[("hodges", "Bx2b="), ("hosking", "Bx22=")]),
    (
        "shogi",
        "3k5/9/9/9/9/9/9/4+R4/4K4[P] w - - 0 1",
        "e2e8",
        &[("hodges", "+R-5b"), ("hosking", "+R52"), ("san", "De8+")],
    ),
    (
        "shogi",
        "3k5/9/9/9/9/9/9/4+R4/4K4[P] w - - 0 1",
        "P@h6",
        &[("hodges", "P*2d"), ("hodges-digits", "P*24"), ("hosking", "P'24"), ("san", "P@h6")],
    ),
    ("xiangqi", XIANGQI, "h3e3", &[("wxf", "C2=5"), ("san", "Che3"), ("lan", "Ch3-e3")]),
    ("xiangqi", XIANGQI, "h1g3", &[("wxf", "H2+3"), ("san", "Hg3")]),
    ("xiangqi", "5k3/9/9/9/4C4/9/9/9/4C4/3K5 w - - 0 1", "e6e8", &[("wxf", "C++2")]),
    ("xiangqi", "5k3/9/9/9/4C4/9/9/9/4C4/3K5 w - - 0 1", "e2d2", &[("wxf", "C-=6")]),
    ("xiangqi", "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1", "e7d7", &[("wxf", "25=6")]),
    ("janggi", JANGGI, "a4b4", &[("janggi", "P71-72"), ("san", "Pab4")]),
    ("janggi", JANGGI, "a1a3", &[("janggi", "R01-81")]),
    (
        "makruk",
        MAKRUK,
        "b1d2",
        &[("san", "Nd2"), ("lan", "Nb1-d2"), ("thai", "ม-ง๒"), ("thai-long", "ม ข๑-ง๒")],
    ),
    ("makruk", "4k3/8/8/2P5/8/8/8/4K3 w - - 0 1", "c5c6m", &[("san", "c6=M"), ("thai", "ค๖=M")]),
];

/// What cshogi 1.1.0 writes (`move_to_kif`, `move_to_csa` and the sign of the side), shogiops 0.18.0
/// (`makeKitaoKawasakiMoveOrDrop`), and cchess 1.25.5 (`to_text`).
const WRITTEN_IN_ASIA: &[Written] = &[
    ("shogi", SHOGI, "g3g4", &[("kif", "３六歩(37)"), ("csa", "+3736FU"), ("usi", "3g3f")]),
    ("shogi", SHOGI, "d1e2", &[("kitao-kawasaki", "金(69)-58")]),
    (
        "shogi",
        EXCHANGE,
        "b2h8+",
        &[("kif", "２二角成(88)"), ("csa", "+8822UM"), ("kitao-kawasaki", "角x22+")],
    ),
    (
        "shogi",
        EXCHANGE,
        "b2h8",
        &[("kif", "２二角(88)"), ("csa", "+8822KA"), ("kitao-kawasaki", "角x22=")],
    ),
    (
        "shogi",
        "3k5/9/9/9/9/9/9/4+R4/4K4[P] w - - 0 1",
        "e2e8",
        &[("kif", "５二龍(58)"), ("csa", "+5852RY")],
    ),
    (
        "shogi",
        "3k5/9/9/9/9/9/9/4+R4/4K4[P] w - - 0 1",
        "P@h6",
        &[("kif", "２四歩打"), ("csa", "+0024FU"), ("usi", "P*2d"), ("kitao-kawasaki", "歩*24")],
    ),
    ("xiangqi", XIANGQI, "h3e3", &[("chinese", "炮二平五"), ("iccs", "H2-E2")]),
    ("xiangqi", XIANGQI, "h1g3", &[("chinese", "马二进三")]),
    ("xiangqi", "5k3/9/9/9/4C4/9/9/9/4C4/3K5 w - - 0 1", "e6e8", &[("chinese", "前炮进二")]),
    ("xiangqi", "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1", "e7d7", &[("chinese", "中兵平六")]),
];

#[test]
fn moves_are_written_as_players_do() {
    for &(name, fen, m, texts) in WRITTEN.iter().chain(WRITTEN_IN_ASIA) {
        for &(notation, text) in texts {
            let notation = MoveNotation::named(notation).expect(notation);
            on_its_board!(named(name), check_written, fen, m, notation, text);
        }
    }
}

fn check_written<S: Set + Hash>(
    game: &'static Variant<S>,
    fen: &str,
    m: &str,
    notation: MoveNotation,
    text: &str,
) {
    let position = Position::parse_with(game, fen).expect(fen);
    let found = position.parse_move(m).expect(m);
    assert_eq!(position.write_move(found, notation), text, "{m} of {fen}");
    assert_eq!(position.read_move(text), Ok(found), "{text} of {fen}");
}

/// Forms that players and servers write beside those, by the rules of each notation.
#[test]
fn moves_are_read_as_players_write_them() {
    for (name, fen, texts, m) in [
        ("crazyhouse", "6k1/8/8/8/8/8/8/4K3[P] w - - 0 1", "@e4 P@e4 P@e4+", "P@e4"),
        ("crazyhouse", "6k1/4P3/8/8/8/8/8/4K3[] w - - 0 1", "e8Q e8(Q) e8=Q+! e7e8=Q", "e7e8q"),
        ("seirawan", SEIRAWAN, "0-0 o-o O-O", "e1g1"),
        ("shogi", SHOGI, "P-3f P3f P36 P-36 3g3f P3g-3f", "g3g4"),
        ("shogi", EXCHANGE, "Bx2b+ B2b+ B8h-2b+ 8h2b+ B-22+", "b2h8+"),
        ("shogi", EXCHANGE, "Bx2b= B2b Bx2b 8h2b", "b2h8"),
        ("xiangqi", XIANGQI, "C2=5 c2.5 C2=5! h2e2 H2-E2 Ch3-e3 Che3", "h3e3"),
        ("shogi", SHOGI, "▲３六歩(37) 36歩(37) 3736FU", "g3g4"),
        ("shogi", SHOGI, "３六歩 ☗３六歩 36歩", "g3g4"),
        ("shogi", SHOGI, "５八金左 58金左", "d1e2"),
        ("shogi", SHOGI, "５八金右", "f1e2"),
        ("shogi", EXCHANGE, "２二角成 22角成", "b2h8+"),
        ("shogi", EXCHANGE, "２二角不成 22角", "b2h8"),
        ("shogi", "4k4/9/9/9/9/2G1G4/3G5/9/4K4[] w - - 0 1", "６五金右", "e4d5"),
        ("shogi", "4k4/9/9/9/9/2G1G4/3G5/9/4K4[] w - - 0 1", "６六金上", "d3d4"),
        ("xiangqi", XIANGQI, "砲二平五 炮2平5 Ｃ２＝５", "h3e3"),
        ("xiangqi", XIANGQI, "Hg3 Ng3 Nh1g3 马二进三", "h1g3"),
        ("makruk", MAKRUK, "Nd2 Nb1d2 Nbd2 ม-ง๒", "b1d2"),
        // What it becomes goes without saying.
        ("makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6 a5-a6", "a5a6m"),
        ("russian", "8/8/8/4m3/3M4/8/8/8 w - - 0 1", "d4xf6 d4:f6 d4f6", "d4f6"),
    ] {
        for text in texts.split(' ') {
            on_its_board!(named(name), check_read, fen, text, m);
        }
    }
}

fn check_read<S: Set + Hash>(game: &'static Variant<S>, fen: &str, text: &str, m: &str) {
    let position = Position::parse_with(game, fen).expect(fen);
    let found = position.read_move(text).map(|m| position.print_move(m));
    assert_eq!(found.as_deref(), Ok(m), "{text} of {fen}");
}

#[test]
fn a_file_chooses_its_notation() {
    let start = Position::start(small(last("[lanhouse:crazyhouse]\nnotation = lan\n")));
    let m = start.parse_move("g1f3").expect("a move");
    assert_eq!((start.record_move(m), start.read_move("Nf3")), ("Ng1-f3".to_owned(), Ok(m)));
    let SizedVariant::Stones(game) = last("[plaingomoku:gomoku]\nnotation = uci\n") else {
        panic!("it has stones")
    };
    let start = StonePosition::start(game);
    let m = start.read_move("h8").expect("a move");
    assert_eq!(start.record_move(m), "P@h8");
}

#[test]
fn an_ambiguous_move_is_an_error_that_names_both() {
    let game = named("crazyhouse");
    let SizedVariant::Small(game) = game else { panic!("it is small") };
    let fen = "4k3/8/8/8/8/8/8/1N2KN2[] w - - 0 1";
    let position = Position::parse_with(game, fen).expect(fen);
    let error = position.read_move("Nd2").expect_err("two knights go there");
    assert_eq!(error.mismatch.expected, "one of Nbd2, Nfd2");
}

/// Positions as programs and servers write them, and what they are.
#[test]
fn positions_of_other_programs_are_read() {
    let hands = "r1bqk2r/pppp1ppp/2n2n2/1Bb1p3/4P3/2N2N2/PPPP1PPP/R1BQK2R";
    for (name, text, fen) in [
        ("crazyhouse", format!("{hands}/Pp w KQkq - 0 6"), format!("{hands}[Pp] w KQkq - 0 6")),
        ("crazyhouse", format!("{hands}/ w KQkq - 0 6"), format!("{hands}[] w KQkq - 0 6")),
        (
            "3check",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 +1+0".to_owned(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 2+3 0 2".to_owned(),
        ),
        (
            "xiangqi",
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r".to_owned(),
            XIANGQI.to_owned(),
        ),
        ("draughts", "W:W31-50:B1-20".to_owned(), start("draughts")),
        ("draughts", "W:W31-50:B1-20:H0:F1".to_owned(), start("draughts")),
        ("checkers", "B:W21-32:B1-12.".to_owned(), start("checkers")),
        ("draughts", "B:WK12,33:BK5,K6.".to_owned(), {
            "9k/k9/3K6/10/10/10/5M4/10/10/10 b - - 0 1".to_owned()
        }),
        ("russian", "W:Wa1,c3:BKb6".to_owned(), "8/8/1k6/8/8/2M5/8/M7 w - - 0 1".to_owned()),
    ] {
        on_its_board!(named(name), check_position, &text, &fen);
    }
}

fn start(name: &str) -> String {
    named(name).definition().board.start_fen.clone()
}

fn check_position<S: Set + Hash>(game: &'static Variant<S>, text: &str, fen: &str) {
    let read = |text: &str| Position::parse_with(game, text).map(|position| position.print());
    assert_eq!(read(text), read(fen), "{text}");
    assert!(read(fen).is_ok(), "{fen}");
}

#[test]
fn what_is_no_position_of_draughts_is_told_with_its_place() {
    let SizedVariant::Large(game) = named("draughts") else { panic!("it is large") };
    for (text, at) in [("W:X31", 2), ("W:W31,99", 6), ("W:W31-99", 3), ("W:W31:Bx", 7)] {
        let error = Position::parse_with(game, text).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
    }
}

/// As in chess: rights of a king that is not where it began are castling in Chess960 alone.
#[test]
fn letters_of_both_wings_mean_kings_at_home_except_in_chess960() {
    for (game, fen, kept) in [
        ("crazyhouse", "4k3/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1", "KQ"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/R5K1[] w KQkq - 0 1", "-"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/R5K1[] w A - 0 1", "A"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/R3K1R1[] w KQ - 0 1", "Q"),
        // These kings begin on the f-file.
        ("capablanca", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "KQ"),
        ("capablanca", "5k4/10/10/10/10/10/10/R3K4R w KQ - 0 1", "-"),
        ("caparandom", "5k4/10/10/10/10/10/10/R3K4R w KQ - 0 1", "JA"),
    ] {
        let seen = see(named(game), fen, "");
        assert_eq!(seen.fen.split(' ').nth(2), Some(kept), "{game} {fen}");
    }
    const OFF_ITS_FILE: &str = "4k3/8/8/8/8/8/8/R5K1[] w KQkq - 0 1";
    assert!(!see(named("crazyhouse"), OFF_ITS_FILE, "").has("g1c1"));
    let mut shuffled = entry("[plain:crazyhouse]\n", "plain").open();
    assert!(shuffled.set_option("UCI_Chess960", "true"));
    shuffled.set_position(Some(OFF_ITS_FILE), &[]).expect("a position");
    assert!(shuffled.moves().contains(&"g1a1".to_owned()), "{:?}", shuffled.moves());
    assert!(shuffled.position().contains(" w A - "), "{}", shuffled.position());
}

/// As in chess, Fairy-Stockfish and python-chess.
#[test]
fn a_square_that_no_pawn_has_just_passed_falls() {
    for (board, square, is_kept) in [
        ("4k3/8/8/3Pp3/8/8/8/4K3", "e6", true),
        // A rook, nothing, a pawn that stands farther away, one of the side to move.
        ("4k3/8/8/3Pr3/8/8/8/4K3", "e6", false),
        ("4k3/8/8/3P4/8/8/8/4K3", "e6", false),
        ("4k3/8/8/3P4/4p3/8/8/4K3", "e6", false),
        ("4k3/8/8/3PP3/8/8/8/4K3", "e6", false),
        // A pawn that has gone one step, or the other way.
        ("4k3/8/4p3/3P4/8/8/8/4K3", "e7", false),
        ("4k3/8/8/8/3Pp3/8/8/4K3", "e3", false),
        // Where it came from, or on the way, stands a piece.
        ("4k3/4n3/8/3Pp3/8/8/8/4K3", "e6", false),
        ("4k3/8/4n3/3Pp3/8/8/8/4K3", "e6", false),
    ] {
        for game in ["crazyhouse", "nocastle", "atomic"] {
            let seen = see(named(game), &format!("{board} w - {square} 0 1"), "");
            let kept = if is_kept { square } else { "-" };
            assert_eq!(seen.fen.split(' ').nth(3), Some(kept), "{game} {board} {square}");
            let plain = see(named(game), &format!("{board} w - - 0 1"), "");
            assert_eq!(seen.moves == plain.moves, !is_kept, "{game} {board} {square}");
            assert_eq!(seen.has("d5e6") && !plain.has("d5e6"), is_kept, "{game} {board}");
        }
    }
}

/// In every game that has captures en passant: a square that nothing can have passed makes no
/// difference, and the squares that the game writes itself are read again.
#[test]
fn only_squares_that_a_piece_has_passed_are_read() {
    let (mut games, mut kept) = (0, 0);
    for definition in library() {
        let passers = passers(definition);
        if passers.is_empty() {
            continue;
        }
        games += 1;
        kept += match SizedVariant::new(definition.clone()) {
            SizedVariant::Small(game) => check_squares_passed(game, &passers),
            SizedVariant::Large(game) => check_squares_passed(game, &passers),
            SizedVariant::Stones(_) => 0,
        };
    }
    assert!(games >= 50 && kept >= 50, "{games} games, {kept} squares");
}

/// The letters of the pieces that can be captured on a square that they passed: pawns, and those
/// with a first move of their own.
fn passers(definition: &Definition) -> Vec<char> {
    let mut letters = Vec::new();
    for piece in &definition.pieces {
        if piece.name == "pawn" || piece.walks.iter().any(|walk| walk.initial) {
            letters.push(piece.letter);
        }
    }
    letters
}

/// How many positions had a square of en passant.
fn check_squares_passed<S: Set + Hash>(game: &'static Variant<S>, passers: &[char]) -> usize {
    const WALKS: usize = 3;
    const PLIES: usize = 40;
    let mut kept = 0;
    let mut random = Random::new(1);
    for _ in 0..WALKS {
        for position in random_game(Position::<S>::start(game), PLIES, &mut random) {
            let fen = position.write_fen();
            let mut fields: Vec<&str> = fen.split(' ').collect();
            // The limit of a count of moves stands there, too.
            let has_limit = fields[3].parse::<u16>().is_ok();
            if has_limit || position.status().is_some() {
                continue;
            }
            let (same, _) = read_again(game, &fen);
            assert_eq!(same.split(' ').nth(3), Some(fields[3]), "{}: {fen}", game.info.name);
            kept += usize::from(fields[3] != "-");
            fields[3] = "-";
            let plain = read_again(game, &fields.join(" "));
            let squares = squares_out_of_line(fields[0], fields[1], passers);
            if !squares.is_empty() {
                let square = &squares[random.below(squares.len())];
                fields[3] = square;
                let text = fields.join(" ");
                assert_eq!(read_again(game, &text), plain, "{}: {text}", game.info.name);
            }
        }
    }
    kept
}

/// A position as it is written again, and its moves.
fn read_again<S: Set + Hash>(game: &'static Variant<S>, text: &str) -> (String, Vec<String>) {
    let position = Position::read_fen(game.rules(), text)
        .unwrap_or_else(|error| panic!("{}: {text}: {error}", game.info.name));
    let moves = position.legal_moves().into_iter().map(|m| position.print_move(m)).collect();
    (position.write_fen(), moves)
}

/// The squares of a board that no line of a queen connects with one of these pieces, of the side
/// that has just moved.
fn squares_out_of_line(board: &str, side: &str, passers: &[char]) -> Vec<String> {
    let board = board.split('[').next().unwrap_or_default();
    let ranks = board.split('/').count();
    let mut theirs: Vec<(usize, usize)> = Vec::new();
    let mut files = 0;
    for (row, rank) in board.split('/').zip((0..ranks).rev()) {
        let mut file = 0;
        let mut empty = 0;
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            file += empty;
            empty = 0;
            let is_theirs = c.is_lowercase() == (side == "w");
            if is_theirs && passers.contains(&c.to_ascii_lowercase()) {
                theirs.push((file, rank));
            }
            file += usize::from(c != '+' && c != '~');
        }
        files = file + empty;
    }
    let mut squares = Vec::new();
    for file in 0..files {
        for rank in 0..ranks {
            let is_in_line = theirs.iter().any(|&(their_file, their_rank)| {
                let (across, along) = (file.abs_diff(their_file), rank.abs_diff(their_rank));
                across == 0 || along == 0 || across == along
            });
            if !is_in_line {
                squares.push(plyglot_core::game::squares::name(file, rank));
            }
        }
    }
    squares
}
