//! `plyglot screen`: what many changes of the parameters of a search are worth, all in the
//! same games.
//!
//! A match of its own for each change would need thousands of games each time. In a
//! screening design every game tells of all changes (Plackett and Burman, "The design of
//! optimum multifactorial experiments", 1946). For each pair of games, each change goes to
//! one of the two sides at random. The score of the side with a change, whatever else it
//! has, says what the change is worth. The bounds are as narrow as those of a match of
//! this change alone, as the other changes cancel out on average.

mod command;
mod effects;
mod options;

pub use command::run;
pub use options::command;
