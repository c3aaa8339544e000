//! The n-th call of each kind fails, for each n.

use crate::support::folder::Folder;
use crate::tools::{self, Complaint, Content, Tool, content, restore, without_times};
use crate::trace::{self, Call, FailPoint};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Output;

/// The errors that a call of this name may have: those for which a run may end, of which
/// each call gets one in turn, and one that it must survive.
fn errors(name: &str) -> (&'static [&'static str], Option<&'static str>) {
    match name {
        "write" | "pwrite64" => (&["ENOSPC", "EIO"], Some("EINTR")),
        "openat" => (&["EMFILE", "EIO", "ENOSPC"], Some("EINTR")),
        "read" | "fsync" | "fdatasync" | "ftruncate" => (&["EIO"], Some("EINTR")),
        "mkdir" => (&["ENOSPC"], None),
        "fchmod" => (&["EPERM"], None),
        // A file system may have no locks.
        "flock" => (&[], Some("ENOLCK")),
        _ => (&["EIO"], None),
    }
}

/// All contents of each file in a run.
type Versions = HashMap<String, HashSet<Vec<u8>>>;

/// The work of a tool when nothing fails.
struct Undisturbed {
    before: Content,
    after: Content,
    calls: Vec<Call>,
}

impl Undisturbed {
    /// Runs a tool without faults, twice: what follows from the clock alone may differ.
    fn of(tool: &Tool, folder: &Folder) -> Undisturbed {
        let before = content(folder);
        well(tool, &trace::run(tool, folder));
        let after = without_times(&content(folder));
        restore(folder, &before);
        let (output, calls) = trace::record(tool, folder);
        well(tool, &output);
        equal(&without_times(&content(folder)), &after, "the second run");
        Undisturbed { before, after, calls }
    }

    fn versions(&self, folder: &Path) -> Versions {
        let mut versions = Versions::new();
        let mut note = |content: &Content| {
            for (name, bytes) in without_times(content) {
                versions.entry(name).or_default().insert(bytes.unwrap_or_default());
            }
        };
        note(&self.before);
        let mut seen = SeenFiles { folder, files: self.before.clone(), places: HashMap::new() };
        for call in self.calls.iter().filter(|call| call.result >= 0) {
            if let Some(name) = seen.take(call) {
                note(&Content::from([(name.clone(), seen.files[&name].clone())]));
            }
        }
        equal(&without_times(&seen.files), &self.after, "the files that follow from the calls");
        versions
    }

    /// The calls that concern the files of the run. They are counted by file where its name
    /// is known. As `strace` counts in each thread, others are left out whose count is that
    /// of another call, too.
    fn places(&self, folder: &Path) -> BTreeSet<FailPoint> {
        let (own, others): (Vec<&Call>, Vec<&Call>) =
            self.calls.iter().partition(|call| call.concerns(folder));
        let others: BTreeSet<_> = others.into_iter().map(|call| (&call.name, call.count)).collect();
        let place = |call: &Call| {
            let name = call.name.clone();
            let is_named =
                |path: &PathBuf| path.starts_with(folder) && !is_temporary(&path.to_string_lossy());
            let is_of_open_file = call.descriptor().is_some();
            let file = call.open_path().filter(|path| is_of_open_file && is_named(path));
            match file {
                Some(_) => Some(FailPoint { name, file, count: call.count_of_file }),
                None if others.contains(&(&call.name, call.count)) => None,
                None => Some(FailPoint { name, file, count: call.count }),
            }
        };
        own.into_iter().filter_map(place).collect()
    }
}

/// The files of a run as programs see them.
struct SeenFiles<'a> {
    folder: &'a Path,
    files: Content,
    /// Where the next byte is written that is not appended.
    places: HashMap<String, usize>,
}

impl SeenFiles<'_> {
    /// Carries out a call. Returns the name of the file that it changed.
    fn take(&mut self, call: &Call) -> Option<String> {
        let name_of = |path: PathBuf| {
            let path = self.folder.join(path);
            path.strip_prefix(self.folder).ok().map(|name| name.to_string_lossy().into_owned())
        };
        let names: Vec<String> = call.paths().into_iter().filter_map(name_of).collect();
        let open = call.open_path().and_then(name_of).unwrap_or_default();
        match (call.name.as_str(), &names[..]) {
            ("openat", [name]) if call.arguments[2].contains("O_CREAT") => {
                self.places.insert(name.clone(), 0);
                let is_new = !self.files.contains_key(name);
                self.files.entry(name.clone()).or_insert(Some(Vec::new()));
                is_new.then(|| name.clone())
            }
            ("rename" | "renameat" | "renameat2", [from, to]) => {
                let content = self.files.remove(from)?;
                self.files.insert(to.clone(), content);
                Some(to.clone())
            }
            ("link" | "linkat", [from, to]) => {
                let content = self.files.get(from)?.clone();
                self.files.insert(to.clone(), content);
                Some(to.clone())
            }
            ("unlink" | "unlinkat", [name]) => {
                self.files.remove(name);
                None
            }
            ("mkdir", [name]) => {
                self.files.insert(name.clone(), None);
                Some(name.clone())
            }
            ("lseek", _) => {
                self.places.insert(open, usize::try_from(call.result).ok()?);
                None
            }
            ("ftruncate", _) => {
                let content = self.files.get_mut(&open)?.as_mut()?;
                content.truncate(call.arguments[1].parse().ok()?);
                Some(open)
            }
            ("write", _) => {
                let content = self.files.get_mut(&open)?.as_mut()?;
                let place = self.places.entry(open.clone()).or_default();
                // All but temporary files are appended to.
                let start = if is_temporary(&open) { *place } else { content.len() };
                let bytes = call.bytes();
                *place = start + bytes.len();
                content.resize(content.len().max(*place), 0);
                content[start..*place].copy_from_slice(&bytes);
                Some(open)
            }
            _ => None,
        }
    }
}

#[track_caller]
fn equal(found: &Content, expected: &Content, what: &str) {
    let names = |content: &Content| content.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(found), names(expected), "{what}");
    for (name, bytes) in found {
        let shown = |bytes: &Option<Vec<u8>>| {
            String::from_utf8_lossy(bytes.as_deref().unwrap_or_default()).into_owned()
        };
        let other = &expected[name];
        assert!(bytes == other, "{what}: {name}\n{}\n\n{}", shown(bytes), shown(other));
    }
}

/// How a run ended, with its last line and all complaints.
fn said(output: &Output) -> String {
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|out| String::from_utf8_lossy(out));
    format!("{}, '{}', {stderr:?}", output.status, stdout.lines().last().unwrap_or(""))
}

#[track_caller]
pub(crate) fn well(tool: &Tool, output: &Output) {
    let is_well = output.status.success() && output.stderr.is_empty();
    assert!(is_well && !is_told(tool, output), "{}: {}", tool.name, said(output));
}

/// Whether a tool says in its own way that a file could not be written.
fn is_told(tool: &Tool, output: &Output) -> bool {
    let stdout = String::from_utf8_lossy(&output.stdout);
    matches!(tool.complaint, Complaint::Said(text) if stdout.contains(text))
}

/// Whether a run failed in order: status 1 and one sentence that names what it is about.
fn is_refusal(output: &Output, names: &Content) -> bool {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let files = names.keys().map(String::as_str);
    let is_named = files.chain(["output", "run"]).any(|name| stderr.contains(name));
    output.status.code() == Some(1)
        && stderr.starts_with("error: ")
        && stderr.lines().count() == 1
        && is_named
}

/// Lets each call of a tool fail. Returns how many did, and what was wrong.
fn let_each_fail(tool: &Tool) -> (usize, Vec<String>) {
    let folder = tool.folder("calls");
    let run = Undisturbed::of(tool, &folder);
    let versions = run.versions(&folder.path());
    let (mut failed, mut wrong) = (0, Vec::new());
    for place in run.places(&folder.path()) {
        let (hard, soft) = errors(&place.name);
        let hard = hard.get(place.count % hard.len().max(1)).copied();
        for error in hard.into_iter().chain(soft) {
            restore(&folder, &run.before);
            let (output, is_injected) = trace::inject(tool, &folder, &place, error);
            failed += usize::from(is_injected);
            let found = without_times(&content(&folder));
            let is_output = place.file.is_none() && place.name == "write";
            // As strace counts in each thread, it may be that of the complaint, too.
            let is_known = is_output && output.status.code() == Some(1);
            let mut faults =
                judge(tool, &output, &found, &run, &versions, (Some(error) == soft, is_known));
            if found != run.after {
                let output = trace::run(tool, &folder);
                let again = without_times(&content(&folder));
                if !output.status.success() || again != run.after {
                    let difference = difference(&again, &run.after);
                    faults.push(format!("then {}, {difference} differs", said(&output)));
                }
            }
            let place = format!("{} {place:?} {error}", tool.name);
            wrong.extend(faults.into_iter().map(|fault| format!("{place}: {fault}")));
        }
    }
    (failed, wrong)
}

fn difference(found: &Content, expected: &Content) -> String {
    let all: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let different = all.into_iter().filter(|name| found.get(*name) != expected.get(*name));
    different.cloned().collect::<Vec<_>>().join(", ")
}

/// The files whose content is none that they have in an undisturbed run.
fn unknown(found: &Content, versions: &Versions) -> Vec<String> {
    let is_unknown = |(name, bytes): &(&String, &Option<Vec<u8>>)| {
        let bytes = bytes.as_deref().unwrap_or_default();
        let is_known = versions.get(*name).is_some_and(|known| known.contains(bytes));
        !is_temporary(name) && !is_known
    };
    let names = found.iter().filter(is_unknown).map(|(name, _)| name);
    names.map(|name| format!("{name} is neither the old nor the new one")).collect()
}

pub(crate) fn is_temporary(name: &str) -> bool {
    name.contains(".plyglot-")
}

fn judge(
    tool: &Tool,
    output: &Output,
    found: &Content,
    run: &Undisturbed,
    versions: &Versions,
    (must_succeed, is_known): (bool, bool),
) -> Vec<String> {
    let mut faults = Vec::new();
    let is_whole = output.status.success() && !is_told(tool, output);
    // A temporary file that cannot be removed is left to the next run.
    let lasting = |content: &Content| -> Content {
        let names = content.clone().into_iter().filter(|(name, _)| !is_temporary(name));
        names.collect()
    };
    if is_whole && lasting(found) != run.after {
        faults.push(format!("success, but {} differs", difference(found, &run.after)));
    }
    let is_in_order = output.status.success() || is_known || is_refusal(output, &run.after);
    if !is_in_order || must_succeed && !is_whole {
        faults.push(said(output));
    }
    faults.extend(unknown(found, versions));
    faults
}

#[track_caller]
fn check(name: &str) {
    if !trace::is_possible() {
        return;
    }
    let (failed, wrong) = let_each_fail(&tools::named(name));
    eprintln!("{name}: {failed} calls failed, {} results are wrong", wrong.len());
    assert!(failed > 0, "no call failed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

test_each_tool!();
