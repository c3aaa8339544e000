//! How much memory a search takes.

mod support;

use support::engine::Engine;

/// Forgets the peak of the resident memory so far (Linux, man 5 proc): what
/// is asked for is that of a search, not of the change from one table to another.
fn forget_peak(engine: &Engine) -> Option<()> {
    std::fs::write(format!("/proc/{}/clear_refs", engine.id()), "5").ok()
}

/// Peak of the resident memory in KiB (Linux).
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
            let forgotten = forget_peak(&engine);
            engine.go("go nodes 300000");
            let Some(peak) = forgotten.and_then(|()| peak(&engine)) else { return };
            assert!(peak <= (hash + 16) * 1024, "{game}, Hash {hash}: {peak} KiB");
            engine.quit();
        }
    }
}
