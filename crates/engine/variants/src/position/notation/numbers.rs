//! Jumps as text, and squares by their numbers, as records of draughts have them: `11-15`,
//! `11x18`, and `32x23x14` where the origin and the target mean several captures.

use super::super::mv::Type;
use super::super::{Move, Position};
use crate::set::Set;
use plyglot_core::game::{Game, MoveNotation, squares};
use std::hash::Hash;

impl<S: Set + Hash> Position<S> {
    /// Whether moves do not say what a pawn becomes.
    pub(in crate::position) fn promotes_silently(&self) -> bool {
        self.rules.jumps.as_ref().is_some_and(|jumps| jumps.promotes_silently)
    }

    /// Whether a move is written by its squares and nothing more.
    pub(super) fn has_squares_alone(&self, m: Move) -> bool {
        match m.move_type() {
            _ if m.extra().is_some() => false,
            Type::Promotion => self.promotes_silently(),
            kind => matches!(kind, Type::Normal | Type::EnPassant | Type::Jump),
        }
    }

    /// Whether other moves have the same origin and target.
    fn is_ambiguous(&self, m: Move) -> bool {
        let mut count = 0;
        self.visit_between(m.from(), m.to(), |_| count += 1);
        count > 1
    }

    /// The squares of a move by which it is written: its ends, or more of them for a jump that
    /// would be mistaken for another one.
    fn written_squares(&self, m: Move) -> Vec<u8> {
        if m.move_type() == Type::Jump && self.is_ambiguous(m) {
            return self.trail_of(m);
        }
        vec![m.from(), m.to()]
    }

    pub(super) fn written_jump(&self, m: Move) -> String {
        self.written_squares(m).into_iter().map(|square| self.square_name(square)).collect()
    }

    /// A move by its squares: by their numbers in that notation, where squares have some.
    pub(super) fn by_numbers(&self, m: Move, notation: MoveNotation) -> String {
        let texts: Vec<String> = self
            .written_squares(m)
            .into_iter()
            .map(|square: u8| match self.rules.square_numbers.get(usize::from(square)) {
                Some(&number) if number > 0 && notation == MoveNotation::Numbers => {
                    number.to_string()
                }
                _ => self.square_name(square),
            })
            .collect();
        squares::join_squares(&texts, self.is_capture(m))
    }

    /// The only legal move that goes over these squares, written by numbers or by names, with
    /// `-`, `x` or `:` between them.
    pub(super) fn read_way(&self, text: &str) -> Option<Move> {
        if self.rules.jumps.is_none() && !self.rules.definition.hops() {
            return None;
        }
        let squares = self.read_squares(text)?;
        let &from = squares.first()?;
        let &to = squares.last()?;
        let mut moves = self.legal_moves();
        moves.retain(|&m| {
            (m.from(), m.to()) == (from, to)
                && self.has_squares_alone(m)
                && self.goes_over(m, &squares)
        });
        // A whole way is also a part of longer ones, and means the move whose way it is.
        let is_whole = |m: &Move| match m.move_type() {
            Type::Jump => self.trails_of(*m).contains(&squares),
            _ => self.goes_over(*m, &squares),
        };
        if let Some(&whole) = moves.iter().find(|m| is_whole(m)) {
            return Some(whole);
        }
        if let [only] = moves[..] { Some(only) } else { None }
    }

    /// Whether a way of a move has these squares in this order.
    fn goes_over(&self, m: Move, squares: &[u8]) -> bool {
        if m.move_type() != Type::Jump {
            return squares.len() == 2 || self.hops_along(squares);
        }
        squares.len() == 2
            || self.trails_of(m).iter().any(|trail| {
                let mut rest = trail.iter();
                squares.iter().all(|square| rest.any(|other| other == square))
            })
    }

    fn read_squares(&self, text: &str) -> Option<Vec<u8>> {
        let mut squares = Vec::new();
        for part in text.split(['-', 'x', ':']) {
            if part.bytes().all(|c| c.is_ascii_digit()) {
                let number: u8 = part.parse().ok().filter(|&number| number > 0)?;
                let at = self.rules.square_numbers.iter().position(|&other| other == number)?;
                squares.push(at as u8);
                continue;
            }
            let mut rest = part;
            while let Some(letter) = rest.chars().next() {
                let digits = &rest[letter.len_utf8()..];
                let digits = digits.bytes().take_while(u8::is_ascii_digit).count();
                let (name, more) = rest.split_at(letter.len_utf8() + digits);
                squares.push(self.square_named(name)?);
                rest = more;
            }
        }
        if squares.len() >= 2 { Some(squares) } else { None }
    }
}
