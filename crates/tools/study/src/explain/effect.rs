//! The achievement of a line for the side that begins it.

use super::material::{Gain, noun, number_of_each};
use plyglot_core::game::{Outcome, PieceKind};
use plyglot_engine::Value;
use plyglot_support::text::plural;

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

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    End {
        is_win: bool,
        /// The plies to the end. In some games a side may end the game against itself.
        plies: u32,
    },
    Draw,
    /// Pieces are exchanged first, and nothing is won or lost: the own one, and the other side's.
    Exchange {
        own: &'static PieceKind,
        other: &'static PieceKind,
    },
    Pieces {
        gain: Gain,
        motif: Option<Motif>,
        /// Whether the line is worth at least what the position is worth without a search.
        pays: bool,
    },
}

impl Effect {
    /// The achievement of a line of this value. `None` if that is only its value. `before` is
    /// the static evaluation of the position before it, for the side that begins.
    pub(super) fn new(
        value: Value,
        ending: Option<Outcome>,
        gain: Option<Gain>,
        motif: Option<Motif>,
        before: Value,
    ) -> Option<Effect> {
        if let Value::End(plies) = value {
            return Some(Effect::End { is_win: plies > 0, plies: plies.unsigned_abs() });
        }
        if ending == Some(Outcome::Drawn) {
            return Some(Effect::Draw);
        }
        let pays = value.order() >= before.order();
        Some(Effect::Pieces { gain: gain?, motif, pays })
    }

    pub(super) fn is_gain(&self) -> bool {
        match self {
            Effect::End { is_win, .. } => *is_win,
            Effect::Draw | Effect::Exchange { .. } => false,
            Effect::Pieces { gain, .. } => gain.exchange.value() > 0,
        }
    }

    pub(super) fn is_loss(&self) -> bool {
        match self {
            Effect::End { is_win, .. } => !is_win,
            Effect::Draw | Effect::Exchange { .. } => false,
            Effect::Pieces { gain, pays, .. } => gain.exchange.value() < 0 && !pays,
        }
    }

    /// The value of the pieces won, in the units of scores; that of a forced win is more.
    pub(super) fn value(&self) -> i32 {
        match self {
            Effect::End { is_win: true, .. } => i32::MAX,
            Effect::Pieces { gain, .. } => gain.exchange.value(),
            Effect::End { .. } | Effect::Draw | Effect::Exchange { .. } => 0,
        }
    }

    pub(super) fn is_like(&self, other: Option<&Effect>) -> bool {
        let is_same =
            |other: &Effect| std::mem::discriminant(self) == std::mem::discriminant(other);
        other.is_some_and(|other| other.is_gain() && is_same(other))
    }

    /// A phrase for another move that misses this achievement of the best one; `None` if
    /// there is nothing to miss.
    pub(super) fn missed(&self) -> Option<String> {
        match self {
            Effect::End { is_win: true, plies: 1 } => Some("misses the win at once".to_owned()),
            Effect::End { is_win: true, plies: 2 } => Some("misses the forced win".to_owned()),
            Effect::End { is_win: true, plies } => {
                Some(format!("misses the win in {} moves", plies.div_ceil(2)))
            }
            Effect::Pieces { gain, pays: true, .. } if self.is_gain() => {
                let plain = Effect::Pieces { gain: gain.clone(), motif: None, pays: true };
                Some(format!("does not {}", plain.infinitive()))
            }
            _ => None,
        }
    }

    /// As in `it wins a pawn`.
    pub(super) fn third_person(&self) -> String {
        let pay = match self {
            Effect::Pieces { pays: false, .. } if self.is_gain() => ", but stands worse for it",
            Effect::Pieces { pays: true, .. } if !self.is_gain() => ", but stands better for it",
            _ => "",
        };
        format!("{}{pay}", self.brief())
    }

    /// As [`Effect::third_person`], without what it is worth.
    pub(super) fn brief(&self) -> String {
        self.phrase(VerbForm::ThirdPerson, "")
    }

    /// As in `it wins only a pawn`, where another move wins more.
    pub(super) fn brief_only(&self) -> String {
        self.phrase(VerbForm::ThirdPerson, " only")
    }

    /// As in `it would win a pawn`.
    pub(super) fn infinitive(&self) -> String {
        self.phrase(VerbForm::Infinitive, "")
    }

    fn phrase(&self, form: VerbForm, only: &str) -> String {
        match self {
            Effect::End { is_win, plies } => {
                let verb = form.inflected(if *is_win { "win" } else { "lose" });
                match (is_win, plies) {
                    (_, 1) => format!("{verb} at once"),
                    (true, 2) => format!("{verb} after any reply"),
                    (false, 0 | 2) => format!("{verb} to the next move"),
                    _ => format!("{verb} by force in {} moves", plies.div_ceil(2)),
                }
            }
            Effect::Draw => form.inflected("draw"),
            Effect::Exchange { own, other } if own == other => {
                format!("{}{only} {}", form.inflected("exchange"), plural(&noun(own)))
            }
            Effect::Exchange { own, other } => {
                let own = number_of_each(&[*own]);
                let other = number_of_each(&[*other]);
                format!("{}{only} {own} for {other}", form.inflected("exchange"))
            }
            Effect::Pieces { gain, motif, pays } => {
                self.pieces_phrase(gain, motif.as_ref(), *pays, form, only)
            }
        }
    }

    /// A gain that does not pay is not won, and a loss that pays is not lost. Promotions are named
    /// apart from captures.
    fn pieces_phrase(
        &self,
        gain: &Gain,
        motif: Option<&Motif>,
        pays: bool,
        form: VerbForm,
        only: &str,
    ) -> String {
        let is_gain = self.is_gain();
        let won = gain.exchange.won();
        let lost = gain.exchange.lost();
        let promoted = gain.exchange.promoted();
        let promoted = promoted.map(|what| format!("{}{only} {what}", form.inflected("promote")));
        let allowed = gain.exchange.promoted_by_other();
        let allowed =
            allowed.map(|what| format!("{} the promotion of {what}", form.inflected("allow")));
        let (verb, thing, price, good, bad) = match (is_gain, pays) {
            (true, true) => ("win", won, lost, promoted, allowed),
            (true, false) => ("get", won, lost, promoted, allowed),
            (false, true) => ("give up", lost, won, allowed, promoted),
            (false, false) => ("lose", lost, won, allowed, promoted),
        };
        let verb = form.inflected(verb);
        let motif = motif.map_or(String::new(), |motif| motif.phrase(is_gain));
        let price = price.map_or(String::new(), |price| format!(" for {price}"));
        let bad = bad.map_or(String::new(), |bad| format!(", but {bad}"));
        match (thing, good) {
            (Some(thing), None) => format!("{verb}{only} {thing}{price}{motif}{bad}"),
            // How it wins is not how it promotes.
            (Some(thing), Some(good)) => format!("{verb}{only} {thing}{price} and {good}{bad}"),
            (None, good) => format!("{}{price}{bad}", good.unwrap_or_default()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VerbForm {
    Infinitive,
    ThirdPerson,
}

impl VerbForm {
    /// A verb whose other words are behind it: `give up`, `gives up`.
    fn inflected(self, verb: &str) -> String {
        let (first, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
        let ending = if self == VerbForm::ThirdPerson { "s" } else { "" };
        format!("{first}{ending}{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_after(plies: i32) -> Effect {
        Effect::new(Value::End(plies), None, None, None, Value::Centi(0)).unwrap()
    }

    /// Some games end by a move of the side that wins, others by the other side's.
    #[test]
    fn ends_are_counted_in_moves() {
        for (plies, expected) in [
            (1, "wins at once"),
            (2, "wins after any reply"),
            (4, "wins by force in 2 moves"),
            (5, "wins by force in 3 moves"),
            (-1, "loses at once"),
            (-2, "loses to the next move"),
            (-3, "loses by force in 2 moves"),
            (-6, "loses by force in 3 moves"),
        ] {
            assert_eq!(end_after(plies).third_person(), expected);
        }
        assert_eq!(end_after(5).infinitive(), "win by force in 3 moves");
        let draw = Effect::new(Value::Centi(0), Some(Outcome::Drawn), None, None, Value::Centi(0));
        assert_eq!(draw, Some(Effect::Draw));
        assert_eq!(Effect::new(Value::Centi(9), None, None, None, Value::Centi(0)), None);
    }
}
