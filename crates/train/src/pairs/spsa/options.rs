//! The options of `plyglot spsa`.

use super::step::SpsaSchedule;
use crate::pairs::options::{PairArgs, PairPlan};
use clap::builder::PossibleValuesParser;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{OptionError, offer_some_games, tool, within};
use plyglot_core::game::{Parameter, SearchParams, quote};
use plyglot_engine::Registry;

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
    #[command(flatten)]
    games: PairArgs,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<u64>(1..=1_000_000_000))]
    steps: u64,
    /// Pairs of games per step
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within::<u64>(1..=1_000_000))]
    pairs: u64,
    /// Learning rate half-way: how far a won pair moves a parameter, as a fraction of the change tried
    #[arg(long, value_name = "X", default_value_t = 0.05, value_parser = within::<f64>(0.0..=10.0))]
    rate: f64,
}

/// The clap command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_some_games(SpsaOptions::augment_args(tool("spsa")), registry, |_| true)
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(SearchParams::LIST.iter().map(|parameter| parameter.name))
}

/// Reads the arguments: the plan of the games, the parameters to tune, and how.
///
/// # Errors
/// At the first argument that is wrong, or if something is missing.
pub(super) fn plan(
    matches: &ArgMatches,
) -> Result<(PairPlan, Vec<&'static Parameter>, SpsaSchedule), clap::Error> {
    let SpsaOptions { parameters: names, games, steps, pairs, rate } =
        SpsaOptions::from_arg_matches(matches)?;
    let schedule = SpsaSchedule { steps, rate, seed: games.run.seed() };
    let own =
        format!("--parameters {} --steps {steps} --pairs {pairs} --rate {rate}", names.join(" "));
    let plan = games.plan("spsa", &own, [pairs, steps])?;
    Ok((plan, parameters(&names)?, schedule))
}

/// The parameters of these names; a name may occur once.
fn parameters(names: &[String]) -> Result<Vec<&'static Parameter>, OptionError> {
    let parameter = |(i, name): (usize, &String)| {
        if names[..i].contains(name) {
            let found = format!("{} twice", quote(name));
            return Err(OptionError::new("--parameters", "each name once", found));
        }
        SearchParams::LIST.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
            OptionError::new("--parameters", "a parameter of the search", quote(name))
        })
    };
    names.iter().enumerate().map(parameter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_command::arguments::read;

    #[test]
    fn the_command_of_a_plan_has_all_its_arguments() {
        let names: Vec<&str> = SearchParams::LIST.iter().map(|spec| spec.name).collect();
        let all = format!(
            "plyglot spsa --game cfour --parameters {} --steps 5 --pairs 6 --rate 0.5 --nodes 7 \
             --plies 8 --balance 12 --hash 9 --seed 10",
            names.join(" ")
        );
        let words = all.split(' ').skip(2).chain(["--out", "x", "--threads", "3"]);
        let words: Vec<String> = words.map(str::to_owned).collect();
        let matches = read(command(&plyglot_games::standard()), &words).expect("all is right");
        let (plan, ..) = plan(&matches).expect("all is right");
        assert_eq!((plan.command, plan.args.run.threads()), (all, 3));
    }
}
