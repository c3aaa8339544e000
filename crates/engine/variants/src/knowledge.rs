//! Knowledge for the search that holds for any game from a file.

use crate::position::{Move, Position, WHOLE_GAME};
use crate::set::Set;
use plyglot_core::game::endings::{EndingRules, Man, Men};
use plyglot_core::game::{
    Centi, Depth, Exact, Game, Glance, Histories, Knowledge, Notation, SearchParams, Side,
    TablebaseValue,
};
use plyglot_definition::MAX_KINDS;
use std::hash::Hash;

/// The kinds of which each has entries of its own on the largest board. For all 32, the histories
/// of a thread would take 134 MB in place of 19.
const HISTORY_KINDS: usize = 12;

impl<S: Set + Hash> Histories for Position<S> {
    const HISTORY_SIZE: usize = HISTORY_KINDS * S::SQUARES;
    const CAPTURED_KINDS: usize = MAX_KINDS;

    fn history_index(&self, m: Move) -> usize {
        let squares = usize::from(self.rules().size.squares());
        let index = usize::from(self.moving_kind(m)) * squares + usize::from(m.to());
        index % Self::HISTORY_SIZE
    }

    fn captured_kind(&self, m: Move) -> usize {
        self.captured(m).map_or(0, usize::from)
    }
}

impl<S: Set + Hash> Knowledge for Position<S> {
    // Greater margins, as the evaluation counts little but pieces: +42 Elo at 40,000 nodes in six games
    // (docs/log/matches.csv, "margins at depth").
    const PARAMS: SearchParams = {
        let mut params = SearchParams::TACTICAL;
        params.reverse_futility.margin = Centi(100);
        params.futility.base = Centi(150);
        params.futility.margin = Centi(120);
        params
    };

    const HAS_TABLEBASE: bool = true;

    // Compulsory captures without a king are the whole game, as in antichess, which lost 188 of
    // 340 games with them. In losers they won 45 of 60.
    fn glance(&self) -> Glance {
        if self.can_connect() || self.can_win_by_flag() {
            return Glance::Known(Exact::Win(1));
        }
        let must_capture = self.must_jump() || self.rules().king.is_some() && self.must_capture();
        if self.is_check() || must_capture { Glance::Forced } else { Glance::Open }
    }

    fn may_be_drawn(&self) -> bool {
        self.rules().character.may_be_drawn
    }

    #[inline]
    fn probe_tablebase(&self, _depth: Depth) -> Option<TablebaseValue> {
        self.ending_value().map(TablebaseValue::Exact)
    }

    fn read_tables(&self) {
        self.read_endings();
    }

    fn ending_rules(&self) -> Result<EndingRules, String> {
        self.rules_of_endings()
    }

    fn men(&self) -> Option<Men> {
        self.listed_men()
    }

    fn with_men(&self, side: Side, men: &[Man]) -> Option<Position<S>> {
        self.set_up(side, men)
    }

    /// If a side must capture, has to drop, or wins by having no move, it is often good to
    /// have no choice; and passing is no help where it is a move, or where a good one is taken over.
    fn null_move(&self) -> Option<Position<S>> {
        self.after_pass()
    }

    fn may_be_zugzwang(&self) -> bool {
        self.own(self.side()).count() < 6
    }

    fn threatens(&self, m: Move) -> bool {
        self.gives_check(m)
    }

    /// The value of the captured piece, less a little of the capturing one's; of an explosion,
    /// all that it destroys.
    fn capture_value(&self, m: Move) -> i32 {
        if let Some(gain) = self.blast_gain(m) {
            return gain;
        }
        if self.captures_last(m) {
            return WHOLE_GAME;
        }
        let moving = self.rules().values().pieces[usize::from(self.moving_kind(m))];
        self.gain(m) - moving / 16
    }

    /// An explosion leaves nothing to be captured.
    fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        if self.rules().definition.effects.blast_on_capture {
            let gain = self.blast_gain(m).unwrap_or_else(|| self.gain(m) - self.blast_loss(m));
            return gain >= threshold;
        }
        self.captures_last(m) || self.exchange_gains(m, threshold)
    }
}

impl<S: Set + Hash> Position<S> {
    /// Whether a move captures the last piece of a kind that the other side must not lose.
    fn captures_last(&self, m: Move) -> bool {
        self.last_pieces(!self.side()).has(m.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SizedVariant;
    use crate::rules::Variant;
    use crate::test_games::library;
    use plyglot_core::game::Notation;
    use plyglot_core::game::random::Random;
    use plyglot_definition::Definition;

    /// What no rule but those on moves tells: every move of random games captures.
    #[test]
    fn games_of_captures_alone_have_no_other_moves() {
        fn check<S: Set + Hash>(game: &'static Variant<S>, random: &mut Random) -> bool {
            for _ in 0..10 {
                let mut position = Position::start(game);
                let mut moves = position.legal_moves();
                while game.rules().character.captures_alone && !moves.is_empty() {
                    assert!(moves.iter().all(|&m| position.is_capture(m)), "{}", position.print());
                    position.play(moves[random.below(moves.len())]);
                    moves = position.legal_moves();
                }
            }
            game.rules().character.captures_alone
        }
        let mut random = Random::new(1);
        let mut is_one = |definition: &Definition| match SizedVariant::new(definition.clone()) {
            SizedVariant::Small(game) => check(game, &mut random),
            SizedVariant::Large(game) => check(game, &mut random),
            SizedVariant::Stones(_) => false,
        };
        let found = library().into_iter().filter(|definition| is_one(definition));
        let mut names: Vec<String> = found.map(|definition| definition.name).collect();
        names.sort_unstable();
        assert_eq!(names, ["clobber", "clobber10", "massacre"]);
    }
}
