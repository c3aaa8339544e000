//! Games from files of rules.

use super::{Dialogue, DialogueError};
use crate::protocol::command::Word;
use crate::{Loaded, read_variants};
use plyglot_core::game::TextError;
use plyglot_support::text::counted;
use std::path::Path;

impl Dialogue {
    /// Reads a file of rules, and keeps the games in it if `keep` is set. Faults in it are noted
    /// and end a strict dialogue; the games without faults can still be played.
    pub(in crate::protocol) fn read_variants(
        &mut self,
        file: &Word,
        keep: bool,
    ) -> Result<(), TextError> {
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
            let count = loaded.complaints.len();
            let path = path.display();
            let why = format!("{path}: expected a rules file without errors, found {count}");
            self.fault = Some(DialogueError::Other(why));
        }
        if keep {
            // There are more games to choose from.
            self.list_options(self.default_game);
        }
        Ok(())
    }
}

fn summary(loaded: &Loaded, path: &Path, keep: bool) -> String {
    let count = loaded.names.len();
    let path = path.display();
    let names = loaded.names.join(", ");
    match (keep, count) {
        (_, 0) => format!("{path}: no game"),
        (true, _) => format!("{path}: {}: {names}", counted(count, "game")),
        (false, _) => format!("{path}: {}: {names}", counted(count, "valid game")),
    }
}
