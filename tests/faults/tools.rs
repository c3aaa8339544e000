//! The commands that write files.

use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The entries of a folder, by path in it: the content of files, `None` for folders.
pub(crate) type Content = BTreeMap<String, Option<Vec<u8>>>;

/// How a command tells that a file cannot be written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Complaint {
    /// It ends with status 1 and an error.
    Error,
    /// It goes on, and says this on its output.
    Said(&'static str),
}

pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<String>,
    pub(crate) input: &'static str,
    pub(crate) complaint: Complaint,
    /// The commands that make what it finds.
    before: Vec<Vec<String>>,
}

/// A foreign file, which no command may touch.
const FOREIGN: (&str, &str) = ("notes", "mine\n");

/// A test for each of [`named`], that calls `check` with its name.
macro_rules! test_each_tool {
    () => {
        test_each_tool! {
            datagen, match_resumed, match_watched, train, train_again, learn, analyse, compare,
            play, table
        }
        #[test]
        fn spsa() {
            check("spsa");
        }
    };
    ($($name:ident),*) => { $(
        #[test]
        #[ignore = "takes minutes"]
        fn $name() {
            check(stringify!($name));
        }
    )* };
}

/// A command of this name: a tiny one, whose result follows from its arguments.
pub(crate) fn named(name: &str) -> Tool {
    let found = all().into_iter().find(|tool| tool.name == name);
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

fn all() -> Vec<Tool> {
    let games = |count, out| {
        format!("datagen --game cfour --nodes 20 --threads 1 --games {count} --out {out}")
    };
    let data = games(40, "GAMES");
    let each =
        format!("--game cfour --each cmd={PLYGLOT} nodes=20 --engine name=a --engine name=b");
    let a_match = format!("match {each} --openings random plies=4 --rounds 2 --concurrency 1");
    let watched = a_match.replace("cfour", "tictactoe").replace("plies=4 --rounds 2", "plies=2")
        + " --rounds 1 --games 1 --live live --log log";
    let train = "train --game cfour --data GAMES --hidden 32 --from zero --threads 1 \
                 --batch 128 --out new.network --epochs";
    let tiny = "--game cfour --nodes 20 --threads 1";
    let spsa = format!("spsa {tiny} --parameters lmr_base --steps 3 --pairs 1 --out found");
    let learn = "learn --game cfour --out run --positions 1000 --gate 4 --hidden 32 --nodes 20 \
                 --epochs 1 --threads 1 --ladder 0 --generations";
    let analyse = "analyse --game tictactoe --svg board.svg startpos --depth";
    let files = "--resume match.json --pgnout match.pgn";
    vec![
        tool("datagen", &games(10, "games"), &[]),
        tool("match_resumed", &format!("{a_match} {files}"), &[]),
        tool("match_watched", &watched, &[]),
        tool("train", &format!("{train} 2 --resume"), &[&data]),
        tool("train_again", &format!("{train} 1 --seed 2"), &[&data, &format!("{train} 2")]),
        tool("learn", &format!("{learn} 2"), &[]),
        tool("spsa", &spsa, &[]),
        tool("analyse", &format!("{analyse} 1"), &[&format!("{analyse} 2")]),
        Tool {
            input: "b2\nsave games.pgn\nquit\n",
            complaint: Complaint::Said("games.pgn cannot be written"),
            ..tool(
                "play",
                "play ttt --side both --hash 1",
                &[&format!("{} --pgnout games.pgn", a_match.replace("--rounds 2", "--rounds 1"))],
            )
        },
        Tool {
            arguments: saving_a_table("go nodes 300"),
            complaint: Complaint::Said("hash not saved to a.hash"),
            before: vec![saving_a_table("go nodes 100")],
            ..tool("table", "", &[])
        },
    ]
}

fn tool(name: &'static str, arguments: &str, before: &[&str]) -> Tool {
    Tool {
        name,
        arguments: words(arguments),
        input: "",
        complaint: Complaint::Error,
        before: before.iter().map(|arguments| words(arguments)).collect(),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The arguments of an engine that saves its table after a search.
fn saving_a_table(search: &str) -> Vec<String> {
    let [size, file, save] = ["Hash value 1", "Hash File value a.hash", "Save Hash"]
        .map(|option| format!("setoption name {option}"));
    vec![size, "position startpos".to_owned(), search.to_owned(), file, save]
}

impl Tool {
    pub(crate) fn folder(&self, purpose: &str) -> Folder {
        let folder = Folder::new(&format!("faults-{purpose}-{}", self.name));
        folder.write(FOREIGN.0, FOREIGN.1);
        for arguments in &self.before {
            let mut command = plyglot(&folder, "");
            command.args(arguments);
            ended_well(command);
        }
        folder
    }
}

pub(crate) fn content(folder: &Folder) -> Content {
    let mut content = Content::new();
    collect(&folder.path(), "", &mut content);
    content
}

fn collect(folder: &Path, prefix: &str, content: &mut Content) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), content);
            content.insert(name, None);
        } else {
            content.insert(name, Some(fs::read(entry.path()).expect("a file")));
        }
    }
}

pub(crate) fn restore(folder: &Folder, content: &Content) {
    let root = folder.path();
    fs::remove_dir_all(&root).expect("a folder");
    fs::create_dir(&root).expect("a folder");
    // A folder comes before what is in it.
    for (name, bytes) in content {
        let path = root.join(name);
        match bytes {
            None => fs::create_dir(path).expect("a folder"),
            Some(bytes) => fs::write(path, bytes).expect("a file"),
        }
    }
}

/// Without what the clock has written. Nothing is left of a log.
pub(crate) fn without_times(content: &Content) -> Content {
    content
        .iter()
        .map(|(name, bytes)| {
            let bytes = bytes.as_ref().map(|bytes| match str::from_utf8(bytes) {
                Ok(_) if name == "log" => Vec::new(),
                Ok(text) => without_times_of(name, text).into_bytes(),
                Err(_) => bytes.clone(),
            });
            (name.clone(), bytes)
        })
        .collect()
}

fn without_times_of(name: &str, text: &str) -> String {
    if name.ends_with(".pgn") {
        // Times of moves, as in `{+M18/35 0.001s}` and `{0.001s}`; lines break anywhere.
        let is_no_time = |word: &&str| {
            let seconds = word.trim_matches(['{', '}']).strip_suffix('s');
            seconds.is_none_or(|seconds| seconds.parse::<f64>().is_err())
        };
        return text.split_whitespace().filter(is_no_time).collect::<Vec<_>>().join(" ");
    }
    // The seal of a state that has times depends on them.
    let words: &[&str] = match name {
        "run/state" => &["\"secs\":", "\"nanos\":", "\"seconds\":", "CRC-32 "],
        // A line of a record has a sum.
        _ => &["\"time\":", "\"began\":", "\"sum\":\""],
    };
    words.iter().fold(text.to_owned(), |text, word| {
        let mut parts = text.split(word);
        let first = parts.next().unwrap_or_default().to_owned();
        let is_number = |c: char| c.is_ascii_hexdigit() || ".-+".contains(c);
        parts.fold(first, |rest, part| rest + word + part.trim_start_matches(is_number))
    })
}
