//! The arguments of `plyglot analyse`.

use crate::arguments::{offer_games, tool, within};
use crate::engine::{GameEntry, GoLimits, Registry};
use crate::study;
use anyhow::Context;
use clap::{Args, Command};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The time for a position if nothing else limits its search.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What moves of positions and of games are worth
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A POSITION is `startpos` or the text of a position, optionally followed by `moves` and moves. \
Without any, positions are read from stdin, one a line; EPD is read, too, and lines that begin \
with # are skipped. With --pgn, every move of every game is compared with the best one. Without \
--depth, --nodes or --movetime, a search takes a second.")]
pub(super) struct AnalyseOptions {
    /// Positions to analyse
    #[arg(value_name = "POSITION", conflicts_with = "pgn")]
    pub(super) positions: Vec<String>,
    /// Game that the positions are of
    #[arg(long, alias = "variant", value_name = "NAME")]
    game: String,
    /// Games to analyse, move by move
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Plies to search
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=240))]
    depth: Option<u16>,
    /// Nodes to search
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Time of a search in ms
    #[arg(long, value_name = "MS", value_parser = within::<u64>(1..=86_400_000))]
    movetime: Option<u64>,
    /// Moves of a position that get a score
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<usize>(1..=1000))]
    lines: usize,
    /// Score every legal move; with --depth alone, all but the best to 3 plies less
    #[arg(long, conflicts_with = "lines")]
    pub(super) all: bool,
    /// A JSON object a line
    #[arg(long)]
    pub(super) json: bool,
    /// Draw the position with its moves and scores; % in the name is its number
    #[arg(long, value_name = "FILE", conflicts_with = "pgn")]
    pub(super) svg: Option<PathBuf>,
    /// Positions or games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    pub(super) threads: usize,
    /// Memory of each search, in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = within::<usize>(1..=1 << 20))]
    pub(super) hash: usize,
    /// An option of the game, such as UCI_Chess960=true
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(super) options: Vec<String>,
    /// Only the Ith of N parts of the input
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
}

/// A part of the input: part `number`, from 1, of `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// The items of this part. Parts follow each other, so that their answers together are
    /// those of the whole.
    pub(super) fn of<T>(self, mut items: Vec<T>) -> Vec<T> {
        let at = |part: usize| (items.len() as u128 * part as u128 / self.count as u128) as usize;
        let (start, end) = (at(self.number - 1), at(self.number));
        items.truncate(end);
        items.split_off(start)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let read = || {
            let (number, count) = text.split_once('/')?;
            let shard = Shard { number: number.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.number).then_some(shard)
        };
        read().ok_or_else(|| "expected I/N, with I from 1 to N".to_owned())
    }
}

/// The command, with the games of the registry.
pub(crate) fn command(registry: &Registry) -> Command {
    let names = registry.entries().iter();
    let names = names.flat_map(|entry| entry.names().map(|name| (name, entry.name))).collect();
    offer_games(AnalyseOptions::augment_args(tool("analyse")), names)
}

impl AnalyseOptions {
    /// The game.
    ///
    /// # Errors
    /// If there is none of this name.
    pub(super) fn entry<'a>(&self, registry: &'a Registry) -> anyhow::Result<&'a GameEntry> {
        let (entry, _) = registry.find(&self.game).context("the game was there")?;
        Ok(entry)
    }

    /// The options of the game, with their values.
    ///
    /// # Errors
    /// If the game has no such option, or it cannot have this value.
    pub(super) fn game_options(&self, entry: &GameEntry) -> anyhow::Result<Vec<(String, String)>> {
        Ok(study::game_options(entry, &self.options)?)
    }

    /// The limits of each search.
    pub(super) fn limits(&self) -> GoLimits {
        let AnalyseOptions { depth, nodes, movetime, .. } = *self;
        let is_limited = depth.is_some() || nodes.is_some();
        let usual = (!is_limited).then_some(USUAL_TIME);
        let move_time = movetime.map(Duration::from_millis).or(usual);
        GoLimits { depth, nodes, move_time, ..GoLimits::default() }
    }

    /// The most moves of a position that get a score.
    pub(super) fn lines(&self) -> usize {
        if self.all { usize::MAX } else { self.lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_follow_each_other_and_miss_nothing() {
        for (length, count) in [(10, 3), (3, 7), (0, 2), (1000, 1)] {
            let items: Vec<usize> = (0..length).collect();
            let shards = (1..=count).map(|number| Shard { number, count }.of(items.clone()));
            let sizes: Vec<usize> = shards.clone().map(|shard| shard.len()).collect();
            assert_eq!(shards.flatten().collect::<Vec<_>>(), items);
            let (least, most) = (sizes.iter().min(), sizes.iter().max());
            assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{sizes:?}");
        }
    }

    #[test]
    fn shards_are_read() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, count: 3 }));
        for text in ["", "2", "0/3", "4/3", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
