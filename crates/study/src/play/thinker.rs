//! The engine of this program: its moves, and what it says of positions.

use super::game::{PlayedGame, Thought};
use super::strength::NamedStrength;
use crate::explain::{Explorer, Reasons};
use crate::shared::{GamePosition, watched};
use anyhow::{Context, Result, anyhow};
use plyglot_core::search::{Control, Settings};
use plyglot_engine::{Analysis, Analyst, GoLimits, LegalMove, SearchInfo, Value};
use plyglot_match::record::ReportedScore;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::Poll;
use std::time::Duration;

/// From one look at the interrupt to the next while a search runs.
const MOMENT: Duration = Duration::from_millis(20);
/// The moves that are explained beside the best one.
const EXPLAINED: usize = 2;
/// The memory for explanations in MiB, the default of `plyglot explain`.
const EXPLAINING_MIB: usize = 16;

/// A move with what a search found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    /// The move in the protocol's notation.
    pub(super) name: String,
    pub(super) thought: Thought,
    /// The score for the side to move.
    pub(super) value: Value,
    /// The points that the side to move expects, from 0 to 1.
    pub(super) points: f64,
}

impl Finding {
    fn of(info: SearchInfo) -> Finding {
        let points = info.wdl.points();
        let score = match info.value {
            Value::Centi(centi) => ReportedScore::Centi(centi),
            Value::End(plies) => ReportedScore::Mate(Value::moves_of(plies)),
        };
        let thought = Thought {
            score: Some(score),
            points: Some(points),
            depth: Some(info.depth.into()),
            nodes: Some(info.nodes),
            line: info.pv,
        };
        let name = thought.line.first().cloned().unwrap_or_default();
        Finding { name, thought, value: info.value, points }
    }
}

/// Searches positions of a game, until it is interrupted.
pub(super) struct Thinker {
    analyst: Analyst,
    interrupt: Arc<AtomicBool>,
    strength: NamedStrength,
    /// The seed that chooses the errors of a weaker player.
    seed: u64,
    /// The explorer that explains moves, from the first question on.
    explorer: Option<Explorer>,
    mib: usize,
}

impl Thinker {
    /// A thinker with `mib` MiB of memory that plays at this strength.
    ///
    /// # Errors
    /// If there is too little memory.
    pub(super) fn new(
        game: &PlayedGame,
        mib: usize,
        threads: usize,
        strength: NamedStrength,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Thinker> {
        let settings = Settings { threads, ..Settings::default() };
        let mut analyst = Analyst::new(&game.entry, mib, settings)?;
        for (name, value) in game.options() {
            analyst.set_option(name, value);
        }
        let seed = RandomState::new().hash_one(());
        Ok(Thinker { analyst, interrupt, strength, seed, explorer: None, mib })
    }

    /// How strongly it plays.
    pub(super) fn strength(&self) -> NamedStrength {
        self.strength
    }

    /// Plays at this strength from now on.
    pub(super) fn set_strength(&mut self, strength: NamedStrength) {
        self.strength = strength;
    }

    /// Forgets what it knows of a game.
    pub(super) fn forget(&mut self) {
        self.analyst.forget();
    }

    /// The move that it plays, at its strength.
    ///
    /// # Errors
    /// If there is no move, or the system provides no thread.
    pub(super) fn choose(&mut self, game: &PlayedGame, limits: &GoLimits) -> Result<Finding> {
        let strength = self.strength.limit(self.seed);
        self.analyst.settings_mut().strength = strength;
        let found = self.search(game.start(), &game.names(), limits, 1);
        self.analyst.settings_mut().strength = None;
        let Analysis { lines, best, .. } = found?;
        let best = best.context("a game that goes on has a move")?;
        let line = lines.into_iter().next().map(Finding::of);
        match line.filter(|line| line.name == best) {
            Some(line) => Ok(line),
            None => Ok(Finding {
                name: best,
                thought: Thought::default(),
                value: Value::Centi(0),
                points: 0.5,
            }),
        }
    }

    /// The best moves, at most as many as `lines`, the best first.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub(super) fn study(
        &mut self,
        game: &PlayedGame,
        limits: &GoLimits,
        lines: usize,
    ) -> Result<Vec<Finding>> {
        let found = self.search(game.start(), &game.names(), limits, lines)?;
        Ok(found.lines.into_iter().map(Finding::of).collect())
    }

    /// Searches the position after these moves. An interrupt ends the search with what it
    /// has.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub(super) fn search(
        &mut self,
        start: Option<&str>,
        names: &[&str],
        limits: &GoLimits,
        lines: usize,
    ) -> Result<Analysis> {
        let set = self.analyst.set_position(start, names);
        set.map_err(|_| anyhow!("the game cannot read its own moves"))?;
        self.analyst.settings_mut().multi_pv = lines;
        let control = Arc::<Control>::default();
        let mut running = self.analyst.start(limits, &control);
        while running.wait(MOMENT) != Poll::Ready(None) {
            if self.interrupt.load(Relaxed) {
                control.stop();
            }
        }
        let mut found = running.analysis();
        // A line that was stopped at once may have a score alone.
        found.lines.retain(|line| !line.pv.is_empty());
        Ok(found)
    }

    /// Why a legal move of the position after `place` moves is good or bad, in this
    /// time. `None` if it was interrupted.
    ///
    /// # Errors
    /// If there is too little memory, or the system provides no thread.
    pub(super) fn explain(
        &mut self,
        game: &PlayedGame,
        place: usize,
        wanted: &str,
        time: Duration,
    ) -> Result<Option<Reasons>> {
        let explorer = match &mut self.explorer {
            Some(explorer) => explorer,
            none => {
                let mib = self.mib.min(EXPLAINING_MIB);
                none.insert(Explorer::new(&game.entry, game.options(), mib, LegalMove::shown)?)
            }
        };
        explorer.lines = EXPLAINED;
        let place = GamePosition::new(game.start(), &game.names()[..place]);
        let interrupt = &self.interrupt;
        let answer = watched(&|| interrupt.load(Relaxed), |searches| {
            explorer.explain_move(place, wanted, time, searches)
        });
        let answer = answer.map_err(|why| anyhow!(why))?;
        // After an interrupt, no answer is wanted.
        Ok(if self.interrupt.load(Relaxed) { None } else { answer.ok() })
    }

    /// Whether there was an interrupt since the last question. It also ends searches that
    /// have not begun, so each has to be asked for.
    pub(super) fn was_interrupted(&self) -> bool {
        self.interrupt.swap(false, Relaxed)
    }
}
