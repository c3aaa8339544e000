//! `plyglot spsa`: tunes the parameters of a search by games.
//!
//! These parameters ([`SearchParams`]) cannot be fitted to
//! positions: only games show what they are worth. The method is simultaneous
//! perturbation stochastic approximation (Spall, "Multivariate stochastic approximation
//! using a simultaneous perturbation gradient approximation", 1992). Each step moves
//! all parameters at once, each in a random direction. It plays that setting against
//! the opposite one (`pairs`), and then moves all a little towards the winner
//! (`step`). Parameters that do not matter drift; the others move to better values.

mod step;

use crate::pairs::file::PairFile;
use crate::pairs::{self, Players};
use crate::selfplay::record::{BALANCE, RecordHeader};
use anyhow::{Result, ensure};
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    GameArgs, HashArgs, OptionError, OptionPath, RunArgs, Streams, check_outputs, file, invalid,
    offer_plain_games, tool, within,
};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_core::game::{Parameter, SearchParams, quote};
use plyglot_engine::Registry;
use plyglot_support::text::{clock, to_go};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use step::{SpsaSchedule, TunedParameter};

/// Tune search parameters by games (SPSA)
#[derive(Args, Debug)]
#[command(after_help = "\
Repeatedly plays two random changes of the parameters against each other, and moves all parameters \
a little towards the winner. FILE records the pairs played, and a run resumes from it.")]
struct SpsaOptions {
    /// Parameters to tune, such as lmr_base
    #[arg(long, value_name = "NAME", num_args = 1.., required = true, action = ArgAction::Set,
        value_parser = names(), hide_possible_values = true)]
    parameters: Vec<String>,
    /// File that records the pairs played
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,
    #[command(flatten)]
    game: GameArgs,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Maximum score for either side after the random plies
    #[arg(long, value_name = "CENTI", default_value_t = BALANCE, value_parser = within::<u16>(0..=20_000))]
    balance: u16,
    #[command(flatten)]
    hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    run: RunArgs,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<u64>(1..=1_000_000_000))]
    steps: u64,
    /// Pairs of games per step
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u64>(1..=1_000_000))]
    pairs: u64,
    /// Learning rate half-way: how far a won pair moves a parameter, as a fraction of the change tried
    #[arg(long, value_name = "X", default_value_t = 0.02, value_parser = within::<f64>(0.0..=10.0))]
    rate: f64,
}

pub fn command(registry: &Registry) -> Command {
    offer_plain_games(SpsaOptions::augment_args(tool("spsa")), registry)
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(SearchParams::LIST.iter().map(|parameter| parameter.name))
}

impl SpsaOptions {
    fn read(matches: &ArgMatches) -> Result<SpsaOptions, clap::Error> {
        let options = SpsaOptions::from_arg_matches(matches)?;
        check_outputs(&[OptionPath { option: "--out", path: &options.out }], &[])?;
        Ok(options)
    }

    /// The arguments that determine each pair; the number of threads does not. They are the
    /// title of the file.
    fn command(&self) -> String {
        let SpsaOptions { game, nodes, plies, balance, hash, run, .. } = self;
        let SpsaOptions { parameters, steps, pairs, rate, .. } = self;
        let game = &game.name;
        let names = parameters.join(" ");
        let hash = hash.mib;
        let seed = run.seed();
        format!(
            "plyglot spsa --game {game} --parameters {names} --steps {steps} --pairs {pairs} \
             --rate {rate} --nodes {nodes} --plies {plies} --balance {balance} --hash {hash} \
             --seed {seed}"
        )
    }

    fn header(&self) -> RecordHeader {
        let SpsaOptions { game, nodes, plies, balance, hash, run, .. } = self;
        let plain = RecordHeader::plain(&game.name, run.seed(), *nodes, *plies, hash.mib);
        RecordHeader { balance: *balance, ..plain }
    }

    fn schedule(&self) -> SpsaSchedule {
        SpsaSchedule { steps: self.steps, rate: self.rate, seed: self.run.seed() }
    }

    /// The parameters to tune; a name may occur once.
    fn parameters(&self) -> Result<Vec<&'static Parameter>, clap::Error> {
        let names = &self.parameters;
        let mut parameters = Vec::new();
        for (i, name) in names.iter().enumerate() {
            if names[..i].contains(name) {
                let found = format!("{} twice", quote(name));
                return Err(OptionError::new("--parameters", "each name once", found).into());
            }
            let known = SearchParams::LIST.iter().find(|parameter| parameter.name == name);
            parameters.push(known.ok_or_else(|| {
                OptionError::new("--parameters", "a parameter of the search", quote(name))
            })?);
        }
        Ok(parameters)
    }
}

/// Tunes the parameters that the arguments name, and prints them on `output`. An interrupt
/// or a request to terminate ends it; the values are those after the last complete step.
///
/// The results in its file are the only state of a run. A resumed run goes over all steps
/// from the first one, and plays the pairs that the file lacks.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { mut output, .. } = streams;
    let options = SpsaOptions::read(matches)?;
    let SpsaOptions { out, steps, pairs, .. } = &options;
    let header = options.header();
    let schedule = options.schedule();
    let specs = options.parameters()?;
    let entry = registry.entry(&header.game)?;
    let mut players = pairs::players(entry, header.hash, options.run.threads())?;
    let base = players[0][0].game().params();
    let mut parameters = Vec::new();
    for spec in specs {
        check_used(spec, &base, &header.game)?;
        parameters.push(TunedParameter::new(spec, &base));
    }
    let all = pairs * steps;
    let mut file = PairFile::open(out, &options.command(), all)?;
    let interrupt = interrupt::watch(Remainder::State)?;
    let start = Instant::now();
    let mut own = 0;
    for step in 0..*steps {
        let settings_pair = step::perturb(&parameters, &base, &schedule, step);
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            for (player, setting) in players.iter_mut().zip(settings_pair.settings) {
                player.set_params(setting);
            }
            pairs::play(players, &header, pair, is_over)
        };
        let numbers = step * pairs..(step + 1) * pairs;
        let missing = file.missing(numbers.clone());
        pairs::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
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
        step::update(&mut parameters, &schedule, step, &settings_pair, won);
    }
    output.progress.end();
    let found = step::rounded(&parameters, &base);
    let statements: Vec<String> =
        parameters.iter().map(|parameter| parameter.spec.statement(&found)).collect();
    output.say(&statements.join("\n"))
}

/// Checks that a game uses a parameter: its feature is on, and its value within its range, as 0
/// mostly is not where it means that there is no such limit. `base`: the game's parameters.
fn check_used(parameter: &Parameter, base: &SearchParams, game: &str) -> Result<()> {
    let is_in_range = (parameter.min..=parameter.max).contains(&(parameter.get)(base));
    let is_used = is_in_range && (parameter.is_on)(base);
    ensure!(is_used, invalid(format!("{game} does not use {}", parameter.name)));
    Ok(())
}

fn line(done: u64, all: u64, own: u64, elapsed: Duration) -> String {
    let speed = own as f64 * 2.0 / elapsed.as_secs_f64();
    let left = to_go(elapsed, own, all.saturating_sub(done)).unwrap_or_default();
    format!("pair {done}/{all} | {speed:.1} games/s | {} to go", clock(left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_command::arguments::read;

    #[test]
    fn the_command_has_all_arguments() {
        let names: Vec<&str> = SearchParams::LIST.iter().map(|spec| spec.name).collect();
        let all = format!(
            "plyglot spsa --game cfour --parameters {} --steps 5 --pairs 6 --rate 0.5 --nodes 7 \
             --plies 8 --balance 12 --hash 9 --seed 10",
            names.join(" ")
        );
        let words = all.split(' ').skip(2).chain(["--out", "x", "--threads", "3"]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words).expect("all is right");
        let options = SpsaOptions::read(&matches).expect("all is right");
        assert_eq!((options.command(), options.run.threads()), (all, 3));
    }
}
