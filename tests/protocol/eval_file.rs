//! `EvalFile`: networks that are loaded from files.

use super::openbench::signatures;
use crate::support::engine::Engine;
use crate::support::folder::Folder;
use crate::support::tool::fed;
use plyglot_core::game::network::{
    Network, NetworkFile, NetworkShape, Networked, OUTPUT_BIAS_QUANTIZATION,
};
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use std::path::Path;

/// The network of chess, as its file is in the sources.
const CHESS: &[u8] = include_bytes!("../../crates/engine/chess/src/chess/chess.network");
const AFTER_E4: &str = "position startpos moves e2e4";

/// A network that values every position the same for the side to move.
fn constant(shape: NetworkShape, centi: i32) -> Network {
    assert!(!shape.has_base);
    let mut parameters = vec![0; shape.parameters()];
    let biases = parameters.len() - shape.buckets;
    parameters[biases..].fill((centi * OUTPUT_BIAS_QUANTIZATION / 400) as i16);
    Network::new(shape, &parameters).expect("the parameters are within bounds")
}

fn file_of(network: &Network) -> Vec<u8> {
    NetworkFile::encode("chess", &["by a test".to_owned()], network)
}

/// The file of a network of chess that values every position the same.
fn valued(centi: i32) -> Vec<u8> {
    file_of(&constant(NetworkShape::for_game::<Chess>(32), centi))
}

/// Writes a file; gives its path.
fn write(folder: &Folder, name: &str, bytes: &[u8]) -> String {
    folder.write(name, bytes);
    folder.file(name)
}

/// Sets the option; gives what the engine says.
fn load(engine: &mut Engine, path: &str) -> Vec<String> {
    engine.ask(&format!("setoption name EvalFile value {path}"))
}

#[track_caller]
fn load_well(engine: &mut Engine, path: &str) {
    let lines = load(engine, path);
    let note = format!("info string network {path}: {} inputs, ", Chess::shape(()).inputs);
    assert!(lines.len() == 1 && lines[0].starts_with(&note), "{lines:?}");
}

/// The answer to `eval`, without its first words.
#[track_caller]
fn eval(engine: &mut Engine) -> String {
    let lines = engine.ask("eval");
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].strip_prefix("Final evaluation ").expect("an evaluation").to_owned()
}

/// The number after these words in the last line that has them.
#[track_caller]
fn number(lines: &[String], words: &str) -> i64 {
    let rest = lines.iter().rev().find_map(|line| Some(line.split_once(words)?.1));
    let rest = rest.unwrap_or_else(|| panic!("no {words:?} in {lines:?}"));
    rest.trim_start().split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}

/// The score of a search by these words, in centi-units.
#[track_caller]
fn score(engine: &mut Engine, go: &str) -> i64 {
    number(&engine.go(go), " score cp ")
}

#[test]
fn a_network_counts_from_its_loading_until_it_is_left() {
    let folder = Folder::new("eval file loading");
    let path = write(&folder, "a network", &valued(100));
    let mut engine = Engine::start();
    let own = eval(&mut engine);
    let file = NetworkFile::decode(&valued(100)).expect("it is whole");
    let (shape, checksum) = (NetworkShape::for_game::<Chess>(32), file.checksum);
    assert_eq!(
        load(&mut engine, &path),
        [format!("info string network {path}: {shape}, CRC-32 {checksum:08x}")]
    );
    assert_eq!(eval(&mut engine), "+1.00 (white side)");
    engine.ask(AFTER_E4);
    assert_eq!(eval(&mut engine), "-1.00 (white side)");
    // Without variable depth the scores are those of minimax.
    engine.ask("setoption name Variable Depth value false");
    for threads in [1, 2] {
        engine.ask(&format!("setoption name Threads value {threads}"));
        assert_eq!(score(&mut engine, "go depth 1"), -100);
        assert_eq!(score(&mut engine, "go depth 2"), 100);
    }
    for algorithm in ["alphabeta", "negamax", "minimax"] {
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        assert_eq!(score(&mut engine, "go depth 1"), -100, "{algorithm}");
    }
    // A new game, and what is said in the other protocol, do not matter.
    engine.ask("setoption name Algorithm value full");
    engine.ask("ucinewgame");
    engine.ask("ugi");
    engine.ask("uginewgame");
    assert_eq!(score(&mut engine, "go depth 1"), -100);
    engine.ask("position startpos");
    for default in ["value <empty>", "value", ""] {
        assert_eq!(eval(&mut engine), "+1.00 (white side)");
        let lines = engine.ask(&format!("setoption name EvalFile {default}"));
        assert!(lines.is_empty(), "{lines:?}");
        assert_eq!(eval(&mut engine), own, "{default}");
        load_well(&mut engine, &path);
    }
    engine.quit();
}

/// Each search is by the network that was named just before it, the first of a process, too.
#[test]
fn a_search_straight_behind_a_network_is_by_it() {
    let folder = Folder::new("eval file at once");
    let mut commands = "setoption name Variable Depth value false\n".to_owned();
    for centi in [100, -250] {
        let path = write(&folder, &format!("network {centi}"), &valued(centi));
        commands += &format!("setoption name EvalFile value {path}\ngo depth 1\n");
    }
    let mut engine = Engine::start();
    engine.send_bytes(commands.as_bytes());
    let remains = engine.finish();
    remains.check_good();
    let searches = remains.lines.split_inclusive(|line| line.starts_with("bestmove "));
    let scores: Vec<i64> = searches.map(|lines| number(lines, " score cp ")).collect();
    assert_eq!(scores, [-100, 250], "{}", remains.dialogue);
}

/// A network of any width fits, but none on a base evaluation, as chess has none.
#[test]
fn networks_of_other_widths_fit() {
    let folder = Folder::new("eval file widths");
    let mut engine = Engine::start();
    for hidden in [32, 96, 256, 1024] {
        for (centi, expected) in [(0, "+0.00 (white side)"), (-250, "-2.50 (white side)")] {
            let bytes = file_of(&constant(NetworkShape::for_game::<Chess>(hidden), centi));
            load_well(&mut engine, &write(&folder, "constant", &bytes));
            assert_eq!(eval(&mut engine), expected, "{hidden}");
        }
        let mut shape = NetworkShape::for_game::<Chess>(hidden);
        shape.has_base = true;
        let path = write(&folder, "on a base", &file_of(&Network::blank(shape)));
        let refused = load(&mut engine, &path).join("\n");
        assert!(refused.contains("buckets, on a base evaluation, not 3072 inputs, "), "{refused}");
        assert_eq!(eval(&mut engine), "-2.50 (white side)", "{hidden}");
        engine.go("go depth 5");
    }
    engine.quit();
}

/// The table and what was learnt are forgotten with the evaluation that they are of.
#[test]
fn a_search_after_a_change_is_that_of_a_new_engine() {
    let folder = Folder::new("eval file table");
    let own = write(&folder, "own", CHESS);
    let other = write(&folder, "other", &valued(0));
    let nodes = |engine: &mut Engine| number(&engine.go("go depth 9"), " nodes ");
    let mut engine = Engine::start();
    let fresh = nodes(&mut engine);
    let again = nodes(&mut engine);
    assert!(again < fresh, "the table is of use");
    // Setting the present network again changes nothing.
    assert!(load(&mut engine, "<empty>").is_empty());
    assert!(nodes(&mut engine) < fresh, "the table stays");
    load_well(&mut engine, &own);
    assert_eq!(nodes(&mut engine), fresh, "the same network in a file");
    load_well(&mut engine, &other);
    let mut second = Engine::start();
    load_well(&mut second, &other);
    assert_eq!(nodes(&mut engine), nodes(&mut second));
    load(&mut engine, "<empty>");
    assert_eq!(nodes(&mut engine), fresh);
    engine.quit();
    second.quit();
}

/// Files that are no network for chess, and what is said of them; the first ones are no network at
/// all. The tests of `NetworkFile` have every other way to be wrong.
fn wrong_files() -> [(&'static str, Vec<u8>, String); 5] {
    let mut altered = CHESS.to_vec();
    altered[CHESS.len() / 2] ^= 4;
    let shape = NetworkShape::for_game::<Chess>(64);
    let other_game = NetworkFile::encode("halma", &[], &Network::blank(shape));
    let mut other_buckets = shape;
    other_buckets.buckets = 1;
    [
        ("altered", altered, "the file is truncated or altered: its checksum is wrong".to_owned()),
        ("longer", [CHESS, b"x"].concat(), "the file is truncated or altered".to_owned()),
        (
            "empty",
            Vec::new(),
            "not a network file: its first line is not 'plyglot network 1'".to_owned(),
        ),
        ("of another game", other_game, "it is for halma".to_owned()),
        (
            "with other buckets",
            file_of(&Network::blank(other_buckets)),
            format!("it has {other_buckets}, not {shape}"),
        ),
    ]
}

#[test]
fn a_refused_file_leaves_the_network_in_use() {
    let folder = Folder::new("eval file refused");
    let path = write(&folder, "good", &valued(100));
    let mut engine = Engine::start();
    engine.ask("setoption name Variable Depth value false");
    load_well(&mut engine, &path);
    let mut refuse = |path: &str, reason: &str| {
        let lines = load(&mut engine, path);
        let expected = format!(", column 31: expected a network for chess ({reason}");
        assert!(lines.len() == 1 && lines[0].contains(&expected), "{path}: {lines:?}");
        // As in all errors, the first forty characters.
        let found: String = path.chars().take(40).collect();
        assert!(lines[0].contains(&format!("), found '{found}")), "{path}: {lines:?}");
        assert_eq!(eval(&mut engine), "+1.00 (white side)", "{path}");
        assert_eq!(score(&mut engine, "go depth 1"), -100, "{path}");
    };
    for (name, bytes, reason) in wrong_files() {
        refuse(&write(&folder, name, &bytes), &reason);
    }
    refuse(&folder.file(""), "it is not an ordinary file");
    refuse(&folder.file("missing"), "it or its folder does not exist");
    refuse("no such folder/a network", "it or its folder does not exist");
    #[cfg(unix)]
    refuse("/dev/zero", "it is not an ordinary file");
    engine.quit();
}

/// Each game has its network, and keeps it while another one is played.
#[test]
fn variants_keep_their_networks() {
    let folder = Folder::new("eval file variants");
    let path = write(&folder, "a network", &valued(100));
    let mut engine = Engine::start();
    let variant = |engine: &mut Engine, name: &str| {
        engine.ask(&format!("setoption name UCI_Variant value {name}"));
    };
    load_well(&mut engine, &path);
    for (other, title) in [
        ("cfour", "Connect Four"),
        ("tictactoe", "tic-tac-toe"),
        ("surakarta", "Surakarta"),
        ("breakthrough", "Breakthrough"),
    ] {
        let mut fresh = Engine::start_with(&["--game", other]);
        variant(&mut engine, other);
        assert_eq!(eval(&mut engine), eval(&mut fresh), "{other}");
        let lines = load(&mut engine, &path);
        let expected = match other {
            "tictactoe" => format!("expected a game with a network; {title} has none, found '"),
            _ => format!("expected a network for {title} (it is for chess), found '"),
        };
        assert!(lines.len() == 1 && lines[0].contains(&expected), "{lines:?}");
        // As clients send it that set all options to their defaults.
        for default in ["value <empty>", ""] {
            let lines = engine.ask(&format!("setoption name EvalFile {default}"));
            assert!(lines.is_empty(), "{other}: {lines:?}");
        }
        engine.go("go depth 3");
        variant(&mut engine, "chess");
        assert_eq!(eval(&mut engine), "+1.00 (white side)", "after {other}");
        fresh.quit();
    }
    // Chess960 is chess: it has the same network.
    variant(&mut engine, "chess960");
    assert_eq!(eval(&mut engine), "+1.00 (white side)");
    load(&mut engine, "<empty>");
    variant(&mut engine, "chess");
    let mut fresh = Engine::start();
    assert_eq!(eval(&mut engine), eval(&mut fresh));
    fresh.quit();
    engine.quit();
}

/// A game without a network of its own may be given one, alone or on its evaluation.
#[test]
fn games_without_a_network_can_load_one() {
    let folder = Folder::new("eval file others");
    let mut engine = Engine::start_with(&["--game", "cfour"]);
    let own = eval(&mut engine);
    let mut shape = NetworkShape::for_game::<ConnectFour>(32);
    let blank = Network::blank(shape);
    shape.has_base = false;
    let alone = constant(shape, 100);
    let [alone, blank] = [("alone", &alone), ("blank", &blank)]
        .map(|(name, network)| write(&folder, name, &NetworkFile::encode("cfour", &[], network)));
    for (path, expected) in [(&alone, "+1.00"), (&blank, own.split(' ').next().expect("a word"))] {
        let lines = load(&mut engine, path);
        assert!(lines.len() == 1 && lines[0].starts_with("info string network "), "{lines:?}");
        assert!(eval(&mut engine).starts_with(expected));
        engine.go("go depth 4");
    }
    load(&mut engine, "<empty>");
    assert_eq!(eval(&mut engine), own);
    engine.quit();
}

/// The option applies to later searches, and to `eval` at once.
#[test]
fn a_running_search_keeps_its_network() {
    let folder = Folder::new("eval file search");
    let good = write(&folder, "good", &valued(800));
    let bad = write(&folder, "bad", b"no network");
    let mut engine = Engine::start();
    engine.ask("setoption name Variable Depth value false");
    engine.send("go infinite");
    let note = format!("info string network {good}: ");
    let error = "expected a network for chess (not a network file";
    let wanted = [(&good, note.as_str()), (&bad, error), (&good, note.as_str())];
    let mut running = Vec::new();
    for (path, expected) in wanted {
        engine.send(&format!("setoption name EvalFile value {path}"));
        loop {
            let line = engine.line();
            assert!(!line.starts_with("bestmove"), "the search goes on");
            if line.contains(expected) {
                break;
            }
            running.push(line);
        }
    }
    engine.send("eval");
    let lines = engine.until("Final");
    assert_eq!(lines.last().expect("a line"), "Final evaluation +8.00 (white side)");
    // Those that wait keep the network that was in use at their `go`.
    engine.send("go depth 1");
    engine.send("setoption name EvalFile value <empty>");
    running.extend(engine.until("bestmove"));
    assert!(number(&running, " score cp ").abs() < 300, "the start position is nearly even");
    assert_eq!(number(&engine.until("bestmove"), " score cp "), -800);
    assert!(score(&mut engine, "go depth 1").abs() < 300);
    engine.quit();
}

#[test]
fn weaker_players_and_ponderers_use_it_as_well() {
    let folder = Folder::new("eval file weaker");
    let path = write(&folder, "a network", &valued(700));
    let mut engine = Engine::start();
    load_well(&mut engine, &path);
    engine.ask("setoption name Skill Level value 0");
    assert_eq!(score(&mut engine, "go depth 1").abs(), 700);
    engine.ask("setoption name Skill Level value 20");
    engine.ask("setoption name Variable Depth value false");
    engine.ask("position startpos moves e2e4 e7e5");
    engine.send("go ponder depth 2");
    engine.send("ponderhit");
    assert_eq!(number(&engine.until("bestmove"), " score cp "), 700);
    engine.quit();
}

/// The evaluation that makes openings must not depend on the network under test.
#[test]
fn openings_use_the_games_own_network() {
    let folder = Folder::new("eval file openings");
    let path = write(&folder, "a network", &valued(800));
    let option = format!("setoption name EvalFile value {path}");
    let openings = ["genfens 3 seed 5 book None"];
    let own = fed(&openings, b"");
    let other = fed(&[&[option.as_str()][..], &openings].concat(), b"");
    let note = format!("info string network {path}: ");
    let printed = text(&other.stdout);
    let (first, rest) = printed.split_once('\n').expect("some lines");
    assert!(first.starts_with(&note), "{first}");
    assert_eq!(rest, text(&own.stdout));
}

/// As in Stockfish, and as OpenBench expects.
#[test]
fn bench_uses_the_network_that_was_loaded_for_its_game() {
    let folder = Folder::new("eval file bench");
    let other = write(&folder, "other", &valued(0));
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine, game: &str| {
        engine.send(&format!("bench {game}"));
        let each = engine.until(&format!("{game}:"));
        engine.line();
        number(&each, &format!("{game}: "))
    };
    let own = |game| signatures().into_iter().find(|it| it.0 == game).expect("it exists").1 as i64;
    let (chess, noughts) = (own("chess"), own("tictactoe"));
    load_well(&mut engine, &other);
    assert_eq!(nodes(&mut engine, "tictactoe"), noughts, "a game without this network");
    // Whichever game is selected.
    engine.ask("setoption name UCI_Variant value tictactoe");
    assert_ne!(nodes(&mut engine, "chess"), chess);
    engine.ask("setoption name UCI_Variant value chess");
    load(&mut engine, "<empty>");
    assert_eq!(nodes(&mut engine, "chess"), chess, "the game's own network");
    engine.quit();
}

#[test]
fn a_table_of_another_network_is_refused() {
    let folder = Folder::new("eval file hash");
    let networks = [100, 200].map(|centi| write(&folder, &centi.to_string(), &valued(centi)));
    let mut engine = Engine::start();
    engine.ask("setoption name Hash value 1");
    engine.ask(&format!("setoption name Hash File value {}", folder.file("table")));
    load_well(&mut engine, &networks[0]);
    engine.go("go depth 5");
    let saved = engine.ask("setoption name Save Hash");
    assert!(saved[0].starts_with("info string hash saved to "), "{saved:?}");
    load_well(&mut engine, &networks[1]);
    for other in [true, false] {
        let note = engine.ask("setoption name Load Hash");
        let expected =
            if other { "it was saved for keys and evaluation " } else { "hash loaded from" };
        assert!(note.len() == 1 && note[0].contains(expected), "{note:?}");
        load_well(&mut engine, &networks[0]);
    }
    engine.quit();
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_wrong_file_among_arguments_ends_the_program() {
    let folder = Folder::new("eval file arguments");
    let path = write(&folder, "a network", &valued(100));
    let good = fed(&[&format!("setoption name EvalFile value {path}"), "eval"], b"");
    assert!(good.status.success(), "{}", text(&good.stderr));
    assert!(text(&good.stdout).ends_with("\nFinal evaluation +1.00 (white side)\n"));
    let bad = fed(&["setoption name EvalFile value nowhere", "go depth 1"], b"");
    assert_eq!((bad.status.code(), bad.stdout.len()), (Some(2), 0));
    let expected = "error: 'setoption name EvalFile value nowhere': column 31: expected a \
                    network for chess (it or its folder does not exist), found 'nowhere'\n";
    assert_eq!(text(&bad.stderr), expected);
}

/// That in `networks/`, which `networks/README.md` describes. Hex has 49 cells for each side.
#[test]
fn the_network_beside_the_program_fits_its_game() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("networks/hex.network");
    let file = NetworkFile::decode(&std::fs::read(path).expect("it exists")).expect("a network");
    assert_eq!((file.game.as_str(), file.network.shape().inputs), ("hex", 2 * 49));
    assert!(file.made[0].starts_with("plyglot "), "{:?}", file.made);
}
