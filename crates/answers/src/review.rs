//! The costs of the moves of a game.

use super::refusal::RequestRefusal;
use super::request::{Fields, MAX_MOVES};
use plyglot_core::game::{Side, Wdl};
use serde_json::{Value as Json, json};

/// The costs of the moves of a game. Takes a list of moves: `side`, and the chances of that side
/// (wins, draws and losses per mille) with the `best` move and as `played`.
///
/// # Errors
/// If it is not such a list.
pub(super) fn answer(asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let wrong = || {
        RequestRefusal::wrong(format!(
            "expected at most {MAX_MOVES} moves with \"side\", \"best\" and \"played\" in \"moves\""
        ))
    };
    let list = asked.get("moves").and_then(Json::as_array).ok_or_else(wrong)?;
    let chances = |value: &Json| {
        let share = |i: usize| value.get(i).and_then(Json::as_u64).filter(|&share| share <= 1000);
        let (win, draw, loss) = (share(0)? as u16, share(1)? as u16, share(2)? as u16);
        (win + draw + loss == 1000).then_some(Wdl { win, draw, loss })
    };
    let read = |entry: &Json| {
        let side = match entry["side"].as_str()? {
            "first" => Side::First,
            "second" => Side::Second,
            _ => return None,
        };
        Some((side, [chances(&entry["best"])?, chances(&entry["played"])?]))
    };
    let moves = (list.len() <= MAX_MOVES).then(|| list.iter().map(read).collect());
    let moves: Vec<(Side, [Wdl; 2])> = moves.flatten().ok_or_else(wrong)?;
    let found = plyglot_study::review(&moves);
    let entry = |&(lost, mark): &(f64, &str)| json!({ "lost": lost, "mark": mark });
    Ok(json!({
        "moves": found.moves.iter().map(entry).collect::<Json>(),
        "accuracy": found.accuracy,
        "turning_point": found.turning_point,
    }))
}
