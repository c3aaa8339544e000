//! Files of pairs and of `learn` without their runs, for fuzzing.

use super::pairs::file::PairFile;
use anyhow::Result;
use std::path::Path;

pub use super::learn::fuzzing::{rewrite_learn_state, write_learn_state};

/// Opens or creates the file of a match of this many pairs, and adds those of `added` that it
/// does not have yet (number and half points). Returns all pairs of the file, in order.
///
/// # Errors
/// If the file cannot be read or written, or was altered.
pub fn add_pairs(path: &Path, count: u64, added: &[(u64, u8)]) -> Result<Vec<(u64, u8)>> {
    let mut file = PairFile::open(path, "plyglot spsa", count)?;
    for &(pair, half_points) in added {
        if !file.half_points().contains_key(&pair) {
            file.add(pair, half_points)?;
        }
    }
    Ok(file.half_points().iter().map(|(&pair, &points)| (pair, points)).collect())
}
