//! `plyglot spsa`: tunes the parameters of a search by games.
//!
//! These parameters ([`SearchParams`](plyglot_core::game::SearchParams)) cannot be fitted to
//! positions: only games show what they are worth. The method is simultaneous
//! perturbation stochastic approximation (Spall, "Multivariate stochastic approximation
//! using a simultaneous perturbation gradient approximation", 1992). Each step moves
//! all parameters at once, each in a random direction. It plays that setting against
//! the opposite one (`pairs::game`), and then moves all a little towards the winner
//! (`step`). Parameters that do not matter drift; the others move to better values.

mod command;
mod options;
mod step;

pub use command::run;
pub use options::command;
