//! Reasons why something cannot be studied.

use super::source::Subject;
use plyglot_core::game::TextError;
use plyglot_records::Fault;
use plyglot_support::text::plain;
use serde_json::{Value as Json, json};
use std::fmt;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The line describes no position.
    NoPosition(TextError),
    /// A move that was asked for is not legal in the position.
    NoMove(TextError),
    /// Nothing of the game can be played.
    NoGame(Fault),
    /// There is too little memory, or no thread.
    NoSearch(String),
    /// The control was stopped.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoPosition(error) => write!(f, "{error}"),
            Refusal::NoMove(error) => write!(f, "{error}"),
            Refusal::NoGame(error) => write!(f, "{error}"),
            Refusal::NoSearch(reason) => write!(f, "{reason}"),
            Refusal::Stopped => write!(f, "it was stopped"),
        }
    }
}

impl Refusal {
    /// The subject and the reason, in words.
    pub(crate) fn text(&self, subject: &Subject) -> String {
        match (subject, self) {
            (Subject::Position(line), Refusal::NoPosition(error)) => {
                let (number, column, text) = (line.number, error.at + 1, plain(&line.text));
                format!("{number}: {text}\n   error: column {column}: {error}")
            }
            (Subject::Position(line), _) => {
                format!("{}: {}\n   error: {self}", line.number, plain(&line.text))
            }
            (Subject::Game(number, _), _) => format!("game {number}: error: {self}"),
        }
    }

    /// The subject and the reason as a JSON object.
    pub(crate) fn json(&self, subject: &Subject) -> Json {
        let mut object = match subject {
            Subject::Position(line) => json!({ "number": line.number, "position": line.text }),
            Subject::Game(number, _) => json!({ "number": number }),
        };
        if let Refusal::NoPosition(error) = self {
            object["column"] = json!(error.at + 1);
        }
        object["error"] = json!(self.to_string());
        object
    }
}
