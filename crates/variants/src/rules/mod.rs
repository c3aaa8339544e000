//! The rules of a game on its board: a definition, worked out into tables.

mod lines;
mod pieces;
mod tables;
mod walks;
mod zobrist;

pub(crate) use lines::Lines;
pub(crate) use pieces::{Kind, MAX_KINDS, kind_count};
pub(crate) use tables::{Mover, Tables};
pub(crate) use walks::Size;

use crate::definition::{Definition, Enclosing, Kinds, Region, Walling};
use crate::evaluate::Values;
use crate::set::Set;
use crate::variant::Variant;
use plyglot_core::game::Side;
use std::sync::OnceLock;
use zobrist::Zobrist;

/// A way of capturing that some pieces have in common, seen from the square that is attacked.
#[derive(Clone, Debug)]
pub(crate) struct Threat<S> {
    /// Whence it comes.
    pub(crate) sources: Mover,
    /// The pieces that capture so.
    pub(crate) kinds: Vec<u8>,
    /// What is between the square and its sources, if that is simple.
    pub(crate) lines: Option<Lines<S>>,
}

/// The rules of a game, worked out for its board.
#[derive(Debug)]
pub struct Rules<S: 'static> {
    pub(crate) variant: &'static Variant<S>,
    /// What the file says.
    pub(crate) says: &'static Definition,
    pub(crate) size: Size,
    /// All squares.
    pub(crate) board: S,
    /// The kinds of pieces: those of the definition first, then promoted ones.
    pub(crate) kinds: Vec<Kind<S>>,
    pub(crate) tables: Tables<S>,
    /// By the attacking side.
    pub(crate) threats: [Vec<Threat<S>>; 2],
    pub(crate) zobrist: Zobrist<S>,
    /// What pieces are worth.
    values: OnceLock<Values>,
    /// By side.
    pub(crate) promotion_region: [S; 2],
    pub(crate) drop_region: [S; 2],
    pub(crate) flag_region: [S; 2],
    pub(crate) walling_region: [S; 2],
    pub(crate) en_passant_region: [S; 2],
    pub(crate) connect_region: [[S; 2]; 2],
    pub(crate) enclosing_drop_start: S,
    /// The squares of the colour of a1.
    pub(crate) dark: S,
    /// For each rank, its squares.
    pub(crate) rank_sets: Vec<S>,
    /// For each file, its squares.
    pub(crate) file_sets: Vec<S>,
    /// For each square, its neighbours in eight directions.
    pub(crate) neighbours: Vec<S>,
    /// For each square, its neighbours in four directions.
    pub(crate) beside: Vec<S>,
    /// The kind that is royal, if there is one.
    pub(crate) king: Option<u8>,
    /// The kinds of the pieces that the rules call pawns, for blasts.
    pub(crate) pawn: Option<u8>,
    /// What makes moves illegal.
    pub(crate) legality: Legality,
    /// Whether the legal moves can be counted by sets of targets.
    pub(crate) counts_sets: bool,
    /// Whether the definition lets the side have pieces in hand.
    pub(crate) has_hands: bool,
}

impl<S: Set + std::hash::Hash> Rules<S> {
    /// Works out a definition, whose board must fit into the set.
    pub(crate) fn new(variant: &'static Variant<S>) -> Rules<S> {
        let says = &variant.definition;
        let size = Size { files: says.max_file, ranks: says.max_rank };
        let on_board = |region: Region| on_board::<S>(region, size);
        let both = |regions: [Region; 2]| regions.map(on_board);
        let mut tables = Tables::new(size);
        let kinds = pieces::kinds(says, size, &mut tables);
        let threats = [0, 1].map(|side| pieces::threats(says, &kinds, size, side, &mut tables));
        let around = |steps: &[(i8, i8)]| -> Vec<S> {
            let near = |square| S::of(steps.iter().filter_map(|&(f, r)| size.step(square, f, r)));
            (0..size.squares()).map(near).collect()
        };
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let rank_set = |rank| S::of((0..size.files).map(|file| size.square(file, rank)));
        let file_set = |file| S::of((0..size.ranks).map(|rank| size.square(file, rank)));
        let named = |name| says.pieces.iter().position(|piece| piece.name == name);
        Rules {
            variant,
            values: OnceLock::new(),
            size,
            board: S::of(0..size.squares()),
            zobrist: Zobrist::new(kinds.len()),
            promotion_region: both(says.promotion_region),
            drop_region: both(says.drop_region),
            flag_region: both(says.flag_region),
            walling_region: both(says.walling_region),
            en_passant_region: both(says.en_passant_region),
            connect_region: says.connect_region.map(both),
            enclosing_drop_start: on_board(says.enclosing_drop_start),
            dark: S::of((0..size.squares()).filter(|&square| {
                let (file, rank) = size.place(square);
                (file + rank) % 2 == 0
            })),
            rank_sets: (0..size.ranks).map(rank_set).collect(),
            file_sets: (0..size.files).map(file_set).collect(),
            neighbours: around(&[straight, diagonal].concat()),
            beside: around(&straight),
            king: named("king").map(|kind| kind as u8),
            pawn: named("pawn").map(|kind| kind as u8),
            has_hands: says.piece_drops && !says.free_drops
                || says.seirawan_gating
                || says.start_fen.contains('['),
            legality: legality(says, &threats),
            counts_sets: counts_sets(says),
            threats,
            tables,
            kinds,
            says,
        }
    }

    /// What pieces are worth, as far as the rules tell.
    #[inline]
    pub(crate) fn values(&self) -> &Values {
        self.values.get_or_init(|| Values::new(self))
    }

    /// The rank on which a side castles, on the board in any case.
    pub(crate) fn castling_rank(&self, side: Side) -> u8 {
        let last = self.size.ranks - 1;
        let rank = self.says.castling_rank.min(last);
        if side == Side::First { rank } else { last - rank }
    }

    /// Where king and rook go when they castle; `None` if that is not on the board.
    pub(crate) fn castling_targets(&self, king: u8, rook: u8) -> Option<(u8, u8)> {
        let (says, rank) = (self.says, self.size.place(king).1);
        let (king_file, rook_file) = match rook > king {
            true => (says.castling_kingside_file, says.castling_kingside_file.checked_sub(1)?),
            false => (says.castling_queenside_file, says.castling_queenside_file + 1),
        };
        let are_there = king_file < self.size.files && rook_file < self.size.files;
        are_there.then(|| (self.size.square(king_file, rank), self.size.square(rook_file, rank)))
    }

    /// The kinds on the board that are of one of these pieces.
    pub(crate) fn kinds_of(&self, pieces: Kinds) -> impl Iterator<Item = u8> {
        let all = self.kinds.iter().enumerate();
        all.filter(move |(_, kind)| pieces.contains(kind.piece)).map(|(kind, _)| kind as u8)
    }
}

/// What makes moves illegal that follow the rules otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Legality {
    /// Nothing.
    Free,
    /// An attack on the only king of a side.
    King,
    /// More: every move is made to see.
    Tried,
}

fn legality<S>(says: &Definition, threats: &[Vec<Threat<S>>; 2]) -> Legality {
    let has_king = says.pieces.iter().any(|piece| piece.name == "king");
    let is_plain = says.checking && says.drop_checks && !says.makpong_rule;
    if says.extinction_pseudo_royal || !is_plain {
        return Legality::Tried;
    }
    let has_effects = says.blast_on_capture
        || says.petrify_on_capture_types != Kinds::default()
        || says.flip_enclosed_pieces != Enclosing::None
        || says.walling_rule != Walling::None;
    match has_king {
        false => Legality::Free,
        true if has_effects => Legality::Tried,
        true if threats.iter().flatten().all(|threat| threat.lines.is_some()) => Legality::King,
        true => Legality::Tried,
    }
}

/// Whether no move depends on others, or comes in more forms than its target says.
fn counts_sets(says: &Definition) -> bool {
    let king = says.pieces.iter().position(|piece| piece.name == "king");
    let may_be_made = |king| says.promotion_piece_types.iter().any(|kinds| kinds.contains(king));
    !king.is_some_and(may_be_made)
        && !says.must_capture
        && !says.must_drop
        && !says.seirawan_gating
        && !says.cambodian_moves
        && !says.sittuyin_promotion
        && says.walling_rule == Walling::None
        && says.pass == [false; 2]
        && says.pass_on_stalemate == [false; 2]
}

/// The squares of a region that are on the board.
fn on_board<S: Set>(region: Region, size: Size) -> S {
    S::of((0..size.squares()).filter(|&square| {
        let (file, rank) = size.place(square);
        region.contains(file, rank)
    }))
}
