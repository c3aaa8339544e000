//! Each tool that writes leaves alone what is not its own: it ends with status 1 and a line
//! that names the file, before it works for long, and no byte of any file is touched.

use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot};

/// The content of files that no tool has written: with and without a line end, binary, and
/// shorter than any beginning.
const FOREIGN: [&[u8]; 4] = [b"my secret key", b"a line\nof mine\n", &[0; 5000], b"p"];

/// Commands, each with the file that they write. `GAMES` is a file of games.
fn commands() -> Vec<(String, &'static str)> {
    let tiny = "--game cfour --nodes 20 --threads 1";
    let train = "train --game cfour --data GAMES --epochs 1 --hidden 32 --from zero --threads 1";
    let a_match = format!(
        "match --game cfour --each cmd={PLYGLOT} nodes=20 --engine name=a --engine name=b --rounds 1"
    );
    let mut commands = vec![
        (format!("datagen {tiny} --games 1 --out FILE"), "FILE"),
        (format!("spsa {tiny} --parameters lmr_base --steps 1 --pairs 1 --out FILE"), "FILE"),
        ("analyse --game tictactoe --depth 1 --svg FILE startpos".to_owned(), "FILE"),
        ("man .".to_owned(), "plyglot-match.1"),
    ];
    for file in ["FILE", "FILE.state"] {
        commands.push((format!("{train} --out FILE"), file));
    }
    for (option, file) in [
        ("pgnout", "FILE"),
        ("json", "FILE"),
        ("resume", "FILE"),
        ("live", "FILE"),
        ("log", "FILE"),
    ] {
        commands.push((format!("{a_match} --{option} {file}"), file));
    }
    commands
}

fn folder_of_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    ended_well(plyglot(&folder, "datagen --game cfour --nodes 20 --games 60 --out GAMES"));
    folder
}

#[test]
fn what_is_not_its_own_is_left_as_it_is() {
    let folder = folder_of_games("foreign");
    for (command, file) in commands() {
        // The man page of a tool is written after others.
        let is_alone = !command.starts_with("man ");
        for content in FOREIGN {
            folder.write(file, content);
            let before = folder.names();
            check_refused(&folder, &command, 1, &[file, "something other than"]);
            assert!(folder.bytes(file) == content, "{command}: {file} was changed");
            assert!(!is_alone || folder.names() == before, "{command}: {:?}", folder.names());
            folder.remove(file);
        }
    }
}

/// A tool's own output is overwritten when it runs again.
#[test]
fn what_is_its_own_is_written_again() {
    let folder = folder_of_games("foreign_own");
    for (command, file) in commands() {
        for _ in 0..2 {
            // A match that is over has nothing to resume.
            ended_well(plyglot(&folder, &command));
            assert!(folder.has(file), "{command}");
        }
        for name in folder.names().iter().filter(|name| *name != "GAMES") {
            folder.remove(name);
        }
    }
}

#[test]
fn learn_takes_no_folder_of_something_else() {
    let folder = Folder::new("foreign_learn");
    let learn = "learn --game cfour --out run --generations 1 --positions 1000 --gate 20 \
                 --hidden 32 --nodes 20 --epochs 1 --threads 1 --ladder 0";
    let file = |name: &str| format!("run/{name}");
    for (room, name) in [("", "mine.txt"), ("", "best.network"), ("games", "mine.txt")] {
        let path = file(&[room, name].join("/"));
        std::fs::create_dir_all(folder.file(&file(room))).expect("a folder");
        folder.write(&path, "mine\n");
        check_refused(&folder, learn, 1, &["run is not the folder of a run"]);
        assert_eq!(folder.read(&path), "mine\n");
        folder.remove(&path);
        if !room.is_empty() {
            std::fs::remove_dir(folder.file(&file(room))).expect("it is empty");
        }
    }
    ended_well(plyglot(&folder, learn));
    // Later on, only files of its own go: those it knows by their names and first bytes.
    let strangers = ["games/mine.txt", "networks/0009.mine", "training-0001", "notes"];
    strangers.iter().for_each(|name| folder.write(&file(name), "mine\n"));
    ended_well(plyglot(&folder, &learn.replace("--generations 1", "--generations 2")));
    strangers.iter().for_each(|name| assert_eq!(folder.read(&file(name)), "mine\n", "{name}"));
    // In the place of one of its own, a file of something else ends the run.
    for name in ["best.network", "training-0003.state", "gate-0003"] {
        let before = folder.has(&file(name)).then(|| folder.bytes(&file(name)));
        folder.write(&file(name), "mine\n");
        let longer = learn.replace("--generations 1", "--generations 3");
        check_refused(&folder, &longer, 1, &[name, "something other than"]);
        assert_eq!(folder.read(&file(name)), "mine\n");
        match before {
            Some(content) => folder.write(&file(name), content),
            None => folder.remove(&file(name)),
        }
    }
}
