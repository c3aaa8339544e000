//! What the other side threatens.

use super::budget::MoveSearch;
use super::explorer::{Explorer, LEAST_DEPTH};
use super::facts::{Variation, WinAtOnce};
use crate::shared::{GamePosition, Searches};
use plyglot_engine::{SearchInfo, Value};

/// The depth that shows that the next move wins.
const NEXT_MOVE: u16 = 2;
/// The value of a move after which the reply wins at once.
const LOST_TO_REPLY: Value = Value::End(-2);

impl Explorer {
    /// The position after a pass; `None` where the rules have no pass, or refuse what follows.
    pub(super) fn after_pass(&mut self, place: &GamePosition) -> Option<GamePosition> {
        self.at(place);
        if !self.analyst.pass() {
            return None;
        }
        let start = self.analyst.game().position();
        self.analyst.set_position(Some(&start), &[]).ok()?;
        Some(GamePosition { start: Some(start), moves: Vec::new() })
    }

    /// The best line of the side to move in a place; `None` without time to search for it.
    pub(super) fn search_threat(
        &mut self,
        place: &GamePosition,
        depth: u16,
        searches: &Searches,
    ) -> Option<Variation> {
        let found = self.search(place, &self.limits_of(depth), searches, |_| ());
        let is_cut = self.is_out_of_time(searches);
        let is_known = |info: &SearchInfo| !is_cut || info.depth >= LEAST_DEPTH.min(depth);
        let info = found.lines.into_iter().next().filter(is_known)?;
        Some(self.variation(place, info, searches))
    }

    /// The move by which the other side wins at once after at least two of this side's moves.
    pub(super) fn win_at_once(
        &mut self,
        place: &GamePosition,
        searches: &Searches,
    ) -> Option<WinAtOnce> {
        let mut replies: Vec<(String, Vec<SearchInfo>)> = Vec::new();
        for m in self.at(place).legal_moves() {
            let look = self.search_alone(place, &m.name, NEXT_MOVE, searches);
            let Some(MoveSearch { info, .. }) = look else { continue };
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
        let below = place.after(&first.pv[..1]);
        let info = SearchInfo { pv: vec![winner], value: Value::End(1), ..first };
        let line = self.variation(&below, info, searches);
        Some(WinAtOnce { line, lines })
    }
}
