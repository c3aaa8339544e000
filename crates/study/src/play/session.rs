//! Turn after turn, until the player quits.

use super::game::{MoveMaker, PlayedGame};
use super::prompt::{Heard, Prompt, Vocabulary};
use super::screen::{self, Screen, grid};
use super::thinker::Thinker;
use super::words::{self, PromptCommand};
use crate::shared::{self, chance, ended, score};
use anyhow::Result;
use plyglot_core::game::{Side, quote};
use plyglot_engine::{GoLimits, LegalMove, Registry, SearchInfo, SideClock};
use plyglot_match::record::{GameResult, Termination};
use plyglot_support::text::{capitalised, clock, counted, nearest, reason};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time of a search that is asked for if the game has clocks.
pub(super) const STUDY_TIME: Duration = Duration::from_secs(1);

/// A game, those who play it, and the person at the prompt.
pub(super) struct PlaySession<'a> {
    pub(super) registry: &'a Registry,
    /// The name of the game, or of one of its presets.
    pub(super) name: String,
    pub(super) game: PlayedGame,
    /// The side of the person against the engine; `None` if people play both.
    pub(super) person: Option<Side>,
    pub(super) thinker: Thinker,
    /// The time of the engine for a move; `None` if there are clocks.
    pub(super) move_time: Option<Duration>,
    pub(super) explaining_times: RangeInclusive<Duration>,
    pub(super) prompt: Prompt,
    pub(super) screen: Screen<'a>,
    /// Whether the board on the screen is that of the position.
    pub(super) is_shown: bool,
    pub(super) is_end_said: bool,
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
            if self.game.end().is_none() && !self.is_person(self.game.side()) {
                self.engine_turn()?;
                continue;
            }
            self.show()?;
            match self.listen()? {
                Heard::Line(line) => {
                    was_interrupted = false;
                    self.obey(line.trim())?;
                }
                Heard::Interrupt if !was_interrupted => {
                    was_interrupted = true;
                    self.screen.say("type `quit` or press Ctrl-C again to exit")?;
                }
                Heard::Interrupt | Heard::End => break,
            }
        }
        Ok(())
    }

    fn welcome(&mut self) -> Result<()> {
        let title = capitalised(self.game.entry.info.title);
        let [first, second] = self.game.entry.info.sides;
        let who = match self.person {
            None => format!("two players, {first} and {second}"),
            Some(side) => {
                let [own, other] = [side, !side].map(|side| self.game.side_name(side));
                format!("you are {own}, and {} is {other}", self.player(!side))
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
        screen::legend(&self.game.sample()?, self.game.entry.info.sides)
    }

    fn examples(&self) -> String {
        let legal = self.game.rules().legal_moves();
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

    /// A move of the game with its number: `12. Nf3`, `12... e5`.
    pub(super) fn numbered(&self, place: usize) -> String {
        let Some(turn) = self.game.turns().get(place) else { return String::new() };
        let dots = if turn.side == Side::First { "." } else { "..." };
        format!("{}{dots} {}", turn.number, turn.played.shown())
    }

    /// Shows the end of the game or its board, unless they are on the screen.
    fn show(&mut self) -> Result<()> {
        if !self.is_shown {
            self.show_board()?;
            self.is_shown = true;
            self.since = Instant::now();
        }
        if !self.is_end_said && self.game.end().is_some() {
            self.is_end_said = true;
            self.say_end()?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<()> {
        let marks = self.game.turns().last().map(|turn| turn.marks.clone()).unwrap_or_default();
        let walks = |m: &LegalMove| m.cells.from.is_some();
        // On a board where pieces walk, the person sits at the own side.
        let is_turned = self.person == Some(Side::Second)
            && (self.game.turns().iter().any(|turn| walks(&turn.played))
                || self.game.rules().legal_moves().iter().any(walks));
        self.screen.board(self.game.rules(), &marks, is_turned)
    }

    fn say_end(&mut self) -> Result<()> {
        let Some(end) = self.game.end() else { return Ok(()) };
        let text = match end.result {
            GameResult::Win(winner) => {
                let side = capitalised(self.game.side_name(winner));
                format!("{side} ({}) has won: {}.", self.player(winner), end.reason)
            }
            GameResult::Draw => format!("The game is drawn: {}.", end.reason),
            GameResult::Unfinished => format!("The game has no result: {}.", end.reason),
        };
        self.screen.say(&text)?;
        self.screen.say("`new` begins another game, `undo` goes back, `save FILE` keeps this one.")
    }

    fn listen(&mut self) -> Result<Heard> {
        let side = self.game.side();
        let prompt = match (self.game.end(), self.game.clocks()) {
            (Some(_), _) => "game over> ".to_owned(),
            (None, None) => format!("{}> ", self.game.side_name(side)),
            (None, Some(clocks)) => {
                let left = [side, !side].map(|side| clock(clocks[side.index()].left()));
                format!("{} {} ({})> ", self.game.side_name(side), left[0], left[1])
            }
        };
        let mut vocabulary = Vocabulary::default();
        for m in self.game.rules().legal_moves() {
            vocabulary.usual.push(m.shown().to_owned());
            for form in [m.record, m.short, m.name] {
                if !vocabulary.usual.contains(&form) && !vocabulary.others.contains(&form) {
                    vocabulary.others.push(form);
                }
            }
        }
        vocabulary.usual.extend(words::names().map(str::to_owned));
        self.prompt.next(&prompt, vocabulary, self.screen.output)
    }

    fn obey(&mut self, line: &str) -> Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        let is_over = self.game.end().is_some();
        let read = self.game.find(line);
        if let (false, Ok(m)) = (is_over, &read) {
            self.is_shown = false;
            return self.game.play(m.clone(), self.since.elapsed(), MoveMaker::Person);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some(command) = words::find(first) {
            return self.command(command, first, rest.trim());
        }
        let expected = match read {
            Err(error) if !is_over => {
                // The name of the game is known, so the message leaves it out.
                let of_game = format!(" of {}", self.game.entry.info.name);
                let expected = error.mismatch.expected;
                format!("{}, or a command", expected.strip_suffix(&of_game).unwrap_or(&expected))
            }
            _ => "a command, as the game is over".to_owned(),
        };
        let forms = |m: LegalMove| {
            let shown = m.shown().to_owned();
            [m.record, m.short, m.name].map(|form| (form, shown.clone()))
        };
        let legal = if is_over { Vec::new() } else { self.game.rules().legal_moves() };
        let commands = words::names().map(|name| (name.to_owned(), name.to_owned()));
        let known: Vec<_> = legal.into_iter().flat_map(forms).chain(commands).collect();
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
                self.screen.say(&format!("Fen: {}", self.game.rules().position()))
            }
            PromptCommand::New => {
                self.game.restart();
                self.thinker.forget();
                self.saved.clear();
                self.changed("A new game.")
            }
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
        let limits = self.limits();
        let engine = self.registry.program().name();
        let note = format!("{engine} is thinking (Ctrl-C: move now)");
        let (thinker, game) = (&mut self.thinker, &self.game);
        let (best, expected) = self.screen.during(&note, || thinker.choose(game, &limits))?;
        let time = start.elapsed();
        let m = self.game.find(&best)?;
        let way = self.game.rules().paths(&m.name).ok();
        let way = way.and_then(|paths| paths.ways.into_iter().next()).unwrap_or_default();
        let by = if way.len() > 2 { format!(", by {}", way.join(" ")) } else { String::new() };
        let text = format!("{engine} plays {}{by}.", m.shown());
        self.game.play(m, time, MoveMaker::Engine(expected))?;
        self.is_shown = false;
        self.screen.say(&text)
    }

    fn limits(&self) -> GoLimits {
        let Some(clocks) = self.game.clocks() else {
            return GoLimits { move_time: self.move_time, ..GoLimits::default() };
        };
        let increment = self.game.limit.clock.map_or(Duration::ZERO, |clock| clock.increment);
        let side_clock = |i: usize| SideClock { left: Some(clocks[i].left()), increment };
        GoLimits {
            clocks: [side_clock(0), side_clock(1)],
            moves_to_go: clocks[self.game.side().index()].moves_to_go(),
            ..GoLimits::default()
        }
    }
}

/// Questions about the position.
impl PlaySession<'_> {
    fn say_moves(&mut self) -> Result<()> {
        let legal = self.game.rules().legal_moves();
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
            let (others, first) = (others.join(" or "), first.shown());
            text += &format!("\nOther notations are read, too: {others} is {first}.");
        }
        self.screen.say(&text)
    }

    fn say_hint(&mut self) -> Result<()> {
        let Some(best) = self.study(1)?.into_iter().next() else { return Ok(()) };
        let line = self.game.shown_line(self.game.turns().len(), &best.pv);
        let (first, rest) = line.split_first().map_or(("", &line[..]), |(m, rest)| (m, rest));
        let then = match rest {
            [] => ".".to_owned(),
            rest => format!(", then {}", ended(shared::line(rest))),
        };
        let (value, points) = (score(best.value), chance(best.wdl.points()));
        let side = self.game.side_name(self.game.side());
        self.screen.say(&format!(
            "Best is {first}{then}\nScore {value}: {side} expects {points} of the points."
        ))
    }

    fn say_scores(&mut self) -> Result<()> {
        let found = self.study(self.game.rules().legal_moves().len())?;
        if found.is_empty() {
            return Ok(());
        }
        let place = self.game.turns().len();
        let entry = |found: &SearchInfo| {
            let name = self.game.shown_line(place, &found.pv[..1]).concat();
            format!("{name} {}", score(found.value))
        };
        let entries: Vec<String> = found.iter().map(entry).collect();
        let side = self.game.side_name(self.game.side());
        self.screen.say(&format!("Scores for {side}:\n{}", grid(&entries)))
    }

    /// The best lines of the position; none, with a message, if the game is over.
    fn study(&mut self, lines: usize) -> Result<Vec<SearchInfo>> {
        if self.game.end().is_some() {
            self.screen.say("the game is over")?;
            return Ok(Vec::new());
        }
        let time = self.move_time.unwrap_or(STUDY_TIME);
        let limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
        let (thinker, game) = (&mut self.thinker, &self.game);
        let note = "thinking (Ctrl-C: show what is known so far)";
        self.screen.during(note, || thinker.study(game, &limits, lines))
    }
}

/// Changes of the game.
impl PlaySession<'_> {
    /// Takes back the last move of a person, and all after it.
    fn undo(&mut self) -> Result<()> {
        let person = self.person;
        match self.game.take_back(|side| person.is_none_or(|person| person == side)) {
            0 => self.screen.say("you have no move to take back"),
            taken => self.changed(&format!("Took back {}.", counted(taken, "move"))),
        }
    }

    /// Says what has changed; the board is shown again.
    fn changed(&mut self, text: &str) -> Result<()> {
        (self.is_shown, self.is_end_said) = (false, false);
        self.screen.say(text)
    }

    fn resign(&mut self) -> Result<()> {
        if self.game.end().is_some() {
            return self.screen.say("the game is over");
        }
        let side = self.game.side();
        let reason = format!("{} has resigned", self.game.side_name(side));
        self.game.lose(side, Termination::Rules, &reason);
        Ok(())
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
