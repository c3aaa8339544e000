//! The tables that there are: folders are looked through once, files opened
//! when a position asks for them.

use super::geometry::MOST_MEN;
use super::material::Material;
use super::source::Source;
use super::table::{Kind, Table};
use crate::text::reason;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

/// What stands between two folders, as in the system's own lists.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// A file and the table in it, once it was asked for; none if it makes no sense.
struct Volume {
    path: PathBuf,
    /// Length and time of the last change: what tells it from another.
    stamp: (u64, Option<SystemTime>),
    table: OnceLock<Option<Table>>,
}

/// The files of one material.
#[derive(Default)]
struct Volumes {
    result: Option<Volume>,
    distance: Option<Volume>,
}

/// The tables in some folders.
pub(in crate::games::chess) struct Shelf {
    path: String,
    volumes: HashMap<Material, Volumes>,
    most_men: usize,
}

impl Volume {
    fn open(&self, material: Material, kind: Kind) -> Option<&Table> {
        self.table.get_or_init(|| Table::open(&self.path, material, kind)).as_ref()
    }
}

impl Volumes {
    fn slot(&mut self, kind: Kind) -> &mut Option<Volume> {
        match kind {
            Kind::Result => &mut self.result,
            Kind::Distance => &mut self.distance,
        }
    }

    fn get(&self, kind: Kind) -> Option<&Volume> {
        match kind {
            Kind::Result => self.result.as_ref(),
            Kind::Distance => self.distance.as_ref(),
        }
    }
}

/// The shelves that positions look at, each as long as the program runs: then a
/// position carries no count of its users, and is copied as fast as ever. A
/// path is set once or twice in a program's life.
static SHELVES: Mutex<Vec<&'static Shelf>> = Mutex::new(Vec::new());

impl Shelf {
    /// Looks through the folders of a path, and keeps what is there for
    /// [`Shelf::find`]. Says what was found, which may be nothing.
    pub(in crate::games::chess) fn keep(path: &str) -> String {
        let (shelf, skipped) = Shelf::look_through(path);
        let told = shelf.told(&skipped);
        let mut shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
        match shelves.iter().position(|known| known.path == path) {
            Some(i) if shelves[i].is_as(&shelf) => {}
            Some(i) => shelves[i] = Box::leak(Box::new(shelf)),
            None if shelf.volumes.is_empty() => {}
            None => shelves.push(Box::leak(Box::new(shelf))),
        }
        told
    }

    /// What was kept of a path.
    pub(in crate::games::chess) fn find(path: &str) -> Option<&'static Shelf> {
        let shelves = SHELVES.lock().unwrap_or_else(PoisonError::into_inner);
        shelves.iter().copied().find(|shelf| shelf.path == path)
    }

    /// The most pieces that a table has, with the kings.
    pub(in crate::games::chess) fn most_men(&self) -> usize {
        self.most_men
    }

    /// The table of a material, whichever side has which pieces.
    pub(super) fn table(&self, material: Material, kind: Kind) -> Option<&Table> {
        let named = [material, material.swapped()];
        let (material, volumes) =
            named.into_iter().find_map(|named| Some((named, self.volumes.get(&named)?)))?;
        volumes.get(kind)?.open(material, kind)
    }

    /// What is in the folders, and which files and folders were passed over.
    pub(super) fn look_through(path: &str) -> (Shelf, Vec<String>) {
        let mut shelf = Shelf { path: path.to_owned(), volumes: HashMap::new(), most_men: 0 };
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
                if let Err(why) = shelf.add(&file) {
                    skipped.push(format!("{}: {why}", file.display()));
                }
            }
        }
        (shelf, skipped)
    }

    /// Puts a file on the shelf if it has the name of a table and no earlier
    /// folder had it.
    fn add(&mut self, file: &Path) -> Result<(), String> {
        let Some((material, kind)) = named(file) else { return Ok(()) };
        Source::check(file, kind.magic())?;
        let known = file.metadata().map_err(|error| reason(&error))?;
        let stamp = (known.len(), known.modified().ok());
        let slot = self.volumes.entry(material).or_default().slot(kind);
        if slot.is_none() {
            *slot = Some(Volume { path: file.to_owned(), stamp, table: OnceLock::new() });
            if kind == Kind::Result {
                self.most_men = self.most_men.max(material.men());
            }
        }
        Ok(())
    }

    fn count(&self, kind: Kind) -> usize {
        self.volumes.values().filter(|volumes| volumes.get(kind).is_some()).count()
    }

    fn told(&self, skipped: &[String]) -> String {
        let (results, distances) = (self.count(Kind::Result), self.count(Kind::Distance));
        let (path, most) = (&self.path, self.most_men);
        let told = match results {
            0 => format!("syzygy: no tables in {path}"),
            _ => {
                format!(
                    "syzygy: {results} tables of up to {most} men in {path}, {distances} with distances"
                )
            }
        };
        match skipped {
            [] => told,
            [one] => format!("{told}; passed over: {one}"),
            [first, more @ ..] => format!("{told}; passed over: {first}, and {} more", more.len()),
        }
    }

    /// Whether this has the same files, unchanged.
    fn is_as(&self, other: &Shelf) -> bool {
        let files = |volumes: &Volumes| {
            [&volumes.result, &volumes.distance]
                .map(|volume| volume.as_ref().map(|volume| (volume.path.clone(), volume.stamp)))
        };
        self.volumes.len() == other.volumes.len()
            && self.volumes.iter().all(|(material, volumes)| {
                other.volumes.get(material).is_some_and(|other| files(other) == files(volumes))
            })
    }
}

/// The table that a file's name promises, if any.
fn named(file: &Path) -> Option<(Material, Kind)> {
    let extension = file.extension()?;
    let kinds = [Kind::Result, Kind::Distance];
    let kind = kinds.into_iter().find(|kind| kind.extension() == extension)?;
    let material = Material::parse(file.file_stem()?.to_str()?)?;
    (3..=MOST_MEN).contains(&material.men()).then_some((material, kind))
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shelf({:?})", self.path)
    }
}

impl PartialEq for Shelf {
    fn eq(&self, other: &Shelf) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Shelf {}
