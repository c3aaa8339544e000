//! The commands at the prompt.

/// A command at the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromptCommand {
    Moves,
    Hint,
    Scores,
    Why,
    Undo,
    Swap,
    Level,
    Elo,
    Board,
    New,
    Save,
    Resign,
    Help,
    Quit,
}

/// A command with its help.
struct CommandEntry {
    word: PromptCommand,
    name: &'static str,
    /// The argument after the name; empty if there is none.
    argument: &'static str,
    help: &'static str,
}

const fn entry(
    word: PromptCommand,
    name: &'static str,
    argument: &'static str,
    help: &'static str,
) -> CommandEntry {
    CommandEntry { word, name, argument, help }
}

const COMMANDS: [CommandEntry; 14] = [
    entry(PromptCommand::Moves, "moves", "", "the legal moves"),
    entry(PromptCommand::Hint, "hint", "", "the best move, and what follows"),
    entry(PromptCommand::Scores, "scores", "", "what each move is worth"),
    entry(
        PromptCommand::Why,
        "why",
        "[MOVE]",
        "why the engine made its last move; what MOVE wins or loses",
    ),
    entry(PromptCommand::Undo, "undo", "", "takes back your last move"),
    entry(PromptCommand::Swap, "swap", "", "changes sides with the engine"),
    entry(PromptCommand::Level, "level", "N", "strength of this engine, from 0 to 20"),
    entry(PromptCommand::Elo, "elo", "N", "strength of this engine, from 500 to 2500"),
    entry(PromptCommand::Board, "board", "[FEN]", "the board again; or a new game from there"),
    entry(PromptCommand::New, "new", "", "a new game"),
    entry(PromptCommand::Save, "save", "FILE", "adds the game to a file of games in PGN"),
    entry(PromptCommand::Resign, "resign", "", "resigns the game"),
    entry(PromptCommand::Help, "help", "", "this list"),
    entry(PromptCommand::Quit, "quit", "", "exits the program, as does Ctrl-D"),
];

/// The command of this name.
pub(super) fn find(name: &str) -> Option<PromptCommand> {
    match name {
        "?" => Some(PromptCommand::Help),
        "exit" => Some(PromptCommand::Quit),
        _ => COMMANDS.iter().find(|entry| entry.name == name).map(|entry| entry.word),
    }
}

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|entry| entry.name)
}

impl PromptCommand {
    /// The argument of the command; empty if it takes none.
    pub(super) fn argument(self) -> &'static str {
        COMMANDS.iter().find(|entry| entry.word == self).map_or("", |entry| entry.argument)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        COMMANDS.iter().find(|entry| entry.word == self).map_or("", |entry| entry.name)
    }
}

/// All commands with what they do, in lines. `engine` stands for the program's name.
pub(super) fn help() -> String {
    let rows = COMMANDS.iter().map(|entry| format!("{} {}", entry.name, entry.argument));
    let rows: Vec<Vec<String>> = rows.map(|row| vec![format!("  {}", row.trim_end())]).collect();
    let width = rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
    let line = |(row, entry): (&Vec<String>, &CommandEntry)| {
        format!("{:width$}  {}\n", row[0], entry.help)
    };
    let lines: String = rows.iter().zip(&COMMANDS).map(line).collect();
    format!("{lines}Ctrl-C while an engine is thinking makes it move now.")
}

/// Words in as many columns as fit, row by row.
pub(super) fn grid(words: &[String]) -> String {
    /// Characters of a line.
    const WIDTH: usize = 78;
    let widest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
    let count = (WIDTH / (widest + 2)).max(1);
    let line = |row: &[String]| {
        let cells = row.iter().map(|word| format!("  {word:widest$}"));
        cells.collect::<String>().trim_end().to_owned()
    };
    words.chunks(count).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_found_and_helped() {
        let help = help();
        for name in names() {
            assert!(find(name).is_some_and(|word| word.name() == name), "{name}");
            assert!(help.contains(&format!("\n  {name}")) || help.starts_with("  moves"), "{name}");
        }
        // A program of an author's has another name.
        assert!(help.lines().all(|line| line.len() < 80) && !help.contains("Plyglot"));
        assert_eq!(find("exit"), Some(PromptCommand::Quit));
        assert_eq!(find("Hint"), None);
    }

    #[test]
    fn grids_fill_their_lines() {
        let words: Vec<String> = (0..30).map(|i| format!("{}", i * i)).collect();
        let grid = grid(&words);
        assert!(grid.lines().all(|line| line.len() <= 78), "{grid}");
        assert_eq!(grid.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(grid.lines().count(), 2);
    }
}
