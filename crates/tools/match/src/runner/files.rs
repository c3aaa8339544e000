//! The files that games are written to as they end.

use crate::engine::log;
use crate::game::live;
use crate::plan::{self, MatchPlan};
use crate::record::GameRecord;
use crate::record::json::{self, MatchRecord};
use crate::record::pgn;
use anyhow::{Context, Result};
use plyglot_engine::Registry;
use plyglot_records::pgn::FORMAT;
use plyglot_records::utc_date;
use plyglot_support::files::{Growing, cannot_be_read, cannot_be_written};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[derive(Default)]
pub(crate) struct EarlierRun {
    /// The file, cut after its last complete line.
    record: Option<Growing>,
    last: Option<GameRecord>,
    is_only_one: bool,
}

impl EarlierRun {
    pub(crate) fn open(plan: &MatchPlan) -> Result<(EarlierRun, Vec<GameRecord>)> {
        let Some(path) = plan.files.resume.as_deref().filter(|path| is_begun(path)) else {
            return Ok((EarlierRun::default(), Vec::new()));
        };
        let mut record =
            Growing::open(path, &json::FORMAT).with_context(|| cannot_be_written(path))?;
        let resumed = resume(&record, plan)
            .with_context(|| format!("{} cannot be resumed", path.display()))?;
        record.cut(resumed.length as u64).with_context(|| cannot_be_written(path))?;
        let games = resumed.records;
        let last = games.iter().find(|game| Some(game.number) == resumed.last).cloned();
        let is_only_one = games.len() == 1;
        Ok((EarlierRun { record: Some(record), last, is_only_one }, games))
    }
}

fn is_begun(path: &Path) -> bool {
    path.metadata().is_ok_and(|known| !known.is_file() || known.len() > 0)
}

fn resume(record: &Growing, plan: &MatchPlan) -> Result<MatchRecord> {
    let mut bytes = Vec::new();
    record.content()?.read_to_end(&mut bytes)?;
    let text = match std::str::from_utf8(&bytes) {
        // A multi-byte character may be cut in two at the end of the file.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()])?
        }
        text => text?,
    };
    json::read(text, plan)
}

/// Checks that the match's output files do not exist yet, or are of their formats, so that nothing
/// has been touched when the first one turns out to be something else.
pub(crate) fn check_formats(plan: &MatchPlan) -> Result<()> {
    let plan::Files { pgn, json, log, live, resume } = &plan.files;
    for (path, format) in [
        (resume, &json::FORMAT),
        (json, &json::FORMAT),
        (pgn, &FORMAT),
        (log, &log::FORMAT),
        (live, &live::FORMAT),
    ] {
        if let Some(path) = path {
            format.check(path).with_context(|| cannot_be_written(path))?;
        }
    }
    Ok(())
}

pub(crate) struct MatchFiles<'a> {
    plan: &'a MatchPlan,
    registry: &'a Registry,
    json: Option<OutputFile>,
    pgn: Option<OutputFile>,
    is_synced: bool,
}

struct OutputFile {
    path: PathBuf,
    file: Growing,
}

impl OutputFile {
    fn new(path: &Path, file: io::Result<Growing>) -> Result<OutputFile> {
        let file = file.with_context(|| cannot_be_written(path))?;
        Ok(OutputFile { path: path.to_owned(), file })
    }

    fn content(&self) -> Result<Vec<u8>> {
        let mut content = Vec::new();
        let read = self.file.content().and_then(|mut file| file.read_to_end(&mut content));
        read.with_context(|| cannot_be_read(&self.path))?;
        Ok(content)
    }

    fn write(&mut self, text: &str) -> Result<()> {
        self.file.add(text.as_bytes()).with_context(|| cannot_be_written(&self.path))
    }

    /// Waits until everything is on the disk, if it `is_synced`.
    fn sync(&self, is_synced: bool) -> Result<()> {
        let synced = if is_synced { self.file.sync() } else { Ok(()) };
        synced.with_context(|| cannot_be_written(&self.path))
    }

    /// Completes the file with the game that was written last. An interrupted run may
    /// have written it to its record but not, or only in part, to this file. An empty
    /// file stays empty unless that game is the only one: the option that names the
    /// file was then added after the record was begun.
    fn complete(&mut self, game: &str, is_only_one: bool) -> Result<()> {
        let mut content = self.content()?;
        // If the power went, a file may have grown without getting its bytes.
        content.truncate(content.iter().rposition(|&byte| byte != 0).map_or(0, |at| at + 1));
        self.file.cut(content.len() as u64).with_context(|| cannot_be_written(&self.path))?;
        if content.is_empty() && !is_only_one {
            return Ok(());
        }
        if let Some(kept) = pgn::kept_bytes(&content, game) {
            self.file.cut(kept as u64).with_context(|| cannot_be_written(&self.path))?;
            self.end_with("\n\n")?;
            self.write(game)?;
        }
        Ok(())
    }

    /// Appends the missing part of `end`, unless the file is empty.
    fn end_with(&mut self, end: &str) -> Result<()> {
        let found = self.file.last(end.len() as u64).with_context(|| cannot_be_read(&self.path))?;
        let has = (0..=end.len()).rev().find(|&has| found.ends_with(&end.as_bytes()[..has]));
        if found.is_empty() { Ok(()) } else { self.write(&end[has.unwrap_or(0)..]) }
    }
}

impl<'a> MatchFiles<'a> {
    /// The JSON file begins with a line that identifies the match.
    pub(crate) fn open(
        plan: &'a MatchPlan,
        registry: &'a Registry,
        earlier: EarlierRun,
    ) -> Result<MatchFiles<'a>> {
        let plan::Files { pgn, json, resume, .. } = &plan.files;
        let head = json::head(plan);
        let mut files = MatchFiles {
            plan,
            registry,
            json: None,
            pgn: None,
            is_synced: resume.is_some() && pgn.is_some(),
        };
        if let Some(path) = resume.as_ref().or(json.as_ref()) {
            let begin = || {
                let file = Growing::open_with_head(path, &json::FORMAT, head.as_bytes())?;
                if resume.is_some() && file.length()? != head.len() as u64 {
                    return Err(io::Error::other("another run has just started it"));
                }
                Ok(file)
            };
            let file = earlier.record.map_or_else(begin, Ok);
            let output = files.json.insert(OutputFile::new(path, file)?);
            output.end_with("\n")?;
            // A killed run has not waited for its last game.
            output.sync(files.is_synced)?;
        }
        if let Some(path) = pgn {
            let output = files.pgn.insert(OutputFile::new(path, Growing::open(path, &FORMAT))?);
            if let Some(record) = &earlier.last {
                let game = pgn::print(record, plan, registry, &utc_date(SystemTime::now()));
                output.complete(&game, earlier.is_only_one)?;
            }
            output.end_with("\n\n")?;
            output.sync(files.is_synced)?;
        }
        Ok(files)
    }

    /// Writes a game to all files. JSON comes first, as an interrupted match is resumed
    /// from it. Then each file is on the disk before the next one gets the game: so even
    /// when the power goes, the files differ in the game written last alone.
    pub(crate) fn write(&mut self, record: &GameRecord) -> Result<()> {
        if let Some(output) = &mut self.json {
            output.write(&json::print(record))?;
            output.sync(self.is_synced)?;
        }
        if let Some(output) = &mut self.pgn {
            let date = utc_date(SystemTime::now());
            output.write(&pgn::print(record, self.plan, self.registry, &date))?;
            output.sync(self.is_synced)?;
        }
        Ok(())
    }
}
