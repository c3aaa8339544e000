//! Writes a game as a tree of nodes.

use super::board::{Board, Points};
use super::reader::result_of;
use super::{GLYPHS, MARKS, Mark, OTHERS, TAGS};
use crate::commands::{commands, milliseconds, seconds};
use crate::walk::{LinePlace, Walk, WalkedMove};
use crate::{RecordedGame, RecordedMove};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::Referee;
use std::mem;

/// The properties of a node with their values. A name with `;` before it is of a node of its own,
/// which follows.
type Node = Vec<(String, String)>;

fn add(node: &mut Node, name: &str, value: impl Into<String>) {
    node.push((name.to_owned(), value.into()));
}

/// A game. Moves that are not legal, and those that follow, are as they were written.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Referee) -> Option<String> {
    let board = Board::of_game(rules.info())?;
    let mut root = board.properties();
    add_tags(&mut root, game);
    say(&mut root, board, &game.comment, None);
    // Every game has a start.
    _ = rules.set_position(None, &[]);
    let usual = rules.position();
    let (walk, mut place) = Walk::new(game, rules);
    let position = walk.position();
    if position != usual {
        for (cell, letter) in board.letters(&position).into_iter().enumerate() {
            let name = match letter {
                Some('P') => "AB",
                Some('p') => "AW",
                _ => continue,
            };
            add(&mut root, name, board.name(board.own, cell));
        }
        add(&mut root, "PL", if position.contains(" w") { "B" } else { "W" });
    }
    // Stones before the first move are Black's where they are the first player's.
    let is_black_first = board.has_black_first() || position != usual;
    let mut printer = Printer { text: "(".to_owned(), board, is_black_first, walk };
    printer.node(root);
    printer.line(&game.moves, &mut place);
    Some(printer.text + ")\n")
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_uppercase())
}

fn add_tags(root: &mut Node, game: &RecordedGame) {
    let result = game.told_result();
    let word = match result {
        Some(GameResult::Win(Side::First)) => "B+",
        Some(GameResult::Win(Side::Second)) => "W+",
        Some(GameResult::Draw) => "0",
        Some(GameResult::Unfinished) | None => "?",
    };
    let told = game.tag("RE").filter(|value| Some(result_of(value)) == result);
    for (name, value) in [("FF", "4"), ("CA", "UTF-8"), ("RE", told.unwrap_or(word))] {
        add(root, name, value);
    }
    let told_count = root.len();
    for tag in &game.tags {
        let name = tag.name.as_str();
        let value = tag.value.as_str();
        let known = TAGS.iter().find(|(_, known)| *known == name).map_or(name, |(own, _)| own);
        let is_told = ["Variant", "GameType", "SetUp", "FEN", "Result"].contains(&name);
        if is_told
            || value.trim_matches(['?', '.']).is_empty()
            || root[..told_count].iter().any(|(own, _)| own == known)
        {
            continue;
        }
        match known {
            "DT" => add(root, known, value.replace(".??", "").replace('.', "-")),
            "TM" if value.parse::<f64>().is_err() => add(root, OTHERS, format!("{name}:{value}")),
            _ if is_name(known) => add(root, known, value),
            _ => add(root, OTHERS, format!("{name}:{value}")),
        }
    }
}

/// Adds a comment, with its commands as properties. `clock` is that of the player.
fn say(node: &mut Node, board: Board, comment: &str, clock: Option<&str>) {
    let (found, text) = commands(comment);
    for (name, value) in found {
        match (name, clock, value.split_once('=')) {
            ("clk", Some(clock), _) if let Some(time) = milliseconds(&value) => {
                add(node, clock, seconds(time))
            }
            ("sgf", _, Some((name @ ("B" | "W"), value))) => add(node, &format!(";{name}"), value),
            ("sgf", _, Some((name, value))) if is_name(name) => add(node, name, value),
            ("csl" | "cal", ..) => {
                value.split(',').for_each(|mark| match marked(board, name, mark) {
                    Some((name, value)) => add(node, name, value),
                    None => add(node, OTHERS, format!("%{name} {mark}")),
                })
            }
            _ => add(node, OTHERS, format!("%{name} {value}")),
        }
    }
    node.extend((!text.is_empty()).then(|| ("C".to_owned(), text)));
}

/// A move as SGF has it.
fn point(board: Board, played: &WalkedMove) -> String {
    let cell = match played.name.split_once('@') {
        Some((_, cell)) => board.cell(Points::FromBelow, cell),
        // It is not legal.
        None if played.name.is_empty() => board.cell(board.shown, &played.record),
        None => None,
    };
    match (cell, played.name.as_str()) {
        (Some(cell), _) => board.name(board.own, cell),
        (None, "") => played.record.clone(),
        (None, "swap") => "swap-pieces".to_owned(),
        (None, _) => "PA".to_owned(),
    }
}

/// The property of a mark of a cell or of an arrow: `Gd4`, `Gd4e5`.
fn marked(board: Board, command: &str, mark: &str) -> Option<(&'static str, String)> {
    let Mark { property, .. } =
        MARKS.iter().find(|known| known.command == command && mark.starts_with(known.colour))?;
    let cells = mark.get(1..)?;
    let end = cells.rfind(|c: char| c.is_ascii_lowercase()).filter(|_| command == "cal");
    let (from, to) = cells.split_at(end.unwrap_or(cells.len()));
    let from = board.renamed(board.shown, board.own, from)?;
    if to.is_empty() {
        return Some((property, from));
    }
    Some((property, format!("{from}:{}", board.renamed(board.shown, board.own, to)?)))
}
fn glyph(nag: u8) -> (String, String) {
    match GLYPHS.get(usize::from(nag).wrapping_sub(1)) {
        Some((name, value)) => ((*name).to_owned(), (*value).to_owned()),
        None => (OTHERS.to_owned(), format!("${nag}")),
    }
}

struct Printer<'a> {
    text: String,
    board: Board,
    is_black_first: bool,
    walk: Walk<'a>,
}

impl Printer<'_> {
    fn node(&mut self, node: Node) {
        let (others, mut node): (Node, Node) =
            node.into_iter().partition(|(name, _)| name.starts_with(';'));
        // The move stands first.
        node.sort_by(|(a, _), (b, _)| {
            (a.len() > 1 || a == "C", a).cmp(&(b.len() > 1 || b == "C", b))
        });
        self.text.push(';');
        for properties in node.chunk_by(|(a, _), (b, _)| a == b).chain(others.chunks(1)) {
            self.text += &properties[0].0;
            for (_, value) in properties {
                let value = value.replace('\\', "\\\\").replace(']', "\\]");
                self.text.extend(["[", &value, "]"]);
            }
        }
    }

    fn line(&mut self, moves: &[RecordedMove], place: &mut LinePlace) {
        let board = self.board;
        // The variations, which follow when the line has come to its end.
        let mut endings = Vec::new();
        for m in moves {
            let before = (!m.variations.is_empty()).then(|| place.clone());
            let played = self.walk.play(place, &m.text);
            if let Some(before) = before {
                endings.push(self.variations(m, &before));
                self.walk.go_to(place);
                self.text.push_str("\n(");
            }
            if !m.before.is_empty() {
                let mut node = Node::new();
                say(&mut node, board, &m.before, None);
                self.node(node);
            }
            if played.is_empty() {
                self.word(m);
            }
            let count = played.len();
            for (i, played) in played.into_iter().enumerate() {
                let is_black = (played.side == Side::First) == self.is_black_first;
                let (name, clock) = if is_black { ("B", "BL") } else { ("W", "WL") };
                let mut node = vec![(name.to_owned(), point(board, &played))];
                if i + 1 == count {
                    say(&mut node, board, &m.comment, Some(clock));
                    node.extend(m.nags.iter().map(|&nag| glyph(nag)));
                }
                self.node(node);
            }
        }
        endings.into_iter().rev().for_each(|ending| self.text += &ending);
    }

    /// A node for a word that is no move; numbers go, as the moves have them.
    fn word(&mut self, m: &RecordedMove) {
        let is_number = m.text.bytes().all(|c| c.is_ascii_digit());
        let word = if is_number { "" } else { &m.text };
        let mut node = Node::new();
        say(&mut node, self.board, format!("{word} {}", m.comment).trim(), None);
        node.extend(m.nags.iter().map(|&nag| glyph(nag)));
        if !node.is_empty() {
            self.node(node);
        }
    }

    /// The end of a main line, and the variations in place of its move.
    fn variations(&mut self, m: &RecordedMove, before: &LinePlace) -> String {
        let main = mem::replace(&mut self.text, ")".to_owned());
        for variation in &m.variations {
            self.walk.go_to(before);
            let end = self.text.len();
            self.text.push_str("\n(");
            self.line(variation, &mut before.clone());
            // It may have no legal move.
            let is_empty = self.text.len() == end + "\n(".len();
            if is_empty { self.text.truncate(end) } else { self.text.push(')') }
        }
        mem::replace(&mut self.text, main)
    }
}
