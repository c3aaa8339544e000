//! `why`: what an engine expected of its last move, and what is good or bad about a move.

use super::answers::STUDY_TIME;
use super::game::PlayedTurn;
use super::seats::Seat;
use super::session::PlaySession;
use crate::explain::{Person, sentences_about};
use crate::shared::{self, capitalised, chance, ended};
use anyhow::Result;
use plyglot_core::game::{Side, quote};
use plyglot_engine::LegalMove;
use plyglot_match::record::ReportedScore;
use plyglot_support::text::shortened;

/// The most letters of a move that are repeated.
const REPEATED: usize = 40;

/// A move that was asked about.
struct Asked {
    /// The moves of the game before it.
    place: usize,
    found: LegalMove,
}

impl PlaySession<'_> {
    /// Why the engine made its last move or, between people, comments on the last one; with a move,
    /// why it is good or bad.
    pub(super) fn say_why(&mut self, text: &str) -> Result<()> {
        if !text.is_empty() {
            return match self.asked(text) {
                Some(asked) => self.explain(&asked, &self.heading(&asked)),
                None => {
                    let found = quote(&shortened(text, REPEATED));
                    let expected = "a move of the game, or one that was legal in its last turns";
                    self.voice.say(&format!("expected {expected}, found {found}"))
                }
            };
        }
        let turns = self.game.turns();
        let by_engine = turns.iter().rposition(|turn| turn.thought.is_some());
        let Some(place) = by_engine.or(turns.len().checked_sub(1)) else {
            return self.voice.say("no move has been played yet");
        };
        let asked = Asked { place, found: turns[place].played.clone() };
        let mut heading = self.heading(&asked);
        if by_engine.is_some() {
            heading = format!("{heading}\n{}", self.expectation(place));
        }
        // Another program may have had reasons of its own.
        match self.seats.at(turns[place].side) {
            Seat::Opponent(_) if by_engine.is_some() => self.voice.say(&heading),
            _ => self.explain(&asked, &heading),
        }
    }

    /// The line that an engine expected when it moved, and its view of the position, in words.
    fn expectation(&self, place: usize) -> String {
        let turns = self.game.turns();
        let turn = &turns[place];
        let is_earlier = |other: &&PlayedTurn| other.side == turn.side && other.thought.is_some();
        let before = turns[..place].iter().rev().find(is_earlier);
        let before = before.and_then(|turn| turn.thought.as_ref());
        let mut text = Vec::new();
        let thought = turn.thought.clone().unwrap_or_default();
        let line = self.game.shown_line(place, &thought.line);
        match &line[..] {
            [] => text.push("It did not say what it expected.".to_owned()),
            [_] => text.push("It names no reply.".to_owned()),
            [_, reply] => text.push(format!("It expected the reply {reply}.")),
            [_, reply, then @ ..] => {
                let then = ended(shared::line(then));
                text.push(format!("It expected the reply {reply}, and then {then}"));
            }
        }
        let points = |points: f64| format!("{} of the points", chance(points));
        text.extend(change(thought.points, before.and_then(|t| t.points), points));
        if thought.points.is_none() {
            text.extend(change(thought.score, before.and_then(|t| t.score), reported));
        }
        let answer = turns.get(place + 1).map(|turn| turn.played.shown().to_owned());
        if let Some(answer) = answer.filter(|answer| line.get(1) != Some(answer)) {
            text.push(format!("It did not expect {answer}."));
        }
        text.join("\n")
    }

    /// The move that a text means, with or without its number: the last of the game that was
    /// played, then one that could have been played instead of the last two, then one that
    /// is legal now.
    fn asked(&self, text: &str) -> Option<Asked> {
        let (number, word) = numbered(text);
        let turns = self.game.turns();
        let is_meant = |place: &usize| {
            number.is_none_or(|(number, side)| {
                (self.game.number(*place), turns[*place].side) == (number, side)
            })
        };
        let meant: Vec<usize> = (0..turns.len()).rev().filter(is_meant).collect();
        if word.is_empty() {
            let place = *meant.first()?;
            return Some(Asked { place, found: turns[place].played.clone() });
        }
        let find = |place: usize| {
            let found = self.game.find_at(place, word).ok()?;
            Some(Asked { place, found })
        };
        let is_played = |asked: &Asked| turns[asked.place].played.name == asked.found.name;
        let played = meant.iter().filter_map(|&place| find(place)).find(is_played);
        let possible = match number {
            Some(_) => meant,
            None => (0..=turns.len()).rev().skip(1).take(2).chain([turns.len()]).collect(),
        };
        played.or_else(|| possible.into_iter().find_map(find))
    }

    /// The heading of an explanation.
    fn heading(&self, asked: &Asked) -> String {
        let name = asked.found.shown();
        let Some(turn) = self.game.turns().get(asked.place) else {
            let who = self.person(self.game.side()).name;
            return format!("{} could play {name} now.", capitalised(&who));
        };
        let (who, played) = (capitalised(&self.person(turn.side).name), self.numbered(asked.place));
        if turn.played.name == asked.found.name {
            format!("{who} played {played}.")
        } else {
            format!("{who} could have played {name} instead of {played}.")
        }
    }

    /// The name of a side in sentences.
    fn person(&self, side: Side) -> Person {
        let is_you = self.seats.people() == 1 && self.seats.is_person(side);
        // Two people, or two engines of the same name.
        let has_name = self.seats.people() == 1 || self.player(side) != self.player(!side);
        let name = if has_name { self.player(side) } else { self.game.side_name(side).to_owned() };
        Person { name, is_you }
    }

    /// Says the heading, and what is good or bad about a move.
    fn explain(&mut self, asked: &Asked, heading: &str) -> Result<()> {
        self.voice.say(heading)?;
        let times = &self.patience.explanation;
        let time = self.move_time.unwrap_or(STUDY_TIME).clamp(*times.start(), *times.end());
        let (thinker, game) = (&mut self.thinker, &self.game);
        let (place, wanted) = (asked.place, &asked.found.name[..]);
        let note = "looking for reasons (Ctrl-C: skip)";
        let reasons = self.voice.during(note, || thinker.explain(game, place, wanted, time))?;
        self.thinker.was_interrupted();
        let Some(reasons) = reasons else { return Ok(()) };
        let side = self.game.side_at(place);
        let people = [side, !side].map(|side| self.person(side));
        // It may well be less deep than the search that chose the move.
        let depth = reasons.effort.depth;
        self.voice.say(&format!("Searched again, to depth {depth}:"))?;
        self.voice.say(&sentences_about(reasons, wanted, &people).join("\n"))
    }
}

/// A move without the number before it, which may end in dots: `12. Nf3`, `12...e5`. The
/// number comes with its side.
fn numbered(text: &str) -> (Option<(usize, Side)>, &str) {
    let none = (None, text);
    let Some(digits) = text.find(|c: char| !c.is_ascii_digit()) else { return none };
    let (number, rest) = text.split_at(digits);
    let word = rest.trim_start_matches('.');
    let dots = rest.len() - word.len();
    match number.parse() {
        Ok(number) if dots > 0 => {
            let side = if dots > 1 { Side::Second } else { Side::First };
            (Some((number, side)), word.trim_start())
        }
        _ => none,
    }
}

/// An engine's expectation now and before, in words.
fn change<T>(now: Option<T>, before: Option<T>, show: impl Fn(T) -> String) -> Option<String> {
    let now = show(now?);
    Some(match before.map(show) {
        Some(before) if before != now => {
            format!("It expects {now}; one move earlier it expected {before}.")
        }
        Some(_) => format!("It expects {now}, as one move earlier."),
        None => format!("It expects {now}."),
    })
}

/// A score as the engine reported it.
fn reported(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centi(centi) => format!("a score of {:+.2}", f64::from(centi) / 100.0),
        ReportedScore::Mate(moves) if moves > 0 => format!("to win in {moves}"),
        ReportedScore::Mate(moves) => format!("to lose in {}", moves.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_before_moves() {
        let (first, second) = (Some((12, Side::First)), Some((12, Side::Second)));
        for (text, expected) in [
            ("Nf3", (None, "Nf3")),
            ("4", (None, "4")),
            ("12. Nf3", (first, "Nf3")),
            ("12.Nf3", (first, "Nf3")),
            ("12... e5", (second, "e5")),
            ("12.", (first, "")),
            ("12...", (second, "")),
            ("99999999999999999999. e4", (None, "99999999999999999999. e4")),
            (". e4", (None, ". e4")),
        ] {
            assert_eq!(numbered(text), expected, "{text}");
        }
    }

    #[test]
    fn expectations_are_compared() {
        let show = |points: f64| chance(points);
        assert_eq!(change(None, Some(0.5), show), None);
        assert_eq!(change(Some(0.5), None, show).unwrap(), "It expects 50 %.");
        assert_eq!(
            change(Some(0.5), Some(0.501), show).unwrap(),
            "It expects 50 %, as one move earlier."
        );
        let changed =
            change(Some(ReportedScore::Mate(-3)), Some(ReportedScore::Centi(-20)), reported);
        let expected = "It expects to lose in 3; one move earlier it expected a score of -0.20.";
        assert_eq!(changed.unwrap(), expected);
        assert_eq!(reported(ReportedScore::Mate(i32::MIN)), "to lose in 2147483648");
    }
}
