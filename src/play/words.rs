//! The commands at the prompt.

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
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
struct Entry {
    word: Word,
    name: &'static str,
    /// What follows the name; empty if nothing does.
    argument: &'static str,
    help: &'static str,
}

const fn entry(
    word: Word,
    name: &'static str,
    argument: &'static str,
    help: &'static str,
) -> Entry {
    Entry { word, name, argument, help }
}

const COMMANDS: [Entry; 14] = [
    entry(Word::Moves, "moves", "", "the legal moves"),
    entry(Word::Hint, "hint", "", "the best move, and what follows"),
    entry(Word::Scores, "scores", "", "what each move is worth"),
    entry(Word::Why, "why", "[MOVE]", "why the engine made its last move; what MOVE wins or loses"),
    entry(Word::Undo, "undo", "", "takes back your last move"),
    entry(Word::Swap, "swap", "", "you play the other side from now on"),
    entry(Word::Level, "level", "N", "strength of Plyglot, from 0 to 20"),
    entry(Word::Elo, "elo", "N", "strength of Plyglot, from 500 to 2500"),
    entry(Word::Board, "board", "[FEN]", "the board again; or a new game from there"),
    entry(Word::New, "new", "", "a new game"),
    entry(Word::Save, "save", "FILE", "keeps the game: as PGN if FILE ends in .pgn, or as text"),
    entry(Word::Resign, "resign", "", "gives the game up"),
    entry(Word::Help, "help", "", "this list"),
    entry(Word::Quit, "quit", "", "ends the program, as does Ctrl-D"),
];

/// The command of this name.
pub(super) fn find(name: &str) -> Option<Word> {
    match name {
        "?" => Some(Word::Help),
        "exit" => Some(Word::Quit),
        _ => COMMANDS.iter().find(|entry| entry.name == name).map(|entry| entry.word),
    }
}

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|entry| entry.name)
}

impl Word {
    /// What may follow the command; empty if nothing may.
    pub(super) fn argument(self) -> &'static str {
        COMMANDS.iter().find(|entry| entry.word == self).map_or("", |entry| entry.argument)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        COMMANDS.iter().find(|entry| entry.word == self).map_or("", |entry| entry.name)
    }
}

/// All commands with what they do, in lines. `engine` stands for the program's name.
pub(super) fn help(engine: &str) -> String {
    let rows = COMMANDS.iter().map(|entry| format!("{} {}", entry.name, entry.argument));
    let rows: Vec<Vec<String>> = rows.map(|row| vec![format!("  {}", row.trim_end())]).collect();
    let width = rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
    let line = |(row, entry): (&Vec<String>, &Entry)| {
        let help = entry.help.replace("Plyglot", engine);
        format!("{:width$}  {help}\n", row[0])
    };
    let lines: String = rows.iter().zip(&COMMANDS).map(line).collect();
    format!("{lines}Ctrl-C while an engine thinks: it moves at once.")
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
        let help = help("Nim");
        for name in names() {
            assert!(find(name).is_some_and(|word| word.name() == name), "{name}");
            assert!(help.contains(&format!("\n  {name}")) || help.starts_with("  moves"), "{name}");
        }
        assert!(help.lines().all(|line| line.len() < 80) && help.contains("strength of Nim"));
        assert_eq!(find("exit"), Some(Word::Quit));
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
