//! The progress line of self-play.

use super::options::DatagenOptions;
use plyglot_support::text::{clock, short};
use std::time::Duration;

/// The games and positions so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) games: u64,
    /// Positions with a score.
    pub(super) positions: u64,
    pub(super) nodes: u64,
}

impl Count {
    /// The progress towards the wanted games, or positions: done, and the total if it
    /// is limited.
    pub(super) fn of(&self, options: &DatagenOptions) -> (u64, Option<u64>) {
        match options.games {
            Some(games) => (self.games, Some(games)),
            None => (self.positions, options.positions),
        }
    }

    pub(super) fn is_enough(&self, options: &DatagenOptions) -> bool {
        options.games.is_some_and(|games| self.games >= games)
            || options.positions.is_some_and(|positions| self.positions >= positions)
    }
}

/// The progress line, without a line end: games and positions in total, the speed of
/// this run, and the time to go.
pub(super) fn line(
    options: &DatagenOptions,
    before: &Count,
    now: &Count,
    elapsed: Duration,
) -> String {
    let of = |end: Option<u64>| end.map_or(String::new(), |end| format!("/{end}"));
    let per_second = |number: u64| number as f64 / elapsed.as_secs_f64().max(1e-9);
    let mut parts = vec![
        format!("games {}{}", now.games, of(options.games)),
        format!("positions {}{}", now.positions, of(options.positions)),
        format!("{:.1} games/s", per_second(now.games - before.games)),
        format!("{} nodes/s", short(per_second(now.nodes))),
    ];
    let rows = [
        (before.games, now.games, options.games),
        (before.positions, now.positions, options.positions),
    ];
    let left = rows.into_iter().filter_map(|(before, now, end)| to_go(before, now, end?, elapsed));
    parts.extend(left.min().map(|left| format!("{} to go", clock(left))));
    parts.join(" | ")
}

/// The estimated time for the rest at the speed so far; `None` before the first game,
/// and when nothing is left.
fn to_go(before: u64, now: u64, end: u64, elapsed: Duration) -> Option<Duration> {
    /// Some three hundred years.
    const LONGEST: f64 = 1e10;
    let (made, left) = (now - before, end.checked_sub(now).filter(|&left| left > 0)?);
    let seconds = elapsed.as_secs_f64() * left as f64 / made as f64;
    (made > 0).then(|| Duration::from_secs_f64(seconds.min(LONGEST)))
}
