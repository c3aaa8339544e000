//! The files that games are written to as they end.

use super::plan::Plan;
use super::record::GameRecord;
use super::{json, pgn};
use crate::engine::Registry;
use anyhow::Context;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The files of a match, open.
pub(super) struct Files<'a> {
    plan: &'a Plan,
    registry: &'a Registry,
    pgn: Option<Sheet>,
    json: Vec<Sheet>,
}

/// A file that grows.
struct Sheet {
    path: PathBuf,
    file: File,
}

impl Sheet {
    fn open(path: &Path) -> anyhow::Result<Sheet> {
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("the file {} cannot be written", path.display()))?;
        Ok(Sheet { path: path.to_owned(), file })
    }

    /// Writes a text as one piece.
    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.file
            .write_all(text.as_bytes())
            .with_context(|| format!("the file {} cannot be written", self.path.display()))
    }

    fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|data| data.len() == 0)
    }
}

impl<'a> Files<'a> {
    /// Opens the files that the plan asks for, to be appended to. Those of
    /// JSON lines begin with what identifies the match.
    pub(super) fn open(plan: &'a Plan, registry: &'a Registry) -> anyhow::Result<Files<'a>> {
        let pgn = plan.files.pgn.as_deref().map(Sheet::open).transpose()?;
        let mut json = Vec::new();
        for path in plan.files.json.iter().chain(&plan.files.resume) {
            let mut sheet = Sheet::open(path)?;
            if sheet.is_empty() {
                sheet.write(&json::head(plan))?;
            }
            json.push(sheet);
        }
        Ok(Files { plan, registry, pgn, json })
    }

    /// Writes a game down.
    pub(super) fn write(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if let Some(sheet) = &mut self.pgn {
            let date = pgn::date(SystemTime::now());
            sheet.write(&pgn::print(record, self.plan, self.registry, &date))?;
        }
        for sheet in &mut self.json {
            sheet.write(&json::print(record))?;
        }
        Ok(())
    }
}
