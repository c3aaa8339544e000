//! The value of `UCI_Opponent`: who plays against the engine.

use plyglot_core::game::{TextError, text_error};

/// A check of a word, with the text for an error.
type WordCheck = (fn(&str) -> bool, &'static str);

/// The words before the name. A title may be any word.
const WORD_CHECKS: [WordCheck; 3] = [
    (|_| true, "a title (GM, IM, FM, ... or none)"),
    (|word| word == "none" || word.parse::<u32>().is_ok(), "a rating or 'none'"),
    (|word| matches!(word, "computer" | "human"), "'computer' or 'human'"),
];

/// Checks `TITLE ELO KIND NAME`: title and rating may be `none`, the kind is `computer`
/// or `human`, and the name may contain blanks.
///
/// # Errors
/// At the first word that is wrong.
pub(super) fn check(text: &str) -> Result<(), TextError> {
    let mut left = text.trim_start();
    for (is_right, expected) in WORD_CHECKS {
        let end = left.find(char::is_whitespace).unwrap_or(left.len());
        if end == 0 || !is_right(&left[..end]) {
            return Err(text_error(text, text.len() - left.len(), expected));
        }
        left = left[end..].trim_start();
    }
    if left.is_empty() { Err(text_error(text, text.len(), "a name")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the UCI specification, and those sent by cutechess and
    /// python-chess.
    #[test]
    fn opponents_of_the_specification_are_right() {
        for text in [
            "GM 2800 human Gary Kasparov",
            "none none computer Shredder",
            "BOT 2400 computer none",
            " none  none human x",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn errors_have_a_column() {
        for (text, at) in [
            ("GM", 2),
            ("GM strong human x", 3),
            ("GM 2800 robot x", 8),
            ("GM 2800 human", 13),
            ("GM 2800 human ", 14),
            ("", 0),
        ] {
            assert_eq!(check(text).map_err(|error| error.at), Err(at), "{text:?}");
        }
    }
}
