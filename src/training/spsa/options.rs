//! The options of `plyglot spsa`.

use super::step::SpsaSchedule;
use crate::arguments::{Named, OptionError, check_outputs, cores, file, offer_games, tool, within};
use crate::engine::Registry;
use crate::games::{Parameter, SearchParams, quote};
use crate::training::record::RecordHeader;
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;

/// Find the parameters of a search by games
#[derive(Args, Debug)]
#[command(after_help = "\
The parameters are those by which the search of a game leaves out and shortens lines. Plays two \
settings of them against each other, over and over, and moves all a little towards the winners. \
A run resumes from its state file.")]
struct SpsaOptions {
    /// Parameters to be found, as games::SearchParams names them
    #[arg(long, value_name = "NAME", num_args = 1.., required = true, action = ArgAction::Set,
        value_parser = names(), hide_possible_values = true)]
    parameters: Vec<String>,
    /// State file
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,
    /// Game to play
    #[arg(long, alias = "variant", value_name = "NAME")]
    game: String,
    /// Steps until the end
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<u64>(1..=1_000_000_000))]
    steps: u64,
    /// Pairs of games a step
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u64>(1..=1_000_000))]
    pairs: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = within::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Learning rate at half time: what a won pair moves a parameter, as a part of the change tried
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = within::<f64>(0.0..=10.0))]
    rate: f64,
    /// Random plies at the beginning: N or one more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Table of each player in MiB
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = within::<usize>(1..=65_536))]
    hash: usize,
    /// Pairs at the same time [default: one for each core]
    #[arg(long, visible_alias = "concurrency", value_name = "N", value_parser = within::<usize>(1..=1024))]
    threads: Option<usize>,
    /// Seed for all random choices
    #[arg(long, visible_alias = "srand", value_name = "N")]
    #[arg(default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
}

/// The clap command, with the games of the registry.
pub(crate) fn command(registry: &Registry) -> Command {
    offer_games(SpsaOptions::augment_args(tool("spsa")), registry.plain_names())
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(SearchParams::LIST.iter().map(|parameter| parameter.name))
}

/// The description of an spsa run.
#[derive(Clone, Debug)]
pub(super) struct SpsaPlan {
    /// The settings that determine the games.
    pub(super) header: RecordHeader,
    /// The parameters to tune.
    pub(super) parameters: Vec<&'static Parameter>,
    pub(super) schedule: SpsaSchedule,
    /// Pairs of games per step.
    pub(super) pairs: u64,
    /// Pairs at the same time.
    pub(super) threads: usize,
    /// The state file.
    pub(super) out: PathBuf,
}

impl SpsaPlan {
    /// The arguments that determine the result; the number of threads does not. They are a
    /// line of the state file.
    pub(super) fn command(&self) -> String {
        let RecordHeader { game, seed, nodes, opening, hash, .. } = &self.header;
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        format!(
            "plyglot spsa --game {game} --parameters {} --steps {} --pairs {} --nodes {nodes} \
             --rate {} --plies {opening} --hash {hash} --seed {seed}",
            names.join(" "),
            self.schedule.steps,
            self.pairs,
            self.schedule.rate,
        )
    }
}

/// Reads the arguments.
///
/// # Errors
/// At the first argument that is wrong, or if something is missing.
pub(super) fn plan(matches: &ArgMatches) -> Result<SpsaPlan, clap::Error> {
    let options = SpsaOptions::from_arg_matches(matches)?;
    let SpsaOptions { out, game, seed, nodes, plies, hash, .. } = options;
    check_outputs(&[Named { option: "--out", path: &out }], &[])?;
    Ok(SpsaPlan {
        header: RecordHeader::plain(&game, seed, nodes, plies, hash),
        parameters: parameters(&options.parameters)?,
        schedule: SpsaSchedule { steps: options.steps, rate: options.rate, seed },
        pairs: options.pairs,
        threads: options.threads.unwrap_or_else(cores),
        out,
    })
}

/// The parameters of these names; a name may occur once.
fn parameters(names: &[String]) -> Result<Vec<&'static Parameter>, OptionError> {
    let parameter = |(i, name): (usize, &String)| {
        let parameter = SearchParams::LIST.iter().find(|parameter| parameter.name == name);
        parameter.filter(|_| !names[..i].contains(name)).ok_or_else(|| {
            OptionError::new("--parameters", "each name once", format!("{} twice", quote(name)))
        })
    };
    names.iter().enumerate().map(parameter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::read;

    #[test]
    fn the_command_of_a_plan_has_all_its_arguments() {
        let names: Vec<&str> = SearchParams::LIST.iter().map(|spec| spec.name).collect();
        let all = format!(
            "plyglot spsa --game cfour --parameters {} --steps 5 --pairs 6 --nodes 7 --rate 0.5 \
             --plies 8 --hash 9 --seed 10",
            names.join(" ")
        );
        let words = all.split(' ').skip(2).chain(["--out", "x", "--threads", "3"]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let matches = read(command(&Registry::standard()), &words).expect("all is right");
        let plan = plan(&matches).expect("all is right");
        assert_eq!((plan.command(), plan.threads), (all, 3));
    }
}
