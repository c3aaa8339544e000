//! The commands that answer questions about a position.

use super::session::PlaySession;
use super::thinker::Finding;
use super::words::grid;
use crate::shared::{self, chance, ended, score};
use anyhow::Result;
use plyglot_engine::GoLimits;
use plyglot_support::text::counted;
use std::time::Duration;

/// The time of a search that is asked for if the game has clocks.
pub(super) const STUDY_TIME: Duration = Duration::from_secs(1);

impl PlaySession<'_> {
    /// Lists the legal moves.
    pub(super) fn say_moves(&mut self) -> Result<()> {
        let legal = self.game.rules().legal_moves();
        let names: Vec<String> = legal.iter().map(|m| m.shown().to_owned()).collect();
        let Some(first) = legal.first() else {
            return self.voice.say("There are no more moves, as the game is over.");
        };
        let mut others: Vec<&str> = Vec::new();
        for form in [&first.record, &first.short, &first.name] {
            if form != first.shown() && !others.contains(&form.as_str()) {
                others.push(form);
            }
        }
        let count = counted(legal.len(), "move");
        let mut text = format!("{count}:\n{}", grid(&names));
        if !others.is_empty() {
            text += &format!(
                "\nOther notations are read, too: {} is {}.",
                others.join(" or "),
                first.shown()
            );
        }
        self.voice.say(&text)
    }

    /// The best move, and what follows.
    pub(super) fn say_hint(&mut self) -> Result<()> {
        let Some(best) = self.study(1)?.into_iter().next() else { return Ok(()) };
        let line = self.game.shown_line(self.game.turns().len(), &best.thought.line);
        let (value, points) = (score(best.value), chance(best.points));
        let (best, rest) = line.split_first().map_or(("", &line[..]), |(m, rest)| (m, rest));
        let then = if rest.is_empty() {
            ".".to_owned()
        } else {
            format!(", then {}", ended(shared::line(rest)))
        };
        let side = self.game.side_name(self.game.side());
        self.voice.say(&format!(
            "Best is {best}{then}\nScore {value}: {side} expects {points} of the points."
        ))
    }

    /// Says the value of each move.
    pub(super) fn say_scores(&mut self) -> Result<()> {
        let count = self.game.rules().legal_moves().len();
        let found = self.study(count)?;
        if found.is_empty() {
            return Ok(());
        }
        let place = self.game.turns().len();
        let entry = |found: &Finding| {
            let name = self.game.shown_line(place, std::slice::from_ref(&found.name)).pop();
            format!("{} {}", name.unwrap_or_default(), score(found.value))
        };
        let entries: Vec<String> = found.iter().map(entry).collect();
        self.voice.say(&format!("Scores for {}:", self.game.side_name(self.game.side())))?;
        self.voice.say(&grid(&entries))
    }

    /// The best moves of the position; none, with a message, if the game is over.
    fn study(&mut self, lines: usize) -> Result<Vec<Finding>> {
        if self.game.end().is_some() {
            self.voice.say("the game is over")?;
            return Ok(Vec::new());
        }
        let time = self.move_time.unwrap_or(STUDY_TIME);
        let limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
        let (thinker, game) = (&mut self.thinker, &self.game);
        let note = "thinking (Ctrl-C: show what is known so far)";
        let found = self.voice.during(note, || thinker.study(game, &limits, lines));
        self.thinker.was_interrupted();
        found
    }
}
