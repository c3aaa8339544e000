//! What happens in play: the numbers of a survey.

use crate::author::{Author, Chapter, Tell, items, text, words};
use crate::html::Html;
use anyhow::Result;
use serde_json::Value as Json;

const MAX_FIRST_MOVES: usize = 12;

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let own = author.own(tell)?;
    if own.findings.is_empty() {
        return Ok(Chapter::Missing("no game was played to the end".to_owned()));
    }
    let report = own.findings.json();
    let mut html = Html::default();
    html.paragraph(&format!(
        "Equal players played {} games with {} nodes a move, each from some random moves to its end. \
         What stands in brackets are bounds of 95 %.",
        report["games"], report["nodes"]
    ));
    let measures: Vec<Vec<String>> =
        own.findings.measures().into_iter().map(|row| row.to_vec()).collect();
    html.table("Measures", &["measure", "mean over games"], &measures);
    let plies = &report["plies"];
    html.paragraph(&format!(
        "The shortest game has {} plies, the longest {}, and half of the games at most {}.",
        plies["min"], plies["max"], plies["median"]
    ));
    let ends = items(&report["ends"]).iter().map(|end| {
        let result = match end["result"].as_str() {
            Some("draw") => "draw".to_owned(),
            _ => format!("{} wins", author.side(&end["result"])),
        };
        vec![format!("{result}: {}", text(&end["reason"])), end["games"].to_string()]
    });
    html.table("How games end", &["end", "games"], &ends.collect::<Vec<_>>());
    let strengths = items(&report["strengths"]).iter().map(|strength| {
        let [first, half] = ["first", "against_half"].map(|key| share(&strength[key]["score"]));
        let plies = strength["plies"].as_f64().unwrap_or_default();
        vec![strength["nodes"].to_string(), first, format!("{plies:.1}"), half]
    });
    let scores = format!("{} scores", author.game.entry.info.sides[0]);
    let head = ["nodes", scores.as_str(), "plies", "against half the nodes"];
    html.table("Stronger players", &head, &strengths.collect::<Vec<_>>());
    let moves = items(&report["first_moves"]).iter().take(MAX_FIRST_MOVES).map(|m| {
        let counts = ["wins", "draws", "losses"].map(|key| m[key].to_string());
        [vec![text(&m["move"]), share(&m["score"])], counts.to_vec()].concat()
    });
    let head = ["move", "scores", "wins", "draws", "losses"];
    html.table("The best first moves", &head, &moves.collect::<Vec<_>>());
    let unmoved = words(&report["unmoved"]);
    if !unmoved.is_empty() {
        html.paragraph(&format!("Pieces that never moved: {}.", unmoved.join(", ")));
    }
    Ok(Chapter::Page(html))
}

/// A share with its bounds in percent.
fn share(interval: &Json) -> String {
    let [estimate, low, high] =
        ["estimate", "low", "high"].map(|key| interval[key].as_f64().map(|share| 100.0 * share));
    match (estimate, low, high) {
        (Some(estimate), Some(low), Some(high)) => {
            format!("{estimate:.1} % [{low:.1}, {high:.1}]")
        }
        _ => "-".to_owned(),
    }
}
