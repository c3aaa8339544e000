//! The program as OpenBench's client calls it: built by `make`, benched, and
//! asked for openings (Client/utils.py, bench.py and genfens.py there).

use crate::support::engine::Engine;
use crate::support::folder::Folder;
use crate::support::tool::fed;
use cozy_chess::Board;
use std::collections::HashSet;
use std::process::{Command, Output};

/// The output of the program. The client merges both streams, so nothing may come on the second
/// one.
fn call(arguments: &[&str]) -> String {
    let output = fed(arguments, b"");
    check(&output);
    String::from_utf8(output.stdout).expect("what is printed is text")
}

#[track_caller]
fn check(output: &Output) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{}: {errors}", output.status);
}

/// The message of a call that is an error of usage: one line, and nothing is carried out.
#[track_caller]
fn refusal(arguments: &[&str]) -> String {
    let output = fed(arguments, b"");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let error = String::from_utf8(output.stderr).expect("what is printed is text");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// The count of nodes and the speed as the client finds them: line by line
/// from the end, what is no letter or digit taken for a blank, in any case.
fn bench(printed: &str) -> (Option<u64>, Option<u64>) {
    assert!(printed.is_ascii(), "the client reads ASCII: {printed}");
    let (mut nodes, mut nps) = (None, None);
    for line in printed.trim().lines().rev() {
        let plain = line.replace(|c: char| !c.is_ascii_alphanumeric(), " ").to_lowercase();
        let words: Vec<&str> = plain.split_whitespace().collect();
        nps = nps.or_else(|| beside(&words, "nps"));
        nodes = nodes.or_else(|| beside(&words, "nodes"));
    }
    (nodes, nps)
}

/// The number before or behind the word, whichever comes first.
fn beside(words: &[&str], unit: &str) -> Option<u64> {
    words.windows(2).find_map(|pair| match pair {
        [number, word] if *word == unit && number.parse::<u64>().is_ok() => number.parse().ok(),
        [word, number] if *word == unit => number.parse().ok(),
        _ => None,
    })
}

/// The nodes of each game, as `tests/data/bench.txt` has them.
pub(crate) fn signatures() -> Vec<(&'static str, u64)> {
    let lines = include_str!("../data/bench.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (game, nodes) = line.split_once(' ').expect("a game and its nodes");
        (game, nodes.parse().expect("a number"))
    };
    lines.map(read).collect()
}

/// A line such as `chess: 7 nodes 9 nps`.
fn nodes_of_a_game(line: &str) -> Option<(&str, u64)> {
    let (game, effort) = line.split_once(": ")?;
    Some((game, effort.split_once(" nodes ")?.0.parse().ok()?))
}

#[test]
fn openbench_finds_the_recorded_nodes_and_the_speed_of_bench() {
    assert_eq!(bench("1 nodes 2 nps\nNodes searched: 5\n77 nodes 99 NPS\n"), (Some(77), Some(99)));
    // The table of the benchmark has its own size.
    let printed = call(&["setoption name Hash value 32", "bench", "quit"]);
    let each: Vec<(&str, u64)> = printed.lines().filter_map(nodes_of_a_game).collect();
    assert_eq!(each, signatures(), "if the search is meant to be another: tests/data/bench.txt");
    let (nodes, nps) = bench(&printed);
    assert_eq!(nodes, Some(signatures().iter().map(|(_, nodes)| nodes).sum()));
    assert!(nps.is_some_and(|nps| nps > 0), "{nps:?}");
}

/// The client names the file of a network before each command.
#[test]
fn a_network_of_openbench_is_loaded_or_refused() {
    let file = "setoption name EvalFile value crates/engine/chess/src/chess/chess.network";
    let (nodes, _) = bench(&call(&[file, "bench chess", "quit"]));
    let own = signatures().into_iter().find_map(|(game, nodes)| (game == "chess").then_some(nodes));
    assert_eq!(nodes, own, "it is the game's own");
    let error = refusal(&["setoption name EvalFile value Networks/0123ABCD", "bench", "quit"]);
    assert!(error.contains("expected a network for chess (it or its folder does not"));
}

/// The openings as the client reads them.
fn openings(game: &str, command: &str) -> Vec<String> {
    let printed = call(&["--game", game, command, "quit"]);
    let opening = |line: &str| match line.strip_prefix("info string genfens ") {
        Some(fen) => fen.to_owned(),
        None => panic!("`{line}` is no opening"),
    };
    printed.lines().map(opening).collect()
}

#[test]
fn genfens_makes_as_many_openings_as_asked_and_depends_on_the_seed_alone() {
    // The client leaves a blank where it has nothing to add.
    let first = openings("chess", "genfens 40 seed 42 book None ");
    assert_eq!(first.len(), 40);
    assert_eq!(first, openings("chess", "genfens 40 seed 42 book None extra words"));
    assert_eq!(first[..7], openings("chess", "genfens 7 seed 42 book none"));
    let other = openings("chess", "genfens 40 seed 43 book None ");
    let all: HashSet<&String> = first.iter().chain(&other).collect();
    assert_eq!(all.len(), 80, "an opening came twice");
    assert_eq!(openings("chess", "genfens 0 seed 1 book None"), [""; 0]);
}

/// Six fields, of which the client needs the last two to be numbers; from
/// eight or nine plies after the start, and playable.
#[test]
fn openings_of_chess_are_positions_after_eight_or_nine_plies() {
    for fen in openings("chess", "genfens 100 seed 1 book None ") {
        let fields: Vec<&str> = fen.split(' ').collect();
        assert_eq!(fields.len(), 6, "{fen}");
        assert_eq!(fields[5], "5", "{fen}: the fifth move is next");
        assert!(fields[4].parse::<u8>().is_ok_and(|plies| plies <= 9), "{fen}");
        let board = Board::from_fen(&fen, false).unwrap_or_else(|e| panic!("{fen}: {e}"));
        assert!(board.generate_moves(|_| true), "{fen} has no move");
    }
}

/// A search far deeper than that which chose them.
#[test]
fn openings_of_genfens_are_balanced() {
    for game in ["chess", "tictactoe"] {
        let mut engine = Engine::start_with(&["--game", game]);
        for fen in openings(game, "genfens 20 seed 7 book None ") {
            engine.send(&format!("position fen {fen}"));
            let lines = engine.go("go nodes 20000");
            let last = lines.iter().rev().find(|line| line.contains(" score "));
            let score = last.and_then(|line| line.split_once(" score cp "));
            let centi = score.and_then(|(_, rest)| rest.split(' ').next()?.parse::<i32>().ok());
            assert!(centi.is_some_and(|c| c.abs() < 450), "{game} {fen}: {last:?}");
        }
        engine.quit();
    }
}

#[test]
fn genfens_finds_openings_of_every_game() {
    let counts = [("cfour", 50), ("tictactoe", 200), ("surakarta", 50), ("breakthrough", 50)];
    for (game, count) in counts {
        let fens = openings(game, &format!("genfens {count} seed 3 book None"));
        assert_eq!(fens.len(), count, "{game}");
        let mut engine = Engine::start_with(&["--game", game]);
        for fen in fens {
            assert_eq!(engine.ask(&format!("position fen {fen}")), [""; 0], "{game} {fen}");
            assert_eq!(engine.ask("query gameover"), ["response false"], "{game} {fen}");
        }
        engine.quit();
    }
}

/// The positions that follow, by another program's rules.
fn followers(boards: &HashSet<String>) -> HashSet<String> {
    let mut after = HashSet::new();
    for fen in boards {
        let board = Board::from_fen(fen, false).expect("a position of the book");
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                after.insert(child.to_string());
            }
            false
        });
    }
    after
}

/// Board, side and castling rights: programs differ in the square of en passant.
fn identity(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

#[test]
fn openings_from_a_book_continue_its_positions() {
    // Few moves each, so that all that follows can be listed.
    let rook = "8/5k2/8/5p2/8/1K3P2/8/8 w - - 12 40";
    let pawns = "4k3/p7/8/8/8/8/P7/4K3 b - -";
    let text =
        format!("{rook}\r\n\n# a remark\n{pawns} hmvc 3; fmvn 21; id \"x 1\";\nno position\n");
    let folder = Folder::new("openbench-book");
    folder.write("book.epd", text);
    let book = folder.file("book.epd");
    let fens = openings("chess", &format!("genfens 60 seed 9 book {book}"));
    assert_eq!(fens.len(), 60);
    let mut layer: HashSet<String> = [rook.to_owned(), format!("{pawns} 3 21")].into();
    let mut reachable = HashSet::new();
    for _ in 0..3 {
        layer = followers(&layer);
        reachable.extend(layer.iter().map(|fen| identity(fen)));
    }
    for fen in &fens {
        assert!(reachable.contains(&identity(fen)), "{fen} does not follow from the book");
    }
    let from = |moves: [&str; 2]| fens.iter().any(|fen| moves.contains(&last_field(fen)));
    assert!(from(["40", "41"]) && from(["21", "22"]), "both positions are used: {fens:?}");
}

fn last_field(fen: &str) -> &str {
    fen.split(' ').next_back().unwrap_or_default()
}

#[test]
fn unusable_books_are_reported() {
    let error = refusal(&["genfens 3 seed 9 book no/such/file.epd", "quit"]);
    assert!(error.contains("column 23: expected 'None' or a file"), "{error}");
    // Black is lost in the only position.
    let folder = Folder::new("openbench-lost");
    folder.write("lost.epd", "7k/8/8/8/8/8/QQQ5/K7 w - - 0 1\n");
    let genfens = format!("genfens 3 seed 9 book {}", folder.file("lost.epd"));
    let printed = call(&[&genfens, "quit"]);
    assert_eq!(printed, "info string genfens found no opening\n");
}

/// The client gives the name of the binary and finds it beside the Makefile.
/// Here cargo does nothing: what it would build lies there already.
#[cfg(unix)]
#[test]
fn make_puts_the_binary_where_it_is_asked_to() {
    if Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let folder = Folder::new("openbench-make");
    let target = folder.path();
    let dist = target.join("dist");
    std::fs::create_dir_all(&dist).expect("a folder can be made");
    // In place of the program: it prints its arguments.
    std::fs::copy("/bin/echo", dist.join("plyglot")).expect("the program can be copied");
    let binary = target.join("Plyglot-0123ABCD");
    let make = |goal: &[&str]| {
        let output = Command::new("make")
            .args(["-j", &format!("EXE={}", binary.display()), "EVALFILE=net", "CXX=clang++"])
            .args(["CARGO=true"])
            .args(goal)
            .env("CARGO_TARGET_DIR", &target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("make starts");
        check(&output);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let on_windows = make(&["--dry-run", "OS=Windows_NT"]);
    let copied = format!("plyglot.exe\" \"{}.exe\"", binary.display());
    assert!(on_windows.contains(&copied), "{on_windows}");
    make(&[]);
    assert!(binary.is_file(), "{} is not there", binary.display());
    let printed = make(&["bench"]);
    assert_eq!(printed.lines().last(), Some("bench"), "{printed}");
}
