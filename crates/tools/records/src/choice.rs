//! The game that a record is of, by its tags.

use crate::{Fault, RecordedGame, Tag, gib, pdn};
use plyglot_core::game::{OptionSpec, Preset, quote};
use plyglot_engine::{NamedGame, Registry};

/// Which game the records of a text are of.
#[derive(Clone, Copy, Debug)]
pub struct GameChoice<'a> {
    pub registry: &'a Registry,
    /// The game that was asked for. A tag that names another one is a fault.
    pub wanted: Option<NamedGame>,
    /// The game of records that name none, if none was asked for.
    pub usual: NamedGame,
}

/// The tags that name a game: those of PDN, PGN, and Chinese PGN. Only the last may have another
/// meaning.
const GAME_TAGS: [&str; 3] = ["GameType", "Variant", "Game"];

/// Each move in Chinese has one of them: forward, back and sideways.
const CHINESE_SIGNS: [char; 4] = ['进', '進', '退', '平'];

impl GameChoice<'_> {
    pub fn game_of(&self, record: &RecordedGame) -> Result<NamedGame, Fault> {
        let find = |tag: &Tag| find_game(self.registry, &tag.value);
        let named = GAME_TAGS.iter().filter_map(|name| record.find_tag(name));
        let mut named = named.filter(|tag| !["", "?", "-"].contains(&tag.value.trim()));
        let known = named.clone().find(|tag| find(tag).is_some());
        let Some(tag) = known.or_else(|| named.find(|tag| tag.name != "Game")) else {
            // The servers play on after facing generals, and do not count material.
            let of_gib = || gib::is_one(record).then_some("janggicasual");
            let first = record.moves.first().map_or("", |first| first.text.as_str());
            let of_signs = || first.contains(CHINESE_SIGNS).then_some("xiangqi");
            let of_format = || record.implied_game;
            let name = || pdn::game_of(record).or_else(of_gib).or_else(of_signs).or_else(of_format);
            return Ok(self.wanted.or_else(|| self.registry.game(name()?)).unwrap_or(self.usual));
        };
        let fault = |expected: &str| {
            // Other formats have the game in a place of their own.
            let place = if record.format.is_like_pgn() {
                format!(" in the tag {}", tag.name)
            } else {
                String::new()
            };
            Fault::cutting(tag.line, expected.to_owned() + &place, quote(&tag.value))
        };
        let found = find(tag).ok_or_else(|| match &sizes_of(self.registry, &tag.value)[..] {
            [] => fault("a game that is known here"),
            sizes => fault(&format!("a size that is known here ({})", sizes.join(", "))),
        })?;
        match self.wanted {
            Some(wanted) if wanted.entry.info.name != found.entry.info.name => {
                Err(fault(wanted.name()))
            }
            // A tag need not say which rules of castling apply.
            Some(wanted) if wanted.preset.is_some() => Ok(wanted),
            _ => Ok(found),
        }
    }
}

/// The game that a tag means. Lichess, chess.com, pychess, cutechess and python-chess each have
/// names of their own.
pub fn find_game(registry: &Registry, tag: &str) -> Option<NamedGame> {
    registry.game(tag.trim()).or_else(|| {
        let name = letters(tag);
        let plain = || of_letters(registry, &name);
        let chess = || of_letters(registry, name.strip_suffix("chess")?);
        let of_type = || registry.game(pdn::game_of_type(tag)?);
        plain().or_else(chess).or_else(|| shuffled(registry, &name)).or_else(of_type)
    })
}

/// The game with this name but for blanks, signs and case, or by a name of other programs.
fn of_letters(registry: &Registry, name: &str) -> Option<NamedGame> {
    if let Some((_, game)) = OTHER_NAMES.iter().find(|(other, _)| *other == name) {
        return registry.game(game);
    }
    registry.game(registry.names().into_iter().find(|known| letters(known) == name)?)
}

/// The game of a name such as `Crazyhouse960`, of pychess.
fn shuffled(registry: &Registry, name: &str) -> Option<NamedGame> {
    let game = of_letters(registry, name.strip_suffix("960")?)?;
    let OptionSpec { name: option, .. } = OptionSpec::CHESS960;
    let castles = game.entry.info.options.iter().any(|other| other.name == option);
    let preset = Preset { name: game.entry.info.name, option, value: "true" };
    Some(if castles { NamedGame { preset: Some(preset), ..game } } else { game })
}

/// The names that differ from this one in the size of the board alone: `hex`, `hex13`.
fn sizes_of(registry: &Registry, name: &str) -> Vec<&'static str> {
    let base = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    let (mut names, wanted) = (registry.names(), base(name));
    names.retain(|known| !wanted.is_empty() && base(known) == wanted);
    names
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether other programs have this name for a game.
pub(crate) fn is_other_name(name: &str) -> bool {
    let name = letters(name);
    OTHER_NAMES.iter().any(|(other, _)| *other == name)
}

/// Names of other programs, by their letters, where ours is another.
const OTHER_NAMES: [(&str, &str); 26] = [
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
    ("安南将棋", "annanshogi"),
    ("将棋", "shogi"),
    ("本将棋", "shogi"),
    ("王手将棋", "checkshogi"),
];
