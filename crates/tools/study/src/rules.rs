//! The rules of a game in words: as JSON, and their pictures.

use crate::drawing::{BoardView, Drawing, possible_pieces};
use plyglot_core::game::{Labels, Picture, Piece, RulesItem, RulesSection, RulesText, Side};
use plyglot_engine::ChosenGame;
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

#[derive(Clone, Debug)]
pub struct RulesPictures {
    /// The board with its pieces.
    pub start: Drawing,
    pub sections: Vec<SectionPictures>,
}

#[derive(Clone, Debug)]
pub struct SectionPictures {
    /// Where the pieces of each player promote.
    pub zones: Option<Drawing>,
    /// Of each item: where its piece goes.
    pub items: Vec<Option<Drawing>>,
}

/// The pictures of these rules of a game, whose start is drawn so.
pub fn pictures(game: &ChosenGame, text: &RulesText, start: &Picture) -> RulesPictures {
    let shape = start.shape;
    let labels = Labels::new(shape, game.notation().unwrap_or(shape.notation));
    let view = BoardView::new(shape, labels, game.entry.info.sides, false);
    let known = possible_pieces(start);
    let mut sections = Vec::new();
    for section in &text.sections {
        let zones = view.zones(&section.cells);
        let items = section.items.iter().map(|item| moves_of(item, &view, &known)).collect();
        sections.push(SectionPictures { zones, items });
    }
    RulesPictures { start: view.position(start), sections }
}

fn moves_of(item: &RulesItem, view: &BoardView, known: &[Piece]) -> Option<Drawing> {
    if item.diagram.is_empty() {
        return None;
    }
    Some(view.diagram(&item.diagram, piece_of(item, known).as_ref()))
}

/// The first player's piece that an item is about, or else the other's.
fn piece_of(item: &RulesItem, known: &[Piece]) -> Option<Piece> {
    for side in Side::BOTH {
        // Stones of all games, which stand first, have letters that other pieces may have.
        for piece in known.iter().rev() {
            if piece.side == Some(side) && piece.text().to_uppercase() == item.sign {
                return Some(*piece);
            }
        }
    }
    None
}
