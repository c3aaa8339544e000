//! A table of an ending in a file.
//!
//! The file is sealed: its last line is the CRC-32 of all before it. Lines of text say whose table
//! it is, up to an empty one; then follow the values, each in two bytes, the low one first:
//!
//! ```text
//! PLYENDING 1
//! game chess
//! rules 00000001
//! maps 0 1 2 3 4 5 6 7 0x 1x 2x 3x 4x 5x 6x 7x
//! men KR:K
//! ```
//!
//! There is a line for each material whose values the table has. A map is the number of one of the
//! board's, with an `x` if the sides are exchanged.

use super::men::{EndingRules, Material};
use super::numbering::{MAX_SIZE, Map, Numbering, closed};
use super::table::EndingTable;
use plyglot_support::files::{self, Format};
use plyglot_support::text::reason;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const FORMAT: Format = Format { name: "a table of an ending", beginnings: &[BEGINNING] };
/// The version is that of the format, and of what the values mean.
const BEGINNING: &str = "PLYENDING 1\n";
const EXTENSION: &str = "ending";
/// The most bytes of the lines of text.
const MAX_HEAD: usize = 1 << 16;
const VALUE_BYTES: usize = size_of::<u16>();

/// What becomes another one if a file is replaced.
#[derive(PartialEq)]
pub(super) struct Stamp {
    path: PathBuf,
    bytes: u64,
    written: Option<SystemTime>,
}

pub(super) struct Stored {
    path: PathBuf,
    head: Head,
}

impl Stored {
    /// The tables of a folder, in the order of the names of their files. Files that are none are
    /// left out.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn all(folder: &Path) -> Result<Vec<Stored>, String> {
        let entries = files::entries(folder)
            .map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
        paths.sort_unstable();
        let mut stored = Vec::new();
        for path in paths {
            if let Ok(Some(head)) = Head::read(&path) {
                stored.push(Stored { path, head });
            }
        }
        Ok(stored)
    }

    /// The file for a table whose first material is this, in a folder, which is created if it is
    /// missing.
    ///
    /// # Errors
    /// If there is another file of that name, or the folder cannot be created.
    pub(super) fn path(
        material: Material,
        game: &str,
        rules: &EndingRules,
        folder: &Path,
    ) -> Result<PathBuf, String> {
        let material = material.print(rules).replace(':', "v");
        let is_plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_-+~".contains(c));
        let checksum = rules.checksum;
        let name = if is_plain(game) && is_plain(&material) {
            format!("{game}_{material}_{checksum:08x}.{EXTENSION}")
        } else {
            let material = crc32fast::hash(material.as_bytes());
            format!("{checksum:08x}_{material:08x}.{EXTENSION}")
        };
        let path = folder.join(name);
        let checked = files::create_folder(folder).and_then(|()| FORMAT.check(&path));
        checked.map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
        Ok(path)
    }

    /// Writes a table of a game to its file in a folder.
    ///
    /// # Errors
    /// As those of [`Stored::path`], and if it cannot be written.
    pub(super) fn save(
        table: &EndingTable,
        game: &str,
        rules: &EndingRules,
        folder: &Path,
    ) -> Result<Stored, String> {
        let first = table.numberings().first().map(Numbering::material).unwrap_or_default();
        let path = Stored::path(first, game, rules, folder)?;
        let head = Head::new(game, rules, table);
        let written = write(&path, &head, table);
        written.map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
        Ok(Stored { path, head })
    }

    /// What tells it from a later file of this name.
    pub(super) fn stamp(&self) -> Stamp {
        let known = files::ordinary(&self.path).ok();
        Stamp {
            path: self.path.clone(),
            bytes: known.as_ref().map_or(0, |known| known.len()),
            written: known.and_then(|known| known.modified().ok()),
        }
    }

    pub(super) fn game(&self) -> &str {
        &self.head.game
    }

    /// Its material, if it is of a game with these rules.
    pub(super) fn materials(&self, rules: &EndingRules) -> Option<Vec<Material>> {
        if self.head.checksum != rules.checksum {
            return None;
        }
        self.head.materials.iter().map(|text| Material::parse(rules, text).ok()).collect()
    }

    /// Its table; `None` if it cannot be read, or was altered.
    pub(super) fn read(&self, rules: &EndingRules) -> Option<EndingTable> {
        let read = read(&self.path, rules, &self.head);
        let path = self.path.display();
        read.inspect_err(|error| log::error!("{path}: {}", reason(error))).ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    game: String,
    checksum: u32,
    maps: Vec<String>,
    materials: Vec<String>,
}

impl Head {
    fn new(game: &str, rules: &EndingRules, table: &EndingTable) -> Head {
        let numberings = table.numberings();
        let maps = numberings.first().map_or(&[][..], Numbering::maps);
        Head {
            game: game.to_owned(),
            checksum: rules.checksum,
            maps: maps.iter().map(name).collect(),
            materials: numberings.iter().map(|of| of.material().print(rules)).collect(),
        }
    }

    fn text(&self) -> String {
        let men: String = self.materials.iter().map(|men| format!("men {men}\n")).collect();
        let maps = self.maps.join(" ");
        format!("game {}\nrules {:08x}\nmaps {maps}\n{men}\n", self.game, self.checksum)
    }

    /// Reads the lines of text, without the first. Returns how many bytes they take, too.
    fn parse(bytes: &[u8]) -> Option<(Head, usize)> {
        let bytes = &bytes[..bytes.len().min(MAX_HEAD)];
        let end = bytes.windows(2).position(|two| two == b"\n\n")?;
        let mut lines = str::from_utf8(&bytes[..end]).ok()?.lines();
        let mut line = |word: &str| lines.next()?.strip_prefix(word)?.strip_prefix(' ');
        let game = line("game")?.to_owned();
        let checksum = u32::from_str_radix(line("rules")?, 16).ok()?;
        let maps = line("maps")?.split(' ').map(str::to_owned).collect();
        let materials: Option<_> =
            lines.map(|line| line.strip_prefix("men ").map(str::to_owned)).collect();
        Some((Head { game, checksum, maps, materials: materials? }, end + 2))
    }

    /// The numbers of the positions, for the rules that the table is of.
    fn numberings(&self, rules: &EndingRules) -> Option<Vec<Numbering>> {
        let all = Map::all(rules);
        if self.maps.len() > all.len() {
            return None;
        }
        let mut maps = Vec::new();
        for text in &self.maps {
            maps.push(all.iter().find(|map| name(map) == *text)?.clone());
        }
        if closed(maps.clone()) != maps || maps.first() != all.first() {
            return None;
        }
        let mut numberings = Vec::new();
        for text in &self.materials {
            let material = Material::parse(rules, text).ok()?;
            numberings.push(Numbering::new(rules, material, maps.clone())?);
        }
        Some(numberings)
    }

    /// Whose table a file is; `None` if it is no table of an ending.
    fn read(path: &Path) -> io::Result<Option<Head>> {
        let limit = (BEGINNING.len() + MAX_HEAD) as u64;
        let mut bytes = Vec::new();
        files::open(path)?.take(limit).read_to_end(&mut bytes)?;
        let head = bytes.strip_prefix(BEGINNING.as_bytes()).and_then(Head::parse);
        Ok(head.map(|(head, _)| head))
    }
}

fn name(map: &Map) -> String {
    format!("{}{}", map.number, if map.exchanges { "x" } else { "" })
}

fn write(path: &Path, head: &Head, table: &EndingTable) -> io::Result<()> {
    let mut content = head.text().into_bytes();
    content.extend(table.codes().iter().flat_map(|code| code.to_le_bytes()));
    files::write(path, &FORMAT, files::sealed(&FORMAT, &content))
}

/// Reads the table of a file that has this head.
fn read(path: &Path, rules: &EndingRules, head: &Head) -> io::Result<EndingTable> {
    let invalid = || io::Error::other("it was altered");
    let numberings = head.numberings(rules).ok_or_else(invalid)?;
    let numbers: u64 = numberings.iter().map(Numbering::size).sum();
    // The head and the checksum take less than the rest.
    let limit = numbers * VALUE_BYTES as u64 + 2 * MAX_HEAD as u64;
    if numbers > MAX_SIZE || files::ordinary(path)?.len() > limit {
        return Err(invalid());
    }
    let content = files::read_sealed(path, &FORMAT)?.ok_or(io::ErrorKind::NotFound)?;
    let (found, length) = Head::parse(&content).ok_or_else(invalid)?;
    let (values, rest) = content[length..].as_chunks::<VALUE_BYTES>();
    if found != *head || !rest.is_empty() {
        return Err(invalid());
    }
    let values = values.iter().map(|&value| u16::from_le_bytes(value)).collect();
    EndingTable::from_codes(numberings, values).ok_or_else(invalid)
}

#[cfg(test)]
mod tests {
    use super::super::men::{BoardMaps, ManKind};
    use super::*;
    use plyglot_support::files::Temporary;

    fn rules() -> EndingRules {
        let cells: Vec<u8> = (0..16).collect();
        let kind = ManKind { text: "A".to_owned(), cells: [cells.clone(), cells], in_hand: false };
        let maps = BoardMaps::for_squares(4, 4);
        EndingRules { kinds: vec![kind], maps, checksum: 7, left_out: None }
    }

    fn head(maps: &[&str]) -> Head {
        Head {
            game: "invented".to_owned(),
            checksum: 7,
            maps: maps.iter().map(|&map| map.to_owned()).collect(),
            materials: vec!["A:A".to_owned()],
        }
    }

    #[test]
    fn more_maps_than_there_are_do_not_count() {
        assert!(head(&["0", "1"]).numberings(&rules()).is_some());
        assert!(head(&["0"; 2 * 8 + 1]).numberings(&rules()).is_none());
    }

    #[test]
    fn a_file_longer_than_its_table_is_not_read() {
        let file = Temporary::new(".ending", &[b'x'; 4 * MAX_HEAD]).expect("it can be written");
        let error = read(file.path(), &rules(), &head(&["0"])).expect_err("it is too long");
        assert_eq!(error.to_string(), "it was altered");
    }
}
