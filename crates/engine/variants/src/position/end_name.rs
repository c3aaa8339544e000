//! Names for the ends of games.

use super::Position;
use crate::piece_set::piece_name;
use crate::set::Set;
use plyglot_core::game::{Counted, CountedThings, EndName, EndWay, Notation, Side};
use plyglot_definition::{Enclosing, End, MaterialCounting};
use std::hash::Hash;

const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];

impl<S: Set + Hash> Position<S> {
    pub(super) fn name_of_end(&self) -> EndName {
        let without_moves = if self.is_check() { End::Checkmate } else { End::NoMoves };
        let end = self.end().map_or(without_moves, |(end, _)| end);
        let definition = &self.rules.definition;
        let way = match end {
            End::Extinction => return self.extinct(),
            End::Flag => {
                let region = self.rules.flag_region[0];
                let last_rank = self.rules.geometry.rank_sets.last();
                if last_rank == Some(&region) { EndWay::LastRank } else { EndWay::Goal }
            }
            End::Checks => EndWay::ChecksGiven,
            End::Connection => return self.connected(),
            End::FullBoard => return self.with_counts(EndWay::BoardFull, true),
            End::Passes => {
                let is_bikjang = definition.turns.bikjang_rule && self.is_bikjang();
                let way = if is_bikjang { EndWay::Bikjang } else { EndWay::BothPassed };
                return self.with_counts(way, false);
            }
            End::Castling => EndWay::Castling,
            End::KingCaptured => EndWay::KingCaptured,
            End::Counting => EndWay::CountingRule,
            End::DeadPosition => EndWay::DeadPosition,
            End::NoProgress => match definition.repetition.n_move_rule {
                1 => EndWay::NoProgressOnce,
                50 => EndWay::FiftyMoves,
                moves => return EndName::detailed(EndWay::NoProgress, moves.to_string()),
            },
            End::Checkmate => EndWay::Checkmate,
            End::NoMoves => return self.stuck(),
        };
        way.into()
    }

    /// The end of a side that is not in check and has no legal move.
    fn stuck(&self) -> EndName {
        let definition = &self.rules.definition;
        let way = if definition.has_royal() {
            EndWay::Stalemate
        } else if self.own(self.side).is_empty() {
            EndWay::NoPieces
        } else {
            EndWay::NoMoves
        };
        self.with_counts(way, definition.ends.stalemate_counts_pieces)
    }

    /// A way, and what was counted if something decides by it.
    fn with_counts(&self, way: EndWay, is_counted: bool) -> EndName {
        let definition = &self.rules.definition;
        let counting = definition.ends.material_counting;
        let name = EndName::from(way);
        if !is_counted && counting == MaterialCounting::None {
            return name;
        }
        let things = match counting {
            MaterialCounting::Territory => CountedThings::Territory,
            MaterialCounting::LargestGroup => CountedThings::Groups,
            _ if definition.has_points() => CountedThings::Points,
            _ => {
                let is_turned = definition.effects.flip_enclosed_pieces == Enclosing::Reversi;
                let things = if is_turned { CountedThings::Discs } else { CountedThings::Pieces };
                return name.with_counts(things, Side::BOTH.map(|side| self.own(side).count()));
            }
        };
        name.with_counts(things, self.scores().map(i32::unsigned_abs))
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

    fn extinct(&self) -> EndName {
        let definition = self.rules.definition;
        let ends = &definition.ends;
        let piece = [self.side, !self.side].into_iter().find_map(|side| {
            (0..definition.pieces.len()).find(|&piece| {
                let mask = plyglot_definition::PieceMask::single(piece);
                ends.extinction_pieces.contains(piece)
                    && self.pieces_of(side, mask).count() <= u32::from(ends.extinction_piece_count)
            })
        });
        match piece.map(|piece| piece_name(definition, piece)) {
            _ if ends.counts_all_pieces() && ends.extinction_piece_count == 0 => {
                EndWay::NoPieces.into()
            }
            Some(name) if ends.extinction_piece_count == 0 => {
                EndName::detailed(EndWay::NoneOfKind, name)
            }
            Some(name) => EndName::detailed(EndWay::FewOfKind, name),
            None => EndWay::FewPieces.into(),
        }
    }

    fn connected(&self) -> EndName {
        let rows = &self.rules.definition.rows;
        let pieces = self.connecting(!self.side);
        if !self.winning_row().is_empty() {
            EndName::detailed(EndWay::Row, word(rows.connect_n))
        } else if self.has_square(pieces) {
            EndName::detailed(EndWay::SquareOfPieces, word(rows.connect_nxn))
        } else if rows.collinear_n > 0 {
            EndName::detailed(EndWay::Line, word(rows.collinear_n))
        } else {
            EndWay::EdgesConnected.into()
        }
    }
}

fn word(n: u8) -> String {
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).into())
}
