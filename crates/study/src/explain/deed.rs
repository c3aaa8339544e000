//! The achievement of a line for the side that begins it.

use super::material::{Gain, number_of_each};
use plyglot_core::game::Outcome;
use plyglot_engine::Value;

/// The pattern on the board by which pieces are won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Motif {
    /// No move could take back on the cell of the piece that is taken.
    Unprotected,
    /// A piece attacks these at once, and takes one of them next.
    DoubleAttack(String),
    /// The piece that gives check takes this one next.
    Check(String),
}

impl Motif {
    /// As in `wins a rook by a double attack on a king and a rook`, or `loses a rook to` it.
    pub(super) fn phrase(&self, is_gain: bool) -> String {
        let by = if is_gain { "by" } else { "to" };
        match self {
            Motif::Unprotected => " that nothing protects".to_owned(),
            Motif::DoubleAttack(pieces) => format!(" {by} a double attack on {pieces}"),
            Motif::Check(piece) => format!(" {by} a check that also aims at {piece}"),
        }
    }
}

/// The achievement of a line for the side that begins it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// The game ends by force.
    End {
        is_win: bool,
        /// Moves of the side that wins, to the end.
        moves: i32,
    },
    /// The game is drawn at the end of the line.
    Draw,
    /// Pieces are exchanged first, and nothing is won or lost: the own one, and the other side's.
    Exchange { own: &'static str, other: &'static str },
    /// Pieces are won or lost.
    Pieces {
        gain: Gain,
        motif: Option<Motif>,
        /// Whether the line is worth at least what the position is worth without a search.
        pays: bool,
    },
}

impl Deed {
    /// The achievement of a line of this value. `None` if that is its value alone. `before` is
    /// the static evaluation of the position before it, for the side that begins.
    pub(super) fn of(
        value: Value,
        ending: Option<Outcome>,
        gain: Option<(Gain, Option<Motif>)>,
        before: Value,
    ) -> Option<Deed> {
        if let Value::End(plies) = value {
            let is_win = plies > 0;
            return Some(Deed::End { is_win, moves: (plies.abs() + i32::from(is_win)) / 2 });
        }
        if ending == Some(Outcome::Drawn) {
            return Some(Deed::Draw);
        }
        let pays = value.order() >= before.order();
        gain.map(|(gain, motif)| Deed::Pieces { gain, motif, pays })
    }

    /// Whether the side that begins the line wins something by it.
    pub(super) fn is_gain(&self) -> bool {
        match self {
            Deed::End { is_win, .. } => *is_win,
            Deed::Draw | Deed::Exchange { .. } => false,
            Deed::Pieces { gain, .. } => gain.exchange.value() > 0,
        }
    }

    /// Whether the side that begins the line loses something by it.
    pub(super) fn is_loss(&self) -> bool {
        match self {
            Deed::End { is_win, .. } => !is_win,
            Deed::Draw | Deed::Exchange { .. } => false,
            Deed::Pieces { gain, pays, .. } => gain.exchange.value() < 0 && !pays,
        }
    }

    /// The value of the pieces won, in the units of scores; that of a forced win is more.
    pub(super) fn value(&self) -> i32 {
        match self {
            Deed::End { is_win: true, .. } => i32::MAX,
            Deed::Pieces { gain, .. } => gain.exchange.value(),
            Deed::End { .. } | Deed::Draw | Deed::Exchange { .. } => 0,
        }
    }

    /// Whether this is a gain of the same kind as another one.
    pub(super) fn is_like(&self, other: Option<&Deed>) -> bool {
        let is_same = |other: &Deed| std::mem::discriminant(self) == std::mem::discriminant(other);
        other.is_some_and(|other| other.is_gain() && is_same(other))
    }

    /// A phrase for another move that misses this achievement of the best one; `None` if
    /// there is nothing to miss.
    pub(super) fn missed(&self) -> Option<String> {
        match self {
            Deed::End { is_win: true, moves: 1 } => Some("misses the win at once".to_owned()),
            Deed::End { is_win: true, moves } => Some(format!("misses the win in {moves} moves")),
            Deed::Pieces { gain, pays: true, .. } if self.is_gain() => {
                let price = gain.exchange.lost().map(|lost| format!(" for {lost}"));
                let won = gain.exchange.won().unwrap_or_default();
                Some(format!("does not win {won}{}", price.unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// As in `it wins a pawn`.
    pub(super) fn third_person(&self) -> String {
        let pay = match self {
            Deed::Pieces { pays: false, .. } if self.is_gain() => ", but stands worse for it",
            Deed::Pieces { pays: true, .. } if !self.is_gain() => ", but stands better for it",
            _ => "",
        };
        format!("{}{pay}", self.brief())
    }

    /// As [`Deed::third_person`], without what it is worth.
    pub(super) fn brief(&self) -> String {
        self.said(["wins", "loses", "draws", "gets", "gives up", "exchanges"])
    }

    /// As in `it wins only a pawn`, where another move wins more.
    pub(super) fn brief_only(&self) -> String {
        self.said([
            "wins only",
            "loses only",
            "draws",
            "gets only",
            "gives up only",
            "exchanges only",
        ])
    }

    /// As in `it would win a pawn`.
    pub(super) fn infinitive(&self) -> String {
        self.said(["win", "lose", "draw", "get", "give up", "exchange"])
    }

    /// A gain that does not pay is not won, and a loss that pays is not lost.
    fn said(&self, [win, lose, draw, get, give, exchange]: [&str; 6]) -> String {
        match self {
            Deed::End { is_win: true, moves: 1 } => format!("{win} at once"),
            Deed::End { is_win: false, moves: 0 | 1 } => format!("{lose} to the next move"),
            Deed::End { is_win, moves } => {
                format!("{} by force in {moves} moves", if *is_win { win } else { lose })
            }
            Deed::Draw => draw.to_owned(),
            Deed::Exchange { own, other } if own == other => format!("{exchange} {own}s"),
            Deed::Exchange { own, other } => {
                let [own, other] = [own, other].map(|name| number_of_each(&[name]));
                format!("{exchange} {own} for {other}")
            }
            Deed::Pieces { gain, motif, pays } => {
                let (won, lost) = (gain.exchange.won(), gain.exchange.lost());
                let (verb, thing, price) = match (self.is_gain(), pays) {
                    (true, true) => (win, won, lost),
                    (true, false) => (get, won, lost),
                    (false, true) => (give, lost, won),
                    (false, false) => (lose, lost, won),
                };
                let price = price.map_or(String::new(), |price| format!(" for {price}"));
                let motif = motif.as_ref().map_or(String::new(), |it| it.phrase(self.is_gain()));
                format!("{verb} {}{price}{motif}", thing.unwrap_or_default())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_counted_in_moves_of_the_winner() {
        let said = |plies| Deed::of(Value::End(plies), None, None, Value::Centi(0)).unwrap();
        for (plies, expected) in [
            (1, "wins at once"),
            (5, "wins by force in 3 moves"),
            (-2, "loses to the next move"),
            (-6, "loses by force in 3 moves"),
        ] {
            assert_eq!(said(plies).third_person(), expected);
        }
        assert_eq!(said(5).infinitive(), "win by force in 3 moves");
        let draw = Deed::of(Value::Centi(0), Some(Outcome::Drawn), None, Value::Centi(0));
        assert_eq!(draw, Some(Deed::Draw));
        assert_eq!(Deed::of(Value::Centi(9), None, None, Value::Centi(0)), None);
    }
}
