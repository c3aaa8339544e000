//! The process groups of the engines that run: on Unix, an engine is ended together with all that it
//! has started.

use plyglot_support::lock;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The process identifier of each group's leader.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

pub(super) fn enter(leader: u32) {
    lock(&RUNNING).insert(leader);
}

pub(super) fn leave(leader: u32) {
    lock(&RUNNING).remove(&leader);
}

/// Ends all engines at once.
pub fn kill_all() {
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
