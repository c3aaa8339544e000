//! Captures by jumping: what they do where games differ, and how they are written.

use crate::{last, named, small};
use plyglot_core::game::{Game, Notation};
use plyglot_variants::{Position, Set, SizedVariant, Variant};
use std::hash::Hash;

/// The moves of a position as the protocol and as records have them, with the board after each.
fn moves(name: &str, board: &str) -> Vec<[String; 3]> {
    on_its_board!(named(name), moves_on, board)
}

fn moves_on<S: Set + Hash>(game: &'static Variant<S>, board: &str) -> Vec<[String; 3]> {
    let position = Position::parse_with(game, board).expect(board);
    let all = position.legal_moves().into_iter().map(|m| {
        let board = position.after(m).print().split(' ').next().unwrap_or_default().to_owned();
        [position.print_move(m), position.record_move(m), board]
    });
    all.collect()
}

fn checkers(board: &str) -> Position<u64> {
    Position::parse_with(small(named("checkers")), board).expect(board)
}

#[test]
fn a_man_that_jumps_to_the_last_rank_stops_passes_or_goes_on() {
    for (name, board, expected) in [
        ("checkers", "8/4m1m1/3M4/8/8/8/8/8", ["d6f8", "23x30", "5K2/6m1/8/8/8/8/8/8"]),
        ("brazilian", "8/4m1m1/3M4/8/8/8/8/8", ["d6h6", "d6xh6", "8/8/7M/8/8/8/8/8"]),
        ("russian", "8/4m1m1/3M4/8/8/8/8/8", ["d6h6", "d6xh6", "8/8/7K/8/8/8/8/8"]),
        (
            "draughts",
            "10/4m1m3/3M6/10/10/10/10/10/10/10",
            ["d8h8", "12x14", "10/10/7M2/10/10/10/10/10/10/10"],
        ),
    ] {
        assert_eq!(moves(name, board), [expected.map(str::to_owned)], "{name}");
    }
}

#[test]
fn squares_on_the_way_tell_captures_apart() {
    let found = moves("checkers", "8/8/8/2m1m3/8/2m1m3/3M4/8");
    let expected = [
        ["d2f4d6", "7x14x23", "8/8/3M4/2m5/8/2m5/8/8"],
        ["d2b4d6", "7x16x23", "8/8/3M4/4m3/8/4m3/8/8"],
    ];
    assert_eq!(found, expected.map(|texts| texts.map(str::to_owned)));
    // Round four pieces, either way round is the same capture.
    let round = moves("checkers", "8/8/8/2m1m3/8/2m1m3/3K4/8");
    assert_eq!(round, [["d2d2", "7x7", "8/8/8/8/8/8/3K4/8"].map(str::to_owned)]);
}

#[test]
fn ways_are_read_in_every_form_that_means_one_move() {
    let start = checkers("8/8/8/2m1m3/8/2m1m3/3M4/8");
    for (texts, board) in [
        (["d2f4d6", "d2xf4xd6", "7x14x23", "d2:f4:d6"], "8/8/3M4/2m5/8/2m5/8/8"),
        (["d2b4d6", "7-16-23", "7x16x23", "d2-b4-d6"], "8/8/3M4/4m3/8/4m3/8/8"),
    ] {
        for text in texts {
            let after = start.after(start.read_move(text).expect(text));
            assert!(after.print().starts_with(board), "{text}");
        }
    }
    for wrong in ["7x23", "d2d6", "7", "x", "7x0", "7x99", "7x14", "d2x", "é", "7x14x16x23", ""] {
        assert!(start.read_move(wrong).is_err(), "{wrong}");
    }
}

/// The Old Fourteenth, as books write it: also captures, with a hyphen.
#[test]
fn an_opening_is_read_by_numbers_and_written_back() {
    let mut position = Position::start(small(named("checkers")));
    let mut record = Vec::new();
    let game = "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24 8-11 26-23 3-8 23-14 9-18";
    for text in game.split(' ') {
        let m = position.read_move(text).expect(text);
        record.push(position.record_move(m));
        position.play(m);
    }
    assert_eq!(record.join(" "), game.replace("23-14 9-18", "23x14 9x18"));
}

/// The way of the first capture is also a part of that of a longer one, which goes round.
#[test]
fn a_capture_written_whole_is_read_back() {
    let position = checkers("8/8/8/8/1m1m1m2/8/1m1m1m2/K7 w - - 0 1");
    for m in position.legal_moves() {
        let record = position.record_move(m);
        assert_eq!(position.read_move(&record).ok(), Some(m), "{record}");
    }
}

/// Walls in the start position also have files, and squares are numbered only in games with jumps.
#[test]
fn numbers_count_walls_and_stay_with_jumps() {
    let child = |rules: &str| {
        let position = Position::start(small(last(rules)));
        let moves = position.legal_moves().into_iter().map(|m| position.record_move(m));
        moves.collect::<Vec<String>>()
    };
    let board = "*m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 w - - 0 1";
    let walled = child(&format!("[w:checkers]\nstartFen = {board}\n"));
    assert!(walled.contains(&"11-15".to_owned()), "{walled:?}");
    let unnumbered = child("[b:brandub]\nsquareNumbers = far\n");
    assert!(!unnumbered.is_empty());
    assert!(unnumbered.iter().all(|m| m.starts_with(|c: char| c.is_alphabetic())));
}

/// Squares alone would not say what the man becomes.
#[test]
fn a_record_with_numbers_says_what_a_man_becomes() {
    let text = "[choice:checkers]\ncustomPiece3 = n:mN\npromotionPieceTypes = kn\n";
    let board = "8/2M5/8/8/8/8/1M6/7m w";
    let position = Position::parse_with(small(last(text)), board).expect(board);
    let moves = position.legal_moves();
    let records: Vec<String> = moves.iter().map(|&m| position.record_move(m)).collect();
    assert_eq!(records, ["8-12", "8-11", "c7b8k", "c7b8n", "c7d8k", "c7d8n"]);
    for (m, record) in moves.into_iter().zip(records) {
        assert_eq!(position.read_move(&record), Ok(m), "{record}");
    }
}
