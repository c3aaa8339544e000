//! Turn after turn, until the player quits.

use super::moves::MoveOrigin;
use super::prompt::{Prompt, PromptEvent, Vocabulary};
use super::screen::{self, Marks, Screen, grid};
use super::thinker::Thinker;
use super::words::{self, PromptCommand};
use crate::shared::{self, chance, ended, score};
use anyhow::Result;
use plyglot_core::game::{GameResult, Picture, Side, quote};
use plyglot_engine::{Line, Registry, SearchInfo};
use plyglot_support::text::{capitalised, counted, nearest, reason};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) struct PlaySession<'a> {
    pub(super) registry: &'a Registry,
    /// The name of the game, or of one of its presets.
    pub(super) name: String,
    pub(super) line: Line,
    pub(super) origins: Vec<MoveOrigin>,
    /// How many of the moves were there when the game began.
    pub(super) given_moves: usize,
    pub(super) resigned: Option<Side>,
    /// The side of the person against the engine; `None` if people play both.
    pub(super) person: Option<Side>,
    pub(super) thinker: Thinker,
    /// The time of the engine for a move, and for an answer.
    pub(super) move_time: Duration,
    pub(super) explaining_times: RangeInclusive<Duration>,
    pub(super) prompt: Prompt,
    pub(super) screen: Screen<'a>,
    /// Whether the board on the screen is that of the position, and the end of the game is said.
    pub(super) is_shown: bool,
    pub(super) has_quit: bool,
    /// When the person's turn began.
    pub(super) since: Instant,
    /// The files in which this game is, with its text at their ends.
    pub(super) saved: HashMap<PathBuf, String>,
}

impl PlaySession<'_> {
    pub(super) fn run(mut self) -> Result<()> {
        self.welcome()?;
        let mut was_interrupted = false;
        while !self.has_quit {
            if self.end().is_none() && !self.is_person(self.line.rules().side()) {
                self.engine_turn()?;
                continue;
            }
            self.show()?;
            match self.listen()? {
                PromptEvent::Line(line) => {
                    was_interrupted = false;
                    self.execute(line.trim())?;
                }
                PromptEvent::Interrupt if !was_interrupted => {
                    was_interrupted = true;
                    self.screen.say("type `quit` or press Ctrl-C again to exit")?;
                }
                PromptEvent::Interrupt | PromptEvent::End => break,
            }
        }
        Ok(())
    }

    fn welcome(&mut self) -> Result<()> {
        let info = self.line.rules().info();
        let title = capitalised(info.title);
        let [first, second] = info.sides;
        let who = match self.person {
            None => format!("two players, {first} and {second}"),
            Some(side) => {
                let own = self.side_name(side);
                let other = self.side_name(!side);
                format!("you are {own}, and {} is {other}", self.full_name(!side))
            }
        };
        self.screen.say(&format!("{title}: {who}."))?;
        if let Some(legend) = self.legend() {
            self.screen.say(&legend)?;
        }
        let tab = if self.prompt.completes() { "; TAB completes" } else { "" };
        self.screen.say(&format!("Type a move{}, or `help`{tab}.", self.examples()))
    }

    /// The owners of the letters on the board.
    fn legend(&self) -> Option<String> {
        screen::legend(&self.sample()?, self.line.rules().info().sides)
    }

    /// A board with pieces of both sides: that of the position, or of one or two moves later
    /// where a side has none yet.
    fn sample(&self) -> Option<Picture> {
        let mut rules = self.line.rules().copy();
        for _ in 0..2 {
            let Some(next) = rules.legal_moves().into_iter().next() else { break };
            rules.push(&next.name).ok()?;
        }
        rules.picture()
    }

    fn examples(&self) -> String {
        let legal = self.line.rules().legal_moves();
        match &legal[..] {
            [] => String::new(),
            [only] => format!(", such as {}", only.shown()),
            [first, .., last] => format!(", such as {} or {}", first.shown(), last.shown()),
        }
    }

    pub(super) fn is_person(&self, side: Side) -> bool {
        self.person.is_none_or(|person| person == side)
    }

    pub(super) fn player(&self, side: Side) -> String {
        match self.person {
            None => "a person".to_owned(),
            Some(person) if person == side => "you".to_owned(),
            Some(_) => self.registry.program().name().to_owned(),
        }
    }

    /// Shows the board and the end of the game, unless they are on the screen.
    fn show(&mut self) -> Result<()> {
        if self.is_shown {
            return Ok(());
        }
        self.show_board()?;
        self.is_shown = true;
        self.since = Instant::now();
        self.say_end()
    }

    fn show_board(&mut self) -> Result<()> {
        let line = &self.line;
        let rules = line.rules();
        let mut marks = Marks { moved: Vec::new(), changed: line.changed() };
        if let Some(last) = line.steps().last() {
            marks.moved.extend(last.played.cells.from);
            marks.moved.extend(last.played.cells.to);
        }
        // On a board where pieces walk, the person sits at the own side.
        let is_turned = self.person == Some(Side::Second)
            && (line.steps().iter().any(|step| step.played.cells.from.is_some())
                || rules.legal_moves().iter().any(|m| m.cells.from.is_some()));
        self.screen.board(rules, &marks, is_turned)
    }

    pub(super) fn say_end(&mut self) -> Result<()> {
        let Some(end) = self.end() else { return Ok(()) };
        let text = match end.result {
            GameResult::Win(winner) => {
                let side = capitalised(self.side_name(winner));
                format!("{side} ({}) has won: {}.", self.player(winner), end.reason)
            }
            GameResult::Draw => format!("The game is drawn: {}.", end.reason),
            GameResult::Unfinished => format!("The game has no result: {}.", end.reason),
        };
        self.screen.say(&text)?;
        self.screen.say("`new` begins another game, `undo` goes back, `save FILE` keeps this one.")
    }

    fn listen(&mut self) -> Result<PromptEvent> {
        let rules = self.line.rules();
        let asks = if self.end().is_some() { "game over" } else { self.side_name(rules.side()) };
        let mut vocabulary = Vocabulary::default();
        for m in rules.legal_moves() {
            vocabulary.usual.push(m.shown().to_owned());
            for form in [m.record, m.short, m.name] {
                if !vocabulary.usual.contains(&form) && !vocabulary.others.contains(&form) {
                    vocabulary.others.push(form);
                }
            }
        }
        vocabulary.usual.extend(words::names().map(str::to_owned));
        self.prompt.next(&format!("{asks}> "), vocabulary, self.screen.output)
    }

    fn execute(&mut self, line: &str) -> Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let is_over = self.end().is_some();
        let read = self.line.find(line);
        if let (false, Ok(m)) = (is_over, &read) {
            let origin = MoveOrigin { time: self.since.elapsed(), ..MoveOrigin::default() };
            return self.play(&m.name, origin);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some(command) = words::find(first) {
            return self.command(command, first, rest.trim());
        }
        let expected = match read {
            Err(error) if !is_over => {
                // The name of the game is known, so the message leaves it out.
                let of_game = format!(" of {}", self.line.rules().info().name);
                let expected = error.mismatch.expected;
                format!("{}, or a command", expected.strip_suffix(&of_game).unwrap_or(&expected))
            }
            _ => "a command, as the game is over".to_owned(),
        };
        let legal = if is_over { Vec::new() } else { self.line.rules().legal_moves() };
        let mut known = Vec::new();
        for m in legal {
            let shown = m.shown().to_owned();
            known.extend([m.record, m.short, m.name].map(|form| (form, shown.clone())));
        }
        known.extend(words::names().map(|name| (name.to_owned(), name.to_owned())));
        let near = nearest(line, known.iter().map(|(form, _)| form.as_str()));
        let meant = known.iter().find(|(form, _)| near == Some(form));
        let hint = meant.map(|(_, shown)| shown.clone());
        self.screen.say(&words::unknown(expected, line, hint))
    }

    fn command(&mut self, command: PromptCommand, name: &str, rest: &str) -> Result<()> {
        if !words::takes_argument(command) && !rest.is_empty() {
            let text = format!("expected nothing after `{name}`, found {}", quote(rest));
            return self.screen.say(&text);
        }
        match command {
            PromptCommand::Help => {
                let moves = format!("A move{}, or one of these:", self.examples());
                let legend = self.legend().map_or(String::new(), |legend| format!("\n{legend}"));
                self.screen.say(&format!("{moves}\n{}{legend}", words::help()))
            }
            PromptCommand::Moves => self.say_moves(),
            PromptCommand::Hint => self.say_hint(),
            PromptCommand::Scores => self.say_scores(),
            PromptCommand::Why => self.say_why(rest),
            PromptCommand::Undo => self.undo(),
            PromptCommand::Board => {
                self.show_board()?;
                self.screen.say(&format!("Fen: {}", self.line.rules().position()))
            }
            PromptCommand::New => self.restart(),
            PromptCommand::Save => self.save(rest),
            PromptCommand::Resign => self.resign(),
            PromptCommand::Quit => {
                self.has_quit = true;
                Ok(())
            }
        }
    }

    fn engine_turn(&mut self) -> Result<()> {
        let start = Instant::now();
        let engine = self.registry.program().name();
        let note = format!("{engine} is thinking (Ctrl-C: move now)");
        let thinker = &mut self.thinker;
        let rules = self.line.rules();
        let time = self.move_time;
        let (best, expected) = self.screen.during(&note, || thinker.choose(rules, time))?;
        let played = self.line.find(&best)?;
        let ways = rules.paths(&best).map(|paths| paths.ways).unwrap_or_default();
        let by = match ways.first() {
            Some(way) if way.len() > 2 => format!(", by {}", way.join(" ")),
            _ => String::new(),
        };
        let origin = MoveOrigin { time: start.elapsed(), is_engines: true, expected };
        self.play(&best, origin)?;
        self.screen.say(&format!("{engine} plays {}{by}.", played.shown()))
    }

    fn say_moves(&mut self) -> Result<()> {
        let legal = self.line.rules().legal_moves();
        let Some(first) = legal.first() else {
            return self.screen.say("There are no more moves, as the game is over.");
        };
        let names: Vec<String> = legal.iter().map(|m| m.shown().to_owned()).collect();
        let mut others: Vec<&str> = Vec::new();
        for form in [&first.record, &first.short, &first.name] {
            if form != first.shown() && !others.contains(&form.as_str()) {
                others.push(form);
            }
        }
        let mut text = format!("{}:\n{}", counted(legal.len(), "move"), grid(&names));
        if !others.is_empty() {
            let others = others.join(" or ");
            text += &format!("\nOther notations are read, too: {others} is {}.", first.shown());
        }
        self.screen.say(&text)
    }

    fn say_hint(&mut self) -> Result<()> {
        let Some(best) = self.study(1)?.into_iter().next() else { return Ok(()) };
        let line = self.shown(&best.pv);
        let (first, rest) = line.split_first().map_or(("", &line[..]), |(m, rest)| (m, rest));
        let then = match rest {
            [] => ".".to_owned(),
            rest => format!(", then {}", ended(shared::line(rest))),
        };
        let value = score(best.value);
        let points = chance(best.wdl.points());
        let side = self.side_name(self.line.rules().side());
        self.screen.say(&format!(
            "Best is {first}{then}\nScore {value}: {side} expects {points} of the points."
        ))
    }

    fn say_scores(&mut self) -> Result<()> {
        let found = self.study(self.line.rules().legal_moves().len())?;
        if found.is_empty() {
            return Ok(());
        }
        let entries: Vec<String> = found
            .iter()
            .map(|found| format!("{} {}", self.shown(&found.pv[..1]).concat(), score(found.value)))
            .collect();
        let side = self.side_name(self.line.rules().side());
        self.screen.say(&format!("Scores for {side}:\n{}", grid(&entries)))
    }

    fn shown(&self, line: &[String]) -> Vec<String> {
        let legal = self.line.rules().legal_line(line, None);
        legal.iter().map(|m| m.shown().to_owned()).collect()
    }

    /// The best lines of the position; none, with a message, if the game is over.
    fn study(&mut self, lines: usize) -> Result<Vec<SearchInfo>> {
        if self.end().is_some() {
            self.screen.say("the game is over")?;
            return Ok(Vec::new());
        }
        let thinker = &mut self.thinker;
        let rules = self.line.rules();
        let time = self.move_time;
        let note = "thinking (Ctrl-C: show what is known so far)";
        Ok(self.screen.during(note, || thinker.search(rules, time, lines))?.lines)
    }

    fn save(&mut self, name: &str) -> Result<()> {
        if name.is_empty() {
            return self.screen.say("expected a file after `save`, found nothing");
        }
        let text = match self.save_to(Path::new(name)) {
            Ok(()) => format!("The game is in {name}."),
            Err(error) => format!("{name} cannot be written: {}", reason(&error)),
        };
        self.screen.say(&text)
    }
}
