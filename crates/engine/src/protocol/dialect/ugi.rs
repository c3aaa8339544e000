//! UGI, the Universal Game Interface, where it differs from UCI: some answers, and
//! queries about the rules.
//!
//! The specification is that of the cutegames project; `protocol.md` fills its gaps.

use crate::Engine;
use crate::protocol::command::UgiQuery;
use plyglot_core::game::Side;

/// The answer to a query about the position, as a line.
pub(in crate::protocol) fn answer(engine: &dyn Engine, query: UgiQuery) -> String {
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
