//! The engine of this program: its moves, and what it says of positions.

use crate::explain::{self, Exploration, Reasons};
use crate::shared::{Searches, watched};
use anyhow::{Context, Result, anyhow, ensure};
use plyglot_command::arguments::SearchArgs;
use plyglot_core::search::{Level, Settings, StrengthLimit};
use plyglot_engine::{
    Analysis, Analyst, ChosenGame, Engine, GoLimits, LegalMove, Referee, SearchInfo,
};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The moves that are explained beside the best one.
const EXPLAINED_MOVES: usize = 2;
/// The maximum memory for explanations in MiB, the default of `plyglot explain`.
const MAX_EXPLAINING_MIB: usize = 16;

/// Searches positions of a game, until it is interrupted.
pub(super) struct Thinker {
    game: ChosenGame,
    analyst: Analyst,
    interrupt: Arc<AtomicBool>,
    strength: Option<StrengthLimit>,
    /// It explains moves, from the first question on.
    explainer: Option<Analyst>,
    mib: usize,
}

impl Thinker {
    /// A thinker that plays at this level, or as well as it can. The errors of a level differ from
    /// run to run.
    pub(super) fn new(
        game: ChosenGame,
        search: &SearchArgs,
        level: Option<Level>,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Thinker> {
        let mib = search.hash.mib;
        let settings = Settings { threads: search.threads, ..Settings::default() };
        let analyst = Analyst::for_game(&game, mib, settings)?;
        let seed = RandomState::new().hash_one(());
        let strength = level.map(|level| StrengthLimit { level, seed });
        Ok(Thinker { game, analyst, interrupt, strength, explainer: None, mib })
    }

    pub(super) fn level(&self) -> Option<Level> {
        self.strength.map(|strength| strength.level)
    }

    /// The Elo rating of that level in this game, if it was measured; `None` for as well as it can.
    pub(super) fn rating(&self) -> Option<f64> {
        self.analyst.game().rating(self.level()?)
    }

    pub(super) fn forget(&mut self) {
        self.analyst.forget();
    }

    /// The move that it plays, at its strength, and what it expects, if it prefers this move.
    pub(super) fn choose(
        &mut self,
        game: &dyn Referee,
        time: Duration,
    ) -> Result<(String, Option<SearchInfo>)> {
        self.analyst.settings_mut().strength = self.strength;
        let found = self.search(game, time, 1);
        self.analyst.settings_mut().strength = None;
        let Analysis { lines, best, .. } = found?;
        let best = best.context("a game that goes on has a move")?;
        let expected = lines.into_iter().next().filter(|line| line.pv[0] == best);
        Ok((best, expected))
    }

    /// Searches the position, for at most this number of lines. An interrupt ends the search with what
    /// it has.
    pub(super) fn search(
        &mut self,
        game: &dyn Referee,
        time: Duration,
        lines: usize,
    ) -> Result<Analysis> {
        ensure!(self.analyst.game_mut().follow_game(game), "internal error: another game");
        self.analyst.settings_mut().multi_pv = lines;
        let limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
        let analyst = &mut self.analyst;
        let interrupt = &self.interrupt;
        let searches = Searches::default();
        let found = watched(&searches, &|| interrupt.load(Relaxed), || {
            analyst.search(&limits, &searches.begin(), |_| ())
        });
        let mut found = found.map_err(|why| anyhow!(why))?;
        // A line that was stopped at once may have a score alone.
        found.lines.retain(|line| !line.pv.is_empty());
        // An interrupt also ends searches that have not begun, so it counts for one alone.
        self.interrupt.store(false, Relaxed);
        Ok(found)
    }

    /// Why a legal move of a position is good or bad, in this time. `None` if it was interrupted.
    pub(super) fn explain(
        &mut self,
        game: &dyn Engine,
        wanted: &str,
        time: Duration,
    ) -> Result<Option<Reasons>> {
        let explainer = match &mut self.explainer {
            Some(explainer) => explainer,
            none => {
                let mib = self.mib.min(MAX_EXPLAINING_MIB);
                none.insert(explain::analyst(&self.game, mib)?)
            }
        };
        explainer.forget();
        ensure!(explainer.game_mut().follow_game(game), "internal error: another game");
        let limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
        let interrupt = &self.interrupt;
        let searches = Searches::default();
        let answer = watched(&searches, &|| interrupt.load(Relaxed), || {
            let mut exploration = Exploration::new(explainer, &searches, &limits, LegalMove::shown);
            exploration.reasons(&[wanted.to_owned()], EXPLAINED_MOVES)
        });
        let answer = answer.map_err(|why| anyhow!(why))?;
        // After an interrupt, no answer is wanted.
        Ok(if interrupt.swap(false, Relaxed) { None } else { answer.ok() })
    }
}
