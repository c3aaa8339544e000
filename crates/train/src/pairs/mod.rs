//! Pairs of games between two settings of a search, from one opening with sides exchanged
//! (`game`), and the file of a match of such pairs (`file`).
//!
//! [`spsa`] tunes the parameters of a search by them.

pub(crate) mod file;
pub(crate) mod game;
pub mod spsa;
