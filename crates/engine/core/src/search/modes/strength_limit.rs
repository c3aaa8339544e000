//! Weaker play that resembles that of people: a player who looks less far ahead overlooks more.
//!
//! All moves of the root are searched, deeper step by step, in an empty table
//! and for few nodes. Then each is judged as a player of the wanted strength
//! might: by the score of a depth drawn for it alone, around that player's
//! *lookahead*, so that near wins and threats are mostly seen and distant ones mostly are
//! not; and by an additional error, which halves with every ply of lookahead. A move with a
//! depth of zero is judged by the evaluation after it. The move that looks best is played,
//! and it is reported with what the search found.

use crate::game::network::Network;
use crate::game::random::{Random, mix};
use crate::game::{EvalWorkspace, Knowledge, Scale, Workspace, evaluate_alone};
use crate::search::driver::Driver;
use crate::search::path::after;
use crate::search::score::{MAX_PLY, Score};
use crate::search::sorting::sort_by;
use crate::search::table::{Bound, Table};
use crate::search::task::{Answer, Level, Line, Report, Reporter, Settings, StrengthLimit, Task};
use crate::search::time::Limits;
use std::borrow::Cow;
use std::sync::Arc;

/// Standard deviation of the depth to which a move is looked at, in plies.
const SPREAD: f64 = 1.0;
/// This many standard deviations beyond the lookahead nothing is seen.
const MAX_DEVIATIONS: f64 = 3.0;
/// Standard deviation of the errors with a lookahead of no plies, in measures of
/// the game ([`Scale::notable_centi`]). Each ply of lookahead halves it.
const ERROR: f64 = 8.0;
/// A tie-break between equal results, in centi-units: too small to matter otherwise.
const TIE: f64 = 0.05;
/// Nodes with a lookahead of no plies. Each ply of lookahead doubles them ...
const NODES: f64 = 1_000.0;
/// ... up to this many.
const MAX_NODES: f64 = 128_000.0;

/// Ratings and lookaheads in plies, both increasing.
type LookaheadScale = Cow<'static, [(i16, f64)]>;

/// The scale of a game that is evaluated by this network, or by its own.
fn scale<G: Knowledge>(position: &G, network: Option<&Arc<Network>>) -> LookaheadScale {
    let fitted = Workspace::<G>::lookahead(position, network);
    fitted.map_or(Cow::Borrowed(G::SCALE.lookahead), Cow::Owned)
}

/// The rating of a level on the scale of a game that is evaluated by this network, or by its own.
/// `None` if no games were played for the scale.
pub(crate) fn rating<G: Knowledge>(
    position: &G,
    network: Option<&Arc<Network>>,
    level: Level,
) -> Option<f64> {
    let scale = scale(position, network);
    if *scale != *Scale::USUAL.lookahead { Some(rating_on(&scale, level)) } else { None }
}

fn rating_on(scale: &[(i16, f64)], level: Level) -> f64 {
    let (Some(&(min, _)), Some(&(max, _))) = (scale.first(), scale.last()) else {
        return 0.0;
    };
    let [min, max] = [min, max].map(f64::from);
    match level {
        Level::Elo(elo) => f64::from(elo).clamp(min, max),
        Level::Skill(skill) => {
            let share = f64::from(skill) / f64::from(Level::FULL_SKILL);
            min + (max - min) * share
        }
        Level::CentiPlies(centi) => {
            let turned: Vec<(f64, f64)> =
                scale.iter().map(|&(rating, plies)| (plies, f64::from(rating))).collect();
            interpolate(&turned, f64::from(centi) / 100.0)
        }
    }
}

/// How far a player of a level sees on a scale, in plies.
fn lookahead_on(scale: &[(i16, f64)], level: Level) -> f64 {
    if let Level::CentiPlies(centi) = level {
        return f64::from(centi) / 100.0;
    }
    let points: Vec<(f64, f64)> =
        scale.iter().map(|&(rating, plies)| (f64::from(rating), plies)).collect();
    interpolate(&points, rating_on(scale, level))
}

/// The value at `x`, on the straight lines between the known points.
fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
    let next = points.partition_point(|&(known, _)| known < x);
    match (points.get(next.wrapping_sub(1)), points.get(next)) {
        (Some(&(low, from)), Some(&(high, to))) => from + (to - from) * (x - low) / (high - low),
        (Some(&(_, value)), None) | (None, Some(&(_, value))) => value,
        (None, None) => 0.0,
    }
}

/// The answer of a weaker player, who has at least one move. `games` is the number of
/// games that were begun since the search was made.
pub(crate) fn play<G: Knowledge>(
    driver: &mut Driver<G>,
    table: Option<&mut Table>,
    task: &Task<'_, G>,
    moves: &[G::Move],
    limit: StrengthLimit,
    games: u64,
    report: &mut Reporter<'_, G::Move>,
) -> Answer<G::Move> {
    // Remains of deeper searches would lend the player their lookahead, and learnt histories would
    // change a search that is repeated.
    driver.clear(&task.root.position);
    let table = match table {
        Some(table) => {
            table.clear(1);
            &*table
        }
        None => task.table,
    };
    let scale = scale(&task.root.position, driver.network());
    let lookahead = lookahead_on(&scale, limit.level);
    let limits = within(task.limits, lookahead);
    let settings = Settings {
        multi_pv: moves.len(),
        textbook: None,
        tablebase: false,
        threads: 1,
        strength: None,
        // The moves are judged by what is reported of them.
        reports: true,
        ..task.settings.clone()
    };
    let own = Task { limits: &limits, settings: &settings, table, ..*task };
    let position = &task.root.position;
    let workspace = driver.workspace(position);
    let mut looks: Vec<Look<G::Move>> =
        moves.iter().map(|&m| Look::new(position, m, workspace)).collect();
    table.age();
    let answer = driver.run(&own, moves, None, None, &mut |news| add(&mut looks, news));
    let random = random_of(task, limit, games);
    let mut judge = Judge { lookahead, error: error::<G>(lookahead), random };
    looks.iter_mut().for_each(|look| judge.score(look));
    sort_by(&mut looks, |a, b| b.judged.total_cmp(&a.judged));
    looks.truncate(task.settings.multi_pv.max(1));
    show(looks, task, answer, report)
}

fn random_of<G: Knowledge>(task: &Task<'_, G>, limit: StrengthLimit, games: u64) -> Random {
    let past = [task.root.position.key(), task.root.earlier.len() as u64, games];
    Random::new(past.into_iter().fold(limit.seed, |seed, part| mix(seed ^ mix(part))))
}

fn within<M: Clone>(limits: &Limits<M>, lookahead: f64) -> Limits<M> {
    let farthest = (lookahead + MAX_DEVIATIONS * SPREAD).ceil().clamp(1.0, MAX_PLY as f64) as u16;
    let nodes = (NODES * lookahead.exp2()).clamp(1.0, MAX_NODES) as u64;
    Limits {
        depth: Some(limits.depth.map_or(farthest, |depth| depth.min(farthest))),
        nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
        ..limits.clone()
    }
}

/// Standard deviation of the errors of a player who sees so far, in centi-units.
fn error<G: Knowledge>(lookahead: f64) -> f64 {
    ERROR * f64::from(G::SCALE.notable_centi) * (-lookahead).exp2()
}

struct Look<M> {
    m: M,
    /// The static evaluation after the move, for the side that makes it: all that a player
    /// without lookahead sees.
    glance: Score,
    lines: Vec<Line<M>>,
    /// The score that a player believes.
    judged: f64,
}

impl<M: Copy> Look<M> {
    fn new<G: Knowledge<Move = M>>(position: &G, m: M, workspace: &mut Workspace<G>) -> Look<M> {
        let (child, opposes) = after(position, m);
        // A player that does not look does not see that the game is over.
        let glance = match child.status() {
            Some(_) => standing(position, workspace),
            None if opposes => -standing(&child, workspace),
            None => standing(&child, workspace),
        };
        Look { m, glance, lines: Vec::new(), judged: 0.0 }
    }

    fn score(&self, depth: f64) -> Score {
        let seen = self.lines.partition_point(|line| f64::from(line.depth) <= depth);
        self.lines[..seen].last().map_or(self.glance, |line| line.score)
    }
}

fn standing<G: Knowledge>(position: &G, workspace: &mut Workspace<G>) -> Score {
    Score::evaluation(evaluate_alone(position, workspace))
}

fn add<M: Copy + PartialEq>(looks: &mut [Look<M>], news: Report<M>) {
    let Report::Line(line) = news else { return };
    if line.bound == Bound::Exact
        && let Some(look) = looks.iter_mut().find(|look| line.pv.first() == Some(&look.m))
    {
        look.lines.retain(|known| known.depth < line.depth);
        look.lines.push(line);
    }
}

struct Judge {
    lookahead: f64,
    /// Standard deviation of its errors, in centi-units.
    error: f64,
    random: Random,
}

impl Judge {
    /// Judges a move by a depth and an error that are drawn for it. There is no error in a
    /// forced result that is seen; equal ones are chosen at random.
    fn score<M: Copy>(&mut self, look: &mut Look<M>) {
        let depth = self.lookahead + SPREAD * normal(&mut self.random);
        let error = normal(&mut self.random);
        let score = look.score(depth.round());
        let unit = if score.is_decisive() { TIE } else { self.error };
        look.judged = f64::from(score.value()) + unit * error;
    }
}

/// Approximately standard normal: the sum of 12 uniforms.
fn normal(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 20;
    let sum: usize = (0..12).map(|_| random.below(STEPS)).sum();
    sum as f64 / STEPS as f64 - 6.0
}

fn show<G: Knowledge>(
    looks: Vec<Look<G::Move>>,
    task: &Task<'_, G>,
    answer: Answer<G::Move>,
    report: &mut Reporter<'_, G::Move>,
) -> Answer<G::Move> {
    let lines: Vec<Line<G::Move>> =
        looks.into_iter().filter_map(|look| look.lines.into_iter().next_back()).collect();
    for (i, line) in lines.iter().enumerate() {
        let time = task.control.start().elapsed();
        report(Report::Line(Line { rank: i + 1, nodes: answer.nodes, time, ..line.clone() }));
    }
    let Some(line) = lines.first() else { return answer };
    Answer {
        best: line.pv.first().copied(),
        ponder: line.pv.get(1).copied(),
        score: line.score,
        depth: line.depth,
        ..answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sights_lie_on_lines_and_end_with_the_scale() {
        let scale = [(500, -3.0), (700, 1.0), (1700, 6.0)];
        for (elo, lookahead) in
            [(0, -3.0), (500, -3.0), (600, -1.0), (700, 1.0), (1200, 3.5), (3000, 6.0)]
        {
            let level = Level::Elo(elo);
            assert_eq!(lookahead_on(&scale, level), lookahead, "{elo}");
            let rating = rating_on(&scale, level);
            assert_eq!(rating, f64::from(elo.clamp(500, 1700)), "{elo}");
            let centi = Level::CentiPlies((100.0 * lookahead) as i16);
            assert_eq!(
                (rating_on(&scale, centi), lookahead_on(&scale, centi)),
                (rating, lookahead)
            );
        }
        // A fifth of the scale has four levels.
        assert_eq!(rating_on(&scale, Level::Skill(4)), 740.0);
        assert_eq!(lookahead_on(&scale, Level::Skill(4)), 1.2);
        assert_eq!(lookahead_on(&[], Level::Elo(1000)), 0.0);
    }

    #[test]
    fn errors_have_the_mean_and_the_variance_of_the_normal_distribution() {
        const DRAWS: usize = 100_000;
        let mut random = Random::new(1);
        let draws: Vec<f64> = (0..DRAWS).map(|_| normal(&mut random)).collect();
        let mean = draws.iter().sum::<f64>() / DRAWS as f64;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / DRAWS as f64;
        // Five standard deviations of either estimate.
        assert!(mean.abs() < 0.016, "{mean}");
        assert!((variance - 1.0).abs() < 0.023, "{variance}");
        let within = draws.iter().filter(|x| x.abs() < 1.0).count() as f64 / DRAWS as f64;
        assert!((within - 0.6827).abs() < 0.01, "{within}");
    }

    #[test]
    fn a_move_looks_as_it_does_from_the_depth_of_the_look() {
        let line = |depth, score| Line {
            depth,
            seldepth: depth,
            rank: 1,
            score,
            bound: Bound::Exact,
            is_certain: false,
            nodes: 0,
            time: std::time::Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: vec!['a'],
        };
        let centi = Score::evaluation;
        let mut looks = [Look { m: 'a', glance: centi(7), lines: Vec::new(), judged: 0.0 }];
        for (depth, score) in [(1, 20), (2, -300), (3, 10), (3, 15)] {
            add(&mut looks, Report::Line(line(depth, centi(score))));
        }
        for (depth, score) in [(-4.0, 7), (0.0, 7), (1.0, 20), (2.0, -300), (3.0, 15), (9.0, 15)] {
            assert_eq!(looks[0].score(depth), centi(score), "{depth}");
        }
    }

    #[test]
    fn limits_are_those_of_the_sight_unless_they_are_narrower() {
        let bounds = |limits: Limits<()>, lookahead| {
            let limits = within(&limits, lookahead);
            (limits.depth, limits.nodes)
        };
        assert_eq!(bounds(Limits::default(), 0.0), (Some(3), Some(1_000)));
        assert_eq!(bounds(Limits::default(), -9.0), (Some(1), Some(1)));
        assert_eq!(bounds(Limits::default(), 99.0), (Some(102), Some(128_000)));
        assert_eq!(bounds(Limits::depth(2), 4.0), (Some(2), Some(16_000)));
        assert_eq!(bounds(Limits::nodes(5), 4.0), (Some(7), Some(5)));
    }
}
