//! A model of a disk: what may be on it when the power goes.
//!
//! Writes to a file are kept when the file was synced, and a name in a folder when the folder was.
//! Of the rest, anything may be kept or lost: changes of one file in their order, the last one in
//! part; changes of names one by one.

use crate::tools::Content;
use crate::trace::Call;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// A file, under any name.
type File = usize;

/// The target of a name.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    File(File),
    Folder,
}

/// A change that may be lost.
#[derive(Clone)]
enum Change {
    Write {
        file: File,
        at: usize,
        bytes: Vec<u8>,
    },
    Length {
        file: File,
        length: usize,
    },
    /// In one folder; a rename is one change.
    Names {
        folder: PathBuf,
        removed: Option<PathBuf>,
        added: Option<(PathBuf, Entry)>,
    },
}

impl Change {
    fn file(&self) -> Option<File> {
        match self {
            Change::Write { file, .. } | Change::Length { file, .. } => Some(*file),
            Change::Names { .. } => None,
        }
    }
}

/// The part of a change that is kept.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Nothing,
    Half,
    /// The length, with zeros for the bytes.
    Zeros,
    All,
}

/// The data that are certainly on the disk.
#[derive(Clone, Default)]
struct Image {
    names: BTreeMap<PathBuf, Entry>,
    files: Vec<Vec<u8>>,
}

impl Image {
    fn apply(&mut self, change: &Change, kept: Kept) {
        match (change, kept) {
            (_, Kept::Nothing) => {}
            (Change::Write { file, at, bytes }, _) => {
                let bytes = match kept {
                    Kept::Half => bytes[..bytes.len() / 2].to_vec(),
                    Kept::Zeros => vec![0; bytes.len()],
                    _ => bytes.clone(),
                };
                let content = &mut self.files[*file];
                content.resize(content.len().max(at + bytes.len()), 0);
                content[*at..at + bytes.len()].copy_from_slice(&bytes);
            }
            (Change::Length { file, length }, _) => self.files[*file].resize(*length, 0),
            (Change::Names { removed, added, .. }, _) => {
                removed.iter().for_each(|name| _ = self.names.remove(name));
                self.names.extend(added.clone());
            }
        }
    }

    /// Everything that a name in this folder leads to.
    fn content(&self, folder: &Path) -> Content {
        let is_there = |name: &Path| {
            name.ancestors()
                .skip(1)
                .take_while(|above| *above != folder)
                .all(|above| self.names.get(above) == Some(&Entry::Folder))
        };
        let names = self.names.iter().filter(|(name, _)| is_there(name));
        names
            .map(|(name, entry)| {
                let name = name.strip_prefix(folder).expect("it is in the folder");
                let bytes = match *entry {
                    Entry::File(file) => Some(self.files[file].clone()),
                    Entry::Folder => None,
                };
                (name.to_string_lossy().into_owned(), bytes)
            })
            .collect()
    }
}

/// A disk and the changes that are not certainly on it, in order.
pub(crate) struct Disk {
    folder: PathBuf,
    /// On the disk.
    image: Image,
    /// As programs see it.
    seen: Image,
    changes: Vec<Change>,
    /// Open files: whether they are appended to, and the position otherwise.
    open: HashMap<u32, (bool, usize)>,
}

/// A state of the disk after a power cut.
pub(crate) struct State {
    pub(crate) content: Content,
    /// Whether a file has zeros in place of something that was written.
    pub(crate) has_hole: bool,
}

impl Disk {
    pub(crate) fn new(folder: &Path, content: &Content) -> Disk {
        let mut image = Image::default();
        for (name, bytes) in content {
            let entry = match bytes {
                Some(bytes) => {
                    image.files.push(bytes.clone());
                    Entry::File(image.files.len() - 1)
                }
                None => Entry::Folder,
            };
            image.names.insert(folder.join(name), entry);
        }
        let seen = image.clone();
        Disk { folder: folder.to_owned(), image, seen, changes: Vec::new(), open: HashMap::new() }
    }

    /// The content that programs see.
    pub(crate) fn content(&self) -> Content {
        self.seen.content(&self.folder)
    }

    /// Carries out a call. Returns whether it changed anything.
    pub(crate) fn call(&mut self, call: &Call) -> bool {
        if call.result < 0 || !call.concerns(&self.folder) {
            return false;
        }
        let paths: Vec<PathBuf> =
            call.paths().into_iter().map(|path| self.folder.join(path)).collect();
        let open = call.open_path();
        let file = open.as_deref().and_then(|path| self.file(path));
        match (call.name.as_str(), file) {
            ("openat", _) => return self.opened(call, &paths[0]),
            ("write", Some(file)) => self.write(call, file),
            ("lseek", Some(_)) => {
                let at = self.position(call);
                at.1 = usize::try_from(call.result).expect("it is positive");
                return false;
            }
            ("pwrite64", Some(file)) => {
                let at = call.arguments[3].parse().expect("a position");
                self.change(Change::Write { file, at, bytes: call.bytes() });
            }
            ("ftruncate", Some(file)) => {
                let length = call.arguments[1].parse().expect("a length");
                self.change(Change::Length { file, length });
            }
            ("fsync" | "fdatasync", _) => self.sync(&open.expect("of an open file"), file),
            ("rename" | "renameat" | "renameat2", _) => {
                let entry = self.seen.names[&paths[0]];
                self.names(Some(&paths[0]), Some((&paths[1], entry)));
            }
            ("link" | "linkat", _) => {
                let entry = self.seen.names[&paths[0]];
                self.names(None, Some((&paths[1], entry)));
            }
            ("unlink" | "unlinkat", _) => self.names(Some(&paths[0]), None),
            ("mkdir", _) => self.names(None, Some((&paths[0], Entry::Folder))),
            _ => return false,
        }
        true
    }

    fn file(&self, path: &Path) -> Option<File> {
        match self.seen.names.get(path) {
            Some(Entry::File(file)) => Some(*file),
            _ => None,
        }
    }

    fn position(&mut self, call: &Call) -> &mut (bool, usize) {
        let descriptor = call.descriptor().expect("of an open file");
        self.open.get_mut(&descriptor).expect("it was opened")
    }

    fn opened(&mut self, call: &Call, path: &Path) -> bool {
        let flags = &call.arguments[2];
        let descriptor = u32::try_from(call.result).expect("a descriptor");
        self.open.insert(descriptor, (flags.contains("O_APPEND"), 0));
        assert!(!flags.contains("O_TRUNC"), "a file is emptied: {}", path.display());
        if self.seen.names.contains_key(path) || !flags.contains("O_CREAT") {
            return false;
        }
        let file = self.seen.files.len();
        self.seen.files.push(Vec::new());
        self.image.files.push(Vec::new());
        self.names(None, Some((path, Entry::File(file))));
        true
    }

    fn write(&mut self, call: &Call, file: File) {
        let bytes = call.bytes();
        let length = self.seen.files[file].len();
        let (appends, position) = self.position(call);
        let at = if *appends { length } else { *position };
        *position = at + bytes.len();
        self.change(Change::Write { file, at, bytes });
    }

    fn names(&mut self, removed: Option<&Path>, added: Option<(&Path, Entry)>) {
        let name = removed.or(added.map(|(name, _)| name)).expect("one of them");
        let folder = name.parent().expect("it is in a folder").to_owned();
        let added = added.map(|(name, entry)| (name.to_owned(), entry));
        self.change(Change::Names { folder, removed: removed.map(Path::to_owned), added });
    }

    fn change(&mut self, change: Change) {
        self.seen.apply(&change, Kept::All);
        self.changes.push(change);
    }

    /// The changes of a file, or of names in a folder, are on the disk from now on.
    fn sync(&mut self, path: &Path, synced: Option<File>) {
        let is_synced = |change: &Change| match change {
            Change::Names { folder, .. } => folder == path,
            change => synced.is_some() && change.file() == synced,
        };
        let (synced, rest) = self.changes.drain(..).partition(is_synced);
        self.changes = rest;
        let synced: Vec<Change> = synced;
        synced.iter().for_each(|change| self.image.apply(change, Kept::All));
    }

    /// The states that a power cut may leave now: everything or nothing of the changes; names
    /// without content, content without names; all but one or one alone, which is a name, or the
    /// first or last of a file; half of it, or zeros in its place. Those that were there before
    /// (`known`) are left out.
    pub(crate) fn states(&self, known: &mut HashSet<u64>) -> Vec<State> {
        let mut all = vec![
            self.kept(|_| Kept::All),
            self.kept(|_| Kept::Nothing),
            self.kept(|at| if self.is_name(at) { Kept::All } else { Kept::Nothing }),
            self.kept(|at| if self.is_name(at) { Kept::Nothing } else { Kept::All }),
        ];
        for (one, change) in self.changes.iter().enumerate() {
            let only = |kept, rest| self.kept(move |at| if at == one { kept } else { rest });
            let is_of_file = |other: &Change| other.file() == change.file();
            let is_first = !self.changes[..one].iter().any(is_of_file);
            let is_last = !self.changes[one + 1..].iter().any(is_of_file);
            if is_first || is_last || self.is_name(one) {
                all.extend([only(Kept::Nothing, Kept::All), only(Kept::All, Kept::Nothing)]);
            }
            if matches!(change, Change::Write { .. }) && (is_first || is_last) {
                all.extend([only(Kept::Half, Kept::All), only(Kept::Zeros, Kept::All)]);
            }
        }
        all.retain(|state| {
            let mut hasher = DefaultHasher::new();
            state.content.hash(&mut hasher);
            known.insert(hasher.finish())
        });
        all
    }

    fn is_name(&self, at: usize) -> bool {
        self.changes[at].file().is_none()
    }

    /// The state if this part of each change is kept. Of one file, nothing is kept after a lost
    /// change.
    fn kept(&self, kept: impl Fn(usize) -> Kept) -> State {
        let mut image = self.image.clone();
        let (mut lost, mut has_hole) = (HashSet::new(), false);
        for (at, change) in self.changes.iter().enumerate() {
            let mut kept = kept(at);
            if let Some(file) = change.file() {
                if lost.contains(&file) {
                    kept = Kept::Nothing;
                } else if matches!(kept, Kept::Nothing | Kept::Half) {
                    lost.insert(file);
                }
            }
            has_hole |= kept == Kept::Zeros;
            image.apply(change, kept);
        }
        State { content: image.content(&self.folder), has_hole }
    }
}
