//! Text in and out, as protocols and tools use it.

mod numbers;
pub(crate) mod shogi_names;
mod shogi_programs;
mod spelling;
mod xiangqi;

use super::mv::Type;
use super::{Move, Position};
use crate::rules::Variant;
use crate::set::Set;
use plyglot_core::game::endings::EndgameTables;
use plyglot_core::game::{
    Counted, EndName, Game, GameInfo, MoveCells, MoveNotation, MoveSpace, Notation, OptionSpec,
    Picture, Side, Strength, TextError, text_error,
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

    fn identity(&self) -> String {
        let text = self.write_fen();
        let end = text.rmatch_indices(' ').nth(1).map_or(text.len(), |(at, _)| at);
        text[..end].to_owned()
    }

    fn print_move(&self, m: Move) -> String {
        self.write_uci(m)
    }

    /// Castling may be written as in Chess960 or as in chess, whichever the game writes.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let moves = self.legal_moves();
        let found = moves.iter().find(|&&m| self.write_uci(m) == text).or_else(|| {
            moves.iter().find(|&&m| {
                m.move_type() == Type::Castling
                    && self.write_move_as(m, !self.castles_by_rook) == text
            })
        });
        let title = self.rules.variant.info.title;
        found.copied().ok_or_else(|| text_error(text, 0, format!("a legal move of {title}")))
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if name == OptionSpec::CHESS960.name {
            self.castles_by_rook = self.rules.definition.castling.chess960 || value == "true";
            if self.castles_by_rook {
                self.add_rights_of_chess960();
            }
        }
        if name == OptionSpec::ENDGAME_TABLES.name {
            self.endings = self.find_endings(value);
        }
    }

    fn prepare_option(name: &str, value: &str) -> Result<Option<String>, String> {
        let is_folder = name == OptionSpec::ENDGAME_TABLES.name;
        Ok(if is_folder { EndgameTables::prepare(value) } else { None })
    }

    fn move_space(variant: &'static Variant<S>) -> Option<MoveSpace> {
        Some(Position::start(variant).explored())
    }

    fn notations(variant: &'static Variant<S>) -> &'static [MoveNotation] {
        &variant.notations
    }

    /// Moves that a notation cannot tell apart are written as the protocol has them.
    fn write_move(&self, m: Move, notation: MoveNotation) -> String {
        let of_draughts = matches!(notation, MoveNotation::Numbers | MoveNotation::Squares);
        match notation {
            _ if m.is_swap() => self.write_uci(m),
            MoveNotation::Uci => self.write_uci(m),
            _ if of_draughts && self.rules.jumps.is_some() && self.has_squares_alone(m) => {
                self.by_numbers(m, notation)
            }
            _ if m.move_type() == Type::Pass && m.extra().is_none() => "pass".to_owned(),
            MoveNotation::Numbers => self.write_uci(m),
            _ if m.move_type() == Type::Jump => self.write_uci(m),
            MoveNotation::Usi | MoveNotation::Kif | MoveNotation::Csa => {
                self.of_programs(m, notation)
            }
            MoveNotation::Wxf | MoveNotation::Chinese => {
                self.by_files(m, notation).unwrap_or_else(|| self.write_uci(m))
            }
            MoveNotation::Iccs => self.by_squares_from_zero(m),
            _ => self.spelled(m, notation),
        }
    }

    fn after_null_move(&self) -> Option<Position<S>> {
        self.after_pass_in_record()
    }

    /// Reads the game's own notation, then those of its family; squares on the way of a jump; and
    /// without the signs and walls that players leave out, where that means one move alone.
    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let error = match self.parse_move(text) {
            Ok(m) => return Ok(m),
            Err(error) => error,
        };
        if let Some(m) = self.read_way(text) {
            return Ok(m);
        }
        for &notation in &self.rules.variant.notations {
            let moves = match notation {
                MoveNotation::Uci | MoveNotation::Numbers => continue,
                MoveNotation::Usi | MoveNotation::Kif | MoveNotation::Csa => {
                    self.read_of_programs(text, notation)
                }
                MoveNotation::Wxf | MoveNotation::Chinese => self.read_by_files(text, notation),
                MoveNotation::Iccs => self.read_squares_from_zero(text),
                _ => self.read_spelled(text, notation),
            };
            match moves[..] {
                [] => {}
                [m] => return Ok(m),
                _ => {
                    let names: Vec<String> =
                        moves.iter().map(|&m| self.write_move(m, notation)).collect();
                    let expected = format!("one of {}", names.join(", "));
                    return Err(text_error(text, 0, expected));
                }
            }
        }
        self.read_short(text).ok_or(error)
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.drawn())
    }

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

    fn strengths(&self) -> Vec<Strength> {
        self.strengths_by_rules()
    }

    fn counted(&self) -> Option<Counted> {
        self.counted_of_sides()
    }

    fn checkers(&self) -> Vec<usize> {
        self.cells_of(self.checkers)
    }

    fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Draughts are captured by jumps, and other pieces from both sides.
    fn attackers(&self, by: Side, cell: usize) -> Option<Vec<usize>> {
        let rules = self.rules;
        if rules.jumps.is_some() || rules.threats.iter().all(Vec::is_empty) {
            return None;
        }
        let square = self.square_of(cell);
        let is_king = self.kings(!by).has(square);
        Some(self.cells_of(self.attackers_of(by, square, self.occupied(), is_king)))
    }

    fn end_name(&self) -> EndName {
        self.name_of_end()
    }

    /// The ways of a jump, the shortest first.
    fn paths(&self, m: Move) -> Vec<Vec<String>> {
        if m.move_type() != Type::Jump {
            return Vec::new();
        }
        let mut trails = self.trails_of(m);
        trails.sort_by_key(Vec::len);
        trails
            .into_iter()
            .map(|trail| trail.into_iter().map(|square| self.square_name(square)).collect())
            .collect()
    }
}

impl<S: Set + Hash> Position<S> {
    /// Whether the king on a square could go to an empty one without castling.
    fn has_king_move(&self, king: u8, to: u8) -> bool {
        let quiets = &self.rules.kind(self.kind_at(king)).quiets[self.side];
        self.rules.tables.reach(quiets, king, self.occupied()).has(to)
    }

    /// A legal move as the protocol has it.
    pub fn write_uci(&self, m: Move) -> String {
        self.write_move_as(m, self.castles_by_rook)
    }

    fn write_move_as(&self, m: Move, castles_by_rook: bool) -> String {
        let text = self.write_step(m, castles_by_rook);
        let from = self.square_name(m.from());
        let to = self.square_name(m.to());
        match m.extra() {
            // In games whose turn is a wall or a move, this is a move.
            None if self.has_walls()
                && self.rules.definition.walls.wall_or_move
                && m.move_type() != Type::Drop =>
            {
                let (_, end) = text.split_at(from.len());
                let end = end.trim_end_matches(|c: char| !c.is_ascii_digit());
                format!("{text},{end}a1")
            }
            None => text,
            Some(wall) if self.has_walls() => {
                let end = self.square_name(self.end_of(m));
                format!("{text},{end}{}", self.square_name(wall))
            }
            // Gating on the rook's square is written from there.
            Some(gate) if m.move_type() == Type::Castling && gate == m.to() => {
                format!("{to}{from}{}", self.piece_letter(m))
            }
            Some(_) => format!("{text}{}", self.piece_letter(m)),
        }
    }

    fn piece_letter(&self, m: Move) -> char {
        self.rules.piece_of(m.kind()).letter
    }

    /// A move as the protocol has it, without a wall or a gate.
    fn write_step(&self, m: Move, castles_by_rook: bool) -> String {
        let from = self.square_name(m.from());
        let to = self.square_name(m.to());
        match m.move_type() {
            Type::Drop => format!("{}@{to}", self.rules.kind(m.kind()).text),
            Type::Promotion if self.promotes_silently() => format!("{from}{to}"),
            Type::Promotion => format!("{from}{to}{}", self.piece_letter(m)),
            Type::PiecePromotion => format!("{from}{to}+"),
            Type::PieceDemotion => format!("{from}{to}-"),
            Type::Castling if !castles_by_rook => {
                let (king_to, _) = self.castling_targets(m.from(), m.to());
                // If the king also gets there by itself, the move names the rook.
                let named = if self.has_king_move(m.from(), king_to) { m.to() } else { king_to };
                format!("{from}{}", self.square_name(named))
            }
            Type::Jump => self.written_jump(m),
            Type::Pass if m.is_swap() => "swap".to_owned(),
            Type::Normal | Type::EnPassant | Type::Castling | Type::Pass => format!("{from}{to}"),
        }
    }

    /// The legal move that a text means, if it is the only one, by the protocol's squares without
    /// what says nothing new of a promotion or a wall: `b1c3` or `b1c3d4` for `b1c3,c3d4`, and `d4`
    /// for a wall in place of a move.
    fn read_short(&self, text: &str) -> Option<Move> {
        let wanted = text.replace([',', '/', '-', ' '], "");
        let mut moves = self.legal_moves();
        moves.retain(|&m| {
            let wall = m.extra().map(|square| self.square_name(square)).unwrap_or_default();
            if m.move_type() == Type::Pass && m.extra().is_some() {
                return wanted == wall;
            }
            let step = self.write_step(m, self.castles_by_rook);
            let rest = wanted.strip_prefix(&step);
            let from = self.square_name(m.from());
            let to = self.square_name(m.to());
            rest.is_some_and(|rest| rest.is_empty() || rest == wall)
                || step.starts_with(&from) && wanted == from + &to
        });
        if let [only] = moves[..] { Some(only) } else { None }
    }
}
