//! One game of self-play.

use super::record::{Ply, Record, RecordHeader};
use super::selection::MAX_SCORE_CENTI;
use crate::threads;
use anyhow::Result;
use plyglot_core::game::network::Network;
use plyglot_core::game::random::{Random, mix};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::{
    Adjudication, AdjudicationRules, Adjudicator, DrawByScore, GameEntry, SearchResult,
    SilentSearcher, WinByScore, random_walk,
};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::slice::from_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The share of the nodes for a first search of each position, and the least of them. Only a
/// position that is learnt from gets the rest: more than a third of them are not.
const FIRST_SHARE: u64 = 10;
const MIN_FIRST_NODES: u64 = 100;
/// A search stops after this many times the nodes after which it begins no iteration.
const HARD_LIMIT_FACTOR: u64 = 8;
/// Openings tried of each length before it is shortened.
const MAX_OPENINGS: usize = 100;
pub(crate) const ADJUDICATION: AdjudicationRules = AdjudicationRules {
    // Forced results lie beyond this; all other scores are evaluations.
    forced: Some(30_000),
    win: Some(WinByScore { moves: 2, score: 1_500, two_sided: true }),
    draw: Some(DrawByScore { min_plies: 81, plies: 10, score: 10 }),
    max_plies: Some(400),
};

#[derive(Clone, Debug)]
pub(crate) struct SelfPlayGame {
    pub(crate) record: Record,
    pub(crate) nodes: u64,
}

pub(crate) struct SelfPlay<'a> {
    pub(crate) entry: &'a GameEntry,
    pub(crate) header: &'a RecordHeader,
    /// The network that plays, if it is not the game's own.
    pub(crate) network: Option<&'a Arc<Network>>,
    pub(crate) done: &'a HashSet<u64>,
    /// How many there are to be, with those; `None` for no end.
    pub(crate) games: Option<u64>,
    pub(crate) threads: usize,
}

impl SelfPlay<'_> {
    /// Plays the games that are missing, in the order of their numbers except where threads
    /// overtake each other; see [`threads::for_each_number`].
    pub(crate) fn run(
        &self,
        interrupt: &AtomicBool,
        mut report: impl FnMut(Option<SelfPlayGame>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let SelfPlay { entry, header, network, done, games, threads } = *self;
        let mut players = Vec::new();
        for _ in 0..threads.max(1) {
            let mut player = SilentSearcher::new(entry, header.hash)?;
            player.game_mut().set_network(network.cloned());
            players.push(player);
        }
        let numbers = (0..games.unwrap_or(u64::MAX)).filter(|number| !done.contains(number));
        let play = |player: &mut SilentSearcher, number, is_over: &AtomicBool| {
            play(player, header, number, is_over)
        };
        threads::for_each_number(&mut players, numbers, interrupt, &play, |played| {
            report(played.map(|(_, played)| played))
        })
    }
}

/// Plays the game of this number; number and header determine it. `None` if
/// interrupted.
pub(crate) fn play(
    player: &mut SilentSearcher,
    header: &RecordHeader,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<SelfPlayGame> {
    player.forget();
    let mut nodes = 0;
    let opening = opening(player, header, number, &mut nodes)?;
    let mut noise = Random::new(mix(mix(header.seed) ^ number));
    let mut plies: Vec<Ply> = opening.iter().map(|&index| Ply { index, score: None }).collect();
    let may_be_drawn = player.game().may_be_drawn();
    let adjudicator = Adjudicator::new(ADJUDICATION, may_be_drawn, opening.len());
    let result = play_out(from_mut(player), adjudicator, interrupt, |players, _| {
        let player = &mut players[0];
        let choice = search(player, header.nodes)?;
        nodes += choice.nodes;
        // The score is still that of the position, not that of the random move.
        let is_random = header.noise > 0 && noise.below(1000) < header.noise;
        let index = if is_random {
            noise.below(player.game().legal_move_count())
        } else {
            choice.best?.index
        };
        let score = choice.score.value();
        plies.push(Ply { index: index as u16, score: Some(score as i16) });
        Some(ChosenMove { index, score })
    })?;
    let record = Record { number, opening: opening.len(), result, plies };
    Some(SelfPlayGame { record, nodes })
}

/// Searches a position of a game: to `nodes` if it is to be learnt from, and otherwise less deeply.
/// `None` if interrupted.
fn search(player: &mut SilentSearcher, nodes: u64) -> Option<SearchResult> {
    let first = think(player, (nodes / FIRST_SHARE).max(MIN_FIRST_NODES).min(nodes))?;
    let is_decided = first.score.value().unsigned_abs() > MAX_SCORE_CENTI.unsigned_abs().into();
    if !first.is_quiet || is_decided || first.nodes >= nodes {
        return Some(first);
    }
    // It finds in the table what the first one found.
    let second = think(player, nodes - first.nodes)?;
    Some(SearchResult { nodes: first.nodes + second.nodes, ..second })
}

fn think(player: &mut SilentSearcher, nodes: u64) -> Option<SearchResult> {
    player.think(nodes, nodes.saturating_mul(HARD_LIMIT_FACTOR))
}

pub(crate) struct ChosenMove {
    pub(crate) index: usize,
    /// The score of the position before it.
    pub(crate) score: i32,
}

/// Plays a game to its end from where the players are: one for both sides, or one for each.
/// `choose` gets them and the side to move. `None` if one of them is interrupted.
pub(crate) fn play_out(
    players: &mut [SilentSearcher],
    mut adjudicator: Adjudicator,
    interrupt: &AtomicBool,
    mut choose: impl FnMut(&mut [SilentSearcher], Side) -> Option<ChosenMove>,
) -> Option<GameResult> {
    let mut adjudication = None;
    while !interrupt.load(Relaxed) {
        let game = players[0].game();
        let by_rules = game.result().map(|over| over.result);
        let result = by_rules.or(adjudication.map(Adjudication::result));
        if result.is_some() {
            return result;
        }
        let side = game.side();
        let ChosenMove { index, score } = choose(players, side)?;
        adjudication = adjudicator.note(side, Some(score));
        for player in players.iter_mut() {
            player.game_mut().play_index(index);
        }
    }
    None
}

/// Plays random moves to a position that is not lost for either side. Returns the
/// moves, and leaves the player there; `None` if interrupted.
pub(crate) fn opening(
    player: &mut SilentSearcher,
    header: &RecordHeader,
    number: u64,
    nodes: &mut u64,
) -> Option<Vec<u16>> {
    let mut random = Random::new(mix(header.seed) ^ mix(!number));
    let plies = header.min_plies + random.below(header.plies + 2 - header.min_plies);
    for plies in (1..=plies).rev() {
        for _ in 0..MAX_OPENINGS {
            player.restart();
            let Some(moves) = random_walk(player.game_mut(), plies, &mut random) else { continue };
            let choice = player.think(header.nodes, header.nodes)?;
            *nodes += choice.nodes;
            if choice.score.value().unsigned_abs() <= u32::from(header.balance) {
                return Some(moves.into_iter().map(|index| index as u16).collect());
            }
        }
    }
    player.restart();
    Some(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    /// The plies after which the scores, each from its side's view, decide a game with draws and
    /// an opening of `before` plies; and the result.
    fn decided(before: usize, scores: &[i32]) -> Option<(usize, GameResult)> {
        decided_by(Adjudicator::new(ADJUDICATION, true, before), scores)
    }

    fn decided_by(mut adjudicator: Adjudicator, scores: &[i32]) -> Option<(usize, GameResult)> {
        let sides = [First, Second].into_iter().cycle();
        (1..).zip(sides.zip(scores)).find_map(|(plies, (side, &score))| {
            let ended = adjudicator.note(side, Some(score))?;
            Some((plies, ended.result()))
        })
    }

    const NODES: u64 = 10_000;

    fn nodes(player: &mut SilentSearcher, fen: &str) -> u64 {
        player.forget();
        player.game_mut().set_position(Some(fen), &[]).expect("it is legal");
        search(player, NODES).expect("nobody interrupts it").nodes
    }

    #[test]
    fn only_what_is_learnt_from_is_searched_to_all_nodes() {
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let registry = plyglot_games::standard();
        let mut player = SilentSearcher::new(registry.default_game(), 1).expect("a MiB");
        let first = NODES / FIRST_SHARE * HARD_LIMIT_FACTOR;
        assert!(nodes(&mut player, chess) >= NODES);
        // White takes the queen; is in check; has won.
        for fen in [
            "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1",
            "4k3/8/8/8/7b/8/3P4/3QK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1",
        ] {
            assert!(nodes(&mut player, fen) <= first, "{fen}");
        }
    }

    #[test]
    fn level_scores_draw_only_games_that_have_draws() {
        // The first at which there are both 81 plies and 10 level ones in a row.
        assert_eq!(decided(8, &[0; 100]), Some((73, GameResult::Draw)));
        let without_draws = Adjudicator::new(ADJUDICATION, false, 8);
        assert_eq!(decided_by(without_draws, &[0; 100]), None);
    }

    #[test]
    fn a_mate_score_decides_the_game() {
        assert_eq!(decided(8, &[0, 31_990, 0]), Some((2, GameResult::Win(Second))));
        assert_eq!(decided(8, &[0, -31_990, 0]), Some((2, GameResult::Win(First))));
        assert_eq!(decided(8, &[30_000, 0]), None, "an evaluation is none");
    }
}
