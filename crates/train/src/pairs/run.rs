//! A run of pairs of games between two settings of a search: what `spsa` and `screen` have
//! in common. A [`Strategy`] says which settings play, and what the results mean.
//!
//! The results in its file are the only state of a run. A resumed run goes over all rounds
//! from the first one, and plays the pairs that the file lacks.

use super::file::PairFile;
use super::game::{self, Players};
use super::options::PairPlan;
use anyhow::Result;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_core::game::SearchParams;
use plyglot_engine::Registry;
use plyglot_support::text::clock;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The half points of the first setting in each pair, by its number.
pub(super) type HalfPoints = BTreeMap<u64, u8>;

/// A tool's use of pairs of games.
pub(super) trait Strategy: Sync {
    /// The settings that play the pair of this number.
    fn settings(&self, pair: u64) -> [SearchParams; 2];

    /// Takes in the half points of the first setting, 0 to 4, in all pairs of a round.
    fn end_round(&mut self, round: u64, half_points: &[u8]);

    /// The result, in words.
    fn report(&self, half_points: &HalfPoints) -> String;
}

/// Plays the pairs that the file lacks, round by round, and prints the result on `output`.
/// After an interrupt or a request to terminate, it prints what is known so far.
/// `begin` makes the strategy of the game's own parameters.
///
/// # Errors
/// If `begin` fails, the file cannot be read or written or is another run's, or memory or
/// threads run out.
pub(super) fn run<S: Strategy>(
    plan: &PairPlan,
    registry: &Registry,
    streams: Streams<'_>,
    begin: impl FnOnce(SearchParams) -> Result<S>,
) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let PairPlan { args, pairs, rounds, .. } = plan;
    let header = args.header();
    let entry = registry.entry(&header.game)?;
    let mut players = game::players(entry, header.hash, args.run.threads())?;
    let mut strategy = begin(players[0][0].game().params())?;
    let all = pairs * rounds;
    let mut file = PairFile::open(&args.out, &plan.command, all)?;
    let interrupt = interrupt::watch()?;
    let (start, mut own) = (Instant::now(), 0);
    for round in 0..*rounds {
        let numbers = round * pairs..(round + 1) * pairs;
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            let settings = strategy.settings(pair);
            players
                .iter_mut()
                .zip(settings)
                .for_each(|(player, setting)| player.set_params(setting));
            game::play(players, &header, pair, is_over)
        };
        let missing = file.missing(numbers.clone());
        game::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
            file.add(pair, points)?;
            own += 1;
            let done = file.half_points().len() as u64;
            output.show(done, Some(all), || line(done, all, own, start.elapsed()))
        })?;
        let half_points: Vec<u8> =
            file.half_points().range(numbers).map(|(_, &points)| points).collect();
        if (half_points.len() as u64) < *pairs {
            break;
        }
        strategy.end_round(round, &half_points);
    }
    output.progress.end();
    output.say(&strategy.report(file.half_points()))
}

/// The progress line after `done` of `all` pairs, `own` of them in this run.
fn line(done: u64, all: u64, own: u64, elapsed: Duration) -> String {
    let speed = own as f64 * 2.0 / elapsed.as_secs_f64();
    let left = elapsed.mul_f64(all.saturating_sub(done) as f64 / own as f64);
    format!("pair {done}/{all} | {speed:.1} games/s | {} to go", clock(left))
}
