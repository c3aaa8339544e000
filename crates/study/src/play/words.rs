//! The commands at the prompt, and guesses at what an unknown word was meant to be.

use plyglot_support::text::shortened;

/// The maximum number of words that are suggested.
const MAX_SUGGESTIONS: usize = 4;
/// The maximum number of letters of a typing error.
const MAX_TYPED: usize = 20;
/// The maximum number of letters of an unknown word that are repeated.
const MAX_REPEATED: usize = 40;

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

/// Whether words may follow the name of a command.
pub(super) fn takes_argument(command: PromptCommand) -> bool {
    COMMANDS.iter().any(|entry| entry.0 == command && !entry.2.is_empty())
}

/// All commands with what they do, in lines.
pub(super) fn help() -> String {
    let line = |&(_, name, argument, help): &CommandEntry| {
        format!("  {:<10}  {help}\n", format!("{name} {argument}").trim_end())
    };
    let lines: String = COMMANDS.iter().map(line).collect();
    format!("{lines}Ctrl-C while the engine is thinking makes it move now.")
}

/// The words nearest to the typed text: those that begin with it, then those that differ in at most
/// half of its letters, nearest first. Each word stands for the suggestion in its place.
pub(super) fn near(typed: &str, words: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let typed = typed.to_lowercase();
    let length = typed.chars().count();
    if length > MAX_TYPED {
        return Vec::new();
    }
    let distance = |word: &str| {
        let word = word.to_lowercase();
        let is_begun = length > 0 && word.starts_with(&typed);
        if is_begun { 0 } else { strsim::damerau_levenshtein(&typed, &word) }
    };
    let measured = words.map(|(word, suggested)| (distance(&word), suggested));
    let is_near = |&(distance, _): &(usize, String)| distance <= length.div_ceil(2);
    let mut measured: Vec<(usize, String)> = measured.filter(is_near).collect();
    // The first of equally near words stays first.
    measured.sort_by_key(|&(distance, _)| distance);
    let mut near: Vec<String> = Vec::new();
    for (_, word) in measured {
        if near.len() < MAX_SUGGESTIONS && !near.contains(&word) {
            near.push(word);
        }
    }
    near
}

/// The answer to a word that is neither a move nor a command.
pub(super) fn unknown(expected: &str, typed: &str, near: &[String]) -> String {
    let hint = match near {
        [] => "`moves` lists the legal moves, and `help` the commands".to_owned(),
        near => format!("near it: {}", near.join(", ")),
    };
    format!("expected {expected}, found '{}'; {hint}", shortened(typed, MAX_REPEATED))
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

    #[test]
    fn the_nearest_come_first() {
        let near_of = |typed: &str, words: &[&str]| {
            near(typed, words.iter().map(|&word| (word.to_owned(), word.to_owned())))
        };
        let words = ["hint", "Nf3", "Nc3", "e4", "e5", "undo"];
        assert_eq!(near_of("hnit", &words), ["hint"]);
        assert_eq!(near_of("h", &words)[0], "hint");
        assert_eq!(near_of("nf3", &words)[0], "Nf3");
        assert_eq!(near_of("E4", &words), ["e4", "e5"]);
        assert_eq!(near_of("Ne5", &words), ["e5", "Nf3", "Nc3", "e4"]);
        assert!(near_of("xyzzyx", &words).is_empty());
        assert!(near_of(&"e4".repeat(100), &words).is_empty());
        assert!(near_of("", &words).is_empty());
        let forms = [("e2e4", "e4"), ("e4", "e4"), ("e2e3", "e3")];
        let forms = forms.map(|(form, shown)| (form.to_owned(), shown.to_owned()));
        assert_eq!(near("e2e5", forms.into_iter()), ["e4", "e3"], "each move once");
    }
}
