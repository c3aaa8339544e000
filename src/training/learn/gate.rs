//! The match of a new network against the best one.
//!
//! Each pair of games is a line of a file: its number, and the points of the new
//! network in half points. So a match that was ended goes on.

use crate::engine::GameEntry;
use crate::files::Growing;
use crate::games::network::Network;
use crate::training::game_pair::{self, Players};
use crate::training::record::RecordHeader;
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeMap;
use std::io::Read;
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
        let (mut file, mut half_points) =
            open(path, self.pairs).with_context(|| format!("{} cannot be used", path.display()))?;
        let missing: Vec<u64> =
            (0..self.pairs).filter(|pair| !half_points.contains_key(pair)).collect();
        let mut players = self.players(missing.len())?;
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            game_pair::play(players, &self.header, pair, is_over)
        };
        game_pair::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
            half_points.insert(pair, points);
            file.add(format!("{pair} {points}\n").as_bytes())
                .with_context(|| format!("{} cannot be written", path.display()))
        })?;
        let is_whole = half_points.len() as u64 >= self.pairs;
        Ok(is_whole.then(|| half_points.values().map(|&points| f64::from(points) / 2.0).sum()))
    }

    /// The two players of each thread, of which at most `most` have work.
    fn players(&self, most: usize) -> Result<Vec<Players>> {
        let player = |network: &Arc<Network>| {
            let player = self.entry.self_player(self.header.hash);
            let mut player = player.map_err(|_| anyhow!("there is too little memory"))?;
            player.set_network(Some(Arc::clone(network)));
            Ok::<_, anyhow::Error>(player)
        };
        let [new, best] = &self.networks;
        let threads = self.threads.max(1).min(most);
        (0..threads).map(|_| Ok([player(new)?, player(best)?])).collect()
    }
}

/// Opens the file of a match of so many pairs. Returns the half points of those in it; an
/// incomplete line is cut.
fn open(path: &Path, pairs: u64) -> Result<(Growing, BTreeMap<u64, u8>)> {
    let mut file = Growing::open(path)?;
    let mut text = String::new();
    file.content()?.read_to_string(&mut text)?;
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    let half_points = parse(&text[..end], pairs)?;
    file.cut(end as u64)?;
    Ok((file, half_points))
}

/// The half points of pairs by their number, from whole lines.
fn parse(text: &str, pairs: u64) -> Result<BTreeMap<u64, u8>> {
    let mut half_points = BTreeMap::new();
    for line in text.lines() {
        let read = line.split_once(' ').and_then(|(pair, points)| {
            let pair = pair.parse().ok().filter(|&pair| pair < pairs)?;
            let points = points.parse().ok().filter(|&points: &u8| points <= 4)?;
            half_points.insert(pair, points).is_none().then_some(())
        });
        read.with_context(|| format!("its line '{line}' makes no sense"))?;
    }
    Ok(half_points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Pairs are within the match, each once, and have points that can be.
        #[test]
        fn any_file_is_read_or_refused(text in "([0-9]{1,2} [0-5]\n){0,4}|\\PC*\n") {
            if let Ok(pairs) = parse(&text, 40) {
                assert_eq!(pairs.len(), text.lines().count());
                assert!(pairs.iter().all(|(&pair, points)| pair < 40 && *points <= 4));
            }
        }
    }
}
