//! Networks in files, as users name them.

use crate::registry::GameEntry;
use anyhow::anyhow;
use plyglot_core::game::network::{Ladder, NetworkFile, NetworkShape};
use plyglot_support::files;
use plyglot_support::text::reason;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes: those of the widest networks are smaller.
const MAX_BYTES: u64 = 1 << 28;

/// Reads a network from a file.
///
/// # Errors
/// The reason, in words, why the file has no valid network.
pub fn read_network(path: &Path) -> anyhow::Result<NetworkFile> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        files::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| anyhow!(reason(&error)))?;
    Ok(NetworkFile::decode(&bytes)?)
}

/// Reads a network for a game of this name, whose networks have this shape.
///
/// # Errors
/// Why the game can use none from there, in words.
pub fn read_network_for(
    game: &str,
    shape: NetworkShape,
    path: &Path,
) -> anyhow::Result<NetworkFile> {
    let file = read_network(path)?;
    file.check(game, shape)?;
    Ok(file)
}

/// The line that names a network that is used from now on.
pub fn network_note(path: &Path, file: &NetworkFile) -> String {
    let NetworkFile { network, checksum, .. } = file;
    let rungs = network.ladder().map(Ladder::rungs).unwrap_or_default();
    let ratings = rungs.first().zip(rungs.last());
    let ratings = ratings.map(|((min, _), (max, _))| format!(", ratings {min} to {max}"));
    format!(
        "network {}: {}{}, CRC-32 {checksum:08x}",
        path.display(),
        network.shape(),
        ratings.unwrap_or_default()
    )
}

/// Reads a network for a game.
///
/// # Errors
/// If the file has no valid network, or the game cannot use it.
pub fn load_network(entry: &GameEntry, path: &Path) -> anyhow::Result<NetworkFile> {
    let title = entry.info.title;
    let network = entry.network().ok_or_else(|| anyhow!("{title} has no network"));
    // The number of neurons is the file's.
    let file =
        network.and_then(|network| read_network_for(entry.info.name, network.shape(0), path));
    file.map_err(|why| anyhow!("the network {} cannot be used: {why}", path.display()))
}
