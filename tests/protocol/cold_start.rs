//! The first search of a fresh process: it begins when what it needs is there, and finds a move
//! that wins at once, however short its time.

use crate::support::engine::{Engine, best_moves};
use plyglot_core::game::GameResult;
use plyglot_core::game::random::Random;
use plyglot_engine::{Engine as Game, Registry};
use plyglot_library::with_library;

/// Fresh processes for each dialogue.
const STARTS: usize = 20;
const CHESS: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const SHOGI: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
const XIANGQI: &str = "3k5/9/9/9/9/9/9/9/3pR4/4K2R1 w - - 0 1";

/// What is sent in one piece, and the answer that comes last.
fn dialogues() -> Vec<(String, &'static str)> {
    let chess = format!("position fen {CHESS}");
    let shogi = format!("position sfen {SHOGI}");
    let xiangqi = format!("position fen {XIANGQI}");
    let by_xboard = |setting: &str| format!("{setting}setboard {CHESS}\nst 0.01\ngo");
    let stones = ["3,7", "4,7", "5,7", "6,7"].map(|point| format!("{point},1")).join("\n");
    let others = ["3,9", "4,9", "5,11", "6,13"].map(|point| format!("{point},2")).join("\n");
    vec![
        (format!("{chess}\ngo movetime 1"), "bestmove d1d8"),
        (format!("{chess}\ngo movetime 10"), "bestmove d1d8"),
        (format!("{chess}\ngo wtime 30 btime 30"), "bestmove d1d8"),
        (format!("uci\nisready\n{chess}\ngo movetime 1"), "bestmove d1d8"),
        (format!("uci\nucinewgame\nisready\n{chess}\ngo movetime 1"), "bestmove d1d8"),
        (format!("setoption name Threads value 4\n{chess}\ngo movetime 1"), "bestmove d1d8"),
        (format!("setoption name Hash value 64\n{chess}\ngo movetime 1"), "bestmove d1d8"),
        (format!("ugi\n{chess}\ngo movetime 1"), "bestmove d1d8"),
        (
            format!("setoption name UCI_Variant value xiangqi\n{xiangqi}\ngo movetime 1"),
            "bestmove e2e9|bestmove e2d2",
        ),
        (format!("usi\n{shogi}\ngo btime 0 wtime 0 byoyomi 1"), "bestmove G*5b"),
        (format!("ucci\n{xiangqi}\ngo time 1"), "bestmove e1e8|bestmove e1d1"),
        (by_xboard("xboard\nprotover 2\nnew\n"), "move d1d8"),
        (by_xboard("xboard\n"), "move d1d8"),
        (format!("START 15\nINFO timeout_turn 1\nBOARD\n{stones}\n{others}\nDONE"), "2,7|7,7"),
    ]
}

#[test]
fn a_fresh_process_finds_a_mate_in_one_in_every_protocol() {
    for (sent, expected) in dialogues() {
        for _ in 0..STARTS {
            let mut engine = Engine::start();
            engine.send(&sent);
            engine.end_input();
            let remains = engine.remains();
            remains.check_good();
            let is_answer =
                |line: &&String| expected.split('|').any(|answer| line.starts_with(answer));
            assert!(remains.lines.iter().any(|line| is_answer(&line)), "{}", remains.dialogue);
        }
    }
}

/// Limits of `go`, all of which end soon.
const SHORT: [&str; 4] = ["depth 1", "nodes 1", "movetime 1", "wtime 30 btime 30"];

#[test]
fn a_fresh_process_ponders_until_the_hit() {
    for limits in SHORT {
        for _ in 0..STARTS {
            let mut engine = Engine::start();
            engine.send(&format!("go ponder {limits}"));
            let before = engine.flush();
            assert_eq!(best_moves(&before), 0, "{limits}: {before:?}");
            engine.send("ponderhit");
            let remains = engine.finish();
            remains.check_good();
            assert_eq!(best_moves(&remains.lines), 1, "{}", remains.dialogue);
        }
    }
}

#[test]
fn a_hit_straight_behind_the_first_command_is_answered_once() {
    for limits in SHORT {
        for _ in 0..STARTS {
            let mut engine = Engine::start();
            engine.send(&format!("go ponder {limits}\nponderhit"));
            let remains = engine.finish();
            remains.check_good();
            assert_eq!(best_moves(&remains.lines), 1, "{}", remains.dialogue);
        }
    }
}

/// A position of a game of random moves and the moves that win it at once; `None` if there is
/// none in so many games.
fn winning_position(game: &dyn Game) -> Option<(String, Vec<String>)> {
    const GAMES: u64 = 8;
    const MAX_PLIES: usize = 250;
    for seed in 0..GAMES {
        let mut game = game.copy();
        let mut random = Random::new(seed);
        for _ in 0..MAX_PLIES {
            let moves = game.moves();
            if game.result().is_some() || moves.is_empty() {
                break;
            }
            let side = game.side();
            let wins = |name: &&String| {
                let mut next = game.copy();
                next.follow_game(&*game);
                next.push(name).is_ok()
                    && next.result().is_some_and(|over| over.result == GameResult::Win(side))
            };
            let winning: Vec<String> = moves.iter().filter(wins).cloned().collect();
            if !winning.is_empty() && winning.len() < moves.len() {
                return Some((game.position(), winning));
            }
            game.push(&moves[random.below(moves.len())]).expect("it is legal");
        }
    }
    None
}

/// The move of a search, and the number after a word of its last line of information; 0 without.
fn answer(engine: &mut Engine, go: &str, word: &str) -> (String, u64) {
    let lines = engine.go(go);
    let after = |line: &String, word: &str| {
        line.split(' ').skip_while(|other| *other != word).nth(1).map(str::to_owned)
    };
    let best = lines.last().and_then(|line| after(line, "bestmove")).unwrap_or_default();
    let number = lines.iter().rev().find_map(|line| after(line, word)?.parse().ok());
    (best, number.unwrap_or(0))
}

/// Nodes of a first iteration that are searched whatever the time (`go` in protocol.md).
const FIRST_MOVE_NODES: u64 = 1_500;

/// What a depth of one ply finds in a process that has searched before, it finds at once. A win by
/// a move after which the other side has none is found a ply later, as in all chess programs.
#[test]
fn a_fresh_process_wins_at_once_in_every_game() {
    let registry: Registry = with_library(plyglot_games::standard());
    let mut tried = 0;
    for name in registry.games().into_iter().map(|game| game.name) {
        let entry = registry.entry(&name).expect("it is listed");
        let Some((position, winning)) = winning_position(&*entry.open()) else { continue };
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {name}\nposition {position}"));
        let (cold, depth) = answer(&mut engine, "go movetime 1", "depth");
        engine.send("ucinewgame");
        let (warm, nodes) = answer(&mut engine, "go depth 1", "nodes");
        if winning.contains(&warm) && nodes <= FIRST_MOVE_NODES {
            tried += 1;
            assert!(depth >= 1, "{name}: {position}");
            assert!(winning.contains(&cold), "{name}: {position}: {cold}, not one of {winning:?}");
        }
    }
    assert!(tried > 200, "{tried} games");
}
