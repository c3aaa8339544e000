//! Moves as text, moves and positions that are read from text, and the errors there.

use plyglot_core::game::{MoveCells, MoveNotation, Notation, TextError, sfen, text_error};
use std::fmt;
use std::ops::RangeInclusive;

/// The paths of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The move, as the game prints it.
    pub name: String,
    /// The points of each path in order, shortest path first. Empty if the game's moves
    /// have no paths.
    pub ways: Vec<Vec<String>>,
}

/// A legal move in its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// As the protocol has it.
    pub name: String,
    /// As game records have it.
    pub record: String,
    /// The shortest form.
    pub short: String,
    /// The cells of the picture that it leaves and enters.
    pub cells: MoveCells,
}

impl LegalMove {
    /// The form for people: that of game records, or the game's own if that is shorter. Castling
    /// is `O-O-O`, though `e1c1` is shorter.
    pub fn shown(&self) -> &str {
        let is_own = self.short != self.name;
        let is_shorter = self.short.chars().count() < self.record.chars().count();
        if is_own && is_shorter { &self.short } else { &self.record }
    }
}

/// How a text of a move is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leniency {
    /// As the protocol and the players of the game write it, in any of their notations.
    Exact,
    /// Also in small letters or all in capitals, with or without hyphens, and without signs of
    /// check, if that means one move alone: `nf3`, `F6-F5`.
    Typed,
}

/// Why a position, or a list of moves, is rejected.
///
/// ```
/// let registry = plyglot_engine::Registry::new::<plyglot_core::game::tictactoe::TicTacToe>();
/// let mut game = registry.default_game().open();
/// let error = game.set_position(None, &["P@a1", "P@b2", "P@a1"]).unwrap_err().to_string();
/// assert!(error.starts_with("move 3: expected a legal move"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text of the position is wrong.
    Start(TextError),
    /// One of the moves is wrong.
    Move {
        /// The index of the word in the list.
        word: usize,
        /// The error in the word.
        error: TextError,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Start(error) => write!(f, "the position: {error}"),
            PositionError::Move { word, error } => write!(f, "move {}: {error}", word + 1),
        }
    }
}

impl std::error::Error for PositionError {}

pub(super) fn split_word<'w, G: Notation>(position: &G, word: &'w str) -> Vec<&'w str> {
    if read_written(position, word).is_ok() { vec![word] } else { G::split_moves(word) }
}

/// A null move, as UCI has it.
pub(super) const NULL_MOVE: &str = "0000";
/// A null move, as records have it.
pub(super) const RECORDED_NULL_MOVE: &str = "--";

/// Whether a word of a record is a null move, as one of the programs that write them spells it.
pub fn is_null_move(text: &str) -> bool {
    [RECORDED_NULL_MOVE, NULL_MOVE, "Z0", "@@@@"].contains(&text)
}

/// What people write behind a capture en passant.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];

pub(super) fn is_en_passant(word: &str) -> bool {
    EN_PASSANT.contains(&word)
}

/// Reads a move in people's notation: `exd6`, also `exd6 e.p.` and, with figurines, `♘f3`.
pub(super) fn read_written<G: Notation>(position: &G, text: &str) -> Result<G::Move, TextError> {
    let read = read_with_letters(position, text);
    match without_figurines(text) {
        Some(letters) if read.is_err() => read_with_letters(position, &letters).or(read),
        _ => read,
    }
}

fn read_with_letters<G: Notation>(position: &G, text: &str) -> Result<G::Move, TextError> {
    let read = position.read_move(text);
    let plain = EN_PASSANT.iter().find_map(|word| text.strip_suffix(word)).map(str::trim_end);
    match plain.filter(|plain| plain.ends_with(|c: char| c.is_ascii_digit())) {
        Some(plain) if read.is_err() => position.read_move(plain).or(read),
        _ => read,
    }
}

/// The error of a part of a word that is no legal move, as [`read_move_part`] returns it. A text
/// that `is_short` is read for it.
pub(super) fn move_error<G: Notation>(
    position: &G,
    word: &str,
    part: &str,
    is_short: bool,
) -> TextError {
    let read = if is_short { read_move_part(position, word, part).err() } else { None };
    read.unwrap_or_else(|| {
        let at = offset(word, part);
        let expected = format!("a legal move of {}", G::info(position.rules()).title);
        explained(position, text_error(word, at, expected))
    })
}

/// Reads a part of a word as a move in people's notation. The column of an error counts
/// from the start of the word.
pub(super) fn read_move_part<G: Notation>(
    position: &G,
    word: &str,
    part: &str,
) -> Result<G::Move, TextError> {
    read_written(position, part).map_err(|mut error| {
        let at = offset(word, part);
        error.at += word[..at].chars().count();
        explained(position, error)
    })
}

/// Reads a text as one move. Forms are compared in this notation and in the protocol's.
pub(super) fn read_move<G: Notation>(
    position: &G,
    text: &str,
    leniency: Leniency,
    notation: MoveNotation,
) -> Result<G::Move, TextError> {
    read_move_part(position, text, text).or_else(|error| match leniency {
        Leniency::Exact => Err(error),
        Leniency::Typed => read_typed(position, text, notation).ok_or(error),
    })
}

/// The only move with a form that differs from a text in case and hyphens; if there is none, in a
/// sign of check that the text leaves out, too.
pub(super) fn read_typed<G: Notation>(
    position: &G,
    text: &str,
    notation: MoveNotation,
) -> Option<G::Move> {
    let are_capitals = !text.contains(|c: char| c.is_ascii_lowercase());
    // In xiangqi, they are another notation, which counts ranks from 0.
    let is_iccs = are_capitals && G::notations(position.rules()).contains(&MoveNotation::Iccs);
    // Forms differ in letters alone, and a comparison with all moves takes time.
    if is_iccs || !text.contains(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let typed = without_hyphens(text.trim_end_matches(['!', '?']));
    let mut equal = Vec::new();
    let mut signless = Vec::new();
    for m in position.legal_moves() {
        let forms =
            [position.print_move(m), position.short_move(m), position.write_move(m, notation)];
        let forms = forms.map(|form| without_hyphens(&form));
        if forms.iter().any(|form| is_typed(&typed, form)) {
            equal.push(m);
        } else if forms.iter().any(|form| is_typed(&typed, form.trim_end_matches(['+', '#']))) {
            signless.push(m);
        }
    }
    match (&equal[..], &signless[..]) {
        ([only], _) | ([], [only]) => Some(*only),
        _ => None,
    }
}

/// Between two numbers, a hyphen stays.
fn without_hyphens(text: &str) -> String {
    let mut kept = String::new();
    for (at, c) in text.char_indices() {
        let is_after_digit = text[..at].ends_with(|c: char| c.is_ascii_digit());
        if c != '-' || is_after_digit && text[at + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            kept.push(c);
        }
    }
    kept
}

/// Whether a form is typed in small letters, or all in capitals. `Bxc3` is never the pawn's `bxc3`.
fn is_typed(text: &str, form: &str) -> bool {
    let are_capitals = !text.contains(|c: char| c.is_ascii_lowercase());
    let is_lowered =
        text.bytes().zip(form.bytes()).all(|(typed, c)| typed == c || typed.is_ascii_lowercase());
    text.eq_ignore_ascii_case(form) && (are_capitals || is_lowered)
}

/// A move with letters in place of the figurines of chess: `Nf3` for `♘f3`. `None` without them.
fn without_figurines(text: &str) -> Option<String> {
    const FIGURINES: RangeInclusive<char> = '♔'..='♟';
    const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];
    if !text.contains(|c: char| FIGURINES.contains(&c)) {
        return None;
    }
    let mut letters = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if FIGURINES.contains(&c) {
            let letter = LETTERS[(c as usize - '♔' as usize) % LETTERS.len()];
            // Pawns have a letter only where they are dropped.
            if letter != 'P' || rest.peek() == Some(&'@') {
                letters.push(letter);
            }
        } else if !matches!(c, '\u{fe0e}' | '\u{fe0f}') {
            // Those two say whether a sign is a picture.
            letters.push(c);
        }
    }
    Some(letters)
}

pub(super) fn parse_move_name<G: Notation>(position: &G, name: &str) -> Result<G::Move, TextError> {
    position.parse_move(name).map_err(|error| explained(position, error))
}

fn explained<G: Notation>(position: &G, mut error: TextError) -> TextError {
    if position.legal_moves().is_empty() {
        error.mismatch.expected = "no more moves, as the game is over".to_owned();
    }
    error
}

/// A position as users write it: `startpos` or the text of a position, optionally followed
/// by `moves` and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPosition<'a> {
    text: &'a str,
    /// The text of the position; `None` for the start position.
    pub start: Option<&'a str>,
    /// The words after `moves`.
    pub moves: Vec<&'a str>,
}

impl<'a> WrittenPosition<'a> {
    /// Divides a text. It is not checked by any rules.
    ///
    /// ```
    /// use plyglot_engine::WrittenPosition;
    ///
    /// let written = WrittenPosition::new("X........ moves 4 b1");
    /// assert_eq!((written.start, &written.moves[..]), (Some("X........ "), &["4", "b1"][..]));
    /// assert_eq!(WrittenPosition::new("startpos moves").start, None);
    /// ```
    pub fn new(text: &'a str) -> WrittenPosition<'a> {
        let mut words = text.split_whitespace();
        let end = words.find(|&word| word == "moves").map(|word| offset(text, word));
        let start = &text[..end.unwrap_or(text.len())];
        let is_start = start.trim() == "startpos" || start.trim().is_empty() && end.is_some();
        let start = if is_start { None } else { Some(start) };
        WrittenPosition { text, start, moves: words.collect() }
    }

    /// Sets it up by a function that takes the start and the moves.
    ///
    /// # Errors
    /// Those of the function; the column is that of the whole text.
    pub fn set_up<T>(
        &self,
        set: impl FnOnce(Option<&str>, &[&str]) -> Result<T, PositionError>,
    ) -> Result<T, TextError> {
        set(self.start, &self.moves).map_err(|error| match error {
            PositionError::Start(error) => error,
            PositionError::Move { word, mut error } => {
                let at = offset(self.text, self.moves[word]);
                error.at += self.text[..at].chars().count();
                error
            }
        })
    }
}

/// The command of UCI and UGI for a position, the start position if `None`, and moves from it.
///
/// ```
/// use plyglot_engine::position_command;
///
/// assert_eq!(position_command(None, &["b2", "a1"]), "position startpos moves b2 a1");
/// assert_eq!(position_command(Some("X........"), &[""; 0]), "position fen X........");
/// ```
pub fn position_command(start: Option<&str>, moves: &[impl AsRef<str>]) -> String {
    written_command("fen", start, moves)
}

/// The command of USI for a position, the usual one if `None`, and moves in USI from it.
///
/// ```
/// use plyglot_engine::usi_position_command;
///
/// let start = Some("4k4/9/9/9/9/9/9/9/4K4[PPb] w - - 0 1");
/// let command = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2Pb 1 moves P*5e";
/// assert_eq!(usi_position_command(start, &["P*5e"]), command);
/// ```
pub fn usi_position_command(start: Option<&str>, moves: &[impl AsRef<str>]) -> String {
    let sfen = start.map(|fen| sfen::from_fen(fen).unwrap_or_else(|| fen.to_owned()));
    written_command("sfen", sfen.as_deref(), moves)
}

fn written_command(word: &str, start: Option<&str>, moves: &[impl AsRef<str>]) -> String {
    let mut command = "position ".to_owned();
    match start {
        None => command += "startpos",
        Some(text) => command.extend([word, " ", text]),
    }
    if !moves.is_empty() {
        command += " moves";
    }
    moves.iter().for_each(|name| command.extend([" ", name.as_ref()]));
    command
}

fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_typed_in_small_letters_or_in_capitals() {
        for (text, form, expected) in [
            ("nf3", "Nf3", true),
            ("NF3", "Nf3", true),
            ("F6-F5", "f6f5", true),
            ("bxc3", "Bxc3", true),
            ("Bxc3", "bxc3", false),
            ("1-12", "11-2", false),
        ] {
            let is_so = is_typed(&without_hyphens(text), &without_hyphens(form));
            assert_eq!(is_so, expected, "{text}");
        }
    }

    #[test]
    fn figurines_are_letters() {
        for (text, letters) in [
            ("♘f3", "Nf3"),
            ("♞xd4", "Nxd4"),
            ("♙e4", "e4"),
            ("e8=♛", "e8=Q"),
            ("♟@e5", "P@e5"),
            ("♗\u{fe0e}b5", "Bb5"),
        ] {
            assert_eq!(without_figurines(text).as_deref(), Some(letters), "{text}");
        }
        assert_eq!([without_figurines("Nf3"), without_figurines("炮二平五")], [None, None]);
    }
}
