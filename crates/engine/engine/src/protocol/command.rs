//! The commands of a client, as typed values, and slips in them.

use crate::GoLimits;
use plyglot_core::game::{Mismatch, TextError, quote, text_error};
use plyglot_support::text::nearest;
use std::error::Error;
use std::fmt;

/// Text from an input line, with its column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The text itself.
    pub text: String,
    /// The column of its first character in the line, from 1.
    pub column: usize,
    /// What the client wrote, if its protocol spells `text` otherwise.
    written: Option<String>,
}

impl Word {
    pub(super) fn new(text: impl Into<String>, column: usize) -> Word {
        Word { text: text.into(), column, written: None }
    }

    /// The same word of the client, with the text that UCI has for it.
    pub(super) fn spelled(self, text: impl Into<String>) -> Word {
        let text = text.into();
        if text == self.text {
            return self;
        }
        Word { text, column: self.column, written: Some(self.written.unwrap_or(self.text)) }
    }

    /// An error in `text`, as one in the line.
    pub(super) fn locate(&self, error: TextError) -> TextError {
        let mut error = self.in_written(error);
        error.at += self.column - 1;
        error
    }

    /// The same error in what the client wrote: at its end, or at the same place as far as the
    /// texts are the same, or else at its beginning.
    fn in_written(&self, error: TextError) -> TextError {
        let Some(written) = &self.written else { return error };
        let same =
            self.text.chars().zip(written.chars()).take_while(|(one, other)| one == other).count();
        let offset = if error.at >= self.text.chars().count() {
            written.len()
        } else if error.at <= same {
            written.char_indices().nth(error.at).map_or(written.len(), |(offset, _)| offset)
        } else {
            0
        };
        text_error(written, offset, error.mismatch.expected)
    }

    pub(super) fn error(&self, expected: impl Into<String>) -> TextError {
        self.locate(text_error(&self.text, 0, expected))
    }

    pub(super) fn whole_error(&self, expected: impl Into<String>) -> TextError {
        let written = self.written.as_ref().unwrap_or(&self.text);
        TextError { at: self.column - 1, mismatch: Mismatch::new(expected, quote(written)) }
    }
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The limits. Its moves are those of [`GoCommand::moves`].
    pub limits: GoLimits,
    /// The words after `searchmoves`.
    pub moves: Vec<Word>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to ponder.
    pub ponder: bool,
    /// Count move sequences of this many plies instead of searching.
    pub perft: Option<u16>,
    /// The error of the first word that was skipped, if any was.
    pub error: Option<TextError>,
    /// Whether a limit was among the skipped words.
    pub has_lost_limit: bool,
}

impl GoCommand {
    /// Whether a limit ends the search.
    pub fn has_limit(&self) -> bool {
        let GoLimits { depth, nodes, mate, move_time, .. } = &self.limits;
        depth.is_some() || nodes.is_some() || mate.is_some() || move_time.is_some()
    }

    pub(crate) fn has_clock(&self) -> bool {
        self.limits.clocks.iter().any(|clock| clock.left.is_some())
    }
}

/// The subject of a `query` about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UgiQuery {
    /// `p1turn`: is it the first player's turn?
    FirstToMove,
    /// `gameover`: is the game over?
    GameOver,
    /// `result`: how did it end?
    Result,
}

/// A command of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: introduce the engine and list its options.
    Uci,
    /// `ugi`: the same, and answer in UGI from now on.
    Ugi,
    /// `usi`: the same for shogi, in USI.
    Usi,
    /// `ucci`: the same for xiangqi, in UCCI.
    Ucci,
    /// `xboard`: all further lines are of XBoard's protocol.
    XBoard,
    /// `debug on` and `debug off`.
    Debug(bool),
    /// `isready`: answer when all earlier commands are done.
    IsReady,
    /// `setoption name N value V`.
    SetOption {
        /// The name, which may contain blanks.
        name: Word,
        /// The rest of the line after `value`; `None` for buttons.
        value: Option<Word>,
    },
    /// `register`: nothing needs to be registered.
    Register,
    /// `ucinewgame` or `uginewgame`: the next position belongs to another game.
    NewGame,
    /// `position`: set up a position.
    Position {
        /// The start in the notation of the game; `None` for the start position.
        start: Option<Word>,
        /// The moves from there.
        moves: Vec<Word>,
    },
    /// `query`: ask about the rules' view of the position.
    Query(UgiQuery),
    /// `go`: search.
    Go(Box<GoCommand>),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: end the dialogue.
    Quit,
    /// `d`: show the position.
    Display,
    /// `flip`: exchange the sides. The word itself is for error messages.
    Flip(Word),
    /// `path`: show the paths that a move can take.
    Path(Word),
    /// `eval`: show the static evaluation.
    Eval,
    /// `bench`: run the benchmark, of these games if any are named.
    Bench(Vec<Word>),
    /// `genfens`: openings, as OpenBench asks for them.
    GenFens {
        /// The number of openings.
        count: u64,
        /// Equal seeds give equal openings.
        seed: u64,
        /// The file with the positions from which they begin, if not the start position.
        book: Option<Word>,
    },
    /// `load FILE`: games whose rules are in a file can be selected from now on.
    Load(Word),
    /// `check FILE`: the games and the faults in a file of rules.
    Check(Word),
    /// `help`: show the most useful commands.
    Help,
}

impl Command {
    pub(super) fn is_about_a_game(&self) -> bool {
        use Command::{Display, Eval, Flip, GenFens, Go, Path, Position, Query};
        matches!(
            self,
            Position { .. }
                | Query(_)
                | Go(_)
                | Display
                | Flip(_)
                | Path(_)
                | Eval
                | GenFens { .. }
        )
    }
}

/// Invalid arguments: the program ends with status 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    /// An error with this explanation.
    pub fn new(why: impl Into<String>) -> UsageError {
        UsageError(why.into())
    }

    /// The error for an unknown word.
    pub fn unknown(what: &str, written: &str, known: &[&str]) -> UsageError {
        let hint = nearest(written, known.iter().copied()).map(str::to_owned);
        UsageError(Mismatch { hint, ..Mismatch::new(what, quote(written)) }.to_string())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}
