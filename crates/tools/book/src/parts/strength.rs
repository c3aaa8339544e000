//! How strong pieces and levels are: the other measurements of `survey`.

use crate::author::{Author, Chapter, ShowProgress};
use crate::html::Html;
use anyhow::Result;
use plyglot_support::text::{capitalised, counted, list, with_article};
use plyglot_train::ladder::LadderGames;
use plyglot_train::survey::{PieceWorth, Plan, worth};

/// For each game of a kind, those of an exchange of pieces: they are short searches, and narrow bounds
/// take many.
const WORTH_GAMES: u64 = 5;
/// The games of a kind for one of a step between levels: moves at the highest level take 16 times the
/// nodes of the strongest players.
const LEVEL_SHARE: u64 = 2;

pub(crate) fn pieces(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let plan = Plan { games: WORTH_GAMES * author.plan.games, ..author.plan };
    let found = worth(&author.game.entry, plan, author.threads, author.interrupt, show_progress);
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            return Ok(Chapter::Missing(why.to_string().replacen("expected", "this takes", 1)));
        }
    };
    let Some((unit, others)) = found.split_first() else {
        return Ok(Chapter::Missing("no piece was measured".to_owned()));
    };
    let mut others: Vec<&PieceWorth> = others.iter().collect();
    others.sort_by(|one, other| other.pawns.estimate.total_cmp(&one.pawns.estimate));
    let unit = &unit.name;
    let mut rows: Vec<Vec<String>> = others.iter().map(|piece| piece.row().to_vec()).collect();
    rows.push(vec![unit.clone(), "1".to_owned(), "the unit".to_owned()]);
    let mut html = Html::default();
    html.paragraph(&format!(
        "Equal players played games from positions in which pieces of one side had been taken away, and \
         others of the other side: at most {} games of each exchange, with {} positions a move. The unit is \
         one {unit}. The true value lies between the bounds with a chance of 95 %. Where the bounds of two \
         pieces overlap, nobody knows which one is worth more. Only pieces that both sides have on the \
         board at the start, and can be without, are measured: no kings.",
        plan.games, plan.nodes
    ));
    html.table("Worth", &["piece", "worth", "bounds of 95 %"], &rows);
    Ok(Chapter::Page { html, brief: in_units(unit, &others) })
}

/// What the pieces are worth in a sentence.
fn in_units(unit: &str, others: &[&PieceWorth]) -> String {
    let mut words = Vec::new();
    for PieceWorth { name, pawns } in others {
        let is = if words.is_empty() { " is worth" } else { "" };
        let units = counted(format!("{:.1}", pawns.estimate), unit);
        words.push(format!("{}{is} {units}", with_article(name)));
    }
    format!("{}.", capitalised(&list(&words)))
}

pub(crate) fn levels(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
    let Author { game, plan, threads, interrupt, .. } = author;
    let ladder = LadderGames {
        entry: &game.entry,
        network: None,
        games: (plan.games / LEVEL_SHARE).next_multiple_of(2),
        plies: plan.plies,
        max_plies: u32::try_from(plan.max_plies)?,
        seed: plan.seed,
        threads: *threads,
    };
    let rated = ladder.play(None, interrupt, show_progress)?.rated(&[]);
    let Some(weakest) = rated.first() else {
        return Ok(Chapter::Missing("some levels have not met".to_owned()));
    };
    let rows: Vec<_> = rated.iter().map(|rated| rated.row().to_vec()).collect();
    let mut html = Html::default();
    html.paragraph(&format!(
        "The program can play at lower levels, at which it sees some plies ahead and errs more. A ply is \
         one move of one side. At -3 plies, play is nearly random. Each of these players met the next \
         one in {} games. Whoever is rated 100 higher (Elo) scores 64 %. The weakest is set to {:.0}, and \
         bounds are those of the distance from it.",
        ladder.games, weakest.rating
    ));
    html.table("Ratings", &["plies ahead", "rating", "bounds of 95 %"], &rows);
    let strongest = rated.last().unwrap_or(weakest);
    let brief = format!(
        "The strongest of the weaker players is rated {:.0} above the weakest{}.",
        strongest.rating - weakest.rating,
        strongest.error.map_or(String::new(), |error| format!(" (\u{b1} {error:.0})"))
    );
    Ok(Chapter::Page { html, brief })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_support::statistics::Interval;

    #[test]
    fn the_worth_of_pieces_is_a_sentence() {
        let worth = [("elephant", 3.36), ("knight", 1.04)].map(|(name, estimate)| PieceWorth {
            name: name.to_owned(),
            pawns: Interval { estimate, low: 0.0, high: 9.0 },
        });
        let expected = "An elephant is worth 3.4 pawns and a knight 1.0 pawns.";
        assert_eq!(in_units("pawn", &worth.each_ref()), expected);
    }
}
