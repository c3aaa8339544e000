//! Moves of xiangqi by files, as its world federation writes them: the piece, its file, `+`, `-` or
//! `=`, and how far it goes or to which file. Files count from each side's right.

use super::super::generate::Part;
use super::super::mv::Type;
use super::super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::{Game, MoveNotation, Side, Which};
use std::cmp::Ordering;
use std::hash::Hash;

const CHINESE_DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The signs of pieces in records, by the piece of the format and the side.
const CHINESE_PIECES: [(&str, [char; 2]); 7] = [
    ("king", ['帅', '将']),
    ("fers", ['仕', '士']),
    ("elephant", ['相', '象']),
    ("horse", ['马', '马']),
    ("rook", ['车', '车']),
    ("cannon", ['炮', '炮']),
    ("soldier", ['兵', '卒']),
];

/// Signs that mean the same, with the first of each row in their place.
const SAME: [&str; 12] = [
    "车車俥",
    "马馬傌",
    "相象",
    "仕士",
    "帅帥将將",
    "炮砲包",
    "兵卒",
    "进進",
    "后後",
    "=.平",
    "+＋",
    "-－",
];

/// A text in which one sign stands for all that mean the same.
fn plain(text: &str) -> String {
    text.chars().map(plain_sign).collect::<String>().to_uppercase()
}

fn plain_sign(c: char) -> char {
    if let Some(digit) = CHINESE_DIGITS.iter().position(|&other| other == c) {
        return char::from(b'0' + digit as u8);
    }
    // Full-width forms.
    let c = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    SAME.iter().find(|row| row.contains(c)).and_then(|row| row.chars().next()).unwrap_or(c)
}

/// Whether a plain text may be a move by files. Others need no comparison with all moves.
fn is_by_files(text: &str) -> bool {
    let is_far = |far: &str| !far.is_empty() && far.bytes().all(|c| c.is_ascii_digit());
    let moved = text.rsplit_once(['+', '-', '=', '进', '退']);
    moved.is_some_and(|(_, far)| is_far(far)) || text.contains('@') || text == "PASS"
}

struct FileMove {
    /// Its own file, from the right, and how many of its kind on that file stand before it.
    file: u8,
    ahead: usize,
    /// How many of its kind are on its file, and on how many files there are two or more.
    on_file: u32,
    tandems: usize,
    /// Its place among all of its kind on files with two or more: from the right, and on a file from
    /// the front.
    ordinal: usize,
    /// Whether the other piece of two on its file could go the same way.
    has_twin: bool,
    way: Ordering,
    /// How many rows it goes, or to which file.
    far: u8,
}

impl<S: Set + Hash> Position<S> {
    /// `None` for a move of a piece that has another one with the same text.
    pub(super) fn by_files(&self, m: Move, notation: MoveNotation) -> Option<String> {
        let text = self.files_of(m, notation, None);
        let from_there = Part { from: S::bit(m.from()), ..Part::all(Which::All) };
        let mut is_alone = true;
        self.visit_part(from_there, |other| {
            is_alone &= other == m || self.files_of(other, notation, None) != text;
        });
        if is_alone { Some(text) } else { None }
    }

    /// A move by files. Of two pieces on a file, `by_place` says whether the front one and the rear
    /// one are told; `None` as is needed.
    fn files_of(&self, m: Move, notation: MoveNotation, by_place: Option<bool>) -> String {
        let is_chinese = notation == MoveNotation::Chinese;
        let kind = self.moving_kind(m);
        let letter = match self.chinese_sign(kind) {
            Some(sign) if is_chinese => sign.to_string(),
            _ => self.letter_of(kind),
        };
        if m.move_type() == Type::Pass {
            return "pass".to_owned();
        }
        if m.move_type() == Type::Drop {
            let file = self.file_number(m.to());
            let row = self.rows_ahead(m.to()) + 1;
            return format!(
                "{letter}@{}{}",
                self.digit(file, is_chinese),
                self.digit(row, is_chinese)
            );
        }
        let FileMove { file, ahead, on_file, tandems, ordinal, has_twin, way, far } =
            self.file_move(m);
        // In Chinese, only advisors and elephants are told apart by where they could go.
        let name = self.rules.piece_of(kind).name;
        let is_by_place = is_chinese && !["fers", "elephant"].contains(&name);
        let has_twin = by_place.unwrap_or(has_twin || is_by_place);
        let signs = if is_chinese { ['进', '退', '平'] } else { ['+', '-', '='] };
        let sign = match way {
            Ordering::Greater => signs[0],
            Ordering::Less => signs[1],
            Ordering::Equal => signs[2],
        };
        let mover = if is_chinese {
            let places = match on_file {
                3 => ["前", "中", "后"],
                _ => ["前", "后", ""],
            };
            match (on_file, tandems) {
                (2.., 2..) => format!("{}{letter}", CHINESE_DIGITS[ordinal.min(9)]),
                (4.., _) => format!("{}{letter}", CHINESE_DIGITS[(ahead + 1).min(9)]),
                (3, _) => format!("{}{letter}", places[ahead.min(2)]),
                (2, _) if has_twin => format!("{}{letter}", places[ahead.min(1)]),
                _ => format!("{letter}{}", self.digit(file, is_chinese)),
            }
        } else {
            match (on_file, tandems) {
                // Three on a file, or two on each of two files, are counted from the front.
                (3.., _) | (2.., 2..) => format!("{}{file}", ahead + 1),
                (2, _) if has_twin => format!("{letter}{}", if ahead == 0 { '+' } else { '-' }),
                _ => format!("{letter}{file}"),
            }
        };
        format!("{mover}{sign}{}", self.digit(far, is_chinese))
    }

    fn digit(&self, number: u8, is_chinese: bool) -> String {
        let digit = match (is_chinese, self.side) {
            (true, Side::First) => CHINESE_DIGITS.get(usize::from(number)).copied(),
            (true, Side::Second) => char::from_u32(u32::from('\u{ff10}') + u32::from(number)),
            _ => None,
        };
        digit.map_or_else(|| number.to_string(), String::from)
    }

    fn file_set(&self, square: u8) -> S {
        let (file, _) = self.rules.size.place(square);
        self.rules.geometry.file_sets[usize::from(file)]
    }

    fn file_move(&self, m: Move) -> FileMove {
        let from = m.from();
        let to = m.to();
        let file = self.file_number(from);
        let to_file = self.file_number(to);
        let own = self.pieces_of_one(self.side, self.piece_at(from));
        let tandem = own & self.file_set(from);
        let place = |square| (self.file_number(square), u8::MAX - self.rows_ahead(square));
        let before = S::from_squares(own.squares().filter(|&other| place(other) < place(from)));
        let row = self.rows_ahead(from);
        let to_row = self.rows_ahead(to);
        FileMove {
            file,
            ahead: (tandem & before).squares().count(),
            on_file: tandem.count(),
            tandems: self
                .rules
                .geometry
                .file_sets
                .iter()
                .filter(|&&file| (own & file).is_many())
                .count(),
            ordinal: 1 + before
                .squares()
                .filter(|&other| (own & self.file_set(other)).is_many())
                .count(),
            has_twin: self.twin_could(m, tandem),
            way: to_row.cmp(&row),
            far: if file == to_file { row.abs_diff(to_row) } else { to_file },
        }
    }

    /// The sign of a kind in records, of the side to move.
    fn chinese_sign(&self, kind: u8) -> Option<char> {
        let piece = self.rules.piece_of(kind);
        let own = CHINESE_PIECES.iter().find(|(name, _)| *name == piece.name)?;
        Some(own.1[self.side])
    }

    /// Whether the other piece of two on a file could ever go the same way.
    fn twin_could(&self, m: Move, tandem: S) -> bool {
        let size = self.rules.size;
        let [(from_file, from_rank), (to_file, to_rank)] = [m.from(), m.to()].map(|square| {
            let (file, rank) = size.place(square);
            (file as i8, rank as i8)
        });
        (tandem & !S::bit(m.from())).squares().any(|other| {
            let to = size.step(other, to_file - from_file, to_rank - from_rank);
            let region = self.rules.kind(self.kind_at(other)).region[self.side];
            to.is_some_and(|to| region.has(to))
        })
    }

    /// The file from the right of the side to move, from 1.
    fn file_number(&self, square: u8) -> u8 {
        let (file, _) = self.rules.size.place(square);
        if self.side == Side::First { self.rules.size.files - file } else { file + 1 }
    }

    fn rows_ahead(&self, square: u8) -> u8 {
        let (_, rank) = self.rules.size.place(square);
        if self.side == Side::First { rank } else { self.rules.size.ranks - 1 - rank }
    }

    /// Reads letters in either case, `.` in place of `=`, `+P` as `P+`, and Chinese in its old and new
    /// signs and with any digits; and the front one of two where its file would do, or its file.
    pub(super) fn read_by_files(&self, text: &str, notation: MoveNotation) -> Vec<Move> {
        let mut wanted = plain(text.trim_end_matches(['!', '?']));
        if let [b'+' | b'-', b'A'..=b'Z', ..] = wanted.as_bytes() {
            wanted = format!("{}{}{}", &wanted[1..2], &wanted[..1], &wanted[2..]);
        }
        if !is_by_files(&wanted) || notation == MoveNotation::Wxf && !wanted.is_ascii() {
            return Vec::new();
        }
        [None, Some(true), Some(false)]
            .into_iter()
            .map(|by_place| {
                let mut moves = self.legal_moves();
                moves.retain(|&m| plain(&self.files_of(m, notation, by_place)) == wanted);
                moves
            })
            .find(|moves| !moves.is_empty())
            .unwrap_or_default()
    }

    /// Both squares, with ranks from 0: `H2-E2`.
    pub(super) fn by_squares_from_zero(&self, m: Move) -> String {
        match m.move_type() {
            Type::Pass => "pass".to_owned(),
            Type::Drop => self.write_uci(m),
            _ => {
                let [from, to] = [m.from(), m.to()].map(|square| {
                    let (file, rank) = self.rules.size.place(square);
                    format!("{}{rank}", char::from(b'A' + file))
                });
                format!("{from}-{to}")
            }
        }
    }

    pub(super) fn read_squares_from_zero(&self, text: &str) -> Vec<Move> {
        let wanted = without_hyphens(text);
        let mut moves = self.legal_moves();
        moves.retain(|&m| {
            m.move_type() != Type::Drop && without_hyphens(&self.by_squares_from_zero(m)) == wanted
        });
        moves
    }
}

fn without_hyphens(text: &str) -> String {
    text.to_uppercase().replace('-', "")
}
