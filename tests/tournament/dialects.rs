//! Engines that speak USI or UCCI, beside one that speaks UCI.

#![cfg(unix)]

use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use crate::support::matches::{games, play, play_badly};
use serde_json::Value;

/// The moves of both sides are read, checked and recorded as those of UCI.
#[test]
fn whole_games_are_played_under_every_limit() {
    for (game, proto, limit, told) in [
        ("shogi", "usi", "tc=20+0.2", "btime 20000 wtime 20000 binc 200 winc 200"),
        ("minishogi", "usi", "st=5", "btime 0 wtime 0 byoyomi 5000"),
        ("xiangqi", "ucci", "tc=20+0.2", "time 20000 increment 200 opptime 20000 oppincrement 200"),
        ("xiangqi", "ucci", "tc=9/20", "time 20000 movestogo 9 opptime 20000 oppincrement 0"),
        ("xiangqi", "ucci", "st=5", "time 5000 movestogo 1"),
    ] {
        let folder = Folder::new(&format!("dialects-{game}"));
        let json = folder.file("games.json");
        let log = folder.file("log.txt");
        let unit = if proto == "ucci" { "option.usemillisec=false" } else { "" };
        play(&format!(
            "--game {game} --engine cmd={PLYGLOT} name=x proto={proto} ponder=true option.Hash=2 \
             {unit} --engine cmd={PLYGLOT} name=y --each {limit} nodes=200 --rounds 1 --maxmoves 8 \
             --openings random plies=4 --json {json} --log {log}"
        ));
        for played in games(&folder, "games.json") {
            assert_ne!(played["termination"], "illegal move", "{proto}: {played}");
            let moves = played["moves"].as_array().expect("moves");
            assert!(!moves.is_empty(), "{proto}: {played}");
            for one in moves {
                assert_eq!(one["warnings"].as_array().map(Vec::len), Some(0), "{proto}: {one}");
                assert!(one["cp"].is_i64() || one["mate"].is_i64(), "{proto}: {one}");
            }
        }
        let log = folder.read("log.txt");
        let options = match proto {
            "usi" => ["name USI_Hash value 2", "name USI_Ponder value true"],
            _ => ["hashsize 2", "usemillisec true"],
        };
        let options = options.map(|option| format!("x > setoption {option}\n"));
        let searches =
            [format!("x > go nodes 200 {told}\n"), format!("y > go nodes 200 {}", uci(limit))];
        for line in options.iter().chain(&searches) {
            assert!(log.contains(line), "{line} is not in\n{log}");
        }
        // The unit is that of the clocks, whatever the user sets.
        let set =
            ["true", "false"].map(|value| log.rfind(&format!("setoption usemillisec {value}")));
        assert!(set[0] >= set[1], "{log}");
        assert!(log.contains("x > go ponder nodes 200 "), "{log}");
        assert_eq!(log.contains("x > gameover "), proto == "usi", "{log}");
    }
}

/// The beginning of what an engine of UCI is told of a limit.
fn uci(limit: &str) -> &'static str {
    if limit.starts_with("st") { "movetime 5000\n" } else { "wtime 20000 btime 20000 " }
}

/// An engine with one answer to all searches. It forgets its position when it gets ready, as
/// engines of USI do, and ends if it is to search none.
fn script(proto: &str, answer: &str) -> String {
    let forgets = if proto == "usi" { "known=; " } else { "" };
    format!(
        "while read -r word rest; do\n  case $word in\n    {proto}) echo {proto}ok ;;\n    \
         isready) {forgets}echo readyok ;;\n    position) known=1 ;;\n    \
         go) [ \"$known\" ] || exit 1; echo '{answer}' ;;\n    quit) exit ;;\n  esac\ndone\n"
    )
}

/// The only game against an engine that answers so, and all that was said.
fn against(folder: &str, proto: &str, answer: &str) -> (Value, String) {
    let game = if proto == "usi" { "shogi" } else { "xiangqi" };
    let folder = Folder::new(folder);
    folder.write("odd.sh", script(proto, answer));
    play(&format!(
        "--game {game} --engine cmd=sh arg={} name=odd proto={proto} tc=100 \
         --engine cmd={PLYGLOT} name=good nodes=50 --rounds 1 --games 1 --maxmoves 1 --json {} \
         --log {}",
        folder.file("odd.sh"),
        folder.file("games.json"),
        folder.file("log.txt")
    ));
    (games(&folder, "games.json").remove(0), folder.read("log.txt"))
}

#[test]
fn engines_may_give_a_game_up() {
    for (proto, answer) in
        [("usi", "bestmove resign"), ("ucci", "nobestmove"), ("ucci", "bestmove h2e2 resign")]
    {
        let (game, log) = against("dialects-resign", proto, answer);
        let ended = ["result", "termination", "reason"].map(|key| game[key].as_str());
        let expected = ["second", "rules", "odd: it resigns"].map(Some);
        assert_eq!(ended, expected, "{proto}, {answer}: {log}");
        assert_eq!(log.contains("odd > gameover lose\n"), proto == "usi", "{log}");
    }
}

/// A win that is claimed is no move either: the rules would have ended the game.
#[test]
fn what_is_no_move_loses() {
    for (proto, answer) in [
        ("usi", "bestmove win"),
        ("usi", "bestmove 7g7z"),
        ("usi", "bestmove"),
        ("ucci", "bestmove (none)"),
        ("ucci", "bestmove h2 draw"),
    ] {
        let (game, log) = against("dialects-wrong", proto, answer);
        assert_eq!(game["termination"], "illegal move", "{proto}, {answer}: {log}");
        let reason = game["reason"].as_str().unwrap_or_default();
        assert!(reason.starts_with("odd: the move '"), "{proto}, {answer}: {reason}");
    }
}

/// An engine of UCCI answers a `stop` even if it has moved already. That is no resignation.
#[test]
fn a_late_answer_to_stop_is_no_move() {
    let folder = Folder::new("dialects-stop");
    let json = folder.file("games.json");
    let script = "while read -r word rest; do\n  case $word in\n    ucci) echo ucciok ;;\n    \
                  isready) echo readyok ;;\n    go) echo bestmove a0a1 ponder a9a8 ;;\n    \
                  stop) sleep 0.2; echo nobestmove ;;\n    quit) exit ;;\n  esac\ndone\n";
    folder.write("early.sh", script);
    play(&format!(
        "--game xiangqi --engine cmd=sh arg={} name=early proto=ucci ponder=true \
         --engine cmd={PLYGLOT} name=good --each nodes=50 --rounds 1 --games 1 --json {json}",
        folder.file("early.sh")
    ));
    let game = games(&folder, "games.json").remove(0);
    assert_eq!(game["moves"][0]["move"], "a1a2", "{game}");
    assert_ne!(game["moves"][1]["move"], "a10a9", "it was not expected: {game}");
    // The rook has left its corner.
    assert_eq!(game["termination"], "illegal move", "{game}");
}

#[test]
fn what_only_these_protocols_have_is_understood() {
    let usi = "info depth 2 score mate -2 pv 7g7f 3c3d\nbestmove 7g7f";
    let ucci = "info depth 6 score 12 pv h2e2 h9g7\nbestmove h2e2 draw";
    for (proto, answer, name, key, score, told) in [
        ("usi", usi, "c3c4", "mate", -1, "btime 100000 wtime 100000 byoyomi 0\n"),
        // An engine without the option for milliseconds has seconds.
        ("ucci", ucci, "h3e3", "cp", 12, "time 100 increment 0 opptime 100 oppincrement 0\n"),
    ] {
        let (game, log) = against("dialects-own", proto, answer);
        let played = &game["moves"][0];
        assert_eq!(played["move"], name, "{log}");
        assert_eq!(played[key], score, "{log}");
        assert_eq!(played["warnings"].as_array().map(Vec::len), Some(0), "{played}");
        assert!(log.contains(&format!("odd > go {told}")), "{log}");
    }
}

#[test]
fn a_game_that_the_protocol_cannot_write_is_refused() {
    for (proto, name) in [("usi", "USI"), ("ucci", "UCCI")] {
        let (status, printed, errors) = play_badly(&format!(
            "--game chess --engine cmd={PLYGLOT} name=x proto={proto} \
             --engine cmd={PLYGLOT} name=y --each nodes=10"
        ));
        assert_eq!((status, printed.as_str()), (Some(1), ""), "{errors}");
        assert!(errors.contains(&format!("x: {name} does not support ")), "{errors}");
    }
}
