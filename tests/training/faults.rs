//! Tables whose program is killed at any moment, or whose disk is full: the file is the old or the
//! new one. `resumed.rs` has the tools.

use super::resumed::KILLS;
use crate::support::engine::Engine;
use crate::support::folder::Folder;
use plyglot_core::game::random::Random;
use std::time::Duration;

/// An engine with a table that it has searched in and a file for it.
fn engine_with_table(file: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 8");
    engine.send(&format!("setoption name Hash File value {file}"));
    engine.go("go depth 9");
    engine
}

fn note(engine: &mut Engine, button: &str) -> String {
    engine.ask(&format!("setoption name {button}")).join("\n")
}

#[test]
fn a_table_whose_saving_is_killed_at_any_moment_is_the_old_one_or_the_new_one() {
    let folder = Folder::new("faults-table");
    let file = folder.file("a.hash");
    let mut engine = engine_with_table(&file);
    let said = note(&mut engine, "Save Hash");
    assert!(said.contains("hash saved to"), "{said}");
    let mut random = Random::new(5);
    for round in 0..2 * KILLS {
        let mut engine = engine_with_table(&file);
        engine.send("setoption name Save Hash");
        std::thread::sleep(Duration::from_micros(random.below(30_000) as u64));
        // An engine that is dropped is killed.
        drop(engine);
        let mut engine = Engine::start();
        engine.send("setoption name Hash value 8");
        engine.send(&format!("setoption name Hash File value {file}"));
        let said = note(&mut engine, "Load Hash");
        assert!(said.contains("hash loaded from"), "round {round}: {said}");
    }
}

/// An engine goes on without the disk, and the file is as it was.
#[cfg(unix)]
#[test]
fn a_table_is_not_saved_to_a_full_disk() {
    use crate::support::tool::plyglot_on_full_disk;
    use std::io::Write;
    use std::process::Stdio;
    let folder = Folder::new("faults-table-full");
    let mut engine = engine_with_table(&folder.file("a.hash"));
    let said = note(&mut engine, "Save Hash");
    let before = folder.bytes("a.hash");
    assert!(before.len() > 4096, "{said}");
    let dialogue = "setoption name Hash value 8\nsetoption name Hash File value a.hash\n\
                    go depth 8\nsetoption name Save Hash\nisready\n";
    let output = plyglot_on_full_disk(&folder, 2, "")
        .stdin(Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            let mut input = child.stdin.take().expect("a pipe");
            input.write_all(dialogue.as_bytes())?;
            drop(input);
            child.wait_with_output()
        })
        .expect("sh starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}\n{said}", output.status);
    assert!(said.contains("a.hash") && !said.contains("hash saved"), "{said}");
    assert!(said.contains("bestmove"), "{said}");
    assert!(folder.bytes("a.hash") == before, "the file is as it was");
}
