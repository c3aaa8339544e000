//! Arguments that several tools have: groups that a tool flattens into its own.

use super::groups::OptionError;
use super::values::{cores, within};
use anyhow::Context;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use plyglot_engine::{GameEntry, Registry};

/// The game that a tool is for: `--game NAME`, or in a tool that takes no other words, a word.
/// [`offer_games`](super::offer_games) gives the names, and adds the word.
#[derive(Clone, Debug)]
pub struct GameArgs {
    /// The name, as it was written or is the default.
    pub name: String,
}

impl GameArgs {
    /// The identifier of the option.
    pub(super) const OPTION: &str = "game";
    /// The identifier of the word.
    pub(super) const WORD: &str = "game-word";
}

impl Args for GameArgs {
    fn augment_args(command: Command) -> Command {
        let option = Arg::new(GameArgs::OPTION).long("game").alias("variant");
        command.arg(option.value_name("NAME").help("Game"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameArgs::augment_args(command)
    }
}

impl FromArgMatches for GameArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameArgs, clap::Error> {
        let get = |id| matches.try_get_one::<String>(id).ok().flatten();
        let name = get(GameArgs::WORD).or_else(|| get(GameArgs::OPTION));
        let missing = || OptionError::new("--game", "a game", "nothing");
        Ok(GameArgs { name: name.ok_or_else(missing)?.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GameArgs {
    /// The game.
    ///
    /// # Errors
    /// If the registry has no game of this name.
    pub fn entry<'a>(&self, registry: &'a Registry) -> anyhow::Result<&'a GameEntry> {
        let (entry, _) = registry.find(&self.name).context("there is no such game")?;
        Ok(entry)
    }
}

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
    /// Threads, each of which plays games of its own if there are any to play [default: one for
    /// each core]
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
    use crate::arguments::tool;
    use crate::arguments::values::offer;
    use plyglot_core::game::tictactoe::TicTacToe;

    #[test]
    fn each_size_has_its_own_default() {
        fn default<const MIB: usize>() -> usize {
            let command = HashArgs::<MIB>::augment_args(Command::new("tool"));
            let matches = command.get_matches_from(["tool"]);
            HashArgs::<MIB>::from_arg_matches(&matches).expect("it has a default").mib
        }
        assert_eq!([default::<64>(), default::<4>()], [64, 4]);
    }
    /// The name of the game, or how the error begins.
    fn named(command: Command, words: &[&str]) -> String {
        let names = vec![("chess", "chess"), ("othello", "flipello"), ("ttt", "ttt")];
        let command = offer(command.bin_name("p tool"), None, names, vec!["atomic"]);
        match command.no_binary_name(true).try_get_matches_from(words) {
            Ok(matches) => GameArgs::from_arg_matches(&matches).expect("a default").name,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_game_is_a_word_or_an_option() {
        let command = || GameArgs::augment_args(tool("tool"));
        for (words, name) in [
            (&[][..], "chess"),
            (&["Othello"], "flipello"),
            (&["--game", "othello"], "flipello"),
            (&["atomic"], "atomic"),
            (&["--variant=atomic"], "atomic"),
        ] {
            assert_eq!(named(command(), words), name, "{words:?}");
        }
        let error = named(command(), &["chess", "--game", "ttt"]);
        assert!(error.contains("cannot be used with"), "{error}");
        // Other words are there for something else.
        let others = || command().arg(Arg::new("depth"));
        assert_eq!(named(others(), &["ttt"]), "chess");
        assert_eq!(named(others(), &["4", "--game=ttt"]), "ttt");
    }

    #[test]
    fn the_only_game_of_a_file_is_the_default() {
        let only = GameEntry::new::<TicTacToe>(());
        let names = vec![("chess", "chess")];
        let default = |further| {
            let command =
                offer(GameArgs::augment_args(tool("tool")), Some(&only), names.clone(), further);
            let matches = command.no_binary_name(true).try_get_matches_from([""; 0])?;
            GameArgs::from_arg_matches(&matches).map(|game| game.name)
        };
        assert_eq!(default(vec!["tictactoe"]).ok().as_deref(), Some("tictactoe"));
        // A tool that does not take it says so.
        let error = default(Vec::new()).expect_err("it is not offered").to_string();
        assert!(error.contains("invalid value 'tictactoe' for '--game <NAME>'"), "{error}");
    }

    #[test]
    fn an_unknown_game_has_a_near_one_or_the_list() {
        let command = || GameArgs::augment_args(tool("tool"));
        for (word, hint) in [("ches", "'chess'"), ("atmoic", "'atomic'")] {
            let error = named(command(), &["--game", word]);
            let hint = format!("tip: a similar value exists: {hint}");
            assert!(error.contains(&hint), "{error}");
            assert!(error.contains("tip: `p games` lists all games"), "{error}");
            assert!(!error.contains("possible values"), "{error}");
        }
        let error = named(command(), &["draughts"]);
        assert!(!error.contains("similar") && error.contains("`p games`"), "{error}");
    }
}
