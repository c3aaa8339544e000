//! How strong the levels of a game are: each plays against the next.

use super::plan::Plan;
use crate::pairs::{Players, play_all, players};
use crate::selfplay::game::{ADJUDICATION, play_out};
use anyhow::Result;
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::Side;
use plyglot_core::game::random::{Random, mix};
use plyglot_core::search::{Level, StrengthLimit};
use plyglot_engine::{AdjudicationRules, Adjudicator, GameEntry, random_walk};
use plyglot_support::rating::rate;
use plyglot_support::statistics::Tally;
use plyglot_support::text::columns;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The skills that play: not all, as differences between neighbours are small.
const SKILLS: [u8; 10] = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18];
const STEPS: u64 = SKILLS.len() as u64 - 1;
/// Weak players do not know who wins.
const TO_THE_END: AdjudicationRules =
    AdjudicationRules { forced: None, win: None, draw: None, ..ADJUDICATION };

/// Plays the games of the plan between neighbours, and prints the rating of each level, of which the
/// lowest has that of the usual scale. Returns whether nothing interrupted it.
pub(super) fn print(
    entry: &GameEntry,
    plan: Plan,
    threads: usize,
    interrupt: &AtomicBool,
    output: &mut ProgressOutput<'_>,
) -> Result<bool> {
    let mut boards = players(entry, plan.hash, threads)?;
    let numbers: Vec<u64> = (0..STEPS * plan.games / 2).collect();
    let mut tallies = [Tally::default(); STEPS as usize];
    let mut done = 0;
    let play = |players: &mut Players, number, is_over: &AtomicBool| {
        play_pair(players, &plan, number, is_over)
    };
    play_all(&mut boards, &numbers, interrupt, &play, |number, pair: [u8; 2]| {
        let tally = &mut tallies[(number % STEPS) as usize];
        pair.iter().for_each(|&points| tally.add_game(points.into()));
        done += 1;
        output.progress.show(done, Some(numbers.len() as u64), || format!("{done} pairs"));
        Ok(())
    })?;
    output.progress.end();
    let against = |i: usize, j: usize| if j == i + 1 { tallies[i] } else { Tally::default() };
    if let Some(ratings) = rate(SKILLS.len(), against) {
        let base = f64::from(*Level::RATINGS.start()) - ratings[0].elo;
        let rows = SKILLS.iter().zip(&ratings).map(|(skill, rating)| {
            let elo = format!("{:.0}", base + rating.elo);
            vec![format!("level {skill}"), elo, format!("\u{b1} {:.0}", rating.error)]
        });
        let rows: Vec<_> = rows.collect();
        columns(&rows).lines().try_for_each(|line| output.say(line))?;
    }
    Ok(!interrupt.load(Relaxed))
}

/// The half points of the weaker level in two games from one opening, with sides exchanged. `None`
/// if interrupted.
fn play_pair(
    players: &mut Players,
    plan: &Plan,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<[u8; 2]> {
    // Errors also depend on how many games a player was told of: here, none.
    let seed = mix(plan.seed ^ mix(number));
    let weaker = (number % STEPS) as usize;
    for (player, &skill) in players.iter_mut().zip(&SKILLS[weaker..]) {
        player.set_strength(StrengthLimit { level: Level::Skill(skill), seed });
    }
    let mut pair = [0; 2];
    for (own, points) in [Side::First, Side::Second].into_iter().zip(&mut pair) {
        for player in players.iter_mut() {
            player.restart();
            // A game that ends so early gives each level a point.
            random_walk(player.game_mut(), plan.plies, &mut Random::new(seed));
        }
        let adjudicator = Adjudicator::new(TO_THE_END, plan.plies);
        let playout = play_out(players, adjudicator, interrupt, |players, side| {
            let choice = players[usize::from(side != own)].think(u64::MAX, u64::MAX)?;
            Some((choice.index, choice.score.value()))
        });
        *points = playout.half_points(own)?;
    }
    Some(pair)
}
