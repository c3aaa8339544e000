//! Files of rules, as users name them.

use super::registry::{Loaded, Registry};
use plyglot_support::files;
use plyglot_support::text::{decoded, reason};
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes: some thousand games.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a file of rules into the games of a registry, or only looks what it says.
///
/// # Errors
/// The text that was expected in place of the path.
pub fn read_variants(registry: &Registry, path: &Path, keep: bool) -> Result<Loaded, String> {
    let source = registry.source().ok_or("a program that can read rules files")?;
    let read = || -> io::Result<String> {
        let mut bytes = Vec::new();
        files::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(io::Error::other("it has more than 1 MiB"));
        }
        decoded(bytes)
    };
    let text = read().map_err(|error| format!("a rules file; {}", reason(&error)))?;
    let own: Vec<&str> = registry.entries().iter().flat_map(|entry| entry.names()).collect();
    Ok(source.load(path, &text, &own, keep))
}
