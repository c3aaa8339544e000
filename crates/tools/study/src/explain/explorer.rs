//! The searches that explain a position.

#[cfg(test)]
mod tests;

use super::effect::Effect;
use super::facts::{Explanation, ExplanationPart, Heading, Reasons, SearchedLine, Variation};
use super::material::{self, PieceTally};
use super::motif::{exchange, motif};
use super::place::{after, after_pass, exchanges, strengths};
use crate::shared::{self, PositionLine, Refusal, SearchEffort, Searches};
use anyhow::Result;
use plyglot_core::game::{Outcome, Wdl};
use plyglot_core::search::{Bound, Settings};
use plyglot_engine::{
    Analysis, Analyst, ChosenGame, Ending, Engine, GoLimits, LegalMove, MoveText, PositionError,
    Referee, SearchInfo, Value,
};
use plyglot_support::instant::Instant;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

/// The minimum depth of the other searches in plies, unless the limit is less. A threat that was not
/// searched so deep for lack of time is left out.
pub(super) const MIN_DEPTH: u16 = 8;
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
/// The nodes of each where time is limited, and the least of each where nodes are. They are searched
/// even when time is up: without them, it is not known what a line wins.
const FEW_SETTLING_NODES: u64 = 2_000;
/// The share of the time that the other searches have.
const SEARCHES: f64 = 0.9;
/// The maximum number of searches at the ends of a line. A line that is not settled then is left as it is.
const MAX_SETTLINGS: usize = 8;
/// The depth of a search for the end of a forced line, beyond its plies.
const BEYOND_END: usize = 2;
const MAX_DEPTH: usize = 240;
/// Moves that are explained because the search preferred them at first; the last ones.
const MAX_PREFERRED: usize = 1;
const DRAW: Value = Value::Centi(0);

pub(crate) struct Explorer {
    pub(crate) analyst: Analyst,
    pub(crate) limits: GoLimits,
    /// They end the search that runs, and all that begin.
    pub(crate) searches: Arc<Searches>,
    /// When the searches end; `None` if nothing limits their time.
    pub(super) deadline: Option<Instant>,
    pub(super) effort: SearchEffort,
    /// How many moves are explained beside the best, and moves that are explained anyway.
    pub(crate) lines: usize,
    pub(super) wanted: Vec<String>,
    form: fn(&LegalMove) -> &str,
}

pub(super) enum ExplainEvent<'a> {
    Note(String),
    Heading(&'a Heading),
    /// A part that is known now, with all before it.
    Part(ExplanationPart, &'a Reasons),
}

struct PlayedLine {
    names: Vec<String>,
    /// For the side to move at the end.
    ending: Option<Outcome>,
    /// `false` if the search was stopped before that.
    is_settled: bool,
}

pub(super) struct MoveComparison {
    pub(super) place: Box<dyn Engine>,
    pub(super) best: SearchInfo,
    pub(super) depth: u16,
    pub(super) others: Vec<SearchInfo>,
    /// The depth to which all of them were.
    pub(super) others_depth: u16,
    /// Whether that is enough to compare them.
    pub(super) is_compared: bool,
    pub(super) preferences: Vec<SearchedLine>,
}

impl MoveComparison {
    fn of_best_alone(place: Box<dyn Engine>, best: SearchInfo) -> MoveComparison {
        MoveComparison {
            place,
            depth: best.depth,
            best,
            others: Vec::new(),
            others_depth: 0,
            is_compared: false,
            preferences: Vec::new(),
        }
    }

    /// The first of equal moves stays the first.
    pub(super) fn sort(&mut self) {
        self.others.sort_by_key(|info| Reverse(info.value.order()));
    }
}

impl Explorer {
    /// An explorer of a game with `mib` MiB of memory, which writes moves in the notation `form`.
    pub(crate) fn new(
        game: &ChosenGame,
        mib: usize,
        form: fn(&LegalMove) -> &str,
    ) -> Result<Explorer> {
        // Each search has its time to the last: nothing is sent anywhere.
        let settings = Settings { overhead: Duration::ZERO, ..Settings::default() };
        let analyst = shared::analyst(game, mib, settings)?;
        Ok(Explorer {
            analyst,
            limits: GoLimits::default(),
            searches: Arc::default(),
            deadline: None,
            effort: SearchEffort::default(),
            lines: 0,
            wanted: Vec::new(),
            form,
        })
    }

    /// A search of the position that is set up, for at most this number of lines. Unlike the searches
    /// for an explanation, it has all the time of its limits.
    pub(crate) fn lines(
        &mut self,
        limits: &GoLimits,
        lines: usize,
        report: impl FnMut(&SearchInfo),
    ) -> Result<Analysis, Refusal> {
        self.analyst.settings_mut().multi_pv = lines;
        let control = self.searches.begin();
        let found = self.analyst.search(limits, &control, report);
        self.analyst.settings_mut().multi_pv = 1;
        if control.is_stopped() { Err(Refusal::Stopped) } else { Ok(found) }
    }

    pub(super) fn check_running(&self) -> Result<(), Refusal> {
        if self.searches.is_over() { Err(Refusal::Stopped) } else { Ok(()) }
    }

    /// Sets up the position of a text, of which `searches` follow. Returns the `id` of EPD, if there
    /// is one.
    pub(crate) fn set_up(
        &mut self,
        text: &str,
        searches: &Arc<Searches>,
    ) -> Result<Option<String>, Refusal> {
        self.searches = Arc::clone(searches);
        let found = shared::place(&mut self.analyst, text);
        let id = found.map_err(Refusal::NoPosition)?;
        self.analyst.forget();
        Ok(id)
    }

    /// The reasons for and against a move of a position, as the protocol has it, in this time.
    pub(crate) fn explain_move(
        &mut self,
        place: &dyn Engine,
        wanted: &str,
        time: Duration,
        searches: &Arc<Searches>,
    ) -> Result<Reasons, Refusal> {
        self.searches = Arc::clone(searches);
        self.limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
        self.analyst.forget();
        self.reasons(place.copy(), &[wanted.to_owned()], &mut |_| ())
    }

    /// Explains the position that a line describes. `tell` gets each part as soon as it is known.
    /// If the search was stopped, the results so far are there.
    pub(super) fn explain(
        &mut self,
        line: &PositionLine,
        searches: &Arc<Searches>,
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) -> Result<Explanation, Refusal> {
        let id = self.set_up(&line.text, searches)?;
        let game = self.analyst.game().copy();
        let wanted: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        let (wanted, error) = game.read_moves(&wanted);
        if let Some(PositionError::Move { error, .. } | PositionError::Start(error)) = error {
            return Err(Refusal::NoMove(error));
        }
        let heading =
            Heading { number: line.number, id, position: game.position(), side: game.side() };
        if let Some(outcome) = self.outcome(&*game) {
            tell(ExplainEvent::Heading(&heading));
            return Ok(Explanation { heading, verdict: Err(outcome) });
        }
        let mut is_told = false;
        let reasons = self.reasons(game, &wanted, &mut |news| {
            if matches!(news, ExplainEvent::Part(..)) && !std::mem::replace(&mut is_told, true) {
                tell(ExplainEvent::Heading(&heading));
            }
            tell(news);
        })?;
        Ok(Explanation { heading, verdict: Ok(reasons) })
    }

    fn reasons(
        &mut self,
        place: Box<dyn Engine>,
        wanted: &[String],
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) -> Result<Reasons, Refusal> {
        self.effort = SearchEffort::default();
        self.deadline = self.limits.move_time.map(|time| Instant::now() + time.mul_f64(SEARCHES));
        let mut comparison =
            self.within(FIRST_SEARCH, |explorer| explorer.watched_search(place, tell))?;
        self.within(OTHERS, |explorer| explorer.look_at_others(&mut comparison, tell));
        let chosen = self.chosen(&comparison, wanted);
        self.within(EXPLAINED, |explorer| explorer.deepen(&mut comparison, &chosen, tell));
        let mut reasons = self.known(&comparison);
        let MoveComparison { place, depth, others, .. } = comparison;
        self.effort.depth = reasons.best.depth;
        let best = reasons.best.clone();
        let place = &*place;
        let passed = after_pass(place);
        self.within(THREAT, |explorer| match passed {
            Ok(passed) => reasons.threat = explorer.search_threat(&*passed, depth),
            Err(why) => {
                reasons.no_pass = Some(why);
                reasons.win_at_once = explorer.win_at_once(place);
            }
        });
        let taken = exchanges(place, &best.names[..1]);
        // What takes something, or wins by force, needs no other reason.
        if best.effect.is_none() && taken.last().is_none_or(|taken| taken.value() == 0) {
            reasons.idea = self.within(IDEA, |explorer| {
                let below = after(place, &best.names[..1]);
                reasons.replies_left = Some(below.legal_move_count());
                let passed = after_pass(&*below).ok()?;
                explorer.search_threat(&*passed, depth)
            });
        }
        tell(ExplainEvent::Part(ExplanationPart::Best, &reasons));
        reasons.reply = self.within(REPLY, |explorer| explorer.tempting_reply(place, &best, depth));
        tell(ExplainEvent::Part(ExplanationPart::Reply, &reasons));
        let (explained, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|info| chosen.contains(&info.pv[0]));
        reasons.others = others.iter().map(|info| self.recorded(place, info, 1)).collect();
        for (i, info) in explained.into_iter().enumerate() {
            let line = self.variation(place, info);
            reasons.rejected.push(line);
            tell(ExplainEvent::Part(ExplanationPart::Rejected(i), &reasons));
        }
        tell(ExplainEvent::Part(ExplanationPart::Others, &reasons));
        reasons.effort = self.effort;
        reasons.is_whole = !self.searches.is_over();
        Ok(reasons)
    }

    /// The reasons known from the best move alone.
    pub(super) fn known_of(&mut self, place: &dyn Engine, best: &SearchInfo) -> Reasons {
        self.known(&MoveComparison::of_best_alone(place.copy(), best.clone()))
    }

    /// The reasons known from comparing the moves. `others` are all but the best.
    fn known(&mut self, comparison: &MoveComparison) -> Reasons {
        let place = &*comparison.place;
        let best = self.variation(place, comparison.best.clone());
        let others = comparison.others.iter().map(|info| self.recorded(place, info, 1)).collect();
        let side = place.side();
        let balance = PieceTally::of_game(place).map(|material| material.balance(side));
        Reasons {
            best,
            rejected: Vec::new(),
            others,
            others_depth: comparison.others_depth,
            is_compared: comparison.is_compared,
            reply: None,
            threat: None,
            no_pass: None,
            win_at_once: None,
            idea: None,
            replies_left: None,
            preferences: comparison.preferences.clone(),
            balance,
            static_eval: place.static_eval(),
            strengths: strengths(place),
            effort: self.effort,
            is_whole: false,
        }
    }

    fn deepen(
        &mut self,
        comparison: &mut MoveComparison,
        chosen: &[String],
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) {
        for (i, name) in chosen.iter().enumerate() {
            // It may be the best one now.
            let Some(found) = comparison.others.iter().position(|info| info.pv[0] == *name) else {
                continue;
            };
            tell(ExplainEvent::Note(format!("why not {name}")));
            self.search_deeper(comparison, found, 1.0 / (chosen.len() - i) as f64);
        }
        comparison.sort();
    }

    fn watched_search(
        &mut self,
        place: Box<dyn Engine>,
        tell: &mut dyn FnMut(ExplainEvent<'_>),
    ) -> Result<MoveComparison, Refusal> {
        let mut iterations: Vec<SearchInfo> = Vec::new();
        let limits = self.limits.clone();
        let mut found = self.search(&*place, &limits, |info| {
            if info.bound == Bound::Exact && !info.pv.is_empty() {
                iterations.retain(|earlier| earlier.depth < info.depth);
                iterations.push(info.clone());
                tell(ExplainEvent::Note(format!("the best move to depth {}", info.depth)));
            }
        });
        if found.lines.is_empty() && !self.searches.is_over() {
            // However little time there is, one ply is searched.
            found = self.settling_search(&*place, 1);
        }
        let best = found.lines.into_iter().next().ok_or(Refusal::Stopped)?;
        iterations.dedup_by(|next, earlier| next.pv.first() == earlier.pv.first());
        let preferences =
            iterations.iter().map(|info| self.recorded(&*place, info, info.pv.len())).collect();
        // A search that has found a win ends early; what the others lose to may be deeper.
        let least = self.limits.depth.map_or(MIN_DEPTH, |depth| depth.min(MIN_DEPTH));
        let depth = best.depth.max(least);
        Ok(MoveComparison { depth, preferences, ..MoveComparison::of_best_alone(place, best) })
    }

    pub(super) fn recorded(
        &self,
        place: &dyn MoveText,
        info: &SearchInfo,
        plies: usize,
    ) -> SearchedLine {
        let records = self.written(place, &info.pv[..plies]);
        SearchedLine { records, info: info.clone() }
    }

    fn written(&self, place: &dyn MoveText, names: &[String]) -> Vec<String> {
        let legal = place.legal_line(names, None);
        legal.iter().map(|m| (self.form)(m).to_owned()).collect()
    }

    /// The moves that are explained: those that the user asks for, the next best one, one
    /// that the search preferred at first, and more of the next best. Moves that
    /// were hardly searched are explained only if the user asks for them.
    fn chosen(&self, comparison: &MoveComparison, wanted: &[String]) -> Vec<String> {
        let names: Vec<&String> = comparison.others.iter().map(|info| &info.pv[0]).collect();
        let mut chosen: Vec<String> =
            names.iter().copied().filter(|name| wanted.contains(name)).cloned().collect();
        let most = self.lines.max(chosen.len());
        let preferred: Vec<&String> = comparison
            .preferences
            .iter()
            .rev()
            .filter_map(|early| early.info.pv.first())
            .filter(|name| names.contains(name))
            .take(MAX_PREFERRED)
            .collect();
        for &name in names.iter().take(1).chain(&preferred).chain(&names) {
            if comparison.is_compared && chosen.len() < most && !chosen.contains(name) {
                chosen.push(name.clone());
            }
        }
        chosen
    }

    pub(super) fn variation(&mut self, place: &dyn Engine, info: SearchInfo) -> Variation {
        let SearchInfo { mut value, mut wdl, depth, pv, .. } = info;
        let before = place.static_eval();
        let PlayedLine { mut names, mut ending, mut is_settled } =
            self.played_out(place, pv, value);
        if ending == Some(Outcome::Drawn) && value != DRAW {
            // A search that ends before the draw takes it for a quiet position. The line is that of
            // the score; a move that ends the game has no other line.
            if names.len() > 1 {
                names.pop();
                ending = None;
                is_settled = false;
            } else {
                value = DRAW;
                wdl = Wdl::DRAW;
            }
        }
        let exchanges = exchanges(place, &names);
        // Pieces that hang at the end may be worth more than the gain.
        let gain = material::gain(&exchanges).filter(|_| is_settled);
        let gain = gain.map(|gain| {
            let motif = motif(place, &names, &exchanges, &gain);
            (gain, motif)
        });
        let records = self.written(place, &names);
        let begins = place.side();
        let end = after(place, &names);
        let ends = end.side();
        let result = end.result().filter(|_| ending.is_some());
        let end_name = result
            .map(|over| over.ending)
            .filter(|ending| *ending != Ending::Position(String::new()))
            .map(|ending| ending.reason().to_owned());
        let ending = ending.map(|outcome| if ends == begins { outcome } else { !outcome });
        let mut strengths = if ending.is_some() { Vec::new() } else { strengths(&*end) };
        if ends != begins {
            strengths.iter_mut().for_each(|strength| strength.centi = -strength.centi);
        }
        let effect = Effect::of(value, ending, gain, before);
        let effect = effect.or_else(|| exchange(place, &names).filter(|_| is_settled));
        Variation { names, records, value, wdl, depth, effect, ending, end_name, strengths }
    }

    /// A line with further moves: until nothing is taken next, or, where the end is forced,
    /// until the game is over.
    fn played_out(
        &mut self,
        place: &dyn Engine,
        mut names: Vec<String>,
        value: Value,
    ) -> PlayedLine {
        for _ in 0..MAX_SETTLINGS {
            let end = after(place, &names);
            let to_end = match value {
                Value::End(plies) => (plies.unsigned_abs() as usize).saturating_sub(names.len()),
                Value::Centi(_) => 0,
            };
            let depth = SETTLING_DEPTH.max((to_end + BEYOND_END).min(MAX_DEPTH) as u16);
            let found = self.settling_search(&*end, depth);
            let Some(info) = found.lines.into_iter().next() else {
                let is_settled = found.finished.is_some();
                return PlayedLine { names, ending: found.finished, is_settled };
            };
            let next = info.pv.len().min(material::QUIET_PLIES);
            let mut longer = names.clone();
            longer.extend_from_slice(&info.pv[..next]);
            let exchanges = exchanges(place, &longer);
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
        let ending = self.outcome(&*after(place, &names));
        PlayedLine { names, ending, is_settled: true }
    }

    /// The result for the side to move, if it has no move.
    fn outcome(&mut self, place: &dyn Referee) -> Option<Outcome> {
        let is_over = place.legal_move_count() == 0;
        is_over.then(|| self.settling_search(place, 1).finished).flatten()
    }

    /// A small search that has its time in any case, as at the end of a line.
    pub(super) fn settling_search(&mut self, end: &dyn Referee, depth: u16) -> Analysis {
        let deadline = self.deadline.take();
        let most = if deadline.is_some() { FEW_SETTLING_NODES } else { SETTLING_NODES };
        let nodes = self.limits.nodes.map_or(most, |nodes| nodes.clamp(FEW_SETTLING_NODES, most));
        let limits = GoLimits { depth: Some(depth), nodes: Some(nodes), ..GoLimits::default() };
        let found = self.search(end, &limits, |_| ());
        self.deadline = deadline;
        found
    }
}
