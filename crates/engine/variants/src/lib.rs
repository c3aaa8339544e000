//! Games whose rules are data: a definition with the keys of `variants.ini`, the format that
//! Fairy-Stockfish defined, is played and searched here. `plyglot-definition` reads it from a file.
//!
//! The way of a rule, from its key to a move:
//!
//! 1. Each group of `plyglot-definition` has a row for each of its keys: a new rule begins there.
//! 2. `file/values.rs` there reads a value into the field of its key in
//!    [`Definition`](plyglot_definition::Definition).
//! 3. [`Rules`] turns a definition into tables for its board: where each kind of piece goes, what
//!    it threatens, the regions.
//! 4. [`Position`] has the pieces. `position/generate.rs` finds moves, `position/legality.rs` and
//!    `position/danger.rs` judge them, `position/play.rs` plays them, `position/verdict.rs` says
//!    who has won, by the ends of `end.rs` of `plyglot-definition`.
//! 5. `knowledge.rs`, `evaluate.rs` and `network/` are for the search.
//! 6. `rules_text/rules.txt` of `plyglot-library` has its sentence; a game of the library that sets
//!    the key must be told otherwise without it. Warnings, the glossary and docs/rules_keys.md are
//!    made of the row.
//!
//! If the rule needs to know more than a position has, that is a field:
//!
//! - **A number for each side**, such as the checks that it still has to give, is one more of
//!   `Counters` in `counters.rs`. The compiler asks for its part in FEN, the hash, images of the
//!   position and the inputs of networks.
//! - **Anything else** is a field of [`Position`], which `position/play.rs` keeps up to date and
//!   `position/fen.rs` reads and writes. The compiler asks whether the hash, an image
//!   (`position/image.rs`) and a position of other men have it. Networks do not see it.
//!
//! `generated.rs` of `plyglot-library` finds a game with such a rule for which men alone are taken
//! for the whole position (`check_endings` and `path_rules.rs` of `plyglot-definition`), or which is
//! played as stones alone (`places_stones`). Nobody asks for its value (`evaluate.rs`), for the text
//! beside the board (`position/drawing.rs`), nor for what the page shows as counted
//! (`position/end_name.rs`). The relative of a rule shows all places: search for `check_counting`.
//!
//! To find what a key does, search for its field, which stands in the row.
//!
//! A game of stones only, such as gomoku or hex, has no pieces that move, and up to 361 cells:
//! `stones/` plays those. [`SizedVariant::new`] decides which type of position a game gets.

mod appearance;
mod counters;
mod evaluate;
mod knowledge;
mod marks;
mod network;
mod piece_set;
mod piece_table;
mod position;
mod rules;
mod set;
mod signs;
mod sized;
mod start;
mod stones;

pub use network::SquarePlacements;
pub use piece_set::{PieceSet, notations, piece_name, piece_set};
pub use position::{Move, Position, Verdict};
pub use rules::{Rules, Variant, kind_count, reachable};
pub use set::Set;
pub use sized::SizedVariant;
pub use start::{EarlyEnd, Square, StartFacts, Swap};
pub use stones::{Cell, StoneGame, StonePosition};

#[cfg(test)]
mod test_games;
