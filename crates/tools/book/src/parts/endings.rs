//! Tables of endings with few pieces.

use crate::author::{Author, Chapter, Tell};
use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::{Picture, Piece, Side};
use plyglot_engine::{EndingFacts, EndingRequest, Expert, LongestWin, TableCounts};
use std::collections::BTreeMap;

/// Tables of a book. Those that they need are made besides.
const MAX_TABLES: usize = 12;

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let expert = Expert::new(&author.game.entry, author.mib, author.threads)?;
    let start = author.game.open().picture();
    let materials = start.as_ref().map_or(Vec::new(), materials);
    let all = materials.len() as u64;
    let mut found = Vec::new();
    let mut refused = Vec::new();
    for (material, done) in materials.iter().zip(0..) {
        tell(done, all);
        let request = EndingRequest {
            material,
            folder: None,
            memory: author.mib << 20,
            interrupt: author.interrupt,
            progress: &|_| (),
        };
        match expert.solve_ending(&request) {
            Ok(None) => break,
            Ok(Some(facts)) => found.push(facts),
            Err(error) => refused.push((material, error.mismatch.expected)),
        }
    }
    if found.is_empty() {
        let refusal = refused.into_iter().next().map(|(_, expected)| expected);
        let expected = refusal.unwrap_or_else(|| "pieces at the start".to_owned());
        return Ok(Chapter::Missing(format!(
            "its positions have no tables, as these need {expected}"
        )));
    }
    let mut html = Html::default();
    html.paragraph(&format!(
        "All positions of these pieces were valued, backwards from the ends of games, so that the values \
         are exact. {} has the pieces before the colon. The numbers are those of positions that the side \
         to move wins, draws and loses, if both sides play their best; a ply is one move of one side.",
        author.game.entry.info.sides[0]
    ));
    if let Some(letters) = start.as_ref().and_then(letters) {
        html.paragraph(&letters);
    }
    for (material, expected) in &refused {
        html.paragraph(&format!("There is no table of {material}, as it needs {expected}."));
    }
    if let Some(rule) = found.iter().find_map(|facts| facts.left_out.as_ref()) {
        html.paragraph(&format!("The values leave out {rule}."));
    }
    let rows = found.iter().flat_map(|facts| rows(author, facts));
    let head = ["pieces, side to move", "won", "drawn", "lost", "longest, in plies"];
    html.table("Tables", &head, &rows.collect::<Vec<_>>());
    for facts in &found {
        if let Some(longest) = &facts.longest {
            add_longest(author, &mut html, &facts.material, longest);
        }
    }
    Ok(Chapter::Page(html))
}

fn rows(author: &Author<'_>, facts: &EndingFacts) -> Vec<Vec<String>> {
    let sides = author.game.entry.info.sides.into_iter().zip(&facts.sides);
    let row = |(side, counts): (&str, &TableCounts)| {
        let TableCounts { won, drawn, lost, longest } = counts;
        let numbers = [*won, *drawn, *lost, u64::from(*longest)].map(|number| number.to_string());
        [vec![format!("{}, {side}", facts.material)], numbers.to_vec()].concat()
    };
    sides.map(row).collect()
}

fn add_longest(author: &Author<'_>, html: &mut Html, material: &str, longest: &LongestWin) {
    let LongestWin { plies, position, line } = longest;
    let mut rules = author.game.open();
    if rules.set_position(Some(position), &[]).is_err() {
        return;
    }
    html.section(&format!("The longest win of {material}: {plies} plies"));
    let mover = author.game.entry.info.sides[rules.side().index()];
    author.board(html, &*rules, &format!("{mover} moves and wins"));
    let moves = rules.legal_line(line, None);
    let records: Vec<&str> = moves.iter().map(|m| m.record.as_str()).collect();
    html.paragraph(&records.join(" "));
}

/// The pieces of the first side.
fn pieces(start: &Picture) -> impl Iterator<Item = &Piece> {
    let held = start.hands.iter().flat_map(|hands| &hands[Side::First.index()]);
    let on_board = start.cells.iter().flatten().filter(|piece| piece.side == Some(Side::First));
    on_board.chain(held.map(|(piece, _)| piece))
}

/// What the letters of pieces mean: `K: king; R: rook`. `None` of stones.
fn letters(start: &Picture) -> Option<String> {
    let named =
        pieces(start).filter_map(|piece| Some((piece.text(), start.shape.kind_of(piece)?.name)));
    let named: BTreeMap<String, &str> = named.collect();
    let words: Vec<String> =
        named.into_iter().map(|(letter, name)| format!("{letter}: {name}")).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Kings and one more piece against kings, for each kind of the start position; without kings, one or
/// two pieces against one.
fn materials(start: &Picture) -> Vec<String> {
    let mut counts: BTreeMap<String, (usize, bool)> = BTreeMap::new();
    for piece in pieces(start) {
        // Kings have no value.
        let is_valued = start.shape.kind_of(piece).is_none_or(|kind| kind.value > 0);
        let (count, _) = counts.entry(piece.text()).or_insert((0, is_valued));
        *count += 1;
    }
    let kings = counts.iter().filter(|(_, (count, is_valued))| *count == 1 && !is_valued);
    let kings: String = kings.map(|(text, _)| text.as_str()).collect();
    let others = counts.iter().filter(|(_, (count, is_valued))| *count > 1 || *is_valued);
    let others = others.map(|(text, _)| text);
    let all = others.flat_map(|text| match kings.as_str() {
        "" => vec![format!("{text}:{text}"), format!("{text}{text}:{text}")],
        kings => vec![format!("{kings}{text}:{kings}")],
    });
    all.take(MAX_TABLES).collect()
}
