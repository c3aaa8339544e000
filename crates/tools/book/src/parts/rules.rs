//! The rules in words, with their pictures.

use crate::author::{Author, Chapter, Tell};
use crate::html::Html;
use anyhow::Result;
use plyglot_study::diagram_marks;
use plyglot_study::rules::{RulesPictures, SectionPictures, pictures};

pub(crate) fn chapter(author: &Author<'_>, _: Tell<'_>) -> Result<Chapter> {
    let text = author.registry.rules_text(&author.game);
    let picture = author.game.open().picture();
    let drawn = picture.map(|picture| pictures(&author.game, &text, &picture));
    let mut html = Html::default();
    match &drawn {
        Some(RulesPictures { start, .. }) => {
            html.figure(&start.document("Start position"), "Start position");
        }
        None if !text.start.is_empty() => html.lines("Start position", &text.start),
        None => {}
    }
    let drawn: &[SectionPictures] = drawn.as_ref().map_or(&[][..], |drawn| &drawn.sections[..]);
    for (number, section) in text.sections.iter().enumerate() {
        html.section(&section.title);
        let with = drawn.get(number);
        for paragraph in &section.paragraphs {
            html.paragraph_with(paragraph, mark);
        }
        if let Some(zones) = with.and_then(|with| with.zones.as_ref()) {
            html.small_figure(&zones.document(&section.title), &section.title);
        }
        for (number, item) in section.items.iter().enumerate() {
            html.topic(&item.title);
            html.paragraph(&item.text);
            let moves = with.and_then(|with| with.items.get(number)?.as_ref());
            if let Some(moves) = moves {
                let caption = format!("Moves: {}", item.title);
                html.small_figure(&moves.document(&caption), &caption);
            }
        }
    }
    Ok(Chapter::Page(html))
}

/// The picture of a sign of diagrams.
fn mark(word: &str) -> Option<String> {
    let mut marks = diagram_marks();
    let found = marks.find(|(sign, _)| word.chars().eq([*sign]));
    found.map(|(sign, drawing)| drawing.document(&format!("sign {sign}")))
}
