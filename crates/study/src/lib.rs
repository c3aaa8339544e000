//! Tools that study a game: what moves are worth and why, exact values, what each idea of
//! the search is worth, and games against a person in the terminal.

pub mod analyse;
pub mod compare;
mod drawing;
pub mod explain;
pub mod play;
mod review;
mod shared;
pub mod solve;

pub use drawing::svg;
pub use review::{GameReview, review};
pub use shared::is_next_number;
