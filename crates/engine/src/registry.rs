//! The list of games.

use super::expert::{Expert, GameExpert};
use super::features::{FeatureExtractor, LinearEvaluation};
use super::game_engine::GameEngine;
use super::interface::Engine;
use super::network_evaluation::{NetworkEvaluation, PositionExtractor};
use super::program::{Program, list};
use super::referee::{GameReferee, Referee};
use super::self_player::{GameSelfPlayer, SelfPlayer};
use plyglot_core::game::network::{NetworkShape, Networked};
use plyglot_core::game::{
    EvalWorkspace, Knowledge, Linear, Notation, OptionSpec, Preset, Workspace,
};
use plyglot_core::search::OutOfMemory;
use std::any::TypeId;

/// A game that can be selected.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The name by which `UCI_Variant` selects it.
    pub name: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// The display names of the first and of the second side.
    pub sides: [&'static str; 2],
    /// All names offered to clients.
    pub listed: &'static [&'static str],
    /// Other names that select it.
    pub aliases: &'static [&'static str],
    /// Other names that select it and set an option.
    pub presets: &'static [Preset],
    /// Its options.
    pub options: &'static [OptionSpec],
    /// The type of its positions.
    game: TypeId,
    open: fn() -> Box<dyn Engine>,
    referee: fn() -> Box<dyn Referee>,
    self_player: fn(usize) -> Result<Box<dyn SelfPlayer>, OutOfMemory>,
    evaluation: Option<fn() -> Box<dyn LinearEvaluation>>,
    network: Option<fn() -> Box<dyn NetworkEvaluation>>,
    prepare: fn(&str, &str) -> Result<Option<String>, String>,
    network_shape: fn() -> Option<NetworkShape>,
    is_solved: bool,
    expert: fn(usize, usize) -> NewExpert,
}

/// `None` if the game is not solved; an error if there is too little memory.
type NewExpert = Option<Result<Box<dyn Expert>, OutOfMemory>>;

impl GameEntry {
    fn of<G: Notation + Knowledge>() -> GameEntry {
        GameEntry {
            name: G::NAME,
            title: G::TITLE,
            sides: G::SIDES,
            listed: G::LISTED,
            aliases: G::ALIASES,
            presets: G::PRESETS,
            options: G::OPTIONS,
            game: TypeId::of::<G>(),
            open: || Box::new(GameEngine::<G>::new()),
            referee: || Box::new(GameReferee::<G>::new()),
            self_player: |mib| Ok(Box::new(GameSelfPlayer::<G>::new(mib)?)),
            evaluation: None,
            network: None,
            prepare: G::prepare_option,
            network_shape: Workspace::<G>::network_shape,
            is_solved: G::solver().is_some(),
            expert: |mib, threads| {
                Some(GameExpert::<G>::new(mib, threads)?.map(|expert| Box::new(expert) as _))
            },
        }
    }

    /// The game in its start position.
    pub fn open(&self) -> Box<dyn Engine> {
        (self.open)()
    }

    /// A referee of the game, in its start position.
    pub fn referee(&self) -> Box<dyn Referee> {
        (self.referee)()
    }

    /// Searches of the game without a dialogue, with a table of `mib` MiB.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn self_player(&self, mib: usize) -> Result<Box<dyn SelfPlayer>, OutOfMemory> {
        (self.self_player)(mib)
    }

    /// The network of the game's evaluation, if it has one.
    pub fn network(&self) -> Option<Box<dyn NetworkEvaluation>> {
        self.network.map(|network| network())
    }

    /// The game's evaluation, if it can be tuned.
    pub fn evaluation(&self) -> Option<Box<dyn LinearEvaluation>> {
        self.evaluation.map(|evaluation| evaluation())
    }

    /// Whether the game's evaluation has a network, so that another one may be loaded.
    pub fn has_network(&self) -> bool {
        self.network_shape().is_some()
    }

    /// The shape of the networks that fit, apart from their number of neurons; `None` if
    /// the game's evaluation has no network.
    pub fn network_shape(&self) -> Option<NetworkShape> {
        (self.network_shape)()
    }

    /// Whether the game has an [`Expert`].
    pub fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// The exact values of every position, with `mib` MiB of memory, initialized by
    /// `threads` threads. `None` if the game is not solved.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn expert(
        &self,
        mib: usize,
        threads: usize,
    ) -> Option<Result<Box<dyn Expert>, OutOfMemory>> {
        (self.expert)(mib, threads)
    }

    /// Prepares what a value of one of the game's options needs; see
    /// [`Notation::prepare_option`].
    ///
    /// # Errors
    /// A description of valid values.
    pub fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String> {
        (self.prepare)(name, value)
    }

    /// The game's options with a fixed set of words, each with its value: the default,
    /// or that of a preset.
    pub fn values(
        &self,
        preset: Option<Preset>,
    ) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        let chosen = self.options.iter().filter(|option| !option.kind.words().is_empty());
        chosen.map(move |option| {
            let set = preset.filter(|preset| preset.option == option.name);
            (option.name, set.map_or(option.kind.default(), |preset| preset.value))
        })
    }

    /// Every name that selects the game.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let presets = self.presets.iter().map(|preset| preset.name);
        [self.name].into_iter().chain(self.aliases.iter().copied()).chain(presets)
    }
}

/// The games of a program, and its identity. The first game is the default.
#[derive(Clone, Debug)]
pub struct Registry {
    entries: Vec<GameEntry>,
    program: Program,
}

impl Registry {
    /// A registry of one game, in a program named after it.
    pub fn of<G: Notation + Knowledge>() -> Registry {
        let program = Program::new(G::TITLE, "", &format!("the author of {}", G::TITLE));
        Registry { entries: vec![GameEntry::of::<G>()], program }
    }

    /// The same games in a program with another name, version and author.
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

    /// The games in a sentence: `chess, Connect Four and Nim`.
    pub fn listed(&self) -> String {
        list(&self.titles())
    }

    fn titles(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.title).collect()
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If another game has one of its names.
    pub fn with<G: Notation + Knowledge>(mut self) -> Registry {
        let entry = GameEntry::of::<G>();
        for name in entry.names() {
            if let Some((other, _)) = self.find(name) {
                let (new, other) = (entry.name, other.name);
                panic!("the games `{other}` and `{new}` are both selected by the name `{name}`");
            }
        }
        self.entries.push(entry);
        self
    }

    /// Makes the evaluation of a game tunable.
    ///
    /// # Panics
    /// If the game has not been added before.
    pub fn tunable<G: Notation + Linear>(mut self) -> Registry {
        self.entry_of::<G>("tunable").evaluation = Some(|| Box::new(FeatureExtractor::<G>::new()));
        self
    }

    /// Makes the network of a game trainable.
    ///
    /// # Panics
    /// If the game has not been added before.
    pub fn trainable<G: Notation + Networked>(mut self) -> Registry {
        self.entry_of::<G>("trainable").network = Some(|| Box::new(PositionExtractor::<G>::new()));
        self
    }

    /// The entry of a game that must have been added before `method` is called.
    fn entry_of<G: Notation>(&mut self, method: &str) -> &mut GameEntry {
        let entry = self.entries.iter_mut().find(|entry| entry.game == TypeId::of::<G>());
        entry.unwrap_or_else(|| {
            let name = G::NAME;
            panic!("the game `{name}` is not here: `with` brings it, `{method}` comes after that")
        })
    }

    /// All games.
    pub fn entries(&self) -> &[GameEntry] {
        &self.entries
    }

    /// The names and aliases of all games, each with its game's name. Names that set an
    /// option are left out: they are for those who can set the others, too.
    pub fn plain_names(&self) -> Vec<(&'static str, &'static str)> {
        let names = |entry: &GameEntry| {
            let (name, aliases) = (entry.name, entry.aliases);
            [name].into_iter().chain(aliases.iter().copied()).map(move |other| (other, name))
        };
        self.entries.iter().flat_map(names).collect()
    }

    /// Every name that selects a game, each with its game's own name, or with itself if it
    /// sets an option, too.
    pub fn all_names(&self) -> Vec<(&'static str, &'static str)> {
        let names = |entry: &GameEntry| {
            let (own, presets) = (entry.name, entry.presets);
            let is_preset = |name: &str| presets.iter().any(|preset| preset.name == name);
            let pair = |name| (name, if is_preset(name) { name } else { own });
            entry.names().map(pair).collect::<Vec<_>>()
        };
        self.entries.iter().flat_map(names).collect()
    }

    /// The game selected at first.
    pub fn default_game(&self) -> &GameEntry {
        // Both constructors add one.
        &self.entries[0]
    }

    /// The game of this name, in any case; and the preset, if the name is a preset's.
    pub fn find(&self, name: &str) -> Option<(&GameEntry, Option<Preset>)> {
        let entry =
            self.entries.iter().find(|e| e.names().any(|n| n.eq_ignore_ascii_case(name)))?;
        let preset = entry.presets.iter().find(|p| p.name.eq_ignore_ascii_case(name)).copied();
        Some((entry, preset))
    }

    /// A referee of the game or preset of this name, in its start position; `None` for an
    /// unknown name.
    pub fn referee(&self, name: &str) -> Option<Box<dyn Referee>> {
        let (entry, preset) = self.find(name)?;
        let mut referee = entry.referee();
        if let Some(preset) = preset {
            referee.set_option(preset.option, preset.value);
        }
        Some(referee)
    }
}
