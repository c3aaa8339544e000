//! Positions that cannot be: each is refused, and the last one stays.

use super::*;
use plyglot_core::game::random::Random;
use plyglot_games::chess::Chess;

#[test]
fn impossible_positions_are_refused() {
    let mut engine = engine();
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "Kk6/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
        "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 e2e4",
        "4k3/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/4K3 b - - 0 1",
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr pppppppp 8 8 8 8 PPPPPPPP RNBQKBNR w KQkq - 0 1",
        "startpos",
        "7/7/7/7/7/7 w",
        "X.OX.XOO.",
    ] {
        expect_refusal(&mut engine, format!("position fen {fen}\n").as_bytes());
    }
    engine.quit();
}

#[test]
fn impossible_positions_of_the_other_games_are_refused() {
    let cases: [(&str, &str, &[&str]); 3] = [
        (
            "cfour",
            "b1",
            &[
                "7/7/7/7/7/8 w",
                "7/7/7/7/7 w",
                "7/7/7/7/3P3/7 b",
                "7/7/7/7/7/3PP2 w",
                "7/7/7/7/7/3P3 w",
                "7/7/7/7/7/pppp3 w",
                "7/7/7/7/7/7[P] w",
                "11111111",
                "12121212",
                "0",
                Chess::INFO.start,
            ],
        ),
        (
            "tictactoe",
            "b1",
            &[
                "XX.......",
                "OOO......",
                "XXXOOO...",
                "X",
                "3/3 w",
                "4/3/3 w",
                "P2/3/3 w",
                "3/3/3[PP] w",
            ],
        ),
        (
            "surakarta",
            "b2b3",
            &[
                "6/6/6/6/6/7 w",
                "6/6/6/6/P5 w",
                "6/6/6/6/6/6 w",
                "PPPPPP/PPPPPP/P5/6/6/p5 w",
                "p5/6/6/6/6/P5",
                "p5/6/6/6/6/P5 x",
                "p5/6/6/6/6/P5 w KQ -",
                "p5/6/6/6/6/P5 w - - -1 1",
                "p5/6/6/6/6/P5 w - - 0 65536",
                "p5/6/6/6/6/P5 w - - 0 1 1",
                "p5/6/6/6/6/P5[P] w",
            ],
        ),
    ];
    for (game, first, texts) in cases {
        expect_all_refused(game, first, texts);
    }
}

#[test]
fn impossible_positions_of_othello_are_refused() {
    let texts = [
        "8/8/8/3pP3/3Pp3/8/8 w",
        "8/8/8/3pP3/3Pp3/8/8/8",
        "8/8/8/3pP3/3Pp3/8/8/8[P] w",
        "8/8/8/3pP3/3P4/8/8/7p w",
        "8/8/8/3pP3/3Pp3/8/8/8 w - - 0 65536",
        "f5f5",
        "f5d",
        "XO X",
    ];
    expect_all_refused("flipello", "f5", &texts);
}

#[test]
fn impossible_positions_of_breakthrough_are_refused() {
    let texts = [
        "8/8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8/P7 w",
        "7P/p7/8/8/8/8/8/8 w",
        "8/p7/8/8/8/8/P7/8",
        "8/p7/8/8/8/8/P7/8 w KQ",
        "8/p7/8/8/8/8/P7/8 w 0 1 1",
        "pppppppp/pppppppp/p7/8/8/8/8/PPPPPPPP w",
    ];
    expect_all_refused("breakthrough", "a2b3", &texts);
}

/// Each text is refused in a game that has begun with this move.
fn expect_all_refused(game: &str, first: &str, texts: &[&str]) {
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name UCI_Variant value {game}"));
    engine.ask(&format!("position startpos moves {first}"));
    for text in texts {
        expect_refusal(&mut engine, format!("position fen {text}\n").as_bytes());
    }
    engine.quit();
}

/// A FEN with a character exchanged, missing or too many is refused with one
/// complaint, or it is a position, which can then be searched.
#[test]
fn mutated_fens_are_answered_without_a_panic() {
    let mut engine = engine();
    let mut random = Random::new(50);
    let sources: Vec<&str> = Chess::INFO.bench_positions().collect();
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wbKQkqah-0x".chars().collect();
    for i in 0..50 {
        let source = sources[i % sources.len()];
        let mut fen: Vec<char> = source.chars().collect();
        let (at, letter) = (random.below(fen.len()), letters[random.below(letters.len())]);
        match random.below(3) {
            0 => fen[at] = letter,
            1 => drop(fen.remove(at)),
            _ => fen.insert(at, letter),
        }
        let fen: String = fen.into_iter().collect();
        let before = engine.ask("d");
        let printed = engine.ask(&format!("position fen {fen}"));
        let after = engine.ask("d");
        match printed.as_slice() {
            [] => {
                engine.go("go depth 2");
            }
            [line] if line.starts_with("info string error: ") && before == after => {}
            _ => engine.fail(&format!("{fen}: {printed:?}")),
        }
    }
    engine.quit();
}

#[test]
fn an_illegal_move_after_many_legal_ones_is_found() {
    let mut engine = engine();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(500);
    let line = format!("position startpos moves {shuffle}e2e5");
    let column = line.len() - 3;
    let before = engine.ask("d");
    let printed = engine.ask(&line);
    let place = format!("column {column}: expected a legal move of chess, found 'e2e5'");
    assert!(printed.len() == 1 && printed[0].ends_with(&place), "{place}: {printed:?}");
    assert_eq!(engine.ask("d"), before);
    engine.quit();
}
