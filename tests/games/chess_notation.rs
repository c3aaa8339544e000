//! FEN and moves: what is read, what is printed, what is refused and where.

use super::tables::{check_diagram, parse, play};
use cozy_chess::Move;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Outcome, Side};
use plyglot_games::chess::Chess;
use proptest::prelude::*;
use std::collections::HashMap;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[track_caller]
fn position(fen: &str) -> Chess {
    parse(fen)
}

#[track_caller]
fn expect_print(fen: &str, printed: &str) {
    assert_eq!(position(fen).print(), printed, "`{fen}` printed again");
}

fn expect_after(position: &Chess, name: &str, printed: &str) {
    let mut next = position.clone();
    play(&mut next, name);
    assert_eq!(next.print(), printed, "after {name}");
}

fn chess960(fen: &str) -> Chess {
    let mut position = position(fen);
    position.set_option("UCI_Chess960", "true");
    position
}

#[test]
fn attackers_and_checkers_are_told() {
    let mut game = plyglot_games::standard().game("chess").expect("it exists").open();
    game.set_position(None, &["e4", "d5", "Bb5", "Nc6"]).expect("legal moves");
    let shape = game.picture().expect("a board").shape;
    let cell = |name: &str| shape.cell(name).expect("a square");
    // A pinned knight attacks, too.
    for (side, square, squares) in
        [(Side::Second, "b8", &["c6", "a8"][..]), (Side::First, "d5", &["e4"])]
    {
        let attackers = game.attackers(side, cell(square)).expect("pieces capture so");
        let names: Vec<_> = attackers.into_iter().map(|cell| shape.name(cell)).collect();
        assert_eq!(names, squares);
    }
    assert_eq!((game.checkers(), game.is_check(), game.occurrences()), (vec![], false, 1));
    game.push("b5c6").expect("it is legal");
    assert_eq!(game.checkers(), [cell("c6")]);
    assert!(game.is_check());
}

#[test]
fn missing_fields_have_defaults() {
    let full = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    for short in ["w K - 0", "w K -", "w K"] {
        expect_print(&format!("4k3/8/8/8/8/8/4P3/4K2R {short}"), full);
    }
    expect_print("4k3/8/8/8/8/8/4P3/4K2R w", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
    expect_print("  4k3/8/8/8/8/8/4P3/4K2R\tw   K - 0 1 ", full);
}

/// The numbers of Reinhard Scharnagl: 518 is chess, 0 and 959 are the first and the last.
#[test]
fn start_positions_of_chess960_have_numbers() {
    expect_print("518", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (number, rank) in [("0", "bbqnnrkr"), ("959", "rkrnnqbb"), ("534", "rnbkqbnr")] {
        let printed = position(number).print();
        assert!(printed.starts_with(&format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/")), "{printed}");
    }
    let error = Chess::parse("960").unwrap_err();
    assert_eq!(error.mismatch.expected, "the number of a start position, from 0 to 959");
}

#[test]
fn counters_are_read_leniently() {
    let board = "4k3/8/8/8/8/8/4P3/4K3 b - -";
    for (given, printed) in [
        ("0 0", "0 1"),
        ("99 17", "99 17"),
        ("250 300", "100 300"),
        ("007 00012", "7 12"),
        ("99999999999999999999999999 99999999999999999999999999", "100 65535"),
    ] {
        expect_print(&format!("{board} {given}"), &format!("{board} {printed}"));
    }
}

#[test]
fn the_en_passant_square_is_printed_where_a_pawn_can_take_there() {
    let cannot = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    expect_print(&format!("{cannot} e3 0 1"), &format!("{cannot} - 0 1"));
    let can = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    expect_print(can, can);
    // After d4xe3 the rook on a4 would give check.
    expect_print("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1", "8/8/8/8/R2pP2k/8/8/4K3 b - - 0 1");
}

#[test]
fn castling_rights_are_read_in_fen_shredder_fen_and_x_fen() {
    let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    expect_print("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", usual);
    expect_print("r3k2r/8/8/8/8/8/8/R3K2R w qKkQ - 0 1", usual);
    assert_eq!(chess960(usual).print(), "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1");
    // In Chess960, the outermost rooks are meant: h1 and b8.
    let outermost = chess960("1rr2k2/8/8/8/8/8/8/5KRR w Kq - 0 1");
    assert_eq!(outermost.print(), "1rr2k2/8/8/8/8/8/8/5KRR w Hb - 0 1");
    expect_print("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
}

#[test]
fn castling_moves_are_read_and_printed_with_and_without_chess960() {
    let usual = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let shuffled = chess960("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (way, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        for position in [&usual, &shuffled] {
            assert_eq!(position.parse_move(way), position.parse_move(rook));
        }
        let m = usual.parse_move(rook).unwrap();
        assert_eq!(usual.print_move(m), way);
        assert_eq!(shuffled.print_move(m), rook);
    }
    assert!(usual.parse_move("e8g8").is_err(), "it is White's turn");
}

#[test]
fn a_plain_king_move_comes_before_castling() {
    let position = chess960("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let plain = position.parse_move("f1g1").unwrap();
    let castling = position.parse_move("f1h1").unwrap();
    assert_ne!(plain, castling);
    assert_eq!(position.print_move(castling), "f1h1");
    expect_after(&position, "f1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn castling_over_a_neighbouring_rook_without_the_option() {
    // Both begin where chess knows no castling, so the rook names the move.
    let position = position("4k3/8/8/8/8/8/8/1KR5 w C - 0 1");
    let castling = position.parse_move("b1c1").unwrap();
    assert_eq!(position.print_move(castling), "b1c1");
    expect_after(&position, "b1c1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn promotions_are_read_in_small_and_capital_letters() {
    let position = position("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    let queen = position.parse_move("e7e8q").unwrap();
    assert_eq!(position.parse_move("e7e8Q"), Ok(queen));
    assert_eq!(position.print_move(queen), "e7e8q");
    for wrong in ["e7e8", "e7e8k", "e7e8p", "e7e8x", "e1e2q", "e7e8qq", "e7e8="] {
        let error = position.parse_move(wrong).expect_err(wrong);
        assert_eq!(error.at, 0, "{wrong}: {error}");
    }
}

#[test]
fn malformed_and_illegal_moves_are_refused() {
    let start = position(Chess::INFO.start);
    let expected = |text| start.parse_move(text).expect_err(text).mismatch.expected;
    for text in ["", "e2", "e2e", "Nf3", "0000", "é2e4", "e2e4 ", "i2i4", "e2–e4"] {
        assert_eq!(expected(text), "a move like e2e4 or e7e8q", "`{text}`");
    }
    for text in ["e2e5", "e7e5", "a1a1", "e1g1", "e2e4q"] {
        assert_eq!(expected(text), "a legal move of chess", "`{text}`");
    }
}

/// Texts that people write for each move, in the standard's form and in others.
#[test]
fn standard_algebraic_notation_is_read() {
    let cases = [
        (Chess::INFO.start, "g1f3", "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 Nf3! Nf3!? Nf3+ Nf3?? g1f3"),
        (Chess::INFO.start, "e2e4", "e4 e2-e4 e4! e2e4"),
        (KIWIPETE, "e1g1", "O-O 0-0 o-o O-O! e1g1 e1h1"),
        (KIWIPETE, "e1c1", "O-O-O 0-0-0 o-o-o O-O-O+ e1c1"),
        (KIWIPETE, "e5f7", "Nxf7 Nf7 Ne5xf7 N5xf7"),
        (KIWIPETE, "d5e6", "dxe6 dxe6! d5xe6 de6"),
        (KIWIPETE, "c3b1", "Nb1 N3b1 Ncb1"),
        (KIWIPETE, "e1f1", "Kf1"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q e8Q e8=q e8q e8=Q! e7-e8=Q"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N+ e8N e8=N e8n"),
        ("5b2/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7f8b", "exf8=B+ exf8b ef8=B"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6 ed6 e5xd6"),
        ("4k3/8/8/8/2p5/1P6/8/4K3 b - - 0 1", "c4b3", "cxb3 cb3"),
        ("4k3/8/8/8/8/2b5/1P6/4K3 w - - 0 1", "b2c3", "bxc3 bc3"),
        ("1k6/8/8/8/8/8/R7/K6R w - - 0 1", "h1h2", "Rhh2 R1h2 Rh1h2"),
        // One of the two knights is pinned.
        ("4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        // Three queens.
        ("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1 Qh4-e1"),
    ];
    for (fen, name, texts) in cases {
        let position = position(fen);
        for text in texts.split(' ') {
            let m = position.read_move(text).unwrap_or_else(|e| panic!("{fen}: {text}: {e}"));
            assert_eq!(position.print_move(m), name, "{fen}: {text}");
        }
    }
}

#[test]
fn castling_of_chess960_is_read_by_its_side() {
    let position = chess960("2k5/8/8/8/8/8/8/1RK1R3 w EB - 0 1");
    for (text, name) in [("O-O", "c1e1"), ("0-0-0", "c1b1"), ("Kd1", "c1d1")] {
        let m = position.read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(position.print_move(m), name, "{text}");
    }
    // That would be the king on its own rook.
    for text in ["Kb1", "Kxe1", "Ke1"] {
        assert!(position.read_move(text).is_err(), "{text}");
    }
}

#[test]
fn impossible_and_ambiguous_algebraic_moves_are_refused() {
    let unreadable = "a move like e2e4, e7e8q, Nf3 or O-O";
    let (illegal, promotion) = ("a legal move of chess", "a promotion like e8=Q");
    let (two, pawn) = ("4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    let cases = [
        (
            Chess::INFO.start,
            unreadable,
            " N nf3 Nf9 Nj3 Sf3 0000 O-O-O-O OO e e9 Ne4e4e4 (none) é4 !",
        ),
        (Chess::INFO.start, illegal, "Nf4 e5 O-O Nxe5 Ke2 exd3 Na1 a1a1 e2e5 e4=Q"),
        (two, "one of Nbc3, Ndc3", "Nc3 Nxc3 Nc3+ N1c3"),
        (two, illegal, "Nec3 N2c3 Nf3"),
        (pawn, promotion, "e8 e8+ e7-e8"),
        (pawn, illegal, "Ke8 exf8=Q"),
        (pawn, unreadable, "e8=K e8=P e8= e8=="),
        // A pawn that captures says where it comes from.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", illegal, "d5 xd5"),
        (KIWIPETE, illegal, "Kh1 Kxh1 Ka1"),
    ];
    for (fen, expected, texts) in cases {
        let position = position(fen);
        for text in texts.split(' ') {
            let error = position.read_move(text).map(|m| position.print_move(m)).expect_err(text);
            assert_eq!(error.mismatch.expected, expected, "{fen}: {text}");
        }
    }
}

/// Each text with a caret before the place where it goes wrong, and words of
/// the explanation.
#[test]
fn errors_say_where_and_what_was_expected() {
    let cases = [
        ("^", "8 rows of 8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ^x - -", "'w' or 'b'"),
        ("rnbqkbnr/pppp^xppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "PNBRQK"),
        ("rnbqkbnr/ppp^9pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "number of empty squares"),
        ("rnbqkbnr/^0pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "number of empty squares"),
        ("rnbqkbnr/pppppppp^p/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "a row of 8"),
        ("rnbqkbnr/ppppppp^/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "a row of 8"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR^ w - -", "8 rows"),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP^/RNBQKBNR w - -", "8 rows"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN^ w - -", "8 rows of 8"),
        ("^rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", "a king of Black"),
        ("rnbqkbnr/pppppppp/8/8/8/K7/PPPPPPPP/RNBQ^KBNR w - -", "one king of White"),
        ("rnbqkbnr/pppppppp/^p7/8/8/8/PPPPPPPP/RNBQKBNR w - -", "at most 8 pawns of Black"),
        ("rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBN^R w - -", "at most 16 pieces of White"),
        ("4k2^P/8/8/8/8/8/8/4K3 w - -", "no pawn"),
        ("4k3/8/8/8/8/8/8/^p3K3 w - -", "no pawn"),
        ("4k3/8/8/8/8/8/8/4RK2 ^w - -", "Black not in check"),
        ("8/8/8/3kK3/8/8/8/8 ^b - -", "no king attacks"),
        ("4r2k/8/8/8/1b5b/3n4/8/4K3 ^w - -", "at most 2 pieces giving check"),
        ("4k3/8/8/8/8/8/8/4K2R w ^X - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K2R w K^K - 0 1", "once"),
        ("4k3/8/8/8/8/8/8/4K2R w Q^X - 0 1", "castling rights"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - ^z9 0 1", "the square behind"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - ^x 1", "a whole number"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - ^-1 1", "a whole number"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 ^1.5", "a whole number"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ^moves", "the end"),
        ("^é", "PNBRQK"),
    ];
    for (marked, words) in cases {
        let at = marked.chars().position(|c| c == '^').unwrap();
        let text = marked.replace('^', "");
        let error = Chess::parse(&text).map(|position| position.print()).expect_err(&text);
        let found = format!("{error}");
        assert_eq!(error.at, at, "column in `{marked}`: {found}");
        assert!(found.contains(words), "`{marked}`: expected `{words}`, found: {found}");
    }
}

/// A square of a pawn that has not just passed it falls, as in Stockfish, and a board alone is one
/// with White to move.
#[test]
fn stale_fields_fall() {
    for text in [
        "4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - e4 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - d6 0 1",
        "4k3/8/8/8/8/8/4P3/4K3",
    ] {
        let found = Chess::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).print();
        assert_eq!(found, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "{text}");
    }
}

/// The rights that python-chess's `clean_castling_rights` leaves, and those of Chess960.
#[test]
fn castling_rights_without_king_and_rook_fall() {
    for (fen, kept) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "-"),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "K"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "-"),
        ("r3k3/8/8/8/8/8/8/4K2R w Kkq - 0 1", "Kq"),
        ("4k3/8/8/8/8/8/8/4K2R w e - 0 1", "-"),
        ("4k3/8/8/8/8/8/8/6KR w HQhq - 0 1", "H"),
    ] {
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[2] = kept;
        expect_print(fen, &fields.join(" "));
    }
}

/// In Stockfish and python-chess, these rights are castling only if it is a game of Chess960.
#[test]
fn letters_of_both_wings_mean_kings_on_the_e_file_except_in_chess960() {
    for (fen, in_chess, in_chess960) in [
        ("4k3/8/8/8/8/8/5PPP/R5K1 w KQkq - 0 1", "-", "A"),
        ("4k3/8/8/8/8/8/5PPP/R5K1 w A - 0 1", "A", "A"),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "-", "GB"),
        ("1r2k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "Qk", "GAhb"),
    ] {
        let rights = |position: &Chess| position.print().split(' ').nth(2).map(str::to_owned);
        assert_eq!(rights(&position(fen)).as_deref(), Some(in_chess), "{fen}");
        assert_eq!(rights(&chess960(fen)).as_deref(), Some(in_chess960), "{fen}");
    }
    let off_its_file = position("4k3/8/8/8/8/8/5PPP/R5K1 w KQkq - 0 1");
    assert!(off_its_file.parse_move("g1a1").is_err());
    // Once a move has been played, the option brings back no right.
    let mut moved = off_its_file.clone();
    play(&mut moved, "g1f1");
    moved.set_option("UCI_Chess960", "true");
    assert_eq!(moved.print(), "4k3/8/8/8/8/8/5PPP/R4K2 b - - 1 1");
}

#[test]
fn bench_positions_are_open_and_print_as_they_are_written() {
    assert!(Chess::INFO.presets.iter().all(|p| p.option == "UCI_Chess960" && p.value == "true"));
    expect_print(Chess::INFO.start, Chess::INFO.start);
    for fen in Chess::INFO.bench_positions() {
        expect_print(fen, fen);
        assert_eq!(position(fen).status(), None, "{fen}");
    }
}

#[test]
fn the_diagram_shows_pieces_and_coordinates() {
    let lines = [
        " |   |   |   |   | k |   |   |   | 8",
        " | P |   |   |   |   |   |   |   | 2",
        " +---+---+---+---+---+---+---+---+",
        "   a   b   c   d   e   f   g   h",
    ];
    check_diagram(&position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), &lines);
}

/// The position after random moves from kiwipete, which has moves of every kind.
fn walk(seed: u64, plies: usize) -> Chess {
    let mut random = Random::new(seed);
    let mut position = position(KIWIPETE);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() || position.status() == Some(Outcome::Lost) {
            break;
        }
        position.play(moves[random.below(moves.len())]);
    }
    position
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(
        text in "\\PC{0,120}",
        letters_of_a_move in "[KQRBNPa-h1-8xO0=+#!?é-]{0,9}",
        letters_of_a_fen in "[pnbrqkPNBRQK1-8/ wbKQkqA-Ha-h\\-3é]{0,200}",
    ) {
        let kiwipete = position(KIWIPETE);
        for text in [text, letters_of_a_move, letters_of_a_fen] {
            let _ = Chess::parse(&text);
            let _ = kiwipete.parse_move(&text);
            let _ = kiwipete.read_move(&text);
        }
    }

    /// A FEN with one character replaced is refused or is a position that
    /// prints and parses and can be played.
    #[test]
    fn damaged_fens_are_read_without_panic(seed: u64, plies in 0..80usize, at: prop::sample::Index, c in "\\PC|[ pnbrqkPNBRQK1-8/wbAHah-]") {
        let mut fen: Vec<char> = walk(seed, plies).print().chars().collect();
        let at = at.index(fen.len());
        fen.splice(at..=at, c.chars());
        let fen: String = fen.into_iter().collect();
        match Chess::parse(&fen) {
            Err(error) => prop_assert!(error.at <= fen.chars().count(), "`{}`: {}", fen, error),
            Ok(position) => {
                let printed = position.print();
                let again = Chess::parse(&printed);
                prop_assert_eq!(again.map(|p| p.print()), Ok(printed));
                for m in position.legal_moves() {
                    position.after(m).count();
                }
            }
        }
    }

    /// The rules' own library writes them; long algebraic notation means what it always has.
    #[test]
    fn moves_are_read_as_records_write_them(seed: u64, plies in 0..80usize, is_960: bool) {
        let mut position = walk(seed, plies);
        position.set_option("UCI_Chess960", if is_960 { "true" } else { "false" });
        for m in position.legal_moves() {
            let record = position.record_move(m);
            prop_assert_eq!(position.read_move(&record), Ok(m), "{}", record);
            let bare = record.trim_end_matches(['+', '#']);
            prop_assert_eq!(position.read_move(bare), Ok(m), "{}", bare);
            prop_assert_eq!(position.read_move(&position.print_move(m)), Ok(m));
        }
        for text in ["e1g1", "e1h1", "e2e4", "b7b8q", "a1b1", "h8h1"] {
            prop_assert_eq!(position.read_move(text), position.parse_move(text), "{}", text);
        }
    }

    #[test]
    fn positions_round_trip_in_chess960(seed: u64, plies in 0..120usize) {
        let mut position = walk(seed, plies);
        position.set_option("UCI_Chess960", "true");
        let printed = position.print();
        let mut again = Chess::parse(&printed).unwrap();
        again.set_option("UCI_Chess960", "true");
        prop_assert_eq!(again.print(), printed);
        prop_assert_eq!(again.key(), position.key());
    }
}

#[test]
fn two_squares_are_read_as_a_move_where_one_is_legal() {
    let squares: Vec<String> =
        (0..64).map(|n| format!("{}{}", char::from(b'a' + n % 8), n / 8 + 1)).collect();
    for plies in 0..60 {
        let position = walk(2026, plies);
        let names = |m: Move| [m.to_string(), position.print_move(m)].map(|name| (name, m));
        let legal: HashMap<String, Move> =
            position.legal_moves().into_iter().flat_map(names).collect();
        for (from, to) in squares.iter().flat_map(|from| squares.iter().map(move |to| (from, to))) {
            for promotion in ["", "q", "n", "k", "p"] {
                let text = format!("{from}{to}{promotion}");
                assert_eq!(position.parse_move(&text).ok().as_ref(), legal.get(&text), "{text}");
            }
        }
    }
}

/// As `Board.mirror` of python-chess has them.
#[test]
fn flipped_positions_have_their_sides_exchanged() {
    let usual = [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 3 9",
        ),
        ("r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 4", "r3k2r/8/8/8/3Pp3/8/8/R3K2R b Qk d3 0 4"),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 5 60",
            "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 w - - 5 60",
        ),
    ];
    for (fen, flipped) in usual {
        assert_eq!(position(fen).flipped().map(|p| p.print()).as_deref(), Some(flipped));
        assert_eq!(position(flipped).flipped().map(|p| p.print()).as_deref(), Some(fen));
    }
    let fischer = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let flipped = "bq1bnrkr/npp1p1pp/p2p4/5p2/2P5/3PPN2/PP3PPP/BQNB1RKR b HFhf - 2 9";
    assert_eq!(chess960(fischer).flipped().map(|p| p.print()).as_deref(), Some(flipped));
}
