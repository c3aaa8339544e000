//! Ctrl-C and requests to terminate end every tool, whatever it does. The tools are those that the
//! program itself has: one without a case here fails.

#![cfg(unix)]

use crate::endings::ignores_interrupts;
use crate::support::folder::Folder;
use crate::support::tool::{Running, ended_well, plyglot};
use crate::surfaces::tools;
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Far more than a tool takes to end on any machine, and far less than its work takes.
const BOUND: Duration = Duration::from_secs(60);
/// The exit status of a tool that was cut off.
const CUT_OFF: i32 = 130;

/// Long work of a tool, and its exit status when that is interrupted.
struct Work {
    tool: &'static str,
    arguments: &'static str,
    status: i32,
}

const fn work(tool: &'static str, arguments: &'static str, status: i32) -> Work {
    Work { tool, arguments, status }
}

const WORKS: &[Work] = &[
    work("analyse", "startpos --depth 90", 1),
    work("analyse", "--pgn word.pgn --nodes 1", 1),
    work("analyse", "--pgn games.pgn --nodes 1", 1),
    work("board", "--port 0", 0),
    work("book", "--game chess --games 100000 --nodes 100000 --threads 1 --out told", 1),
    work("bench", "--json", 0),
    work("check", "my.ini", 0),
    work("compare", "--depth 40", 1),
    work("completions", "bash", 0),
    work("datagen", "--game chess --nodes 1000000 --threads 2 --out recorded", 0),
    work("explain", "startpos --depth 90", 1),
    work("games", "--rules", 0),
    work("learn", "--game cfour --threads 1 --out run", 0),
    work("man", "pages", 0),
    work("match", "--each cmd=PLYGLOT st=3600 --engine name=a --engine name=b --concurrency 1", 0),
    work("play", "--side second --movetime 86400000 --hash 1", 0),
    work("solve", "--game connect4 --no-book startpos", 0),
    work("spsa", "--game chess --parameters lmr_base --nodes 1000000 --threads 1 --out pairs", 0),
    work("survey", "--game chess --games 100000 --nodes 100000 --threads 1", 1),
    work("train", "--game cfour --data made --epochs 100000 --threads 1 --out network", 0),
];

/// A tool that goes on from a file, which it keeps while this ends soon.
struct Kept {
    tool: &'static str,
    file: &'static str,
    arguments: &'static str,
}

const fn kept(tool: &'static str, file: &'static str, arguments: &'static str) -> Kept {
    Kept { tool, file, arguments }
}

const KEPT: &[Kept] = &[
    kept(
        "book",
        "told/index.html",
        "--game breakthrough --chapters rules,play --games 10 --nodes 20 --threads 1 --out told",
    ),
    kept("datagen", "games", "--game cfour --nodes 20 --threads 1 --games 200 --out games"),
    kept(
        "learn",
        "run/state",
        "--game cfour --positions 1000 --gate 4 --hidden 32 --nodes 20 --epochs 1 --threads 1 \
         --generations 1 --ladder 0 --out run",
    ),
    kept(
        "match",
        "match.json",
        "--game cfour --each cmd=PLYGLOT nodes=20 --engine name=a --engine name=b \
         --openings random plies=4 --rounds 10 --concurrency 1 --resume match.json",
    ),
    kept(
        "solve",
        "tables/chess_KQvK_00000001.ending",
        "--game chess --table --folder tables KQ:K KR:K",
    ),
    kept(
        "spsa",
        "pairs",
        "--game cfour --parameters lmr_base --nodes 20 --steps 20 --pairs 2 --threads 1 \
         --out pairs",
    ),
    kept(
        "survey",
        "surveyed",
        "--game cfour --games 20 --nodes 20 --doublings 1 --threads 1 --out surveyed",
    ),
    kept(
        "train",
        "network.state",
        "--game cfour --data made --epochs 20 --from zero --hidden 32 --threads 1 --resume \
         --out network",
    ),
];

/// A file with a word of 1 MB, one of many games, a file of rules, and games to learn from.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("word.pgn", "a".repeat(1_000_000));
    folder.write("games.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(30_000));
    folder.write("my.ini", "[mine:chess]\n");
    std::fs::create_dir(folder.file("pages")).expect("a folder");
    let recorded = "datagen --game cfour --nodes 20 --games 40 --threads 1 --out made";
    ended_well(plyglot(&folder, recorded));
    folder
}

#[test]
fn every_tool_has_its_work() {
    let named: BTreeSet<String> = WORKS.iter().map(|work| work.tool.to_owned()).collect();
    assert_eq!(named, tools());
}

#[test]
fn every_tool_ends_when_it_is_told_to() {
    let folder = folder("interrupts");
    for work in WORKS {
        for (signal, number, begun_ms) in [("-INT", 2, 50), ("-TERM", 15, 500), ("-INT", 2, 500)] {
            if signal == "-INT" && ignores_interrupts() {
                continue;
            }
            let arguments = filled(work.arguments);
            let mut run =
                Running::start_silently(plyglot(&folder, &format!("{} {arguments}", work.tool)));
            sleep(Duration::from_millis(begun_ms));
            let told = Instant::now();
            run.signal(signal);
            let status = ended(&mut run);
            println!("{} {signal}: ended after {} ms", work.tool, told.elapsed().as_millis());
            // Before it watches for them, and where nothing is to be kept, signals end it.
            let is_right = matches!(status.code(), Some(CUT_OFF)) && work.tool != "match"
                || status.code() == Some(work.status)
                || status.signal() == Some(number);
            assert!(is_right, "{} {arguments}, {signal}: {status}", work.tool);
        }
    }
}

#[track_caller]
fn ended(run: &mut Running) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = run.status() {
            return status;
        }
        assert!(start.elapsed() < BOUND, "it goes on");
        sleep(Duration::from_millis(2));
    }
}

fn filled(arguments: &str) -> String {
    arguments.replace("PLYGLOT", env!("CARGO_BIN_EXE_plyglot"))
}

/// Whether the help of a tool names a file from which it goes on.
fn keeps_a_state(folder: &Folder, tool: &str) -> bool {
    let help = ended_well(plyglot(folder, &format!("{tool} --help")));
    ["--out <", "--resume", "--folder <"].iter().any(|option| help.contains(option))
}

#[test]
fn every_state_is_good_after_signals() {
    let folder = folder("interrupted_states");
    let named: BTreeSet<String> = KEPT.iter().map(|kept| kept.tool.to_owned()).collect();
    let keeping: BTreeSet<String> =
        tools().into_iter().filter(|tool| keeps_a_state(&folder, tool)).collect();
    assert_eq!(named, keeping);
    for Kept { tool, file, arguments } in KEPT {
        let command = format!("{tool} {}", filled(arguments));
        for signal in ["-TERM", "-INT"] {
            if signal == "-INT" && ignores_interrupts() {
                continue;
            }
            let mut run = Running::start_silently(plyglot(&folder, &command));
            run.wait_until(|| folder.has(file));
            run.signal(signal);
            ended(&mut run);
        }
        let output = plyglot(&folder, &command).output().expect("plyglot starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {}: {said}", output.status);
    }
}
