//! The searches that explain a position.

use super::deed::Deed;
use super::facts::{Explanation, OtherMove, Preference, Reasons, Term, Variation};
use super::material::{self, Exchange, Material};
use crate::engine::{
    Analysis, Analyst, GameEntry, GoLimits, LegalMove, LinearEvaluation, PositionError, SearchInfo,
    Value, WrittenPosition,
};
use crate::epd::Epd;
use crate::games::{Outcome, Side, TextError};
use crate::search::{Bound, Settings};
use crate::study::{Effort, Line, Refusal, Searches};
use anyhow::{Result, anyhow};

/// The plies by which all moves but the best are searched less deep at first.
const FIRST_LOOK: u16 = 3;
/// The least depth of the other searches in plies, unless the limit is less.
const LEAST_DEPTH: u16 = 8;
/// The search at the end of a line that says whether something hangs: its depth in plies,
/// and its nodes.
const SETTLING_DEPTH: u16 = 8;
const SETTLING_NODES: u64 = 20_000;
/// The most searches at the ends of a line. A line that is not settled then is left as it is.
const SETTLINGS: usize = 8;
/// The depth of a search for the end of a forced line, beyond its plies.
const BEYOND_END: usize = 2;
/// The deepest search in plies.
const MAX_DEPTH: usize = 240;
/// Moves that are explained because the search preferred them at first; the last ones.
const MOST_PREFERRED: usize = 1;

/// Explains positions of a game.
pub(crate) struct Explorer {
    pub(super) analyst: Analyst,
    terms: Option<Box<dyn LinearEvaluation>>,
    pub(super) limits: GoLimits,
    /// How many moves are explained beside the best, and moves that are explained anyway.
    pub(super) lines: usize,
    pub(super) wanted: Vec<String>,
    /// The notation in which people are shown moves.
    form: fn(&LegalMove) -> &str,
    place: Place,
}

/// A position, with a move to be explained in any case.
pub(crate) struct Question<'a> {
    /// The first position of the game, the usual one if `None`, and the moves since.
    pub(crate) start: Option<&'a str>,
    pub(crate) moves: &'a [&'a str],
    /// The move as the protocol has it.
    pub(crate) wanted: &'a str,
    /// Those of the search for the best move.
    pub(crate) limits: GoLimits,
    /// The most moves that are explained beside the best one.
    pub(crate) lines: usize,
}

/// The position that is explained: its text, and moves.
#[derive(Clone, Default)]
struct Place {
    start: Option<String>,
    moves: Vec<String>,
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
        let analyst = Analyst::new(entry, mib, Settings::default());
        let mut analyst = analyst.map_err(|_| anyhow!("no memory for --hash {mib}"))?;
        for (name, value) in game_options {
            analyst.set_option(name, value);
        }
        let (terms, limits) = (entry.evaluation(), GoLimits::default());
        let (wanted, place) = (Vec::new(), Place::default());
        Ok(Explorer { analyst, terms, limits, lines: 0, wanted, form, place })
    }

    /// Explains the position of a question. `None` if the game is over.
    ///
    /// # Errors
    /// If there is no such position, or the search was stopped.
    pub(crate) fn answer(
        &mut self,
        question: Question<'_>,
        searches: &Searches,
    ) -> Result<Option<Reasons>, Refusal> {
        let Question { start, moves, wanted, limits, lines } = question;
        self.analyst.set_position(start, moves).map_err(|error| {
            let (PositionError::Move { error, .. } | PositionError::Start(error)) = error;
            Refusal::NoPosition(error)
        })?;
        let moves = moves.iter().map(|&name| name.to_owned()).collect();
        self.place = Place { start: start.map(str::to_owned), moves };
        (self.limits, self.lines) = (limits, lines);
        self.analyst.forget();
        Ok(self.reasons(&[wanted.to_owned()], searches)?.ok())
    }

    /// Explains the position that a line describes.
    ///
    /// # Errors
    /// If the line describes none, or the search was stopped.
    pub(super) fn explain(
        &mut self,
        line: &Line,
        searches: &Searches,
    ) -> Result<Explanation, Refusal> {
        let id = self.set_up(&line.text).map_err(Refusal::NoPosition)?;
        self.analyst.forget();
        let game = self.analyst.game();
        let (number, position, side) = (line.number, game.position(), game.side());
        let wanted: Vec<&str> = self.wanted.iter().map(String::as_str).collect();
        let (wanted, error) = game.read_moves(&wanted);
        if let Some(PositionError::Move { error, .. } | PositionError::Start(error)) = error {
            return Err(Refusal::NoMove(error));
        }
        let verdict = self.reasons(&wanted, searches)?;
        Ok(Explanation { number, id, position, side, verdict })
    }

    /// Sets up a position of the protocol, or of EPD. Returns the `id` of EPD, if there is
    /// one.
    fn set_up(&mut self, text: &str) -> Result<Option<String>, TextError> {
        let first = self.set_up_written(text);
        first.map(|()| None).or_else(|error| {
            let epd = Epd::of(text);
            self.set_up_written(&epd.position).map_err(|_| error)?;
            Ok(epd.operand("id").map(str::to_owned))
        })
    }

    fn set_up_written(&mut self, text: &str) -> Result<(), TextError> {
        let written = WrittenPosition::of(text);
        written.set_up(|start, moves| self.analyst.set_position(start, moves))?;
        let moves = written.moves.iter().map(|&word| word.to_owned()).collect();
        self.place = Place { start: written.start.map(str::to_owned), moves };
        Ok(())
    }

    fn reasons(
        &mut self,
        wanted: &[String],
        searches: &Searches,
    ) -> Result<Result<Reasons, Outcome>, Refusal> {
        let (found, mut preferences) = self.watched_search(searches)?;
        let mut effort = Effort::of(&found.lines);
        let Some(mut best) = found.lines.into_iter().next() else {
            return Ok(Err(found.finished.unwrap_or(Outcome::Drawn)));
        };
        // A search that has found a win ends early; what the others lose to may be deeper.
        let least = self.limits.depth.map_or(LEAST_DEPTH, |depth| depth.min(LEAST_DEPTH));
        let depth = best.depth.max(least);
        let mut others = Vec::new();
        for name in self.analyst.game().legal_moves().into_iter().map(|m| m.name) {
            let known = others.iter().chain([&best]);
            // A move that was the best until another proved better has its score.
            if known.into_iter().any(|info: &SearchInfo| info.pv.first() == Some(&name)) {
                continue;
            }
            let less = depth.saturating_sub(FIRST_LOOK).max(1);
            let mut info = self.search_alone(&name, less, searches, &mut effort)?;
            if info.value.order() > best.value.order() {
                info = self.search_alone(&name, depth, searches, &mut effort)?;
            }
            others.push(self.worse(info, &mut best, &mut preferences));
        }
        // The first of equal moves stays the first.
        others.sort_by_key(|info| std::cmp::Reverse(info.value.order()));
        let chosen = self.chosen(&others, wanted, &preferences);
        let (chosen, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|info| chosen.contains(&info.pv[0]));
        let mut explained = Vec::new();
        for info in chosen {
            let info = self.search_alone(&info.pv[0], depth, searches, &mut effort)?;
            explained.push(self.worse(info, &mut best, &mut preferences));
        }
        explained.sort_by_key(|info| std::cmp::Reverse(info.value.order()));
        let mut rejected = Vec::new();
        for info in explained {
            rejected.push(self.variation(info, searches)?);
        }
        let best = self.variation(best, searches)?;
        let reply = self.tempting_reply(&best, depth, searches, &mut effort)?;
        self.go_to(&[]);
        let others = others.iter().map(|info| self.other(info)).collect();
        let threat = self.threat(depth, searches, &mut effort)?;
        self.go_to(&[]);
        let (static_eval, terms) = (self.analyst.game().static_eval(), self.terms());
        let side = self.analyst.game().side();
        let balance = self.material().map(|material| material.balance(side));
        Ok(Ok(Reasons {
            best,
            rejected,
            others,
            reply,
            threat,
            preferences,
            balance,
            static_eval,
            terms,
            effort,
        }))
    }

    /// The worse of a move and the best one so far; the better one is the best from now on.
    fn worse(
        &mut self,
        mut info: SearchInfo,
        best: &mut SearchInfo,
        preferences: &mut Vec<Preference>,
    ) -> SearchInfo {
        if info.value.order() > best.value.order() {
            std::mem::swap(&mut info, best);
            preferences.push(self.preference(best));
        }
        info
    }

    /// The search of the position, and the moves that it preferred.
    fn watched_search(
        &mut self,
        searches: &Searches,
    ) -> Result<(Analysis, Vec<Preference>), Refusal> {
        let mut iterations: Vec<SearchInfo> = Vec::new();
        let limits = self.limits.clone();
        let found = self.search(&limits, searches, |info| {
            if info.bound == Bound::Exact {
                iterations.retain(|earlier| earlier.depth < info.depth);
                iterations.push(info.clone());
            }
        })?;
        iterations.dedup_by(|next, earlier| next.pv.first() == earlier.pv.first());
        let preferences = iterations.iter().map(|info| self.preference(info)).collect();
        Ok((found, preferences))
    }

    fn preference(&mut self, info: &SearchInfo) -> Preference {
        let records = self.forms(&info.pv);
        Preference { depth: info.depth, names: info.pv.clone(), records, value: info.value }
    }

    /// The moves that are explained: those that the user asks for, the next best one, one
    /// that the search preferred at first, and more of the next best.
    fn chosen(
        &self,
        others: &[SearchInfo],
        wanted: &[String],
        preferences: &[Preference],
    ) -> Vec<String> {
        let names = others.iter().map(|info| &info.pv[0]);
        let mut chosen: Vec<String> =
            names.clone().filter(|name| wanted.contains(name)).cloned().collect();
        let most = self.lines.max(chosen.len());
        let preferred = preferences.iter().rev().filter_map(|early| early.names.first());
        let preferred = preferred.filter(|&name| names.clone().any(|other| other == name));
        let next_best = names.clone().take(1);
        for name in next_best.chain(preferred.take(MOST_PREFERRED)).chain(names.clone()) {
            if chosen.len() < most && !chosen.contains(name) {
                chosen.push(name.clone());
            }
        }
        chosen
    }

    fn other(&mut self, info: &SearchInfo) -> OtherMove {
        let record = self.forms(&info.pv[..1]).pop();
        let (names, points) = (info.pv.clone(), info.wdl.points());
        OtherMove { names, record: record.unwrap_or_default(), points }
    }

    /// What the other side would do if this one passed.
    fn threat(
        &mut self,
        depth: u16,
        searches: &Searches,
        effort: &mut Effort,
    ) -> Result<Option<Variation>, Refusal> {
        self.go_to(&[]);
        if !self.analyst.pass() {
            return Ok(None);
        }
        let passed = Place { start: Some(self.analyst.game().position()), moves: Vec::new() };
        self.at(passed, |explorer| explorer.threat_here(depth, searches, effort))
    }

    /// Does some work at the position after a move.
    pub(super) fn below<T>(&mut self, name: &str, work: impl FnOnce(&mut Explorer) -> T) -> T {
        let Place { start, mut moves } = self.place.clone();
        moves.push(name.to_owned());
        self.at(Place { start, moves }, work)
    }

    /// Does some work at another position.
    fn at<T>(&mut self, place: Place, work: impl FnOnce(&mut Explorer) -> T) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let done = work(self);
        self.place = before;
        done
    }

    fn threat_here(
        &mut self,
        depth: u16,
        searches: &Searches,
        effort: &mut Effort,
    ) -> Result<Option<Variation>, Refusal> {
        // A position that is not one of the game's has no threat to show.
        if !self.go_to(&[]) {
            return Ok(None);
        }
        let found = self.search(&self.limits_of(depth), searches, |_| ())?;
        effort.add(Effort::of(&found.lines));
        let Some(info) = found.lines.into_iter().next() else { return Ok(None) };
        self.variation(info, searches).map(Some)
    }

    /// The search of one move, to this depth.
    pub(super) fn search_alone(
        &mut self,
        name: &str,
        depth: u16,
        searches: &Searches,
        effort: &mut Effort,
    ) -> Result<SearchInfo, Refusal> {
        self.go_to(&[]);
        let limits = GoLimits { moves: vec![name.to_owned()], ..self.limits_of(depth) };
        let found = self.search(&limits, searches, |_| ())?;
        effort.add(Effort::of(&found.lines));
        // A legal move has a line.
        found.lines.into_iter().next().ok_or(Refusal::Stopped)
    }

    /// The limits of a search to a depth. The nodes remain limited, if they are.
    pub(super) fn limits_of(&self, depth: u16) -> GoLimits {
        GoLimits { depth: Some(depth), move_time: None, ..self.limits.clone() }
    }

    /// Plays a line out, from the position that is explained.
    pub(super) fn variation(
        &mut self,
        info: SearchInfo,
        searches: &Searches,
    ) -> Result<Variation, Refusal> {
        let SearchInfo { value, wdl, depth, pv, .. } = info;
        self.go_to(&[]);
        let before = self.analyst.game().static_eval();
        let (names, ending) = self.played_out(pv, value, searches)?;
        let gain = material::gain(&self.exchanges(&names));
        let records = self.forms(&names);
        let begins = self.analyst.game().side();
        self.go_to(&names);
        let ends = self.analyst.game().side();
        let ending = ending.map(|outcome| match outcome {
            Outcome::Won if ends != begins => Outcome::Lost,
            Outcome::Lost if ends != begins => Outcome::Won,
            same => same,
        });
        let mut terms = if ending.is_some() { Vec::new() } else { self.terms() };
        if ends != begins {
            terms.iter_mut().for_each(|term| term.centi = -term.centi);
        }
        let deed = Deed::of(value, ending, gain, before);
        Ok(Variation { names, records, value, wdl, depth, deed, ending, terms })
    }

    /// A line with further moves: until nothing is taken next, or, where the end is forced,
    /// until the game is over. The result is for the side to move at the end.
    fn played_out(
        &mut self,
        mut names: Vec<String>,
        value: Value,
        searches: &Searches,
    ) -> Result<(Vec<String>, Option<Outcome>), Refusal> {
        for _ in 0..SETTLINGS {
            if !self.go_to(&names) {
                break;
            }
            let to_end = match value {
                Value::End(plies) => (plies.unsigned_abs() as usize).saturating_sub(names.len()),
                Value::Centi(_) => 0,
            };
            let depth = SETTLING_DEPTH.max((to_end + BEYOND_END).min(MAX_DEPTH) as u16);
            let limits =
                GoLimits { depth: Some(depth), nodes: Some(SETTLING_NODES), ..GoLimits::default() };
            let found = self.search(&limits, searches, |_| ())?;
            let Some(info) = found.lines.into_iter().next() else {
                return Ok((names, found.finished));
            };
            let next = info.pv.len().min(material::LULL);
            let mut longer = names.clone();
            longer.extend_from_slice(&info.pv[..next]);
            let exchanges = self.exchanges(&longer);
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
        if self.go_to(&names) && self.analyst.game().legal_moves().is_empty() {
            ending = self.search(&self.limits_of(1), searches, |_| ())?.finished;
        }
        Ok((names, ending))
    }

    /// What the side that begins a line has won and lost before its first move and after
    /// each one; empty where more pieces mean nothing.
    pub(super) fn exchanges(&mut self, names: &[String]) -> Vec<Exchange> {
        self.go_to(&[]);
        let side = self.analyst.game().side();
        let Some(before) = self.material() else { return Vec::new() };
        let mut exchanges = vec![before.since(&before, side)];
        for plies in 1..=names.len() {
            self.go_to(&names[..plies]);
            exchanges.extend(self.material().map(|now| now.since(&before, side)));
        }
        exchanges
    }

    /// The pieces of the position; `None` where their numbers mean nothing.
    pub(super) fn material(&self) -> Option<Material> {
        let picture = self.analyst.game().picture()?;
        (!picture.shape.kinds.is_empty()).then(|| Material::of(&picture))
    }

    /// What the terms of the evaluation, and a network beside them, give the side to move in
    /// the position; empty where nothing is evaluated.
    fn terms(&self) -> Vec<Term> {
        let game = self.analyst.game();
        let Some(evaluation) = &self.terms else { return Vec::new() };
        let Value::Centi(whole) = game.static_eval() else { return Vec::new() };
        let Ok(terms) = evaluation.terms(&game.position()) else { return Vec::new() };
        let sign = if game.side() == Side::First { 1.0 } else { -1.0 };
        let terms = evaluation.groups().iter().zip(terms);
        let mut terms: Vec<Term> =
            terms.map(|(group, centi)| Term { name: group.name, centi: sign * centi }).collect();
        if game.network_shape().is_some() {
            let sum: f64 = terms.iter().map(|term| term.centi).sum();
            terms.push(Term { name: "the network", centi: f64::from(whole) - sum });
        }
        terms
    }

    /// The moves of a line from the position that is explained, as people are shown them, up
    /// to the first that is not legal.
    fn forms(&mut self, names: &[String]) -> Vec<String> {
        let mut forms = Vec::new();
        for (plies, name) in names.iter().enumerate() {
            self.go_to(&names[..plies]);
            let legal = self.analyst.game().legal_moves();
            let Some(m) = legal.into_iter().find(|m| m.name == *name) else { break };
            forms.push((self.form)(&m).to_owned());
        }
        self.go_to(&[]);
        forms
    }

    /// Goes on from the position that is explained. Returns whether the moves are legal.
    pub(super) fn go_to(&mut self, names: &[String]) -> bool {
        let moves = self.place.moves.iter().chain(names).map(String::as_str);
        let moves: Vec<&str> = moves.collect();
        self.analyst.set_position(self.place.start.as_deref(), &moves).is_ok()
    }

    pub(super) fn search(
        &mut self,
        limits: &GoLimits,
        searches: &Searches,
        report: impl FnMut(&SearchInfo),
    ) -> Result<Analysis, Refusal> {
        let control = searches.begin();
        // Without a thread nothing can be searched any more.
        let found = self.analyst.search(limits, &control, report).map_err(|_| Refusal::Stopped)?;
        if control.is_stopped() { Err(Refusal::Stopped) } else { Ok(found) }
    }
}
