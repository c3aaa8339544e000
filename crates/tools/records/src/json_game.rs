//! Games as JSON, in which programs in other languages get them.

use crate::replay::{ReplayedTree, replay_tree};
use crate::{Fault, GameChoice, RecordFormat, RecordedGame, RecordedMove, Tag, print, read};
use plyglot_core::game::{GameResult, quote};
use plyglot_engine::Registry;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JsonGame {
    /// The name of the game; that of its tag if it is not known here.
    pub game: String,
    /// The options that its name does not imply.
    pub options: Vec<(String, String)>,
    /// The tags.
    pub headers: Vec<(String, String)>,
    /// All comments before the first move.
    pub comment: String,
    /// The legal moves, as the protocol has them.
    pub moves: Vec<RecordedMove>,
    /// The moves of the main line from the first that is not legal on, as they are written.
    pub unplayed: Vec<String>,
    /// The result at the end of the moves, as PGN has it. One is written from its tag.
    pub result: String,
    /// What is wrong in the text, each with its line.
    pub errors: Vec<String>,
}

/// The games of a text in any format, each with its moves by its rules. What is wrong is among its
/// errors.
pub fn json_games(text: &str, choice: &GameChoice<'_>) -> Vec<JsonGame> {
    read(text).map(|game| JsonGame::new(&game, choice)).collect()
}

impl JsonGame {
    /// A game with its moves by its rules. What is wrong is among its errors.
    pub fn new(game: &RecordedGame, choice: &GameChoice<'_>) -> JsonGame {
        let found = choice.game_of(game);
        let played = found.clone().and_then(|found| replay_tree(game, &mut *found.open()));
        let played = played.unwrap_or_else(|fault| ReplayedTree {
            moves: Vec::new(),
            read: 0,
            faults: vec![fault],
        });
        let mut name = game.tag("Variant").unwrap_or_default();
        let mut options = Vec::new();
        if let Ok(found) = &found {
            name = found.name();
            for (name, value) in found.further_options() {
                options.push((name.to_owned(), value.to_owned()));
            }
        }
        JsonGame {
            game: name.to_owned(),
            options,
            headers: game.tag_pairs(),
            comment: game.comment.clone(),
            moves: played.moves,
            unplayed: game.moves.iter().skip(played.read).map(|m| m.text.clone()).collect(),
            result: game.result.map_or(String::new(), |result| result.text().to_owned()),
            errors: played.faults.iter().map(Fault::to_string).collect(),
        }
    }

    /// The game in the format of this name; see [`print()`].
    pub fn print(&self, format: &str, registry: &Registry) -> Result<String, String> {
        let known = RecordFormat::ALL.map(RecordFormat::name).join(", ");
        let format = RecordFormat::named(format)
            .ok_or_else(|| format!("expected {known}, found {}", quote(format)))?;
        let Some(mut chosen) = registry.game(&self.game) else {
            return Err(format!("expected the name of a game, found {}", quote(&self.game)));
        };
        for (name, value) in &self.options {
            chosen = chosen.with(name, value);
        }
        let mut game = RecordedGame {
            tags: self.headers.iter().map(|(name, value)| Tag::new(0, name, value)).collect(),
            comment: self.comment.clone(),
            moves: self.moves.clone(),
            ..RecordedGame::default()
        };
        for text in self.unplayed.iter().cloned() {
            game.moves.push(RecordedMove { text, ..RecordedMove::default() });
        }
        game.result = game.tag("Result").and_then(GameResult::read);
        print(&game, format, &mut *chosen.open())
    }
}

#[cfg(test)]
mod tests {
    use super::json_games;
    use crate::GameChoice;
    use crate::tests::texts;

    /// All lines are played. What is not legal goes with what follows it, and what is said of it.
    #[test]
    fn games_are_plain_data() {
        let text = "[Event \"A\"]\n\n1. e4 {best  } (1. d4 d5 (1... Nf6 $3 2. Ke4 c5) 2. c4) ({so} 1. c4) \
                (1. e5) 1... e5 2. Nf3Nc6 {two  words} 1-0";
        let registry = plyglot_games::standard();
        let chess = registry.game("chess").expect("it exists");
        let choice = GameChoice { registry: &registry, game: chess, is_wanted: false };
        let [game] = &json_games(text, &choice)[..] else { panic!("one game") };
        assert_eq!(texts(&game.moves), ["e2e4", "e7e5", "g1f3", "b8c6"]);
        let [first, second] = &game.moves[0].variations[..] else { panic!("two of three") };
        assert_eq!((texts(first), texts(second)), (vec!["d2d4", "d7d5", "c2c4"], vec!["c2c4"]));
        assert_eq!(texts(&first[1].variations[0]), ["g8f6"]);
        assert_eq!(game.errors.len(), 2, "{:?}", game.errors);
        assert_eq!(game.result, "1-0");
        let printed = "[Event \"A\"]\n\n1. e4 {best} (1. d4 d5 (1... Nf6 $3) 2. c4) \
                   ({so} 1. c4) 1... e5 2. Nf3 Nc6\n{two  words} *\n\n";
        assert_eq!(game.print("pgn", &registry).as_deref(), Ok(printed));
        assert!(game.print("kif", &registry).is_err() && game.print("doc", &registry).is_err());
        let unknown = &json_games("[Variant \"bridge\"]\n\n1. e4 *", &choice)[0];
        assert_eq!((unknown.game.as_str(), unknown.errors.len()), ("bridge", 1));
        assert!(unknown.print("pgn", &registry).is_err());
    }
}
