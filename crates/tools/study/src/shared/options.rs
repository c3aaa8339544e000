//! The arguments that all studies have.

use clap::Args;
use plyglot_command::arguments::{GameArgs, HashArgs, OptionError, bare, within};
use plyglot_core::game::quote;
use plyglot_engine::{ChosenGame, GoLimits, Registry};
use std::time::Duration;

#[derive(Args, Clone, Debug)]
pub(crate) struct StudyOptions {
    /// Positions
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Plies to search
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=240))]
    depth: Option<u16>,
    /// Nodes to search
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Time of a search in ms
    #[arg(long, value_name = "MS", value_parser = within::<u64>(1..=86_400_000))]
    movetime: Option<u64>,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
    /// Positions or games to work on in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    pub threads: usize,
    #[command(flatten)]
    pub hash: HashArgs<16>,
    #[command(flatten)]
    options: GameOptionArgs,
}

impl StudyOptions {
    pub(crate) fn choose_game(&self, registry: &Registry) -> anyhow::Result<ChosenGame> {
        self.options.choose_game(&self.game, registry)
    }

    pub(crate) fn limits(&self, usual: GoLimits) -> GoLimits {
        let StudyOptions { depth, nodes, movetime, .. } = *self;
        if depth.is_none() && nodes.is_none() && movetime.is_none() {
            return usual;
        }
        let move_time = movetime.map(Duration::from_millis);
        GoLimits { depth, nodes, move_time, ..GoLimits::default() }
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct GameOptionArgs {
    /// An option of the game, such as UCI_Chess960=true
    #[arg(id = "option", long = "option", value_name = "NAME=VALUE")]
    texts: Vec<String>,
    /// How moves are written, such as san, lan or uci; by default as players of the game do
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
}

impl GameOptionArgs {
    /// The game of this name, with the options that are given.
    pub(crate) fn choose_game(
        &self,
        game: &GameArgs,
        registry: &Registry,
    ) -> anyhow::Result<ChosenGame> {
        let mut chosen = registry.chosen(&game.name)?;
        for text in &self.texts {
            chosen = with_option(chosen, text)?;
        }
        if let Some(notation) = &self.notation {
            chosen = chosen.with_notation(notation).map_err(|expected| {
                clap::Error::from(OptionError::new("--notation", expected, quote(notation)))
            })?;
        }
        Ok(chosen)
    }
}

/// A game with the value of one of its options, from `NAME=VALUE`.
fn with_option(game: ChosenGame, text: &str) -> Result<ChosenGame, clap::Error> {
    let argument = format!("--option {text}");
    let options = game.entry.info.options;
    let known: Vec<&str> = options.iter().map(|option| option.name).collect();
    let Some((name, value)) = text.split_once('=') else {
        return Err(bare(&argument, text, &known).into());
    };
    let Some(option) = options.iter().find(|option| option.name == name) else {
        return Err(OptionError::unknown(argument, name, &known).into());
    };
    let chosen = game.with_option(option, value);
    Ok(chosen.map_err(|expected| OptionError::new(argument, expected, quote(value)))?)
}
