//! The game that a record is of, by its tags.

use crate::{Fault, RecordedGame, Tag, gib, pdn};
use plyglot_core::game::{OptionSpec, quote};
use plyglot_engine::{ChosenGame, Registry};

/// Which game the records of a text are of.
#[derive(Clone, Debug)]
pub struct GameChoice<'a> {
    pub registry: &'a Registry,
    /// The game of records that name none.
    pub game: ChosenGame,
    /// Whether this game was asked for. Then a tag that names another one is a fault.
    pub is_wanted: bool,
}

/// The tags that name a game: those of PDN, PGN, and Chinese PGN. The last may have another meaning,
/// such as the number of a game.
const GAME_TAGS: [&str; 3] = ["GameType", "Variant", "Game"];

/// Each move in Chinese has one of them: forward, back and sideways.
const CHINESE_SIGNS: [char; 4] = ['进', '進', '退', '平'];

impl GameChoice<'_> {
    pub fn game_of(&self, record: &RecordedGame) -> Result<ChosenGame, Fault> {
        let mut unknown = None;
        for tag in GAME_TAGS.iter().filter_map(|name| record.find_tag(name)) {
            if ["", "?", "-"].contains(&tag.value.trim()) {
                continue;
            }
            if let Some(found) = find_game(self.registry, &tag.value) {
                return self.wanted_instead(record, tag, found);
            }
            if self.must_be_known(tag) {
                unknown = unknown.or(Some(tag));
            }
        }
        let Some(tag) = unknown else {
            let implied = implied_game(record).filter(|_| !self.is_wanted);
            let found = implied.and_then(|name| self.registry.game(name));
            return Ok(found.unwrap_or_else(|| self.game.clone()));
        };
        let sizes = sizes_of(self.registry, &tag.value).join(", ");
        if sizes.is_empty() {
            return Err(wrong_game(record, tag, "a game that is known here"));
        }
        Err(wrong_game(record, tag, &format!("a size that is known here ({sizes})")))
    }

    /// The game that a tag names, or the same one with the options that were asked for.
    fn wanted_instead(
        &self,
        record: &RecordedGame,
        tag: &Tag,
        found: ChosenGame,
    ) -> Result<ChosenGame, Fault> {
        let wanted = &self.game;
        if !self.is_wanted {
            return Ok(found);
        }
        if wanted.entry.info.name != found.entry.info.name {
            return Err(wrong_game(record, tag, wanted.name()));
        }
        // A tag need not say which rules of castling apply.
        Ok(if wanted.is_preset() { wanted.clone() } else { found })
    }

    fn must_be_known(&self, tag: &Tag) -> bool {
        let is_name = !tag.value.contains(char::is_numeric);
        tag.name != "Game" || is_name && !self.is_wanted
    }
}

fn implied_game(record: &RecordedGame) -> Option<&'static str> {
    let first = record.moves.first().map_or("", |first| first.text.as_str());
    match pdn::game_of(record) {
        // The servers play on after facing generals, and do not count material.
        None if gib::is_one(record) => Some("janggicasual"),
        None if first.contains(CHINESE_SIGNS) => Some("xiangqi"),
        game => game.or(record.implied_game),
    }
}

fn wrong_game(record: &RecordedGame, tag: &Tag, expected: &str) -> Fault {
    // Other formats have the game in a place of their own.
    let mut place = String::new();
    if record.format.is_like_pgn() {
        place = format!(" in the tag {}", tag.name);
    }
    Fault::cutting(tag.line, format!("{expected}{place}"), quote(&tag.value))
}

/// The game that a tag means. Lichess, chess.com, pychess, cutechess and python-chess each have
/// names of their own.
pub fn find_game(registry: &Registry, tag: &str) -> Option<ChosenGame> {
    let name = letters(tag);
    registry
        .game(tag.trim())
        .or_else(|| of_letters(registry, &name))
        .or_else(|| of_letters(registry, name.strip_suffix("chess")?))
        .or_else(|| shuffled(registry, &name))
        .or_else(|| registry.game(pdn::game_of_type(tag)?))
}

/// The game with this name but for blanks, signs and case, or by a name of other programs.
fn of_letters(registry: &Registry, name: &str) -> Option<ChosenGame> {
    if let Some((_, game)) = OTHER_NAMES.iter().find(|(other, _)| *other == name) {
        return registry.game(game);
    }
    registry.game(registry.names().into_iter().find(|known| letters(known) == name)?)
}

/// The game of a name such as `Crazyhouse960`, of pychess.
fn shuffled(registry: &Registry, name: &str) -> Option<ChosenGame> {
    let game = of_letters(registry, name.strip_suffix("960")?)?;
    let OptionSpec { name: option, .. } = OptionSpec::CHESS960;
    let castles = game.entry.info.options.iter().any(|other| other.name == option);
    Some(if castles { game.with(option, "true") } else { game })
}

/// The names that differ from this one in the size of the board alone: `hex`, `hex13`.
fn sizes_of(registry: &Registry, name: &str) -> Vec<&'static str> {
    let wanted = without_size(name);
    let mut names = registry.names();
    names.retain(|known| !wanted.is_empty() && without_size(known) == wanted);
    names
}

fn without_size(name: &str) -> String {
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase()
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

pub(crate) fn is_other_name(name: &str) -> bool {
    let name = letters(name);
    OTHER_NAMES.iter().any(|(other, _)| *other == name)
}

/// Names of other programs, by their letters, where ours is another.
const OTHER_NAMES: [(&str, &str); 29] = [
    ("americanenglish", "checkers"),
    ("anti", "antichess"),
    ("atom", "atomic"),
    ("chinesechess", "xiangqi"),
    ("classical", "chess"),
    ("fischerrandom", "chess960"),
    ("fivecheck", "5check"),
    ("fromposition", "chess"),
    ("house", "crazyhouse"),
    ("illegal", "chess"),
    ("koreanchess", "janggi"),
    ("koth", "kingofthehill"),
    ("race", "racingkings"),
    ("racing", "racingkings"),
    ("s", "seirawan"),
    ("thaichess", "makruk"),
    ("threecheck", "3check"),
    ("zh", "crazyhouse"),
    ("5五将棋", "minishogi"),
    ("５五将棋", "minishogi"),
    ("五五将棋", "minishogi"),
    ("京都将棋", "kyotoshogi"),
    ("将棋", "shogi"),
    ("本将棋", "shogi"),
    ("王手将棋", "checkshogi"),
    ("象棋", "xiangqi"),
    ("中国象棋", "xiangqi"),
    ("中國象棋", "xiangqi"),
    ("장기", "janggi"),
];

#[cfg(test)]
mod tests {
    use super::{OTHER_NAMES, letters};

    #[test]
    fn other_names_mean_games_that_exist() {
        let registry = plyglot_library::with_library(plyglot_games::standard());
        for (other, game) in OTHER_NAMES {
            assert!(registry.game(game).is_some(), "{other}: {game}");
            assert_eq!(letters(other), other, "it is looked up by its letters");
        }
    }
}
