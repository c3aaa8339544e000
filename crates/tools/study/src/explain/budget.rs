//! The time that all searches for one explanation have together.

use super::exploration::Exploration;
use crate::shared::{Refusal, SearchEffort};
use plyglot_engine::{Analysis, GoLimits, Referee, SearchInfo};
use plyglot_support::instant::Instant;
use std::time::Duration;

/// Less time than this counts as none.
const MIN_TIME: Duration = Duration::from_millis(2);

impl Exploration<'_> {
    /// Does some work in this share of the time that is left, from 0 to 1. Without a time
    /// limit it may take as long as it needs.
    pub(super) fn within<T>(&mut self, share: f64, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.deadline;
        self.deadline = whole.map(|end| {
            let now = Instant::now();
            now + end.saturating_duration_since(now).mul_f64(share)
        });
        let done = work(self);
        self.deadline = whole;
        done
    }

    /// Whether there is no time left, or no result is needed any more.
    pub(super) fn is_out_of_time(&self) -> bool {
        self.searches.is_over() || self.time_left().is_some_and(|left| left < MIN_TIME)
    }

    fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Searches a position, as far as the time that is left allows. Without
    /// any, there are no lines. A line that was not searched completely does not count.
    pub(super) fn search(
        &mut self,
        game: &dyn Referee,
        limits: &GoLimits,
        report: impl FnMut(&SearchInfo),
    ) -> Analysis {
        if self.is_out_of_time() {
            return Analysis::default();
        }
        self.analyst.game_mut().follow_game(game);
        let limits = GoLimits { move_time: self.time_left(), ..limits.clone() };
        let control = self.searches.begin();
        let mut found = self.analyst.search(&limits, &control, report);
        // A line that was stopped at once may have only a score.
        found.lines.retain(|line| !line.pv.is_empty());
        self.effort.add(SearchEffort::new(&found.lines));
        found
    }

    /// The search of one move, to this depth or as deep as the time allows. `None` if there
    /// was no time.
    pub(super) fn search_alone(
        &mut self,
        game: &dyn Referee,
        name: &str,
        depth: u16,
    ) -> Option<MoveSearch> {
        let limits = GoLimits { moves: Some(vec![name.to_owned()]), ..self.limits_of(depth) };
        let found = self.search(game, &limits, |_| ());
        let is_cut = self.is_out_of_time();
        found.lines.into_iter().next().map(|info| MoveSearch { info, is_cut })
    }

    /// The best line of the position in which the analyst is; `None` if the game is over. Unlike the
    /// other searches, this one has all the time of its limits.
    pub(super) fn best_line(
        &mut self,
        limits: &GoLimits,
        report: impl FnMut(&SearchInfo),
    ) -> Result<Option<SearchInfo>, Refusal> {
        let found = self.searches.search(self.analyst, limits, report).ok_or(Refusal::Stopped)?;
        Ok(found.lines.into_iter().next())
    }

    /// The limits of a search to a depth. The nodes remain limited, if they are.
    pub(super) fn limits_of(&self, depth: u16) -> GoLimits {
        GoLimits { depth: Some(depth), ..self.limits.clone() }
    }
}

pub(super) struct MoveSearch {
    pub(super) info: SearchInfo,
    /// Whether its time ended before it was done, so that it may be less deep than it should be.
    pub(super) is_cut: bool,
}
