//! The folder of a run, and its state.
//!
//! | file | what |
//! |---|---|
//! | `state` | the command, the time and the finished generations ([`LearnState`]), as sealed JSON |
//! | `best.network` | the best network so far |
//! | `games/0001.games` | the games of a generation, as `datagen` writes them |
//! | `networks/0001.network` | the network trained in it; `0000` is the first one |
//! | `networks/0001-ladder.network` | the same network with its ladder, if it was the best at an end |
//! | `ladder-0001` | the games of that ladder |
//! | `training-0001.state`, `gate-0001` | what a generation needs until it is finished |
//!
//! Games of other machines can be added: any further `*.games` file whose name begins with
//! the number of a generation belongs to it. No other file is touched. The state is written
//! before everything else, so a folder without it is not that of a run.

use crate::pairs::file as pair_file;
use crate::state_file::{Document, check_output, remove};
use crate::trainer::{NETWORK, checkpoint};
use anyhow::{Context, Result, bail, ensure};
use plyglot_support::files::{self, Format};
use plyglot_support::statistics::elo_of_score;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn make(path: &Path) -> Result<Folder> {
        files::create_folder(path)
            .with_context(|| format!("the folder {} cannot be made", path.display()))?;
        let folder = Folder(path.to_owned());
        let state = folder.state();
        if !state.exists() {
            let stranger = names(path)?.into_iter().find(|name| !is_left_by_a_beginning(name));
            if let Some(stranger) = stranger {
                bail!(
                    "{} is not the folder of a run: it contains {stranger} but no state file; expected an \
                     empty or new one",
                    path.display()
                );
            }
        }
        check_output(&folder.best(), &NETWORK)?;
        Ok(folder)
    }

    pub(super) fn make_rooms(&self) -> Result<()> {
        ["games", "networks"].map(|name| self.0.join(name)).iter().try_for_each(|room| {
            files::create_folder(room)
                .with_context(|| format!("the folder {} cannot be made", room.display()))
        })
    }

    pub(super) fn state(&self) -> PathBuf {
        self.0.join("state")
    }

    pub(super) fn best(&self) -> PathBuf {
        self.0.join("best.network")
    }

    pub(super) fn trainer(&self, generation: u64) -> PathBuf {
        self.0.join(format!("training-{generation:04}.state"))
    }

    pub(super) fn gate(&self, generation: u64) -> PathBuf {
        self.0.join(format!("gate-{generation:04}"))
    }

    pub(super) fn games(&self, generation: u64) -> PathBuf {
        self.0.join("games").join(format!("{generation:04}.games"))
    }

    pub(super) fn network(&self, generation: u64) -> PathBuf {
        self.0.join("networks").join(format!("{generation:04}.network"))
    }

    pub(super) fn ladder(&self, generation: u64) -> PathBuf {
        self.0.join(format!("ladder-{generation:04}"))
    }

    pub(super) fn network_with_ladder(&self, generation: u64) -> PathBuf {
        self.0.join("networks").join(format!("{generation:04}-ladder.network"))
    }

    pub(super) fn games_of(
        &self,
        generations: std::ops::RangeInclusive<u64>,
    ) -> Result<Vec<PathBuf>> {
        let folder = self.0.join("games");
        let mut games = Vec::new();
        for name in names(&folder)?.iter().filter(|name| name.ends_with(".games")) {
            if generation_of(name).is_some_and(|number| generations.contains(&number)) {
                games.push(folder.join(name));
            }
        }
        games.sort();
        Ok(games)
    }

    /// Removes what a generation does not need when it is finished.
    pub(super) fn end(&self, generation: u64) -> Result<()> {
        remove(&self.gate(generation), &pair_file::FORMAT)?;
        remove(&self.trainer(generation), &checkpoint::FORMAT)
    }
}

/// The names in a folder. What is not text in one is replaced.
fn names(folder: &Path) -> Result<Vec<String>> {
    let complaint = || format!("the folder {} cannot be read", folder.display());
    files::entries(folder)
        .with_context(complaint)?
        .map(|entry| {
            let name = entry.with_context(complaint)?.file_name();
            Ok(name.to_string_lossy().into_owned())
        })
        .collect()
}

fn generation_of(name: &str) -> Option<u64> {
    let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].parse().ok()
}

/// Whether this file may be left over from a run that was killed before it wrote its first
/// state: the lock, or an incomplete state.
fn is_left_by_a_beginning(name: &str) -> bool {
    name.starts_with("state.plyglot-")
}

/// The format, whose version is its last word.
pub(super) const STATE_FORMAT: Format =
    Format { name: "a state of learn", beginnings: &["plyglot learn 5\n"] };

const MAX_LOSS_OR_SECONDS: f64 = 1e12;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Generation {
    pub(super) number: u64,
    pub(super) nodes: u64,
    /// Its games, without those of other machines.
    pub(super) games: u64,
    pub(super) positions: u64,
    /// The mean loss on the samples held out.
    pub(super) loss: f64,
    /// Points of its network against the best one before.
    pub(super) points: f64,
    /// Games played for them.
    pub(super) gate: u64,
    pub(super) seconds: f64,
    /// The checksum of its network's file.
    pub(super) network: u32,
    /// The CRC-32 of the file of its games, without those of other machines.
    pub(super) games_sum: u32,
}

/// An estimate of Elo never exceeds that of a player who lost half a game.
fn elo(points: f64, games: f64) -> f64 {
    let score = points.clamp(0.5, games - 0.5) / games;
    elo_of_score(score)
}

impl Generation {
    fn has_possible_points(&self) -> bool {
        self.gate > 0 && (0.0..=self.gate as f64).contains(&self.points)
    }

    pub(super) fn is_kept(&self) -> bool {
        2.0 * self.points > self.gate as f64
    }

    pub(super) fn elo(&self) -> f64 {
        elo(self.points, self.gate as f64)
    }

    pub(super) fn gain(&self) -> f64 {
        if self.is_kept() { self.elo() } else { 0.0 }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LearnState {
    /// The checksum of the first network's file.
    pub(super) first: u32,
    /// The scale of the run, in centi-units, unless it is still to be found in the games of the
    /// first generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) scale: Option<f32>,
    pub(super) time: Duration,
    pub(super) generations: Vec<Generation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ladder: Option<FittedLadder>,
}

/// A ladder that was fitted at an end of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FittedLadder {
    /// The checksum of the network's file without it.
    pub(super) of: u32,
    /// The checksum of the file with it.
    pub(super) network: u32,
    /// The games of each step.
    pub(super) games: u64,
}

impl LearnState {
    fn last_kept(&self) -> Option<&Generation> {
        self.generations.iter().rev().find(|it| it.is_kept())
    }

    /// The number of the best network's generation; 0 for the first network.
    pub(super) fn best(&self) -> u64 {
        self.last_kept().map_or(0, |it| it.number)
    }

    pub(super) fn best_checksum(&self) -> u32 {
        self.last_kept().map_or(self.first, |it| it.network)
    }

    pub(super) fn ladder_of_best(&self) -> Option<FittedLadder> {
        self.ladder.filter(|ladder| ladder.of == self.best_checksum())
    }

    /// Whether the run has written a network with this checksum, apart from the first one.
    pub(super) fn wrote(&self, network: u32) -> bool {
        self.generations.iter().any(|generation| generation.network == network)
            || self.ladder.is_some_and(|ladder| ladder.network == network)
    }

    /// What each kept network won against the one before it, added up. The best one wins less against
    /// the first.
    pub(super) fn gains(&self) -> f64 {
        self.generations.iter().map(Generation::gain).sum()
    }

    /// Reads the state of a run of this command; `None` if there is none yet.
    pub(super) fn load(path: &Path, command: &str) -> Result<Option<LearnState>> {
        let read = || match Document::load(path, &STATE_FORMAT)? {
            None => Ok(None),
            Some(document) => check(document, command).map(Some),
        };
        read().with_context(|| format!("{} cannot be resumed", path.display()))
    }

    pub(super) fn save(&self, path: &Path, command: &str) -> Result<()> {
        Document { of: command.to_owned(), state: self }.save(path, &STATE_FORMAT)
    }
}

/// The state of a run of this command, if it is possible: a valid checksum does not guarantee it.
fn check(document: Document<String, LearnState>, command: &str) -> Result<LearnState> {
    let Document { of, state } = document;
    ensure!(of == command, "it belongs to '{of}', not '{command}'");
    let generations = &state.generations;
    let are_in_order = (1..).zip(generations).all(|(number, it)| it.number == number);
    ensure!(are_in_order, "its generations are not in order");
    let has_points = generations.iter().all(Generation::has_possible_points);
    ensure!(has_points, "it has impossible points");
    let are_possible = generations.iter().all(|it| is_possible(it.loss) && is_possible(it.seconds))
        && is_possible(state.time.as_secs_f64())
        && state.scale.is_none_or(|scale| scale > 0.0 && is_possible(scale.into()));
    ensure!(are_possible, "it has an impossible scale, loss or time");
    Ok(state)
}

fn is_possible(loss_or_seconds: f64) -> bool {
    (0.0..=MAX_LOSS_OR_SECONDS).contains(&loss_or_seconds)
}
