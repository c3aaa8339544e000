//! `plyglot spsa`: finds the numbers of a search by games.
//!
//! The numbers ([`SearchParams`](crate::games::SearchParams)) cannot be fitted to
//! positions: what they are worth shows in games alone. Simultaneous
//! perturbation stochastic approximation (Spall, "Multivariate stochastic
//! approximation using a simultaneous perturbation gradient approximation",
//! 1992) changes all of them at once, each by a coin one way or the other,
//! plays those against the opposite ones (`duel`), and moves all a little
//! towards the winners (`climb`). What does not matter is drawn hither and
//! thither; what does goes where the wins are.

pub mod climb;
mod command;
mod duel;
mod options;
pub mod state;

pub use command::run;
