//! Runs of `plyglot` under `strace`.

use crate::support::engine::{PLYGLOT, wait};
use crate::support::folder::Folder;
use crate::tools::Tool;
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The calls that are listed and fail.
pub(crate) const CALLS: &str = "openat,read,write,pwrite64,lseek,fsync,fdatasync,ftruncate,flock,fchmod,\
                         rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir";

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    /// How many calls of this name its thread has made, this one included.
    pub(crate) count: usize,
    /// How many of them were for the same open file.
    pub(crate) count_of_file: usize,
    /// The arguments as `strace` prints them.
    pub(crate) arguments: Vec<String>,
    /// The returned value; negative for an error.
    pub(crate) result: i64,
}

impl Call {
    pub(crate) fn descriptor(&self) -> Option<u32> {
        let number = self.arguments.first()?.split('<').next()?;
        number.parse().ok()
    }

    /// The path of an open file, as it was called at that time.
    pub(crate) fn open_path(&self) -> Option<PathBuf> {
        let (_, path) = self.arguments.first()?.split_once('<')?;
        Some(text(path.split_once('>')?.0).into())
    }

    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let strings = self.arguments.iter().filter(|argument| argument.starts_with('"'));
        strings.map(|argument| text(argument).into()).collect()
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.arguments.get(1).map(|argument| decode(argument)).unwrap_or_default();
        bytes.truncate(usize::try_from(self.result).unwrap_or(0));
        bytes
    }

    /// Whether a file or folder in this folder is concerned, or the output.
    pub(crate) fn concerns(&self, folder: &Path) -> bool {
        let of_output = self.name == "write" && self.descriptor() == Some(1);
        let at = |path: PathBuf| folder.join(path).starts_with(folder);
        match self.name.as_str() {
            "openat" | "rename" | "renameat" | "renameat2" | "link" | "linkat" | "unlink"
            | "unlinkat" | "mkdir" => self.paths().into_iter().any(at),
            // A pipe has no path, but a name.
            _ => of_output || self.open_path().is_some_and(|path| path.starts_with(folder)),
        }
    }
}

/// Bytes that `strace -xx` has printed.
fn decode(printed: &str) -> Vec<u8> {
    let digits: Vec<&str> = printed.split("\\x").skip(1).collect();
    let byte = |digits: &&str| digits.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
    digits.iter().filter_map(byte).collect()
}

fn text(printed: &str) -> String {
    String::from_utf8_lossy(&decode(printed)).into_owned()
}

/// Whether `strace` is there and may watch other processes.
pub(crate) fn is_possible() -> bool {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "--seccomp-bpf", "-e", "trace=write", "true"]);
    let is_possible = command.output().is_ok_and(|output| output.status.success());
    if !is_possible {
        eprintln!("skipped: strace is missing, or the system does not let it watch");
    }
    is_possible
}

fn start(mut command: Command, tool: &Tool, folder: &Folder) -> Child {
    command.args(&tool.arguments).current_dir(folder.file("")).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("RUST_BACKTRACE", "0").env_remove("RUST_LOG");
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // It may have ended before it reads.
    let _ = input.write_all(tool.input.as_bytes());
    child
}

fn ended(mut child: Child) -> Output {
    assert!(wait(&mut child).is_some(), "it does not end");
    child.wait_with_output().expect("it ends")
}

/// A run without `strace`.
pub(crate) fn run(tool: &Tool, folder: &Folder) -> Output {
    ended(start(Command::new(PLYGLOT), tool, folder))
}

/// A run with these options of `strace`; what it noted.
fn traced(tool: &Tool, folder: &Folder, options: &[&str]) -> (Output, String) {
    let log = folder.path().with_added_extension("strace");
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-y", "-o"]).arg(&log);
    // The engines of a match are left alone. Where there are none, a filter saves time.
    let is_match = tool.arguments[0] == "match";
    command.args(if is_match { &["-b", "execve"][..] } else { &["--seccomp-bpf"] });
    command.args(options).arg(PLYGLOT);
    let output = ended(start(command, tool, folder));
    let noted = String::from_utf8_lossy(&fs::read(&log).expect("a log")).into_owned();
    let _ = fs::remove_file(&log);
    (output, noted)
}

pub(crate) fn record(tool: &Tool, folder: &Folder) -> (Output, Vec<Call>) {
    let trace = format!("trace={CALLS}");
    let (output, noted) = traced(tool, folder, &["-xx", "-s", "100000000", "-e", &trace]);
    (output, parse(&noted))
}

/// A call to fail: the n-th of its name in each thread, of all or of those for a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FailPoint {
    pub(crate) name: String,
    pub(crate) file: Option<PathBuf>,
    pub(crate) count: usize,
}

/// A run in which a call fails. Returns whether one did.
pub(crate) fn inject(
    tool: &Tool,
    folder: &Folder,
    place: &FailPoint,
    error: &str,
) -> (Output, bool) {
    let FailPoint { name, file, count } = place;
    let (trace, inject) =
        (format!("trace={name}"), format!("inject={name}:error={error}:when={count}"));
    let mut options = vec!["-s", "0", "-e", &trace, "-e", &inject];
    let file = file.as_ref().map(|file| file.to_string_lossy());
    options.extend(file.iter().flat_map(|file| ["-P", file]));
    let (output, noted) = traced(tool, folder, &options);
    (output, noted.contains("(INJECTED)"))
}

/// The calls in the order in which they ended.
fn parse(noted: &str) -> Vec<Call> {
    let (mut begun, mut counts) = (HashMap::new(), HashMap::new());
    let mut calls = Vec::new();
    for line in noted.lines() {
        let Some((thread, line)) = line.split_once(' ') else { continue };
        let line = line.trim_start();
        let line = if let Some(head) = line.strip_suffix("<unfinished ...>") {
            begun.insert(thread, head.to_owned());
            continue;
        } else if line.starts_with("<...") {
            let (_, rest) = line.split_once('>').expect("strace closes its brackets");
            let rest = rest.strip_prefix("]").unwrap_or(rest);
            begun.remove(thread).unwrap_or_default() + rest
        } else {
            line.to_owned()
        };
        let Some(mut call) = call(&line) else { continue };
        let mut next = |file: Option<PathBuf>| {
            let count = counts.entry((thread, call.name.clone(), file)).or_insert(0);
            *count += 1;
            *count
        };
        (call.count, call.count_of_file) = (next(None), next(call.open_path()));
        calls.push(call);
    }
    calls
}

fn call(line: &str) -> Option<Call> {
    let (name, rest) = line.split_once('(')?;
    let (arguments, result) = rest.rsplit_once('=')?;
    let arguments = arguments.trim_end().strip_suffix(')')?;
    let result = result.trim().split([' ', '<']).next()?.parse().ok()?;
    Some(Call {
        name: name.to_owned(),
        count: 0,
        count_of_file: 0,
        arguments: arguments.split(", ").map(str::to_owned).collect(),
        result,
    })
}
