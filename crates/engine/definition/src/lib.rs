//! The definition of a game, from a section of a file: its keys with their values, those of its
//! parents and the defaults included. [`mod@file`] reads files, whose format is that of
//! `variants.ini`, as Fairy-Stockfish defined it. `plyglot-variants` works definitions out, and plays
//! them.
//!
//! Each group of rules has its fields, their defaults and their keys: a new rule is one more row
//! there, with all that is to be known of its key but the sentences of the rules in words.

mod board;
mod end;
mod end_keys;
pub mod file;
pub mod hexagons;
pub mod keys;
mod moves;
mod path_rules;
mod pieces;
pub mod predefined;
mod values;

pub use board::{Board, Shown, SquareNumbers};
pub use end::End;
pub use end_keys::{
    CaptureRows, Chasing, Counting, Ends, MaterialCounting, Repetition, Rows, StoneRules,
};
pub use moves::{Captures, Drops, Effects, Enclosing, JumpOver, JumpPromotion, Walling, Walls};
pub use path_rules::{MOVE_RULES, PathRule, REPETITION_RULES};
pub use pieces::{Castling, Pawns, PieceDefinition, PieceRules, Promotion, Turns};
pub use values::{
    How, MAX_FILES, MAX_RANKS, NamedStarts, PieceMask, PieceNames, Region, StartDefinition, Walk,
};

use keys::{Field, Group, Key};
use plyglot_core::game::Outcome;
use std::sync::Arc;

/// The most kinds of pieces of a game, promoted ones included.
pub const MAX_KINDS: usize = 32;
/// The largest number of files of a board on which pieces go.
pub const MAX_PIECE_FILES: u8 = 12;
/// The largest number of ranks of a board on which pieces go.
pub const MAX_PIECE_RANKS: u8 = 11;
/// The most squares on which pieces go: a number of 7 bits says which.
const MAX_PIECE_SQUARES: usize = 128;

/// Makes the definition: a public field for each group, and the list of them.
macro_rules! definition {
    ($($field:ident: $group:ident,)+) => {
        /// The rules of a game. Regions and pieces are as the keys say, not limited to the board.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the groups say what they are")]
        pub struct Definition {
            /// The name of the section.
            pub name: String,
            /// The comment right above the section, without `#`, its lines joined by blanks.
            pub about: String,
            /// The pieces, in the order of the format's list, custom pieces before the king.
            pub pieces: Vec<PieceDefinition>,
            /// A sum of the keys and values of the section and its parents, but those on how the
            /// game is shown: rules with other sums are other rules.
            pub sum: u32,
            /// The same rules with all pieces of the format, in the game or not: what a child
            /// inherits.
            pub origin: Option<Arc<Definition>>,
            $(pub $field: $group,)+
        }

        impl Definition {
            /// All groups but that of single pieces, in the order in which their keys are applied.
            pub fn groups(&mut self) -> Vec<&mut dyn Group> {
                vec![$(&mut self.$field,)+]
            }

            /// All groups with the defaults of their keys, that of single pieces last.
            pub fn default_groups() -> Vec<Box<dyn Group>> {
                vec![$(Box::new($group::default()),)+ Box::new(PieceRules::default())]
            }

            /// The names of the keys whose values differ between the sides.
            pub fn uneven_keys(&self) -> Vec<&'static str> {
                let mut keys = [$(self.$field.uneven_keys(),)+].concat();
                for piece in &self.pieces {
                    keys.extend(piece.rules.uneven_keys());
                }
                keys
            }
        }
    };
}

definition! {
    board: Board,
    shown: Shown,
    promotion: Promotion,
    pawns: Pawns,
    castling: Castling,
    drops: Drops,
    turns: Turns,
    effects: Effects,
    walls: Walls,
    ends: Ends,
    rows: Rows,
    repetition: Repetition,
    captures: Captures,
    stones: StoneRules,
}

impl Definition {
    /// Visits the field of each key, for each side where it has one for each.
    pub fn each_field(&mut self, visit: &mut dyn FnMut(&'static Key, Field<'_>)) {
        for piece in &mut self.pieces {
            keys::each_field(&mut piece.rules, visit);
        }
        self.groups().into_iter().for_each(|group| keys::each_field(group, visit));
    }

    /// Whether any piece turns over when it promotes.
    pub fn promotes_pieces(&self) -> bool {
        self.pieces.iter().any(|piece| piece.rules.promoted_piece_type.is_some())
    }

    /// Whether a side has a piece that must not be mated, as far as the rules tell it.
    pub fn has_royal(&self) -> bool {
        self.ends.extinction_pseudo_royal || self.pieces.iter().any(|piece| piece.name == "king")
    }

    /// Whether a number of pieces wins that are in a row or a square, or of corners, sides or
    /// captured stones; or a ring.
    pub fn has_lengths(&self) -> bool {
        let stones = &self.stones;
        self.rows.has_lengths()
            || [stones.connect_corners, stones.connect_sides, stones.capture_count] != [0; 3]
            || stones.connect_ring
    }

    /// Whether pieces or walls are added to the board.
    pub fn fills_board(&self) -> bool {
        let Definition { drops, walls, .. } = self;
        drops.allowed || drops.seirawan_gating || walls.rule != Walling::None
    }

    /// Whether pieces are in hand at some time.
    pub fn has_hands(&self) -> bool {
        let hand = self.board.start_fen.split_once('[').map_or("]", |(_, hand)| hand);
        self.drops.allowed && !self.drops.free_drops
            || self.drops.seirawan_gating
            || !hand.starts_with(']')
    }

    /// Whether tables of endings by material may be made of the game, as far as its positions go.
    ///
    /// # Errors
    /// The kind of games that have some: "a game without ...".
    pub fn check_endings(&self) -> Result<(), &'static str> {
        let Definition { drops, walls, effects, ends, castling, .. } = self;
        let petrifies = effects.petrified_pieces != PieceMask::NONE || effects.petrify_blast_pieces;
        let refused = [
            (walls.rule != Walling::None || petrifies, "a game in which no square becomes a wall"),
            (drops.free_drops, "a game without drops of any piece (freeDrops)"),
            (drops.has_two_boards, "a game without a second board (twoBoards)"),
            (ends.check_counting, "a game without the counting of checks (checkCounting)"),
            (castling.wins != [[false; 2]; 2], "a game without a win by castling (castlingWins)"),
        ];
        let found = refused.into_iter().find(|(is_there, _)| *is_there);
        found.map_or(Ok(()), |(_, expected)| Err(expected))
    }

    /// Whether pieces that are counted count differently.
    pub fn has_points(&self) -> bool {
        self.ends.material_counting == MaterialCounting::Unweighted
            && self.pieces.iter().any(|piece| piece.rules.points != 1)
    }

    /// Whether any piece captures by jumping.
    pub fn jumps(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.rules.jump_captures.is_empty())
    }

    /// Whether any piece moves by jumping.
    pub fn hops(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.rules.jump_moves.is_empty())
    }

    /// Whether any piece is captured between enemies.
    pub fn encloses(&self) -> bool {
        [self.captures.custodial_pieces, self.captures.surround_pieces] != [PieceMask::NONE; 2]
    }

    /// Whether any piece is captured on another square than the one that a move enters.
    pub fn has_other_captures(&self) -> bool {
        self.jumps() || self.encloses()
    }

    /// Whether there are moves or captures of draughts, halma or tafl.
    pub fn moves_otherwise(&self) -> bool {
        self.hops() || self.has_other_captures()
    }

    /// The ways of rows, in files and ranks: one of each two opposite ones.
    pub fn row_directions(&self) -> impl Iterator<Item = (i8, i8)> {
        let ways = [
            (self.rows.connect_horizontal, (1, 0)),
            (self.rows.connect_vertical, (0, 1)),
            (self.rows.connect_diagonal, (1, 1)),
            (self.rows.connect_diagonal && !self.board.is_hexagonal, (1, -1)),
        ];
        ways.into_iter().filter(|(counts, _)| *counts).map(|(_, way)| way)
    }

    /// Whether the board is that of hex, a rhombus on which each side connects opposite edges.
    pub fn is_hex(&self) -> bool {
        let files = self.board.max_file;
        let ranks = self.board.max_rank;
        let board = Region::rectangle([0, 0], [files, ranks]);
        let bottom = Region::rectangle([0, 0], [files, 1]);
        let top = Region::rectangle([0, ranks - 1], [files, 1]);
        let left = Region::rectangle([0, 0], [1, ranks]);
        let right = Region::rectangle([files - 1, 0], [1, ranks]);
        let regions = self.rows.regions().map(|ends| ends.map(|end| end.common(board)));
        self.board.is_hexagonal && regions == [[bottom, top], [left, right]]
    }

    /// Whether one side has won once the board is full: hex, along all three lines.
    pub fn is_won_when_full(&self) -> bool {
        self.is_hex() && self.row_directions().count() == 3
    }

    /// Whether a move is to put a stone on an empty cell, and nothing more.
    pub fn places_stones(&self) -> bool {
        let [piece] = &self.pieces[..] else { return false };
        let Definition { drops, turns, ends, rows, .. } = self;
        let is_everywhere = [drops.region, piece.mobility, piece.drops] == [[Region::ALL; 2]; 3];
        let is_plain_drop = drops.allowed
            && drops.free_drops
            && is_everywhere
            && drops.enclosing == Enclosing::None
            && drops.no_doubled.is_none()
            && !drops.immobility_illegal;
        let is_only_drop = self.effects.flip_enclosed_pieces == Enclosing::None
            && self.walls.rule == Walling::None
            && !turns.has_passes()
            && !(drops.has_two_boards || drops.gating || drops.captures_to_hand);
        let ends_by_rows = rows.connect_value == Outcome::Won
            && rows.connect_pieces.is_none_or(|pieces| pieces.contains(0))
            && [rows.connect_nxn, rows.collinear_n] == [0; 2]
            && ends.flag_region == [Region::NONE; 2]
            && ends.extinction_value.is_none()
            && ends.material_counting == MaterialCounting::None
            && ends.counting_rule == Counting::None
            && !(ends.adjudicates_full_board
                || ends.check_counting
                || ends.stalemate_counts_pieces);
        let captures_pieces =
            self.has_other_captures() || self.captures.hostile_region != Region::NONE;
        let goes = !piece.walks.is_empty() || self.hops();
        !goes && !captures_pieces && is_plain_drop && is_only_drop && ends_by_rows
    }
}
