//! What self-play is asked for.

use super::record::RecordHeader;
use std::path::PathBuf;

/// What `plyglot datagen` is asked for. The games follow from the header; the
/// rest says how many of them there are to be and how they are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatagenPlan {
    /// From what the games follow.
    pub header: RecordHeader,
    /// The games, with those of earlier runs, after which it is enough.
    pub games: Option<u64>,
    /// The positions with a score, likewise. A game that is begun is finished.
    pub positions: Option<u64>,
    /// Games at the same time.
    pub threads: usize,
    /// The file that they go to.
    pub out: PathBuf,
}
