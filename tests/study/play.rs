//! `plyglot play` with lines from a pipe, and with other engines.

use crate::support::engine::PLYGLOT;
use crate::support::examples;
use crate::support::folder::Folder;
use crate::support::misbehave;
use crate::support::tool::{fed, plyglot, refusal};
use plyglot_match::record::pgn;
use plyglot_match::record::{GameResult, Termination};
use plyglot_records::pgn::read;
use std::process::Command;

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
    let lines = "Nf4\nhnit\nundo now\nlevel\nlevel 21\nelo high\nsave\nboard 8/8\n";
    let text = play(&["--side", "both"], lines);
    expect(
        &text,
        &[
            "> Nf4\nexpected a legal move, or a command, found 'Nf4'; near it: f4, Nf3",
            "> hnit\nexpected a move like e2e4, e7e8q, Nf3 or O-O, or a command, found 'hnit'; ",
            "near it: hint",
            "> undo now\nexpected nothing after `undo`, found 'now'\n",
            "> level\nexpected a level from 0 to 20, found nothing\n",
            "> level 21\nexpected a level from 0 to 20, found '21'\n",
            "> elo high\nexpected a rating from 500 to 2500, found 'high'\n",
            "> save\nexpected a file after `save`, found nothing\n",
            "> board 8/8\ncolumn ",
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
fn commands_change_the_game() {
    let lines =
        "swap\nlevel 3\nelo 1200\nlevel 20\nwhy\nnew\nboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w\nRd8\n";
    let text = play(&["--movetime", "20"], lines);
    expect(
        &text,
        &[
            "> swap\nYou are black now.\nPlyglot plays ",
            "> level 3\nPlyglot plays at level 3 from now on.\n",
            "> elo 1200\nPlyglot plays at Elo 1200 from now on.\n",
            "> level 20\nPlyglot plays at full strength from now on.\n",
            "> why\nPlyglot played 1. ",
            "It expects ",
            "> new\nA new game.\nPlyglot plays ",
            "> board 6k1",
            "A new game from this position.\nPlyglot plays Rd8#.\n",
            "White (Plyglot) has won: checkmate.\n",
            "game over> Rd8\nexpected a command, as the game is over, found 'Rd8'",
        ],
    );
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

#[test]
fn the_end_says_where_the_game_turned() {
    let text =
        play(&["--movetime", "20", "--position", "startpos moves f3 e5"], "g4\nundo\nresign\n");
    expect(
        &text,
        &[
            "Plyglot plays Qh4#.\n",
            "Black (Plyglot) has won: checkmate.\nThe game turned at 2. g4 (you): ",
            " was better: ",
            "game over> undo\nTook back 2 moves.\n",
            "white> resign\nBlack (Plyglot) has won: white has resigned.\n",
        ],
    );
    let drawn = play(&["--side", "both"], "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n");
    expect(&drawn, &["The game is drawn: repetition.\n"]);
}

/// The answers are known from outside: fool's mate, a fork of a queen, and mates at once.
#[test]
fn why_explains_what_was_played_and_what_could_have_been() {
    let lines = "why\ng4\nwhy\nwhy 2. g4\nwhy Nc3\nwhy 1...\nwhy 1... Nf6\nwhy 7. g4\nwhy Nf9\n";
    let text = play(&["--movetime", "50", "--position", "startpos moves f3 e5"], lines);
    expect(
        &text,
        &[
            "> why\nPlyglot played 1... e5.\nSearched again, ",
            "> why\nPlyglot played 2... Qh4#.\nIt names no reply.\n",
            "Qh4# is best and wins at once: Qh4#, checkmate.\n",
            "> why 2. g4\nYou played 2. g4.\nSearched again, ",
            ":\ng4 loses to the next move: g4 Qh4#, checkmate.\n",
            "> why Nc3\nYou could have played Nc3 instead of 2. g4.\nSearched again, ",
            "> why 1...\nPlyglot played 1... e5.\n",
            "> why 1... Nf6\nPlyglot could have played Nf6 instead of 1... e5.\n",
            "> why 7. g4\nexpected a move of the game, or one that was legal in its last turns, ",
            "> why Nf9\nexpected a move of the game, ",
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
    let text = play(&["cfour", "--side", "none", "--tc", "0.001"], "");
    expect(&text, &["Connect Four: Plyglot (yellow) against Plyglot (red).\n", "game over> "]);
}

#[test]
fn options_and_presets_are_those_of_the_game() {
    let text = play(
        &["chess960", "--side", "both"],
        "board bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf\nboard\n",
    );
    expect(&text, &["HFhf"]);
    let options = ["surakarta", "--side", "both", "--option", "LoopMoves=true"];
    let names: Vec<&str> = plyglot_games::standard()
        .find("surakarta")
        .unwrap()
        .0
        .info
        .options
        .iter()
        .map(|o| o.name)
        .collect();
    if names.contains(&"LoopMoves") {
        play(&options, "moves\n");
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

fn misbehave(mode: &str) -> String {
    format!("{} {mode}", misbehave::program().display())
}

#[test]
fn engines_play_each_other() {
    let good = misbehave("good");
    let plyglot = format!("{PLYGLOT} --game cfour");
    for arguments in [
        &["--opponent", &good][..],
        &["--opponent", &good, "--ugi"],
        &["--opponent", &plyglot, "--opponent", &good],
        &[],
    ] {
        let all = [&["cfour", "--side", "none", "--movetime", "10"], arguments].concat();
        let text = play(&all, "");
        expect(
            &text,
            &["Connect Four: ", " against ", " plays ", "\n`new` begins", "game over> \n"],
        );
    }
}

#[test]
fn an_opponent_answers_a_person() {
    let good = misbehave("good");
    let lines = "e4\nwhy\nwhy e4\nlevel 3\nswap\nundo\n";
    let text = play(&["--opponent", &good], lines);
    let answer = text.split("> why").nth(1).expect("it was asked");
    assert!(!answer.contains("Searched again"), "it has reasons of its own: {answer}");
    expect(
        &text,
        &[
            "Chess: you are white, and misbehave is black.\n",
            "Capital letters are white's pieces, small letters black's.\n",
            "misbehave plays ",
            "> why\nMisbehave played 1... ",
            "> why e4\nYou played 1. e4.\nSearched again, ",
            "> level 3\nPlyglot does not play in this game\n",
            "> swap\nYou are black now.\nmisbehave plays ",
            "> undo\n",
        ],
    );
}

#[test]
fn an_opponent_that_crashes_or_cheats_loses() {
    for (mode, why) in [
        ("exit 2", "it closed its output"),
        ("illegal 2", "is not legal"),
        ("garbage 2", "is not legal"),
        ("none 2", "is not legal"),
        ("escapes 2", "is not legal"),
        ("abort 2", "it closed its output"),
        ("close-stdout 2", "it closed its output"),
    ] {
        let lines = "e4\nd4\nnew\nundo\ne4\n";
        let text = play(&["--opponent", &misbehave(mode), "--movetime", "50"], lines);
        let lost = "White (you) has won: misbehave: ";
        expect(&text, &["misbehave plays ", lost, why, "game over> new\nA new game.\n"]);
    }
}

/// One that does not say a word, and programs that are none.
#[test]
fn an_opponent_must_get_ready() {
    let folder = Folder::new("play-opponents");
    for (opponent, why) in [
        (misbehave("exit-at-start"), "--opponent misbehave: no uciok"),
        ("/no/such/program".to_owned(), "cannot be started"),
    ] {
        let mut command = plyglot(&folder, "play --opponent");
        command.arg(opponent);
        let refused = refusal(command, 1);
        assert!(refused.contains(why), "{refused}");
    }
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
        ("--side both --opponent x", "--opponent: expected at most 0 with --side both"),
        ("--ugi", "--opponent"),
        ("--option Nonsense=1", "UCI_Chess960"),
        ("--option UCI_Chess960=perhaps", "'true' or 'false'"),
        ("--opponent x --opponent-option y", "expected NAME=VALUE"),
    ] {
        let refused = refusal(plyglot(&folder, &format!("play {arguments}")), 2);
        assert!(refused.contains(why), "{arguments}: {refused}");
    }
}

#[test]
fn games_of_others_need_no_picture() {
    let output = Command::new(examples::build("nim")).args(["play", "--side", "none"]).output();
    let text = String::from_utf8(output.expect("it starts").stdout).expect("it is text");
    expect(
        &text,
        &[
            "Nim: Nim (first) against Nim (second).\n",
            "\n0/0/0 ",
            " (Nim) has won: by the rules.\n",
        ],
    );
}
