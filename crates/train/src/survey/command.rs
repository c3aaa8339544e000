//! The `survey` command.

use super::game;
use super::options;
use super::report::SurveyReport;
use crate::pairs::game::{self as pairs, Players};
use anyhow::{Result, ensure};
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::Registry;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Plays the games that the arguments describe, and prints what they tell.
///
/// # Errors
/// If the arguments are invalid, memory or threads run out, the output fails, or it is
/// interrupted.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, progress, .. } = streams;
    let plan = options::plan(matches)?;
    let entry = registry.entry(&plan.header.game)?;
    let mut output = ProgressOutput { output, progress };
    let numbers: Vec<u64> = (0..2 * plan.games).collect();
    let mut boards = pairs::players(entry, plan.header.hash, plan.threads)?;
    let play = |players: &mut Players, number, is_over: &AtomicBool| {
        game::play(players, &plan, number, is_over)
    };
    let mut games = BTreeMap::new();
    pairs::play_all(&mut boards, &numbers, interrupt::watch()?, &play, |number, game| {
        games.insert(number, game);
        let done = games.len() as u64;
        output.progress.show(done, Some(2 * plan.games), || format!("{done} games"));
        Ok(())
    })?;
    ensure!(games.len() == numbers.len(), "interrupted");
    output.progress.end();
    let report = SurveyReport::new(&plan, entry.info, &games);
    if plan.json {
        return output.say(&report.json().to_string());
    }
    report.lines().iter().try_for_each(|line| output.say(line))
}
