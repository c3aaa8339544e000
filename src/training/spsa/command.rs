//! `plyglot spsa`: from its arguments to its last step.

use super::options::{self, SpsaPlan};
use super::step::{self, TunedParameter};
use super::{duel, state};
use crate::arguments::Streams;
use crate::engine::{GameEntry, Registry, SelfPlayer};
use crate::files::Lock;
use crate::games::{Parameter, SearchParams};
use crate::interrupt;
use crate::text::clock;
use crate::training::threads;
use anyhow::{Context, Result, anyhow, ensure};
use clap::ArgMatches;
use clap::error::ErrorKind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two lines of progress.
const SILENCE: Duration = Duration::from_secs(30);

/// Finds the parameters that the arguments ask for, says on `output` how far it
/// is, and keeps the file. An interrupt or a request to terminate ends it after
/// the last whole step.
///
/// # Errors
/// When the arguments make no sense, the game uses no such parameters, a file
/// cannot be read or written or another run writes to it, or there is too little
/// memory or no thread more.
pub(crate) fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, progress, .. } = streams;
    let plan = options::plan(matches)?;
    let (entry, _) = registry.find(&plan.header.game).context("the game was there")?;
    let _lock = Lock::take(&plan.out)
        .with_context(|| format!("{} cannot be written", plan.out.display()))?;
    let mut tables = tables(entry, &plan)?;
    let base = tables[0][0].numbers();
    check(&plan, &base)?;
    let command = plan.command();
    let mut parameters: Vec<TunedParameter> =
        plan.numbers.iter().map(|number| TunedParameter::new(number, &base)).collect();
    let begun = state::load(&plan.out, &command, &mut parameters)?;
    let interrupt = interrupt::watch()?;
    let (start, mut last_word) = (Instant::now(), Instant::now());
    for number in begun..plan.schedule.steps {
        let step = step::perturb(&parameters, &base, &plan.schedule, number);
        let won = play(&plan, &mut tables, &step.settings, number, interrupt)?;
        let Some(won) = won else { break };
        step::update(&mut parameters, &plan.schedule, number, &step, won);
        state::save(&plan.out, &command, number + 1, &parameters)?;
        let done = number + 1;
        let line = || line(&plan, done, (done - begun) as f64, start.elapsed());
        progress.show(done, Some(plan.schedule.steps), line);
        if progress.wants_lines() && last_word.elapsed() >= SILENCE {
            last_word = Instant::now();
            progress.print(output, &line())?;
        }
    }
    progress.end();
    let found = step::rounded(&parameters, &base);
    let value = |number: &&Parameter| format!("{}: {},", number.name, number.literal(&found));
    progress.print(output, &plan.numbers.iter().map(value).collect::<Vec<_>>().join("\n"))
}

/// How far it is after `done` steps, of which `own` in this time.
fn line(plan: &SpsaPlan, done: u64, own: f64, elapsed: Duration) -> String {
    let steps = plan.schedule.steps;
    let speed = own * plan.pairs as f64 * 2.0 / elapsed.as_secs_f64();
    let left = elapsed.mul_f64((steps - done) as f64 / own);
    format!("step {done}/{steps} | {speed:.1} games/s | {} to go", clock(left))
}

/// What is switched off in a game cannot be found for it.
fn check(plan: &SpsaPlan, base: &SearchParams) -> Result<()> {
    for number in &plan.numbers {
        let is_used = (number.min..=number.max).contains(&(number.get)(base));
        let game = &plan.header.game;
        let why = || format!("{game} does not use {}", number.name);
        ensure!(is_used, clap::Error::raw(ErrorKind::InvalidValue, why()));
    }
    Ok(())
}

/// Two players for each thread.
fn tables(entry: &GameEntry, plan: &SpsaPlan) -> Result<Vec<[Box<dyn SelfPlayer>; 2]>> {
    let player =
        || entry.self_player(plan.header.hash).map_err(|_| anyhow!("there is too little memory"));
    (0..plan.threads.max(1)).map(|_| Ok([player()?, player()?])).collect()
}

/// The pairs of a step: what the first setting won of them. `None` if it is
/// interrupted.
fn play(
    plan: &SpsaPlan,
    tables: &mut [[Box<dyn SelfPlayer>; 2]],
    settings: &[SearchParams; 2],
    step: u64,
    interrupt: &AtomicBool,
) -> Result<Option<f64>> {
    let next = AtomicU64::new(0);
    let work = |players: &mut [Box<dyn SelfPlayer>; 2]| {
        players.iter_mut().zip(settings).for_each(|(player, s)| player.adopt(*s));
        let mut won = 0.0;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= plan.pairs {
                return Some(won);
            }
            let number = step * plan.pairs + pair;
            won += duel::pair(players, &plan.header, number, interrupt)?;
        }
    };
    thread::scope(|scope| {
        let workers = threads::start(scope, tables.iter_mut(), &work)?;
        // A thread that panicked has played nothing that counts.
        Ok(workers.into_iter().map(|worker| worker.join().ok().flatten().flatten()).sum())
    })
}
