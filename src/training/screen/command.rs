//! The `screen` command.

use super::effects::{Change, assignment, effects, settings};
use super::options::{self, ScreenPlan};
use crate::arguments::Streams;
use crate::engine::Registry;
use crate::games::SearchParams;
use crate::interrupt;
use crate::text::clock;
use crate::training::game_pair::{self, Players};
use crate::training::pair_file::PairFile;
use crate::training::parameters::check_used;
use anyhow::{Context, Result};
use clap::ArgMatches;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time between two progress lines.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Plays the pairs that the file does not have, and prints what each change came to on
/// `output`. After an interrupt or a request to terminate, too, it prints what is known.
///
/// # Errors
/// If the arguments make no sense, the game does not use a parameter, the file cannot be
/// read or written or is another run's, or memory or threads run out.
pub(crate) fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, progress, .. } = streams;
    let plan = options::plan(matches)?;
    let (entry, _) = registry.find(&plan.header.game).context("the game was there")?;
    let mut players = game_pair::players(entry, plan.header.hash, plan.threads)?;
    let base = players[0][0].params();
    for change in &plan.changes {
        check_used(change.spec, &base, &plan.header.game)?;
    }
    let mut file = PairFile::open(&plan.out, &plan.command(), plan.pairs)?;
    let interrupt = interrupt::watch()?;
    let missing = file.missing(plan.pairs);
    let (start, mut last_line, mut own) = (Instant::now(), Instant::now(), 0);
    let play = |players: &mut Players, pair, is_over: &AtomicBool| {
        let assigned = assignment(plan.header.seed, pair, plan.changes.len());
        let sides = settings(&plan.changes, &assigned, &base);
        players.iter_mut().zip(sides).for_each(|(player, side)| player.adopt(side));
        game_pair::play(players, &plan.header, pair, is_over)
    };
    game_pair::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
        file.add(pair, points)?;
        own += 1;
        let done = file.half_points().len() as u64;
        let line = || line(done, plan.pairs, own, start.elapsed());
        progress.show(done, Some(plan.pairs), line);
        if progress.wants_lines() && last_line.elapsed() >= LINE_INTERVAL {
            last_line = Instant::now();
            progress.print(output, &line())?;
        }
        Ok(())
    })?;
    progress.end();
    progress.print(output, &table(&plan, &base, &file))
}

/// The progress line after `done` of `pairs` pairs, `own` of them in this run.
fn line(done: u64, pairs: u64, own: u64, elapsed: Duration) -> String {
    let speed = own as f64 * 2.0 / elapsed.as_secs_f64();
    let left = elapsed.mul_f64(pairs.saturating_sub(done) as f64 / own as f64);
    format!("pair {done}/{pairs} | {speed:.1} games/s | {} to go", clock(left))
}

/// What each change came to, the best first.
fn table(plan: &ScreenPlan, base: &SearchParams, file: &PairFile) -> String {
    let pairs = file.half_points().iter().map(|(&pair, &points)| (pair, points));
    let tallies = effects(plan.header.seed, plan.changes.len(), pairs);
    let mut rows: Vec<_> = plan.changes.iter().zip(tallies).collect();
    let elo = |tally: &crate::statistics::Tally| tally.elo().map_or(0.0, |elo| elo.estimate);
    rows.sort_by(|(_, a), (_, b)| elo(b).total_cmp(&elo(a)));
    let texts = rows.iter().map(|(change, tally)| (from_to(change, base), tally));
    let width = texts.clone().map(|(text, _)| text.len()).max().unwrap_or(0);
    let lines = texts.map(|(text, tally)| match tally.elo() {
        Some(elo) => {
            let [estimate, low, high] = [elo.estimate, elo.low, elo.high];
            format!("{text:width$}  {estimate:+.1} [{low:+.1}, {high:+.1}]")
        }
        None => format!("{text:width$}  -"),
    });
    let games = 2 * file.half_points().len();
    let heading = format!("{:width$}  Elo in {games} games, 95 %", "change");
    std::iter::once(heading).chain(lines).collect::<Vec<_>>().join("\n")
}

/// `late_move_base 7 -> 9`.
fn from_to(change: &Change, base: &SearchParams) -> String {
    let Change { spec, value } = change;
    format!("{} {} -> {value}", spec.name, (spec.get)(base))
}
