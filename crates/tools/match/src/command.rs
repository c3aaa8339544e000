//! The `match` command.

use crate::engine::{groups, time};
use crate::options;
use crate::runner::Match;
use crate::runner::files::{EarlierRun, MatchFiles, check_formats};
use crate::runner::recorder::Recorder;
use anyhow::Context;
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt::{self, Remainder};
use plyglot_engine::Registry;

const MAX_FAULTS: usize = 10;

/// Plays the match that the arguments describe and prints its progress and results. The
/// first interrupt or request to terminate ends the match and prints what was played; a
/// second one exits at once.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read or written, an engine does not
/// get ready before the first game or fails in many games in a row, or the system runs
/// out of resources. An engine that fails in a game loses it; that is no error.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let plan = options::plan(matches, registry)?;
    check_formats(&plan)?;
    let (earlier, done) = EarlierRun::open(&plan)?;
    let mut ready = Match::prepare(&plan, registry, &done)?;
    let interrupt = interrupt::watch_with(Remainder::State, groups::kill_all)?;
    time::watch_for_suspension().context("Ctrl-Z cannot be caught")?;
    let files = MatchFiles::open(&plan, registry, earlier)?;
    let mut recorder =
        Recorder::new(&plan, files, &done, ready.games_left(), ready.live(), streams.output);
    if recorder.is_decided() {
        ready.live().over();
        return recorder.close(None, ready.log_failure());
    }
    if let Some(count) = ready.too_few_openings() {
        recorder.print(&format!("only {count} openings: they will repeat"))?;
    }
    for fault in ready.book_faults().iter().take(MAX_FAULTS) {
        recorder.print(&format!("warning: {fault}"))?;
    }
    let played = ready.play(interrupt, |event| recorder.note(event));
    recorder.close(played.err(), ready.log_failure())
}
