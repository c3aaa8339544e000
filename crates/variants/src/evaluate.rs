//! An evaluation that follows from the rules alone, for games that have no other.
//!
//! A piece is worth what it reaches: the mean number of moves over squares and over boards on
//! which a third of the squares are occupied. On a square it is worth more if it reaches more
//! from there. What it attacks in the position counts, too, most of all around the royal piece
//! of the other side. Goals that the rules have (a flag, a number of checks, promotion) draw
//! pieces towards them.

use crate::position::Position;
use crate::rules::{MAX_KINDS, Rules};
use crate::set::Set;
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Evaluation, Game, Outcome, Side};
use std::hash::Hash;

/// The bound of evaluations, in centi-units.
const BOUND: i32 = 20_000;
/// The value of a square that a piece reaches on average, in centi-units: a knight of chess reaches
/// 4.4 and is worth three pawns.
const PER_SQUARE: f64 = 68.0;
/// The share of `PER_SQUARE` that a piece gets for each square it reaches beyond its mean, in
/// percent.
const PLACE_PERCENT: f64 = 12.0;
/// The boards on which reach is measured.
const SAMPLES: usize = 6;
/// Bonus for each square that a piece attacks, in centi-units. In some 200 games of crazyhouse,
/// atomic, minishogi, losalamos, kingofthehill and xiangqi at 3,000 nodes a move, 8 won 113 to 92
/// against 4, and 4 won 107 to 63 against none.
const ATTACKED: u32 = 8;
/// Bonus for attacks on the royal piece and its neighbours: this percentage of their number
/// squared, in centi-units. In the same games it won 100 to 87.
const ROYAL_PERCENT: u32 = 40;
/// From this many attacks on, the bonus grows in proportion to their number.
const MOST_ATTACKS: u32 = 16;
/// A third of the bonus for a flag piece on its flag, in centi-units. It falls off evenly with
/// distance.
const FLAG_STEP: i32 = 40;
/// Bonus for checks given, in centi-units, by how many are still missing (the last is for 3 or
/// more).
const CHECKS: [i32; 4] = [0, 350, 150, 50];
/// A rook of chess in a file's units of value, which are Fairy-Stockfish's, and in centi-units.
const ROOK_IN_FILE: i32 = 1276;
const ROOK: i32 = 500;

/// Values of pieces, derived from the rules of a game.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// By kind, in centi-units, at the start of a game.
    pub(crate) pieces: [i32; MAX_KINDS],
    /// By kind: the change in value by the time that all other pieces are gone. Empty if nothing
    /// changes.
    later: Vec<i32>,
    /// The number of pieces at the start, those in hand among them.
    at_start: i32,
    /// By kind, side and square: the piece's value with the bonus for its place.
    places: Vec<i32>,
    squares: usize,
    /// By side and square: the bonus for a flag piece there.
    flags: [Vec<i32>; 2],
}

impl Values {
    pub(crate) fn new<S: Set + Hash>(rules: &Rules<S>) -> Values {
        let squares = usize::from(rules.size.squares());
        let mut values = Values {
            pieces: [0; MAX_KINDS],
            later: vec![0; rules.kinds.len()],
            at_start: pieces_at_start(&rules.says.start_fen),
            places: vec![0; rules.kinds.len() * 2 * squares],
            squares,
            flags: [Side::First, Side::Second].map(|side| flag_steps(rules, side)),
        };
        let sign = sign(rules);
        for kind in 0..rules.kinds.len() {
            let reach = reach(rules, kind);
            let all: Vec<f64> = reach.iter().flatten().copied().filter(|&n| n > 0.0).collect();
            let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
            let royal = rules.king == Some(kind as u8);
            let by_reach = (PER_SQUARE * mean) as i32 + promise(rules, kind);
            let [value, late] = rules.says.pieces[rules.kinds[kind].piece].values.map(|own| {
                let own = own.map_or(by_reach, |own| own * ROOK / ROOK_IN_FILE);
                if royal { 0 } else { own }
            });
            values.pieces[kind] = sign * value;
            values.later[kind] = sign * (late - value);
            let percent = if royal { 0.0 } else { PER_SQUARE * PLACE_PERCENT / 100.0 };
            for (square, more) in reach.iter().flatten().map(|reach| reach - mean).enumerate() {
                let place = (more * percent) as i32;
                values.places[kind * 2 * squares + square] = sign * (value + place);
            }
        }
        for kind in 0..rules.kinds.len() {
            for side in [Side::First, Side::Second] {
                values.advance(rules, kind, side);
            }
        }
        if values.later.iter().all(|&more| more == 0) {
            values.later.clear();
        }
        values
    }

    /// Adds to a pawn's places a share of what it gains by promotion: a quarter one step before it,
    /// and half as much for each step more.
    fn advance<S: Set + Hash>(&mut self, rules: &Rules<S>, kind: usize, side: Side) {
        let into = rules.kinds[kind].pawn_promotions[side.index()].iter();
        let best = into.map(|&into| self.pieces[usize::from(into)]).max();
        let gain = best.map_or(0, |best| best - self.pieces[kind]).max(0);
        let region = rules.promotion_region[side.index()];
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

/// The number of pieces in the first field of a FEN.
fn pieces_at_start(fen: &str) -> i32 {
    let board = fen.split(' ').next().unwrap_or_default();
    board.chars().filter(|c| c.is_alphabetic()).count().max(1) as i32
}

/// The sign of values: 1, or -1 where losing all pieces wins.
fn sign<S>(rules: &Rules<S>) -> i32 {
    let says = &rules.says;
    let is_giveaway = says.extinction_value == Some(Outcome::Won)
        || says.stalemate_value == Outcome::Won && says.must_capture;
    if is_giveaway { -1 } else { 1 }
}

/// A fixed bonus for kinds that are promoted as pawns, in centi-units.
fn promise<S: Set + Hash>(rules: &Rules<S>, kind: usize) -> i32 {
    let kind = &rules.kinds[kind];
    let is_pawn = kind.pawn_promotions.iter().any(|all| !all.is_empty());
    if is_pawn { 25 } else { 0 }
}

/// By side and square: how many squares a kind reaches on average.
fn reach<S: Set + Hash>(rules: &Rules<S>, kind: usize) -> [Vec<f64>; 2] {
    let mut random = Random::new(7);
    let boards: Vec<S> = (0..SAMPLES)
        .map(|_| S::of((0..rules.size.squares()).filter(|_| random.below(3) == 0)))
        .collect();
    [0, 1].map(|side| {
        let of = &rules.kinds[kind];
        let from = |square: u8| {
            let count = |&occupied: &S| {
                let reach = |mover| rules.tables.reach(mover, square, occupied);
                let quiets = reach(&of.quiets[side]) & !occupied;
                let captures = reach(&of.captures[side]) & occupied;
                f64::from(((quiets | captures) & rules.board).count())
            };
            boards.iter().map(count).sum::<f64>() / SAMPLES as f64
        };
        (0..rules.size.squares()).map(from).collect()
    })
}

/// By square: the bonus for a flag piece of the side, which falls with its distance from the flag.
fn flag_steps<S: Set + Hash>(rules: &Rules<S>, side: Side) -> Vec<i32> {
    let region = rules.flag_region[side.index()];
    let far = i32::from(rules.size.files.max(rules.size.ranks));
    let distance = |square: u8| {
        let (file, rank) = rules.size.place(square);
        let to = |target: u8| {
            let (to_file, to_rank) = rules.size.place(target);
            i32::from(file.abs_diff(to_file).max(rank.abs_diff(to_rank)))
        };
        region.squares().map(to).min()
    };
    (0..rules.size.squares())
        .map(|square| distance(square).map_or(0, |steps| FLAG_STEP * (far - steps) / far * 3))
        .collect()
}

impl<S: Set + Hash> Evaluation for Position<S> {
    type State = NetworkState<Position<S>>;

    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Position<S>>) -> i32 {
        accumulators.evaluate(self, || self.by_rules()).clamp(-BOUND, BOUND)
    }
}

impl<S: Set + Hash> Position<S> {
    /// The evaluation from the rules, for the side to move.
    pub(crate) fn by_rules(&self) -> i32 {
        let own = self.worth(self.side());
        let other = self.worth(!self.side());
        (own - other).clamp(-BOUND, BOUND)
    }

    /// One side's part of the evaluation, in centi-units.
    fn worth(&self, side: Side) -> i32 {
        let rules = self.rules();
        let values = rules.values();
        let mut worth = self.worth_on_board(side, values);
        if rules.has_hands {
            for (kind, &count) in self.hand(side).iter().take(rules.kinds.len()).enumerate() {
                worth += i32::from(count) * values.pieces[kind];
            }
        }
        if !values.later.is_empty() {
            worth += self.worth_later(side, values);
        }
        if !rules.flag_region[side.index()].is_empty() {
            let best = self.flag_pieces(side).squares();
            worth += best.map(|s| values.flags[side.index()][usize::from(s)]).max().unwrap_or(0);
        }
        if rules.says.check_counting {
            worth += CHECKS[usize::from(self.checks_left(side)).min(3)];
        }
        worth
    }
    /// The pieces on the board with their places and attacks, in centi-units.
    fn worth_on_board(&self, side: Side, values: &Values) -> i32 {
        let rules = self.rules();
        let occupied = self.occupied();
        let royals = self.kings(!side) | self.pseudo_royals(!side);
        let around = match royals.is_empty() {
            true => S::EMPTY,
            false => rules.neighbours[usize::from(royals.first())] | S::bit(royals.first()),
        };
        let (mut worth, mut attacked, mut attacks) = (0, 0, 0);
        for (kind, of) in rules.kinds.iter().enumerate() {
            let pieces = self.pieces(side, kind as u8);
            if pieces.is_empty() {
                continue;
            }
            let captures = rules.tables.of(&of.captures[side.index()]);
            let first = (kind * 2 + side.index()) * values.squares;
            // A king should not go out and attack; and where checks are forbidden, the game is a
            // race: racingkings with attacks lost 26 of 30 games.
            let attacks_count = rules.says.checking && rules.king != Some(kind as u8);
            for square in pieces.squares() {
                worth += values.places[first + usize::from(square)];
                if attacks_count {
                    let reached = captures.at(square, occupied);
                    attacked += (reached & !self.own(side)).count();
                    attacks += (reached & around).count();
                }
            }
        }
        let attacks = attacks * attacks.min(MOST_ATTACKS) * ROYAL_PERCENT / 100;
        worth + (attacked * ATTACKED + attacks) as i32
    }

    /// The change in value of a side's pieces since the start, in centi-units, as pieces have gone.
    fn worth_later(&self, side: Side, values: &Values) -> i32 {
        let in_hand = |side| self.hand(side).iter().map(|&n| i32::from(n)).sum::<i32>();
        let on_board = (self.own(side) | self.own(!side)).count() as i32;
        let left = on_board + in_hand(side) + in_hand(!side);
        let count = |kind: usize| {
            let on_board = self.pieces(side, kind as u8).count() as i32;
            on_board + i32::from(self.hand(side)[kind])
        };
        let more = values.later.iter().enumerate().map(|(kind, more)| more * count(kind));
        let gone = (values.at_start - left).max(0);
        more.sum::<i32>() * gone / values.at_start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SizedVariant;
    use crate::file::read;
    use plyglot_core::game::{Notation, evaluate};

    /// The evaluation of a position of chess, or of its child with these rules.
    fn evaluation(rules: &str, fen: &str) -> i32 {
        const CHESS: &str = include_str!("../library/chess.ini");
        let known = read(CHESS, &[]).expect("the library is right");
        let games = read(&format!("[child:chess]\n{rules}\n"), &known).expect("it is right");
        let SizedVariant::Small(variant) = SizedVariant::new(games[0].clone()) else {
            panic!("it has 64 squares")
        };
        let position = Position::parse_with(variant, fen).expect("a position");
        evaluate(&position)
    }

    #[test]
    fn a_pawn_is_worth_more_near_its_promotion() {
        let at = |rules: &str, rank: usize| {
            let rows: Vec<&str> =
                (1..8).rev().map(|r| if r == rank { "P7" } else { "8" }).collect();
            evaluation(rules, &format!("{}/K6k w - - 0 1", rows.join("/")))
        };
        let values: Vec<i32> = (2..8).map(|rank| at("", rank - 1)).collect();
        assert!(values[5] > values[4] + 30 && values[4] > values[2] + 20, "{values:?}");
        // A pawn that becomes nothing better gains nothing by advancing.
        let rules = "promotionPieceTypes = -\nmandatoryPawnPromotion = false";
        assert!((at(rules, 6) - at(rules, 2)).abs() < 20, "{}", at(rules, 6) - at(rules, 2));
    }
}
