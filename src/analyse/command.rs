//! `plyglot analyse`: from its arguments to its last line.

use super::options::AnalyseOptions;
use super::study::{GameReport, PositionReport, Study};
use super::{drawing, json, text};
use crate::arguments::Streams;
use crate::engine::{GameEntry, Registry};
use crate::files;
use crate::interrupt;
use crate::study::{self, Refusal, Subject};
use crate::text::reason;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches};

/// Analyses what the arguments name, or the lines of the input. An interrupt or a request
/// to terminate ends it after the last answer that is known.
///
/// # Errors
/// If the arguments make no sense, a file or the input cannot be read, the output cannot be
/// written, memory or threads run out, it was interrupted, or some lines were no positions
/// and some games broke the rules.
pub(crate) fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { input, output, progress, .. } = streams;
    let options = AnalyseOptions::from_arg_matches(matches)?;
    let entry = options.study.entry(registry)?;
    let subjects = match &options.pgn {
        Some(path) => study::games(path)?,
        None => study::positions_of(&options.study.positions, input)?,
    };
    check_svg(&options, subjects.len())?;
    let subjects = options.study.part(subjects);
    let threads = options.study.threads.clamp(1, subjects.len().max(1));
    let studies: Result<Vec<Study>> = (0..threads).map(|_| Study::new(&options, entry)).collect();
    let interrupt = interrupt::watch()?;
    let (mut done, mut refused) = (0, 0);
    let all = subjects.len() as u64;
    let work = |study: &mut Study, subject: &Subject, searches: &_| match subject {
        Subject::Position(line) => study.position(line, searches).map(Report::Position),
        Subject::Game(number, game) => study.game(*number, game, searches).map(Report::Game),
    };
    let take = |subject: &Subject, answer: Result<Report, Refusal>| {
        if answer == Err(Refusal::Stopped) {
            bail!("there are too few threads");
        }
        done += 1;
        refused += u64::from(answer.is_err());
        if let (Ok(Report::Position(report)), Some(path)) = (&answer, &options.svg) {
            let path = path.to_string_lossy().replace("%", &report.number.to_string());
            let image = drawing::svg(report).context("the game has no board to draw")?;
            files::write(path.as_ref(), image.as_bytes())
                .map_err(|error| anyhow!("{path} cannot be written: {}", reason(&error)))?;
        }
        let printed = print(subject, &answer, entry, options.study.json);
        progress.print(output, printed.trim_end())?;
        progress.show(done, Some(all), || format!("{done} of {all}"));
        Ok(())
    };
    let is_done = study::run(studies?, &subjects, interrupt, work, take)?;
    progress.end();
    ensure!(is_done, "interrupted");
    match refused {
        0 => Ok(()),
        1 => bail!("one of {all} could not be analysed"),
        n => bail!("{n} of {all} could not be analysed"),
    }
}

/// What was found.
#[derive(Debug, PartialEq)]
enum Report {
    Position(PositionReport),
    Game(GameReport),
}

/// Checks that each position has an image of its own.
fn check_svg(options: &AnalyseOptions, positions: usize) -> Result<()> {
    let name = options.svg.as_ref().map(|path| path.to_string_lossy());
    let is_shared = positions > 1 && name.is_some_and(|name| !name.contains('%'));
    let why = "--svg needs a name with %, the number of the position";
    ensure!(!is_shared, clap::Error::raw(ErrorKind::ValueValidation, why));
    Ok(())
}

fn print(
    subject: &Subject,
    answer: &Result<Report, Refusal>,
    entry: &GameEntry,
    is_json: bool,
) -> String {
    match answer {
        Ok(Report::Position(report)) if is_json => json::position(report, entry).to_string(),
        Ok(Report::Game(report)) if is_json => json::game(report, entry).to_string(),
        Err(refusal) if is_json => refusal.json(subject).to_string(),
        Ok(Report::Position(report)) => text::position(report, entry),
        Ok(Report::Game(report)) => text::game(report, entry),
        Err(refusal) => refusal.text(subject),
    }
}
