//! Arguments that are protocol commands.

use crate::protocol::command_words;

/// Whether an argument begins with a command. A mistyped tool name is not one, although
/// the protocol ignores unknown words before a command.
pub fn is_command(argument: &str) -> bool {
    let first = argument.split_whitespace().next().unwrap_or_default();
    command_words().any(|known| known == first)
}

/// Splits arguments into commands: each is one if any contains blanks; otherwise all
/// together are one. A final `quit` is left out: without it, the program waits at the
/// end of the commands for a search that has an end.
pub fn of_words(mut words: Vec<String>) -> Vec<String> {
    if words.len() > 1 && words.last().is_some_and(|last| last == "quit") {
        words.pop();
    }
    if words.is_empty() || words.iter().any(|word| word.contains(char::is_whitespace)) {
        return words;
    }
    vec![words.join(" ")]
}
