//! Pairs of games between two settings.

use crate::engine::{Adjudication, Adjudicator, SelfPlayer};
use crate::games::Side;
use crate::training::record::RecordHeader;
use crate::training::selfplay::{ADJUDICATION, opening};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Plays two games from one opening with sides exchanged. Returns wins less losses of
/// the first setting, half a point per game: 1 if it won both. `None` if interrupted.
pub(super) fn play(
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
        // In the second game, the settings exchange sides.
        let own = if first == 0 { players[0].side() } else { !players[0].side() };
        won += match game(players, own, header.nodes, moves.len(), interrupt)? {
            Some(winner) if winner == own => 0.5,
            Some(_) => -0.5,
            None => 0.0,
        };
    }
    Some(won)
}

/// Plays a game in which `players[0]` has the side `own`. Returns its winner, if any.
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
        let choice = players[usize::from(side != own)].think(nodes, nodes);
        ended = adjudicator.note(side, Some(choice.score.into()));
        players.iter_mut().for_each(|player| player.play(choice.index));
    }
}
