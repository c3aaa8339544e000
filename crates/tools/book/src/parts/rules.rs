//! The rules in words, with their pictures.

use crate::author::{Author, Chapter, ShowProgress};
use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::{MoveNotation, RulesText};
use plyglot_study::diagram_marks;
use plyglot_study::rules::{RulesPictures, SectionPictures, pictures};

pub(crate) fn chapter(author: &Author<'_>, _: ShowProgress<'_>) -> Result<Chapter> {
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
    if let Some(words) = moves(author, &text) {
        html.section("How moves are written");
        html.paragraph(&words);
    }
    Ok(Chapter::Page { html, brief: ways_to_win(&text) })
}

fn ways_to_win(text: &RulesText) -> String {
    let mut decisive = Vec::new();
    for paragraph in text.sections.iter().flat_map(|section| &section.paragraphs) {
        // Who has no pieces to win draws.
        let rest = paragraph.replace("to win", "");
        let mut words = rest.split(|letter: char| !letter.is_alphabetic());
        if words.any(|word| matches!(word, "win" | "wins" | "won" | "loses")) {
            decisive.push(paragraph.as_str());
        }
    }
    decisive.join(" ").replace('`', "")
}

/// How the moves of the book are to be read. `None` where the field has no words for it.
fn moves(author: &Author<'_>, text: &RulesText) -> Option<String> {
    let start = author.game.open();
    let notation = author.notation()?;
    let mut words = match notation {
        MoveNotation::San => {
            "A move has the letter of its piece, none for a pawn, and the square to which it goes. Where \
             several such pieces could go there, the file or the rank of the one that does comes between; \
             a pawn that captures always has its file. An `x` captures, a `+` at the end gives check, and \
             `#` is checkmate. What a piece becomes follows `=`."
        }
        MoveNotation::Hodges => {
            "A move has the letter of its piece, a `-`, and the square to which it goes, the file from the \
             right and the rank from the top. Where several such pieces could go there, the square of the \
             one that does comes before the `-`. An `x` in its place captures, and a `*` drops a piece from \
             the hand. A `+` at the end promotes, and `=` does without. A piece that has been promoted has a \
             `+` before its letter."
        }
        MoveNotation::Wxf => {
            "A move has the letter of its piece, the file on which it stands, and where it goes. Files are \
             counted from the right of the side that moves. A `+` goes forward, `-` back and `=` sideways. \
             Then comes the number of steps along the file, or else the new file. Of two such pieces on a \
             file, the front one has a `+` in place of the file, and the rear one a `-`."
        }
        // Stones that are placed leave no square.
        MoveNotation::Squares if start.legal_moves().iter().all(|m| m.cells.from.is_some()) => {
            "A move has the square that it leaves and the one that it enters, with `-` between them, or `x` \
             if it captures."
        }
        MoveNotation::Numbers => {
            "Squares have numbers. A move has that of the square that it leaves and that of the one that it \
             enters, with `-` between them, or `x` if it captures."
        }
        _ => return None,
    }
    .to_owned();
    if notation == MoveNotation::San {
        if start.picture().is_some_and(|picture| picture.hands.is_some()) {
            words += " A piece from the hand is dropped with `@`.";
        }
        let castles = text
            .sections
            .iter()
            .flat_map(|section| &section.paragraphs)
            .any(|p| p.starts_with("Castling"));
        if castles {
            words += " Castling is `O-O` towards the last file, and `O-O-O` towards the first.";
        }
    }
    if start.legal_moves().iter().any(|m| m.cells.wall.is_some()) {
        let sign = if notation == MoveNotation::Squares { '/' } else { ',' };
        words += &format!(" After a `{sign}` comes the square that is blocked.");
    }
    Some(words)
}

/// The picture of a sign of diagrams.
fn mark(word: &str) -> Option<String> {
    let (sign, drawing) = diagram_marks().find(|(sign, _)| word.chars().eq([*sign]))?;
    Some(drawing.document(&format!("sign {sign}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::RulesSection;

    #[test]
    fn the_first_page_has_what_wins() {
        let paragraphs = [
            "Five stones in a row win.",
            "No move may leave a king under attack.",
            "When neither side has the pieces to win, the game is drawn.",
            "A side without a `K` loses.",
        ];
        let paragraphs = paragraphs.map(str::to_owned).to_vec();
        let section = RulesSection { paragraphs, ..RulesSection::default() };
        let text = RulesText { sections: vec![section], ..RulesText::default() };
        assert_eq!(ways_to_win(&text), "Five stones in a row win. A side without a K loses.");
    }
}
