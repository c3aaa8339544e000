//! An evaluation that follows from the rules alone, for games that have no other.
//!
//! A piece is worth what it reaches: the mean number of moves over squares and over boards on
//! which a third of the squares are occupied. On a square it is worth more if it reaches more
//! from there. What it attacks in the position also counts, most of all around the royal piece
//! of the other side. Goals that the rules have (a flag, a number of checks, promotion) draw
//! pieces towards them. Where squares are fought for, or stones turned over, that counts instead.

use crate::position::Position;
use crate::rules::Values;
use crate::set::Set;
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::{Evaluation, Game, Side, Strength};
use plyglot_definition::MAX_KINDS;
use std::hash::Hash;

/// Evaluations are clamped to this, in centi-units.
const BOUND: i32 = 20_000;

// The next five are from 146 steps of SPSA, each a pair of games at 3,000 nodes a move of xiangqi,
// minishogi, losalamos, crazyhouse, makruk, atomic, shatranj, kingofthehill, capablanca and
// minixiangqi.

/// Bonus for each square without an own piece that a piece attacks, in centi-units.
const ATTACKED: u32 = 7;
/// Bonus for each piece of the other side that is attacked and not defended, in centi-units.
const HANGING: u32 = 18;
/// Danger for each square around the royal piece that is safely attacked, in units of its own.
const AROUND_ROYAL: u32 = 13;
/// Danger for each safe square from which a kind of piece can give check next.
const CHECK: u32 = 23;
/// Danger for each safe square from which a kind in hand can give check.
const DROPPED_CHECK: u32 = 20;
/// The most such squares that count, for a kind.
const MAX_CHECKS: u32 = 2;
/// The bonus for danger, in centi-units, is its square divided by this.
const DANGER_DIVISOR: u32 = 64;
/// The largest bonus for danger, in centi-units.
const MAX_DANGER: u32 = 1500;
/// Where a side must capture and wins by losing its pieces, what counts in place of the others, in
/// centi-units: each square without an own piece that a piece attacks, having to capture (divided
/// by one more than the captures whose piece is then lost), and each empty square on which a piece
/// can offer itself.
const ATTACKED_IN_GIVEAWAY: u32 = 20;
const OBLIGATION: i32 = 800;
const OFFER: u32 = 60;
/// The bonus for a piece a move before its flag, in centi-units. It falls with the square of the
/// moves.
const NEAR_FLAG: i32 = 800;
/// Bonus for checks given, in centi-units, by how many are still missing (the last is for 3 or
/// more).
const CHECKS: [i32; 4] = [0, 350, 150, 50];
/// Bonus for the side to move if it can give the check that wins, in centi-units. The other side
/// gets an eighth.
const LAST_CHECK: i32 = 2000;

/// Bonus for each square by which a side leads where what is connected is counted, in centi-units.
const LEAD: i32 = 50;

/// Where squares become walls, nothing is captured and a side without a move loses, in
/// centi-units: each empty square
/// that a side reaches in fewer moves than the other, each that it alone reaches, and each move.
const FIRST_REACHED: i32 = 30;
const REACHED_ALONE: i32 = 20;
const MOVE: i32 = 3;

/// Where enclosed stones are turned over, in centi-units: each corner, each stone beside an empty
/// corner, each beside an empty square, and each at all if at most so many squares are empty.
const CORNER: i32 = 400;
const BESIDE_EMPTY_CORNER: i32 = -100;
const FRONTIER: i32 = -25;
const LATE_STONE: i32 = 20;
const MAX_LATE_EMPTY: u32 = 10;

/// Tafl, in centi-units: for the squares of the goal that the king reaches (none, one, more), each
/// square from which it would reach one, each square that it reaches, and the other side's pieces
/// beside it.
const KING_EXITS: [i32; 3] = [0, 120, 800];
const KING_WAY: i32 = 40;
const KING_SQUARE: i32 = 6;
const KING_BESIDE: i32 = 30;

struct Attacks<S> {
    once: S,
    twice: S,
    /// The royal pieces of the other side.
    royals: S,
    /// By kind, without the king: where its pieces can go. Empty without such a royal piece, but
    /// where pieces are given away.
    targets: [S; MAX_KINDS],
    /// The number of attacks on squares without own pieces, but for the king's.
    count: u32,
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
        let us = self.side();
        let them = !self.side();
        let rules = self.rules();
        if rules.character.is_reversi {
            return self.worth_of_stones(us) - self.worth_of_stones(them);
        }
        let mut balance = self.worth(us) - self.worth(them);
        if rules.definition.ends.material_counting.counts_connected() {
            balance += LEAD * if us == Side::First { self.lead() } else { -self.lead() };
        }
        if rules.character.is_territorial {
            balance += self.ground(us);
        }
        let (has_flag, is_active) = self.kinds_of_attacks();
        if has_flag || is_active {
            let own = self.attacks(us);
            let other = self.attacks(them);
            if has_flag {
                balance += self.nearness(us, &other) - self.nearness(them, &own);
            }
            if is_active {
                balance += self.activity(us, &own, &other) - self.activity(them, &other, &own);
            }
        }
        balance.clamp(-BOUND, BOUND)
    }

    /// Whether what a piece attacks counts on the way to a flag, and as the activity of pieces.
    fn kinds_of_attacks(&self) -> (bool, bool) {
        let rules = self.rules();
        // In draughts and tafl, no piece attacks a square.
        let attacks = rules.threats.iter().any(|threats| !threats.is_empty());
        let has_flag = rules.flag_region.iter().any(|region| !region.is_empty());
        // Racingkings, a race, with the activity of pieces lost 26 of 30 games.
        (attacks && has_flag, attacks && rules.definition.turns.allows_checks)
    }

    /// Parts of [`Position::by_rules`] that players know, for the first player.
    pub(crate) fn strengths_by_rules(&self) -> Vec<Strength> {
        let [first, second] = Side::BOTH;
        let rules = self.rules();
        if rules.character.is_reversi {
            let corners = |side| (self.own(side) & rules.geometry.corners).count() as i32;
            let centi = CORNER * (corners(first) - corners(second));
            return vec![Strength::new("corners", centi)];
        }
        let mut strengths = Vec::new();
        if rules.character.is_territorial {
            strengths.push(Strength::new("ground", self.ground(first)));
        }
        let (has_flag, is_active) = self.kinds_of_attacks();
        if has_flag || is_active {
            let own = self.attacks(first);
            let other = self.attacks(second);
            if has_flag {
                let near = self.nearness(first, &other) - self.nearness(second, &own);
                strengths.push(Strength::new("progress to the goal", near));
            }
            if is_active && !rules.is_compulsory_giveaway() {
                let activity = self.worth_of_attacks(first, &own, &other)
                    - self.worth_of_attacks(second, &other, &own);
                strengths.push(Strength::new("piece activity", activity));
                let safety = self.worth_of_danger(first, &own, &other)
                    - self.worth_of_danger(second, &other, &own);
                strengths.push(Strength::new("king safety", safety));
            }
        }
        if rules.definition.ends.check_counting {
            let given = |side| CHECKS[usize::from(self.checks_left(side)).min(3)];
            strengths.push(Strength::new("checks given", given(first) - given(second)));
        }
        strengths
    }

    /// What a side's stones are worth where those that are enclosed are turned over, in centi-units.
    fn worth_of_stones(&self, side: Side) -> i32 {
        let rules = self.rules();
        let own = self.own(side);
        let empty = self.free();
        let near = |squares: S| {
            squares
                .squares()
                .fold(S::EMPTY, |all, at| all | rules.geometry.neighbours[usize::from(at)])
        };
        let count = |squares: S| (own & squares).count() as i32;
        let late = if empty.count() <= MAX_LATE_EMPTY { LATE_STONE } else { 0 };
        CORNER * count(rules.geometry.corners)
            + BESIDE_EMPTY_CORNER * count(near(rules.geometry.corners & empty))
            + FRONTIER * count(near(empty))
            + late * count(own)
    }

    /// The worth of the empty squares and moves that a side has, less those of the other side, in
    /// centi-units.
    fn ground(&self, us: Side) -> i32 {
        let rules = self.rules();
        let occupied = self.occupied();
        let mut fronts = Side::BOTH.map(|side| {
            std::array::from_fn::<S, MAX_KINDS, _>(|kind| self.pieces(side, kind as u8))
        });
        let mut reached = [S::EMPTY; 2];
        let mut first = [S::EMPTY; 2];
        let mut worth = [0; 2];
        for round in 0.. {
            let mut next = [S::EMPTY; 2];
            for side in 0..2 {
                let open = self.free() & !reached[side];
                // Every square is reached.
                if open.is_empty() {
                    continue;
                }
                for (kind, front) in rules.kinds.iter().zip(&mut fronts[side]) {
                    let quiets = rules.tables.targets(&kind.quiets[side]);
                    let open = open & kind.region[side];
                    let mut targets = S::EMPTY;
                    for square in front.squares() {
                        let to = quiets.at(square, occupied) & open;
                        if round == 0 {
                            worth[side] += MOVE * to.count() as i32;
                        }
                        targets |= to;
                    }
                    *front = targets;
                    next[side] |= targets;
                }
            }
            if next.iter().all(|next| next.is_empty()) {
                break;
            }
            for side in 0..2 {
                first[side] |= next[side] & !reached[1 - side] & !next[1 - side];
            }
            (0..2).for_each(|side| reached[side] |= next[side]);
        }
        for side in 0..2 {
            worth[side] += FIRST_REACHED * first[side].count() as i32;
            worth[side] += REACHED_ALONE * (reached[side] & !reached[1 - side]).count() as i32;
        }
        worth[us] - worth[!us]
    }

    fn attacks(&self, side: Side) -> Attacks<S> {
        let rules = self.rules();
        let royals = self.kings(!side) | self.pseudo_royals(!side);
        let has_targets = !royals.is_empty() || rules.is_compulsory_giveaway();
        let targets = [S::EMPTY; MAX_KINDS];
        let mut attacks = Attacks { once: S::EMPTY, twice: S::EMPTY, royals, targets, count: 0 };
        let occupied = self.occupied();
        for (kind, of) in rules.kinds.iter().enumerate() {
            let pieces = self.pieces(side, kind as u8);
            if pieces.is_empty() {
                continue;
            }
            let captures = rules.tables.targets(&of.captures[side]);
            let quiets = rules.tables.targets(&of.quiets[side]);
            for square in pieces.squares() {
                let reached = captures.at(square, occupied);
                attacks.twice |= attacks.once & reached;
                attacks.once |= reached;
                // A king should not go out and attack.
                if rules.king == Some(kind as u8) {
                    continue;
                }
                attacks.count += (reached & !self.own(side)).count();
                if !has_targets {
                    continue;
                }
                attacks.targets[kind] |= if of.is_uniform[side] {
                    reached
                } else {
                    reached & occupied | quiets.at(square, occupied) & !occupied
                };
            }
        }
        attacks
    }

    /// The bonus, in centi-units, for how few moves a piece needs to its flag over squares that the
    /// other side does not attack. A pawn is too easily stopped for it.
    fn nearness(&self, side: Side, other: &Attacks<S>) -> i32 {
        let rules = self.rules();
        let ends = &rules.definition.ends;
        let region = rules.flag_region[side];
        if region.is_empty() || ends.flag_piece_count > 1 {
            return 0;
        }
        let open = !self.own(side) & !other.once;
        let fewest = (0..rules.kinds.len())
            .filter(|&kind| {
                let kind = &rules.kinds[kind];
                ends.flag_piece[side] == Some(kind.piece)
                    && kind.pawn_promotions.iter().all(|into| into.is_empty())
            })
            .filter_map(|kind| {
                let quiets = rules.tables.targets(&rules.kinds[kind].quiets[side]);
                let mut reached = self.pieces(side, kind as u8);
                let mut moves = 0;
                while !reached.meets(region) {
                    let targets = |square| quiets.at(square, self.occupied()) & open;
                    let next = reached.squares().fold(reached, |all, square| all | targets(square));
                    if next == reached {
                        return None;
                    }
                    (reached, moves) = (next, moves + 1);
                }
                Some(moves)
            })
            .min();
        fewest.map_or(0, |moves: i32| NEAR_FLAG / (moves * moves).max(1))
    }

    /// What a side's attacks are worth, in centi-units, beside those of the other side.
    fn activity(&self, side: Side, own: &Attacks<S>, other: &Attacks<S>) -> i32 {
        if self.rules().is_compulsory_giveaway() {
            return self.giveaway_activity(side, own, other);
        }
        self.worth_of_attacks(side, own, other)
            + self.worth_of_danger(side, own, other)
            + self.last_check(side, own)
    }

    /// What the squares and pieces that a side attacks are worth, in centi-units.
    fn worth_of_attacks(&self, side: Side, own: &Attacks<S>, other: &Attacks<S>) -> i32 {
        let hanging = self.own(!side) & own.once & !other.once;
        (own.count * ATTACKED + hanging.count() * HANGING) as i32
    }

    /// What the danger to the royal piece of the other side is worth, in centi-units.
    fn worth_of_danger(&self, side: Side, own: &Attacks<S>, other: &Attacks<S>) -> i32 {
        if own.royals.is_empty() {
            return 0;
        }
        let royal = own.royals.first();
        // Where a piece is not lost at once: nobody defends, or only once what is attacked twice.
        let safe = (!other.once | own.twice & !other.twice) & !self.own(side);
        let around = self.rules().geometry.neighbours[usize::from(royal)] | S::bit(royal);
        let mut danger = (around & own.once & safe).count() * AROUND_ROYAL;
        for threat in &self.rules().threats[side] {
            let sources = self.sources_of(threat, royal) & safe;
            if sources.is_empty() {
                continue;
            }
            let drops = (sources & !self.occupied()).count().min(MAX_CHECKS);
            for &kind in &threat.kinds {
                let checks = own.targets[usize::from(kind)] & sources;
                danger += checks.count().min(MAX_CHECKS) * CHECK;
                if self.hand(side)[usize::from(kind)] > 0 {
                    danger += drops * DROPPED_CHECK;
                }
            }
        }
        let mut danger = (danger * danger / DANGER_DIVISOR).min(MAX_DANGER) as i32;
        if self.rules().definition.ends.check_counting {
            danger += 2 * danger / i32::from(self.checks_left(side)).max(1);
        }
        danger
    }

    /// [`Position::activity`] where a side must capture and wins by losing its pieces.
    fn giveaway_activity(&self, side: Side, own: &Attacks<S>, other: &Attacks<S>) -> i32 {
        let captures = self.own(!side) & own.once;
        let given = (captures & other.once & !own.twice).count() as i32;
        let obligation = if captures.is_empty() { 0 } else { OBLIGATION / (1 + given) };
        let reached = own.targets.iter().fold(S::EMPTY, |all, &targets| all | targets);
        let offers = (reached & !self.occupied() & other.once).count();
        (own.count * ATTACKED_IN_GIVEAWAY + offers * OFFER) as i32 - obligation
    }

    /// The bonus, in centi-units, for a move that gives the last check which is needed.
    fn last_check(&self, side: Side, own: &Attacks<S>) -> i32 {
        let is_counted = self.rules().definition.ends.check_counting;
        if !is_counted || self.checks_left(side) != 1 || own.royals.is_empty() {
            return 0;
        }
        let royal = own.royals.first();
        let is_possible = self.rules().threats[side].iter().any(|threat| {
            let sources = self.sources_of(threat, royal) & !self.own(side);
            let may_drop = !(sources & !self.occupied()).is_empty();
            threat.kinds.iter().any(|&kind| {
                let kind = usize::from(kind);
                own.targets[kind].meets(sources) || may_drop && self.hand(side)[kind] > 0
            })
        });
        match is_possible {
            true if side == self.side() => LAST_CHECK,
            true => LAST_CHECK / 8,
            false => 0,
        }
    }

    /// One side's part of the evaluation, in centi-units.
    fn worth(&self, side: Side) -> i32 {
        let rules = self.rules();
        let values = rules.values();
        let mut worth = self.worth_on_board(side, values);
        if rules.character.has_hands {
            for (kind, &count) in self.hand(side).iter().take(rules.kinds.len()).enumerate() {
                worth += i32::from(count) * values.in_hand[kind];
            }
        }
        if !values.later.is_empty() {
            worth += self.worth_later(side, values);
        }
        if !rules.flag_region[side].is_empty() {
            let best = self.flag_pieces(side).squares();
            worth += best.map(|s| values.flags[side][usize::from(s)]).max().unwrap_or(0);
        }
        if rules.custodial.is_some() {
            worth += self.freedom_of_king(side);
        }
        if rules.definition.ends.check_counting {
            worth += CHECKS[usize::from(self.checks_left(side)).min(3)];
        }
        worth
    }

    /// How near the king of tafl is to its goal, and how far from its capture, in centi-units.
    fn freedom_of_king(&self, side: Side) -> i32 {
        let rules = self.rules();
        let king = rules.custodial.as_ref().and_then(|rules| rules.king);
        let Some(king) = king.map(|king| self.pieces_of_one(side, king)).filter(|k| !k.is_empty())
        else {
            return 0;
        };
        let from = king.first();
        let kind = rules.kind(self.kind_at(from));
        let goals = rules.flag_region[side];
        let empty = self.free();
        let quiets = rules.tables.targets(&kind.quiets[side]);
        let open = kind.region[side] & empty;
        let reached = quiets.at(from, self.occupied()) & open;
        let without = self.occupied() & !king;
        let ways = (reached & !goals)
            .squares()
            .filter(|&to| (quiets.at(to, without) & open).meets(goals))
            .count() as i32;
        let exits = (reached & goals).count().min(2) as usize;
        let beside = (rules.geometry.beside[usize::from(from)] & self.own(!side)).count() as i32;
        KING_EXITS[exits] + KING_WAY * ways.min(4) + KING_SQUARE * reached.count() as i32
            - KING_BESIDE * beside
    }

    /// The pieces on the board with their places, in centi-units.
    fn worth_on_board(&self, side: Side, values: &Values) -> i32 {
        let mut worth = 0;
        for kind in 0..self.rules().kinds.len() {
            let first = (kind * 2 + side.index()) * values.squares;
            let pieces = self.pieces(side, kind as u8).squares();
            worth += pieces.map(|square| values.places[first + usize::from(square)]).sum::<i32>();
        }
        worth
    }

    /// The change in value of a side's pieces since the start, in centi-units, as pieces have gone.
    fn worth_later(&self, side: Side, values: &Values) -> i32 {
        let mut more = 0;
        for (kind, later) in values.later.iter().enumerate() {
            let on_board = self.pieces(side, kind as u8).count() as i32;
            more += later * (on_board + i32::from(self.hand(side)[kind]));
        }
        more * self.gone() / values.at_start
    }

    fn gone(&self) -> i32 {
        let in_hand = |side| self.hand(side).iter().map(|&n| i32::from(n)).sum::<i32>();
        let on_board = (self.own(Side::First) | self.own(Side::Second)).count() as i32;
        let left = on_board + in_hand(Side::First) + in_hand(Side::Second);
        (self.rules().values().at_start - left).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::child_of;
    use plyglot_core::game::{Notation, evaluate};

    /// The evaluation of a position of chess, or of its child with these rules.
    fn evaluation(rules: &str, fen: &str) -> i32 {
        let position = Position::parse_with(child_of("chess", rules), fen).expect("a position");
        evaluate(&position)
    }

    #[test]
    fn having_to_capture_is_a_burden_where_pieces_are_given_away() {
        let antichess = child_of("antichess", "");
        let at = |fen| evaluate(&Position::parse_with(antichess, fen).expect("a position"));
        let [free, obliged] =
            ["8/7p/8/8/8/8/8/R7 w - - 0 1", "8/p7/8/8/8/8/8/R7 w - - 0 1"].map(at);
        assert!(obliged < free - 300, "{obliged}, {free}");
        // A rook that is then lost was given away.
        let given = at("r7/p7/8/8/8/8/8/R7 w - - 0 1") - at("r7/7p/8/8/8/8/8/R7 w - - 0 1");
        assert!(given > obliged - free, "{given}, {obliged}, {free}");
    }

    #[test]
    fn strengths_are_those_of_the_first_player() {
        let of = |game, fen: &str| {
            let position = Position::parse_with(child_of(game, ""), fen).expect("a position");
            position.strengths_by_rules()
        };
        let [activity, safety] = of("chess", "6k1/8/8/8/8/6q1/8/R6K w - - 0 1")[..] else {
            panic!()
        };
        assert_eq!([activity.name, safety.name], ["piece activity", "king safety"]);
        assert!(safety.centi < -20, "{safety:?}");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let found = of("3check", &format!("{start} 1+3 0 1"));
        let given = CHECKS[1] - CHECKS[3];
        let expected = [("piece activity", 0), ("king safety", 0), ("checks given", given)];
        assert_eq!(found, expected.map(|(name, centi)| Strength::new(name, centi)));
        let near = of("kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1");
        let progress = Strength::new("progress to the goal", NEAR_FLAG - NEAR_FLAG / 9);
        assert!(near.contains(&progress), "{near:?}");
        let corner = of("flipersi", "8/8/8/3Pp3/3pP3/8/8/P7[PPpp] w - - 0 1");
        assert_eq!(corner, [Strength::new("corners", CORNER)]);
    }

    #[test]
    fn ground_is_worth_something_where_whoever_cannot_move_loses() {
        let isolation = child_of("isolation7x7", "");
        let at = |fen| evaluate(&Position::parse_with(isolation, fen).expect("a position"));
        // Walls keep 20 squares for one side and 13 for the other; each has three moves.
        let apart = at("3**1p/3**2/3**2/3**2/3**2/3**2/P2**2 w - - 0 1");
        assert_eq!(apart, 7 * (FIRST_REACHED + REACHED_ALONE));
        // Both reach all squares, one side more of them first: nobody has any alone.
        let [middle, edge] = ["p6/7/7/7/3P3/7/7", "6p/7/7/3P3/7/7/7"].map(|board| {
            let position = Position::parse_with(isolation, &format!("{board} w - - 0 1"));
            position.expect("a position").ground(Side::First)
        });
        assert!(middle > 10 * FIRST_REACHED && edge > 10 * FIRST_REACHED, "{middle}, {edge}");
    }

    #[test]
    fn corners_are_worth_most_where_enclosed_stones_are_turned_over() {
        let flipersi = child_of("flipersi", "");
        let worth = |board: &str| {
            let position = Position::parse_with(flipersi, &format!("{board}[PPpp] w - - 0 1"));
            position.expect("a position").worth_of_stones(Side::First)
        };
        assert_eq!(worth("8/8/8/3Pp3/3pP3/8/8/8"), 2 * FRONTIER);
        assert_eq!(worth("8/8/8/3Pp3/3pP3/8/8/P7"), CORNER + 3 * FRONTIER);
        assert_eq!(worth("8/8/8/3Pp3/3pP3/8/1P6/8"), BESIDE_EMPTY_CORNER + 3 * FRONTIER);
        // Where the corner is taken, its neighbour is a stone like others.
        assert_eq!(worth("8/8/8/3Pp3/3pP3/8/1P6/p7"), 3 * FRONTIER);
        let full = ["PPPPPPPP"; 7].join("/") + "/PPPPpppp";
        assert_eq!(worth(&full), 3 * CORNER + 60 * LATE_STONE);
        // Pieces that also move, and the fewest that win, are worth what they were.
        let at = |rules: &str, fen: &str| {
            evaluate(&Position::parse_with(child_of("flipersi", rules), fen).expect("a position"))
        };
        let corner = "8/8/8/3Pp3/3pP3/8/8/P7[PPpp] w - - 0 1";
        assert_eq!(at("", corner), CORNER + FRONTIER);
        for other in ["immobile = -\ncommoner = p", "stalemateValue = win", "extinctionValue = win"]
        {
            assert_ne!(at(other, corner), CORNER + FRONTIER, "{other}");
        }
        assert!(evaluation("flipEnclosedPieces = reversi", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 500);
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
