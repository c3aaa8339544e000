//! DhtmlXQ, the text from which pages and forums of xiangqi draw games (dpxq.com):
//! `[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]`. Squares are two digits: the file from Red's left,
//! and the row from Black's side, both from 0.

use crate::game::{EndedGames, column_after};
use crate::{RecordedGame, RecordedMove, Tag, normalize};
use plyglot_core::game::{Side, squares};
use std::collections::HashMap;

/// What begins the names of all fields, and stands alone around a game.
const NAME: &str = "DhtmlXQ";
const OPENING: &str = "[DhtmlXQ]";

/// The pieces in the order of their squares.
const PIECES: &str = "RNBAKABNRCCPPPPPrnbakabnrccppppp";
const FILES: usize = 9;

/// Variations in variations are read to this depth.
const MAX_DEPTH: usize = 64;

pub(crate) fn is_line(line: &str) -> bool {
    line.trim_start().strip_prefix('[').is_some_and(|line| line.starts_with(NAME))
}

/// The games of a text, each in brackets of its own.
pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    let mut games: Vec<Reader<'_>> = Vec::new();
    let mut opens = false;
    let mut line = 1;
    let mut column: usize = 0;
    for part in text.split(NAME) {
        let field = part.strip_prefix('_').and_then(|part| part.split_once(']'));
        if opens && (field.is_none() || games.is_empty()) {
            // The name stands behind its bracket.
            let column = column.saturating_sub(NAME.len() + 1);
            games.push(Reader { line, column, ..Reader::default() });
        }
        if let (true, Some((name, value)), Some(game)) = (opens, field, games.last_mut()) {
            game.field(line, name, value.trim_end_matches(['[', '/']).trim());
        }
        opens = part.ends_with('[');
        line += part.matches('\n').count();
        column = column_after(column, part) + NAME.len();
    }
    games.into_iter().map(Reader::end).collect()
}

/// The games before the one that is opened last.
pub(crate) fn read_ended(text: &str) -> EndedGames {
    let end = text.rfind(OPENING).unwrap_or(0);
    EndedGames { games: read(&text[..end]), end }
}

#[derive(Default)]
struct Reader<'a> {
    line: usize,
    column: usize,
    tags: Vec<Tag>,
    /// The squares of all [`PIECES`], two digits each.
    squares_of_pieces: &'a str,
    /// The lines of moves by their numbers: the ply from which each stands in place of another one.
    lines: HashMap<usize, (usize, &'a str)>,
    /// The lines that begin at a ply of a line.
    branches: HashMap<(usize, usize), Vec<usize>>,
    comments: HashMap<(usize, usize), &'a str>,
}

impl<'a> Reader<'a> {
    fn field(&mut self, line: usize, name: &str, value: &'a str) {
        let (word, numbers) =
            name.split_at(name.find(|c| !char::is_alphabetic(c)).unwrap_or(name.len()));
        let numbers: Vec<usize> = numbers
            .split('_')
            .filter_map(|number| number.parse::<u16>().ok())
            .map(usize::from)
            .collect();
        match (word, &numbers[..]) {
            ("binit", _) => self.squares_of_pieces = value,
            ("movelist", _) => _ = self.lines.insert(0, (1, value)),
            ("move", &[parent, ply, number]) => {
                self.lines.insert(number, (ply, value));
                self.branches.entry((parent, ply)).or_default().push(number);
            }
            ("comment", &[ply]) => _ = self.comments.insert((0, ply), value),
            ("comment", &[number, ply]) => _ = self.comments.insert((number, ply), value),
            _ if value.is_empty() => {}
            _ => self.tags.push(Tag::new(line, name, value)),
        }
    }

    fn comment(&mut self, number: usize, ply: usize) -> String {
        self.comments.remove(&(number, ply)).unwrap_or_default().replace("||", "\n")
    }

    fn end(mut self) -> RecordedGame {
        self.tags.push(Tag::new(self.line, "Variant", "xiangqi"));
        if !self.squares_of_pieces.is_empty() {
            self.tags.push(Tag::new(self.line, "FEN", self.position()));
        }
        let comment = self.comment(0, 0);
        let moves = self.moves(0, 0);
        let Reader { line, column, tags, .. } = self;
        let mut game =
            RecordedGame { line, column, tags, comment, moves, ..RecordedGame::default() };
        normalize::normalize(&mut game);
        game
    }

    fn position(&self) -> String {
        let mut board = [None; FILES * 10];
        let first = self.lines.get(&0).map_or("", |(_, moves)| moves).as_bytes().get(..2);
        let mut side = squares::side_letter(Side::First);
        for (square, letter) in self.squares_of_pieces.as_bytes().chunks(2).zip(PIECES.chars()) {
            if let &[file @ b'0'..=b'8', row @ b'0'..=b'9'] = square {
                board[usize::from(row - b'0') * FILES + usize::from(file - b'0')] = Some(letter);
            }
            if letter.is_lowercase() && Some(square) == first {
                side = squares::side_letter(Side::Second);
            }
        }
        format!("{} {side} - - 0 1", squares::print_rows(&board, FILES, |&letter| letter))
    }

    /// The moves of a line, each of which is taken once.
    fn moves(&mut self, number: usize, depth: usize) -> Vec<RecordedMove> {
        let (start, text) = self.lines.remove(&number).unwrap_or_default();
        let mut moves = Vec::new();
        for (ply, squares) in (start..).zip(text.as_bytes().chunks(4)) {
            let comment = self.comment(number, ply);
            let mut variations = Vec::new();
            for other in self.branches.remove(&(number, ply)).unwrap_or_default() {
                if depth >= MAX_DEPTH {
                    break;
                }
                let variation = self.moves(other, depth + 1);
                if !variation.is_empty() {
                    variations.push(variation);
                }
            }
            let line = self.line;
            let text = iccs(squares);
            moves.push(RecordedMove { line, text, comment, variations, ..RecordedMove::default() });
        }
        moves
    }
}

/// A move by its squares, as internet servers have it: `H2-E2`.
fn iccs(squares: &[u8]) -> String {
    match squares {
        [a @ b'0'..=b'8', b @ b'0'..=b'9', c @ b'0'..=b'8', d @ b'0'..=b'9'] => {
            let from = char::from(a - b'0' + b'A');
            let to = char::from(c - b'0' + b'A');
            format!("{from}{}-{to}{}", b'9' - b, b'9' - d)
        }
        other => String::from_utf8_lossy(other).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RecordFormat, read};

    #[test]
    fn games_of_forums_are_trees() {
        let text = "[DhtmlXQHTML]\n\
            [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
            [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
            [DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n\
            [DhtmlXQ_move_1_3_2]6947[/DhtmlXQ_move_1_3_2]\n\
            [DhtmlXQ_comment0]open[/DhtmlXQ_comment0]\n\
            [DhtmlXQ_comment1_2]a||b[/DhtmlXQ_comment1_2]\n\
            [DhtmlXQ_red]Meng[/DhtmlXQ_red][DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
            [/DhtmlXQHTML]\n[DhtmlXQ][/DhtmlXQ]";
        assert_eq!(RecordFormat::detect(text), RecordFormat::DhtmlXq);
        let games: Vec<RecordedGame> = read(text).collect();
        assert_eq!((games.len(), games[0].line, games[1].line), (2, 1, 10));
        let game = &games[0];
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        for (tag, value) in [("FEN", fen), ("White", "Meng"), ("Result", "1-0")] {
            assert_eq!(game.tag(tag), Some(value));
        }
        let texts = |moves: &[RecordedMove]| -> Vec<String> {
            moves.iter().map(|m| m.text.clone()).collect()
        };
        assert_eq!(texts(&game.moves), ["H2-E2", "H9-G7", "H0-G2"]);
        let variation = &game.moves[1].variations[0];
        assert_eq!(texts(variation), ["B9-C7", "H0-G2"]);
        assert_eq!(texts(&variation[1].variations[0]), ["G0-E2"]);
        assert_eq!((&*game.comment, &*variation[0].comment), ("open", "a\nb"));
    }
}
