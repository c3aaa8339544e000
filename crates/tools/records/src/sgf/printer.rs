//! Writes a game as a tree of nodes.

use super::board::{Board, NodeProperty, Points};
use super::reader::result_of;
use super::{GLYPHS, MARKS, Mark, OTHERS, TAGS};
use crate::commands::{Command, SplitComment, milliseconds, seconds, split_comment};
use crate::walk::{LineState, Walk, WalkedMove};
use crate::{RecordedGame, RecordedMove};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::Referee;
use std::mem;

/// A name with `;` before it is of a node of its own, which follows.
type Node = Vec<NodeProperty>;

fn add(node: &mut Node, name: &str, value: impl Into<String>) {
    node.push(NodeProperty::new(name, value));
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
    let mut walk = Walk::new(game, rules);
    let mut state = walk.begin(game);
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
    printer.line(&game.moves, &mut state);
    Some(printer.text + ")\n")
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_uppercase())
}

fn add_tags(root: &mut Node, game: &RecordedGame) {
    let result = game.written_result();
    let word = match result {
        Some(GameResult::Win(Side::First)) => "B+",
        Some(GameResult::Win(Side::Second)) => "W+",
        Some(GameResult::Draw) => "0",
        Some(GameResult::Unfinished) | None => "?",
    };
    let written = game.tag("RE").filter(|value| Some(result_of(value)) == result);
    for (name, value) in [("FF", "4"), ("CA", "UTF-8"), ("RE", written.unwrap_or(word))] {
        add(root, name, value);
    }
    let own_count = root.len();
    for tag in &game.tags {
        let name = tag.name.as_str();
        let value = tag.value.as_str();
        let known = TAGS.iter().find(|(_, known)| *known == name).map_or(name, |(own, _)| own);
        let is_written = ["Variant", "GameType", "SetUp", "FEN", "Result"].contains(&name);
        if is_written
            || value.trim_matches(['?', '.']).is_empty()
            || root[..own_count].iter().any(|property| property.name == known)
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
    let SplitComment { commands, text } = split_comment(comment);
    for Command { name, value } in commands {
        match (name, clock, value.split_once('=')) {
            ("clk", Some(clock), _) if let Some(time) = milliseconds(&value) => {
                add(node, clock, seconds(time))
            }
            ("sgf", _, Some((name @ ("B" | "W"), value))) => add(node, &format!(";{name}"), value),
            ("sgf", _, Some((name, value))) if is_name(name) => add(node, name, value),
            ("csl" | "cal", ..) => {
                value.split(',').for_each(|mark| match marked(board, name, mark) {
                    Some(property) => node.push(property),
                    None => add(node, OTHERS, format!("%{name} {mark}")),
                })
            }
            _ => add(node, OTHERS, format!("%{name} {value}")),
        }
    }
    if !text.is_empty() {
        add(node, "C", text);
    }
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
fn marked(board: Board, command: &str, mark: &str) -> Option<NodeProperty> {
    let Mark { property, .. } =
        MARKS.iter().find(|known| known.command == command && mark.starts_with(known.colour))?;
    let cells = mark.get(1..)?;
    let end = cells.rfind(|c: char| c.is_ascii_lowercase()).filter(|_| command == "cal");
    let (from, to) = cells.split_at(end.unwrap_or(cells.len()));
    let from = board.renamed(board.shown, board.own, from)?;
    if to.is_empty() {
        return Some(NodeProperty::new(property, from));
    }
    let to = board.renamed(board.shown, board.own, to)?;
    Some(NodeProperty::new(property, format!("{from}:{to}")))
}

fn glyph(nag: u8) -> NodeProperty {
    match GLYPHS.get(usize::from(nag).wrapping_sub(1)) {
        Some(&(name, value)) => NodeProperty::new(name, value),
        None => NodeProperty::new(OTHERS, format!("${nag}")),
    }
}

/// What a node's properties are sorted by: the move stands first.
fn rank(property: &str) -> (bool, &str) {
    (property.len() > 1 || property == "C", property)
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
            node.into_iter().partition(|property| property.name.starts_with(';'));
        node.sort_by(|a, b| rank(&a.name).cmp(&rank(&b.name)));
        self.text.push(';');
        for properties in node.chunk_by(|a, b| a.name == b.name).chain(others.chunks(1)) {
            self.text += &properties[0].name;
            for NodeProperty { value, .. } in properties {
                let value = value.replace('\\', "\\\\").replace(']', "\\]");
                self.text.extend(["[", &value, "]"]);
            }
        }
    }

    fn line(&mut self, moves: &[RecordedMove], state: &mut LineState) {
        let board = self.board;
        // The variations, which follow when the line has come to its end.
        let mut endings = Vec::new();
        for m in moves {
            let before = if m.variations.is_empty() { None } else { Some(state.clone()) };
            let played = self.walk.play(state, &m.text);
            if let Some(before) = before {
                endings.push(self.variations(m, &before));
                self.walk.go_to(state);
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
                let mut node = vec![NodeProperty::new(name, point(board, &played))];
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
    fn variations(&mut self, m: &RecordedMove, before: &LineState) -> String {
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
