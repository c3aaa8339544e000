//! The players of both sides.

use plyglot_core::game::Side;

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// A person at the prompt.
    Person,
    /// This program.
    Plyglot,
    /// Another engine, by its number.
    Opponent(usize),
}

/// Both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seats(pub(super) [Seat; 2]);

impl Seats {
    /// The player of this side.
    pub(super) fn at(self, side: Side) -> Seat {
        self.0[side.index()]
    }

    /// Whether a person plays this side.
    pub(super) fn is_person(self, side: Side) -> bool {
        self.at(side) == Seat::Person
    }

    /// How many people play.
    pub(super) fn people(self) -> usize {
        self.0.iter().filter(|&&seat| seat == Seat::Person).count()
    }

    /// Whether Plyglot plays a side.
    pub(super) fn has_plyglot(self) -> bool {
        self.0.contains(&Seat::Plyglot)
    }

    /// Exchanges the sides.
    pub(super) fn swap(&mut self) {
        self.0.reverse();
    }
}
