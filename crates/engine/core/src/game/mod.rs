//! The traits that define a game for the search and for all other crates.
//!
//! - [`Game`]: the rules. Enough for a search to play.
//! - [`Notation`]: text in and out. Enough for a protocol.
//! - [`Evaluation`]: the static evaluation.
//! - [`Histories`]: what the histories of the search tell apart, which is optional.
//! - [`Knowledge`]: optional knowledge for the search. A [`Solver`] replaces the search where a
//!   game is solved.
//!
//! [`squares`] and [`stones`] read and print boards, which most games need; [`sfen`] reads the
//! positions of shogi programs.
//!
//! This module does not depend on the search or a protocol. [`laws`] checks that
//! an implementation keeps the promises of the traits.

pub mod bits;
mod board_shape;
mod depth;
mod end_name;
pub mod endings;
mod evaluation;
mod exact;
mod game_result;
mod knowledge;
mod labels;
pub mod laws;
mod move_notation;
mod move_space;
pub mod network;
mod notation;
mod picture;
pub mod random;
mod rules;
mod rules_text;
mod scale;
pub mod search_params;
pub mod sfen;
mod solver;
pub mod squares;
pub mod stones;
mod text_error;
pub mod tictactoe;

pub use board_shape::{
    BoardShape, BoardStyle, DARK, HEXAGON_STEPS, HexagonEdge, LIGHT, Mark, Piece, PieceKind, Step,
};
pub use depth::Depth;
pub use end_name::{CountedThings, EndCounts, EndName, EndWay};
pub use evaluation::{
    EvalState, EvalWorkspace, Evaluation, Workspace, evaluate, evaluate_alone, workspace,
};
pub use exact::{Exact, Glance, TablebaseMove, TablebaseMoves, TablebaseValue};
pub use game_result::GameResult;
pub use knowledge::{Histories, Knowledge};
pub use labels::Labels;
pub use move_notation::MoveNotation;
pub use move_space::MoveSpace;
pub use notation::{
    Counted, GameInfo, NamedStart, Notation, OptionKind, OptionSpec, Preset, Strength,
};
pub use picture::{HeldPiece, MoveCells, Picture};
pub use plyglot_support::text::quote;
pub use rules::{Game, Outcome, PathRules, Side, Which};
pub use rules_text::{RulesItem, RulesSection, RulesText};
pub use scale::{MovesToGo, Scale, Wdl, WinRate};
pub use search_params::{Centi, Factor, Milli, Parameter, SearchParams};
pub use solver::{Effort, NodeCounter, Solver, SolverContext};
pub use text_error::{Mismatch, TextError, text_error};
