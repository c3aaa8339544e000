//! Lines, numbers and moves that cannot be read: each gets one answer.

use super::*;

/// Regression: they were refused, and whoever had asked waited for ever. Others are in
/// `tests/dialogues/what_go_cannot_read_is_skipped.txt`.
#[test]
fn malformed_go_commands_are_answered() {
    let mut engine = engine();
    for line in [
        "go searchmoves zzzz depth 2",
        "go searchmoves e9e9",
        "go searchmoves",
        "go searchmoves depth 2",
        "go searchmoves e1g1 x h1g1 depth 1",
        "go mate soon",
        "go nodes nodes nodes 5",
        "go startpos",
        "go\tdepth\tone",
        "joho go depth x",
    ] {
        expect_answer(&mut engine, format!("{line}\n").as_bytes());
    }
    expect_answer(&mut engine, b"go depth \xf0\x9f\n");
    expect_answer(&mut engine, b"go \xff depth 1\n");
    engine.quit();
}

/// Others are in `tests/dialogues`: `errors_point_at_the_word.txt`, `options_that_cannot_be.txt`.
#[test]
fn malformed_lines_get_one_answer_each() {
    let mut engine = engine();
    for line in [
        "go perft",
        "position start",
        "position startpos moves e2e4 e2e4",
        "position moves e2",
        "setoption Hash",
        "setoption name MultiPV value 501",
        "setoption name UCI_Variant value go",
        "debug",
        "debug 1",
        "\u{feff}",
        "\0\0\0",
        "ｇｏ depth 1",
        "\u{1b}[2J",
    ] {
        expect_refusal(&mut engine, format!("{line}\n").as_bytes());
    }
    engine.quit();
}

#[test]
fn invalid_utf8_is_replaced() {
    let mut engine = engine();
    for line in [
        &b"\xff\xfe\n"[..],
        b"uci\xc3\n",
        b"position fen \x80\x81\n",
        b"position startpos moves \xc3\x28\n",
        b"setoption name \xff value 1\n",
        b"setoption name Hash value \xff\n",
    ] {
        expect_refusal(&mut engine, line);
    }
    engine.send_bytes(b"\xff isready\n");
    engine.expect("readyok");
    engine.quit();
}

#[test]
fn every_kind_of_line_end_ends_one_line() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready\risready\r\nisready\n\r\n\nisready\r\n");
    for _ in 0..4 {
        engine.expect("readyok");
    }
    engine.send_bytes(b"position startpos moves e2e4\r\nd\r\nisready\r");
    let printed = engine.until("readyok");
    assert!(printed.iter().any(|line| line.contains("/4P3/")), "{printed:?}");
    engine.quit();
}

#[test]
fn a_last_line_without_a_line_end_is_carried_out() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready");
    let remains = engine.finish();
    remains.check_good();
    assert_eq!(remains.lines, ["readyok"]);
}

/// Regression: the column of each word was counted from the line's beginning,
/// which took minutes.
#[test]
fn a_line_of_ten_megabytes_is_answered() {
    const SIZE: usize = 10_000_000;
    let mut engine = engine();
    for (before, unit) in [
        ("", "x"),
        ("", "x "),
        ("position startpos moves ", "e2e5 "),
        ("position startpos moves ", "x"),
        ("position ", "8/"),
        ("position fen ", "x y "),
        ("go searchmoves ", "e9 "),
        ("go depth ", "1"),
        ("go ", "dept "),
        ("setoption name ", "a b "),
        ("setoption name Hash value ", "9"),
        ("bench ", "x"),
    ] {
        let mut line = format!("{before}{}", unit.repeat(SIZE / unit.len()));
        line.push('\n');
        match before {
            // The greatest number is a depth like another.
            "go depth " => {
                engine.send_bytes(line.as_bytes());
                engine.send("stop");
                engine.until("bestmove");
            }
            "go " | "go searchmoves " => expect_answer(&mut engine, line.as_bytes()),
            _ => expect_refusal(&mut engine, line.as_bytes()),
        }
    }
    let long = format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(SIZE / 20));
    assert!(engine.ask(&long).is_empty());
    engine.go("go depth 2");
    engine.quit();
}

/// Moves of a page's length, wherever a move can stand.
#[test]
fn moves_of_4096_characters_are_refused() {
    for game in ["chess", "cfour", "tictactoe", "surakarta", "breakthrough"] {
        let mut engine = Engine::start();
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        for unit in ["e2e4", "P@d1", "a2b3", "\u{e9}", "x"] {
            let long = unit.repeat(4096 / unit.len());
            for before in ["position startpos moves", "path"] {
                expect_refusal(&mut engine, format!("{before} {long}\n").as_bytes());
            }
            expect_answer(&mut engine, format!("go depth 1 searchmoves {long}\n").as_bytes());
        }
        engine.quit();
    }
}
