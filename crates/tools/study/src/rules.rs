//! The rules of a game in words, as JSON.

use plyglot_core::game::{RulesItem, RulesSection, RulesText};
use serde_json::{Value as Json, json};

/// The object of `plyglot games NAME --json`, for the game of this name.
pub fn json(game: &str, text: &RulesText) -> Json {
    let RulesText { title, about, start, sections } = text;
    let sections: Vec<Json> = sections.iter().map(section).collect();
    json!({ "game": game, "title": title, "about": about, "start": start, "sections": sections })
}

fn section(RulesSection { title, paragraphs, items, .. }: &RulesSection) -> Json {
    let items: Vec<Json> = items.iter().map(item).collect();
    json!({ "title": title, "paragraphs": paragraphs, "items": items })
}

fn item(RulesItem { title, text, diagram, .. }: &RulesItem) -> Json {
    json!({ "title": title, "text": text, "diagram": diagram })
}
