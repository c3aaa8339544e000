//! Who brings a file with one game means that game; beside several, the game is chess.

use crate::support::folder::Folder;
use crate::support::shell;

/// The only legal move of this game is a drop on its only square.
const ONE: &str = "\
[dot]
immobile = p
maxRank = 1
maxFile = 1
startFen = 1 w 0 1
pieceDrops = true
freeDrops = true
";

/// The output of a command beside a file of rules.
fn printed(folder: &str, rules: &str, command: &str) -> String {
    let folder = Folder::new(folder);
    std::fs::write(folder.file("my.ini"), rules).expect("a folder that can be written to");
    shell::run_in(folder.file("").as_ref(), command)
}

#[test]
fn the_only_game_of_a_file_is_played_without_its_name() {
    for (command, expected) in [
        ("plyglot perft 1 --variants my.ini", "P@a1: 1"),
        ("plyglot --variants my.ini go depth 1", "bestmove P@a1"),
        ("plyglot --variants my.ini uci | grep UCI_Variant", "type combo default dot var chess "),
        ("printf 'quit\\n' | plyglot play --variants my.ini", "Dot: you are black"),
        ("printf 'quit\\n' | plyglot play -variants my.ini", "Dot: you are black"),
        ("plyglot analyse startpos --depth 1 --variants my.ini", "P@a1"),
    ] {
        let text = printed("only_game", ONE, command);
        assert!(text.contains(expected), "{command}: {text}");
    }
}

#[test]
fn beside_several_games_the_game_is_chess() {
    let several = format!("{ONE}[dots:dot]\nmaxFile = 2\nstartFen = 2 w 0 1\n");
    for (rules, command, expected) in [
        (&*several, "plyglot perft 1 --variants my.ini", "e2e4: 1"),
        (&*several, "plyglot --variants my.ini uci | grep UCI_Variant", "default chess "),
        // The game of a dialogue is the one that it began with.
        (ONE, "plyglot 'load my.ini' uci | grep UCI_Variant", "default chess "),
        (ONE, "plyglot 'load my.ini' 'go perft 1'", "e2e4: 1"),
    ] {
        let text = printed("several_games", rules, command);
        assert!(text.contains(expected), "{command}: {text}");
    }
}
