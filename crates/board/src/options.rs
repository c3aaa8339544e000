//! The arguments of `plyglot board`.

use anyhow::Context;
use clap::{Args, Command};
use plyglot_command::arguments::{
    GameArgs, OptionError, SearchArgs, cores, offer_games, tool, within,
};
use plyglot_core::game::quote;
use plyglot_engine::Registry;
use plyglot_match::plan::{EngineSpec, Limit, Protocol};
use plyglot_match::stem;
use std::path::PathBuf;
use std::time::Duration;

/// The engines' usual time for a move. It only tells the dialogue that a clock runs.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Play, analyse and watch games on a page in the browser
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Only browsers on this machine can open the page. Its address contains a secret, renewed at each \
start. Ctrl-C stops the server.")]
pub(super) struct BoardOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Port of the server [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(super) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(super) open: bool,
    /// Another engine to offer on the page, with its arguments
    #[arg(long, value_name = "COMMAND")]
    engine: Vec<String>,
    /// An option of the other engines
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
    engine_option: Vec<String>,
    /// The other engines speak UGI, not UCI
    #[arg(long, requires = "engine")]
    ugi: bool,
    /// Show a running match; FILE is that of its `--live`
    #[arg(long, value_name = "FILE")]
    pub(super) watch: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Maximum number of engines at the same time [default: the number of cores, at least 4]
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=256))]
    engines: Option<usize>,
}

/// The command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_games(BoardOptions::augment_args(tool("board")), registry)
}

impl BoardOptions {
    /// The game to show first.
    pub(super) fn game(&self) -> &str {
        &self.game.name
    }

    /// Maximum number of engines at the same time.
    pub(super) fn most_engines(&self) -> usize {
        self.engines.unwrap_or_else(|| cores().max(4))
    }

    /// The engines of the page: this program, then the others.
    ///
    /// # Errors
    /// If this program cannot be found, one is not a program, or an option has no value.
    pub(super) fn engine_specs(&self, registry: &Registry) -> anyhow::Result<Vec<EngineSpec>> {
        let own = std::env::current_exe().context("this program cannot be found")?;
        let own = own.to_str().context("the path of this program is not UTF-8")?.to_owned();
        let options = [("Hash", self.search.hash.mib), ("Threads", self.search.threads)];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_string()));
        let name = registry.program().name().to_owned();
        let own = spec(own, Vec::new(), name, Protocol::Uci, options.to_vec());
        let mut specs = vec![own];
        let options = self.other_options()?;
        for text in &self.engine {
            let mut words = text.split_whitespace().map(str::to_owned);
            let missing = || OptionError::new("--engine", "a program", "nothing");
            let command = words.next().ok_or_else(missing).map_err(clap::Error::from)?;
            let name = stem(&command).to_owned();
            let protocol = if self.ugi { Protocol::Ugi } else { Protocol::Uci };
            specs.push(spec(command, words.collect(), name, protocol, options.clone()));
        }
        Ok(specs)
    }

    fn other_options(&self) -> Result<Vec<(String, String)>, clap::Error> {
        let option = |text: &String| {
            let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
            let expected = || OptionError::new("--engine-option", "NAME=VALUE", quote(text));
            pair.map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(expected)
        };
        Ok(self.engine_option.iter().map(option).collect::<Result<_, _>>()?)
    }
}

fn spec(
    command: String,
    arguments: Vec<String>,
    name: String,
    protocol: Protocol,
    options: Vec<(String, String)>,
) -> EngineSpec {
    EngineSpec {
        command,
        arguments,
        directory: None,
        name,
        protocol,
        options,
        limit: Limit { move_time: Some(USUAL_TIME), ..Limit::default() },
        ponder: false,
        startup: None,
    }
}
