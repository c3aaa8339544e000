//! The arguments of `plyglot analyse`.

use super::study::AnalysisRequest;
use crate::shared::StudyOptions;
use anyhow::Context;
use clap::{Args, Command};
use plyglot_command::arguments::{GameArgs, offer_games, tool, within};
use plyglot_core::game::quote;
use plyglot_engine::{GameEntry, Registry};
use plyglot_records::GameChoice;
use std::path::PathBuf;
use std::time::Duration;

/// The time of a search if nothing else limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Score the moves of positions and of whole games
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A POSITION is `startpos` or the text of a position, optionally followed by `moves` and moves. \
Without any, positions are read from stdin, one per line; EPD is read, too, and lines that begin \
with # are skipped. With --pgn, every move of every game is compared with the best one; the tags of a \
game say which it is. Without \
--depth, --nodes or --movetime, a search takes a second.")]
pub(super) struct AnalyseOptions {
    #[command(flatten)]
    pub(super) study: StudyOptions,
    /// Games to analyse, move by move; - for stdin
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub(super) pgn: Option<PathBuf>,
    /// Number of moves to score
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<usize>(1..=1000))]
    lines: usize,
    /// Score every legal move; with --depth alone, all but the best to 3 plies less
    #[arg(long, conflicts_with = "lines")]
    all: bool,
    /// Draw the position with its moves and scores; % in FILE stands for its number
    #[arg(long, value_name = "FILE", conflicts_with = "pgn")]
    pub(super) svg: Option<PathBuf>,
}

/// The command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_games(AnalyseOptions::augment_args(tool("analyse")), registry)
}

impl AnalyseOptions {
    /// The game of each record: by its tags, unless one was asked for.
    ///
    /// # Errors
    /// If there is no such game.
    pub(super) fn choice<'a>(&self, registry: &'a Registry) -> anyhow::Result<GameChoice<'a>> {
        let GameArgs { name, is_written } = &self.study.game;
        let usual = registry.game(name).with_context(|| format!("unknown game {}", quote(name)))?;
        Ok(GameChoice { registry, wanted: is_written.then_some(usual), usual })
    }

    /// What they ask for.
    ///
    /// # Errors
    /// If the game has no such option, or it cannot have this value.
    pub(super) fn request<'a>(&self, entry: &'a GameEntry) -> anyhow::Result<AnalysisRequest<'a>> {
        Ok(AnalysisRequest {
            entry,
            options: self.study.game_options(entry)?,
            mib: self.study.hash.mib,
            limits: self.study.limits(USUAL_TIME),
            lines: if self.all { usize::MAX } else { self.lines },
        })
    }
}
