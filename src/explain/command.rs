//! `plyglot explain`: from its arguments to its last line.

use super::explorer::Explorer;
use super::facts::Explanation;
use super::options::ExplainOptions;
use super::{json, text};
use crate::arguments::Streams;
use crate::engine::{GameEntry, Registry};
use crate::interrupt;
use crate::study::{self, Refusal, Subject};
use anyhow::{Result, bail, ensure};
use clap::{ArgMatches, FromArgMatches};

/// Explains the positions that the arguments name, or the lines of the input. An interrupt
/// or a request to terminate ends it after the last answer that is known.
///
/// # Errors
/// If the arguments make no sense, the input cannot be read, the output cannot be written,
/// memory or threads run out, it was interrupted, or some lines were no positions.
pub(crate) fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { input, output, progress, .. } = streams;
    let options = ExplainOptions::from_arg_matches(matches)?;
    let entry = options.study.entry(registry)?;
    let subjects = options.study.part(study::positions_of(&options.study.positions, input)?);
    let threads = options.study.threads.clamp(1, subjects.len().max(1));
    let explorers: Result<Vec<_>> = (0..threads).map(|_| explorer(&options, entry)).collect();
    let interrupt = interrupt::watch()?;
    let (mut done, mut refused, all) = (0, 0, subjects.len() as u64);
    let work = |explorer: &mut Explorer, subject: &Subject, searches: &_| match subject {
        Subject::Position(line) => explorer.explain(line, searches),
        Subject::Game(..) => Err(Refusal::Stopped),
    };
    let take = |subject: &Subject, answer: Result<Explanation, Refusal>| {
        if answer == Err(Refusal::Stopped) {
            bail!("there are too few threads");
        }
        done += 1;
        refused += u64::from(answer.is_err());
        let printed = match &answer {
            Ok(found) if options.study.json => json::explanation(found, entry).to_string(),
            Ok(found) => text::explanation(found, entry),
            Err(refusal) if options.study.json => refusal.json(subject).to_string(),
            Err(refusal) => refusal.text(subject),
        };
        progress.print(output, printed.trim_end())?;
        progress.show(done, Some(all), || format!("{done} of {all}"));
        Ok(())
    };
    let is_done = study::run(explorers?, &subjects, interrupt, work, take)?;
    progress.end();
    ensure!(is_done, "interrupted");
    match refused {
        0 => Ok(()),
        1 => bail!("one of {all} could not be explained"),
        n => bail!("{n} of {all} could not be explained"),
    }
}

/// An explorer as the arguments describe it.
///
/// # Errors
/// If there is too little memory, or the game has no such option.
fn explorer(options: &ExplainOptions, entry: &GameEntry) -> Result<Explorer> {
    let game_options = options.study.game_options(entry)?;
    let mut explorer = Explorer::new(entry, &game_options, options.study.hash, |m| &m.record)?;
    explorer.limits = options.study.limits();
    explorer.lines = options.lines();
    explorer.wanted.clone_from(&options.moves);
    Ok(explorer)
}
