//! `plyglot match`: from its arguments to its last table.

use super::desk::Desk;
use super::files::{Begun, MatchFiles};
use super::guard::{self, Guard};
use super::options;
use super::runner::Match;
use super::{groups, time};
use crate::arguments::Streams;
use crate::engine::Registry;
use crate::interrupt;
use anyhow::Context;
use clap::ArgMatches;
use std::ops::ControlFlow;

/// Plays the match that the arguments describe and shows it on the output. An
/// interrupt or a request to terminate ends it with what has been played, a
/// second one at once. On Linux the program that runs is started once more,
/// with `match` and two other words before this: as the guard that ends all
/// engines when the runner is killed.
///
/// # Errors
/// When the arguments make no sense, a file cannot be read or written, an
/// engine does not get ready before the first game or fails in many games in a
/// row, or the system has nothing left to play with. That an engine fails in a
/// game is no error: it loses.
pub(crate) fn run(
    matches: &ArgMatches,
    registry: &Registry,
    streams: Streams<'_>,
) -> anyhow::Result<()> {
    let Streams { input, output, progress, .. } = streams;
    if let Some(mark) = matches.get_one::<String>(guard::OPTION) {
        return guard::serve(mark, input);
    }
    let plan = options::plan(matches, registry)?;
    let (begun, done) = Begun::open(&plan)?;
    let mut ready = Match::prepare(&plan, registry, &done)?;
    let interrupt = interrupt::watch_twice(groups::kill_all)?;
    time::watch_for_suspension().context("Ctrl-Z cannot be caught")?;
    let files = MatchFiles::open(&plan, registry, begun)?;
    let mut desk = Desk::new(&plan, files, done, ready.games_left(), (output, progress));
    if let Some(count) = ready.too_few_openings() {
        desk.say(&format!("there are {count} openings; they come again"))?;
    }
    let _guard = Guard::start().unwrap_or_else(|error| {
        log::warn!("engines would outlive a runner that is killed: {error}");
        None
    });
    let mut failure = None;
    let played = ready.play(interrupt, |record| match desk.note(record) {
        Ok(flow) => flow,
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    desk.close(failure.or(played.err()), ready.log_failure())
}
