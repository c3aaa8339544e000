//! Whole matches: games that can be read back, tests that end, matches that
//! are interrupted and gone on with.

use crate::support::engine::{PLYGLOT, signal, wait};
use crate::support::folder::Folder;
use crate::support::match_games::{plan, replayed};
use crate::support::matches::{expect_none_left, games, play, start};
use crate::support::misbehave::program;
use crate::support::schema::Schema;
use plyglot_core::game::Side;
use plyglot_match::match_here;
use plyglot_records::RecordedGame;
use plyglot_records::pgn::read;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The arguments that name two Plyglots of different strength.
fn engines(strong: u32, weak: u32) -> String {
    format!(
        "--engine cmd={PLYGLOT} name=strong nodes={strong} \
         --engine cmd={PLYGLOT} name=weak nodes={weak}"
    )
}

#[track_caller]
fn play_two(strong: u32, weak: u32, more: &str) -> String {
    play(&format!("{} {more}", engines(strong, weak)))
}

#[test]
fn games_of_every_kind_are_played_and_read_back() {
    for game in ["chess", "chess960", "cfour", "tictactoe", "surakarta"] {
        let folder = Folder::new(&format!("play-{game}"));
        let pgn = folder.file("games.pgn");
        let plies = if game == "tictactoe" { 2 } else { 6 };
        let printed = play_two(
            2000,
            200,
            &format!(
                "--game {game} --rounds 5 --concurrency 2 --pgnout {pgn} \
                 --openings random plies={plies} balance=100"
            ),
        );
        let games: Vec<RecordedGame> = read(&folder.read("games.pgn")).collect();
        assert_eq!(games.len(), 10, "{game}: {printed}");
        assert!(games.iter().all(|game| replayed(game).moves.len() > plies), "{game}");
        let points = |name: &str| -> u8 {
            let half_points = |game: &RecordedGame| {
                let is_first = game.tag("White") == Some(name);
                assert!(is_first || game.tag("Black") == Some(name), "{:?}", game.tags);
                game.result?.half_points(if is_first { Side::First } else { Side::Second })
            };
            games.iter().filter_map(half_points).sum()
        };
        let (strong, weak) = (points("strong"), points("weak"));
        assert_eq!(strong + weak, 20, "{game}");
        let (strong, weak) = (f64::from(strong) / 2.0, f64::from(weak) / 2.0);
        let line = format!("strong {strong:.1}-{weak:.1} weak");
        assert!(printed.contains(&line), "{game}: `{line}` is not in\n{printed}");
    }
}

/// An engine that lists its games without this one would play another, and lose by its first move.
#[test]
fn a_game_that_an_engine_does_not_list_is_told_first() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/messenger.ini");
    // It hears of no file of rules.
    let folder = Folder::new("play-unlisted");
    folder.write("deaf.sh", format!("sed -u /VariantPath/d | {PLYGLOT}"));
    let told = |weak: &str| {
        play(&format!(
            "--engine cmd={PLYGLOT} name=strong --engine {weak} name=weak --each nodes=1 \
             --rounds 1 --maxmoves 2 --variants {file} --game messenger"
        ))
    };
    let printed = told(&format!("cmd=sh arg={}", folder.file("deaf.sh")));
    let warning =
        "warning: weak: its UCI_Variant does not list messenger, so it may play another game";
    assert!(printed.lines().take(2).any(|line| line == warning), "{printed}");
    let printed = told(&format!("cmd={PLYGLOT}"));
    assert!(!printed.contains("warning") && !printed.contains("illegal"), "{printed}");
}

#[test]
fn engines_get_the_options_that_the_referee_follows() {
    for (game, told) in [("chess", "false"), ("chess960", "true")] {
        let folder = Folder::new(&format!("play-told-{game}"));
        let log = folder.file("log.txt");
        play_two(50, 50, &format!("--game {game} --rounds 1 --maxmoves 2 --log {log}"));
        let log = folder.read("log.txt");
        for name in ["strong", "weak"] {
            let set = format!("{name} > setoption name UCI_Chess960 value ");
            let values: Vec<&str> =
                log.lines().filter_map(|line| line.split(&set).nth(1)).collect();
            assert_eq!(values, [told], "{game}, {name}");
        }
    }
}

/// Limits that an engine may not understand as they are meant are told before the first game.
#[test]
fn doubtful_limits_are_warned_of() {
    let (plyglot, other) =
        (format!("cmd={PLYGLOT}"), format!("cmd={} args=good", program().display()));
    let node_clock = "nps= charges its nodes, but it has no option NodesPerSecond and its";
    let cases: [(&str, &str, Option<&str>); 6] = [
        (&other, "tc=100+1 nps=1000", Some(node_clock)),
        (&other, "st=100 nps=1000", Some(node_clock)),
        (&other, "tc=100+1 nps=1000 option.NodesTime=1", None),
        (&plyglot, "tc=100+1 nps=1000", None),
        (&plyglot, "nodes=10 nps=1000", Some("nps= has no effect without tc= or st=")),
        (&plyglot, "tc=100+1 st=1", Some("it has tc= and st=, and engines disagree")),
    ];
    for (program, limits, expected) in cases {
        let child = start(&format!(
            "--engine {program} name=x {limits} --engine {plyglot} name=y nodes=10 \
             --game tictactoe --rounds 1 --games 1 --maxmoves 1"
        ));
        let output = child.wait_with_output().expect("it ends");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{limits:?}: {printed}");
        let first = printed.lines().next().unwrap_or_default();
        match expected {
            Some(doubt) => assert!(first.starts_with(&format!("warning: x: {doubt}")), "{first}"),
            None => assert_eq!(first, "Started game 1 of 1 (x vs y)", "{limits:?}"),
        }
    }
}

#[test]
fn engines_are_told_how_many_nodes_are_a_second() {
    let folder = Folder::new("play-nps");
    let log = folder.file("log.txt");
    play(&format!(
        "--each tc=10+0.1 nps=20000 --engine cmd={PLYGLOT} name=x \
         --engine cmd={PLYGLOT} name=y option.nodespersecond=7 \
         --rounds 1 --games 1 --maxmoves 1 --log {log}"
    ));
    let log = folder.read("log.txt");
    let last = |name: &str| {
        let mut told = log.lines().filter(|line| line.contains(&format!(" {name} > setoption")));
        told.rfind(|line| line.to_lowercase().contains("nodespersecond"))
    };
    assert!(last("x").is_some_and(|line| line.ends_with(" value 20000")), "{log}");
    assert!(last("y").is_some_and(|line| line.ends_with(" value 7")), "{log}");
}

/// With every kind of opening and limit, and with adjudication.
#[test]
fn all_lines_of_json_follow_the_schema() {
    let (folder, schema) = (Folder::new("play-schema"), Schema::of("match"));
    folder.write("book.fen", "X........\n");
    let book = format!("file={} format=fen", folder.file("book.fen"));
    let matches = [
        "--game=tictactoe --each nodes=50 ponder=true option.Hash=1",
        &format!("--game=tictactoe --each depth=2 --openings {book} --maxmoves=3"),
        "--each tc=40/5+0.1 --openings random plies=2 --maxmoves=2",
        "--game=cfour --each st=0.01 --resign movecount=1 score=1",
    ];
    for (number, arguments) in matches.iter().enumerate() {
        let file = folder.file(&format!("{number}.json"));
        play(&format!(
            "--engine cmd={PLYGLOT} name=a --engine cmd={PLYGLOT} name=b {arguments} --rounds 1 \
             --json {file}"
        ));
        let text = folder.read(&format!("{number}.json"));
        assert_eq!(text.lines().count(), 3, "{text}");
        for line in text.lines() {
            let object = serde_json::from_str(line).expect("JSON");
            schema.check(&object);
        }
    }
}

/// One of two ponders: the records must have what the referee told it, and the
/// other must be told nothing of the kind.
#[test]
fn records_have_the_results_of_pondering() {
    let folder = Folder::new("play-ponder");
    let (json, log) = (folder.file("games.json"), folder.file("log.txt"));
    let more = "--rounds 3 --openings random plies=6 --maxmoves 30";
    let printed = play_two(500, 500, &format!("ponder=true {more} --json {json} --log {log}"));
    let log = folder.read("log.txt");
    let told = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    assert_eq!((told("strong > go ponder"), told("strong > ponderhit")), (0, 0), "{printed}");
    assert!(told("weak > setoption name Ponder value true") > 0, "{printed}");
    assert!(told("strong > setoption name Ponder value false") > 0, "{printed}");
    let (mut hits, mut misses) = (0, 0);
    for game in games(&folder, "games.json") {
        let [first, second] = [0, 1].map(|side| game["engines"][side] == 1);
        let moves = game["moves"].as_array().expect("moves");
        for (played, is_weak) in moves.iter().zip([first, second].into_iter().cycle()) {
            let word = played["ponder"].as_str();
            hits += usize::from(word == Some("hit"));
            misses += usize::from(word == Some("miss"));
            assert!(is_weak || word.is_none(), "{played}");
            let depths = ["first_depth", "depth"].map(|key| played[key].as_u64().expect("a depth"));
            // Who does not ponder begins at depth 1, or with what the table knows
            // of the position, if that is not too shallow to be worth it.
            let is_plain = depths[0] == 1 || depths[0] >= 4;
            assert!(depths[0] <= depths[1] && (is_weak || is_plain), "{played}");
        }
    }
    // A ponder search that runs when a game ends is neither hit nor miss.
    let (games, begun) = (6, told("weak > go ponder"));
    assert!(hits > 0 && misses > 0 && begun - games <= hits + misses, "{hits} {misses} {begun}");
    assert!(hits + misses <= begun, "{hits} {misses} {begun}");
    assert_eq!(hits, told("weak > ponderhit"));
}

/// A queen more is worth resigning to, and a draw is what both see in two bare kings.
#[test]
fn scores_end_games_as_the_rules_for_them_say() {
    let folder = Folder::new("play-adjudication");
    let json = folder.file("games.json");
    let resign = "--resign movecount=2 score=600";
    let draw = "--draw movenumber=1 movecount=2 score=100";
    let lost = "resignation: losing score for 2 moves";
    let drawn = "draw: both scores near zero for 2 moves";
    for (position, rule, result, reason) in [
        ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", resign, "first", lost),
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", resign, "second", lost),
        ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", draw, "draw", drawn),
    ] {
        folder.write("book.fen", format!("{position}\n"));
        let _ = std::fs::remove_file(&json);
        let book = folder.file("book.fen");
        let more = format!("--openings file={book} --rounds 1 --games 1 --json {json} {rule}");
        play_two(500, 500, &more);
        let game = &games(&folder, "games.json")[0];
        let found = ["result", "termination", "reason"].map(|key| game[key].as_str());
        let by = |text: Option<&str>| text.unwrap_or_default().ends_with(reason);
        assert_eq!(found[..2], [Some(result), Some("adjudication")], "{position}: {game}");
        assert!(by(found[2]), "{position}: {game}");
    }
}

/// Of games that cannot be drawn, none is drawn by its scores either.
#[test]
fn scores_do_not_draw_games_without_draws() {
    let folder = Folder::new("play-without-draws");
    let json = folder.file("games.json");
    for game in ["hex", "breakthrough"] {
        let _ = std::fs::remove_file(&json);
        let draw = "--draw movenumber=1 movecount=1 score=20000";
        let match_of = format!("--game {game} --rounds 1 --json {json} {draw}");
        play_two(50, 50, &match_of);
        for played in games(&folder, "games.json") {
            assert_ne!(played["result"], "draw", "{game}: {played}");
            assert_ne!(played["termination"], "adjudication", "{game}: {played}");
        }
    }
}

#[test]
fn a_sequential_test_finds_the_stronger_one() {
    let printed = play_two(4000, 400, "--sprt elo0=0 elo1=100 --openings random plies=8");
    assert!(printed.contains("H1 accepted"), "{printed}");
    let printed = play_two(400, 4000, "--sprt elo0=-100 elo1=0 --openings random plies=8");
    assert!(printed.contains("H0 accepted"), "{printed}");
}

#[test]
fn a_match_continues_where_it_was_interrupted() {
    let folder = Folder::new("play-resume");
    let file = folder.file("match.json");
    let play_rounds = |rounds: u32| {
        let openings = "--game cfour --openings random plies=4";
        play_two(500, 100, &format!("{openings} --rounds {rounds} --resume {file}"))
    };
    play_rounds(3);
    let first = folder.read("match.json");
    assert_eq!(first.lines().count(), 7);
    // As an interrupted write leaves it.
    let cut = &first[..first.len() - 40];
    std::fs::write(&file, cut).expect("the file can be written");
    let printed = play_rounds(5);
    let is_started = |game: u32| printed.contains(&format!("Started game {game} of 10 "));
    assert_eq!([5, 6, 7, 10].map(is_started), [false, true, true, true], "{printed}");
    let second = folder.read("match.json");
    let whole = cut.rfind('\n').expect("several lines") + 1;
    assert!(second.starts_with(&cut[..whole]), "what was whole stays as it was");
    let games = games(&folder, "match.json");
    let mut numbers: Vec<u64> =
        games.iter().map(|game| game["number"].as_u64().expect("a number")).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..10).collect::<Vec<u64>>());
}

/// As Python plays it.
#[test]
fn a_match_in_another_program_reports_each_game() {
    let plan = plan(&format!("{} --game tictactoe --rounds 3", engines(50, 50)));
    let registry = plyglot_games::standard();
    let interrupt = AtomicBool::new(false);
    let reports = RefCell::new(Vec::new());
    let report = |report: Value| reports.borrow_mut().push(report);
    let found = match_here(&plan, &registry, &interrupt, report).expect("it is played");
    let mut reports = reports.into_inner();
    let numbers: Vec<u64> = reports.iter().filter_map(|r| r["game"]["number"].as_u64()).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
    let last = reports.last_mut().and_then(|last| last.as_object_mut()).expect("a report");
    assert!(last.remove("game").is_some_and(|game| game["termination"] == "rules"));
    assert_eq!(found.as_object(), Some(&*last));
    assert_eq!(found["played"], 6);
    assert_eq!(found["all"], 6);
    assert_eq!(found["players"][1]["name"], "weak");

    // The flag ends it after a game.
    let interrupt = AtomicBool::new(false);
    let end = |_: Value| interrupt.store(true, Relaxed);
    let found = match_here(&plan, &registry, &interrupt, end).expect("it is ended");
    assert_eq!(found["played"], 1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_match_with_its_table() {
    use std::io::{BufRead, BufReader, Read};
    let mark = format!("mark-interrupt-{}", std::process::id());
    let engine = format!("--engine cmd={} args=good arg=1 arg={mark}", program().display());
    let mut child = start(&format!(
        "--game tictactoe --rounds 100000 --each nodes=50 \
         {engine} name=a {engine} name=b"
    ));
    let mut output = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    let mut printed = String::new();
    for _ in 0..5 {
        output.read_line(&mut printed).expect("games are reported");
    }
    signal(child.id(), "-INT");
    output.read_to_string(&mut printed).expect("text");
    let status = wait(&mut child).expect("it ends");
    assert!(status.success(), "{status}\n{printed}");
    assert!(printed.contains("a against b: "), "the table is there: {printed}");
    expect_none_left(&mark);
}
