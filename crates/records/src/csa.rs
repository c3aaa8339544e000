//! CSA, the records of shogi programs (Computer Shogi Association, "CSA標準棋譜ファイル形式", V2.2 and
//! V3.0).

use crate::shogi::{PIECES, START, Setup, add_line, result_of};
use crate::{Fault, GameResult, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::{Side, quote};

const TAGS: [(&str, &str); 5] = [
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("START_TIME", "Date"),
    ("END_TIME", "EndDate"),
    ("OPENING", "Opening"),
];

/// Whether a line is one of CSA.
pub(crate) fn is_line(line: &str) -> bool {
    let is_move = || {
        let text = line.strip_prefix(['+', '-']).unwrap_or_default();
        let squares = text.bytes().take_while(u8::is_ascii_digit).count();
        squares == 4 && text.get(4..6).is_some_and(|name| piece_named(name).is_some())
    };
    ["'CSA", "V2", "V3.", "N+", "N-", "$EVENT", "$START", "PI", "P1"]
        .iter()
        .any(|begin| line.starts_with(begin))
        || is_move()
}

fn piece_named(name: &str) -> Option<&'static str> {
    PIECES.iter().find(|piece| piece.csa == name).map(|piece| piece.sfen)
}

/// The games of a text, with a line `/` between them.
pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    let mut games = vec![Reader::default()];
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end().trim_start_matches('\u{feff}');
        if line == "/" {
            games.push(Reader::default());
        } else if let Some(reader) = games.last_mut() {
            reader.take(number, line);
        }
    }
    games.into_iter().filter(|reader| reader.line > 0).map(Reader::end).collect()
}

#[derive(Default)]
struct Reader {
    game: RecordedGame,
    /// The first line with something of the game.
    line: usize,
    setup: Option<Setup>,
    to_move: Option<Side>,
    ended: bool,
}

impl Reader {
    fn take(&mut self, number: usize, line: &str) {
        if let Some(comment) = line.strip_prefix('\'') {
            if let Some(text) = comment.strip_prefix('*').filter(|text| !text.starts_with('*')) {
                self.comment(text.trim());
            }
            return;
        }
        if self.line == 0 && !line.is_empty() {
            self.line = number;
        }
        // Names and headers may have commas.
        if line.starts_with(['N', '$', 'V']) {
            self.statement(number, line);
            return;
        }
        for statement in line.split(',') {
            match statement.strip_prefix('\'') {
                Some(comment) => self.comment(comment.trim_start_matches('*').trim()),
                None => self.statement(number, statement.trim_end()),
            }
        }
    }

    fn comment(&mut self, text: &str) {
        let comment = match self.game.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.game.comment,
        };
        add_line(comment, text);
    }

    fn tag(&mut self, line: usize, name: &str, value: &str) {
        if !value.is_empty() {
            self.game.tags.push(Tag::new(line, name, value));
        }
    }

    fn statement(&mut self, line: usize, text: &str) {
        let mut chars = text.chars();
        match (chars.next(), chars.as_str()) {
            (Some('N'), rest) if rest.starts_with('+') => self.tag(line, "White", rest[1..].trim()),
            (Some('N'), rest) if rest.starts_with('-') => self.tag(line, "Black", rest[1..].trim()),
            (Some('$'), rest) => {
                let (name, value) = rest.split_once(':').unwrap_or((rest, ""));
                let known = TAGS.iter().find(|(of, _)| *of == name).map_or(name, |(_, tag)| tag);
                self.tag(line, known, value.trim());
            }
            (Some('P'), rest) => self.place(line, rest),
            (Some('+'), "") => self.to_move = Some(Side::First),
            (Some('-'), "") => self.to_move = Some(Side::Second),
            (Some('+' | '-'), _) if self.ended => {}
            (Some('+' | '-'), _) => {
                let text = text.to_owned();
                self.game.moves.push(RecordedMove { line, text, ..RecordedMove::default() });
            }
            (Some('%'), word) => {
                let first = self.to_move.unwrap_or(Side::First);
                let side = if self.game.moves.len().is_multiple_of(2) { first } else { !first };
                self.game.result = result_of(word, side).or(self.game.result);
                self.ended = true;
            }
            // Versions and times.
            (Some('V' | 'T') | None, _) => {}
            _ => self.game.faults.push(Fault::slight(line, "a line of CSA", quote(text))),
        }
    }

    /// `PI82HI22KA`, `P1-KY-KE ...`, `P+00KI`, `P-00AL`.
    fn place(&mut self, line: usize, text: &str) {
        let mut chars = text.chars();
        let setup = self.setup.get_or_insert_default();
        let is_right = match (chars.next(), chars.as_str()) {
            (Some('I'), rest) => {
                *setup = Setup::start();
                pieces(rest).all(|(file, rank, _)| {
                    setup.cell(file, rank).is_some_and(|cell| cell.take().is_some())
                })
            }
            (Some(c @ '1'..='9'), rest) => {
                let rank = c as usize - '0' as usize;
                let cells: Vec<char> = rest.chars().collect();
                for (column, cell) in cells.chunks(3).take(9).enumerate() {
                    let text: String = cell.iter().collect();
                    let side = if text.starts_with('-') { Side::Second } else { Side::First };
                    let piece = text.get(1..).and_then(|name| piece_named(name.trim()));
                    setup.cells[rank - 1][column] = piece.map(|piece| (side, piece));
                }
                true
            }
            (Some(sign @ ('+' | '-')), rest) => {
                let side = if sign == '+' { Side::First } else { Side::Second };
                let mut is_right = true;
                for (file, rank, name) in pieces(rest) {
                    match (piece_named(name), setup.cell(file, rank)) {
                        (None, _) if name == "AL" => setup.hold_the_rest(side),
                        (Some(piece), _) if (file, rank) == (0, 0) => setup.hold(side, piece),
                        (Some(piece), Some(cell)) => *cell = Some((side, piece)),
                        _ => is_right = false,
                    }
                }
                is_right
            }
            _ => false,
        };
        if !is_right {
            self.game.faults.push(Fault::slight(line, "pieces of a position", quote(text)));
        }
    }

    fn end(mut self) -> RecordedGame {
        let setup = self.setup.map(|mut setup| {
            setup.to_move = self.to_move;
            setup.sfen()
        });
        self.game.line = self.line;
        if let Some(sfen) = setup.filter(|sfen| sfen != START) {
            self.game.tags.push(Tag::new(self.line, "FEN", &sfen));
        }
        self.game.tags.push(Tag::new(0, "Variant", "shogi"));
        self.game.result = self.game.result.or(Some(GameResult::Unfinished));
        self.game
    }
}

/// The squares and names of a text of four characters each.
fn pieces(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    (0..text.len() / 4).filter_map(move |i| {
        let piece = text.get(4 * i..4 * i + 4)?;
        let digit = |at: usize| piece.get(at..at + 1)?.parse::<usize>().ok();
        Some((digit(0)?, digit(1)?, &piece[2..]))
    })
}
