//! Inputs that fuzzing has found worth keeping, and every fault that it has found: runs the targets
//! of `fuzz/` on the files of `fuzz/corpus`, without a fuzzer.

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use std::path::Path;

/// Gives the target all that is in the folder of its name; how many inputs that were.
fn replay(name: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder for each target") {
        let path = entry.expect("a readable folder").path();
        // The name of the input stands above its panic in the output of a failed test.
        println!("{}", path.display());
        fuzz::run(name, &std::fs::read(&path).expect("a readable file"));
        count += 1;
    }
    count
}

#[test]
fn every_fuzz_target_passes_its_corpus() {
    for (name, _) in fuzz::TARGETS {
        assert!(replay(name) > 0, "{name} has no corpus");
    }
}
