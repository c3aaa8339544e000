//! Explanations for machines: a JSON object each. `docs/explain.schema.json` describes them.

use super::exploration::{Exploration, analyst, set_up};
use super::facts::{Explanation, Heading, OtherMove, Preference, Threat, Variation};
use super::sentences::{Person, Sentence, sentences};
use crate::shared::{PositionLine, Refusal, Searches, watched};
use plyglot_command::json;
use plyglot_core::game::{Outcome, Strength};
use plyglot_engine::{ChosenGame, GameEntry, GoLimits, LegalMove};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::time::Duration;

const HASH_MIB: usize = 16;

#[derive(Serialize)]
struct ExplanationJson<'a> {
    game: &'a str,
    #[serde(flatten)]
    heading: &'a Heading,
    complete: bool,
    #[serde(serialize_with = "json::result")]
    result: Option<Outcome>,
    #[serde(flatten)]
    reasons: ReasonsJson<'a>,
}

/// Nothing of it is known if the game is over.
#[derive(Default, Serialize)]
struct ReasonsJson<'a> {
    depth: Option<u16>,
    nodes: Option<u64>,
    time: Option<f64>,
    best: Option<&'a Variation>,
    rejected: &'a [Variation],
    others: &'a [OtherMove],
    reply: Option<&'a Variation>,
    threat: Option<&'a Variation>,
    idea: Option<&'a Variation>,
    preferences: &'a [Preference],
    strengths: &'a [Strength],
    sentences: Vec<Sentence>,
}

pub(super) fn explanation(found: &Explanation, entry: &GameEntry) -> Json {
    let Explanation { heading, verdict } = found;
    let game = entry.info.name;
    let result = verdict.as_ref().err().copied();
    let Ok(reasons) = verdict else {
        let reasons = ReasonsJson::default();
        return json!(ExplanationJson { game, heading, complete: true, result, reasons });
    };
    let complete = reasons.is_whole;
    let reasons = ReasonsJson {
        depth: Some(reasons.effort.depth),
        nodes: Some(reasons.effort.nodes),
        time: Some(reasons.effort.time.as_secs_f64()),
        best: Some(&reasons.best),
        rejected: &reasons.rejected,
        others: &reasons.others,
        reply: reasons.reply.as_ref(),
        threat: reasons.threat.as_ref(),
        idea: reasons.idea.as_ref(),
        preferences: &reasons.preferences,
        strengths: &reasons.strengths,
        sentences: sentences(reasons, &Person::sides(entry.info.sides, heading.side)),
    };
    json!(ExplanationJson { game, heading, complete, result, reasons })
}

/// What an exploration of the position `text` in this time finds. Ends early when `is_over` says so.
fn explored<T: Send>(
    game: &ChosenGame,
    form: fn(&LegalMove) -> &str,
    text: &str,
    time: Duration,
    is_over: &dyn Fn() -> bool,
    work: impl FnOnce(&mut Exploration<'_>) -> Result<T, Refusal> + Send,
) -> Result<(Heading, T), String> {
    let mut analyst = analyst(game, HASH_MIB).map_err(|error| error.to_string())?;
    let line = PositionLine { number: 1, text: text.to_owned() };
    let limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
    let searches = Searches::default();
    let found = watched(&searches, is_over, || -> Result<_, Refusal> {
        let heading = set_up(&mut analyst, &line)?;
        let found = work(&mut Exploration::new(&mut analyst, &searches, &limits, form))?;
        Ok((heading, found))
    })?;
    found.map_err(|refusal| refusal.to_string())
}

/// What the other side threatens in the position `text`, in about this time: a sentence as `text`,
/// and its best `line` with the `position` in which that begins, or null.
pub fn threat(
    game: &ChosenGame,
    form: fn(&LegalMove) -> &str,
    text: &str,
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Json, String> {
    // After a pass, and without one.
    let time = time / 2;
    let found = explored(game, form, text, time, is_over, |exploration| exploration.threat())?;
    let (_, Threat { text, line }) = found;
    let position = line.as_ref().map(|line| &line.start);
    let names = line.as_ref().map(|line| &line.info.pv);
    Ok(json!({ "text": text, "position": position, "line": names }))
}

/// The sign of the legal move `name` of the position `text` as `mark`, and the `sentence` that says
/// why, or null: as in the games of `plyglot analyse --json`. Each search has this time.
pub fn remark(
    game: &ChosenGame,
    form: fn(&LegalMove) -> &str,
    text: &str,
    name: &str,
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Json, String> {
    let (_, review) = explored(game, form, text, time, is_over, |exploration| {
        let played = exploration.start.legal_move(name).map_err(Refusal::NoMove)?;
        exploration.review(&played.name)
    })?;
    let (mark, sentence) = review.map_or(("", None), |review| (review.sign, review.sentence));
    Ok(json!({ "mark": mark, "sentence": sentence }))
}

/// Explains the position `text` (the protocol's text after `position`) of a game, and the move
/// `wanted` in it, in about this time: the object that `plyglot explain --json` prints, with moves in
/// the notation `form`. Ends early when `is_over` says so.
pub fn answer(
    game: &ChosenGame,
    form: fn(&LegalMove) -> &str,
    text: &str,
    wanted: Option<&str>,
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Json, String> {
    let wanted: Vec<String> = wanted.into_iter().map(str::to_owned).collect();
    let (heading, verdict) =
        explored(game, form, text, time, is_over, |exploration| exploration.verdict(&wanted, 0))?;
    Ok(explanation(&Explanation { heading, verdict }, &game.entry))
}
