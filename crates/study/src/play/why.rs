//! `why`: what the engine expected of its last move, and what is good or bad about a move.

use super::game::PlayedTurn;
use super::session::{PlaySession, STUDY_TIME};
use crate::explain::{Person, sentences_about};
use crate::shared::{self, chance, ended};
use anyhow::Result;
use plyglot_core::game::{Side, quote};
use plyglot_engine::LegalMove;
use plyglot_support::text::capitalised;

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
                    let found = quote(text);
                    let expected = "a move of the game, or one that was legal in its last turns";
                    self.screen.say(&format!("expected {expected}, found {found}"))
                }
            };
        }
        let turns = self.game.turns();
        let by_engine = turns.iter().rposition(|turn| turn.is_engines);
        let Some(place) = by_engine.or(turns.len().checked_sub(1)) else {
            return self.screen.say("no move has been played yet");
        };
        let asked = Asked { place, found: turns[place].played.clone() };
        let mut heading = self.heading(&asked);
        if by_engine.is_some() {
            heading = format!("{heading}\n{}", self.expectation(place));
        }
        self.explain(&asked, &heading)
    }

    /// The line that the engine expected when it moved, and the points, in words.
    fn expectation(&self, place: usize) -> String {
        let turns = self.game.turns();
        let points = |turn: &PlayedTurn| {
            turn.expected
                .as_ref()
                .map(|info| format!("{} of the points", chance(info.wdl.points())))
        };
        let pv = turns[place].expected.as_ref().map_or(&[][..], |info| &info.pv);
        let line = self.game.shown_line(place, pv);
        let mut text = match &line[..] {
            [] => "It did not say what it expected.".to_owned(),
            [_] => "It names no reply.".to_owned(),
            [_, reply] => format!("It expected the reply {reply}."),
            [_, reply, then @ ..] => {
                let then = ended(shared::line(then));
                format!("It expected the reply {reply}, and then {then}")
            }
        };
        if let Some(now) = points(&turns[place]) {
            let before = turns[..place].iter().rev().find(|turn| turn.is_engines);
            text += &match before.and_then(points) {
                Some(before) if before != now => {
                    format!("\nIt expects {now}; one move earlier it expected {before}.")
                }
                Some(_) => format!("\nIt expects {now}, as one move earlier."),
                None => format!("\nIt expects {now}."),
            };
        }
        let answer = turns.get(place + 1).map(|turn| turn.played.shown().to_owned());
        if let Some(answer) = answer.filter(|answer| line.get(1) != Some(answer)) {
            text += &format!("\nIt did not expect {answer}.");
        }
        text
    }

    /// The move that a text means: the last of the game that was played, then one that could have
    /// been played instead of the last two, then one that is legal now.
    fn asked(&self, text: &str) -> Option<Asked> {
        let turns = self.game.turns();
        let find = |place: usize| {
            let found = self.game.find_at(place, text).ok()?;
            Some(Asked { place, found })
        };
        let is_played = |asked: &Asked| turns[asked.place].played.name == asked.found.name;
        let played = (0..turns.len()).rev().filter_map(find).find(is_played);
        let last_two = (0..turns.len()).rev().take(2);
        played.or_else(|| last_two.chain([turns.len()]).find_map(find))
    }

    fn heading(&self, asked: &Asked) -> String {
        let name = asked.found.shown();
        let Some(turn) = self.game.turns().get(asked.place) else {
            let who = self.subject(self.game.side()).name;
            return format!("{} could play {name} now.", capitalised(&who));
        };
        let (who, played) =
            (capitalised(&self.subject(turn.side).name), self.numbered(asked.place));
        if turn.played.name == asked.found.name {
            format!("{who} played {played}.")
        } else {
            format!("{who} could have played {name} instead of {played}.")
        }
    }

    fn subject(&self, side: Side) -> Person {
        match self.person {
            None => Person { name: self.game.side_name(side).to_owned(), is_you: false },
            Some(person) => Person { name: self.player(side), is_you: person == side },
        }
    }

    fn explain(&mut self, asked: &Asked, heading: &str) -> Result<()> {
        self.screen.say(heading)?;
        let times = &self.explaining_times;
        let time = self.move_time.unwrap_or(STUDY_TIME).clamp(*times.start(), *times.end());
        let (thinker, game) = (&mut self.thinker, &self.game);
        let (place, wanted) = (asked.place, &asked.found.name[..]);
        let note = "looking for reasons (Ctrl-C: skip)";
        let reasons = self.screen.during(note, || thinker.explain(game, place, wanted, time))?;
        let Some(reasons) = reasons else { return Ok(()) };
        let side = self.game.side_at(place);
        let people = [side, !side].map(|side| self.subject(side));
        // It may well be less deep than the search that chose the move.
        let depth = reasons.effort.depth;
        self.screen.say(&format!("Searched again, to depth {depth}:"))?;
        self.screen.say(&sentences_about(reasons, wanted, &people).join("\n"))
    }
}
