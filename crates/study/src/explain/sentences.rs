//! The facts in words.

use super::deed::Deed;
use super::facts::{OtherMove, Part, Preference, Reasons, Term, Variation};
use super::material::list;
use crate::shared::{NOTABLE, chance, ended, lost_points, score};
use plyglot_core::game::{Side, Wdl};
use plyglot_engine::{GameEntry, Value};

/// A move that is better than all others by this share of a point is the only good one.
const ONLY: f64 = 0.15;
/// Moves whose shares differ by less are equally good.
const EQUAL: f64 = 0.01;
/// The plies that are shown of a line in which nothing is won or lost.
const SHOWN: usize = 6;
/// A term that means something, in centi-units; the most terms that are named.
const NOTABLE_CENTI: f64 = 5.0;
const MOST_TERMS: usize = 4;
/// The most moves that are named as equally good.
const MOST_EQUAL: usize = 4;

/// The most changes of mind that are mentioned one by one.
const MOST_CHANGES: usize = 3;

/// A sentence with the lines that show that it is true.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// Whether the lines begin with a move of the other side, after a pass.
    pub(super) is_after_pass: bool,
    /// The moves, as the protocol has them; none if the sentence is about the position
    /// itself.
    pub(super) lines: Vec<Vec<String>>,
}

impl Sentence {
    fn of(text: String, lines: &[&[String]]) -> Sentence {
        let lines = lines.iter().map(|line| line.to_vec()).collect();
        Sentence { text, is_after_pass: false, lines }
    }
}

/// A side as sentences name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    pub name: String,
    /// Whether it is the reader.
    pub(crate) is_you: bool,
}

impl Person {
    /// The sides of a game by their names, that of the side to move first.
    pub(super) fn sides(entry: &GameEntry, side: Side) -> [Person; 2] {
        let named =
            |side: Side| Person { name: entry.info.sides[side.index()].into(), is_you: false };
        [side, !side].map(named)
    }
}

/// The sentences on a position if the user asked about one move, which comes first.
/// `people` are the side to move and the other one.
pub(crate) fn told(reasons: &Reasons, wanted: &str, people: &[Person; 2]) -> Vec<String> {
    let mut all = sentences(reasons, people);
    let asked =
        reasons.rejected.iter().find(|line| line.names.first().is_some_and(|m| m == wanted));
    let asked = asked.map(|line| rejected(line, &reasons.best));
    // A sort that is stable: all others stay in their order.
    all.sort_by_key(|sentence| asked.as_ref() != Some(sentence));
    all.into_iter().map(|sentence| sentence.text).collect()
}

/// All that is said of a position. `people` are the side to move and the other one.
pub(super) fn sentences(reasons: &Reasons, people: &[Person; 2]) -> Vec<Sentence> {
    let rejected = (0..reasons.rejected.len()).map(Part::Rejected);
    let parts = [Part::Best, Part::Reply].into_iter().chain(rejected);
    let parts = parts.chain([Part::Others, Part::Threat, Part::Rest]);
    parts.flat_map(|part| sentences_of(part, reasons, people)).collect()
}

/// A part of what is said of a position. It does not change when later parts are known.
pub(super) fn sentences_of(part: Part, reasons: &Reasons, people: &[Person; 2]) -> Vec<Sentence> {
    let own = &people[0];
    let said = match part {
        Part::Best => vec![balance(reasons, own), Some(best(reasons)), only(reasons)],
        Part::Reply => vec![reasons.reply.as_ref().map(|line| reply(line, &reasons.best))],
        Part::Rejected(i) => {
            vec![reasons.rejected.get(i).map(|line| rejected(line, &reasons.best))]
        }
        Part::Others => vec![equal(reasons), others(reasons)],
        Part::Threat => {
            vec![reasons.threat.as_ref().map(|line| threat(line, &reasons.best, people))]
        }
        Part::Rest => vec![changes(&reasons.preferences), evaluation(reasons, own)],
    };
    said.into_iter().flatten().collect()
}

/// Which side has more pieces.
fn balance(reasons: &Reasons, own: &Person) -> Option<Sentence> {
    let name = &own.name;
    let (is, has) = if own.is_you { ("are", "have") } else { ("is", "has") };
    let text = match reasons.balance.as_ref()? {
        [None, None] => "Both sides have the same pieces.".to_owned(),
        [Some(more), None] => format!("In pieces, {name} {is} {more} ahead."),
        [None, Some(less)] => format!("In pieces, {name} {is} {less} behind."),
        [Some(more), Some(less)] => format!("In pieces, {name} {has} {more} for {less}."),
    };
    Some(Sentence::of(text, &[]))
}

fn best(reasons: &Reasons) -> Sentence {
    let best = &reasons.best;
    let points = format!("{} of a point", chance(best.expected_points()));
    let what =
        best.deed.as_ref().map_or(String::new(), |deed| format!(" and {}", deed.third_person()));
    let text =
        format!("{} is best{what}: {} ({}).", best.first(), moves(best), worth(best, &points));
    Sentence::of(text, &[&best.names])
}

/// The score of a line, and the points that its side expects.
fn worth(line: &Variation, points: &str) -> String {
    match line.value {
        Value::Centi(_) => format!("{}, {points}", score(line.value)),
        Value::End(_) => points.to_owned(),
    }
}

/// Whether there is a choice.
fn only(reasons: &Reasons) -> Option<Sentence> {
    if !reasons.is_compared {
        return None;
    }
    let explained = reasons.rejected.iter();
    let explained = explained.map(|line| (line.first(), line.expected_points(), &line.names[..]));
    let others = reasons.others.iter();
    let others = others.map(|other| (other.record.as_str(), other.points, &other.names[..]));
    let next_best = explained.chain(others).reduce(|a, b| if b.1 > a.1 { b } else { a });
    let Some((next, points, line)) = next_best else {
        return Some(Sentence::of("It is the only legal move.".to_owned(), &[]));
    };
    let lost = reasons.best.expected_points() - points;
    (lost >= ONLY).then(|| {
        let cost = chance(lost);
        let text =
            format!("It is the only good move: {next}, the next best, costs {cost} of a point.");
        Sentence::of(text, &[line, &reasons.best.names])
    })
}

/// The refutation of a natural reply to the best move.
fn reply(line: &Variation, best: &Variation) -> Sentence {
    // It may win no more than it takes back.
    let loss = line.deed.as_ref().filter(|deed| deed.missed().is_none());
    let what = loss.map_or("is worse".to_owned(), Deed::third_person);
    let cost = chance((1.0 - best.expected_points() - line.expected_points()).max(0.0));
    let better = best.records.get(1).map_or("", String::as_str);
    let points = format!("costs {cost} of a point, {better} is better");
    let (first, worth, moves) = (best.first(), worth(line, &points), moves(line));
    let text =
        format!("After {first} the obvious reply {} {what}: {moves} ({worth}).", line.first());
    let after_best: Vec<String> = best.names.iter().take(1).chain(&line.names).cloned().collect();
    Sentence::of(text, &[&after_best, &best.names])
}

/// The moves that are as good as the best one, of those that are not explained.
fn equal(reasons: &Reasons) -> Option<Sentence> {
    let own = reasons.best.expected_points();
    let is_equal = |other: &&OtherMove| own - other.points < EQUAL;
    let equal: Vec<&OtherMove> = reasons.others.iter().filter(is_equal).collect();
    if equal.is_empty() || !reasons.is_compared || reasons.best.value.order().0 != 0 {
        return None;
    }
    let names: Vec<String> = equal.iter().map(|other| other.record.clone()).collect();
    let text = match names.len() {
        n if n > MOST_EQUAL => format!("{n} other moves are about as good, too."),
        1 => format!("{} is about as good, too.", names[0]),
        _ => format!("{} are about as good, too.", list(&names)),
    };
    let lines: Vec<&[String]> = equal.iter().map(|other| &other.names[..]).collect();
    Some(Sentence::of(text, &lines))
}

fn rejected(line: &Variation, best: &Variation) -> Sentence {
    let cost = lost_points(best.wdl, line.wdl);
    let missed = best.deed.as_ref().and_then(Deed::missed).filter(|_| cost >= EQUAL);
    let is_lost = matches!(line.value, Value::End(plies) if plies <= 0);
    let what = match (&line.deed, missed) {
        (Some(deed), Some(missed)) if !is_lost => {
            let and = if deed.is_gain() { ", but" } else { " and" };
            format!("{}{and} {missed}", deed.brief())
        }
        (Some(deed), _) => deed.third_person(),
        (None, Some(missed)) => missed,
        (None, None) if cost < EQUAL => "is about as good".to_owned(),
        (None, None) if line.wdl == Wdl::DRAW => "only draws".to_owned(),
        (None, None) => "is worse".to_owned(),
    };
    let points = if cost < EQUAL {
        "costs nothing".to_owned()
    } else {
        format!("costs {} of a point", chance(cost))
    };
    let mut text = format!("{} {what}: {} ({}).", line.first(), moves(line), worth(line, &points));
    if what == "is worse" {
        text += &differences(line, best);
    }
    Sentence::of(text, &[&line.names, &best.names])
}

/// By what terms of the evaluation a line ends worse than another one.
fn differences(line: &Variation, best: &Variation) -> String {
    let pairs = line.terms.iter().zip(&best.terms);
    let terms = pairs.map(|(own, best)| Term { name: own.name, centi: own.centi - best.centi });
    let mut terms: Vec<Term> = terms.filter(|term| term.centi <= -NOTABLE_CENTI).collect();
    terms.sort_by(|a, b| a.centi.total_cmp(&b.centi));
    terms.truncate(MOST_TERMS / 2);
    if terms.is_empty() {
        return String::new();
    }
    format!(" It ends worse than {} by {}.", best.first(), named(&terms))
}

/// The cost of the moves that are not explained.
fn others(reasons: &Reasons) -> Option<Sentence> {
    if !reasons.is_compared {
        return None;
    }
    let best = reasons.best.expected_points();
    let costs = reasons.others.iter().map(|other| (best - other.points).max(0.0));
    let (least, most) = (costs.clone().reduce(f64::min)?, costs.reduce(f64::max)?);
    let cost = match (chance(least), chance(most)) {
        (_, most) if most == "0 %" => "nothing".to_owned(),
        (least, most) if least == most => format!("{most} of a point"),
        (least, most) => format!("{} to {most} of a point", least.trim_end_matches(" %")),
    };
    let text = match &reasons.others[..] {
        [one] => format!("The other move, {}, costs {cost}.", one.record),
        many => format!("The other {} moves cost {cost}.", many.len()),
    };
    let lines: Vec<&[String]> = reasons.others.iter().map(|other| &other.names[..]).collect();
    Some(Sentence::of(text, &lines))
}

/// The other side's threat: its best line after a pass.
fn threat(line: &Variation, best: &Variation, people: &[Person; 2]) -> Sentence {
    let [own, other] = people.each_ref().map(|person| &person.name);
    let cost = (best.expected_points() - (1.0 - line.expected_points())).max(0.0);
    let line_is_forced = matches!(line.value, Value::End(_));
    let text = match line.deed.as_ref().filter(|deed| deed.is_gain()) {
        Some(deed) if line_is_forced || cost >= NOTABLE => {
            ended(format!("If {own} passed, {other} would {}: {}", deed.infinitive(), moves(line)))
        }
        _ if cost >= NOTABLE => {
            ended(format!("A pass would cost {} of a point: {}", chance(cost), moves(line)))
        }
        _ if cost < EQUAL => "There is no threat: a pass would cost nothing.".to_owned(),
        _ => format!("There is no threat: a pass would cost {} of a point.", chance(cost)),
    };
    Sentence { text, is_after_pass: true, lines: vec![line.names.clone()] }
}

/// When the search changed its mind.
fn changes(preferences: &[Preference]) -> Option<Sentence> {
    let (first, rest) = preferences.split_first()?;
    let name = |one: &Preference| one.records.first().cloned().unwrap_or_default();
    if rest.is_empty() {
        return None;
    }
    let from = |one: &Preference| format!("{} from depth {} on", name(one), one.depth);
    let (start, depth) = (name(first), first.depth);
    let text = match rest {
        [.., last] if rest.len() > MOST_CHANGES => {
            let changes = rest.len();
            format!(
                "The search preferred {start} at depth {depth} and changed its mind {changes} times: {}.",
                from(last)
            )
        }
        _ => {
            let later: Vec<String> = rest.iter().map(from).collect();
            format!("The search preferred {start} at depth {depth}, then {}.", list(&later))
        }
    };
    let lines: Vec<&[String]> = preferences.iter().map(|one| &one.names[..]).collect();
    Some(Sentence::of(text, &lines))
}

/// The evaluation without a search.
fn evaluation(reasons: &Reasons, own: &Person) -> Option<Sentence> {
    let Value::Centi(_) = reasons.static_eval else { return None };
    let mut terms = reasons.terms.clone();
    terms.retain(|term| term.centi.abs() >= NOTABLE_CENTI);
    if terms.is_empty() {
        return None;
    }
    terms.sort_by(|a, b| b.centi.abs().total_cmp(&a.centi.abs()));
    let all = terms.len();
    terms.truncate(MOST_TERMS);
    let rest = if all > terms.len() { "; other terms are smaller" } else { "" };
    let name = &own.name;
    let whole = score(reasons.static_eval);
    let text =
        format!("Without a search the evaluation is {whole} for {name}: {}{rest}.", named(&terms));
    Some(Sentence::of(text, &[]))
}

fn named(terms: &[Term]) -> String {
    // The part after a colon says how the weights of a term are divided.
    let short = |name: &'static str| name.split(':').next().unwrap_or(name);
    let part = |term: &Term| format!("{} {:+.2}", short(term.name), term.centi / 100.0);
    let parts: Vec<String> = terms.iter().map(part).collect();
    list(&parts)
}

/// The moves of a line that show what it achieves.
fn moves(line: &Variation) -> String {
    let needed = match &line.deed {
        Some(Deed::End { .. } | Deed::Draw) => line.records.len(),
        Some(Deed::Pieces { gain, .. }) => gain.plies,
        None => SHOWN,
    };
    let shown = needed.clamp(2.min(line.records.len()), line.records.len());
    let dots = if shown < line.records.len() { " ..." } else { "" };
    format!("{}{dots}", line.records[..shown].join(" "))
}
