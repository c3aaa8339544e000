//! The `spsa` command.

use super::options::SpsaOptions;
use super::step::{self, TunedParameter};
use crate::pairs::file::PairFile;
use crate::pairs::game::{self, Players};
use anyhow::{Result, ensure};
use clap::ArgMatches;
use clap::error::ErrorKind;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_core::game::{Parameter, SearchParams};
use plyglot_engine::Registry;
use plyglot_support::text::{clock, to_go};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Tunes the parameters that the arguments name, and prints them on `output`. An interrupt
/// or a request to terminate ends it; the values are those after the last complete step.
///
/// The results in its file are the only state of a run. A resumed run goes over all steps
/// from the first one, and plays the pairs that the file lacks.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let options = SpsaOptions::read(matches)?;
    let SpsaOptions { out, steps, pairs, .. } = &options;
    let (header, schedule) = (options.header(), options.schedule());
    let specs = options.parameters()?;
    let entry = registry.entry(&header.game)?;
    let mut players = game::players(entry, header.hash, options.run.threads())?;
    let base = players[0][0].game().params();
    let mut parameters = Vec::new();
    for spec in specs {
        check_used(spec, &base, &header.game)?;
        parameters.push(TunedParameter::new(spec, &base));
    }
    let all = pairs * steps;
    let mut file = PairFile::open(out, &options.command(), all)?;
    let interrupt = interrupt::watch()?;
    let (start, mut own) = (Instant::now(), 0);
    for step in 0..*steps {
        let perturbed = step::perturb(&parameters, &base, &schedule, step);
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            let sides = players.iter_mut().zip(perturbed.settings);
            sides.for_each(|(player, setting)| player.set_params(setting));
            game::play(players, &header, pair, is_over)
        };
        let numbers = step * pairs..(step + 1) * pairs;
        let missing = file.missing(numbers.clone());
        game::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
            file.add(pair, points)?;
            own += 1;
            let done = file.half_points().len() as u64;
            output.show(done, Some(all), || line(done, all, own, start.elapsed()))
        })?;
        let half_points = file.half_points().range(numbers);
        if (half_points.clone().count() as u64) < *pairs {
            break;
        }
        // Two half points are half of a pair.
        let won = half_points.map(|(_, &points)| (f64::from(points) - 2.0) / 2.0).sum();
        step::update(&mut parameters, &schedule, step, &perturbed, won);
    }
    output.progress.end();
    let found = step::rounded(&parameters, &base);
    let statements = parameters.iter().map(|parameter| parameter.spec.statement(&found));
    output.say(&statements.collect::<Vec<_>>().join("\n"))
}

/// Checks that a game uses a parameter: a feature that is switched off has a value outside
/// the parameter's range. `base`: the game's parameters.
fn check_used(parameter: &Parameter, base: &SearchParams, game: &str) -> Result<()> {
    let is_used = (parameter.min..=parameter.max).contains(&(parameter.get)(base));
    let why = || format!("{game} does not use {}", parameter.name);
    ensure!(is_used, clap::Error::raw(ErrorKind::InvalidValue, why()));
    Ok(())
}

/// The progress line after `done` of `all` pairs, `own` of them in this run.
fn line(done: u64, all: u64, own: u64, elapsed: Duration) -> String {
    let speed = own as f64 * 2.0 / elapsed.as_secs_f64();
    let left = to_go(elapsed, own, all.saturating_sub(done)).unwrap_or_default();
    format!("pair {done}/{all} | {speed:.1} games/s | {} to go", clock(left))
}
