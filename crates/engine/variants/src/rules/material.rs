//! With which pieces a side can win, where games are won by mate alone.
//!
//! The game is drawn when neither side has the pieces to win, however both play. What a piece may
//! become counts. What is too little depends on what wins:
//!
//! - **Only mates**: bare kings, one more piece that cannot mate a bare king, or pieces that all
//!   stay on one colour.
//! - **Also stalemate, counted checks, walls, stones, `flyingGeneral`, `mutuallyImmuneTypes` or
//!   `makpongRule`**: no piece that can attack the king.
//! - **Also rows, or pieces that `janggi` or `unweighted` counts**: no piece but the kings.
//! - **A flag within reach, `castlingWins`, captures to the hand, pieces in it, `nFoldValue`, or
//!   `extinctionValue` without `extinctionPseudoRoyal`**: both sides always have a chance.

use super::Rules;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::hexagons::lengths;
use plyglot_definition::{Definition, Enclosing, End, PieceMask, Walling};
use std::hash::Hash;

/// What single pieces can do towards a mate. Sets of kinds are bits.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    /// By side: the kinds of which one is enough, beside the royal piece, to win.
    pub(crate) enough: [u64; 2],
    /// By side: the kinds that never attack a square of the other royal piece.
    pub(crate) idle: [u64; 2],
    /// The kinds that stay on the colour of their squares, where that limits them.
    pub(crate) bound: u64,
    /// Whether one piece that is not idle can win, as not only mates do.
    pub(crate) one_wins: bool,
}

struct Finder<'a, S: 'static> {
    rules: &'a Rules<S>,
    royal: u8,
}

impl Material {
    /// `None` if a side without the pieces for a mate may also win.
    pub(super) fn new<S: Set + Hash>(rules: &Rules<S>) -> Option<Material> {
        let definition = rules.definition;
        let royal = only_royal(rules)?;
        if wins_otherwise(rules, royal) {
            return None;
        }
        let finder = Finder { rules, royal };
        // While pieces count, their captures do; and each makes rows.
        let counts_pieces = definition.ends.material_counting.counts();
        let any_counts = counts_pieces || definition.rows.has_any();
        let one_wins = any_counts || one_wins(definition);
        let decides_stalemate = definition.ends.stalemate_value != Outcome::Drawn;
        if Side::BOTH.into_iter().any(|side| finder.mates(side, None, decides_stalemate)) {
            return None;
        }
        let count = rules.kinds.len() as u8;
        let mates = Side::BOTH.map(|side| {
            set_of(count, |kind| {
                finder.is_goal(side, kind) || finder.mates(side, Some(kind), false)
            })
        });
        let idle =
            Side::BOTH.map(|side| set_of(count, |kind| !any_counts && !finder.attacks(side, kind)));
        let is_limited = finder.is_plain_king() && !definition.effects.blast_on_capture;
        // Hexagons have three colours, and bishops on two of them may mate.
        let is_limited = is_limited && !definition.board.is_hexagonal;
        let bound = set_of(count, |kind| is_limited && finder.is_bound(kind));
        let futures =
            Side::BOTH.map(|side| (0..count).map(|kind| finder.future(side, kind)).collect());
        // What a piece may become also counts.
        let enough = Side::BOTH
            .map(|side| set_of(count, |kind| of_future(&futures, side, kind) & mates[side] != 0));
        let all =
            |of: u64, side: Side| set_of(count, |kind| of_future(&futures, side, kind) & !of == 0);
        Some(Material {
            // A side's own royal piece is not one more.
            enough: enough.map(|kinds| kinds & !(1 << royal)),
            idle: Side::BOTH.map(|side| all(idle[side], side)),
            bound: all(bound, Side::First) & all(bound, Side::Second),
            one_wins,
        })
    }
}

/// Those of so many kinds that are wanted, as bits.
fn set_of(count: u8, wanted: impl Fn(u8) -> bool) -> u64 {
    (0..count).filter(|&kind| wanted(kind)).fold(0, |set, kind| set | 1 << kind)
}

/// The kinds that a kind may become, as bits, itself among them.
fn of_future(futures: &[Vec<u64>; 2], side: Side, kind: u8) -> u64 {
    futures[side][usize::from(kind)]
}

/// The kind of the pieces that must not be mated, if a side has one such piece and no more.
fn only_royal<S: Set + Hash>(rules: &Rules<S>) -> Option<u8> {
    let ends = &rules.definition.ends;
    if rules.king.is_some() {
        return rules.king;
    }
    let is_last = !ends.duple_check
        && ends.extinction_pseudo_royal
        && ends.extinction_piece_count == 0
        && !ends.counts_all_pieces();
    let pieces: Vec<usize> = rules.pieces_in(ends.extinction_pieces).collect();
    match pieces[..] {
        [piece] if is_last => Some(piece as u8),
        _ => None,
    }
}

/// Whether a side may win without mating, with whatever pieces it has.
fn wins_otherwise<S: Set + Hash>(rules: &Rules<S>, royal: u8) -> bool {
    let Definition { drops, effects, repetition, .. } = rules.definition;
    let grows = drops.captures_to_hand || drops.has_two_boards || drops.allowed && drops.free_drops;
    grows
        || rules.possible_ends.iter().any(|&end| wins_with_any(rules, royal, end))
        || repetition.n_fold_rule > 1 && repetition.n_fold_value != Outcome::Drawn
        || effects.flip_enclosed_pieces != Enclosing::None
        || rules.jumps.is_some()
        || rules.definition.hops()
        || rules.custodial.is_some()
}

/// Whether a side may win in a way that the game has, with whatever pieces it has.
fn wins_with_any<S: Set + Hash>(rules: &Rules<S>, royal: u8, end: End) -> bool {
    let Definition { ends, rows, .. } = rules.definition;
    match end {
        End::Extinction => !ends.extinction_pseudo_royal,
        End::Flag => Side::BOTH.into_iter().any(|side| {
            let has_it = ends.flag_piece[side].is_none_or(|piece| piece == usize::from(royal));
            !rules.flag_region[side].is_empty() && has_it
        }),
        // One piece is enough for such a row.
        End::Connection => {
            [rows.connect_n, rows.collinear_n, rows.connect_nxn].contains(&1)
                || rules.connect_region.iter().any(|[start, end]| start.meets(*end))
        }
        End::Castling | End::KingCaptured => true,
        // A piece has to be there that counts or gives check.
        End::FullBoard | End::Passes | End::Checks => false,
        End::Counting | End::DeadPosition | End::NoProgress => false,
        End::Checkmate | End::NoMoves => false,
    }
}

/// Whether more than mates by a king and a piece can win.
fn one_wins(definition: &Definition) -> bool {
    let Definition { turns, ends, walls, effects, .. } = definition;
    ends.stalemate_value != Outcome::Drawn
        || ends.check_counting
        || turns.makpong_rule
        || turns.flying_general
        || walls.rule != Walling::None
        || effects.petrified_pieces != PieceMask::NONE
        || effects.mutually_immune_pieces != PieceMask::NONE
}

impl<S: Set + Hash> Finder<'_, S> {
    fn royal_squares(&self, side: Side) -> S {
        self.rules.kind(self.royal).region[side]
    }

    /// Whether a kind wins when it reaches a flag, or must not be lost.
    fn is_goal(&self, side: Side, kind: u8) -> bool {
        let Definition { ends, .. } = self.rules.definition;
        let piece = self.rules.kind(kind).piece;
        let is_flag =
            !self.rules.flag_region[side].is_empty() && ends.flag_piece[side] == Some(piece);
        let is_royal = ends.extinction_pseudo_royal && ends.extinction_pieces.contains(piece);
        is_flag || is_royal && kind != self.royal
    }

    /// The squares from which a kind may capture on a square, whatever stands around.
    fn sources(&self, side: Side, kind: u8, square: u8) -> S {
        let mut sources = S::EMPTY;
        for threat in &self.rules.threats[side] {
            if threat.kinds.contains(&kind) {
                sources |= threat.all_sources[usize::from(square)];
            }
        }
        sources
    }

    /// Whether a kind ever attacks a square of the other side's royal piece.
    fn attacks(&self, side: Side, kind: u8) -> bool {
        let region = self.rules.kind(kind).region[side];
        let mut squares = self.royal_squares(!side).squares();
        squares.any(|square| self.sources(side, kind, square).meets(region))
    }

    /// Whether the royal piece moves as a king of chess on the whole board.
    fn is_plain_king(&self) -> bool {
        let piece = self.rules.kind(self.royal).piece;
        let walks = &self.rules.definition.pieces[piece].walks;
        let is_hexagonal = self.rules.size.is_hexagonal;
        let are_steps =
            walks.iter().all(|walk| lengths((walk.files, walk.ranks), is_hexagonal)[0] == 1);
        let steps = if is_hexagonal { 12 } else { 8 };
        walks.len() == steps
            && are_steps
            && Side::BOTH.into_iter().all(|side| self.royal_squares(side) == self.rules.board)
    }

    fn is_bound(&self, kind: u8) -> bool {
        let piece = self.rules.kind(kind).piece;
        let walks = &self.rules.definition.pieces[piece].walks;
        walks.iter().all(|walk| (walk.files + walk.ranks) % 2 == 0)
    }

    fn future(&self, side: Side, kind: u8) -> u64 {
        let mut all = 0;
        let mut new = 1_u64 << kind;
        while new & !all != 0 {
            all |= new;
            for kind in all.squares() {
                let of = self.rules.kind(kind);
                new |= 1_u64 << of.base | of.promoted.map_or(0, |kind| 1_u64 << kind);
                for &kind in &of.pawn_promotions[side] {
                    new |= 1_u64 << kind;
                }
            }
        }
        all
    }

    /// Whether a side's royal piece, with a piece of this kind or alone, mates the other one
    /// somewhere, or leaves it without a move if `by_stalemate`.
    fn mates(&self, side: Side, kind: Option<u8>, by_stalemate: bool) -> bool {
        let own = self.royal_squares(side);
        let other = self.royal_squares(!side);
        other.squares().any(|prey| {
            let mates_with = |piece: Option<(u8, u8)>| {
                let taken = piece.map_or(S::EMPTY, |(_, at)| S::bit(at)) | S::bit(prey);
                let mut royals = (self.helpers(side, prey, piece) & own & !taken).squares();
                royals.any(|royal| self.is_mate(side, prey, royal, piece, by_stalemate))
            };
            let Some(kind) = kind else { return mates_with(None) };
            let region = self.rules.kind(kind).region[side];
            let places = self.sources(side, kind, prey) & region & !S::bit(prey);
            places.squares().any(|at| mates_with(Some((kind, at))))
        })
    }

    /// A superset of the squares from which the royal piece helps a piece to mate the one on
    /// `prey`: a king must attack each square beside it that the piece never attacks.
    fn helpers(&self, side: Side, prey: u8, piece: Option<(u8, u8)>) -> S {
        if !self.is_plain_king() {
            return self.rules.board;
        }
        let steps = &self.rules.kind(self.royal).quiets[!side];
        let steps = self.rules.tables.reach(steps, prey, S::bit(prey)).squares();
        let mut helpers = self.rules.board;
        for to in steps {
            let is_covered =
                piece.is_some_and(|(kind, at)| at == to || self.sources(side, kind, to).has(at));
            if !is_covered {
                helpers &= self.sources(side, self.royal, to) | S::bit(to);
            }
        }
        helpers
    }

    fn is_mate(
        &self,
        side: Side,
        prey: u8,
        royal: u8,
        piece: Option<(u8, u8)>,
        by_stalemate: bool,
    ) -> bool {
        let rules = self.rules;
        let of_royal = rules.kind(self.royal);
        let at = piece.map_or(S::EMPTY, |(_, at)| S::bit(at));
        let friends = S::bit(royal) | at | !rules.board;
        let quiets = &of_royal.quiets[!side];
        let captures = &of_royal.captures[!side];
        let now = friends | S::bit(prey);
        let captured = rules.tables.reach(captures, prey, now);
        // The squares attacked when the prey has gone to a square, and perhaps captured there.
        let is_attacked = |to: u8| {
            let occupied = friends | S::bit(to);
            rules.tables.reach(&of_royal.captures[side], royal, occupied).has(to)
                || piece.is_some_and(|(kind, at)| {
                    let captures = &rules.kind(kind).captures[side];
                    at != to && rules.tables.reach(captures, at, occupied).has(to)
                })
        };
        if captured.has(royal) || !by_stalemate && !is_attacked(prey) {
            return false;
        }
        let targets = rules.tables.reach(quiets, prey, now) & !now | captured & at;
        targets.squares().all(is_attacked)
    }
}
