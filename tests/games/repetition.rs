//! The search knows what a repetition is worth, in every game and by every rule on it: it plays to
//! the move before the end, and must give that move the result that the rules give it.

use plyglot_core::game::random::Random;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::search::Settings;
use plyglot_engine::{Analyst, Ending, GameEntry, GameOver, GoLimits, Referee, Registry, Value};
use plyglot_library::with_library;
use std::path::Path;

/// Moves that lead from the start to the move before a repetition ends the game, and that move.
struct Way {
    moves: Vec<String>,
    last: String,
    /// The result for the side that makes it.
    worth: i32,
}

/// The move that takes a piece back from where it came to.
fn back(name: &str) -> Option<String> {
    let middle = name.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let (from, to) = name.split_at(middle);
    let is_square = |square: &str| square[1..].parse::<u8>().is_ok();
    (is_square(from) && is_square(to)).then(|| format!("{to}{from}"))
}

/// Goes to and fro with two pieces after some random moves, until that ends the game.
fn way_to_repetition(referee: &mut dyn Referee, random: &mut Random) -> Option<Way> {
    referee.set_position(None, &[]).expect("every game has a start");
    let any = |referee: &dyn Referee, random: &mut Random| {
        let moves = referee.moves();
        (!moves.is_empty()).then(|| moves[random.below(moves.len())].clone())
    };
    for _ in 0..random.below(12) {
        let m = any(referee, random)?;
        referee.push(&m).expect("it is legal");
    }
    let there: Vec<String> = (0..2)
        .map(|_| {
            let m = any(referee, random)?;
            referee.push(&m).ok()?;
            Some(m)
        })
        .collect::<Option<_>>()?;
    let cycle = [back(&there[0])?, back(&there[1])?, there[0].clone(), there[1].clone()];
    for m in cycle.iter().cycle().take(24) {
        if referee.result().is_some() {
            return None;
        }
        let side = referee.side();
        referee.push(m).ok()?;
        if let Some(GameOver { result, ending: Ending::Repetition }) = referee.result() {
            let worth = result.winner().map_or(0, |winner| if winner == side { 1 } else { -1 });
            let mut moves = referee.history().moves;
            let last = moves.pop()?;
            return Some(Way { moves, last, worth });
        }
    }
    None
}

/// The value of a move after some others: 1 for a win, -1 for a loss, 0 for a draw. An evaluation has
/// none.
fn value(analyst: &mut Analyst, moves: &[String], searched: &str, depth: u16) -> Option<i32> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    analyst.game_mut().set_position(None, &moves).expect("legal moves");
    analyst.forget();
    let limits = GoLimits {
        depth: Some(depth),
        moves: Some(vec![searched.to_owned()]),
        ..GoLimits::default()
    };
    match analyst.search(&limits, &std::sync::Arc::default(), |_| ()).lines[0].value {
        Value::Centi(0) => Some(0),
        Value::Centi(centi) => (centi.abs() > 10_000).then_some(centi.signum()),
        Value::End(plies) => Some(if plies > 0 { 1 } else { -1 }),
    }
}

/// Compares the search with the rules in one game. Returns what the last moves were worth.
fn compare(entry: &GameEntry) -> Vec<i32> {
    let mut referee = entry.open();
    let mut analyst = None;
    let mut random = Random::new(1);
    let mut found = Vec::new();
    for _ in 0..60 {
        let Some(way) = way_to_repetition(&mut *referee, &mut random) else { continue };
        found.push(way.worth);
        let analyst = analyst.get_or_insert_with(|| {
            let settings = Settings { variable_depth: false, ..Settings::search_alone() };
            Analyst::new(entry, 1, settings).expect("memory for it")
        });
        let Way { mut moves, last, worth } = way;
        let about = format!("{}: {} {last}", entry.info.name, moves.join(" "));
        for depth in 1..=2 {
            assert_eq!(value(analyst, &moves, &last, depth), Some(worth), "{about}, depth {depth}");
        }
        // A move before, the other side sees what the last move is worth to its opponent.
        let before = moves.pop().expect("a way has moves");
        if worth == 1 {
            assert_eq!(value(analyst, &moves, &before, 2), Some(-1), "{about}, a move before");
        }
        if found.len() == 2 {
            break;
        }
    }
    found
}

#[test]
fn the_search_values_repetitions_as_the_rules_do() {
    let registry = with_library(plyglot_games::standard());
    let games = registry.games();
    let found: Vec<Vec<i32>> = games
        .iter()
        .map(|game| compare(registry.entry(&game.name).expect("it is listed")))
        .filter(|found| !found.is_empty())
        .collect();
    let decisive = found.iter().filter(|found| **found != vec![0; found.len()]).count();
    // The others have no repetition, or drops and stones that never go back.
    assert!(found.len() > 180 && decisive > 10, "{} and {decisive}", found.len());
}

#[test]
fn every_rule_on_repetition_is_searched() {
    let mut file = String::new();
    let mut names = Vec::new();
    for times in [2, 3, 4, 5] {
        for result in ["win", "loss", "draw"] {
            for is_absolute in [false, true] {
                let name = format!("{result}{times}{}", if is_absolute { "white" } else { "" });
                file += &format!(
                    "[{name}:chess]\nnFoldRule = {times}\nnFoldValue = {result}\n\
                     nFoldValueAbsolute = {is_absolute}\n"
                );
                names.push(name);
            }
        }
    }
    let source = with_library(Registry::new::<TicTacToe>()).source().expect("it has one");
    assert_eq!(source.load(Path::new("games.ini"), &file, &[], true).complaints, [""; 0]);
    for name in names {
        let found = compare(source.find(&name).expect("it was loaded"));
        assert!(!found.is_empty(), "{name}");
    }
}
