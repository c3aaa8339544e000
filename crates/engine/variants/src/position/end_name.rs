//! Names for the ends of games.

use super::Position;
use crate::definition::{Enclosing, End, MaterialCounting};
use crate::piece_set::piece_name;
use crate::set::Set;
use plyglot_core::game::{Counted, Side};
use plyglot_support::text::plural;
use std::hash::Hash;

const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];

impl<S: Set + Hash> Position<S> {
    pub(super) fn name_of_end(&self) -> String {
        let without_moves = if self.is_check() { End::Checkmate } else { End::NoMoves };
        let end = self.end().map_or(without_moves, |(end, _)| end);
        let definition = &self.rules.definition;
        let name = match end {
            End::Extinction => return self.extinct(),
            End::Flag => {
                let region = self.rules.flag_region[0];
                let last_rank = self.rules.geometry.rank_sets.last();
                if last_rank == Some(&region) { "last rank reached" } else { "goal reached" }
            }
            End::Checks => "all checks given",
            End::Connection => return self.connected(),
            End::FullBoard => return format!("board full, {}", self.counts_in_words()),
            End::Passes => {
                let is_bikjang = definition.turns.bikjang_rule && self.is_bikjang();
                let name = if is_bikjang { "bikjang" } else { "both sides passed" };
                return self.with_counts(name, false);
            }
            End::Castling => "castling",
            End::KingCaptured => "king captured",
            End::Counting => "counting rule",
            End::DeadPosition => "insufficient material",
            End::NoProgress if definition.repetition.n_move_rule == 50 => "fifty moves",
            End::NoProgress => {
                return format!("{} moves without progress", definition.repetition.n_move_rule);
            }
            End::Checkmate => "checkmate",
            End::NoMoves => return self.without_moves_in_words(),
        };
        name.to_owned()
    }

    fn without_moves_in_words(&self) -> String {
        let definition = &self.rules.definition;
        let name = if definition.has_royal() {
            "stalemate"
        } else if self.own(self.side).is_empty() {
            "no pieces left"
        } else {
            "no moves left"
        };
        self.with_counts(name, definition.ends.stalemate_counts_pieces)
    }

    /// A name, and what was counted if something decides by it.
    fn with_counts(&self, name: &str, is_counted: bool) -> String {
        let counting = self.rules.definition.ends.material_counting;
        if !is_counted && counting == MaterialCounting::None {
            return name.to_owned();
        }
        format!("{name}, {}", self.counts_in_words())
    }

    fn counts_in_words(&self) -> String {
        let counting = self.rules.definition.ends.material_counting;
        let counted = match counting {
            MaterialCounting::Territory => Some("territory"),
            MaterialCounting::LargestGroup => Some("groups"),
            _ if self.rules.definition.has_points() => Some("points"),
            _ => None,
        };
        if let Some(counted) = counted {
            let [first, second] = self.scores();
            return format!("{counted} {}:{}", first.max(second), first.min(second));
        }
        let is_turned = self.rules.definition.effects.flip_enclosed_pieces == Enclosing::Reversi;
        self.drawn().count_text(if is_turned { "discs" } else { "pieces" })
    }

    /// What both sides have of that which is counted; of groups the largest. `None` if nothing is.
    pub(super) fn counted_of_sides(&self) -> Option<Counted> {
        let definition = self.rules.definition;
        let counting = definition.ends.material_counting;
        if !counting.counts() {
            return None;
        }
        let is_turned = definition.effects.flip_enclosed_pieces == Enclosing::Reversi;
        let what = match counting {
            MaterialCounting::Territory => "squares",
            MaterialCounting::LargestGroup => "connected",
            MaterialCounting::Janggi => "points",
            _ if definition.has_points() => "points",
            _ if is_turned => "discs",
            _ => "pieces",
        };
        let sides = match counting {
            MaterialCounting::LargestGroup => Side::BOTH
                .map(|side| f64::from(self.group_sizes(side).first().copied().unwrap_or(0))),
            MaterialCounting::Janggi => self.scores().map(|twice| f64::from(twice) / 2.0),
            _ => self.scores().map(f64::from),
        };
        Some(Counted { what, sides })
    }

    fn extinct(&self) -> String {
        let definition = self.rules.definition;
        let ends = &definition.ends;
        let piece = [self.side, !self.side].into_iter().find_map(|side| {
            (0..definition.pieces.len()).find(|&piece| {
                let mask = crate::definition::PieceMask::single(piece);
                ends.extinction_pieces.contains(piece)
                    && self.pieces_of(side, mask).count() <= u32::from(ends.extinction_piece_count)
            })
        });
        match piece.map(|piece| piece_name(definition, piece)) {
            _ if ends.counts_all_pieces() && ends.extinction_piece_count == 0 => {
                "no pieces left".to_owned()
            }
            Some(name) if ends.extinction_piece_count == 0 => format!("no {name} left"),
            Some(name) => format!("too few {} left", plural(&name)),
            None => "too few pieces left".to_owned(),
        }
    }

    fn connected(&self) -> String {
        let rows = &self.rules.definition.rows;
        let pieces = self.connecting(!self.side);
        if !self.winning_row().is_empty() {
            format!("{} in a row", word(rows.connect_n))
        } else if self.has_square(pieces) {
            format!("a square of {0} by {0}", word(rows.connect_nxn))
        } else if rows.collinear_n > 0 {
            format!("{} on a line", word(rows.collinear_n))
        } else {
            "sides connected".to_owned()
        }
    }
}

fn word(n: u8) -> String {
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).into())
}
