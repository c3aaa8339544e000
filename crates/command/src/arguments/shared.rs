//! Arguments that several tools have: groups that a tool flattens into its own.

use super::values::{cores, within};
use clap::Args;

/// The size of a transposition table: `MIB` by default, at most `MOST`, both in MiB.
#[derive(Args, Clone, Debug)]
pub struct HashArgs<const MIB: usize, const MOST: usize = { 1 << 20 }> {
    /// Memory of each transposition table, in MiB
    #[arg(id = "hash", long = "hash", value_name = "MB")]
    // `default_value_t` would keep the first text that it makes for all values of `MIB`.
    #[arg(default_value = MIB.to_string(), value_parser = within::<usize>(1..=MOST))]
    pub mib: usize,
}

/// The limits of a search for a person.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    pub threads: usize,
    /// The table of each search.
    #[command(flatten)]
    pub hash: HashArgs<64>,
}

/// The seed of all that is random.
#[derive(Args, Clone, Debug)]
pub struct SeedArgs {
    /// Seed for all random choices
    #[arg(id = "seed", long = "seed", visible_alias = "srand", value_name = "N")]
    #[arg(default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    pub number: u64,
}

/// How a long run is carried out.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// Threads to use [default: one for each core]
    #[arg(long, visible_alias = "concurrency", value_name = "N")]
    #[arg(value_parser = within::<usize>(1..=1024))]
    threads: Option<usize>,
    #[command(flatten)]
    seed: SeedArgs,
}

impl RunArgs {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    /// The seed for all random choices.
    pub fn seed(&self) -> u64 {
        self.seed.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches};

    #[test]
    fn each_size_has_its_own_default() {
        fn default<const MIB: usize>() -> usize {
            let command = HashArgs::<MIB>::augment_args(Command::new("tool"));
            let matches = command.get_matches_from(["tool"]);
            HashArgs::<MIB>::from_arg_matches(&matches).expect("it has a default").mib
        }
        assert_eq!([default::<64>(), default::<4>()], [64, 4]);
    }
}
