//! What must be on the disk, should the power go at any moment: a file before it replaces
//! another, a name before the next change, and games before what relies on them.

use crate::calls::{is_temporary, well};
use crate::tools::{self, Content, Tool, content};
use crate::trace::{self, Call};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a run has changed and not yet synced.
#[derive(Default)]
struct Unsynced {
    files: BTreeSet<PathBuf>,
    /// The folders of names that were given or taken away.
    folders: BTreeSet<PathBuf>,
}

impl Unsynced {
    /// Takes in a call. Returns what should have been synced before it.
    fn take(&mut self, call: &Call, folder: &Path, is_new: bool) -> Vec<PathBuf> {
        let paths: Vec<PathBuf> = call.paths().iter().map(|path| folder.join(path)).collect();
        let open = call.open_path().unwrap_or_default();
        let (is_rename, mut early) = (call.name.starts_with("rename"), Vec::new());
        match call.name.as_str() {
            "fsync" | "fdatasync" => {
                self.files.remove(&open);
                self.folders.remove(&open);
                return early;
            }
            "write" | "pwrite64" | "ftruncate" if open.starts_with(folder) => {
                early.extend(self.folders.iter().cloned());
                self.files.insert(open);
            }
            "rename" | "renameat" | "renameat2" | "link" | "linkat" | "unlink" | "unlinkat"
            | "mkdir" | "openat" => {
                let named = paths.last().filter(|path| !is_temporary(&path.to_string_lossy()));
                let Some(named) = named.filter(|_| call.name != "openat" || is_new) else {
                    return early;
                };
                early.extend(self.folders.iter().cloned());
                early.extend(self.files.iter().filter(|file| is_relied_on(file)).cloned());
                early.extend(
                    paths.first().filter(|path| is_rename && self.files.contains(*path)).cloned(),
                );
                self.folders.insert(named.parent().expect("it is in a folder").to_owned());
            }
            _ => {}
        }
        early
    }
}

/// Whether other files follow from it.
fn is_relied_on(file: &Path) -> bool {
    file.ends_with("games") || file.extension().is_some_and(|extension| extension == "games")
}

/// The calls of a run that come before something is on the disk.
fn early_calls(tool: &Tool, folder: &Path, before: &Content, calls: &[Call]) -> Vec<String> {
    let (mut unsynced, mut early) = (Unsynced::default(), Vec::new());
    let mut names: BTreeSet<PathBuf> = before.keys().map(|name| folder.join(name)).collect();
    for call in calls.iter().filter(|call| call.result >= 0 && call.concerns(folder)) {
        let named = call.paths().last().map(|path| folder.join(path));
        let creates = call.arguments.get(2).is_some_and(|flags| flags.contains("O_CREAT"));
        let is_new = match named {
            Some(path) if call.name.starts_with("unlink") => names.remove(&path),
            Some(path) => names.insert(path) && creates,
            None => false,
        };
        let missing = unsynced.take(call, folder, is_new);
        // A game is on the disk in one file before the next one gets it.
        let is_behind = tool.name == "match_resumed" && unsynced.files.len() > 1;
        if !missing.is_empty() || is_behind {
            early.push(format!("{} {:?}: {missing:?}", call.name, call.paths()));
        }
    }
    let relied_on = unsynced.files.iter().filter(|file| is_relied_on(file));
    early.extend(unsynced.folders.iter().chain(relied_on).map(|path| path.display().to_string()));
    early
}

#[track_caller]
fn check(name: &str) {
    if !trace::is_possible() {
        return;
    }
    let tool = tools::named(name);
    let folder = tool.folder("power");
    let before = content(&folder);
    let (output, calls) = trace::record(&tool, &folder);
    well(&tool, &output);
    assert!(calls.iter().any(|call| call.concerns(&folder.path())), "nothing was written");
    let early = early_calls(&tool, &folder.path(), &before, &calls);
    assert!(early.is_empty(), "{name} does not wait for the disk before\n{}", early.join("\n"));
}

test_each_tool!();
