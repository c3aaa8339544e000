//! One game of a survey.

use super::options::SurveyPlan;
use crate::pairs::game::Players;
use crate::selfplay::game::opening;
use plyglot_core::game::Side;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A game, as far as a survey looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SurveyedGame {
    /// The winner, `None` for a draw, and the reason; `None` if it was given up.
    pub(super) end: Option<(Option<Side>, String)>,
    /// For each position with a move, the number of legal ones.
    pub(super) choices: Vec<usize>,
    /// Positions that had stood on the board before.
    pub(super) repeated: usize,
    /// The side of the stronger player, if the players differ.
    pub(super) stronger: Option<Side>,
}

/// Plays the game of this number. The first `plan.games` are between equals; of those after
/// them, each two have an opening in common, and the stronger player changes sides. `None` if
/// interrupted.
pub(super) fn play(
    players: &mut Players,
    plan: &SurveyPlan,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<SurveyedGame> {
    players[0].forget();
    let unequal = number.checked_sub(plan.games);
    let start = unequal.map_or(number, |unequal| unequal / 2);
    let moves = opening(&mut players[0], &plan.header, start, &mut 0);
    let mut game = SurveyedGame::default();
    let mut seen = HashSet::new();
    for player in players.iter_mut() {
        player.forget();
        player.restart();
    }
    game.stronger = unequal.map(|n| if n % 2 == 0 { Side::First } else { Side::Second });
    let mut opening = moves.into_iter();
    while !interrupt.load(Relaxed) {
        let rules = players[0].game();
        if let Some((winner, ending)) = rules.result() {
            game.end = Some((winner, ending.reason().to_owned()));
            return Some(game);
        }
        if game.choices.len() == plan.max_plies {
            return Some(game);
        }
        game.repeated += usize::from(!seen.insert(rules.key()));
        game.choices.push(rules.legal_move_count());
        let index = match opening.next() {
            Some(index) => index.into(),
            None => choose(players, plan, game.stronger),
        };
        for player in players.iter_mut() {
            player.game_mut().play_index(index);
        }
    }
    None
}

/// The move of the side to move.
fn choose(players: &mut Players, plan: &SurveyPlan, stronger: Option<Side>) -> usize {
    let side = players[0].game().side();
    let nodes = if stronger == Some(side) { plan.stronger_nodes } else { plan.header.nodes };
    // Each player keeps what it has learned from move to move.
    players[side.index()].think(nodes, nodes).index
}
