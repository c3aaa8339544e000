//! A game that can be selected.

use crate::evaluation::{NetworkEvaluation, RuledGame};
use crate::game_engine::GameEngine;
use crate::interface::Engine;
use plyglot_core::game::network::Networked;
use plyglot_core::game::{GameInfo, Knowledge, Notation};
use std::fmt;
use std::path::Path;

/// A game that can be selected.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// Facts about it that need no position.
    pub info: &'static GameInfo,
    /// Whether it has a solver, which an [`Expert`](crate::Expert) uses.
    pub is_solved: bool,
    open: &'static (dyn Fn() -> Box<dyn Engine> + Send + Sync),
    network: Option<&'static dyn NetworkEvaluation>,
    network_file: Option<&'static Path>,
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameEntry").field(&self.info.name).finish()
    }
}

impl GameEntry {
    /// One of the games of a type, for as long as the program runs.
    pub fn new<G: Notation + Knowledge>(rules: G::Rules) -> GameEntry {
        let open = Box::leak(Box::new(move || -> Box<dyn Engine> {
            Box::new(GameEngine::<G>::new(rules))
        }));
        GameEntry {
            info: G::info(rules),
            is_solved: G::solver().is_some(),
            open,
            network: None,
            network_file: None,
        }
    }

    /// The same game, its network known: it can be trained, and read from a file.
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

    /// Every name that selects the game.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.info.name]
            .into_iter()
            .chain(self.info.aliases.iter().copied())
            .chain(self.info.presets.iter().map(|preset| preset.name))
    }
}
