//! How much memory a search takes.

mod support;

use support::engine::Engine;

/// Peak of the resident memory of the whole process in KiB (Linux, man 5 proc).
fn peak(engine: &Engine) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

#[test]
fn memory_stays_within_hash_and_sixteen_mib() {
    for game in ["chess", "cfour", "tictactoe"] {
        for hash in [1, 64] {
            let mut engine = Engine::start();
            engine.ask(&format!("setoption name Hash value {hash}"));
            engine.ask(&format!("setoption name UCI_Variant value {game}"));
            engine.go("go nodes 300000");
            let Some(peak) = peak(&engine) else { return };
            assert!(peak <= (hash + 16) * 1024, "{game}, Hash {hash}: {peak} KiB");
            engine.quit();
        }
    }
}
