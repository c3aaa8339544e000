//! The parameters of the search as options, for developers.

use crate::support::engine::Engine;
use plyglot_core::game::SearchParams;

/// The nodes of a search of the start position.
fn nodes(engine: &mut Engine) -> String {
    engine.send("ucinewgame");
    let lines = engine.go("go depth 9");
    let last = lines.iter().rev().nth(1).expect("a line of information");
    last.split(' ').skip_while(|word| *word != "nodes").nth(1).expect("nodes").to_owned()
}

#[test]
fn every_parameter_is_an_option_that_is_not_listed() {
    let mut engine = Engine::start();
    engine.send("uci");
    let listed = engine.until("uciok").join("\n");
    for parameter in SearchParams::LIST {
        let (name, min, max) = (parameter.name, parameter.min, parameter.max);
        assert!(!listed.contains(name), "{name}");
        for value in [min, max] {
            let said = engine.ask(&format!("setoption name {name} value {value}"));
            assert!(said.is_empty(), "{name}: {said:?}");
        }
        let said = engine.ask(&format!("setoption name {name} value {}", max + 1));
        let expected = format!("expected a whole number from {min} to {max}, found");
        assert!(said[0].contains(&expected), "{name}: {said:?}");
    }
    engine.quit();
}

#[test]
fn a_parameter_changes_the_search_until_another_game_is_selected() {
    let mut engine = Engine::start();
    let usual = nodes(&mut engine);
    // It does not disturb a search under way.
    engine.send("go infinite");
    engine.send("setoption name lmr_slope value 800");
    engine.send("stop");
    engine.until("bestmove");
    let changed = nodes(&mut engine);
    assert_ne!(changed, usual);
    assert_eq!(nodes(&mut engine), changed);
    engine.ask("setoption name UCI_Variant value chess");
    assert_eq!(nodes(&mut engine), usual);
    engine.quit();
}
