//! The common parts of `plyglot analyse`, `explain`, `solve` and `play`.
//!
//! * `options`: the arguments for what is studied, and how.
//! * `source`: positions and games from arguments, lines and PGN.
//! * `workers`: many of them at the same time, answered in their order. `answers`: printed as
//!   they come.
//! * `cost`: what a move cost beside the best one, and where a game turned.
//! * `refusal`: what cannot be studied, and why. `effort`: what the searches took.
//! * `text`: scores and lines in readable form. `moves`: their numbers, and their forms.

mod answers;
mod cost;
mod effort;
mod moves;
mod options;
mod refusal;
mod source;
mod text;
mod workers;

pub(crate) use answers::{AnswerPrinter, check_refused};
pub(crate) use cost::{
    MoveCost, NOTABLE, accuracy, cost_of, lost_points, mark, mean_accuracy, turning_point,
};
pub(crate) use effort::SearchEffort;
pub(crate) use moves::move_number;
pub use moves::{changed_cells, number_after, shown_line};
pub(crate) use options::{GameOptionArgs, StudyOptions};
pub(crate) use refusal::Refusal;
pub(crate) use source::{
    GamePosition, PositionLine, Subject, games, place, positions_in, positions_of,
};
pub(crate) use text::{capitalised, chance, ended, line, score};
pub(crate) use workers::{Event, Searches, WorkStep, run, watched};
