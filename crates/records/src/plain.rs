//! Games as plain data, which programs in other languages get as JSON.

use crate::branches::{Branches, MAX_DEPTH};
use crate::{
    Fault, GameChoice, GameResult, RecordFormat, RecordedGame, RecordedMove, Tag, print, read,
    replay_tree,
};
use plyglot_core::game::quote;
use plyglot_engine::Registry;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlainGame {
    /// The name of the game; that of its tag if it is not known here.
    pub game: String,
    /// The options that its name does not imply.
    pub options: Vec<(String, String)>,
    /// The tags: `Result` among them if the text says it anywhere.
    pub headers: Vec<(String, String)>,
    /// All comments before the first move.
    pub comment: String,
    /// The legal moves of all lines, each with those that follow it before those in its place.
    pub moves: Vec<PlainMove>,
    /// What is wrong in the text, each with its line.
    pub errors: Vec<String>,
}

/// A move with its annotations; see [`RecordedMove`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlainMove {
    /// The moves before it: it follows the last one that has a smaller number.
    pub ply: usize,
    /// As the protocol has it.
    #[serde(rename = "move")]
    pub name: String,
    pub before: String,
    pub comment: String,
    pub nags: Vec<u8>,
}

/// The games of a text in any format, each with its moves by its rules. What is wrong is among its
/// errors.
pub fn read_plain(text: &str, choice: &GameChoice<'_>) -> Vec<PlainGame> {
    read(text).map(|game| plain(&game, choice)).collect()
}

fn plain(game: &RecordedGame, choice: &GameChoice<'_>) -> PlainGame {
    let found = choice.game_of(game);
    let played = found.clone().and_then(|named| replay_tree(game, &mut *named.open()));
    let (moves, faults) = match played {
        Ok(played) => {
            let mut moves = Vec::new();
            add_line(&mut moves, 0, &played.moves);
            (moves, played.faults)
        }
        Err(fault) => (Vec::new(), vec![fault]),
    };
    let (name, options) = match found {
        Ok(named) => {
            let implied = choice.registry.game(named.name()).map(|usual| usual.options());
            let mut options = named.options();
            options.retain(|option| !implied.as_ref().is_some_and(|all| all.contains(option)));
            (named.name(), options)
        }
        Err(_) => (GameChoice::tag_of(game).map_or("", |tag| &tag.value), Vec::new()),
    };
    PlainGame {
        game: name.to_owned(),
        options,
        headers: headers(game),
        comment: game.comment.clone(),
        moves,
        errors: faults.iter().map(Fault::to_string).collect(),
    }
}

fn headers(game: &RecordedGame) -> Vec<(String, String)> {
    let mut headers = game.tag_pairs();
    let result = game.result.map(|result| result.text().to_owned());
    match (headers.iter_mut().find(|(name, _)| name == "Result"), result) {
        (Some((_, value)), Some(result)) if value == "*" => *value = result,
        (None, Some(result)) => headers.push(("Result".to_owned(), result)),
        _ => {}
    }
    headers
}

/// Adds a line, and then the variations in it from the last to the first.
fn add_line(moves: &mut Vec<PlainMove>, ply: usize, line: &[RecordedMove]) {
    for (ply, m) in (ply..).zip(line) {
        let RecordedMove { text, before, comment, nags, .. } = m.clone();
        moves.push(PlainMove { ply, name: text, before, comment, nags });
    }
    for (i, m) in line.iter().enumerate().rev() {
        m.variations.iter().for_each(|variation| add_line(moves, ply + i, variation));
    }
}

fn count(line: &[RecordedMove]) -> usize {
    let variations = line.iter().flat_map(|m| &m.variations);
    line.len() + variations.map(|variation| count(variation)).sum::<usize>()
}

impl PlainGame {
    /// The game in the format of this name; see [`print`].
    ///
    /// # Errors
    /// If there is no such game or format, or the two do not go together.
    pub fn print(&self, format: &str, registry: &Registry) -> Result<String, String> {
        let known = RecordFormat::ALL.map(RecordFormat::name).join(", ");
        let unknown = |known: &str, found| format!("expected {known}, found {}", quote(found));
        let format = RecordFormat::named(format).ok_or_else(|| unknown(&known, format))?;
        let named = registry.game(&self.game);
        let mut rules = named.ok_or_else(|| unknown("the name of a game", &self.game))?.open();
        for (name, value) in &self.options {
            rules.set_option(name, value);
        }
        let tags = self.headers.iter().map(|(name, value)| Tag::new(0, name, value));
        let mut game = RecordedGame {
            tags: tags.collect(),
            comment: self.comment.clone(),
            moves: self.tree()?,
            ..RecordedGame::default()
        };
        game.result = game.tag("Result").and_then(GameResult::read);
        print(&game, format, &mut *rules)
    }

    fn tree(&self) -> Result<Vec<RecordedMove>, String> {
        let mut branches = Branches::default();
        for m in &self.moves {
            let PlainMove { ply, name: text, before, comment, nags } = m.clone();
            branches.go_back(ply);
            branches.add(RecordedMove { text, before, comment, nags, ..RecordedMove::default() });
        }
        let moves = branches.moves();
        let is_whole = count(&moves) == self.moves.len();
        let too_deep = || format!("expected at most {MAX_DEPTH} variations in variations");
        is_whole.then_some(moves).ok_or_else(too_deep)
    }
}
