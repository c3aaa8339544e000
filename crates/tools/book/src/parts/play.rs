//! What happens in play: the numbers of a survey.

use crate::author::{Author, Chapter, ShowProgress, items, text, words};
use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::Side;
use plyglot_support::text::counted;
use serde_json::Value as Json;
use std::cmp::Reverse;

/// How often games ended in a way: won by the first side, by the second, and drawn.
#[derive(Debug, PartialEq)]
struct EndCounts {
    reason: String,
    games: [u64; 3],
}

pub(crate) fn chapter(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let own = author.own(show_progress)?;
    if own.findings.is_empty() {
        return Ok(Chapter::Missing("no game was played to the end".to_owned()));
    }
    let report = own.findings.json();
    let ends = ends(&report);
    let mut html = Html::default();
    let plan = &author.plan;
    html.paragraph(&format!(
        "The program played {} games against itself, and looked at {} positions before each move. The \
         first {} or {} moves of a game are random. A game that is not over after {} plies is given up.",
        report["games"],
        report["nodes"],
        plan.plies,
        plan.plies + 1,
        plan.max_plies
    ));
    add_ends(author, &mut html, &ends);
    let plies = &report["plies"];
    // Without the fraction of a whole number.
    let median = plies["median"].as_f64().unwrap_or_default();
    html.paragraph(&format!(
        "The shortest game has {} plies, the longest {}, and half of the games have at most {median}.",
        plies["min"], plies["max"]
    ));
    html.paragraph(
        "Games are a sample: the true value lies between the bounds in brackets with a chance of 95 %.",
    );
    let measures: Vec<Vec<String>> =
        own.findings.measures().into_iter().map(|row| row.to_vec()).collect();
    html.table("Measures", &["measure", "mean over games", "what it is"], &measures);
    add_strengths(author, &mut html, &report);
    let unmoved = words(&report["unmoved"]);
    if !unmoved.is_empty() {
        html.paragraph(&format!("Pieces that never moved in any game: {}.", unmoved.join(", ")));
    }
    Ok(Chapter::Page { html, brief: brief(author, &report, &ends) })
}

/// The most frequent first.
fn ends(report: &Json) -> Vec<EndCounts> {
    let mut ends: Vec<EndCounts> = Vec::new();
    for end in items(&report["ends"]) {
        let reason = text(&end["reason"]);
        let index = ends.iter().position(|end| end.reason == reason).unwrap_or(ends.len());
        if index == ends.len() {
            ends.push(EndCounts { reason, games: [0; 3] });
        }
        let column = match end["result"].as_str() {
            Some("first") => 0,
            Some("second") => 1,
            _ => 2,
        };
        ends[index].games[column] += end["games"].as_u64().unwrap_or_default();
    }
    ends.sort_by_key(|end| Reverse(end.games.iter().sum::<u64>()));
    ends
}

fn add_ends(author: &Author<'_>, html: &mut Html, ends: &[EndCounts]) {
    let mut rows = Vec::new();
    for EndCounts { reason, games } in ends {
        let mut row = vec![reason.clone()];
        row.extend(games.iter().map(u64::to_string));
        rows.push(row);
    }
    let first = format!("{} wins", author.name(Side::First));
    let second = format!("{} wins", author.name(Side::Second));
    let head = ["end", first.as_str(), second.as_str(), "drawn"];
    html.table("How games end", &head, &rows);
}

fn brief(author: &Author<'_>, report: &Json, ends: &[EndCounts]) -> String {
    let all = report["games"].as_u64().unwrap_or_default();
    let games = counted(all, "game");
    let Some(EndCounts { reason, games: counts }) = ends.first() else {
        return format!("None of {games} came to its end.");
    };
    let measures = &report["measures"];
    let mean = measures["plies"]["estimate"].as_f64().unwrap_or_default();
    let mut words = format!(
        "In {games}, {} scores {}, and {} are drawn. A game has {mean:.0} moves of both sides \
         together. The most frequent end is {reason}, in {}.",
        author.name(Side::First),
        share(&measures["first"]),
        share(&measures["drawn"]),
        counts.iter().sum::<u64>()
    );
    let ended: u64 = ends.iter().flat_map(|end| &end.games).sum();
    if ended < all {
        words += &format!(" {} given up, and only the length of these counts.", were(all - ended));
    }
    words
}

fn were(games: u64) -> String {
    let verb = if games == 1 { "was" } else { "were" };
    format!("{} {verb}", counted(games, "game"))
}

fn add_strengths(author: &Author<'_>, html: &mut Html, report: &Json) {
    let mut rows = Vec::new();
    for strength in items(&report["strengths"]) {
        rows.push(vec![
            strength["nodes"].to_string(),
            share(&strength["first"]["score"]),
            format!("{:.1}", strength["plies"].as_f64().unwrap_or_default()),
            share(&strength["against_half"]["score"]),
        ]);
    }
    html.paragraph(
        "A player is the stronger, the more positions it looks at. The last column is its score against \
         one who looks at half as many; games that were given up are draws there.",
    );
    let scores = format!("{} scores", author.name(Side::First));
    let head = ["positions a move", scores.as_str(), "plies", "against half as many"];
    html.table("Stronger players", &head, &rows);
}

/// A share with its bounds in percent.
fn share(interval: &Json) -> String {
    let parts = ["estimate", "low", "high"];
    match parts.map(|key| interval[key].as_f64().map(|share| 100.0 * share)) {
        [Some(estimate), Some(low), Some(high)] => {
            format!("{estimate:.1} % [{low:.1}, {high:.1}]")
        }
        _ => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn counts((reason, games): (&str, [u64; 3])) -> EndCounts {
        EndCounts { reason: reason.to_owned(), games }
    }

    #[test]
    fn ends_of_a_kind_are_counted_together() {
        let end =
            |result, reason, games| json!({ "result": result, "reason": reason, "games": games });
        let report = json!({ "ends": [
            end("draw", "repetition", 7),
            end("second", "checkmate", 5),
            end("first", "checkmate", 3),
        ] });
        let expected = [("checkmate", [3, 5, 0]), ("repetition", [0, 0, 7])];
        assert_eq!(ends(&report), expected.map(counts));
    }
}
