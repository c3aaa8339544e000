//! A game as a value: the type of its positions, and its rules.

use super::expert::{Expert, GameExpert};
use super::game_engine::GameEngine;
use super::interface::Engine;
use super::referee::{GameReferee, Referee};
use super::self_player::{GameSelfPlayer, SelfPlayer};
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::{EvalWorkspace, Knowledge, Notation, Workspace};
use plyglot_core::search::OutOfMemory;

/// What [`GameEntry`](super::registry::GameEntry) makes of a game, independent of its type.
pub(super) trait AnyGame: Send + Sync {
    fn open(&self) -> Box<dyn Engine>;
    fn referee(&self) -> Box<dyn Referee>;
    fn self_player(&self, mib: usize) -> Result<Box<dyn SelfPlayer>, OutOfMemory>;
    fn expert(&self, mib: usize, threads: usize) -> Option<NewExpert>;
    fn is_solved(&self) -> bool;
    fn network_shape(&self) -> Option<NetworkShape>;
    fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String>;
}

/// An error if there is too little memory.
pub(super) type NewExpert = Result<Box<dyn Expert>, OutOfMemory>;

/// A game of the type `G`: all that is made of a game is made of this.
pub(super) struct RuledGame<G: Notation> {
    pub(super) rules: G::Rules,
}

impl<G: Notation + Knowledge> AnyGame for RuledGame<G> {
    fn open(&self) -> Box<dyn Engine> {
        Box::new(GameEngine::<G>::new(self.rules))
    }

    fn referee(&self) -> Box<dyn Referee> {
        Box::new(GameReferee::<G>::new(self.rules))
    }

    fn self_player(&self, mib: usize) -> Result<Box<dyn SelfPlayer>, OutOfMemory> {
        Ok(Box::new(GameSelfPlayer::<G>::new(self.rules, mib)?))
    }

    fn expert(&self, mib: usize, threads: usize) -> Option<NewExpert> {
        let expert = GameExpert::<G>::new(self.rules, mib, threads)?;
        Some(expert.map(|expert| Box::new(expert) as _))
    }

    fn is_solved(&self) -> bool {
        G::solver().is_some()
    }

    fn network_shape(&self) -> Option<NetworkShape> {
        Workspace::<G>::network_shape()
    }

    fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String> {
        G::prepare_option(name, value)
    }
}
