//! Tables in files, as clients have them saved and loaded.

use crate::support::engine::Engine;
use crate::support::folder::Folder;

fn start(options: &[&str]) -> Engine {
    let mut engine = Engine::start();
    for option in options {
        engine.ask(&format!("setoption name {option}"));
    }
    engine
}

/// The number behind a word of the last line before `bestmove`.
fn number(lines: &[String], word: &str) -> u64 {
    let words: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
    let at = words.iter().position(|found| *found == word).expect("a field of every line");
    words[at + 1].parse().expect("a number")
}

/// The answer to `Load Hash` or `Save Hash`: one line, without its first words.
#[track_caller]
fn press(engine: &mut Engine, button: &str) -> String {
    let lines = engine.ask(&format!("setoption name {button}"));
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].strip_prefix("info string hash ").expect("a note on the table").to_owned()
}

/// Searches, saves, starts anew, loads and searches again; gives the nodes of
/// both searches.
fn again(name: &str, options: &[&str], position: &str, go: &str) -> [u64; 2] {
    let folder = Folder::new(name);
    let file = folder.file("a table.hash");
    let mut nodes = [0; 2];
    for (run, button, done) in [(0, "Save Hash", "saved to"), (1, "Load Hash", "loaded from")] {
        let mut engine = start(options);
        engine.ask(&format!("setoption name Hash File value {file}"));
        engine.ask(position);
        if run == 0 {
            nodes[run] = number(&engine.go(go), "nodes");
        }
        let note = press(&mut engine, button);
        assert!(note.starts_with(&format!("{done} {file}: 8 MiB in ")), "{note}");
        if run == 1 {
            nodes[run] = number(&engine.go(go), "nodes");
        }
        engine.quit();
    }
    assert_eq!(folder.names(), ["a table.hash"], "no file is left");
    nodes
}

/// How much is spared at one depth is much by chance: histories, which are not in
/// the file, decide by how much moves are reduced. So it is taken of three.
#[test]
fn a_search_continues_from_a_saved_table() {
    for game in ["chess", "surakarta", "cfour"] {
        let variant = format!("UCI_Variant value {game}");
        let options = ["Hash value 8", &variant, "Exact Knowledge value false"];
        let mut nodes = [0; 2];
        for depth in 11..=13 {
            let (name, go) = (format!("hash_{game}_{depth}"), format!("go depth {depth}"));
            let found = again(&name, &options, "position startpos", &go);
            nodes = std::array::from_fn(|run| nodes[run] + found[run]);
        }
        assert!(nodes[1] * 4 < nodes[0] * 3, "{game}: {nodes:?}");
    }
}

#[test]
fn a_solver_continues_from_a_saved_table() {
    let options = ["Hash value 8", "UCI_Variant value cfour", "Book value false"];
    let nodes = again("hash_solver", &options, "position 4444436", "go nodes 100000000");
    assert!(nodes[1] * 5 < nodes[0], "{nodes:?}");
}

#[test]
fn a_table_of_something_else_is_refused() {
    let folder = Folder::new("hash_refused");
    let file = folder.file("table.hash");
    let name = format!("Hash File value {file}");
    let mut engine = start(&["Hash value 2", &name]);
    let fresh = number(&engine.go("go depth 10"), "nodes");
    press(&mut engine, "Save Hash");
    for (option, reason) in [
        ("Hash value 3", "it holds 2 MiB, Hash is 3; set Hash to 2 first"),
        ("UCI_Variant value cfour", "it was saved for chess, not cfour"),
        ("UCI_Variant value chess960", "it was saved for rules UCI_Chess960=false "),
    ] {
        let mut engine = start(&["Hash value 2", &name, option]);
        let note = press(&mut engine, "Load Hash");
        assert!(note.starts_with(&format!("not loaded from {file}: {reason}")), "{note}");
        engine.quit();
    }
    let whole = std::fs::read(&file).expect("it was saved");
    let mut altered = whole.clone();
    altered[whole.len() / 2] ^= 4;
    for (bytes, reason) in [
        (&whole[..whole.len() / 2], "it is truncated"),
        (&whole[..whole.len() - 1], "it is truncated"),
        (&[whole.as_slice(), b"x"].concat(), "more bytes follow its end"),
        (&altered, "it was altered in block "),
    ] {
        std::fs::write(&file, bytes).expect("a file of the test's own");
        let note = press(&mut engine, "Load Hash");
        assert!(note.starts_with(&format!("not loaded from {file}: {reason}")), "{note}");
        assert!(number(&engine.go("go depth 10"), "nodes") * 2 < fresh, "the table stays");
    }
    press(&mut engine, "Save Hash");
    assert!(press(&mut engine, "Load Hash").starts_with("loaded from"));
    engine.quit();
}

/// A head that no version writes is refused though its sum is right. Damage is tested beside the
/// code.
#[test]
fn a_table_with_another_head_is_refused() {
    let folder = Folder::new("hash_head");
    let file = folder.file("table.hash");
    let mut engine = start(&["Hash value 2", &format!("Hash File value {file}")]);
    press(&mut engine, "Save Hash");
    let whole = folder.bytes("table.hash");
    // The first word, the version, and the owner behind its length (`search/table/file.rs`).
    let writer = 14 + usize::from(u16::from_le_bytes([whole[12], whole[13]]));
    let sum = writer + 10;
    let early = "it was altered before its first block";
    for (at, byte, reason) in [
        (8, 99, "its format has the unknown version 99"),
        (writer, 2, early),
        (writer + 1, 8, early),
        // It is the byte that is refused, not the sum: a head that may be is read past, up to the
        // next sum, which also covers the head.
        (writer + 1, 7, "it was altered in block 1"),
    ] {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        let right = crc32fast::hash(&bytes[..sum]).to_le_bytes();
        bytes[sum..sum + 4].copy_from_slice(&right);
        folder.write("table.hash", bytes);
        let note = press(&mut engine, "Load Hash");
        assert_eq!(note, format!("not loaded from {file}: {reason}"));
    }
    engine.quit();
}

#[cfg(unix)]
mod files {
    use super::*;
    use crate::support::engine::piped;
    use crate::support::shell;
    use plyglot_core::game::random::Random;
    use std::fs;
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Stdio;
    use std::time::Duration;

    /// An engine with a table of 2 MiB that saves to this file.
    fn saver(file: &str) -> Engine {
        start(&["Hash value 2", &format!("Hash File value {file}")])
    }

    /// Saves over and over until it is killed, this long after it began.
    fn save_until(file: &str, end: Duration) {
        let mut child = piped(&[], Stdio::inherit());
        let mut input = child.stdin.take().expect("stdin is a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
        let button = |button: &str| format!("setoption name {button}\n");
        let options =
            [button("Hash value 16"), button(&format!("Hash File value {file}"))].concat();
        write!(input, "{options}{}", button("Load Hash")).expect("it reads");
        let note = output.by_ref().map_while(Result::ok).find(|line| line.contains("hash "));
        assert!(note.as_ref().is_some_and(|note| note.contains("loaded from")), "{note:?}");
        input.write_all(button("Save Hash").repeat(500).as_bytes()).expect("it reads");
        std::thread::sleep(end);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }

    #[test]
    fn sixty_kills_leave_a_whole_table_and_nothing_else() {
        let folder = Folder::new("hash_kills");
        let file = folder.file("a.hash");
        let mut engine = start(&["Hash value 16", &format!("Hash File value {file}")]);
        engine.go("go nodes 300000");
        assert!(press(&mut engine, "Save Hash").starts_with("saved to"));
        let (mut random, mut most) = (Random::new(22), 0);
        for _ in 0..60 {
            save_until(&file, Duration::from_micros(random.below(50_000) as u64));
            most = most.max(folder.names().len());
        }
        assert!(most > 1, "no kill was in the midst of a save");
        assert!(most < 4, "each save removes what kills have left: {:?}", folder.names());
        assert!(press(&mut engine, "Load Hash").starts_with("loaded from"));
        assert!(press(&mut engine, "Save Hash").starts_with("saved to"));
        assert_eq!(folder.names(), ["a.hash"]);
        engine.quit();
    }

    /// Whoever has the same number, in another container, writes elsewhere.
    #[test]
    fn no_other_file_is_written_to() {
        let folder = Folder::new("hash_parts");
        let [file, victim] = ["a.hash", "victim"].map(|name| folder.file(name));
        fs::write(&victim, "precious").expect("a file can be written");
        for is_link in [true, false] {
            let mut engine = saver(&file);
            let part = format!("{file}.{}.part", engine.id());
            if is_link {
                symlink(&victim, &part).expect("a link can be made")
            } else {
                fs::write(&part, "theirs").expect("a file can be written")
            }
            assert!(press(&mut engine, "Save Hash").starts_with("saved to"));
            let expected = if is_link { "precious" } else { "theirs" };
            assert_eq!(fs::read_to_string(&part).expect("it exists"), expected);
            assert!(fs::symlink_metadata(&file).expect("it exists").is_file());
            assert!(press(&mut engine, "Load Hash").starts_with("loaded from"));
            engine.quit();
        }
    }

    /// An engine goes on without the disk, and the file is as it was.
    #[test]
    fn a_table_is_not_saved_to_a_full_disk() {
        let folder = Folder::new("hash_full");
        let mut engine = saver(&folder.file("a.hash"));
        engine.go("go depth 9");
        assert!(press(&mut engine, "Save Hash").starts_with("saved to"));
        engine.quit();
        let before = folder.bytes("a.hash");
        assert!(before.len() > 4096, "{} bytes", before.len());
        let options = "setoption name Hash value 2\\nsetoption name Hash File value a.hash";
        let said = shell::run_in(
            &folder,
            &format!(
                "trap '' XFSZ; printf '{options}\\ngo depth 8\\nsetoption name Save Hash\\n' | \
                 (ulimit -f 2; exec plyglot); echo status $?"
            ),
        );
        assert!(
            said.contains("hash not saved to a.hash: ") && said.contains("bestmove "),
            "{said}"
        );
        assert!(said.ends_with("status 0\n"), "{said}");
        assert!(folder.bytes("a.hash") == before, "the file is as it was");
    }

    #[test]
    fn links_and_permissions_stay() {
        let folder = Folder::new("hash_links");
        let [file, link] = ["a.hash", "link.hash"].map(|name| folder.file(name));
        symlink("a.hash", &link).expect("a link can be made");
        let mut engine = saver(&link);
        assert!(press(&mut engine, "Save Hash").starts_with("saved to"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
        let first = fs::read(&file).expect("it exists");
        engine.go("go depth 6");
        assert!(press(&mut engine, "Save Hash").starts_with("saved to"));
        assert_ne!(fs::read(&file).expect("it exists"), first, "what the link leads to");
        let mode = fs::metadata(&file).expect("it exists").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).expect("it exists").is_symlink());
        engine.quit();
    }

    #[test]
    fn a_file_of_something_else_is_kept() {
        let folder = Folder::new("hash_foreign");
        let file = folder.file("precious");
        let mut engine = saver(&file);
        for other in ["alias ll='ls -l'\n", "PLY"] {
            fs::write(&file, other).expect("a file can be written");
            let expected = format!("not saved to {file}: it contains something other than a table");
            assert_eq!(press(&mut engine, "Save Hash"), expected);
            assert_eq!(folder.read("precious"), other);
        }
        for table in ["", "PLYTABLE, and cut short"] {
            fs::write(&file, table).expect("a file can be written");
            assert!(press(&mut engine, "Save Hash").starts_with("saved to"), "{table}");
        }
        engine.quit();
    }
}
