//! UCI and its dialects: the client sends positions with all their moves.

mod job_output;
mod tools;

use super::wire_protocol::WireProtocol;
use super::xboard::XBoard;
use super::{Adapter, Next};
use crate::PositionError;
use crate::protocol::command::{Command, GoCommand, Word};
use crate::protocol::dialect::{Dialect, DialectContext, Request, TimeUnit, UCCI_OPTIONS, answer};
use crate::protocol::dialogue::{Dialogue, EndsBy, PendingWork, is_answer};
use crate::protocol::grammar::{Parsed, command_words, help};
use crate::protocol::response::{self, ResponseFormat};
use job_output::JobOutput;
use plyglot_core::game::{TextError, quote, text_error};
use plyglot_core::search::Control;
use plyglot_support::text::nearest;
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Uci {
    dialect: Dialect,
    /// Moves that a search of this position does not try.
    banned: Vec<String>,
    debug: bool,
}

impl Adapter for Uci {
    fn execute_line(&mut self, dialogue: &mut Dialogue, line: &str) -> Next {
        let engine = &dialogue.engine;
        let context =
            DialectContext { info: engine.info(), side: engine.side(), options: &dialogue.options };
        match self.dialect.read(line, context) {
            Ok(Request::Ban(moves)) => self.banned = moves,
            Ok(Request::Speak(dialect)) => self.dialect = dialect,
            Ok(Request::Nothing) => {}
            Ok(Request::Uci(Parsed { skipped, command: Some(command) })) => {
                if let Some(skipped) = skipped {
                    self.note_skipped(dialogue, &skipped);
                }
                return self.execute(dialogue, command).unwrap_or_else(|error| {
                    dialogue.report(&error);
                    Next::Line
                });
            }
            Ok(Request::Uci(Parsed { command: None, .. })) => dialogue.report(&unknown(line)),
            Err(error) => {
                let command =
                    line.split_whitespace().find(|word| command_words().any(|c| c == *word));
                dialogue.is_position_refused |= command == Some("position");
                dialogue.report(&error);
            }
        }
        Next::Line
    }
}

impl Uci {
    fn execute(&mut self, dialogue: &mut Dialogue, command: Command) -> Result<Next, TextError> {
        log::debug!("{command:?}");
        if command.is_about_a_game() && !dialogue.has_named_game() {
            return Ok(Next::Line);
        }
        match command {
            Command::Uci => self.introduce(dialogue, Dialect::Uci),
            Command::Ugi => self.introduce(dialogue, Dialect::Ugi),
            Command::Usi => self.introduce(dialogue, Dialect::Usi),
            Command::Ucci => self.introduce(dialogue, Dialect::Ucci { unit: TimeUnit::default() }),
            Command::XBoard => {
                let xboard = XBoard::new(dialogue, WireProtocol::XBoard);
                return Ok(Next::Protocol(Box::new(xboard)));
            }
            Command::Debug(on) => self.debug = on,
            Command::IsReady => ready(dialogue),
            Command::SetOption { name, value } => self.set_option(dialogue, &name, value)?,
            Command::Register => {}
            Command::NewGame => {
                self.banned.clear();
                dialogue.forget();
            }
            Command::Position { start, moves } => self.set_position(dialogue, start, &moves)?,
            Command::Query(query) => dialogue.output.print(&answer(&*dialogue.engine, query)),
            Command::Go(go) => self.go(dialogue, *go)?,
            Command::Stop => dialogue.queue.stop(),
            Command::PonderHit => dialogue.queue.ponderhit(),
            Command::Display => dialogue.output.print(&dialogue.engine.diagram()),
            Command::Flip(word) => flip(dialogue, &word)?,
            Command::Path(word) => print_paths(dialogue, &word)?,
            Command::Eval => dialogue.output.print(&response::evaluation(&*dialogue.engine)),
            Command::Bench(games) => tools::bench(dialogue, &games)?,
            Command::GenFens { count, seed, book } => self.gen_fens(dialogue, count, seed, book)?,
            Command::Load(file) => dialogue.read_variants(&file, true)?,
            Command::Check(file) => dialogue.read_variants(&file, false)?,
            Command::Help => dialogue.output.print(&help(dialogue.registry.program())),
            Command::Quit => {
                dialogue.queue.stop_all();
                if matches!(self.dialect, Dialect::Ucci { .. }) {
                    dialogue.output.print("bye");
                }
                return Ok(Next::End);
            }
        }
        Ok(Next::Line)
    }

    /// Introduces the engine, and answers in this dialect from now on.
    fn introduce(&mut self, dialogue: &mut Dialogue, dialect: Dialect) {
        self.dialect = dialect;
        self.banned.clear();
        let begun = begin_game_of(dialogue, dialect);
        let program = dialogue.registry.program();
        let mut lines = vec![format!("id name {program}")];
        lines.push(format!("id author {}", program.author()));
        lines.extend(dialogue.options.iter().filter_map(|option| dialect.option(option)));
        if matches!(dialect, Dialect::Ucci { .. }) {
            lines.push(UCCI_OPTIONS.to_owned());
        }
        lines.push(dialect.ok());
        dialogue.output.print(&lines.join("\n"));
        if let Some(note) = begun {
            dialogue.note(&note);
        }
    }

    fn set_option(
        &mut self,
        dialogue: &mut Dialogue,
        name: &Word,
        value: Option<Word>,
    ) -> Result<(), TextError> {
        dialogue.set_option(name, value.as_ref())?;
        if dialogue.selects_game(&name.text) && !dialogue.is_game_refused {
            self.banned.clear();
            let info = dialogue.engine.info();
            if !self.dialect.can_write(info) {
                dialogue.note(&self.dialect.cannot_write(info));
            }
        }
        Ok(())
    }

    fn set_position(
        &mut self,
        dialogue: &mut Dialogue,
        start: Option<Word>,
        moves: &[Word],
    ) -> Result<(), TextError> {
        let start = start.as_ref();
        let names: Vec<&str> = moves.iter().map(|word| word.text.as_str()).collect();
        self.banned.clear();
        let set = dialogue.engine.set_position(start.map(|word| word.text.as_str()), &names);
        dialogue.is_position_refused = set.is_err();
        set.map_err(|error| locate(error, start, moves))
    }

    /// Queues a search, or a perft. Words that cannot be read are reported and skipped;
    /// if the lines are arguments, they are errors.
    fn go(&self, dialogue: &mut Dialogue, mut go: GoCommand) -> Result<(), TextError> {
        if let Some(depth) = go.perft {
            return self.perft(dialogue, depth, &go.moves);
        }
        let (moves, error) = self.moves_to_search(dialogue, &go.moves);
        let first = [go.error.take(), error].into_iter().flatten().min_by_key(|error| error.at);
        // A search whose limit could not be read ends at once: otherwise the client could wait
        // for its answer forever.
        let has_end = go.infinite || go.has_limit() || go.has_clock();
        if go.has_lost_limit || first.is_some() && !has_end {
            go.limits.nodes = Some(0);
        }
        go.limits.moves = moves;
        match first {
            Some(error) if dialogue.is_strict => return Err(error),
            Some(error) => dialogue.report(&error),
            None => {}
        }
        let control = Arc::new(Control::new(go.ponder, go.infinite));
        let seeks_mate = self.dialect.seeks_mate(&go);
        // Without a time, such a search may last.
        let is_limited = go.has_limit() && !(seeks_mate && go.limits.move_time.is_none());
        let end = if is_limited {
            EndsBy::Limit
        } else if go.has_clock() {
            EndsBy::Clock
        } else {
            EndsBy::Open
        };
        let work = PendingWork::new(Arc::clone(&control), end);
        let job_output = self.job_output(dialogue, seeks_mate);
        let ending = Arc::clone(&control);
        let send =
            work.sink(is_answer, move |message| job_output.send(&message, ending.is_stopped()));
        let job = dialogue.engine.go(&go.limits, &dialogue.settings, control, send);
        dialogue.run(work, job);
        Ok(())
    }

    /// The moves to search, all if `None`; and the error of the first word that is no move.
    fn moves_to_search(
        &self,
        dialogue: &Dialogue,
        words: &[Word],
    ) -> (Option<Vec<String>>, Option<TextError>) {
        let (asked, error) = read_moves(dialogue, words);
        if dialogue.is_position_refused || dialogue.is_game_refused {
            return (Some(Vec::new()), error);
        }
        if !asked.is_empty() {
            return (Some(asked), error);
        }
        if self.banned.is_empty() {
            return (None, error);
        }
        let mut moves = dialogue.engine.moves();
        moves.retain(|name| !self.banned.contains(name));
        (Some(moves), error)
    }

    fn job_output(&self, dialogue: &Dialogue, seeks_mate: bool) -> JobOutput {
        let dialect = self.dialect;
        let spelling = dialect.spelling(dialogue.engine.info());
        let format = ResponseFormat { dialect, spelling, options: dialogue.output_options };
        JobOutput::new(Arc::clone(&dialogue.output), format, seeks_mate)
    }

    fn note_skipped(&self, dialogue: &Dialogue, skipped: &Word) {
        let Word { column, text, .. } = skipped;
        let note = format!("line {}, column {column}: skipped {}", dialogue.line, quote(text));
        log::info!("{note}");
        if self.debug {
            dialogue.note(&note);
        }
    }
}

/// Selects the game that the clients of a dialect mean, unless the one in hand is like it. Says
/// so if another one had been chosen. The default is the game that a client has when it sets
/// nothing.
fn begin_game_of(dialogue: &mut Dialogue, dialect: Dialect) -> Option<String> {
    let before = dialogue.engine.info();
    let mut note = None;
    let mut default = dialogue.default_game;
    if let Some(game) = dialect.game() {
        if !dialect.can_write(before) {
            note = match dialogue.select(game) {
                Err(why) => Some(format!("error: line {}, {why}", dialogue.line)),
                Ok(()) if before.name == dialogue.registry.entries()[0].info.name => None,
                Ok(()) => Some(format!("{}; the game is {game}", dialect.cannot_write(before))),
            };
        }
        default = dialogue.engine.info().name;
    }
    dialogue.list_options(default);
    note
}

/// Answers at once during a search; otherwise after all queued work, and with all there that a
/// search needs. Later lines are answered later.
fn ready(dialogue: &Dialogue) {
    if !dialogue.queue.is_working() {
        // That there are fewer threads was said when they were set.
        let prepare = dialogue.engine.prepare(dialogue.settings.threads, Arc::new(|_| ()));
        dialogue.queue.add(prepare);
        dialogue.queue.drain();
    }
    dialogue.output.print("readyok");
}

fn flip(dialogue: &mut Dialogue, word: &Word) -> Result<(), TextError> {
    if dialogue.engine.flip() { Ok(()) } else { Err(word.error("a game that supports flipping")) }
}

fn print_paths(dialogue: &Dialogue, word: &Word) -> Result<(), TextError> {
    let paths = dialogue.engine.paths(&word.text);
    let paths = paths.map_err(|error| word.locate(error))?;
    dialogue.output.print(&response::paths(&paths));
    Ok(())
}

fn unknown(line: &str) -> TextError {
    let word = line.split_whitespace().next().unwrap_or_default();
    let at = line.find(|c: char| !c.is_whitespace()).unwrap_or(0);
    text_error(line, at, "a command (try 'help')").hinted(nearest(word, command_words()))
}

/// The moves that these words mean, and the error of the first word that is no move.
fn read_moves(dialogue: &Dialogue, words: &[Word]) -> (Vec<String>, Option<TextError>) {
    let names: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let (moves, error) = dialogue.engine.read_moves(&names);
    (moves, error.map(|error| locate(error, None, words)))
}

fn locate(error: PositionError, start: Option<&Word>, moves: &[Word]) -> TextError {
    match error {
        PositionError::Start(error) => match start {
            Some(word) => {
                let hint = nearest(&word.text, ["startpos", "fen", "moves"].into_iter());
                word.locate(error).hinted(hint)
            }
            None => error,
        },
        PositionError::Move { word, error } => match moves.get(word) {
            Some(word) => word.locate(error),
            None => error,
        },
    }
}
