//! Prints the rules of games: names, or a file of rules with random positions and moves.
use plyglot_core::game::random::Random;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_engine::Registry;
use std::path::Path;
fn main() {
    let registry = plyglot_variants::with_library(Registry::of::<TicTacToe>());
    let mut random = Random::new(7);
    for name in std::env::args().skip(1) {
        let is_file = name.ends_with(".ini");
        let names = if is_file {
            let text = std::fs::read_to_string(&name).unwrap();
            let l = registry.source().unwrap().load(Path::new(&name), &text, &[], true);
            for c in &l.complaints {
                println!("{c}");
            }
            l.names
        } else if name == "all" {
            registry.games().into_iter().map(|g| g.name).collect()
        } else {
            vec![name]
        };
        for n in names {
            let game = registry.game(&n).unwrap();
            println!("{}", registry.rules_text(&game));
            if !is_file {
                continue;
            }
            for plies in [0, 6, 14, 24, 40, 80] {
                let mut engine = game.open();
                for _ in 0..plies {
                    let moves = engine.moves();
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves[random.below(moves.len())].clone();
                    engine.play(&m).unwrap();
                }
                println!("FEN {} : {}", engine.position(), engine.moves().join(" "));
            }
        }
    }
}
