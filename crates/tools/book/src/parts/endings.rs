//! Tables of endings with few pieces.

use crate::author::{Author, Chapter, ShowProgress};
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

struct PieceEnding {
    /// As the tables have them: `KR:K`.
    material: String,
    words: String,
}

struct ValuedEnding<'e> {
    ending: &'e PieceEnding,
    facts: EndingFacts,
}

pub(crate) fn chapter(author: &Author<'_>, show_progress: ShowProgress<'_>) -> Result<Chapter> {
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
        show_progress(done, all);
        let request = EndingRequest {
            material: &ending.material,
            folder: None,
            memory: author.mib << 20,
            interrupt: author.interrupt,
        };
        match expert.solve_ending(&request, &mut |_| ()) {
            Ok(None) => break,
            Ok(Some(facts)) => found.push(ValuedEnding { ending, facts }),
            Err(error) => refused.push((ending, error.mismatch.expected)),
        }
    }
    if found.is_empty() {
        let refusal = refused.into_iter().next().map(|(_, expected)| expected);
        let expected = refusal.unwrap_or_else(|| "pieces at the start".to_owned());
        let why = format!("they have no tables, as these need {}", without_key(&expected));
        return Ok(Chapter::Missing(why));
    }
    let mut html = Html::default();
    add_tables(author, &mut html, &found);
    for (ending, expected) in &refused {
        let expected = without_key(expected);
        html.paragraph(&format!("There is no table of {}, as it needs {expected}.", ending.words));
    }
    for ValuedEnding { ending, facts } in &found {
        if let Some(longest) = &facts.longest {
            add_longest(author, &mut html, &ending.words, longest);
        }
    }
    Ok(Chapter::Page { html, brief: brief(author, &found) })
}

/// A text without the key of a file in brackets, which says nothing in a book.
fn without_key(text: &str) -> &str {
    text.split(" (").next().unwrap_or(text)
}

fn add_tables(author: &Author<'_>, html: &mut Html, found: &[ValuedEnding<'_>]) {
    let first = author.name(Side::First);
    html.paragraph(&format!(
        "All positions of these pieces were valued, backwards from the ends of games, so that the values \
         are exact if both sides play their best. {first} has the pieces that are named first. Positions \
         in which a side has won already do not count."
    ));
    if let Some(rule) = found.iter().find_map(|valued| valued.facts.left_out.as_deref()) {
        html.paragraph(&format!("The values leave out {}.", without_key(rule)));
    }
    let mut rows = Vec::new();
    for ValuedEnding { ending, facts } in found {
        for side in Side::BOTH {
            rows.push(row(author, ending, facts, side));
        }
    }
    let first = format!("{first} wins");
    let second = format!("{} wins", author.name(Side::Second));
    let head = ["pieces", "to move", first.as_str(), "drawn", second.as_str(), "longest win"];
    html.table("Of all positions", &head, &rows);
}

fn row(author: &Author<'_>, ending: &PieceEnding, facts: &EndingFacts, side: Side) -> Vec<String> {
    let mut shares = shares(facts, side);
    // The wins of the first side stand before those of the second.
    if side == Side::Second {
        shares.reverse();
    }
    let mut row = vec![ending.words.clone(), author.name(side)];
    row.extend(shares.map(|share| format!("{share:.1} %")));
    row.push(moves(facts.sides[side].longest));
    row
}

/// In percent, how many positions the side to move wins, draws and loses, of those in which no side
/// has won already.
fn shares(facts: &EndingFacts, side: Side) -> [f64; 3] {
    let TableCounts { won, drawn, lost, .. } = facts.sides[side];
    let ended = facts.ended[side];
    let open = [won - ended.won, drawn, lost - ended.lost];
    let all = open.iter().sum::<u64>().max(1) as f64;
    open.map(|count| 100.0 * count as f64 / all)
}

/// The moves of the side that wins in so many plies.
fn moves(plies: u16) -> String {
    counted(plies.div_ceil(2), "move")
}

/// The endings that the first side wins most often with the move.
fn brief(author: &Author<'_>, found: &[ValuedEnding<'_>]) -> String {
    let mut wins: Vec<(f64, &PieceEnding)> = Vec::new();
    for ValuedEnding { ending, facts } in found {
        wins.push((shares(facts, Side::First)[0], *ending));
    }
    wins.sort_by_key(|&(share, _)| Reverse((10.0 * share).round() as u64));
    wins.truncate(MAX_BRIEF);
    let words: Vec<String> =
        wins.iter().map(|(share, ending)| format!("{share:.1} % with {}", ending.words)).collect();
    let first = author.name(Side::First);
    format!("Of all positions in which it moves, {first} wins {}.", list(&words))
}

fn add_longest(author: &Author<'_>, html: &mut Html, words: &str, longest: &LongestWin) {
    let LongestWin { plies, position, line } = longest;
    let mut rules = author.game.open();
    if rules.set_position(Some(position), &[]).is_err() {
        return;
    }
    html.section(&format!("The longest win with {words}"));
    let mover = author.name(rules.side());
    let caption = format!("{mover} to move and win in {}", moves(*plies));
    author.board(html, &*rules, &caption);
    let moves = rules.legal_line(line, None);
    let records: Vec<&str> = moves.iter().map(|m| m.record.as_str()).collect();
    html.paragraph(&records.join(" "));
}

fn pieces(start: &Picture, side: Side) -> impl Iterator<Item = &Piece> {
    let held = start.hands.iter().flat_map(move |hands| &hands[side]);
    let on_board = start.cells.iter().flatten().filter(move |piece| piece.side == Some(side));
    on_board.chain(held.map(|held| &held.piece))
}

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
fn endings(start: &Picture) -> Option<Vec<PieceEnding>> {
    let own = kinds(start, Side::First);
    if needed(&own) != needed(&kinds(start, Side::Second)) {
        return None;
    }
    let mut letters = String::new();
    let mut kings: Vec<&str> = Vec::new();
    for (text, kind) in own.iter().filter(|(_, kind)| kind.is_king()) {
        letters += text;
        kings.push(&kind.name);
    }
    let mut endings = Vec::new();
    for (text, kind) in own.iter().filter(|(_, kind)| !kind.is_king()) {
        if kings.is_empty() {
            endings.push(PieceEnding {
                material: format!("{text}:{text}"),
                words: format!("one {} against one", kind.name),
            });
            endings.push(PieceEnding {
                material: format!("{text}{text}:{text}"),
                words: format!("two {} against one", plural(&kind.name)),
            });
        } else {
            let pieces = [&kings[..], &[kind.name.as_str()]].concat();
            endings.push(PieceEnding {
                material: format!("{letters}{text}:{letters}"),
                words: format!("{} against {}", list(&pieces), list(&kings)),
            });
        }
    }
    endings.truncate(MAX_TABLES);
    Some(endings)
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
        let rule = "a game without the rule on perpetual check (perpetualCheckIllegal)";
        assert_eq!(without_key(rule), "a game without the rule on perpetual check");
        assert_eq!(without_key("pieces at the start"), "pieces at the start");
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
