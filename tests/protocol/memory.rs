//! How much memory a search takes.

use crate::support::engine::Engine;
#[cfg(target_os = "linux")]
use crate::support::shell;

/// Peak of the resident memory in KiB, less the pages of the program's own file, which
/// depend on how it was built: some 6 MiB in a release (Linux, man 5 proc).
fn peak(engine: &Engine) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).ok()?;
    let kib = |field: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(field))?;
        line.trim().strip_suffix(" kB")?.trim().parse().ok()
    };
    Some(kib("VmHWM:")? - kib("RssFile:")?)
}

/// Takes these commands and holds the program to its memory.
fn check(hash: u64, commands: &[&str]) {
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name Hash value {hash}"));
    for command in commands {
        if command.starts_with("go") {
            engine.go(command)
        } else {
            engine.ask(command)
        };
    }
    let Some(peak) = peak(&engine) else { return };
    // The kernel counts pages of a thread in batches, so that the peak is off by some hundred KiB.
    // An answer to `isready` before the game is selected has made the first game ready, too.
    assert!(peak <= (hash + 16) * 1024, "Hash {hash}, {commands:?}: {peak} KiB");
    engine.quit();
}

#[test]
fn memory_stays_within_hash_and_sixteen_mib() {
    for game in ["chess", "cfour", "tictactoe", "surakarta"] {
        for hash in [1, 64] {
            let variant = format!("setoption name UCI_Variant value {game}");
            check(hash, &[&variant, "go nodes 300000"]);
        }
    }
}

#[test]
fn memory_stays_within_its_bound_with_endgame_tables() {
    for hash in [1, 64] {
        let commands = [
            "setoption name UCI_Variant value surakarta",
            "position fen ppp3/2p3/4p1/6/1P4/P4P w - - 0 1",
            "go nodes 300000",
            "position fen p4P/6/3p2/6/6/P5 w - - 0 1",
            "go nodes 300000",
        ];
        check(hash, &commands);
    }
}

#[test]
fn the_table_is_allocated_by_setoption_and_not_by_a_search() {
    let mut engine = Engine::start();
    let Some(small) = peak(&engine) else { return };
    assert!(small < 16 * 1024, "{small} KiB at the start");
    engine.ask("setoption name Threads value 2");
    engine.ask("setoption name Hash value 256");
    engine.ask("isready");
    let before = peak(&engine).unwrap_or_default();
    assert!(before >= 256 * 1024, "{before} KiB of 256 MiB");
    engine.go("go nodes 100000");
    let after = peak(&engine).unwrap_or_default();
    assert!(after < before + 16 * 1024, "{after} KiB after a search, {before} before");
    engine.quit();
}

/// In a game from a file, what searches learn has room for any board and any pieces. Little of that
/// takes memory, also in a new game.
#[test]
fn a_new_game_takes_no_more_memory() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value shogi");
    engine.go("go nodes 2000");
    let Some(before) = peak(&engine) else { return };
    engine.ask("ucinewgame");
    engine.go("go nodes 2000");
    let after = peak(&engine).unwrap_or_default();
    assert!(after < before + 16 * 1024, "{after} KiB after a new game, {before} before");
    engine.quit();
}

/// A solver that fills its memory several times over, a search beside it, and then one alone.
#[test]
fn memory_stays_within_its_bound_while_a_game_is_solved() {
    for (hash, threads) in [(1, 1), (1, 2), (16, 1), (16, 2)] {
        let threads = format!("setoption name Threads value {threads}");
        let solve = format!("go nodes {}", 375_000 * hash);
        let commands = [
            "setoption name UCI_Variant value cfour",
            "setoption name Book value false",
            &threads,
            &solve,
            "setoption name MultiPV value 7",
            "position 44444",
            "go nodes 1000000",
            "go depth 16",
        ];
        check(hash, &commands);
    }
}

/// However little there is: it works, or a sentence says why not. What cannot even say
/// its version is not begun with.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_to_start_is_reported() {
    let mut refused = 0;
    for kib in (8_000..=100_000).step_by(4_000) {
        let said = shell::run(&format!(
            "ulimit -v {kib}; export RUST_BACKTRACE=1; plyglot --version >/dev/null 2>&1 || exit; \
             plyglot 'go depth 1' 2>&1 >/dev/null; echo status $?"
        ));
        if said.is_empty() || said == "status 0\n" {
            continue;
        }
        refused += 1;
        let is_told = said.starts_with("error: ") && said.ends_with("\nstatus 1\n");
        assert!(is_told && said.lines().count() == 2, "{kib} KiB: {said}");
    }
    assert!(refused > 0, "it always began");
}

/// Whoever asked for a game gets no move of another one.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_the_system_has_no_memory_for_is_not_searched() {
    let commands = "setoption name UCI_Variant value xiangqi\\nposition startpos\\ngo depth 1\\n\
                    setoption name UCI_Variant value chess\\ngo depth 1\\n";
    let mut refused = 0;
    for kib in (90_000..=250_000).step_by(10_000) {
        let said =
            shell::run(&format!("ulimit -v {kib}; printf '{commands}' | plyglot 2>/dev/null"));
        if said.contains("not enough memory for 'xiangqi'; keeping chess") {
            refused += 1;
            let best: Vec<&str> =
                said.lines().filter(|line| line.starts_with("bestmove ")).collect();
            assert!(best.len() == 2 && best[0] == "bestmove (none)", "{kib} KiB: {said}");
            assert_ne!(best[1], "bestmove (none)", "{kib} KiB: {said}");
        }
    }
    assert!(refused > 0, "there always was enough");
}

/// The stacks of 64 threads, and what else each takes, are more than there is.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses_are_reported() {
    let commands = "setoption name Threads value 64\\nisready\\ngo depth 5\\n\
                    setoption name UCI_Variant value ttt\\nisready\\ngo depth 5\\nquit\\n";
    let said = shell::run(&format!(
        "ulimit -v 1500000; printf '{commands}' | plyglot 2>/dev/null; echo status $?"
    ));
    let notes: Vec<&str> = said.lines().filter(|line| line.contains("cannot start")).collect();
    assert_eq!(notes.len(), 2, "{said}");
    for note in notes {
        let there = note.strip_prefix("info string cannot start 64 threads; using ");
        let there: usize = there.and_then(|n| n.parse().ok()).expect("a number");
        assert!((2..64).contains(&there), "{note}");
    }
    assert_eq!(said.lines().filter(|line| line.starts_with("bestmove")).count(), 2, "{said}");
    assert!(said.ends_with("status 0\n"), "{said}");
}

/// A table that the system refuses leaves the one there is.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_the_system_refuses_is_reported() {
    let commands = "setoption name Hash value 1024\\ngo depth 3\\n";
    let said = shell::run(&format!(
        "ulimit -v 500000; printf '{commands}' | plyglot 2>/dev/null; echo status $?"
    ));
    assert!(said.contains("info string not enough memory for Hash 1024; keeping 16\n"), "{said}");
    assert!(said.contains("\nbestmove ") && said.ends_with("status 0\n"), "{said}");
}
