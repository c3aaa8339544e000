//! Games beside a program's own ones, and what is read of files of rules.

use super::entry::GameEntry;
use plyglot_core::game::{MoveNotation, RulesText};
use plyglot_support::text::counted;
use std::fmt;
use std::path::{Path, PathBuf};

/// Games beside a program's own ones: those of a library, and those whose rules are read from
/// files. They are made when they are first asked for.
pub trait GameSource: Send + Sync {
    /// The names of all games.
    fn names(&self) -> Vec<&'static str>;

    /// The game of this name, in any case.
    fn find(&self, name: &str) -> Option<&'static GameEntry>;

    /// All games, for users.
    fn list(&self) -> Vec<ListedGame>;

    /// The rules of the game of this name in words: of a file that was loaded, or else of the
    /// library. The sides have these names, and squares those of this notation, or else of the usual
    /// one.
    fn rules_text(
        &self,
        name: &str,
        sides: [&str; 2],
        notation: Option<MoveNotation>,
    ) -> Option<RulesText>;

    /// The lines of the library that define the game of this name.
    fn section(&self, name: &str) -> Option<&'static str>;

    /// The words of a file, with what they mean.
    fn rule_words(&self) -> Vec<RuleWord> {
        Vec::new()
    }

    /// A source with the same library, for the rest of the program: what one of the two loads, the
    /// other does not know. Together they make as many games as one may.
    fn apart(&self) -> &'static dyn GameSource;

    /// What was loaded from files.
    fn file_games(&self) -> FromFiles;

    /// Reads the text of a file. With `keep`, the games in it can be found from now on, with the
    /// networks that are beside the file. `own` are the names of games that the program does not
    /// take from there.
    fn load(&self, path: &Path, text: &str, own: &[&str], keep: bool) -> Loaded;
}

/// A key of a file of rules, a piece, or another word there, which has no value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleWord {
    /// The word; a key for each side ends in `White`.
    pub name: String,
    /// What is written as its value, such as `number`, or its values.
    pub value: String,
    /// The value where none is written.
    pub default: String,
    /// What it means, in a line, with signs in backquotes.
    pub about: String,
}

/// A game, as users see it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ListedGame {
    /// The name that selects it.
    pub name: String,
    /// Its name as people write it, such as `King of the Hill`.
    pub title: String,
    /// The family of games that it belongs to.
    pub family: &'static str,
    /// Its board: `8x8`.
    pub board: String,
    /// A sentence that describes it; empty if none was written.
    pub about: String,
    /// Whether it has a learned evaluation.
    pub has_network: bool,
    /// The names of its further start positions.
    pub starts: Vec<String>,
}

/// The games and errors of a file of rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// The games that can be played.
    pub names: Vec<String>,
    /// Those whose names select games of the program's own.
    pub own: Vec<String>,
    /// What is wrong, each in one line with its place. Of too many faults, one line says so.
    pub complaints: Vec<String>,
    /// The number of faults beyond these lines.
    pub unlisted: usize,
    /// What looks like a mistake, e.g. a game nobody can win; each in one line with
    /// its place.
    pub warnings: Vec<String>,
    /// The networks of the games that were found, and those that cannot be used with the reason,
    /// each in a line.
    pub networks: Vec<Result<String, String>>,
}

impl Loaded {
    /// What is said of games that keep the rules of the program's own, if there are any.
    pub fn ignored(&self) -> Option<String> {
        if self.own.is_empty() {
            return None;
        }
        Some(format!("{}: ignored, built-in games keep their rules", self.own.join(", ")))
    }
}

/// What was loaded from files of rules and kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FromFiles {
    /// The files, in order.
    pub files: Vec<RulesFile>,
    /// The names of the games that can be played, in order.
    pub games: Vec<String>,
}

impl FromFiles {
    /// A file was read, perhaps not for the first time.
    pub fn add_file(&mut self, file: RulesFile) {
        self.files.retain(|known| known.path != file.path);
        self.files.push(file);
    }

    /// A game can be played.
    pub fn add_game(&mut self, name: &str) {
        if !self.games.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            self.games.push(name.to_owned());
        }
    }
}

/// A file of rules, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFile {
    /// As it was named.
    pub path: PathBuf,
    /// A hash of its text, which tells whether it has changed since.
    pub hash: u64,
}

/// No game was named, and the files that were loaded have several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeveralGames(pub(super) FromFiles);

impl SeveralGames {
    const MAX_LISTED: usize = 8;

    /// What was found: `the file has 2 games (a, b)`.
    pub(crate) fn found(&self) -> String {
        let FromFiles { files, games } = &self.0;
        let files = if files.len() == 1 { "file has" } else { "files have" };
        let dots = if games.len() > Self::MAX_LISTED { ", ..." } else { "" };
        let listed = games[..games.len().min(Self::MAX_LISTED)].join(", ");
        format!("the {files} {} ({listed}{dots})", counted(games.len(), "game"))
    }
}

impl fmt::Display for SeveralGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: name one with --game", self.found())
    }
}

impl std::error::Error for SeveralGames {}
