//! Writes and counts the finished games of a match, and says when they decide it.

use super::files::MatchFiles;
use crate::game::live::Live;
use crate::plan::MatchPlan;
use crate::record::GameRecord;
use crate::results::Results;
use crate::results::progress::{MAX_FAILURES, Streaks, printable};
use crate::results::standing::standing;
use anyhow::bail;
use plyglot_support::sprt::SprtDecision;
use serde_json::Value as Json;
use std::ops::ControlFlow;

pub(crate) struct Ledger<'a> {
    plan: &'a MatchPlan,
    pub(crate) results: Results,
    streaks: Streaks,
    files: MatchFiles<'a>,
    live: Live,
}

impl<'a> Ledger<'a> {
    /// `done`: the games of an earlier run.
    pub(crate) fn new(
        plan: &'a MatchPlan,
        files: MatchFiles<'a>,
        done: &[GameRecord],
        live: Live,
    ) -> Ledger<'a> {
        let mut results = Results::new(plan);
        done.iter().for_each(|record| results.add(record));
        live.standing(|| standing(plan, &results));
        Ledger { plan, results, streaks: Streaks::new(plan.engines.len()), files, live }
    }

    pub(crate) fn add(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        self.files.write(record)?;
        self.results.add(record);
        self.live.standing(|| standing(self.plan, &self.results));
        Ok(())
    }

    /// Whether another game follows this one, which was added.
    ///
    /// # Errors
    /// If an engine has failed in many games in a row.
    pub(crate) fn after(&mut self, record: &GameRecord) -> anyhow::Result<ControlFlow<()>> {
        if let Some(engine) = self.streaks.note(record) {
            let name = &self.plan.engines[engine].name;
            let reason = printable(&record.end.reason);
            bail!("{name} failed in {MAX_FAILURES} games in a row: {reason}");
        }
        Ok(if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Whether the match has a sequential test and its games decide it.
    pub(crate) fn is_decided(&self) -> bool {
        let state = self.results.assessment(self.plan);
        state.is_some_and(|state| state.decision != SprtDecision::Continue)
    }

    pub(crate) fn standing(&self) -> Json {
        standing(self.plan, &self.results)
    }
}
