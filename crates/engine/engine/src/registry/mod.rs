//! The list of games: `entry` is a game, `chosen_game` one with its options, `source` where further
//! ones are, and `rules_text` what they are in words.

mod chosen_game;
mod entry;
mod rules_text;
mod source;

use crate::program::Program;
use anyhow::{Context, bail};
pub use chosen_game::{ChosenGame, OptionValues};
pub use entry::GameEntry;
use plyglot_core::game::network::Networked;
use plyglot_core::game::{Knowledge, Mismatch, NamedStart, Notation, quote};
use plyglot_support::text::{list, nearest};
pub use source::{FromFiles, GameSource, ListedGame, Loaded, RuleWord, RulesFile, SeveralGames};
use std::fmt;
use std::path::Path;

/// The size of a game's board, such as `8x8`; empty if it has none of files and ranks.
fn board(entry: &GameEntry) -> String {
    let shape = entry.open().picture().map(|picture| picture.shape);
    shape.map_or(String::new(), |shape| format!("{}x{}", shape.files, shape.ranks))
}

fn first_names(starts: &[NamedStart]) -> Vec<String> {
    starts.iter().filter_map(|start| start.names.first()).map(|name| (*name).to_owned()).collect()
}

const OWN: &str = "with a network, a solver or tables of their own";

/// The games of a program, and its identity.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_engine::{Program, Registry};
///
/// let program = Program::new("Noughts", "1.0", "its author");
/// let registry = Registry::new::<TicTacToe>().named(program);
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
    pub fn new<G: Notation<Rules = ()> + Knowledge>() -> Registry {
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
    pub fn add<G: Notation + Knowledge>(&mut self, rules: G::Rules) -> anyhow::Result<()> {
        let entry = GameEntry::new::<G>(rules);
        for name in entry.names() {
            if let Some(other) = self.find(name) {
                let owner = other.info.name;
                let game = entry.info.name;
                bail!("the games `{owner}` and `{game}` are both selected by the name `{name}`");
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
                board: board(entry),
                about: same.map_or(entry.info.title, |game| game.about.as_str()).to_owned(),
                has_network: entry.network().is_some_and(|it| it.default_network().is_some()),
                starts: first_names(entry.info.starts),
            });
        }
        let further = self.further_names();
        games.extend(listed.into_iter().filter(|game| further.contains(&game.name.as_str())));
        games
    }

    /// Makes the network of a game known: it can be trained, and read from a file.
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
            [name] => Ok(self.find(name)),
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
            names.iter().filter_map(|name| self.find(name)).copied().collect();
        if from_files.is_empty() { self.entries.clone() } else { from_files }
    }

    fn find(&self, name: &str) -> Option<&GameEntry> {
        self.find_own(name).or_else(|| self.source?.find(name))
    }

    fn find_own(&self, name: &str) -> Option<&GameEntry> {
        self.entries.iter().find(|entry| entry.names().any(|own| own.eq_ignore_ascii_case(name)))
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
        self.find(name).with_context(|| format!("unknown game {}", quote(name)))
    }

    /// As [`Registry::game`].
    ///
    /// # Errors
    /// If there is none.
    pub fn chosen(&self, name: &str) -> anyhow::Result<ChosenGame> {
        Ok(ChosenGame::named(*self.entry(name)?, name))
    }

    /// The game or preset of this name, in any case.
    pub fn game(&self, name: &str) -> Option<ChosenGame> {
        Some(ChosenGame::named(*self.find(name)?, name))
    }
}
