//! The facts of an explanation. Each has the line that shows it.

use super::effect::Effect;
use crate::shared::SearchEffort;
use plyglot_command::json;
use plyglot_core::game::{Outcome, Side, Strength, Wdl};
use plyglot_engine::{SearchInfo, Value};
use plyglot_support::text::plain;
use serde::{Serialize, Serializer};

/// A line that was searched, and played out until nothing hangs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Variation {
    /// The moves, as the protocol has them, and as game records have them.
    #[serde(rename = "line")]
    pub(super) names: Vec<String>,
    pub(super) records: Vec<String>,
    /// The score for the side that begins the line, and its chances.
    #[serde(flatten, serialize_with = "json::score")]
    pub(super) value: Value,
    #[serde(serialize_with = "json::wdl")]
    pub(super) wdl: Wdl,
    pub(super) depth: u16,
    /// Its achievement; `None` if that is only its score.
    #[serde(rename = "gain", serialize_with = "gain")]
    pub(super) effect: Option<Effect>,
    /// The result for the side that begins, if the game is over at the end, and the name of
    /// this end.
    #[serde(serialize_with = "json::result")]
    pub(super) ending: Option<Outcome>,
    #[serde(skip)]
    pub(super) end_name: Option<String>,
    /// The non-material factors in favour of the side that begins, at the end; empty if the game is
    /// over there.
    pub(super) strengths: Vec<Strength>,
}

impl Variation {
    /// The points that the side that begins expects: 1 for a win, a half for a draw.
    pub(super) fn expected_points(&self) -> f64 {
        self.wdl.points()
    }

    /// Whether nothing is won or lost, and the game goes on.
    pub(super) fn is_even(&self) -> bool {
        matches!(self.effect, None | Some(Effect::Exchange { .. }))
    }

    pub(super) fn first(&self) -> &str {
        self.records.first().map_or("", String::as_str)
    }
}

/// The pieces that are won and lost, if that is the effect.
fn gain<S: Serializer>(effect: &Option<Effect>, to: S) -> Result<S::Ok, S::Error> {
    match effect {
        Some(Effect::Pieces { gain, .. }) => gain.serialize(to),
        _ => to.serialize_none(),
    }
}

/// A move that is not explained.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct OtherMove {
    pub(super) record: String,
    pub(super) depth: u16,
    /// What its side expects: 1 for a win, a half for a draw.
    pub(super) points: f64,
    pub(super) line: Vec<String>,
}

/// A line that the search preferred from its depth on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Preference {
    pub(super) depth: u16,
    pub(super) line: Vec<String>,
    pub(super) records: Vec<String>,
    #[serde(flatten, serialize_with = "json::score")]
    pub(super) value: Value,
}

/// Why no pass can show what the other side threatens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPass {
    /// The side to move is in check.
    Check,
    /// A pass is a move of the game.
    Move,
    /// The result is known without a search, as where the side to move wins at once.
    Decided,
    /// Passing might be better than any move.
    Rules,
}

/// What the other side threatens, without all other reasons.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Threat {
    /// A sentence: the threat, that there is none, or why it cannot be known.
    pub(crate) text: String,
    /// Its best line; `None` where none is known.
    pub(crate) line: Option<ThreatLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ThreatLine {
    /// The position in which it begins.
    pub(crate) start: String,
    pub(crate) info: SearchInfo,
}

/// A move that wins at once after several moves of the other side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WinAtOnce {
    /// The line after one of them.
    pub(super) line: Variation,
    /// Each of them with the move, as the protocol has them.
    pub(super) lines: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reasons {
    pub(super) best: Variation,
    /// Other moves, each with the line that refutes it.
    pub(super) rejected: Vec<Variation>,
    pub(super) others: Vec<OtherMove>,
    /// The depth to which all of them were, in plies; and whether this is enough to compare
    /// them with the best one.
    pub(super) others_depth: u16,
    pub(super) is_compared: bool,
    /// A reply to the best move that looks natural and costs much, from the position after
    /// that move.
    pub(super) reply: Option<Variation>,
    /// The other side's best line after a pass; `None` where there is none, or there was no
    /// time to know.
    pub(super) threat: Option<Variation>,
    /// Why there is no pass to show it; `None` where there is one.
    pub(super) no_pass: Option<NoPass>,
    /// The move by which the other side would win at once, where there is no pass to show it.
    pub(super) win_at_once: Option<WinAtOnce>,
    /// The own side's best line if the other one passed after the best move; `None` as above, or
    /// where the best move has reason enough.
    pub(super) idea: Option<Variation>,
    /// The number of legal replies to the best move; `None` if it was not asked for.
    pub(super) replies_left: Option<usize>,
    /// From the least depth to the greatest.
    pub(super) preferences: Vec<Preference>,
    /// The pieces that the side to move has more than the other one, and those that it has
    /// less; `None` where more pieces mean nothing.
    pub(super) balance: Option<[Option<String>; 2]>,
    pub(super) static_eval: Value,
    pub(super) strengths: Vec<Strength>,
    pub effort: SearchEffort,
    /// Whether nothing stopped the search.
    pub(super) is_whole: bool,
}

impl Reasons {
    /// The points that the side expects of all moves but the best.
    pub(super) fn points(&self) -> impl Iterator<Item = f64> {
        self.rejected
            .iter()
            .map(Variation::expected_points)
            .chain(self.others.iter().map(|other| other.points))
    }

    pub(super) fn is_only_move(&self) -> bool {
        self.is_compared && self.rejected.is_empty() && self.others.is_empty()
    }
}

/// A part of an explanation, in the order in which parts become known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExplanationPart {
    Best,
    Reply,
    Rejected(usize),
    /// All other moves, the evaluation, and numbers.
    Others,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Explanation {
    pub(super) heading: Heading,
    /// The result for the side to move if the game is over, or the reasons.
    pub(super) verdict: Result<Reasons, Outcome>,
}

/// Which position an answer is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// Its number in the input, from 1.
    pub number: usize,
    /// Its name in EPD.
    pub id: Option<String>,
    /// As the protocol has it.
    pub position: String,
    /// The side to move.
    #[serde(serialize_with = "json::side")]
    pub side: Side,
}

impl Heading {
    /// Its number, position and id.
    pub(crate) fn text(&self) -> String {
        let id = self.id.as_ref().map_or(String::new(), |id| format!(" ({})", plain(id)));
        format!("{}: {}{id}", self.number, self.position)
    }
}
