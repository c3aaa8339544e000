//! Standard algebraic notation, as other programs write games: `Nf3`, `exd6`, `O-O`, `e8=Q`.
//! Drops, such as `N@f3+`, are those of the protocol's notation but for the sign of check.

use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::{Game, Notation};
use std::hash::Hash;

/// A move as written, with the given part of its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SanMove<'a> {
    /// The letter of the piece, behind a plus if it is promoted; `P` for a pawn.
    piece: &'a str,
    file: Option<char>,
    rank: &'a str,
    to: &'a str,
    becomes: Option<char>,
}

impl SanMove<'_> {
    fn read(text: &str) -> Option<SanMove<'_>> {
        let is_promoted = text.starts_with('+');
        let letter = text[usize::from(is_promoted)..].starts_with(|c: char| c.is_ascii_uppercase());
        let (piece, rest) = match usize::from(is_promoted) + usize::from(letter) {
            0 => ("P", text),
            end => text.split_at(end),
        };
        let place = rest.trim_end_matches(|c: char| c.is_ascii_uppercase());
        let becomes = rest[place.len()..].chars().next();
        let place = place.strip_suffix('=').unwrap_or(place);
        let to = place.rfind(|c: char| c.is_ascii_lowercase())?;
        let (origin, to) = place.split_at(to);
        let origin = origin.strip_suffix(['x', '-']).unwrap_or(origin);
        let file = origin.chars().next().filter(char::is_ascii_lowercase);
        let rank = &origin[file.map_or(0, char::len_utf8)..];
        // A pawn that captures nothing stays on its file.
        let is_pawn = piece == "P" && origin.is_empty();
        let file = if is_pawn { to.chars().next() } else { file };
        Some(SanMove { piece, file, rank, to, becomes })
    }
}

impl<S: Set + Hash> Position<S> {
    pub(super) fn read_san(&self, text: &str) -> Option<Move> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        // Drops, and moves with a sign of check. A pawn has no letter.
        let pawn = if bare.starts_with('@') { "P" } else { "" };
        if let Ok(m) = self.parse_move(&format!("{pawn}{bare}")) {
            return Some(m);
        }
        let mut moves = self.legal_moves();
        match bare.replace(['0', 'o'], "O").as_str() {
            "O-O" => moves.retain(|&m| self.castles(m, false)),
            "O-O-O" => moves.retain(|&m| self.castles(m, true)),
            "pass" => moves.retain(|&m| self.record_move(m) == "pass"),
            _ => {
                let written = SanMove::read(bare)?;
                moves.retain(|&m| self.is_written(m, written));
            }
        }
        if let [only] = moves[..] { Some(only) } else { None }
    }

    fn castles(&self, m: Move, is_long: bool) -> bool {
        let file = |square| self.rules.size.place(square).0;
        m.move_type() == Type::Castling && (file(m.to()) < file(m.from())) == is_long
    }

    fn is_written(&self, m: Move, written: SanMove<'_>) -> bool {
        let letter = |kind: u8| self.rules.kinds[usize::from(kind)].text.as_str();
        let becomes = match m.move_type() {
            Type::Normal | Type::EnPassant => None,
            Type::Promotion => letter(m.kind()).chars().next(),
            _ => return false,
        };
        let from = self.square_name(m.from());
        m.extra().is_none()
            && becomes.map(|c| c.to_ascii_uppercase()) == written.becomes
            && letter(self.kind_at(m.from())).eq_ignore_ascii_case(written.piece)
            && self.square_name(m.to()) == written.to
            && written.file.is_none_or(|file| from.starts_with(file))
            && (written.rank.is_empty() || from[1..] == *written.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_by_their_parts() {
        let read = |text| {
            let SanMove { piece, file, rank, to, becomes } = SanMove::read(text).expect(text);
            (piece, file, rank, to, becomes)
        };
        assert_eq!(read("e4"), ("P", Some('e'), "", "e4", None));
        assert_eq!(read("exd6"), ("P", Some('e'), "", "d6", None));
        assert_eq!(read("Nf3"), ("N", None, "", "f3", None));
        assert_eq!(read("R1xa10"), ("R", None, "1", "a10", None));
        assert_eq!(read("Qa1b2"), ("Q", Some('a'), "1", "b2", None));
        assert_eq!(read("dxe8=Q"), ("P", Some('d'), "", "e8", Some('Q')));
        assert_eq!(read("+P-c4"), ("+P", None, "", "c4", None));
        for wrong in ["", "N", "é", "=Q", "12", "+"] {
            assert_eq!(SanMove::read(wrong), None, "{wrong}");
        }
    }
}
