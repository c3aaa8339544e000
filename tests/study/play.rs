//! `plyglot play` with lines from a pipe.

use crate::support::folder::Folder;
use crate::support::tool::{fed, plyglot, refusal};
use plyglot_match::record::pgn;
use plyglot_match::record::{GameResult, Termination};
use plyglot_records::pgn::read;

/// The program's output for these lines. It must end well, without escape codes.
#[track_caller]
fn play(arguments: &[&str], lines: &str) -> String {
    let output = fed(&[&["play", "--hash", "1"], arguments].concat(), lines.as_bytes());
    let text = String::from_utf8(output.stdout).expect("it is text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{}: {errors}\n{text}", output.status);
    assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text:?}");
    text
}

#[track_caller]
fn expect(text: &str, pieces: &[&str]) {
    let mut rest = text;
    for piece in pieces {
        let Some((_, after)) = rest.split_once(piece) else {
            panic!("no {piece:?} in the rest of\n{text}")
        };
        rest = after;
    }
}

#[test]
fn lines_of_a_pipe_are_repeated_and_answered() {
    let text = play(&["ttt", "--side", "both"], "b2\n\nP@a1\n  c3\nhelp\nundo\n");
    expect(
        &text,
        &[
            "Tic-tac-toe: two players, X and O.\nType a move, such as a3 or c1, or `help`.\n",
            "X> b2\n",
            " |   |[X]|   | 2\n",
            "O> \nO> P@a1\n",
            "X>   c3\n",
            "O> help\n",
            "\n  hint  ",
            "O> undo\nTook back 1 move.\n",
            "X> \n",
        ],
    );
}

#[test]
fn slips_are_answered_with_what_is_near() {
    let lines = "Nf4\nhnit\nundo now\nquit now\nboard 8/8\nsave\n";
    let text = play(&["--side", "both"], lines);
    expect(
        &text,
        &[
            "> Nf4\nexpected a legal move, or a command, found 'Nf4'; near it: f4, Nf3",
            "> hnit\nexpected a move like e2e4, e7e8q, Nf3 or O-O, or a command, found 'hnit'; ",
            "near it: hint",
            "> undo now\nexpected nothing after `undo`, found 'now'\n",
            "> quit now\nexpected nothing after `quit`, found 'now'\n",
            "> board 8/8\nexpected nothing after `board`, found '8/8'\n",
            "> save\nexpected a file after `save`, found nothing\n",
        ],
    );
}

/// Nothing typed breaks the program, and no control character comes back.
#[test]
fn anything_can_be_typed() {
    let mut bytes = Vec::new();
    for byte in 0..=255 {
        bytes.extend([byte, b'e', byte, b'\n']);
    }
    bytes.extend(b"hint x\nboard \x1b[2J moves x\nsave \x00\nsave /\n");
    bytes.extend([b'x'; 100_000]);
    let output = fed(&["play", "--side", "both", "--hash", "1"], &bytes);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.contains(&0x1b) && !output.stdout.contains(&7));
}

#[test]
fn a_game_ends_and_another_begins() {
    let mate_in_one = ["--movetime", "1000", "--side", "black", "--position"];
    let text = play(
        &[&mate_in_one[..], &["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]].concat(),
        "Rd8\nnew\n",
    );
    expect(
        &text,
        &[
            "Plyglot plays Rd8#.\n",
            "White (Plyglot) has won: checkmate.\n`new` begins",
            "game over> Rd8\nexpected a command, as the game is over, found 'Rd8'",
            "game over> new\nA new game.\nPlyglot plays Rd8#.\n",
        ],
    );
    let lines = "g4\nundo\nresign\n";
    let text = play(&["--movetime", "1000", "--position", "startpos moves f3 e5"], lines);
    expect(
        &text,
        &[
            "Plyglot plays Qh4#.\n",
            "Black (Plyglot) has won: checkmate.\n",
            "game over> undo\nTook back 2 moves.\n",
            "white> resign\nBlack (Plyglot) has won: white has resigned.\n",
        ],
    );
    let drawn = play(&["--side", "both"], "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n");
    expect(&drawn, &["The game is drawn: repetition.\n"]);
}

/// As people type them; a pawn goes before a bishop.
#[test]
fn moves_may_be_typed_in_small_letters() {
    let castling = ["--side", "both", "--position", "4k3/8/8/8/8/8/1P6/4K2R w K - 0 1"];
    expect(&play(&castling, "0-0\n"), &["|(R)|[K]|"]);
    expect(&play(&["--side", "both"], "nf3\nE5\n"), &["white> nf3\n", "black> E5\n", "white> "]);
    let bishop = ["--side", "both", "--position", "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1"];
    expect(&play(&bishop, "bxc4\n"), &[" |   |[ ]|   | B |"]);
}

/// The answers are known from outside: fool's mate, a fork of a queen, and mates at once.
#[test]
fn why_explains_what_was_played_and_what_could_have_been() {
    let lines = "why\ng4\nwhy\nwhy g4\nwhy Nc3\nwhy e5\nwhy Nf9\n";
    let text = play(&["--movetime", "1000", "--position", "startpos moves f3 e5"], lines);
    expect(
        &text,
        &[
            "> why\nPlyglot played 1... e5.\nSearched again, ",
            "> why\nPlyglot played 2... Qh4#.\nIt names no reply.\n",
            "Qh4# is best and wins at once: Qh4#, checkmate.\n",
            "> why g4\nYou played 2. g4.\nSearched again, ",
            ":\ng4 loses to the next move: g4 Qh4#, checkmate.\n",
            "> why Nc3\nYou could have played Nc3 instead of 2. g4.\nSearched again, ",
            "> why e5\nPlyglot played 1... e5.\n",
            "> why Nf9\nexpected a move of the game, or one that was legal in its last turns, ",
        ],
    );
    let fork = ["--side", "both", "--position", "4k3/pp6/8/3q4/8/4N3/PPP5/4K3 w - - 0 1"];
    let text = play(&fork, "why\nwhy Nxd5\nKf2\nwhy\nwhy Nxd5\n");
    expect(
        &text,
        &[
            "> why\nno move has been played yet\n",
            "> why Nxd5\nWhite could play Nxd5 now.\nSearched again, ",
            "Nxd5 is best and wins a queen that nothing protects: Nxd5",
            "> why\nWhite played 1. Kf2.\nSearched again, ",
            " does not win a queen: ",
            "> why Nxd5\nWhite could have played Nxd5 instead of 1. Kf2.\n",
        ],
    );
    let scholar = "startpos moves e4 e5 Bc4 Nc6 Qf3";
    let text = play(&["--side", "black", "--position", scholar], "a6\nwhy a6\n");
    expect(
        &text,
        &[
            "> why a6\nYou played 3... a6.\nSearched again, ",
            "\na6 does not meet the threat and loses to the next move: a6 Qxf7#, checkmate.\n\
             Plyglot threatens to win at once: Qxf7#, checkmate.\n",
        ],
    );
    let text = play(&["ttt", "--position", "XX.OO...."], "a1\nwhy\n");
    expect(
        &text,
        &["> why\nPlyglot played 1... c2.\n", "c2 is best and wins at once: c2, three in a row.\n"],
    );
}

#[test]
fn boards_of_othello_count_as_their_moves_do() {
    let text = play(&["othello", "--side", "both"], "d3\n");
    expect(&text, &[" |   |   |   |[X]|   |   |   |   | 3\n", "(X)|", " 4\n"]);
}

/// Castling has a shorter form in the protocol.
#[test]
fn moves_are_shown_as_records_have_them() {
    let position = ["--side", "both", "--position", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"];
    let text = play(&position, "moves\nO-O-O\n");
    expect(&text, &["O-O-O", "Other notations are read, too: ", "|[K]|(R)|[ ]|"]);
}

#[test]
fn clocks_run_for_both_sides() {
    let text = play(&["ttt", "--tc", "60+1"], "b2\n");
    expect(&text, &["X 1:00 (1:00)> b2\n", "Plyglot plays ", "X 1:0", " (1:0", ")> \n"]);
    // The clock has no time at all beyond its margin.
    let text = play(&["cfour", "--side", "second", "--tc", "0.001"], "");
    expect(&text, &["Connect Four: you are red, and Plyglot is yellow.\n"]);
}

#[test]
fn options_and_presets_are_those_of_the_game() {
    let start = ["--position", "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1"];
    for game in [&["chess960"][..], &["chess", "--option", "UCI_Chess960=true"]] {
        let text = play(&[game, &["--side", "both"], &start].concat(), "board\n");
        expect(&text, &["Fen: bqnbnrkr", "HFhf"]);
    }
}

/// The engine is named with its strength in the records.
#[test]
fn a_weaker_opponent_is_saved_with_its_strength() {
    let folder = Folder::new("play-strength");
    for (option, name) in [("--level=3", "Plyglot (level 3)"), ("--elo=1200", "Plyglot (Elo 1200)")]
    {
        let lines = format!("b2\nsave {}\n", folder.file(&format!("{option}.pgn")));
        play(&["ttt", "--movetime", "20", option], &lines);
        let saved = folder.read(&format!("{option}.pgn"));
        assert!(saved.contains(&format!("[Black \"{name}\"]")), "{saved}");
    }
}

/// A game is saved, goes on, and is saved again in its place; other games stay.
#[test]
fn saved_games_are_read_back() {
    let folder = Folder::new("play-saved");
    let pgn = folder.file("a.pgn");
    let lines = format!("e4\ne5\nsave {pgn}\nNf3\nresign\nsave {pgn}\n");
    for games in 1..=2 {
        play(&["--side", "both"], &lines);
        let content = folder.read("a.pgn");
        let read: Vec<_> = read(&content).collect();
        assert_eq!(read.len(), games, "{content}");
        let last = read.last().expect("there is one");
        let names = ["Person".to_owned()];
        let record = pgn::record(last, &names, &plyglot_games::standard()).expect("a game");
        assert_eq!(
            (record.end.result, record.moves.len()),
            (GameResult::Win(plyglot_core::game::Side::First), 3)
        );
        assert_eq!(record.end.termination, Termination::Rules);
        let tags = ["Event", "White", "Black", "Termination"].map(|name| last.tag(name).unwrap());
        assert_eq!(tags, ["plyglot play", "Person", "Person", "normal"]);
    }
    folder.write("a.txt", "A game of chess\n");
    let lines = format!("save {}\nsave {}\n", folder.file("a.txt"), folder.file(""));
    let refused = play(&["--side", "both"], &lines);
    expect(
        &refused,
        &[
            "a.txt cannot be written: it contains something other than games in PGN",
            "cannot be written: ",
        ],
    );
    assert_eq!(folder.read("a.txt"), "A game of chess\n");
    assert_eq!(folder.names(), ["a.pgn", "a.txt"]);
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = Folder::new("play-arguments");
    for (arguments, why) in [
        ("chess --side blak", "did you mean 'black'?"),
        ("othelo", "othello"),
        ("--level 21", "expected a number from 0 to 20"),
        ("--elo 100", "expected a number from 500 to 2500"),
        ("--tc fast", "expected BASE+INC"),
        ("--tc 60+1 --movetime 100", "cannot be used with"),
        ("--position 8/8", "--position, column "),
        ("--side none", "expected one of first, second, both, white, black"),
        ("--option Nonsense=1", "UCI_Chess960"),
        ("--option UCI_Chess960=perhaps", "'true' or 'false'"),
    ] {
        let refused = refusal(plyglot(&folder, &format!("play {arguments}")), 2);
        assert!(refused.contains(why), "{arguments}: {refused}");
    }
}
