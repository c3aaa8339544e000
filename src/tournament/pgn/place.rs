//! Where a game belongs in a file that may have it already.

/// A date in a tag, in bytes: the one thing that is another one when a game is
/// printed once more.
const DATE: usize = "2026.11.22".len();
/// What stands before it, and what behind.
const BEFORE: &str = "\n[Date \"";
const AFTER: &str = "\n[Round ";

/// How much of a file, in bytes, stays before a game that is added to it. That is
/// all of it, or all but a beginning of the same game that was cut off at the
/// end; `None` if the game is there. The file may have it with another event and
/// of another day.
pub fn place(content: &[u8], game: &str) -> Option<usize> {
    let known = game.find(AFTER).map_or(game, |at| &game[at..]).trim_end();
    if String::from_utf8_lossy(content).contains(known) {
        return None;
    }
    let date = game.find(BEFORE).map_or(0..0, |at| at + BEFORE.len()..at + BEFORE.len() + DATE);
    let is_beginning = |rest: &[u8]| {
        let bytes = rest.iter().zip(game.as_bytes()).enumerate();
        bytes.into_iter().all(|(i, (a, b))| a == b || date.contains(&i))
    };
    let first = content.len().saturating_sub(game.len());
    let lines = (first..content.len()).filter(|&at| at == 0 || content[at - 1] == b'\n');
    let cut = lines.filter(|&at| content[at] == b'[').find(|&at| is_beginning(&content[at..]));
    Some(cut.unwrap_or(content.len()))
}
