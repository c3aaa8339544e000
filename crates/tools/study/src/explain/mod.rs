//! `plyglot explain`: why the best move is the best, in sentences. `plyglot play` also
//! asks for them.
//!
//! * `exploration`: the searches, from which all `facts` come. `looks`: all moves but the best.
//!   `replies`: the moves of the other side. `budget`: the time of all searches together.
//! * `review`: one sentence on a move of a game, for `analyse` and the page.
//! * `positions`: those of a line. `effect`: what the line achieves. `material`: what it wins
//!   and loses in pieces. `motif`: how.
//! * `sentences`: the facts in words. `json`: for machines and other programs.

mod budget;
mod effect;
mod exploration;
mod facts;
mod json;
mod looks;
mod material;
mod motif;
mod positions;
mod replies;
mod review;
mod sentences;

use crate::shared::{
    self, AnswerPrinter, Refusal, SearchEffort, Searches, StudyOptions, Subject, WorkStep, Worker,
};
use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use exploration::ExplainEvent;
pub(crate) use exploration::{Exploration, analyst, set_up};
pub use facts::Heading;
use facts::{Explanation, ExplanationPart};
pub(crate) use facts::{Reasons, Threat};
pub use json::{answer, remark, threat};
use plyglot_command::arguments::{Streams, offer_games, tool, within};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_engine::{Analyst, GameEntry, GoLimits, Registry};
pub(crate) use review::MoveReview;
pub use sentences::Sentence;
use sentences::sentences_of;
pub(crate) use sentences::{Person, sentences_about};
use std::sync::Arc;
use std::time::Duration;

/// The time for a position if nothing else limits its searches.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// Explain in sentences why the best move is best
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A POSITION is `startpos` or the text of a position, optionally followed by `moves` and moves. \
Without any, positions are read from stdin, one per line; EPD is also read, and lines that begin \
with # are skipped. All searches for a position take the time of --movetime together, or 2 seconds \
without --depth, --nodes and --movetime; whatever does not fit into this time is omitted. With --depth \
or --nodes, which limit each search, all other moves are searched to 3 plies less than the best \
one, and those that are explained to its whole depth. Ctrl-C stops and prints what is known so far.")]
struct ExplainOptions {
    #[command(flatten)]
    study: StudyOptions,
    /// Number of other moves to explain
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<usize>(0..=1000))]
    lines: usize,
    /// Explain every legal move
    #[arg(long, conflicts_with = "lines")]
    all: bool,
    /// Always explain this move
    #[arg(long = "move", value_name = "MOVE")]
    moves: Vec<String>,
}

pub fn command(registry: &Registry) -> Command {
    let command = ExplainOptions::augment_args(tool("explain"));
    let command = command.mut_arg("movetime", |time| {
        time.help("Time of all searches for a position in ms; 2000 without any limit")
    });
    offer_games(command, registry)
}

/// Explains the positions that the arguments name, or the lines of the input. An interrupt
/// or a request to terminate ends it with what is known.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { input, output, errors, terminals } = streams;
    let options = ExplainOptions::from_arg_matches(matches)?;
    let game = options.study.choose_game(registry)?;
    let entry = &game.entry;
    let positions = &options.study.positions;
    let subjects = shared::positions_of(positions, entry, registry, input, terminals, errors)?;
    let is_json = options.study.json;
    let interrupt = interrupt::watch(Remainder::Results)?;
    let mut answers = AnswerPrinter::new(output, &subjects, interrupt, is_json);
    let usual = GoLimits { move_time: Some(USUAL_TIME), ..GoLimits::default() };
    let limits = &options.study.limits(usual);
    let workers = shared::workers_for(subjects.len(), options.study.threads, || {
        let analyst = analyst(&game, options.study.hash.mib)?;
        Ok(Explainer { analyst, searches: Arc::default(), limits, options: &options, entry })
    })?;
    let is_whole = shared::run(workers, &subjects, interrupt, |subject, event| {
        answers.take(subject, event, |found| {
            Ok(if is_json {
                json::explanation(&found, entry).to_string()
            } else {
                end_text(&found, entry)
            })
        })
    })?;
    answers.end(is_whole, 0, "explained")
}

struct Explainer<'a> {
    analyst: Analyst,
    searches: Arc<Searches>,
    limits: &'a GoLimits,
    options: &'a ExplainOptions,
    entry: &'a GameEntry,
}

impl Worker for Explainer<'_> {
    type Item = Subject;
    type Answer = Result<Explanation, Refusal>;

    fn searches(&self) -> &Arc<Searches> {
        &self.searches
    }

    fn work(&mut self, subject: &Subject, report: &dyn Fn(WorkStep)) -> Self::Answer {
        let Subject::Position(line) = subject else { return Err(Refusal::Stopped) };
        let Explainer { limits, options, entry, .. } = *self;
        let heading = set_up(&mut self.analyst, line)?;
        let people = Person::sides(entry.info.sides, heading.side);
        let lines = if options.all { usize::MAX } else { options.lines };
        let verdict = Exploration::new(&mut self.analyst, &self.searches, limits, |m| &m.record)
            .reported(&mut |event| {
                let mut step = WorkStep::default();
                match event {
                    ExplainEvent::Note(note) => step.note = note,
                    ExplainEvent::Part(..) if options.study.json => return,
                    ExplainEvent::Part(part, reasons) => {
                        step.text = part_text(part, reasons, &people);
                        if part == ExplanationPart::Best {
                            step.text = format!("{}\n{}", heading_text(&heading, entry), step.text);
                        }
                    }
                }
                report(step);
            })
            .verdict(&options.moves, lines)?;
        Ok(Explanation { heading, verdict })
    }
}

fn heading_text(heading: &Heading, entry: &GameEntry) -> String {
    let side = entry.info.sides[heading.side];
    format!("{}\n   {side} to move", heading.text())
}

fn part_text(part: ExplanationPart, reasons: &Reasons, people: &[Person; 2]) -> String {
    let lines: Vec<String> =
        sentences_of(part, reasons, people).iter().map(|one| format!("   {}", one.text)).collect();
    lines.join("\n")
}

fn end_text(found: &Explanation, entry: &GameEntry) -> String {
    match &found.verdict {
        Err(outcome) => {
            let winner = shared::winner(*outcome, found.heading.side, entry);
            let result =
                winner.map_or("it is a draw".to_owned(), |winner| format!("{winner} has won"));
            format!("{}\n   The game is over: {result}.", heading_text(&found.heading, entry))
        }
        Ok(reasons) => {
            let SearchEffort { depth, nodes, time } = reasons.effort;
            let others = match reasons.others_depth {
                _ if reasons.others.is_empty() => String::new(),
                others => format!(" (other moves {others})"),
            };
            format!("   depth {depth}{others}, {nodes} nodes, {:.2} s", time.as_secs_f64())
        }
    }
}
