//! Tables of endings with few pieces.

use crate::author::{Author, Chapter, Tell};
use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::{Picture, Piece, Side};
use plyglot_engine::{EndingFacts, EndingRequest, Expert, LongestWin, TableCounts};
use plyglot_support::text::{counted, list, plural};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Tables of a book. Those that they need are made besides.
const MAX_TABLES: usize = 12;
/// Endings of the first page.
const MAX_BRIEF: usize = 3;
/// Rules of files that decide by earlier moves, for which there are no tables, in words.
const PATH_RULES: [(&str, &str); 9] = [
    ("perpetualCheckIllegal", "the rule on perpetual check"),
    ("chasingRule", "the rule on perpetual chase"),
    ("nFoldValue", "a repetition that is not a draw"),
    ("moveRepetitionIllegal", "the rule on repeated moves"),
    ("countingRule", "the counting of moves"),
    ("materialCounting", "the counting of pieces"),
    ("shatarMateRule", "the checks before a mate"),
    ("checkCounting", "the counting of checks"),
    ("castlingWins", "the right to castle"),
];

/// Pieces of both sides.
struct Ending {
    /// As the tables have them: `KR:K`.
    material: String,
    words: String,
}

pub(crate) fn chapter(author: &Author<'_>, tell: Tell<'_>) -> Result<Chapter> {
    let expert = Expert::new(&author.game.entry, author.mib, author.threads)?;
    let start = author.game.open().picture();
    let Some(endings) = start.as_ref().map_or(Some(Vec::new()), endings) else {
        let why =
            "they have no tables, as the two sides do not begin with pieces of the same kinds";
        return Ok(Chapter::Missing(why.to_owned()));
    };
    let all = endings.len() as u64;
    let mut found = Vec::new();
    let mut refused = Vec::new();
    for (ending, done) in endings.iter().zip(0..) {
        tell(done, all);
        let request = EndingRequest {
            material: &ending.material,
            folder: None,
            memory: author.mib << 20,
            interrupt: author.interrupt,
            progress: &|_| (),
        };
        match expert.solve_ending(&request) {
            Ok(None) => break,
            Ok(Some(facts)) => found.push((ending, facts)),
            Err(error) => refused.push((ending, error.mismatch.expected)),
        }
    }
    if found.is_empty() {
        let refusal = refused.into_iter().next().map(|(_, expected)| expected);
        let expected = refusal.unwrap_or_else(|| "pieces at the start".to_owned());
        return Ok(Chapter::Missing(why_none(&expected)));
    }
    let mut html = Html::default();
    add_tables(author, &mut html, &found);
    for (ending, expected) in &refused {
        html.paragraph(&format!("There is no table of {}, as it needs {expected}.", ending.words));
    }
    for (ending, facts) in &found {
        if let Some(longest) = &facts.longest {
            add_longest(author, &mut html, &ending.words, longest);
        }
    }
    Ok(Chapter::Page { html, brief: brief(author, &found) })
}

/// Why a game has no tables, by what the program expects.
fn why_none(expected: &str) -> String {
    match PATH_RULES.iter().find(|(key, _)| expected.contains(key)) {
        Some((_, rule)) => {
            format!("they have no tables, as what happened before matters in this game: {rule}")
        }
        None => format!("they have no tables, as these need {expected}"),
    }
}

fn add_tables(author: &Author<'_>, html: &mut Html, found: &[(&Ending, EndingFacts)]) {
    let [first, second] = author.sides();
    html.paragraph(&format!(
        "All positions of these pieces were valued, backwards from the ends of games, so that the values \
         are exact if both sides play their best. {first} has the pieces that are named first. Positions \
         in which a side has won already do not count."
    ));
    // The key of a file, in brackets, says nothing here.
    let left_out = found.iter().find_map(|(_, facts)| facts.left_out.as_deref());
    if let Some(rule) = left_out.and_then(|rule| rule.split(" (").next()) {
        html.paragraph(&format!("The values leave out {rule}."));
    }
    let rows = found.iter().flat_map(|(ending, facts)| rows(author, ending, facts));
    let wins = [&first, &second].map(|side| format!("{side} wins"));
    let [first, second] = wins.each_ref().map(String::as_str);
    let head = ["pieces", "to move", first, "drawn", second, "longest win"];
    html.table("Of all positions", &head, &rows.collect::<Vec<_>>());
}

fn rows(author: &Author<'_>, ending: &Ending, facts: &EndingFacts) -> Vec<Vec<String>> {
    let row = |side: Side| {
        let [won, drawn, lost] = shares(facts, side);
        let [first, second] = if side == Side::First { [won, lost] } else { [lost, won] };
        let shares = [first, drawn, second].map(|share| format!("{share:.1} %"));
        let longest = moves(facts.sides[side.index()].longest);
        let words = vec![ending.words.clone(), author.sides()[side.index()].clone()];
        [words, shares.to_vec(), vec![longest]].concat()
    };
    [Side::First, Side::Second].map(row).to_vec()
}

/// In percent, how many positions the side to move wins, draws and loses, of those in which no side
/// has won already.
fn shares(facts: &EndingFacts, side: Side) -> [f64; 3] {
    let TableCounts { won, drawn, lost, .. } = facts.sides[side.index()];
    let ended = facts.ended[side.index()];
    let open = [won - ended.won, drawn, lost - ended.lost];
    let all = open.iter().sum::<u64>().max(1) as f64;
    open.map(|count| 100.0 * count as f64 / all)
}

/// The moves of the side that wins in so many plies.
fn moves(plies: u16) -> String {
    counted(plies.div_ceil(2), "move")
}

/// The endings that the first side wins most often with the move.
fn brief(author: &Author<'_>, found: &[(&Ending, EndingFacts)]) -> String {
    let share = |facts: &EndingFacts| shares(facts, Side::First)[0];
    let mut found: Vec<&(&Ending, EndingFacts)> = found.iter().collect();
    found.sort_by_key(|(_, facts)| Reverse((10.0 * share(facts)).round() as u64));
    let words = found.iter().take(MAX_BRIEF);
    let words = words.map(|(ending, facts)| format!("{:.1} % with {}", share(facts), ending.words));
    let [first, _] = author.sides();
    format!(
        "Of all positions in which it moves, {first} wins {}.",
        list(&words.collect::<Vec<_>>())
    )
}

fn add_longest(author: &Author<'_>, html: &mut Html, words: &str, longest: &LongestWin) {
    let LongestWin { plies, position, line } = longest;
    let mut rules = author.game.open();
    if rules.set_position(Some(position), &[]).is_err() {
        return;
    }
    html.section(&format!("The longest win with {words}"));
    let mover = author.sides()[rules.side().index()].clone();
    let caption = format!("{mover} to move and win in {}", moves(*plies));
    author.board(html, &*rules, &caption);
    let moves = rules.legal_line(line, None);
    let records: Vec<&str> = moves.iter().map(|m| m.record.as_str()).collect();
    html.paragraph(&records.join(" "));
}

/// The pieces of a side.
fn pieces(start: &Picture, side: Side) -> impl Iterator<Item = &Piece> {
    let held = start.hands.iter().flat_map(move |hands| &hands[side.index()]);
    let on_board = start.cells.iter().flatten().filter(move |piece| piece.side == Some(side));
    on_board.chain(held.map(|(piece, _)| piece))
}

/// A kind of piece that a side has at the start.
struct StartKind {
    name: String,
    count: usize,
    /// Kings have no value.
    is_valued: bool,
}

impl StartKind {
    fn is_king(&self) -> bool {
        self.count == 1 && !self.is_valued
    }
}

/// The kinds of a side by their texts.
fn kinds(start: &Picture, side: Side) -> BTreeMap<String, StartKind> {
    let mut kinds: BTreeMap<String, StartKind> = BTreeMap::new();
    for piece in pieces(start, side) {
        let kind = start.shape.kind_of(piece);
        let known = kinds.entry(piece.text()).or_insert_with(|| StartKind {
            name: kind.map_or("stone", |kind| kind.name).to_owned(),
            count: 0,
            is_valued: kind.is_none_or(|kind| kind.value > 0),
        });
        known.count += 1;
    }
    kinds
}

/// The names of a side's kings, or else of all its kinds: what both sides must have alike.
fn needed(kinds: &BTreeMap<String, StartKind>) -> BTreeSet<&str> {
    let kings = kinds.values().filter(|kind| kind.is_king()).map(|kind| kind.name.as_str());
    let kings: BTreeSet<&str> = kings.collect();
    if kings.is_empty() { kinds.values().map(|kind| kind.name.as_str()).collect() } else { kings }
}

/// Kings and one more piece against kings, for each kind of the start position; without kings, one or
/// two pieces against one. `None` if the other side cannot have these.
fn endings(start: &Picture) -> Option<Vec<Ending>> {
    let kinds = [Side::First, Side::Second].map(|side| kinds(start, side));
    let [first, second] = kinds.each_ref().map(needed);
    if first != second {
        return None;
    }
    let [kinds, _] = &kinds;
    let (kings, others): (Vec<_>, Vec<_>) = kinds.iter().partition(|(_, kind)| kind.is_king());
    let letters: String = kings.iter().map(|(text, _)| text.as_str()).collect();
    let names: Vec<&str> = kings.iter().map(|(_, kind)| kind.name.as_str()).collect();
    let all = others.into_iter().flat_map(|(text, kind)| match names[..] {
        [] => vec![
            Ending {
                material: format!("{text}:{text}"),
                words: format!("one {} against one", kind.name),
            },
            Ending {
                material: format!("{text}{text}:{text}"),
                words: format!("two {} against one", plural(&kind.name)),
            },
        ],
        _ => {
            let own: Vec<&str> = names.iter().copied().chain([kind.name.as_str()]).collect();
            let words = format!("{} against {}", list(&own), list(&names));
            vec![Ending { material: format!("{letters}{text}:{letters}"), words }]
        }
    });
    Some(all.take(MAX_TABLES).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{BoardShape, BoardStyle, PieceKind};
    use std::time::Duration;

    const KINDS: [PieceKind; 2] =
        [PieceKind::new(['R', 'r'], "rook", 5), PieceKind::new(['K', 'k'], "king", 0)];
    const SHAPE: BoardShape = {
        let mut shape = BoardShape::new(4, 1, BoardStyle::Plain);
        shape.kinds = &KINDS;
        shape
    };

    fn start(letters: &str) -> Picture {
        let pieces = letters.chars().map(|letter| {
            let side = if letter.is_uppercase() { Side::First } else { Side::Second };
            Some(Piece::new(Some(side), letter, None))
        });
        Picture::new(&SHAPE, pieces.collect())
    }

    #[test]
    fn both_sides_begin_with_what_they_have_in_an_ending() {
        let found = endings(&start("KRkr")).expect("both have a king");
        let [ending] = &found[..] else { panic!("one kind beside kings") };
        assert_eq!(ending.material, "KR:K");
        assert_eq!(ending.words, "king and rook against king");
        assert_eq!(endings(&start("RRr")).expect("both have rooks").len(), 2);
        assert!(endings(&start("KRrr")).is_none());
    }

    #[test]
    fn rules_are_told_in_words() {
        let told = why_none("a game without perpetualCheckIllegal, as positions can repeat");
        assert!(told.ends_with("matters in this game: the rule on perpetual check"), "{told}");
        assert!(why_none("pieces at the start").ends_with("need pieces at the start"));
    }

    /// Those of a side to move with king and camel against king, where kings race for the last rank.
    /// A separate count of the positions in play is 41205, 5008 and 17478.
    #[test]
    fn shares_are_those_of_positions_in_play() {
        let sides = [TableCounts { won: 52_187, drawn: 5_008, lost: 33_270, longest: 27 }; 2];
        let ended = [TableCounts { won: 10_982, drawn: 0, lost: 15_792, longest: 0 }; 2];
        let facts = EndingFacts {
            material: "KC:K".to_owned(),
            sides,
            ended,
            longest: None,
            left_out: None,
            made: Vec::new(),
            time: Duration::ZERO,
        };
        let shown = shares(&facts, Side::First).map(|share| format!("{share:.1}"));
        assert_eq!(shown, ["64.7", "7.9", "27.4"]);
        assert_eq!([moves(27), moves(28), moves(1)], ["14 moves", "14 moves", "1 move"]);
    }
}
