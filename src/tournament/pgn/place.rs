//! Finds the place of a game in a file that may already contain it.

/// The length of a date in a tag, in bytes. The date is the only part that differs when
/// a game is printed again.
const DATE: usize = "2026.11.22".len();
/// The texts before and after the date.
const BEFORE: &str = "\n[Date \"";
const AFTER: &str = "\n[Round ";

/// The bytes of a file to keep before a game is appended: all of it, or all but an
/// incomplete copy of the same game at its end. `None` if the file contains the game,
/// even with another event or date.
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
