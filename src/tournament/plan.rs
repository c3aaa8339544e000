//! What a match is to be, every value checked.

use std::path::PathBuf;
use std::time::Duration;

/// A whole match.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The game, as `UCI_Variant` calls it or by an alias. A name that no game
    /// of ours has is allowed where every engine speaks UGI.
    pub game: String,
    /// The engines, two or more; the results of the first stand first.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How often every two engines meet.
    pub rounds: u32,
    /// Games at each meeting: 1, or 2 with sides exchanged.
    pub games: u32,
    /// Whether both games of a meeting begin with the same opening.
    pub repeat: bool,
    /// Games that are played at the same time, at least 1.
    pub concurrency: usize,
    /// Where openings come from.
    pub openings: Openings,
    /// A sequential test between the first two engines.
    pub sprt: Option<Sprt>,
    /// When a game is called a draw.
    pub draw: Option<DrawRule>,
    /// When a game is called lost.
    pub resign: Option<ResignRule>,
    /// Moves of both sides after which a game is called a draw.
    pub max_moves: Option<u32>,
    /// What of an engine's words is looked at beyond the moves of its lines.
    pub checks: Checks,
    /// From which everything random follows.
    pub seed: u64,
    /// Known to users of other programs, and of no effect here: an engine that
    /// failed is always started again for its next game.
    pub recover: bool,
    /// How long an engine may take for what no clock counts: to get ready, and
    /// to move where nodes or depth are its only limit.
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
    /// All that engines and referee say to each other.
    pub log: Option<PathBuf>,
    /// Curves of score and log-likelihood ratio, `.svg` or `.html`.
    pub report: Option<PathBuf>,
    /// A match that is gone on with: read at the start, and written like `json`.
    pub resume: Option<PathBuf>,
}

/// One engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in; `None` for the current one.
    pub directory: Option<PathBuf>,
    /// What it is called in tables and records, unique in the match.
    pub name: String,
    /// What it speaks.
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// What bounds its moves.
    pub limit: Limit,
    /// Whether it thinks in its opponents' time.
    pub ponder: bool,
    /// How long it may take to say who it is, `uciok`; `None`: ten seconds,
    /// or [`Plan::patience`] if that is less.
    pub startup: Option<Duration>,
}

/// The languages of engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface, which knows no colours and can be asked
    /// for the state of the game.
    Ugi,
}

/// What bounds a move. Bounds combine; at least one is set.
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
    /// How far a clock or a fixed time may be overstepped unpunished.
    pub margin: Duration,
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

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody meets everybody.
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
        /// What is in it.
        format: BookFormat,
        /// Whether they are drawn at random; else they come in order.
        random: bool,
        /// The first one to be used, from 1.
        start: usize,
        /// Plies of a PGN game to be played; `None`: all.
        plies: Option<usize>,
    },
    /// Random legal moves, all openings different.
    Random {
        /// How many plies.
        plies: usize,
        /// Openings are left out that a short search values beyond this, in
        /// centi-units.
        balance: i32,
    },
}

/// What is in a file of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// A position a line, in chess without counters, then operations.
    Epd,
    /// A position a line.
    Fen,
    /// Games.
    Pgn,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative, greater than `elo0`.
    pub elo1: f64,
    /// Probability to accept the alternative though the null holds.
    pub alpha: f64,
    /// Probability to accept the null though the alternative holds.
    pub beta: f64,
    /// What the differences are counted in.
    pub model: EloModel,
}

/// What an Elo difference means in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// By the spread of the results: independent of how many games are drawn.
    #[default]
    Normalized,
    /// By the score, as in rating lists.
    Logistic,
}

/// What of an engine's words is looked at, beyond whether the moves of its
/// principal variations can be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Whether lines of forced results lead to the end of the game in the
    /// plies that they claim.
    pub mates: bool,
    /// Whether the last line begins with the move that is made.
    pub best_moves: bool,
}

/// A game is drawn when both sides see nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this full move.
    pub move_number: u32,
    /// So many moves of both sides in a row.
    pub move_count: u32,
    /// Within so many centi-units of 0.
    pub score: i32,
}

/// A game is lost when a side has seen so for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// So many moves of the loser in a row.
    pub move_count: u32,
    /// Worse than minus this, in centi-units.
    pub score: i32,
    /// Whether the winner must agree.
    pub two_sided: bool,
}
