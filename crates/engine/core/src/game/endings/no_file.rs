//! Where programs have no files of their own.

use super::men::{EndingRules, Material};
use super::table::EndingTable;
use std::convert::Infallible;
use std::path::{Path, PathBuf};

pub(super) type Stamp = Infallible;

/// A file with a table: there is none.
pub(super) enum Stored {}

impl Stored {
    pub(super) fn all(folder: &Path) -> Result<Vec<Stored>, String> {
        Err(refusal(folder))
    }

    pub(super) fn path(
        _: Material,
        _: &str,
        _: &EndingRules,
        folder: &Path,
    ) -> Result<PathBuf, String> {
        Err(refusal(folder))
    }

    pub(super) fn save(
        _: &EndingTable,
        _: &str,
        _: &EndingRules,
        folder: &Path,
    ) -> Result<Stored, String> {
        Err(refusal(folder))
    }

    pub(super) fn stamp(&self) -> Stamp {
        match *self {}
    }

    pub(super) fn game(&self) -> &str {
        match *self {}
    }

    pub(super) fn materials(&self, _: &EndingRules) -> Option<Vec<Material>> {
        match *self {}
    }

    pub(super) fn read(&self, _: &EndingRules) -> Option<EndingTable> {
        match *self {}
    }
}

fn refusal(folder: &Path) -> String {
    format!("{}: tables are not kept here", folder.display())
}
