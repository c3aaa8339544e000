//! A survey for another tool, with the moves of its games.

use super::game::{SurveyedGame, play_game};
use super::plan::Plan;
use super::report::SurveyReport;
use crate::pairs::{Players, play_all, players};
use anyhow::Result;
use plyglot_core::game::GameResult;
use plyglot_engine::GameEntry;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A game between the strongest players that are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// As the protocol has them.
    pub moves: Vec<String>,
    /// Unfinished if it was too long.
    pub result: GameResult,
}

pub struct SurveyFindings {
    entry: GameEntry,
    plan: Plan,
    games: BTreeMap<u64, SurveyedGame>,
    /// The moves of the games between the strongest players, by their indices.
    moves: BTreeMap<u64, Vec<usize>>,
}

/// Plays the games of a plan, on so many threads; `report` gets how many there are, of all. Ends
/// early at an interrupt.
///
/// # Errors
/// If the system does not provide the memory or a thread.
pub fn survey(
    entry: &GameEntry,
    plan: Plan,
    threads: usize,
    interrupt: &AtomicBool,
    report: impl Fn(u64, u64),
) -> Result<SurveyFindings> {
    let entry = *entry;
    let mut found = SurveyFindings { entry, plan, games: BTreeMap::new(), moves: BTreeMap::new() };
    let numbers: Vec<u64> = plan.in_turn().collect();
    play_games(&entry, &plan, &numbers, threads, interrupt, |number, game, moves| {
        let kind = plan.kind(number);
        if kind.side.is_none() && kind.stronger == plan.doublings {
            found.moves.insert(number, moves);
        }
        found.games.insert(number, game);
        report(found.games.len() as u64, plan.count());
        Ok(())
    })?;
    Ok(found)
}

/// Plays the games of these numbers. `on_game` gets each with its number and its moves.
pub(super) fn play_games(
    entry: &GameEntry,
    plan: &Plan,
    numbers: &[u64],
    threads: usize,
    interrupt: &AtomicBool,
    mut on_game: impl FnMut(u64, SurveyedGame, Vec<usize>) -> Result<()>,
) -> Result<()> {
    let mut boards = players(entry, plan.hash, threads)?;
    let play = |players: &mut Players, number, is_over: &AtomicBool| {
        let mut moves = Vec::new();
        let game = play_game(players, plan, number, is_over, &mut moves)?;
        Some((game, moves))
    };
    play_all(&mut boards, numbers, interrupt, &play, |number, (game, moves)| {
        on_game(number, game, moves)
    })
}

impl SurveyFindings {
    /// The games between the strongest players that are equal.
    pub fn own_games(&self) -> Vec<OwnGame> {
        let mut own = Vec::new();
        for (number, indices) in &self.moves {
            let Some(game) = self.games.get(number) else { continue };
            let mut rules = self.entry.open();
            let mut moves = Vec::new();
            for &index in indices {
                let Some(name) = rules.move_name(index) else { break };
                rules.play_index(index);
                moves.push(name);
            }
            own.push(OwnGame { moves, result: game.result() });
        }
        own
    }

    /// What the games tell.
    pub fn report(&self) -> SurveyReport<'_> {
        SurveyReport::new(&self.entry, self.plan, &self.games)
    }
}
