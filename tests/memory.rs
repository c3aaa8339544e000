//! How much memory a search takes.

mod support;

use support::engine::Engine;

/// Peak of the resident memory of the whole process in KiB (Linux, man 5 proc).
fn peak(engine: &Engine) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// Takes these commands and holds the program to its memory.
fn check(hash: u64, commands: &[&str]) {
    let mut engine = Engine::start();
    engine.ask(&format!("setoption name Hash value {hash}"));
    for command in commands {
        match command.starts_with("go") {
            true => engine.go(command),
            false => engine.ask(command),
        };
    }
    let Some(peak) = peak(&engine) else { return };
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
fn so_it_does_where_endgame_tables_are_asked() {
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
fn a_table_is_taken_from_the_system_when_it_is_asked_for_and_not_by_a_search() {
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

/// A solver that fills its memory, a search beside it, and then one alone.
#[test]
fn so_it_does_while_a_game_is_solved() {
    for (hash, threads) in [(1, 1), (1, 2), (16, 1), (16, 2)] {
        let threads = format!("setoption name Threads value {threads}");
        let commands = [
            "setoption name UCI_Variant value cfour",
            "setoption name Book value false",
            &threads,
            "go nodes 6000000",
            "setoption name MultiPV value 7",
            "position 44444",
            "go nodes 1000000",
            "go depth 16",
        ];
        check(hash, &commands);
    }
}
