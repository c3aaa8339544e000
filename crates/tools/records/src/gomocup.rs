//! Games of Gomocup, as its manager Piskvork saves them (P. Lastovicka): the size of the board and
//! who begins, then moves as column, row from the top and milliseconds, the two programs, a number
//! for the end, and the rules.

use crate::commands::{MOVE_TIME, clock, command_text};
use crate::{Fault, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::{quote, squares};

pub(crate) const HEAD: &str = "Piskvorky ";
/// Letters name the files.
const MAX_FILES: usize = 26;

pub(crate) fn is_line(line: &str) -> bool {
    line.starts_with(HEAD)
}

fn numbers(line: &str) -> Vec<usize> {
    line.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

pub(crate) fn read(text: &str) -> RecordedGame {
    let mut lines = (1..).zip(text.lines().map(str::trim)).skip_while(|(_, line)| !is_line(line));
    let (line, head) = lines.next().unwrap_or_default();
    let mut game = RecordedGame { line, ..RecordedGame::default() };
    let &[files, ranks, .., first] = &numbers(head)[..] else {
        game.faults.push(Fault::cutting(line, "the size of the board", quote(head)));
        return game;
    };
    let mut words = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        let [file, row, ms] = numbers(text)[..] else {
            words.push(Tag::new(line, "", text));
            continue;
        };
        match (file.wrapping_sub(1), ranks.checked_sub(row)) {
            (file @ 0..MAX_FILES, Some(rank)) => {
                let text = squares::name(file, rank);
                // Moves of the opening have no time.
                let mut comment = String::new();
                if ms > 0 {
                    comment = command_text(MOVE_TIME, &clock(ms as u64));
                }
                game.moves.push(RecordedMove { line, text, comment, ..RecordedMove::default() });
            }
            _ => {
                game.faults.push(Fault::cutting(line, "a point of the board", quote(text)));
                break;
            }
        }
    }
    let rules = words.get(3).map(|tag| tag.value.to_lowercase()).unwrap_or_default();
    let name = if rules.contains("renju") {
        "renju"
    } else if rules.contains("standard") {
        "gomoku_exact"
    } else {
        "gomoku"
    };
    let variant = match [files, ranks] {
        [15, 15] => name.to_owned(),
        _ if files == ranks => format!("{name}{files}"),
        _ => format!("{name}{files}x{ranks}"),
    };
    let players = if first == 1 { ["Black", "White"] } else { ["White", "Black"] };
    for (name, tag) in players.into_iter().chain(["ErrorCode", "Event"]).zip(words) {
        game.tags.push(Tag { name: name.to_owned(), ..tag });
    }
    game.tags.push(Tag::new(line, "Variant", variant));
    game
}

#[cfg(test)]
mod tests {
    use crate::tests::texts;
    use crate::{RecordFormat, read};

    /// From the tournament Gomocup, with another line for the file and the rank.
    #[test]
    fn gomocup_counts_rows_from_the_top() {
        let text = "Piskvorky 15x15, 11:11, 0\r\n8,7,0\r\n1,15,48387\r\nA.zip\r\nB.zip\r\n-1\r\n1,Renju\r\n";
        let game = read(text).next().expect("a game");
        assert_eq!(RecordFormat::detect(text), RecordFormat::Gomocup);
        assert_eq!(texts(&game.moves), ["h9", "a1"]);
        assert_eq!(
            (game.moves[0].comment.as_str(), game.moves[1].comment.as_str()),
            ("", "[%emt 0:00:48.387]")
        );
        let tags = ["White", "Black", "Variant"].map(|name| game.tag(name));
        assert_eq!(tags, [Some("A.zip"), Some("B.zip"), Some("renju")]);
        let game =
            read(&text.replace("15x15, 11:11, 0", "20x20, 7:7, 1").replace("Renju", "Free")).next();
        let game = game.expect("a game");
        assert_eq!(
            ["White", "Variant"].map(|name| game.tag(name)),
            [Some("B.zip"), Some("gomoku20")]
        );
        assert_eq!(texts(&game.moves), ["h14", "a6"]);
        assert_eq!(
            read("Piskvorky 15x15, 11:11, 0\n8,16,0\n").next().expect("a game").faults.len(),
            1
        );
    }
}
