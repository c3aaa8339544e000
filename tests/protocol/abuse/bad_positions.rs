//! Positions that cannot be: each is refused, and the last one stays.

use super::*;
use plyglot_core::game::random::Random;
use plyglot_games::chess::Chess;

/// What is impossible is in the tests of each game's text: it is refused with one complaint, and the
/// position stays.
#[test]
fn impossible_positions_are_refused() {
    for (game, first, texts) in [
        (
            "chess",
            "e2e4",
            &[
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "kk6/8/8/8/8/8/8/K7 w - - 0 1",
                "rnbqkbnr pppppppp 8 8 8 8 PPPPPPPP RNBQKBNR w KQkq - 0 1",
                "startpos",
                "7/7/7/7/7/7 w",
                "X.OX.XOO.",
            ][..],
        ),
        ("cfour", "b1", &["7/7/7/7/7/pppp3 w", "12121212", Chess::INFO.start]),
        ("tictactoe", "b1", &["XXXOOO...", "P2/3/3 w"]),
        ("surakarta", "b2b3", &["p5/6/6/6/6/P5 w KQ -", "p5/6/6/6/6/P5[P] w"]),
        ("flipello", "f5", &["8/8/8/3pP3/3P4/8/8/7p w", "f5f5"]),
        ("breakthrough", "a2b3", &["8/8/8/8/8/8/8/P7 w", "7P/p7/8/8/8/8/8/8 w"]),
    ] {
        let mut engine = Engine::start();
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        engine.ask(&format!("position startpos moves {first}"));
        for text in texts {
            expect_refusal(&mut engine, format!("position fen {text}\n").as_bytes());
        }
        engine.quit();
    }
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
