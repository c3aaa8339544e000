//! Why games ended: the words of records, told as the rules tell their own ends.

use crate::RecordedGame;
use crate::shogi::{TERMINATION, ending};

/// What is told, and what words of records contain that mean it: of PGN and its servers, of CSA, and
/// of Korean servers. The last says nothing that the result does not say.
const REASONS: [(&str, &[&str]); 13] = [
    ("forfeit", &["不戦"]),
    ("resignation", &["resign", "toryo", "기권", "불계"]),
    ("checkmate", &["checkmate", "tsumi", "장군", "외통"]),
    ("time forfeit", &["time forfeit", "on time", "time_up", "시간"]),
    ("illegal move", &["illegal", "infraction", "반칙"]),
    ("repetition", &["repetition", "sennichite"]),
    ("agreement", &["agree", "hikiwake", "동의"]),
    ("abandoned", &["abandoned", "접속"]),
    ("king entered", &["kachi"]),
    ("impasse", &["jishogi"]),
    ("facing generals", &["빅장"]),
    ("on points", &["점"]),
    ("", &["normal", "?"]),
];

/// Why a game ended, if its record says so in words that can be told: one of a few, or a text in
/// ASCII as it is written.
pub fn reason(game: &RecordedGame) -> Option<&str> {
    reason_of_tags(game.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())))
}

/// The same for the tags of a game, as names and values.
pub fn reason_of_tags<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>) -> Option<&'a str> {
    let mut termination = None;
    for (name, value) in tags {
        if name == "GameEndReason" {
            return Some(value).filter(|reason| !reason.is_empty());
        }
        if name == TERMINATION {
            termination = termination.or(Some(value));
        }
    }
    reason_of_word(termination?).filter(|reason| !reason.is_empty())
}

fn reason_of_word(written: &str) -> Option<&str> {
    let csa = ending(written).map_or("", |end| end.csa);
    let word = format!("{written} {csa}").to_lowercase();
    for (reason, signs) in REASONS {
        if signs.iter().any(|sign| word.contains(sign)) {
            return Some(reason);
        }
    }
    if written.is_ascii() { Some(written) } else { None }
}
