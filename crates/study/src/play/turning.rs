//! The turning points of a game: each move beside the best one.

use super::game::PlayedGame;
use super::thinker::Thinker;
use crate::shared::{self, MoveCost, NOTABLE};
use anyhow::Result;
use plyglot_core::game::Side;
use plyglot_engine::GoLimits;
use std::time::Duration;

/// The nodes of a search, and its time. A move takes two searches at most.
const NODES: u64 = 20_000;
const TIME: Duration = Duration::from_millis(25);
/// A move that was not the best.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mistake {
    /// The moves before it.
    pub(super) place: usize,
    pub(super) side: Side,
    /// The points that its side expected after it, and after the best move.
    pub(super) played: f64,
    pub(super) best: f64,
    /// The points that it cost.
    pub(super) lost: f64,
    /// The best move, in its form for users.
    pub(super) better: String,
}

/// The notable mistakes of a game, in its order, found in at most about this time. `None` if
/// the search was interrupted.
///
/// # Errors
/// If the system provides no thread.
pub(super) fn mistakes(
    thinker: &mut Thinker,
    game: &PlayedGame,
    time: Duration,
) -> Result<Option<Vec<Mistake>>> {
    let names = game.names();
    let mut mistakes = Vec::new();
    let share = time / u32::try_from(2 * names.len().max(1)).unwrap_or(u32::MAX);
    let move_time = Some(TIME.min(share));
    let limits = GoLimits { nodes: Some(NODES), move_time, ..GoLimits::default() };
    for (place, turn) in game.turns().iter().enumerate() {
        let before = &names[..place];
        let search = |limits: &GoLimits| -> Result<_> {
            Ok(thinker.search(game.start(), before, limits, 1)?.lines.into_iter().next())
        };
        let found = shared::cost_of(&turn.played.name, &limits, search)?;
        if thinker.was_interrupted() {
            return Ok(None);
        }
        let Some(MoveCost { played, best }) = found else { continue };
        let lost = shared::lost_points(best.wdl, played.wdl);
        if lost >= NOTABLE {
            let better = game.shown_line(place, &best.pv[..best.pv.len().min(1)]).pop();
            let better = better.unwrap_or_default();
            let (side, played, best) = (turn.side, played.wdl.points(), best.wdl.points());
            mistakes.push(Mistake { place, side, played, best, lost, better });
        }
    }
    Ok(Some(mistakes))
}

/// The mistake that cost most, of those of a side for which `is_meant` is true.
pub(super) fn costliest(mistakes: &[Mistake], is_meant: impl Fn(Side) -> bool) -> Option<&Mistake> {
    let meant: Vec<&Mistake> = mistakes.iter().filter(|mistake| is_meant(mistake.side)).collect();
    shared::turning_point(meant.iter().map(|mistake| mistake.lost)).map(|place| meant[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(place: usize, lost: f64) -> Mistake {
        let side = if place.is_multiple_of(2) { Side::First } else { Side::Second };
        Mistake { place, side, played: 1.0 - lost, best: 1.0, lost, better: String::new() }
    }

    #[test]
    fn the_costliest_mistake_is_the_first_of_its_cost() {
        let mistakes = [mistake(1, 0.25), mistake(2, 0.25), mistake(4, 0.75)];
        assert_eq!(costliest(&mistakes, |_| true), Some(&mistakes[2]));
        assert_eq!(costliest(&mistakes[..2], |_| true), Some(&mistakes[0]));
        assert_eq!(costliest(&mistakes, |side| side == Side::Second), Some(&mistakes[0]));
        assert_eq!(costliest(&[], |_| true), None);
    }
}
