//! When a game is over, and who has won.

use super::mv::{Move, Type};
use super::{NONE, Position};
use crate::set::Set;
use plyglot_core::game::{Game, Outcome, Side, Which};
use plyglot_definition::{Definition, End, MaterialCounting, PieceDefinition};
use std::hash::Hash;

/// The number of moves of a piece between two squares, after one that led there, that loses where
/// the rules forbid it.
const MIN_SHUTTLES: u8 = 4;

/// Why a game is over, with the result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// By the position, whether or not there are legal moves.
    Immediate(Outcome),
    /// By a counter of moves, or as neither side has the pieces to win. A side without legal moves is
    /// mated or stalemated instead.
    Claim(Outcome),
}

/// The result for the side to move where a side loses by what it does all the time: a draw if both
/// do it.
pub(super) fn perpetual(own: bool, other: bool) -> Option<Outcome> {
    match (own, other) {
        (false, false) => None,
        (true, true) => Some(Outcome::Drawn),
        (true, false) => Some(Outcome::Lost),
        (false, true) => Some(Outcome::Won),
    }
}

/// Whether every second position of a cycle is a check, from its end on but for the last ones.
fn has_only_checks(cycle: &[u64], last_ones: usize) -> bool {
    cycle.len() > last_ones && cycle.iter().rev().skip(last_ones).step_by(2).all(|key| key & 1 == 1)
}

impl<S: Set + Hash> Position<S> {
    /// The result, if the game is over whatever the legal moves.
    pub fn verdict(&self) -> Option<Verdict> {
        self.end().map(|(_, verdict)| verdict)
    }

    /// How the game is over, if it is whatever the legal moves.
    #[inline]
    pub(super) fn end(&self) -> Option<(End, Verdict)> {
        self.rules.possible_ends.iter().find_map(|&end| Some((end, self.ended_by(end)?)))
    }

    fn ended_by(&self, end: End) -> Option<Verdict> {
        let immediate = match end {
            End::Extinction => self.extinction(),
            End::Flag => self.flag(),
            End::Checks => self.checks(),
            End::Connection => self.connection(),
            End::FullBoard => self.full_board(),
            End::Passes => self.passed_out(),
            End::Castling => self.castled(),
            End::KingCaptured => self.king_captured(),
            End::Counting => return self.claim_if(self.is_counted_out()),
            End::DeadPosition => return self.claim_if(self.is_dead()),
            End::NoProgress => return self.claim_if(self.is_without_progress()),
            End::Checkmate | End::NoMoves => None,
        };
        immediate.map(Verdict::Immediate)
    }

    fn claim_if(&self, is_over: bool) -> Option<Verdict> {
        if !is_over || !self.has_moves() {
            return None;
        }
        Some(Verdict::Claim(self.drawn_by_material(Outcome::Drawn)))
    }

    fn is_without_progress(&self) -> bool {
        let limit = u32::from(self.rules.definition.repetition.n_move_rule);
        u32::from(self.quiet_plies) >= 2 * limit + self.uncounted_plies()
    }

    /// Whether neither side has the pieces to win, however both play.
    fn is_dead(&self) -> bool {
        let Some(material) = self.rules.material() else { return false };
        if Side::BOTH.into_iter().any(|side| self.has_kinds(side, material.enough[side])) {
            return false;
        }
        let in_hand = self.rules.character.has_hands && self.hands.iter().flatten().any(|&n| n > 0);
        let royals = Side::BOTH.map(|side| self.kings(side) | self.pseudo_royals(side));
        if in_hand || royals.iter().any(|royals| royals.count() != 1) {
            return false;
        }
        let idle =
            Side::BOTH.map(|side| royals[side] | self.pieces_of_kinds(side, material.idle[side]));
        let active = (self.sides[0] | self.sides[1]) & !(idle[0] | idle[1]);
        let [first, second] = Side::BOTH.map(|side| self.pieces_of_kinds(side, material.bound));
        let bound = first | second;
        // Walls of the start position, too, help a piece to mate, and a bare king to stalemate.
        let has_walls = self.walls.meets(self.rules.board);
        if has_walls && self.rules.definition.ends.stalemate_value != Outcome::Drawn {
            return false;
        }
        let one_wins = material.one_wins || has_walls;
        let mut colours = [self.rules.geometry.dark, !self.rules.geometry.dark].into_iter();
        active.is_empty()
            || !one_wins
                && (!active.is_many() || colours.any(|of| (active & !(bound & of)).is_empty()))
    }

    fn has_kinds(&self, side: Side, kinds: u64) -> bool {
        kinds.squares().any(|kind| self.own(side).meets(self.kinds[usize::from(kind)]))
    }

    fn pieces_of_kinds(&self, side: Side, kinds: u64) -> S {
        let all = kinds.squares().fold(S::EMPTY, |set, kind| set | self.kinds[usize::from(kind)]);
        all & self.own(side)
    }

    /// Whether a side has not mated within the moves that it had for that.
    fn is_counted_out(&self) -> bool {
        self.counting_limit > 0 && self.counted > self.counting_limit
    }

    /// The result for the side to move of a game that ends here by repetition. `earlier` are
    /// the keys since the last irreversible move, the oldest first.
    pub(super) fn repeated(&self, earlier: &[u64]) -> Option<Outcome> {
        if let Some(outcome) = self.shuttled() {
            return Some(outcome);
        }
        let others = usize::from(self.rules.definition.repetition.n_fold_rule).checked_sub(1)?;
        let key = self.hash();
        let first = (0..earlier.len())
            .rev()
            .filter(|&index| Self::is_repeated(earlier[index], key))
            .nth(others.checked_sub(1)?)?;
        let perpetual = self
            .perpetual_check(&earlier[first..])
            .or_else(|| self.chase_since(earlier, first))
            .unwrap_or_else(|| self.n_fold_value());
        Some(self.drawn_by_material(perpetual))
    }

    /// The result for the side to move where the other one has moved a piece to and fro too often.
    pub(super) fn shuttled(&self) -> Option<Outcome> {
        let has_lost = self.rules.definition.repetition.move_repetition_loses
            && self.shuttles[!self.side].times >= MIN_SHUTTLES;
        if has_lost { Some(Outcome::Won) } else { None }
    }

    /// The result for the side to move of a repetition without perpetual check or chase.
    fn n_fold_value(&self) -> Outcome {
        let rules = &self.rules.definition.repetition;
        let is_turned = rules.n_fold_value_is_absolute && self.side == Side::Second;
        if is_turned { !rules.n_fold_value } else { rules.n_fold_value }
    }

    /// The result for the side to move if the cycle that begins at `earlier[first]` is repeated
    /// until the game ends.
    pub(super) fn cycled(&self, earlier: &[u64], first: usize) -> Outcome {
        let rules = &self.rules.definition.repetition;
        if rules.n_fold_rule < 2 {
            return Outcome::Drawn;
        }
        let cycle = &earlier[first..];
        let perpetual = self.perpetual_check(cycle).or_else(|| self.chase_in(cycle));
        let outcome = perpetual.unwrap_or_else(|| {
            let depends_on_side =
                rules.n_fold_value != Outcome::Drawn && !rules.n_fold_value_is_absolute;
            let is_turned = depends_on_side && self.plies_to_n_fold(earlier, first) % 2 == 1;
            if is_turned { !self.n_fold_value() } else { self.n_fold_value() }
        });
        self.drawn_by_material(outcome)
    }

    /// The plies until a position of the cycle that begins at `earlier[first]` comes up for the n-th
    /// time, if the cycle is repeated.
    fn plies_to_n_fold(&self, earlier: &[u64], first: usize) -> usize {
        let cycle = &earlier[first..];
        let n = usize::from(self.rules.definition.repetition.n_fold_rule);
        let plies = cycle.iter().enumerate().map(|(ahead, &key)| {
            let times = earlier.iter().filter(|&&other| Self::is_repeated(other, key)).count();
            // This position also comes up now, and next at the end of the cycle.
            let (ahead, times) = if ahead == 0 { (cycle.len(), times + 1) } else { (ahead, times) };
            ahead + n.saturating_sub(times + 1) * cycle.len()
        });
        plies.min().unwrap_or_default()
    }

    /// The result for the side to move if a side has checked all the time since an earlier occurrence
    /// of this position, and that loses: a draw if both have. `cycle` are the keys from there on.
    pub(super) fn perpetual_check(&self, cycle: &[u64]) -> Option<Outcome> {
        if !self.rules.definition.repetition.perpetual_check_loses {
            return None;
        }
        // Own moves lead to positions in which the other side may be in check.
        let own = has_only_checks(cycle, 0);
        let other = has_only_checks(cycle, 1);
        perpetual(own, other && !self.checkers.is_empty())
    }

    pub(crate) fn without_moves(&self) -> Outcome {
        let definition = &self.rules.definition;
        if !self.checkers.is_empty() && definition.ends.shatar_mate_rule {
            return self.mated_in_shatar();
        }
        if !self.checkers.is_empty() {
            // Mate by a pawn drop loses, whatever a mate is worth.
            if definition.drops.shogi_pawn_mate_loses && self.is_checked_by_drop() {
                return Outcome::Won;
            }
            return definition.ends.checkmate_value;
        }
        let value = definition.ends.stalemate_value;
        let own = self.own(self.side).count();
        let other = self.own(!self.side).count();
        self.drawn_by_material(match own.cmp(&other) {
            _ if !definition.ends.stalemate_counts_pieces => value,
            std::cmp::Ordering::Less => value,
            std::cmp::Ordering::Equal => Outcome::Drawn,
            std::cmp::Ordering::Greater => !value,
        })
    }

    /// Whether a pawn of shogi gives check that has just been dropped, and nothing else does.
    pub(super) fn is_checked_by_drop(&self) -> bool {
        self.last.dropped > 0
            && self.checkers == S::bit(self.last.dropped - 1)
            && self.rules.piece_of(self.last.kind).name == "shogiPawn"
    }

    /// Shatar: a mate by a knight loses, and one without an earlier check by a rook, a bers or a
    /// knight is a draw.
    fn mated_in_shatar(&self) -> Outcome {
        let knights = self.pieces_named(!self.side, &["knight"]);
        if (self.checkers & !knights).is_empty() {
            !self.rules.definition.ends.checkmate_value
        } else if self.shak[self.side] {
            self.rules.definition.ends.checkmate_value
        } else {
            Outcome::Drawn
        }
    }

    fn extinction(&self) -> Option<Outcome> {
        let Definition { ends, effects, .. } = self.rules.definition;
        let value = ends.extinction_value?;
        // Pseudo-royal pieces are protected as kings are, except from explosions.
        if ends.extinction_pseudo_royal && !effects.blast_on_capture {
            return None;
        }
        for (side, value) in [(!self.side, !value), (self.side, value)] {
            // The side to move could take a piece in return.
            let reply = u32::from(ends.extinction_claim && side == self.side);
            let limit = u32::from(ends.extinction_piece_count);
            let other_limit = u32::from(ends.extinction_opponent_piece_count);
            let is_extinct = self.rules.pieces_in(ends.extinction_pieces).any(|piece| {
                self.count_of(side, piece) <= limit
                    && self.count_of(!side, piece) >= other_limit + reply
            });
            let is_all = ends.counts_all_pieces()
                && self.count_all(side) <= limit
                && self.count_all(!side) >= other_limit + reply;
            if is_extinct || is_all {
                return Some(value);
            }
        }
        None
    }

    /// The pieces of a side on the board and in hand.
    fn count_of(&self, side: Side, piece: usize) -> u32 {
        let on_board = self.pieces_of_one(side, piece).count();
        if !self.rules.character.has_hands {
            return on_board;
        }
        let hand = &self.hands[side];
        let kinds = self.rules.kinds_of_one(piece);
        on_board + kinds.map(|kind| u32::from(hand[usize::from(kind)])).sum::<u32>()
    }

    fn count_all(&self, side: Side) -> u32 {
        let in_hand: u32 = self.hands[side].iter().map(|&n| u32::from(n)).sum();
        self.own(side).count() + in_hand
    }

    /// Whether the other side has a legal capture of a piece.
    fn is_prey(&self, side: Side, square: u8) -> bool {
        let mut turn = *self;
        turn.side = !side;
        turn.checkers = turn.checkers_of(!side);
        let is_king = self.kings(side).has(square);
        let attackers = self.attackers_of(!side, square, self.occupied(), is_king);
        attackers.squares().any(|from| turn.is_legal(Move::new(from, square, Type::Normal)))
    }

    /// Whether a side's pieces have reached its flag. With `is_safe`, they must not be attacked
    /// there, unless there are more than it takes.
    pub(super) fn is_flag_reached(&self, side: Side, is_safe: bool) -> bool {
        let definition = &self.rules.definition;
        let region = self.rules.flag_region[side];
        let there = self.flag_pieces(side) & region;
        let needed = u32::from(definition.ends.flag_piece_count.max(1));
        let is_blocked = definition.ends.flag_piece_blocked_win
            && !there.is_empty()
            && (region & !self.occupied()).is_empty();
        let can_be_taken = || there.squares().any(|at| self.is_prey(side, at));
        (there.count() >= needed || is_blocked)
            && !(is_safe && there.count() == needed && can_be_taken())
    }

    pub(super) fn flag(&self) -> Option<Outcome> {
        let definition = &self.rules.definition;
        let is_safe = definition.ends.flag_piece_safe;
        let has_reply = definition.ends.flag_may_be_answered;
        let other = self.is_flag_reached(!self.side, is_safe);
        // A piece that was attacked there and has survived the reply is safe.
        if (has_reply || is_safe) && self.is_flag_reached(self.side, is_safe && !has_reply) {
            // The second side's king has caught up, or neither piece was safe at first.
            let is_level =
                has_reply && self.side == Side::First && self.is_race_of_kings(!self.side);
            let is_drawn = other && (is_level || is_safe && !has_reply);
            return Some(if is_drawn { Outcome::Drawn } else { Outcome::Won });
        }
        // If there is a reply, other pieces than kings must hold their place for a move.
        if !other || has_reply && !is_safe && !self.is_race_of_kings(self.side) {
            return None;
        }
        let may_follow = has_reply
            && self.is_race_of_kings(self.side)
            && self.side == Side::Second
            && self.checkers.is_empty()
            && self.may_reach_flag();
        if may_follow { None } else { Some(Outcome::Lost) }
    }

    fn is_race_of_kings(&self, side: Side) -> bool {
        let piece = self.rules.definition.ends.flag_piece[side];
        self.rules.king.is_some_and(|king| piece == Some(usize::from(king)))
    }

    /// Whether a move wins at once as it brings a piece to its flag.
    pub(crate) fn can_win_by_flag(&self) -> bool {
        let side = self.side;
        let region = self.rules.flag_region[side];
        if region.is_empty() {
            return false;
        }
        let mut near = S::EMPTY;
        for (&squares, &of_kind) in self.rules.before_flag()[side].iter().zip(&self.kinds) {
            near |= squares & of_kind;
        }
        near &= self.own(self.side);
        !near.is_empty() && self.has_winning_move(|m| near.has(m.from()) && region.has(m.to()))
    }

    /// Whether one of such moves ends the game at once, and wins.
    pub(super) fn has_winning_move(&self, is_candidate: impl Fn(Move) -> bool) -> bool {
        let mut wins = false;
        self.moves(Which::All, |m| {
            wins = wins
                || is_candidate(m)
                    && self.after(m).verdict() == Some(Verdict::Immediate(Outcome::Lost));
        });
        wins
    }

    fn may_reach_flag(&self) -> bool {
        let region = self.rules.flag_region[self.side];
        let kings = self.kings(self.side);
        let mut found = false;
        self.moves(Which::All, |m| found |= kings.has(m.from()) && region.has(m.to()));
        found
    }

    fn checks(&self) -> Option<Outcome> {
        if self.checks_left(!self.side) == 0 {
            return Some(Outcome::Lost);
        }
        if self.checks_left(self.side) == 0 { Some(Outcome::Won) } else { None }
    }

    fn full_board(&self) -> Option<Outcome> {
        if self.free().is_empty() { Some(self.drawn_by_material(Outcome::Drawn)) } else { None }
    }

    /// The game is over when both sides have passed, or one of them while the kings
    /// face each other in bikjang.
    fn passed_out(&self) -> Option<Outcome> {
        let passes = self.last.passes;
        let is_over = passes >= 2
            || passes == 1 && self.rules.definition.turns.bikjang_rule && self.is_bikjang();
        if is_over { Some(self.drawn_by_material(Outcome::Drawn)) } else { None }
    }

    /// Whether the kings face each other on an open line.
    pub(super) fn is_bikjang(&self) -> bool {
        let own = self.kings(self.side);
        let other = self.kings(!self.side);
        if own.is_empty() || other.is_empty() {
            return false;
        }
        let size = self.rules.size;
        let occupied = self.occupied();
        let (file, rank) = size.place(own.first());
        let lines = self.rules.geometry.file_sets[usize::from(file)]
            | self.rules.geometry.rank_sets[usize::from(rank)];
        lines.meets(other)
            && [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().any(|(files, ranks)| {
                let first = size.ray(own.first(), files, ranks).find(|&at| occupied.has(at));
                first.is_some_and(|at| other.has(at))
            })
    }

    /// In games that castling wins: a side that has castled has won, and one that no longer can has
    /// lost.
    fn castled(&self) -> Option<Outcome> {
        for side in Side::BOTH {
            for (wing, &wins) in self.rules.definition.castling.wins[side].iter().enumerate() {
                if wins && self.castling[side][wing] == NONE {
                    let has_castled =
                        side == !self.side && usize::from(self.last.castled) == wing + 1;
                    let has_won = has_castled == (side == self.side);
                    return Some(if has_won { Outcome::Won } else { Outcome::Lost });
                }
            }
        }
        None
    }

    /// A result for the side to move. If material is counted, a draw goes by that.
    fn drawn_by_material(&self, outcome: Outcome) -> Outcome {
        let counting = self.rules.definition.ends.material_counting;
        if outcome != Outcome::Drawn || counting == MaterialCounting::None {
            return outcome;
        }
        let balance = match counting {
            MaterialCounting::None => 0,
            MaterialCounting::WhiteDrawOdds => 1,
            MaterialCounting::BlackDrawOdds => -1,
            _ => self.lead(),
        };
        let first = Outcome::from_lead(balance);
        if self.side == Side::First { first } else { !first }
    }

    pub(super) fn scores(&self) -> [i32; 2] {
        match self.rules.definition.ends.material_counting {
            MaterialCounting::Territory => self.territories(),
            MaterialCounting::LargestGroup => self.largest_groups(),
            // Twice the points: the second player has 1.5 more.
            MaterialCounting::Janggi => {
                Side::BOTH.map(|side| 2 * self.janggi_points(side) + 3 * side.index() as i32)
            }
            // One each unless the file says otherwise.
            _ => Side::BOTH.map(|side| self.sum_of(side, |piece| piece.rules.points.into())),
        }
    }

    /// What the first side has more of that is counted.
    pub(crate) fn lead(&self) -> i32 {
        let [first, second] = self.scores();
        first - second
    }

    fn janggi_points(&self, side: Side) -> i32 {
        self.sum_of(side, |piece| match piece.name {
            "rook" => 13,
            "janggiCannon" => 7,
            "horse" => 5,
            "janggiElephant" | "wazir" => 3,
            "soldier" => 2,
            _ => 0,
        })
    }

    fn sum_of(&self, side: Side, points: impl Fn(&PieceDefinition) -> i32) -> i32 {
        let mut sum = 0;
        for (piece, of) in self.rules.definition.pieces.iter().enumerate() {
            sum += points(of) * self.pieces_of_one(side, piece).count() as i32;
        }
        sum
    }
}
