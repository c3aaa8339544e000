//! Every tool and every word of the dialogue, with a game of the library, with the only game of a
//! file that the program has never seen, and with one of two in a file. The tools and the words are
//! those that the program itself has: one without a case here fails.

use crate::client::Board;
use crate::support::folder::Folder;
use crate::support::shell;
use plyglot_engine::protocol::command_words;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Kings and two kinds of leapers on 5 by 5 squares.
const ONE: &str = "\
[leapers]
maxFile = 5
maxRank = 5
king = k
customPiece1 = m:FD
customPiece2 = s:W
startFen = kmsms/5/5/5/SMSMK w 0 1
";
/// Another array of them.
const SECOND: &str = "[steppers:leapers]\nstartFen = ksmms/5/5/5/SMMSK w 0 1\n";

/// A game, and how it is named.
struct Named {
    /// The options that bring files.
    files: &'static str,
    /// The option that names it; empty where that is not needed.
    option: &'static str,
    name: &'static str,
    /// The pieces at the start.
    array: &'static str,
    /// The number of first moves, as pyffish counts them, and one of them.
    moves: &'static str,
    first: &'static str,
}

const GAMES: [Named; 3] = [
    Named {
        files: "",
        option: "--game gardner",
        name: "gardner",
        array: "rnbqk/ppppp/5/PPPPP/RNBQK",
        moves: "7",
        first: "a2a3",
    },
    Named {
        files: "--variants one.ini",
        option: "",
        name: "leapers",
        array: "kmsms/5/5/5/SMSMK",
        moves: "10",
        first: "a1a2",
    },
    Named {
        files: "--variants two.ini",
        option: "--game steppers",
        name: "steppers",
        array: "ksmms/5/5/5/SMMSK",
        moves: "10",
        first: "a1a2",
    },
];

/// The message where one of two games has to be named.
const UNNAMED: &str = "error: the file has 2 games (leapers, steppers): name one with --game";

impl Named {
    /// A text with this game in place of the words in capitals.
    fn fill(&self, text: &str) -> String {
        let game = format!("{} {}", self.files, self.option);
        [
            ("GAME", &*game),
            ("FILES", self.files),
            ("NAME", self.name),
            ("ARRAY", self.array),
            ("MOVES", self.moves),
            ("FIRST", self.first),
        ]
        .iter()
        .fold(text.to_owned(), |text, (word, value)| text.replace(word, value))
    }

    fn folder(&self, test: &str) -> Folder {
        let folder = Folder::new(&format!("surfaces-{test}-{}", self.name));
        folder.write("one.ini", ONE);
        folder.write("two.ini", format!("{ONE}{SECOND}"));
        folder
    }
}

/// How a tool is tried: its arguments, with what must be there before, and what shows then that it
/// was the right game.
struct Case {
    tool: &'static str,
    before: &'static str,
    arguments: &'static str,
    /// What prints more than the tool did.
    after: &'static str,
    shows: &'static str,
}

const fn case(tool: &'static str, arguments: &'static str, shows: &'static str) -> Case {
    Case { tool, before: "", arguments, after: "", shows }
}

const fn written(
    tool: &'static str,
    before: &'static str,
    arguments: &'static str,
    after: &'static str,
    shows: &'static str,
) -> Case {
    Case { tool, before, arguments, after, shows }
}

const RECORDED: &str =
    "plyglot datagen --games 40 --nodes 20 --plies 2 --threads 1 --out games GAME >log";

const CASES: &[Case] = &[
    case("play", "GAME", "NAME: you are "),
    case("solve", "'k4/5/5/5/4K w - - 0 1' --json GAME", "\"game\":\"NAME\""),
    case("analyse", "startpos --depth 1 --json GAME", "\"game\":\"NAME\""),
    case("explain", "startpos --depth 1 --json GAME", "\"game\":\"NAME\""),
    case("compare", "--depth 1 --json GAME", "\"game\":\"NAME\""),
    written(
        "match",
        "",
        "--each cmd=plyglot nodes=20 --engine name=a --engine name=b --rounds 1 --maxmoves 4 \
         --pgnout games.pgn GAME",
        // No engine has lost by an illegal move.
        "grep -c 'Termination .adjudication' games.pgn; grep Variant games.pgn",
        "2\n[Variant \"NAME\"]",
    ),
    written(
        "datagen",
        "",
        "--games 4 --nodes 20 --plies 2 --threads 1 --out games GAME",
        "head -c 40 games",
        "NAME",
    ),
    written(
        "learn",
        "",
        "--positions 1000 --gate 2 --hidden 32 --epochs 1 --nodes 10 --plies 2 --generations 1 \
         --ladder 0 --threads 1 --out run GAME",
        "head -n 2 run/best.network",
        "game NAME\n",
    ),
    written(
        "train",
        RECORDED,
        "--data games --hidden 32 --epochs 1 --threads 1 --out n GAME",
        "head -n 2 n",
        "game NAME\n",
    ),
    written(
        "spsa",
        "",
        "--parameters lmr_base --steps 2 --pairs 2 --nodes 20 --plies 2 --threads 1 --out pairs GAME",
        "cat pairs",
        "plyglot spsa --game NAME ",
    ),
    case("survey", "--games 2 --nodes 20 --threads 1 GAME", "NAME: 2 games between equals"),
    written(
        "book",
        "",
        "--chapters rules --out told GAME",
        "grep -o '<title>Start position.*</title>' told/index.html",
        "<title>Start position: ARRAY w ",
    ),
    case("games", "FILES", "\n  NAME "),
    // It is about a file, whichever the game.
    case("check", "two.ini FILES", "2 valid games: leapers, steppers\n"),
    case("bench", "NAME --json FILES", "\"game\":\"NAME\",\"nodes\":"),
    case("completions", "bash FILES", " NAME"),
    case("man", "FILES", "Generated by Plyglot"),
    // The page itself is tested in `tests/board` and in the browser.
    case(BOARD, "GAME", ""),
];

const BOARD: &str = "board";

/// The tools that the program has: `man` writes a page of each.
pub(crate) fn tools() -> BTreeSet<String> {
    // Two tests would share the folder.
    static TOOLS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let folder = Folder::new("surfaces-man");
        shell::run(&format!("plyglot man {}", folder.file("")));
        let names = folder.names().into_iter();
        let tools = names
            .filter_map(|name| Some(name.strip_prefix("plyglot-")?.strip_suffix(".1")?.to_owned()));
        tools.collect()
    });
    TOOLS.clone()
}

impl Case {
    /// What it prints with a game, its exit status first.
    fn run(&self, game: &Named, test: &str) -> String {
        let folder = game.folder(&format!("{test}-{}", self.tool));
        let Case { tool, before, arguments, after, .. } = self;
        let command = format!(
            "{{ {before}
                plyglot {tool} {arguments}
                echo \"status $?\"
                {after}
            }} 2>&1"
        );
        shell::run_in(&folder, &game.fill(&command))
    }
}

/// Has a board search the start position, and looks what it shows.
fn search_on_board(game: &Named) {
    let folder = game.folder("board");
    let whole =
        |text: &str| text.replace("--variants ", &format!("--variants {}/", folder.file("")));
    let arguments = whole(&game.fill("GAME"));
    let board = Board::start(&arguments.split_whitespace().collect::<Vec<_>>());
    let shown = board.position(game.name, None, &[]);
    let moves = shown["moves"].as_array().map(Vec::len);
    assert_eq!(moves.map(|moves| moves.to_string()).as_deref(), Some(game.moves), "{shown}");
    let limits = json!({ "depth": 1 });
    let asked = json!({ "game": game.name, "moves": [], "tab": "a", "limits": limits });
    let answer = board.post("api/search", &asked);
    let last = answer.lines().last().cloned();
    let best = last.filter(|line| line["type"] == "best");
    let best = best.unwrap_or_else(|| panic!("{}: {}", game.name, answer.body));
    board.position(game.name, None, &[best["move"].as_str().expect("a move")]);
}

#[test]
fn every_tool_has_a_case() {
    let cases: BTreeSet<String> = CASES.iter().map(|case| case.tool.to_owned()).collect();
    assert_eq!(cases, tools());
}

#[test]
fn every_tool_takes_games_of_the_library_and_of_files() {
    for (case, game) in CASES.iter().flat_map(|case| GAMES.iter().map(move |game| (case, game))) {
        if case.tool == BOARD {
            search_on_board(game);
            continue;
        }
        let said = case.run(game, "tools");
        assert!(said.contains("status 0\n"), "{} {}: {said}", case.tool, game.name);
        let shown = game.fill(case.shows).to_lowercase();
        assert!(said.to_lowercase().contains(&shown), "{} {}: {said}", case.tool, game.name);
    }
}

/// Who brings several games has to say which one is meant: no tool plays chess instead.
#[test]
fn of_several_games_one_is_named() {
    let unnamed = Named { option: "", ..GAMES[2] };
    for case in CASES.iter().filter(|case| case.arguments.contains("GAME")) {
        let said = Case { after: "", before: "", ..*case }.run(&unnamed, "unnamed");
        assert_eq!(said, format!("{UNNAMED}\nstatus 1\n"), "{}", case.tool);
    }
    // A word may also name it.
    let folder = unnamed.folder("words");
    for (command, expected) in [
        ("survey steppers --games 2 --nodes 20 --variants two.ini", "steppers: 2 games"),
        ("--variants one.ini --variants two.ini --game leapers go perft 1", "searched: 10\n"),
        ("--variants two.ini 'setoption name UCI_Variant value steppers' 'go perft 1'", ": 10\n"),
        ("bench --variants two.ini", "steppers: "),
        // What is not about a game needs none.
        ("--variants two.ini isready", "readyok\n"),
    ] {
        let said = shell::run_in(&folder, &format!("plyglot {command} 2>&1"));
        assert!(said.contains(expected) && !said.contains("chess"), "{command}: {said}");
    }
    // Files may have them together.
    folder.write("three.ini", "[third:chess]\n");
    let said = shell::run_in(
        &folder,
        "plyglot --variants three.ini --variants one.ini go depth 3 2>&1; echo $?",
    );
    let expected = "error: the files have 2 games (third, leapers): name one with --game\n1\n";
    assert_eq!(said, expected);
}

/// A word of the dialogue: lines that use it, and what they print.
const DIALOGUES: &[(&str, &str, &str)] = &[
    ("setoption", "setoption name UCI_Variant value NAME\ngo perft 1", "Nodes searched: MOVES\n"),
    ("position", "position startpos moves FIRST\nquery p1turn", "response false\n"),
    ("go", "go perft 1", "Nodes searched: MOVES\n"),
    ("d", "d", "Fen: ARRAY w "),
    ("flip", "flip", "expected a game that supports flipping"),
    ("path", "path FIRST", "info string path FIRST "),
    ("eval", "eval", "Final evaluation"),
    ("bench", "bench NAME", "NAME: "),
    ("load", "load two.ini\nsetoption name UCI_Variant value NAME\ngo perft 1", ": MOVES\n"),
    ("check", "check two.ini", "two.ini: 2 valid games: leapers, steppers\n"),
    ("query", "query p1turn", "response true\n"),
    ("uci", "uci", "option name UCI_Variant type combo default NAME var "),
    ("quit", "quit\nd", ""),
    ("ugi", "ugi", "option name UCI_Variant type combo default NAME var "),
    ("usi", "usi", "info string USI does not support NAME; the game is shogi\n"),
    ("ucci", "ucci", "info string UCCI does not support NAME; the game is xiangqi\n"),
    ("xboard", "xboard\nnew\nping 1", "_fairy ARRAY w "),
    ("debug", "debug on\nx go perft 1", "Nodes searched: MOVES\n"),
    ("isready", "isready", "readyok\n"),
    ("register", "register later\ngo perft 1", "Nodes searched: MOVES\n"),
    ("ucinewgame", "ucinewgame\ngo perft 1", "Nodes searched: MOVES\n"),
    ("uginewgame", "uginewgame\ngo perft 1", "Nodes searched: MOVES\n"),
    ("stop", "go infinite\nstop", "bestmove "),
    ("ponderhit", "go ponder depth 1\nponderhit", "bestmove "),
    ("genfens", "genfens 1 seed 1 book None", "info string genfens "),
    ("help", "help", "count move sequences"),
];

/// What the program prints when it is told these lines.
fn dialogue(folder: &Folder, arguments: &str, lines: &str) -> String {
    shell::run_in(folder, &format!("printf '{lines}\\n' | plyglot {arguments} 2>&1"))
}

#[test]
fn every_word_of_the_dialogue_is_for_any_game() {
    let words: BTreeSet<&str> = command_words().collect();
    assert_eq!(DIALOGUES.iter().map(|(word, ..)| *word).collect::<BTreeSet<_>>(), words);
    for game in &GAMES {
        let folder = game.folder("dialogue");
        for (word, lines, shows) in DIALOGUES {
            let said =
                dialogue(&folder, &game.fill("GAME"), &game.fill(&lines.replace('\n', "\\n")));
            assert!(said.contains(&game.fill(shows)), "{word} {}: {said}", game.name);
        }
    }
}

/// A dialogue of a client goes on with chess, as it may choose a game by an option: it is told.
#[test]
fn a_dialogue_says_which_of_several_games_is_played() {
    let unnamed = Named { option: "", ..GAMES[2] };
    let folder = unnamed.folder("note");
    let note = "the file has 2 games (leapers, steppers); until one is selected, the game is chess";
    for (lines, notes) in [
        ("uci\\nposition startpos\\ngo depth 1\\ngo depth 1", 1),
        ("setoption name UCI_Variant value steppers\\nposition startpos\\ngo depth 1", 0),
        ("xboard\\nprotover 2\\nnew\\nvariant steppers\\nping 1", 1),
    ] {
        let said = dialogue(&folder, unnamed.files, lines);
        assert_eq!(said.matches(note).count(), notes, "{lines}: {said}");
    }
    // Who loads a file later goes on with the game in hand.
    let said = dialogue(&folder, "", "load two.ini\\ngo perft 1");
    assert!(said.contains("Nodes searched: 20\n") && !said.contains("until"), "{said}");
}

/// A file that names one of the games that are compiled in does not change it, and that is said.
#[test]
fn games_that_keep_their_rules_are_named() {
    let folder = Folder::new("surfaces-own");
    folder.write("my.ini", format!("[chess:atomic]\n{ONE}"));
    let said = dialogue(&folder, "--variants my.ini", "go perft 1");
    assert!(said.contains("my.ini: chess: ignored, built-in games keep their rules"), "{said}");
    assert!(said.contains("Nodes searched: 10\n"), "the only game of the file: {said}");
}

/// Gomocup's clients have a board of 15 by 15 points for games of stones.
#[test]
fn gomocup_plays_the_game_that_was_named() {
    let folder = Folder::new("surfaces-gomocup");
    folder.write("four.ini", "[four:gomoku]\nconnectN = 4\n");
    folder.write("one.ini", ONE);
    // Three stones in a row: in a game to four, the fourth one wins.
    let board = "START 15\\nINFO timeout_turn 100\\nBOARD\\n5,7,1\\n0,0,2\\n6,7,1\\n0,14,2\\n7,7,1\\n\
                 14,0,2\\nDONE";
    let said = dialogue(&folder, "--variants four.ini", board);
    let best = said.lines().last();
    assert!(best == Some("8,7") || best == Some("4,7"), "{said}");
    assert!(!said.contains("not made for"), "{said}");
    let said = dialogue(&folder, "--variants one.ini", "START 15");
    let note = "MESSAGE this protocol does not support leapers; the game is gomoku\nOK\n";
    assert_eq!(said, note);
}

/// Names of games are completed in each shell for which values are.
#[test]
fn completions_know_all_games() {
    let folder = GAMES[1].folder("completions");
    for shell in ["bash", "zsh", "fish"] {
        let command = format!("plyglot completions {shell} --variants one.ini");
        let said = shell::run_in(&folder, &command);
        for name in ["chess960", "connect4", "crazyhouse", "shogi", "leapers"] {
            assert!(said.contains(name), "{shell} {name}");
        }
    }
    let help = shell::run("plyglot play --help");
    assert!(help.contains("othello") && !help.contains("crazyhouse"), "{help}");
    let about = shell::run("plyglot --help");
    let words: Vec<&str> = about.split_whitespace().collect();
    assert!(words.join(" ").contains("Ataxx and 27"), "{about}");
    assert!(words.join(" ").contains(" more in the browser"), "{about}");
}
