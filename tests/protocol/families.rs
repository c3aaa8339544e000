//! Every surface in the language of each family's players: what they paste is read, what they type
//! is understood, what is shown is what they would write, and what they take away is in the format
//! that they know. The surfaces are the tools that the program has; the games are in
//! `tests/data/families.json`, by which Python, npm and the formats of records are tested, too.
//! One is of a file that the program has never seen. The keys of a family:
//!
//! - `game`: its name, and `rules`: the text of its file, if it is not in the library;
//! - `record`: a game as its players have it, and `format`: the name of the format of that, which is
//!   also the one that the board writes;
//! - `others`: the same moves as records in other formats, by the names of these;
//! - `written`: what the board writes of the record, and `analysed`: what `analyse` does;
//! - `shown`: the moves as they are shown, and `names`: as the protocol has them;
//! - `typed`: a first move as a player may type it, and `typed_shown`: as it is shown.
//!
//! Some have more for the tests of formats, by the names of these: `examples` of all that a record
//! can have, and `files` of games that are hard to divide.

use crate::client::Board;
use crate::support::folder::Folder;
use crate::support::shell;
use crate::surfaces::tools;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A game and what its players write.
struct Family(Value);

/// Tools in which nobody reads or writes a move.
const WITHOUT_MOVES: &[&str] = &[
    "bench",
    "check",
    "completions",
    "datagen",
    "games",
    "learn",
    "man",
    "spsa",
    "survey",
    "train",
];

impl Family {
    fn all() -> Vec<Family> {
        let families: Value =
            serde_json::from_str(include_str!("../data/families.json")).expect("families");
        families.as_array().expect("a list").iter().cloned().map(Family).collect()
    }

    fn text(&self, field: &str) -> &str {
        self.0[field].as_str().unwrap_or_default()
    }

    fn game(&self) -> &str {
        self.text("game")
    }

    fn arguments(&self) -> String {
        let files = if self.text("rules").is_empty() { "" } else { "--variants unseen.ini " };
        format!("{files}--game {}", self.game())
    }

    fn folder(&self) -> Folder {
        let folder = Folder::new(&format!("families-{}", self.game()));
        folder.write("unseen.ini", self.text("rules"));
        folder.write("record", self.text("record"));
        folder
    }

    fn run(&self, folder: &Folder, command: &str) -> String {
        let command =
            command.replace("GAME", &self.arguments()).replace("TYPED", self.text("typed"));
        shell::run_in(folder, &format!("{command} 2>&1"))
    }

    #[track_caller]
    fn expect(&self, surface: &str, said: &str, expected: &str) {
        assert!(said.contains(expected), "{surface}, {}: no {expected:?} in {said}", self.game());
    }

    /// Expects the moves of the record, in their order.
    #[track_caller]
    fn expect_shown(&self, surface: &str, said: &str) {
        let mut rest = said;
        for shown in self.0["shown"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let Some(at) = rest.find(shown) else {
                panic!("{surface}, {}: no {shown:?} in {rest}; {said}", self.game())
            };
            rest = &rest[at + shown.len()..];
        }
    }

    fn in_protocol(&self, folder: &Folder) {
        let dialogue = |name: &str| {
            let lines = format!("position startpos moves {name}\\nd");
            self.run(folder, &format!("printf '{lines}\\n' | plyglot GAME"))
        };
        let typed = dialogue(self.text("typed"));
        assert!(!typed.contains("error") && typed.contains("Fen: "), "{}: {typed}", self.game());
        assert_eq!(typed, dialogue(self.text("typed_shown")), "{}", self.game());
    }

    fn in_tool(&self, tool: &str, folder: &Folder) {
        match tool {
            "analyse" => {
                let arguments = "--games record --nodes 1 --gamesout taken";
                self.expect_shown(
                    tool,
                    &self.run(folder, &format!("plyglot analyse {arguments} GAME")),
                );
                self.expect(tool, &folder.read("taken"), self.text("analysed"));
            }
            // The moves are those of its own games.
            "book" => {
                let arguments = "--chapters openings --games 2 --nodes 1 --out told";
                self.run(folder, &format!("plyglot book {arguments} GAME"));
                let page = folder.read("told/openings.html");
                let start = self.board(folder).position(self.game(), None, &[]);
                let legal = start["moves"].clone();
                let mut records = legal
                    .as_array()
                    .expect("moves")
                    .iter()
                    .filter_map(|m| m["record"].as_str())
                    .map(|record| format!("<th scope=\"row\">{record}</th>"));
                assert!(records.any(|row| page.contains(&row)), "{tool}, {}", self.game());
            }
            "match" => {
                let arguments = "--each cmd=plyglot nodes=1 --engine name=a --engine name=b --rounds 1 \
                                 --openings file=record format=pgn --maxmoves 9 --pgnout games.pgn";
                self.run(folder, &format!("plyglot match {arguments} GAME"));
                self.expect_shown(tool, &folder.read("games.pgn"));
            }
            "play" => {
                let said = self.run(
                    folder,
                    "printf 'moves\\nTYPED\\nundo\\n' | plyglot play --side both GAME",
                );
                self.expect(tool, &said, self.text("typed_shown"));
                self.expect(tool, &said, "Took back 1 move.");
            }
            "explain" | "compare" => {
                let said = self
                    .run(folder, &format!("plyglot {tool} 'startpos moves TYPED' --depth 1 GAME"));
                let after = self.board(folder).position(self.game(), None, &[self.text("typed")]);
                let legal = after["moves"].clone();
                let shown = legal.as_array().expect("moves").iter();
                let mut shown = shown.filter_map(|m| m["shown"].as_str());
                assert!(shown.any(|shown| said.contains(&format!(" {shown}"))), "{tool}: {said}");
            }
            // It reads them, and prints numbers.
            "solve" => {
                let said = self.run(folder, "plyglot solve 'startpos moves TYPED x' GAME");
                self.expect(tool, &said, "found 'x'");
            }
            "board" => self.on_board(folder),
            _ => panic!("no case for {tool}"),
        }
    }

    fn board(&self, folder: &Folder) -> Board {
        let arguments = self.arguments().replace("unseen.ini", &folder.file("unseen.ini"));
        Board::start(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    fn on_board(&self, folder: &Folder) {
        let board = self.board(folder);
        let read = |text: &str| {
            let asked = json!({ "text": text, "game": self.game() });
            let read = board.post("api/record", &asked).json();
            let game = read["games"][0].clone();
            assert_eq!((&read["error"], &game["game"]), (&Value::Null, &self.0["game"]), "{read}");
            game
        };
        let of = |game: &Value, field: &str| {
            let moves = game["moves"].as_array().expect("moves").iter();
            Value::from(moves.map(|m| m[field].clone()).collect::<Vec<_>>())
        };
        let others = self.0["others"].as_object().into_iter().flatten();
        for (format, text) in others {
            let other = read(text.as_str().expect("a record"));
            assert_eq!(of(&other, "name"), self.0["names"], "{format}, {}", self.game());
        }
        let game = read(self.text("record"));
        assert_eq!(
            (of(&game, "shown"), of(&game, "name")),
            (self.0["shown"].clone(), self.0["names"].clone())
        );
        let asked = json!({
            "game": self.game(), "moves": of(&game, "name"), "players": ["A", "B"], "line": game["moves"],
            "tags": game["tags"], "format": game["format"], "result": "unfinished",
        });
        let saved = board.post("api/save", &asked);
        let text =
            saved.json()["text"].as_str().unwrap_or_else(|| panic!("{}", saved.body)).to_owned();
        assert_eq!(game["format"], self.0["format"], "{}", self.game());
        self.expect("board", &text, self.text("written"));
        let shown = board.position(self.game(), None, &[self.text("typed")]);
        assert_eq!(shown["line"][0]["shown"], self.0["typed_shown"], "{}", self.game());
    }
}

#[test]
fn every_surface_speaks_the_language_of_each_family() {
    let without: BTreeSet<String> = WITHOUT_MOVES.iter().map(|&tool| tool.to_owned()).collect();
    for family in Family::all() {
        let folder = family.folder();
        family.in_protocol(&folder);
        for tool in tools().difference(&without) {
            family.in_tool(tool, &folder);
        }
    }
}
