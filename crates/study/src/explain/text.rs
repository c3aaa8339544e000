//! Explanations in readable form.

use super::facts::{Explanation, ExplanationPart, Heading, Reasons};
use super::sentences::{Person, sentences_of};
use crate::shared::SearchEffort;
use plyglot_core::game::{Outcome, Side};
use plyglot_engine::GameEntry;
use plyglot_support::text::plain;

/// The position that is explained.
pub(super) fn heading(heading: &Heading, entry: &GameEntry) -> String {
    let side = entry.info.sides[heading.side.index()];
    let id = heading.id.as_ref().map_or(String::new(), |id| format!(" ({})", plain(id)));
    format!("{}: {}{id}\n   {side} to move", heading.number, heading.position)
}

/// A line for each sentence of a part.
pub(super) fn part(part: ExplanationPart, reasons: &Reasons, people: &[Person; 2]) -> String {
    let sentences = sentences_of(part, reasons, people).into_iter();
    let lines: Vec<String> = sentences.map(|sentence| format!("   {}", sentence.text)).collect();
    lines.join("\n")
}

/// The last lines: the effort, or how the game ended.
pub(super) fn end(found: &Explanation, entry: &GameEntry) -> String {
    match &found.verdict {
        Err(outcome) => {
            format!("   The game is over: {}.", result(*outcome, found.heading.side, entry))
        }
        Ok(reasons) => {
            let SearchEffort { depth, nodes, time } = reasons.effort;
            let others = match reasons.others_depth {
                _ if reasons.others.is_empty() => String::new(),
                others => format!(" (other moves {others})"),
            };
            format!("   depth {depth}{others}, {nodes} nodes, {:.2} s", time.as_secs_f64())
        }
    }
}

fn result(outcome: Outcome, side: Side, entry: &GameEntry) -> String {
    let winner = match outcome {
        Outcome::Drawn => return "it is a draw".to_owned(),
        Outcome::Won => side,
        Outcome::Lost => !side,
    };
    format!("{} has won", entry.info.sides[winner.index()])
}
