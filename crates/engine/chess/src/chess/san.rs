//! Standard algebraic notation as people write it: `Nf3`, `exd6`, `O-O`, `e8=Q+`.

use super::Chess;
use cozy_chess::{File, Move, Piece, Rank, Square};
use plyglot_core::game::{Game, MoveNotation, Notation, TextError, text_error};

#[derive(Clone, Copy)]
enum WrittenSan {
    Castling { is_long: bool },
    Move(SanFields),
}

/// A move other than castling, with the given part of its origin.
#[derive(Clone, Copy)]
struct SanFields {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl WrittenSan {
    /// Check marks and annotation symbols after the move are ignored. Castling may be
    /// written with zeros, and a capture with or without `x`.
    fn read(text: &str) -> Option<WrittenSan> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        match bare.replace(['0', 'o'], "O").as_str() {
            "O-O" => Some(WrittenSan::Castling { is_long: false }),
            "O-O-O" => Some(WrittenSan::Castling { is_long: true }),
            _ => SanFields::read(bare).map(WrittenSan::Move),
        }
    }
}

impl SanFields {
    fn read(text: &str) -> Option<SanFields> {
        let letter = text.chars().next().filter(|c| "KQRBN".contains(*c));
        let piece = letter.and_then(|c| Piece::try_from(c.to_ascii_lowercase()).ok());
        let (text, promotion) = match piece {
            Some(_) => (&text[1..], None),
            None => cut_promotion(text),
        };
        let (before, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let before = before.strip_suffix(['x', '-']).unwrap_or(before);
        let to: Square = to.parse().ok()?;
        let mut letters = before.chars().peekable();
        let file =
            letters.next_if(char::is_ascii_lowercase).map(File::try_from).transpose().ok()?;
        let rank = letters.next().map(Rank::try_from).transpose().ok()?;
        if letters.next().is_some() {
            return None;
        }
        // A capturing pawn gives its file; any other pawn moves on its target's file.
        let file = if piece.is_none() { file.or(Some(to.file())) } else { file };
        Some(SanFields { piece: piece.unwrap_or(Piece::Pawn), file, rank, to, promotion })
    }

    fn is(self, m: Move, mover: Piece) -> bool {
        let SanFields { piece, file, rank, to, .. } = self;
        (piece, to) == (mover, m.to)
            && file.is_none_or(|file| file == m.from.file())
            && rank.is_none_or(|rank| rank == m.from.rank())
    }
}

/// Splits the letter of the promotion piece, with an optional `=` before it, off a pawn
/// move.
fn cut_promotion(text: &str) -> (&str, Option<Piece>) {
    let Some((at, letter)) = text.char_indices().next_back() else { return (text, None) };
    let piece = match letter.to_ascii_lowercase() {
        'k' | 'p' => None,
        letter => Piece::try_from(letter).ok(),
    };
    match piece {
        Some(_) => (text[..at].trim_end_matches('='), piece),
        None => (text, None),
    }
}

/// A legal move in long algebraic notation: `Ng1-f3`.
pub(super) fn long(position: &Chess, m: Move) -> String {
    let short = position.write_move(m, MoveNotation::San);
    if position.is_castling(m) {
        return short;
    }
    let piece = match position.mover(m) {
        Piece::Pawn => String::new(),
        piece => char::from(piece).to_ascii_uppercase().to_string(),
    };
    let sign = if short.contains('x') { 'x' } else { '-' };
    let end = &short[short.rfind(|c: char| c.is_ascii_digit()).map_or(short.len(), |at| at + 1)..];
    format!("{piece}{}{sign}{}{end}", m.from, m.to)
}

pub(super) fn parse(position: &Chess, text: &str) -> Result<Move, TextError> {
    let written = WrittenSan::read(text)
        .ok_or_else(|| text_error(text, 0, "a move like e2e4, e7e8q, Nf3 or O-O"))?;
    let mut moves = position.legal_moves();
    let promotion = match written {
        WrittenSan::Castling { is_long } => {
            moves.retain(|m| position.is_castling(*m) && (m.to.file() < m.from.file()) == is_long);
            None
        }
        WrittenSan::Move(plain) => {
            moves.retain(|&m| !position.is_castling(m) && plain.is(m, position.mover(m)));
            plain.promotion
        }
    };
    let is_unpromoted = promotion.is_none() && moves.iter().any(|m| m.promotion.is_some());
    moves.retain(|m| m.promotion == promotion);
    match moves[..] {
        [m] => Ok(m),
        [] if is_unpromoted => Err(text_error(text, 0, "a promotion like e8=Q")),
        [] => Err(text_error(text, 0, "a legal move of chess")),
        _ => {
            let names: Vec<String> = moves.iter().map(|&m| position.record_move(m)).collect();
            Err(text_error(text, 0, format!("one of {}", names.join(", "))))
        }
    }
}
