//! Games whose rules are read from a file: the format of `variants.ini`, as Fairy-Stockfish
//! defined it.
//!
//! The way of a rule, from its key to a move:
//!
//! 1. Each group of `definition/` has its keys with their types and defaults: a new rule is a line
//!    there.
//! 2. `file/values.rs` reads a value into the field of its key in [`definition::Definition`].
//! 3. [`Rules`] turns a definition into tables for its board: where each kind of piece goes, what
//!    it threatens, the regions.
//! 4. [`Position`] has the pieces. `position/generate.rs` finds moves, `position/legality.rs` and
//!    `position/danger.rs` judge them, `position/play.rs` plays them, `position/ending.rs` says
//!    who has won.
//! 5. `knowledge.rs`, `evaluate.rs` and `network/` are for the search.
//!
//! A game of stones only, such as gomoku or hex, has no pieces that move, and up to 361 cells:
//! `stones/` plays those. [`SizedVariant::new`] decides which type of position a game gets.
//! `library/` has the built-in games.

mod appearance;
pub mod definition;
mod evaluate;
mod fault;
pub mod file;
#[cfg(test)]
mod generated;
mod knowledge;
mod library;
mod marks;
mod network;
mod piece_set;
mod piece_table;
mod position;
mod rules;
mod set;
mod signs;
mod stones;
mod told;
mod warnings;

pub use library::{network_owner, with_library};
pub use network::SquarePlacements;
pub use position::{Move, Position, Verdict};
pub use rules::{Rules, Variant};
pub use set::Set;
pub use stones::{Cell, StoneGame, StonePosition};

use definition::Definition;

/// A game on a board of its size.
#[derive(Clone, Copy, Debug)]
pub enum SizedVariant {
    /// Up to 64 squares.
    Small(&'static Variant<u64>),
    /// Up to 128 squares.
    Large(&'static Variant<u128>),
    /// Only stones, on a board of any size.
    Stones(&'static StoneGame),
}

impl SizedVariant {
    /// The game of a definition, which stays for as long as the program runs.
    pub fn new(definition: Definition) -> SizedVariant {
        if definition.places_stones() {
            SizedVariant::Stones(Box::leak(Box::new(StoneGame::new(definition))))
        } else if u32::from(definition.board.max_file) * u32::from(definition.board.max_rank) <= 64
        {
            SizedVariant::Small(Box::leak(Box::new(Variant::new(definition))))
        } else {
            SizedVariant::Large(Box::leak(Box::new(Variant::new(definition))))
        }
    }

    /// Its definition in the file.
    pub fn definition(self) -> &'static Definition {
        match self {
            SizedVariant::Small(game) => &game.definition,
            SizedVariant::Large(game) => &game.definition,
            SizedVariant::Stones(game) => &game.definition,
        }
    }
}
