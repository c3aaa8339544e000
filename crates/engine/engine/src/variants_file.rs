//! Files of rules, as users name them.

use super::registry::{Loaded, Registry, RulesFile};
use plyglot_support::files;
use plyglot_support::text::{decoded, plain, reason};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{self, Path};

/// The largest file that is read, in bytes: some thousand games.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a file of rules into the games of a registry, or only looks what it says.
///
/// # Errors
/// The text that was expected in place of the path.
pub fn read_variants(registry: &Registry, path: &Path, keep: bool) -> Result<Loaded, String> {
    let text = || text(path).map_err(|error| format!("a rules file; {}", reason(&error)));
    let text = registry.source().map(|_| text()).transpose()?.unwrap_or_default();
    registry
        .load_rules(path, &text, keep)
        .ok_or_else(|| "a program that can read rules files".to_owned())
}

fn text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    files::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it has more than 1 MiB"));
    }
    decoded(bytes)
}

impl RulesFile {
    /// The file of this path, with this text.
    pub fn new(path: &Path, text: &str) -> RulesFile {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        RulesFile { path: path.to_owned(), hash: hasher.finish() }
    }

    /// Its whole path, for engines that read it too.
    ///
    /// # Errors
    /// If they would not read the same text, or could not be told the path.
    pub fn path_for_engines(&self) -> Result<String, String> {
        let name = self.path.display();
        // A pipe cannot be read twice.
        if !self.path.is_file() {
            return Err(format!("{name}: expected an ordinary file, as engines read it again"));
        }
        let text = text(&self.path).map_err(|error| format!("{name}: {}", reason(&error)))?;
        if RulesFile::new(&self.path, &text) != *self {
            return Err(format!("{name} has changed since it was read: start this program again"));
        }
        let whole = path::absolute(&self.path).ok();
        let whole = whole.and_then(|whole| whole.into_os_string().into_string().ok());
        whole
            .filter(|path| plain(path) == *path && path.trim() == path)
            .ok_or_else(|| format!("{name}: engines cannot be given such a name"))
    }
}
