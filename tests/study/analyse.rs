//! `plyglot analyse`, as a process.

use crate::support::folder::Folder;
use crate::support::noughts::{Board, children, of_move, open_positions};
use crate::support::schema::Schema;
use crate::support::solve::{errors, lines, objects};
use crate::support::tool::{Running, fed, plyglot, refusal};
use plyglot_core::game::random::Random;
use plyglot_engine::Engine;
use plyglot_records::pgn::read;
use plyglot_records::{RecordEncoding, RecordFormat, command, decoded};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::Output;

fn analyse(arguments: &[&str], input: &str) -> Output {
    fed(&[&["analyse"], arguments].concat(), input.as_bytes())
}

#[track_caller]
pub(super) fn answers(arguments: &[&str], input: &str) -> Vec<Value> {
    let output = analyse(&[&["--json"], arguments].concat(), input);
    assert!(output.status.success(), "{arguments:?}: {}", errors(&output));
    objects(&output)
}

/// An answer without what the clock says.
fn timeless(mut answer: Value) -> Value {
    answer["time"] = json!(0);
    answer
}

/// Positions of random games of a game, the start position first.
pub(super) fn positions(game: &str, count: usize) -> String {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    positions_of(registry.game(game).expect("it exists").open(), count)
}

/// As [`positions`], of a game at its start.
pub(super) fn positions_of(mut rules: Box<dyn Engine>, count: usize) -> String {
    let mut random = Random::new(5);
    let mut text = String::new();
    for _ in 0..count {
        text += &format!("{}\n", rules.position());
        if rules.result().is_some() {
            rules.set_position(None, &[]).expect("the start");
        }
        let moves = rules.moves();
        rules.play(&moves[random.below(moves.len())]).expect("it is legal");
    }
    text
}

pub(super) const GAMES: [&str; 7] =
    ["chess", "cfour", "tictactoe", "surakarta", "flipello", "breakthrough", "ataxx"];

/// The plies to the forced end of every move of tic-tac-toe, by brute force.
#[test]
fn every_move_of_tic_tac_toe_has_its_value() {
    let chosen: Vec<Board> = open_positions().into_iter().step_by(17).collect();
    let input: String =
        chosen.iter().map(|board| format!("{}\n", board.iter().collect::<String>())).collect();
    let found = answers(&["--game", "tictactoe", "--all", "--nodes", "1000000"], &input);
    assert_eq!(found.len(), chosen.len());
    for (board, answer) in chosen.iter().zip(&found) {
        let expected: BTreeMap<String, i32> = children(board)
            .map(|(i, child)| {
                let plies = of_move(&child);
                let name = format!("{}{}", ["a", "b", "c"][i % 3], 3 - i / 3);
                (name, (plies + plies.signum()) / 2)
            })
            .collect();
        let moves = answer["moves"].as_array().expect("moves");
        let value = |m: &Value| {
            let mate = m["mate"].as_i64().unwrap_or(0) as i32;
            (m["record"].as_str().expect("a name").to_owned(), mate)
        };
        assert_eq!(moves.iter().map(value).collect::<BTreeMap<_, _>>(), expected, "{answer}");
    }
}

/// Also of positions in which the game is over, of games, and of errors.
#[test]
fn all_answers_follow_the_schema() {
    let schema = Schema::of("analyse");
    for game in GAMES {
        for all in [false, true] {
            let depth = if all { "4" } else { "3" };
            let mut arguments = vec!["--game", game, "--depth", depth];
            arguments.extend(all.then_some("--all"));
            for answer in answers(&arguments, &positions(game, 12)) {
                schema.check(&answer);
                let is_open = answer["result"].is_null();
                let moves = answer["moves"].as_array().expect("moves");
                assert_eq!(is_open, !moves.is_empty(), "{answer}");
                let lines = moves.len();
                assert!(all || lines <= 3, "{answer}");
            }
        }
    }
    let over = answers(&["--game", "ttt"], "XXXOO....\n");
    assert_eq!((&over[0]["result"], &over[0]["moves"]), (&json!("loss"), &json!([])));
    let output = analyse(&["--json", "--depth", "2"], "startpos\n\n# none\nrubbish\n");
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let found = objects(&output);
    found.iter().for_each(|answer| schema.check(answer));
    let place = (&found[1]["number"], &found[1]["column"], &found[1]["position"]);
    // r is a rook.
    assert_eq!(place, (&json!(4), &json!(2), &json!("rubbish")));
    // The schema says more than that it is an object.
    let mut altered = found[0].clone();
    altered["moves"][0]["cp"] = json!("much");
    assert!(!schema.describes(&altered));
}

#[test]
fn epd_has_its_id_and_moves_are_played() {
    let epd = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank; 1\";\n\
               6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 moves h2h3 g8f8\n";
    let found = answers(&["--depth", "3", "--lines", "1"], epd);
    assert_eq!(found[0]["id"], "back rank; 1");
    let best = &found[0]["moves"][0];
    assert_eq!(json!([best["move"], best["record"], best["mate"]]), json!(["d1d8", "Rd8#", 1]));
    assert_eq!(found[1]["position"], "5k2/5ppp/8/8/8/7P/5PP1/3R2K1 w - - 1 2");
    let in_arguments =
        analyse(&["--json", "--depth", "3", "--lines", "1", "startpos moves e4 e5"], "");
    assert_eq!(
        objects(&in_arguments)[0]["position"],
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
}

#[test]
fn threads_change_nothing() {
    let input = positions("surakarta", 60);
    let arguments = ["--game", "surakarta", "--depth", "4"];
    let run = |more: &[&str]| -> Vec<Value> {
        answers(&[&arguments, more].concat(), &input).into_iter().map(timeless).collect()
    };
    let whole = run(&[]);
    assert_eq!(whole.len(), 60);
    assert_eq!(run(&["--threads", "3"]), whole);
}

/// The output before the program is killed is whole lines.
#[test]
fn a_killed_run_leaves_whole_lines() {
    let folder = Folder::new("analyse_killed");
    folder.write("positions", positions("breakthrough", 400));
    for (signal, answers) in [("-KILL", 3), ("-INT", 1), ("-TERM", 9)] {
        let shell = format!(
            "exec {} analyse --game breakthrough --depth 7 --json --threads 2 < positions > found",
            env!("CARGO_BIN_EXE_plyglot")
        );
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &shell]).current_dir(folder.file(""));
        command.stderr(std::process::Stdio::null());
        folder.write("found", "");
        let mut run = Running::start(command);
        run.wait_until(|| folder.read("found").lines().count() >= answers);
        assert!(run.signal(signal), "{signal}: it ended too early");
        let status = run.output().status;
        assert!(!status.success(), "{signal}");
        let found = folder.read("found");
        assert!(found.ends_with('\n'), "{signal}: {found}");
        for (i, line) in found.lines().enumerate() {
            let answer: Value = serde_json::from_str(line).expect("a whole object");
            assert_eq!(answer["number"], json!(i + 1), "{signal}");
        }
    }
}

/// Scholar's mate: Black's third move overlooks it.
#[test]
fn a_game_turns_at_its_blunder() {
    const PGN: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
                       1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
                       [White \"C\"]\n[Black \"D\"]\n\n1. e4 e6 2. Ke3 *\n";
    let folder = Folder::new("analyse_game");
    folder.write("games.pgn", PGN);
    let run = |arguments: &str| {
        let mut command =
            plyglot(&folder, &format!("analyse --pgn games.pgn --depth 5 {arguments}"));
        command.output().expect("it runs")
    };
    let output = run("--json");
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let (schema, found) = (Schema::of("analyse"), objects(&output));
    found.iter().for_each(|answer| schema.check(answer));
    let game = &found[0];
    assert_eq!((&game["turning_point"], &game["tags"]["Black"]), (&json!(5), &json!("B")));
    let blunder = &game["moves"][5];
    let played = &blunder["played"];
    assert_eq!(json!([played["record"], played["mate"]]), json!(["Nf6", -1]));
    assert!(blunder["lost_points"].as_f64() > Some(0.2), "{blunder}");
    let last = &game["moves"][6];
    assert_eq!((&last["lost_points"], &last["best"]["record"]), (&json!(0.0), &json!("Qxf7#")));
    let accuracy = |side: &str| game["accuracy"][side].as_f64().expect("it has moved");
    assert!(accuracy("first") > accuracy("second"), "{game}");
    assert_eq!(found[1]["number"], 2);
    let text = lines(&run("")).join("\n");
    assert!(text.contains("\n      Nf6 loses to the next move: Nf6 Qxf7#, checkmate.\n"), "{text}");
    // Both for White: what Black allows, and what White takes.
    let row = |name: &str| text.lines().find(|line| line.contains(name)).expect("a row").to_owned();
    assert!(row("3... Nf6??").contains(" win 2 ") && row("4. Qxf7#").contains(" win 1"), "{text}");
    assert!(text.starts_with("game 1: A against B, 1-0\n"), "{text}");
    assert!(text.contains("the game turned at 3... Nf6??: "), "{text}");
    let input = std::fs::File::open(folder.file("games.pgn")).expect("it was written");
    let mut piped = plyglot(&folder, "analyse --pgn - --depth 2");
    let output = piped.stdin(input).output().expect("it runs");
    assert!(lines(&output).join("\n").contains("4. Qxf7#"));
    assert!(text.contains("\n   error: line 10: expected a legal move in "), "{text}");
}

/// The tag `Variant` as each site and program writes it, and the game.
const NAMES: [(&str, &str); 38] = [
    // Lichess.
    ("Standard", "chess"),
    ("From Position", "chess"),
    ("Chess960", "chess"),
    ("Crazyhouse", "crazyhouse"),
    ("Antichess", "antichess"),
    ("Atomic", "atomic"),
    ("Horde", "horde"),
    ("King of the Hill", "kingofthehill"),
    ("Racing Kings", "racingkings"),
    ("Three-check", "3check"),
    // chess.com.
    ("3-Check", "3check"),
    ("Duck Chess", "duck"),
    ("Bughouse", "bughouse"),
    ("Giveaway", "giveaway"),
    // pychess.
    ("Crazyhouse960", "crazyhouse"),
    ("Atomic960", "atomic"),
    ("S-Chess", "seirawan"),
    ("S-House", "shouse"),
    ("Kyoto Shogi", "kyotoshogi"),
    ("Minixiangqi", "minixiangqi"),
    ("Orda Mirror", "ordamirror"),
    ("Ai-Wok", "ai-wok"),
    ("Shogi", "shogi"),
    ("Capablanca960", "capablanca"),
    // cutechess and python-chess.
    ("fischerandom", "chess"),
    ("kingofthehill", "kingofthehill"),
    ("3check", "3check"),
    ("Suicide chess", "suicide"),
    ("Atom", "atomic"),
    ("KOTH", "kingofthehill"),
    ("Race", "racingkings"),
    ("ZH", "crazyhouse"),
    // What other files have, and none at all.
    ("Chinese Chess", "xiangqi"),
    ("Othello", "flipello"),
    ("Connect Four", "cfour"),
    ("Surakarta", "surakarta"),
    ("?", "chess"),
    ("", "chess"),
];

#[test]
fn tags_choose_the_game() {
    let folder = Folder::new("analyse_tags");
    let variants = NAMES.iter().map(|(tag, game)| ("Variant", *tag, *game));
    // Draughts have numbers.
    let numbers = [("20", "draughts"), ("21,W,8,8,A1,0", "checkers"), ("25", "russian")];
    let types = numbers.iter().map(|(tag, game)| ("GameType", *tag, *game));
    let all: Vec<_> = variants.chain(types).collect();
    let games =
        all.iter().map(|(name, tag, _)| format!("[White \"x\"]\n[{name} \"{tag}\"]\n\n*\n\n"));
    folder.write("games.pgn", games.collect::<String>());
    let run = |arguments: &str| {
        let mut command = plyglot(&folder, &format!("analyse --json --depth 1 {arguments}"));
        command.output().expect("it runs")
    };
    let output = run("--pgn games.pgn");
    assert!(output.status.success(), "{}", errors(&output));
    let found = objects(&output);
    assert_eq!(found.len(), all.len());
    for (found, (name, tag, game)) in found.iter().zip(&all) {
        assert_eq!(found["game"], json!(game), "{name} {tag}: {found}");
    }
    // Those of another game than the one that is asked for, or of none that is known.
    let expected = |line: usize, expected: &str, tag: &str| {
        format!("line {line}: expected {expected} in the tag Variant, found '{tag}'")
    };
    let output = run("--game atomic --pgn games.pgn");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(objects(&output).len(), all.len());
    for (i, (found, (_, tag, game))) in
        objects(&output).iter().zip(&all).enumerate().take(NAMES.len())
    {
        if *game == "atomic" || ["", "?"].contains(tag) {
            assert_eq!(found["game"], json!("atomic"), "{tag}: {found}");
        } else {
            assert_eq!(found["error"], expected(5 * i + 2, "atomic", tag), "{found}");
        }
    }
    folder.write("games.pgn", "[Variant \"Fog of War\"]\n\n1. e4 *\n");
    let found = &objects(&run("--pgn games.pgn"))[0];
    assert_eq!(found["error"], expected(1, "a game that is known here", "Fog of War"));
    // The tag of Chinese PGN may also be a number, and `--game` decides.
    folder.write("games.pgn", "[Game \"Fog of War\"]\n\n1. e4 *\n\n[Game \"No. 3\"]\n\n1. e4 *\n");
    let output = objects(&run("--pgn games.pgn"));
    let error = output[0]["error"].as_str().unwrap_or_default();
    assert!(error.ends_with("in the tag Game, found 'Fog of War'"), "{error}");
    assert_eq!(output[1]["game"], json!("chess"));
    let output = objects(&run("--game chess --pgn games.pgn"));
    assert_eq!(output[0]["game"], json!("chess"));
}

/// In antichess, captures are forced and the king is a piece like others.
#[test]
fn a_game_is_analysed_by_its_own_rules() {
    let folder = Folder::new("analyse_variant");
    folder.write("g.pgn", "[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 Nh6 3. Bxd7 Nxd7 *\n");
    let output =
        plyglot(&folder, "analyse --pgn g.pgn --depth 2 --json").output().expect("it runs");
    let found = &objects(&output)[0];
    Schema::of("analyse").check(found);
    assert_eq!((&found["game"], &found["faults"]), (&json!("antichess"), &json!([])));
    let played: Vec<&Value> =
        found["moves"].as_array().expect("moves").iter().map(|m| &m["played"]["move"]).collect();
    assert_eq!(played, ["e2e3", "b7b5", "f1b5", "g8h6", "b5d7", "b8d7"]);
}

/// The move after one is of the other side, with its own number; the null move has no score.
#[test]
fn games_are_analysed_after_null_moves() {
    let folder = Folder::new("analyse_null_moves");
    folder.write("g.pgn", "[Event \"x\"]\n\n1. e4 e5 2. -- Qh4 (2... -- 3. d4) 3. Nf3 *\n");
    let run = |more: &str| {
        let command = format!("analyse --pgn g.pgn --depth 1 {more}");
        let output = plyglot(&folder, &command).output().expect("it runs");
        assert!(output.status.success(), "{}", errors(&output));
        output
    };
    let found = &objects(&run("--json"))[0];
    Schema::of("analyse").check(found);
    let moves = found["moves"].as_array().expect("moves").iter();
    let moves: Vec<_> = moves.map(|m| (&m["side"], &m["played"]["move"])).collect();
    let expected = [("first", "e2e4"), ("second", "e7e5"), ("second", "d8h4"), ("first", "g1f3")];
    assert_eq!(json!(moves), json!(expected));
    let text = lines(&run("--pgnout out.pgn")).join("\n");
    assert!(text.contains("   2... Qh4") && text.contains("   3. Nf3"), "{text}");
    let written = folder.read("out.pgn");
    let game = read(&written).next().expect("a game");
    let texts: Vec<&str> = game.moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(texts, ["e4", "e5", "--", "Qh4", "Nf3"], "{written}");
    let beside: Vec<&str> = game.moves[3].variations[0].iter().map(|m| m.text.as_str()).collect();
    assert_eq!((&*game.moves[2].comment, &beside[..]), ("", &["--", "d4"][..]), "{written}");
}

/// What can be read of a damaged file is analysed, and each fault is told with its line.
#[test]
fn faults_cost_no_other_games() {
    let folder = Folder::new("analyse_faults");
    folder.write(
        "g.pgn",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1\"]\n\n1. e4 ) *\n\n1. d4 d5 2. Ke4 *\n\n1. c4 {x *",
    );
    let output =
        plyglot(&folder, "analyse --pgn g.pgn --depth 1 --json").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors(&output), "error: 2 of 3 could not be analysed to the end\n");
    let found = objects(&output);
    found.iter().for_each(|game| Schema::of("analyse").check(game));
    let count = |game: &Value| game["moves"].as_array().map(Vec::len);
    assert_eq!(found.iter().map(count).collect::<Vec<_>>(), [Some(1), Some(2), Some(1)]);
    let whole: Vec<&Value> = found.iter().map(|game| &game["complete"]).collect();
    assert_eq!(whole, [&json!(true), &json!(false), &json!(false)]);
    let lines_of = |game: &Value| -> Vec<Value> {
        let faults = game["faults"].as_array().expect("a list").iter();
        faults.map(|fault| fault["file_line"].clone()).collect()
    };
    let places: Vec<Vec<Value>> = found.iter().map(lines_of).collect();
    assert_eq!(json!(places), json!([[1, 3], [5], [7]]));
    let output = plyglot(&folder, "analyse --pgn g.pgn --depth 1").output().expect("it runs");
    let text = lines(&output).join("\n");
    for expected in [
        "   warning: line 1: expected castling rights of kings and rooks in place, found 'KQkq'",
        "   warning: line 3: expected a move, found ')'",
        "   error: line 5: expected a legal move in ",
        "   error: line 7: expected '}' at the end of this comment, found none",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

/// Long before the last move is known, and also if the run is interrupted then.
#[cfg(unix)]
#[test]
fn moves_of_a_game_are_printed_as_they_come() {
    let registry = plyglot_games::standard();
    let (mut referee, mut random) =
        (registry.game("chess").expect("it exists").open(), Random::new(9));
    let mut pgn = String::new();
    for _ in 0..60 {
        let moves = referee.moves();
        let chosen = moves[random.below(moves.len())].clone();
        pgn += &format!("{chosen} ");
        referee.play(&chosen).expect("it is legal");
    }
    let folder = Folder::new("analyse_stream");
    folder.write("game.pgn", format!("{pgn}*\n"));
    let shell =
        format!("exec {} analyse --depth 12 --pgn game.pgn > found", env!("CARGO_BIN_EXE_plyglot"));
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &shell]).current_dir(folder.file(""));
    command.stderr(std::process::Stdio::piped());
    folder.write("found", "");
    let mut run = Running::start(command);
    run.wait_until(|| folder.read("found").lines().count() >= 4);
    assert!(run.signal("-INT"), "it printed all at the end");
    let output = run.output();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors(&output), "error: interrupted\n");
    let found = folder.read("found");
    let rows = found.lines().filter(|line| line.starts_with("   ") && line.contains(". ")).count();
    assert!((2..60).contains(&rows), "{found}");
    assert!(found.contains("   accuracy: white "), "{found}");
}

/// What the author wrote is as it was, and what the engine says is written once, however often
/// the file is analysed.
#[test]
fn annotated_games_keep_what_their_author_wrote() {
    const PGN: &str = "[Event \"x\"]\n[Annotator \"A\"]\n\n{start} 1. e4 $3 {[%clk 0:05:00] good} \
                       1... e5 2. Bc4 {[%eval 0.5] text} Nc6 (2... Nf6 {quieter} 3. d3 $14) 3. Qh5 $1 Nf6 $2 4. Qxf7# 1-0\n";
    let folder = Folder::new("analyse_annotated");
    folder.write("0.pgn", PGN);
    let run = |from: &str, to: &str| {
        let command = format!("analyse --games {from} --depth 5 --pgnout {to}");
        plyglot(&folder, &command).output().expect("it runs")
    };
    for (from, to) in [("0.pgn", "1.pgn"), ("1.pgn", "2.pgn")] {
        let output = run(from, to);
        assert!(output.status.success(), "{}", errors(&output));
    }
    let text = folder.read("1.pgn");
    assert_eq!(text, folder.read("2.pgn"));
    let game = read(&text).next().expect("a game");
    assert_eq!((game.tag("Annotator"), game.comment.as_str()), (Some("A"), "start"));
    assert_eq!(game.tag("Opening"), Some("Bishop's Opening"));
    let nags: Vec<&[u8]> = game.moves.iter().map(|m| &*m.nags).collect();
    // The engine gives a mark where the author has none.
    assert_eq!((nags[0], nags[4], nags[5]), (&[3][..], &[1][..], &[2][..]), "{text}");
    assert_eq!(command(&game.moves[0].comment, "clk"), Some("0:05:00"));
    assert!(game.moves[0].comment.ends_with(" good"), "{text}");
    let comment = game.moves[2].comment.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(comment.ends_with("] [%eval 0.5] text"), "the author's own score: {comment}");
    let beside = command(&comment, "engineEval").expect("ours beside it");
    assert!(beside.ends_with(",5"), "its depth: {beside}");
    let own = &game.moves[3].variations[0];
    assert_eq!((own[0].text.as_str(), own[0].comment.as_str()), ("Nf6", "quieter"));
    assert_eq!((own[1].text.as_str(), &*own[1].nags), ("d3", &[14][..]));
    let evals = game.moves.iter().map(|m| command(&m.comment, "eval"));
    assert_eq!(evals.filter(Option::is_some).count(), 6, "all but mate: {text}");
    assert!(command(&game.moves[5].comment, "eval").is_some_and(|eval| eval.starts_with("#1,")));
    let better = &game.moves[5].variations[0][0];
    assert!(better.before.starts_with("Plyglot: costs "), "{text}");
    // Lines of a file are not long.
    let said = better.before.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.ends_with(". Nf6 loses to the next move: Nf6 Qxf7#, checkmate."), "{text}");
    folder.write("notes.txt", "not games");
    assert!(errors(&run("0.pgn", "notes.txt")).contains("notes.txt cannot be written"));
    assert_eq!(folder.read("notes.txt"), "not games");
}

/// A game that cannot be read stands in the new file as it did in the old one.
#[test]
fn games_that_cannot_be_read_are_kept() {
    const UNKNOWN: &str = "[Event \"y\"]\n[Variant \"Nobody knows it\"]\n\n1. e4 {why?} e5 1-0\n";
    let folder = Folder::new("analyse_unknown");
    let games = format!("[Event \"x\"]\n\n1. e4 e5 *\n\n{UNKNOWN}\n[Event \"z\"]\n\n1. d4 d5 *\n");
    folder.write("games.pgn", games);
    let command = "analyse --games games.pgn --depth 1 --pgnout new.pgn";
    let output = plyglot(&folder, command).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "one game could not be analysed");
    let text = folder.read("new.pgn");
    let found: Vec<&str> =
        text.match_indices("[Event ").map(|(at, _)| &text[at + 8..at + 9]).collect();
    assert_eq!(found, ["x", "y", "z"], "{text}");
    assert!(text.contains(UNKNOWN), "{text}");
}

/// So does one that shares a line with others, and the file can be continued.
#[test]
fn games_that_share_a_line_are_kept() {
    const UNKNOWN_PGN: &str = "[Variant \"Nobody knows it\"] 1. a1 {why?} 1-0";
    const UNKNOWN_SGF: &str = "(;GM[21];B[aa]C[why?])";
    const UNKNOWN_GGF: &str = "1 (;GM[Nobody knows it];B[D3//3.95])";
    let folder = Folder::new("analyse_shared_lines");
    for (games, kept, count) in [
        (format!("[Event \"x\"] 1. e4 1-0 {UNKNOWN_PGN} 1. d4 *"), UNKNOWN_PGN, 3),
        (format!("(;GM[2];B[f5]){UNKNOWN_SGF}(;GM[2];B[d3])"), UNKNOWN_SGF, 3),
        (format!("{UNKNOWN_GGF} 1 (;GM[Othello];B[D3];)"), UNKNOWN_GGF, 2),
    ] {
        folder.write("games", games.as_str());
        folder.write("new", "");
        for times in 1..=2 {
            let command = "analyse --games games --nodes 1 --pgnout new";
            let output = plyglot(&folder, command).output().expect("it runs");
            assert_eq!(output.status.code(), Some(1), "{games}: one cannot be analysed");
            let text = folder.read("new");
            assert_eq!(text.matches(kept).count(), times, "{games}: {text}");
            assert_eq!(plyglot_records::read(&text).count(), times * count, "{games}: {text}");
        }
    }
}

/// Programs of shogi tell the encoding by the extension; other files stay in theirs.
#[test]
fn shift_jis_stays_where_it_is_expected() {
    const KIF: &str = "手合割：平手\n先手：羽生善治\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    const CSA: &str =
        "'CSA encoding=UTF-8\nV2.2\nN+羽生善治\nN-佐藤康光\nPI\n+\n+7776FU\n-3334FU\n";
    let folder = Folder::new("analyse_encodings");
    let shift_jis = RecordEncoding::ShiftJis;
    folder.write("utf8.kifu", KIF);
    folder.write("old.kif", shift_jis.encode(KIF, RecordFormat::Kif));
    folder.write("hangul.kif", KIF.replace("羽生善治", "이세돌"));
    folder.write("utf8.csa", CSA);
    folder.write("old.csa", shift_jis.encode(CSA, RecordFormat::Csa));
    for (from, to, encoding) in [
        ("utf8.kifu", "1.kif", shift_jis),
        ("old.kif", "2.kif", shift_jis),
        ("old.kif", "3.ki2", shift_jis),
        ("old.kif", "4.kifu", RecordEncoding::Utf8),
        ("hangul.kif", "5.kif", RecordEncoding::Utf8),
        ("utf8.csa", "6.csa", RecordEncoding::Utf8),
        ("old.csa", "7.csa", shift_jis),
        // The file that is there has an encoding.
        ("utf8.csa", "7.csa", shift_jis),
    ] {
        let command = format!("analyse --games {from} --nodes 1 --gamesout {to}");
        let output = plyglot(&folder, &command).output().expect("it runs");
        assert!(output.status.success(), "{from}: {}", errors(&output));
        let bytes = folder.bytes(to);
        assert_eq!(RecordEncoding::detect(&bytes), encoding, "{from} to {to}");
        let name = if encoding == shift_jis { "shift_jis" } else { "utf-8" };
        let text = decoded(&bytes);
        let head = text.lines().next().expect("a line").to_lowercase();
        assert!(head.ends_with(&format!("encoding={name}")), "{to}: {text}");
        let games = if (from, to) == ("utf8.csa", "7.csa") { 2 } else { 1 };
        assert_eq!(plyglot_records::read(&text).count(), games, "{text}");
        assert!(["羽生善治", "이세돌"].iter().any(|name| text.contains(name)), "{to}: {text}");
    }
}

/// Scores of others stay whatever they look like, and games of chess stand beside those of draughts.
#[test]
fn scores_of_others_and_other_games_are_kept() {
    const PGN: &str = "[Event \"d\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *\n\n\
                       [Event \"c\"]\n[Variant \"chess\"]\n\n1. e4 {[%eval 0.77,30] mine} e5 *\n\n\
                       [Event \"u\"]\n[Variant \"Nobody knows it\"]\n\n1. a1 *\n";
    let folder = Folder::new("analyse_mixed");
    folder.write("games.pgn", PGN);
    let first_run = "analyse --games games.pgn --nodes 1 --pgnout new.pgn";
    let output = plyglot(&folder, first_run).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "one game is unknown");
    let text = folder.read("new.pgn");
    let games: Vec<_> = read(&text).collect();
    assert_eq!(games.len(), 3, "{text}");
    assert_eq!(games[0].moves[1].text, "19-23");
    assert!(games[1].moves[0].comment.ends_with("] [%eval 0.77,30] mine"), "{text}");
    assert!(command(&games[1].moves[0].comment, "engineEval").is_some(), "{text}");
    let own = command(&games[1].moves[1].comment, "eval");
    assert!(own.is_some_and(|eval| eval.contains(',')), "{text}");
    // Now that the file is ours, they are still those of others.
    let second_run = "analyse --games new.pgn --nodes 1 --pgnout again.pgn";
    plyglot(&folder, second_run).output().expect("it runs");
    let again: Vec<_> = read(&folder.read("again.pgn")).collect();
    assert_eq!(again[1].moves[0].comment, games[1].moves[0].comment);
}

/// Scores of GGF are the author's: ours stand beside them.
#[test]
fn scores_of_ggf_are_kept() {
    const GGF: &str = "(;GM[Othello]PC[GGS/os]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O\
                       --------------------------- *]B[f5/18.4/0.1]W[f6]B[e6];)";
    let folder = Folder::new("analyse_ggf");
    folder.write("games.ggf", GGF);
    let arguments = "analyse --games games.ggf --nodes 1 --gamesout new.sgf";
    let output = plyglot(&folder, arguments).output().expect("it runs");
    assert!(output.status.success(), "{}", errors(&output));
    let text = folder.read("new.sgf");
    let game = plyglot_records::read(&text).next().expect("a game");
    let [first, second] = [0, 1].map(|i| &*game.moves[i].comment);
    assert_eq!(command(first, "eval"), Some("18.4"), "{text}");
    assert!(command(first, "engineEval").is_some(), "{text}");
    assert!(command(second, "engineEval").is_none(), "{text}");
    assert!(command(second, "eval").is_some(), "{text}");
}

/// KIF is written for shogi alone, and read for its relatives, too.
#[test]
fn games_that_are_only_read_in_their_format_are_kept() {
    let folder = Folder::new("analyse_minishogi");
    folder.write("a.kif", "手合割：5五将棋\n   1 ３四銀(35)\n*fine\n   2 ３二銀(31)\n");
    let command = "analyse --games a.kif --depth 1 --pgnout b.kif";
    let output = plyglot(&folder, command).output().expect("it runs");
    let said = errors(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("game 1: kif of minishogi is copied without scores"), "{said}");
    let text = decoded(&folder.bytes("b.kif"));
    let game = plyglot_records::read(&text).next().expect("a game");
    assert_eq!((game.moves.len(), game.moves[0].comment.as_str()), (2, "fine"), "{text}");
}

#[test]
fn compressed_files_are_refused() {
    let folder = Folder::new("analyse_compressed");
    for (name, bytes) in [("a.pgn.gz", &b"\x1F\x8B\x08\0\0"[..]), ("b.zip", b"PK\x03\x04\x14")] {
        folder.write(name, bytes);
        let error = refusal(plyglot(&folder, &format!("analyse --pgn {name}")), 1);
        assert_eq!(error, format!("error: {name}: it is compressed: unpack it first\n"));
    }
}

/// Fool's mate from a position in which Black begins: White's second move is its first here.
#[test]
fn moves_have_the_numbers_that_people_give_them() {
    const PGN: &str = "[SetUp \"1\"]\n\
                       [FEN \"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1\"]\n\n\
                       1... e5 2. g4 Qh4# 0-1\n";
    let folder = Folder::new("analyse_numbers");
    folder.write("games.pgn", PGN);
    let output = plyglot(&folder, "analyse --pgn games.pgn --depth 4").output().expect("it runs");
    let text = lines(&output).join("\n");
    assert!(text.contains("the game turned at 2. g4??: "), "{text}");
    let names = ["   1... e5", "   2. g4", "   2... Qh4#"];
    // Below a row may stand the reason for its sign.
    let rows = text.lines().skip(2).filter(|row| !row.starts_with("      "));
    let rows: Vec<&str> = rows.take(names.len()).collect();
    assert_eq!(rows.len(), names.len(), "{text}");
    for (row, name) in rows.into_iter().zip(names) {
        assert!(row.starts_with(name), "{text}");
    }
}

/// The first move has the number of the position.
#[test]
fn moves_are_numbered_from_the_position() {
    const PGN: &str = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 45\"]\n\n\
                       45. Kd2 Kd7 46. Kd3 *\n\n\
                       [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 45\"]\n\n\
                       45... Kd7 46. Kd2 Kd6 *\n";
    let folder = Folder::new("analyse_numbered");
    folder.write("games.pgn", PGN);
    let command = "analyse --pgn games.pgn --depth 1 --pgnout new.pgn";
    let text = lines(&plyglot(&folder, command).output().expect("it runs")).join("\n");
    for name in ["45. Kd2", "45... Kd7", "46. Kd3", "46. Kd2", "46... Kd6"] {
        assert!(text.contains(&format!("\n   {name}")), "{name}: {text}");
    }
    let written = folder.read("new.pgn");
    let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    for number in ["45. Kd2 ", "45... Kd7 ", "46. Kd3 ", "46. Kd2 ", "46... Kd6 "] {
        assert!(written.contains(number), "{number}: {written}");
    }
}

/// Nobody ever leads, and the third move of White loses a pawn.
#[test]
fn without_a_turn_the_largest_mistake_is_told() {
    let folder = Folder::new("analyse_mistake");
    folder.write("games.pgn", "1. e4 e5 2. Nf3 Nc6 3. a3 Nf6 *\n");
    let run = |arguments: &str| {
        let command = format!("analyse --pgn games.pgn --depth 5 {arguments}");
        plyglot(&folder, &command).output().expect("it runs")
    };
    let game = &objects(&run("--json"))[0];
    assert_eq!((&game["turning_point"], &game["largest_mistake"]), (&Value::Null, &json!(4)));
    let text = lines(&run("")).join("\n");
    let better = game["moves"][4]["best"]["record"].as_str().expect("a move");
    let mark = game["moves"][4]["mark"].as_str().expect("a mark");
    let told = format!("\n   the largest mistake was 3. a3{mark}: {better} was better\n");
    assert!(text.contains(&told), "{text}");
}

/// A game that the format of the new file cannot have as it is, with its line. The others say of
/// which game they are.
#[test]
fn games_that_cannot_be_copied_are_told() {
    const USI: &str = "position startpos moves 7g7f 3c3d\nposition startpos moves 9z9z\n\
                       position startpos moves 2g2f\n";
    let folder = Folder::new("analyse_not_copied");
    folder.write("games.txt", USI);
    let command = "analyse --games games.txt --nodes 1 --pgnout new.pgn";
    let output = plyglot(&folder, command).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "one cannot be analysed");
    let said = errors(&output);
    assert!(said.contains("game 2: line 2: it is not in new.pgn, a file of pgn"), "{said}");
    let written = folder.read("new.pgn");
    let games: Vec<_> = read(&written).collect();
    assert_eq!(games.len(), 2, "{written}");
    assert!(games.iter().all(|game| game.tag("Variant") == Some("shogi")), "{written}");
}

/// The last moves of a game of Othello: three of them give a certain win away, and lose by some discs.
#[test]
fn certain_ends_by_points_are_told_in_points() {
    const PGN: &str = "[Variant \"othello\"]\n[SetUp \"1\"]\n\
                       [FEN \"1pppppPp/3pppPp/ppppPppp/pppPppPp/p1PpPPPP/PPPPPPPP/PpPPPpPP/p1pppppP w\"]\n\n\
                       1. b2 b5 2. a1 c2 3. a2 b8 *\n";
    let folder = Folder::new("analyse_points");
    folder.write("games.pgn", PGN);
    let command = "analyse --pgn games.pgn --depth 10 --pgnout new.pgn";
    let text = lines(&plyglot(&folder, command).output().expect("it runs")).join("\n");
    let mut told = 0;
    for line in text.lines().filter(|line| line.contains(" points: ")) {
        let (_, points) = line.split_once(" loses by ").expect("a loss");
        let (points, discs) = points.split_once(" points: ").expect("a line");
        let (_, discs) = discs.rsplit_once("discs ").expect("the end of the game");
        let (first, second) = discs.trim_end_matches('.').split_once(':').expect("both sides");
        let [points, first, second] =
            [points, first, second].map(|number| number.parse::<u32>().expect("a number"));
        assert_eq!(first.abs_diff(second), points, "{line}");
        told += 1;
    }
    assert!(told >= 3 && !text.contains("much weaker"), "{told}: {text}");
    let written = folder.read("new.pgn");
    let evals: Vec<&str> = written.split("%eval").skip(1).collect();
    assert!(evals.len() > 6, "{written}");
    for eval in evals {
        let value = eval.split(',').next().expect("a value").trim();
        // No side can win by more discs than there are squares.
        let is_possible = value.parse::<f64>().map_or(value.starts_with('#'), |n| n.abs() <= 64.0);
        assert!(is_possible, "{value}: {written}");
    }
    assert!(written.contains("-2.00,") && written.contains("10.00,"), "{written}");
}

/// The board, a piece for each, and the moves with their scores: one for each cell to which they go.
#[test]
fn images_show_the_board_and_the_moves() {
    let folder = Folder::new("analyse_svg");
    for (game, position, stones, scores) in [
        ("chess", "startpos", 32, 3),
        ("cfour", "443", 3, 3),
        ("surakarta", "startpos", 24, 2),
        ("ataxx", "startpos", 4, 3),
    ] {
        let run = |name: &str| {
            plyglot(&folder, &format!("analyse --game {game} --depth 3 --svg {name} {position}"))
        };
        let output = run("%.svg").output().expect("it runs");
        assert!(output.status.success(), "{}", errors(&output));
        let svg = folder.read("1.svg");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        let class = if game == "chess" { "chessman" } else { "stone" };
        assert_eq!(svg.matches(&format!("<g class='{class}'")).count(), stones, "{game}");
        assert_eq!(svg.matches("class='score'").count(), scores, "{game}");
    }
}

/// What is on the boards of their players: 11 x 11 hexagons with 21 or 22 sides for each edge, the
/// 169 of a hexagon with sides of eight, 91 of three colours with eleven files but no j, 50 numbers,
/// 9 files and 9 ranks and four dots; xiangqi is played on points, and so is picaria, which has a dot
/// on none.
#[test]
fn images_show_boards_as_players_know_them() {
    let folder = Folder::new("analyse_boards");
    for (game, cells, parts) in [
        ("hex", 121, &[("class='edge'", 86), (">k</text>", 1), ("class='coordinate", 22)][..]),
        ("havannah", 169, &[("class='edge'", 0), ("class='obstacle'", 0)]),
        ("glinski", 91, &[("class='square", 3), (">l</text>", 1), (">j</text>", 0)]),
        ("chess", 64, &[("class='chessman'", 32), ("class='coordinate", 16)]),
        ("draughts", 100, &[("square-number", 50), (">50</text>", 1), (">a</text>", 0)]),
        ("russian", 64, &[("square-number", 0), (">a</text>", 1), (">8</text>", 1)]),
        (
            "shogi",
            81,
            &[
                ("class='coordinate", 18),
                ("class='tile'", 40),
                (">9</text>", 1),
                (">i</text>", 1),
                ("class='star'", 4),
            ],
        ),
        ("picaria", 0, &[("class='line'", 1), ("class='star'", 0)]),
        ("xiangqi", 0, &[("class='disc'", 32), (">帥</text>", 1), (">9</text>", 2)]),
    ] {
        let line = format!("analyse --game {game} --nodes 200 --svg %.svg startpos");
        let output = plyglot(&folder, &line).output().expect("it runs");
        assert!(output.status.success(), "{}", errors(&output));
        let svg = folder.read("1.svg");
        let squares = svg.lines().filter(|line| line.contains("class='square"));
        let outlines: usize = squares.map(|line| line.matches('Z').count()).sum();
        assert_eq!(outlines, cells, "{game}");
        for (part, count) in parts {
            assert_eq!(svg.matches(part).count(), *count, "{game}: {part}");
        }
    }
}

#[test]
fn inputs_without_positions_are_refused() {
    let folder = Folder::new("analyse_slips");
    folder.write("none.pgn", "");
    let error = refusal(plyglot(&folder, "analyse --pgn none.pgn"), 1);
    assert!(error.starts_with("error: none.pgn: there is no game in it"), "{error}");
    assert_eq!(analyse(&[], "# nothing but this\n\n").status.code(), Some(1));
}
