//! Queries of the evaluation and the search.

use super::mv::Type;
use super::{Chase, Last, Move, NONE, Position, Shuttle};
use crate::counters::Counters;
use crate::rules::Rules;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::{Enclosing, MAX_KINDS, Walling};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    pub(crate) fn rules(&self) -> &'static Rules<S> {
        self.rules
    }

    /// The contents of each square: 0, or a kind plus 1.
    #[inline(always)]
    pub(crate) fn board(&self) -> S::Board {
        self.board
    }

    #[inline(always)]
    pub(crate) fn walls(&self) -> S {
        self.walls
    }

    pub(crate) fn hand(&self, side: Side) -> &[u8; MAX_KINDS] {
        &self.hands[side]
    }

    #[inline(always)]
    pub(crate) fn counters(&self) -> Counters {
        self.counters
    }

    #[inline(always)]
    pub(crate) fn checks_left(&self, side: Side) -> u8 {
        self.counters.checks_left[side]
    }

    /// The squares of king and rook before and after each way to castle that a side has a right to.
    pub(crate) fn castling_moves(&self, side: Side) -> Vec<[u8; 4]> {
        let king = self.castling_from[side];
        let rooks = self.castling[side].into_iter().filter(|&rook| rook != NONE);
        rooks
            .map(|rook| {
                let (king_to, rook_to) = self.castling_targets(king, rook);
                [king, rook, king_to, rook_to]
            })
            .collect()
    }

    pub(crate) fn gates(&self) -> S {
        self.gates
    }

    pub(crate) fn flag_pieces(&self, side: Side) -> S {
        match self.rules.definition.ends.flag_piece[side] {
            Some(piece) => self.pieces_of_one(side, piece),
            None => self.own(side),
        }
    }

    pub(crate) fn moving_kind(&self, m: Move) -> u8 {
        match m.move_type() {
            Type::Drop => m.kind(),
            _ => self.kind_at(m.from()),
        }
    }

    pub(crate) fn captured(&self, m: Move) -> Option<u8> {
        match m.move_type() {
            Type::EnPassant => Some(self.kind_at(self.en_passant_pawn)),
            Type::Castling | Type::Drop | Type::Pass | Type::Jump => None,
            _ if self.own(!self.side).has(m.to()) => Some(self.kind_at(m.to())),
            _ => None,
        }
    }

    /// The pieces that a move captures, but for the one on its target.
    pub(crate) fn captured_around(&self, m: Move) -> S {
        match m.move_type() {
            Type::Jump => self.jumped_over(m) | self.flanked_by(m),
            _ => self.flanked_by(m),
        }
    }

    pub(crate) fn must_jump(&self) -> bool {
        self.rules.definition.turns.must_capture && !self.jumpers().is_empty()
    }

    pub(crate) fn must_capture(&self) -> bool {
        self.rules.definition.turns.must_capture && self.can_capture()
    }

    /// The position after a null move; `None` in check, before a swap, and in games where having to
    /// move may be a disadvantage by the rules or passing is a move.
    pub(crate) fn after_pass(&self) -> Option<Position<S>> {
        let definition = &self.rules.definition;
        let is_tempo_game = !definition.turns.must_capture
            && !definition.drops.must_drop
            && definition.ends.stalemate_value != Outcome::Won
            && definition.walls.rule == Walling::None
            && definition.drops.enclosing == Enclosing::None
            && !definition.ends.flag_may_be_answered;
        let us = self.side;
        if !is_tempo_game
            || definition.turns.may_pass[us]
            || self.is_before_swap()
            || !self.checkers.is_empty()
        {
            return None;
        }
        let mut after = *self;
        after.side = !self.side;
        after.en_passant = S::EMPTY;
        after.en_passant_pawn = NONE;
        after.checkers = after.checkers_of(after.side);
        Some(after)
    }

    /// As [`Position::after_pass`], with the counters of a move and without a past, as in records.
    pub(super) fn after_pass_in_record(&self) -> Option<Position<S>> {
        Some(Position {
            quiet_plies: self.quiet_plies.saturating_add(1),
            number: self.number.saturating_add(u16::from(self.side == Side::Second)),
            last: Last::default(),
            shuttles: [Shuttle::default(); 2],
            shak: [false; 2],
            chase: Chase::default(),
            ..self.after_pass()?
        })
    }
}
