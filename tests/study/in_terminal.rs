//! `plyglot analyse`, `explain` and `solve` in a terminal: what is said before an answer is
//! there, and what is kept of one that is interrupted.

use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use crate::support::terminal::{Terminal, screen};
use serde_json::{Value, json};
use std::process::Command;

fn start(arguments: &[&str]) -> Terminal {
    let mut command = Command::new(PLYGLOT);
    command.args(arguments);
    Terminal::start(command)
}

#[test]
fn who_names_no_position_is_told_where_it_is_read_from() {
    for (tool, position, answer) in [
        (&["analyse", "--depth", "1"][..], "startpos", "white to move"),
        (&["explain", "--depth", "1"], "startpos", " is best"),
        (&["solve"], "4465357172", "4465357172\t-4"),
    ] {
        let mut terminal = start(tool);
        terminal.until("reading positions from the terminal, one per line; press Ctrl-D to finish");
        terminal.keys(&format!("{position}\n\u{4}"));
        let (status, all) = terminal.end();
        assert!(status.success() && all.contains(answer), "{tool:?}: {status}: {all}");
    }
}

/// The object of JSON among the lines of a terminal.
#[track_caller]
fn object(all: &str) -> Value {
    let shown = screen(all);
    let start = all.find("{\"").unwrap_or_else(|| panic!("no object in\n{shown}"));
    let text = all[start..].lines().next().unwrap_or_default();
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The search would go on for years.
#[test]
fn what_is_known_of_an_explanation_is_kept() {
    for arguments in [&[][..], &["--json"]] {
        let mut terminal = start(&[&["explain", "--depth", "90", "startpos"], arguments].concat());
        terminal.until("the best move to depth ");
        terminal.signal("-INT");
        let (status, all) = terminal.end();
        assert_eq!(status.code(), Some(1), "{all}");
        assert!(all.contains("error: interrupted"), "{all}");
        match arguments {
            [] => assert!(all.contains(" is best: ") && all.contains("   depth "), "{all}"),
            _ => {
                let found = object(&all);
                assert_eq!(found["complete"], json!(false), "{found}");
                let best = found["best"]["records"][0].as_str().expect("a move");
                let said = found["sentences"].to_string();
                assert!(said.contains(&format!("{best} is best")), "{found}");
                assert!(!said.contains("only good move"), "nothing is known of others: {found}");
            }
        }
    }
}

/// The first move is mate, and so its search ends; that of the second would never.
#[test]
fn the_moves_that_are_known_of_a_game_are_kept() {
    const PGN: &str = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n1. Rd8# 1-0\n\n\
                       1. e4 e5 *\n";
    let folder = Folder::new("analyse_interrupted");
    folder.write("games.pgn", PGN);
    let file = folder.file("games.pgn").to_string();
    for arguments in [&[][..], &["--json"]] {
        let all = ["analyse", "--depth", "90", "--pgn", &file];
        let mut terminal = start(&[&all[..], arguments].concat());
        terminal.until("game 2");
        terminal.signal("-INT");
        let (status, all) = terminal.end();
        assert_eq!(status.code(), Some(1), "{all}");
        assert!(all.contains("error: interrupted"), "{all}");
        match arguments {
            [] => assert!(screen(&all).contains("   1. Rd8#"), "{all}"),
            _ => assert_eq!(object(&all)["complete"], json!(true), "{all}"),
        }
    }
}
