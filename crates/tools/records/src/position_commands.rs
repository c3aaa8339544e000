//! Games as commands of the protocols: `position startpos moves ...`, one on each line. Programs of
//! shogi write `sfen` and those of chess `fen` before the position.

use crate::game::LineReader;
use crate::shogi::{ShogiSetup, TERMINATION, add_line, ending, name_game, result_of, size_of};
use crate::{RecordedGame, RecordedMove, Tag, replay};
use plyglot_core::game::{MoveNotation, Side};
use plyglot_engine::{MoveText, NOTATION, Referee, usi_position_command};
use std::mem;

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

/// Whether these are the fields of SFEN: a board, a side, hands, and the number of the move.
fn is_sfen<'a>(board: &str, mut fields: impl Iterator<Item = &'a str>) -> bool {
    let is_side = matches!(fields.next(), Some("b" | "w"));
    let number = fields.nth(1);
    let is_number = number.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit()));
    let is_board = board.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'/' | b'+'));
    board.contains('/') && is_board && is_side && is_number
}

/// Whether a move is one of USI: `7g7f`, `P*5e`.
fn is_usi(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes, [b'1'..=b'9', b'a'..=b'i', ..] | [_, b'*', ..])
}

/// A line before games of another game than shogi, which their moves do not tell.
const GAME: &str = "# game ";

pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    Reader::default().read(text)
}

#[derive(Debug, Default)]
pub(crate) struct Reader {
    lines: usize,
    /// The game that the last line of its kind names.
    named: Option<Tag>,
    /// The remarks before the next game.
    comment: String,
}

impl LineReader for Reader {
    fn read(&mut self, lines: &str) -> Vec<RecordedGame> {
        lines.lines().filter_map(|line| self.line(line.trim())).collect()
    }
}

impl Reader {
    fn line(&mut self, line: &str) -> Option<RecordedGame> {
        self.lines += 1;
        if let Some(name) = line.strip_prefix(GAME) {
            self.named = Some(Tag::new(self.lines, "Variant", name.trim()));
            return None;
        }
        if let Some(text) = line.strip_prefix('#') {
            add_line(&mut self.comment, text.trim());
            return None;
        }
        if line.is_empty() {
            return None;
        }
        let mut game = game(self.lines, line);
        game.comment = mem::take(&mut self.comment);
        if let Some(tag) = &self.named {
            game.tags.retain(|other| other.name != tag.name);
            game.tags.push(tag.clone());
        }
        Some(game)
    }
}

const RESIGN: &str = "resign";

fn game(line: usize, text: &str) -> RecordedGame {
    let text = text.trim();
    let text = text.strip_prefix("position").map_or(text, str::trim_start);
    let (position, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut fields = position.split_whitespace();
    let is_bare = is_sfen(fields.next().unwrap_or_default(), fields);
    let first = moves.split_whitespace().next();
    let is_shogi = is_bare || position.starts_with("sfen") || first.is_some_and(is_usi);
    let position = position.trim();
    let start = match position.strip_prefix("sfen ").or(position.strip_prefix("fen ")) {
        None if is_bare => Some(position),
        start => start,
    };
    let mut size = ShogiSetup::default().size;
    let mut tags = Vec::new();
    if let Some(start) = start {
        size = size_of(start.split_whitespace().next().unwrap_or_default());
        tags.push(Tag::new(line, "FEN", start.trim()));
    }
    // A game may end with the word of who gives it up.
    let mut played = Vec::new();
    for word in moves.split_whitespace().take_while(|word| *word != RESIGN) {
        let text = word.to_owned();
        played.push(RecordedMove { line, text, ..RecordedMove::default() });
    }
    let mut result = None;
    if moves.split_whitespace().nth(played.len()).is_some() {
        tags.push(Tag::new(line, TERMINATION, RESIGN));
        let begins = start.and_then(|start| start.split_whitespace().nth(1)) == Some("w");
        let is_second = begins == played.len().is_multiple_of(2);
        result = result_of(RESIGN, if is_second { Side::Second } else { Side::First });
    }
    let mut game = RecordedGame { line, tags, moves: played, result, ..RecordedGame::default() };
    if is_shogi {
        name_game(&mut game, size);
    }
    game
}

/// Whether it is a game of the shogi family.
pub(crate) fn is_for(rules: &dyn MoveText) -> bool {
    rules.notations().contains(&MoveNotation::Usi.name())
}

/// The main line of a game as one line.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Referee) -> String {
    rules.set_option(NOTATION, MoveNotation::Usi.name());
    let played = replay(game, rules, None).unwrap_or_default();
    let mut moves: Vec<String> = played.moves.into_iter().map(|played| played.record).collect();
    if game.tag(TERMINATION).and_then(ending).is_some_and(|end| end.csa == "TORYO") {
        moves.push(RESIGN.to_owned());
    }
    let name = rules.info().name;
    let named = if name == "shogi" { String::new() } else { format!("{GAME}{name}\n") };
    named + &usi_position_command(played.position.as_deref(), &moves) + "\n"
}

#[cfg(test)]
mod tests {
    use crate::read;
    use crate::tests::texts;

    #[test]
    fn lines_of_positions_are_games() {
        let problem = "4k4/9/9/9/9/9/9/9/4K4 b R 1\n";
        let [game] = &read(problem).collect::<Vec<_>>()[..] else { panic!("one game") };
        assert_eq!((game.tag("FEN"), game.implied_game), (Some(problem.trim()), Some("shogi")));
        let text = "# of a match\nposition startpos moves 7g7f 3c3d resign\n\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5b\n";
        let [first, second] = &read(text).collect::<Vec<_>>()[..] else { panic!("two games") };
        assert_eq!((texts(&first.moves), first.tag("FEN")), (vec!["7g7f", "3c3d"], None));
        assert_eq!([&first.comment, &second.comment], ["of a match", ""]);
        assert_eq!(second.tag("FEN"), Some("4k4/9/9/9/9/9/9/9/4K4 b R 1"));
        assert_eq!((texts(&second.moves), second.implied_game), (vec!["R*5b"], Some("shogi")));
    }
}
