//! The reply to the best move that looks natural, and is not good.

use super::budget::MoveSearch;
use super::explorer::Explorer;
use super::facts::Variation;
use super::material::{LineExchange, PieceTally};
use crate::shared::{GamePosition, Searches};
use plyglot_engine::{LegalMove, SearchInfo};
use std::cmp::Reverse;

/// The share of a point that a reply must cost to be mentioned.
const COSTLY: f64 = 0.10;
/// The depth of a first glance in plies.
const GLANCE: u16 = 2;

/// A reply that takes something.
struct Capture {
    name: String,
    /// The value of the captured piece, in the units of scores.
    prize: i32,
    /// The value of the capturing piece.
    taker: i32,
    /// Whether it takes the piece that has just taken.
    takes_back: bool,
}

impl Explorer {
    /// The first of the natural replies to the best move that costs much, beside the reply
    /// in the best move's line. `None` if there is none, or no time to know.
    pub(super) fn tempting_reply(
        &mut self,
        place: &GamePosition,
        best: &Variation,
        depth: u16,
        searches: &Searches,
    ) -> Option<Variation> {
        let [first, answer, ..] = &best.names[..] else { return None };
        let expected = 1.0 - best.expected_points();
        if expected < COSTLY {
            return None;
        }
        let taken = self.exchanges(place, &best.names[..1]);
        let has_taken = taken.last().is_some_and(|taken| taken.value() > 0);
        let legal = self.at(place).legal_moves();
        let played = legal.into_iter().find(|m| m.name == *first);
        // A piece that has taken nothing is not taken back.
        let entered = played.and_then(|m| m.cells.to).filter(|_| has_taken);
        let below = &place.after(&best.names[..1]);
        let less = depth.saturating_sub(1).max(1);
        for name in self.natural_replies(below, entered, searches) {
            if name == *answer {
                continue;
            }
            let look = self.search_alone(below, &name, less, searches);
            // A shallower search than that of the best line refutes no reply.
            let Some(MoveSearch { info, is_cut: false }) = look else { break };
            if expected - info.wdl.points() >= COSTLY {
                return Some(self.variation(below, info, searches));
            }
        }
        None
    }

    /// The moves that a person looks at first: the greatest capture that does not cost
    /// more than it takes, the cheapest one that takes back, and what a search prefers at
    /// first glance. `entered` is the cell of the piece that has just taken.
    fn natural_replies(
        &mut self,
        place: &GamePosition,
        entered: Option<usize>,
        searches: &Searches,
    ) -> Vec<String> {
        let captures = self.captures(place, entered);
        let fair = captures.iter().filter(|one| one.prize >= one.taker);
        let greatest = fair.max_by_key(|one| (one.prize, one.takes_back, Reverse(one.taker)));
        let back = captures.iter().filter(|one| one.takes_back).min_by_key(|one| one.taker);
        let mut names: Vec<String> =
            greatest.into_iter().chain(back).map(|one| one.name.clone()).collect();
        // A glance must not see what deeper searches have found.
        self.analyst.forget();
        let found = self.search(place, &self.limits_of(GLANCE), searches, |_| ());
        let preferred = found.lines.into_iter().next();
        names.extend(preferred.and_then(|info: SearchInfo| info.pv.into_iter().next()));
        let mut seen = Vec::new();
        names.retain(|name| {
            let is_new = !seen.contains(name);
            seen.push(name.clone());
            is_new
        });
        names
    }

    /// The moves of a position that take something; none where more pieces mean nothing.
    fn captures(&mut self, place: &GamePosition, entered: Option<usize>) -> Vec<Capture> {
        let game = self.at(place);
        let Some((before, picture)) = PieceTally::of_game(game).zip(game.picture()) else {
            return Vec::new();
        };
        let side = game.side();
        let mut captures = Vec::new();
        for LegalMove { name, cells, .. } in game.legal_moves() {
            let after = place.after(std::slice::from_ref(&name));
            let Some(now) = PieceTally::of_game(self.at(&after)) else { continue };
            let taken = LineExchange::along(&[before.clone(), now], side);
            let prize = taken.last().map_or(0, LineExchange::value);
            let taker = cells.from.map_or(0, |cell| PieceTally::worth(&picture, cell));
            let takes_back = entered.is_some() && cells.to == entered;
            captures.extend((prize > 0).then_some(Capture { name, prize, taker, takes_back }));
        }
        captures
    }
}
