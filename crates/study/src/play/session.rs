//! Turn after turn, until the player quits.

use super::completion::Vocabulary;
use super::game::{PlayedGame, Thought};
use super::prompt::{Heard, Prompt};
use super::seats::{Seat, Seats};
use super::slip;
use super::thinker::Thinker;
use super::turning::{self, Mistake};
use super::voice::{self, Voice};
use super::words::{self, PromptCommand};
use crate::shared::{capitalised, chance};
use anyhow::Result;
use plyglot_core::game::{Side, TextError, quote};
use plyglot_engine::{GoLimits, LegalMove, Registry, SideClock};
use plyglot_match::record::GameResult;
use plyglot_match::record::Termination;
use plyglot_match::{EngineFailure, Opponent, OpponentMove};
use plyglot_support::text::{clock, plain};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Another engine.
pub(super) struct Rival {
    pub(super) opponent: Opponent,
    /// Whether it knows that this game has begun.
    pub(super) knows_game: bool,
}

/// How long a person waits for comments on a game.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    /// For an explanation: the least for an engine that has hardly any time, the most for one
    /// that has a day.
    pub(super) explanation: RangeInclusive<Duration>,
    /// For where a game turned: no one waits longer for what is over.
    pub(super) turning_point: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            explanation: Duration::from_millis(500)..=Duration::from_secs(10),
            turning_point: Duration::from_secs(3),
        }
    }
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// A game, those who play it, and the person at the prompt.
pub(super) struct PlaySession<'a> {
    pub(super) registry: &'a Registry,
    /// The name of the game, or of one of its presets.
    pub(super) name: String,
    pub(super) game: PlayedGame,
    pub(super) seats: Seats,
    /// The opponents, by their numbers.
    pub(super) rivals: Vec<Rival>,
    pub(super) thinker: Thinker,
    /// The time of an engine for a move; `None` if there are clocks.
    pub(super) move_time: Option<Duration>,
    pub(super) patience: Patience,
    /// Set by Ctrl-C.
    pub(super) interrupt: Arc<AtomicBool>,
    pub(super) prompt: Prompt,
    pub(super) voice: Voice<'a>,
    /// Whether a game between engines waits for the person.
    pub(super) is_paused: bool,
    /// Whether the board on the screen is that of the position.
    pub(super) is_shown: bool,
    /// Whether the end of the game was said.
    pub(super) is_end_said: bool,
    /// When the person's turn began.
    pub(super) since: Instant,
    /// The files in which this game is, with its text at their ends.
    pub(super) saved: HashMap<PathBuf, String>,
}

impl PlaySession<'_> {
    /// Plays until the person quits or the input ends.
    ///
    /// # Errors
    /// If memory or threads run out, or the streams fail.
    pub(super) fn run(mut self) -> Result<()> {
        self.welcome()?;
        let mut was_interrupted = false;
        loop {
            let is_open = self.game.end().is_none();
            if is_open && !self.is_paused && !self.seats.is_person(self.game.side()) {
                self.engine_turn()?;
                continue;
            }
            self.show()?;
            match self.listen()? {
                Heard::Line(line) => {
                    was_interrupted = false;
                    if self.obey(line.trim())? == Flow::Quit {
                        return Ok(());
                    }
                }
                Heard::Interrupt if !was_interrupted => {
                    was_interrupted = true;
                    self.voice.say("type `quit` or press Ctrl-C again to exit")?;
                }
                Heard::Interrupt | Heard::End => return Ok(()),
            }
        }
    }

    /// The first lines: who plays, and how to move.
    fn welcome(&mut self) -> Result<()> {
        let title = capitalised(self.game.entry.info.title);
        let [first, second] = self.game.entry.info.sides;
        let [own, other] = [Side::First, Side::Second].map(|side| self.player(side));
        let who = match self.seats.people() {
            0 => format!("{own} ({first}) against {other} ({second})"),
            1 if self.seats.is_person(Side::First) => {
                format!("you are {first}, and {other} is {second}")
            }
            1 => format!("you are {second}, and {own} is {first}"),
            _ => format!("two players, {first} and {second}"),
        };
        self.voice.say(&format!("{title}: {who}."))?;
        let how = match self.seats.people() {
            0 => "Ctrl-C pauses the game; `help` then lists what you can do.".to_owned(),
            _ => {
                let tab = if self.prompt.completes() { "; TAB completes" } else { "" };
                format!("Type a move{}, or `help`{tab}.", self.examples())
            }
        };
        if let Some(legend) = self.legend() {
            self.voice.say(&legend)?;
        }
        self.voice.say(&how)
    }

    /// The owners of the letters on the board.
    fn legend(&self) -> Option<String> {
        voice::legend(&self.game.sample()?, self.game.entry.info.sides)
    }

    /// Two legal moves as examples.
    fn examples(&self) -> String {
        let legal = self.game.rules().legal_moves();
        match &legal[..] {
            [] => String::new(),
            [only] => format!(", such as {}", only.shown()),
            [first, .., last] => format!(", such as {} or {}", first.shown(), last.shown()),
        }
    }

    /// The name of the player of a side.
    pub(super) fn player(&self, side: Side) -> String {
        match self.seats.at(side) {
            Seat::Person if self.seats.people() == 1 => "you".to_owned(),
            Seat::Person => "a person".to_owned(),
            seat => self.engine_name(seat),
        }
    }

    /// The name of an engine; the program's for a person.
    pub(super) fn engine_name(&self, seat: Seat) -> String {
        match seat {
            Seat::Opponent(number) => {
                let rival = self.rivals.get(number);
                rival.map_or(String::new(), |rival| plain(rival.opponent.name()))
            }
            _ => self.registry.program().name().to_owned(),
        }
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

    /// Shows the board with the last move.
    pub(super) fn show_board(&mut self) -> Result<()> {
        let marks = self.game.turns().last().map(|turn| turn.marks.clone()).unwrap_or_default();
        let is_turned = self.is_turned();
        self.voice.board(self.game.rules(), &marks, is_turned)
    }

    /// Whether the only person sits at the far side of a board on which pieces walk.
    fn is_turned(&self) -> bool {
        let walks = |m: &LegalMove| m.cells.from.is_some();
        self.seats.people() == 1
            && self.seats.is_person(Side::Second)
            && (self.game.turns().iter().any(|turn| walks(&turn.played))
                || self.game.rules().legal_moves().iter().any(walks))
    }

    /// Waits for a line.
    fn listen(&mut self) -> Result<Heard> {
        let prompt = match (self.game.end(), self.game.clocks()) {
            (Some(_), _) => "game over> ".to_owned(),
            (None, _) if self.is_paused => "paused> ".to_owned(),
            (None, None) => format!("{}> ", self.game.side_name(self.game.side())),
            (None, Some(clocks)) => {
                let side = self.game.side();
                let left = [side, !side].map(|side| clock(clocks[side.index()].left()));
                format!("{} {} ({})> ", self.game.side_name(side), left[0], left[1])
            }
        };
        let vocabulary = self.vocabulary();
        self.prompt.next(&prompt, vocabulary, self.voice.output)
    }

    /// The words that may begin a line.
    fn vocabulary(&self) -> Vocabulary {
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
        vocabulary
    }

    /// Does what a line says: a move or a command.
    fn obey(&mut self, line: &str) -> Result<Flow> {
        if line.is_empty() {
            self.is_paused = false;
            return Ok(Flow::Continue);
        }
        let is_persons_turn = self.game.end().is_none() && self.seats.is_person(self.game.side());
        let read = self.game.find(line);
        if let (true, Ok(m)) = (is_persons_turn, &read) {
            self.game.play(m.clone(), self.since.elapsed(), None)?;
            self.is_shown = false;
            return Ok(Flow::Continue);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match words::find(first) {
            Some(word) => self.command(word, rest.trim()),
            None => {
                let expected = match read {
                    Err(error) if is_persons_turn => {
                        // The name of the game is known, so the message leaves it out.
                        let of_game = format!(" of {}", self.game.entry.info.name);
                        let what = error.mismatch.expected.strip_suffix(&of_game);
                        format!("{}, or a command", what.unwrap_or(&error.mismatch.expected))
                    }
                    _ if self.game.end().is_some() => "a command, as the game is over".to_owned(),
                    _ => "a command".to_owned(),
                };
                let near = slip::near(line, self.known_words(is_persons_turn).into_iter());
                self.voice.say(&slip::answer(&expected, &plain(line), &near))?;
                Ok(Flow::Continue)
            }
        }
    }

    /// All that may be typed, each with the suggestion in its place.
    fn known_words(&self, has_moves: bool) -> Vec<(String, String)> {
        let legal = if has_moves { self.game.rules().legal_moves() } else { Vec::new() };
        let forms = |m: LegalMove| {
            let shown = m.shown().to_owned();
            [m.record, m.short, m.name].map(|form| (form, shown.clone()))
        };
        let commands = words::names().map(|name| (name.to_owned(), name.to_owned()));
        legal.into_iter().flat_map(forms).chain(commands).collect()
    }

    fn command(&mut self, word: PromptCommand, rest: &str) -> Result<Flow> {
        if word.argument().is_empty() && !rest.is_empty() {
            let (name, found) = (word.name(), quote(rest));
            self.voice.say(&format!("expected nothing after `{name}`, found {found}"))?;
            return Ok(Flow::Continue);
        }
        match word {
            PromptCommand::Quit => return Ok(Flow::Quit),
            PromptCommand::Help => {
                let help = words::help();
                let moves = format!("A move{}, or one of these:", self.examples());
                let legend = self.legend().map_or(String::new(), |legend| format!("{legend}\n"));
                self.voice.say(format!("{moves}\n{help}\n{legend}").trim_end())?;
            }
            PromptCommand::Moves => self.say_moves()?,
            PromptCommand::Hint => self.say_hint()?,
            PromptCommand::Scores => self.say_scores()?,
            PromptCommand::Why => self.say_why(rest)?,
            PromptCommand::Undo => self.undo()?,
            PromptCommand::Swap => self.swap()?,
            PromptCommand::Level => self.set_level(rest)?,
            PromptCommand::Elo => self.set_elo(rest)?,
            PromptCommand::Board => self.set_board(rest)?,
            PromptCommand::New => self.new_game()?,
            PromptCommand::Save => self.save(rest)?,
            PromptCommand::Resign => self.resign()?,
        }
        Ok(Flow::Continue)
    }

    /// Has the engine to move make its move.
    fn engine_turn(&mut self) -> Result<()> {
        let side = self.game.side();
        match self.seats.at(side) {
            Seat::Opponent(number) => self.opponent_turn(side, number)?,
            Seat::Plyglot | Seat::Person => self.own_turn()?,
        }
        self.is_shown = false;
        let was_interrupted = self.thinker.was_interrupted();
        if self.seats.people() == 0 {
            self.is_paused = was_interrupted;
            if self.game.end().is_none() && !self.is_paused {
                self.show_board()?;
                self.is_shown = true;
            }
        }
        Ok(())
    }

    /// Has this program make its move.
    fn own_turn(&mut self) -> Result<()> {
        let start = Instant::now();
        let limits = self.limits();
        let note = format!("{} is thinking (Ctrl-C: move now)", self.engine_name(Seat::Plyglot));
        let (thinker, game) = (&mut self.thinker, &self.game);
        let found = self.voice.during(&note, || thinker.choose(game, &limits))?;
        let time = start.elapsed();
        let m = self.game.find(&found.name)?;
        self.engine_moves(Seat::Plyglot, m, time, found.thought)
    }

    /// Has an opponent make its move. One that fails loses the game.
    fn opponent_turn(&mut self, side: Side, number: usize) -> Result<()> {
        let Some(rival) = self.rivals.get_mut(number) else { return Ok(()) };
        let note = format!("{} is thinking (Ctrl-C: move now)", plain(rival.opponent.name()));
        let (game, move_time, interrupt) = (&self.game, self.move_time, &self.interrupt);
        let chosen = self.voice.during(&note, || {
            Ok(rival.choose(game, side, move_time, &|| interrupt.load(Relaxed)))
        })?;
        match chosen {
            Err(failure) => self.fail(side, failure),
            Ok(chosen) => match self.game.find(&chosen.name) {
                Err(error) => self.fail(side, illegal(&chosen.name, &error)),
                Ok(m) => {
                    let OpponentMove { line, score, depth, nodes, time, .. } = chosen;
                    let thought = Thought { line, score, points: None, depth, nodes };
                    self.engine_moves(Seat::Opponent(number), m, time, thought)?;
                }
            },
        }
        Ok(())
    }

    /// Plays the move of an engine, and says so.
    fn engine_moves(
        &mut self,
        seat: Seat,
        m: LegalMove,
        time: Duration,
        thought: Thought,
    ) -> Result<()> {
        let way = self.game.rules().paths(&m.name).ok();
        let way = way.and_then(|paths| paths.ways.into_iter().next()).unwrap_or_default();
        let name = self.engine_name(seat);
        let by = if way.len() > 2 { format!(", by {}", way.join(" ")) } else { String::new() };
        let text = format!("{name} plays {}{by}.", m.shown());
        self.game.play(m, time, Some(thought))?;
        self.voice.say(&text)
    }

    /// Ends the game as lost for an engine that failed. It is started again for the next.
    fn fail(&mut self, side: Side, failure: EngineFailure) {
        let name = self.player(side);
        let reason = plain(&failure.reason);
        self.game.lose(side, failure.termination, &format!("{name}: {reason}"));
        self.rivals.iter_mut().for_each(|rival| rival.knows_game = false);
    }

    /// The limits of this program's search.
    fn limits(&self) -> GoLimits {
        let clocks = self.game.all_clocks();
        let increment = self.game.limit().clock.map_or(Duration::ZERO, |clock| clock.increment);
        let side_clock = |i: usize| SideClock { left: Some(clocks[i].left()), increment };
        match self.move_time {
            Some(time) => GoLimits { move_time: Some(time), ..GoLimits::default() },
            None => GoLimits {
                clocks: [side_clock(0), side_clock(1)],
                moves_to_go: clocks[self.game.side().index()].moves_to_go(),
                ..GoLimits::default()
            },
        }
    }

    /// Says how the game ended, and where it turned.
    fn say_end(&mut self) -> Result<()> {
        let Some(end) = self.game.end() else { return Ok(()) };
        let text = match end.result {
            GameResult::Win(winner) => {
                let side = capitalised(self.game.side_name(winner));
                let who = format!("{side} ({}) has won", self.player(winner));
                format!("{who}: {}.", end.reason)
            }
            GameResult::Draw => format!("The game is drawn: {}.", end.reason),
            GameResult::Unfinished => format!("The game has no result: {}.", end.reason),
        };
        self.voice.say(&text)?;
        self.say_turning_point()?;
        self.voice.say("`new` begins another game, `undo` goes back, `save FILE` keeps this one.")
    }

    /// Says where the game turned, and which of a single person's moves cost most.
    fn say_turning_point(&mut self) -> Result<()> {
        if self.game.turns().len() < 2 {
            return Ok(());
        }
        let (thinker, game) = (&mut self.thinker, &self.game);
        let note = "looking for the turning point (Ctrl-C: skip)";
        let time = self.patience.turning_point;
        let found = self.voice.during(note, || turning::mistakes(thinker, game, time))?;
        let Some(mistakes) = found else { return Ok(()) };
        let Some(turn) = turning::costliest(&mistakes, |_| true) else {
            return self.voice.say("No single move decided the game.");
        };
        self.voice.say(&format!("The game turned at {}", self.mistake(turn)))?;
        let is_own = |side| self.seats.people() == 1 && self.seats.is_person(side);
        if let Some(own) = turning::costliest(&mistakes, is_own).filter(|own| *own != turn) {
            self.voice.say(&format!("Your costliest move was {}", self.mistake(own)))?;
        }
        Ok(())
    }

    /// A mistake in words, after its move: `12. Nf3 (you): e4 was better: 55 % instead of 30 %.`
    fn mistake(&self, mistake: &Mistake) -> String {
        let Mistake { place, side, played, best, ref better, .. } = *mistake;
        let name = self.numbered(place);
        let (player, played, best) = (self.player(side), chance(played), chance(best));
        format!("{name} ({player}): {better} was better: {best} instead of {played}.")
    }

    /// A move of the game with its number: `12. Nf3`, `12... e5`.
    pub(super) fn numbered(&self, place: usize) -> String {
        let Some(turn) = self.game.turns().get(place) else { return String::new() };
        let dots = if turn.side == Side::First { "." } else { "..." };
        format!("{}{dots} {}", self.game.number(place), turn.played.shown())
    }
}

impl Rival {
    /// Has the opponent choose a move.
    fn choose(
        &mut self,
        game: &PlayedGame,
        side: Side,
        move_time: Option<Duration>,
        hurry: &dyn Fn() -> bool,
    ) -> Result<OpponentMove, EngineFailure> {
        if !self.knows_game {
            self.opponent.new_game()?;
            self.knows_game = true;
        }
        self.opponent.choose(&game.command(), game.all_clocks(), side, move_time, hurry)
    }
}

/// The failure of an engine whose move is not legal.
fn illegal(name: &str, error: &TextError) -> EngineFailure {
    let reason = format!("the move {} is not legal: {error}", quote(name));
    EngineFailure { termination: Termination::IllegalMove, reason }
}
