//! Tables in files, as clients have them saved and loaded.

mod support;

use support::engine::Engine;
use support::matches::Folder;

/// An engine with these options, in their order.
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

/// What `Load Hash` or `Save Hash` says: one line, without its first words.
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
    assert_eq!(std::fs::read_dir(folder.file("")).expect("a folder").count(), 1, "no file is left");
    nodes
}

/// How much is spared at one depth is much by chance: histories, which are not in
/// the file, decide by how much moves are reduced. So it is taken of three.
#[test]
fn a_search_goes_on_from_a_file() {
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
fn a_solver_goes_on_from_a_file() {
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
    let fresh = number(&engine.go("go depth 8"), "nodes");
    press(&mut engine, "Save Hash");
    for (option, reason) in [
        ("Hash value 3", "it holds 2 MiB, Hash is 3; set Hash to 2 first"),
        ("UCI_Variant value cfour", "it is of chess, not cfour"),
        ("UCI_Variant value chess960", "it is of rules UCI_Chess960=false "),
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
        (&whole[..whole.len() / 2], "it was cut short"),
        (&whole[..whole.len() - 1], "it was cut short"),
        (&[whole.as_slice(), b"x"].concat(), "there is more behind its end"),
        (&altered, "it was altered in block "),
    ] {
        std::fs::write(&file, bytes).expect("a file of the test's own");
        let note = press(&mut engine, "Load Hash");
        assert!(note.starts_with(&format!("not loaded from {file}: {reason}")), "{note}");
        assert!(number(&engine.go("go depth 8"), "nodes") * 2 < fresh, "the table stays");
    }
    press(&mut engine, "Save Hash");
    assert!(press(&mut engine, "Load Hash").starts_with("loaded from"));
    engine.quit();
}
