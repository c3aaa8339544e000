//! What the commands say of a position.

use super::game::{Turn, shown};
use super::session::Session;
use super::thinker::Finding;
use super::voice::capitalised;
use super::words::grid;
use crate::engine::GoLimits;
use crate::study::{self, chance, score};
use crate::tournament::record::ReportedScore;
use anyhow::Result;
use std::time::Duration;

/// The time of a search that is asked for if the game has clocks.
const STUDY_TIME: Duration = Duration::from_secs(1);

impl Session<'_> {
    /// Lists the legal moves.
    pub(super) fn say_moves(&mut self) -> Result<()> {
        let legal = self.game.rules().legal_moves();
        let names: Vec<String> = legal.iter().map(|m| shown(m).to_owned()).collect();
        let Some(first) = legal.first() else {
            return self.voice.say("There are no more moves, as the game is over.");
        };
        let mut others: Vec<&str> = Vec::new();
        for form in [&first.record, &first.short, &first.name] {
            if form != shown(first) && !others.contains(&form.as_str()) {
                others.push(form);
            }
        }
        let count =
            if legal.len() == 1 { "1 move".to_owned() } else { format!("{} moves", legal.len()) };
        let mut text = format!("{count}:\n{}", grid(&names));
        if !others.is_empty() {
            text += &format!(
                "\nOther notations are read, too: {} is {}.",
                others.join(" or "),
                shown(first)
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
        let then = match rest.is_empty() {
            true => ".".to_owned(),
            false => format!(", then {}", ended(study::line(rest))),
        };
        let side = self.game.side_name(self.game.side());
        self.voice.say(&format!(
            "Best is {best}{then}\nScore {value}: {side} expects {points} of the points."
        ))
    }

    /// What each move is worth.
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

    /// The best moves of the position; none if the game is over, which is said.
    fn study(&mut self, lines: usize) -> Result<Vec<Finding>> {
        if self.game.end().is_some() {
            self.voice.say("expected a game that goes on, found one that is over")?;
            return Ok(Vec::new());
        }
        let time = self.move_time.unwrap_or(STUDY_TIME);
        let limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
        let (thinker, game) = (&mut self.thinker, &self.game);
        let note = "thinking; Ctrl-C: what is known so far";
        let found = self.voice.during(note, || thinker.study(game, &limits, lines));
        self.thinker.was_interrupted();
        found
    }

    /// Why an engine made its last move: what it expected, and what it takes the position
    /// for.
    pub(super) fn say_why(&mut self) -> Result<()> {
        let turns = self.game.turns();
        let is_known = |turn: &Turn| turn.thought.is_some();
        let Some(place) = turns.iter().rposition(is_known) else {
            return self.voice.say("expected a move of an engine, found none so far");
        };
        let turn = &turns[place];
        let earlier = turns[..place].iter().rev().find(|t| t.side == turn.side && is_known(t));
        let name = capitalised(&self.player(turn.side));
        let mut text = vec![format!("{name} played {}.", self.numbered(place))];
        let thought = turn.thought.clone().unwrap_or_default();
        let line = self.game.shown_line(place, &thought.line);
        match &line[..] {
            [] => text.push("It did not say what it expected.".to_owned()),
            [_] => text.push("It names no reply.".to_owned()),
            [_, reply, ..] => {
                text.push(format!("It expected {}", ended(study::line(&line))));
                text.push(format!("So it takes {reply} for the best reply."));
            }
        }
        let before = earlier.and_then(|turn| turn.thought.as_ref());
        let points = |points: f64| format!("{} of the points", chance(points));
        text.extend(change(thought.points, before.and_then(|t| t.points), points));
        if thought.points.is_none() {
            text.extend(change(thought.score, before.and_then(|t| t.score), reported));
        }
        let answer = self.game.turns().get(place + 1).map(|turn| shown(&turn.played).to_owned());
        if let Some(answer) = answer.filter(|answer| line.get(1) != Some(answer)) {
            text.push(format!("It did not expect {answer}."));
        }
        self.voice.say(&text.join("\n"))
    }
}

/// A sentence with its full stop, unless it ends in dots.
fn ended(mut sentence: String) -> String {
    if !sentence.ends_with('.') {
        sentence.push('.');
    }
    sentence
}

/// What an engine expects now and expected before, in words.
fn change<T>(now: Option<T>, before: Option<T>, show: impl Fn(T) -> String) -> Option<String> {
    let now = show(now?);
    Some(match before.map(show) {
        Some(before) if before != now => {
            format!("It expects {now}; a move before, it was {before}.")
        }
        Some(_) => format!("It expects {now}, as a move before."),
        None => format!("It expects {now}."),
    })
}

/// A score as the engine reported it.
fn reported(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centi(centi) => format!("a score of {:+.2}", f64::from(centi) / 100.0),
        ReportedScore::Mate(moves) if moves > 0 => format!("to win in {moves}"),
        ReportedScore::Mate(moves) => format!("to lose in {}", -moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_once() {
        assert_eq!(
            ["e4 e5", "e4 e5 ..."].map(|text| ended(text.to_owned())),
            ["e4 e5.", "e4 e5 ..."]
        );
    }

    #[test]
    fn expectations_are_compared() {
        let show = |points: f64| chance(points);
        assert_eq!(change(None, Some(0.5), show), None);
        assert_eq!(change(Some(0.5), None, show).unwrap(), "It expects 50 %.");
        assert_eq!(
            change(Some(0.5), Some(0.501), show).unwrap(),
            "It expects 50 %, as a move before."
        );
        let changed =
            change(Some(ReportedScore::Mate(-3)), Some(ReportedScore::Centi(-20)), reported);
        let expected = "It expects to lose in 3; a move before, it was a score of -0.20.";
        assert_eq!(changed.unwrap(), expected);
    }
}
