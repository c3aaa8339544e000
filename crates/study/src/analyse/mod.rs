//! `plyglot analyse`: what every move of a position is worth, and where a game turned.
//!
//! * `options`: the arguments.
//! * `study`: the searches, and what they say of a position or of each move of a game.
//! * `text`, `json`: the answers as text and as JSON. Images: `crate::drawing`.
//! * `answer`: for other programs.
//! * `command`: from the arguments to the last line.

mod answer;
mod command;
mod json;
mod options;
mod study;
mod text;

pub use answer::{games, position};
pub use command::run;
pub use options::command;
pub use study::AnalysisRequest;
