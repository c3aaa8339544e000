//! UGI, the Universal Game Interface, where it differs from UCI: the words of
//! some answers, and questions about the rules.
//!
//! The specification is that of the cutegames project; `protocol.md` says what
//! it leaves open.

use super::command::Question;
use crate::engine::Engine;
use crate::games::Side;

/// Whose words a session speaks. It understands both at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    #[default]
    Uci,
    Ugi,
}

impl Dialect {
    /// The end of an introduction.
    pub(super) fn ok(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
        }
    }
}

/// What the rules say of the position, as a line.
pub(super) fn answer(engine: &dyn Engine, question: Question) -> String {
    let answer = match question {
        Question::FirstToMove => truth(engine.side() == Side::First),
        Question::GameOver => truth(engine.result().is_some()),
        Question::Result => match engine.result().map(|(winner, _)| winner) {
            Some(Some(Side::First)) => "p1win",
            Some(Some(Side::Second)) => "p2win",
            Some(None) => "draw",
            None => "none",
        },
    };
    format!("response {answer}")
}

fn truth(is_true: bool) -> &'static str {
    if is_true { "true" } else { "false" }
}
