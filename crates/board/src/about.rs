//! What the page can offer: games and engines.

use super::site::Site;
use plyglot_core::game::Preset;
use plyglot_engine::GameEntry;
use serde_json::{Value as Json, json};

pub(super) fn describe(site: &Site) -> Json {
    let games: Vec<Json> = site.registry.entries().iter().map(game).collect();
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
    for preset in entry.presets {
        let means = |other: &&Preset| (other.option, other.value) == (preset.option, preset.value);
        if !variants.iter().any(means) {
            variants.push(preset);
        }
    }
    let variant = |preset: &&Preset| json!({ "name": preset.name });
    json!({
        "name": entry.name,
        "title": entry.title,
        "sides": entry.sides,
        "variants": variants.iter().map(variant).collect::<Vec<Json>>(),
    })
}
