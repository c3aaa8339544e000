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

struct CommandEntry {
    command: PromptCommand,
    name: &'static str,
    /// Empty if there is none.
    argument: &'static str,
    help: &'static str,
}

impl PromptCommand {
    const fn entry(
        self,
        name: &'static str,
        argument: &'static str,
        help: &'static str,
    ) -> CommandEntry {
        CommandEntry { command: self, name, argument, help }
    }
}

const COMMANDS: [CommandEntry; 11] = [
    PromptCommand::Moves.entry("moves", "", "the legal moves"),
    PromptCommand::Hint.entry("hint", "", "the best move, and what follows"),
    PromptCommand::Scores.entry("scores", "", "what each move is worth"),
    PromptCommand::Why.entry(
        "why",
        "[MOVE]",
        "why the engine made its last move; what MOVE wins or loses",
    ),
    PromptCommand::Undo.entry("undo", "", "takes back your last move"),
    PromptCommand::Board.entry("board", "", "the board again, and its FEN"),
    PromptCommand::New.entry("new", "", "a new game"),
    PromptCommand::Save.entry("save", "FILE", "adds the game to a file of games in PGN"),
    PromptCommand::Resign.entry("resign", "", "resigns the game"),
    PromptCommand::Help.entry("help", "", "this list"),
    PromptCommand::Quit.entry("quit", "", "exits the program, as does Ctrl-D"),
];

pub(super) fn find(name: &str) -> Option<PromptCommand> {
    match name {
        "?" => Some(PromptCommand::Help),
        "exit" => Some(PromptCommand::Quit),
        _ => COMMANDS.iter().find(|entry| entry.name == name).map(|entry| entry.command),
    }
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|entry| entry.name)
}

pub(super) fn takes_argument(command: PromptCommand) -> bool {
    COMMANDS.iter().any(|entry| entry.command == command && !entry.argument.is_empty())
}

pub(super) fn help() -> String {
    let mut lines = String::new();
    for CommandEntry { name, argument, help, .. } in &COMMANDS {
        let usage = format!("{name} {argument}");
        lines += &format!("  {:<10}  {help}\n", usage.trim_end());
    }
    lines + "Ctrl-C while the engine is thinking makes it move now."
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
