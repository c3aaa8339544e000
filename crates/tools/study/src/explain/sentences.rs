//! The facts in words.

use super::effect::Effect;
use super::facts::{ExplanationPart, NoPass, Reasons, Variation, WinAtOnce};
use crate::shared::{NOTABLE, chance, ended, lost_points};
use plyglot_core::game::{Side, Strength, Wdl};
use plyglot_engine::Value;
use plyglot_support::text::{capitalised, counted, list};
use serde::Serialize;
use std::cmp::Reverse;

/// A move that is better than all others by this share of a point is the only good one.
const ONLY_MOVE_MARGIN: f64 = 0.15;
/// Moves whose shares differ by less are equally good.
const EQUAL_MARGIN: f64 = 0.01;
/// A move that costs more than this is much weaker, one that costs less than [`NOTABLE`] a little.
const MUCH_WEAKER_COST: f64 = 0.15;
/// The plies after which a threat has won something.
const MAX_THREAT_PLIES: usize = 5;
/// The plies that are shown of a line in which nothing is won or lost, and of one to the end of
/// the game if it is longer than this.
const MAX_SHOWN_PLIES: usize = 6;
const MAX_SHOWN_TO_END: usize = 13;
/// What a strength must be worth to be named, in centi-units; the maximum number of a side.
const NOTABLE_CENTI: i32 = 20;
const MAX_STRENGTHS: usize = 2;
const MAX_EQUAL_MOVES: usize = 4;

/// A sentence with the lines that show that it is true.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sentence {
    pub text: String,
    /// Whether the lines begin with a move of the other side, after a pass.
    #[serde(rename = "after_pass")]
    pub(super) is_after_pass: bool,
    /// The moves, as the protocol has them; none if the sentence is about the position
    /// itself.
    pub(super) lines: Vec<Vec<String>>,
}

impl Sentence {
    fn new(text: String, lines: &[&[String]]) -> Sentence {
        let lines = lines.iter().map(|line| line.to_vec()).collect();
        Sentence { text, is_after_pass: false, lines }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub name: String,
    pub(crate) is_you: bool,
}

impl Person {
    /// The sides of a game by their names, that of the side to move first.
    pub(super) fn sides(names: [&str; 2], side: Side) -> [Person; 2] {
        [side, !side].map(|side| Person { name: names[side].into(), is_you: false })
    }

    fn does(&self, verb: &str) -> String {
        let ending = if self.is_you { "" } else { "s" };
        format!("{} {verb}{ending}", capitalised(&self.name))
    }

    fn has(&self) -> String {
        format!("{} {}", capitalised(&self.name), if self.is_you { "have" } else { "has" })
    }

    fn possessive(&self) -> String {
        if self.is_you { "your".to_owned() } else { format!("{}'s", self.name) }
    }
}

/// The sentences on a position if the user asked about one move, which comes first.
/// `people` are the side to move and the other one.
pub(crate) fn sentences_about(
    mut reasons: Reasons,
    wanted: &str,
    people: &[Person; 2],
) -> Vec<String> {
    let index =
        reasons.rejected.iter().position(|line| line.names.first().is_some_and(|m| m == wanted));
    let Some(index) = index else {
        return sentences(&reasons, people).into_iter().map(|one| one.text).collect();
    };
    let numbers = numbers(&reasons);
    // It is explained as if it were the only one, and the others as if it were not there.
    let asked = reasons.rejected.remove(index);
    let others = std::mem::replace(&mut reasons.rejected, vec![asked]);
    let first =
        rejected_at(0, &reasons).unwrap_or_else(|| about_as_good(&[reasons.rejected[0].first()]));
    reasons.rejected = others;
    let mut sentences = vec![first];
    for part in parts(&reasons).filter(|part| *part != ExplanationPart::Others) {
        sentences.extend(sentences_of(part, &reasons, people));
    }
    sentences.extend(about_position(&reasons, people).into_iter().flatten());
    sentences.push(numbers);
    sentences.into_iter().map(|sentence| sentence.text).collect()
}

/// All that is said of a position. `people` are the side to move and the other one.
pub(super) fn sentences(reasons: &Reasons, people: &[Person; 2]) -> Vec<Sentence> {
    parts(reasons).flat_map(|part| sentences_of(part, reasons, people)).collect()
}

fn parts(reasons: &Reasons) -> impl Iterator<Item = ExplanationPart> {
    [ExplanationPart::Best, ExplanationPart::Reply]
        .into_iter()
        .chain((0..reasons.rejected.len()).map(ExplanationPart::Rejected))
        .chain([ExplanationPart::Others])
}

/// A part of what is said of a position. It does not change when later parts are known.
pub(super) fn sentences_of(
    part: ExplanationPart,
    reasons: &Reasons,
    people: &[Person; 2],
) -> Vec<Sentence> {
    let sentences = match part {
        ExplanationPart::Best => {
            let threat = threat(reasons, &people[1]);
            let best = [Some(best(reasons, &people[1])), idea(reasons), only(reasons)];
            // Who wins something need not look at threats first.
            let (first, last) = if wins(&reasons.best) { (None, threat) } else { (threat, None) };
            [first].into_iter().chain(best).chain([last]).collect()
        }
        ExplanationPart::Reply => {
            vec![reasons.reply.as_ref().map(|line| reply(line, &reasons.best))]
        }
        ExplanationPart::Rejected(i) => vec![rejected_at(i, reasons)],
        ExplanationPart::Others => {
            about_position(reasons, people).into_iter().chain([Some(numbers(reasons))]).collect()
        }
    };
    sentences.into_iter().flatten().collect()
}

/// Everything except the expected points, once all moves are known.
fn about_position(reasons: &Reasons, people: &[Person; 2]) -> [Option<Sentence>; 3] {
    let own = &people[0];
    [equal(reasons, own), balance(reasons, own), favours(reasons, people)]
}

/// The other side's threat, if it is one: its best line after a pass, which costs much.
fn real_threat(reasons: &Reasons) -> Option<&Variation> {
    let line = reasons.threat.as_ref()?;
    let cost = reasons.best.expected_points() - (1.0 - line.expected_points());
    if wins_by_force(line) || cost >= NOTABLE { Some(line) } else { None }
}

fn wins_by_force(line: &Variation) -> bool {
    matches!(line.value, Value::End(plies) if plies > 0)
}

fn wins(line: &Variation) -> bool {
    line.effect.as_ref().is_some_and(Effect::is_gain)
}

/// The win that a line threatens; `None` if it comes too late to be a threat.
fn threatened(line: &Variation) -> Option<&Effect> {
    let effect = line.effect.as_ref().filter(|effect| effect.is_gain())?;
    match effect {
        Effect::Pieces { gain, .. } if gain.plies > MAX_THREAT_PLIES => None,
        _ => Some(effect),
    }
}

fn threat(reasons: &Reasons, other: &Person) -> Option<Sentence> {
    if let Some(WinAtOnce { line, lines }) = &reasons.win_at_once {
        let text = format!("{} to win at once: {}", other.does("threaten"), moves(line));
        let lines: Vec<&[String]> = lines.iter().map(|line| &line[..]).collect();
        return Some(Sentence::new(ended(text), &lines));
    }
    let line = real_threat(reasons)?;
    let text = match threatened(line) {
        Some(effect) => {
            format!("{} to {}: {}", other.does("threaten"), effect.infinitive(), moves(line))
        }
        // Who wins something need not care.
        None if wins(&reasons.best) => return None,
        None => {
            let first = line.first();
            format!("{} would like to play {first}: {}", capitalised(&other.name), moves(line))
        }
    };
    Some(Sentence { text: ended(text), is_after_pass: true, lines: vec![line.names.clone()] })
}

/// What the other side threatens or, if that is nothing, what it would play; or why this cannot be
/// known.
pub(super) fn threat_in_any_case(reasons: &Reasons, [own, other]: &[Person; 2]) -> String {
    if let Some(sentence) = threat(reasons, other) {
        return sentence.text;
    }
    ended(match (&reasons.threat, reasons.no_pass) {
        (Some(line), _) if real_threat(reasons).is_none() => {
            format!("{} no threat; after a pass it would play {}", other.has(), moves(line))
        }
        (Some(line), _) => format!("After a pass, {} would play {}", other.name, moves(line)),
        (None, Some(NoPass::Check)) => {
            format!("No pass can show a threat, as {} is in check", own.name)
        }
        (None, Some(NoPass::Move)) => "No pass can show a threat, as a pass is a move here".into(),
        (None, Some(NoPass::Decided)) => "No pass can show a threat, as the game is decided".into(),
        (None, Some(NoPass::Rules)) => {
            "No pass can show a threat, as passing might be better than any move".into()
        }
        (None, None) => format!("{} no move after a pass", other.has()),
    })
}

fn best(reasons: &Reasons, other: &Person) -> Sentence {
    let best = &reasons.best;
    let is_lost = matches!(best.value, Value::End(plies) if plies <= 0);
    let all_lose =
        is_lost && reasons.is_compared && reasons.points().all(|points| points < EQUAL_MARGIN);
    let what = match &best.effect {
        Some(effect) if all_lose && !reasons.is_only_move() => {
            format!("holds out longest, but {}", effect.brief())
        }
        Some(effect) if effect.is_loss() => format!("is best, but {}", effect.brief()),
        _ if meets(best, reasons) => "is best and meets the threat".to_owned(),
        Some(effect) => format!("is best and {}", effect.brief()),
        None => match reasons.replies_left {
            Some(1) => format!("is best and leaves {} only one move", other.name),
            Some(2) => format!("is best and leaves {} only two moves", other.name),
            Some(3) => format!("is best and leaves {} only three moves", other.name),
            _ => "is best".to_owned(),
        },
    };
    let text = format!("{} {what}{}", best.first(), shown(best));
    Sentence::new(ended(text), &[&best.names])
}

/// Whether there is a threat to win something that a line does not allow.
fn meets(line: &Variation, reasons: &Reasons) -> bool {
    let threat = real_threat(reasons).and_then(threatened);
    line.is_even() && (threat.is_some() || reasons.win_at_once.is_some())
}

fn idea(reasons: &Reasons) -> Option<Sentence> {
    let line = reasons.idea.as_ref()?;
    let gain = line.expected_points() - reasons.best.expected_points();
    let effect = threatened(line)?;
    if !wins_by_force(line) && gain < NOTABLE {
        return None;
    }
    let first = reasons.best.first();
    let text = format!("{first} threatens to {}: {}", effect.infinitive(), moves(line));
    Some(Sentence::new(ended(text), &[&reasons.best.names]))
}

fn only(reasons: &Reasons) -> Option<Sentence> {
    if !reasons.is_compared {
        return None;
    }
    if reasons.is_only_move() {
        return Some(Sentence::new("It is the only legal move.".to_owned(), &[]));
    }
    let (points, next) = reasons
        .rejected
        .iter()
        .map(|line| (line.expected_points(), &line.names[..]))
        .chain(reasons.others.iter().map(|other| (other.points, &other.line[..])))
        .reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    if reasons.best.expected_points() - points < ONLY_MOVE_MARGIN {
        return None;
    }
    let text = "It is the only good move.".to_owned();
    Some(Sentence::new(text, &[&reasons.best.names, next]))
}

fn reply(line: &Variation, best: &Variation) -> Sentence {
    // It may win no more than it takes back.
    let loss = line.effect.as_ref().filter(|effect| effect.missed().is_none());
    let what = loss.map_or("is weak".to_owned(), Effect::third_person);
    let better = best.records.get(1).map_or("", String::as_str);
    let first = best.first();
    let moves = moves(line);
    let text = format!(
        "After {first} the obvious reply {} {what}; {better} is better: {moves}",
        line.first()
    );
    let after_best: Vec<String> = best.names.iter().take(1).chain(&line.names).cloned().collect();
    Sentence::new(ended(text), &[&after_best, &best.names])
}

/// The moves that are as good as the best one with nothing else to say about them.
fn equal(reasons: &Reasons, own: &Person) -> Option<Sentence> {
    if !reasons.is_compared || reasons.best.value.order().0 != 0 {
        return None;
    }
    let points = reasons.best.expected_points();
    let mut names = Vec::new();
    let mut lines = Vec::new();
    for (i, line) in reasons.rejected.iter().enumerate() {
        if rejected_at(i, reasons).is_none() {
            names.push(line.first());
            lines.push(line.names.clone());
        }
    }
    for other in reasons.others.iter().filter(|other| points - other.points < EQUAL_MARGIN) {
        names.push(&other.record);
        lines.push(other.line.clone());
    }
    if names.is_empty() {
        return None;
    }
    let lowest = reasons.points().fold(points, f64::min);
    let sentence = if points < EQUAL_MARGIN || lowest > 1.0 - EQUAL_MARGIN {
        let is = if own.is_you { "are" } else { "is" };
        let how = if points < EQUAL_MARGIN { "lost" } else { "winning" };
        let text = format!("{} {is} {how} with every move.", capitalised(&own.name));
        Sentence::new(text, &[])
    } else {
        about_as_good(&names)
    };
    Some(Sentence { lines, ..sentence })
}

fn about_as_good(names: &[&str]) -> Sentence {
    let text = match names {
        [one] => format!("{one} is about as good."),
        many if many.len() > MAX_EQUAL_MOVES => {
            let count = many.len();
            format!("{count} other moves are about as good, such as {}.", list(&many[..2]))
        }
        many => format!("{} are about as good.", list(many)),
    };
    Sentence::new(text, &[])
}

/// What the best move has done, as in `is hard to find`, and what is wrong with the first rejected
/// one.
pub(super) fn merit(what: &str, reasons: &Reasons) -> Option<Sentence> {
    let wrong = rejected_at(0, reasons)?;
    Some(Sentence { text: format!("{} {what}; {}", reasons.best.first(), wrong.text), ..wrong })
}

/// What is wrong with the rejected move of this number; `None` if nothing is.
pub(super) fn rejected_at(i: usize, reasons: &Reasons) -> Option<Sentence> {
    let line = &reasons.rejected[i];
    let best = &reasons.best;
    let fault = fault(line, reasons)?;
    let before = i.checked_sub(1).and_then(|i| self::fault(&reasons.rejected[i], reasons));
    let is_known = before.is_some_and(|before| before.parts == fault.parts);
    let wrong = match (fault.was_preferred, is_known) {
        (false, true) => "likewise".to_owned(),
        (false, false) => list(&fault.parts),
        (true, _) => format!("looks good at first, but {}", list(&fault.parts)),
    };
    let mut text = ended(format!("{} {wrong}{}", line.first(), shown(line)));
    if fault.is_vague && best.is_even() {
        text += &differences(line, best);
    }
    Some(Sentence::new(text, &[&line.names, &best.names]))
}

struct MoveFault {
    /// As in `g4 loses a pawn`.
    parts: Vec<String>,
    /// Whether the search preferred the move to the best one at first.
    was_preferred: bool,
    /// Whether all that is known is that it is weaker.
    is_vague: bool,
}

/// What is wrong with a move; `None` if nothing is.
fn fault(line: &Variation, reasons: &Reasons) -> Option<MoveFault> {
    let best = &reasons.best;
    let cost = lost_points(best.wdl, line.wdl);
    let degree = degree(line, cost);
    let mut parts = Vec::new();
    let mut is_vague = false;
    let is_gain = wins(line);
    let was_preferred =
        reasons.preferences.iter().any(|early| early.line.first() == line.names.first());
    if cost >= NOTABLE && allows_threat(line, reasons) {
        parts.push("does not meet the threat".to_owned());
    }
    match (&line.effect, missed(line, reasons)) {
        (Some(effect), Some(_)) if is_gain && effect.is_like(best.effect.as_ref()) => {
            parts.push(effect.brief_only());
        }
        (Some(effect), Some(missed)) if is_gain => {
            parts.push(format!("{}, but {missed}", effect.brief()));
        }
        (Some(effect), None) if is_gain => {
            let too = if effect.is_like(best.effect.as_ref()) { ", too" } else { "" };
            let but = if cost < EQUAL_MARGIN { String::new() } else { format!(", but {degree}") };
            parts.push(format!("{}{too}{but}", effect.brief()));
        }
        (None | Some(Effect::Exchange { .. }), None) if cost < EQUAL_MARGIN => return None,
        (None, None) if line.wdl == Wdl::DRAW => parts.push("only draws".to_owned()),
        (effect, missed) => {
            is_vague = line.is_even() && missed.is_none();
            if let Some(effect) = effect {
                let is_all = missed.is_none();
                parts.push(if is_all { effect.third_person() } else { effect.brief() });
            }
            parts.extend(missed);
            if is_vague {
                parts.push(degree);
            }
        }
    }
    Some(MoveFault { parts, was_preferred: was_preferred && cost >= NOTABLE && !is_gain, is_vague })
}

/// How much weaker a line is that costs so much. In games that count points, a certain loss is by so
/// many.
fn degree(line: &Variation, cost: f64) -> String {
    let lost = line.value.points().filter(|points| *points < 0 && cost >= NOTABLE);
    match (lost, cost) {
        (Some(points), _) => format!("loses by {}", counted(-points, "point")),
        (None, cost) if cost < NOTABLE => "is a little weaker".to_owned(),
        (None, cost) if cost < MUCH_WEAKER_COST => "is weaker".to_owned(),
        _ => "is much weaker".to_owned(),
    }
}

/// What the best move wins and a line misses; in short if a line before it wins or loses something
/// else and also misses it.
fn missed(line: &Variation, reasons: &Reasons) -> Option<String> {
    let missed = misses(line, &reasons.best)?;
    let is_known = reasons
        .rejected
        .iter()
        .take_while(|other| other.names != line.names)
        .any(|other| misses(other, &reasons.best).is_some());
    Some(if is_known && line.effect.is_some() { "misses that, too".to_owned() } else { missed })
}

fn misses(line: &Variation, best: &Variation) -> Option<String> {
    let is_lost = matches!(line.value, Value::End(plies) if plies <= 0);
    let own = line.effect.as_ref().map_or(0, Effect::value);
    let missed = best.effect.as_ref().map_or(0, Effect::value);
    if is_lost || lost_points(best.wdl, line.wdl) < EQUAL_MARGIN || own >= missed {
        return None;
    }
    best.effect.as_ref()?.missed()
}

/// Whether the other side carries out its threat in a line.
fn allows_threat(line: &Variation, reasons: &Reasons) -> bool {
    let Some(threat) = real_threat(reasons) else { return false };
    let first = threat.names.first();
    first.is_some() && line.names.get(1) == first && threatened(threat).is_some()
}

/// In what a line ends worse than another one.
fn differences(line: &Variation, best: &Variation) -> String {
    let mut more = Vec::new();
    for (own, best) in line.strengths.iter().zip(&best.strengths) {
        more.push(Strength { centi: own.centi - best.centi, ..*own });
    }
    let [_, worse] = notable(more);
    if worse.is_empty() {
        return String::new();
    }
    format!(" It ends worse than {} in {}.", best.first(), list(&worse))
}

fn balance(reasons: &Reasons, own: &Person) -> Option<Sentence> {
    let is = if own.is_you { "are" } else { "is" };
    let name = capitalised(&own.name);
    let text = match reasons.balance.as_ref()? {
        [None, None] => return None,
        [Some(more), None] => format!("{name} {is} {more} ahead."),
        [None, Some(less)] => format!("{name} {is} {less} behind."),
        [Some(more), Some(less)] => format!("{} {more} for {less}.", own.has()),
    };
    Some(Sentence::new(text, &[]))
}

/// The non-material factors in each side's favour, where the pieces are even and nothing is won.
fn favours(reasons: &Reasons, [own, other]: &[Person; 2]) -> Option<Sentence> {
    let is_quiet = reasons.best.is_even() && real_threat(reasons).is_none();
    if !is_quiet || reasons.balance.iter().flatten().any(Option::is_some) {
        return None;
    }
    let [for_own, for_other] = notable(reasons.strengths.clone());
    let mut parts = Vec::new();
    parts.extend(favour(own, &for_own));
    parts.extend(favour(other, &for_other));
    if parts.is_empty() {
        return None;
    }
    Some(Sentence::new(ended(capitalised(&parts.join("; "))), &[]))
}

fn favour(person: &Person, strengths: &[String]) -> Option<String> {
    if strengths.is_empty() {
        return None;
    }
    Some(format!("in {} favour: {}", person.possessive(), list(strengths)))
}

/// The notable strengths of the side, and of the other one, the greatest first.
fn notable(mut strengths: Vec<Strength>) -> [Vec<String>; 2] {
    strengths.sort_by_key(|strength| Reverse(strength.centi.abs()));
    [1, -1].map(|sign| {
        strengths
            .iter()
            .filter(|strength| sign * strength.centi >= NOTABLE_CENTI)
            .take(MAX_STRENGTHS)
            .map(|strength| strength.name.to_owned())
            .collect()
    })
}

fn numbers(reasons: &Reasons) -> Sentence {
    let best = reasons.best.expected_points();
    let mut parts = vec![format!("{} {}", reasons.best.first(), chance(best))];
    for line in &reasons.rejected {
        // A search that is less deep may have found more than the best move is worth.
        let points = line.expected_points().min(best);
        parts.push(format!("{} {}", line.first(), chance(points)));
    }
    if reasons.is_compared && !reasons.others.is_empty() {
        let mut bounds = [best, 0.0];
        for other in &reasons.others {
            bounds[0] = other.points.min(bounds[0]);
            bounds[1] = other.points.min(best).max(bounds[1]);
        }
        let [min, max] = bounds.map(chance);
        let range =
            if min == max { max } else { format!("{} to {max}", min.trim_end_matches(" %")) };
        parts.push(match &reasons.others[..] {
            [one] => format!("{} {range}", one.record),
            many => format!("the other {} moves {range}", many.len()),
        });
    }
    Sentence::new(format!("Expected points: {}.", list(&parts)), &[])
}

/// The moves of a line behind a colon, if there is anything to see. A single move has been named.
fn shown(line: &Variation) -> String {
    match &line.end_name {
        _ if line.records.len() > 1 => format!(": {}", moves(line)),
        Some(end) => format!(": {end}"),
        None => String::new(),
    }
}

/// The moves of a line that show what it achieves, and how it ends.
fn moves(line: &Variation) -> String {
    let whole = line.records.len();
    let needed = match &line.effect {
        Some(Effect::End { .. } | Effect::Draw) if whole <= MAX_SHOWN_TO_END => whole,
        Some(Effect::Pieces { gain, .. }) => gain.plies,
        _ => MAX_SHOWN_PLIES,
    };
    let shown = needed.clamp(2.min(whole), whole);
    let end = line.end_name.as_ref().filter(|_| shown == whole);
    let end = end.map_or(String::new(), |name| format!(", {name}"));
    let dots = if shown == whole { "" } else { " ..." };
    format!("{}{end}{dots}", line.records[..shown].join(" "))
}
