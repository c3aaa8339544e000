//! Pairs of games of one setting against another.

use crate::engine::{Adjudication, Adjudicator, SelfPlayer};
use crate::games::Side;
use crate::training::record::RecordHeader;
use crate::training::selfplay::{ADJUDICATION, opening};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Two games from one opening, each setting with either side: the games that
/// the first one won beyond those that it lost, and a half for each, so that 1
/// is a pair that is won. `None` if it is interrupted.
pub(super) fn pair(
    players: &mut [Box<dyn SelfPlayer>; 2],
    header: &RecordHeader,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<f64> {
    let mut nodes = 0;
    players.iter_mut().for_each(|player| player.forget());
    let moves = opening(&mut *players[0], header, number, &mut nodes);
    let mut won = 0.0;
    for first in [0, 1] {
        for player in players.iter_mut() {
            player.forget();
            player.restart();
            moves.iter().for_each(|&index| player.play(usize::from(index)));
        }
        // Who has the side to move after the opening is exchanged.
        let own = if first == 0 { players[0].side() } else { !players[0].side() };
        won += match game(players, own, header.nodes, moves.len(), interrupt)? {
            Some(winner) if winner == own => 0.5,
            Some(_) => -0.5,
            None => 0.0,
        };
    }
    Some(won)
}

/// A game in which the first player has the side `own`: its winner, if it has one.
fn game(
    players: &mut [Box<dyn SelfPlayer>; 2],
    own: Side,
    nodes: u64,
    opening: usize,
    interrupt: &AtomicBool,
) -> Option<Option<Side>> {
    let mut adjudicator = Adjudicator::new(ADJUDICATION, opening);
    let mut ended = None;
    loop {
        if interrupt.load(Relaxed) {
            return None;
        }
        if let Some((winner, _)) = players[0].result() {
            return Some(winner);
        }
        if let Some(ended) = ended {
            return Some(Adjudication::winner(ended));
        }
        let side = players[0].side();
        let thought = players[usize::from(side != own)].think(nodes, nodes);
        ended = adjudicator.note(side, Some(thought.score.into()));
        players.iter_mut().for_each(|player| player.play(thought.index));
    }
}
