//! The file of a survey's games: a line of JSON for the settings, then one for each game, with its
//! checksum. What is in it is not played again, so that runs are resumed, and shares of several
//! machines add up when their files are joined.
//!
//! A field that is added to a game later is an `Option` with a default, so that games of older files
//! are still read; its measure is the mean over the games that have it. The version changes when a
//! field goes, or means something else.

use super::game::SurveyedGame;
use anyhow::{Context, Result, ensure};
use plyglot_support::files::{
    Format, Growing, cannot_be_read, cannot_be_written, sealed_line, unsealed_line,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

const FORMAT: Format = Format { name: "games of a survey", beginnings: &["{\"survey\":"] };

/// What the fields of a game mean. Heads without a version are of the first.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Head {
    /// What determines the games.
    survey: String,
    version: Option<u32>,
}

pub(super) struct SurveyFile {
    file: Growing,
    path: PathBuf,
}

impl SurveyFile {
    /// Opens or creates the file, and reads its games. A line that was not finished is cut.
    pub(super) fn open(path: &Path, title: &str) -> Result<(SurveyFile, Vec<SurveyedGame>)> {
        let head = Head { survey: title.to_owned(), version: Some(VERSION) };
        let head = serde_json::to_string(&head)? + "\n";
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
                let Head { survey, version } =
                    serde_json::from_str(line).with_context(|| place.clone())?;
                let version = version.unwrap_or(1);
                ensure!(version == VERSION, "{place}: expected version {VERSION}, found {version}");
                ensure!(survey == title, "{place}: expected games of {title}");
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first version noted: games without more are read, and stay as they are.
    const GAME: &str = "{\"number\":3,\"end\":{\"result\":\"first\",\"reason\":\"full\"},\
        \"positions\":{\"all\":7,\"forced\":0,\"repeated\":0,\"moves\":49,\"most_moves\":7},\
        \"first_move\":\"d\",\"points\":[500,1000],\"cells\":[3,10],\"moved\":[\"x\"]}";

    #[test]
    fn fields_that_came_later_are_optional() {
        for later in ["}", ",\"would_swap\":true}"] {
            let text = GAME.trim_end_matches('}').to_owned() + later;
            let game: SurveyedGame = serde_json::from_str(&text).expect("a game");
            assert_eq!(serde_json::to_string(&game).expect("JSON"), text);
        }
    }
}
