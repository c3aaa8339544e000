//! `plyglot explain`: from its arguments to its last line.

use super::explorer::{ExplainEvent, Explorer};
use super::facts::Explanation;
use super::options::ExplainOptions;
use super::sentences::Person;
use super::{json, text};
use crate::shared::{self, AnswerPrinter, Refusal, Subject, WorkStep};
use anyhow::Result;
use clap::{ArgMatches, FromArgMatches};
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_engine::{GameEntry, Registry};
use std::time::Duration;

/// The time for a position if nothing else limits its searches.
const USUAL_TIME: Duration = Duration::from_secs(2);

/// Explains the positions that the arguments name, or the lines of the input. An interrupt
/// or a request to terminate ends it with what is known.
///
/// # Errors
/// If the arguments are invalid, the input cannot be read, the output cannot be written,
/// memory or threads run out, it was interrupted, or some lines were not positions.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { input, output, errors, terminals } = streams;
    let options = ExplainOptions::from_arg_matches(matches)?;
    let entry = registry.entry(&options.study.game.name)?;
    let subjects = shared::positions_of(&options.study.positions, entry, input, terminals, errors)?;
    let subjects = options.study.part(subjects);
    let threads = options.study.threads.clamp(1, subjects.len().max(1));
    let explorers: Result<Vec<_>> = (0..threads).map(|_| explorer(&options, entry)).collect();
    let interrupt = interrupt::watch()?;
    let is_json = options.study.json;
    let work =
        |explorer: &mut Explorer, subject: &Subject, searches: &_, tell: &dyn Fn(WorkStep)| {
            let Subject::Position(line) = subject else { return Err(Refusal::Stopped) };
            let mut people = None;
            explorer.explain(line, searches, &mut |news| {
                if let ExplainEvent::Heading(heading) = news {
                    people = Some(Person::sides(entry, heading.side));
                }
                let (text, note) = match (news, &people) {
                    (ExplainEvent::Note(note), _) => (String::new(), note),
                    _ if is_json => return,
                    (ExplainEvent::Heading(heading), _) => {
                        (text::heading(heading, entry), String::new())
                    }
                    (ExplainEvent::Part(part, reasons), Some(people)) => {
                        (text::part(part, reasons, people), String::new())
                    }
                    (ExplainEvent::Part(..), None) => return,
                };
                tell(WorkStep { text, note, done: 0 });
            })
        };
    let mut answers = AnswerPrinter::new(output, &subjects, interrupt, is_json);
    let take = |subject: &Subject, event| {
        answers.take(subject, event, |found: Explanation| {
            Ok(if is_json {
                json::explanation(&found, entry).to_string()
            } else {
                text::end(&found, entry)
            })
        })
    };
    let is_whole = shared::run(explorers?, &subjects, interrupt, work, take)?;
    answers.end(is_whole, 0, "explained")
}

/// An explorer as the arguments describe it.
///
/// # Errors
/// If there is too little memory, or the game has no such option.
fn explorer(options: &ExplainOptions, entry: &GameEntry) -> Result<Explorer> {
    let game_options = options.study.game_options(entry)?;
    let mut explorer = Explorer::new(entry, &game_options, options.study.hash.mib, |m| &m.record)?;
    explorer.limits = options.study.limits(USUAL_TIME);
    explorer.lines = options.lines();
    explorer.wanted.clone_from(&options.moves);
    Ok(explorer)
}
