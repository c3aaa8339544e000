//! The options of `plyglot spsa`.

use super::step::SpsaSchedule;
use crate::selfplay::record::{BALANCE, RecordHeader};
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    GameArgs, HashArgs, Named, OptionError, RunArgs, check_outputs, file, offer_plain_games, tool,
    within,
};
use plyglot_core::game::{Parameter, SearchParams, quote};
use plyglot_engine::Registry;
use std::path::PathBuf;

/// Tune search parameters by games (SPSA)
#[derive(Args, Debug)]
#[command(after_help = "\
Repeatedly plays two random changes of the parameters against each other, and moves all parameters \
a little towards the winner. FILE records the pairs played, and a run resumes from it.")]
pub(super) struct SpsaOptions {
    /// Parameters to tune, such as lmr_base
    #[arg(long, value_name = "NAME", num_args = 1.., required = true, action = ArgAction::Set,
        value_parser = names(), hide_possible_values = true)]
    parameters: Vec<String>,
    /// File that records the pairs played
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(super) out: PathBuf,
    #[command(flatten)]
    game: GameArgs,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = within::<u64>(1..=1_000_000_000))]
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
    pub(super) run: RunArgs,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<u64>(1..=1_000_000_000))]
    pub(super) steps: u64,
    /// Pairs of games per step
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u64>(1..=1_000_000))]
    pub(super) pairs: u64,
    /// Learning rate half-way: how far a won pair moves a parameter, as a fraction of the change tried
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = within::<f64>(0.0..=10.0))]
    rate: f64,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_plain_games(SpsaOptions::augment_args(tool("spsa")), registry)
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(SearchParams::LIST.iter().map(|parameter| parameter.name))
}

impl SpsaOptions {
    /// Reads the arguments.
    pub(super) fn read(matches: &ArgMatches) -> Result<SpsaOptions, clap::Error> {
        let options = SpsaOptions::from_arg_matches(matches)?;
        check_outputs(&[Named { option: "--out", path: &options.out }], &[])?;
        Ok(options)
    }

    /// The arguments that determine each pair; the number of threads does not. They are the
    /// title of the file.
    pub(super) fn command(&self) -> String {
        let SpsaOptions { game, nodes, plies, balance, hash, run, .. } = self;
        let SpsaOptions { parameters, steps, pairs, rate, .. } = self;
        let (game, names, hash, seed) = (&game.name, parameters.join(" "), hash.mib, run.seed());
        format!(
            "plyglot spsa --game {game} --parameters {names} --steps {steps} --pairs {pairs} \
             --rate {rate} --nodes {nodes} --plies {plies} --balance {balance} --hash {hash} \
             --seed {seed}"
        )
    }

    /// The settings that determine the games.
    pub(super) fn header(&self) -> RecordHeader {
        let SpsaOptions { game, nodes, plies, balance, hash, run, .. } = self;
        let plain = RecordHeader::plain(&game.name, run.seed(), *nodes, *plies, hash.mib);
        RecordHeader { balance: *balance, ..plain }
    }

    pub(super) fn schedule(&self) -> SpsaSchedule {
        SpsaSchedule { steps: self.steps, rate: self.rate, seed: self.run.seed() }
    }

    /// The parameters to tune; a name may occur once.
    pub(super) fn parameters(&self) -> Result<Vec<&'static Parameter>, clap::Error> {
        let names = &self.parameters;
        let parameter = |(i, name): (usize, &String)| {
            if names[..i].contains(name) {
                let found = format!("{} twice", quote(name));
                return Err(OptionError::new("--parameters", "each name once", found));
            }
            SearchParams::LIST.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
                OptionError::new("--parameters", "a parameter of the search", quote(name))
            })
        };
        Ok(names.iter().enumerate().map(parameter).collect::<Result<_, OptionError>>()?)
    }
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
