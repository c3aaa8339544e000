//! `why`: what the engine expected of its last move, and what is good or bad about a move.

use super::moves::MoveOrigin;
use super::session::PlaySession;
use crate::explain::{Person, sentences_about};
use crate::shared::{self, chance, ended};
use anyhow::Result;
use plyglot_core::game::{Side, quote};
use plyglot_engine::LegalMove;
use plyglot_support::text::capitalised;

struct Question {
    /// The moves of the game before it.
    index: usize,
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
                    let found = quote(text);
                    let expected = "a move of the game, or one that was legal in its last turns";
                    self.screen.say(&format!("expected {expected}, found {found}"))
                }
            };
        }
        let by_engine = self.origins.iter().rposition(|origin| origin.is_engines);
        let Some(index) = by_engine.or(self.origins.len().checked_sub(1)) else {
            return self.screen.say("no move has been played yet");
        };
        let asked = Question { index, found: self.line.steps()[index].played.clone() };
        let mut heading = self.heading(&asked);
        if by_engine.is_some() {
            heading = format!("{heading}\n{}", self.expectation(index));
        }
        self.explain(&asked, &heading)
    }

    /// The line that the engine expected when it moved, and the points, in words.
    fn expectation(&self, index: usize) -> String {
        let origins = &self.origins;
        let pv = origins[index].expected.as_ref().map_or(&[][..], |info| &info.pv);
        let legal = self.line.at(index).legal_line(pv, None);
        let line: Vec<String> = legal.iter().map(|m| m.shown().to_owned()).collect();
        let mut text = match &line[..] {
            [] => "It did not say what it expected.".to_owned(),
            [_] => "It names no reply.".to_owned(),
            [_, reply] => format!("It expected the reply {reply}."),
            [_, reply, then @ ..] => {
                let then = ended(shared::line(then));
                format!("It expected the reply {reply}, and then {then}")
            }
        };
        if let Some(now) = points(&origins[index]) {
            let before = origins[..index].iter().rev().find(|origin| origin.is_engines);
            text += &match before.and_then(points) {
                Some(before) if before != now => {
                    format!("\nIt expects {now}; one move earlier it expected {before}.")
                }
                Some(_) => format!("\nIt expects {now}, as one move earlier."),
                None => format!("\nIt expects {now}."),
            };
        }
        let answer = self.line.steps().get(index + 1).map(|step| step.played.shown().to_owned());
        if let Some(answer) = answer.filter(|answer| line.get(1) != Some(answer)) {
            text += &format!("\nIt did not expect {answer}.");
        }
        text
    }

    /// The move that a text means: the last of the game that was played, then one that could have
    /// been played instead of the last two, then one that is legal now.
    fn asked(&self, text: &str) -> Option<Question> {
        let steps = self.line.steps();
        for (index, step) in steps.iter().enumerate().rev() {
            if let Some(asked) = self.asked_at(index, text)
                && asked.found.name == step.played.name
            {
                return Some(asked);
            }
        }
        let is_over = self.line.rules().result().is_some();
        let now = if is_over { None } else { Some(steps.len()) };
        (0..steps.len()).rev().take(2).chain(now).find_map(|index| self.asked_at(index, text))
    }

    fn asked_at(&self, index: usize, text: &str) -> Option<Question> {
        let found = self.line.at(index).legal_move(text).ok()?;
        Some(Question { index, found })
    }

    fn heading(&self, asked: &Question) -> String {
        let name = asked.found.shown();
        let Some(step) = self.line.steps().get(asked.index) else {
            let who = self.subject(self.line.rules().side()).name;
            return format!("{} could play {name} now.", capitalised(&who));
        };
        let who = capitalised(&self.subject(step.side).name);
        let played = format!("{} {}", step.number, step.played.shown());
        if step.played.name == asked.found.name {
            format!("{who} played {played}.")
        } else {
            format!("{who} could have played {name} instead of {played}.")
        }
    }

    fn subject(&self, side: Side) -> Person {
        match self.person {
            None => Person { name: self.side_name(side).to_owned(), is_you: false },
            Some(person) => Person { name: self.player(side), is_you: person == side },
        }
    }

    fn explain(&mut self, asked: &Question, heading: &str) -> Result<()> {
        self.screen.say(heading)?;
        let times = &self.explaining_times;
        let time = self.move_time.clamp(*times.start(), *times.end());
        let game = self.line.at(asked.index);
        let wanted = &asked.found.name[..];
        let thinker = &mut self.thinker;
        let note = "looking for reasons (Ctrl-C: skip)";
        let reasons = self.screen.during(note, || thinker.explain(&*game, wanted, time))?;
        let Some(reasons) = reasons else { return Ok(()) };
        let side = game.side();
        let people = [side, !side].map(|side| self.subject(side));
        // It may well be less deep than the search that chose the move.
        let depth = reasons.effort.depth;
        self.screen.say(&format!("Searched again, to depth {depth}:"))?;
        self.screen.say(&sentences_about(reasons, wanted, &people).join("\n"))
    }
}

fn points(origin: &MoveOrigin) -> Option<String> {
    let expected = origin.expected.as_ref()?;
    Some(format!("{} of the points", chance(expected.wdl.points())))
}
