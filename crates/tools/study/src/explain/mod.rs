//! `plyglot explain`: why the best move is the best, in sentences. `plyglot play` also
//! asks for them.
//!
//! * `explorer`: the searches, from which all `facts` come. `looks`: all moves but the best.
//!   `replies`: the moves of the other side. `budget`: the time of all searches together.
//! * `review`: one sentence on a move of a game, for `analyse` and the page.
//! * `place`: the positions of a line. `effect`: what the line achieves. `material`: what it wins
//!   and loses in pieces. `motif`: how.
//! * `sentences`: the facts in words. `json`: for machines and other programs.

mod budget;
mod effect;
mod explorer;
mod facts;
mod json;
mod looks;
mod material;
mod motif;
mod place;
mod replies;
mod review;
mod sentences;

use crate::shared::{
    self, AnswerPrinter, Job, Refusal, SearchEffort, StudyOptions, Subject, WorkStep, Worker,
};
use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use explorer::ExplainEvent;
pub(crate) use explorer::Explorer;
use facts::{Explanation, ExplanationPart, Heading};
pub(crate) use facts::{Reasons, Threat};
pub(crate) use json::sentence as sentence_json;
pub use json::{answer, remark, threat};
use plyglot_command::arguments::{Streams, offer_games, tool, within};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_engine::{ChosenGame, GameEntry, GoLimits, Registry};
use plyglot_support::text::plain;
pub(crate) use review::MoveReview;
use sentences::sentences_of;
pub(crate) use sentences::{Person, Sentence, sentences_about};
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
    let workers = shared::workers_for(subjects.len(), options.study.threads, || {
        Ok(Explainer { explorer: explorer(&options, &game)?, entry, is_json })
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
    explorer: Explorer,
    entry: &'a GameEntry,
    is_json: bool,
}

impl Worker for Explainer<'_> {
    type Item = Subject;
    type Answer = Result<Explanation, Refusal>;

    fn work(&mut self, subject: &Subject, job: &Job<'_>) -> Result<Explanation, Refusal> {
        let Subject::Position(line) = subject else { return Err(Refusal::Stopped) };
        let mut people = None;
        self.explorer.explain(line, job.searches, &mut |news| {
            let mut step = WorkStep::default();
            match news {
                ExplainEvent::Note(note) => step.note = note,
                _ if self.is_json => return,
                ExplainEvent::Heading(heading) => {
                    people = Some(Person::sides(self.entry.info.sides, heading.side));
                    step.text = heading_text(heading, self.entry);
                }
                ExplainEvent::Part(part, reasons) => {
                    let Some(people) = &people else { return };
                    step.text = part_text(part, reasons, people);
                }
            }
            job.step(step);
        })
    }
}

fn explorer(options: &ExplainOptions, game: &ChosenGame) -> Result<Explorer> {
    let mut explorer = Explorer::new(game, options.study.hash.mib, |m| &m.record)?;
    let usual = GoLimits { move_time: Some(USUAL_TIME), ..GoLimits::default() };
    explorer.limits = options.study.limits(usual);
    explorer.lines = if options.all { usize::MAX } else { options.lines };
    explorer.wanted.clone_from(&options.moves);
    Ok(explorer)
}

fn heading_text(heading: &Heading, entry: &GameEntry) -> String {
    let side = entry.info.sides[heading.side.index()];
    let id = heading.id.as_ref().map_or(String::new(), |id| format!(" ({})", plain(id)));
    format!("{}: {}{id}\n   {side} to move", heading.number, heading.position)
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
            format!("   The game is over: {result}.")
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
