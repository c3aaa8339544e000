//! The words between the tags and comments of a game: numbers, moves, signs and results.

use plyglot_core::game::{GameResult, Side};

/// The signs after a move, by the number of their glyph; from the fifth row on, those that stand
/// alone.
const SIGNS: [(&str, u8); 25] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("\u{203C}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    ("\u{25A1}", 7),
    ("=", 10),
    ("\u{221E}", 13),
    ("+=", 14),
    ("+/=", 14),
    ("\u{2A72}", 14),
    ("=+", 15),
    ("=/+", 15),
    ("\u{2A71}", 15),
    ("\u{B1}", 16),
    ("+/-", 16),
    ("\u{2213}", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
];

/// What older books write behind a move: en passant, mate, check, double and discovered check.
const ENDINGS: [&str; 6] = ["e.p", "ep", "mate", "dblch", "disch", "ch"];

/// Words that are no moves and say nothing, beside those endings.
const REMARKS: [&str; 2] = ["dbl.ch", "dis.ch"];

/// Words that are no moves, with the number of the glyph that says the same: a novelty, a diagram.
const NAMED_GLYPHS: [(&str, u8); 2] = [("N", 146), ("D", 220)];

/// A word without its number: a move, and the glyph of its sign.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The move; empty for just a number or a sign.
    pub(super) text: String,
    pub(super) nag: Option<u8>,
}

impl From<&str> for Word {
    fn from(word: &str) -> Word {
        let word = without_number(word);
        let bare = word.trim_end_matches(is_sign);
        if let Some(&(_, nag)) = NAMED_GLYPHS.iter().find(|(known, _)| *known == bare) {
            return Word { text: String::new(), nag: Some(nag) };
        }
        // Signs have no letters; null moves of ChessBase and XBoard have none either.
        let is_move = ["--", "@@@@"].contains(&bare) || bare.contains(char::is_alphanumeric);
        let text = if is_move { bare } else { "" };
        let sign = &word[text.len()..];
        let mut nag = SIGNS.iter().find(|(known, _)| *known == sign).map(|&(_, nag)| nag);
        // Behind a move of shogi, `B-4a=` or `B-41=`, it says that the piece does not promote.
        let is_shogi = matches!(
            text.as_bytes(),
            [.., b'1'..=b'9', b'a'..=b'i'] | [.., b'-' | b'x' | b'*', b'1'..=b'9', b'1'..=b'9']
        );
        if is_shogi && sign == "=" {
            nag = None;
        }
        let text = plain_move(text);
        Word { text: if is_remark(&text) { String::new() } else { text }, nag }
    }
}

impl Word {
    /// Whether nothing is known of a word that has more than dots and signs.
    pub(super) fn is_unknown(&self, word: &str) -> bool {
        let has_more =
            !without_number(word).chars().all(|c: char| is_sign(c) || "+-#./".contains(c));
        self.text.is_empty() && self.nag.is_none() && has_more && !is_remark(&plain_move(word))
    }
}

/// Whether a character behind a move is part of a sign.
fn is_sign(c: char) -> bool {
    matches!(c, '!' | '?' | '=') || !c.is_ascii() && !c.is_alphanumeric()
}

/// Removes the move number: `1.e4`, `1...`, `1.`. Digits without a dot stay, as some
/// games have numbers as moves.
fn without_number(word: &str) -> &str {
    const DOTS: [char; 2] = ['.', '\u{2026}'];
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(DOTS) { rest.trim_start_matches(DOTS) } else { word }
}

fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The move without what may stand behind it: `exd6e.p.`, `Qxf7mate`, `Nf3,`. A promotion in
/// brackets, `a8(Q)`, is written as the standard has it.
fn plain_move(text: &str) -> String {
    let text = text.trim_end_matches(['.', ',', ':', '"', '\'']);
    let bare = ENDINGS
        .iter()
        .filter_map(|ending| text.strip_suffix(ending))
        .find(|bare| bare.ends_with(|c: char| c.is_ascii_digit()));
    let text = &bare.unwrap_or(text).replace(is_dash, "-");
    match text.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((target, piece)) => format!("{target}={piece}"),
        None => text.to_owned(),
    }
}

/// Whether this is a word that says nothing.
fn is_remark(text: &str) -> bool {
    ENDINGS.contains(&text) || REMARKS.contains(&text)
}

/// The length of a promotion in brackets, `(Q)`, at the beginning of a text; 0 if there is none.
pub(super) fn bracketed_piece(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_piece = matches!(bytes, [b'(', piece, b')', ..] if piece.is_ascii_uppercase());
    if is_piece { "(Q)".len() } else { 0 }
}

const HALF: &str = "\u{BD}";

/// The result of a game, as the standard or others write it.
pub(super) fn result_of(word: &str) -> Option<GameResult> {
    if let Some(result) = GameResult::read(word) {
        return Some(result);
    }
    let mut score = word.trim_end_matches(['.', 'F']).replace(|c| is_dash(c) || c == ':', "-");
    for half in ["1/2", "0.5", "0,5"] {
        score = score.replace(half, HALF);
    }
    match score.as_str() {
        // The second is that of draughts.
        "1-0" | "2-0" => Some(GameResult::Win(Side::First)),
        "0-1" | "0-2" => Some(GameResult::Win(Side::Second)),
        HALF | "\u{BD}-\u{BD}" | "1-1" => Some(GameResult::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_moves_with_signs() {
        for (word, text, nag) in [
            ("1.e4!", "e4", Some(1)),
            ("1...", "", None),
            ("12\u{2026}Nf3", "Nf3", None),
            ("12", "12", None),
            ("exd6e.p.", "exd6", None),
            ("exd6ep!?", "exd6", Some(5)),
            ("Qxf7mate", "Qxf7", None),
            ("Qxf7#", "Qxf7#", None),
            ("a8(Q)", "a8=Q", None),
            ("Nf3,", "Nf3", None),
            ("--", "--", None),
            ("O\u{2011}O\u{2011}O!", "O-O-O", Some(1)),
            ("+-", "", Some(18)),
            ("=", "", Some(10)),
            ("B-4a=", "B-4a", None),
            ("B-41=", "B-41", None),
            ("Bd10=", "Bd10", Some(10)),
            ("4", "4", None),
            ("step", "step", None),
            ("N", "", Some(146)),
            ("D", "", Some(220)),
            ("e.p.", "", None),
            ("@@@@", "@@@@", None),
            ("+/=", "", Some(14)),
        ] {
            assert_eq!(Word::from(word), Word { text: text.to_owned(), nag }, "{word}");
        }
    }

    #[test]
    fn results_are_written_in_many_ways() {
        let (first, second) = (GameResult::Win(Side::First), GameResult::Win(Side::Second));
        for word in ["1-0", "1\u{2013}0", "1:0", "1\u{2014}0", "2-0", "2-0F"] {
            assert_eq!(result_of(word), Some(first), "{word}");
        }
        assert_eq!(result_of("0\u{2212}1"), Some(second));
        for word in ["1/2-1/2", "1/2", "\u{BD}-\u{BD}", "\u{BD}", "0.5-0.5", "\u{BD}:\u{BD}"] {
            assert_eq!(result_of(word), Some(GameResult::Draw), "{word}");
        }
        // Castling, moves and numbers.
        for word in ["0-0", "0-0-0", "h", "1", "0", "1.", "e4", "1-2"] {
            assert_eq!(result_of(word), None, "{word}");
        }
    }
}
