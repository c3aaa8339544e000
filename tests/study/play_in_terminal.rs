//! `plyglot play` in a terminal.

use crate::support::engine::PLYGLOT;
use crate::support::examples;
use crate::support::folder::Folder;
use crate::support::match_games::replayed;
use crate::support::terminal::{Terminal, screen};
use plyglot_core::game::GameResult;
use plyglot_core::game::random::Random;
use plyglot_records::pgn::read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

/// The moves that `moves` lists.
#[track_caller]
fn legal_moves(answer: &str) -> Vec<String> {
    let lines = answer.lines().skip_while(|line| !line.ends_with("moves:") && *line != "1 move:");
    let rows = lines.skip(1).take_while(|line| line.starts_with("  "));
    let moves: Vec<String> =
        rows.flat_map(|row| row.split_whitespace().map(str::to_owned)).collect();
    assert!(!moves.is_empty(), "no moves in\n{answer}");
    moves
}

fn is_over(answer: &str) -> bool {
    answer.contains(" has won") || answer.contains("The game is drawn")
}

#[track_caller]
fn expect(answer: &str, text: &str) {
    assert!(answer.contains(text), "no {text:?} in\n{answer}");
}

/// Plays random moves to the end of a game, with all that a person may do between them.
fn play_whole_game(program: &Path, arguments: &str, seed: u64) -> Terminal {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace());
    command.args(["--movetime", "10", "--hash", "1"]);
    let mut terminal = Terminal::start(command);
    let mut random = Random::new(seed);
    let welcome = terminal.prompt();
    expect(&welcome, "`help`; TAB completes.");
    for turn in 0.. {
        let moves = legal_moves(&terminal.ask("moves"));
        let chosen = &moves[random.below(moves.len())];
        let answer = match turn {
            1 => {
                expect(&terminal.ask("zzzz"), ", found 'zzzz'");
                expect(&terminal.ask(&format!("{chosen}zzzz")), "expected ");
                terminal.resize(60, 20);
                let answer = terminal.ask(chosen);
                if !is_over(&answer) {
                    expect(&terminal.ask("undo"), "Took back ");
                    assert_eq!(legal_moves(&terminal.ask("moves")), moves, "{arguments}");
                    terminal.ask(chosen)
                } else {
                    answer
                }
            }
            2 => {
                terminal.resize(120, 60);
                expect(&terminal.ask("hint"), "Best is ");
                expect(&terminal.ask("scores"), "Scores for ");
                expect(&terminal.ask("why"), " played ");
                terminal.ask(chosen)
            }
            _ => terminal.ask(chosen),
        };
        if is_over(&answer) {
            return terminal;
        }
    }
    unreachable!("games end");
}

/// Also what is saved can be read.
#[test]
fn every_game_is_played_to_its_end() {
    let registry = plyglot_games::standard();
    let folder = Folder::new("play-games");
    std::thread::scope(|scope| {
        for (number, entry) in registry.entries().iter().enumerate() {
            let folder = &folder;
            scope.spawn(move || {
                let side = if number % 2 == 0 { "first" } else { "second" };
                let arguments = format!("play {} --side {side}", entry.info.name);
                let mut terminal =
                    play_whole_game(Path::new(PLYGLOT), &arguments, 7 + number as u64);
                let file = format!("{}.pgn", entry.info.name);
                expect(&terminal.ask(&format!("save {}", folder.file(&file))), "The game is in ");
                check_saved(&folder.read(&file));
                terminal.keys("quit\r");
                let (status, all) = terminal.end();
                assert!(status.success(), "{status}: {all}");
            });
        }
    });
}

#[track_caller]
fn check_saved(text: &str) {
    let games: Vec<_> = read(text).collect();
    let [game] = &games[..] else { panic!("{} games in\n{text}", games.len()) };
    assert!(replayed(game).moves.len() >= 4, "{text}");
    assert!(game.result.is_some_and(|result| result != GameResult::Unfinished), "{text}");
}

/// One of them has a diagram of its own, the other nothing but a line of text.
#[test]
fn games_of_others_are_played_to_their_end() {
    for (name, board) in [
        ("nim", "\n3/4/5 w\n"),
        ("hex", "\n  a b c d e f g\n1 + +"),
        ("morris", "\n 7 +-----------+-----------+\n   |           |"),
    ] {
        let program = examples::build(name);
        let mut terminal = play_whole_game(&program, "play", 3);
        expect(&screen(&terminal.all()), board);
        terminal.keys("quit\r");
        assert!(terminal.end().0.success(), "{name}");
    }
}

#[test]
fn a_move_is_completed_and_repeated() {
    let mut terminal = Terminal::play("--side both --colour never");
    let welcome = terminal.prompt();
    expect(&welcome, "Chess: two players, white and black.");
    terminal.keys("Nf\t\r");
    expect(&terminal.prompt(), "|[N]|");
    // The line before, which is no legal move now.
    terminal.keys("\u{1b}[A\r");
    expect(&terminal.prompt(), "found 'Nf3'");
    terminal.keys("hi\t\r");
    expect(&terminal.prompt(), "Best is ");
}

#[test]
fn ctrl_c_asks_at_first_and_then_quits() {
    let mut terminal = Terminal::play("");
    terminal.prompt();
    terminal.keys("e4\u{3}");
    expect(&terminal.prompt(), "type `quit` or press Ctrl-C again");
    // A line in between is a new beginning.
    expect(&terminal.ask("board"), "Fen: rnbqkbnr");
    terminal.keys("\u{3}");
    terminal.prompt();
    terminal.keys("\u{3}");
    assert!(terminal.end().0.success());
}

/// The engine would think for a day.
#[test]
fn an_interrupt_makes_the_engine_move_at_once() {
    let mut terminal = Terminal::play("--side second --movetime 86400000 --hash 1");
    terminal.until("Ctrl-C: move now");
    terminal.signal("-INT");
    expect(&terminal.prompt(), "Plyglot plays ");
    terminal.keys("hint\r");
    terminal.until("thinking (Ctrl-C");
    terminal.signal("-INT");
    expect(&terminal.prompt(), "Best is ");
    terminal.keys("why\r");
    terminal.until("looking for reasons (Ctrl-C");
    terminal.signal("-INT");
    let answer = terminal.prompt();
    assert!(!answer.contains("Searched again"), "{answer}");
}

/// The first lines are read by the line editor at once, with the one that is asked for.
#[test]
fn lines_that_are_typed_ahead_are_not_lost() {
    let mut terminal = Terminal::play("--side second --movetime 86400000 --hash 1");
    terminal.until("Ctrl-C: move now");
    terminal.keys("moves\rboard\rhelp\r");
    // The echo says that the terminal has them; it discards them at Ctrl-C, not at a signal.
    terminal.until("help");
    terminal.signal("-INT");
    for expected in ["Plyglot plays ", " moves:", "Fen: ", "A move, such as "] {
        expect(&terminal.prompt(), expected);
    }
    terminal.keys("moves\rboard\rquit\r");
    let (status, all) = terminal.end();
    assert!(status.success() && all.matches("Fen: ").count() == 2, "{all}");
}

/// Terminals mark what is pasted, so that the line editor takes all of it for one line.
#[test]
fn pasted_lines_are_lines() {
    let mut terminal = Terminal::play("--side both --colour never");
    terminal.prompt();
    terminal.keys("\u{1b}[200~e4\re5\rNf3\r\u{1b}[201~\r");
    let answer = terminal.prompt();
    expect(&answer, "black> e5");
    expect(&answer, "white> Nf3");
    expect(&answer, "|[N]|");
    expect(&terminal.ask("Nc6"), "|[n]|");
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    for lines in ["", "e4\r"] {
        let mut terminal = Terminal::play("--movetime 10 --hash 1");
        terminal.prompt();
        if !lines.is_empty() {
            terminal.keys(lines);
            terminal.prompt();
        }
        terminal.keys("\u{4}");
        let (status, all) = terminal.end();
        assert!(status.success(), "{all}");
    }
}

/// At the prompt and while the engine thinks. What is typed is shown again afterwards.
#[test]
fn a_signal_that_ends_the_program_leaves_the_terminal_as_it_was() {
    use rustix::process::Signal;
    for (signal, number) in [
        ("-TERM", Signal::TERM),
        ("-HUP", Signal::HUP),
        ("-QUIT", Signal::QUIT),
        ("-USR1", Signal::USR1),
        ("-USR2", Signal::USR2),
        ("-ALRM", Signal::ALARM),
        ("-ABRT", Signal::ABORT),
    ] {
        for (side, shown) in [("first", "TAB completes"), ("second", "Ctrl-C: move now")] {
            let arguments = format!("--side {side} --movetime 86400000 --hash 1");
            let mut terminal = Terminal::play(&arguments);
            terminal.until(shown);
            if side == "first" {
                terminal.prompt();
            }
            terminal.signal(signal);
            let (status, all) = terminal.end();
            assert_eq!(status.signal(), Some(number.as_raw()), "{status}: {all}");
        }
    }
}

/// Whether there is a code for colours or emphasis in the output.
fn is_painted(output: &str) -> bool {
    output.split('\u{1b}').skip(1).any(|code| {
        let end = code.find(|c: char| c.is_ascii_alphabetic());
        end.is_some_and(|end| code.starts_with('[') && code[end..].starts_with('m'))
    })
}

#[test]
fn boards_have_colours_unless_they_are_unwanted() {
    for (arguments, no_color, expected) in [
        ("", "", true),
        ("", "1", false),
        ("--colour never", "", false),
        ("--colour always", "1", true),
    ] {
        let mut command = Command::new(PLYGLOT);
        command.args(["play", "cfour", "--side", "both"]).args(arguments.split_whitespace());
        command.env("NO_COLOR", no_color);
        let mut terminal = Terminal::start(command);
        terminal.prompt();
        let answer = terminal.ask("d");
        assert_eq!(is_painted(&terminal.all()), expected, "{arguments} {no_color}");
        // Without colours, brackets mark the stone.
        assert_eq!(answer.contains("|[X]|"), !expected, "{answer}");
    }
}

/// A terminal without movements of the cursor.
#[test]
fn plain_terminals_have_plain_lines() {
    let mut command = Command::new(PLYGLOT);
    command.args(["play", "cfour", "--side", "both"]);
    let mut terminal = Terminal::start_as(command, "dumb");
    terminal.until("yellow> ");
    terminal.keys("d\n");
    terminal.until("red> ");
    terminal.signal("-INT");
    terminal.until("type `quit` or press Ctrl-C again");
    terminal.until("red> ");
    terminal.keys("\u{4}");
    let (status, all) = terminal.end();
    assert!(status.success() && !all.contains('\u{1b}'), "{all:?}");
}
