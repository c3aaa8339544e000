//! UGI, the Universal Game Interface, where it differs from UCI: some answers, and
//! queries about the rules.
//!
//! The specification is that of the cutegames project; `protocol.md` fills its gaps.

use super::command::UgiQuery;
use crate::Engine;
use plyglot_core::game::Side;

/// The protocol of a session's answers. It understands both at any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dialect {
    #[default]
    Uci,
    Ugi,
}

impl Dialect {
    /// The last line of the answer to `uci` or `ugi`.
    pub(super) fn ok(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
        }
    }
}

/// The answer to a query about the position, as a line.
pub(super) fn answer(engine: &dyn Engine, query: UgiQuery) -> String {
    let answer = match query {
        UgiQuery::FirstToMove => truth(engine.side() == Side::First),
        UgiQuery::GameOver => truth(engine.result().is_some()),
        UgiQuery::Result => match engine.result().map(|(winner, _)| winner) {
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
