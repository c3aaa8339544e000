//! Ends the match if an engine fails in many games in a row: wins against it prove
//! nothing.

use crate::record::{GameRecord, GameResult, Termination};

/// Failed games in a row after which the match ends.
pub(crate) const MAX_FAILURES: u32 = 10;

/// The number of games in a row that each engine has failed in.
#[derive(Debug)]
pub(crate) struct Streaks(Vec<u32>);

impl Streaks {
    pub(crate) fn new(engines: usize) -> Streaks {
        Streaks(vec![0; engines])
    }

    /// Counts a finished game. Returns the engine that has now failed in
    /// [`MAX_FAILURES`] games in a row. A loss on time is no failure here: the engine
    /// played.
    pub(crate) fn note(&mut self, game: &GameRecord) -> Option<usize> {
        use Termination::{Crash, IllegalMove, Stall};
        let GameResult::Win(winner) = game.end.result else {
            game.engines.iter().for_each(|&engine| self.0[engine] = 0);
            return None;
        };
        let (good, lost) = (game.engines[winner.index()], game.engines[1 - winner.index()]);
        self.0[good] = 0;
        self.0[lost] = match game.end.termination {
            Crash | Stall | IllegalMove => self.0[lost] + 1,
            _ => 0,
        };
        (self.0[lost] >= MAX_FAILURES).then_some(lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameEnd;
    use plyglot_core::game::Side;

    fn game(winner: Side, termination: Termination) -> GameRecord {
        let (result, reason) = (GameResult::Win(winner), String::new());
        let end = GameEnd { result, termination, reason };
        GameRecord::alone(None, Vec::new(), end, String::new())
    }

    #[test]
    fn failures_in_a_row_are_counted_from_the_last_game_that_was_played() {
        use Termination::{Crash, Rules, Stall, Time};
        let mut streaks = Streaks::new(2);
        let failure = |n: u32| game(Side::First, if n.is_multiple_of(2) { Crash } else { Stall });
        for played in [Rules, Time] {
            for n in 1..MAX_FAILURES {
                assert_eq!(streaks.note(&failure(n)), None, "{n}");
            }
            assert_eq!(streaks.note(&game(Side::First, played)), None);
        }
        for n in 1..MAX_FAILURES {
            assert_eq!(streaks.note(&failure(n)), None, "{n}");
        }
        assert_eq!(streaks.note(&failure(MAX_FAILURES)), Some(1));
    }
}
