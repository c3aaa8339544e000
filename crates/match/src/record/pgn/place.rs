//! A game's place in a file.

/// The length of a date in a tag, in bytes. The date is the only part that differs when
/// a game is printed again.
const DATE_BYTES: usize = "2026.11.22".len();
const BEFORE_DATE: &str = "\n[Date \"";
const AFTER_DATE: &str = "\n[Round ";

/// The bytes of a file to keep before a game is appended: all of it, or all but an
/// incomplete copy of the same game at its end. `None` if the file contains the game,
/// even with another event or date.
pub fn place(content: &[u8], game: &str) -> Option<usize> {
    let known = game.find(AFTER_DATE).map_or(game, |at| &game[at..]).trim_end();
    if String::from_utf8_lossy(content).contains(known) {
        return None;
    }
    let date = game
        .find(BEFORE_DATE)
        .map_or(0..0, |at| at + BEFORE_DATE.len()..at + BEFORE_DATE.len() + DATE_BYTES);
    let is_beginning = |rest: &[u8]| {
        let bytes = rest.iter().zip(game.as_bytes()).enumerate();
        bytes.into_iter().all(|(i, (a, b))| a == b || date.contains(&i))
    };
    let first = content.len().saturating_sub(game.len());
    let lines = (first..content.len()).filter(|&at| at == 0 || content[at - 1] == b'\n');
    let cut = lines.filter(|&at| content[at] == b'[').find(|&at| is_beginning(&content[at..]));
    Some(cut.unwrap_or(content.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"a\"]\n[Date \"2026.11.22\"]\n[Round \"1\"]\n\n1. e4 *\n\n";
    const OTHER: &str = "[Event \"a\"]\n[Date \"2026.11.22\"]\n[Round \"2\"]\n\n1. d4 *\n\n";

    #[test]
    fn a_game_that_is_there_is_not_written_again() {
        let renamed = GAME.replace("\"a\"", "\"b\"").replace("2026.11.22", "2025.01.01");
        for known in [GAME, &renamed] {
            assert_eq!(place(format!("{OTHER}{known}{OTHER}").as_bytes(), GAME), None);
        }
    }

    #[test]
    fn the_beginning_of_the_same_game_is_cut_off() {
        let earlier = GAME.replace("2026.11.22", "2025.01.01");
        for before in ["", OTHER] {
            for end in 1..GAME.trim_end().len() {
                for begun in [&GAME[..end], &earlier[..end]] {
                    let content = format!("{before}{begun}");
                    assert_eq!(place(content.as_bytes(), GAME), Some(before.len()), "{begun:?}");
                }
            }
        }
        let others = [
            GAME.replace("\"a\"", "\"b\""),
            GAME.replace("22\"]", "22\" ]"),
            GAME.replace("[Date \"", "[Date\" "),
        ];
        for other in others {
            let cut = &other[..other.find("[Round").unwrap()];
            assert_eq!(place(cut.as_bytes(), GAME), Some(cut.len()), "another game: {cut:?}");
        }
        let inside = "1. e4 {[Event";
        assert_eq!(place(inside.as_bytes(), GAME), Some(inside.len()), "not at a line's start");
    }
}
