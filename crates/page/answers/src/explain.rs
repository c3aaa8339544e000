//! Why a move is good or bad, what the other side threatens, and what the moves of a game cost.

use super::Answers;
use super::game_line::{GameLine, shown_line};
use super::position::PageMove;
use super::request::{Fields, MAX_MOVES, RequestRefusal};
use plyglot_core::game::{Side, Wdl};
use plyglot_engine::{ChosenGame, LegalMove};
use plyglot_study::{MoveChances, explain};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// The time of an explanation in ms, if the page says none, and the longest.
const USUAL_MS: u64 = 1500;
const MAX_MS: u64 = 60_000;
const MAX_SHOWN_MOVES: usize = 12;

/// What is to be said of a position.
#[derive(Debug)]
enum Subject {
    /// All moves, and the one that is asked about.
    Moves(Option<String>),
    /// The sign of a move in a review, and why it has it.
    Mark(String),
    Threat,
}

/// An explanation that the page asks for: of the position after the moves of a game, of the move
/// `wanted` in it, or what is `about` it: `mark` or `threat`.
#[derive(Debug)]
pub struct PageExplanation {
    game: ChosenGame,
    position: String,
    /// The text after `position` that sets it up in the protocol.
    text: String,
    subject: Subject,
    time: Duration,
}

impl PageExplanation {
    pub fn read(answers: &Answers, asked: Fields<'_>) -> Result<PageExplanation, RequestRefusal> {
        let played = GameLine::play(answers, &asked.game()?)?;
        let ms = asked.number("movetime", 10..=MAX_MS)?.unwrap_or(USUAL_MS);
        let wanted = asked.text("wanted", 64)?.map(str::to_owned);
        let subject = match (asked.text("about", 16)?, wanted) {
            (None, wanted) => Subject::Moves(wanted),
            (Some("mark"), Some(wanted)) => Subject::Mark(wanted),
            (Some("threat"), None) => Subject::Threat,
            _ => {
                let expected = "expected \"mark\" with \"wanted\", or \"threat\", in \"about\"";
                return Err(RequestRefusal::wrong(expected));
            }
        };
        Ok(PageExplanation {
            position: played.line.rules().position(),
            text: played.text(),
            game: played.game,
            subject,
            time: Duration::from_millis(ms),
        })
    }

    /// What `plyglot explain --json` prints, and `shown`: for each sentence its lines as people
    /// read them. Of a mark, the `mark` and its `sentence`; of a threat, its `text` and its first
    /// `move`, or null. Or else an `error`. Ends early when `is_over` says so.
    pub fn answer(&self, is_over: &dyn Fn() -> bool) -> Json {
        let game = &self.game;
        let shown = LegalMove::shown;
        let text = &*self.text;
        let time = self.time;
        let found = match &self.subject {
            Subject::Moves(wanted) => {
                explain::answer(game, shown, text, wanted.as_deref(), time, is_over)
            }
            Subject::Mark(name) => explain::remark(game, shown, text, name, time, is_over),
            Subject::Threat => explain::threat(game, shown, text, time, is_over),
        };
        let mut found = match found {
            Ok(found) => found,
            Err(error) => return json!({ "error": error }),
        };
        match &self.subject {
            Subject::Moves(_) => {
                let sentences = found["sentences"].as_array().into_iter().flatten();
                found["shown"] = sentences.map(|sentence| self.shown(sentence)).collect();
            }
            Subject::Threat => found["move"] = self.threatened(&found),
            Subject::Mark(_) => {}
        }
        found
    }

    /// The first move of a threat; null if there is none.
    fn threatened(&self, threat: &Json) -> Json {
        let mut rules = self.game.open();
        if rules.set_position(threat["position"].as_str(), &[]).is_err() {
            return Json::Null;
        }
        for (m, path) in rules.legal_moves().iter().zip(&rules.shortest_paths()) {
            if threat["line"][0] == m.name {
                return json!(PageMove::new(rules.picture().as_ref(), m, path));
            }
        }
        Json::Null
    }

    fn shown(&self, sentence: &Json) -> Json {
        let mut shown = Vec::new();
        for line in sentence["lines"].as_array().into_iter().flatten() {
            let mut names = Vec::new();
            for name in line.as_array().into_iter().flatten().filter_map(Json::as_str) {
                names.push(name.to_owned());
            }
            shown.push(shown_line(&self.game, &self.position, &names, MAX_SHOWN_MOVES));
        }
        json!(shown)
    }
}

/// The costs of the moves of a game. Takes a list of moves: `side`, and the chances of that side
/// (wins, draws and losses per mille) with the `best` move and as `played`.
pub(super) fn review(_: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let list = asked.get("moves").and_then(Json::as_array).filter(|list| list.len() <= MAX_MOVES);
    let moves: Option<Vec<MoveChances>> =
        list.and_then(|list| list.iter().map(reviewed_move).collect());
    let Some(moves) = moves else {
        return Err(RequestRefusal::wrong(format!(
            "expected at most {MAX_MOVES} moves with \"side\", \"best\" and \"played\" in \"moves\""
        )));
    };
    Ok(json!(plyglot_study::review(&moves)))
}

fn reviewed_move(entry: &Json) -> Option<MoveChances> {
    let side = match entry["side"].as_str()? {
        "first" => Side::First,
        "second" => Side::Second,
        _ => return None,
    };
    let best = chances(&entry["best"])?;
    let played = chances(&entry["played"])?;
    Some(MoveChances { side, best, played })
}

fn chances(value: &Json) -> Option<Wdl> {
    let wdl = Wdl { win: share(value, 0)?, draw: share(value, 1)?, loss: share(value, 2)? };
    let sum = u32::from(wdl.win) + u32::from(wdl.draw) + u32::from(wdl.loss);
    if sum == 1000 { Some(wdl) } else { None }
}

fn share(shares: &Json, index: usize) -> Option<u16> {
    u16::try_from(shares.get(index)?.as_u64()?).ok()
}
