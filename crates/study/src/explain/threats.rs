//! What the other side threatens.

use super::explorer::{ExplainedPosition, Explorer, LEAST_DEPTH};
use super::facts::{Variation, WinAtOnce};
use crate::shared::Searches;
use plyglot_engine::{Analysis, SearchInfo, Value};

/// The depth that shows that the next move wins.
const NEXT_MOVE: u16 = 2;
/// The value of a move after which the reply wins at once.
const LOST_TO_REPLY: Value = Value::End(-2);

impl Explorer {
    /// The position after a pass in the one that is set up; `None` where the rules have no pass, or
    /// refuse what follows.
    pub(super) fn place_after_pass(&mut self) -> Option<ExplainedPosition> {
        if !self.analyst.pass() {
            return None;
        }
        let start = Some(self.analyst.game().position());
        let passed = ExplainedPosition { start, moves: Vec::new() };
        let is_possible = self.at(passed.clone(), |explorer| explorer.go_to(&[]));
        is_possible.then_some(passed)
    }

    /// The best line of the side to move in a place; `None` without time to search for it.
    pub(super) fn search_threat(
        &mut self,
        place: ExplainedPosition,
        depth: u16,
        searches: &Searches,
    ) -> Option<Variation> {
        self.at(place, |explorer| {
            explorer.go_to(&[]);
            let Analysis { lines, .. } =
                explorer.search(&explorer.limits_of(depth), searches, |_| ());
            let is_cut = explorer.is_out_of_time(searches);
            let is_known = |info: &SearchInfo| !is_cut || info.depth >= LEAST_DEPTH.min(depth);
            let info = lines.into_iter().next().filter(is_known)?;
            Some(explorer.variation(info, searches))
        })
    }

    /// The move by which the other side wins at once after at least two of this side's moves.
    pub(super) fn win_at_once(&mut self, searches: &Searches) -> Option<WinAtOnce> {
        self.go_to(&[]);
        let mut replies: Vec<(String, Vec<SearchInfo>)> = Vec::new();
        for m in self.analyst.game().legal_moves() {
            let Some(look) = self.search_alone(&m.name, NEXT_MOVE, searches) else { continue };
            let info = look.info;
            if info.value != LOST_TO_REPLY || info.pv.len() != 2 {
                continue;
            }
            match replies.iter_mut().find(|(reply, _)| *reply == info.pv[1]) {
                Some((_, lost)) => lost.push(info),
                None => replies.push((info.pv[1].clone(), vec![info])),
            }
        }
        let (winner, lost) = replies.into_iter().find(|(_, lost)| lost.len() > 1)?;
        let lines = lost.iter().map(|info| info.pv.clone()).collect();
        let first = lost.into_iter().next()?;
        let name = first.pv[0].clone();
        let line = self.below(&name, |explorer| {
            let info = SearchInfo { pv: vec![winner], value: Value::End(1), ..first };
            explorer.variation(info, searches)
        });
        Some(WinAtOnce { line, lines })
    }
}
