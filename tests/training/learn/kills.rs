//! Runs that are killed or interrupted at any moment, and then go on.

use super::{assert_same, files, result, tiny};
use crate::support::folder::Folder;
use crate::support::tool::{Running, ended_well, plyglot};
use plyglot_core::game::random::Random;
use std::fs;
use std::time::{Duration, Instant};

const KILLS: usize = 24;

/// Names and lengths of all files: what changes while a run gets on.
fn lengths(folder: &Folder) -> Vec<(String, u64)> {
    let length = |file: &String| {
        fs::metadata(folder.file(&format!("run/{file}"))).map_or(0, |data| data.len())
    };
    if folder.has("run") {
        files(folder).into_iter().map(|file| (file.clone(), length(&file))).collect()
    } else {
        Vec::new()
    }
}

/// Runs that are killed (SIGKILL) after random times until one ends by itself. The times are
/// such that about `KILLS` of them make a run of `whole`; they grow while nothing gets on.
fn kill_at_random(folder: &Folder, arguments: &str, whole: Duration, random: &mut Random) -> usize {
    let usual = whole.as_micros() as usize * 2 / KILLS + 2_000;
    let (mut limit, mut killed) = (usual, 0);
    loop {
        let before = lengths(folder);
        let run = Running::start_silently(plyglot(folder, arguments));
        std::thread::sleep(Duration::from_micros(random.below(limit) as u64));
        if let Some(status) = run.kill() {
            assert!(status.success(), "{status}");
            return killed;
        }
        killed += 1;
        limit = if lengths(folder) == before { limit * 3 / 2 } else { usual };
    }
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_with_the_same_networks() {
    let (whole, cut) = (Folder::new("learn-whole"), Folder::new("learn-cut"));
    // With a base, a part of the state is found in the first generation.
    let arguments = format!("{} --base --threads 2", tiny("cfour", 3));
    let start = Instant::now();
    ended_well(plyglot(&whole, &arguments));
    let (time, expected) = (start.elapsed(), result(&whole));
    let (mut random, mut killed) = (Random::new(7), 0);
    while killed < KILLS {
        let _ = fs::remove_dir_all(cut.file("run"));
        killed += kill_at_random(&cut, &arguments, time, &mut random);
        assert_same(&cut, &expected, &format!("after {killed} kills"));
    }
}

/// An interrupt or a request to terminate ends a run, which then goes on.
#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_well_and_goes_on() {
    let (whole, cut) = (Folder::new("learn-signal-whole"), Folder::new("learn-signal"));
    let arguments =
        format!("{} --positions 6000", tiny("cfour", 2)).replace("--positions 1000", "");
    ended_well(plyglot(&whole, &arguments));
    let expected = result(&whole);
    let mut random = Random::new(8);
    let is_locked = || cut.has("run/state.plyglot-lock");
    let mut is_refused = false;
    for signal in ["-TERM", "-INT"].into_iter().cycle().take(6) {
        let mut run = Running::start(plyglot(&cut, &arguments));
        // Signals are caught before the lock is there. The last runs may end by themselves.
        run.wait_until(is_locked);
        std::thread::sleep(Duration::from_millis(random.below(120) as u64));
        if !is_refused {
            let second = plyglot(&cut, &arguments).output().expect("plyglot starts");
            let said = String::from_utf8_lossy(&second.stderr).into_owned();
            is_refused = said.contains("run/state") && said.contains("another run");
            assert_eq!(second.status.code(), Some(i32::from(is_refused)), "{said}");
        }
        run.signal(signal);
        let output = run.output();
        let [said, errors] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(output.status.success(), "{}: {said}\n{errors}", output.status);
        assert!(said.ends_with("setoption name EvalFile value run/best.network\n"), "{said}");
        assert!(!is_locked());
    }
    assert!(is_refused, "a second run at the same time");
    ended_well(plyglot(&cut, &arguments));
    assert_same(&cut, &expected, "after signals");
}
