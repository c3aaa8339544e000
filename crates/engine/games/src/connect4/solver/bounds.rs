//! Bounds of the score without a search, by the parity of ranks.
//!
//! In each rule, one side answers every stone of the other by a fixed pairing of the empty cells.
//! This bounds the cells that the other side can get. If these cells and its stones hold no row of
//! four, it never wins. The second player's rule is Victor
//! Allis's claimeven ("A Knowledge-based Approach of Connect-Four", 1988) over the whole
//! board. The first player's rule uses an odd threat to change the parity. Ranks count
//! from 1.

use super::super::board::{BOARD, BOTTOM, RANK_PARITY, RANKS, has_four};

const ODD: u64 = RANK_PARITY[0];
const EVEN: u64 = RANK_PARITY[1];
const GUARDS: u64 = BOTTOM << RANKS;

/// Whether the first player, who is to move, cannot win any more.
///
/// The number of empty cells is even, and so is the number of files with an odd number of
/// empty cells. In a file with an even number, the second player answers each stone
/// directly above it. The lowest empty cells of the other files are paired with each
/// other; afterwards their numbers are even too. So the first player gets, apart from
/// cells on odd ranks, at most the cells that can be played at once.
#[inline(always)]
pub(super) const fn second_holds(first: u64, occupied: u64, landings: u64) -> bool {
    !has_four(first | ODD & !occupied | landings)
}

/// A lower bound of the second player's score where [`second_holds`], with `threats` to
/// win. The pairing fills the board until the first player has to play under a threat on
/// an even rank (so the threat cannot be played yet). The winning stone is at the latest
/// the (36 + rank)th.
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

/// A lower bound of the first player's score by the lowest-numbered of `threats`, with
/// the second player to move; 0 if this proves nothing. The threats are on odd ranks and
/// cannot be played yet.
///
/// Let the threat be in file c. The empty cells outside c and those under the threat are
/// together odd in number. The first player pairs all of them except for the one directly
/// under the threat. Files with an even number of them are paired vertically. The lowest
/// cells of the other files are paired with each other (the cells under the threat count
/// as such a file if their number is even). The second player runs out of other moves and
/// must play under the threat. Until then it gets, outside c, cells on odd ranks, in c
/// those on even ranks, and the cells that can be played at once. The winning stone is at
/// the latest the (36 + rank)th.
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

#[inline(always)]
pub(super) const fn odd_threats(threats: u64, landings: u64) -> u64 {
    threats & ODD & !landings
}

#[cfg(test)]
mod tests {
    use super::super::super::board::{landings, safe_moves, winning_cells};
    use super::super::super::{ConnectFour, Landing};
    use super::*;
    use plyglot_core::game::random::Random;
    use plyglot_core::game::{Game, Side};

    fn brute_force(position: &ConnectFour, mut alpha: i32, beta: i32) -> i32 {
        let stones = position.occupied.count_ones() as i32;
        if position.decided().is_some() {
            return (stones + 1) / 2 - 22;
        }
        let mut best = if stones == 42 { 0 } else { -100 };
        for m in position.legal_moves() {
            best = best.max(-brute_force(&position.after(m), -beta, -alpha.max(best)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// A random game of this many stones in which neither side misses or allows an immediate
    /// win; `None` if the game does not get that far.
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
        let mut held = 0;
        let mut even = 0;
        let mut odd = 0;
        for round in 0..30_000 {
            let Some(position) = position(&mut random, 28 + round % 12) else { continue };
            let mover = position.mover;
            let occupied = position.occupied;
            let other = position.opponent();
            let landings = landings(occupied);
            let threats = winning_cells(other, occupied);
            let score = || brute_force(&position, -30, 30);
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
