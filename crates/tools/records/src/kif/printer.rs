//! Writes KIF: all variations, the time of each move and the total of its side.

use super::reader::is_move;
use super::{BOOKMARK, HANDICAP, TAGS};
use crate::commands::{END, MOVE_TIME, milliseconds, take};
use crate::shogi::{
    CHINESE_DIGITS, GameEndWord, OwnedPiece, PieceKind, ShogiSetup, begin, comment_lines, ending,
    ending_of, handicap_of, headers, result_of, says_no_handicap, shown, with_value_line,
};
use crate::{RecordFormat, RecordedGame, RecordedMove};
use plyglot_core::game::{GameResult, MoveNotation, Side};
use plyglot_engine::Referee;
use std::fmt::Write;

/// The columns of a move: two for each character that is not of ASCII.
const MOVE_COLUMNS: usize = 13;

pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Referee) -> String {
    let (setup, is_legal) = begin(game, rules, MoveNotation::Kif);
    let known = handicap_of(&setup.sfen());
    let handicap = game.tag(HANDICAP).or(known);
    let is_even = handicap.is_none_or(says_no_handicap);
    let tags = if is_even { &TAGS[..] } else { &TAGS[2..] };
    let is_own = game.format == RecordFormat::Kif;
    let escaped = if is_own { &game.escaped_lines[..] } else { &[] };
    let escaped: String = escaped.iter().map(|line| format!("{line}\n")).collect();
    let mut printer = Printer {
        text: format!("#KIF version=2.0 encoding=UTF-8\n{escaped}"),
        rules,
        is_own,
        legal: if is_legal { 0 } else { usize::MAX },
        line: Vec::new(),
        first: setup.to_move.unwrap_or(Side::First),
        sides: [tags[0].0, tags[1].0],
    };
    headers(game, tags).for_each(|(name, value)| printer.header(name, &value));
    if let (Some(known), None) = (known, game.tag(HANDICAP)) {
        printer.header(HANDICAP, known);
    }
    if known.is_none_or(|known| handicap.is_some_and(|name| !name.starts_with(known))) {
        printer.diagram(&setup);
    }
    for (name, tag) in &tags[..2] {
        if game.tag(tag).is_none() {
            printer.header(name, "");
        }
    }
    printer.text += "手数----指手---------消費時間--\n";
    printer.line(&game.moves, false, Some(game));
    printer.text
}

struct Printer<'a> {
    text: String,
    rules: &'a mut dyn Referee,
    /// Whether the game was written in KIF, so that all its words can be.
    is_own: bool,
    /// How many moves of the line the rules have played: all, or those before the first that they
    /// do not allow.
    legal: usize,
    line: Vec<Ply>,
    first: Side,
    sides: [&'static str; 2],
}

struct Ply {
    target: String,
    /// The time of its side so far, in milliseconds.
    total: u64,
}

impl Printer<'_> {
    fn header(&mut self, name: &str, value: &str) {
        // Writing to a string does not fail.
        _ = writeln!(self.text, "{name}：{value}");
    }

    fn diagram(&mut self, setup: &ShogiSetup) {
        let rows = setup.rows(|at| match at {
            Some(OwnedPiece { side: Side::First, kind }) => format!(" {}", kind.kif[0]),
            Some(OwnedPiece { side: Side::Second, kind }) => format!("v{}", kind.kif[0]),
            None => " ・".to_owned(),
        });
        let [first, second] = self.sides;
        self.header(&format!("{second}の持駒"), &hand_text(setup, Side::Second));
        let edge = "+---------------------------+\n";
        self.text = format!("{}  ９ ８ ７ ６ ５ ４ ３ ２ １\n{edge}", self.text);
        for (row, rank) in rows.iter().zip(&CHINESE_DIGITS[1..]) {
            _ = writeln!(self.text, "|{row}|{rank}");
        }
        self.text += edge;
        self.header(&format!("{first}の持駒"), &hand_text(setup, Side::First));
        if setup.to_move == Some(Side::Second) {
            _ = writeln!(self.text, "{second}番");
        }
    }

    /// A line up to a move that is neither legal nor written in KIF, with its end, then its
    /// variations from the last move to the first. Takes its moves back. The main line is that of
    /// a game. `has_next` says that another variation follows in place of the line.
    fn line(&mut self, moves: &[RecordedMove], has_next: bool, game: Option<&RecordedGame>) {
        let (mut end, comment) = take(game.map_or("", |game| &game.comment), END);
        self.comment(["", &comment]);
        let is_of_kif: fn(&str) -> bool = if self.is_own { |_| true } else { is_move };
        let mut written = 0;
        for (i, m) in moves.iter().enumerate() {
            let mut is_legal = self.legal == self.line.len();
            let shown = shown(&m.text, self.rules, &mut is_legal, is_of_kif);
            self.legal = self.legal.wrapping_add(usize::from(is_legal));
            let Some(shown) = shown else { break };
            let (time, comment) = take(&m.comment, MOVE_TIME);
            let (last_word, comment) = take(&comment, END);
            let has_others = m.variations.iter().any(|other| !is_after(m, other));
            let mover = if self.line.len().is_multiple_of(2) { self.first } else { !self.first };
            self.played(&shown, &time, has_others || has_next && i == 0);
            self.comment([&m.before, &with_value_line(&comment, mover, false)]);
            (written, end) = (i + 1, last_word);
        }
        let is_whole = written == moves.len();
        if is_whole {
            self.end(game, &end);
        }
        for (i, m) in moves[..written].iter().enumerate().rev() {
            let is_last = is_whole && i + 1 == moves.len();
            let (after, others): (Vec<_>, Vec<_>) =
                m.variations.iter().partition(|other| is_last && is_after(m, other));
            self.variations(after.into_iter().map(|other| &other[1..]));
            if self.legal == self.line.len() {
                self.rules.undo();
                self.legal -= 1;
            }
            self.line.pop();
            self.variations(others.into_iter().map(Vec::as_slice));
        }
    }

    fn variations<'b>(&mut self, lines: impl Iterator<Item = &'b [RecordedMove]>) {
        let mut lines = lines.peekable();
        while let Some(line) = lines.next() {
            _ = writeln!(self.text, "\n変化：{}手", self.line.len() + 1);
            self.line(line, lines.peek().is_some(), None);
        }
    }

    fn played(&mut self, shown: &str, time: &str, has_next: bool) {
        let mut chars = shown.chars();
        let target: String = chars.by_ref().take(2).collect();
        let is_same = self.line.last().is_some_and(|last| last.target == target);
        let shown = if is_same { &format!("同　{}", chars.as_str()) } else { shown };
        let total = self.numbered(shown, milliseconds(time).unwrap_or(0), has_next);
        self.line.push(Ply { target, total });
    }

    /// A numbered line: a move, or the word of an end. Returns the time of its side so far.
    fn numbered(&mut self, shown: &str, time: u64, has_next: bool) -> u64 {
        let number = self.line.len() + 1;
        let earlier = number.checked_sub(3).and_then(|i| self.line.get(i));
        let total = earlier.map_or(0, |ply| ply.total).saturating_add(time);
        let columns: usize = shown.chars().map(|c| 2 - usize::from(c.is_ascii())).sum();
        let padding = MOVE_COLUMNS.saturating_sub(columns).max(1);
        let minutes = time / 60_000;
        let seconds = time / 1000 % 60;
        _ = write!(self.text, "{number:4} {shown}{:padding$}({minutes:2}:{seconds:02}/", "");
        let hours = total / 3_600_000;
        let minutes = total / 60_000 % 60;
        let seconds = total / 1000 % 60;
        let sign = if has_next { "+" } else { "" };
        _ = writeln!(self.text, "{hours:02}:{minutes:02}:{seconds:02}){sign}");
        total
    }

    fn comment(&mut self, comments: [&str; 2]) {
        for line in comment_lines(comments) {
            let sign = if line.starts_with(BOOKMARK) { "" } else { "*" };
            _ = writeln!(self.text, "{sign}{line}");
        }
    }

    /// The end of a line, with the word and the time that it has said, and the sentence about it.
    fn end(&mut self, game: Option<&RecordedGame>, last_word: &str) {
        let to_move = if self.line.len().is_multiple_of(2) { self.first } else { !self.first };
        let (word, time) =
            last_word.split_once(char::is_whitespace).unwrap_or((last_word, last_word));
        let (end, result) = match game {
            Some(game) => (ending_of(game, to_move, true), game.result),
            None => (ending(word), result_of(word, to_move)),
        };
        let Some(GameEndWord { kif, .. }) = end else { return };
        // Not if the sentence names another winner: a record may lack its last moves.
        if result_of(kif, to_move) == result {
            self.numbered(kif, milliseconds(time).unwrap_or(0), false);
        }
        let winning = match result {
            Some(GameResult::Win(side)) => side,
            _ => Side::Second,
        };
        let winner = self.sides[winning];
        let loser = self.sides[!winning];
        let sentence = match *kif {
            "投了" | "勝ち宣言" => format!("{winner}の勝ち"),
            "切れ負け" | "Time-up" => format!("時間切れにより{winner}の勝ち"),
            "反則負け" => format!("{loser}の反則負け"),
            "反則勝ち" | "入玉勝ち" => format!("{winner}の{kif}"),
            word => word.to_owned(),
        };
        _ = writeln!(self.text, "まで{}手で{sentence}", self.line.len());
    }
}

fn hand_text(setup: &ShogiSetup, side: Side) -> String {
    let text = setup.hand(side, counted);
    if text.is_empty() { "なし".to_owned() } else { text }
}

/// So many pieces of a kind in a hand: `歩十七　`.
fn counted(kind: &PieceKind, count: usize) -> String {
    let mut text = kind.kif[0].to_owned();
    if count >= 10 {
        text.push('十');
    }
    let units = count % 10;
    if count > 1 && units > 0 {
        text.push(CHINESE_DIGITS[units]);
    }
    text + "　"
}

/// Whether a variation of a line's last move begins with the move itself: it is in place of the end.
fn is_after(m: &RecordedMove, variation: &[RecordedMove]) -> bool {
    variation.len() > 1 && variation[0].text == m.text
}
