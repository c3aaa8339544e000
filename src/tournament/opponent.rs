//! One engine alone, in the dialogue of a match: the opponent of a person.

use super::clock::PlayerClock;
use super::guard::Guard;
use super::log::Log;
use super::plan::EngineSpec;
use super::player::{EngineAnswer, EngineFailure, Player};
use super::record::ReportedScore;
use super::runner::setup;
use super::search_output::Info;
use super::stop::Stop;
use crate::engine::Registry;
use crate::games::Side;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long the engine may take for what no clock counts.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time beyond a fixed time for each move after which the engine hangs. A person does not
/// mind some seconds.
const LENIENCE: Duration = Duration::from_secs(10);

/// Never set: no match ends while a person plays.
static INTERRUPT: AtomicBool = AtomicBool::new(false);
static STOP: Stop<'static> = Stop::new(&INTERRUPT);

/// An engine that plays against a person or another engine.
#[derive(Debug)]
pub(crate) struct Opponent {
    player: Player<'static>,
    /// Ends the engine if this program is killed.
    _guard: Option<Guard>,
}

/// A move of an opponent, with what it reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OpponentMove {
    /// As the engine wrote it; it may be illegal.
    pub(crate) name: String,
    /// The line that it expects, beginning with the move; empty if unknown.
    pub(crate) line: Vec<String>,
    pub(crate) score: Option<ReportedScore>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Duration,
}

impl Opponent {
    /// Starts the engine and sets its options. `game` is a name in the registry.
    ///
    /// # Errors
    /// If the engine does not get ready.
    pub(crate) fn start(
        spec: EngineSpec,
        game: &str,
        registry: &Registry,
    ) -> Result<Opponent, EngineFailure> {
        let setup = setup(game, PATIENCE, registry);
        let mut player = Player::new(spec, setup, Log::default(), &STOP);
        player.start()?;
        let _guard = Guard::start().unwrap_or_else(|error| {
            log::warn!("the engine would outlive a program that is killed: {error}");
            None
        });
        Ok(Opponent { player, _guard })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.player.spec().name
    }

    /// Begins a game. An engine that has failed is started again.
    ///
    /// # Errors
    /// If it does not get ready.
    pub(crate) fn new_game(&mut self) -> Result<(), EngineFailure> {
        self.player.new_game()
    }

    /// Has the engine choose a move, within `move_time` or by the clocks. `position` is the
    /// protocol's command. The engine is told to move at once as soon as `hurry` is true.
    ///
    /// # Errors
    /// If it sends no move in time.
    pub(crate) fn choose(
        &mut self,
        position: &str,
        (clocks, side): (&[PlayerClock; 2], Side),
        move_time: Option<Duration>,
        hurry: &dyn Fn() -> bool,
    ) -> Result<OpponentMove, EngineFailure> {
        let (own, other) = (&clocks[side.index()], &clocks[(!side).index()]);
        let (go, allowance) = match move_time {
            Some(time) => (format!("go movetime {}", time.as_millis()), Some(time + LENIENCE)),
            None => {
                let go = own.go(other, side == Side::First, self.player.time_words());
                (go, own.allowance())
            }
        };
        self.player.begin(position, &go)?;
        self.player.answer(allowance, hurry).map(OpponentMove::from)
    }
}

impl From<EngineAnswer> for OpponentMove {
    fn from(answer: EngineAnswer) -> OpponentMove {
        let lines = answer.lines.iter().rev().filter_map(|line| Info::read(line));
        let mut exact = lines.filter(|info| info.is_best && !info.is_bound);
        let begins = |info: &Info<'_>| info.pv.first() == Some(&answer.best.as_str());
        let line = exact.find(begins).map(|info| info.pv).unwrap_or_default();
        OpponentMove {
            line: line.into_iter().map(str::to_owned).collect(),
            score: answer.search_output.score,
            depth: answer.search_output.depth,
            nodes: answer.search_output.nodes,
            time: answer.time,
            name: answer.best,
        }
    }
}
