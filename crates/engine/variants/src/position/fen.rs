//! Positions as text: FEN with hands, walls, gates and numbers of checks.

use super::{NONE, Position, Verdict, WALL, foreign};
use crate::counters::Counters;
use crate::piece_set::PieceSet;
use crate::rules::{CastlingAtStart, Rules, Size};
use crate::set::Set;
use plyglot_core::game::squares::{self, side_letter, words};
use plyglot_core::game::{Side, TextError, sfen, text_error};
use plyglot_definition::Counting;
use std::fmt::Write;
use std::hash::Hash;

const WRITTEN: &str = "writing to a String cannot fail";

impl<S: Set + Hash> Position<S> {
    /// Reads a position: FEN, of which fields after the side to move may be missing, as any program
    /// writes it; SFEN in games of the shogi family, and in draughts the form of their records.
    ///
    /// # Errors
    /// The first place at which the text is not a position of the game.
    pub fn read_fen(rules: &'static Rules<S>, text: &str) -> Result<Self, TextError> {
        let has_sfen = rules.variant.piece_set == PieceSet::Shogi;
        let fen = if has_sfen { sfen::to_fen(text) } else { None };
        match fen {
            Some(fen) => Position::read_fields(rules, &fen).map_err(|error| in_sfen(text, error)),
            None if rules.jumps.is_some() && foreign::is_of_draughts(text) => {
                let fen = foreign::of_draughts(rules, text)?;
                Position::read_fields(rules, &fen)
                    .map_err(|error| text_error(text, 0, error.mismatch.expected))
            }
            None if rules.definition.ends.check_counting => {
                let Counters { checks_left: [all, _] } = Counters::at_start(rules.definition);
                Position::read_fields(rules, &foreign::with_checks_left(text, all))
            }
            None => Position::read_fields(rules, text),
        }
    }

    fn read_fields(rules: &'static Rules<S>, text: &str) -> Result<Self, TextError> {
        let mut position = Position::empty(rules);
        let mut fields = words(text).peekable();
        let (start, board) = fields.next().unwrap_or((text.len(), ""));
        let end = position.read_board(text, start, start + board.len())?;
        position.read_hands(text, end, start + board.len())?;
        position.side = match fields.next() {
            Some((_, "w")) => Side::First,
            Some((_, "b")) => Side::Second,
            // Red, who begins in xiangqi.
            Some((_, "r")) if rules.variant.info.sides[0] == "red" => Side::First,
            Some((at, _)) => return Err(text_error(text, at, "the side to move: 'w' or 'b'")),
            None => Side::First,
        };
        if let Some((at, word)) =
            fields.next_if(|(_, word)| !is_number(word) && !Counters::is_field(word))
        {
            position.read_rights(text, at, word)?;
            let has_limit = rules.definition.ends.counting_rule != Counting::None;
            if let Some((at, word)) = fields
                .next_if(|(_, word)| !Counters::is_field(word) && (has_limit || !is_number(word)))
            {
                position.read_en_passant(text, at, word)?;
            }
        }
        position.counters = Counters::at_start(rules.definition);
        position.counters.read(rules.definition, text, &mut fields)?;
        let [quiet, number] = squares::parse_counters(text, fields)?;
        (position.counted, position.number) = (quiet, number);
        // The counter is that of the limit, if there is one.
        position.quiet_plies = if position.counting_limit > 0 { 0 } else { quiet };
        position.close_gates();
        position.checkers = position.checkers_of(position.side);
        position.count_shak();
        // A game may have ended in spite of a check.
        if !position.checkers_with(!position.side, S::EMPTY).is_empty()
            && !matches!(position.verdict(), Some(Verdict::Immediate(_)))
        {
            return Err(text_error(
                text,
                start,
                "a position whose side to move cannot capture the king",
            ));
        }
        Ok(position)
    }

    /// Reads the rows, up to a bracket or the end. Returns where they end.
    fn read_board(&mut self, text: &str, start: usize, end: usize) -> Result<usize, TextError> {
        let size = self.rules.size;
        let mut file = 0_u8;
        let mut rank = size.ranks - 1;
        let mut at = start;
        while at < end {
            let rest = &text[at..end];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let c = rest.chars().next().unwrap_or(' ');
            match c {
                '[' => break,
                // Lichess and others have the hands in one more row.
                '/' if rank == 0 && file == size.files && self.rules.character.has_hands => break,
                '/' => {
                    if file != size.files || rank == 0 {
                        return Err(text_error(text, at, rows_of(size)));
                    }
                    (file, rank) = (0, rank - 1);
                    at += 1;
                }
                _ if digits > 0 => {
                    let count: u8 = rest[..digits].parse().unwrap_or(u8::MAX);
                    file = match file.checked_add(count).filter(|&file| file <= size.files) {
                        Some(file) if count > 0 => file,
                        _ => return Err(text_error(text, at, rows_of(size))),
                    };
                    at += digits;
                }
                _ if file == size.files => return Err(text_error(text, at, rows_of(size))),
                '*' => {
                    self.put_wall(size.square(file, rank));
                    (file, at) = (file + 1, at + 1);
                }
                _ => {
                    let Some((side, kind, length)) = self.read_piece(rest) else {
                        return Err(text_error(text, at, self.piece_letters()));
                    };
                    let square = size.square(file, rank);
                    if !self.rules.board.has(square) {
                        return Err(text_error(text, at, "no piece beside the hexagons"));
                    }
                    self.put(square, side, kind);
                    (file, at) = (file + 1, at + length);
                }
            }
        }
        if rank != 0 || file != size.files {
            return Err(text_error(text, at, rows_of(size)));
        }
        for square in 0..size.squares() {
            if !(self.rules.board | self.walls).has(square) {
                self.put_wall(square);
            }
        }
        Ok(at)
    }

    /// The piece at the beginning of a text, and how many bytes it takes.
    fn read_piece(&self, text: &str) -> Option<(Side, u8, usize)> {
        let mut longest: Option<(Side, u8, usize)> = None;
        for (kind, of) in self.rules.kinds.iter().enumerate() {
            for name in [Some(&of.text), of.synonym.as_ref()].into_iter().flatten() {
                // The longest text counts: a promoted piece before the plain one.
                if let Some(side) = side_of(text, name)
                    && longest.is_none_or(|(.., length)| name.len() > length)
                {
                    longest = Some((side, kind as u8, name.len()));
                }
            }
        }
        let (side, kind, length) = longest?;
        let tells_promoted = self.rules.kinds.iter().any(|kind| kind.text.ends_with('~'));
        let is_marked = !tells_promoted && text[length..].starts_with('~');
        Some((side, kind, length + usize::from(is_marked)))
    }

    fn piece_letters(&self) -> String {
        let letters: Vec<&str> = self.rules.kinds.iter().map(|kind| kind.text.as_str()).collect();
        format!(
            "a piece ({}, in lower case for the second player), a number, '*' or '/'",
            letters.join(" ")
        )
    }

    fn read_hands(&mut self, text: &str, start: usize, end: usize) -> Result<(), TextError> {
        if start == end {
            return Ok(());
        }
        let is_row = text[start..].starts_with('/');
        let mut at = start + 1;
        while at < end {
            let rest = &text[at..end];
            if rest == "]" && !is_row {
                return Ok(());
            }
            if rest.starts_with('-') {
                at += 1;
                continue;
            }
            let Some((side, kind, length)) = self.read_piece(rest) else {
                return Err(text_error(text, at, "a piece in hand or ']'"));
            };
            self.change_hand(side, self.rules.in_hand(kind), 1);
            at += length;
        }
        if is_row { Ok(()) } else { Err(text_error(text, end, "']' after the pieces in hand")) }
    }

    fn read_rights(&mut self, text: &str, at: usize, word: &str) -> Result<(), TextError> {
        if word == "-" {
            return Ok(());
        }
        for (i, c) in word.char_indices() {
            let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
            if !self.read_right(side, c.to_ascii_lowercase()) {
                return Err(text_error(text, at + i, "castling rights such as 'KQkq', or '-'"));
            }
        }
        self.grant_castling_by_gates();
        Ok(())
    }

    /// In Chess960 with gates, a king and its rooks castle if all are on gates: no letter of its own
    /// says so.
    fn grant_castling_by_gates(&mut self) {
        let definition = &self.rules.definition;
        if !definition.castling.allowed || self.gates.is_empty() {
            return;
        }
        for side in Side::BOTH {
            let king = self.castling_king(side).filter(|&king| self.gates.has(king));
            let Some(king) = king else { continue };
            if self.castling[side] != [NONE; 2] || !self.shows_gates(side) {
                continue;
            }
            let rooks = self.pieces_of(side, definition.castling.rook_pieces) & self.gates;
            for rook in rooks.squares().filter(|&rook| rook != king) {
                self.grant_castling(side, king, rook);
            }
        }
    }

    /// Whether the letters of files are a side's gates. They are no more where nothing can be gated
    /// in.
    fn shows_gates(&self, side: Side) -> bool {
        let drops = &self.rules.definition.drops;
        let is_empty = || self.hands[side].iter().all(|&count| count == 0);
        drops.gating && (!drops.seirawan_gating || drops.captures_to_hand || !is_empty())
    }

    /// Checks that each castling right in the text of this position has its king and its rook in
    /// place.
    pub(crate) fn check_rights(&self, text: &str) -> Result<(), TextError> {
        let definition = &self.rules.definition;
        let Some((at, word)) = words(text).nth(2) else { return Ok(()) };
        if word == "-" || !(definition.castling.allowed || definition.drops.gating) {
            return Ok(());
        }
        let none = Position { castling: [[NONE; 2]; 2], gates: S::EMPTY, ..*self };
        for (i, c) in word.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()) {
            let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
            let mut alone = none;
            alone.read_right(side, c.to_ascii_lowercase());
            if alone.castling == none.castling && alone.gates.is_empty() {
                let rank = self.rules.castling_rank(side) + 1;
                let needed = if definition.drops.gating { "pieces" } else { "king and rook" };
                let expected = format!("castling rights whose {needed} are on rank {rank}");
                return Err(text_error(text, at + i, expected));
            }
        }
        Ok(())
    }

    fn read_right(&mut self, side: Side, letter: char) -> bool {
        let definition = &self.rules.definition;
        let size = self.rules.size;
        let rank = self.rules.castling_rank(side);
        let wing = wing_of(letter);
        let rook = match (wing, (letter as u8).checked_sub(b'a')) {
            (Some(wing), _) => self.outermost_rook(side, wing),
            (None, Some(file)) if file < size.files => Some(size.square(file, rank)),
            _ => None,
        };
        let Some(rook) = rook else { return wing.is_some() };
        if definition.drops.gating && (wing.is_none() || !definition.castling.allowed) {
            self.gates |= S::bit(rook) & self.own(side);
            if self.shows_gates(side) {
                return true;
            }
        }
        let Some(king) = self.castling_king(side) else { return true };
        let is_rook = self.pieces_of(side, definition.castling.rook_pieces).has(rook);
        if !is_rook || !definition.castling.allowed {
            return true;
        }
        if let Some(wing) = wing
            && !definition.castling.chess960
            && !self.has_usual_letter(side, king, rook)
        {
            self.castling_of_chess960[side][wing] = rook;
            return true;
        }
        self.grant_castling(side, king, rook);
        if definition.drops.gating {
            self.gates |= S::bit(rook) | S::bit(king);
        }
        true
    }

    /// The rook that a letter of both wings means.
    fn outermost_rook(&self, side: Side, wing: usize) -> Option<u8> {
        let castling = &self.rules.definition.castling;
        let rank = usize::from(self.rules.castling_rank(side));
        let rooks =
            self.pieces_of(side, castling.rook_pieces) & self.rules.geometry.rank_sets[rank];
        let king_file = self.castling_king(side).map_or(0, |king| self.rules.size.place(king).0);
        let mut rooks: Vec<u8> = rooks.squares().collect();
        rooks.retain(|&rook| {
            let (file, _) = self.rules.size.place(rook);
            match wing {
                0 => file > king_file && file <= castling.rook_kingside_file,
                _ => file < king_file && file >= castling.rook_queenside_file,
            }
        });
        if wing == 0 { rooks.last() } else { rooks.first() }.copied()
    }

    /// Whether `K` and `Q` stand for the right of a king and a rook, but for Chess960: they do if
    /// both stand as at the start, or at home where rights come by drops. Where file letters mean
    /// gates, these letters are all that there is.
    fn has_usual_letter(&self, side: Side, king: u8, rook: u8) -> bool {
        let rules = self.rules;
        let wing = usize::from(rook < king);
        let all = rules.variant.castling_at_start.get_or_init(|| castling_at_start(rules));
        let (home, rooks) = rules.castling_home(side);
        let gains_rights = rules.definition.castling.allows_dropped_pieces;
        all[side][wing].is_none_or(|at_start| at_start == (king, rook))
            || gains_rights && (home, rooks[wing]) == (king, rook)
            || rules.definition.drops.gating
    }

    fn read_en_passant(&mut self, text: &str, at: usize, word: &str) -> Result<(), TextError> {
        if word == "-" {
            return Ok(());
        }
        // If moves are counted towards a draw, their limit stands here.
        if let Ok(limit) = word.parse() {
            self.counting_limit = limit;
            return Ok(());
        }
        let mut rest = word;
        let mut squares = Vec::new();
        while let Some(first) = rest.chars().next() {
            let first = first.len_utf8();
            let digits = rest[first..].bytes().take_while(u8::is_ascii_digit).count();
            let (name, more) = rest.split_at(first + digits);
            let Some(square) = self.square_named(name) else {
                let at = at + word.len() - rest.len();
                return Err(text_error(text, at, "a square behind a pawn, or '-'"));
            };
            squares.push(square);
            rest = more;
        }
        // Squares that nothing has just passed fall, as castling rights without a rook do.
        let squares = S::from_squares(squares);
        if let Some(pawn) = self.piece_that_passed(squares) {
            self.en_passant = squares;
            self.en_passant_pawn = pawn;
        }
        Ok(())
    }

    /// The position as text.
    pub fn write_fen(&self) -> String {
        let mut text = self.write_board();
        if self.rules.character.has_hands {
            text.push('[');
            text.push_str(&self.write_hands());
            text.push(']');
        }
        let en_passant: String =
            self.en_passant.squares().map(|square| self.square_name(square)).collect();
        let en_passant = match self.counting_limit {
            0 if en_passant.is_empty() => "-".to_owned(),
            0 => en_passant,
            limit => limit.to_string(),
        };
        let side = side_letter(self.side);
        let rights = self.write_rights();
        let counters = self.counters.write(self.rules.definition);
        write!(text, " {side} {rights} {en_passant}{counters}").expect(WRITTEN);
        let plies = if self.counting_limit > 0 { self.counted } else { self.quiet_plies };
        write!(text, " {plies} {}", self.number).expect(WRITTEN);
        text
    }

    pub(super) fn square_name(&self, square: u8) -> String {
        let (file, rank) = self.rules.size.place(square);
        squares::name(usize::from(file), usize::from(rank))
    }

    pub(super) fn square_named(&self, name: &str) -> Option<u8> {
        let size = self.rules.size;
        squares::parse_name(name)
            .filter(|&(file, rank)| file < size.files.into() && rank < size.ranks.into())
            .map(|(file, rank)| size.square(file as u8, rank as u8))
    }

    fn write_board(&self) -> String {
        let size = self.rules.size;
        let mut cells = Vec::new();
        for rank in (0..size.ranks).rev() {
            for file in 0..size.files {
                let square = size.square(file, rank);
                cells.push(match self.board.as_ref()[usize::from(square)] {
                    0 => None,
                    WALL => Some("*".to_owned()),
                    _ => Some(self.letter(self.side_at(square), self.kind_at(square))),
                });
            }
        }
        squares::print_rows(&cells, size.files.into(), String::clone)
    }

    pub(crate) fn letter(&self, side: Side, kind: u8) -> String {
        let text = &self.rules.kind(kind).text;
        if side == Side::First { text.clone() } else { text.to_lowercase() }
    }

    fn write_hands(&self) -> String {
        let mut text = String::new();
        for side in Side::BOTH {
            for kind in (0..self.rules.kinds.len()).rev() {
                for _ in 0..self.hands[side][kind] {
                    text.push_str(&self.letter(side, kind as u8));
                }
            }
        }
        text
    }

    fn write_rights(&self) -> String {
        let size = self.rules.size;
        let mut text = String::new();
        for side in Side::BOTH {
            let mut letters = String::new();
            let mut covered = S::EMPTY;
            for (rook, letter) in self.castling[side].into_iter().zip(['K', 'Q']) {
                if rook == NONE {
                    continue;
                }
                let file = char::from(b'A' + size.place(rook).0);
                let king = self.castling_from[side];
                let is_usual = !self.castles_by_rook && self.has_usual_letter(side, king, rook);
                letters.push(if is_usual { letter } else { file });
                covered |= S::bit(rook);
                if is_usual {
                    covered |= S::from_squares(self.castling_king(side));
                }
            }
            let own = self.gates & self.own(side) & !covered;
            letters.extend(own.squares().map(|square| char::from(b'A' + size.place(square).0)));
            match side {
                Side::First => text.push_str(&letters),
                Side::Second => text.push_str(&letters.to_lowercase()),
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|c| c.is_ascii_digit())
}

fn rows_of(size: Size) -> String {
    format!("{} rows of {} squares", size.ranks, size.files)
}

/// The owner of the piece of this name at the beginning of a text, if it is one.
fn side_of(text: &str, name: &str) -> Option<Side> {
    if text.starts_with(name) {
        Some(Side::First)
    } else {
        if text.starts_with(&name.to_lowercase()) { Some(Side::Second) } else { None }
    }
}

/// The wing that a castling letter means, if it is `k` or `q`.
fn wing_of(letter: char) -> Option<usize> {
    match letter {
        'k' => Some(0),
        'q' => Some(1),
        _ => None,
    }
}

/// By side and wing: the king and the rook that `K` and `Q` mean in the start position.
fn castling_at_start<S: Set + Hash>(rules: &'static Rules<S>) -> CastlingAtStart {
    let mut pairs = [[None; 2]; 2];
    let text = &rules.definition.board.start_fen;
    let mut fields = words(text);
    let (at, board) = fields.next().unwrap_or_default();
    let mut start = Position::empty(rules);
    if start.read_board(text, at, at + board.len()).is_err() {
        return pairs;
    }
    let rights = fields.nth(1).map_or("", |(_, word)| word);
    for c in rights.chars() {
        let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
        let Some(wing) = wing_of(c.to_ascii_lowercase()) else { continue };
        let rook = start.outermost_rook(side, wing);
        pairs[side][wing] = start.castling_king(side).zip(rook);
    }
    pairs
}

/// An error in what SFEN became as FEN, where it is in SFEN: the boards are the same, and all that
/// follows them in FEN comes from the hands.
fn in_sfen(text: &str, error: TextError) -> TextError {
    let mut words = words(text);
    let (start, board) = words.next().unwrap_or_default();
    let hands = words.nth(1).map_or(start, |(at, _)| at);
    if error.at < board.chars().count() {
        TextError { at: error.at + start, ..error }
    } else {
        text_error(text, hands, error.mismatch.expected)
    }
}
