//! One game of Plyglot against itself.

use super::record::{Header, Ply, Record};
use crate::engine::SelfPlayer;
use crate::games::Side;
use crate::games::random::{Random, mix};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Nodes of a search, at most, for each after which it begins no iteration.
const HARD: u64 = 8;
/// Nodes of the search that judges an opening.
const JUDGING: u64 = 2_000;
/// What an opening may be worth at most, for either side, in centi-units.
const BALANCE: i16 = 300;
/// Openings that are tried before shorter ones are.
const TRIES: usize = 100;
/// Forced results are worth more than this.
const EVALUATIONS: i16 = 30_000;
/// A game is won when all scores of so many plies say so by so much.
const WON: (usize, i16) = (4, 1_500);
/// A game is drawn when no score of so many plies says more than this, and
/// there have been so many plies.
const DRAWN: (usize, i16) = (10, 10);
const EARLIEST_DRAW: usize = 80;
/// A game that is longer is drawn.
const LONGEST: usize = 400;

/// A game, and what it took.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub record: Record,
    /// The nodes searched for it.
    pub nodes: u64,
}

/// Plays the game of this number, which follows from it and the header.
/// `None` if it is interrupted.
pub(super) fn play(
    player: &mut dyn SelfPlayer,
    header: &Header,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<Played> {
    player.forget();
    let mut nodes = 0;
    let opening = opening(player, header, number, &mut nodes);
    let mut plies: Vec<Ply> = opening.iter().map(|&index| Ply { index, score: None }).collect();
    let mut scores = Vec::new();
    let result = loop {
        if interrupt.load(Relaxed) {
            return None;
        }
        if let Some((winner, _)) = player.result() {
            break winner;
        }
        if let Some(winner) = adjudicate(&scores, plies.len()) {
            break winner;
        }
        let thought = player.think(header.nodes, header.nodes.saturating_mul(HARD));
        nodes += thought.nodes;
        scores.push((player.side(), thought.score));
        plies.push(Ply { index: thought.index as u16, score: Some(thought.score) });
        player.play(thought.index);
    };
    let result = match result {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    let record = Record { number, start: String::new(), opening: opening.len(), result, plies };
    Some(Played { record, nodes })
}

/// Leaves the player in a position that random moves lead to and that is lost
/// for nobody; gives the moves.
pub(super) fn opening(
    player: &mut dyn SelfPlayer,
    header: &Header,
    number: u64,
    nodes: &mut u64,
) -> Vec<u16> {
    let mut random = Random::new(mix(header.seed) ^ mix(!number));
    let plies = header.opening + random.below(2);
    for plies in (1..=plies).rev() {
        for _ in 0..TRIES {
            let Some(moves) = walk(player, plies, &mut random) else { continue };
            let thought = player.think(JUDGING, JUDGING);
            *nodes += thought.nodes;
            if thought.score.abs() <= BALANCE {
                return moves;
            }
        }
    }
    player.restart();
    Vec::new()
}

/// Plays so many random moves. `None` if the game ends on the way.
fn walk(player: &mut dyn SelfPlayer, plies: usize, random: &mut Random) -> Option<Vec<u16>> {
    player.restart();
    let mut moves = Vec::with_capacity(plies);
    while player.result().is_none() {
        if moves.len() == plies {
            return Some(moves);
        }
        let index = random.below(player.legal_move_count());
        player.play(index);
        moves.push(index as u16);
    }
    None
}

/// The winner, or `None` for a draw, of a game that is decided by its scores,
/// each for the side that made it, or by its length.
pub(super) fn adjudicate(scores: &[(Side, i16)], plies: usize) -> Option<Option<Side>> {
    let &(side, score) = scores.last()?;
    let winner = if score > 0 { side } else { !side };
    let worth = |&(side, score): &(Side, i16)| if side == winner { score } else { -score };
    let last = |count: usize| scores.len().checked_sub(count).map(|from| &scores[from..]);
    let is_won = |scores: &[(Side, i16)]| scores.iter().all(|s| worth(s) >= WON.1);
    if score.abs() > EVALUATIONS || last(WON.0).is_some_and(is_won) {
        return Some(Some(winner));
    }
    let is_level = |scores: &[(Side, i16)]| scores.iter().all(|s| s.1.abs() <= DRAWN.1);
    let is_drawn = plies > EARLIEST_DRAW && last(DRAWN.0).is_some_and(is_level);
    (is_drawn || plies >= LONGEST).then_some(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    /// The plies after which the scores, each for who made it, decide a game
    /// that began so many plies before, and who wins.
    fn decided(before: usize, scores: &[i16]) -> Option<(usize, Option<Side>)> {
        let sides = [First, Second].into_iter().cycle();
        let scores: Vec<(Side, i16)> = sides.zip(scores.iter().copied()).collect();
        (0..=scores.len())
            .find_map(|n| adjudicate(&scores[..n], before + n).map(|winner| (n, winner)))
    }

    #[test]
    fn a_mate_score_decides_the_game() {
        assert_eq!(decided(8, &[0, 31_990, 0]), Some((2, Some(Second))));
        assert_eq!(decided(8, &[0, -31_990, 0]), Some((2, Some(First))));
        assert_eq!(decided(8, &[30_000, 0]), None, "an evaluation is none");
    }

    #[test]
    fn four_agreeing_scores_win() {
        assert_eq!(decided(8, &[0, -1_500, 1_500, -1_500, 1_500, 0]), Some((5, Some(First))));
        assert_eq!(decided(8, &[-1_600, 1_600, -1_600, 1_600]), Some((4, Some(Second))));
        assert_eq!(decided(8, &[1_500, -1_500, 1_499, -1_500, 1_500, -1_500]), None);
        assert_eq!(decided(8, &[1_500; 8]), None, "both think that they win");
    }

    #[test]
    fn ten_level_scores_draw_late() {
        assert_eq!(decided(80, &[10; 12]), Some((10, None)));
        assert_eq!(decided(0, &[-10; 90]), Some((81, None)), "not before");
        assert_eq!(decided(80, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0]), None);
    }

    #[test]
    fn a_game_ends_at_the_limit_of_plies() {
        assert_eq!(decided(0, &[100; 500]), Some((400, None)));
    }
}
