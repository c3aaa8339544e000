//! Search parameters tuned by games. Threads and interruptions do not change the result, and
//! arguments that make no sense are refused.

use crate::support::folder::Folder;
use crate::support::tool::{
    Running, ended_well, plyglot, plyglot_on_full_disk, plyglot_short_of_threads, refusal,
    without_progress,
};
use plyglot::Registry;
use plyglot::games::{Knowledge, SearchParams, chess::Chess};
use std::ffi::OsString;

/// A run that goes to the file `out`.
fn spsa(arguments: &str) -> String {
    format!("spsa {arguments} --out out")
}

/// What a run says that must end well, without lines of progress, and what it leaves in
/// the file.
#[track_caller]
fn find(folder: &Folder, arguments: &str) -> (String, String) {
    let said = ended_well(plyglot(folder, &spsa(arguments)));
    (without_progress(&said), folder.read("out"))
}

const FEW: &str = "--parameters late_move_base history_malus aspiration_window --steps 4 --pairs 4 --nodes 200 --rate 2";

#[test]
fn results_depend_on_the_arguments_alone() {
    let folder = Folder::new("spsa_threads");
    let found = |out: &str, more: &str| {
        let said = ended_well(plyglot(&folder, &format!("spsa {FEW} {more} --out {out}")));
        (without_progress(&said), folder.read(out))
    };
    let [one, two] = ["1", "2"].map(|threads| found(threads, &format!("--threads {threads}")));
    assert_eq!(one, two);
    let other = found("other", "--seed 2");
    assert_ne!(one.0, other.0, "another seed plays other games");
}

#[test]
fn a_run_that_was_killed_continues_to_the_same_result() {
    let [whole, cut] = ["spsa_whole", "spsa_cut"].map(Folder::new);
    let many = FEW.replace("--steps 4", "--steps 40");
    let expected = find(&whole, &many);
    let mut killed = Running::start_silently(plyglot(&cut, &spsa(&many)));
    killed.wait_until(|| cut.has("out"));
    killed.kill();
    assert_eq!(find(&cut, &many), expected, "wherever it was killed");
    assert_eq!(find(&cut, &many), expected, "nothing is left to be done");
}

#[test]
fn the_file_has_the_values_that_are_printed() {
    let (said, file) = find(&Folder::new("spsa_file"), FEW);
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines[1].starts_with(
        "plyglot spsa --game chess --parameters late_move_base history_malus aspiration_window"
    ));
    assert_eq!(lines[2], "step 4");
    // As they are written in a constant: the share of the malus and the half width of the
    // window have units.
    let units = [("", ""), ("Factor(", ")"), ("Centi(", ")")];
    for ((said, line), (open, close)) in said.lines().zip(&lines[3..]).zip(units) {
        let (name, rounded) = (line.split(' ').next().unwrap(), line.split("# ").nth(1).unwrap());
        assert_eq!(said, format!("{name}: {open}{rounded}{close},"));
    }
    let start: Vec<String> = ["late_move_base", "history_malus", "aspiration_window"]
        .iter()
        .map(|name| {
            let number = SearchParams::LIST.iter().find(|n| n.name == *name).unwrap();
            format!("{name}: {},", number.literal(&Chess::PARAMS))
        })
        .collect();
    assert_ne!(said.lines().collect::<Vec<_>>(), start, "with such a rate they move");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = Folder::new("spsa_refused");
    for (arguments, expected) in [
        ("", "arguments were not provided:\n  --parameters <NAME>..."),
        ("--parameters history_malus latemovebase", "a similar value exists: 'late_move_base'"),
        ("--parameters delta_margin --game cfour", "cfour does not use delta_margin"),
        (
            "--parameters history_malus --rate -1",
            "'-1' for '--rate <X>': expected a number from 0 to 10",
        ),
        (
            "--parameters history_malus late_move_base history_malus",
            "--parameters: expected each name once, found 'history_malus' twice",
        ),
        (
            "--parameters history_malus --game draughts",
            "invalid value 'draughts' for '--game <NAME>'",
        ),
    ] {
        let error = refusal(plyglot(&folder, &spsa(arguments)), 2);
        assert!(error.contains(expected), "{arguments}: {error}");
        assert!(!folder.has("out"), "{arguments}");
    }
    find(&folder, FEW);
    let other = FEW.replace("--pairs 4", "--pairs 2");
    let error = refusal(plyglot(&folder, &spsa(&other)), 1);
    assert!(error.contains("it is of 'plyglot spsa"), "{error}");
    folder.write("out", "");
    refusal(plyglot(&folder, &spsa(FEW)), 1);
    let command = "plyglot spsa --game chess --parameters late_move_base history_malus aspiration_window --steps 4 \
                   --pairs 4 --nodes 200 --rate 2 --plies 8 --hash 4 --seed 1";
    for (damage, expected) in [
        ("", "it has no step"),
        ("step 1\nlate_move_base 3.0", "it ends too early"),
        (
            "step 1\nlate_move_base 3.0\nmalus many\naspiration 30",
            "does not say what history_malus is",
        ),
        (
            "step 1\nlate_move_base 99\nmalus 64\naspiration 30",
            "does not say what late_move_base is",
        ),
        ("step many\n", "is no number of steps"),
    ] {
        let content = format!("plyglot spsa 2\n{command}\n{damage}");
        let sum = crc32fast::hash(content.as_bytes());
        folder.write("out", format!("{content}CRC-32 {sum:08x}\n"));
        let error = refusal(plyglot(&folder, &spsa(FEW)), 1);
        assert!(error.contains(expected), "{damage}: {error}");
    }
}

/// Whatever bit of the file is altered: it is not gone on with.
#[test]
fn an_altered_file_is_refused() {
    let folder = Folder::new("spsa_altered");
    let arguments = "--game cfour --parameters aspiration_window lmr_base --steps 1 --pairs 1 \
                     --nodes 50 --hash 1 --threads 1";
    find(&folder, arguments);
    let (whole, out) = (folder.bytes("out"), folder.file("out"));
    let words = ["spsa"].into_iter().chain(arguments.split_whitespace());
    let words: Vec<&str> = words.chain(["--out", &out]).collect();
    let run = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        plyglot::run(Registry::standard(), words, std::io::empty(), std::io::sink(), |_| ())
    };
    for bit in 0..8 * whole.len() {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        folder.write("out", altered);
        let done = run(&words);
        assert!(done.is_err(), "bit {bit} was altered");
    }
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    // An empty file is that of a new run.
    for end in 1..lines.len() {
        folder.write("out", lines[..end].concat());
        let done = run(&words);
        assert!(done.is_err(), "cut behind line {end}");
    }
    folder.write("out", &whole);
    find(&folder, arguments);
}

#[test]
fn two_runs_cannot_share_a_file() {
    let folder = Folder::new("spsa_two");
    let many = FEW.replace("--steps 4", "--steps 100000");
    let mut first = Running::start_silently(plyglot(&folder, &spsa(&many)));
    first.wait_until(|| folder.has("out"));
    let said = refusal(plyglot(&folder, &spsa(FEW)), 1);
    assert_eq!(first.kill(), None, "it ran until then");
    assert!(said.contains("another run writes to it"), "{said}");
    folder.remove("out");
    // A dead one keeps nobody from it.
    find(&folder, FEW);
    assert_eq!(folder.names(), ["out"], "nothing is left");
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_full_disks_are_reported() {
    let folder = Folder::new("spsa_devices");
    folder.make_pipe("pipe");
    for path in ["pipe", "/dev/zero"] {
        let said = refusal(plyglot(&folder, &format!("spsa {FEW} --out {path}")), 2);
        assert!(said.contains("--out: expected an ordinary file, found '"), "{said}");
    }
    let (_, before) = find(&folder, FEW);
    let long = FEW.replace("--steps 4", "--steps 6");
    let short = before.replace("--steps 4", "--steps 6");
    let lines = &short[..short.rfind("CRC-32 ").unwrap()];
    let short = format!("{lines}CRC-32 {:08x}\n", crc32fast::hash(lines.as_bytes()));
    folder.write("out", &short);
    let said = refusal(plyglot_on_full_disk(&folder, 0, &spsa(&long)), 1);
    assert!(said.contains("out cannot be written"), "{said}");
    assert_eq!(folder.read("out"), short, "what was there stays");
    assert_eq!(folder.names(), ["out", "pipe"], "nothing is left");
    // It goes on when there is room again.
    find(&folder, &long);
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses_are_reported() {
    let folder = Folder::new("spsa_threads_refused");
    let arguments =
        "--game cfour --parameters aspiration_window --nodes 50 --hash 1 --steps 2 --threads 150";
    let said = refusal(plyglot_short_of_threads(&folder, &spsa(arguments)), 1);
    assert!(said.contains("the system does not give 150 threads"), "{said}");
}
