//! A game as text, for the page to offer as a download.

use super::game_line::{GameLine, shown};
use super::refusal::RequestRefusal;
use super::request::Fields;
use super::site::Site;
use plyglot_core::game::Side;
use plyglot_match::plan::Plan;
use plyglot_match::record::pgn;
use plyglot_match::record::{GameRecord, GameResult, Opening, PlayedMove, Termination};
use serde_json::{Value as Json, json};
use std::time::{Duration, SystemTime};

/// The game as PGN, and as text.
///
/// # Errors
/// If there is no such game or position, or a move is not legal.
pub(super) fn answer(site: &Site, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let line = GameLine::play(&site.registry, &asked.game()?)?;
    let players = asked.pair("players")?;
    let unknown =
        || RequestRefusal::wrong("expected first, second, draw or unfinished in \"result\"");
    let given = asked.text("result", 16)?.unwrap_or("unfinished");
    let given = GameResult::of_word(given).ok_or_else(unknown)?;
    // The rules know better than the page.
    let (result, termination) = match line.rules.result() {
        Some((winner, _)) => (winner.map_or(GameResult::Draw, GameResult::Win), Termination::Rules),
        None if given == GameResult::Unfinished => (given, Termination::Interrupted),
        // A resignation: in PGN a normal end.
        None => (given, Termination::Rules),
    };
    let reason = match line.rules.result() {
        Some((winner, ending)) => ending.reason(winner),
        None => asked.text("reason", 256)?.unwrap_or_default(),
    };
    let record = record(&line, result, termination, reason);
    let event = match asked.text("event", 256)? {
        Some(event) => event.to_owned(),
        None => format!("{} board", site.registry.program().command()),
    };
    let plan = Plan::of_game(line.game.name(), players.clone(), event);
    let today = pgn::date(SystemTime::now());
    let date = asked.text("date", 10)?.unwrap_or(&today);
    let written = pgn::print(&record, &plan, &site.registry, date);
    Ok(json!({ "pgn": written, "text": text(&line, &players, result) }))
}

fn record(
    line: &GameLine,
    result: GameResult,
    termination: Termination,
    reason: &str,
) -> GameRecord {
    let played = line.steps.iter().map(|step| PlayedMove {
        name: step.played.name.clone(),
        record: step.played.record.clone(),
        score: None,
        depth: None,
        first_depth: None,
        nodes: None,
        ponder: None,
        time: Duration::ZERO,
        warnings: Vec::new(),
    });
    GameRecord {
        number: 0,
        round: 1,
        engines: [0, 1],
        opening: Opening { position: line.start.clone(), moves: Vec::new() },
        moves: played.collect(),
        result,
        termination,
        reason: reason.to_owned(),
        final_position: line.rules.position(),
    }
}

/// The game in readable form: players, moves, board.
fn text(line: &GameLine, players: &[String; 2], result: GameResult) -> String {
    let entry = line.game.entry;
    let mut text = format!("{}\n", entry.info.title);
    for (side, player) in entry.info.sides.iter().zip(players) {
        text += &format!("{side}: {player}\n");
    }
    if let Some(start) = &line.start {
        text += &format!("from: {start}\n");
    }
    text += &format!("result: {}\n\n", result.text());
    let mut number = None;
    for step in &line.steps {
        let begins = number != Some(step.number);
        number = Some(step.number);
        text += &match (begins, step.side) {
            (true, Side::First) => format!("{}. ", step.number),
            (true, Side::Second) => format!("{}... ", step.number),
            (false, _) => String::new(),
        };
        text += shown(&step.played);
        text.push(if step.side == Side::Second { '\n' } else { ' ' });
    }
    format!("{}\n\n{}\n", text.trim_end(), line.rules.diagram())
}
