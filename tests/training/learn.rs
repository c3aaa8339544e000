//! `plyglot learn`: its networks follow from the options alone, however often it is ended;
//! and what it refuses is left as it was.

use crate::support::engine::{PATIENCE, PLYGLOT};
use crate::support::matches::Folder;
use plyglot::games::network::{Network, NetworkFile, NetworkShape};
use plyglot::games::random::Random;
use plyglot::games::surakarta::Surakarta;
use plyglot::training::{Record, RecordReader};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The smallest run that has all phases.
const TINY: &str = "--positions 1000 --gate 20 --hidden 32 --epochs 2 --nodes 20 --plies 4 \
                    --window 2";

/// A run in a folder, so that its arguments are the same in each.
fn plyglot(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(PLYGLOT);
    command.args(arguments.split_whitespace()).current_dir(folder.file(""));
    quiet(&mut command);
    command
}

fn quiet(command: &mut Command) {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("RUST_BACKTRACE", "0").env_remove("RUST_LOG");
}

fn tiny(game: &str, generations: u64) -> String {
    format!("learn --out run --game {game} {TINY} --generations {generations}")
}

/// What a command printed that must end well.
#[track_caller]
fn ended_well(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("plyglot starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success() && stderr.is_empty(), "{command:?}: {status}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

/// What a command said that must end with this status and one message.
#[track_caller]
fn refusal(mut command: Command, status: i32) -> String {
    let output = command.output().expect("plyglot starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{command:?}\n{stdout}\n{stderr}");
    assert!(stderr.starts_with("error: ") && !stderr.contains("panicked"), "{command:?}\n{stderr}");
    assert!(status != 1 || stderr.lines().count() == 1, "{command:?}\n{stderr}");
    stderr
}

/// The files of a run by their path in its folder.
fn files(folder: &Folder) -> Vec<String> {
    fn add(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            match entry.path() {
                path if path.is_dir() => add(&path, files),
                path => files.push(path),
            }
        }
    }
    let run = PathBuf::from(folder.file("run"));
    let mut files = Vec::new();
    add(&run, &mut files);
    let name = |path: &PathBuf| path.strip_prefix(&run).expect("in it").display().to_string();
    let mut names: Vec<String> = files.iter().map(name).collect();
    names.sort();
    names
}

fn bytes(folder: &Folder, file: &str) -> Vec<u8> {
    let path = Path::new(&folder.file("run")).join(file);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn write(folder: &Folder, file: &str, bytes: &[u8]) {
    fs::write(Path::new(&folder.file("run")).join(file), bytes).expect("a file of the test's own");
}

/// The games of a file by number; none may be there twice.
#[track_caller]
fn games(folder: &Folder, file: &str) -> BTreeMap<u64, Record> {
    let path = Path::new(&folder.file("run")).join(file);
    let mut games = BTreeMap::new();
    for record in RecordReader::open(path).expect("a file of games") {
        let record = record.unwrap_or_else(|e| panic!("{file}: {e:#}"));
        let number = record.number;
        assert!(games.insert(number, record).is_none(), "{file}: game {number} is there twice");
    }
    games
}

/// The words of `state` that do not depend on the clock.
fn state(folder: &Folder) -> Vec<String> {
    let text = String::from_utf8(bytes(folder, "state")).expect("text");
    let lines = text.lines().filter(|line| !line.starts_with("CRC-32 "));
    lines.map(|line| line.split("seconds ").next().expect("one part").to_owned()).collect()
}

/// What of a run follows from its options: all its files, with the games by their number.
#[track_caller]
fn result(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let content = |file: &String| match file.as_str() {
        "state" => state(folder).join("\n").into_bytes(),
        // It has the time.
        "learn.svg" => dots(folder).to_le_bytes().to_vec(),
        games_file if games_file.ends_with(".games") => {
            let games = games(folder, games_file);
            games.values().flat_map(|record| record.encode().expect("a record")).collect()
        }
        _ => bytes(folder, file),
    };
    files(folder).into_iter().map(|file| (file.clone(), content(&file))).collect()
}

/// The generations in the chart.
fn dots(folder: &Folder) -> usize {
    let chart = String::from_utf8(bytes(folder, "learn.svg")).expect("text");
    ["kept", "left"]
        .map(|class| chart.matches(&format!("<circle class=\"{class}\"")).count())
        .iter()
        .sum()
}

#[track_caller]
fn assert_same(found: &Folder, expected: &BTreeMap<String, Vec<u8>>, how: &str) {
    let found = result(found);
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(expected), "{how}");
    for (file, content) in expected {
        assert!(found[file] == *content, "{how}: {file}");
    }
}

#[test]
fn networks_follow_from_the_options() {
    for game in ["cfour", "surakarta"] {
        let [one, two, parts] =
            ["one", "two", "parts"].map(|name| Folder::new(&format!("learn-{game}-{name}")));
        let said = ended_well(plyglot(&one, &format!("{} --threads 1", tiny(game, 3))));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 4, "{said}");
        for (number, line) in (1..).zip(&lines[..3]) {
            assert!(line.starts_with(&format!("generation {number} | ")), "{said}");
        }
        assert_eq!(lines[3], "setoption name EvalFile value run/best.network");
        let expected = result(&one);
        let names: Vec<&str> = expected.keys().map(String::as_str).collect();
        // The samples of the window, and nothing that is needed no more.
        assert_eq!(
            names,
            [
                "best.network",
                "games/0001.games",
                "games/0002.games",
                "games/0003.games",
                "learn.svg",
                "networks/0000.network",
                "networks/0001.network",
                "networks/0002.network",
                "networks/0003.network",
                "samples/0002.fit",
                "samples/0002.test",
                "samples/0003.fit",
                "samples/0003.test",
                "state",
            ]
        );
        assert!(expected["networks/0001.network"] != expected["networks/0000.network"]);
        ended_well(plyglot(&two, &format!("{} --threads 2", tiny(game, 3))));
        assert_same(&two, &expected, "two threads");
        for generations in 1..=3 {
            let said = ended_well(plyglot(&parts, &tiny(game, generations)));
            let again = format!("going on after {} generations and ", generations - 1);
            assert_eq!(said.starts_with(&again), generations > 1, "{said}");
        }
        assert_same(&parts, &expected, "three runs");
        let said = ended_well(plyglot(&parts, &tiny(game, 3)));
        assert_eq!(said.lines().count(), 2, "nothing was left to do: {said}");
        assert_same(&parts, &expected, "a run more");
    }
}

/// How often runs are killed.
const KILLS: usize = 24;

/// Names and lengths of all files: what changes while a run gets on.
fn lengths(folder: &Folder) -> Vec<(String, u64)> {
    let length = |file: &String| {
        let path = Path::new(&folder.file("run")).join(file);
        fs::metadata(path).map_or(0, |data| data.len())
    };
    match Path::new(&folder.file("run")).exists() {
        true => files(folder).into_iter().map(|file| (file.clone(), length(&file))).collect(),
        false => Vec::new(),
    }
}

/// Runs that are killed (SIGKILL) after random times until one ends by itself. The times are
/// such that about `KILLS` of them make a run of `whole`; they grow while nothing gets on.
fn kill_at_random(folder: &Folder, arguments: &str, whole: Duration, random: &mut Random) -> usize {
    let usual = whole.as_micros() as usize * 2 / KILLS + 2_000;
    let (mut limit, mut killed) = (usual, 0);
    loop {
        let before = lengths(folder);
        let mut command = plyglot(folder, arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("plyglot starts");
        std::thread::sleep(Duration::from_micros(random.below(limit) as u64));
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            assert!(status.success(), "{status}");
            return killed;
        }
        child.kill().expect("it runs");
        child.wait().expect("a child can be waited for");
        killed += 1;
        limit = if lengths(folder) == before { limit * 3 / 2 } else { usual };
    }
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_with_the_same_networks() {
    let (whole, cut) = (Folder::new("learn-whole"), Folder::new("learn-cut"));
    let arguments = format!("{} --threads 2", tiny("cfour", 3));
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
    let lock = cut.file("run/state.plyglot-lock");
    let mut is_refused = false;
    for signal in ["-TERM", "-INT"].into_iter().cycle().take(6) {
        let mut child = plyglot(&cut, &arguments).spawn().expect("plyglot starts");
        let start = Instant::now();
        // Signals are caught before the lock is there. The last runs may end by themselves.
        while !Path::new(&lock).exists() && child.try_wait().expect("a child").is_none() {
            assert!(start.elapsed() < PATIENCE, "it does not begin");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(random.below(120) as u64));
        if !is_refused {
            let second = plyglot(&cut, &arguments).output().expect("plyglot starts");
            let said = String::from_utf8_lossy(&second.stderr).into_owned();
            is_refused = said.contains("run/state") && said.contains("another run");
            assert_eq!(second.status.code(), Some(i32::from(is_refused)), "{said}");
        }
        if child.try_wait().expect("a child").is_none() {
            let _ = Command::new("kill").args([signal, &child.id().to_string()]).output();
        }
        let output = child.wait_with_output().expect("it ends");
        let [said, errors] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(output.status.success(), "{}: {said}\n{errors}", output.status);
        assert!(said.ends_with("setoption name EvalFile value run/best.network\n"), "{said}");
        assert!(!Path::new(&lock).exists());
    }
    assert!(is_refused, "a second run at the same time");
    ended_well(plyglot(&cut, &arguments));
    assert_same(&cut, &expected, "after signals");
}

fn surakarta(hidden: usize, has_base: bool) -> Vec<u8> {
    let shape = NetworkShape { has_base, ..NetworkShape::of::<Surakarta>(hidden) };
    NetworkFile::encode("surakarta", &["by a test".to_owned()], &Network::blank(shape))
}

#[test]
fn a_run_may_begin_with_any_network_that_fits() {
    let folder = Folder::new("learn-from");
    let from = |file: &str, more: &str| format!("{} --from {file} {more}", tiny("surakarta", 1));
    for (name, content) in [
        ("good", surakarta(32, false)),
        ("wide", surakarta(64, false)),
        ("based", surakarta(32, true)),
        ("short", surakarta(32, false)[..100].to_vec()),
        (
            "other",
            NetworkFile::encode("cfour", &[], &Network::blank(NetworkShape::of::<Surakarta>(32))),
        ),
    ] {
        fs::write(folder.file(name), content).expect("a file of the test's own");
    }
    let mut altered = surakarta(32, false);
    altered[60] ^= 1;
    fs::write(folder.file("altered"), altered).expect("a file of the test's own");
    let fits = "--hidden and --base must agree";
    for (name, more, reason) in [
        ("wide", "", fits),
        ("based", "", fits),
        ("good", "--base", fits),
        ("short", "", "the file is cut off or altered"),
        ("altered", "", "the file is cut off or altered"),
        ("other", "", "it is a network for cfour, not for surakarta"),
        ("missing", "", "it or its folder does not exist"),
    ] {
        let said = refusal(plyglot(&folder, &from(name, more)), 1);
        assert!(said.contains(name) && said.contains(reason), "{said}");
        assert_eq!(files(&folder), [""; 0], "{name}");
    }
    ended_well(plyglot(&folder, &format!("{} --hours 0", from("good", ""))));
    assert_eq!(bytes(&folder, "networks/0000.network"), surakarta(32, false));
    assert_eq!(bytes(&folder, "best.network"), surakarta(32, false));
    // Another first network would make others of it; without one, the run knows its own.
    fs::write(folder.file("next"), NetworkFile::encode("surakarta", &[], &trained()))
        .expect("a file");
    let said = refusal(plyglot(&folder, &from("next", "")), 1);
    assert!(said.contains("began with another network than next"), "{said}");
    ended_well(plyglot(&folder, &from("good", "")));
    let expected = result(&folder);
    let other = Folder::new("learn-from-other");
    fs::write(other.file("good"), surakarta(32, false)).expect("a file of the test's own");
    ended_well(plyglot(&other, &format!("{} --hours 0", from("good", ""))));
    ended_well(plyglot(&other, &tiny("surakarta", 1)));
    assert_same(&other, &expected, "goes on without --from");
}

/// A network that is not blank.
fn trained() -> Network {
    let shape = NetworkShape { has_base: false, ..NetworkShape::of::<Surakarta>(32) };
    let mut random = Random::new(3);
    let parameters: Vec<i16> =
        (0..shape.parameters()).map(|_| random.below(9) as i16 - 4).collect();
    Network::new(shape, &parameters).expect("it is within bounds")
}

#[test]
fn a_network_may_be_added_to_the_evaluation() {
    let folder = Folder::new("learn-base");
    ended_well(plyglot(&folder, &format!("{} --base", tiny("surakarta", 2))));
    for number in 0..=2 {
        let name = format!("networks/{number:04}.network");
        let file = NetworkFile::decode(&bytes(&folder, &name)).expect("a network");
        assert!(file.network.shape().has_base, "{name}");
    }
    let said = refusal(plyglot(&folder, &tiny("surakarta", 3)), 1);
    assert!(said.contains(" --base ") && said.contains("run/state"), "{said}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = Folder::new("learn-usage");
    for (arguments, complaint) in [
        ("learn --game cfour", "--out <DIR>"),
        ("learn --out run --game cfour --hidden 33", "expected one of 32, 64, 96"),
        ("learn --out run --game cfour --gate 1", "expected a number from 2 to"),
        ("learn --out run --game cfour --positions 999", "expected a number from 1000 to"),
        ("learn --out run --game cfour --generations 0", "expected a number from 1 to 9999"),
        ("learn --out run --game halma", "[possible values: chess, "),
        ("learn --out run --game tictactoe", "tictactoe has no network to be trained"),
        ("learn --out run --game tictactoe --base", "tictactoe has no network to be trained"),
        ("learn --out run --game cfour more", "unexpected argument 'more'"),
    ] {
        let said = refusal(plyglot(&folder, arguments), 2);
        assert!(said.contains(complaint), "{arguments}: {said}");
        assert!(!Path::new(&folder.file("run")).exists(), "{arguments}");
    }
    fs::write(folder.file("file"), "").expect("a file of the test's own");
    let said = refusal(plyglot(&folder, "learn --out file --game cfour"), 1);
    assert!(said.contains("cannot be made"), "{said}");
}

#[test]
fn without_time_there_is_the_first_network_alone() {
    let folder = Folder::new("learn-no-time");
    let arguments = "learn --out run --game cfour --hidden 32 --hours 0";
    let said = ended_well(plyglot(&folder, arguments));
    assert_eq!(said, "setoption name EvalFile value run/best.network\n");
    assert_eq!(files(&folder), ["best.network", "networks/0000.network", "state"]);
    assert_eq!(bytes(&folder, "best.network"), bytes(&folder, "networks/0000.network"));
    // Its output is 0.
    let mut command = plyglot(&folder, "--game cfour");
    command.args(["setoption name EvalFile value run/best.network", "eval"]);
    assert!(ended_well(command).ends_with("\nFinal evaluation +0.00 (white side)\n"));
}

/// A run of one generation, and its files.
fn begun(name: &str) -> (Folder, BTreeMap<String, Vec<u8>>) {
    let folder = Folder::new(name);
    ended_well(plyglot(&folder, &tiny("cfour", 1)));
    let files = files(&folder).into_iter().map(|file| (file.clone(), bytes(&folder, &file)));
    let files = files.collect();
    (folder, files)
}

/// Puts back all files as they were.
fn restore(folder: &Folder, files: &BTreeMap<String, Vec<u8>>) {
    for file in self::files(folder) {
        fs::remove_file(Path::new(&folder.file("run")).join(file)).expect("it is there");
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
    let there: BTreeMap<_, _> =
        files(folder).into_iter().map(|file| (file.clone(), bytes(folder, &file))).collect();
    let said = refusal(plyglot(folder, arguments), 1);
    assert!(reasons.iter().all(|reason| said.contains(reason)), "{reasons:?}: {said}");
    for (file, content) in &there {
        assert!(bytes(folder, file) == *content, "{file} was changed: {said}");
    }
    restore(folder, before);
}

#[test]
fn other_settings_and_altered_states_are_refused() {
    let run = begun("learn-settings");
    let (folder, before) = (&run.0, &run.1);
    let next = tiny("cfour", 2);
    for other in ["--seed 2", "--lambda 0.25", "--window 3", "--base"] {
        let arguments = format!("{} {other}", next.replace("--window 2", ""));
        let name = other.split(' ').next().expect("a name");
        refuse(&run, &arguments, &["run/state", "it is of 'plyglot learn --game cfour ", name]);
    }
    refuse(&run, &tiny("surakarta", 2), &["--game cfour", "--game surakarta"]);

    let state = before["state"].clone();
    for end in [0, 5, 100, state.len() - 1] {
        write(folder, "state", &state[..end]);
        refuse(&run, &next, &["run/state cannot be gone on with"]);
    }
    for at in [0, state.len() / 2, state.len() - 3] {
        let mut altered = state.clone();
        altered[at] ^= 1;
        write(folder, "state", &altered);
        refuse(&run, &next, &["run/state cannot be gone on with"]);
    }
    write(folder, "state", &[0xFF; 100]);
    refuse(&run, &next, &["run/state cannot be gone on with"]);
    fs::remove_file(folder.file("run/state")).expect("it is there");
    refuse(&run, &next, &["networks/0001.network", "state run/state is missing"]);
}

#[test]
fn altered_files_are_refused() {
    let run = begun("learn-altered");
    let (folder, before) = (&run.0, &run.1);
    let next = tiny("cfour", 2);
    // The network of the state is the best one.
    let best =
        if dots_of_kept(before) > 0 { "networks/0001.network" } else { "networks/0000.network" };
    for at in [3, 100, before[best].len() - 1] {
        let mut altered = before[best].clone();
        altered[at] ^= 1;
        write(folder, best, &altered);
        refuse(&run, &next, &[best, "cannot be used"]);
    }
    fs::remove_file(folder.file(&format!("run/{best}"))).expect("it is there");
    refuse(&run, &next, &[best, "cannot be used"]);

    write(folder, "gate-0002", b"0 2\n1 what\n");
    refuse(&run, &next, &["gate-0002", "its line '1 what' makes no sense"]);
    for line in ["0 5", "0 -1", "10 2", "x 2", "3", "2 1 "] {
        write(folder, "gate-0002", format!("1 2\n{line}\n").as_bytes());
        refuse(&run, &next, &["gate-0002", &format!("its line '{line}' makes no sense")]);
    }
    write(folder, "gate-0002", b"1 2\n1 3\n");
    refuse(&run, &next, &["gate-0002", "its line '1 3' makes no sense"]);
    write(folder, "gate-0002", b"\xFF\xFF\n");
    refuse(&run, &next, &["gate-0002"]);

    for file in ["samples/0001.fit", "samples/0001.test"] {
        let content = &before[file];
        for at in [3, 40, 60, content.len() - 1] {
            let mut altered = content.clone();
            altered[at] ^= 1;
            write(folder, file, &altered);
            refuse(&run, &next, &[file]);
        }
        write(folder, file, &content[..content.len() - 1]);
        refuse(&run, &next, &[file]);
    }

    write(folder, "games/0002.games", b"no games");
    refuse(&run, &next, &["games/0002.games"]);
    ended_well(plyglot(folder, &next));
}

fn dots_of_kept(files: &BTreeMap<String, Vec<u8>>) -> usize {
    String::from_utf8_lossy(&files["learn.svg"]).matches("<circle class=\"kept\"").count()
}

/// A match that was begun, a state of a training that is useless, and leftovers.
#[test]
fn what_can_be_made_again_is() {
    let (folder, before) = begun("learn-again");
    let next = tiny("cfour", 2);
    ended_well(plyglot(&folder, &next));
    let expected = result(&folder);
    for content in [&b""[..], b"no state", &[0; 5000]] {
        restore(&folder, &before);
        write(&folder, "training-0002.state", content);
        write(&folder, "gate-0002", b"0");
        write(&folder, "samples/0001.fit.plyglot-abcdefghijkl.part", b"x");
        write(&folder, "state.plyglot-lock", b"");
        ended_well(plyglot(&folder, &next));
        assert_same(&folder, &expected, "a state of another training");
    }
    // Killed after the state was written, and before the rest was brought in line.
    restore(&folder, &before);
    write(&folder, "training-0001.state", b"x");
    write(&folder, "gate-0001", b"0 2\n");
    write(&folder, "best.network", &before["networks/0000.network"]);
    fs::remove_file(folder.file("run/learn.svg")).expect("it is there");
    ended_well(plyglot(&folder, &tiny("cfour", 1)));
    assert_eq!(files(&folder), before.keys().cloned().collect::<Vec<_>>());
    assert_eq!(bytes(&folder, "best.network"), before["best.network"]);
    // Samples that are gone.
    fs::remove_file(folder.file("run/samples/0001.test")).expect("it is there");
    ended_well(plyglot(&folder, &next));
    assert_same(&folder, &expected, "samples made again");
}

/// Files that may grow to so many blocks of 512 or 1,024 bytes, as if the disk were full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_the_run_goes_on() {
    let (whole, cut) = (Folder::new("learn-room"), Folder::new("learn-full"));
    let arguments = tiny("cfour", 1).replace("--positions 1000", "--positions 40000");
    ended_well(plyglot(&whole, &arguments));
    let mut full = Vec::new();
    for blocks in [0, 16, 50, 80, 120, 200, 300] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh", PLYGLOT]).args(arguments.split_whitespace());
        command.current_dir(cut.file(""));
        quiet(&mut command);
        let output = command.output().expect("sh starts");
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
    assert!(is_full("samples/0001.fit") || is_full("training-0001.state"), "{full:#?}");
    ended_well(plyglot(&cut, &arguments));
    assert_same(&cut, &result(&whole), "with room again");
}

/// The positions that a network was fitted to.
fn positions(folder: &Folder, file: &str) -> u64 {
    let said = ended_well(plyglot(folder, &format!("network run/{file}")));
    let line =
        said.lines().find_map(|line| line.split_once(" positions to fit to")).expect("a line");
    line.0.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}

#[test]
fn games_of_other_machines_are_learnt_from() {
    let [plain, more] = ["learn-alone", "learn-more"].map(Folder::new);
    ended_well(plyglot(&plain, &tiny("cfour", 2)));
    ended_well(plyglot(&more, &tiny("cfour", 1)));
    let other = "datagen --game cfour --seed 99 --nodes 20 --games 200 --plies 4 --min-plies 1 \
                 --network run/networks/0001.network --out run/games/0002-b.games";
    ended_well(plyglot(&more, other));
    ended_well(plyglot(&more, &tiny("cfour", 2)));
    let networks = ["networks/0001.network", "networks/0002.network"];
    let [first, second] = networks.map(|file| [&plain, &more].map(|run| positions(run, file)));
    assert_eq!(first[0], first[1]);
    assert!(second[1] > second[0] + 1000, "{second:?}");
    assert!(files(&more).contains(&"samples/0002-b.fit".to_owned()));

    let wrong = "datagen --game tictactoe --nodes 20 --games 5 --out run/games/0003-c.games";
    ended_well(plyglot(&more, wrong));
    let said = refusal(plyglot(&more, &tiny("cfour", 3)), 1);
    assert!(said.starts_with("error: the games of run/games/0003-c.games"), "{said}");
    assert!(said.contains("they are of tictactoe") && !said.contains("written"), "{said}");
    write(&more, "games/0003-c.games", b"somebody else's");
    let said = refusal(plyglot(&more, &tiny("cfour", 3)), 1);
    assert!(said.contains("0003-c.games") && !said.contains("written"), "{said}");
    fs::remove_file(more.file("run/games/0003-c.games")).expect("it is there");
    ended_well(plyglot(&more, &tiny("cfour", 3)));
}

/// Whether a text is well-formed XML, as far as our charts need it: elements are closed in
/// order, attributes are quoted and given once, and characters are escaped.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        check_characters(before);
        assert!(!open.is_empty() || before.trim().is_empty(), "text outside: {before}");
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "an end tag");
            assert!(!open.is_empty() || after.trim().is_empty(), "more than one root");
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(!name.is_empty() && name.chars().all(char::is_alphanumeric), "{tag}");
        let mut seen = Vec::new();
        while !attributes.trim().is_empty() {
            let (key, value) = attributes.trim_start().split_once("=\"").expect("a quoted value");
            let (value, after) = value.split_once('"').expect("its end");
            check_characters(value);
            assert!(!seen.contains(&key), "{key} twice: {tag}");
            seen.push(key);
            attributes = after;
        }
        if !is_empty {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
}

fn check_characters(text: &str) {
    for (_, after) in text.match_indices('&').map(|(at, _)| text.split_at(at)) {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&apos;"];
        assert!(entities.iter().any(|entity| after.starts_with(entity)), "{after}");
    }
}

/// Also what the run says in the end is of use.
#[test]
fn the_chart_has_a_dot_for_each_generation_and_the_network_can_be_loaded() {
    let folder = Folder::new("learn-chart");
    for generations in 1..=4 {
        let said = ended_well(plyglot(&folder, &tiny("cfour", generations)));
        let chart = String::from_utf8(bytes(&folder, "learn.svg")).expect("text");
        check_xml(&chart);
        assert_eq!(dots(&folder), generations as usize);
        assert!(!chart.contains("NaN") && !chart.contains("inf"), "{chart}");
        let option = said.lines().next_back().expect("a line");
        let mut command = plyglot(&folder, "--game cfour");
        command.args([option, "go depth 3"]);
        let said = ended_well(command);
        assert!(said.starts_with("info string network run/best.network: "), "{said}");
        assert!(said.contains("\nbestmove "), "{said}");
    }
}

/// It does learn: a short generation is better than random weights.
#[test]
fn the_network_gets_stronger() {
    let folder = Folder::new("learn-stronger");
    let arguments = "learn --out run --game surakarta --generations 1 --positions 8000 --gate 60 \
                     --hidden 32 --epochs 60 --nodes 100 --plies 8";
    ended_well(plyglot(&folder, arguments));
    let state = state(&folder);
    let first = state.iter().find(|line| line.starts_with("generation 1 ")).expect("a line");
    let points = first.split_once(" points ").and_then(|(_, rest)| rest.split(' ').next());
    let points: f64 = points.and_then(|points| points.parse().ok()).expect("points");
    assert!(points >= 36.0, "{points} of 60: {state:#?}");
}
