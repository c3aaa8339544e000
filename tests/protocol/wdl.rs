//! `UCI_ShowWDL`: chances behind every score, in every game and both protocols.

use crate::support::engine::Engine;
use plyglot_engine::Registry;
use plyglot_library::with_library;

/// The games, each with a position in which its first player is about to win.
const GAMES: [(&str, &str); 4] = [
    ("chess", "position 7k/8/8/8/8/8/R7/1R5K w - -"),
    ("cfour", "position 112233"),
    ("tictactoe", "position XX.OO...."),
    ("surakarta", "position 6/6/6/6/P5/1p4 w"),
];

/// The three numbers behind the score of a line, which begins the line's totals
/// at once or behind the word of a bound.
fn chances(line: &str) -> Option<[u32; 3]> {
    let words: Vec<&str> = line.split(' ').collect();
    let score = words.iter().position(|word| *word == "score")?;
    let bound = usize::from(words[score + 3].ends_with("bound"));
    let wdl = &words[score + 3 + bound..];
    if wdl[0] != "wdl" {
        return None;
    }
    Some([1, 2, 3].map(|i| wdl[i].parse().expect("a number behind wdl")))
}

fn scored(lines: &[String]) -> impl Iterator<Item = &String> {
    lines.iter().filter(|line| line.contains(" score "))
}

fn start(game: &str, protocol: &str) -> Engine {
    let mut engine = Engine::start();
    engine.ask(protocol);
    engine.ask(&format!("setoption name UCI_Variant value {game}"));
    engine
}

#[test]
fn the_chances_of_every_score_sum_to_a_thousand() {
    for protocol in ["uci", "ugi"] {
        for (game, _) in GAMES {
            let mut engine = start(game, protocol);
            engine.ask("setoption name UCI_ShowWDL value true");
            engine.ask("setoption name MultiPV value 3");
            let lines = engine.go("go depth 5");
            assert!(scored(&lines).count() >= 3, "{lines:?}");
            for line in scored(&lines) {
                let sum = chances(line).map(|chances| chances.iter().sum());
                assert_eq!(sum, Some(1000), "{game}: {line}");
            }
            engine.quit();
        }
    }
}

#[test]
fn chances_are_shown_only_with_the_option() {
    for (game, _) in GAMES {
        let mut engine = start(game, "uci");
        for is_shown in [false, true, false] {
            engine.ask(&format!("setoption name UCI_ShowWDL value {is_shown}"));
            let lines = engine.go("go depth 3");
            assert!(scored(&lines).count() > 0, "{lines:?}");
            assert!(scored(&lines).all(|line| line.contains(" wdl ") == is_shown), "{lines:?}");
        }
        engine.quit();
        // Nor is it on at first.
        let mut fresh = start(game, "uci");
        let lines = fresh.go("go depth 3");
        assert!(scored(&lines).all(|line| !line.contains("wdl")), "{lines:?}");
        fresh.quit();
    }
}

#[test]
fn a_forced_win_has_a_chance_of_one() {
    for (game, position) in GAMES {
        let mut engine = start(game, "uci");
        engine.ask("setoption name UCI_ShowWDL value true");
        engine.ask(position);
        let lines = engine.go("go depth 8");
        let last = &lines[lines.len() - 2];
        assert!(last.contains(" score mate "), "{game}: {last}");
        assert_eq!(chances(last), Some([1000, 0, 0]), "{game}: {last}");
        engine.quit();
    }
}

/// Every game of the program in which nobody can draw: the middle number is 0.
#[test]
fn there_is_no_chance_of_a_draw_where_there_are_no_draws() {
    let registry: Registry = with_library(plyglot_games::standard());
    let mut drawless = Vec::new();
    for game in registry.games() {
        if !registry.entry(&game.name).expect("it is listed").open().may_be_drawn() {
            drawless.push(game.name);
        }
    }
    for known in ["breakthrough", "hex", "clobber", "nim", "snailtrail", "amazons", "isolation"] {
        assert!(drawless.iter().any(|name| name == known), "{known}: {drawless:?}");
    }
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_ShowWDL value true");
    for name in &drawless {
        engine.ask(&format!("setoption name UCI_Variant value {name}"));
        let lines = engine.go("go nodes 300");
        assert!(scored(&lines).count() > 0, "{name}: {lines:?}");
        for line in scored(&lines) {
            assert_eq!(chances(line).map(|[_, draw, _]| draw), Some(0), "{name}: {line}");
        }
    }
    engine.quit();
}

/// Who is better wins more often, and equal sides win equally often.
#[test]
fn chances_follow_the_score() {
    let mut engine = start("chess", "uci");
    engine.ask("setoption name UCI_ShowWDL value true");
    engine.ask("setoption name MultiPV value 30");
    engine.ask("position r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -");
    let lines = engine.go("go depth 4");
    let mut by_score: Vec<(i32, [u32; 3])> = scored(&lines)
        .filter_map(|line| {
            let (_, centi) = line.split_once(" score cp ")?;
            Some((centi.split(' ').next()?.parse().ok()?, chances(line)?))
        })
        .collect();
    by_score.sort();
    assert!(by_score.len() >= 20, "{lines:?}");
    assert!(by_score.windows(2).all(|two| two[0].1[0] <= two[1].1[0]), "{by_score:?}");
    assert!(by_score.windows(2).all(|two| two[0].1[2] >= two[1].1[2]), "{by_score:?}");
    assert!(by_score[0].1[0] < by_score[by_score.len() - 1].1[0], "{by_score:?}");
    engine.quit();
}
