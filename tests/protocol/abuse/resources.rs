//! More memory, threads and files than there are: refused in one line.

use super::*;

/// More than there is: refused, and what there was goes on serving.
#[test]
fn a_table_beyond_all_memory_is_refused() {
    let mut engine = Engine::start();
    engine.send("uci");
    let options = engine.until("uciok");
    let hash = options.iter().find(|line| line.contains("name Hash ")).expect("it is listed");
    let most: u64 = hash.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a greatest value");
    expect_refusal(&mut engine, format!("setoption name Hash value {}\n", most + 1).as_bytes());
    engine.go("go depth 4");
    engine.quit();
}

/// Names of files that are something else: a line about each, and nothing is waited for.
#[cfg(unix)]
#[test]
fn wrong_file_names_are_reported() {
    let mut engine = engine();
    for name in ["/", "/dev/null", "/dev/full", "/dev/zero", "/dev/stdin"] {
        expect_refusal(&mut engine, format!("genfens 1 seed 1 book {name}\n").as_bytes());
        assert!(engine.ask(&format!("setoption name Hash File value {name}")).is_empty());
        for button in ["Save Hash", "Load Hash"] {
            let printed = engine.ask(&format!("setoption name {button}"));
            let is_note = |line: &String| line.starts_with("info string hash not ");
            assert!(printed.len() == 1 && is_note(&printed[0]), "{button} {name}: {printed:?}");
        }
    }
    engine.go("go depth 2");
    engine.quit();
}

/// As many threads as can be asked for: taken, or as many as there are.
#[test]
fn a_thousand_threads_answer() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value tictactoe");
    assert!(engine.ask("setoption name Threads value 1024").is_empty());
    expect_refusal(&mut engine, b"setoption name Threads value 1025\n");
    engine.ask("setoption name Exact Knowledge value false");
    engine.go("go depth 4");
    engine.send("go infinite");
    engine.send("stop");
    engine.until("bestmove");
    engine.quit();
}

/// Words that clients look for in whatever an engine says: XBoard takes the first six
/// for an engine that did not start.
const WORDS_OF_FAILURE: [&str; 7] = [
    "unknown host",
    "no remote directory",
    "not found",
    "no such file",
    "can't alloc",
    "permission denied",
    "os error",
];

/// Files and folders that cannot be, wherever one can be named.
#[test]
fn error_messages_quote_no_message_of_the_system() {
    let mut engine = engine();
    let long = "x".repeat(300);
    let mut told = 0;
    for name in ["/EGT/Syzygy", "nowhere/at/all", "/proc/nowhere", "/", "Cargo.toml/x", "\0", &long]
    {
        for option in ["SyzygyPath", "Hash File", "Save Hash", "Load Hash", "Debug Log File"] {
            for line in engine.ask(&format!("setoption name {option} value {name}")) {
                check_words(&line);
                told += 1;
            }
        }
        for line in engine.ask(&format!("genfens 1 seed 1 book {name}")) {
            check_words(&line);
            told += 1;
        }
    }
    assert!(told > 7, "one complaint for each name, and more: {told}");
    engine.go("go depth 2");
    engine.quit();
}

#[track_caller]
fn check_words(line: &str) {
    let found = WORDS_OF_FAILURE.iter().find(|words| line.to_lowercase().contains(*words));
    assert_eq!(found, None, "{line}");
}

/// The path that Debian's configuration of XBoard sets, whether the folder is there or not.
#[test]
fn a_missing_folder_of_tables_is_reported_and_no_error() {
    let mut engine = Engine::start();
    let said = engine.ask("setoption name SyzygyPath value /EGT/Syzygy");
    let why = "passed over: /EGT/Syzygy: it or its folder does not exist";
    assert_eq!(said, [format!("info string syzygy: no tables in /EGT/Syzygy; {why}")]);
    engine.quit();
}
