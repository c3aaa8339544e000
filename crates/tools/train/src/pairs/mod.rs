//! Pairs of games between two settings of a search, from one opening with sides exchanged,
//! and the file of a match of such pairs (`file`).
//!
//! [`spsa`] tunes the parameters of a search by them.

pub(crate) mod file;
pub mod spsa;

use crate::selfplay::game::{ADJUDICATION, ChosenMove, opening, play_out};
use crate::selfplay::record::RecordHeader;
use crate::threads;
use anyhow::Result;
use plyglot_engine::{AdjudicationRules, Adjudicator, GameEntry, SilentSearcher, WinByScore};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The adjudication of games between settings. Nothing learns from their positions, so they
/// end as games of a match usually do: six agreeing scores of 6 pawns save 18 % of the plies.
const DECIDED: AdjudicationRules = AdjudicationRules {
    win: Some(WinByScore { moves: 3, score: 600, two_sided: true }),
    ..ADJUDICATION
};

pub(crate) type Players = [SilentSearcher; 2];

/// The players of each of `threads` threads, at least one, with tables of `mib` MiB each.
pub(crate) fn players(entry: &GameEntry, mib: usize, threads: usize) -> Result<Vec<Players>> {
    (0..threads.max(1)).map(|_| pair(entry, mib)).collect()
}

fn pair(entry: &GameEntry, mib: usize) -> Result<Players> {
    Ok([SilentSearcher::new(entry, mib)?, SilentSearcher::new(entry, mib)?])
}

/// Plays a pair of games. Returns the half points of the first setting, 0 to 4. `None` if
/// interrupted.
pub(crate) fn play(
    players: &mut Players,
    header: &RecordHeader,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<u8> {
    let mut nodes = 0;
    players.iter_mut().for_each(|player| player.forget());
    let opening = opening(&mut players[0], header, number, &mut nodes)?;
    play_from(players, &opening, DECIDED, header.nodes, interrupt, SilentSearcher::forget)
}

/// Plays a pair of games from an opening; each player begins each game by `begin`. Returns the half
/// points of the first setting, 0 to 4. `None` if interrupted.
pub(crate) fn play_from(
    players: &mut Players,
    opening: &[u16],
    rules: AdjudicationRules,
    nodes: u64,
    interrupt: &AtomicBool,
    begin: fn(&mut SilentSearcher),
) -> Option<u8> {
    let mut half_points = 0;
    for first in [0, 1] {
        for player in players.iter_mut() {
            begin(player);
            player.restart();
            for &index in opening {
                player.game_mut().play_index(usize::from(index));
            }
        }
        // In the second game, the settings exchange sides.
        let side = players[0].game().side();
        let own = if first == 0 { side } else { !side };
        let may_be_drawn = players[0].game().may_be_drawn();
        let adjudicator = Adjudicator::new(rules, may_be_drawn, opening.len());
        let result = play_out(players, adjudicator, interrupt, |players, side| {
            let choice = players[usize::from(side != own)].think(nodes, nodes)?;
            Some(ChosenMove { index: choice.best?.index, score: choice.score.value() })
        })?;
        half_points += result.half_points(own)?;
    }
    Some(half_points)
}

/// Plays the pairs or games of these numbers, on a thread for each of `boards`. `play` returns
/// `None` if interrupted; `on_result` gets the number and the result of each, in any order. Ends
/// early if interrupted or `on_result` fails.
pub(crate) fn play_all<T: Send>(
    boards: &mut [Players],
    numbers: &[u64],
    interrupt: &AtomicBool,
    play: &(impl Fn(&mut Players, u64, &AtomicBool) -> Option<T> + Sync),
    mut on_result: impl FnMut(u64, T) -> Result<()>,
) -> Result<()> {
    threads::for_each_number(boards, numbers.iter().copied(), interrupt, play, |result| {
        if let Some((number, result)) = result {
            on_result(number, result)?;
        }
        Ok(ControlFlow::Continue(()))
    })
}
