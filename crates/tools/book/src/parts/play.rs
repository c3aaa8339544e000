//! What happens in play: the numbers of a survey.

use crate::author::{Author, Chapter, ShowProgress};
use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::Side;
use plyglot_support::statistics::Interval;
use plyglot_support::text::{counted, or_dash};
use plyglot_train::survey::{CountedEnd, SurveyNumbers};
use std::cmp::Reverse;

/// How often games ended in a way: won by the first side, by the second, and drawn.
#[derive(Debug, PartialEq)]
struct EndCounts {
    reason: String,
    games: [u64; 3],
}

pub(crate) fn chapter(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let report = author.own(show_progress)?.findings.report();
    if report.is_empty() {
        return Ok(Chapter::Missing("no game was played to the end".to_owned()));
    }
    let numbers = report.numbers();
    let ends = ends(&numbers.ends);
    let mut html = Html::default();
    let plan = &author.plan;
    html.paragraph(&format!(
        "The program played {} games against itself, and looked at {} positions before each move. The \
         first {} or {} moves of a game are random. A game that is not over after {} plies is given up.",
        numbers.games,
        numbers.nodes,
        plan.plies,
        plan.plies + 1,
        plan.max_plies
    ));
    add_ends(author, &mut html, &ends);
    let plies = &numbers.plies;
    html.paragraph(&format!(
        "The shortest game has {} plies, the longest {}, and half of the games have at most {}.",
        plies.min.unwrap_or_default(),
        plies.max.unwrap_or_default(),
        plies.median
    ));
    html.paragraph(
        "Games are a sample: the true value lies between the bounds in brackets with a chance of 95 %.",
    );
    let measures: Vec<Vec<String>> =
        report.shown_measures().into_iter().map(|row| row.to_vec()).collect();
    html.table("Measures", &["measure", "mean over games", "what it is"], &measures);
    add_strengths(author, &mut html, &numbers);
    if !numbers.unmoved.is_empty() {
        let unmoved = numbers.unmoved.join(", ");
        html.paragraph(&format!("Pieces that never moved in any game: {unmoved}."));
    }
    Ok(Chapter::Page { html, brief: brief(author, &numbers, &ends) })
}

/// The most frequent first.
fn ends(found: &[CountedEnd<'_>]) -> Vec<EndCounts> {
    let mut ends: Vec<EndCounts> = Vec::new();
    for CountedEnd { end, games } in found {
        let reason = end.reason.clone();
        let index = ends.iter().position(|end| end.reason == reason).unwrap_or(ends.len());
        if index == ends.len() {
            ends.push(EndCounts { reason, games: [0; 3] });
        }
        let column = match end.result.winner() {
            Some(Side::First) => 0,
            Some(Side::Second) => 1,
            None => 2,
        };
        ends[index].games[column] += games;
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

fn brief(author: &Author<'_>, numbers: &SurveyNumbers<'_>, ends: &[EndCounts]) -> String {
    let all = numbers.games as u64;
    let games = counted(all, "game");
    let Some(EndCounts { reason, games: counts }) = ends.first() else {
        return format!("None of {games} came to its end.");
    };
    let mean = numbers.mean_plies().map_or(0.0, |plies| plies.estimate);
    let mut words = format!(
        "In {games}, {} scores {}, and {} are drawn. A game has {mean:.0} moves of both sides \
         together. The most frequent end is {reason}, in {}.",
        author.name(Side::First),
        or_dash(numbers.first_score(), share),
        or_dash(numbers.drawn_share(), share),
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

fn add_strengths(author: &Author<'_>, html: &mut Html, numbers: &SurveyNumbers<'_>) {
    let mut rows = Vec::new();
    for strength in &numbers.strengths {
        rows.push(vec![
            strength.nodes.to_string(),
            or_dash(strength.first.score, share),
            format!("{:.1}", strength.plies),
            or_dash(strength.against_half.score, share),
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
fn share(Interval { estimate, low, high }: Interval) -> String {
    let [estimate, low, high] = [estimate, low, high].map(|share| 100.0 * share);
    format!("{estimate:.1} % [{low:.1}, {high:.1}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::GameResult;
    use plyglot_train::survey::SurveyedEnd;

    const FIRST_WINS: GameResult = GameResult::Win(Side::First);
    const SECOND_WINS: GameResult = GameResult::Win(Side::Second);

    /// By their results and reasons, how many games had which ends.
    #[track_caller]
    fn check(found: &[(GameResult, &str, u64)], expected: &[(&str, [u64; 3])]) {
        let mut all = Vec::new();
        for &(result, reason, games) in found {
            all.push((SurveyedEnd { result, reason: reason.to_owned() }, games));
        }
        let mut counted = Vec::new();
        for (end, games) in &all {
            counted.push(CountedEnd { end, games: *games });
        }
        let mut counts = Vec::new();
        for &(reason, games) in expected {
            counts.push(EndCounts { reason: reason.to_owned(), games });
        }
        assert_eq!(ends(&counted), counts);
    }

    #[test]
    fn ends_of_a_kind_are_counted_together() {
        let found = [
            (GameResult::Draw, "repetition", 7),
            (SECOND_WINS, "checkmate", 5),
            (FIRST_WINS, "checkmate", 3),
        ];
        check(&found, &[("checkmate", [3, 5, 0]), ("repetition", [0, 0, 7])]);
    }
}
