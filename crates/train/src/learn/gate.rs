//! The match of a new network against the best one.

use crate::pairs::file::PairFile;
use crate::pairs::game::{self, Players};
use crate::selfplay::record::RecordHeader;
use anyhow::Result;
use plyglot_core::game::network::Network;
use plyglot_engine::GameEntry;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A match.
pub(super) struct Gate<'a> {
    /// The game.
    pub(super) entry: &'a GameEntry,
    /// The new network and the best one.
    pub(super) networks: [Arc<Network>; 2],
    /// Seed, nodes, openings and table.
    pub(super) header: RecordHeader,
    /// Pairs to be played.
    pub(super) pairs: u64,
    /// Games at the same time.
    pub(super) threads: usize,
}

impl Gate<'_> {
    /// Plays the pairs that the file does not have. Returns the points of the new network
    /// in all of them, or `None` if interrupted.
    ///
    /// # Errors
    /// If the file cannot be read or written, or memory or threads run out.
    pub(super) fn play(&self, path: &Path, interrupt: &AtomicBool) -> Result<Option<f64>> {
        let mut file = PairFile::open(path, &self.header.to_string(), self.pairs)?;
        let missing = file.missing(0..self.pairs);
        let mut players = self.players(missing.len())?;
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            game::play(players, &self.header, pair, is_over)
        };
        game::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
            file.add(pair, points)
        })?;
        let half_points = file.half_points();
        let is_whole = half_points.len() as u64 >= self.pairs;
        Ok(is_whole.then(|| half_points.values().map(|&points| f64::from(points) / 2.0).sum()))
    }

    /// The two players of each thread, of which at most `most` have work.
    fn players(&self, most: usize) -> Result<Vec<Players>> {
        let threads = self.threads.max(1).min(most);
        let mut boards = game::players(self.entry, self.header.hash, threads)?;
        for players in &mut boards {
            for (player, network) in players.iter_mut().zip(&self.networks) {
                player.set_network(Some(Arc::clone(network)));
            }
        }
        Ok(boards)
    }
}
