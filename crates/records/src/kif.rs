//! KIF and KI2, the records of shogi that people keep: Kifu for Windows' formats, as many programs
//! write them. Lines are headers, a diagram, moves with their numbers (or, in KI2, behind the signs
//! of the sides), comments behind `*`, and variations behind `変化`.

use crate::branches::Branches;
use crate::shogi::{PIECES, Setup, add_line, digit_of, handicap, result_of};
use crate::{Fault, GameResult, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::{Side, quote};

/// The headers that have a tag of their own in other records.
const TAGS: [(&str, &str); 10] = [
    ("先手", "White"),
    ("下手", "White"),
    ("後手", "Black"),
    ("上手", "Black"),
    ("棋戦", "Event"),
    ("大会名", "Event"),
    ("場所", "Site"),
    ("開始日時", "Date"),
    ("対局日", "Date"),
    ("終了日時", "EndDate"),
];

const SIDES: [char; 5] = ['▲', '☗', '△', '▽', '☖'];

/// Whether a line is one of KIF or KI2.
pub(crate) fn is_line(line: &str) -> bool {
    let begins =
        ["#KIF", "# KIF", "手合割", "手数----", "先手：", "後手：", "下手：", "上手：", "変化："];
    begins.iter().any(|begin| line.starts_with(begin))
        || line.starts_with(SIDES)
        || is_move(line)
        || line.starts_with("|") && line.ends_with(['一', '二', '三', '|']) && line.contains('・')
        || line.contains("の持駒：")
        || numbered(line).is_some_and(|(_, rest)| {
            let first = rest.trim_start_matches('　').chars().next();
            first.is_some_and(|c| c == '同' || ('１'..='９').contains(&c))
        })
}

/// Whether a line begins with a square of full-width digits, as moves without signs do.
fn is_move(line: &str) -> bool {
    let mut chars = line.chars();
    let mut next = || chars.next().filter(|c| !c.is_ascii()).and_then(digit_of);
    next().is_some() && next().is_some()
}

/// A line's number of a ply, and what follows.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches([' ', '\t', '　']);
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let number = text[..end].parse().ok()?;
    let rest = &text[end..];
    rest.starts_with([' ', '　', '手'])
        .then(|| (number, rest.trim_start_matches([' ', '\t', '　'])))
}

/// The one game of a text.
pub(crate) fn read(text: &str) -> RecordedGame {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.take(number, line.trim_end_matches(['\r', ' ']));
    }
    reader.end()
}

#[derive(Default)]
struct Reader {
    game: RecordedGame,
    branches: Branches,
    setup: Option<Setup>,
    /// The first line of the diagram, and its next row.
    diagram: usize,
    row: usize,
    handicap: Option<(usize, String)>,
    to_move: Option<Side>,
    /// The squares to which the moves of the line went.
    targets: Vec<String>,
    is_in_variation: bool,
}

impl Reader {
    fn take(&mut self, number: usize, line: &str) {
        let plain = line.trim_start_matches('\u{feff}');
        let says_nothing = ["#", "&", "まで", "手数"].iter().any(|word| plain.starts_with(word));
        if says_nothing || plain.trim().is_empty() {
            return;
        }
        if let Some(comment) = plain.strip_prefix('*') {
            self.comment(comment);
        } else if let Some(rest) = plain.strip_prefix('|') {
            if self.row == 0 {
                self.diagram = number;
            }
            self.diagram_row(rest);
        } else if let Some(rest) = plain.strip_prefix("変化：") {
            let ply = rest.trim().trim_end_matches('手').trim().parse().unwrap_or(1_usize);
            self.branches.go_back(ply.saturating_sub(1));
            self.targets.truncate(ply.saturating_sub(1));
            self.is_in_variation = true;
        } else if let Some((_, rest)) = numbered(plain) {
            self.kif_move(number, rest.trim_start_matches('手').trim_start_matches([' ', '　']));
        } else if plain.contains(SIDES) && !plain.contains(['：', ':']) {
            self.ki2_moves(number, plain.split(SIDES).skip(1));
        } else if is_move(plain) {
            self.ki2_moves(number, plain.split([' ', '\t']).filter(|word| !word.is_empty()));
        } else if let Some((name, value)) = plain.split_once(['：', ':']) {
            self.header(number, name.trim(), value.trim_matches([' ', '　']));
        } else if matches!(plain.trim(), "後手番" | "上手番") {
            self.to_move = Some(Side::Second);
        }
    }

    fn comment(&mut self, text: &str) {
        let comment = match self.branches.last() {
            Some(last) => &mut last.comment,
            None => &mut self.game.comment,
        };
        add_line(comment, text);
    }

    fn header(&mut self, line: usize, name: &str, value: &str) {
        let hand = [("先手の持駒", 0), ("下手の持駒", 0), ("後手の持駒", 1), ("上手の持駒", 1)];
        if let Some((_, side)) = hand.into_iter().find(|(of, _)| *of == name) {
            let held = hand_of(value);
            self.setup.get_or_insert_default().hands[side] = held;
            return;
        }
        if name == "手合割" {
            self.handicap = handicap(value).map(|sfen| (line, sfen));
        }
        let known = TAGS.iter().find(|(of, _)| *of == name).map_or(name, |(_, tag)| tag);
        if !value.is_empty() {
            self.game.tags.push(Tag::new(line, known, value));
        }
    }

    /// A row of the diagram, from behind its first bar: `v` stands before the second side's pieces.
    fn diagram_row(&mut self, text: &str) {
        let cells = text.split('|').next().unwrap_or_default();
        let setup = self.setup.get_or_insert_default();
        let Some(row) = setup.cells.get_mut(self.row) else { return };
        self.row += 1;
        let (mut column, mut side) = (0, Side::First);
        for c in cells.chars() {
            match c {
                ' ' | '^' => side = Side::First,
                'v' | 'V' => side = Side::Second,
                _ => {
                    let piece = PIECES
                        .iter()
                        .find(|piece| piece.kif.iter().any(|name| name.chars().eq([c])));
                    if let Some(cell) = row.get_mut(column) {
                        *cell = piece.map(|piece| (side, piece.sfen));
                    }
                    (column, side) = (column + 1, Side::First);
                }
            }
        }
    }

    fn first_side(&self) -> Side {
        let handicap = self.handicap.is_some() && self.row == 0;
        self.to_move.unwrap_or(if handicap { Side::Second } else { Side::First })
    }

    /// `７六歩(77)   ( 0:02/00:00:02)+`, or a word that ends the game.
    fn kif_move(&mut self, line: usize, text: &str) {
        let word = text.split([' ', '\t']).next().unwrap_or_default();
        let word = word.trim_end_matches('+');
        // A blank may stand in the move: `同　銀(79)`, `同銀　(79)`.
        let bare: String = word.chars().filter(|c| *c != '　').collect();
        self.add(line, &bare);
    }

    fn ki2_moves<'a>(&mut self, line: usize, texts: impl Iterator<Item = &'a str>) {
        for part in texts {
            let bare: String = part.chars().filter(|c| !c.is_whitespace()).collect();
            self.add(line, &bare);
        }
    }

    fn add(&mut self, line: usize, word: &str) {
        let side = if self.branches.plies().is_multiple_of(2) {
            self.first_side()
        } else {
            !self.first_side()
        };
        if let Some(result) = result_of(word, side) {
            if !self.is_in_variation {
                self.game.result = Some(result);
            }
            return;
        }
        let text = match word.strip_prefix('同') {
            Some(rest) => match self.targets.last() {
                Some(target) => format!("{target}{rest}"),
                None => word.to_owned(),
            },
            None => word.to_owned(),
        };
        let place: Vec<usize> = text.chars().take(2).filter_map(digit_of).collect();
        if place.len() < 2 {
            self.game.faults.push(Fault::cutting(line, "a move such as ７六歩(77)", quote(word)));
            return;
        }
        self.targets.truncate(self.branches.plies());
        self.targets.push(text.chars().take(2).collect());
        self.branches.add(RecordedMove { line, text, ..RecordedMove::default() });
    }

    fn end(mut self) -> RecordedGame {
        let start = match (self.row, self.setup, self.handicap) {
            (1.., Some(mut setup), _) => {
                setup.to_move = self.to_move;
                Some((self.diagram, setup.sfen()))
            }
            (_, _, handicap) => handicap,
        };
        if let Some((line, sfen)) = start {
            self.game.tags.push(Tag::new(line, "FEN", &sfen));
        }
        self.game.tags.push(Tag::new(0, "Variant", "shogi"));
        self.game.moves = self.branches.moves();
        self.game.line = 1;
        self.game.result = self.game.result.or(Some(GameResult::Unfinished));
        self.game
    }
}

/// Pieces in hand: `飛二　角　歩十七`.
fn hand_of(text: &str) -> Vec<&'static str> {
    let mut hand = Vec::new();
    for word in text.split([' ', '　']).filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        let Some(name) = chars.next() else { continue };
        let Some(piece) =
            PIECES.iter().find(|piece| piece.kif.iter().any(|of| of.chars().eq([name])))
        else {
            continue;
        };
        let rest: Vec<char> = chars.collect();
        let count = match rest.iter().position(|&c| c == '十') {
            Some(at) => {
                let tens = rest[..at].first().and_then(|&c| digit_of(c)).unwrap_or(1);
                10 * tens + rest.get(at + 1).and_then(|&c| digit_of(c)).unwrap_or(0)
            }
            None => rest.iter().filter_map(|&c| digit_of(c)).fold(0, |n, digit| 10 * n + digit),
        };
        hand.extend(std::iter::repeat_n(piece.sfen, count.clamp(1, 18)));
    }
    hand
}
