//! `plyglot analyse`: what every move of a position is worth, and where a game turned.
//!
//! * `study`: the searches, and what they say of a position or of each move of a game.
//! * `text`, `json`: the answers as text, and as JSON for other programs, too. Images: `crate::drawing`.
//! * `command`: the arguments, and the way from them to the last line.

mod command;
mod json;
mod study;
mod text;

pub use command::{command, run};
pub use json::{games, position};
pub use study::AnalysisRequest;
