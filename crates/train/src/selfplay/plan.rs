//! The description of a datagen run.

use super::record::RecordHeader;
use std::path::PathBuf;

/// The description of a `datagen` run. The header determines the games; the rest sets
/// how many are played, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatagenPlan {
    /// The settings that determine the games.
    pub header: RecordHeader,
    /// Stop at this number of games, including those of earlier runs.
    pub games: Option<u64>,
    /// Stop at this number of scored positions, including those of earlier runs. A game
    /// in progress is finished first.
    pub positions: Option<u64>,
    /// Games at the same time.
    pub threads: usize,
    /// The file of the network that plays, if it is not the game's own.
    pub network: Option<PathBuf>,
    /// The file to append to.
    pub out: PathBuf,
}
