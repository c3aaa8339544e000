//! The tables of a game: those in a folder, and those that were just made.

use super::file::{Stamp, Stored};
use super::men::{EndingRules, Material, Men};
use super::table::EndingTable;
use crate::game::{Exact, Knowledge, Side};
use plyglot_support::lock;
use plyglot_support::text::counted;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

/// A table, read when it is first needed; `None` if its file is damaged.
struct Slot {
    file: Option<Stored>,
    table: OnceLock<Option<EndingTable>>,
}

/// The tables of one game.
pub struct EndgameTables {
    game: String,
    rules: EndingRules,
    slots: Vec<Slot>,
    of_material: HashMap<Material, Vec<usize>>,
    max_men: usize,
}

impl EndgameTables {
    /// No tables of a game of this name.
    pub fn new(game: &str, rules: EndingRules) -> EndgameTables {
        EndgameTables {
            game: game.to_owned(),
            rules,
            slots: Vec::new(),
            of_material: HashMap::new(),
            max_men: 0,
        }
    }

    /// The tables of a game in a folder. Files that are none, or of other rules, add nothing.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn in_folder(
        game: &str,
        rules: EndingRules,
        folder: &Path,
    ) -> Result<EndgameTables, String> {
        let mut tables = EndgameTables::new(game, rules);
        for file in Stored::all(folder)?.into_iter().filter(|file| file.game() == game) {
            if let Some(materials) = file.materials(&tables.rules) {
                tables.insert(&materials, Slot { file: Some(file), table: OnceLock::new() });
            }
        }
        Ok(tables)
    }

    /// What the tables know of the rules.
    pub fn rules(&self) -> &EndingRules {
        &self.rules
    }

    /// The most men of a position in one of the tables; 0 without tables.
    #[inline]
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// The table of a material, or of the same with the sides exchanged if it covers both.
    pub fn table(&self, material: Material) -> Option<&EndingTable> {
        if let Some(table) = self.tables_of(material).next() {
            return Some(table);
        }
        let mut exchanged = self.tables_of(material.exchanged());
        exchanged.find(|table| table.numberings().iter().any(|it| it.covers(material)))
    }

    /// The tables of a material that can be read. Files may have been copied, or made anew.
    fn tables_of(&self, material: Material) -> impl Iterator<Item = &EndingTable> {
        let slots = self.of_material.get(&material).map_or(&[][..], Vec::as_slice);
        slots.iter().filter_map(move |&slot| self.slots[slot].get(&self.rules))
    }

    /// Reads the tables of a position's men and of what captures leave of them, if the next capture
    /// leads to one of them at the latest. All others are read when a position first needs them, as
    /// a folder may have more tables than fit into memory.
    pub fn read_near<G: Knowledge>(&self, position: &G) {
        let Some(men) = position.men().filter(|men| men.len() <= self.max_men + 1) else { return };
        let all = Material::new(&men);
        for &material in self.of_material.keys() {
            if material.is_within(all) || material.exchanged().is_within(all) {
                self.table(material);
            }
        }
    }

    /// The value of a position for its side to move; `None` if there is no table for it.
    #[inline]
    pub fn value_of(&self, side: Side, men: &Men) -> Option<Exact> {
        self.table(Material::new(men))?.value(side, men)
    }

    /// The value of a position where a counter leaves so many plies to win, if it is the same as
    /// without the counter, which can only make draws. `None` if there is no table for it.
    pub fn value_within<G: Knowledge>(&self, position: &G, plies: u32) -> Option<Exact> {
        self.value(position).filter(|&value| match value {
            Exact::Win(needed) | Exact::Loss(needed) => u32::from(needed) < plies,
            _ => true,
        })
    }

    /// The value of an undecided position for its side to move. If more than its men decides what
    /// comes, it is found by its moves. `None` if there is no table for it.
    pub fn value<G: Knowledge>(&self, position: &G) -> Option<Exact> {
        match position.men() {
            Some(men) => self.value_of(position.side(), &men),
            None => self.value_by_moves(position),
        }
    }

    fn value_by_moves<G: Knowledge>(&self, position: &G) -> Option<Exact> {
        let mut best: Option<Exact> = None;
        for m in position.legal_moves() {
            let child = position.after(m);
            let value = match child.decided() {
                Some(outcome) => Exact::from(outcome),
                None => self.value_of(child.side(), &child.men()?)?,
            };
            best = best.max(Some(value.before_move(child.side() != position.side())));
        }
        Some(best.unwrap_or_else(|| Exact::from(position.stalled())))
    }

    /// Checks that a table can be written to a file in a folder, which is created if it is missing.
    /// `material` is the first of the table.
    ///
    /// # Errors
    /// If the file is something else, or the folder cannot be created.
    pub fn check_folder(&self, material: Material, folder: &Path) -> Result<(), String> {
        Stored::path(material, &self.game, &self.rules, folder).map(|_| ())
    }

    /// Adds a table that has been made. With a folder, it is also written to a file there.
    ///
    /// # Errors
    /// If the file is something else, or cannot be written.
    pub fn add(&mut self, table: EndingTable, folder: Option<&Path>) -> Result<(), String> {
        let file = match folder {
            Some(folder) => Some(Stored::save(&table, &self.game, &self.rules, folder)?),
            None => None,
        };
        let materials: Vec<Material> =
            table.numberings().iter().map(|numbering| numbering.material()).collect();
        let slot = Slot { file, table: OnceLock::from(Some(table)) };
        self.insert(&materials, slot);
        Ok(())
    }

    fn insert(&mut self, materials: &[Material], slot: Slot) {
        for &material in materials {
            self.of_material.entry(material).or_default().push(self.slots.len());
            self.max_men = self.max_men.max(material.men());
        }
        self.slots.push(slot);
    }
}

impl Slot {
    fn get(&self, rules: &EndingRules) -> Option<&EndingTable> {
        self.table.get_or_init(|| self.file.as_ref()?.read(rules)).as_ref()
    }
}

/// What the option [`OptionSpec::ENDGAME_TABLES`](crate::game::OptionSpec::ENDGAME_TABLES) has
/// found. Each is leaked, so that positions can be copied without reference counts.
struct Store {
    /// By folder: the files when it was looked into.
    folders: Vec<(String, Vec<Stamp>)>,
    known: Vec<KnownTables>,
}

/// What was found in a folder for a game whose rules lie at an address.
struct KnownTables {
    folder: String,
    game: String,
    address: usize,
    tables: Option<&'static EndgameTables>,
}

static STORE: Mutex<Store> = Mutex::new(Store { folders: Vec::new(), known: Vec::new() });

impl Store {
    /// Forgets the tables of a folder whose files are others than before.
    fn renew(&mut self, folder: &str, files: Vec<Stamp>) {
        if self.folders.iter().any(|(known, before)| known == folder && *before == files) {
            return;
        }
        self.folders.retain(|(known, _)| known != folder);
        self.known.retain(|known| known.folder != folder);
        self.folders.push((folder.to_owned(), files));
    }
}

impl EndgameTables {
    /// Looks into a folder for tables of any game, which [`EndgameTables::find`] then looks into
    /// again if they have changed. Returns a summary, possibly of nothing found.
    pub fn prepare(folder: &str) -> Option<String> {
        if folder.is_empty() {
            return None;
        }
        let found = Stored::all(Path::new(folder));
        let files = found.iter().flatten().map(Stored::stamp).collect();
        lock(&STORE).renew(folder, files);
        let summary = match found {
            Ok(found) => {
                let mut games: Vec<&str> = found.iter().map(Stored::game).collect();
                let tables = counted(games.len(), "table");
                games.sort_unstable();
                games.dedup();
                let games =
                    if games.is_empty() { "" } else { &format!(" of {}", games.join(", ")) };
                format!("endgame tables: {tables} in {folder}{games}")
            }
            Err(error) => format!("endgame tables: none in {error}"),
        };
        Some(summary)
    }

    /// The tables in a folder of a game, whose rules lie at this address and are given if they
    /// are needed.
    pub fn find(
        folder: &str,
        game: &str,
        address: usize,
        rules: impl FnOnce() -> Option<EndingRules>,
    ) -> Option<&'static EndgameTables> {
        if folder.is_empty() {
            return None;
        }
        let mut store = lock(&STORE);
        for known in &store.known {
            if known.folder == folder && known.game == game && known.address == address {
                return known.tables;
            }
        }
        let tables = rules().and_then(|rules| {
            let tables = EndgameTables::in_folder(game, rules, Path::new(folder)).ok()?;
            (tables.max_men > 0).then(|| &*Box::leak(Box::new(tables)))
        });
        let folder = folder.to_owned();
        store.known.push(KnownTables { folder, game: game.to_owned(), address, tables });
        tables
    }
}

impl fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EndgameTables({}, {} tables)", self.game, self.slots.len())
    }
}

impl PartialEq for EndgameTables {
    fn eq(&self, other: &EndgameTables) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for EndgameTables {}
