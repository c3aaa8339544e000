//! The static evaluation of a position, as a score and in words.

use super::GameEngine;
use crate::message::Value;
use plyglot_core::game::{Knowledge, Notation, Outcome, Side, evaluate_alone, workspace};
use plyglot_core::search::Score;

impl<G: Notation + Knowledge> GameEngine<G> {
    /// The static evaluation of the position for the side to move, or what is known of it.
    pub(super) fn static_score(&self) -> Score {
        let position = &self.root.position;
        match (position.status(), position.glance().known()) {
            (Some(outcome), _) => Score::of_outcome(outcome, 0),
            (None, Some(exact)) => Score::of_exact(exact, 0),
            (None, None) => {
                let mut workspace = workspace(position, &self.network);
                Score::evaluation(evaluate_alone(position, &mut workspace))
            }
        }
    }

    /// See [`Engine::evaluation`](crate::Engine::evaluation).
    pub(super) fn evaluation_text(&self) -> String {
        let position = &self.root.position;
        let value = self.static_score();
        let (value, sign) = match position.side() {
            Side::First => (Value::from(value), 1),
            Side::Second => (Value::from(-value), -1),
        };
        let [first, second] = self.options.info().sides;
        match (value, position.status()) {
            (Value::Centi(centi), _) => {
                format!("Final evaluation {:+.2} ({first} side)", f64::from(centi) / 100.0)
            }
            (Value::End(_), Some(outcome)) => {
                let mover_wins = outcome == Outcome::Won;
                let winner = if mover_wins == (sign == 1) { first } else { second };
                format!("Final evaluation: {winner} has won")
            }
            (Value::End(plies), None) => {
                let winner = if plies > 0 { first } else { second };
                let unit = if plies.abs() == 1 { "ply" } else { "plies" };
                format!("Final evaluation: {winner} wins in {} {unit}", plies.abs())
            }
        }
    }
}
