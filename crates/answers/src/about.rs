//! The games and engines that the page can offer.

use super::Answers;
use plyglot_core::game::Preset;
use plyglot_core::search::Level;
use plyglot_engine::{GameEntry, ListedGame};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// What not every host of the page offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    pub watches: bool,
    pub reads_rules: bool,
}

/// Facts that an engine reports about itself.
#[derive(Clone, Debug)]
pub struct EngineFacts {
    pub name: String,
    /// The values of `Skill Level`, if it has that option.
    pub levels: Option<RangeInclusive<i64>>,
    /// The values of `UCI_Elo`, if it has that option.
    pub ratings: Option<RangeInclusive<i64>>,
}

impl EngineFacts {
    pub fn own(name: &str) -> EngineFacts {
        let ratings = i64::from(*Level::RATINGS.start())..=i64::from(*Level::RATINGS.end());
        let levels = Some(0..=i64::from(Level::FULL_SKILL));
        EngineFacts { name: name.to_owned(), levels, ratings: Some(ratings) }
    }

    fn json(&self) -> Json {
        let range = |range: &Option<RangeInclusive<i64>>| {
            range.as_ref().map(|range| [*range.start(), *range.end()])
        };
        json!({
            "name": self.name,
            "levels": range(&self.levels),
            "ratings": range(&self.ratings),
        })
    }
}

pub(super) fn describe(answers: &Answers, engines: &[EngineFacts], offers: Offers) -> Json {
    let own = answers.registry.entries().iter();
    let further = answers.registry.further_names();
    let further = further.iter().filter_map(|name| Some(answers.registry.find(name)?.0));
    let listed = answers.registry.games();
    let listed: HashMap<&str, &ListedGame> =
        listed.iter().map(|game| (game.name.as_str(), game)).collect();
    let games: Vec<Json> =
        own.chain(further).map(|entry| game(entry, listed.get(entry.info.name).copied())).collect();
    json!({
        "program": answers.registry.program().to_string(),
        "game": answers.game,
        "watches": offers.watches,
        "reads_rules": offers.reads_rules,
        "games": games,
        "engines": engines.iter().map(EngineFacts::json).collect::<Json>(),
    })
}

fn game(entry: &GameEntry, listed: Option<&ListedGame>) -> Json {
    let mut variants: Vec<&Preset> = Vec::new();
    for preset in entry.info.presets {
        let means = |other: &&Preset| (other.option, other.value) == (preset.option, preset.value);
        if !variants.iter().any(means) {
            variants.push(preset);
        }
    }
    // Only variants have start positions with numbers.
    let variant =
        |preset: &&Preset| json!({ "name": preset.name, "starts": entry.info.numbered_starts });
    json!({
        "name": entry.info.name,
        "title": listed.map_or(entry.info.title, |listed| &listed.title),
        "family": listed.map(|listed| listed.family),
        "about": listed.map(|listed| &listed.about),
        "sides": entry.info.sides,
        "variants": variants.iter().map(variant).collect::<Vec<Json>>(),
    })
}
