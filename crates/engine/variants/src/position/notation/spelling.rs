//! Moves as players of chess, shogi, janggi and makruk write them: the piece, as much of its origin
//! as tells it from others, the target, and what happens there. The rules of writing are those of
//! Fairy-Stockfish's library, which writes them for the same games.

use super::super::mv::Type;
use super::super::{Move, Position, Verdict};
use crate::set::Set;
use plyglot_core::game::{Game, MoveNotation, Notation};
use plyglot_definition::Walling;
use std::hash::Hash;

/// The parts of a move, apart from the signs between them.
struct Spelling {
    piece: String,
    /// The squares that it leaves and enters; nothing is left by a drop.
    from: Option<u8>,
    to: u8,
    /// What a piece becomes, gates and walls.
    suffix: String,
}

/// How much of a move's origin is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    None,
    File,
    Rank,
    Both,
}

/// A turn that is given up, in Korean records of janggi.
const JANGGI_PASS: &str = "한수쉼";

const THAI_FILES: [&str; 12] = ["ก", "ข", "ค", "ง", "จ", "ฉ", "ช", "ญ", "ต", "ถ", "ธ", "น"];
const THAI_DIGITS: [char; 10] = ['๐', '๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘', '๙'];

/// The letters of Thai chess, by the piece of the format.
const THAI_PIECES: [(&str, &str); 7] = [
    ("king", "ข"),
    ("silver", "ค"),
    ("fers", "ม็"),
    ("knight", "ม"),
    ("rook", "ร"),
    ("pawn", "บ"),
    ("aiwok", "ว"),
];
/// A promoted pawn, which moves like the piece that stands beside the king.
const THAI_PROMOTED: &str = "ง";

fn is_shogi(notation: MoveNotation) -> bool {
    use MoveNotation::{Hodges, HodgesDigits, Hosking, KitaoKawasaki};
    matches!(notation, Hodges | HodgesDigits | Hosking | KitaoKawasaki)
}

fn is_thai(notation: MoveNotation) -> bool {
    matches!(notation, MoveNotation::Thai | MoveNotation::ThaiLong)
}

fn is_long(notation: MoveNotation) -> bool {
    use MoveNotation::{Janggi, Lan, Squares, ThaiLong};
    matches!(notation, Janggi | Lan | Squares | ThaiLong)
}

impl<S: Set + Hash> Position<S> {
    /// A legal move in an algebraic notation, with its sign of check.
    pub(super) fn spelled(&self, m: Move, notation: MoveNotation) -> String {
        let text = match m.move_type() {
            Type::Pass if m.extra().is_none() => return "pass".to_owned(),
            Type::Pass => m.extra().map(|at| self.wall_spelled(at, notation)).unwrap_or_default(),
            Type::Castling => self.castling_spelled(m, !self.has_only_wall(m)),
            _ => {
                let has_wall = !self.has_only_wall(m);
                let origin = self.needed_origin(m, notation, has_wall);
                self.put_together(&self.spelling(m, notation, has_wall), m, origin, notation)
            }
        };
        if is_shogi(notation) { text } else { text + self.check_sign(m) }
    }

    fn castling_spelled(&self, m: Move, has_wall: bool) -> String {
        let text = if m.to() > m.from() { "O-O" } else { "O-O-O" };
        match m.extra() {
            Some(wall) if self.has_walls() && has_wall => {
                format!("{text},{}", self.square_name(wall))
            }
            Some(_) if self.has_walls() => text.to_owned(),
            Some(gate) => format!("{text}/{}{}", self.letter_of(m.kind()), self.square_name(gate)),
            None => text.to_owned(),
        }
    }

    pub(super) fn has_walls(&self) -> bool {
        self.rules.definition.walls.rule != Walling::None
    }

    /// Whether a move puts a wall on the only square where it may, so that nobody need write it.
    fn has_only_wall(&self, m: Move) -> bool {
        if m.extra().is_none() || !self.has_walls() {
            return false;
        }
        let mut walls = 0;
        self.visit_between(m.from(), m.to(), |other| {
            walls += u8::from((other.move_type(), other.kind()) == (m.move_type(), m.kind()));
        });
        walls == 1
    }

    fn wall_spelled(&self, wall: u8, notation: MoveNotation) -> String {
        let sign = if notation == MoveNotation::Squares { '/' } else { ',' };
        format!("{sign}{}", self.square_spelled(wall, notation))
    }

    /// The letter of a kind in records, whatever it was before its promotion.
    pub(super) fn letter_of(&self, kind: u8) -> String {
        let piece = self.rules.piece_of(kind);
        let names = &self.rules.definition.shown.piece_synonyms.0;
        let other = names.iter().find(|(letter, _)| *letter == piece.letter);
        other.map_or_else(|| piece.letter.to_string(), |(_, name)| name.clone()).to_uppercase()
    }

    fn spelling(&self, m: Move, notation: MoveNotation, has_wall: bool) -> Spelling {
        let is_drop = m.move_type() == Type::Drop;
        let from = if is_drop { None } else { Some(m.from()) };
        let piece = self.piece_spelled(m, notation);
        let to = self.end_of(m);
        Spelling { piece, from, to, suffix: self.suffix(m, notation, has_wall) }
    }

    /// Whether a kind is the pawn of the game: on hexagons, some go as other pawns do not.
    fn is_pawn(&self, kind: u8) -> bool {
        self.rules.piece_of(kind).name == "pawn"
            || self.rules.size.is_hexagonal && self.rules.kind(kind).is_pawn[self.side]
    }

    fn piece_spelled(&self, m: Move, notation: MoveNotation) -> String {
        let kind = self.moving_kind(m);
        let of = self.rules.kind(kind);
        let name = self.rules.piece_of(kind).name;
        let is_drop = m.move_type() == Type::Drop;
        let is_plain =
            matches!(notation, MoveNotation::San | MoveNotation::Lan | MoveNotation::Thai);
        let is_alone = !is_drop || self.rules.kinds.len() == 1;
        if notation == MoveNotation::Squares && is_alone
            || is_plain && self.is_pawn(kind) && !is_drop
        {
            return String::new();
        }
        if notation == MoveNotation::KitaoKawasaki {
            return self.kif_name(kind).replace('成', "+");
        }
        if is_shogi(notation) && of.is_promoted(kind) {
            return format!("+{}", self.letter_of(of.base));
        }
        if is_thai(notation) {
            if name == "fers" && of.is_promoted(kind) {
                return THAI_PROMOTED.to_owned();
            }
            let letter = THAI_PIECES.iter().find(|(of, _)| *of == name);
            return letter.map_or("X", |(_, letter)| letter).to_owned();
        }
        self.letter_of(kind)
    }

    /// What a piece becomes, the piece that is gated in, and the square of a wall.
    fn suffix(&self, m: Move, notation: MoveNotation, has_wall: bool) -> String {
        let kinds = &self.rules.kinds;
        let changed = |kind: u8, sign: &str| match is_shogi(notation) {
            true => sign.to_owned(),
            false => format!("={}", self.letter_of(kind)),
        };
        let mut text = match m.move_type() {
            Type::Promotion => format!("={}", self.letter_of(m.kind())),
            Type::PiecePromotion => {
                let promoted = kinds[usize::from(self.kind_at(m.from()))].promoted;
                changed(promoted.unwrap_or_default(), "+")
            }
            Type::PieceDemotion => changed(kinds[usize::from(self.kind_at(m.from()))].base, "-"),
            Type::Normal if is_shogi(notation) && self.could_promote(m) => "=".to_owned(),
            _ => String::new(),
        };
        match m.extra() {
            Some(wall) if self.has_walls() && has_wall => {
                text += &self.wall_spelled(wall, notation);
            }
            Some(_) if self.has_walls() => {}
            Some(_) => text += &format!("/{}", self.letter_of(m.kind())),
            None => {}
        }
        text
    }

    fn could_promote(&self, m: Move) -> bool {
        let mut could = false;
        self.visit_between(m.from(), m.to(), |other| {
            could |= other.move_type() == Type::PiecePromotion;
        });
        could
    }

    fn put_together(
        &self,
        spelling: &Spelling,
        m: Move,
        origin: Origin,
        notation: MoveNotation,
    ) -> String {
        use MoveNotation::{Hodges, HodgesDigits, Hosking, KitaoKawasaki, Thai, ThaiLong};
        let mut text = spelling.piece.clone();
        if notation == ThaiLong {
            text.push(' ');
        }
        let [file, rank] =
            spelling.from.map_or_else(Default::default, |from| self.file_and_rank(from, notation));
        match origin {
            Origin::None => {}
            Origin::File => text += &file,
            Origin::Rank => text += &rank,
            Origin::Both if notation == KitaoKawasaki => text += &format!("({file}{rank})"),
            Origin::Both => text += &self.ordered([file, rank], notation),
        }
        let has_hyphen = match notation {
            Hodges | HodgesDigits | KitaoKawasaki => true,
            Hosking => origin == Origin::Both,
            Thai => !spelling.piece.is_empty(),
            _ => is_long(notation),
        };
        text += match (spelling.from, notation) {
            (None, MoveNotation::Squares) if self.rules.kinds.len() == 1 => "",
            (None, Hosking) => "'",
            (None, Hodges | HodgesDigits | KitaoKawasaki) => "*",
            (None, _) => "@",
            _ if self.is_capture(m) => "x",
            _ if has_hyphen => "-",
            _ => "",
        };
        text += &self.square_spelled(spelling.to, notation);
        text + &spelling.suffix
    }

    fn file_and_rank(&self, square: u8, notation: MoveNotation) -> [String; 2] {
        use MoveNotation::{Hodges, HodgesDigits, Hosking, Janggi, KitaoKawasaki};
        let size = self.rules.size;
        let (file, rank) = size.place(square);
        let left = size.files - file;
        let top = size.ranks - rank;
        match notation {
            Hosking | HodgesDigits | KitaoKawasaki => [left.to_string(), top.to_string()],
            Hodges => [left.to_string(), char::from(b'a' + top - 1).to_string()],
            Janggi => [(file + 1).to_string(), (top % 10).to_string()],
            _ if is_thai(notation) => {
                let rank = (rank + 1)
                    .to_string()
                    .chars()
                    .map(|c| THAI_DIGITS[c.to_digit(10).unwrap_or(0) as usize])
                    .collect();
                [THAI_FILES[usize::from(file)].to_owned(), rank]
            }
            _ => {
                let bent = self.rules.definition.shown.bent_files.chars().nth(file.into());
                let beyond = if bent.is_some() { file.saturating_sub(size.files / 2) } else { 0 };
                let letter = bent.unwrap_or(char::from(b'a' + file));
                [letter.to_string(), (rank + 1).saturating_sub(beyond).to_string()]
            }
        }
    }

    fn ordered(&self, [file, rank]: [String; 2], notation: MoveNotation) -> String {
        if notation == MoveNotation::Janggi { rank + &file } else { file + &rank }
    }

    pub(super) fn square_spelled(&self, square: u8, notation: MoveNotation) -> String {
        self.ordered(self.file_and_rank(square, notation), notation)
    }

    /// How much of the origin tells a move from those of other pieces of its kind.
    fn needed_origin(&self, m: Move, notation: MoveNotation, has_wall: bool) -> Origin {
        if m.move_type() == Type::Drop {
            return Origin::None;
        }
        if is_long(notation) {
            return Origin::Both;
        }
        let from = m.from();
        let to = m.to();
        let kind = self.kind_at(from);
        let piece = self.piece_at(from);
        if self.is_pawn(kind) && !is_shogi(notation) {
            if self.is_capture(m) {
                return Origin::File;
            }
            let stays = m.move_type() == Type::Promotion && from != to;
            if stays && self.rules.definition.promotion.sittuyin {
                return Origin::Both;
            }
        }
        let is_promoted = self.rules.kind(kind).is_promoted(kind);
        let mut others = S::EMPTY;
        for square in (self.pieces_of_one(self.side, piece) & !S::bit(from)).squares() {
            let other = self.kind_at(square);
            let is_alike = self.rules.kind(other).is_promoted(other) == is_promoted;
            if is_shogi(notation) && !is_alike {
                continue;
            }
            self.visit_between(square, to, |other| {
                let is_alike = other.move_type() == m.move_type()
                    && (other.extra() == m.extra() || !has_wall)
                    && (m.move_type() != Type::Promotion || other.kind() == m.kind());
                others |= S::bit(square).only_if(is_alike);
            });
        }
        let (file, rank) = self.rules.size.place(from);
        if others.is_empty() {
            Origin::None
        } else if is_shogi(notation) {
            Origin::Both
        } else if !others.meets(self.rules.geometry.file_sets[usize::from(file)]) {
            Origin::File
        } else if !others.meets(self.rules.geometry.rank_sets[usize::from(rank)]) {
            Origin::Rank
        } else {
            Origin::Both
        }
    }

    fn check_sign(&self, m: Move) -> &'static str {
        let mut after = *self;
        after.make(m);
        if !after.is_check() {
            return "";
        }
        let is_decided = matches!(after.verdict(), Some(Verdict::Immediate(_)));
        if is_decided || !after.has_moves() { "#" } else { "+" }
    }

    /// The legal moves that a text means: those that are written so, or with more or less of the
    /// origin and without the signs that players leave out.
    pub(super) fn read_spelled(&self, text: &str, notation: MoveNotation) -> Vec<Move> {
        let mut wanted = bare(text, notation);
        if notation == MoveNotation::Janggi && text.starts_with(|c: char| c.is_ascii_digit()) {
            // Korean records have the piece between the squares, and what it captures behind them.
            wanted.retain(|c| c.is_ascii_digit());
        }
        // Other programs write a promotion as `Bc1+`, and what comes of it as `+B`.
        let has_plus = matches!(notation, MoveNotation::San | MoveNotation::Lan)
            && text.trim_end_matches(['!', '?']).ends_with('+');
        let is_promotion = |m: &Move| m.move_type() == Type::PiecePromotion;
        let mut moves = self.legal_moves();
        moves.retain(|&m| match m.move_type() {
            Type::Pass if m.extra().is_none() => {
                let is_named = wanted.eq_ignore_ascii_case("pass") || wanted == JANGGI_PASS;
                is_named && !m.is_swap()
            }
            Type::Pass => bare(&self.spelled(m, notation), notation) == wanted,
            _ => {
                let is_so = |has_wall| self.is_meant(m, &wanted, notation, has_wall, has_plus);
                is_so(true) || self.has_walls() && is_so(false) && self.has_only_wall(m)
            }
        });
        // The plus is a check where it can be one.
        if has_plus && moves.iter().any(is_promotion) {
            let has_check =
                moves.iter().any(|m| !is_promotion(m) && !self.check_sign(*m).is_empty());
            moves.retain(|m| is_promotion(m) != has_check);
        }
        match self.in_own_letters(text) {
            Some(own) if moves.is_empty() => self.read_spelled(&own, notation),
            _ => moves,
        }
    }

    /// Whether a bare text is a move, with its wall or without one.
    fn is_meant(
        &self,
        m: Move,
        wanted: &str,
        notation: MoveNotation,
        has_wall: bool,
        has_plus: bool,
    ) -> bool {
        if m.move_type() == Type::Castling {
            let castling = bare(&self.castling_spelled(m, has_wall), notation);
            return wanted.replace(['0', 'o'], "O") == castling;
        }
        let mut spelling = self.spelling(m, notation, has_wall);
        let target = self.square_spelled(spelling.to, notation);
        if has_plus && m.move_type() == Type::PiecePromotion && wanted.ends_with(&target) {
            spelling.suffix.clear();
        }
        wanted.contains(&target) && self.is_spelled(&spelling, m, wanted, notation)
    }

    /// A move of makruk in the letters of chess with which servers set it up; `P` is a promoted
    /// pawn.
    fn in_own_letters(&self, text: &str) -> Option<String> {
        let silver = self.own_letter("silver", 'b')?;
        let fers = self.own_letter("fers", 'q')?;
        let own = text.replace('B', &silver).replace(['Q', 'P'], &fers);
        if own != text { Some(own) } else { None }
    }

    /// The letter of a piece of the format, unless another one has the letter that servers send.
    fn own_letter(&self, name: &str, sent: char) -> Option<String> {
        let pieces = &self.rules.definition.pieces;
        if pieces.iter().any(|piece| piece.letter == sent) {
            return None;
        }
        let piece = pieces.iter().find(|piece| piece.name == name)?;
        Some(piece.letter.to_ascii_uppercase().to_string())
    }

    fn is_spelled(
        &self,
        spelling: &Spelling,
        m: Move,
        wanted: &str,
        notation: MoveNotation,
    ) -> bool {
        let letter = self.letter_of(self.moving_kind(m));
        let written = |piece: &str, origin| {
            let spelling =
                Spelling { piece: piece.to_owned(), suffix: spelling.suffix.clone(), ..*spelling };
            bare(&self.put_together(&spelling, m, origin, notation), notation) == wanted
        };
        let is_drop = spelling.from.is_none();
        if notation == MoveNotation::Squares {
            let origin = if is_drop { Origin::None } else { Origin::Both };
            return written(&spelling.piece, origin);
        }
        let is_pawn = spelling.piece.is_empty() || is_drop && letter == "P";
        // Other programs have the letter of the protocol where records have another.
        let kind = self.moving_kind(m);
        let of = self.rules.kind(kind);
        let piece = of.piece;
        let base =
            if of.is_promoted(kind) { Some(format!("+{}", self.letter_of(of.base))) } else { None };
        let own = self.rules.definition.pieces[piece].letter.to_ascii_uppercase().to_string();
        let is_other = spelling.piece == letter && own != letter;
        // XBoard writes soldiers like pawns; Korean records have whatever moves.
        let pieces = &self.rules.definition.pieces;
        let has_pawns = pieces.iter().any(|piece| piece.name == "pawn");
        let is_soldier = pieces[piece].name == "soldier" && !has_pawns;
        [Origin::None, Origin::File, Origin::Rank, Origin::Both].into_iter().any(|origin| {
            let is_bare = match notation {
                MoveNotation::San => is_soldier,
                _ => notation == MoveNotation::Janggi && origin == Origin::Both,
            };
            // A pawn that captures nothing stays on its file.
            written(&spelling.piece, origin)
                || is_other && written(&own, origin)
                || base.as_ref().is_some_and(|base| written(base, origin))
                || is_pawn && spelling.piece != letter && written(&letter, origin)
                || (is_pawn && is_drop || is_bare) && written("", origin)
        })
    }
}

/// A move without the signs that say nothing new: those of captures, checks and quality, and the
/// hyphen. Drops have one sign.
fn bare(text: &str, notation: MoveNotation) -> String {
    let text = text.trim_end_matches(['!', '?', '#']);
    let text = if is_shogi(notation) { text } else { text.trim_end_matches('+') };
    text.chars()
        .filter(|&c| !matches!(c, '-' | 'x' | '\u{d7}' | ':' | '=' | '/' | '(' | ')' | ' '))
        .map(|c| if matches!(c, '*' | '\'' | '\u{2019}') { '@' } else { c })
        .collect()
}
