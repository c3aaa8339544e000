//! The games and engines that the page can offer.

use super::site::Site;
use plyglot_core::game::Preset;
use plyglot_engine::GameEntry;
use serde_json::{Value as Json, json};

pub(super) fn describe(site: &Site) -> Json {
    let own = site.registry.entries().iter();
    let further = site.registry.further_names();
    let further = further.iter().filter_map(|name| Some(site.registry.find(name)?.0));
    let games: Vec<Json> = own.chain(further).map(game).collect();
    json!({
        "program": site.registry.program().to_string(),
        "game": site.game,
        "watches": site.watched.is_some(),
        "games": games,
        "engines": site.engines.describe(),
    })
}

fn game(entry: &GameEntry) -> Json {
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
        "title": entry.info.title,
        "sides": entry.info.sides,
        "variants": variants.iter().map(variant).collect::<Vec<Json>>(),
    })
}
