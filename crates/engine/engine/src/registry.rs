//! The list of games.

use super::evaluation::{NetworkEvaluation, RuledGame};
use super::game_engine::GameEngine;
use super::game_engine::options::NOTATION;
use super::interface::Engine;
use super::program::Program;
use anyhow::Context;
use plyglot_core::game::network::{NetworkShape, Networked};
use plyglot_core::game::{
    GameInfo, Knowledge, Mismatch, MoveNotation, NamedStart, Notation, Preset, RulesSection,
    RulesText, quote,
};
use plyglot_support::text::{counted, list, nearest};
use std::fmt;
use std::path::{Path, PathBuf};

/// A game that can be selected.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// Facts about it that need no position.
    pub info: &'static GameInfo,
    open: &'static (dyn Fn() -> Box<dyn Engine> + Send + Sync),
    network: Option<&'static dyn NetworkEvaluation>,
    network_file: Option<&'static Path>,
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameEntry").field(&self.info.name).finish()
    }
}

/// Why a game is not added: a name of it selects another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTaken {
    /// The name that both have.
    pub name: &'static str,
    /// The game that has it.
    pub owner: &'static str,
    /// The game that is not added.
    pub game: &'static str,
}

impl fmt::Display for NameTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NameTaken { name, owner, game } = self;
        write!(f, "the games `{owner}` and `{game}` are both selected by the name `{name}`")
    }
}

impl std::error::Error for NameTaken {}

impl GameEntry {
    /// One of the games of a type, for as long as the program runs.
    pub fn new<G: Notation + Knowledge>(rules: G::Rules) -> GameEntry {
        let open = Box::leak(Box::new(move || -> Box<dyn Engine> {
            Box::new(GameEngine::<G>::new(rules))
        }));
        let info = G::info(rules);
        GameEntry { info, open, network: None, network_file: None }
    }

    /// The same game, its network trainable.
    pub fn trainable<G: Networked>(self, rules: G::Rules) -> GameEntry {
        GameEntry { network: Some(Box::leak(Box::new(RuledGame::<G> { rules }))), ..self }
    }

    /// The same game, from a file of rules beside which its network is kept in this file.
    pub fn kept_in(self, network_file: &Path) -> GameEntry {
        let path: &Path = Box::leak(network_file.into());
        GameEntry { network_file: Some(path), ..self }
    }

    /// The game in its start position, with its search.
    pub fn open(&self) -> Box<dyn Engine> {
        (self.open)()
    }

    /// The network of the game's evaluation, if it has one.
    pub fn network(&self) -> Option<&'static dyn NetworkEvaluation> {
        self.network
    }

    /// The file in which the network of a game from a file of rules is kept.
    pub fn network_file(&self) -> Option<&'static Path> {
        self.network_file
    }

    /// The shape of the networks that fit, apart from their number of neurons; `None` if
    /// the game's evaluation has no network.
    pub fn network_shape(&self) -> Option<NetworkShape> {
        self.open().network_shape()
    }

    /// The size of its board, such as `8x8`; empty if it has none of files and ranks.
    fn board(&self) -> String {
        let shape = self.open().picture().map(|picture| picture.shape);
        shape.map_or(String::new(), |shape| format!("{}x{}", shape.files, shape.ranks))
    }

    /// Whether the game has an [`Expert`](super::Expert).
    pub fn is_solved(&self) -> bool {
        self.open().is_solved()
    }

    /// The game's options with a fixed set of words, each with its value: the default,
    /// or that of a preset.
    pub fn values(
        &self,
        preset: Option<Preset>,
    ) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.info.options.iter().filter_map(move |option| {
            let default = option.kind.default_word()?;
            let set = preset.filter(|preset| preset.option == option.name);
            Some((option.name, set.map_or(default, |preset| preset.value)))
        })
    }

    /// Every name that selects the game.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.info.name]
            .into_iter()
            .chain(self.info.aliases.iter().copied())
            .chain(self.info.presets.iter().map(|preset| preset.name))
    }
}

/// A game, or the variant of it that a preset stands for, as it was named.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame {
    /// The game.
    pub entry: GameEntry,
    /// The preset, if it was named by one.
    pub preset: Option<Preset>,
    /// The notation in which its moves are wanted; `None` for the usual one.
    pub notation: Option<MoveNotation>,
}

impl NamedGame {
    /// The name of the game or of the preset, in its own spelling.
    pub fn name(&self) -> &'static str {
        self.preset.map_or(self.entry.info.name, |preset| preset.name)
    }

    /// The options that the name stands for, with their values.
    pub fn options(&self) -> Vec<(String, String)> {
        let mut options = Vec::new();
        if let Some(Preset { option, value, .. }) = self.preset {
            options.push((option.to_owned(), value.to_owned()));
        }
        if let Some(notation) = self.notation {
            options.push((NOTATION.to_owned(), notation.name().to_owned()));
        }
        options
    }

    /// The game in its start position, with its search.
    pub fn open(&self) -> Box<dyn Engine> {
        let mut engine = self.entry.open();
        for (name, value) in self.options() {
            engine.set_option(&name, &value);
        }
        engine
    }
}

/// Games beside a program's own ones: those of a library, and those whose rules are read from
/// files. They are made when they are first asked for.
pub trait GameSource: Send + Sync {
    /// The names of all games.
    fn names(&self) -> Vec<&'static str>;

    /// The game of this name, in any case.
    fn find(&self, name: &str) -> Option<&'static GameEntry>;

    /// All games, for users.
    fn list(&self) -> Vec<ListedGame>;

    /// The rules of the game of this name in words: of a file that was loaded, or else of the
    /// library. The sides have these names, and squares those of this notation, or else of the usual
    /// one.
    fn rules_text(
        &self,
        name: &str,
        sides: [&str; 2],
        notation: Option<MoveNotation>,
    ) -> Option<RulesText>;

    /// The lines of the library that define the game of this name.
    fn section(&self, name: &str) -> Option<&'static str>;

    /// The words of a file, with what they mean.
    fn rule_words(&self) -> Vec<RuleWord> {
        Vec::new()
    }

    /// A source with the same library, for the rest of the program: what one of the two loads, the
    /// other does not know. Together they make as many games as one may.
    fn apart(&self) -> &'static dyn GameSource;

    /// What was loaded from files.
    fn file_games(&self) -> FromFiles;

    /// Reads the text of a file. With `keep`, the games in it can be found from now on, with the
    /// networks that are beside the file. `own` are the names of games that the program does not
    /// take from there.
    fn load(&self, path: &Path, text: &str, own: &[&str], keep: bool) -> Loaded;
}

/// A key of a file of rules, a piece, or another word there, which has no value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleWord {
    /// The word; a key for each side ends in `White`.
    pub name: String,
    /// What is written as its value, such as `number`, or its values.
    pub value: String,
    /// The value where none is written.
    pub default: String,
    /// What it means, in a line, with signs in backquotes.
    pub about: String,
}

fn first_names(starts: &[NamedStart]) -> Vec<String> {
    starts.iter().filter_map(|start| start.names.first()).map(|name| (*name).to_owned()).collect()
}

/// What the rules in words say of further starts, if there are any.
fn told_starts(starts: &[NamedStart]) -> Option<RulesSection> {
    let titles: Vec<String> = starts.iter().map(NamedStart::title).collect();
    let text = format!("A game may also begin at one of these positions: {}.", titles.join("; "));
    let title = "Other starts".to_owned();
    let told = RulesSection { title, paragraphs: vec![text], ..RulesSection::default() };
    (!titles.is_empty()).then_some(told)
}

const OWN: &str = "with a network, a solver or tables of their own";

/// A game, as users see it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ListedGame {
    /// The name that selects it.
    pub name: String,
    /// Its name as people write it, such as `King of the Hill`.
    pub title: String,
    /// The family of games that it belongs to.
    pub family: &'static str,
    /// Its board: `8x8`.
    pub board: String,
    /// A sentence that describes it; empty if none was written.
    pub about: String,
    /// Whether it has a learned evaluation.
    pub has_network: bool,
    /// The names of its further start positions.
    pub starts: Vec<String>,
}

/// The games and errors of a file of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The games that can be played.
    pub names: Vec<String>,
    /// Those whose names select games of the program's own.
    pub own: Vec<String>,
    /// All that is wrong, each in one line with its place.
    pub complaints: Vec<String>,
    /// What looks like a mistake, e.g. a game nobody can win; each in one line with
    /// its place.
    pub warnings: Vec<String>,
    /// The networks of the games that were found, and those that cannot be used with the reason,
    /// each in a line.
    pub networks: Vec<Result<String, String>>,
}

impl Loaded {
    /// What is said of games that keep the rules of the program's own, if there are any.
    pub fn ignored(&self) -> Option<String> {
        let names = self.own.join(", ");
        (!names.is_empty()).then(|| format!("{names}: ignored, built-in games keep their rules"))
    }
}

/// What was loaded from files of rules and kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FromFiles {
    /// The files, in order.
    pub files: Vec<RulesFile>,
    /// The names of the games that can be played, in order.
    pub games: Vec<String>,
}

impl FromFiles {
    /// A file was read, perhaps not for the first time.
    pub fn add_file(&mut self, file: RulesFile) {
        self.files.retain(|known| known.path != file.path);
        self.files.push(file);
    }

    /// A game can be played.
    pub fn add_game(&mut self, name: &str) {
        if !self.games.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            self.games.push(name.to_owned());
        }
    }
}

/// A file of rules, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFile {
    /// As it was named.
    pub path: PathBuf,
    /// A hash of its text, which tells whether it has changed since.
    pub hash: u64,
}

/// No game was named, and the files that were loaded have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralGames(FromFiles);

impl SeveralGames {
    const MAX_LISTED: usize = 8;

    /// What was found: `the file has 2 games (a, b)`.
    pub(crate) fn found(&self) -> String {
        let FromFiles { files, games } = &self.0;
        let files = if files.len() == 1 { "file has" } else { "files have" };
        let dots = if games.len() > Self::MAX_LISTED { ", ..." } else { "" };
        let listed = games[..games.len().min(Self::MAX_LISTED)].join(", ");
        format!("the {files} {} ({listed}{dots})", counted(games.len(), "game"))
    }
}

impl fmt::Display for SeveralGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: name one with --game", self.found())
    }
}

impl std::error::Error for SeveralGames {}

/// The games of a program, and its identity.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_engine::{Program, Registry};
///
/// let program = Program::new("Noughts", "1.0", "its author");
/// let registry = Registry::of::<TicTacToe>().named(program);
/// assert_eq!(registry.program().name(), "Noughts");
///
/// // Any name of a game will do, in any case.
/// let game = registry.game("TTT").unwrap();
/// assert_eq!(game.entry.info.title, "tic-tac-toe");
/// assert_eq!(game.open().legal_moves().len(), 9);
/// ```
#[derive(Clone)]
pub struct Registry {
    entries: Vec<GameEntry>,
    program: Program,
    source: Option<&'static dyn GameSource>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Registry").field(&self.entries).field(&self.program).finish()
    }
}

impl Registry {
    /// A registry of one game, in a program named after it.
    pub fn of<G: Notation<Rules = ()> + Knowledge>() -> Registry {
        let entry = GameEntry::new::<G>(());
        let title = entry.info.title;
        let program = Program::new(title, "", &format!("the author of {title}"));
        Registry { entries: vec![entry], program, source: None }
    }

    /// The registry of a program with another name, version and author.
    pub fn named(mut self, program: Program) -> Registry {
        self.program = program;
        self
    }

    /// The identity of the program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The text of `UCI_EngineAbout`.
    pub fn about(&self) -> String {
        self.program.about(&self.titles())
    }

    /// The titles of the games in a sentence: `chess, Connect Four and Nim`. The further ones
    /// are only counted.
    pub fn titles_in_words(&self) -> String {
        let further = match self.further_names().len() {
            0 => None,
            number => Some(format!("{number} more")),
        };
        let titles: Vec<&str> = self.titles().into_iter().chain(further.as_deref()).collect();
        list(&titles)
    }

    fn titles(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.info.title).collect()
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If another game has one of its names.
    pub fn with<G: Notation<Rules = ()> + Knowledge>(mut self) -> Registry {
        self.add::<G>(()).unwrap_or_else(|error| panic!("{error}"));
        self
    }

    /// Adds one of the games of a type, for as long as the program runs.
    ///
    /// # Errors
    /// If another game has one of its names.
    pub fn add<G: Notation + Knowledge>(&mut self, rules: G::Rules) -> Result<(), NameTaken> {
        let entry = GameEntry::new::<G>(rules);
        for name in entry.names() {
            if let Some((other, _)) = self.find(name) {
                let owner = other.info.name;
                let game = entry.info.name;
                return Err(NameTaken { name, owner, game });
            }
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Finds further games in this source.
    pub fn with_source(mut self, source: &'static dyn GameSource) -> Registry {
        self.source = Some(source);
        self
    }

    /// Where further games are found.
    pub fn source(&self) -> Option<&'static dyn GameSource> {
        self.source
    }

    /// Reads the text of a file of rules; see [`GameSource::load`]. `None` if this program reads none.
    pub fn load_rules(&self, path: &Path, text: &str, keep: bool) -> Option<Loaded> {
        let own: Vec<&str> = self.entries.iter().flat_map(GameEntry::names).collect();
        Some(self.source?.load(path, text, &own, keep))
    }

    /// These games without those that were loaded from files; see [`GameSource::apart`].
    pub fn apart(&self) -> Registry {
        Registry { source: self.source.map(GameSource::apart), ..self.clone() }
    }

    /// The names of the further games that no game of the program's own has.
    pub fn further_names(&self) -> Vec<&'static str> {
        self.source.map_or(Vec::new(), |s| {
            s.names().into_iter().filter(|name| self.find_own(name).is_none()).collect()
        })
    }

    /// All games of the program, then the further ones.
    pub fn games(&self) -> Vec<ListedGame> {
        let listed = self.source.map_or(Vec::new(), |source| source.list());
        let mut games = Vec::new();
        for entry in &self.entries {
            let same = listed.iter().find(|game| game.name == entry.info.name);
            games.push(ListedGame {
                name: entry.info.name.to_owned(),
                title: entry.info.title.to_owned(),
                family: OWN,
                board: entry.board(),
                about: same.map_or(entry.info.title, |game| game.about.as_str()).to_owned(),
                has_network: entry.network().is_some_and(|it| it.default_network().is_some()),
                starts: first_names(entry.info.starts),
            });
        }
        let further = self.further_names();
        games.extend(listed.into_iter().filter(|game| further.contains(&game.name.as_str())));
        games
    }

    /// The rules of a game in words, with its start position. Those of a game of the program's own
    /// are told by the library, if it has the same game.
    pub fn rules_text(&self, game: &NamedGame) -> RulesText {
        let info = game.entry.info;
        let own = game.preset.map(|preset| (preset.option, preset.value));
        let mut names = Vec::new();
        for preset in info.presets {
            if own == Some((preset.option, preset.value)) {
                names.push(preset.name);
            }
        }
        names.extend([game.name(), info.name]);
        let told = self.source.and_then(|source| {
            names.iter().find_map(|name| source.rules_text(name, info.sides, game.notation))
        });
        let mut text = told.filter(|_| info.rules.is_empty()).unwrap_or_default();
        if !info.rules.is_empty() {
            let paragraphs = info.rules.split("\n\n").map(str::to_owned).collect();
            let title = "Rules".to_owned();
            text.sections.push(RulesSection { title, paragraphs, ..RulesSection::default() });
        }
        text.sections.extend(told_starts(info.starts));
        let is_own = self.is_own(info.name);
        text.title = if is_own { info.title } else { game.name() }.to_owned();
        // Players of xiangqi have no names for ranks.
        text.start = game
            .open()
            .picture()
            .map(|picture| match picture.shape.notation {
                MoveNotation::Wxf | MoveNotation::Chinese => picture.diagram(),
                _ => picture.record_text(false).0,
            })
            .unwrap_or_default();
        text
    }

    /// Makes the network of a game trainable.
    ///
    /// # Panics
    /// If the game has not been added before.
    pub fn trainable<G: Networked + Notation<Rules = ()>>(mut self) -> Registry {
        let name = G::info(()).name;
        let entry = self.entries.iter_mut().find(|entry| entry.info.name == name);
        let entry = entry.unwrap_or_else(|| {
            panic!("the game `{name}` is not here: `with` brings it, `trainable` comes after that")
        });
        *entry = entry.trainable::<G>(());
        self
    }

    /// All games.
    pub fn entries(&self) -> &[GameEntry] {
        &self.entries
    }

    /// The game of a dialogue that begins without a name: the only game of the files that were
    /// loaded, or else the program's first.
    pub fn default_game(&self) -> &GameEntry {
        // Both constructors add one.
        self.file_game().ok().flatten().unwrap_or(&self.entries[0])
    }

    /// The game of the files that were loaded: a single loaded game becomes the default.
    ///
    /// # Errors
    /// If they have several games.
    pub fn file_game(&self) -> Result<Option<&GameEntry>, SeveralGames> {
        let loaded = self.loaded();
        match &loaded.games[..] {
            [] => Ok(None),
            [name] => Ok(self.find(name).map(|(entry, _)| entry)),
            _ => Err(SeveralGames(loaded)),
        }
    }

    fn loaded(&self) -> FromFiles {
        self.source.map(|source| source.file_games()).unwrap_or_default()
    }

    /// The files that another program has to read to play the game of this name.
    pub fn files_of(&self, game: &str) -> Vec<RulesFile> {
        let FromFiles { files, games } = self.loaded();
        let is_there = games.iter().any(|name| name.eq_ignore_ascii_case(game));
        if is_there { files } else { Vec::new() }
    }

    /// The games that `bench` searches where none is named: those of the files that were loaded, or
    /// else the program's own.
    pub fn bench_games(&self) -> Vec<GameEntry> {
        let names = self.loaded().games;
        let from_files: Vec<GameEntry> =
            names.iter().filter_map(|name| self.find(name)).map(|(entry, _)| *entry).collect();
        if from_files.is_empty() { self.entries.clone() } else { from_files }
    }

    /// The game of this name, in any case; and the preset, if the name is a preset's.
    pub fn find(&self, name: &str) -> Option<(&GameEntry, Option<Preset>)> {
        self.find_own(name).or_else(|| Some((self.source?.find(name)?, None)))
    }

    fn find_own(&self, name: &str) -> Option<(&GameEntry, Option<Preset>)> {
        let entry =
            self.entries.iter().find(|e| e.names().any(|n| n.eq_ignore_ascii_case(name)))?;
        let preset = entry.info.presets.iter().find(|p| p.name.eq_ignore_ascii_case(name)).copied();
        Some((entry, preset))
    }

    /// Whether this name, in any case, selects one of the program's own games or presets.
    pub fn is_own(&self, name: &str) -> bool {
        self.find_own(name).is_some()
    }

    /// Every name that selects a game: of the program's own, then the further ones.
    pub fn names(&self) -> Vec<&'static str> {
        self.entries.iter().flat_map(GameEntry::names).chain(self.further_names()).collect()
    }

    /// What an error expects. The games of a library are too many to list.
    pub(crate) fn expected_game(&self) -> String {
        match self.source {
            None => format!("a game ({})", self.names().join(", ")),
            Some(_) => format!("a game (`{} games` lists all)", self.program.command()),
        }
    }

    /// The error about a name that no game has.
    pub fn unknown_game(&self, written: &str) -> Mismatch {
        let hint = nearest(written, self.names().into_iter()).map(str::to_owned);
        Mismatch { hint, ..Mismatch::new(self.expected_game(), quote(written)) }
    }

    /// The game of this name, in any case.
    ///
    /// # Errors
    /// If there is none.
    pub fn entry(&self, name: &str) -> anyhow::Result<&GameEntry> {
        let (entry, _) =
            self.find(name).with_context(|| format!("unknown game {}", quote(name)))?;
        Ok(entry)
    }

    /// The game or preset of this name, in any case.
    pub fn game(&self, name: &str) -> Option<NamedGame> {
        let (entry, preset) = self.find(name)?;
        Some(NamedGame { entry: *entry, preset, notation: None })
    }
}
