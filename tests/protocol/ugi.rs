//! UGI as its match runners speak it: a harness that knows no rules at all.

use crate::support::engine::Engine;

/// The eight lines of tic-tac-toe, bit `i` for the cell `i` counted from the
/// top left.
const LINES: [u16; 8] = [7, 56, 448, 73, 146, 292, 273, 84];

fn start(game: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("ugi");
    engine.until("ugiok");
    // cutegames writes names of options in lower case.
    engine.ask(&format!("setoption name uci_variant value {game}"));
    engine.ask("uginewgame");
    engine
}

/// Asks; the answer must be the very next line, and have two words.
fn query(engine: &mut Engine, question: &str) -> String {
    engine.send(&format!("query {question}"));
    let line = engine.line();
    match line.strip_prefix("response ") {
        Some(answer) if !answer.contains(' ') => answer.to_owned(),
        _ => engine.fail(&format!("no response to `query {question}`: {line:?}")),
    }
}

fn set_position(engine: &mut Engine, moves: &[String]) {
    // The specification allows `moves` with a move behind it alone.
    let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    engine.send(&format!("position startpos{list}"));
}

/// A game between two engines as cutegames plays it; its moves and its result.
fn play(game: &str, go: &str, longest: usize) -> (Vec<String>, String) {
    let mut players = [start(game), start(game)];
    let mut moves: Vec<String> = Vec::new();
    loop {
        players.iter_mut().for_each(|player| set_position(player, &moves));
        let [first, second] = &mut players;
        let is_firsts = query(first, "p1turn");
        assert_eq!(is_firsts, query(second, "p1turn"), "{game} {moves:?}");
        assert_eq!(is_firsts == "true", moves.len().is_multiple_of(2), "{game} {moves:?}");
        if query(first, "gameover") == "true" || moves.len() == longest {
            break;
        }
        assert_eq!(query(first, "result"), "none", "{game} {moves:?}");
        let mover = if is_firsts == "true" { first } else { second };
        moves.push(best_move(mover, go));
    }
    let [first, second] = &mut players;
    let result = query(first, "result");
    assert_eq!(query(first, "gameover"), query(second, "gameover"), "{game} {moves:?}");
    assert_eq!(result, query(second, "result"), "{game} {moves:?}");
    players.into_iter().for_each(Engine::quit);
    (moves, result)
}

/// cutegames waits for ever for an answer that has not exactly two words.
fn best_move(engine: &mut Engine, go: &str) -> String {
    let lines = engine.go(go);
    let words: Vec<&str> = lines.last().map_or(Vec::new(), |line| line.split(' ').collect());
    match words[..] {
        ["bestmove", m] => m.to_owned(),
        _ => engine.fail("an answer of two words was expected"),
    }
}

#[test]
fn a_client_without_rules_plays_whole_games_by_queries() {
    // Both know the game to its end, so nobody wins.
    assert_eq!(play("tictactoe", "go depth 9", 9).1, "draw");
    let clocks = "go p1time 2000 p2time 2000 p1inc 5 p2inc 5";
    let (moves, result) = play("cfour", clocks, 42);
    assert!(["p1win", "p2win", "draw"].contains(&result.as_str()), "{moves:?}: {result}");
    for game in ["chess", "surakarta"] {
        let (moves, result) = play(game, "go nodes 2000", 60);
        assert!(moves.len() == 60 || result != "none", "{moves:?}: {result}");
    }
}

/// Every way to fill some cells of tic-tac-toe one after the other from a
/// walk of its own: results by the eight lines.
#[test]
fn results_of_tic_tac_toe_are_those_of_its_eight_lines() {
    let mut engine = start("tictactoe");
    for first in 0..9 {
        for step in [1, 2, 4, 5, 7, 8] {
            let mut stones = [0u16; 2];
            let mut moves = Vec::new();
            for ply in 0..9 {
                let cell = (first + step * ply) % 9;
                stones[ply % 2] |= 1 << cell;
                moves.push(cell.to_string());
                set_position(&mut engine, &moves);
                let has_line = |side: usize| LINES.iter().any(|l| stones[side] & l == *l);
                let expected = match (has_line(0), has_line(1)) {
                    (true, _) => "p1win",
                    (_, true) => "p2win",
                    _ if ply == 8 => "draw",
                    _ => "none",
                };
                assert_eq!(query(&mut engine, "result"), expected, "{moves:?}");
                assert_eq!(query(&mut engine, "gameover") == "true", expected != "none");
                if expected != "none" {
                    break;
                }
            }
        }
    }
    engine.quit();
}

/// With the other clock in its place, a search would take most of an hour.
#[test]
fn each_player_has_its_own_clock() {
    let mut engine = start("chess");
    let hours = 100_000_000;
    best_move(&mut engine, &format!("go p1time 50 p2time {hours} p1inc 0 p2inc 0"));
    engine.send("position startpos moves e2e4");
    best_move(&mut engine, &format!("go p1time {hours} p2time 50 p1inc {hours} p2inc 0"));
    engine.quit();
}
