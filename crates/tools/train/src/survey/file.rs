//! The file of a survey's games: a line of JSON for the settings, then one for each game, with its
//! checksum. What is in it is not played again, so that runs are resumed, and shares of several machines add up when
//! their files are joined.

use super::game::SurveyedGame;
use anyhow::{Context, Result, ensure};
use plyglot_support::files::{
    Format, Growing, cannot_be_read, cannot_be_written, sealed_line, unsealed_line,
};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

const FORMAT: Format = Format { name: "games of a survey", beginnings: &["{\"survey\":"] };

pub(super) struct SurveyFile {
    file: Growing,
    path: PathBuf,
}

impl SurveyFile {
    /// Opens or creates the file, and reads its games. A line that was not finished is cut.
    pub(super) fn open(path: &Path, title: &str) -> Result<(SurveyFile, Vec<SurveyedGame>)> {
        let head = serde_json::json!({ "survey": title }).to_string() + "\n";
        let mut file = Growing::open_with_head(path, &FORMAT, head.as_bytes())
            .with_context(|| cannot_be_written(path))?;
        let mut text = String::new();
        file.content()
            .and_then(|mut content| content.read_to_string(&mut text))
            .with_context(|| cannot_be_read(path))?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let mut games = BTreeMap::new();
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let place = format!("{}: line {number}", path.display());
            if line.starts_with(FORMAT.beginnings[0]) {
                ensure!(line == head.trim_end(), "{place}: expected games of {title}");
                continue;
            }
            let object = unsealed_line(line);
            let object = object.with_context(|| format!("{place}: the line was altered"))?;
            let game: SurveyedGame = serde_json::from_str(&object).context(place)?;
            games.insert(game.number, game);
        }
        file.cut(whole as u64).with_context(|| cannot_be_written(path))?;
        let games = games.into_values().collect();
        Ok((SurveyFile { file, path: path.to_owned() }, games))
    }

    pub(super) fn add(&mut self, game: &SurveyedGame) -> Result<()> {
        let line = sealed_line(&serde_json::to_string(game)?);
        self.file.add(line.as_bytes()).with_context(|| cannot_be_written(&self.path))
    }
}
