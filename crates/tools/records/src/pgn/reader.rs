//! Reads tags, moves and comments from text. Moves are not checked against rules.

use super::tag::{name_of_tag, quoted};
use super::words::{Word, bracketed_piece, result_of};
use crate::game::{EndedGames, column_after};
use crate::{Fault, RecordedGame, RecordedMove, Tag, normalize, pdn};
use plyglot_core::game::{GameResult, quote};
use std::collections::HashSet;
use std::mem;

/// A line of moves as far as it was read, and what stands before its first move.
#[derive(Debug, Default)]
struct ReadLine {
    moves: Vec<RecordedMove>,
    comment: String,
    nags: Vec<u8>,
}

impl ReadLine {
    fn add_comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let comment = self.moves.last_mut().map_or(&mut self.comment, |last| &mut last.comment);
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&pdn::with_clock(text));
    }

    fn add_move(&mut self, line: usize, text: String) {
        match self.moves.last_mut() {
            Some(last) if let Some(rest) = pdn::continued(&last.text, &text) => {
                last.text.push_str(rest);
            }
            _ => self.moves.push(RecordedMove { line, text, ..RecordedMove::default() }),
        }
    }

    fn add_nag(&mut self, nag: Option<u8>) {
        self.moves.last_mut().map_or(&mut self.nags, |last| &mut last.nags).extend(nag);
    }

    /// The moves, the first of them with the glyphs before it; and the comment before it.
    fn end(mut self) -> (Vec<RecordedMove>, String) {
        if let Some(first) = self.moves.first_mut() {
            first.nags.splice(0..0, self.nags);
        }
        (self.moves, self.comment)
    }

    fn variation(self) -> Vec<RecordedMove> {
        let (mut moves, comment) = self.end();
        if let Some(first) = moves.first_mut() {
            first.before = comment;
        }
        moves
    }
}

/// A variation turned out to have no end, and is read again as one of those.
struct Unclosed;

/// Variations in variations are read to this depth.
const MAX_DEPTH: usize = 64;
/// The most faults of a game that are told, beside those by which moves are lost.
const MAX_FAULTS: usize = 100;

/// Reads the games of a text in order. Whatever is wrong in a game, what could be read of it is
/// kept: a comment or a variation without its end ends at an empty line or at the next game, and
/// all else that is wrong is left out.
pub fn read(text: &str) -> PgnGames<'_> {
    PgnGames {
        text,
        at: 0,
        line: 1,
        begin: 0,
        column: 0,
        breaks: 0,
        no_end_before: 0,
        unclosed: HashSet::new(),
        is_cut: false,
        escaped_lines: Vec::new(),
        faults: Vec::new(),
    }
}

/// The games of the beginning of a text that are the same whatever follows. The place behind them
/// is 0, or that of the first tag of the next game.
pub(crate) fn read_ended(text: &str) -> EndedGames {
    let last = last_barrier(text);
    let mut reader = read(text);
    let mut games = Vec::new();
    let mut ended = 0;
    let mut end = 0;
    while reader.at < last
        && let Some(game) = reader.next()
    {
        games.push(game);
        if reader.at <= last && is_barrier(text, reader.at) {
            ended = games.len();
            end = reader.at;
        }
    }
    games.truncate(ended);
    EndedGames { games, end }
}

/// The last line at which each comment and each variation ends, wherever it began and whatever
/// follows; 0 if there is none but the first.
fn last_barrier(text: &str) -> usize {
    text.rmatch_indices("\n[").map(|(at, _)| at + 1).find(|&at| is_barrier(text, at)).unwrap_or(0)
}

/// Whether a whole line begins here that ends each comment and each variation.
fn is_barrier(text: &str, at: usize) -> bool {
    let line = text[at..].split_inclusive('\n').next().unwrap_or_default();
    let Some(before) = text[..at].strip_suffix('\n') else { return false };
    let is_after_empty = before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    line.ends_with('\n') && !line.contains('}') && begins_game(line, is_after_empty)
}

/// An iterator over games; see [`read`].
#[derive(Clone, Debug)]
pub struct PgnGames<'a> {
    text: &'a str,
    /// The place that is read now, in bytes, and its line.
    at: usize,
    line: usize,
    /// The place where the game in hand begins, and the bytes of its line before that.
    begin: usize,
    column: usize,
    /// The line breaks since the last part.
    breaks: usize,
    /// No comment from here on ends before this place. This and what follows keep the time
    /// linear, as a missing end is looked for once.
    no_end_before: usize,
    /// Where the variations begin that have no end.
    unclosed: HashSet<usize>,
    /// Whether the game in hand ended in a comment or variation without an end.
    is_cut: bool,
    escaped_lines: Vec<String>,
    faults: Vec<Fault>,
}

impl Iterator for PgnGames<'_> {
    type Item = RecordedGame;

    fn next(&mut self) -> Option<RecordedGame> {
        let mut game = RecordedGame::default();
        let mut line = ReadLine::default();
        self.is_cut = false;
        while let Some(c) = self.peek()
            && !self.is_cut
            && !self.is_end(&game, &line, c)
        {
            // Just a result is no game.
            let has_begun = game.has_begun() || !line.moves.is_empty() || !line.comment.is_empty();
            if !has_begun && self.faults.is_empty() {
                self.begin_here();
                game.line = self.line;
                game.column = self.column;
            }
            match c {
                '[' if self.is_tag() => game.tags.extend(self.tag()),
                '[' | ']' | ')' | '}' => self.stray(c),
                _ => {
                    let before = (self.at, self.line, self.breaks);
                    let escaped = self.escaped_lines.len();
                    let faults = self.faults.len();
                    match self.part(c, &mut line, 0) {
                        Ok(result) => game.result = result.filter(|_| has_begun).or(game.result),
                        Err(Unclosed) => {
                            (self.at, self.line, self.breaks) = before;
                            self.escaped_lines.truncate(escaped);
                            self.faults.truncate(faults);
                        }
                    }
                }
            }
        }
        (game.moves, game.comment) = line.end();
        game.faults = mem::take(&mut self.faults);
        game.escaped_lines = mem::take(&mut self.escaped_lines);
        normalize::normalize(&mut game);
        let is_game = game.has_begun() || !game.moves.is_empty() || !game.faults.is_empty();
        if is_game { Some(game) } else { None }
    }
}

impl<'a> PgnGames<'a> {
    /// Notes that a game begins here, or further on. Each byte is looked at once for it.
    fn begin_here(&mut self) {
        self.column = column_after(self.column, &self.text[self.begin..self.at]);
        self.begin = self.at;
    }

    /// Whether the game is over before the part that begins with `c`. Some writers go on after a
    /// result.
    fn is_end(&self, game: &RecordedGame, line: &ReadLine, c: char) -> bool {
        if c == '[' && self.is_tag() {
            let begins = self.rest().starts_with("[Event ") && game.tag("Event").is_some();
            return begins || !line.moves.is_empty() || game.result.is_some();
        }
        let is_first_move = self.rest().starts_with("1.") && !self.rest().starts_with("1..");
        game.result.is_some() && (self.breaks > 0 || is_first_move)
    }

    /// Takes the part that begins with `c`: a move, or an annotation of the last one. Returns the
    /// result of the game, if it is that.
    fn part(
        &mut self,
        c: char,
        line: &mut ReadLine,
        depth: usize,
    ) -> Result<Option<GameResult>, Unclosed> {
        match c {
            '{' => line.add_comment(self.comment()),
            ';' => line.add_comment(self.rest_of_line()),
            // There is no move yet that it could replace.
            '(' if line.moves.is_empty() && self.unclosed.contains(&self.at) => self.stray(c),
            '(' => {
                let number = self.line;
                let variation = self.variation(depth + 1)?;
                if variation.moves.is_empty() {
                    // In draughts, a sign may be in brackets.
                    for nag in variation.nags {
                        line.add_nag(Some(nag));
                    }
                    line.add_comment(&variation.comment);
                } else if let Some(last) = line.moves.last_mut() {
                    last.variations.push(variation.variation());
                } else {
                    self.add_fault(Fault::cutting(number, "a move before this variation", "none"));
                }
            }
            '$' => {
                let number = self.line;
                let word = self.word();
                let nag = word[1..].parse().ok();
                if nag.is_none() {
                    self.add_fault(Fault::slight(number, "a glyph from $0 to $255", quote(word)));
                }
                line.add_nag(nag);
            }
            _ => return Ok(self.move_or_result(line)),
        }
        Ok(None)
    }

    /// Takes a word: a move, a sign behind one, or the result of the game, which is returned.
    fn move_or_result(&mut self, line: &mut ReadLine) -> Option<GameResult> {
        let number = self.line;
        let word = self.word();
        let result = result_of(word);
        if result.is_some() {
            return result;
        }
        if is_lost_by_both(word, line) {
            return Some(GameResult::Unfinished);
        }
        let read = Word::from(word);
        if read.is_unknown(word) {
            self.add_fault(Fault::slight(number, "a move or a sign", quote(word)));
        }
        if !read.text.is_empty() {
            line.add_move(number, read.text);
        }
        line.add_nag(read.nag);
        None
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, after skipping blanks and lines that begin with `%`.
    fn peek(&mut self) -> Option<char> {
        loop {
            let c = self.rest().chars().next()?;
            if c == '%' && self.is_line_start() {
                // By the standard, such a line is for other programs.
                let line = self.rest_of_line().to_owned();
                self.escaped_lines.push(line);
            } else if c == '=' && self.is_line_start() && self.rest().starts_with("====") {
                // Chinese programs write about themselves behind the game.
                let end = self.rest().find("\n[").unwrap_or(self.rest().len());
                self.advance(end);
            } else if c == '\n' {
                let breaks = self.breaks + 1;
                self.advance(1);
                self.breaks = breaks;
            } else if c.is_whitespace() || c == '\u{feff}' {
                self.at += c.len_utf8();
            } else {
                return Some(c);
            }
        }
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text[..self.at];
        before.is_empty() || before.ends_with(['\n', '\u{feff}'])
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.line += taken.matches('\n').count();
        self.at += bytes;
        self.breaks = 0;
        taken
    }

    fn rest_of_line(&mut self) -> &'a str {
        let end = self.line_length();
        let line = self.advance(end);
        line.strip_prefix(';').unwrap_or(line).trim()
    }

    fn line_length(&self) -> usize {
        self.rest().find('\n').unwrap_or(self.rest().len())
    }

    /// The next word: all characters up to a blank or bracket. A piece in brackets belongs to it.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find(|c: char| c.is_whitespace() || "{}();[]$".contains(c));
        let end = end.map_or(rest.len(), |end| first + end);
        let is_square = rest[..end].ends_with(|c: char| c.is_ascii_digit());
        let piece = if is_square { bracketed_piece(&rest[end..]) } else { 0 };
        self.advance(end + piece)
    }

    fn add_fault(&mut self, fault: Fault) {
        if fault.cuts || self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    /// Leaves out a bracket that means nothing here, and what is in it.
    fn stray(&mut self, c: char) {
        self.add_fault(Fault::slight(self.line, "a move", quote(&c.to_string())));
        let inner = &self.rest()[1..];
        let end = if c == '[' { inner.find([']', '[', '\n']) } else { None };
        let end = end.filter(|&end| inner[end..].starts_with(']'));
        self.advance(end.map_or(1, |end| end + 2));
    }

    fn comment(&mut self) -> &'a str {
        let rest = self.rest();
        let may_end = self.at >= self.no_end_before;
        let mut at = 0;
        let mut empty = None;
        let mut was_empty = false;
        for line in rest.split_inclusive('\n') {
            if let Some(end) = line.find('}') {
                return self.advance(at + end + 1)[1..at + end].trim();
            }
            let is_empty = line.trim().is_empty();
            if is_empty {
                empty.get_or_insert(at);
            }
            if !may_end && is_empty || at > 0 && begins_game(line, was_empty) {
                break;
            }
            (at, was_empty) = (at + line.len(), is_empty);
        }
        self.add_fault(Fault::cutting(self.line, "'}' at the end of this comment", "none"));
        self.no_end_before = self.no_end_before.max(self.at + at);
        self.is_cut = true;
        self.advance(empty.unwrap_or(at))[1..].trim()
    }

    fn variation(&mut self, depth: usize) -> Result<ReadLine, Unclosed> {
        let start = self.at;
        let number = self.line;
        let mut line = ReadLine::default();
        let is_unclosed = self.unclosed.contains(&start);
        self.advance(1);
        let is_closed = self.parts(&mut line, depth, is_unclosed);
        if !matches!(is_closed, Ok(true)) && !is_unclosed {
            self.unclosed.insert(start);
            return Err(Unclosed);
        }
        if !is_closed? {
            self.add_fault(Fault::cutting(number, "')' at the end of this variation", "none"));
            self.is_cut = true;
        }
        Ok(line)
    }

    /// Takes the parts of a variation. Returns whether it has an end, or one in it has none and
    /// the game is over. One that is known to be unclosed ends at an empty line.
    fn parts(
        &mut self,
        line: &mut ReadLine,
        depth: usize,
        is_unclosed: bool,
    ) -> Result<bool, Unclosed> {
        while let Some(c) = self.peek() {
            if is_unclosed && self.breaks > 1 {
                return Ok(false);
            }
            match c {
                ')' => {
                    self.advance(1);
                    return Ok(true);
                }
                '[' if self.is_tag() => return Ok(false),
                '[' | ']' | '}' => self.stray(c),
                '(' if depth == MAX_DEPTH => self.leave_out()?,
                _ => _ = self.part(c, line, depth)?,
            }
            if self.is_cut {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Leaves out a variation that is too deep, with those in it.
    fn leave_out(&mut self) -> Result<(), Unclosed> {
        self.add_fault(Fault::slight(self.line, "fewer variations in variations", quote("(")));
        let is_unclosed = self.unclosed.contains(&self.at);
        let mut starts = Vec::new();
        while let Some(c) = self.peek() {
            match c {
                _ if is_unclosed && self.breaks > 1 => break,
                '[' if self.is_tag() => break,
                '(' => starts.push(self.at),
                ')' => _ = starts.pop(),
                '{' => _ = self.comment(),
                _ => {}
            }
            if c != '{' {
                self.advance(c.len_utf8());
            }
            if starts.is_empty() || self.is_cut {
                return Ok(());
            }
        }
        self.is_cut = is_unclosed;
        self.unclosed.extend(starts);
        if is_unclosed { Ok(()) } else { Err(Unclosed) }
    }

    /// Whether a tag begins here: `[Name` at the beginning of a line, or `[Name "` elsewhere.
    fn is_tag(&self) -> bool {
        let is_first =
            self.breaks > 0 || self.text[..self.at].trim_start_matches('\u{feff}').is_empty();
        name_of_tag(self.rest()).is_some_and(|(_, rest)| is_first || rest.starts_with('"'))
    }

    fn tag(&mut self) -> Option<Tag> {
        let text = &self.rest()[..self.line_length()];
        let (name, rest) = name_of_tag(text)?;
        let found = match rest.strip_prefix('"') {
            None => "without a value",
            Some(rest) => match quoted(rest) {
                Ok((value, length)) => {
                    let line = self.line;
                    self.advance(text.len() - rest.len() + length);
                    return Some(Tag { line, name: name.to_owned(), value });
                }
                Err(missing) => missing,
            },
        };
        let found = format!("'[{name}' {found}");
        self.add_fault(Fault::slight(self.line, "a tag like [Name \"value\"]", found));
        self.rest_of_line();
        None
    }
}

/// Whether a word is the result of a game of draughts that both lost, and no castling: the moves of
/// such games are of numbers.
fn is_lost_by_both(word: &str, line: &ReadLine) -> bool {
    let first = line.moves.first().map_or("", |first| first.text.as_str());
    let has_numbers = first.starts_with(|c: char| ('1'..='9').contains(&c));
    word.trim_end_matches('F') == pdn::BOTH_LOST && has_numbers && first.contains(['-', 'x', ':'])
}

/// Whether a line of an open comment is the first of the next game: the tag of its event, or any
/// tag after an empty line.
fn begins_game(line: &str, is_after_empty: bool) -> bool {
    line.starts_with('[')
        && name_of_tag(line).is_some_and(|(name, rest)| {
            rest.starts_with('"') && (is_after_empty || name == "Event")
        })
}
