//! Every surface in the language of each family's players: what they paste is read, what they type
//! is understood, what is shown is what they would write, and what they take away is in the format
//! that they know. The surfaces are the tools that the program has; the last family is a game of a
//! file that it has never seen.

use crate::client::Board;
use crate::support::folder::Folder;
use crate::support::shell;
use crate::surfaces::tools;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A game and what its players write.
struct Family {
    game: &'static str,
    /// A record, the format in which it is taken away again, and a part of that.
    record: &'static str,
    format: &'static str,
    written: &'static str,
    /// Its moves as they are shown, and as the protocol has them.
    shown: &'static [&'static str],
    names: &'static [&'static str],
    /// A first move in another form than the one in which it is shown, and that one.
    typed: &'static str,
    typed_shown: &'static str,
}

/// Pieces that step or leap on 5 by 5 squares; moves are written long.
const UNSEEN: &str = "\
[leapers]
maxFile = 5
maxRank = 5
king = k
customPiece1 = m:FD
customPiece2 = s:W
startFen = kmsms/5/5/5/SMSMK w 0 1
notation = lan
";
const UNSEEN_NAME: &str = "leapers";

const FAMILIES: &[Family] = &[
    Family {
        game: "chess",
        record: "[White \"A\"]\n\n1. e4 e5 2. Nf3 {a knight} *\n",
        format: "pgn",
        written: "1. e4 e5 2. Nf3 {a knight} *",
        shown: &["e4", "e5", "Nf3"],
        names: &["e2e4", "e7e5", "g1f3"],
        typed: "Ng1-f3",
        typed_shown: "Nf3",
    },
    Family {
        game: "crazyhouse",
        record: "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @d4 {a drop} *\n",
        format: "pgn",
        written: "2. exd5 Qxd5 3. P@d4 {a drop} *",
        shown: &["e4", "d5", "exd5", "Qxd5", "P@d4"],
        names: &["e2e4", "d7d5", "e4d5", "d8d5", "P@d4"],
        typed: "e2-e4",
        typed_shown: "e4",
    },
    Family {
        game: "xiangqi",
        record: "[Game \"Chinese Chess\"]\n[Variant \"xiangqi\"]\n\n1. 炮二平五 马8进7 {good} *\n",
        format: "pgn",
        written: "1. C2=5 H8+7 {good} *",
        shown: &["C2=5", "H8+7"],
        names: &["h3e3", "h10g8"],
        typed: "H2-E2",
        typed_shown: "C2=5",
    },
    Family {
        game: "makruk",
        record: "[Variant \"Makruk\"]\n\n1. e4 d5 2. exd5 exd5 {takes} *\n",
        format: "pgn",
        written: "1. e4 d5 2. exd5 exd5 {takes} *",
        shown: &["e4", "d5", "exd5", "exd5"],
        names: &["e3e4", "d6d5", "e4d5", "e6d5"],
        typed: "e3-e4",
        typed_shown: "e4",
    },
    Family {
        game: "draughts",
        record: "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 {even} *\n",
        format: "pdn",
        written: "1. 32-28 19-23 2. 28x19 14x23 {even}",
        shown: &["32-28", "19-23", "28x19", "14x23"],
        names: &[],
        typed: "d4e5",
        typed_shown: "32-28",
    },
    Family {
        game: UNSEEN_NAME,
        record: "[Variant \"leapers\"]\n\n1. b1c2 d5c4 {meets} *\n",
        format: "pgn",
        written: "1. Mb1-c2 Md5-c4 {meets} *",
        shown: &["Mb1-c2", "Md5-c4"],
        names: &["b1c2", "d5c4"],
        typed: "b1c2",
        typed_shown: "Mb1-c2",
    },
    Family {
        game: "shogi",
        record: "手合割：平手\n先手：A\n後手：B\n   1 ７六歩(77)\n   2 ３四歩(33)\n*good\n   3 ２二角成(88)\n",
        format: "kif",
        written: "*good\n",
        shown: &["P-7f", "P-3d", "Bx2b+"],
        names: &["c3c4", "g7g6", "b2h8+"],
        typed: "７六歩",
        typed_shown: "P-7f",
    },
];

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
    "tune",
];

impl Family {
    fn arguments(&self) -> String {
        let files = if self.game == UNSEEN_NAME { "--variants unseen.ini " } else { "" };
        format!("{files}--game {}", self.game)
    }

    fn folder(&self) -> Folder {
        let folder = Folder::new(&format!("families-{}", self.game));
        folder.write("unseen.ini", UNSEEN);
        folder.write("record", self.record);
        folder
    }

    fn run(&self, folder: &Folder, command: &str) -> String {
        let command = command.replace("GAME", &self.arguments()).replace("TYPED", self.typed);
        shell::run_in(folder.file("").as_ref(), &format!("{command} 2>&1"))
    }

    #[track_caller]
    fn expect(&self, surface: &str, said: &str, expected: &str) {
        assert!(said.contains(expected), "{surface}, {}: no {expected:?} in {said}", self.game);
    }

    /// Expects the moves of the record, in their order.
    #[track_caller]
    fn expect_shown(&self, surface: &str, said: &str) {
        let mut rest = said;
        for shown in self.shown {
            let Some(at) = rest.find(shown) else {
                panic!("{surface}, {}: no {shown:?} in {rest}; {said}", self.game)
            };
            rest = &rest[at + shown.len()..];
        }
    }

    fn in_protocol(&self, folder: &Folder) {
        let dialogue = |name: &str| {
            let lines = format!("position startpos moves {name}\\nd");
            self.run(folder, &format!("printf '{lines}\\n' | plyglot GAME"))
        };
        let typed = dialogue(self.typed);
        assert!(!typed.contains("error") && typed.contains("Fen: "), "{}: {typed}", self.game);
        assert_eq!(typed, dialogue(self.typed_shown), "{}", self.game);
    }

    fn in_tool(&self, tool: &str, folder: &Folder) {
        match tool {
            "analyse" => {
                let arguments = "--games record --nodes 1 --gamesout taken";
                self.expect_shown(
                    tool,
                    &self.run(folder, &format!("plyglot analyse {arguments} GAME")),
                );
                let taken = folder.read("taken");
                self.shown.iter().take(1).for_each(|shown| {
                    let shown = if self.format == "kif" { "７六歩(77)" } else { shown };
                    self.expect(tool, &taken, shown);
                });
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
                self.expect(tool, &said, self.typed_shown);
                self.expect(tool, &said, "Took back 1 move.");
            }
            "explain" | "compare" => {
                let said = self
                    .run(folder, &format!("plyglot {tool} 'startpos moves TYPED' --depth 1 GAME"));
                let after = self.board(folder).position(self.game, None, &[self.typed]);
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
        let read =
            board.post("api/record", &json!({ "text": self.record, "game": self.game })).json();
        let game = &read["games"][0];
        assert_eq!((&read["error"], &game["game"]), (&Value::Null, &json!(self.game)), "{read}");
        let moves = game["moves"].as_array().expect("moves");
        let of = |field: &str| moves.iter().map(|m| m[field].clone()).collect::<Vec<_>>();
        assert_eq!(of("shown"), self.shown, "{}", self.game);
        if !self.names.is_empty() {
            assert_eq!(of("name"), self.names, "{}", self.game);
        }
        let asked = json!({
            "game": self.game, "moves": of("name"), "players": ["A", "B"], "line": moves,
            "tags": game["tags"], "format": game["format"], "result": "unfinished",
        });
        let saved = board.post("api/save", &asked);
        let text =
            saved.json()["text"].as_str().unwrap_or_else(|| panic!("{}", saved.body)).to_owned();
        assert_eq!(game["format"], self.format, "{}", self.game);
        self.expect("board", &text, self.written);
        let shown = board.position(self.game, None, &[self.typed]);
        assert_eq!(shown["line"][0]["shown"], self.typed_shown, "{}", self.game);
    }
}

#[test]
fn every_surface_speaks_the_language_of_each_family() {
    let without: BTreeSet<String> = WITHOUT_MOVES.iter().map(|&tool| tool.to_owned()).collect();
    for family in FAMILIES {
        let folder = family.folder();
        family.in_protocol(&folder);
        for tool in tools().difference(&without) {
            family.in_tool(tool, &folder);
        }
    }
}
