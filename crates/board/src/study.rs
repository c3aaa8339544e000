//! The costs of the moves of a game, and explanations, for the page.

use super::feed::{EndOnDrop, Feed};
use super::game_line::{GameLine, shown_line};
use super::refusal::RequestRefusal;
use super::request::Fields;
use plyglot_core::game::{Side, Wdl};
use plyglot_engine::{LegalMove, Registry};
use plyglot_study::explain;
use plyglot_support::text::NO_THREAD;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// The most moves of a game.
const MAX_MOVES: usize = 2000;
/// The most explanations at a time.
const MOST: usize = 2;
/// The time of an explanation in ms, if the page says none, and the longest.
const USUAL_MS: u64 = 1500;
const LONGEST_MS: u64 = 60_000;
/// The most moves of a line that are shown.
const SHOWN: usize = 12;

/// The costs of the moves of a game. Takes a list of moves: `side`, and the chances of that side
/// (wins, draws and losses per mille) with the `best` move and as `played`.
///
/// # Errors
/// If it is not such a list.
pub(super) fn review(asked: Fields<'_>) -> Result<Json, RequestRefusal> {
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

/// The number of explanations under way.
#[derive(Debug, Default)]
pub(super) struct Explanations(Arc<AtomicUsize>);

/// Counts one explanation until it is dropped.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Explanations {
    fn admit(&self) -> Result<Place, RequestRefusal> {
        let one_more = |count| (count < MOST).then_some(count + 1);
        let busy = || RequestRefusal::busy("other moves are being explained");
        self.0.fetch_update(Relaxed, Relaxed, one_more).map_err(|_| busy())?;
        Ok(Place(Arc::clone(&self.0)))
    }
}

/// Begins to explain the position after the moves of a game, and the move `wanted` in it.
/// The only line of the answer is what `plyglot explain --json` prints, and `shown`: for each
/// sentence its lines as people read them.
///
/// # Errors
/// If there is no such game, position or move, or too many are explained already.
pub(super) fn explain(
    registry: &Registry,
    explanations: &Explanations,
    asked: Fields<'_>,
) -> Result<Arc<Feed>, RequestRefusal> {
    let line = GameLine::play(registry, &asked.game()?)?;
    let wanted = asked.text("wanted", 64)?.map(str::to_owned);
    let ms = asked.number("movetime", (10, LONGEST_MS))?.unwrap_or(USUAL_MS);
    let place = explanations.admit()?;
    let feed = Arc::<Feed>::default();
    let writer = EndOnDrop(Arc::clone(&feed));
    let command = line.command();
    let (game, position) = (line.game, line.rules.position());
    let work = move || {
        let feed = &writer.0;
        let text = command.strip_prefix("position ").unwrap_or(&command);
        let text = text.strip_prefix("fen ").unwrap_or(text);
        let time = Duration::from_millis(ms);
        let is_over = || feed.is_abandoned();
        let found = explain::answer(
            (&game.entry, &game.options()),
            LegalMove::shown,
            text,
            wanted.as_deref(),
            time,
            &is_over,
        );
        feed.say(&match found {
            Err(error) => json!({ "error": error }),
            Ok(mut found) => {
                let shown = |sentence: &Json| {
                    let lines = sentence["lines"].as_array().into_iter().flatten();
                    let line = |line: &Json| {
                        let words = line.as_array().into_iter().flatten();
                        let words = words.filter_map(Json::as_str).map(str::to_owned);
                        shown_line(&game, &position, &words.collect::<Vec<_>>(), SHOWN)
                    };
                    lines.map(line).collect::<Vec<Vec<String>>>()
                };
                let sentences = found["sentences"].as_array().into_iter().flatten();
                found["shown"] = sentences.map(shown).collect();
                found
            }
        });
        drop(place);
    };
    let begun = thread::Builder::new().name("explain".to_owned()).spawn(work);
    begun.map_err(|_| RequestRefusal::busy(NO_THREAD))?;
    Ok(feed)
}
