//! Moves as programs and records of shogi write them.

use super::super::mv::Type;
use super::super::{Move, Position};
use super::shogi_names::{NAMES, Names};
use crate::set::Set;
use plyglot_core::game::{Game, MoveNotation, Side};
use std::hash::Hash;

/// Signs for the same pieces: one for each, in place of those that begin like a promotion.
const SAME: [(&str, &str); 10] = [
    ("竜", "龍"),
    ("王", "玉"),
    ("成銀", "全"),
    ("成桂", "圭"),
    ("成香", "杏"),
    ("仝", "杏"),
    ("兵", "歩"),
    ("▲", ""),
    ("△", ""),
    ("☗", ""),
];

/// What stands behind a piece: where it comes from, how it goes, and what becomes of it.
const WORDS: [char; 10] = ['右', '左', '直', '上', '行', '入', '引', '寄', '打', '成'];

const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl<S: Set + Hash> Position<S> {
    /// `7g7f`, `7g7f+`, `P*5e`.
    pub(super) fn in_usi(&self, m: Move) -> String {
        let [from, to] =
            [m.from(), m.to()].map(|square| self.square_spelled(square, MoveNotation::Hodges));
        let end = match m.move_type() {
            Type::Drop => return format!("{}*{to}", self.letter_of(m.kind())),
            Type::PiecePromotion => "+",
            Type::PieceDemotion => "-",
            _ => "",
        };
        format!("{from}{to}{end}")
    }

    /// Target, piece, and where it comes from: `７六歩(77)`, `２二角成(88)`, `５五角打`.
    pub(super) fn in_kif(&self, m: Move) -> String {
        let digits = |square| self.square_spelled(square, MoveNotation::HodgesDigits);
        let to = digits(m.to());
        let mut to = to.chars().filter_map(|c| c.to_digit(10));
        let file = to.next().unwrap_or(0);
        let rank = to.next().unwrap_or(0);
        let file = char::from_u32(u32::from('\u{ff10}') + file).unwrap_or(' ');
        let rank = RANKS.get((rank as usize).wrapping_sub(1)).copied().unwrap_or(' ');
        let kind = self.moving_kind(m);
        let piece = self.kif_name(kind);
        let end = match m.move_type() {
            Type::Drop => "打".to_owned(),
            Type::PiecePromotion => format!("成({})", digits(m.from())),
            _ => format!("({})", digits(m.from())),
        };
        format!("{file}{rank}{piece}{end}")
    }

    /// Squares, and the piece that stands there afterwards: `+7776FU`, `-0055KA`.
    pub(super) fn in_csa(&self, m: Move) -> String {
        let digits = |square| self.square_spelled(square, MoveNotation::HodgesDigits);
        let kind = self.becomes(m);
        let of = self.rules.kind(kind);
        let piece = self
            .names_of(kind)
            .map_or("", |(_, _, names)| names[usize::from(of.is_promoted(kind))]);
        let sign = if self.side == Side::First { '+' } else { '-' };
        let from = if m.move_type() == Type::Drop { "00".to_owned() } else { digits(m.from()) };
        format!("{sign}{from}{}{piece}", digits(m.to()))
    }

    pub(super) fn kif_name(&self, kind: u8) -> &'static str {
        let is_promoted = self.rules.kind(kind).is_promoted(kind);
        self.names_of(kind).map_or("", |(_, names, _)| names[usize::from(is_promoted)])
    }

    fn names_of(&self, kind: u8) -> Option<Names> {
        let name = self.rules.piece_of(self.rules.kind(kind).base).name;
        NAMES.into_iter().find(|(known, ..)| *known == name)
    }

    pub(super) fn read_of_programs(&self, text: &str, notation: MoveNotation) -> Vec<Move> {
        let plain = |text: &str| match notation {
            MoveNotation::Kif => plain_kif(text),
            MoveNotation::Csa => text.trim_start_matches(['+', '-']).to_uppercase(),
            _ => text.to_owned(),
        };
        let wanted = plain(text);
        let mut moves = self.legal_moves();
        moves.retain(|&m| plain(&self.of_programs(m, notation)) == wanted);
        if moves.is_empty() && notation == MoveNotation::Kif {
            return self.read_relative(&wanted);
        }
        moves
    }

    /// A move without its origin, which words tell where they must: `58金右`, `33銀引成`. Only a
    /// drop that could be a move needs its word.
    fn read_relative(&self, text: &str) -> Vec<Move> {
        let end = text.find(WORDS).unwrap_or(text.len());
        let (place, words) = text.split_at(end);
        let mut moves = self.legal_moves();
        moves.retain(|&m| {
            let written = plain_kif(&self.in_kif(m));
            let piece = written.find(WORDS).or_else(|| written.find('(')).unwrap_or(written.len());
            place.len() > 2 && written[..piece] == *place
        });
        let is_drop = |m: &Move| m.move_type() == Type::Drop;
        let drops = words.contains('打') || moves.iter().all(is_drop);
        let promotes = words.contains('成');
        moves
            .retain(|m| is_drop(m) == drops && (m.move_type() == Type::PiecePromotion) == promotes);
        for word in words.chars() {
            match word {
                '上' | '行' | '入' => moves.retain(|m| self.way_ahead(m).1 > 0),
                '引' => moves.retain(|m| self.way_ahead(m).1 < 0),
                '寄' => moves.retain(|m| self.way_ahead(m).1 == 0),
                '直' => moves.retain(|m| self.way_ahead(m) == (0, 1)),
                _ => {}
            }
        }
        let files = moves.iter().map(|m| self.place_ahead(m.from()).0);
        let left = files.clone().min();
        let right = files.max();
        if words.contains('右') {
            moves.retain(|m| Some(self.place_ahead(m.from()).0) == right);
        } else if words.contains('左') {
            moves.retain(|m| Some(self.place_ahead(m.from()).0) == left);
        }
        moves
    }

    /// A square's file, to the right, and its rank, ahead, for the side to move; both are below 0
    /// for the second player.
    fn place_ahead(&self, square: u8) -> (i16, i16) {
        let (file, rank) = self.rules.size.place(square);
        match self.side {
            Side::First => (i16::from(file), i16::from(rank)),
            Side::Second => (-i16::from(file), -i16::from(rank)),
        }
    }

    fn way_ahead(&self, m: &Move) -> (i16, i16) {
        let (from_file, from) = self.place_ahead(m.from());
        let (to_file, to) = self.place_ahead(m.to());
        (to_file - from_file, to - from)
    }

    pub(super) fn of_programs(&self, m: Move, notation: MoveNotation) -> String {
        match notation {
            MoveNotation::Kif => self.in_kif(m),
            MoveNotation::Csa => self.in_csa(m),
            _ => self.in_usi(m),
        }
    }
}

/// A move in KIF with plain digits, one name for each piece, and no sign of the side.
fn plain_kif(text: &str) -> String {
    let mut text = text.to_owned();
    for (from, to) in SAME {
        text = text.replace(from, to);
    }
    text.replace("不成", "")
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '\u{ff10}'..='\u{ff19}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            c => {
                RANKS.iter().position(|&rank| rank == c).map_or(c, |at| char::from(b'1' + at as u8))
            }
        })
        .collect()
}
