//! The layer between games and the protocol: object-safe traits hide each game's type.
//!
//! The layers above depend on no particular game. Below, only
//! [`Notation`](plyglot_core::game::Notation) deals with text. Longer work is a [`Job`], which owns
//! all its data, so that the caller stays free to read commands.

mod adjudication;
mod analyst;
mod bench;
pub mod cli;
mod expert;
mod features;
mod game_engine;
#[cfg_attr(not(feature = "hash-file"), path = "no_hash_file.rs")]
mod hash_file;
mod interface;
mod memory;
mod message;
mod move_text;
mod network_evaluation;
#[cfg(feature = "network")]
mod network_file;
mod openings;
mod options;
mod perft;
mod position;
mod program;
pub mod protocol;
mod referee;
mod registry;
mod retrograde;
#[cfg_attr(target_family = "wasm", path = "no_search_thread.rs")]
mod search_thread;
mod self_player;
mod solution;
mod variants_file;
mod written_position;

pub use adjudication::{Adjudication, AdjudicationRules, Adjudicator, DrawByScore, WinByScore};
pub use analyst::{Analysis, Analyst, RunningSearch};
pub use cli::main;
pub use expert::Expert;
pub use features::{FeatureCount, Features, LinearEvaluation, ReplayError, SampleInfo};
pub use interface::{
    Engine, GoLimits, LegalMove, MessageSink, OpeningsRequest, Paths, SideClock, Trial,
};
pub use memory::available_mib;
pub use message::{BenchResult, Message, SearchInfo, Value};
pub use move_text::PositionError;
pub use network_evaluation::{NetworkEvaluation, NetworkPosition};
#[cfg(feature = "network")]
pub use network_file::{load_network, network_note, read_network, read_network_for};
pub use openings::{Opening, OpeningFinder, random_walk};
pub use perft::perft;
pub use program::Program;
pub use referee::{Ending, LineOutcome, Referee};
pub use registry::{GameEntry, GameSource, ListedGame, Loaded, NameTaken, NamedGame, Registry};
pub use retrograde::TableCounts;
pub use search_thread::{Job, SearchThread};
pub use self_player::{SelfPlayer, TrialRequest};
pub use solution::{Solution, SolveAim, SolveRequest, SolvedMove, SolvedValue, TableFacts};
pub use variants_file::read_variants;
pub use written_position::WrittenPosition;
