//! Which games a match has: who meets whom, and with which opening.

pub mod openings;

use crate::plan::{MatchPlan, Pairing};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0: its place in the schedule.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// The engines, first player first: indices into [`MatchPlan::engines`].
    pub engines: [usize; 2],
    /// The number of its opening, from 0.
    pub opening: usize,
}

/// All games of a match, in order.
///
/// A round is played before the next begins. Within a round, no engine is far ahead of
/// another, so that a match stopped early is still fair. A match with more rounds
/// begins with the same games.
pub fn schedule(plan: &MatchPlan) -> Vec<Fixture> {
    let meetings = meetings(plan.pairing, plan.engines.len());
    let mut fixtures = Vec::new();
    let mut opening = 0;
    for round in 1..=plan.rounds {
        for &meeting in &meetings {
            for game in 0..plan.games {
                if game > 0 && !plan.repeat {
                    opening += 1;
                }
                let engines = sides(meeting, game, round, plan.games);
                let number = fixtures.len() as u32;
                fixtures.push(Fixture { number, round, engines, opening });
            }
            opening += 1;
        }
    }
    fixtures
}

/// Sides are exchanged in the second game; with one game per meeting, in the next
/// round.
fn sides([a, b]: [usize; 2], game: u32, round: u32, games: u32) -> [usize; 2] {
    let exchanges = if games == 1 { round - 1 } else { game };
    if exchanges.is_multiple_of(2) { [a, b] } else { [b, a] }
}

/// The meetings of a round, first player first.
fn meetings(pairing: Pairing, engines: usize) -> Vec<[usize; 2]> {
    match pairing {
        Pairing::Gauntlet => (1..engines).map(|other| [0, other]).map(order).collect(),
        Pairing::RoundRobin => circle(engines),
    }
}

/// A round robin by the circle method: the engines sit around a table and play the one
/// opposite. The first stays, the others move on. With an odd number one seat is empty.
fn circle(engines: usize) -> Vec<[usize; 2]> {
    let chairs = engines.next_multiple_of(2);
    let mut others: Vec<usize> = (1..chairs).collect();
    let mut meetings = Vec::new();
    for _ in 1..chairs {
        for i in 0..chairs / 2 {
            let a = if i == 0 { 0 } else { others[i - 1] };
            let b = others[chairs - 2 - i];
            if a.max(b) < engines {
                meetings.push(order([a.min(b), a.max(b)]));
            }
        }
        others.rotate_left(1);
    }
    meetings
}

/// Decides who moves first, by the parity of the distance. No engine then moves first
/// in over one game more than it moves second.
fn order([a, b]: [usize; 2]) -> [usize; 2] {
    if (b - a) % 2 == 1 { [a, b] } else { [b, a] }
}
