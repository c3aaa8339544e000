//! What a side can be sure of without a search, by the parity of the cells.
//!
//! In each rule one side answers every stone of the other by a fixed pairing
//! of the empty cells, so it is known which cells the other can ever get. If
//! those hold no row of four together with the stones it has, it never wins.
//! The second player's rule is Victor Allis's claimeven ("A Knowledge-based
//! Approach of Connect-Four", 1988) over the whole board; the first player's
//! makes use of an odd threat to upset the count. Ranks count from 1.

use super::super::board::{BOARD, BOTTOM, RANK_PARITY, RANKS, has_four};

const ODD: u64 = RANK_PARITY[0];
const EVEN: u64 = RANK_PARITY[1];
/// The guard on top of each file.
const GUARDS: u64 = BOTTOM << RANKS;

/// Whether the first player, who is to move, cannot win any more.
///
/// The number of empty cells is even, and so is the number of files in which it
/// is odd. The second player answers on top of each stone in a file with an even
/// number of empty cells, and pairs the lowest empty cells of the other files
/// with each other; thereafter their numbers are even too. So the first player
/// gets, besides cells on odd ranks, at most those that can be played at once.
#[inline(always)]
pub(super) const fn second_holds(first: u64, occupied: u64, landings: u64) -> bool {
    !has_four(first | ODD & !occupied | landings)
}

/// What the second player scores at least where [`second_holds`], with
/// `threats` to win: the pairing fills the board until the first player has to
/// play under a threat on an even rank (so the threat cannot be played yet).
/// The stone that wins is at the latest the (36 + rank)th.
#[inline(always)]
pub(super) const fn even_threat(threats: u64, landings: u64) -> i32 {
    let threats = threats & EVEN & !landings;
    if threats & BOTTOM << 1 != 0 {
        3
    } else if threats & BOTTOM << 3 != 0 {
        2
    } else if threats != 0 {
        1
    } else {
        0
    }
}

/// What the first player scores at least by the lowest-numbered of `threats`,
/// which are on odd ranks and cannot be played yet, the second player being to
/// move; 0 if this shows nothing.
///
/// Let the threat be in file c. The number of empty cells outside c and under
/// the threat together is odd. The first player pairs them all but the one
/// right under the threat: on top of each other in files with an even number of
/// them, the lowest of the other files with each other (the cells under the
/// threat count as such a file if their number is even). The second player runs
/// out of other moves and must play under the threat. Until then it gets, outside
/// c, cells on odd ranks, in c those on even ranks, and what can be played at
/// once. The stone that wins is at the latest the (36 + rank)th.
#[inline(always)]
pub(super) const fn odd_threat(second: u64, occupied: u64, landings: u64, threats: u64) -> i32 {
    let threat = threats & threats.wrapping_neg();
    let guards = GUARDS & !threat.wrapping_sub(1);
    let guard = guards & guards.wrapping_neg();
    let file = guard.wrapping_sub(guard >> RANKS);
    let from_threat = guard.wrapping_sub(threat);
    let empty = BOARD & !occupied;
    let outside = ODD & empty & !file;
    let under = EVEN & empty & file & !from_threat;
    if threat == 0 || has_four(second | outside | under | landings) {
        0
    } else if threat & BOTTOM << 2 != 0 {
        2
    } else {
        1
    }
}

/// The threats that [`odd_threat`] can make use of.
#[inline(always)]
pub(super) const fn odd_threats(threats: u64, landings: u64) -> u64 {
    threats & ODD & !landings
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{landings, safe_moves, winning_cells};
    use super::super::super::{ConnectFour, Landing};
    use super::*;
    use crate::games::random::Random;
    use crate::games::{Game, Side};

    /// Plain alpha-beta on the literature's scale, for late positions.
    fn brute(position: &ConnectFour, mut alpha: i32, beta: i32) -> i32 {
        let stones = position.occupied.count_ones() as i32;
        if position.decided().is_some() {
            return (stones + 1) / 2 - 22;
        }
        let mut best = if stones == 42 { 0 } else { -100 };
        for m in position.legal_moves() {
            let mut child = *position;
            child.play(m);
            best = best.max(-brute(&child, -beta, -alpha.max(best)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A random game of so many stones in which nobody passes up a win or lets
    /// one in, if it gets that far.
    fn position(random: &mut Random, stones: u32) -> Option<ConnectFour> {
        let mut position = ConnectFour::default();
        while position.occupied.count_ones() < stones {
            let threats = winning_cells(position.opponent(), position.occupied);
            let safe = safe_moves(landings(position.occupied), threats);
            let moves = position.legal_moves().into_iter().filter(|m| safe & m.bit() != 0);
            let moves: Vec<Landing> = moves.collect();
            if moves.is_empty() {
                return None;
            }
            position.play(moves[random.below(moves.len())]);
            if winning_cells(position.mover, position.occupied) & landings(position.occupied) != 0 {
                return None;
            }
        }
        Some(position)
    }

    #[test]
    fn bounds_hold_against_brute_force() {
        let mut random = Random::new(4);
        let (mut held, mut even, mut odd) = (0, 0, 0);
        for round in 0..30_000 {
            let Some(position) = position(&mut random, 28 + round % 12) else { continue };
            let (mover, occupied) = (position.mover, position.occupied);
            let other = position.opponent();
            let landings = landings(occupied);
            let threats = winning_cells(other, occupied);
            let score = || brute(&position, -30, 30);
            match position.side() {
                Side::First if second_holds(mover, occupied, landings) => {
                    let least = even_threat(threats, landings);
                    held += 1;
                    even += usize::from(least > 0);
                    assert!(score() <= -least, "{position:?}: {least}, {}", score());
                }
                Side::First => {}
                Side::Second => {
                    let mut left = odd_threats(threats, landings);
                    while left != 0 {
                        let least = odd_threat(other ^ occupied, occupied, landings, left);
                        odd += usize::from(least > 0);
                        assert!(
                            least == 0 || score() <= -least,
                            "{position:?}: {least}, {}",
                            score()
                        );
                        left &= left - 1;
                    }
                }
            }
        }
        assert!(held > 1000 && even > 400 && odd > 700, "{held} {even} {odd} positions");
    }
}
