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
    let plan = &author.plan;
    html.paragraph(&format!(
        "The program played {} games against itself, and looked at {} positions before each move. The \
         first {} or {} moves of a game are random. A ply is one move of one side. A game that is not \
         over after {} plies is given up, and counts as unfinished.",
        report["games"],
        report["nodes"],
        plan.plies,
        plan.plies + 1,
        plan.max_plies
    ));
    html.paragraph(
        "Games are a sample: the true value lies between the bounds in brackets with a chance of 95 %.",
    );
    let measures: Vec<Vec<String>> =
        own.findings.measures().into_iter().map(|row| row.to_vec()).collect();
    html.table("Measures", &["measure", "mean over games", "what it is"], &measures);
    let plies = &report["plies"];
    // Without the fraction of a whole number.
    let median = plies["median"].as_f64().unwrap_or_default();
    html.paragraph(&format!(
        "The shortest game has {} plies, the longest {}, and half of the games have at most {median}.",
        plies["min"], plies["max"]
    ));
    let ends = items(&report["ends"]).iter().map(|end| {
        let result = match end["result"].as_str() {
            Some("draw") => "draw".to_owned(),
            _ => format!("{} wins", author.side(&end["result"])),
        };
        vec![format!("{result}: {}", text(&end["reason"])), end["games"].to_string()]
    });
    html.table("How games end", &["end", "games"], &ends.collect::<Vec<_>>());
    add_strengths(author, &mut html, &report);
    add_first_moves(author, &mut html, &report);
    let unmoved = words(&report["unmoved"]);
    if !unmoved.is_empty() {
        html.paragraph(&format!("Pieces that never moved in any game: {}.", unmoved.join(", ")));
    }
    Ok(Chapter::Page(html))
}

fn first_scores(author: &Author<'_>) -> String {
    format!("{} scores", author.game.entry.info.sides[0])
}

fn add_strengths(author: &Author<'_>, html: &mut Html, report: &Json) {
    let strengths = items(&report["strengths"]).iter().map(|strength| {
        let [first, half] = ["first", "against_half"].map(|key| share(&strength[key]["score"]));
        let plies = strength["plies"].as_f64().unwrap_or_default();
        vec![strength["nodes"].to_string(), first, format!("{plies:.1}"), half]
    });
    html.paragraph(
        "A player is the stronger, the more positions it looks at. The last column is its score against \
         one who looks at half as many; games that were given up are draws there.",
    );
    let scores = first_scores(author);
    let head = ["positions a move", scores.as_str(), "plies", "against half as many"];
    html.table("Stronger players", &head, &strengths.collect::<Vec<_>>());
}

fn add_first_moves(author: &Author<'_>, html: &mut Html, report: &Json) {
    let moves = items(&report["first_moves"]).iter().take(MAX_FIRST_MOVES).map(|m| {
        let counts = ["wins", "draws", "losses"].map(|key| m[key].to_string());
        [vec![text(&m["move"]), share(&m["score"])], counts.to_vec()].concat()
    });
    html.paragraph(
        "First moves were random, and these are the results of all games between equal players, strong \
         and weak. Where the bounds of two moves overlap, nobody knows which one is better.",
    );
    let scores = first_scores(author);
    let head = ["move", scores.as_str(), "wins", "draws", "losses"];
    html.table("First moves, by their results", &head, &moves.collect::<Vec<_>>());
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
