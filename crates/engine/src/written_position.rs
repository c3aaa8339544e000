//! Positions with moves, as they are written in arguments and lines.

use super::move_text::PositionError;
use plyglot_core::game::TextError;

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
    /// let written = WrittenPosition::of("X........ moves 4 b1");
    /// assert_eq!((written.start, &written.moves[..]), (Some("X........ "), &["4", "b1"][..]));
    /// assert_eq!(WrittenPosition::of("startpos moves").start, None);
    /// ```
    pub fn of(text: &'a str) -> WrittenPosition<'a> {
        let mut words = text.split_whitespace();
        let end = words.find(|&word| word == "moves").map(|word| offset(text, word));
        let start = &text[..end.unwrap_or(text.len())];
        let is_start = start.trim() == "startpos" || start.trim().is_empty() && end.is_some();
        WrittenPosition { text, start: (!is_start).then_some(start), moves: words.collect() }
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

/// The byte at which a part of a text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}
