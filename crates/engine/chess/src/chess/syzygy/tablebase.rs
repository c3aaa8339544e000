//! The tables in a list of folders. Folders are read once; files are opened when a
//! position needs them.

use super::geometry::MAX_PIECES;
use super::material::Material;
use super::source::TableSource;
use super::table::{SyzygyTable, TableKind};
use crate::chess::Chess;
use cozy_chess::Move;
use plyglot_core::game::TablebaseMoves;
use plyglot_support::lock;
use plyglot_support::text::{counted, reason};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::SystemTime;

/// The separator of folders, as in the system's path lists.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// A file and, once it has been needed, its table; `None` if that is invalid.
struct TableFile {
    path: PathBuf,
    stamp: (u64, Option<SystemTime>),
    table: OnceLock<Option<SyzygyTable>>,
}

#[derive(Default)]
struct TableFiles {
    wdl: Option<TableFile>,
    dtz: Option<TableFile>,
}

pub(crate) struct Tablebase {
    path: String,
    files: HashMap<Material, TableFiles>,
    max_pieces: usize,
}

impl TableFile {
    fn open(&self, material: Material, kind: TableKind) -> Option<&SyzygyTable> {
        self.table.get_or_init(|| SyzygyTable::open(&self.path, material, kind)).as_ref()
    }
}

impl TableFiles {
    fn slot(&mut self, kind: TableKind) -> &mut Option<TableFile> {
        match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        }
    }

    fn get(&self, kind: TableKind) -> Option<&TableFile> {
        match kind {
            TableKind::Wdl => self.wdl.as_ref(),
            TableKind::Dtz => self.dtz.as_ref(),
        }
    }
}

/// All tablebases. Each is leaked, so that positions can be copied without reference
/// counts. A path is set once or twice in a program's run.
static TABLEBASES: Mutex<Vec<&'static Tablebase>> = Mutex::new(Vec::new());

impl Tablebase {
    /// Searches the folders of a path and stores the tablebase for [`Tablebase::find`].
    /// Returns a summary, possibly of nothing found.
    pub(crate) fn scan_and_store(path: &str) -> String {
        let (tablebase, skipped) = Tablebase::scan(path);
        let summary = tablebase.summary(&skipped);
        let mut tablebases = lock(&TABLEBASES);
        match tablebases.iter().position(|known| known.path == path) {
            Some(i) if tablebases[i].has_same_files(&tablebase) => {}
            Some(i) => tablebases[i] = Box::leak(Box::new(tablebase)),
            None if tablebase.files.is_empty() => {}
            None => tablebases.push(Box::leak(Box::new(tablebase))),
        }
        summary
    }

    pub(crate) fn find(path: &str) -> Option<&'static Tablebase> {
        let tablebases = lock(&TABLEBASES);
        tablebases.iter().copied().find(|tablebase| tablebase.path == path)
    }

    pub(crate) fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    pub(super) fn table(&self, material: Material, kind: TableKind) -> Option<&SyzygyTable> {
        let names = [material, material.swapped()];
        let (material, files) =
            names.into_iter().find_map(|name| Some((name, self.files.get(&name)?)))?;
        files.get(kind)?.open(material, kind)
    }

    /// The tables in the folders, and the files and folders that were skipped, with the
    /// reasons.
    pub(super) fn scan(path: &str) -> (Tablebase, Vec<String>) {
        let mut tablebase =
            Tablebase { path: path.to_owned(), files: HashMap::new(), max_pieces: 0 };
        let mut skipped = Vec::new();
        for folder in path.split(SEPARATOR).filter(|folder| !folder.is_empty()) {
            let entries = match std::fs::read_dir(folder) {
                Ok(entries) => entries,
                Err(error) => {
                    skipped.push(format!("{folder}: {}", reason(&error)));
                    continue;
                }
            };
            let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            files.sort_unstable();
            for file in files {
                if let Err(why) = tablebase.add(&file) {
                    skipped.push(format!("{}: {why}", file.display()));
                }
            }
        }
        (tablebase, skipped)
    }

    fn add(&mut self, file: &Path) -> Result<(), String> {
        let Some((material, kind)) = table_of_name(file) else { return Ok(()) };
        TableSource::check(file, kind.magic())?;
        let known = file.metadata().map_err(|error| reason(&error))?;
        let stamp = (known.len(), known.modified().ok());
        let slot = self.files.entry(material).or_default().slot(kind);
        if slot.is_none() {
            *slot = Some(TableFile { path: file.to_owned(), stamp, table: OnceLock::new() });
            if kind == TableKind::Wdl {
                self.max_pieces = self.max_pieces.max(material.pieces());
            }
        }
        Ok(())
    }

    fn count(&self, kind: TableKind) -> usize {
        self.files.values().filter(|files| files.get(kind).is_some()).count()
    }

    fn summary(&self, skipped: &[String]) -> String {
        let results = self.count(TableKind::Wdl);
        let distances = self.count(TableKind::Dtz);
        let path = &self.path;
        let most = self.max_pieces;
        let summary = match results {
            0 => format!("syzygy: no tables in {path}"),
            _ => {
                let tables = counted(results, "table");
                format!(
                    "syzygy: {tables} of up to {most} men in {path}, {distances} with distances"
                )
            }
        };
        match skipped {
            [] => summary,
            [one] => format!("{summary}; passed over: {one}"),
            [first, more @ ..] => {
                format!("{summary}; passed over: {first}, and {} more", more.len())
            }
        }
    }

    fn has_same_files(&self, other: &Tablebase) -> bool {
        let stamps = |files: &TableFiles| {
            [&files.wdl, &files.dtz]
                .map(|file| file.as_ref().map(|file| (file.path.clone(), file.stamp)))
        };
        self.files.len() == other.files.len()
            && self.files.iter().all(|(material, files)| {
                other.files.get(material).is_some_and(|other| stamps(other) == stamps(files))
            })
    }
}

fn table_of_name(file: &Path) -> Option<(Material, TableKind)> {
    let extension = file.extension()?;
    let kinds = [TableKind::Wdl, TableKind::Dtz];
    let kind = kinds.into_iter().find(|kind| kind.extension() == extension)?;
    let material = Material::parse(file.file_stem()?.to_str()?)?;
    if (3..=MAX_PIECES).contains(&material.pieces()) { Some((material, kind)) } else { None }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebase({:?})", self.path)
    }
}

impl PartialEq for Tablebase {
    fn eq(&self, other: &Tablebase) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Tablebase {}

/// Syzygy tables without a search: for programs that inspect tables or test damaged ones.
///
/// ```
/// use plyglot_core::game::Notation;
/// use plyglot_chess::chess::{Chess, SyzygyTables};
/// let position = Chess::parse("4k3/8/8/8/8/8/8/4KR2 w - - 0 1").unwrap();
/// assert_eq!(SyzygyTables::open("/a/folder/that/is/not/there").probe_wdl(&position), None);
/// ```
#[derive(Debug)]
pub struct SyzygyTables(Tablebase);

impl SyzygyTables {
    /// Opens the tables in the folders of a path, split at the system's separator. A
    /// folder that cannot be read adds no tables.
    pub fn open(path: &str) -> SyzygyTables {
        SyzygyTables(Tablebase::scan(path).0)
    }

    /// The result with best play (WDL) for the side to move: -2 is a loss, 0 a draw, 2 a
    /// win. -1 and 1 are a loss and a win that the fifty-move rule draws. It assumes that
    /// the last move was a capture or pawn move, and that neither side may castle. `None` if a
    /// table is missing or invalid.
    pub fn probe_wdl(&self, position: &Chess) -> Option<i32> {
        self.0.probe_wdl(&position.board).map(|result| result as i32)
    }

    /// The plies to the next capture or pawn move on the way to the result (DTZ). They
    /// are negative for a loss, 0 for a draw, plus 100 if the fifty-move rule draws
    /// first. The number may be one too low.
    pub fn probe_dtz(&self, position: &Chess) -> Option<i32> {
        self.0.probe_dtz(&position.board)
    }

    /// The tables' ranking of each legal move, under the fifty-move rule. `None` if a
    /// table is missing or invalid.
    pub fn moves(&self, position: &Chess) -> Option<TablebaseMoves<Move>> {
        self.0.rank(&position.board, false, true)
    }
}
