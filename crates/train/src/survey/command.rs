//! The `survey` command.

use super::game;
use super::options::SurveyOptions;
use super::report::SurveyReport;
use crate::pairs::game::{Players, play_all, players};
use anyhow::{Result, ensure};
use clap::ArgMatches;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_engine::Registry;
use std::sync::atomic::AtomicBool;

/// Plays the games that the arguments describe, and prints what they tell. An interrupt or a
/// request to terminate ends it with the games so far.
///
/// # Errors
/// If the arguments are invalid, memory or threads run out, the output fails, or it was
/// interrupted.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let options = SurveyOptions::read(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let numbers: Vec<u64> = (0..2 * options.games).collect();
    let mut boards = players(entry, options.hash.mib, options.run.threads())?;
    let play = |players: &mut Players, number, is_over: &AtomicBool| {
        game::play(players, &options, number, is_over)
    };
    let mut report = SurveyReport::new(&options, entry.info);
    let mut done = 0;
    play_all(&mut boards, &numbers, interrupt::watch()?, &play, |number, game| {
        report.add(number, game);
        done += 1;
        output.progress.show(done, Some(2 * options.games), || format!("{done} games"));
        Ok(())
    })?;
    output.progress.end();
    if !report.is_empty() && options.json {
        output.say(&report.json().to_string())?;
    } else if !report.is_empty() {
        report.lines().iter().try_for_each(|line| output.say(line))?;
    }
    ensure!(done == 2 * options.games, "interrupted");
    Ok(())
}
