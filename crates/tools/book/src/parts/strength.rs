//! How strong pieces and levels are: the other measurements of `survey`.

use crate::author::{Author, Chapter, Tell};
use crate::html::Html;
use anyhow::Result;
use plyglot_support::statistics::Interval;
use plyglot_train::survey::{LevelRating, PieceWorth, survey, worth};

pub(crate) fn pieces(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let found = worth(&author.game.entry, author.plan, author.threads, author.interrupt, tell);
    let found = match found {
        Ok(found) => found,
        Err(why) => return Ok(Chapter::Missing(why.to_string())),
    };
    let rows =
        found.into_iter().map(|PieceWorth { name, pawns: Interval { estimate, low, high } }| {
            vec![name, format!("{estimate:.2}"), format!("[{low:.2}, {high:.2}]")]
        });
    let mut html = Html::default();
    html.paragraph(
        "Games were played from openings in which each side lacked other pieces. The unit is the kind \
         of piece of which there are most.",
    );
    html.table("Worth", &["piece", "worth", "bounds of 95 %"], &rows.collect::<Vec<_>>());
    Ok(Chapter::Page(html))
}

pub(crate) fn levels(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let plan = author.plan.of_levels();
    let found = survey(&author.game.entry, plan, author.threads, author.interrupt, tell)?;
    let rows = found.ratings().into_iter().map(|LevelRating { level, elo, error }| {
        vec![level.to_string(), format!("{elo:.0}"), format!("\u{b1} {error:.0}")]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return Ok(Chapter::Missing("some levels have not met".to_owned()));
    }
    let mut html = Html::default();
    html.paragraph(
        "Every other `Skill Level` met the one below it. Ratings are on the scale of Elo, on which the \
         lowest level has that of beginners.",
    );
    html.table("Ratings", &["level", "rating", "bounds of 95 %"], &rows);
    Ok(Chapter::Page(html))
}
