//! Text in and out, as protocols and tools use it.

use super::mv::Type;
use super::{Move, Position, WALL};
use crate::set::Set;
use crate::variant::Variant;
use plyglot_core::game::{GameInfo, MoveCells, Notation, Picture, Piece, Side, TextError};
use std::hash::Hash;

/// The figures of chess, by letter.
const FIGURES: [(char, [char; 2]); 6] = [
    ('K', ['♔', '♚']),
    ('Q', ['♕', '♛']),
    ('R', ['♖', '♜']),
    ('B', ['♗', '♝']),
    ('N', ['♘', '♞']),
    ('P', ['♙', '♟']),
];

impl<S: Set + Hash> Notation for Position<S> {
    type Rules = &'static Variant<S>;

    fn info(variant: &'static Variant<S>) -> &'static GameInfo {
        &variant.info
    }

    fn rules(&self) -> &'static Variant<S> {
        self.rules.variant
    }

    fn parse_with(variant: &'static Variant<S>, text: &str) -> Result<Self, TextError> {
        Position::read_fen(variant.rules(), text)
    }

    fn print(&self) -> String {
        self.write_fen()
    }

    /// The position without its two counters.
    fn identity(&self) -> String {
        let text = self.write_fen();
        let end = text.rmatch_indices(' ').nth(1).map_or(text.len(), |(at, _)| at);
        text[..end].to_owned()
    }

    fn print_move(&self, m: Move) -> String {
        self.write_move(m)
    }

    fn picture(&self) -> Option<Picture> {
        let cell = |cell: usize| {
            let square = self.square_of(cell);
            match self.board.as_ref()[usize::from(square)] {
                0 => None,
                WALL => Some(Piece { side: None, letter: '*', symbol: None }),
                _ => Some(self.piece_as_drawn(square)),
            }
        };
        let cells = (0..usize::from(self.rules.size.squares())).map(cell).collect();
        Some(Picture { shape: &self.rules.variant.shape, cells })
    }

    /// The board, and what each side has in hand.
    fn diagram(&self) -> String {
        let board = self.picture().map_or_else(String::new, |picture| picture.diagram());
        if !self.rules.has_hands {
            return board;
        }
        let [white, black] = [Side::First, Side::Second].map(|side| self.hand_in_words(side));
        format!("{board}\n\n   white has {white} in hand, black {black}")
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        let from = (m.kind_of_move() != Type::Drop).then(|| self.cell_of(m.from()));
        let to = match m.kind_of_move() {
            Type::Castling => self.castling_targets(m.from(), m.to()).0,
            _ => m.to(),
        };
        MoveCells { from, to: Some(self.cell_of(to)) }
    }
}

impl<S: Set + Hash> Position<S> {
    /// The square of a cell, which is counted row by row from the top left.
    fn square_of(&self, cell: usize) -> u8 {
        let size = self.rules.size;
        let (file, row) = (cell as u8 % size.files, cell as u8 / size.files);
        size.square(file, size.ranks - 1 - row)
    }

    /// The pieces in a hand: `2 P, N`.
    fn hand_in_words(&self, side: Side) -> String {
        let hand = self.hand(side).iter().enumerate().filter(|&(_, &count)| count > 0);
        let words: Vec<String> = hand
            .map(|(kind, &count)| match (count, self.letter(side, kind as u8)) {
                (1, letter) => letter,
                (count, letter) => format!("{count} {letter}"),
            })
            .collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }

    fn cell_of(&self, square: u8) -> usize {
        let size = self.rules.size;
        let (file, rank) = size.place(square);
        usize::from((size.ranks - 1 - rank) * size.files + file)
    }

    fn piece_as_drawn(&self, square: u8) -> Piece {
        let side = if self.sides[0].has(square) { Side::First } else { Side::Second };
        let kind = &self.rules.kinds[usize::from(self.kind_at(square))];
        let upper = kind.text.chars().find(char::is_ascii_alphabetic).unwrap_or('?');
        let letter = if side == Side::First { upper } else { upper.to_ascii_lowercase() };
        let figure = FIGURES.iter().find(|(of, _)| *of == upper && kind.text.len() == 1);
        let symbol = figure.map(|(_, symbols)| symbols[side.index()]);
        Piece { side: Some(side), letter, symbol: symbol.or(Some(letter)) }
    }
}
