//! What an engine says of a position by the queries of UGI.

use super::{EngineFailure, Player};
use plyglot_core::game::{GameResult, Side};
use std::fmt;

const ANSWER: &str = "response";
/// What a program of this library says of a position that it does not set up.
const REFUSAL: &str = "info string error: ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PositionView {
    /// It does not set the position up: a move is not legal.
    Refused(String),
    ToMove(Side),
    Over(GameResult),
    Unclear(String),
}

impl fmt::Display for PositionView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionView::Refused(why) => write!(f, "it is refused: {why}"),
            PositionView::ToMove(Side::First) => write!(f, "the first player is to move"),
            PositionView::ToMove(Side::Second) => write!(f, "the second player is to move"),
            PositionView::Over(result) => write!(f, "the game is over, {}", result.text()),
            PositionView::Unclear(answer) => write!(f, "{answer}"),
        }
    }
}

struct QueryAnswer {
    /// All lines up to the answer.
    lines: Vec<String>,
    word: String,
}

impl Player<'_> {
    /// Asks the engine, which speaks UGI, about the position of this command.
    pub(crate) fn view(&mut self, position: &str) -> Result<PositionView, EngineFailure> {
        if let Some(process) = &self.process {
            process.mailbox.clear();
        }
        self.send(position)?;
        let QueryAnswer { lines, word: over } = self.query("gameover")?;
        let refusal = lines.iter().find_map(|line| line.trim().strip_prefix(REFUSAL));
        if let Some(why) = refusal {
            return Ok(PositionView::Refused(why.to_owned()));
        }
        let (subject, answer) = match over.as_str() {
            "true" => ("result", self.query("result")?.word),
            "false" => ("p1turn", self.query("p1turn")?.word),
            _ => ("gameover", over),
        };
        Ok(match (subject, answer.as_str()) {
            ("result", "p1win") => PositionView::Over(GameResult::Win(Side::First)),
            ("result", "p2win") => PositionView::Over(GameResult::Win(Side::Second)),
            ("result", "draw") => PositionView::Over(GameResult::Draw),
            ("p1turn", "true") => PositionView::ToMove(Side::First),
            ("p1turn", "false") => PositionView::ToMove(Side::Second),
            _ => PositionView::Unclear(format!("query {subject}: '{answer}'")),
        })
    }

    fn query(&mut self, subject: &str) -> Result<QueryAnswer, EngineFailure> {
        let lines = self.ask(&format!("query {subject}"), ANSWER, self.setup.patience)?;
        let last = lines.last().map_or("", String::as_str);
        let word = last.split_whitespace().nth(1).unwrap_or_default().to_owned();
        Ok(QueryAnswer { lines, word })
    }
}
