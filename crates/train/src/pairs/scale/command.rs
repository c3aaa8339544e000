//! The `scale` command.

use super::ladder::{Ladder, Rung};
use super::options::ScaleOptions;
use super::win_rate::GameResults;
use crate::selfplay::datagen::{SelfPlay, SelfPlayEvent};
use crate::selfplay::record::{Record, RecordReader};
use anyhow::{Context, Result, bail, ensure};
use clap::{ArgMatches, FromArgMatches};
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::WinRate;
use plyglot_engine::{GameEntry, Registry};
use plyglot_support::text::signed;
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Measures a game's scale as the arguments describe, and prints it on `output`.
///
/// # Errors
/// If the arguments are invalid, a file cannot be read, is damaged or has games of
/// another game, there are too few games, memory or threads run out, or it is interrupted.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, .. } = streams;
    let options = ScaleOptions::from_arg_matches(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let interrupt = interrupt::watch()?;
    ScaleRun { options: &options, entry, interrupt, output }.run()
}

struct ScaleRun<'a> {
    options: &'a ScaleOptions,
    entry: &'a GameEntry,
    interrupt: &'static AtomicBool,
    output: ProgressOutput<'a>,
}

impl ScaleRun<'_> {
    fn run(&mut self) -> Result<()> {
        let (win_rate, lines) = self.results()?.fit()?;
        lines.iter().try_for_each(|line| self.output.say(line))?;
        let ladder = if self.options.step_pairs() > 0 { Some(self.ladder()?) } else { None };
        self.output.progress.end();
        print(win_rate, ladder.as_deref()).iter().try_for_each(|line| self.output.say(line))
    }

    /// The results of the games that are given, or of new ones.
    fn results(&self) -> Result<GameResults> {
        let mut referee = self.entry.referee();
        let mut results = GameResults::default();
        if self.options.data.is_empty() {
            let games = self.play()?;
            games.values().try_for_each(|record| results.add(&mut *referee, record))?;
        }
        for path in &self.options.data {
            let name = || format!("{} cannot be used", path.display());
            let reader = RecordReader::open(path).with_context(name)?;
            let game = reader.game();
            ensure!(game == self.entry.info.name, "{} has games of {game}", path.display());
            for record in reader {
                record.and_then(|record| results.add(&mut *referee, &record)).with_context(name)?;
            }
        }
        Ok(results)
    }

    fn play(&self) -> Result<BTreeMap<u64, Record>> {
        let games = self.options.games;
        let self_play = SelfPlay {
            entry: self.entry,
            header: &self.options.header(),
            network: None,
            done: &HashSet::new(),
            games: Some(games),
            threads: self.options.run.threads(),
        };
        let mut records = BTreeMap::new();
        self_play.run(self.interrupt, |news| {
            if let SelfPlayEvent::Game(played) = news {
                records.insert(played.record.number, played.record);
            }
            let done = records.len() as u64;
            self.output.progress.show(done, Some(games), || format!("{done} games"));
            Ok(ControlFlow::Continue(()))
        })?;
        ensure!(records.len() as u64 == games, "interrupted");
        Ok(records)
    }

    fn ladder(&mut self) -> Result<Vec<(u16, i16)>> {
        let ladder = Ladder {
            entry: self.entry,
            header: self.options.header(),
            pairs: self.options.step_pairs(),
            centi_plies: self.options.centi_plies(),
            threads: self.options.run.threads(),
        };
        let ratings = ladder.play(self.interrupt, |step| self.output.say(&line(step)))?;
        let Some(ratings) = ratings else { bail!("interrupted") };
        Ok(ratings)
    }
}

fn line(Rung { centi_plies, tally, counts }: &Rung) -> String {
    let [low, high] = centi_plies.map(plies);
    let games = 2 * tally.pairs.iter().sum::<u32>();
    let half_points: u32 = (0..).zip(tally.pairs).map(|(points, pairs)| points * pairs).sum();
    let points = f64::from(half_points) / 2.0;
    let elo = tally.elo().map_or_else(String::new, |elo| {
        let [estimate, low, high] = [elo.estimate, elo.low, elo.high].map(signed);
        format!(", {estimate} [{low}, {high}] Elo")
    });
    let note = if *counts { "" } else { "; too much for one step" };
    format!("{high} plies against {low}: {points} of {games}{elo}{note}")
}

/// Hundredths of plies, as a literal of Rust.
fn plies(centi_plies: i16) -> String {
    format!("{:?}", f64::from(centi_plies) / 100.0)
}

fn print(WinRate { midpoint, spread }: WinRate, ladder: Option<&[(u16, i16)]>) -> Vec<String> {
    let rating = |&(elo, centi_plies): &(u16, i16)| format!("({elo}, {})", plies(centi_plies));
    let ladder = ladder.map(|ratings| {
        let ratings: Vec<String> = ratings.iter().map(rating).collect();
        format!("    lookahead: &[{}],", ratings.join(", "))
    });
    let rate =
        format!("    win_rate: WinRate {{ midpoint: {midpoint:.0}.0, spread: {spread:.0}.0 }},");
    [Some("Scale {".to_owned()), ladder, Some(rate), Some("    ..Scale::USUAL".to_owned())]
        .into_iter()
        .flatten()
        .chain(["}".to_owned()])
        .collect()
}
