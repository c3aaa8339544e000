//! Reads trees of nodes, and makes games of them. The time is linear in the length of the text.

use super::board::{Board, is_ggf, with_swap};
use super::scanner::{Property, Scanner};
use super::{GLYPHS, MARKS, Mark, OTHERS, TAGS};
use crate::branches::Branches;
use crate::commands::{MOVE_TIME, clock, command_text, milliseconds};
use crate::game::EndedGames;
use crate::shogi::add_line;
use crate::{Fault, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::{GameResult, Side, quote};
use std::collections::BTreeMap;
use std::mem;

const MAX_FAULTS: usize = 100;

pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    trees(text).map(|tree| tree.game).collect()
}

/// The games whose brackets are closed.
pub(crate) fn read_ended(text: &str) -> EndedGames {
    let mut games = Vec::new();
    let mut end = 0;
    for Tree { game, closed_at } in trees(text) {
        let Some(closed_at) = closed_at else { break };
        games.push(game);
        end = closed_at;
    }
    EndedGames { games, end }
}

struct Tree {
    game: RecordedGame,
    /// The place behind its last bracket, in bytes; `None` if that is missing.
    closed_at: Option<usize>,
}

fn trees(text: &str) -> impl Iterator<Item = Tree> + '_ {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(move || {
        let (line, column) = scanner.skip_to_tree()?;
        let game = RecordedGame { line, column, ..RecordedGame::default() };
        let mut reader = Reader { game, is_root: true, ..Reader::default() };
        reader.read(&mut scanner);
        let closed_at =
            if reader.open.is_empty() { Some(text.len() - scanner.left()) } else { None };
        Some(Tree { game: reader.end(), closed_at })
    })
}

/// What a node says beside its move.
#[derive(Default)]
struct Note {
    commands: String,
    /// The values of `[%csl]` and `[%cal]`.
    marks: BTreeMap<&'static str, Vec<String>>,
    text: String,
    nags: Vec<u8>,
}

impl Note {
    fn comment(mut self) -> String {
        for (name, marks) in self.marks {
            self.commands += &command_text(name, &marks.join(","));
        }
        if !self.commands.is_empty() && !self.text.is_empty() {
            self.commands.push(' ');
        }
        self.commands + &self.text
    }
}

#[derive(Default)]
struct Reader {
    game: RecordedGame,
    board: Option<Board>,
    is_root: bool,
    /// In GGF, the value of a move and its time are behind it.
    is_ggf: bool,
    has_number: bool,
    /// Whether the first player is White, as at Little Golem.
    is_white_first: bool,
    /// Until the next move tells what was swapped.
    swap: Option<Swap>,
    branches: Branches,
    /// Who made the moves of the line.
    sides: Vec<Side>,
    /// For each bracket that is open: the plies before it.
    open: Vec<usize>,
    /// The comments before the first move of a variation.
    before: String,
    /// The letters of the first position.
    letters: Vec<Option<char>>,
    to_move: Option<Side>,
    /// A board that cannot be read, as a position that no game has.
    broken: Option<Tag>,
}

struct Swap {
    written: RecordedMove,
    side: Side,
    word: String,
}

impl Reader {
    fn fault(&mut self, fault: Fault) {
        if self.game.faults.len() < MAX_FAULTS {
            self.game.faults.push(fault);
        }
    }

    fn read(&mut self, scanner: &mut Scanner<'_>) {
        let mut node: Option<Vec<Property>> = None;
        loop {
            let (line, mark) = scanner.next_mark();
            if matches!(mark, None | Some('(' | ')' | ';'))
                && let Some(node) = node.take()
            {
                self.take(node);
            }
            match mark {
                None => return self.fault(Fault::slight(line, "')'", "the end")),
                Some('(') => self.open.push(self.branches.plies()),
                Some(';') => node = Some(Vec::new()),
                Some(')') => self.close(),
                Some(_) => match scanner.property() {
                    Ok(property) => node.get_or_insert_default().push(property),
                    Err(fault) => self.fault(fault),
                },
            }
            if self.open.is_empty() {
                return;
            }
        }
    }

    fn close(&mut self) {
        self.end_swap(None);
        if let Some(plies) = self.open.pop() {
            self.branches.go_back(plies);
            self.sides.truncate(plies);
            // The variation had no move.
            let before = mem::take(&mut self.before);
            if !before.is_empty() {
                self.say_of_last(&before);
            }
        }
    }

    fn take(&mut self, node: Vec<Property>) {
        let is_root = mem::take(&mut self.is_root);
        if is_root {
            self.name_game(&node);
        }
        let mover = node.iter().find(|property| ["B", "W"].contains(&property.name.as_str()));
        let mover = mover.map(|property| property.name.clone());
        let mut note = Note::default();
        let mut moves = Vec::new();
        for Property { line, name, values } in node {
            let value = values[0].as_str();
            let glyph = GLYPHS.iter().position(|glyph| *glyph == (name.as_str(), value));
            let is_clock = ["BL", "WL"].contains(&name.as_str())
                && mover.as_deref().is_some_and(|mover| name.starts_with(mover));
            match (name.as_str(), glyph, milliseconds(value).filter(|_| is_clock)) {
                ("B" | "W", ..) => moves.push((line, name == "B", values[0].clone())),
                ("C", ..) => add_line(&mut note.text, &values.join("\n")),
                ("AB" | "AW" | "AE" | "PL" | "BO", ..) => {
                    self.set_up(line, &name, &values, &mut note)
                }
                (OTHERS, ..) => values.iter().for_each(|other| self.other(line, other, &mut note)),
                (_, _, Some(time)) => note.commands += &command_text("clk", &clock(time)),
                (_, Some(glyph), _) if mover.is_some() => note.nags.push(glyph as u8 + 1),
                _ if is_root && values.len() == 1 => self.tag(line, &name, value),
                _ => self.mark(&name, &values, &mut note),
            }
        }
        if moves.is_empty() {
            self.end_swap(None);
            self.say(mem::take(&mut note));
        }
        for (line, is_black, value) in moves {
            self.play(line, is_black, &value, mem::take(&mut note));
        }
    }

    fn name_game(&mut self, root: &[Property]) {
        let (name, board) = Board::of_root(|name| value_of(root, name));
        let number = value_of(root, "GM");
        self.has_number = !number.is_empty();
        self.is_ggf = is_ggf(&number);
        self.letters = board.map_or_else(Vec::new, |board| board.empty());
        self.board = board;
        self.game.tags.push(Tag::new(self.game.line, "Variant", name));
    }

    fn tag(&mut self, line: usize, name: &str, value: &str) {
        if name == "RE" {
            self.game.result = Some(result_of(value));
        }
        let is_read = matches!(name, "FF" | "CA" | "GM" | "SZ")
            || name == "RE" && (self.is_ggf || value.trim_end_matches('+').len() < 2);
        if is_read || matches!(value, "" | "null") {
            return;
        }
        let known = TAGS.iter().find(|(of, _)| *of == name).map_or(name, |(_, tag)| tag);
        let value = if name == "DT" { value.replace('-', ".") } else { value.to_owned() };
        self.game.tags.push(Tag::new(line, known, value));
    }

    /// Takes what PGN has beside the properties: a command of a comment, a tag, or a glyph.
    fn other(&mut self, line: usize, text: &str, note: &mut Note) {
        let command = text.strip_prefix('%').and_then(|text| text.split_once(' '));
        match (command, text.split_once(':')) {
            (Some((name, value)), _) => note.commands += &command_text(name, value),
            (None, Some((name, value))) => self.game.tags.push(Tag::new(line, name, value)),
            (None, None) => note.nags.extend(text.trim_start_matches('$').parse::<u8>().ok()),
        }
    }

    /// Stones before the first move are those of the first position.
    fn set_up(&mut self, line: usize, name: &str, values: &[String], note: &mut Note) {
        let Some(board) = self.board.filter(|_| self.branches.count() == 0) else {
            let expected = "stones only before the first move";
            self.fault(Fault::cutting(line, expected, quote(name)));
            return self.mark(name, values, note);
        };
        for value in values {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            match (name, board.cell(board.own, from), board.cell(board.own, to)) {
                ("PL", ..) => self.to_move = value.chars().next().and_then(side_of),
                ("BO", ..) if self.set_board(value) => {}
                ("BO", ..) => self.broken = Some(Tag::new(line, "FEN", format!("{name}[{value}]"))),
                (_, Some(from), Some(to)) => {
                    let letter = name.chars().nth(1).and_then(side_of).map(letter_of);
                    board.rectangle(from, to).for_each(|cell| self.letters[cell] = letter);
                }
                _ => self.fault(Fault::slight(line, "a cell of the board", quote(value))),
            }
        }
    }

    /// Sets up a board of GGF: the size, the cells, and the side to move. Returns whether it is one.
    fn set_board(&mut self, value: &str) -> bool {
        let mut signs: Vec<char> = value.chars().collect();
        signs.retain(|c| !c.is_ascii_digit() && !c.is_whitespace());
        let Some((&last, cells)) = signs.split_last() else { return false };
        let is_known = cells.iter().all(|c| "*O-".contains(*c));
        if !is_known || cells.len() != self.letters.len() || side_of(last).is_none() {
            return false;
        }
        self.letters = cells.iter().map(|&c| side_of(c).map(letter_of)).collect();
        self.to_move = side_of(last);
        true
    }

    /// Keeps a property as a command.
    fn mark(&self, name: &str, values: &[String], note: &mut Note) {
        let mark = MARKS.iter().find(|mark| mark.property == name);
        for value in values {
            match (mark, self.shown_cells(value)) {
                (Some(Mark { command, colour, .. }), Some(cells))
                    if value.contains(':') == (*command == "cal") =>
                {
                    note.marks.entry(command).or_default().push(format!("{colour}{cells}"));
                }
                _ => note.commands += &command_text("sgf", &format!("{name}={value}")),
            }
        }
    }

    /// The cells of a value, as players name them.
    fn shown_cells(&self, value: &str) -> Option<String> {
        let board = self.board?;
        let mut cells = String::new();
        for name in value.split(':') {
            cells += &board.renamed(board.own, board.shown, name)?;
        }
        Some(cells)
    }

    /// Adds what belongs to no move of its node.
    fn say(&mut self, note: Note) {
        let comment = note.comment();
        if comment.is_empty() {
            return;
        }
        let is_first = self.open.last().is_some_and(|&plies| plies == self.branches.plies());
        if is_first && self.branches.has_next() {
            add_line(&mut self.before, &comment);
        } else {
            self.say_of_last(&comment);
        }
    }

    fn say_of_last(&mut self, comment: &str) {
        let last = self.branches.last();
        add_line(last.map_or(&mut self.game.comment, |last| &mut last.comment), comment);
    }

    fn play(&mut self, line: usize, is_black: bool, value: &str, mut note: Note) {
        let is_start = self.branches.count() == 0 && self.to_move.is_none();
        self.is_white_first |= is_start && !is_black && !self.has_number;
        let side = if is_black != self.is_white_first { Side::First } else { Side::Second };
        let mut parts = value.trim().splitn(if self.is_ggf { 3 } else { 1 }, '/');
        let word = parts.next().unwrap_or_default().to_lowercase();
        add_ggf(&mut note.commands, side, parts);
        let is_end = matches!(word.as_str(), "resign" | "forfeit");
        self.end_swap((!is_end).then_some(side));
        if is_end {
            self.game.result = self.game.result.or(Some(GameResult::Win(!side)));
            return self.say(note);
        }
        if matches!(word.as_str(), "swap" | "swap-pieces" | "swap-sides") {
            let text = "swap".to_owned();
            let comment = note.comment();
            let written = RecordedMove { line, text, comment, ..RecordedMove::default() };
            self.swap = Some(Swap { written, side, word });
            return;
        }
        let expected = self.sides.last().map_or(*self.to_move.get_or_insert(side), |&last| !last);
        if side != expected {
            let text = "--".to_owned();
            self.add(RecordedMove { line, text, ..RecordedMove::default() }, !side);
        }
        let board = self.board;
        let cell = board.and_then(|b| Some(b.name(b.shown, b.cell(b.own, &word)?)));
        let text = cell.unwrap_or(match word.as_str() {
            "" | "pa" | "tt" => "pass".to_owned(),
            _ => value.trim().to_owned(),
        });
        let before = mem::take(&mut self.before);
        let nags = mem::take(&mut note.nags);
        let comment = note.comment();
        self.add(
            RecordedMove { line, before, text, comment, nags, ..RecordedMove::default() },
            side,
        );
    }

    fn add(&mut self, written: RecordedMove, side: Side) {
        self.branches.add(written);
        self.sides.push(side);
    }

    /// A swap is a move if the other side moves next. Else the players have changed sides, which is
    /// none, and is told beside the move before.
    fn end_swap(&mut self, next: Option<Side>) {
        let Some(Swap { written, side, word }) = self.swap.take() else { return };
        if self.branches.plies() == 1 && next.map_or(word != "swap-sides", |next| next != side) {
            if let Some(tag) = self.game.tags.iter_mut().find(|tag| tag.name == "Variant") {
                tag.value = with_swap(&tag.value);
            }
            return self.add(written, side);
        }
        let node = format!("{}={word}", if side == Side::First { "B" } else { "W" });
        let commands = command_text("sgf", &node);
        self.say(Note { commands, text: written.comment, ..Note::default() });
    }

    fn end(mut self) -> RecordedGame {
        self.end_swap(None);
        self.game.moves = self.branches.moves(&mut self.game.faults);
        let has_more_black = self.count_of('P') > self.count_of('p');
        let usual = if has_more_black { Side::Second } else { Side::First };
        let to_move = self.to_move.unwrap_or(usual);
        if let Some(broken) = self.broken {
            self.game.tags.push(broken);
        } else if let Some(position) =
            self.board.and_then(|board| board.position(&self.letters, to_move))
        {
            self.game.tags.push(Tag::new(self.game.line, "FEN", position));
        }
        self.game
    }

    fn count_of(&self, letter: char) -> usize {
        self.letters.iter().filter(|cell| **cell == Some(letter)).count()
    }
}

/// The first value of a property in lower case; empty if there is none.
fn value_of(root: &[Property], name: &str) -> String {
    let found = root.iter().find(|property| property.name == name);
    found.map_or_else(String::new, |property| property.values[0].trim().to_lowercase())
}

fn letter_of(side: Side) -> char {
    if side == Side::First { 'P' } else { 'p' }
}

/// The side of a letter of SGF, or of one on a board of GGF.
fn side_of(c: char) -> Option<Side> {
    match c {
        'B' | 'b' | '*' => Some(Side::First),
        'W' | 'w' | 'O' => Some(Side::Second),
        _ => None,
    }
}

/// `B+3.5`, `W+Resign`, `0`, `Draw`; or the points of Black, `-40.00:r`, in GGF.
pub(super) fn result_of(value: &str) -> GameResult {
    let points = value.split(':').next().and_then(|points| points.parse::<f64>().ok());
    match (value.chars().next().and_then(side_of), points) {
        (Some(side), _) => GameResult::Win(side),
        (_, Some(points)) if points > 0.0 => GameResult::Win(Side::First),
        (_, Some(points)) if points < 0.0 => GameResult::Win(Side::Second),
        (_, Some(_)) => GameResult::Draw,
        _ if ["draw", "jigo"].contains(&value.to_lowercase().as_str()) => GameResult::Draw,
        _ => GameResult::Unfinished,
    }
}

/// Adds the value of a move of GGF, which is that for its player, and its time in seconds.
fn add_ggf<'a>(commands: &mut String, side: Side, mut parts: impl Iterator<Item = &'a str>) {
    if let Some(value) = parts.next().filter(|value| !value.is_empty()) {
        let value = match value.strip_prefix('-') {
            Some(value) if side == Side::Second => value.to_owned(),
            None if side == Side::Second => format!("-{value}"),
            _ => value.to_owned(),
        };
        *commands += &command_text("eval", &value);
    }
    if let Some(time) = parts.next().and_then(milliseconds) {
        *commands += &command_text(MOVE_TIME, &clock(time));
    }
}
