//! Games from files of rules.

use super::Dialogue;
use crate::protocol::command::Word;
use crate::{Loaded, read_variants};
use anyhow::anyhow;
use plyglot_core::game::TextError;
use plyglot_support::text::counted;
use std::path::Path;

impl Dialogue {
    /// Reads a file of rules, and keeps the games in it if `keep` is set. Faults in it are noted
    /// and end a strict dialogue; the games without faults can still be played.
    pub(crate) fn read_variants(&mut self, file: &Word, keep: bool) -> Result<(), TextError> {
        let path = Path::new(&file.text);
        let loaded = read_variants(&self.registry, path, keep)
            .map_err(|expected| file.whole_error(expected))?;
        let mut lines = [&loaded.complaints[..], &loaded.warnings[..]].concat();
        lines.extend(loaded.ignored());
        lines.push(summary(&loaded, keep));
        for line in lines {
            self.note(&format!("{}: {line}", path.display()));
        }
        for Ok(note) | Err(note) in &loaded.networks {
            self.note(note);
        }
        if self.is_strict && !loaded.complaints.is_empty() {
            let path = path.display();
            let count = loaded.complaints.len() + loaded.unlisted;
            self.fault =
                Some(anyhow!("{path}: expected a rules file without errors, found {count}"));
        }
        if keep {
            // There are more games to choose from.
            self.list_options(self.default_game);
        }
        Ok(())
    }
}

fn summary(loaded: &Loaded, keep: bool) -> String {
    match loaded.names.len() {
        0 => "no game".to_owned(),
        count => {
            let games = counted(count, if keep { "game" } else { "valid game" });
            format!("{games}: {}", loaded.names.join(", "))
        }
    }
}
