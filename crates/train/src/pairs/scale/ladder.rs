//! The ladder of ratings: matches of players, each of which sees a little further ahead
//! than the one before.

use crate::pairs::game::{self, Players};
use crate::selfplay::game::opening;
use crate::selfplay::record::RecordHeader;
use anyhow::Result;
use plyglot_core::game::random::mix;
use plyglot_core::search::{Level, StrengthLimit};
use plyglot_engine::{AdjudicationRules, GameEntry};
use plyglot_support::statistics::Tally;
use std::sync::atomic::AtomicBool;

const LOWEST_ELO: f64 = 500.0;
/// How much further the next player usually sees, in hundredths of a ply.
const STEP_CENTI_PLIES: i16 = 100;
/// The least of it. A step is halved down to this if its player scores too much.
const MIN_STEP_CENTI_PLIES: i16 = 25;
/// If a player scores more than this, the difference cannot be measured well.
const MAX_SCORE: f64 = 0.9;
/// The ladder ends when two steps in a row gain less than this, in Elo.
const MIN_GAIN_ELO: f64 = 20.0;
const MAX_GAIN_ELO: f64 = 800.0;
/// More nodes than any of these players may use.
const MAX_NODES: u64 = 1 << 32;

/// No game is adjudicated by scores, as such players overlook what their searches find.
const ADJUDICATION: AdjudicationRules =
    AdjudicationRules { forced: None, win: None, draw: None, max_plies: Some(400) };

pub(super) struct Rung {
    /// How far both players see, in hundredths of a ply.
    pub(super) centi_plies: [i16; 2],
    /// The results of the player that sees further.
    pub(super) tally: Tally,
    /// Whether it counts; otherwise shorter ones take its place.
    pub(super) counts: bool,
}

pub(super) struct Ladder<'a> {
    pub(super) entry: &'a GameEntry,
    /// Openings, seed and table.
    pub(super) header: RecordHeader,
    pub(super) pairs: u64,
    /// How far the first and the last player see, in hundredths of a ply.
    pub(super) centi_plies: [i16; 2],
    pub(super) threads: usize,
}

impl Ladder<'_> {
    /// Plays the matches, and reports each step. Returns ratings and hundredths of plies,
    /// both increasing; `None` if interrupted.
    pub(super) fn play(
        &self,
        interrupt: &AtomicBool,
        mut report: impl FnMut(&Rung) -> Result<()>,
    ) -> Result<Option<Vec<(u16, i16)>>> {
        let mut boards = self.boards()?;
        let [mut low, highest] = self.centi_plies;
        let (mut elo, mut step, mut small_gains) = (LOWEST_ELO, STEP_CENTI_PLIES, 0);
        let mut ratings = vec![(elo as u16, low)];
        while low < highest && small_gains < 2 {
            let high = low.saturating_add(step).min(highest);
            let Some(tally) = self.step(&mut boards, [low, high], interrupt)? else {
                return Ok(None);
            };
            let score = tally.expected_score().map_or(0.5, |score| score.estimate);
            let counts = score <= MAX_SCORE || step <= MIN_STEP_CENTI_PLIES;
            report(&Rung { centi_plies: [low, high], tally, counts })?;
            if !counts {
                step /= 2;
                continue;
            }
            let gain = tally.elo().map_or(0.0, |elo| elo.estimate.min(MAX_GAIN_ELO));
            small_gains = if gain < MIN_GAIN_ELO { small_gains + 1 } else { 0 };
            elo += gain.max(0.0);
            if elo as u16 > ratings[ratings.len() - 1].0 {
                ratings.push((elo as u16, high));
            }
            (low, step) = (high, (2 * step).min(STEP_CENTI_PLIES));
        }
        Ok(Some(ratings))
    }

    fn step(
        &self,
        boards: &mut [Players],
        centi_plies: [i16; 2],
        interrupt: &AtomicBool,
    ) -> Result<Option<Tally>> {
        let play = |players: &mut Players, number: u64, is_over: &AtomicBool| {
            self.pair(players, centi_plies, number, is_over)
        };
        let numbers: Vec<u64> = (0..self.pairs).collect();
        let (mut tally, mut played) = (Tally::default(), 0);
        game::play_all(boards, &numbers, interrupt, &play, |_, half_points| {
            tally.add_pair(half_points.into());
            played += 1;
            Ok(())
        })?;
        Ok((played == self.pairs).then_some(tally))
    }

    /// Plays a pair of games. They depend only on its number.
    fn pair(
        &self,
        players: &mut Players,
        [low, high]: [i16; 2],
        number: u64,
        is_over: &AtomicBool,
    ) -> Option<u8> {
        players[0].set_strength(None);
        players[0].forget();
        let moves = opening(&mut players[0], &self.header, number, &mut 0)?;
        for (player, centi_plies) in players.iter_mut().zip([high, low]) {
            let seed = mix(mix(self.header.seed) ^ number);
            let level = Level::CentiPlies(centi_plies);
            player.set_strength(Some(StrengthLimit { level, seed }));
        }
        game::play_from(players, &moves, MAX_NODES, ADJUDICATION, is_over)
    }

    fn boards(&self) -> Result<Vec<Players>> {
        let threads = self.threads.clamp(1, self.pairs.max(1) as usize);
        game::players(self.entry, self.header.hash, threads)
    }
}
