//! The searches that explain a position.

#[cfg(test)]
mod tests;

use super::deed::{Deed, Motif};
use super::facts::{
    Explanation, ExplanationPart, Heading, OtherMove, Preference, Reasons, Term, Variation,
};
use super::material::{self, Gain, LineExchange, PieceTally};
use crate::shared::{PositionLine, Refusal, SearchEffort, Searches, place_by};
use anyhow::Result;
use plyglot_core::game::{FeatureGroup, Outcome, Side, TextError};
use plyglot_core::instant::Instant;
use plyglot_core::search::{Bound, Settings};
use plyglot_engine::{
    Analysis, Analyst, Ending, Engine, GameEntry, GoLimits, LegalMove, LinearEvaluation,
    PositionError, SearchInfo, Value,
};
use std::cmp::Reverse;
use std::time::Duration;

/// The least depth of the other searches in plies, unless the limit is less. A threat that was not
/// searched so deep for lack of time is left out.
pub(super) const LEAST_DEPTH: u16 = 8;
/// The shares of the time that is left, of each part when its turn comes: the search for the
/// best move, the look at all others, those that are explained, the threat, the idea of the best
/// move, and the reply.
const FIRST_SEARCH: f64 = 0.25;
const OTHERS: f64 = 0.5;
const EXPLAINED: f64 = 0.4;
const THREAT: f64 = 0.4;
const IDEA: f64 = 0.5;
const REPLY: f64 = 0.8;
/// The search at the end of a line that says whether something hangs: its depth in plies,
/// and its nodes.
const SETTLING_DEPTH: u16 = 8;
const SETTLING_NODES: u64 = 20_000;
/// The nodes of each where time is limited. They are searched even when time is up: without them,
/// it is not known what a line wins.
const FEW_SETTLING_NODES: u64 = 2_000;
/// The share of the time that the other searches have.
const SEARCHES: f64 = 0.9;
/// The most searches at the ends of a line. A line that is not settled then is left as it is.
const SETTLINGS: usize = 8;
/// The depth of a search for the end of a forced line, beyond its plies.
const BEYOND_END: usize = 2;
/// The deepest search in plies.
const MAX_DEPTH: usize = 240;
/// Moves that are explained because the search preferred them at first; the last ones.
const MOST_PREFERRED: usize = 1;

/// A network beside the terms of an evaluation, which says nothing of its reasons.
static NETWORK: FeatureGroup = FeatureGroup { name: "the network", topic: "", size: 0 };
/// What an evaluation has beside its weights.
static REST: FeatureGroup = FeatureGroup { name: "the rest", topic: "", size: 0 };

/// Explains positions of a game.
pub(crate) struct Explorer {
    pub(super) analyst: Analyst,
    terms: Option<&'static dyn LinearEvaluation>,
    pub(super) limits: GoLimits,
    /// When the searches end; `None` if nothing limits their time.
    pub(super) deadline: Option<Instant>,
    /// Their effort so far.
    pub(super) effort: SearchEffort,
    /// How many moves are explained beside the best, and moves that are explained anyway.
    pub(super) lines: usize,
    pub(super) wanted: Vec<String>,
    /// The notation of moves for users.
    form: fn(&LegalMove) -> &str,
}

/// A position, with a move to be explained in any case.
pub(crate) struct Question<'a> {
    /// The first position of the game, the usual one if `None`, and the moves since.
    pub start: Option<&'a str>,
    pub moves: &'a [&'a str],
    /// The move as the protocol has it.
    pub wanted: &'a str,
    /// Those of the search for the best move; a time is that of all searches together.
    pub limits: GoLimits,
    /// The most moves that are explained beside the best one.
    pub lines: usize,
}

/// A position: the text of its start, the usual one if `None`, and the moves since.
#[derive(Clone, Default)]
pub(super) struct GamePosition {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

impl GamePosition {
    /// The position after more moves.
    pub(super) fn after(&self, names: &[String]) -> GamePosition {
        GamePosition { start: self.start.clone(), moves: [&self.moves, names].concat() }
    }
}

/// The news of an explanation in progress.
pub(super) enum ExplainEvent<'a> {
    /// Where the search is.
    Note(String),
    /// The position whose explanation begins.
    Heading(&'a Heading),
    /// A part that is known now, with all before it.
    Part(ExplanationPart, &'a Reasons),
}

/// The results of the searches so far.
pub(super) struct Course {
    /// The position that is explained.
    pub(super) place: GamePosition,
    pub(super) best: SearchInfo,
    /// The depth to which moves are searched, in plies.
    pub(super) depth: u16,
    /// The other moves that were searched, the best first.
    pub(super) others: Vec<SearchInfo>,
    /// The depth to which all of them were.
    pub(super) others_depth: u16,
    /// Whether that is enough to compare them.
    pub(super) is_compared: bool,
    pub(super) preferences: Vec<Preference>,
}

impl Course {
    /// The first of equal moves stays the first.
    pub(super) fn sort(&mut self) {
        self.others.sort_by_key(|info| Reverse(info.value.order()));
    }
}

impl Explorer {
    /// An explorer of a game with these options of its rules and `mib` MiB of memory, which
    /// writes moves in the notation `form`.
    ///
    /// # Errors
    /// If there is too little memory.
    pub(crate) fn new(
        entry: &GameEntry,
        game_options: &[(String, String)],
        mib: usize,
        form: fn(&LegalMove) -> &str,
    ) -> Result<Explorer> {
        // Each search has its time to the last: nothing is sent anywhere.
        let settings = Settings { overhead: Duration::ZERO, ..Settings::default() };
        let mut analyst = Analyst::new(entry, mib, settings)?;
        for (name, value) in game_options {
            analyst.set_option(name, value);
        }
        Ok(Explorer {
            analyst,
            terms: entry.evaluation(),
            limits: GoLimits::default(),
            deadline: None,
            effort: SearchEffort::default(),
            lines: 0,
            wanted: Vec::new(),
            form,
        })
    }

    /// Explains the position of a question.
    ///
    /// # Errors
    /// If there is no such position, its game is over, or nothing was found before the search was
    /// stopped.
    pub(crate) fn answer(
        &mut self,
        question: Question<'_>,
        searches: &Searches,
    ) -> Result<Reasons, Refusal> {
        let Question { start, moves, wanted, limits, lines } = question;
        self.analyst.set_position(start, moves).map_err(|error| {
            let (PositionError::Move { error, .. } | PositionError::Start(error)) = error;
            Refusal::NoPosition(error)
        })?;
        let moves = moves.iter().map(|&name| name.to_owned()).collect();
        let place = GamePosition { start: start.map(str::to_owned), moves };
        (self.limits, self.lines) = (limits, lines);
        self.analyst.forget();
        self.reasons(place, &[wanted.to_owned()], searches, &mut |_| ())
    }

    /// Explains the position that a line describes. `tell` gets each part as soon as it is known.
    /// If the search was stopped, the results so far are there.
    ///
    /// # Errors
    /// If the line describes none, or nothing was found before the search was stopped.
    pub(super) fn explain(
        &mut self,
        line: &PositionLine,
        searches: &Searches,
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) -> Result<Explanation, Refusal> {
        let (place, id) = self.set_up(&line.text).map_err(Refusal::NoPosition)?;
        self.analyst.forget();
        let game = self.analyst.game();
        let (number, position, side) = (line.number, game.position(), game.side());
        let wanted: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        let (wanted, error) = game.read_moves(&wanted);
        if let Some(PositionError::Move { error, .. } | PositionError::Start(error)) = error {
            return Err(Refusal::NoMove(error));
        }
        let heading = Heading { number, id, position, side };
        let mut is_told = false;
        let found = self.reasons(place, &wanted, searches, &mut |news| {
            if matches!(news, ExplainEvent::Part(..)) && !std::mem::replace(&mut is_told, true) {
                tell(ExplainEvent::Heading(&heading));
            }
            tell(news);
        });
        let verdict = match found {
            Err(Refusal::Over(outcome)) => Err(outcome),
            found => Ok(found?),
        };
        if !is_told {
            tell(ExplainEvent::Heading(&heading));
        }
        Ok(Explanation { heading, verdict })
    }

    /// Sets up a position of the protocol, or of EPD, and returns it with the `id` of EPD, if there
    /// is one.
    fn set_up(&mut self, text: &str) -> Result<(GamePosition, Option<String>), TextError> {
        let mut place = GamePosition::default();
        let id = place_by(text, |written| {
            written.set_up(|start, moves| self.analyst.set_position(start, moves))?;
            place.start = written.start.map(str::to_owned);
            place.moves = written.moves.iter().map(|&word| word.to_owned()).collect();
            Ok(())
        })?;
        Ok((place, id))
    }

    /// The game at a position. The moves are legal, as they come from searches; of others, there is
    /// the game before.
    pub(super) fn at(&mut self, place: &GamePosition) -> &dyn Engine {
        self.go_to(place);
        self.analyst.game()
    }

    /// Sets up a position. Returns whether its moves are legal.
    pub(super) fn go_to(&mut self, place: &GamePosition) -> bool {
        let moves: Vec<&str> = place.moves.iter().map(String::as_str).collect();
        self.analyst.set_position(place.start.as_deref(), &moves).is_ok()
    }

    /// All that there is to say.
    ///
    /// # Errors
    /// If the game is over, or nothing was found before the search was stopped.
    fn reasons(
        &mut self,
        place: GamePosition,
        wanted: &[String],
        searches: &Searches,
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) -> Result<Reasons, Refusal> {
        self.effort = SearchEffort::default();
        self.deadline = self.limits.move_time.map(|time| Instant::now() + time.mul_f64(SEARCHES));
        let mut course =
            self.within(FIRST_SEARCH, |explorer| explorer.watched_search(place, searches, tell))?;
        self.within(OTHERS, |explorer| explorer.look_at_others(&mut course, searches, tell));
        let mut chosen = self.chosen(&course, wanted);
        // Moves that were hardly searched are not explained, unless they were asked for.
        chosen.retain(|name| course.is_compared || wanted.contains(name));
        self.within(EXPLAINED, |explorer| explorer.deepen(&mut course, &chosen, searches, tell));
        let mut reasons = self.known(&course, searches);
        let Course { place, depth, others, .. } = course;
        self.effort.depth = reasons.best.depth;
        let best = reasons.best.clone();
        let passed = self.after_pass(&place);
        self.within(THREAT, |explorer| match passed {
            Some(passed) => reasons.threat = explorer.search_threat(&passed, depth, searches),
            None => reasons.win_at_once = explorer.win_at_once(&place, searches),
        });
        // What takes something, or wins by force, needs no other reason.
        if best.deed.is_none() && !self.takes(&place, &best.names[..1]) {
            reasons.idea = self.within(IDEA, |explorer| {
                let below = place.after(&best.names[..1]);
                reasons.replies_left = Some(explorer.at(&below).legal_move_count());
                let passed = explorer.after_pass(&below)?;
                explorer.search_threat(&passed, depth, searches)
            });
        }
        tell(ExplainEvent::Part(ExplanationPart::Best, &reasons));
        reasons.reply =
            self.within(REPLY, |explorer| explorer.tempting_reply(&place, &best, depth, searches));
        tell(ExplainEvent::Part(ExplanationPart::Reply, &reasons));
        let (explained, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|info| chosen.contains(&info.pv[0]));
        reasons.others = others.iter().map(|info| self.other(&place, info)).collect();
        for (i, info) in explained.into_iter().enumerate() {
            let line = self.variation(&place, info, searches);
            reasons.rejected.push(line);
            tell(ExplainEvent::Part(ExplanationPart::Rejected(i), &reasons));
        }
        tell(ExplainEvent::Part(ExplanationPart::Others, &reasons));
        reasons.effort = self.effort;
        reasons.is_whole = !searches.is_over();
        Ok(reasons)
    }

    /// The reasons known from comparing the moves. `others` are all but the best.
    fn known(&mut self, course: &Course, searches: &Searches) -> Reasons {
        let place = &course.place;
        let best = self.variation(place, course.best.clone(), searches);
        let others = course.others.iter().map(|info| self.other(place, info)).collect();
        let game = self.at(place);
        let (side, static_eval) = (game.side(), game.static_eval());
        let balance = PieceTally::of_game(game).map(|material| material.balance(side));
        Reasons {
            best,
            rejected: Vec::new(),
            others,
            others_depth: course.others_depth,
            is_compared: course.is_compared,
            reply: None,
            threat: None,
            win_at_once: None,
            idea: None,
            replies_left: None,
            preferences: course.preferences.clone(),
            balance,
            static_eval,
            terms: self.terms(place),
            effort: self.effort,
            is_whole: false,
        }
    }

    /// Searches the moves that are to be explained as deep as the best one.
    fn deepen(
        &mut self,
        course: &mut Course,
        chosen: &[String],
        searches: &Searches,
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) {
        for (i, name) in chosen.iter().enumerate() {
            // It may be the best one now.
            let Some(found) = course.others.iter().position(|info| info.pv[0] == *name) else {
                continue;
            };
            tell(ExplainEvent::Note(format!("why not {name}")));
            let (depth, share) = (course.depth, 1.0 / (chosen.len() - i) as f64);
            let place = &course.place;
            let look =
                self.within(share, |explorer| explorer.search_alone(place, name, depth, searches));
            if let Some(look) = look {
                self.replace(course, found, look);
            }
        }
        course.sort();
    }

    /// The search of the position, and the moves that it preferred.
    ///
    /// # Errors
    /// As of [`Explorer::reasons`].
    fn watched_search(
        &mut self,
        place: GamePosition,
        searches: &Searches,
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) -> Result<Course, Refusal> {
        let mut iterations: Vec<SearchInfo> = Vec::new();
        let limits = self.limits.clone();
        let mut found = self.search(&place, &limits, searches, |info| {
            if info.bound == Bound::Exact && !info.pv.is_empty() {
                iterations.retain(|earlier| earlier.depth < info.depth);
                iterations.push(info.clone());
                tell(ExplainEvent::Note(format!("the best move to depth {}", info.depth)));
            }
        });
        if found.lines.is_empty() && found.finished.is_none() && !searches.is_over() {
            // However little time there is, one ply is searched.
            let deadline = self.deadline.take();
            found = self.search(&place, &self.limits_of(1), searches, |_| ());
            self.deadline = deadline;
        }
        let Some(best) = found.lines.into_iter().next() else {
            return Err(found.finished.map_or(Refusal::Stopped, Refusal::Over));
        };
        iterations.dedup_by(|next, earlier| next.pv.first() == earlier.pv.first());
        let preferences = iterations.iter().map(|info| self.preference(&place, info)).collect();
        // A search that has found a win ends early; what the others lose to may be deeper.
        let least = self.limits.depth.map_or(LEAST_DEPTH, |depth| depth.min(LEAST_DEPTH));
        let depth = best.depth.max(least);
        Ok(Course {
            place,
            best,
            depth,
            others: Vec::new(),
            others_depth: 0,
            is_compared: false,
            preferences,
        })
    }

    pub(super) fn preference(&mut self, place: &GamePosition, info: &SearchInfo) -> Preference {
        let records = self.forms(place, &info.pv);
        Preference { depth: info.depth, names: info.pv.clone(), records, value: info.value }
    }

    /// The moves that are explained: those that the user asks for, the next best one, one
    /// that the search preferred at first, and more of the next best.
    fn chosen(&self, course: &Course, wanted: &[String]) -> Vec<String> {
        let names = course.others.iter().map(|info| &info.pv[0]);
        let mut chosen: Vec<String> =
            names.clone().filter(|name| wanted.contains(name)).cloned().collect();
        let most = self.lines.max(chosen.len());
        let preferred = course.preferences.iter().rev().filter_map(|early| early.names.first());
        let preferred = preferred.filter(|&name| names.clone().any(|other| other == name));
        let next_best = names.clone().take(1);
        for name in next_best.chain(preferred.take(MOST_PREFERRED)).chain(names.clone()) {
            if chosen.len() < most && !chosen.contains(name) {
                chosen.push(name.clone());
            }
        }
        chosen
    }

    fn other(&mut self, place: &GamePosition, info: &SearchInfo) -> OtherMove {
        let record = self.forms(place, &info.pv[..1]).pop();
        let (names, points) = (info.pv.clone(), info.wdl.points());
        OtherMove { names, record: record.unwrap_or_default(), depth: info.depth, points }
    }

    /// Plays a line out, from a position.
    pub(super) fn variation(
        &mut self,
        place: &GamePosition,
        info: SearchInfo,
        searches: &Searches,
    ) -> Variation {
        let SearchInfo { value, wdl, depth, pv, .. } = info;
        let before = self.at(place).static_eval();
        let (names, ending, is_settled) = self.played_out(place, pv, value, searches);
        // Pieces that hang at the end may be worth more than the gain.
        let gain = is_settled.then(|| self.gain(place, &names)).flatten();
        let records = self.forms(place, &names);
        let begins = self.at(place).side();
        let end = place.after(&names);
        let game = self.at(&end);
        let (ends, result) = (game.side(), game.result().filter(|_| ending.is_some()));
        let end_name = result
            .map(|(_, ending)| ending)
            .filter(|ending| *ending != Ending::Position(String::new()))
            .map(|ending| ending.reason().to_owned());
        let ending = ending.map(|outcome| if ends == begins { outcome } else { !outcome });
        let mut terms = if ending.is_some() { Vec::new() } else { self.terms(&end) };
        if ends != begins {
            terms.iter_mut().for_each(|term| term.centi = -term.centi);
        }
        let deed = Deed::of(value, ending, gain, before);
        let deed = deed.or_else(|| self.exchange(place, &names).filter(|_| is_settled));
        Variation { names, records, value, wdl, depth, deed, ending, end_name, terms }
    }

    /// What a line wins or loses in pieces, and by what.
    fn gain(&mut self, place: &GamePosition, names: &[String]) -> Option<(Gain, Option<Motif>)> {
        let exchanges = self.exchanges(place, names);
        let gain = material::gain(&exchanges)?;
        let motif = self.motif(place, names, &exchanges, &gain);
        Some((gain, motif))
    }

    /// A line with further moves: until nothing is taken next, or, where the end is forced,
    /// until the game is over. The result is for the side to move at the end. `false` if the
    /// search was stopped before that.
    fn played_out(
        &mut self,
        place: &GamePosition,
        mut names: Vec<String>,
        value: Value,
        searches: &Searches,
    ) -> (Vec<String>, Option<Outcome>, bool) {
        for _ in 0..SETTLINGS {
            let end = place.after(&names);
            if !self.go_to(&end) {
                break;
            }
            let to_end = match value {
                Value::End(plies) => (plies.unsigned_abs() as usize).saturating_sub(names.len()),
                Value::Centi(_) => 0,
            };
            let depth = SETTLING_DEPTH.max((to_end + BEYOND_END).min(MAX_DEPTH) as u16);
            let found = self.settling_search(&end, depth, searches);
            let Some(info) = found.lines.into_iter().next() else {
                let is_settled = found.finished.is_some();
                return (names, found.finished, is_settled);
            };
            let next = info.pv.len().min(material::LULL);
            let mut longer = names.clone();
            longer.extend_from_slice(&info.pv[..next]);
            let exchanges = self.exchanges(place, &longer);
            let is_at_rest = exchanges
                .iter()
                .skip(names.len())
                .all(|one| exchanges.get(names.len()) == Some(one));
            match value {
                Value::End(_) => names.extend(info.pv),
                Value::Centi(_) if is_at_rest => break,
                Value::Centi(_) => names = longer,
            }
        }
        let mut ending = None;
        let end = place.after(&names);
        if self.go_to(&end) && self.at(&end).legal_moves().is_empty() {
            ending = self.settling_search(&end, 1, searches).finished;
        }
        (names, ending, true)
    }

    /// The search at the end of a line that says what follows.
    fn settling_search(&mut self, end: &GamePosition, depth: u16, searches: &Searches) -> Analysis {
        let deadline = self.deadline.take();
        let nodes = if deadline.is_some() { FEW_SETTLING_NODES } else { SETTLING_NODES };
        let limits = GoLimits { depth: Some(depth), nodes: Some(nodes), ..GoLimits::default() };
        let found = self.search(end, &limits, searches, |_| ());
        self.deadline = deadline;
        found
    }

    /// The pieces won and lost by the side that begins a line, before its first move and after
    /// each one; empty where more pieces mean nothing.
    pub(super) fn exchanges(
        &mut self,
        place: &GamePosition,
        names: &[String],
    ) -> Vec<LineExchange> {
        let game = self.at(place);
        let side = game.side();
        let Some(before) = PieceTally::of_game(game) else { return Vec::new() };
        let mut exchanges = vec![before.since(&before, side)];
        for plies in 1..=names.len() {
            let now = PieceTally::of_game(self.at(&place.after(&names[..plies])));
            exchanges.extend(now.map(|now| now.since(&before, side)));
        }
        exchanges
    }

    fn takes(&mut self, place: &GamePosition, names: &[String]) -> bool {
        self.exchanges(place, names).last().is_some_and(|one| one.value() != 0)
    }

    /// The terms of the evaluation, and a network beside them, for the side to move in
    /// a position; empty where nothing is evaluated.
    fn terms(&mut self, place: &GamePosition) -> Vec<Term> {
        let Some(evaluation) = self.terms else { return Vec::new() };
        let game = self.at(place);
        let Value::Centi(whole) = game.static_eval() else { return Vec::new() };
        let Ok(terms) = evaluation.terms(&game.position()) else { return Vec::new() };
        let sign = if game.side() == Side::First { 1.0 } else { -1.0 };
        let terms = evaluation.groups().iter().chain([&REST]).zip(terms);
        let mut terms: Vec<Term> =
            terms.map(|(group, centi)| Term { group, centi: sign * centi }).collect();
        terms.retain(|term| term.group != &REST || term.centi != 0.0);
        if game.network_shape().is_some() {
            let sum: f64 = terms.iter().map(|term| term.centi).sum();
            terms.push(Term { group: &NETWORK, centi: f64::from(whole) - sum });
        }
        terms
    }

    /// The moves of a line from a position, as people are shown them, up to the first that is not
    /// legal.
    fn forms(&mut self, place: &GamePosition, names: &[String]) -> Vec<String> {
        let mut forms = Vec::new();
        for (plies, name) in names.iter().enumerate() {
            let legal = self.at(&place.after(&names[..plies])).legal_moves();
            let Some(m) = legal.into_iter().find(|m| m.name == *name) else { break };
            forms.push((self.form)(&m).to_owned());
        }
        forms
    }
}
