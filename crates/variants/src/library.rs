//! The games that come along as text, and those of files: one source of games for a program.

use crate::definition::Definition;
use crate::file::read_sections;
use crate::position::Position;
use crate::{SizedVariant, file};
use plyglot_engine::{GameEntry, GameSource, ListedGame, Loaded, Registry};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The text of the library, by family. Children come after their parents.
pub(crate) const LIBRARY: [(&str, &str); 4] = [
    ("like chess, on up to 64 squares", include_str!("../library/chess.ini")),
    ("with pieces in hand", include_str!("../library/drops.ini")),
    ("with other ends and effects", include_str!("../library/ends.ini")),
    ("on more than 64 squares", include_str!("../library/large.ini")),
];

/// The names of the library's games: every command that takes a game asks for them.
static LIBRARY_NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| LIBRARY.iter().flat_map(|(_, text)| section_names(text)).collect());

/// The registry with the library, and with a reader of files.
pub fn with_library(registry: Registry) -> Registry {
    registry.with_source(Box::leak(Box::new(Variants::default())))
}

/// The games of the library and of the files that were loaded.
#[derive(Default)]
struct Variants(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    /// All definitions, those of the library first; empty until they are needed.
    definitions: Vec<Definition>,
    /// The names of loaded games.
    loaded: Vec<&'static str>,
    /// The games that were asked for.
    entries: Vec<&'static GameEntry>,
    /// The games that were made for these or to look at them. They stay in memory.
    made: Vec<SizedVariant>,
}

impl Shelf {
    /// A game that can be found from now on, in place of one of the same name.
    fn keep(&mut self, definition: Definition, game: SizedVariant) {
        let is_same = |name: &str| name.eq_ignore_ascii_case(&definition.name);
        self.entries.retain(|entry| !is_same(entry.info.name));
        self.definitions.retain(|known| !is_same(&known.name));
        if !self.names().any(is_same) {
            self.loaded.push(Box::leak(definition.name.clone().into_boxed_str()));
        }
        self.definitions.push(definition);
        self.open(game);
    }

    /// The game of a definition. It is made once, however often its file is read.
    fn game(&mut self, definition: &Definition) -> SizedVariant {
        let known = self.made.iter().find(|game| game.definition() == definition);
        known.copied().unwrap_or_else(|| {
            let game = SizedVariant::new(definition.clone());
            self.made.push(game);
            game
        })
    }

    /// Makes a game that was asked for.
    fn open(&mut self, game: SizedVariant) -> &'static GameEntry {
        let entry: &'static GameEntry = Box::leak(Box::new(entry(game)));
        self.entries.push(entry);
        entry
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        LIBRARY_NAMES.iter().chain(&self.loaded).copied()
    }

    /// Reads the library, if that was not done before.
    fn read_library(&mut self) {
        if self.definitions.is_empty() {
            for (_, text) in LIBRARY {
                self.definitions = extended(std::mem::take(&mut self.definitions), text).0;
            }
        }
    }
}

/// The definitions with those of a text, and what is wrong with the text.
fn extended(mut known: Vec<Definition>, text: &str) -> (Vec<Definition>, Vec<file::Complaint>) {
    let reading = read_sections(text, &known);
    known.extend(reading.definitions);
    (known, reading.complaints)
}

impl Variants {
    fn games(&self) -> MutexGuard<'_, Shelf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameSource for Variants {
    fn names(&self) -> Vec<&'static str> {
        self.games().names().collect()
    }

    fn find(&self, name: &str) -> Option<&'static GameEntry> {
        let mut games = self.games();
        if let Some(known) = games.entries.iter().find(|e| e.info.name.eq_ignore_ascii_case(name)) {
            return Some(known);
        }
        games.read_library();
        let found = games.definitions.iter().find(|d| d.name.eq_ignore_ascii_case(name))?.clone();
        let game = games.game(&found);
        Some(games.open(game))
    }

    fn list(&self) -> Vec<ListedGame> {
        let mut games = self.games();
        games.read_library();
        let family = |name: &str| {
            let is_in = |text: &'static str| section_names(text).any(|known| known == name);
            LIBRARY
                .iter()
                .find(|(_, text)| is_in(text))
                .map_or("from a file", |(family, _)| *family)
        };
        let listed = |definition: &Definition| ListedGame {
            name: definition.name.clone(),
            family: family(&definition.name),
            board: format!("{}x{}", definition.max_file, definition.max_rank),
            about: definition.about.clone(),
        };
        games.definitions.iter().map(listed).collect()
    }

    fn load(&self, text: &str, own: &[&str], keep: bool) -> Loaded {
        let mut games = self.games();
        games.read_library();
        let reading = read_sections(text, &games.definitions);
        let mut loaded = Loaded {
            complaints: reading.complaints.iter().map(ToString::to_string).collect(),
            ..Loaded::default()
        };
        for definition in reading.definitions {
            let name = definition.name.clone();
            let game = games.game(&definition);
            if let Err(why) = check(game) {
                loaded.complaints.push(format!("[{name}] {why}"));
                continue;
            }
            if keep {
                games.keep(definition, game);
            }
            // It may be a parent all the same.
            let is_own = own.iter().any(|own| own.eq_ignore_ascii_case(&name));
            if is_own { loaded.own.push(name) } else { loaded.names.push(name) }
        }
        loaded
    }
}

/// Whether a game can be played.
fn check(game: SizedVariant) -> Result<(), String> {
    match game {
        SizedVariant::Small(variant) => variant.check(),
        SizedVariant::Large(variant) => variant.check(),
    }
}

fn entry(variant: SizedVariant) -> GameEntry {
    match variant {
        SizedVariant::Small(variant) => GameEntry::new::<Position<u64>>(variant),
        SizedVariant::Large(variant) => GameEntry::new::<Position<u128>>(variant),
    }
}

/// The names of the sections of a text.
fn section_names(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter_map(|line| {
        let inner = line.strip_prefix('[')?.split(']').next()?;
        inner.split(':').next().map(str::trim)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is loaded and wrong, in the words of the complaint; the rest is played.
    fn load(text: &str) -> Loaded {
        let variants = Variants::default();
        let loaded = variants.load(text, &[], true);
        for name in &loaded.names {
            let mut game = variants.find(name).expect("it was loaded").referee();
            for _ in 0..40 {
                let Some(name) = game.moves().pop() else { break };
                game.play(&name).expect("it is legal");
            }
        }
        loaded
    }

    #[test]
    fn a_file_that_is_read_again_takes_no_more_memory() {
        const FILE: &str = "[first:chess]\n[second:chess]\nstalemateValue = loss\n";
        let variants = Variants::default();
        for keep in [false, false, true, true] {
            assert_eq!(variants.load(FILE, &[], keep).names, ["first", "second"]);
            assert_eq!(variants.games().made.len(), 2);
        }
        variants.load(&FILE.replace("loss", "win"), &[], false);
        assert_eq!(variants.games().made.len(), 3, "that is another game");
    }

    #[test]
    fn castling_off_the_board_is_none() {
        const USUAL: &str = "startFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n";
        const NARROW: &str = "maxFile = 5\nmaxRank = 5\nstartFen = 1k2r/5/5/5/R1K1R w KQk - 0 1\n";
        for (board, keys) in [
            (USUAL, "castlingRank = 10"),
            (USUAL, "castlingKingsideFile = a"),
            (USUAL, "castlingQueensideFile = l"),
            (USUAL, "castlingKingFile = l"),
            (NARROW, "castlingKingsideFile = g"),
        ] {
            let loaded = load(&format!("[castle:chess]\n{board}{keys}\n"));
            let expected = Loaded { names: vec!["castle".to_owned()], ..Loaded::default() };
            assert_eq!(loaded, expected, "{keys}");
        }
    }

    #[test]
    fn too_many_kinds_are_refused() {
        let pieces: String = [
            "pawn", "knight", "bishop", "rook", "queen", "fers", "alfil", "silver", "aiwok", "bers",
        ]
        .iter()
        .zip('a'..)
        .map(|(name, letter)| format!("{name} = {letter}\n"))
        .collect();
        let rules = "king = k\nstartFen = 4k3/8/8/8/8/8/AAAAAAAA/4K3[] w - - 0 1\n\
                     pieceDrops = true\ncapturesToHand = true\npromotionPawnTypes = abcde\n\
                     promotionPieceTypes = bcdefghij\n";
        let loaded = load(&format!("[many]\n{pieces}{rules}"));
        assert_eq!(loaded.names.len(), 0);
        let [complaint] = &loaded.complaints[..] else { panic!("{:?}", loaded.complaints) };
        let expected =
            "[many] expected at most 32 kinds of pieces, promoted ones among them, found ";
        assert!(complaint.starts_with(expected), "{complaint}");
    }

    #[test]
    fn the_library_has_no_fault() {
        let mut known = Vec::new();
        for (_, text) in LIBRARY {
            let complaints;
            (known, complaints) = extended(known, text);
            assert!(complaints.is_empty(), "{}", complaints[0]);
        }
        assert!(known.len() > 100, "{}", known.len());
        for definition in known {
            let name = definition.name.clone();
            assert_eq!(check(SizedVariant::new(definition)), Ok(()), "{name}");
        }
    }
}
