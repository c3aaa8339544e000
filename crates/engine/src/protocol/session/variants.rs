//! Games from files of rules.

use super::{DialogueError, Session};
use crate::protocol::command::Word;
use crate::protocol::options;
use crate::{Loaded, read_variants};
use plyglot_core::game::TextError;
use plyglot_support::text::counted;
use std::path::Path;

impl Session {
    /// Reads a file of rules, and keeps the games in it if `keep` is set. Faults in it are noted
    /// and end a strict dialogue; the games without faults can still be played.
    ///
    /// # Errors
    /// If there is no such file, or the program reads none.
    pub(super) fn read_variants(&mut self, file: &Word, keep: bool) -> Result<(), TextError> {
        let path = Path::new(&file.text);
        let loaded = read_variants(&self.registry, path, keep)
            .map_err(|expected| file.whole_error(expected))?;
        for fault in loaded.complaints.iter().chain(&loaded.warnings) {
            self.note(&format!("{}: {fault}", path.display()));
        }
        if let Some(ignored) = loaded.ignored() {
            self.note(&format!("{}: {ignored}", path.display()));
        }
        self.note(&summary(&loaded, path, keep));
        for Ok(note) | Err(note) in &loaded.networks {
            self.note(note);
        }
        if self.is_strict && !loaded.complaints.is_empty() {
            let (path, count) = (path.display(), loaded.complaints.len());
            let why = format!("{path}: expected a rules file without errors, found {count}");
            self.fault = Some(DialogueError::File(why));
        }
        if keep {
            // There are more games to choose from.
            self.specs = options::specs(&self.registry, self.default_game);
        }
        Ok(())
    }
}

fn summary(loaded: &Loaded, path: &Path, keep: bool) -> String {
    let (count, path) = (loaded.names.len(), path.display());
    let names = loaded.names.join(", ");
    match (keep, count) {
        (_, 0) => format!("{path}: no game"),
        (true, _) => format!("{path}: {}: {names}", counted(count, "game")),
        (false, _) => format!("{path}: {}: {names}", counted(count, "valid game")),
    }
}
