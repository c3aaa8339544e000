//! Finds and kills all processes that an engine has started. On Linux a mark in the
//! environment identifies them, as child processes inherit it. On other systems only
//! the engine's process group is ended.

use plyglot_command::interrupt;
use plyglot_core::lock;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, SystemTime};

pub(super) const VARIABLE: &str = "PLYGLOT_ENGINE";
/// The most scans of all processes: those found may start others before they end.
const MAX_SCANS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(2);

/// The process identifier and the time make it unique.
pub(super) fn common_mark() -> &'static str {
    static COMMON: OnceLock<String> = OnceLock::new();
    COMMON.get_or_init(|| {
        let time = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        format!("{}.{}.", std::process::id(), time.as_nanos())
    })
}

pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}{}.", common_mark(), NEXT.fetch_add(1, Relaxed))
}

pub(super) fn kill(mark: &str) {
    let entry = format!("{VARIABLE}={mark}");
    for _ in 0..MAX_SCANS {
        let found = marked(&entry);
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(end);
        thread::sleep(PAUSE);
    }
}

/// The processes whose environment has an entry that begins with `entry`. Processes of
/// other users cannot be read, and those that have ended have no environment.
fn marked(entry: &str) -> Vec<i32> {
    let Ok(folder) = fs::read_dir("/proc") else { return Vec::new() };
    let is_marked = |id: &i32| {
        fs::read(format!("/proc/{id}/environ"))
            .is_ok_and(|all| all.split(|&b| b == 0).any(|one| one.starts_with(entry.as_bytes())))
    };
    let ids = folder.flatten().filter_map(|file| file.file_name().to_str()?.parse().ok());
    ids.filter(is_marked).collect()
}

#[cfg(unix)]
fn end(id: i32) {
    if let Some(id) = rustix::process::Pid::from_raw(id) {
        // This fails if the process has already ended, which is fine.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end(_id: i32) {}

/// The process identifier of each group's leader.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

pub(super) fn enter(leader: u32) {
    lock(&RUNNING).insert(leader);
}

pub(super) fn leave(leader: u32) {
    lock(&RUNNING).remove(&leader);
}

pub(crate) fn kill_all() {
    #[cfg(unix)]
    signal_all(rustix::process::Signal::KILL);
}

#[cfg(unix)]
pub(super) fn signal_all(signal: rustix::process::Signal) {
    lock(&RUNNING).iter().for_each(|&leader| send(leader, signal));
}

#[cfg(unix)]
pub(super) fn send(leader: u32, signal: rustix::process::Signal) {
    if let Some(group) = rustix::process::Pid::from_raw(leader as i32) {
        // This fails if no process of the group is left.
        let _ = rustix::process::kill_process_group(group, signal);
    }
}

pub(crate) const GUARD_OPTION: &str = "guard";

/// The guard of a match; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Guard(Child);

impl Guard {
    /// Starts the program again as a guard. Returns `None` on systems other than Linux,
    /// where the processes of the engines cannot be identified.
    pub(crate) fn start() -> io::Result<Option<Guard>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["match", &format!("--{GUARD_OPTION}"), common_mark()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal to the runner's process group must not end the guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Some(Guard(command.spawn()?)))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // Its exit status does not matter.
        let _ = self.0.wait();
    }
}

/// The guard's work: waits until the runner is gone, which closes `input`, and kills
/// the engines that are left.
pub(crate) fn guard(mark: &str, mut input: impl Read) -> anyhow::Result<()> {
    interrupt::watch()?;
    io::copy(&mut input, &mut io::sink())?;
    kill(mark);
    Ok(())
}
