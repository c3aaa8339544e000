//! A game as a record, for the page to offer as a download.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::GameResult;
use plyglot_engine::{Line, NOTATION, Value};
use plyglot_records::{
    GameEnd, Heading, RecordFormat, RecordedMove, Tag, Termination, move_time_control,
    opening_name, print, set_command,
};
use serde_json::{Value as Json, json};

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    // Whatever the page shows, records have the usual notation, but those that say which it is.
    let mut written = asked.game()?;
    let notation = written.notation.take();
    let GameLine { game: named, line, .. } = GameLine::play(answers, &written)?;
    let players = asked.pair("players")?;
    let given = given_result(asked)?;
    let read_tags = tags(asked)?;
    // The rules decide the result, except of a game that was read: resignations and draws that were
    // due but not claimed keep the written result.
    let over = line.rules().result();
    let (result, termination) = match &over {
        Some(over) if read_tags.is_empty() => (over.result, Termination::Rules),
        _ if given == GameResult::Unfinished => (given, Termination::Interrupted),
        // A resignation: in PGN a normal end.
        _ => (given, Termination::Rules),
    };
    let reason = match over {
        Some(over) => over.ending.reason(),
        None if given == GameResult::Unfinished => String::new(),
        None => asked.text("reason", 256)?.unwrap_or_default().to_owned(),
    };
    let end = GameEnd { result, termination, reason };
    let event = match asked.text("event", 256)? {
        Some(event) => event.to_owned(),
        None => format!("{} board", answers.registry.program().command()),
    };
    let no_limit = move_time_control(None);
    let heading = Heading {
        game: named.name(),
        event: &event,
        date: asked.text("date", 10)?.unwrap_or("????.??.??"),
        round: 1,
        number: 1,
        players: players.each_ref().map(String::as_str),
        time_controls: [no_limit.as_str(); 2],
        position: line.start(),
        end: &end,
    };
    let mut game = heading.game_of(moves_of(&line), &mut *named.open());
    if read_tags.is_empty() {
        let opening = opening_name(&named.entry, line.start(), &line.names());
        game.tags.extend(opening.map(|name| Tag::new(0, "Opening", name)));
    } else {
        game.tags = merged(read_tags, result);
    }
    let comment = asked.text("comment", MAX_COMMENT_BYTES)?;
    game.comment = comment.unwrap_or_default().to_owned();
    let moves = annotated(asked.get("line"), 0)?;
    if !moves.is_empty() {
        game.moves = moves;
    }
    let mut rules = named.open();
    let mut formats = RecordFormat::ALL.to_vec();
    formats.retain(|format| format.is_for(&*rules));
    let wanted = asked.text("format", 16)?.and_then(RecordFormat::named);
    // A format that is only read gives way to the first one of the game.
    let format = wanted.filter(|wanted| formats.contains(wanted)).unwrap_or(formats[0]);
    if format == RecordFormat::Pgn && named.name() == "xiangqi" {
        rules.set_option(NOTATION, &notation.unwrap_or_default());
    }
    let text = print(&game, format, &mut *rules).map_err(RequestRefusal::wrong)?;
    let extension = format.utf8_extension();
    let formats: Vec<&str> = formats.into_iter().map(RecordFormat::name).collect();
    Ok(json!({ "text": text, "format": format.name(), "extension": extension, "formats": formats }))
}

fn moves_of(line: &Line) -> Vec<RecordedMove> {
    line.names()
        .into_iter()
        .map(|text| RecordedMove { text: text.to_owned(), ..RecordedMove::default() })
        .collect()
}

/// The result that the page says, of a game that the rules have not ended.
fn given_result(asked: Fields<'_>) -> Result<GameResult, RequestRefusal> {
    let word = asked.text("result", 16)?.unwrap_or("unfinished");
    let expected = "expected first, second, draw or unfinished in \"result\"";
    GameResult::from_word(word).ok_or_else(|| RequestRefusal::wrong(expected))
}

const MAX_COMMENT_BYTES: usize = 64 << 10;
const MAX_TAGS: usize = 100;
const MAX_VARIATION_DEPTH: usize = 64;
const EXPECTED_MOVES: &str = "expected moves with a \"name\" in \"line\"";

fn tags(asked: Fields<'_>) -> Result<Vec<Tag>, RequestRefusal> {
    let Some(value) = asked.get("tags") else { return Ok(Vec::new()) };
    let list = value.as_array().filter(|list| list.len() <= MAX_TAGS);
    let tags: Option<Vec<Tag>> = list.and_then(|list| list.iter().map(tag).collect());
    let expected = format!("expected at most {MAX_TAGS} pairs in \"tags\"");
    tags.ok_or_else(|| RequestRefusal::wrong(expected))
}

fn tag(entry: &Json) -> Option<Tag> {
    Some(Tag::new(0, entry.get(0)?.as_str()?, entry.get(1)?.as_str()?))
}

/// The tags of a game that was read, with the result as it is now. If that has changed, tags that
/// tell how it came about go.
fn merged(mut tags: Vec<Tag>, result: GameResult) -> Vec<Tag> {
    let was = tags.iter_mut().find(|tag| tag.name == "Result").map(|tag| &mut tag.value);
    match was {
        Some(was) if result_of_tag(was) == result => return tags,
        Some(was) => result.text().clone_into(was),
        None => tags.push(Tag::new(0, "Result", result.text())),
    }
    tags.retain(|tag| !["Termination", "GameEndReason", "PlyCount"].contains(&&*tag.name));
    tags
}

/// A text that is not a result counts as unfinished.
fn result_of_tag(text: &str) -> GameResult {
    match text {
        "1/2" => GameResult::Draw,
        _ => GameResult::read(text).unwrap_or(GameResult::Unfinished),
    }
}

fn annotated(value: Option<&Json>, depth: usize) -> Result<Vec<RecordedMove>, RequestRefusal> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let list = value.as_array().filter(|_| depth <= MAX_VARIATION_DEPTH);
    let list = list.ok_or_else(|| RequestRefusal::wrong(EXPECTED_MOVES))?;
    list.iter().map(|entry| annotated_move(entry, depth)).collect()
}

/// The value of `[%eval]` for hundredths of a unit.
fn eval_of(centi: f64) -> String {
    format!("{:.2}", Value::units_of(centi.round() as i32))
}

fn annotated_move(entry: &Json, depth: usize) -> Result<RecordedMove, RequestRefusal> {
    let name = entry["name"].as_str().ok_or_else(|| RequestRefusal::wrong(EXPECTED_MOVES))?;
    let mut variations = Vec::new();
    for line in entry["variations"].as_array().into_iter().flatten() {
        variations.push(annotated(Some(line), depth + 1)?);
    }
    let mut nags = Vec::new();
    for nag in entry["nags"].as_array().into_iter().flatten().filter_map(Json::as_u64) {
        nags.extend(u8::try_from(nag));
    }
    let mut comment = entry["comment"].as_str().unwrap_or_default().to_owned();
    let score = &entry["score"];
    let eval = match score["mate"].as_i64() {
        Some(moves) if moves != 0 => Some(format!("#{moves}")),
        _ => score["cp"].as_f64().map(eval_of),
    };
    if let Some(eval) = eval {
        set_command(&mut comment, "eval", &eval);
    }
    Ok(RecordedMove {
        line: 0,
        before: entry["before"].as_str().unwrap_or_default().to_owned(),
        text: name.to_owned(),
        comment,
        nags,
        variations,
    })
}
