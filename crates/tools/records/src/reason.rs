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
pub fn reason_of_tags<'a>(
    tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Option<&'a str> {
    let [own, termination] = ["GameEndReason", TERMINATION]
        .map(|wanted| tags.clone().find(|(name, _)| *name == wanted).map(|(_, value)| value));
    let reason = termination.and_then(|written| {
        let csa = ending(written).map_or("", |end| end.csa);
        let word = format!("{written} {csa}").to_lowercase();
        let known = REASONS.iter().find(|(_, words)| words.iter().any(|sign| word.contains(sign)));
        known.map(|&(reason, _)| reason).or(written.is_ascii().then_some(written))
    });
    own.or(reason).filter(|reason| !reason.is_empty())
}
