//! What the other side threatens.

use super::explorer::{ExplainedPosition, Explorer, LEAST_DEPTH};
use super::facts::{Variation, WinAtOnce};
use crate::shared::Searches;
use plyglot_engine::{Analysis, SearchInfo, Value};

/// The depth that shows that the next move wins.
const NEXT_MOVE: u16 = 2;

impl Explorer {
    /// The other side's best line if this one passed; `None` without time to search for it.
    pub(super) fn threat(&mut self, depth: u16, searches: &Searches) -> Option<Variation> {
        self.go_to(&[]);
        let passed = self.passed()?;
        self.at(passed, |explorer| explorer.threat_here(depth, searches))
    }

    /// The position after a pass in the one that is set up; `None` where there is no pass.
    pub(super) fn passed(&mut self) -> Option<ExplainedPosition> {
        let is_possible = self.analyst.pass();
        let start = is_possible.then(|| self.analyst.game().position())?;
        Some(ExplainedPosition { start: Some(start), moves: Vec::new() })
    }

    fn threat_here(&mut self, depth: u16, searches: &Searches) -> Option<Variation> {
        // A position that is not one of the game's has no threat to show.
        if !self.go_to(&[]) {
            return None;
        }
        let Analysis { lines, .. } = self.search(&self.limits_of(depth), searches, |_| ());
        let is_cut = self.is_out_of_time(searches);
        let is_known = |info: &SearchInfo| !is_cut || info.depth >= LEAST_DEPTH.min(depth);
        let info = lines.into_iter().next().filter(is_known)?;
        Some(self.variation(info, searches))
    }

    /// The move by which the other side wins at once after two moves or more.
    pub(super) fn win_at_once(&mut self, searches: &Searches) -> Option<WinAtOnce> {
        self.go_to(&[]);
        let legal = self.analyst.game().legal_moves();
        let mut lost: Vec<SearchInfo> = legal
            .iter()
            .filter_map(|m| self.search_alone(&m.name, NEXT_MOVE, searches))
            .map(|look| look.info)
            .filter(|info| info.value == Value::End(-2) && info.pv.len() == 2)
            .collect();
        let is_shared =
            |info: &SearchInfo| lost.iter().filter(|it| it.pv[1] == info.pv[1]).count() > 1;
        let winner = lost.iter().find(|info| is_shared(info))?.pv[1].clone();
        lost.retain(|info| info.pv[1] == winner);
        let lines = lost.iter().map(|info| info.pv.clone()).collect();
        let first = lost.swap_remove(0);
        let name = first.pv[0].clone();
        let line = self.below(&name, |explorer| {
            let info = SearchInfo { pv: vec![winner], value: Value::End(1), ..first };
            explorer.variation(info, searches)
        });
        Some(WinAtOnce { line, lines })
    }
}
