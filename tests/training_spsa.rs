//! The numbers of a search, found by games: the same on any number of threads
//! and in any number of runs, and nothing that makes no sense is begun.

use plyglot::games::{Knowledge, Selectivity, chess::Chess};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A run that goes to this file.
fn command(out: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.arg("spsa").args(arguments.split_whitespace()).arg("--out").arg(out);
    command
}

/// What a run says, and what it leaves in the file; or what it complains of.
fn find(out: &Path, arguments: &str) -> Result<(String, String), String> {
    let done = command(out, arguments).output().unwrap();
    let [said, complaint] =
        [done.stdout, done.stderr].map(|text| String::from_utf8(text).expect("a text"));
    match done.status.success() {
        true => Ok((said, std::fs::read_to_string(out).unwrap())),
        false => Err(complaint),
    }
}

const FEW: &str = "--numbers late_base malus aspiration --steps 4 --pairs 3 --nodes 200 --rate 2";

#[test]
fn what_is_found_follows_from_the_arguments_alone() {
    let folder = folder("spsa_threads");
    let [one, two] = ["1", "2"]
        .map(|threads| find(&folder.join(threads), &format!("{FEW} --threads {threads}")).unwrap());
    assert_eq!(one, two);
    let other = find(&folder.join("other"), &format!("{FEW} --seed 2")).unwrap();
    assert_ne!(one.0, other.0, "another seed plays other games");
}

#[test]
fn a_run_that_was_killed_is_gone_on_with() {
    let folder = folder("spsa_resume");
    let many = FEW.replace("--steps 4", "--steps 40");
    let whole = find(&folder.join("whole"), &many).unwrap();
    let cut = folder.join("cut");
    let mut killed = command(&cut, &many).stdout(Stdio::null()).spawn().unwrap();
    while !cut.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(find(&cut, &many).unwrap(), whole, "wherever it was killed");
    assert_eq!(find(&cut, &many).unwrap(), whole, "nothing is left to be done");
}

#[test]
fn what_stands_in_the_file_is_what_was_found() {
    let folder = folder("spsa_file");
    let (said, file) = find(&folder.join("file"), FEW).unwrap();
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines[0].starts_with("plyglot spsa --game chess --numbers late_base malus aspiration"));
    assert_eq!(lines[1], "step 4");
    for (said, line) in said.lines().zip(&lines[2..]) {
        let (name, rounded) = (line.split(' ').next().unwrap(), line.split("# ").nth(1).unwrap());
        assert_eq!(said, format!("{name}: {rounded},"));
    }
    let start: Vec<String> = ["late_base", "malus", "aspiration"]
        .iter()
        .map(|name| {
            let number = Selectivity::NUMBERS.iter().find(|n| n.name == *name).unwrap();
            format!("{name}: {},", (number.get)(&Chess::SELECTIVITY))
        })
        .collect();
    assert_ne!(said.lines().collect::<Vec<_>>(), start, "with such a rate they move");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder("spsa_refused");
    let out = folder.join("out");
    for (arguments, expected) in [
        ("", "--numbers: expected names of numbers, found none"),
        ("--numbers malus latebase", "did you mean 'late_base'?"),
        ("--numbers quiescence_reach --game cfour", "cfour does not use quiescence_reach"),
        ("--numbers malus --rate -1", "--rate: expected"),
        ("--numbers malus --game draughts", "--game: expected one of"),
    ] {
        let error = find(&out, arguments).unwrap_err();
        assert!(error.contains(expected), "{arguments}: {error}");
        assert!(!out.exists(), "{arguments}");
    }
    find(&out, FEW).unwrap();
    let error = find(&out, &FEW.replace("--pairs 3", "--pairs 2")).unwrap_err();
    assert!(error.contains("it is of 'plyglot spsa"), "{error}");
    std::fs::write(&out, "").unwrap();
    assert!(find(&out, FEW).is_err());
    let command = "plyglot spsa --game chess --numbers late_base malus aspiration --steps 4 \
                   --pairs 3 --nodes 200 --rate 2 --plies 8 --hash 4 --seed 1";
    for (damage, expected) in [
        ("", "it has no step"),
        ("step 1\nlate_base 3.0", "it ends too early"),
        ("step 1\nlate_base 3.0\nmalus many\naspiration 30", "does not say what malus is"),
        ("step 1\nlate_base 99\nmalus 64\naspiration 30", "does not say what late_base is"),
        ("step many\n", "is no number of steps"),
    ] {
        std::fs::write(&out, format!("{command}\n{damage}")).unwrap();
        let error = find(&out, FEW).unwrap_err();
        assert!(error.contains(expected), "{damage}: {error}");
    }
}
