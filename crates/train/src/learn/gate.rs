//! The match of a new network against the best one: a sequential test, as most networks are
//! clearly better or worse long before the last game.

use crate::pairs::file::PairFile;
use crate::pairs::game::{self, Players};
use crate::selfplay::record::RecordHeader;
use anyhow::Result;
use plyglot_core::game::network::Network;
use plyglot_engine::GameEntry;
use plyglot_support::sprt::{EloModel, Sprt, SprtDecision, assess};
use plyglot_support::statistics::Tally;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// When a match ends: the side that is ahead is then the stronger one in 19 of 20 matches between
/// networks that differ by 25 Elo.
const STOP_RULE: Sprt =
    Sprt { elo0: -25.0, elo1: 25.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
/// The pairs between two looks at the test. It does not look at each pair, as their order depends
/// on the threads.
const PAIRS_PER_LOOK: u64 = 32;

pub(super) struct Gate<'a> {
    pub(super) entry: &'a GameEntry,
    pub(super) networks: [Arc<Network>; 2],
    /// Seed, nodes, openings and table.
    pub(super) header: RecordHeader,
    pub(super) pairs: u64,
    /// Pairs at the same time, at most [`PAIRS_PER_LOOK`].
    pub(super) threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GateResult {
    pub(super) points: f64,
    pub(super) games: u64,
}

impl Gate<'_> {
    /// Plays the pairs that the file does not have, until the test decides or there are no
    /// more. `None` if interrupted.
    pub(super) fn play(&self, path: &Path, interrupt: &AtomicBool) -> Result<Option<GateResult>> {
        let mut file = PairFile::open(path, &self.header.to_string(), self.pairs)?;
        let mut players = self.players()?;
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            game::play(players, &self.header, pair, is_over)
        };
        let mut pairs = 0;
        loop {
            pairs = self.pairs.min(pairs + PAIRS_PER_LOOK);
            let missing = file.missing(0..pairs);
            let mut left = missing.len();
            game::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
                left -= 1;
                file.add(pair, points)
            })?;
            if left > 0 {
                return Ok(None);
            }
            let tally = tally(file.half_points().range(..pairs).map(|(_, &points)| points));
            if pairs == self.pairs || assess(&STOP_RULE, &tally).decision != SprtDecision::Continue
            {
                let half_points = (0..).zip(tally.pairs).map(|(points, count)| points * count);
                let points = f64::from(half_points.sum::<u32>()) / 2.0;
                return Ok(Some(GateResult { points, games: 2 * pairs }));
            }
        }
    }

    fn players(&self) -> Result<Vec<Players>> {
        let threads = self.threads.min(PAIRS_PER_LOOK as usize);
        let mut boards = game::players(self.entry, self.header.hash, threads)?;
        for players in &mut boards {
            for (player, network) in players.iter_mut().zip(&self.networks) {
                player.game_mut().set_network(Some(Arc::clone(network)));
            }
        }
        Ok(boards)
    }
}

fn tally(half_points: impl Iterator<Item = u8>) -> Tally {
    let mut tally = Tally::default();
    half_points.for_each(|points| tally.add_pair(points.into()));
    tally
}
