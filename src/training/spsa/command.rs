//! The `spsa` command.

use super::options::{self, SpsaPlan};
use super::state;
use super::step::{self, TunedParameter};
use crate::arguments::Streams;
use crate::engine::Registry;
use crate::files::Lock;
use crate::games::{Parameter, SearchParams};
use crate::interrupt;
use crate::text::clock;
use crate::training::game_pair::{self, Players};
use crate::training::parameters::check_used;
use crate::training::state_file::cannot_be_written;
use crate::training::threads;
use anyhow::{Context, Result};
use clap::ArgMatches;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Tunes the parameters that the arguments name. Prints the progress on `output` and
/// saves the state after every step. An interrupt or a request to terminate ends it
/// after the last complete step.
///
/// # Errors
/// If the arguments make no sense, the game does not use a parameter, a file cannot be
/// read or written, another run writes to it, or memory or threads run out.
pub(crate) fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, progress, .. } = streams;
    let plan = options::plan(matches)?;
    let (entry, _) = registry.find(&plan.header.game).context("the game was there")?;
    let _lock =
        Lock::take(&plan.out, &state::FORMAT).with_context(|| cannot_be_written(&plan.out))?;
    let mut players = game_pair::players(entry, plan.header.hash, plan.threads)?;
    let base = players[0][0].params();
    for parameter in &plan.parameters {
        check_used(parameter, &base, &plan.header.game)?;
    }
    let command = plan.command();
    let mut parameters: Vec<TunedParameter> =
        plan.parameters.iter().map(|spec| TunedParameter::new(spec, &base)).collect();
    let earlier = state::load(&plan.out, &command, &mut parameters)?;
    let interrupt = interrupt::watch()?;
    let (start, mut last_line) = (Instant::now(), Instant::now());
    let steps = plan.schedule.steps;
    progress.show(earlier, Some(steps), || format!("step {earlier}/{steps}"));
    for number in earlier..steps {
        let step = step::perturb(&parameters, &base, &plan.schedule, number);
        let won = play(&plan, &mut players, &step.settings, number, interrupt)?;
        let Some(won) = won else { break };
        step::update(&mut parameters, &plan.schedule, number, &step, won);
        state::save(&plan.out, &command, number + 1, &parameters)?;
        let done = number + 1;
        let line = || line(&plan, done, (done - earlier) as f64, start.elapsed());
        progress.show(done, Some(steps), line);
        if progress.wants_lines() && last_line.elapsed() >= LINE_INTERVAL {
            last_line = Instant::now();
            progress.print(output, &line())?;
        }
    }
    progress.end();
    let found = step::rounded(&parameters, &base);
    let value =
        |parameter: &&Parameter| format!("{}: {},", parameter.name, parameter.literal(&found));
    progress.print(output, &plan.parameters.iter().map(value).collect::<Vec<_>>().join("\n"))
}

/// The progress line after `done` steps, `own` of them in this run.
fn line(plan: &SpsaPlan, done: u64, own: f64, elapsed: Duration) -> String {
    let steps = plan.schedule.steps;
    let speed = own * plan.pairs as f64 * 2.0 / elapsed.as_secs_f64();
    let left = elapsed.mul_f64((steps - done) as f64 / own);
    format!("step {done}/{steps} | {speed:.1} games/s | {} to go", clock(left))
}

/// Plays the pairs of a step. Returns the pairs won by the first setting less those
/// lost. `None` if interrupted.
fn play(
    plan: &SpsaPlan,
    player_pairs: &mut [Players],
    settings: &[SearchParams; 2],
    step: u64,
    interrupt: &AtomicBool,
) -> Result<Option<f64>> {
    let next = AtomicU64::new(0);
    let work = |players: &mut Players| {
        players.iter_mut().zip(settings).for_each(|(player, s)| player.adopt(*s));
        let mut won = 0.0;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= plan.pairs {
                return Some(won);
            }
            let number = step * plan.pairs + pair;
            won += game_pair::play(players, &plan.header, number, interrupt)?;
        }
    };
    thread::scope(|scope| {
        let workers = threads::start(scope, player_pairs.iter_mut(), &work)?;
        // If a thread panics, the step does not count.
        Ok(workers.into_iter().map(|worker| worker.join().ok().flatten().flatten()).sum())
    })
}
