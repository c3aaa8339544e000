//! Arguments that are commands of the protocol.

use crate::protocol::command_words;

/// Whether an argument begins with a command: a slip of the pen in the name of a
/// tool is no line of the protocol, in which words before a command mean nothing.
pub(super) fn is_command(argument: &str) -> bool {
    let first = argument.split_whitespace().next().unwrap_or_default();
    command_words().any(|known| known == first)
}

/// Arguments as commands: each one, if any has blanks; otherwise all together
/// are one command. A closing `quit` is left out, as the end of the commands
/// lets a search that ends by itself do so.
pub(super) fn of_words(mut words: Vec<String>) -> Vec<String> {
    if words.len() > 1 && words.last().is_some_and(|last| last == "quit") {
        words.pop();
    }
    if words.is_empty() || words.iter().any(|word| word.contains(char::is_whitespace)) {
        return words;
    }
    vec![words.join(" ")]
}
