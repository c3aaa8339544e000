//! Games without a blank between their moves, in every game of the program in which these only put
//! pieces on cells.

use plyglot_core::game::random::Random;
use plyglot_engine::{Engine, LegalMove, Registry};

const PLIES: usize = 10;

pub struct GameInOneWord {
    pub game: String,
    /// As the protocol has them.
    pub moves: Vec<String>,
    /// As records have them.
    pub word: String,
}

/// The beginning of a random game in each of these games.
pub fn games_in_one_word(registry: &Registry) -> Vec<GameInOneWord> {
    let mut random = Random::new(7);
    let mut found = Vec::new();
    for listed in registry.games() {
        let mut rules = registry.game(&listed.name).expect("it is listed").open();
        let Some(played) = only_puts(&mut *rules, &mut random) else { continue };
        let mut game = GameInOneWord { game: listed.name, moves: Vec::new(), word: String::new() };
        for LegalMove { name, record, .. } in played {
            game.moves.push(name);
            game.word += &record;
        }
        found.push(game);
    }
    found
}

/// The moves of a random game; `None` if one might have been none that puts a piece.
fn only_puts(rules: &mut dyn Engine, random: &mut Random) -> Option<Vec<LegalMove>> {
    let mut played = Vec::new();
    while played.len() < PLIES && rules.result().is_none() {
        let moves = rules.legal_moves();
        if moves.iter().any(|m| !m.name.contains('@')) {
            return None;
        }
        let m = moves[random.below(moves.len())].clone();
        rules.push(&m.name).expect("it is legal");
        played.push(m);
    }
    Some(played)
}
