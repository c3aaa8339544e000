//! Search parameters tuned by games. Threads and interruptions do not change the result, and
//! arguments that make no sense are refused.

use plyglot::Registry;
use plyglot::games::{Knowledge, SearchParams, chess::Chess};
use std::ffi::OsString;
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

/// What a run says, and what it leaves in the file; or what it complains of. Lines of
/// progress are left out: when they come, the clock says.
fn find(out: &Path, arguments: &str) -> Result<(String, String), String> {
    let done = command(out, arguments).output().unwrap();
    let [said, complaint] =
        [done.stdout, done.stderr].map(|text| String::from_utf8(text).expect("a text"));
    let said: String = said.split_inclusive('\n').filter(|line| !line.contains(" | ")).collect();
    match done.status.success() {
        true => Ok((said, std::fs::read_to_string(out).unwrap())),
        false => Err(complaint),
    }
}

const FEW: &str = "--parameters late_move_base history_malus aspiration_window --steps 4 --pairs 3 --nodes 200 --rate 2";

#[test]
fn results_depend_on_the_arguments_alone() {
    let folder = folder("spsa_threads");
    let [one, two] = ["1", "2"]
        .map(|threads| find(&folder.join(threads), &format!("{FEW} --threads {threads}")).unwrap());
    assert_eq!(one, two);
    let other = find(&folder.join("other"), &format!("{FEW} --seed 2")).unwrap();
    assert_ne!(one.0, other.0, "another seed plays other games");
}

#[test]
fn a_run_that_was_killed_continues_to_the_same_result() {
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
fn the_file_has_the_values_that_are_printed() {
    let folder = folder("spsa_file");
    let (said, file) = find(&folder.join("file"), FEW).unwrap();
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines[0].starts_with(
        "plyglot spsa --game chess --numbers late_move_base history_malus aspiration_window"
    ));
    assert_eq!(lines[1], "step 4");
    // As they are written in a constant: the share of the malus and the half width of the
    // window have units.
    let units = [("", ""), ("Factor(", ")"), ("Centi(", ")")];
    for ((said, line), (open, close)) in said.lines().zip(&lines[2..]).zip(units) {
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

/// A state as versions wrote it when `--parameters` was called `--numbers`.
const FORMER_STATE: &str = "\
plyglot spsa --game cfour --numbers aspiration_window lmr_base --steps 2 --pairs 1 --nodes 50 \
--rate 0 --plies 8 --hash 1 --seed 1
step 1
aspiration_window 57.25 # 57
lmr_base 1234.5 # 1235
sum d9b391fe
";

/// A rate of 0 keeps the values: what is printed comes from the state alone.
#[test]
fn both_names_of_the_option_continue_a_former_state() {
    let folder = folder("spsa_former");
    for option in ["--parameters", "--numbers"] {
        let out = folder.join(option);
        std::fs::write(&out, FORMER_STATE).unwrap();
        let arguments = format!(
            "{option} aspiration_window lmr_base --game cfour --steps 2 --pairs 1 --nodes 50 \
             --rate 0 --hash 1 --threads 1"
        );
        let (said, file) = find(&out, &arguments).unwrap();
        assert_eq!(said, "aspiration_window: Centi(57),\nlmr_base: Milli(1235),\n", "{option}");
        let expected = FORMER_STATE.replace("step 1", "step 2");
        let without_sum = |text: &str| text[..text.rfind("sum ").unwrap()].to_owned();
        assert_eq!(without_sum(&file), without_sum(&expected), "{option}");
    }
}

#[test]
fn help_shows_the_current_name_of_the_option() {
    let help =
        Command::new(env!("CARGO_BIN_EXE_plyglot")).args(["spsa", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).expect("a text");
    assert!(help.contains("--parameters <NAME>...") && !help.contains("--numbers"), "{help}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = folder("spsa_refused");
    let out = folder.join("out");
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
        let error = find(&out, arguments).unwrap_err();
        assert!(error.contains(expected), "{arguments}: {error}");
        assert!(!out.exists(), "{arguments}");
    }
    find(&out, FEW).unwrap();
    let error = find(&out, &FEW.replace("--pairs 3", "--pairs 2")).unwrap_err();
    assert!(error.contains("it is of 'plyglot spsa"), "{error}");
    std::fs::write(&out, "").unwrap();
    assert!(find(&out, FEW).is_err());
    let command = "plyglot spsa --game chess --numbers late_move_base history_malus aspiration_window --steps 4 \
                   --pairs 3 --nodes 200 --rate 2 --plies 8 --hash 4 --seed 1";
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
        std::fs::write(&out, format!("{command}\n{damage}")).unwrap();
        let error = find(&out, FEW).unwrap_err();
        assert!(error.contains(expected), "{damage}: {error}");
    }
}

/// What a run says that ends with this status, in a shell with this before it.
#[track_caller]
fn refusal(status: i32, before: &str, out: &Path, arguments: &str) -> String {
    let (plyglot, out) = (env!("CARGO_BIN_EXE_plyglot"), out.display());
    let done = Command::new("sh")
        .args(["-c", &format!("{before}exec timeout 60 {plyglot} spsa {arguments} --out {out}")])
        .output()
        .expect("sh starts");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(status), "{arguments}: {said}");
    said
}

/// Whatever bit of the file is altered: it is not gone on with.
#[test]
fn an_altered_file_is_refused() {
    let folder = folder("spsa_altered");
    let out = folder.join("out");
    let arguments = "--game cfour --parameters aspiration_window lmr_base --steps 1 --pairs 1 \
                     --nodes 50 --hash 1 --threads 1";
    find(&out, arguments).unwrap();
    let whole = std::fs::read(&out).unwrap();
    let words = ["spsa"].into_iter().chain(arguments.split_whitespace());
    let words: Vec<&str> = words.chain(["--out", out.to_str().unwrap()]).collect();
    let run = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        plyglot::run(Registry::standard(), words, std::io::empty(), std::io::sink(), |_| ())
    };
    for bit in 0..8 * whole.len() {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&out, altered).unwrap();
        let done = run(&words);
        assert!(done.is_err(), "bit {bit} was altered");
    }
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    for end in 0..lines.len() {
        std::fs::write(&out, lines[..end].concat()).unwrap();
        let done = run(&words);
        assert!(done.is_err(), "cut behind line {end}");
    }
    std::fs::write(&out, &whole).unwrap();
    find(&out, arguments).unwrap();
}

#[test]
fn two_runs_cannot_share_a_file() {
    let folder = folder("spsa_two");
    let out = folder.join("out");
    let many = FEW.replace("--steps 4", "--steps 100000");
    let mut first = command(&out, &many).stdout(Stdio::null()).spawn().unwrap();
    while !out.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = command(&out, FEW).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another run writes to it"), "{said}");
    std::fs::remove_file(&out).unwrap();
    find(&out, FEW).expect("a dead one keeps nobody from it");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left");
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_full_disks_are_reported() {
    let folder = folder("spsa_devices");
    let (pipe, out) = (folder.join("pipe"), folder.join("out"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_path(), Path::new("/dev/zero")] {
        let said = refusal(2, "", path, FEW);
        assert!(said.contains("--out: expected an ordinary file, found '"), "{said}");
    }
    let (_, before) = find(&out, FEW).unwrap();
    let long = FEW.replace("--steps 4", "--steps 6");
    let short = before.replace("--steps 4", "--steps 6");
    let lines = &short[..short.rfind("sum ").unwrap()];
    let short = format!("{lines}sum {:08x}\n", crc32fast::hash(lines.as_bytes()));
    std::fs::write(&out, &short).unwrap();
    let said = refusal(1, "trap '' XFSZ; ulimit -f 0; ", &out, &long);
    assert!(said.contains("out cannot be written"), "{said}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), short, "what was there stays");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing is left");
    find(&out, &long).expect("it goes on when there is room again");
}

/// Address space for the tables of so many threads and not for their stacks. These are
/// large: what is left when one is refused is enough for the threads that have started.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses_are_reported() {
    let out = folder("spsa_threads_refused").join("out");
    let arguments =
        "--game cfour --parameters aspiration_window --nodes 50 --hash 1 --steps 2 --threads 150";
    let limit = "export RUST_MIN_STACK=200000000; ulimit -v 4000000; ";
    let said = refusal(1, limit, &out, arguments);
    assert!(said.contains("the system does not give 150 threads"), "{said}");
}
