//! The arguments that all studies have.

use clap::Args;
use plyglot_command::arguments::{GameArgs, HashArgs, OptionError, bare, within};
use plyglot_core::game::quote;
use plyglot_engine::{GameEntry, GoLimits, NOTATION};
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
    /// The options of the game, with their values: that of the name by which it was called,
    /// then the user's.
    pub(crate) fn game_options(&self, entry: &GameEntry) -> anyhow::Result<Vec<(String, String)>> {
        Ok(self.options.read_named(entry, &self.game.name)?)
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
    /// The options of a game that was called by this name, with their values: that of the
    /// name, then those given.
    pub(crate) fn read_named(
        &self,
        entry: &GameEntry,
        name: &str,
    ) -> Result<Vec<(String, String)>, clap::Error> {
        if let Some(notation) = &self.notation
            && let Err(expected) = entry.open().prepare_option(NOTATION, notation)
        {
            return Err(OptionError::new("--notation", expected, quote(notation)).into());
        }
        let mut options = Vec::new();
        for preset in entry.info.presets.iter().filter(|preset| preset.name == name) {
            options.push((preset.option.to_owned(), preset.value.to_owned()));
        }
        options.extend(self.read(entry)?);
        options.extend(self.notation.iter().map(|name| (NOTATION.to_owned(), name.clone())));
        Ok(options)
    }

    fn read(&self, entry: &GameEntry) -> Result<Vec<(String, String)>, clap::Error> {
        let known: Vec<&str> = entry.info.options.iter().map(|option| option.name).collect();
        let mut options = Vec::new();
        for text in &self.texts {
            let argument = format!("--option {text}");
            let Some((name, value)) = text.split_once('=') else {
                return Err(bare(&argument, text, &known).into());
            };
            let Some(option) = entry.info.options.iter().find(|option| option.name == name) else {
                return Err(OptionError::unknown(argument, name, &known).into());
            };
            let error =
                |expected: String| OptionError::new(argument.clone(), expected, quote(value));
            let value = option.kind.read(value).ok_or_else(|| error(option.kind.expectation()))?;
            entry.open().prepare_option(name, &value).map_err(error)?;
            options.push((name.to_owned(), value));
        }
        Ok(options)
    }
}
