//! Values of pieces that follow from the rules.

use super::Rules;
use crate::set::Set;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::MAX_KINDS;
use std::hash::Hash;

/// The value of a square that a piece reaches on average, in centi-units: a knight of chess reaches
/// 4.4 and is worth three pawns.
const PER_SQUARE: f64 = 68.0;
/// The share of `PER_SQUARE` that a piece gets for each square it reaches beyond its mean, in
/// percent.
const PLACE_PERCENT: f64 = 12.0;
/// The boards on which reach is measured.
const SAMPLES: usize = 6;
/// The bonus for a flag piece on its flag, in centi-units. It falls off evenly with distance.
const FLAG: i32 = 120;
/// The same where no checks are allowed, so that the game is a race.
const FLAG_OF_RACE: i32 = 1200;
/// A rook of chess in a file's units of value, which are Fairy-Stockfish's, and in centi-units.
const ROOK_IN_FILE: i32 = 1276;
const ROOK: i32 = 500;

#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// By kind, in centi-units, at the start of a game.
    pub(crate) pieces: [i32; MAX_KINDS],
    /// By kind, in centi-units, in hand.
    pub(crate) in_hand: [i32; MAX_KINDS],
    /// By kind, in centi-units: what its capture gains, with what comes into the hand.
    pub(crate) captures: [i32; MAX_KINDS],
    /// By kind: the change in value by the time that all other pieces are gone. Empty if nothing
    /// changes.
    pub(crate) later: Vec<i32>,
    /// 1, or -1 where losing all pieces wins.
    sign: i32,
    /// The number of pieces at the start, those in hand among them.
    pub(crate) at_start: i32,
    /// By kind, side and square: the piece's value with the bonus for its place.
    pub(crate) places: Vec<i32>,
    pub(crate) squares: usize,
    /// By side and square: the bonus for a flag piece there.
    pub(crate) flags: [Vec<i32>; 2],
}

impl Values {
    pub(crate) fn new<S: Set + Hash>(rules: &Rules<S>) -> Values {
        let squares = usize::from(rules.size.squares());
        let mut values = Values {
            pieces: [0; MAX_KINDS],
            captures: [0; MAX_KINDS],
            in_hand: [0; MAX_KINDS],
            sign: sign(rules),
            later: vec![0; rules.kinds.len()],
            at_start: pieces_at_start(&rules.definition.board.start_fen),
            places: vec![0; rules.kinds.len() * 2 * squares],
            squares,
            flags: Side::BOTH.map(|side| flag_steps(rules, side)),
        };
        for kind in 0..rules.kinds.len() {
            let reach = reach(rules, kind);
            let all: Vec<f64> = reach.iter().flatten().copied().filter(|&n| n > 0.0).collect();
            let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
            let by_reach = (PER_SQUARE * mean) as i32 + promise(rules, kind);
            let own = &rules.definition.pieces[rules.kinds[kind].piece].rules;
            let value = own.value_mg.map_or(by_reach, in_centi_units);
            let late = own.value_eg.map_or(value, in_centi_units);
            let in_hand = own.value_hand.map_or(value, in_centi_units);
            // Royal pieces are worth nothing, as they stay.
            let sign = if rules.is_royal(kind) { 0 } else { values.sign };
            values.pieces[kind] = sign * value;
            values.in_hand[kind] = sign * in_hand;
            values.later[kind] = sign * (late - value);
            let per_square = PER_SQUARE * PLACE_PERCENT / 100.0;
            for (square, reach) in reach.iter().flatten().enumerate() {
                let place = ((reach - mean) * per_square) as i32;
                values.places[kind * 2 * squares + square] = sign * (value + place);
            }
        }
        for kind in 0..rules.kinds.len() {
            for side in Side::BOTH {
                values.advance(rules, kind, side);
            }
        }
        if let Some(king) = rules.definition.captures.custodial_king {
            let letter = rules.definition.pieces[king].letter;
            values.balance(&rules.definition.board.start_fen, letter);
        }
        let definition = rules.definition;
        for kind in 0..rules.kinds.len() {
            values.captures[kind] = values.pieces[kind];
            if definition.drops.captures_to_hand && rules.character.has_hands {
                let in_hand = rules.in_hand(kind as u8);
                values.captures[kind] += values.in_hand[usize::from(in_hand)];
            }
        }
        if values.later.iter().all(|&more| more == 0) {
            values.later.clear();
        }
        values
    }

    pub(crate) fn is_giveaway(&self) -> bool {
        self.sign < 0
    }

    /// Makes the pieces of both sides worth the same together, where one side has more of them to
    /// hunt the other's king.
    fn balance(&mut self, fen: &str, king: char) {
        let board = fen.split(' ').next().unwrap_or_default();
        let mut counts = [0, 0];
        for c in board.chars().filter(|c| c.to_ascii_lowercase() != king) {
            if c.is_ascii_uppercase() {
                counts[0] += 1;
            } else if c.is_ascii_lowercase() {
                counts[1] += 1;
            }
        }
        let counts = counts.map(|count: i32| count.max(1));
        let fewest = counts[0].min(counts[1]);
        for (block, places) in self.places.chunks_mut(self.squares).enumerate() {
            for place in places {
                *place = *place * fewest / counts[block % 2];
            }
        }
    }

    /// Adds to a pawn's places a share of what it gains by promotion: a quarter one step before it,
    /// and half as much for each step more.
    fn advance<S: Set + Hash>(&mut self, rules: &Rules<S>, kind: usize, side: Side) {
        let into = rules.kinds[kind].pawn_promotions[side].iter();
        let best = into.map(|&into| self.pieces[usize::from(into)]).max();
        let gain = best.map_or(0, |best| best - self.pieces[kind]).max(0);
        let region = rules.promotion_region[side];
        let ahead = if side == Side::First { 1 } else { -1 };
        let first = (kind * 2 + side.index()) * self.squares;
        for square in 0..rules.size.squares() {
            let mut way = std::iter::successors(Some(square), |&at| rules.size.step(at, 0, ahead));
            if let Some(steps) = way.position(|at| region.has(at)) {
                self.places[first + usize::from(square)] += gain >> (steps + 1);
            }
        }
    }
}

fn pieces_at_start(fen: &str) -> i32 {
    let board = fen.split(' ').next().unwrap_or_default();
    board.chars().filter(|c| c.is_alphabetic()).count().max(1) as i32
}

fn sign<S>(rules: &Rules<S>) -> i32 {
    let definition = &rules.definition;
    let is_giveaway = definition.ends.extinction_value == Some(Outcome::Won)
        || definition.ends.stalemate_value == Outcome::Won && definition.turns.must_capture;
    if is_giveaway { -1 } else { 1 }
}

/// A fixed bonus for kinds that are promoted as pawns, in centi-units.
fn promise<S: Set + Hash>(rules: &Rules<S>, kind: usize) -> i32 {
    let kind = &rules.kinds[kind];
    let is_pawn = kind.pawn_promotions.iter().any(|all| !all.is_empty());
    if is_pawn { 25 } else { 0 }
}

/// A value that the file gives in its own units.
fn in_centi_units(value: i32) -> i32 {
    value * ROOK / ROOK_IN_FILE
}

/// By side and square: how many squares a kind reaches on average.
fn reach<S: Set + Hash>(rules: &Rules<S>, kind: usize) -> [Vec<f64>; 2] {
    let mut random = Random::new(7);
    let boards: Vec<S> = (0..SAMPLES)
        .map(|_| {
            S::from_squares((0..rules.size.squares()).filter(|_| random.below(3) == 0))
                | !rules.board
        })
        .collect();
    let of = &rules.kinds[kind];
    let mut means = [Vec::new(), Vec::new()];
    for side in Side::BOTH {
        for square in 0..rules.size.squares() {
            let mut targets = 0;
            for &occupied in &boards {
                let quiets = rules.tables.reach(&of.quiets[side], square, occupied) & !occupied;
                let captures = rules.tables.reach(&of.captures[side], square, occupied) & occupied;
                targets += ((quiets | captures) & rules.board).count();
            }
            means[side].push(f64::from(targets) / SAMPLES as f64);
        }
    }
    means
}

/// By square: the bonus for a flag piece of the side, which falls with its distance from the flag.
fn flag_steps<S: Set + Hash>(rules: &Rules<S>, side: Side) -> Vec<i32> {
    let region = rules.flag_region[side];
    let far = i32::from(rules.size.files.max(rules.size.ranks));
    let flag = if rules.definition.turns.allows_checks { FLAG } else { FLAG_OF_RACE };
    let mut bonuses = vec![0; usize::from(rules.size.squares())];
    for (square, bonus) in (0..).zip(&mut bonuses) {
        let (file, rank) = rules.size.place(square);
        for target in region.squares() {
            let (to_file, to_rank) = rules.size.place(target);
            let steps = i32::from(file.abs_diff(to_file).max(rank.abs_diff(to_rank)));
            *bonus = (flag * (far - steps) / far).max(*bonus);
        }
    }
    bonuses
}
