//! Games as commands of the protocols: `position startpos moves ...`, one on each line. Programs of
//! shogi write `sfen` and those of chess `fen` before the position.

use crate::{RecordedGame, RecordedMove, Tag, replay};
use plyglot_core::game::MoveNotation;
use plyglot_engine::{Engine, NOTATION};

pub(crate) fn is_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("position") => matches!(words.next(), Some("startpos" | "sfen" | "fen")),
        Some("startpos") => matches!(words.next(), Some("moves")),
        Some("sfen") => true,
        Some(board) => is_sfen(board, words),
        None => false,
    }
}

/// Whether these are the fields of SFEN: nine ranks, a side, hands, and the number of the move.
fn is_sfen<'a>(board: &str, mut fields: impl Iterator<Item = &'a str>) -> bool {
    let is_side = matches!(fields.next(), Some("b" | "w"));
    let number = fields.nth(1);
    let is_number = number.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit()));
    board.matches('/').count() == 8 && is_side && is_number
}

/// Whether a move is one of USI: `7g7f`, `P*5e`.
fn is_usi(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes, [b'1'..=b'9', b'a'..=b'i', ..] | [_, b'*', ..])
}

pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| game(number, line)).collect()
}

fn game(line: usize, text: &str) -> RecordedGame {
    let text = text.trim();
    let text = text.strip_prefix("position").map_or(text, str::trim_start);
    let (position, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut fields = position.split_whitespace();
    let is_bare = is_sfen(fields.next().unwrap_or_default(), fields);
    let first = moves.split_whitespace().next();
    let is_shogi = is_bare || position.starts_with("sfen") || first.is_some_and(is_usi);
    let position = position.trim();
    let start = ["sfen ", "fen "].iter().find_map(|word| position.strip_prefix(word));
    let start = start.or(is_bare.then_some(position));
    let variant = is_shogi.then(|| Tag::new(line, "Variant", "shogi"));
    let tags =
        start.map(|start| Tag::new(line, "FEN", start.trim())).into_iter().chain(variant).collect();
    // A game may end with the word of who gives it up.
    let words = moves.split_whitespace().take_while(|word| *word != "resign");
    let moves =
        words.map(|word| RecordedMove { line, text: word.to_owned(), ..RecordedMove::default() });
    RecordedGame { line, tags, moves: moves.collect(), ..RecordedGame::default() }
}

/// The main line of a game as one line.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Engine) -> String {
    let is_usi = rules.notations().contains(&MoveNotation::Usi.name());
    let (word, notation) = if is_usi { ("sfen", "usi") } else { ("fen", "uci") };
    rules.set_option(NOTATION, notation);
    let played = replay(game, rules, None).unwrap_or_default();
    let start = played.position.map_or("startpos".to_owned(), |start| format!("{word} {start}"));
    let moves: Vec<String> = played.moves.into_iter().map(|(_, text)| text).collect();
    format!("position {start} moves {}", moves.join(" ")).trim_end().to_owned() + "\n"
}
