//! Text in and out.

use super::{Game, OptionSpec, Preset};
use std::fmt;

/// Text that is no position or no move, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Where in the text it went wrong: characters before that place.
    pub at: usize,
    /// What would have been right there.
    pub expected: String,
    /// What stood there instead.
    pub found: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for TextError {}

/// A [`TextError`] at the byte offset `at` of `text`, quoting the word or the
/// character that stands there.
pub fn text_error(text: &str, at: usize, expected: impl Into<String>) -> TextError {
    let at = (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let rest = &text[at..];
    let found = match rest.split_whitespace().next() {
        Some(word) if rest.starts_with(word) => quote(word),
        Some(_) => "a blank".to_owned(),
        None => "the end".to_owned(),
    };
    TextError { at: text[..at].chars().count(), expected: expected.into(), found }
}

/// The text between quotes, shortened where nobody would read it whole, and
/// without characters that would break a line.
pub(crate) fn quote(word: &str) -> String {
    const LONGEST: usize = 40;
    let shown: String = word
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    let more = if word.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("'{shown}{more}'")
}

/// How positions and moves of a game are written.
///
/// ```
/// use plyglot::games::tictactoe::TicTacToe;
/// use plyglot::games::{Game, Notation};
///
/// let mut position = TicTacToe::parse(TicTacToe::START).unwrap();
/// let centre = position.parse_move("P@b2").unwrap();
/// assert_eq!(position.print_move(centre), "P@b2");
/// position.play(centre);
/// assert_eq!(position.print(), "3/1P1/3[PPPPpppp] b - - 0 1");
/// assert_eq!(position.parse_move("b2").unwrap_err().expected, "a legal move of tictactoe");
/// ```
pub trait Notation: Game {
    /// The name that `UCI_Variant` knows the game by.
    const NAME: &'static str;
    /// The name of the game for people, as in `Connect Four`.
    const TITLE: &'static str = Self::NAME;
    /// The names of the first and of the second side for people.
    const SIDES: [&'static str; 2] = ["first", "second"];
    /// Other names by which it may be selected.
    const ALIASES: &'static [&'static str] = &[];
    /// The names that are offered to clients, which may need one of their own.
    const LISTED: &'static [&'static str] = &[Self::NAME];
    /// Other names that set an option as well.
    const PRESETS: &'static [Preset] = &[];
    /// The start position as [`Notation::print`] prints it.
    const START: &'static str;
    /// Options of this game alone.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// What a board that knows no rules needs to draw the game, in the words
    /// that follow `info string variant NAME`; nothing for games that every
    /// client knows.
    const BOARD: Option<&'static str> = None;
    /// The positions that `bench` searches.
    const BENCH: &'static [&'static str] = &[Self::START];
    /// The depth to which `bench` searches each of them, in plies.
    const BENCH_DEPTH: u16 = 8;

    /// Reads a position: the form that [`Notation::print`] prints, and every
    /// shorthand of the game.
    ///
    /// # Errors
    /// Says where the text stops being a position that can arise.
    fn parse(text: &str) -> Result<Self, TextError>;

    /// The position as text, counters and all (FEN).
    fn print(&self) -> String;

    /// What makes two positions the same: the text without its counters.
    fn identity(&self) -> String {
        self.print()
    }

    /// A legal move as text, different from every other legal move's.
    fn print_move(&self, m: Self::Move) -> String;

    /// A legal move as records of games write it, where that differs from what
    /// the protocol has: standard algebraic notation in chess.
    fn record_move(&self, m: Self::Move) -> String {
        self.print_move(m)
    }

    /// A legal move in few letters, without `=` and blanks, which
    /// [`Notation::parse_move`] reads: for lists of moves and what they are worth.
    fn short_move(&self, m: Self::Move) -> String {
        self.print_move(m)
    }

    /// Finds the legal move that the text means.
    ///
    /// # Errors
    /// When no legal move is written so.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.legal_moves()
            .into_iter()
            .find(|&m| self.print_move(m) == text)
            .ok_or_else(|| text_error(text, 0, format!("a legal move of {}", Self::NAME)))
    }

    /// Finds the legal move that a person means, who writes as the protocol or as records do.
    ///
    /// # Errors
    /// When no legal move is written so.
    fn read_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.parse_move(text).or_else(|error| {
            let mut moves = self.legal_moves().into_iter();
            moves.find(|&m| self.record_move(m) == text).ok_or(error)
        })
    }

    /// Cuts one word of a list of moves into moves, for games whose records
    /// are written without blanks.
    fn split_moves(word: &str) -> Vec<&str> {
        vec![word]
    }

    /// Makes ready what a value of one of [`Notation::OPTIONS`] needs of the world
    /// outside, such as files. Called once, before any position is set to it. A
    /// word to the user, where there is something to say.
    ///
    /// # Errors
    /// What would have been right in place of the value; then nothing is set to it.
    fn prepare_option(_name: &str, _value: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Sets one of [`Notation::OPTIONS`] for this position and all that follow
    /// it. The value is one that the option may have, as the game writes it.
    ///
    /// [`Notation::parse`] gives a position with the defaults. Keys need not
    /// tell values apart: nothing that was found out under one is used under another.
    fn set_option(&mut self, _name: &str, _value: &str) {}

    /// The position with the sides exchanged, in pieces, place and turn; `None` in games
    /// in which that is no position, such as those whose stones say whose turn it is.
    fn flipped(&self) -> Option<Self> {
        None
    }

    /// The position as a picture of several lines, for people.
    fn diagram(&self) -> String {
        self.print()
    }

    /// The ways on which a legal move can go, the shortest first: the points
    /// of each, from where the move begins to where it ends. Nothing for games
    /// in which that goes without saying.
    fn paths(&self, _m: Self::Move) -> Vec<Vec<String>> {
        Vec::new()
    }
}
