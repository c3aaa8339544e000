//! Connect Four over UCI: exact answers, the limits they keep to, and the
//! search without them.

use crate::support::connect4::{columns, in_uci, play, positions};
use crate::support::engine::{Engine, best_moves};
use plyglot_core::game::{Game, Outcome};
use std::time::Duration;

/// Plies from which positions are solved in some milliseconds without the book.
const QUICK: i32 = 14;

/// An engine that plays Connect Four without the book.
fn engine() -> Engine {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value cfour");
    engine.ask("setoption name Book value false");
    engine
}

/// The words behind a field of a line, up to the next field for `score` and to the
/// end for `pv`.
fn after<'a>(line: &'a str, field: &str) -> Vec<&'a str> {
    let words = line.split(' ').skip_while(|&word| word != field).skip(1);
    match field {
        "score" => words.take(2).collect(),
        "pv" => words.collect(),
        _ => words.take(1).collect(),
    }
}

fn score(line: &str) -> String {
    after(line, "score").join(" ")
}

fn nodes(line: &str) -> u64 {
    after(line, "nodes")[0].parse().expect("a number")
}

/// Whether a line says what a score means, and ends as that says.
fn check_line(text: &str, stones: i32, expected: i32, line: &str) {
    let (words, plies) = in_uci(expected, stones);
    assert_eq!(score(line), words, "{text}: {line}");
    let pv = after(line, "pv");
    assert_eq!(pv.len(), plies, "{text}: {line}");
    for field in ["depth", "seldepth"] {
        assert_eq!(after(line, field), [plies.to_string()], "{text}: {line}");
    }
    let end = if expected == 0 { Outcome::Drawn } else { Outcome::Lost };
    assert_eq!(play(text, &pv).status(), Some(end), "{text}: {line}");
}

/// The lines of a search before its answer, and the answer.
fn go(engine: &mut Engine, text: &str, go: &str) -> (Vec<String>, String) {
    engine.send(&format!("position {text}"));
    let mut lines = engine.go(go);
    let answer = lines.pop().expect("an answer");
    lines.retain(|line| line.starts_with("info depth"));
    (lines, answer)
}

#[test]
fn every_score_is_exact_and_every_line_ends_as_it_says() {
    let mut engine = engine();
    let all = positions();
    let quick: Vec<_> = all.iter().filter(|known| known.stones() >= QUICK).collect();
    // Eleven of each number of stones, from 14 to 41.
    assert_eq!(quick.len(), 11 * 28);
    for known in quick {
        let (lines, answer) = go(&mut engine, known.text, "go");
        let last = lines.last().expect("a line");
        check_line(known.text, known.stones(), known.score, last);
        let pv = after(last, "pv");
        let expected = match pv.get(1) {
            Some(reply) => format!("bestmove {} ponder {reply}", pv[0]),
            None => format!("bestmove {}", pv[0]),
        };
        assert_eq!(answer, expected, "{}", known.text);
    }
    engine.quit();
}

/// Wherever the book has the score of a win or a loss, it has a line to its
/// end: of the best move, or of each of them up to seven stones.
#[test]
fn positions_of_the_book_are_answered_at_once_with_the_whole_line() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value cfour");
    let mut seen = 0;
    for known in positions().iter().filter(|known| known.stones() <= 8 && known.score != 0) {
        for limit in ["go nodes 1", "go movetime 0", "go depth 1"] {
            let (lines, _) = go(&mut engine, known.text, limit);
            check_line(known.text, known.stones(), known.score, lines.last().expect("a line"));
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
    engine.ask("setoption name MultiPV value 7");
    let (lines, _) = go(&mut engine, "startpos", "go nodes 1");
    assert_eq!(lines.len(), 7, "{lines:?}");
    for line in lines.iter().filter(|line| line.contains(" mate ")) {
        assert_eq!(after(line, "pv").len().to_string(), after(line, "depth")[0], "{line}");
    }
    engine.quit();
}

/// The best first, equal ones in any order.
#[test]
fn every_column_has_its_own_line() {
    let mut engine = engine();
    engine.ask("setoption name MultiPV value 7");
    for known in columns().iter().filter(|known| known.stones() >= QUICK) {
        let expected = known.each();
        let (lines, _) = go(&mut engine, known.text, "go");
        let lines = &lines[lines.len() - expected.len()..];
        let mut scores = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(after(line, "multipv"), [(i + 1).to_string()], "{line}");
            let column = &after(line, "pv")[0][2..3];
            let (_, score) = expected.iter().find(|(name, _)| *name == column).expect("its score");
            check_line(known.text, known.stones(), *score, line);
            scores.push((*score, column));
        }
        assert!(scores.is_sorted_by(|a, b| a.0 >= b.0), "{}: {scores:?}", known.text);
        scores.sort_by_key(|&(_, column)| column);
        let columns = scores.iter().map(|&(score, column)| (column, score));
        assert!(columns.eq(expected), "{}: {scores:?}", known.text);
    }
    engine.quit();
}

#[test]
fn searchmoves_have_their_exact_scores() {
    let mut engine = engine();
    for known in columns().iter().filter(|known| known.stones() >= QUICK).step_by(4) {
        for (column, score) in known.each() {
            let (lines, answer) = go(&mut engine, known.text, &format!("go searchmoves {column}"));
            check_line(known.text, known.stones(), score, lines.last().expect("a line"));
            assert!(answer.starts_with(&format!("bestmove P@{column}")), "{answer}");
        }
    }
    engine.quit();
}

/// A search counts the node at which it is told to end.
#[test]
fn a_node_limit_is_kept_exactly() {
    let mut engine = engine();
    for limit in [1_000, 50_000, 300_000, 1_000_000] {
        engine.ask("ucinewgame");
        let go_nodes = format!("go nodes {limit}");
        let (lines, answer) = go(&mut engine, "startpos", &go_nodes);
        let last = lines.last().expect("a line");
        assert_eq!(nodes(last), limit + 1, "{last}");
        engine.ask("ucinewgame");
        let again = go(&mut engine, "startpos", &go_nodes);
        assert_eq!(without_times(&again.0), without_times(&lines));
        assert_eq!(again.1, answer);
    }
    engine.ask("setoption name Threads value 2");
    for limit in [50_000, 1_000_000] {
        let (lines, _) = go(&mut engine, "startpos", &format!("go nodes {limit}"));
        let last = lines.last().expect("a line");
        // Each thread searches 1,024 nodes at most between two looks at the sum.
        assert!(nodes(last) <= limit + 2 * 2 * 1_024, "{last}");
    }
    engine.quit();
}

/// The lines that do not depend on the time: bounds and current moves come after some seconds.
fn without_times(lines: &[String]) -> Vec<String> {
    let is_timed = |line: &&String| {
        [" currmove ", " lowerbound ", " upperbound "].iter().any(|word| line.contains(word))
    };
    let strip = |line: &String| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for field in ["nps", "time"] {
            if let Some(i) = words.iter().position(|&word| word == field) {
                words.drain(i..i + 2);
            }
        }
        words.join(" ")
    };
    lines.iter().filter(|line| !is_timed(line)).map(strip).collect()
}

/// Each search that is begun is answered once, whatever comes while it solves.
#[test]
fn commands_are_answered_during_a_solve() {
    for threads in [1, 2] {
        let mut engine = engine();
        engine.ask(&format!("setoption name Threads value {threads}"));
        engine.send("position startpos");
        for line in [
            "go",
            "go infinite",
            "isready",
            "setoption name Hash value 1",
            "go ponder wtime 100 btime 100",
            "ponderhit",
            "position startpos moves 44",
            "go movetime 20",
            "go wtime 1 btime 1",
            "go ponder",
            "stop",
        ] {
            engine.send(line);
            std::thread::sleep(Duration::from_millis(30));
        }
        for _ in 0..6 {
            engine.until("bestmove");
        }
        engine.send("go");
        std::thread::sleep(Duration::from_millis(30));
        engine.send("quit");
        let remains = engine.remains();
        remains.check_good();
        assert_eq!(best_moves(&remains.lines), 1, "{}", remains.dialogue);
    }
}

/// Won with the mover's thirteenth stone, which no short search sees: one of the
/// positions with a score for each column, the best of which is 2.
const LONG: &str = "177512676171764";

#[test]
fn a_depth_is_searched_where_there_is_no_book() {
    let mut engine = engine();
    let (lines, _) = go(&mut engine, LONG, "go depth 6");
    assert!(lines.iter().all(|line| score(line).starts_with("cp")), "{lines:?}");
    assert_eq!(after(lines.last().expect("a line"), "depth"), ["6"]);
    engine.ask("ucinewgame");
    engine.ask("setoption name Exact Knowledge value false");
    let (alone, _) = go(&mut engine, LONG, "go depth 6");
    assert_eq!(without_times(&alone), without_times(&lines));
    engine.quit();
}

/// A depth to the end of the game is no other question than one without a depth:
/// regression, it was searched for minutes.
#[test]
fn a_depth_to_the_end_of_the_game_is_answered_exactly() {
    let mut engine = engine();
    let stones = LONG.len() as i32;
    for book in ["false", "true"] {
        engine.ask(&format!("setoption name Book value {book}"));
        for depth in [42 - stones, 42, 1000] {
            engine.ask("ucinewgame");
            let (lines, _) = go(&mut engine, LONG, &format!("go depth {depth}"));
            check_line(LONG, stones, 2, lines.last().expect("a line"));
        }
        engine.ask("ucinewgame");
        let (lines, _) = go(&mut engine, LONG, "go depth 26 nodes 20000");
        assert!(lines.iter().all(|line| score(line).starts_with("cp")), "{lines:?}");
    }
    // The first player wins with the last stone but one (James D. Allen, 1988).
    let (lines, _) = go(&mut engine, "startpos", "go depth 42");
    check_line("startpos", 0, 1, lines.last().expect("a line"));
    // In time and in nodes, limits hold.
    engine.ask("setoption name Book value false");
    engine.ask("ucinewgame");
    let (lines, _) = go(&mut engine, "startpos", "go depth 42 nodes 20000");
    assert!(nodes(lines.last().expect("a line")) <= 20_001, "{lines:?}");
    engine.quit();
}
