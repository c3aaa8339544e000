//! The description of a match, with every value checked.

use plyglot_engine::AdjudicationRules;
use plyglot_support::sprt::Sprt;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

/// A whole match.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the game as in `UCI_Variant`, or an alias. An unknown name is
    /// allowed if every engine speaks UGI.
    pub game: String,
    /// The engines, at least two. Results are shown from the view of the first.
    pub engines: Vec<EngineSpec>,
    /// Which engines meet.
    pub pairing: Pairing,
    /// How often each pair of engines meets.
    pub rounds: u32,
    /// Games per meeting: 1, or 2 with sides exchanged.
    pub games: u32,
    /// Whether both games of a meeting begin with the same opening.
    pub repeat: bool,
    /// Games played at the same time, at least 1.
    pub concurrency: usize,
    /// Where openings come from.
    pub openings: Openings,
    /// A sequential test (SPRT) between the first two engines.
    pub sprt: Option<Sprt>,
    /// When scores or length end a game. The opening's plies count.
    pub adjudication: AdjudicationRules,
    /// The optional checks of what engines report.
    pub checks: ReportChecks,
    /// The seed of everything random.
    pub seed: u64,
    /// How long an engine may take where no clock runs: to get ready, and to move when
    /// nodes or depth are its only limit.
    pub patience: Duration,
    /// The name of the event in records.
    pub event: String,
    /// Where the files go.
    pub files: Files,
}

/// The files of a match; `None` for those that are not wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The games as PGN, appended.
    pub pgn: Option<PathBuf>,
    /// The games as JSON lines, appended.
    pub json: Option<PathBuf>,
    /// Everything that engines and referee send to each other.
    pub log: Option<PathBuf>,
    /// A live report as lines of JSON, for spectators.
    pub live: Option<PathBuf>,
    /// A chart of score and log-likelihood ratio, `.svg` or `.html`.
    pub report: Option<PathBuf>,
    /// A match to continue: read at the start, and written like `json`.
    pub resume: Option<PathBuf>,
}

/// One engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in; `None` for the current one.
    pub directory: Option<PathBuf>,
    /// Its name in tables and records, unique in the match.
    pub name: String,
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// The limits of its moves.
    pub limit: Limit,
    /// Whether it ponders.
    pub ponder: bool,
    /// The longest time until `uciok` or `ugiok`; `None`: ten seconds, or
    /// [`Plan::patience`] if that is less.
    pub startup: Option<Duration>,
}

/// The protocols that engines speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface: no colours, and the state of the game can be
    /// queried.
    Ugi,
}

/// The limits of a move. They combine; at least one is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth in plies for each move.
    pub depth: Option<u16>,
    /// By how much a clock or a fixed time may be exceeded without loss.
    pub margin: Duration,
    /// The reported nodes that count as a second of the clock or the fixed time; `None` for
    /// real time.
    pub nodes_per_second: Option<NonZeroU32>,
}

/// A clock: `moves/base+increment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves after which the base time is added again; `None`: never.
    pub moves: Option<u32>,
    /// The time at the beginning.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Each engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The start position of the game.
    Start,
    /// A file of positions or games.
    File {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: BookFormat,
        /// Whether they are drawn at random; otherwise they come in order.
        random: bool,
        /// The first one used, from 1.
        start: usize,
        /// The plies of a PGN game to play; `None`: all.
        plies: Option<usize>,
    },
    /// Random legal moves; all openings differ.
    Random {
        /// The number of plies.
        plies: usize,
        /// Openings whose score by a short search lies beyond plus or minus this are
        /// left out, in centi-units.
        balance: i32,
    },
}

/// The format of an opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// One position per line, in chess without counters, then operations.
    Epd,
    /// One position per line.
    Fen,
    /// Games.
    Pgn,
}

/// Optional checks of what engines report. Whether the moves of principal variations
/// are legal is always checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportChecks {
    /// Whether the principal variation of a mate score ends the game after the claimed
    /// number of plies.
    pub mates: bool,
    /// Whether the last principal variation begins with the move played.
    pub best_moves: bool,
}
