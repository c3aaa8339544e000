//! One game of Plyglot against itself.

use super::record::{Ply, Record, RecordHeader};
use crate::engine::{
    Adjudication, AdjudicationRules, Adjudicator, DrawByScore, OPENING_NODES, SelfPlayer,
    WinByScore, random_walk,
};
use crate::games::Side;
use crate::games::random::{Random, mix};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Nodes of a search, at most, for each after which it begins no iteration.
const HARD: u64 = 8;
/// What an opening may be worth at most, for either side, in centi-units.
const BALANCE: i16 = 300;
/// Openings that are tried before shorter ones are.
const TRIES: usize = 100;
/// When a game ends before the rules end it.
pub(super) const ADJUDICATION: AdjudicationRules = AdjudicationRules {
    // All other scores are evaluations.
    forced: Some(30_000),
    win: Some(WinByScore { moves: 2, score: 1_500, two_sided: true }),
    draw: Some(DrawByScore { min_plies: 81, plies: 10, score: 10 }),
    max_plies: Some(400),
};

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
    header: &RecordHeader,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<Played> {
    player.forget();
    let mut nodes = 0;
    let opening = opening(player, header, number, &mut nodes);
    let mut plies: Vec<Ply> = opening.iter().map(|&index| Ply { index, score: None }).collect();
    let mut adjudicator = Adjudicator::new(ADJUDICATION, opening.len());
    let mut ended = None;
    let result = loop {
        if interrupt.load(Relaxed) {
            return None;
        }
        if let Some((winner, _)) = player.result() {
            break winner;
        }
        if let Some(ended) = ended {
            break Adjudication::winner(ended);
        }
        let thought = player.think(header.nodes, header.nodes.saturating_mul(HARD));
        nodes += thought.nodes;
        ended = adjudicator.note(player.side(), Some(thought.score.into()));
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
    header: &RecordHeader,
    number: u64,
    nodes: &mut u64,
) -> Vec<u16> {
    let mut random = Random::new(mix(header.seed) ^ mix(!number));
    let plies = header.opening + random.below(2);
    for plies in (1..=plies).rev() {
        for _ in 0..TRIES {
            player.restart();
            let Some(moves) = random_walk(player, plies, &mut random) else { continue };
            let thought = player.think(OPENING_NODES, OPENING_NODES);
            *nodes += thought.nodes;
            if thought.score.abs() <= BALANCE {
                return moves.into_iter().map(|index| index as u16).collect();
            }
        }
    }
    player.restart();
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    /// The plies after which the scores, each for who made it, decide a game
    /// that began so many plies before, and who wins.
    fn decided(before: usize, scores: &[i32]) -> Option<(usize, Option<Side>)> {
        let mut adjudicator = Adjudicator::new(ADJUDICATION, before);
        let sides = [First, Second].into_iter().cycle();
        (1..).zip(sides.zip(scores)).find_map(|(plies, (side, &score))| {
            let ended = adjudicator.note(side, Some(score))?;
            Some((plies, ended.winner()))
        })
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
