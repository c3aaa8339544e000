//! Text in and out, as protocols and tools use it.

use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use crate::variant::{CHESS960, Variant};
use plyglot_core::game::{
    GameInfo, MoveCells, MoveSpace, Notation, Picture, TextError, text_error,
};
use std::hash::Hash;

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

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let title = self.rules.variant.info.title;
        let expected = || text_error(text, 0, format!("a legal move of {title}"));
        self.named_move(text).ok_or_else(expected)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if name == CHESS960 {
            self.castles_by_rook = self.rules.definition.castling.chess960 || value == "true";
        }
    }

    fn move_space(variant: &'static Variant<S>) -> Option<MoveSpace> {
        Some(Position::start(variant).explored())
    }

    /// As the protocol has it, but for a pass, and where squares have numbers.
    fn record_move(&self, m: Move) -> String {
        match m.move_type() {
            Type::Pass if m.extra().is_none() => "pass".to_owned(),
            _ if !self.rules.square_numbers.is_empty() && self.has_squares_alone(m) => {
                self.numbered(m)
            }
            _ => self.write_move(m),
        }
    }

    /// Also reads standard algebraic notation, and squares on the way of a jump, where that means
    /// one move alone.
    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        self.parse_move(text)
            .or_else(|error| self.read_way(text).or_else(|| self.read_san(text)).ok_or(error))
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.drawn())
    }

    /// The board, and what stands beside it.
    fn diagram(&self) -> String {
        let picture = self.drawn();
        let beside = picture.beside(self.rules.variant.info.sides);
        if beside.is_empty() {
            picture.diagram()
        } else {
            format!("{}\n\n{beside}", picture.diagram())
        }
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        self.move_as_drawn(m)
    }

    fn end_name(&self) -> String {
        self.name_of_end()
    }

    fn paths(&self, m: Move) -> Vec<Vec<String>> {
        self.ways_of(m)
    }
}
