//! The positions of recorded games from which `train` and `learn` learn.

use super::record::{Record, RecordReader};
use anyhow::{Context, Result, ensure};
use plyglot_core::game::random::mix;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Scores beyond this, in centi-units, are those of positions that any move wins.
pub(crate) const MAX_SCORE_CENTI: i16 = 3_000;
/// One in this many games with consecutive numbers is held out.
pub(crate) const GAMES_PER_TEST_GAME: u64 = 20;
/// The maximum number of games that wait for one with a lower number.
const MAX_EARLY_GAMES: usize = 1 << 16;
/// Games that are replayed together. The positions of 512 long games take some 30 MB.
pub(crate) const BATCH_GAMES: usize = 512;
/// The number of positions that are remembered, so that few are taken twice. A position
/// replaces the one before it in its slot.
const KNOWN_POSITIONS: usize = 1 << 22;

/// Which positions of games are learnt from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionFilter {
    /// The fraction of the positions taken, at random.
    pub keep: f64,
    pub seed: u64,
    /// Whether positions whose score is beyond 3,000 centi-units are taken.
    pub with_decided: bool,
}

/// The selected positions of a game in any form, with their keys.
pub(crate) type KeyedItems<T> = Vec<(u64, T)>;

#[derive(Clone, Copy)]
pub(crate) struct GamesFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) game: &'a str,
}

impl PositionFilter {
    /// Visits the games of a file in the order of their numbers, at most about `max_games`. `visit`
    /// gets each game, whether it is held out, and its positions: those that `replay` finds along
    /// its moves, before the plies that are wanted. The order of the games in the file does not
    /// matter, up to 65,536 games from their place.
    pub(crate) fn visit<T: Send>(
        &self,
        file: GamesFile<'_>,
        pool: &ThreadPool,
        max_games: usize,
        replay: &(impl Fn(&Record, &[u16], &dyn Fn(usize) -> bool) -> Result<KeyedItems<T>> + Sync),
        mut visit: impl FnMut(&Record, bool, KeyedItems<T>) -> Result<()>,
    ) -> Result<()> {
        let reader = RecordReader::open(file.path)?;
        let name = || format!("the games of {} cannot be used", file.path.display());
        ensure!(reader.game() == file.game, "{}: they are of {}", name(), reader.game());
        let seed = mix(self.seed ^ reader.header().identity());
        let mut records = InOrder::new(reader);
        for _ in 0..max_games.div_ceil(BATCH_GAMES) {
            let batch: Vec<Record> =
                records.by_ref().take(BATCH_GAMES).collect::<Result<_>>().with_context(name)?;
            if batch.is_empty() {
                break;
            }
            let found = |record: &Record| {
                let moves: Vec<u16> = record.plies.iter().map(|ply| ply.index).collect();
                replay(record, &moves, &|ply| self.takes(seed, record, ply))
                    .with_context(|| format!("game {}", record.number))
            };
            let found: Vec<KeyedItems<T>> = pool
                .install(|| batch.par_iter().map(found).collect::<Result<_>>())
                .with_context(name)?;
            for (record, positions) in batch.iter().zip(found) {
                visit(record, is_held_out(seed, record.number), positions).with_context(name)?;
            }
        }
        Ok(())
    }

    /// Whether the position before a ply is taken if it is quiet.
    fn takes(&self, seed: u64, record: &Record, ply: usize) -> bool {
        let hash = mix(mix(!mix(seed ^ record.number)) ^ ply as u64);
        let max = MAX_SCORE_CENTI.unsigned_abs();
        let score = record.plies[ply].score;
        score.is_some_and(|score| self.with_decided || score.unsigned_abs() <= max)
            && (hash >> 11) as f64 * 2.0_f64.powi(-53) < self.keep
    }
}

/// Whether the game of this number is one to test with.
fn is_held_out(seed: u64, number: u64) -> bool {
    let group = number / GAMES_PER_TEST_GAME;
    let index = number % GAMES_PER_TEST_GAME;
    mix(!seed ^ group) % GAMES_PER_TEST_GAME == index
}

/// Games by their number, from a file where threads finished them in about that order.
/// Samples must not depend on threads. Only games that come too early take memory.
struct InOrder<R> {
    records: R,
    early: BTreeMap<u64, Record>,
    next: u64,
}

impl<R> InOrder<R> {
    fn new(records: R) -> InOrder<R> {
        InOrder { records, early: BTreeMap::new(), next: 0 }
    }
}

impl<R: Iterator<Item = Result<Record>>> Iterator for InOrder<R> {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Result<Record>> {
        while !self.early.contains_key(&self.next) {
            let is_full = self.early.len() >= MAX_EARLY_GAMES;
            match if is_full { None } else { self.records.next() } {
                Some(Ok(record)) => _ = self.early.insert(record.number, record),
                Some(Err(error)) => return Some(Err(error)),
                // The next game is missing: the file was cut off, or is a part of another.
                None => self.next = *self.early.first_key_value()?.0,
            }
        }
        let record = self.early.remove(&self.next)?;
        self.next = self.next.wrapping_add(1);
        Some(Ok(record))
    }
}

/// Keys of positions, each in the slot of its lowest bits.
pub(crate) struct KnownPositions(Vec<u64>);

impl KnownPositions {
    pub(crate) fn new() -> KnownPositions {
        KnownPositions(vec![0; KNOWN_POSITIONS])
    }

    /// Whether this key is not known. It is from now on.
    pub(crate) fn is_new(&mut self, key: u64) -> bool {
        let slot = &mut self.0[key as usize % KNOWN_POSITIONS];
        std::mem::replace(slot, key) != key
    }
}
