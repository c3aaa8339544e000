//! The commands at the prompt, and guesses at what an unknown word was meant to be.

use plyglot_core::game::{Mismatch, quote};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromptCommand {
    Moves,
    Hint,
    Scores,
    Why,
    Undo,
    Board,
    New,
    Save,
    Resign,
    Help,
    Quit,
}

/// A command with its name, its argument (empty if there is none) and its help.
type CommandEntry = (PromptCommand, &'static str, &'static str, &'static str);

const COMMANDS: [CommandEntry; 11] = [
    (PromptCommand::Moves, "moves", "", "the legal moves"),
    (PromptCommand::Hint, "hint", "", "the best move, and what follows"),
    (PromptCommand::Scores, "scores", "", "what each move is worth"),
    (
        PromptCommand::Why,
        "why",
        "[MOVE]",
        "why the engine made its last move; what MOVE wins or loses",
    ),
    (PromptCommand::Undo, "undo", "", "takes back your last move"),
    (PromptCommand::Board, "board", "", "the board again, and its FEN"),
    (PromptCommand::New, "new", "", "a new game"),
    (PromptCommand::Save, "save", "FILE", "adds the game to a file of games in PGN"),
    (PromptCommand::Resign, "resign", "", "resigns the game"),
    (PromptCommand::Help, "help", "", "this list"),
    (PromptCommand::Quit, "quit", "", "exits the program, as does Ctrl-D"),
];

pub(super) fn find(name: &str) -> Option<PromptCommand> {
    match name {
        "?" => Some(PromptCommand::Help),
        "exit" => Some(PromptCommand::Quit),
        _ => COMMANDS.iter().find(|entry| entry.1 == name).map(|entry| entry.0),
    }
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|entry| entry.1)
}

pub(super) fn takes_argument(command: PromptCommand) -> bool {
    COMMANDS.iter().any(|entry| entry.0 == command && !entry.2.is_empty())
}

pub(super) fn help() -> String {
    let lines = COMMANDS.iter().map(|&(_, name, argument, help)| {
        format!("  {:<10}  {help}\n", format!("{name} {argument}").trim_end())
    });
    let lines: String = lines.collect();
    format!("{lines}Ctrl-C while the engine is thinking makes it move now.")
}

/// The answer to a word that is neither a move nor a command. `hint`: what was probably meant.
pub(super) fn unknown(expected: String, typed: &str, hint: Option<String>) -> String {
    let mismatch = Mismatch { hint, ..Mismatch::new(expected, quote(typed)) };
    match mismatch.hint {
        Some(_) => mismatch.to_string(),
        None => format!("{mismatch}; `moves` lists the legal moves, and `help` the commands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_found_and_helped() {
        let help = help();
        for name in names() {
            assert!(find(name).is_some(), "{name}");
            let is_helped = |line: &str| line.split_whitespace().next() == Some(name);
            assert!(help.lines().any(is_helped), "{name}");
        }
        // A program of an author's has another name.
        assert!(help.lines().all(|line| line.len() < 80) && !help.contains("Plyglot"));
        assert_eq!((find("exit"), find("Hint")), (Some(PromptCommand::Quit), None));
    }
}
