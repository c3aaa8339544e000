//! Reads KIF and KI2, as many programs write them.

use super::{BOOKMARK, HANDICAP, TAGS};
use crate::branches::Branches;
use crate::choice::is_other_name;
use crate::commands::{END, MOVE_TIME, clock, command_text, milliseconds};
use crate::shogi::{
    EVEN, OwnedPiece, START, ShogiSetup, TERMINATION, add_line, add_remark, digit_of, ending_in,
    handicap, handicap_of, kind_of_sign, name_game, result_of, says_no_handicap,
};
use crate::{Fault, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::{GameResult, Side, quote};

/// The most lines that are told because nothing is known of them.
const MAX_FAULTS: usize = 100;

/// How lines begin that say nothing but what others say: the head of the moves, the edges of the
/// diagram, and who moves first as usual.
const SILENT: [&str; 6] = ["手数--", "手数＝", "+--", "９ ８", "先手番", "下手番"];

const SIDES: [char; 5] = ['▲', '☗', '△', '▽', '☖'];

pub(crate) fn is_line(line: &str) -> bool {
    let headers = [HANDICAP, "手数----", "先手：", "後手：", "下手：", "上手："];
    let begins = ["#KIF", "# KIF", "変化：", "まで"];
    headers.iter().chain(&begins).any(|begin| line.starts_with(begin))
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
pub(super) fn is_move(line: &str) -> bool {
    line.chars().take(2).filter(|c| !c.is_ascii()).filter_map(digit_of).count() == 2
}

/// Whether a word begins with a square, or says that it is that of the move before.
fn has_square(word: &str) -> bool {
    word.starts_with('同') || word.chars().take(2).filter_map(digit_of).count() == 2
}

/// A line's number of a ply, and what follows.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches([' ', '\t', '　']);
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let number = text[..end].parse().ok()?;
    let rest = &text[end..];
    if !rest.starts_with([' ', '　', '手']) {
        return None;
    }
    Some((number, rest.trim_start_matches([' ', '\t', '　'])))
}

pub(crate) fn read(text: &str) -> RecordedGame {
    // Programs that measure no time write zeros.
    let has_times = text.lines().filter_map(time_in).any(|time| time > 0);
    let mut reader = Reader { has_times, ..Reader::default() };
    for (number, line) in (1..).zip(text.lines()) {
        reader.take(number, line.trim_end_matches(['\r', ' ']));
    }
    reader.end()
}

/// The time that a line has first, `( 0:02/00:00:02)`, in milliseconds.
fn time_in(line: &str) -> Option<u64> {
    for part in line.split('(').skip(1) {
        let time = part.split(['/', ')']).next().unwrap_or_default();
        if time.contains(':') {
            return milliseconds(time);
        }
    }
    None
}

#[derive(Default)]
struct Reader {
    has_times: bool,
    game: RecordedGame,
    branches: Branches,
    setup: Option<ShogiSetup>,
    /// The first line of the diagram, and its next row.
    diagram: usize,
    row: usize,
    /// The line that says how the game starts, and what it says.
    handicap: Option<(usize, String)>,
    to_move: Option<Side>,
    /// The squares to which the moves of the line went.
    targets: Vec<String>,
    is_in_variation: bool,
    /// Whether the line has had its last word.
    has_ended: bool,
}

impl Reader {
    fn take(&mut self, number: usize, line: &str) {
        let plain = line.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
        if plain.starts_with('#') {
            // The first line is the program's own.
            let is_head = plain.trim_start_matches(['#', ' ']).starts_with("KIF ");
            if !is_head {
                self.game.escaped_lines.push(plain.to_owned());
            }
        } else if SILENT.iter().any(|word| plain.starts_with(word)) || plain.is_empty() {
            // It says nothing.
        } else if let Some(comment) = plain.strip_prefix('*') {
            self.comment(comment);
        } else if plain.starts_with(BOOKMARK) {
            self.comment(plain);
        } else if plain.starts_with("まで") {
            self.until(number, plain);
        } else if let Some(rest) = plain.strip_prefix('|') {
            if self.row == 0 {
                self.diagram = number;
            }
            self.diagram_row(rest);
        } else if let Some(rest) = plain.strip_prefix("変化：") {
            let digits: String = rest.trim().chars().take_while(char::is_ascii_digit).collect();
            let ply = digits.parse().unwrap_or(1_usize);
            self.branches.go_back(ply.saturating_sub(1));
            self.targets.truncate(ply.saturating_sub(1));
            (self.is_in_variation, self.has_ended) = (true, false);
        } else if let Some((ply, rest)) = numbered(plain) {
            let word = rest.trim_start_matches('手').trim_start_matches([' ', '　']);
            self.kif_move(number, ply, word);
        } else if plain.contains(SIDES) && !plain.contains(['：', ':']) {
            self.ki2_moves(number, plain.split(SIDES).skip(1));
        } else if is_move(plain) {
            self.ki2_moves(number, plain.split([' ', '\t']).filter(|word| !word.is_empty()));
        } else if let Some((name, value)) = plain.split_once(['：', ':']) {
            self.header(number, name.trim(), value.trim_matches([' ', '　']));
        } else if matches!(plain.trim(), "後手番" | "上手番") {
            self.to_move = Some(Side::Second);
        } else if self.game.faults.len() < MAX_FAULTS {
            let fault = Fault::slight(number, "a line of KIF", quote(plain));
            self.game.faults.push(fault);
        }
    }

    fn comment(&mut self, text: &str) {
        match self.branches.last() {
            Some(last) => add_remark(&mut last.comment, text),
            None => add_line(&mut self.game.comment, text),
        }
    }

    /// `まで84手で後手の勝ち`: the end of records that have no last word.
    fn until(&mut self, line: usize, text: &str) {
        if self.has_ended {
            return;
        }
        let word = ending_in(text);
        let Some(true) = word.map(|word| self.end_line(line, word, None)) else {
            return self.comment(text);
        };
        let sides = ["先手の", "下手の", "後手の", "上手の"];
        let side = sides.iter().position(|name| text.contains(name));
        if let Some(side) = side.filter(|_| !self.is_in_variation) {
            let wins = (side < 2) != text.contains("負け");
            self.game.result = Some(GameResult::Win(if wins { Side::First } else { Side::Second }));
        }
    }

    /// Takes a word that ends the line. Returns whether it is one.
    fn end_line(&mut self, line: usize, word: &str, time: Option<u64>) -> bool {
        let is_second = !self.branches.plies().is_multiple_of(2);
        let first = self.first_side();
        let Some(result) = result_of(word, if is_second { !first } else { first }) else {
            return false;
        };
        if std::mem::replace(&mut self.has_ended, true) {
            return true;
        }
        let mut end = time.filter(|&time| time > 0).map(clock).unwrap_or_default();
        if self.is_in_variation {
            end = format!("{word} {end}");
        } else {
            self.game.result = Some(result);
            self.game.tags.push(Tag::new(line, TERMINATION, word));
        }
        if !end.is_empty() {
            self.comment(&command_text(END, end.trim_end()));
        }
        true
    }

    fn header(&mut self, line: usize, name: &str, value: &str) {
        let side = match name {
            "先手の持駒" | "下手の持駒" => Some(Side::First),
            "後手の持駒" | "上手の持駒" => Some(Side::Second),
            _ => None,
        };
        if let Some(side) = side {
            self.setup.get_or_insert_default().hands[side] = hand_of(value);
            return;
        }
        if name == HANDICAP {
            self.handicap = Some((line, value.to_owned()));
        }
        let known = TAGS.iter().find(|(of, _)| *of == name).map(|(_, tag)| *tag);
        let known = known.filter(|tag| self.game.find_tag(tag).is_none()).unwrap_or(name);
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
        let mut column = 0;
        let mut side = Side::First;
        let is_first = self.row == 1;
        for c in cells.chars() {
            match c {
                ' ' | '^' => side = Side::First,
                'v' | 'V' => side = Side::Second,
                _ => {
                    if let Some(cell) = row.get_mut(column) {
                        *cell = kind_of_sign(c).map(|kind| OwnedPiece { side, kind });
                    }
                    (column, side) = (column + 1, Side::First);
                }
            }
        }
        setup.size = [if is_first { column.min(row.len()) } else { setup.size[0] }, self.row];
    }

    fn first_side(&self) -> Side {
        let handicap = self.handicap.as_ref().and_then(|(_, word)| handicap(word));
        let gives = handicap.is_some() && self.row == 0;
        self.to_move.unwrap_or(if gives { Side::Second } else { Side::First })
    }

    /// `７六歩(77)   ( 0:02/00:00:02)+`, or a word that ends the game.
    fn kif_move(&mut self, line: usize, ply: usize, text: &str) {
        let word = text.split([' ', '\t']).next().unwrap_or_default();
        let word = word.trim_end_matches('+');
        // A blank may stand in the move: `同　銀(79)`, `同銀　(79)`.
        let bare: String = word.chars().filter(|c| *c != '　').collect();
        let time = time_in(text).filter(|_| self.has_times);
        if self.end_line(line, &bare, time) {
            return;
        }
        // A word that is no move keeps its number, so that those after it have theirs.
        let is_next = ply == self.branches.plies() + 1 && !bare.is_empty();
        if has_square(&bare) || is_next {
            self.add(line, &bare, time);
        } else {
            let fault = Fault::cutting(line, "a move such as ７六歩(77)", quote(&bare));
            self.game.faults.push(fault);
        }
    }

    fn ki2_moves<'a>(&mut self, line: usize, texts: impl Iterator<Item = &'a str>) {
        for part in texts {
            let bare: String = part.chars().filter(|c| !c.is_whitespace()).collect();
            if self.end_line(line, &bare, None) {
                continue;
            }
            if has_square(&bare) {
                self.add(line, &bare, None);
            } else {
                let fault = Fault::cutting(line, "a move such as ７六歩", quote(&bare));
                self.game.faults.push(fault);
            }
        }
    }

    fn add(&mut self, line: usize, word: &str, time: Option<u64>) {
        let text = match word.strip_prefix('同') {
            Some(rest) => match self.targets.last() {
                Some(target) => format!("{target}{rest}"),
                None => word.to_owned(),
            },
            None => word.to_owned(),
        };
        self.targets.truncate(self.branches.plies());
        self.targets.push(text.chars().take(2).collect());
        let comment = time.map(|time| command_text(MOVE_TIME, &clock(time))).unwrap_or_default();
        self.branches.add(RecordedMove { line, text, comment, ..RecordedMove::default() });
    }

    fn end(mut self) -> RecordedGame {
        let word = self.handicap.as_ref().map_or("", |(_, word)| word);
        let by_handicap = handicap(word);
        let is_known = says_no_handicap(word) || by_handicap.is_some() || self.row > 0;
        // What is neither a handicap nor even is another game.
        if let Some((line, name)) = &self.handicap
            && (!is_known || is_other_name(name))
        {
            self.game.tags.push(Tag::new(*line, "Variant", name));
        }
        let line = self.handicap.map_or(0, |(line, _)| line);
        let mut size = ShogiSetup::default().size;
        let start = match (self.row, self.setup) {
            (1.., Some(mut setup)) => {
                setup.to_move = self.to_move;
                size = setup.size;
                Some((self.diagram, setup.sfen()))
            }
            _ => by_handicap.map(|sfen| (line, sfen)),
        };
        // The position says so too.
        let known = start.as_ref().map_or(Some(EVEN), |(_, sfen)| handicap_of(sfen));
        self.game.tags.retain(|tag| tag.name != HANDICAP || Some(tag.value.as_str()) != known);
        if let Some((line, sfen)) = start.filter(|(_, sfen)| sfen != START) {
            self.game.tags.push(Tag::new(line, "FEN", &sfen));
        }
        self.game.moves = self.branches.moves(&mut self.game.faults);
        self.game.line = 1;
        name_game(&mut self.game, size);
        self.game.result = self.game.result.or(Some(GameResult::Unfinished));
        self.game
    }
}

/// Pieces in hand: `飛二　角　歩十七`.
fn hand_of(text: &str) -> Vec<&'static str> {
    let mut hand = Vec::new();
    for word in text.split([' ', '　']).filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        let Some(kind) = chars.next().and_then(kind_of_sign) else { continue };
        let rest: Vec<char> = chars.collect();
        let count = match rest.iter().position(|&c| c == '十') {
            Some(at) => {
                let tens = rest[..at].first().and_then(|&c| digit_of(c)).unwrap_or(1);
                10 * tens + rest.get(at + 1).and_then(|&c| digit_of(c)).unwrap_or(0)
            }
            None => rest.iter().filter_map(|&c| digit_of(c)).fold(0, |n, digit| 10 * n + digit),
        };
        hand.extend(std::iter::repeat_n(kind.sfen, count.clamp(1, 18)));
    }
    hand
}
