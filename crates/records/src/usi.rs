//! Games as commands of the protocols: `position startpos moves ...`, one on each line. Programs of
//! shogi write `sfen` and those of chess `fen` before the position.

use crate::pgn::{PgnGame, PgnMove, PgnTag};

pub(crate) fn is_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("position") => matches!(words.next(), Some("startpos" | "sfen" | "fen")),
        Some("startpos") => matches!(words.next(), Some("moves")),
        Some("sfen") => true,
        _ => false,
    }
}

pub(crate) fn read(text: &str) -> Vec<PgnGame> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| game(number, line)).collect()
}

fn game(line: usize, text: &str) -> PgnGame {
    let text = text.trim();
    let text = text.strip_prefix("position").map_or(text, str::trim_start);
    let (position, moves) = text.split_once("moves").unwrap_or((text, ""));
    let is_shogi = position.starts_with("sfen");
    let position = position.trim();
    let start = ["sfen ", "fen "].iter().find_map(|word| position.strip_prefix(word));
    let tag =
        |name: &str, value: &str| PgnTag { line, name: name.to_owned(), value: value.to_owned() };
    let variant = is_shogi.then(|| tag("Variant", "shogi"));
    let tags = start.map(|start| tag("FEN", start.trim())).into_iter().chain(variant).collect();
    // A game may end with the word of who gives it up.
    let words = moves.split_whitespace().take_while(|word| *word != "resign");
    let moves = words.map(|word| PgnMove { line, text: word.to_owned(), ..PgnMove::default() });
    PgnGame { line, tags, moves: moves.collect(), ..PgnGame::default() }
}
