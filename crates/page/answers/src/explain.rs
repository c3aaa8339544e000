//! Why a move is good or bad, and what the moves of a game cost.

use super::Answers;
use super::game_line::{GameLine, shown_line};
use super::request::{Fields, MAX_MOVES, RequestRefusal};
use plyglot_core::game::{Side, Wdl};
use plyglot_engine::{LegalMove, NamedGame};
use plyglot_study::explain;
use serde_json::{Value as Json, json};
use std::time::Duration;

/// The time of an explanation in ms, if the page says none, and the longest.
const USUAL_MS: u64 = 1500;
const MAX_MS: u64 = 60_000;
const MAX_SHOWN_MOVES: usize = 12;

/// An explanation that the page asks for: of the position after the moves of a game, and of the
/// move `wanted` in it.
#[derive(Debug)]
pub struct PageExplanation {
    game: NamedGame,
    position: String,
    /// The text after `position` that sets it up in the protocol.
    text: String,
    wanted: Option<String>,
    time: Duration,
}

impl PageExplanation {
    pub fn of(answers: &Answers, asked: Fields<'_>) -> Result<PageExplanation, RequestRefusal> {
        let played = GameLine::play(answers, &asked.game()?)?;
        let ms = asked.number("movetime", 10..=MAX_MS)?.unwrap_or(USUAL_MS);
        Ok(PageExplanation {
            position: played.line.rules().position(),
            text: played.text(),
            game: played.game,
            wanted: asked.text("wanted", 64)?.map(str::to_owned),
            time: Duration::from_millis(ms),
        })
    }

    /// What `plyglot explain --json` prints, and `shown`: for each sentence its lines as people
    /// read them; or an `error`. Ends early when `is_over` says so.
    pub fn answer(&self, is_over: &dyn Fn() -> bool) -> Json {
        let game = (&self.game.entry, &*self.game.options());
        let shown = LegalMove::shown;
        let wanted = self.wanted.as_deref();
        match explain::answer(game, shown, &self.text, wanted, self.time, is_over) {
            Err(error) => json!({ "error": error }),
            Ok(mut found) => {
                let sentences = found["sentences"].as_array().into_iter().flatten();
                found["shown"] = sentences.map(|sentence| self.shown(sentence)).collect();
                found
            }
        }
    }

    fn shown(&self, sentence: &Json) -> Json {
        let lines = sentence["lines"].as_array().into_iter().flatten();
        let lines = lines.map(|line| {
            let words = line.as_array().into_iter().flatten();
            let words = words.filter_map(Json::as_str).map(str::to_owned);
            shown_line(&self.game, &self.position, &words.collect::<Vec<_>>(), MAX_SHOWN_MOVES)
        });
        json!(lines.collect::<Vec<Vec<String>>>())
    }
}

/// The costs of the moves of a game. Takes a list of moves: `side`, and the chances of that side
/// (wins, draws and losses per mille) with the `best` move and as `played`.
pub(super) fn review(asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let list = asked.get("moves").and_then(Json::as_array).filter(|list| list.len() <= MAX_MOVES);
    let moves: Option<Vec<(Side, [Wdl; 2])>> =
        list.and_then(|list| list.iter().map(reviewed_move).collect());
    let Some(moves) = moves else {
        return Err(RequestRefusal::wrong(format!(
            "expected at most {MAX_MOVES} moves with \"side\", \"best\" and \"played\" in \"moves\""
        )));
    };
    let found = plyglot_study::review(&moves);
    let moves = found.moves.iter().map(|(lost, mark)| json!({ "lost": lost, "mark": mark }));
    Ok(json!({
        "moves": moves.collect::<Json>(),
        "accuracy": found.accuracy,
        "turning_point": found.turning_point,
        "largest_mistake": found.largest_mistake,
    }))
}

fn reviewed_move(entry: &Json) -> Option<(Side, [Wdl; 2])> {
    let side = match entry["side"].as_str()? {
        "first" => Side::First,
        "second" => Side::Second,
        _ => return None,
    };
    Some((side, [chances(&entry["best"])?, chances(&entry["played"])?]))
}

fn chances(value: &Json) -> Option<Wdl> {
    let mut shares = [0_u16; 3];
    for (i, share) in shares.iter_mut().enumerate() {
        *share = u16::try_from(value.get(i)?.as_u64()?).ok()?;
    }
    let [win, draw, loss] = shares;
    (shares.map(u32::from).iter().sum::<u32>() == 1000).then_some(Wdl { win, draw, loss })
}
