//! How strong pieces and levels are: the other measurements of `survey`.

use crate::author::{Author, Chapter, Tell};
use crate::html::Html;
use anyhow::Result;
use plyglot_train::ladder::LadderGames;
use plyglot_train::survey::worth;

pub(crate) fn pieces(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let found = worth(&author.game.entry, author.plan, author.threads, author.interrupt, tell);
    let found = match found {
        Ok(found) => found,
        Err(why) => return Ok(Chapter::Missing(why.to_string())),
    };
    let unit = found.first().map(|worth| worth.name.clone()).unwrap_or_default();
    let rows: Vec<Vec<String>> = found.iter().map(|worth| worth.row().to_vec()).collect();
    let mut html = Html::default();
    html.paragraph(&format!(
        "Equal players played games from positions in which pieces of one side had been taken away, and \
         others of the other side. The unit is one {unit}, the piece of which there are most. The true \
         value lies between the bounds with a chance of 95 %."
    ));
    html.table("Worth", &["piece", "worth", "bounds of 95 %"], &rows);
    Ok(Chapter::Page(html))
}

pub(crate) fn levels(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let Author { game, plan, threads, interrupt, .. } = author;
    let ladder = LadderGames {
        entry: &game.entry,
        network: None,
        games: plan.games,
        plies: plan.plies,
        max_plies: u32::try_from(plan.max_plies)?,
        seed: plan.seed,
        threads: *threads,
    };
    let rated = ladder.play(None, interrupt, tell)?.rated();
    let Some(weakest) = rated.first() else {
        return Ok(Chapter::Missing("some levels have not met".to_owned()));
    };
    let rows = rated.iter().map(|rated| rated.row().to_vec());
    let mut html = Html::default();
    html.paragraph(&format!(
        "The program can play at lower levels, at which it sees some plies ahead and errs more. A ply is \
         one move of one side. At -3 plies, play is nearly random. Each of these players met the next \
         one in {} games. Whoever is rated 100 higher (Elo) scores 64 %. The weakest is set to {:.0}, and \
         bounds are those of the distance from it.",
        plan.games, weakest.rating
    ));
    html.table("Ratings", &["plies ahead", "rating", "bounds of 95 %"], &rows.collect::<Vec<_>>());
    Ok(Chapter::Page(html))
}
