//! Games of Gomocup, as its manager Piskvork saves them (P. Lastovicka): the size of the board and
//! who begins, then moves as column, row from the top and milliseconds, the two programs, a number
//! for the end, and the rules.

use crate::commands::{add_command, clock};
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

/// A move with its time, which those of the opening have not.
fn move_of(line: usize, text: String, ms: usize) -> RecordedMove {
    let mut comment = String::new();
    if ms > 0 {
        add_command(&mut comment, "emt", &clock(ms as u64));
    }
    RecordedMove { line, text, comment, ..RecordedMove::default() }
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
                game.moves.push(move_of(line, squares::name(file, rank), ms));
            }
            _ => {
                game.faults.push(Fault::cutting(line, "a point of the board", quote(text)));
                break;
            }
        }
    }
    let rules = words.get(3).map(|tag| tag.value.to_lowercase()).unwrap_or_default();
    let name = [("renju", "renju"), ("standard", "gomoku_exact")];
    let name =
        name.iter().find(|(word, _)| rules.contains(word)).map_or("gomoku", |(_, name)| name);
    let variant = match [files, ranks] {
        [15, 15] => name.to_owned(),
        _ if files == ranks => format!("{name}{files}"),
        _ => format!("{name}{files}x{ranks}"),
    };
    let players = if first == 1 { ["Black", "White"] } else { ["White", "Black"] };
    let names = players.into_iter().chain(["ErrorCode", "Event"]).map(str::to_owned);
    game.tags = names.zip(words).map(|(name, tag)| Tag { name, ..tag }).collect();
    game.tags.push(Tag::new(line, "Variant", variant));
    game
}
