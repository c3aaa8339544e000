//! Knowledge for the search that holds for any game from a file.

use crate::definition::MAX_KINDS;
use crate::position::{Move, Position};
use crate::set::Set;
use plyglot_chess::chess::Chess;
use plyglot_core::game::{Centi, Game, Glance, Histories, Knowledge, SearchParams};
use std::hash::Hash;

/// The value of a piece whose loss ends the game, in centi-units: more than all others together.
const WHOLE_GAME: i32 = 10_000;

impl<S: Set + Hash> Histories for Position<S> {
    const HISTORY_SIZE: usize = MAX_KINDS * S::SQUARES;
    const CAPTURED_KINDS: usize = MAX_KINDS;

    /// The kind of the moving piece and its target.
    fn history_index(&self, m: Move) -> usize {
        usize::from(self.moving_kind(m)) * S::SQUARES + usize::from(m.to())
    }

    fn captured_kind(&self, m: Move) -> usize {
        self.captured(m).map_or(0, usize::from)
    }
}

impl<S: Set + Hash> Knowledge for Position<S> {
    // Tuned for chess, whose games also have captures, checks and promotions. Greater margins where
    // the evaluation counts little but pieces were better in each of seven games, by 9 to 35 Elo
    // (docs/log/matches.csv, "screen of games from files").
    const PARAMS: SearchParams = {
        let mut params = <Chess as Knowledge>::PARAMS;
        params.reverse_futility.margin = Centi(44);
        params.futility.base = Centi(66);
        params.futility.margin = Centi(56);
        params
    };

    // Compulsory captures without a king are the whole game, as in antichess, which lost 188 of
    // 340 games with them. In losers they won 45 of 60.
    fn glance(&self) -> Glance {
        let must_capture = self.must_jump() || self.rules().king.is_some() && self.must_capture();
        if self.is_check() || must_capture { Glance::Forced } else { Glance::Open }
    }

    /// Where a side must capture, has to drop, or wins by having no move, it is often good to
    /// have no choice; and passing is no help where it is a move.
    fn null_move(&self) -> Option<Position<S>> {
        self.passed()
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
        if self.rules().definition.effects.captures_blast {
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

    /// The values of the pieces on these squares, in centi-units.
    fn worth_of(&self, squares: S) -> i32 {
        let values = self.rules().values();
        squares.squares().map(|square| values.pieces[usize::from(self.kind_at(square))]).sum()
    }

    /// What a move captures beside its target, in centi-units.
    pub(crate) fn worth_around(&self, m: Move) -> i32 {
        let rules = self.rules();
        if rules.jumps.is_none() && rules.custodial.is_none() {
            return 0;
        }
        let captured = self.captured_around(m);
        let king = rules.definition.captures.custodial_king;
        match king.map(|king| self.pieces_of_one(!self.side(), king)) {
            Some(kings) if kings.meets(captured) => WHOLE_GAME,
            _ => self.worth_of(captured),
        }
    }

    /// The material that an exploding capture gains, in centi-units; `None` for other moves.
    fn blast_gain(&self, m: Move) -> Option<i32> {
        if !self.rules().definition.effects.captures_blast || self.captured(m).is_none() {
            return None;
        }
        let (us, hit) = (self.side(), self.blasted(m.to()));
        if hit.meets(self.last_pieces(!us)) {
            return Some(WHOLE_GAME);
        }
        let worth = |set: S| self.worth_of(set);
        Some(worth(hit & self.own(!us)) - worth(hit & self.own(us) | S::bit(m.from())))
    }

    /// The material that a move without capture leaves to an explosion on its target, in
    /// centi-units: what the cheapest capture there costs the side that moves more than the other.
    fn blast_loss(&self, m: Move) -> i32 {
        let (us, target, rules) = (self.side(), S::bit(m.to()), self.rules());
        let hit = self.blasted(m.to()) & !S::bit(m.from());
        if hit.meets(self.last_pieces(!us)) {
            return 0;
        }
        let occupied = self.occupied() & !S::bit(m.from()) | target;
        let attackers = self.attackers(!us, m.to(), occupied) & !self.last_pieces(!us);
        let others = hit & self.own(!us);
        let Some(costs) =
            attackers.squares().map(|from| self.worth_of(others | S::bit(from))).min()
        else {
            return 0;
        };
        if hit.meets(self.last_pieces(us)) {
            return WHOLE_GAME;
        }
        let moved = rules.values().pieces[usize::from(self.becomes(m))];
        (moved + self.worth_of(hit & self.own(us)) - costs).max(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Position;
    use crate::variant::child_of_chess;
    use plyglot_core::game::{Knowledge, Notation};

    /// Whether a move of atomic chess gains at least this much, by explosions on its target.
    fn gains(fen: &str, text: &str, least: i32) -> bool {
        let rules = "king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\n\
                     extinctionPieceTypes = k\nextinctionPseudoRoyal = true";
        let position = Position::parse_with(child_of_chess(rules), fen).expect("a position");
        let m = position.parse_move(text).expect("a move");
        position.see_at_least(m, least)
    }

    #[test]
    fn a_move_loses_what_an_explosion_on_its_target_takes() {
        // A pawn takes the knight and is gone, too; a queen that takes it costs its side more.
        let pawn = "4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 1";
        assert!(!gains(pawn, "d3e5", -100) && gains(pawn, "d3e5", -400));
        assert!(gains("4k3/4q3/8/8/8/3N4/8/4K3 w - - 0 1", "d3e5", 0));
        // The rook beside the knight explodes with it, and so does a bishop of the other side.
        assert!(!gains("4k3/8/3p4/3R4/8/3N4/8/4K3 w - - 0 1", "d3e5", -600));
        assert!(gains("4k3/8/3p4/5b2/8/3N4/8/4K3 w - - 0 1", "d3e5", 0));
        // A side cannot blow up its own king; if it can blow up the other, it wins.
        assert!(gains("8/8/3pk3/8/8/3N4/8/4K3 w - - 0 1", "d3e5", 0));
        assert!(!gains("4k3/8/3p4/8/3K4/3N4/8/8 w - - 0 1", "d3e5", -5000));
    }
}
