//! One engine alone, in the dialogue of a match, for the page of `plyglot board`.

use crate::engine::descendants::Guard;
use crate::engine::log::Log;
use crate::engine::player::{EngineFailure, Player, Setup};
use crate::engine::stop::Stop;
use crate::plan::EngineSpec;
use plyglot_engine::Registry;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the engine may take for what no clock counts.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time beyond a fixed time for each move after which the engine hangs. A person does not
/// mind some seconds.
const LENIENCE: Duration = Duration::from_secs(10);

/// Never set: there is no match that could end.
static INTERRUPT: AtomicBool = AtomicBool::new(false);
static STOP: Stop<'static> = Stop::of_one_engine(&INTERRUPT);

/// Ends the engines if this program is killed. One for all of them, until the program ends:
/// a guard that goes ends all engines.
static GUARD: OnceLock<Option<Guard>> = OnceLock::new();

/// An engine that plays against a person or another engine.
#[derive(Debug)]
pub struct Opponent {
    player: Player<'static>,
}

impl Opponent {
    /// Starts the engine and sets its options. `game` is a name in the registry.
    ///
    /// # Errors
    /// If the engine does not get ready.
    pub fn start(
        spec: EngineSpec,
        game: &str,
        registry: &Registry,
    ) -> Result<Opponent, EngineFailure> {
        let setup = Setup::of_game(game, PATIENCE, registry);
        let mut player = Player::new(spec, setup, Log::default(), &STOP);
        player.start()?;
        GUARD.get_or_init(|| {
            Guard::start().unwrap_or_else(|error| {
                log::warn!("engines would outlive a program that is killed: {error}");
                None
            })
        });
        Ok(Opponent { player })
    }

    /// Begins a game. An engine that has failed is started again.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn new_game(&mut self) -> Result<(), EngineFailure> {
        self.player.new_game()
    }

    /// The name that the engine gives itself.
    pub fn title(&self) -> &str {
        self.player.title()
    }

    /// The values of one of its numeric options.
    pub fn range(&self, option: &str) -> Option<std::ops::RangeInclusive<i64>> {
        self.player.range(option)
    }

    /// Whether it may know the game: one that announces no variants may know any.
    pub fn may_play(&self) -> bool {
        self.player.may_play()
    }

    /// Whether it is running; one that has failed is not.
    pub fn is_running(&mut self) -> bool {
        self.player.is_running()
    }

    /// Sets an option, if it has it.
    ///
    /// # Errors
    /// If it does not read its input.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        self.player.set(name, value)
    }

    /// Searches a position, and shows each line of the engine's output as it comes, and
    /// `None` whenever a moment has passed. `position` and `go` are commands of the
    /// protocol. The engine is told to move at once as soon as `is_over` is true, or some
    /// time after `move_time`. Returns the move as the engine wrote it, which may be
    /// illegal, or `None` if it has none.
    ///
    /// # Errors
    /// If the engine ends, or sends no move when it is told to.
    pub fn search(
        &mut self,
        position: &str,
        go: &str,
        move_time: Option<Duration>,
        is_over: &dyn Fn() -> bool,
        see: &mut dyn FnMut(Option<&str>),
    ) -> Result<Option<String>, EngineFailure> {
        self.player.begin(position, go)?;
        let line = self.player.follow(move_time.map(|time| time + LENIENCE), is_over, see)?;
        let best = line.split_whitespace().nth(1).filter(|&name| name != "(none)");
        Ok(best.map(str::to_owned))
    }
}
