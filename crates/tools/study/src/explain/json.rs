//! Explanations for machines: a JSON object each. `docs/explain.schema.json` describes them.

use super::effect::Effect;
use super::explorer::Explorer;
use super::facts::{Explanation, Heading, Reasons, SearchedLine, Strength, Threat, Variation};
use super::material::PieceChange;
use super::sentences::{Person, Sentence, sentences};
use crate::shared::{PositionLine, Refusal, watched};
use plyglot_command::json::{result_word, value_json};
use plyglot_engine::{ChosenGame, GameEntry, GoLimits, LegalMove, SearchInfo};
use serde_json::{Value as Json, json};
use std::time::Duration;

const HASH_MIB: usize = 16;

pub(super) fn explanation(found: &Explanation, entry: &GameEntry) -> Json {
    let Heading { number, id, position, side } = &found.heading;
    let mut object = json!({
        "game": entry.info.name,
        "number": number,
        "id": id,
        "position": position,
        "side": side.word(),
        "complete": found.verdict.as_ref().map_or(true, |reasons| reasons.is_whole),
        "result": found.verdict.as_ref().err().copied().map(result_word),
    });
    for unknown in ["depth", "nodes", "time", "best", "reply", "threat", "idea"] {
        object[unknown] = Json::Null;
    }
    for none in ["rejected", "others", "preferences", "strengths", "sentences"] {
        object[none] = json!([]);
    }
    if let Ok(reasons) = &found.verdict {
        add_reasons(&mut object, reasons);
        let sentences = sentences(reasons, &Person::sides(entry.info.sides, *side));
        object["sentences"] = sentences.iter().map(sentence).collect();
    }
    object
}

pub(crate) fn sentence(Sentence { text, is_after_pass, lines }: &Sentence) -> Json {
    json!({ "text": text, "after_pass": is_after_pass, "lines": lines })
}

fn add_reasons(object: &mut Json, reasons: &Reasons) {
    let effort = reasons.effort;
    object["depth"] = json!(effort.depth);
    object["nodes"] = json!(effort.nodes);
    object["time"] = json!(effort.time.as_secs_f64());
    object["best"] = variation(&reasons.best);
    object["rejected"] = reasons.rejected.iter().map(variation).collect();
    object["others"] = reasons.others.iter().map(other).collect();
    object["reply"] = reasons.reply.as_ref().map_or(Json::Null, variation);
    object["threat"] = reasons.threat.as_ref().map_or(Json::Null, variation);
    object["idea"] = reasons.idea.as_ref().map_or(Json::Null, variation);
    object["preferences"] = reasons.preferences.iter().map(preference).collect();
    object["strengths"] = strengths(&reasons.strengths);
}

fn variation(line: &Variation) -> Json {
    let mut object = json!({
        "line": line.names,
        "records": line.records,
        "depth": line.depth,
        "wdl": [line.wdl.win, line.wdl.draw, line.wdl.loss],
        "ending": line.ending.map(result_word),
        "gain": gain(line.effect.as_ref()),
        "strengths": strengths(&line.strengths),
    });
    value_json(&mut object, line.value);
    object
}

/// The pieces won and lost after some plies: how many more of each kind the side that
/// begins has, and the other side.
fn gain(effect: Option<&Effect>) -> Json {
    let Some(Effect::Pieces { gain, .. }) = effect else { return Json::Null };
    let mut pieces = Vec::new();
    for PieceChange { name, own, other } in gain.exchange.piece_changes() {
        pieces.push(json!({ "piece": name, "own": own, "other": other }));
    }
    json!({ "plies": gain.plies, "pieces": pieces })
}

fn other(other: &SearchedLine) -> Json {
    let SearchInfo { depth, pv, .. } = &other.info;
    json!({ "record": other.first(), "depth": depth, "points": other.points(), "line": pv })
}

fn preference(SearchedLine { info, records }: &SearchedLine) -> Json {
    let mut object = json!({ "depth": info.depth, "line": info.pv, "records": records });
    value_json(&mut object, info.value);
    object
}

fn strengths(strengths: &[Strength]) -> Json {
    strengths.iter().map(|Strength { name, centi }| json!({ "name": name, "cp": centi })).collect()
}

fn explorer(
    game: &ChosenGame,
    form: fn(&LegalMove) -> &str,
    time: Duration,
) -> Result<Explorer, String> {
    let explorer = Explorer::new(game, HASH_MIB, form);
    let mut explorer = explorer.map_err(|error| error.to_string())?;
    explorer.limits = GoLimits { move_time: Some(time), ..GoLimits::default() };
    Ok(explorer)
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
    let mut explorer = explorer(game, form, time / 2)?;
    let found = watched(is_over, |searches| {
        explorer.set_up(text, searches)?;
        explorer.threat()
    })?;
    let Threat { text, line } = found.map_err(|refusal| refusal.to_string())?;
    let (position, line) = line.map(|(position, info)| (position, info.pv)).unzip();
    Ok(json!({ "text": text, "position": position, "line": line }))
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
    let mut explorer = explorer(game, form, time)?;
    let found = watched(is_over, |searches| {
        explorer.set_up(text, searches)?;
        match explorer.analyst.game().legal_move(name) {
            Ok(played) => explorer.review(&played.name),
            Err(error) => Err(Refusal::NoMove(error)),
        }
    })?;
    let review = found.map_err(|refusal| refusal.to_string())?;
    let (mark, said) = review.map_or(("", None), |review| (review.sign, review.sentence));
    Ok(json!({ "mark": mark, "sentence": said.as_ref().map(sentence) }))
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
    let mut explorer = explorer(game, form, time)?;
    explorer.wanted = wanted.into_iter().map(str::to_owned).collect();
    let line = PositionLine { number: 1, text: text.to_owned() };
    let found = watched(is_over, |searches| explorer.explain(&line, searches, &mut |_| ()))?;
    let found = found.map_err(|refusal| refusal.to_string())?;
    Ok(explanation(&found, &game.entry))
}
