//! The description of a match, with every value checked.

use crate::seconds;
use plyglot_core::game::GameInfo;
use plyglot_engine::{AdjudicationRules, Translator};
use plyglot_support::sprt::Sprt;
use serde::{Serialize, Serializer};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why the game of a plan is found where it has to be known.
pub(crate) const KNOWN_GAME: &str = "a plan with these openings or files has a known game";

/// The moves after which a game is a draw if nothing else is said. No game of chess can be longer,
/// but in other games nothing may ever end one.
pub const MAX_GAME_MOVES: u32 = 6_000;

/// The rounds of a sequential test, which normally ends long before.
pub const SPRT_ROUNDS: u32 = 50_000;

/// The usual probability of either error of a sequential test.
pub const ERROR: f64 = 0.05;

/// The largest score of a random opening: at 80 centi-units both sides have chances.
pub const BALANCE: i32 = 80;

#[derive(Clone, Debug, PartialEq)]
pub struct MatchPlan {
    /// The name of a game or preset in the registry; or that of a game that only the engines know,
    /// which then all speak UGI.
    pub game: String,
    /// The engines, at least two. Results are shown from the view of the first.
    pub engines: Vec<EngineSpec>,
    pub pairing: Pairing,
    /// How often each pair of engines meets.
    pub rounds: u32,
    /// Games per meeting: 1, or 2 with sides exchanged.
    pub games: u32,
    /// Whether both games of a meeting begin with the same opening.
    pub repeat: bool,
    /// Games played at the same time, at least 1.
    pub concurrency: usize,
    pub openings: Openings,
    /// A sequential test (SPRT) between the first two engines.
    pub sprt: Option<Sprt>,
    /// When scores or length end a game. The opening's plies count.
    pub adjudication: AdjudicationRules,
    pub checks: ReportChecks,
    pub seed: u64,
    /// How long an engine may take where no clock runs: to get ready, and to move when
    /// nodes or depth are its only limit.
    pub patience: Duration,
    pub event: String,
    pub files: Files,
}

/// The files of a match; `None` if not requested.
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
    /// A match to continue: read at the start, and written like `json`.
    pub resume: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineSpec {
    pub command: String,
    pub arguments: Vec<String>,
    /// The folder it runs in; `None` for the current one.
    #[serde(skip)]
    pub directory: Option<PathBuf>,
    /// Its name in tables and records, unique in the match.
    pub name: String,
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    pub limit: Limit,
    pub ponder: bool,
    /// The longest time until `uciok`, `ugiok` and so on; `None`: ten seconds, or
    /// [`MatchPlan::patience`] if that is less.
    #[serde(skip)]
    pub startup: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    #[default]
    Uci,
    Ugi,
    Usi,
    Ucci,
}

impl Protocol {
    /// All of them, by their names for users.
    pub const NAMED: &'static [(&'static str, Protocol)] = &[
        ("uci", Protocol::Uci),
        ("ugi", Protocol::Ugi),
        ("usi", Protocol::Usi),
        ("ucci", Protocol::Ucci),
    ];

    /// The one that users call so.
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::NAMED.iter().find(|(known, _)| *known == name).map(|&(_, protocol)| protocol)
    }

    /// For engines of a game; `None` if only they know it, which then speak UGI.
    pub(crate) fn translator(self, info: Option<&GameInfo>) -> Translator {
        match self {
            Protocol::Uci => Translator::default(),
            Protocol::Ugi => Translator::ugi(),
            Protocol::Usi => info.map_or_else(Translator::default, Translator::usi),
            Protocol::Ucci => Translator::ucci(),
        }
    }
}

/// The limits of a move. They combine; at least one is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Limit {
    pub clock: Option<TimeControl>,
    #[serde(rename = "time", serialize_with = "seconds::serialize_option")]
    pub move_time: Option<Duration>,
    pub nodes: Option<u64>,
    /// Depth in plies for each move.
    pub depth: Option<u16>,
    /// By how much a clock or a fixed time may be exceeded without loss.
    #[serde(serialize_with = "seconds::serialize")]
    pub margin: Duration,
    /// The reported nodes that count as a second of the clock or the fixed time; `None` for
    /// real time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_per_second: Option<NonZeroU32>,
}

/// A clock: `moves/base+increment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TimeControl {
    /// Moves after which the base time is added again; `None`: never.
    pub moves: Option<u32>,
    #[serde(serialize_with = "seconds::serialize")]
    pub base: Duration,
    /// Added after every move.
    #[serde(serialize_with = "seconds::serialize")]
    pub increment: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pairing {
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    Start,
    #[serde(untagged)]
    File {
        #[serde(rename = "file", serialize_with = "lossy")]
        path: PathBuf,
        format: BookFormat,
        /// Whether they are drawn at random; otherwise they come in order.
        random: bool,
        /// The first one used, from 1.
        start: usize,
        /// The plies of a PGN game to play; `None`: all.
        plies: Option<usize>,
    },
    /// Random legal moves; all openings differ.
    #[serde(untagged)]
    Random {
        #[serde(rename = "random")]
        plies: usize,
        /// Openings whose score by a short search lies beyond plus or minus this are
        /// left out, in centi-units.
        balance: i32,
    },
}

fn lossy<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&path.display())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BookFormat {
    /// One position per line, in chess without counters, then operations.
    Epd,
    /// One position per line.
    Fen,
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
