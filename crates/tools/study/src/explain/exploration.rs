//! The searches that explain a position, from which all facts come.

#[cfg(test)]
pub(super) mod tests;

use super::effect::Effect;
use super::facts::{ExplanationPart, Heading, OtherMove, Preference, Reasons, Variation};
use super::material::{self, PieceTally};
use super::motif::{exchange, motif};
use super::positions::{after, after_pass, exchanges, strengths};
use crate::shared::{self, PositionLine, Refusal, SearchEffort, Searches};
use plyglot_core::game::{EndName, Outcome, Wdl};
use plyglot_core::search::{Bound, Settings};
use plyglot_engine::{
    Analysis, Analyst, ChosenGame, Ending, Engine, GoLimits, LegalMove, MoveText, PositionError,
    Referee, SearchInfo, Value,
};
use plyglot_support::instant::Instant;
use std::cmp::Reverse;
use std::io;
use std::rc::Rc;
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

/// The searches for one explanation. When it ends, the analyst has its position again.
pub(crate) struct Exploration<'e> {
    pub(super) analyst: &'e mut Analyst,
    /// The position that is set up.
    pub(super) start: Rc<dyn Engine>,
    /// They end the search that runs, and all that begin.
    pub(super) searches: &'e Searches,
    /// Those of all searches together, or of each.
    pub(super) limits: &'e GoLimits,
    /// When the searches end; `None` if nothing limits their time.
    pub(super) deadline: Option<Instant>,
    pub(super) effort: SearchEffort,
    form: fn(&LegalMove) -> &str,
    report: Option<&'e mut dyn FnMut(ExplainEvent<'_>)>,
}

pub(super) enum ExplainEvent<'a> {
    Note(String),
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
    pub(super) best: SearchInfo,
    pub(super) depth: u16,
    pub(super) others: Vec<SearchInfo>,
    /// The depth to which all of them were.
    pub(super) others_depth: u16,
    /// Whether that is enough to compare them.
    pub(super) is_compared: bool,
    pub(super) preferences: Vec<Preference>,
}

impl MoveComparison {
    fn new(best: SearchInfo) -> MoveComparison {
        MoveComparison {
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

/// Searches of a game with `mib` MiB of memory, for explanations.
pub(crate) fn analyst(game: &ChosenGame, mib: usize) -> io::Result<Analyst> {
    // Each search has its time to the last: nothing is sent anywhere.
    let settings = Settings { overhead: Duration::ZERO, ..Settings::default() };
    Analyst::for_game(game, mib, settings)
}

/// Sets up the position that a line describes, with nothing known from earlier searches.
pub(crate) fn set_up(analyst: &mut Analyst, line: &PositionLine) -> Result<Heading, Refusal> {
    let id = shared::set_position(analyst, &line.text).map_err(Refusal::NoPosition)?;
    analyst.forget();
    let game = analyst.game();
    Ok(Heading { number: line.number, id, position: game.position(), side: game.side() })
}

impl Drop for Exploration<'_> {
    fn drop(&mut self) {
        self.analyst.game_mut().follow_game(&*self.start);
    }
}

impl<'e> Exploration<'e> {
    /// An exploration of the position that is set up, which writes moves in the notation `form`.
    pub(crate) fn new(
        analyst: &'e mut Analyst,
        searches: &'e Searches,
        limits: &'e GoLimits,
        form: fn(&LegalMove) -> &str,
    ) -> Exploration<'e> {
        let start = Rc::from(analyst.game().copy());
        let deadline = None;
        let effort = SearchEffort::default();
        let report = None;
        Exploration { analyst, start, searches, limits, deadline, effort, form, report }
    }

    /// The same, which reports what it does and each part as soon as it is known.
    pub(super) fn reported(
        mut self,
        report: &'e mut dyn FnMut(ExplainEvent<'_>),
    ) -> Exploration<'e> {
        self.report = Some(report);
        self
    }
}

impl Exploration<'_> {
    pub(super) fn report(&mut self, event: ExplainEvent<'_>) {
        if let Some(report) = &mut self.report {
            report(event);
        }
    }

    pub(super) fn check_running(&self) -> Result<(), Refusal> {
        if self.searches.is_over() { Err(Refusal::Stopped) } else { Ok(()) }
    }

    /// The reasons for the best move and against others, these and as many more as `lines` says; or
    /// the result for the side to move, if the game is over. If the search was stopped, the results
    /// so far are there.
    pub(super) fn verdict(
        &mut self,
        wanted: &[String],
        lines: usize,
    ) -> Result<Result<Reasons, Outcome>, Refusal> {
        let start = Rc::clone(&self.start);
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
        let (wanted, error) = start.read_moves(&wanted);
        if let Some(PositionError::Move { error, .. } | PositionError::Start(error)) = error {
            return Err(Refusal::NoMove(error));
        }
        match self.outcome(&*start) {
            Some(outcome) => Ok(Err(outcome)),
            None => self.reasons(&wanted, lines).map(Ok),
        }
    }

    /// The reasons for the best move of the position that is set up and against others: these moves, as
    /// the protocol has them, and as many more as `lines` says.
    pub(crate) fn reasons(&mut self, wanted: &[String], lines: usize) -> Result<Reasons, Refusal> {
        self.deadline = self.limits.move_time.map(|time| Instant::now() + time.mul_f64(SEARCHES));
        let mut comparison =
            self.within(FIRST_SEARCH, |exploration| exploration.watched_search())?;
        self.within(OTHERS, |exploration| exploration.look_at_others(&mut comparison));
        let chosen = chosen(&comparison, wanted, lines);
        self.within(EXPLAINED, |exploration| exploration.deepen(&mut comparison, &chosen));
        let mut reasons = self.known(&comparison);
        let MoveComparison { depth, others, .. } = comparison;
        self.effort.depth = reasons.best.depth;
        let best = reasons.best.clone();
        let start = Rc::clone(&self.start);
        let game = &*start;
        let passed = after_pass(game);
        self.within(THREAT, |exploration| match passed {
            Ok(passed) => reasons.threat = exploration.search_threat(&*passed, depth),
            Err(why) => {
                reasons.no_pass = Some(why);
                reasons.win_at_once = exploration.win_at_once(game);
            }
        });
        let taken = exchanges(game, &best.names[..1]);
        // What takes something, or wins by force, needs no other reason.
        if best.effect.is_none() && taken.last().is_none_or(|taken| taken.value() == 0) {
            reasons.idea = self.within(IDEA, |exploration| {
                let below = after(game, &best.names[..1]);
                reasons.replies_left = Some(below.legal_move_count());
                let passed = after_pass(&*below).ok()?;
                exploration.search_threat(&*passed, depth)
            });
        }
        self.report(ExplainEvent::Part(ExplanationPart::Best, &reasons));
        reasons.reply =
            self.within(REPLY, |exploration| exploration.tempting_reply(game, &best, depth));
        self.report(ExplainEvent::Part(ExplanationPart::Reply, &reasons));
        reasons.others.retain(|other| !chosen.contains(&other.line[0]));
        let explained = others.into_iter().filter(|info| chosen.contains(&info.pv[0]));
        for (i, info) in explained.enumerate() {
            let line = self.variation(game, info);
            reasons.rejected.push(line);
            self.report(ExplainEvent::Part(ExplanationPart::Rejected(i), &reasons));
        }
        self.report(ExplainEvent::Part(ExplanationPart::Others, &reasons));
        reasons.effort = self.effort;
        reasons.is_whole = !self.searches.is_over();
        Ok(reasons)
    }

    /// The reasons known from the best move of the position that is set up.
    pub(super) fn known_of(&mut self, best: &SearchInfo) -> Reasons {
        self.known(&MoveComparison::new(best.clone()))
    }

    /// The reasons known from comparing the moves. `others` are all but the best.
    fn known(&mut self, comparison: &MoveComparison) -> Reasons {
        let start = Rc::clone(&self.start);
        let game = &*start;
        let best = self.variation(game, comparison.best.clone());
        let others = comparison.others.iter().map(|info| self.other(info)).collect();
        let side = game.side();
        let balance = PieceTally::from_game(game).map(|material| material.balance(side));
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
            static_eval: game.static_eval(),
            strengths: strengths(game),
            effort: self.effort,
            is_whole: false,
        }
    }

    fn deepen(&mut self, comparison: &mut MoveComparison, chosen: &[String]) {
        for (i, name) in chosen.iter().enumerate() {
            // It may be the best one now.
            let Some(found) = comparison.others.iter().position(|info| info.pv[0] == *name) else {
                continue;
            };
            self.report(ExplainEvent::Note(format!("why not {name}")));
            self.search_deeper(comparison, found, 1.0 / (chosen.len() - i) as f64);
        }
        comparison.sort();
    }

    fn watched_search(&mut self) -> Result<MoveComparison, Refusal> {
        let start = Rc::clone(&self.start);
        let mut iterations: Vec<SearchInfo> = Vec::new();
        let mut report = self.report.take();
        let mut found = self.search(&*start, self.limits, |info| {
            if info.bound == Bound::Exact && !info.pv.is_empty() {
                iterations.retain(|earlier| earlier.depth < info.depth);
                iterations.push(info.clone());
                if let Some(report) = &mut report {
                    let note = format!("the best move to depth {}", info.depth);
                    report(ExplainEvent::Note(note));
                }
            }
        });
        self.report = report;
        if found.lines.is_empty() && !self.searches.is_over() {
            // However little time there is, one ply is searched.
            found = self.settling_search(&*start, 1);
        }
        let best = found.lines.into_iter().next().ok_or(Refusal::Stopped)?;
        iterations.dedup_by(|next, earlier| next.pv.first() == earlier.pv.first());
        let preferences = iterations.iter().map(|info| self.preference(info)).collect();
        // A search that has found a win ends early; what the others lose to may be deeper.
        let min_depth = self.limits.depth.map_or(MIN_DEPTH, |depth| depth.min(MIN_DEPTH));
        let depth = best.depth.max(min_depth);
        Ok(MoveComparison { depth, preferences, ..MoveComparison::new(best) })
    }

    fn other(&self, info: &SearchInfo) -> OtherMove {
        let SearchInfo { depth, wdl, pv, .. } = info;
        let record = self.written(&*self.start, &pv[..1]).pop().unwrap_or_default();
        OtherMove { record, depth: *depth, points: wdl.points(), line: pv.clone() }
    }

    pub(super) fn preference(&self, info: &SearchInfo) -> Preference {
        let SearchInfo { depth, value, pv, .. } = info;
        let records = self.written(&*self.start, pv);
        Preference { depth: *depth, line: pv.clone(), records, value: *value }
    }

    fn written(&self, game: &dyn MoveText, names: &[String]) -> Vec<String> {
        let legal = game.legal_line(names, None);
        legal.iter().map(|m| (self.form)(m).to_owned()).collect()
    }

    pub(super) fn variation(&mut self, game: &dyn Engine, info: SearchInfo) -> Variation {
        let SearchInfo { mut value, mut wdl, depth, pv, .. } = info;
        let before = game.static_eval();
        let PlayedLine { mut names, mut ending, mut is_settled } = self.played_out(game, pv, value);
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
        let exchanges = exchanges(game, &names);
        // Pieces that hang at the end may be worth more than the gain.
        let gain = material::gain(&exchanges).filter(|_| is_settled);
        let motif = gain.as_ref().and_then(|gain| motif(game, &names, &exchanges, gain));
        let records = self.written(game, &names);
        let begins = game.side();
        let end = after(game, &names);
        let ends = end.side();
        let result = end.result().filter(|_| ending.is_some());
        let end_name = result
            .map(|over| over.ending)
            .filter(|ending| *ending != Ending::Position(EndName::default()))
            .map(|ending| ending.reason());
        let ending = ending.map(|outcome| if ends == begins { outcome } else { !outcome });
        let mut strengths = if ending.is_some() { Vec::new() } else { strengths(&*end) };
        if ends != begins {
            strengths.iter_mut().for_each(|strength| strength.centi = -strength.centi);
        }
        let effect = Effect::new(value, ending, gain, motif, before);
        let effect = effect.or_else(|| exchange(game, &names).filter(|_| is_settled));
        Variation { names, records, value, wdl, depth, effect, ending, end_name, strengths }
    }

    /// A line with further moves: until nothing is taken next, or, where the end is forced,
    /// until the game is over.
    fn played_out(
        &mut self,
        game: &dyn Engine,
        mut names: Vec<String>,
        value: Value,
    ) -> PlayedLine {
        for _ in 0..MAX_SETTLINGS {
            let end = after(game, &names);
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
            let exchanges = exchanges(game, &longer);
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
        let ending = self.outcome(&*after(game, &names));
        PlayedLine { names, ending, is_settled: true }
    }

    /// The result for the side to move, if it has no move.
    fn outcome(&mut self, game: &dyn Referee) -> Option<Outcome> {
        if game.legal_move_count() > 0 {
            return None;
        }
        self.settling_search(game, 1).finished
    }

    /// A small search that has its time in any case, as at the end of a line.
    pub(super) fn settling_search(&mut self, end: &dyn Referee, depth: u16) -> Analysis {
        let deadline = self.deadline.take();
        let max_nodes = if deadline.is_some() { FEW_SETTLING_NODES } else { SETTLING_NODES };
        let nodes =
            self.limits.nodes.map_or(max_nodes, |nodes| nodes.clamp(FEW_SETTLING_NODES, max_nodes));
        let limits = GoLimits { depth: Some(depth), nodes: Some(nodes), ..GoLimits::default() };
        let found = self.search(end, &limits, |_| ());
        self.deadline = deadline;
        found
    }
}

/// The moves that are explained: those that the user asks for, the next best one, one
/// that the search preferred at first, and more of the next best. Moves that
/// were hardly searched are explained only if the user asks for them.
fn chosen(comparison: &MoveComparison, wanted: &[String], lines: usize) -> Vec<String> {
    let names: Vec<&String> = comparison.others.iter().map(|info| &info.pv[0]).collect();
    let mut chosen: Vec<String> =
        names.iter().copied().filter(|name| wanted.contains(name)).cloned().collect();
    let max_chosen = lines.max(chosen.len());
    let preferred: Vec<&String> = comparison
        .preferences
        .iter()
        .rev()
        .filter_map(|early| early.line.first())
        .filter(|name| names.contains(name))
        .take(MAX_PREFERRED)
        .collect();
    for &name in names.iter().take(1).chain(&preferred).chain(&names) {
        if comparison.is_compared && chosen.len() < max_chosen && !chosen.contains(name) {
            chosen.push(name.clone());
        }
    }
    chosen
}
