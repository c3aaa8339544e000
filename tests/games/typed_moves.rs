//! Moves as people type and number them, in every game.

use plyglot_core::game::Side;
use plyglot_core::game::random::Random;
use plyglot_engine::{Engine, Leniency, Line};
use plyglot_library::with_library;
use std::collections::{HashMap, HashSet};

/// The plies after which moves are typed.
const PLIES: [usize; 2] = [0, 8];
/// About so many moves of a position are typed.
const MOVES: usize = 8;

fn folded(form: &str) -> String {
    form.to_ascii_lowercase().replace('-', "")
}

/// Types moves of a position in small letters, and returns how many only leniency reads.
fn type_moves(rules: &dyn Engine) -> usize {
    let moves = rules.legal_moves();
    let mut names: HashMap<String, HashSet<&str>> = HashMap::new();
    for m in &moves {
        for form in [&m.name, &m.short, &m.record] {
            names.entry(folded(form)).or_default().insert(&m.name);
        }
    }
    let mut lenient = 0;
    for m in moves.iter().step_by(1 + moves.len() / MOVES) {
        for form in [&m.short, &m.record] {
            let text = form.to_ascii_lowercase();
            let typed = rules.read_move(&text, Leniency::Typed);
            if let Ok(exact) = rules.read_move(&text, Leniency::Exact) {
                assert_eq!(typed, Ok(exact), "{text}");
            } else if names[&folded(&text)].len() == 1 {
                assert_eq!(typed.as_ref(), Ok(&m.name), "{text} in {}", rules.position());
                lenient += 1;
            }
        }
    }
    lenient
}

#[test]
fn moves_are_read_in_small_letters() {
    let registry = with_library(plyglot_games::standard());
    let mut random = Random::new(3);
    let mut lenient = 0;
    for listed in registry.games() {
        let mut rules = registry.game(&listed.name).expect("it is listed").open();
        for plies in PLIES {
            for _ in 0..plies {
                let count = rules.legal_move_count();
                if count == 0 || !rules.play_index(random.below(count)) {
                    break;
                }
            }
            lenient += type_moves(&*rules);
        }
    }
    assert!(lenient > 0);
}

#[test]
fn what_is_typed_is_no_move_of_the_protocol() {
    let registry = with_library(plyglot_games::standard());
    for (name, start, text, expected) in [
        ("chess", None, "nf3", Some("g1f3")),
        ("chess", None, "NF3", Some("g1f3")),
        ("breakthrough", None, "A2-A3", Some("a2a3")),
        // It gives check, and is no capture of the pawn.
        ("chess", Some("4k3/8/8/8/8/2p5/1P6/1B2K3 w - - 0 1"), "bg6", Some("b1g6")),
        ("chess", Some("4k3/8/8/8/8/2p5/1P6/1B2K3 w - - 0 1"), "Bxc3", None),
        ("draughts", None, "28-32", None),
        // Ranks from 0: the cannon stands on the third.
        ("xiangqi", None, "H3-E3", None),
    ] {
        let mut rules = registry.game(name).expect(name).open();
        rules.set_position(start, &[]).expect(text);
        let typed = rules.read_move(text, Leniency::Typed).ok();
        assert_eq!(typed.as_deref(), expected, "{text}");
        assert_eq!(rules.legal_move(text).ok().map(|m| m.name), typed, "{text}");
        assert!(rules.read_move(text, Leniency::Exact).is_err(), "{text}");
        assert!(rules.set_position(start, &[text]).is_err(), "{text}");
        let played = rules.play_word(text, Leniency::Typed).ok();
        assert_eq!(played.map(|moves| moves[0].name.clone()), typed, "{text}");
    }
}

/// What players of these games do.
const COUNT_PLIES: [(&str, bool); 16] = [
    ("shogi", true),
    ("minishogi", true),
    ("janggi", true),
    ("flipello", true),
    ("cfour", true),
    ("tictactoe", true),
    ("gomoku", true),
    ("hex", true),
    ("havannah", true),
    ("chess", false),
    ("crazyhouse", false),
    ("xiangqi", false),
    ("makruk", false),
    ("ataxx", false),
    ("breakthrough", false),
    ("surakarta", false),
];

/// Some count each move of a side, others those of both sides together.
#[test]
fn moves_are_numbered_as_players_count() {
    let registry = with_library(plyglot_games::standard());
    let mut games = HashMap::new();
    for listed in registry.games() {
        let rules = registry.game(&listed.name).expect("it is listed").open();
        let mut line = Line::new(rules, None, &[]).expect("a start");
        for _ in 0..3 {
            let Some(name) = line.rules().moves().first().cloned() else { break };
            line.play(&name).expect("it is legal");
        }
        let steps = line.steps().iter();
        let sides: Vec<Side> = steps.clone().map(|step| step.side).collect();
        if sides != [Side::First, Side::Second, Side::First] {
            continue;
        }
        let counts_plies = line.rules().info().counts_plies;
        let expected = if counts_plies { ["1.", "2.", "3."] } else { ["1.", "1...", "2."] };
        let numbers: Vec<String> = steps.map(|step| step.number.to_string()).collect();
        assert_eq!(numbers, expected, "{}", listed.name);
        games.insert(listed.name, counts_plies);
    }
    for (name, counts_plies) in COUNT_PLIES {
        assert_eq!(games.get(name), Some(&counts_plies), "{name}");
    }
}
