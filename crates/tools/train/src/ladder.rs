//! The ladder of a game: what players of several lookaheads score against those of the next lower
//! one, and the ratings that follow.

use crate::pairs::file::PairFile;
use crate::pairs::{self, Players};
use crate::selfplay::game::opening;
use crate::selfplay::record::RecordHeader;
use crate::state_file::encode_network;
use anyhow::Result;
use plyglot_core::game::network::{Ladder, Network, NetworkFile};
use plyglot_core::game::random::mix;
use plyglot_core::search::{Level, StrengthLimit};
use plyglot_engine::{AdjudicationRules, GameEntry, SilentSearcher};
use plyglot_support::rating::{ELO, Fit, Meeting};
use plyglot_support::statistics::{Tally, Z95, score_of_elo};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most games of a step.
pub(crate) const MAX_GAMES: u64 = 100_000;

/// The lookaheads of the players, in plies: at the least of them, play is nearly random.
const MIN_PLIES: i16 = -3;
const MAX_PLIES: i16 = 6;
/// The steps from one lookahead to the next.
const STEPS: u64 = (MAX_PLIES - MIN_PLIES) as u64;
/// The lookahead of whoever judges which openings are decided, in hundredths of a ply.
const JUDGE_CENTI_PLIES: i16 = 200;
/// The nodes by which it does so, at most.
const JUDGE_NODES: u64 = 1_000;
/// The table of each player, in MiB: levels have tables of their own.
const TABLE_MIB: usize = 1;

/// Games of each lookahead against the next lower one.
pub struct LadderGames<'a> {
    pub entry: &'a GameEntry,
    /// The network that plays, if it is not the game's own.
    pub network: Option<Arc<Network>>,
    /// Games of each step, an even number up to 100,000.
    pub games: u64,
    /// Random plies at the start of a game: as many, or one more.
    pub plies: usize,
    /// The plies after which a game is a draw.
    pub max_plies: u32,
    pub seed: u64,
    pub threads: usize,
}

pub struct LadderResults {
    /// The results of each lookahead against the one below, from the lowest step on.
    steps: Vec<Tally>,
    /// Whether all games were played.
    pub is_whole: bool,
}

pub struct RatedLookahead {
    pub plies: i16,
    /// In Elo. The lowest has the least rating that users can ask for, unless rungs of a ladder are
    /// kept.
    pub rating: f64,
    /// Half the width of the 95 % confidence interval of the difference from the lowest one, whose
    /// own rating is set and has none.
    pub error: Option<f64>,
}

impl RatedLookahead {
    /// The plies, the rating and its bounds, for people.
    pub fn row(&self) -> [String; 3] {
        let bounds = self.error.map_or(String::new(), |error| format!("\u{b1} {error:.0}"));
        [self.plies.to_string(), format!("{:.0}", self.rating), bounds]
    }
}

impl LadderGames<'_> {
    /// Plays the games that the file of this title does not have, if there is one. `report` gets how
    /// many are played, of all.
    ///
    /// # Errors
    /// If the file cannot be read or written, or the system does not provide the memory or a thread.
    pub fn play(
        &self,
        kept: Option<(&Path, &str)>,
        interrupt: &AtomicBool,
        report: impl Fn(u64, u64),
    ) -> Result<LadderResults> {
        let mut file = match kept {
            Some((path, title)) => Some(PairFile::open(path, title, STEPS * MAX_GAMES / 2)?),
            None => None,
        };
        let count = STEPS * self.games / 2;
        let mut half_points: BTreeMap<u64, u8> = BTreeMap::new();
        if let Some(file) = &file {
            let known = file.half_points().range(..count);
            half_points.extend(known.map(|(&pair, &points)| (pair, points)));
        }
        let missing: Vec<u64> = (0..count).filter(|pair| !half_points.contains_key(pair)).collect();
        let mut boards = pairs::players(self.entry, TABLE_MIB, self.threads)?;
        for player in boards.iter_mut().flatten() {
            player.game_mut().set_network(self.network.clone());
        }
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            self.play_pair(players, pair, is_over)
        };
        pairs::play_all(&mut boards, &missing, interrupt, &play, |pair, points| {
            if let Some(file) = &mut file {
                file.add(pair, points)?;
            }
            half_points.insert(pair, points);
            report(2 * half_points.len() as u64, 2 * count);
            Ok(())
        })?;
        Ok(LadderResults::new(&half_points, count))
    }

    /// The half points of the one with the greater lookahead, in two games from one opening with
    /// sides exchanged. `None` if interrupted.
    fn play_pair(&self, players: &mut Players, pair: u64, interrupt: &AtomicBool) -> Option<u8> {
        // All steps in turn: those with a greater lookahead take longer.
        let step = (pair % STEPS) as i16;
        let number = pair / STEPS;
        self.set_lookahead(&mut players[0], JUDGE_CENTI_PLIES, number);
        let opening = opening(&mut players[0], &self.header(), number, &mut 0)?;
        for (player, above) in players.iter_mut().zip([1, 0]) {
            self.set_lookahead(player, 100 * (MIN_PLIES + step + above), pair);
        }
        // Their scores are not those of what they play, so that no game is adjudicated by them.
        let rules =
            AdjudicationRules { max_plies: Some(self.max_plies), ..AdjudicationRules::default() };
        // The errors of a level depend on how many games it was told of: here, none.
        pairs::play_from(players, &opening, rules, u64::MAX, interrupt, |_| ())
    }

    fn set_lookahead(&self, player: &mut SilentSearcher, centi_plies: i16, number: u64) {
        let level = Level::CentiPlies(centi_plies);
        player.set_strength(StrengthLimit { level, seed: mix(self.seed ^ mix(number)) });
    }

    fn header(&self) -> RecordHeader {
        let name = self.entry.info.name;
        RecordHeader::plain(name, self.seed, JUDGE_NODES, self.plies, TABLE_MIB)
            .with_undecided_openings()
    }
}

impl LadderResults {
    /// The results of pairs by their numbers, of which there will be `count`.
    fn new(half_points: &BTreeMap<u64, u8>, count: u64) -> LadderResults {
        let mut steps = vec![Tally::default(); STEPS as usize];
        for (pair, &points) in half_points {
            let tally = &mut steps[(pair % STEPS) as usize];
            // Which of its games gave them does not matter.
            tally.add_game(points.div_ceil(2));
            tally.add_game(points / 2);
        }
        LadderResults { steps, is_whole: half_points.len() as u64 == count }
    }

    pub fn games(&self) -> u64 {
        self.steps.iter().map(|tally| u64::from(tally.games())).sum()
    }

    /// The ratings from the lowest lookahead on; none if a step has no games. They agree with the first
    /// of the rungs that are `kept`, if there are any.
    pub fn rated(&self, kept: &[(i16, i16)]) -> Vec<RatedLookahead> {
        if self.steps.iter().any(|tally| tally.games() == 0) {
            return Vec::new();
        }
        let mut meetings = Vec::new();
        for (above, tally) in self.steps.iter().enumerate() {
            let mut parts = vec![(above, 1.0)];
            // The lowest lookahead is no part: all others are measured from it.
            parts.extend(above.checked_sub(1).map(|below| (below, -1.0)));
            meetings.push(Meeting::new(parts, tally));
        }
        let fit = Fit::new(self.steps.len(), &meetings, 0.0);
        let Some(Fit { strengths, covariance }) = fit else { return Vec::new() };
        let base = f64::from(*Level::RATINGS.start());
        let mut rated = vec![RatedLookahead { plies: MIN_PLIES, rating: base, error: None }];
        for (part, strength) in strengths.iter().enumerate() {
            rated.push(RatedLookahead {
                plies: MIN_PLIES + 1 + part as i16,
                rating: base + ELO * strength,
                error: Some(Z95 * ELO * covariance[part][part].max(0.0).sqrt()),
            });
        }
        if let Some(&(rating, centi_plies)) = kept.first()
            && let Some(measured) = rating_at(&rated, centi_plies)
        {
            rated.iter_mut().for_each(|other| other.rating += f64::from(rating) - measured);
        }
        rated
    }
}

/// The rating of a lookahead, on the straight lines between those that were measured.
fn rating_at(rated: &[RatedLookahead], centi_plies: i16) -> Option<f64> {
    let plies = centi_plies.div_euclid(100);
    let share = f64::from(centi_plies.rem_euclid(100)) / 100.0;
    let below = rated.iter().find(|other| other.plies == plies)?;
    let above = rated.iter().find(|other| other.plies == plies + 1).unwrap_or(below);
    Some(below.rating + share * (above.rating - below.rating))
}

/// The rungs of a ladder that measured ones do not replace, as its ratings have a meaning beyond it:
/// those that users can ask for, if they begin at a measured lookahead above the lowest.
pub(crate) fn kept_rungs(own: Option<&Ladder>) -> &[(i16, i16)] {
    let rungs = own.map(Ladder::rungs).unwrap_or_default();
    let min_rating = *Level::RATINGS.start() as i16;
    let kept = &rungs[rungs.partition_point(|rung| rung.0 < min_rating)..];
    match kept.first() {
        Some(first) if (100 * MIN_PLIES + 1..=100 * MAX_PLIES).contains(&first.1) => kept,
        _ => &[],
    }
}

/// The ladder of these ratings: without lookaheads that are not rated above all lower ones, and up
/// to the greatest rating that users can ask for, or to the rungs that are `kept`. `None` if no
/// lookahead is better than the lowest.
pub fn ladder(rated: &[RatedLookahead], kept: &[(i16, i16)]) -> Option<Ladder> {
    let max_rating = f64::from(kept.first().map_or(*Ladder::RATINGS.end(), |first| first.0));
    let mut rungs: Vec<(i16, i16)> = Vec::new();
    for next in rated {
        let lookahead = 100 * next.plies;
        let Some(&(rating, below)) = rungs.last() else {
            rungs.push((next.rating.round() as i16, lookahead));
            continue;
        };
        let rating = f64::from(rating);
        if next.rating.round() <= rating {
            continue;
        }
        let share = ((max_rating - rating) / (next.rating - rating)).min(1.0);
        let reached = f64::from(below) + share * f64::from(lookahead - below);
        let end = next.rating.min(max_rating).round();
        if reached.round() > f64::from(below) {
            rungs.push((end as i16, reached.round() as i16));
        }
        if end >= max_rating {
            break;
        }
    }
    if let Some(first) = kept.first() {
        rungs.retain(|rung| rung.0 < first.0 && rung.1 < first.1);
        rungs.extend(kept);
    }
    Ladder::new(rungs).ok()
}

/// The points per game that the lowest lookahead would score against that of one ply, 0 to 1.
pub fn lowest_against_one_ply(rated: &[RatedLookahead]) -> Option<f64> {
    Some(score_of_elo(rated.first()?.rating - rating_at(rated, 100)?))
}

/// The file of a network with this ladder in place of its own.
pub(crate) fn file_with(file: &[u8], ladder: Option<Ladder>) -> Result<Vec<u8>> {
    let NetworkFile { game, made, network, .. } = NetworkFile::decode(file)?;
    Ok(encode_network(&game, &made, &network.with_ladder(ladder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results in which each lookahead scores this share of so many pairs against the one below.
    fn results(pairs: u64, share: impl Fn(u64) -> f64) -> LadderResults {
        let mut half_points = BTreeMap::new();
        for pair in 0..pairs * STEPS {
            let number = (pair / STEPS) as f64;
            // Lost pairs come first.
            let is_won = number >= (1.0 - share(pair % STEPS)) * pairs as f64;
            half_points.insert(pair, if is_won { 4 } else { 0 });
        }
        LadderResults::new(&half_points, pairs * STEPS)
    }

    /// By the logistic formula, 3 of 4 points are 400 lg 3 = 190.85 Elo.
    #[test]
    fn ratings_follow_from_the_scores() {
        let results = results(4_000, |step| if step == 0 { 0.75 } else { 0.5 });
        let rated = results.rated(&[]);
        assert!(results.is_whole && results.games() == 8_000 * STEPS && rated.len() == 10);
        assert_eq!((rated[0].plies, rated[0].rating, rated[0].error), (-3, 500.0, None));
        assert!((rated[1].rating - 690.85).abs() < 0.1, "{}", rated[1].rating);
        // The deviation of the score is the root of 0.75 * 0.25 / 8,000, or 0.00484. An Elo is worth
        // 0.75 * 0.25 * ln 10 / 400 points there: 4.48 Elo, and 1.96 times that.
        let error = rated[1].error.expect("it was measured");
        assert!((error - 8.79).abs() < 0.05, "{error}");
        for other in &rated[2..] {
            assert!((other.rating - 690.85).abs() < 0.1, "{}", other.rating);
            assert!(other.error > rated[1].error);
        }
        // Lookaheads that are no better are left out, so that there is a ladder of two rungs.
        assert_eq!(ladder(&rated, &[]).expect("it has two").rungs(), [(500, -300), (691, -200)]);
        let lowest = lowest_against_one_ply(&rated).expect("one ply is among them");
        assert!((lowest - 0.25).abs() < 0.001, "{lowest}");
    }

    #[test]
    fn a_ladder_ends_with_the_ratings_of_all_games() {
        // Each step is worth 400 lg 9 = 381.7 Elo. The end, 2,000 above the start, is 5.24 steps up.
        let rated = results(20_000, |_| 0.9).rated(&[]);
        let ladder = ladder(&rated, &[]).expect("it has rungs");
        let expected =
            [(500, -300), (882, -200), (1263, -100), (1645, 0), (2027, 100), (2408, 200)];
        assert_eq!(ladder.rungs()[..6], expected);
        assert_eq!(ladder.rungs()[6..], [(2500, 224)]);
    }

    /// Each step is worth 400 lg 3 = 190.85 Elo, so that one ply is 0.4 * 190.85 = 76.3 below the player
    /// of 1.4 plies, who keeps a rating of 500. Measured again, it is the same.
    #[test]
    fn a_ladder_that_begins_higher_is_extended_below() {
        let own: Ladder = "500 140 1390 300 2500 750".parse().expect("it is sound");
        let expected = "-340 -300 -149 -200 42 -100 233 0 424 100 500 140 1390 300 2500 750";
        let results = results(20_000, |_| 0.75);
        let mut ladders = vec![own];
        while ladders.len() < 3 {
            let kept = kept_rungs(ladders.last());
            let rated = results.rated(kept);
            let extended = ladder(&rated, kept).expect("it has rungs");
            assert_eq!(extended.to_string(), expected);
            ladders.push(extended);
        }
        let plain: Ladder = "500 -300 677 -100".parse().expect("it is sound");
        assert!(kept_rungs(Some(&plain)).is_empty() && kept_rungs(None).is_empty());
    }

    #[test]
    fn players_who_are_all_alike_have_no_ladder() {
        let rated = results(10, |_| 0.5).rated(&[]);
        assert_eq!((rated.len(), ladder(&rated, &[])), (10, None));
        let unplayed = LadderResults::new(&BTreeMap::from([(0, 4)]), 9);
        assert!(unplayed.rated(&[]).is_empty() && !unplayed.is_whole);
        assert_eq!(ladder(&unplayed.rated(&[]), &[]), None);
    }
}
