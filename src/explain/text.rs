//! Explanations for people.

use super::facts::Explanation;
use super::sentences::{Person, sentences};
use crate::engine::GameEntry;
use crate::games::{Outcome, Side};
use crate::text::plain;

/// The position, and a line for each sentence.
pub(super) fn explanation(found: &Explanation, entry: &GameEntry) -> String {
    let side = entry.sides[found.side.index()];
    let id = found.id.as_ref().map_or(String::new(), |id| format!(" ({})", plain(id)));
    let mut text = format!("{}: {}{id}\n", found.number, found.position);
    match &found.verdict {
        Err(outcome) => {
            text += &format!("   The game is over: {}.\n", result(*outcome, found.side, entry))
        }
        Ok(reasons) => {
            let effort = reasons.effort;
            let (depth, nodes, time) = (effort.depth, effort.nodes, effort.time.as_secs_f64());
            text += &format!("   {side} to move; depth {depth}, {nodes} nodes, {time:.2} s\n");
            for sentence in sentences(reasons, &Person::sides(entry, found.side)) {
                text += &format!("   {}\n", sentence.text);
            }
        }
    }
    text
}

fn result(outcome: Outcome, side: Side, entry: &GameEntry) -> String {
    let winner = match outcome {
        Outcome::Drawn => return "it is a draw".to_owned(),
        Outcome::Won => side,
        Outcome::Lost => !side,
    };
    format!("{} has won", entry.sides[winner.index()])
}
