//! FEN, with the castling letters of X-FEN and Shredder-FEN.
//!
//! The letters `K` and `Q` say nothing of where king and rook began. In chess, they began on the
//! e-file and in a corner, and other rights fall. What these letters mean in Chess960 is kept beside
//! the position, until it is known whether it is one of Chess960.
//!
//! Each field is checked while it is read, so that an error points at the character. The
//! board builder of the rules' crate checks the rest.

use super::{Chess, FIFTY_MOVES, VERTICAL};
use cozy_chess::{
    Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square, get_king_moves,
};
use plyglot_core::game::{TextError, squares, text_error};

const MAX_PIECES: u32 = 16;
const MAX_PAWNS: u32 = 8;
/// In a legal game, at most this many pieces give check at once.
pub(super) const MAX_CHECKERS: u32 = 2;

#[derive(Clone, Copy)]
struct Field<'a> {
    at: usize,
    word: &'a str,
}

struct FenReader<'a> {
    text: &'a str,
    builder: BoardBuilder,
    of_chess960: [CastleRights; Color::NUM],
}

/// A castling right as a FEN writes it, whose king and rook are in place.
struct WrittenRight {
    rook: File,
    is_short: bool,
    /// Whether it is one in Chess960 alone.
    is_of_chess960: bool,
}

/// The start positions of Chess960, by their numbers from 0.
const STARTS: u32 = 960;

/// Reads a FEN; all fields after the side to move are optional. A number alone is a start
/// position of Chess960, as Reinhard Scharnagl numbered them: 518 is that of chess.
pub(super) fn parse(text: &str) -> Result<Chess, TextError> {
    let word = text.trim();
    if !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit()) {
        let number = word.parse().ok().filter(|&number| number < STARTS);
        return number
            .map(|n| Chess::from_board(Board::chess960_startpos(n)))
            .ok_or_else(|| text_error(text, 0, "the number of a start position, from 0 to 959"));
    }
    let mut fields = squares::words(text).map(|(at, word)| Field { at, word });
    let end = Field { at: text.len(), word: "" };
    let of_chess960 = [CastleRights::EMPTY; Color::NUM];
    let mut reader = FenReader { text, builder: BoardBuilder::empty(), of_chess960 };
    let placement = fields.next().unwrap_or(end);
    reader.placement(placement)?;
    reader.material(placement)?;
    let board = reader.side(fields.next().unwrap_or(end))?;
    if let Some(field) = fields.next() {
        reader.castling(field, &board)?;
    }
    if let Some(field) = fields.next() {
        reader.en_passant(field)?;
    }
    if let Some(field) = fields.next() {
        let plies = reader.number(field)?;
        reader.builder.halfmove_clock = plies.min(u64::from(FIFTY_MOVES)) as u8;
    }
    if let Some(field) = fields.next() {
        let moves = reader.number(field)?;
        reader.builder.fullmove_number = moves.clamp(1, u64::from(u16::MAX)) as u16;
    }
    match fields.next() {
        Some(field) => Err(text_error(text, field.at, "the end of the position")),
        None => reader.build(placement),
    }
}

impl FenReader<'_> {
    fn error<T>(&self, at: usize, expected: impl Into<String>) -> Result<T, TextError> {
        Err(text_error(self.text, at, expected))
    }

    fn placement(&mut self, field: Field<'_>) -> Result<(), TextError> {
        const EXPECTED: &str = "a piece of PNBRQK or pnbrqk, a number of empty squares or '/'";
        let mut row = 0;
        let mut filled = 0;
        for (i, c) in field.word.char_indices() {
            let at = field.at + i;
            let width = match c {
                '/' if filled < File::NUM => return self.error(at, "a row of 8 squares"),
                '/' if row + 1 == Rank::NUM => return self.error(at, "8 rows"),
                '/' => 0,
                '1'..='8' => c as usize - '0' as usize,
                _ if piece(c).is_some() => 1,
                _ => return self.error(at, EXPECTED),
            };
            if filled + width > File::NUM {
                return self.error(at, "a row of 8 squares");
            }
            if let Some(piece) = piece(c) {
                let square = Square::new(File::index(filled), Rank::index(Rank::NUM - 1 - row));
                *self.builder.square_mut(square) = Some(piece);
            }
            (row, filled) = if c == '/' { (row + 1, 0) } else { (row, filled + width) };
        }
        if row + 1 < Rank::NUM || filled < File::NUM {
            return self.error(field.at + field.word.len(), "8 rows of 8 squares");
        }
        Ok(())
    }

    fn material(&self, field: Field<'_>) -> Result<(), TextError> {
        let mut counts = [[0; Piece::NUM]; Color::NUM];
        let mut row = Rank::NUM;
        for (i, c) in field.word.char_indices() {
            if c == '/' {
                row -= 1;
            }
            let Some((piece, color)) = piece(c) else { continue };
            let own = &mut counts[color as usize];
            own[piece as usize] += 1;
            let wrong = if piece == Piece::Pawn && (row == Rank::NUM || row == 1) {
                "no pawn on the first and the last rank".to_owned()
            } else if own[Piece::King as usize] > 1 {
                format!("one king of {}", name(color))
            } else if own[Piece::Pawn as usize] > MAX_PAWNS {
                format!("at most {MAX_PAWNS} pawns of {}", name(color))
            } else if own.iter().sum::<u32>() > MAX_PIECES {
                format!("at most {MAX_PIECES} pieces of {}", name(color))
            } else {
                continue;
            };
            return self.error(field.at + i, wrong);
        }
        for color in Color::ALL {
            if counts[color as usize][Piece::King as usize] == 0 {
                return self.error(field.at, format!("a board with a king of {}", name(color)));
            }
        }
        Ok(())
    }

    fn side(&mut self, field: Field<'_>) -> Result<Board, TextError> {
        self.builder.side_to_move = match field.word {
            // A board alone.
            "w" | "" => Color::White,
            "b" => Color::Black,
            _ => return self.error(field.at, "'w' or 'b', whose turn it is"),
        };
        let waiting = name(!self.builder.side_to_move);
        let refused = format!("{waiting} to move, or {waiting} not in check");
        let Ok(board) = self.builder.build() else { return self.error(field.at, refused) };
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return self.error(field.at, "a board on which no king attacks the other");
        }
        if board.checkers().len() > MAX_CHECKERS {
            return self.error(field.at, format!("at most {MAX_CHECKERS} pieces giving check"));
        }
        Ok(board)
    }

    /// Reads the castling rights: `-`, or a letter for each right. `K` and `Q` mean the
    /// outermost rook on that side of the king, and in chess that in the corner, with the king on
    /// the e-file; `A` to `H` name the rook's file. A right without a king and a rook in place is
    /// left out: many writers leave them over.
    fn castling(&mut self, field: Field<'_>, board: &Board) -> Result<(), TextError> {
        if field.word == "-" {
            return Ok(());
        }
        for (i, c) in field.word.char_indices() {
            let at = field.at + i;
            if !matches!(c.to_ascii_uppercase(), 'K' | 'Q' | 'A'..='H') {
                return self.error(at, "'-' or castling rights, KQkq or the rooks' files");
            }
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let Some(written) = WrittenRight::read(board, color, c) else { continue };
            let rights = if written.is_of_chess960 {
                &mut self.of_chess960[color as usize]
            } else {
                self.builder.castle_rights_mut(color)
            };
            let right = if written.is_short { &mut rights.short } else { &mut rights.long };
            if right.replace(written.rook).is_some() {
                return self.error(at, "each castling right once");
            }
        }
        Ok(())
    }

    /// Reads the square on which a pawn may be captured en passant. One without such a pawn is left
    /// out, as rights to castle are.
    fn en_passant(&mut self, field: Field<'_>) -> Result<(), TextError> {
        const EXPECTED: &str = "'-' or the square behind a pawn that has just moved two squares";
        if field.word == "-" {
            return Ok(());
        }
        self.builder.en_passant = field.word.parse().ok();
        if self.builder.en_passant.is_none() {
            return self.error(field.at, EXPECTED);
        }
        if self.builder.build().is_err() {
            self.builder.en_passant = None;
        }
        Ok(())
    }

    fn number(&self, field: Field<'_>) -> Result<u64, TextError> {
        if !field.word.bytes().all(|b| b.is_ascii_digit()) {
            return self.error(field.at, "a whole number");
        }
        Ok(field.word.parse().unwrap_or(u64::MAX))
    }

    fn build(&self, placement: Field<'_>) -> Result<Chess, TextError> {
        let board = self
            .builder
            .build()
            .map_err(|_| text_error(self.text, placement.at, "a position that can arise"))?;
        Ok(Chess { rights_of_chess960: self.of_chess960, ..Chess::from_board(board) })
    }
}

impl WrittenRight {
    fn read(board: &Board, color: Color, letter: char) -> Option<WrittenRight> {
        let rank = Rank::First.relative_to(color);
        let king = board.king(color);
        let rooks = board.colored_pieces(color, Piece::Rook) & rank.bitboard();
        if king.rank() != rank {
            return None;
        }
        let (rook, corner) = match letter.to_ascii_uppercase() {
            'K' => (rooks.iter().last().map(Square::file)?, Some(File::H)),
            'Q' => (rooks.next_square().map(Square::file)?, Some(File::A)),
            named => (char::to_ascii_lowercase(&named).try_into().ok()?, None),
        };
        let is_short = rook > king.file();
        let is_on_its_wing = corner.is_none_or(|corner| is_short == (corner == File::H));
        let is_usual = king.file() == File::E && corner == Some(rook);
        let is_of_chess960 = corner.is_some() && !is_usual;
        let is_there = is_on_its_wing && rooks.has(Square::new(rook, rank));
        if is_there { Some(WrittenRight { rook, is_short, is_of_chess960 }) } else { None }
    }
}

fn piece(letter: char) -> Option<(Piece, Color)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Piece::try_from(letter.to_ascii_lowercase()).ok().map(|piece| (piece, color))
}

pub(super) fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    let is_white = board.colors(Color::White).has(square);
    Some(if is_white { letter.to_ascii_uppercase() } else { letter })
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

pub(super) fn print_position(position: &Chess) -> String {
    let en_passant = position.en_passant().map_or("-".to_owned(), |square| square.to_string());
    format!(
        "{} {} {} {en_passant}",
        print_board(&position.board),
        position.board.side_to_move(),
        print_castling(position),
    )
}

fn print_board(board: &Board) -> String {
    let cells: Vec<Option<char>> =
        (0..Square::NUM).map(|cell| letter(board, Square::index(cell ^ VERTICAL))).collect();
    squares::print_rows(&cells, File::NUM, |&letter| letter)
}

fn print_castling(position: &Chess) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let CastleRights { short, long } = *position.board.castle_rights(color);
        for (rook, usual) in [(short, 'K'), (long, 'Q')] {
            let Some(rook) = rook else { continue };
            let letter = if position.castles_as_usual(color, rook) {
                usual
            } else {
                char::from(rook).to_ascii_uppercase()
            };
            text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

impl Chess {
    /// Whether castling with the rook of this file is written as in standard chess:
    /// Chess960 is off, and king and rook began on their usual files.
    pub(super) fn castles_as_usual(&self, color: Color, rook: File) -> bool {
        !self.chess960
            && self.board.king(color).file() == File::E
            && matches!(rook, File::A | File::H)
    }
}
