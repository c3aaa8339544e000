//! The layer between games and the protocol: object-safe traits hide each game's type.
//!
//! The layers above depend on no particular game. Below, only
//! [`Notation`](plyglot_core::game::Notation) deals with text. Longer work is a [`Job`], which
//! owns all its data, so that the caller stays free to read commands.
//!
//! ```
//! use plyglot_core::game::tictactoe::TicTacToe;
//! use plyglot_engine::{Engine, Registry};
//!
//! let registry = Registry::new::<TicTacToe>();
//! let mut engine: Box<dyn Engine> = registry.default_game().open();
//! engine.play("P@b2").unwrap();
//! let reply = engine.legal_move("P@a1").unwrap();
//! assert_eq!(reply.cells.to, Some(6));
//!
//! // A copy is a game of its own.
//! let mut copy = engine.copy();
//! copy.play(&reply.name).unwrap();
//! assert_eq!([engine.legal_moves().len(), copy.legal_moves().len()], [8, 7]);
//! ```
//!
//! A reader begins with these files:
//!
//! 1. `referee.rs` and `interface.rs` have the traits: [`Referee`] (rules), [`MoveText`],
//!    [`Pictures`], [`GameSearch`], [`GameSolver`], and [`Engine`], which is all of them.
//!    `game_engine/` implements them for any game. A [`Line`] is a game in progress for people.
//! 2. `registry/mod.rs` has the list of a program's games. A [`GameEntry`] opens an engine; a
//!    [`ChosenGame`] does, too, with the options that were set.
//! 3. `searchers/` has those who lend an engine a table: [`Analyst`], [`SilentSearcher`],
//!    [`Expert`], and the [`SearchThread`] of the dialogue.
//! 4. `protocol/mod.rs` is the dialogue, `cli/mod.rs` the command line around it.
//! 5. `evaluation/` has positions as networks and weighted sums see them, for training.

mod adjudication;
mod board_text;
pub mod cli;
mod evaluation;
mod game_engine;
mod interface;
mod line;
mod message;
mod move_text;
mod program;
pub mod protocol;
mod referee;
mod registry;
mod searchers;
mod variants_file;

pub use adjudication::{Adjudication, AdjudicationRules, Adjudicator, DrawByScore, WinByScore};
pub use board_text::{BoardText, MAX_CELLS, of_other_side};
pub use cli::main;
pub use evaluation::{NetworkEvaluation, NetworkPosition, PositionOrigin, ReplayError};
#[cfg(feature = "network")]
pub use evaluation::{load_network, network_note, read_network, read_network_for};
pub use game_engine::options::NOTATION;
pub use game_engine::{OpeningFinder, OpeningsRequest, RandomLine, openings, perft, random_walk};
pub use interface::{
    BestMove, Engine, GameSearch, GameSolver, GoLimits, MessageSink, MoveText, Pictures,
    SearchResult, SideClock,
};
pub use line::{Line, LineStep, MoveNumber, first_number};
pub use message::{
    BenchResult, EndingFacts, EndingProgress, EndingRequest, LongestWin, Message, SearchInfo,
    Solution, SolveAim, SolveRequest, SolvedMove, SolvedValue, TableCounts, TableFacts, Value,
};
pub use move_text::{
    LegalMove, Leniency, Paths, PositionError, WrittenPosition, is_null_move, position_command,
    usi_position_command,
};
pub use program::Program;
pub use protocol::{InfoLine, RESIGNATION, ReportedScore, Translator, go_command};
pub use referee::{Ending, GameHistory, GameOver, LineOutcome, Referee, ReplayedMove};
pub use registry::{
    ChosenGame, FromFiles, GameEntry, GameSource, ListedGame, Loaded, OptionValues, Registry,
    RuleWord, RulesFile, SeveralGames,
};
pub use searchers::{Analysis, Analyst, Expert, Job, RunningSearch, SearchThread, SilentSearcher};
pub use variants_file::read_variants;
