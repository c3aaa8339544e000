//! Networks in files, as users name them.

use crate::registry::GameEntry;
use plyglot_core::game::network::{NetworkFile, NetworkShape};
use plyglot_support::files;
use plyglot_support::text::reason;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes: those of the widest networks are smaller.
const MAX_BYTES: u64 = 1 << 28;

/// Reads a network from a file. Returns the size of the file in bytes, too.
///
/// # Errors
/// The reason, in words, why the file has no valid network.
pub fn read_network(path: &Path) -> Result<(NetworkFile, usize), String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        files::open(path)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| reason(&error))?;
    let file = NetworkFile::decode(&bytes).map_err(|error| error.to_string())?;
    Ok((file, bytes.len()))
}

/// Reads a network for a game of this name, whose networks have this shape.
///
/// # Errors
/// Why the game can use none from there, in words.
pub fn read_network_for(
    game: &str,
    shape: NetworkShape,
    path: &Path,
) -> Result<NetworkFile, String> {
    let (file, _) = read_network(path)?;
    file.check(game, shape).map_err(|error| error.to_string())?;
    Ok(file)
}

/// The line that names a network that is used from now on.
pub fn network_note(path: &Path, file: &NetworkFile) -> String {
    let NetworkFile { network, checksum, .. } = file;
    format!("network {}: {}, CRC-32 {checksum:08x}", path.display(), network.shape())
}

/// Reads a network for a game.
///
/// # Errors
/// If the file has no valid network, or the game cannot use it.
pub fn load_network(entry: &GameEntry, path: &Path) -> anyhow::Result<NetworkFile> {
    let shape = entry.network_shape().ok_or(format!("{} has no network", entry.info.title));
    let file = shape.and_then(|shape| read_network_for(entry.info.name, shape, path));
    file.map_err(|why| anyhow::anyhow!("the network {} cannot be used: {why}", path.display()))
}
