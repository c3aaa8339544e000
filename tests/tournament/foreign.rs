//! Games that only the engines know: both are asked, by the queries of UGI.

#![cfg(unix)]

use crate::support::examples;
use crate::support::folder::Folder;
use crate::support::matches::{games, play, play_badly};

/// A match of Nim by the program of `examples/nim.rs`, under a name that no game here has. The
/// output of the second engine goes through this script of sed.
fn nim(folder: &Folder, script: &str, more: &str) -> String {
    let nim = examples::build("nim").display().to_string();
    for (name, script) in [("plain", ""), ("odd", script)] {
        let renamed = format!("sed -u 's/heaps/nim/' | {nim} | sed -u 's/nim/heaps/;{script}'\n");
        folder.write(name, renamed);
    }
    let plain = folder.file("plain");
    let odd = folder.file("odd");
    let json = folder.file("games.json");
    format!(
        "--game heaps --engine cmd=sh arg={plain} name=plain --engine cmd=sh arg={odd} name=odd \
         --each proto=ugi nodes=100 --rounds 2 --json {json} {more}"
    )
}

#[test]
fn two_programs_of_an_unknown_game_meet() {
    let folder = Folder::new("foreign");
    let said = play(&nim(&folder, "", ""));
    assert!(said.contains("plain against odd: 4 games\n"), "{said}");
    let games = games(&folder, "games.json");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["termination"], "rules", "{game}");
        // The heaps have twelve stones.
        let moves = game["moves"].as_array().map_or(0, Vec::len);
        assert!((3..=12).contains(&moves), "{game}");
    }
}

#[test]
fn a_move_that_both_refuse_loses() {
    let folder = Folder::new("foreign-illegal");
    let said = play(&nim(&folder, "s/^bestmove .*/bestmove z9/", ""));
    assert!(said.contains("both engines refuse the move 'z9'"), "{said}");
    let games = games(&folder, "games.json");
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["termination"], "illegal move", "{game}");
        let lost = if game["engines"][0] == 1 { "second" } else { "first" };
        assert_eq!(game["result"], lost, "{game}");
    }
}

/// Without `--game`, the game is the program's first.
#[test]
fn engines_of_another_game_than_the_one_played_lead_to_its_option() {
    let nim = examples::build("nim").display().to_string();
    let said = play(&format!(
        "--engine cmd={nim} name=plain --engine cmd={nim} name=other --each proto=ugi nodes=100 \
         --rounds 1"
    ));
    let hint = "  The game is chess; for engines of another one, `--game` names it.\n";
    assert!(said.contains("illegal move: ") && said.contains(hint), "{said}");
}

#[test]
fn a_disagreement_ends_the_game_with_both_answers() {
    let folder = Folder::new("foreign-disagreement");
    let said = play(&nim(&folder, "s/^response .*/response true/", ""));
    let told = "plain: the first player is to move; odd: query result: 'true'";
    assert!(said.contains(&format!("the engines disagree at the start: {told}")), "{said}");
    assert!(said.contains("plain against odd: 0 games\n"), "{said}");
}

#[test]
fn what_needs_the_rules_is_refused() {
    let folder = Folder::new("foreign-refused");
    for (more, option) in [("--openings random", "--openings"), ("--pgnout games.pgn", "--pgnout")]
    {
        let (status, _, errors) = play_badly(&nim(&folder, "", more));
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(option) && errors.contains("only the engines know"), "{errors}");
    }
    let by_uci = nim(&folder, "", "").replace("proto=ugi", "proto=uci");
    let (status, _, errors) = play_badly(&by_uci);
    assert!(status == Some(2) && errors.contains("--game"), "{errors}");
}
