//! The moves of the other side: what it threatens, and the reply to the best move that looks
//! natural, and is not good.

use super::budget::MoveSearch;
use super::exploration::{Exploration, MIN_DEPTH};
use super::facts::{Threat, ThreatLine, Variation, WinAtOnce};
use super::material::{LineExchange, PieceTally};
use super::positions::{after, after_pass, exchanges};
use super::sentences::{Person, threat_in_any_case};
use crate::shared::Refusal;
use plyglot_engine::{Engine, LegalMove, SearchInfo, Value};
use plyglot_support::instant::Instant;
use std::cmp::Reverse;

/// The depth that shows that the next move wins.
const NEXT_MOVE: u16 = 2;
/// The value of a move after which the reply wins at once.
const LOST_TO_REPLY: Value = Value::End(-2);
/// The share of a point that a reply must cost to be mentioned.
const MIN_REPLY_COST: f64 = 0.10;
/// The depth of a first glance in plies.
const GLANCE_DEPTH: u16 = 2;

impl Exploration<'_> {
    /// What the other side threatens in the position that is set up. The searches after a pass and
    /// for the best move have the limits each; without a pass, the look for a win at once has their
    /// time.
    pub(crate) fn threat(&mut self) -> Result<Threat, Refusal> {
        let game = self.start.copy();
        let passed = after_pass(&*game);
        let mut line = None;
        if let Ok(passed) = &passed {
            // It does not depend on what was searched before.
            self.analyst.forget();
            let found = self.whole_search(&**passed)?;
            line = found.map(|info| self.variation(&**passed, info));
        }
        let Some(best) = self.whole_search(&*game)? else {
            self.check_running()?;
            return Ok(Threat { text: "The game is over.".to_owned(), line: None });
        };
        let mut reasons = self.known_of(&best);
        reasons.threat = line;
        reasons.no_pass = passed.as_ref().err().copied();
        if passed.is_err() {
            self.deadline = self.limits.move_time.map(|time| Instant::now() + time);
            reasons.win_at_once = self.win_at_once(&*game);
        }
        // A search that was stopped may have missed what is then denied.
        self.check_running()?;
        let people = Person::sides(game.info().sides, game.side());
        let text = threat_in_any_case(&reasons, &people);
        let line = match (passed, &reasons.threat, &reasons.win_at_once) {
            (Ok(passed), Some(line), _) => Some((passed.position(), line)),
            (_, _, Some(win)) => Some((after(&*game, &win.lines[0][..1]).position(), &win.line)),
            _ => None,
        };
        let line = line.map(|(start, Variation { names, value, wdl, depth, .. })| {
            let pv = names.clone();
            let info =
                SearchInfo { pv, value: *value, wdl: *wdl, depth: *depth, ..SearchInfo::default() };
            ThreatLine { start, info }
        });
        Ok(Threat { text, line })
    }

    /// The best line of a position by the limits, with a move however few nodes they allow; `None` if
    /// the game is over there.
    fn whole_search(&mut self, game: &dyn Engine) -> Result<Option<SearchInfo>, Refusal> {
        self.analyst.game_mut().follow_game(game);
        let found = self.best_line(self.limits, |_| ())?.filter(|info| !info.pv.is_empty());
        Ok(found.or_else(|| self.settling_search(game, 1).lines.into_iter().next()))
    }

    /// The best line of the side to move in a position; `None` without time to search for it.
    pub(super) fn search_threat(&mut self, game: &dyn Engine, depth: u16) -> Option<Variation> {
        let found = self.search(game, &self.limits_of(depth), |_| ());
        let is_cut = self.is_out_of_time();
        let info = found.lines.into_iter().next()?;
        if is_cut && info.depth < MIN_DEPTH.min(depth) {
            return None;
        }
        Some(self.variation(game, info))
    }

    /// The move by which the other side wins at once after at least two of this side's moves.
    pub(super) fn win_at_once(&mut self, game: &dyn Engine) -> Option<WinAtOnce> {
        let mut replies: Vec<WinningReply> = Vec::new();
        for m in game.legal_moves() {
            let look = self.search_alone(game, &m.name, NEXT_MOVE);
            let Some(MoveSearch { info, .. }) = look else { continue };
            if info.value != LOST_TO_REPLY || info.pv.len() != 2 {
                continue;
            }
            match replies.iter_mut().find(|reply| reply.name == info.pv[1]) {
                Some(reply) => reply.lost.push(info),
                None => replies.push(WinningReply { name: info.pv[1].clone(), lost: vec![info] }),
            }
        }
        let WinningReply { name, lost } = replies.into_iter().find(|reply| reply.lost.len() > 1)?;
        let lines = lost.iter().map(|info| info.pv.clone()).collect();
        let first = lost.into_iter().next()?;
        let below = after(game, &first.pv[..1]);
        let info = SearchInfo { pv: vec![name], value: Value::End(1), ..first };
        let line = self.variation(&*below, info);
        Some(WinAtOnce { line, lines })
    }
}

struct WinningReply {
    name: String,
    /// The moves after which it wins.
    lost: Vec<SearchInfo>,
}

struct Capture {
    name: String,
    /// The value of the captured piece, in the units of scores.
    prize: i32,
    /// The value of the capturing piece.
    taker: i32,
    /// Whether it takes the piece that has just taken.
    takes_back: bool,
}

impl Exploration<'_> {
    /// The first of the natural replies to the best move that costs much, beside the reply
    /// in the best move's line. `None` if there is none, or no time to know.
    pub(super) fn tempting_reply(
        &mut self,
        game: &dyn Engine,
        best: &Variation,
        depth: u16,
    ) -> Option<Variation> {
        let [first, answer, ..] = &best.names[..] else { return None };
        let expected = 1.0 - best.expected_points();
        if expected < MIN_REPLY_COST {
            return None;
        }
        let taken = exchanges(game, &best.names[..1]);
        let has_taken = taken.last().is_some_and(|taken| taken.value() > 0);
        let legal = game.legal_moves();
        let played = legal.into_iter().find(|m| m.name == *first);
        // A piece that has taken nothing is not taken back.
        let entered = played.and_then(|m| m.cells.to).filter(|_| has_taken);
        let below = after(game, &best.names[..1]);
        let below = &*below;
        let less = depth.saturating_sub(1).max(1);
        for name in self.natural_replies(below, entered) {
            if name == *answer {
                continue;
            }
            let look = self.search_alone(below, &name, less);
            // A shallower search than that of the best line refutes no reply.
            let Some(MoveSearch { info, is_cut: false }) = look else { break };
            if expected - info.wdl.points() >= MIN_REPLY_COST {
                return Some(self.variation(below, info));
            }
        }
        None
    }

    /// The moves that a person looks at first: the greatest capture that does not cost
    /// more than it takes, the cheapest one that takes back, and what a search prefers at
    /// first glance. `entered` is the cell of the piece that has just taken.
    fn natural_replies(&mut self, game: &dyn Engine, entered: Option<usize>) -> Vec<String> {
        let captures = captures(game, entered);
        let greatest = captures
            .iter()
            .filter(|one| one.prize >= one.taker)
            .max_by_key(|one| (one.prize, one.takes_back, Reverse(one.taker)));
        let back = captures.iter().filter(|one| one.takes_back).min_by_key(|one| one.taker);
        let mut names: Vec<String> =
            greatest.into_iter().chain(back).map(|one| one.name.clone()).collect();
        // A glance must not see what deeper searches have found.
        self.analyst.forget();
        let found = self.search(game, &self.limits_of(GLANCE_DEPTH), |_| ());
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
}

/// The moves of a position that take something; none where more pieces mean nothing.
fn captures(game: &dyn Engine, entered: Option<usize>) -> Vec<Capture> {
    let Some((before, picture)) = PieceTally::from_game(game).zip(game.picture()) else {
        return Vec::new();
    };
    let mut captures = Vec::new();
    for LegalMove { name, cells, .. } in game.legal_moves() {
        let after = after(game, std::slice::from_ref(&name));
        let Some(now) = PieceTally::from_game(&*after) else { continue };
        let taken = LineExchange::along(&[before.clone(), now], game.side());
        let prize = taken.last().map_or(0, LineExchange::value);
        let taker = cells.from.map_or(0, |cell| PieceTally::value(&picture, cell));
        let takes_back = entered.is_some() && cells.to == entered;
        if prize > 0 {
            captures.push(Capture { name, prize, taker, takes_back });
        }
    }
    captures
}
