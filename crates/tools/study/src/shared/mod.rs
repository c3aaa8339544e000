//! The common parts of `plyglot analyse`, `explain`, `solve` and `play`.
//!
//! * `options`: the arguments for what is studied, and how.
//! * `source`: positions and games from arguments, lines and PGN.
//! * `workers`: many of them at the same time, answered in their order. `answers`: printed as
//!   they come, or why there is none.
//! * `cost`: what a move cost compared with the best one, where a game turned, and what searches took.
//! * `text`: scores, moves and lines in readable form.

mod answers;
mod cost;
mod options;
mod source;
mod text;
mod workers;

pub(crate) use answers::{AnswerPrinter, Refusal, check_refused};
pub use cost::{GameReview, MarkedMove, MoveChances, review};
pub(crate) use cost::{
    MoveCost, NOTABLE, SearchEffort, accuracy, cost_of, keeps_result, leads, lost_points, mark,
};
pub(crate) use options::{GameOptionArgs, StudyOptions};
pub(crate) use source::{
    GamesRead, PositionLine, Subject, check_no_game, each_game, games, positions_in, positions_of,
    set_position,
};
pub(crate) use text::{chance, ended, line, score, winner};
pub(crate) use workers::{Event, Searches, WorkStep, Worker, run, watched, workers_for};
