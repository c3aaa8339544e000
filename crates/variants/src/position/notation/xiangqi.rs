//! Moves of xiangqi by files, as its world federation writes them: the piece, its file, `+`, `-` or
//! `=`, and how far it goes or to which file. Files count from each side's right.

use super::super::mv::Type;
use super::super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::Side;
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    pub(super) fn by_files(&self, m: Move) -> String {
        let (us, from, to) = (self.side, m.from(), m.to());
        let (file, to_file) = (self.file_number(from), self.file_number(to));
        let letter = self.letter_of(self.moving_kind(m));
        match m.move_type() {
            Type::Pass => return "pass".to_owned(),
            Type::Drop => return format!("{letter}@{to_file}{}", self.rows_ahead(to) + 1),
            _ => {}
        }
        let own = self.pieces_of_one(us, self.piece_at(from));
        let on_file = |file: S| own & file;
        let files = &self.rules.file_sets;
        let (at, _) = self.rules.size.place(from);
        let tandem = on_file(files[usize::from(at)]);
        let tandems = files.iter().filter(|&&file| on_file(file).is_many()).count();
        let ahead = |than: u8| {
            tandem.squares().filter(|&other| self.rows_ahead(other) > self.rows_ahead(than)).count()
        };
        // Three on a file, or two on each of two files, are counted from the front.
        let is_counted = tandem.count() >= 3 || tandems >= 2 && tandem.is_many();
        let piece = if is_counted { (ahead(from) + 1).to_string() } else { letter };
        let is_twin = tandem.count() == 2 && tandems < 2 && self.twin_could(m, tandem);
        let place = match is_twin {
            true if ahead(from) == 0 => "+".to_owned(),
            true => "-".to_owned(),
            false => file.to_string(),
        };
        let (row, to_row) = (self.rows_ahead(from), self.rows_ahead(to));
        let sign = match to_row.cmp(&row) {
            std::cmp::Ordering::Equal => '=',
            std::cmp::Ordering::Greater => '+',
            std::cmp::Ordering::Less => '-',
        };
        let way = if file == to_file { row.abs_diff(to_row) } else { to_file };
        format!("{piece}{place}{sign}{way}")
    }

    /// Whether the other piece of two on a file could ever go the same way.
    fn twin_could(&self, m: Move, tandem: S) -> bool {
        let size = self.rules.size;
        let place = |square| {
            let (file, rank) = size.place(square);
            (file as i8, rank as i8)
        };
        let ((from_file, from_rank), (to_file, to_rank)) = (place(m.from()), place(m.to()));
        (tandem & !S::bit(m.from())).squares().any(|other| {
            let to = size.step(other, to_file - from_file, to_rank - from_rank);
            let region = self.rules.kinds[usize::from(self.kind_at(other))].region[self.side.index()];
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

    /// A text without the dots and signs that other programs put in: `C2.5` is `C2=5`.
    pub(super) fn read_by_files(&self, text: &str) -> Vec<Move> {
        let wanted = text.trim_end_matches(['!', '?']).replace('.', "=").to_uppercase();
        let mut moves = self.moves_to_read();
        moves.retain(|&m| self.by_files(m).to_uppercase() == wanted);
        moves
    }

    /// Both squares, with ranks from 0: `H2-E2`.
    pub(super) fn by_squares_from_zero(&self, m: Move) -> String {
        let name = |square| {
            let (file, rank) = self.rules.size.place(square);
            format!("{}{rank}", char::from(b'A' + file))
        };
        match m.move_type() {
            Type::Pass => "pass".to_owned(),
            Type::Drop => format!("{}@{}", self.letter_of(m.kind()), name(m.to())),
            _ => format!("{}-{}", name(m.from()), name(m.to())),
        }
    }

    pub(super) fn read_squares_from_zero(&self, text: &str) -> Vec<Move> {
        let plain = |text: &str| text.to_uppercase().replace('-', "");
        let wanted = plain(text);
        let mut moves = self.moves_to_read();
        moves.retain(|&m| plain(&self.by_squares_from_zero(m)) == wanted);
        moves
    }
}
