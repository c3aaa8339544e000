//! Wrong arguments, other settings, altered files and a full disk are reported, and nothing
//! is changed. What can be made again is.

use super::{assert_same, bytes, files, result, tiny, write};
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot, plyglot_on_full_disk};
use std::collections::BTreeMap;

#[test]
fn a_file_is_no_folder_of_a_run() {
    let folder = Folder::new("learn-usage");
    folder.write("file", "");
    check_refused(&folder, "learn --out file --game cfour", 1, &["cannot be made"]);
}

fn contents(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    files(folder).into_iter().map(|file| (file.clone(), bytes(folder, &file))).collect()
}

/// A run of one generation, with more arguments, and its files.
fn begun(name: &str, more: &str) -> (Folder, BTreeMap<String, Vec<u8>>) {
    let folder = Folder::new(name);
    ended_well(plyglot(&folder, &format!("{} {more}", tiny("cfour", 1))));
    let files = contents(&folder);
    (folder, files)
}

fn restore(folder: &Folder, files: &BTreeMap<String, Vec<u8>>) {
    for file in self::files(folder) {
        folder.remove(&format!("run/{file}"));
    }
    files.iter().for_each(|(file, content)| write(folder, file, content));
}

/// A run that must be refused for these reasons, and leaves all files as they were.
#[track_caller]
fn refuse(
    (folder, before): &(Folder, BTreeMap<String, Vec<u8>>),
    arguments: &str,
    reasons: &[&str],
) {
    let there = contents(folder);
    check_refused(folder, arguments, 1, reasons);
    for (file, content) in &there {
        assert!(bytes(folder, file) == *content, "{arguments}: {file} was changed");
    }
    restore(folder, before);
}

#[test]
fn other_settings_and_altered_states_are_refused() {
    let run = begun("learn-settings", "");
    let (folder, before) = (&run.0, &run.1);
    let next = tiny("cfour", 2);
    for other in ["--seed 2", "--lambda 0.25", "--window 3", "--base"] {
        let arguments = format!("{} {other}", next.replace("--window 2", ""));
        let name = other.split(' ').next().expect("a name");
        refuse(
            &run,
            &arguments,
            &["run/state", "it belongs to 'plyglot learn --game cfour ", name],
        );
    }
    refuse(&run, &tiny("surakarta", 2), &["--game cfour", "--game surakarta"]);

    let state = before["state"].clone();
    for end in [0, 5, 100, state.len() - 1] {
        write(folder, "state", &state[..end]);
        refuse(&run, &next, &["run/state cannot be "]);
    }
    for at in [20, state.len() / 2, state.len() - 3] {
        let mut altered = state.clone();
        altered[at] ^= 1;
        write(folder, "state", &altered);
        refuse(&run, &next, &["run/state cannot be resumed"]);
    }
    write(folder, "state", &[0xFF; 100]);
    refuse(&run, &next, &["run/state cannot be written: it contains something other than"]);
    folder.remove("run/state");
    refuse(&run, &next, &["run is not the folder of a run", "no state"]);
}

#[test]
fn altered_files_are_refused() {
    let run = begun("learn-altered", "");
    let (folder, before) = (&run.0, &run.1);
    let next = tiny("cfour", 2);
    // The network of the state is the best one.
    let best = if before["best.network"] == before["networks/0001.network"] {
        "networks/0001.network"
    } else {
        "networks/0000.network"
    };
    for at in [3, 100, before[best].len() - 1] {
        let mut altered = before[best].clone();
        altered[at] ^= 1;
        write(folder, best, &altered);
        refuse(&run, &next, &[best, "cannot be used"]);
    }
    folder.remove(&format!("run/{best}"));
    refuse(&run, &next, &[best, "cannot be used"]);
    // Another sound network in place of the best one.
    let (run_of_other, other) = begun("learn-altered-other", "--seed 2");
    drop(run_of_other);
    write(folder, best, &other[best]);
    refuse(&run, &next, &[best, "is not the network that the run wrote"]);

    for gate in [&b"0 2\n"[..], b"\xFF\xFF\n"] {
        write(folder, "gate-0002", gate);
        refuse(&run, &next, &["gate-0002", "it contains something other than pairs of games"]);
    }
    write(folder, "gate-0002", b"plyglot pairs 1\nanother match\n");
    refuse(&run, &next, &["gate-0002", "it belongs to 'another match', not '--game cfour"]);

    // Without the games of a generation, or with others, the next one would be another.
    let games = before["games/0001.games"].clone();
    write(folder, "games/0001.games", &games[..games.len() - 1]);
    refuse(&run, &next, &["games/0001.games does not match the games of generation 1"]);
    folder.remove("run/games/0001.games");
    refuse(&run, &next, &["games/0001.games cannot be read"]);

    write(folder, "games/0002.games", b"no games");
    refuse(&run, &next, &["games/0002.games"]);
    ended_well(plyglot(folder, &next));
}

/// A match that was begun, a state of a training that is useless, and leftovers.
#[test]
fn what_can_be_made_again_is() {
    let (folder, before) = begun("learn-again", "");
    let next = tiny("cfour", 2);
    ended_well(plyglot(&folder, &next));
    let expected = result(&folder);
    for content in [&b""[..], b"plyglot train 6\n", b"plyglot train 6\nno state"] {
        restore(&folder, &before);
        write(&folder, "training-0002.state", content);
        write(&folder, "gate-0002", b"");
        write(&folder, "training-0002.state.plyglot-abcdefghijkl.part", b"x");
        write(&folder, "state.plyglot-lock", b"");
        ended_well(plyglot(&folder, &next));
        assert_same(&folder, &expected, "a state of another training");
    }
    // Killed after the state was written, and before the rest was brought in line.
    restore(&folder, &before);
    write(&folder, "training-0001.state", b"plyglot train 6\nx");
    write(&folder, "gate-0001", b"plyglot pairs 1\nx\n");
    write(&folder, "best.network", &before["networks/0000.network"]);
    ended_well(plyglot(&folder, &tiny("cfour", 1)));
    assert_eq!(files(&folder), before.keys().cloned().collect::<Vec<_>>());
    assert_eq!(bytes(&folder, "best.network"), before["best.network"]);
    ended_well(plyglot(&folder, &next));
    assert_same(&folder, &expected, "with the next generation");
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_the_run_goes_on() {
    let (whole, cut) = (Folder::new("learn-room"), Folder::new("learn-full"));
    let arguments = tiny("cfour", 1).replace("--positions 1000", "--positions 40000");
    ended_well(plyglot(&whole, &arguments));
    let mut full = Vec::new();
    for blocks in [0, 4, 8, 16, 50, 80, 120, 200, 300] {
        let output = plyglot_on_full_disk(&cut, blocks, &arguments).output().expect("sh starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            break;
        }
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("cannot be written") && said.lines().count() == 1, "{said}");
        assert!(!said.contains("panicked"), "{said}");
        full.push(said);
    }
    let is_full = |file: &str| full.iter().any(|said| said.contains(file));
    assert!(is_full("networks/0000.network") && is_full("games/0001.games"), "{full:#?}");
    ended_well(plyglot(&cut, &arguments));
    assert_same(&cut, &result(&whole), "with room again");
}
