//! The finished generations of a run, in the file `state`.
//!
//! It is sealed JSON: the command with all options, and the [`LearnState`].

use crate::state_file::Document;
use anyhow::{Context, Result, ensure};
use plyglot_support::files::Format;
use plyglot_support::statistics::elo_of_score;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// The format, whose version is its last word.
pub(super) const FORMAT: Format =
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

    pub(super) fn elo(&self) -> f64 {
        self.generations.iter().map(Generation::gain).sum()
    }

    /// Reads the state of a run of this command; `None` if there is none yet.
    pub(super) fn load(path: &Path, command: &str) -> Result<Option<LearnState>> {
        let read = || match Document::load(path, &FORMAT)? {
            None => Ok(None),
            Some(document) => check(document, command).map(Some),
        };
        read().with_context(|| format!("{} cannot be resumed", path.display()))
    }

    pub(super) fn save(&self, path: &Path, command: &str) -> Result<()> {
        Document { of: command.to_owned(), state: self }.save(path, &FORMAT)
    }
}

/// The state of a run of this command, if it is possible: a valid checksum does not guarantee it.
fn check(document: Document<String, LearnState>, command: &str) -> Result<LearnState> {
    let Document { of, state } = document;
    ensure!(of == command, "it belongs to '{of}', not '{command}'");
    let numbers = state.generations.iter().map(|generation| generation.number);
    ensure!(numbers.eq(1..=state.generations.len() as u64), "its generations are not in order");
    let is_match = |it: &Generation| it.gate > 0 && (0.0..=it.gate as f64).contains(&it.points);
    ensure!(state.generations.iter().all(is_match), "it has impossible points");
    let is_possible = |number: f64| (0.0..=MAX_LOSS_OR_SECONDS).contains(&number);
    let is_sound = |it: &Generation| [it.loss, it.seconds].into_iter().all(is_possible);
    let is_scale = |scale: f32| scale > 0.0 && is_possible(scale.into());
    let are_possible = state.generations.iter().all(is_sound)
        && state.scale.is_none_or(is_scale)
        && is_possible(state.time.as_secs_f64());
    ensure!(are_possible, "it has an impossible scale, loss or time");
    Ok(state)
}
