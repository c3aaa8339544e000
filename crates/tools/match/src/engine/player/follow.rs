//! One engine alone, for the page of `plyglot board`: its searches are followed line by line.

use super::{EngineFailure, Player, PlayerSetup, RULES_FILE, STOP_TIME, first_word};
use crate::engine::log::Log;
use crate::engine::process::mailbox::{NoAnswer, ReceivedLine};
use crate::engine::stop::Stop;
use crate::engine::time;
use crate::plan::{EngineSpec, Protocol};
use plyglot_command::interrupt::POLL_INTERVAL;
use plyglot_core::game::GameInfo;
use plyglot_engine::{RESIGNATION, Registry};
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

impl Player<'static> {
    /// Starts an engine and sets its options. `game` is a name in the registry.
    pub fn start_alone(
        spec: EngineSpec,
        game: &str,
        registry: &Registry,
    ) -> Result<Player<'static>, EngineFailure> {
        let setup = PlayerSetup::new(game, PATIENCE, registry);
        let mut player = Player::new(spec, setup, Log::default(), &STOP);
        player.start()?;
        Ok(player)
    }
}

impl Player<'_> {
    /// Searches a position, and shows each line of the engine's output as it comes, and
    /// `None` whenever a moment has passed. `position` and `go` are commands of UCI, and so are
    /// the lines and the move those that UCI would have. The engine is told to move at once as
    /// soon as `is_over` is true, or some time after `move_time`. Returns its move, which may be
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
        self.begin(position, go)?;
        let begun = self.thinking_since.take().unwrap_or_else(time::now);
        let latest = move_time.map(|time| begun + time + LENIENCE);
        let mut stopped_at = None;
        loop {
            let lines = match self.wait_for("bestmove", time::now() + POLL_INTERVAL) {
                Err(NoAnswer::Timeout) => {
                    self.process.as_ref().map(|process| process.mailbox.take()).unwrap_or_default()
                }
                waited => waited.map_err(|no_answer| self.fail(no_answer, "no move"))?,
            };
            for ReceivedLine { text: line, .. } in lines {
                if first_word(&line) == "bestmove" {
                    let best = line.split_whitespace().nth(1);
                    let best = best.filter(|name| !["(none)", RESIGNATION].contains(name));
                    return Ok(best.map(str::to_owned));
                }
                see(Some(&line));
            }
            see(None);
            let now = time::now();
            match stopped_at {
                None if is_over() || latest.is_some_and(|latest| now > latest) => {
                    stopped_at = Some(now);
                    self.send("stop")?;
                }
                Some(stopped) if now > stopped + STOP_TIME => {
                    return Err(self.fail(NoAnswer::Timeout, "no move after stop"));
                }
                _ => {}
            }
        }
    }

    /// The engine's name: as it says, or as in its settings.
    pub fn title(&self) -> &str {
        self.announced.title.as_deref().unwrap_or(&self.spec.name)
    }

    /// The values of one of its numeric options.
    pub fn range(&self, option: &str) -> Option<std::ops::RangeInclusive<i64>> {
        self.announced.range(option)
    }

    /// The games that it names in `UCI_Variant`; none if it has no such option.
    pub fn games(&self) -> &[String] {
        self.announced.variants()
    }

    /// Whether it is given the files of rules of its games.
    pub fn reads_rules(&self) -> bool {
        self.announced.has(RULES_FILE) && !self.has_set(RULES_FILE)
    }

    /// Whether the engine may know the game. One that names no games is believed to.
    pub fn may_play(&self) -> bool {
        let known = &self.announced;
        !known.names_games() || known.variant(&self.setup.variants).is_some()
    }

    /// Whether its protocol has positions and moves of the game.
    pub fn can_be_asked_of(&self, info: &GameInfo) -> bool {
        self.translator.refusal(info).is_none()
    }

    /// Whether its forced results are counted in plies, as in UGI, and not in moves.
    pub fn counts_plies(&self) -> bool {
        self.spec.protocol == Protocol::Ugi
    }

    /// Whether it is running; one that has failed is not.
    pub fn is_running(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !process.has_exited())
    }

    /// Sets an option, if the engine has it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        match self.announced.known_name(name) {
            Some(name) => self.send(&self.translator.set_option(&name, value)),
            None => Ok(()),
        }
    }
}
