//! The rules of a game on its board: a definition, worked out into tables.

mod board_map;
mod captures;
mod character;
mod geometry;
mod lookups;
mod material;
mod pieces;
mod shared;
mod tables;
mod values;
mod variant;
mod walks;
mod ways;
mod zobrist;

pub(crate) use board_map::{BoardMap, NONE};
pub(crate) use captures::{Custodial, Jumps};
pub(crate) use character::Character;
pub(crate) use geometry::Geometry;
pub(crate) use lookups::Lines;
pub(crate) use material::Material;
pub(crate) use pieces::{Kind, Passing};
pub use pieces::{kind_count, reachable};
pub(crate) use shared::MAX_BYTES;
pub(crate) use tables::{Mover, Tables};
pub(crate) use values::Values;
pub use variant::Variant;
pub(crate) use variant::{BuiltIn, CastlingAtStart, NetworkSlot, game_info};
pub(crate) use walks::Size;
pub(crate) use ways::{JumpWay, Way};
pub(crate) use zobrist::Zobrist;

use crate::set::Set;
use pieces::BoardPiece;
use plyglot_core::game::{BoardShape, Side};
use plyglot_definition::{Definition, Enclosing, End, PieceDefinition, PieceMask, Region, Walling};
use std::sync::OnceLock;

/// A way of capturing that some pieces have in common, seen from the square that is attacked.
#[derive(Clone, Debug)]
pub(crate) struct Threat<S: 'static> {
    pub(crate) sources: Mover,
    pub(crate) kinds: Vec<u8>,
    /// The squares between the attacked square and its sources, if their number alone decides.
    pub(crate) lines: Option<Lines<S>>,
    /// Whether it is the capture of janggi's cannons.
    pub(crate) is_cannon: bool,
    /// Whether it is that of generals that face each other: of nothing else than a king.
    pub(crate) is_facing: bool,
    /// For each attacked square, all squares from which it may be attacked.
    pub(crate) all_sources: &'static [S],
}

impl<S: Set> Threat<S> {
    /// The squares that may be between an attacked square and a source.
    fn between(&self, square: u8) -> S {
        let Some(lines) = &self.lines else { return !S::EMPTY };
        let sources = lines.sources(square).squares();
        sources.fold(S::EMPTY, |all, source| all | lines.between(square, source))
    }
}

/// The rules of a game, worked out for its board.
#[derive(Debug)]
pub struct Rules<S: 'static> {
    pub(crate) variant: &'static Variant<S>,
    pub(crate) definition: &'static Definition,
    pub(crate) size: Size,
    /// Where pieces may be.
    pub(crate) board: S,
    /// The kinds of pieces: those of the definition first, then promoted ones.
    pub(crate) kinds: Vec<Kind<S>>,
    /// For each piece of the definition, its kinds, as bits.
    kinds_of_piece: Vec<u64>,
    pub(crate) tables: Tables<S>,
    /// By the attacking side.
    pub(crate) threats: [Vec<Threat<S>>; 2],
    /// By the attacking side and attacked square: the squares that may be between it and a source.
    pub(crate) between: [Vec<S>; 2],
    pub(crate) zobrist: Zobrist<S>,
    values: OnceLock<Values>,
    pub(crate) shape: OnceLock<BoardShape>,
    pub(crate) symbols: OnceLock<Vec<[Option<char>; 2]>>,
    material: OnceLock<Option<Box<Material>>>,
    pub(crate) swap_map: OnceLock<Option<BoardMap>>,
    before_flag: OnceLock<[Vec<S>; 2]>,
    pub(crate) start_walls: OnceLock<S>,
    /// By side.
    pub(crate) promotion_region: [S; 2],
    pub(crate) flag_region: [S; 2],
    pub(crate) walling_region: [S; 2],
    pub(crate) en_passant_region: [S; 2],
    pub(crate) connect_region: [[S; 2]; 2],
    /// The ways in which the game may end, in the order in which a position is asked; but not those
    /// of a side without a legal move.
    pub(crate) possible_ends: Vec<End>,
    pub(crate) row_ways: Vec<Way<S>>,
    pub(crate) hostile_region: S,
    pub(crate) enclosing_drop_start: S,
    pub(crate) geometry: Geometry<S>,
    pub(crate) character: Character,
    pub(crate) king: Option<u8>,
    /// The rook, for the king's leap of Cambodia; no piece if there is none.
    pub(crate) rook: usize,
    /// The kinds of the pieces that the rules call pawns, for blasts.
    pub(crate) pawn: Option<u8>,
    pub(crate) legality: Legality,
    /// By side: the squares of kings and rooks that may castle.
    pub(crate) castling_ranks: [S; 2],
    /// Whether some kinds do not capture their own kind.
    pub(crate) has_immune: bool,
    /// The kinds that are cannons of janggi.
    pub(crate) cannons: Vec<u8>,
    pub(crate) jumps: Option<Box<Jumps<S>>>,
    pub(crate) custodial: Option<Box<Custodial<S>>>,
    /// The number of each square, where records have numbers.
    pub(crate) square_numbers: Vec<u8>,
}

impl<S: 'static> Rules<S> {
    #[inline(always)]
    pub(crate) fn kind(&self, kind: u8) -> &Kind<S> {
        &self.kinds[usize::from(kind)]
    }

    /// The piece of the definition that a kind moves as.
    pub(crate) fn piece_of(&self, kind: u8) -> &'static PieceDefinition {
        &self.definition.pieces[self.kind(kind).piece]
    }
}

impl<S: Set + std::hash::Hash> Rules<S> {
    /// Works out a definition, whose board must fit into the set. The tables of all games take at
    /// most `limit` bytes, or these are [too large](Tables::is_too_large).
    pub(crate) fn new(variant: &'static Variant<S>, limit: usize) -> Rules<S> {
        let definition = &variant.definition;
        let size = Size::from(&definition.board);
        let on_board = |region: Region| on_board::<S>(region, size);
        let mut tables = Tables::new(size, limit);
        let kinds = pieces::kinds(definition, size, &mut tables);
        let threats =
            Side::BOTH.map(|side| pieces::threats(definition, &kinds, size, side, &mut tables));
        let board = on_board(definition.board.cells());
        let geometry = Geometry::new(board, size);
        Rules {
            variant,
            values: OnceLock::new(),
            shape: OnceLock::new(),
            symbols: OnceLock::new(),
            material: OnceLock::new(),
            swap_map: OnceLock::new(),
            before_flag: OnceLock::new(),
            start_walls: OnceLock::new(),
            size,
            board,
            zobrist: Zobrist::new(kinds.len()),
            promotion_region: definition.promotion.region.map(on_board),
            flag_region: definition.ends.flag_region.map(on_board),
            walling_region: definition.walls.region.map(on_board),
            en_passant_region: definition.pawns.en_passant_region.map(on_board),
            connect_region: definition.rows.regions().map(|regions| regions.map(on_board)),
            possible_ends: End::all_with_moves(definition),
            row_ways: definition.row_directions().map(|(f, r)| Way::new(size, f, r)).collect(),
            hostile_region: on_board(definition.captures.hostile_region),
            enclosing_drop_start: on_board(definition.drops.enclosing_start),
            square_numbers: captures::square_numbers::<S>(definition, size),
            castling_ranks: castling_ranks(definition, size)
                .map(|rank| geometry.rank_sets[usize::from(rank)]),
            geometry,
            character: Character::new(definition, &kinds, size),
            has_immune: definition.effects.mutually_immune_pieces != PieceMask::default(),
            cannons: (0..kinds.len() as u8).filter(|&k| kinds[usize::from(k)].is_cannon).collect(),
            king: piece_named(definition, "king").map(|kind| kind as u8),
            rook: piece_named(definition, "rook").unwrap_or(usize::MAX),
            pawn: piece_named(definition, "pawn").map(|kind| kind as u8),
            legality: legality(definition, &kinds, &threats),
            jumps: Jumps::new(definition, &kinds, size),
            custodial: Custodial::new(definition, &kinds, size),
            kinds_of_piece: kinds_of_piece(definition, &kinds),
            between: threats.each_ref().map(|threats| between(threats, size)),
            threats,
            tables,
            kinds,
            definition,
        }
    }

    #[inline]
    pub(crate) fn values(&self) -> &Values {
        self.values.get_or_init(|| Values::new(self))
    }

    /// The squares on which a kind may be dropped at all, whatever is on the board.
    #[inline(always)]
    pub(crate) fn drop_board(&self, kind: u8, side: Side) -> S {
        let drops = &self.definition.drops;
        let own = self.kind(kind);
        let first = if side == Side::First { 0 } else { self.geometry.rank_sets.len() - 1 };
        let mut squares = own.region[side];
        if self.pawn == Some(kind) {
            if !drops.allows_first_rank_pawns {
                squares &= !self.geometry.rank_sets[first];
            }
            if !drops.allows_promotion_zone_pawns {
                squares &= !self.promotion_region[side];
            }
        }
        if drops.immobility_illegal {
            squares &= !own.immobile[side];
        }
        if drops.sittuyin_rook_drop && self.definition.pieces[own.piece].name == "rook" {
            squares &= self.geometry.rank_sets[first];
        }
        squares
    }

    /// For each square, those to which a kind may go from there, with or without a capture, whatever
    /// is on the board.
    pub(crate) fn reach(&self, kind: u8, side: Side) -> Vec<S> {
        let piece = self.kind(kind).piece;
        BoardPiece::new(self.definition, piece, self.size, side).reach()
    }

    /// Whether pieces in hand are shown: with a single kind, hands tell nothing.
    pub(crate) fn shows_hands(&self) -> bool {
        self.character.has_hands && self.kinds.len() > 1
    }

    /// Whether the loss of a kind ends the game, so that it has no value.
    pub(crate) fn is_royal(&self, kind: usize) -> bool {
        self.king == Some(kind as u8)
            || self.definition.captures.custodial_king == Some(self.kinds[kind].piece)
    }

    /// Whether a side must capture if it can, and wins by losing its pieces.
    pub(crate) fn is_compulsory_giveaway(&self) -> bool {
        self.definition.turns.must_capture && self.values().is_giveaway()
    }

    /// With which pieces a side can win; `None` where it may win with any.
    #[inline]
    pub(crate) fn material(&self) -> Option<&Material> {
        self.material.get_or_init(|| Material::new(self).map(Box::new)).as_deref()
    }

    /// By side and kind: the squares from which it reaches its flag on an empty board.
    pub(crate) fn before_flag(&self) -> &[Vec<S>; 2] {
        self.before_flag.get_or_init(|| {
            Side::BOTH.map(|side| {
                self.kinds.iter().map(|kind| self.kind_before_flag(kind, side)).collect()
            })
        })
    }

    fn kind_before_flag(&self, kind: &Kind<S>, side: Side) -> S {
        if self.definition.ends.flag_piece[side].is_some_and(|flag| flag != kind.piece) {
            return S::EMPTY;
        }
        let ways =
            [&kind.quiets[side], &kind.captures[side]].map(|mover| self.tables.targets(mover));
        S::from_squares((0..self.size.squares()).filter(|&at| {
            ways.iter().any(|way| way.at(at, S::EMPTY).meets(self.flag_region[side]))
        }))
    }

    /// The rank on which a side castles, moved onto the board if it is beyond.
    pub(crate) fn castling_rank(&self, side: Side) -> u8 {
        castling_ranks(self.definition, self.size)[side]
    }

    /// The squares on which a side's king and the rooks of both wings are at home, moved onto the
    /// board if they are beyond.
    pub(crate) fn castling_home(&self, side: Side) -> (u8, [u8; 2]) {
        let castling = &self.definition.castling;
        let rank = self.castling_rank(side);
        let square = |file: u8| self.size.square(file.min(self.size.files - 1), rank);
        let rooks = [castling.rook_kingside_file, castling.rook_queenside_file];
        (square(castling.king_file), rooks.map(square))
    }

    /// Where king and rook go when they castle; `None` if that is not on the board.
    pub(crate) fn castling_targets(&self, king: u8, rook: u8) -> Option<(u8, u8)> {
        let castling = &self.definition.castling;
        let rank = self.geometry.rank_of[usize::from(king)];
        let (king_file, rook_file) = if rook > king {
            (castling.kingside_file, castling.kingside_file.checked_sub(1)?)
        } else {
            (castling.queenside_file, castling.queenside_file + 1)
        };
        let are_there = king_file < self.size.files && rook_file < self.size.files;
        if are_there {
            Some((self.size.square(king_file, rank), self.size.square(rook_file, rank)))
        } else {
            None
        }
    }

    /// Whether a piece is marked where pieces are discs: a king of draughts or tafl.
    pub(crate) fn is_marked(&self, piece: usize) -> bool {
        let definition = self.definition;
        definition.captures.custodial_king == Some(piece)
            || definition.promotion.new_pieces.iter().any(|into| into.contains(piece))
    }

    /// The kind that a piece is in a hand: what it was before its promotion, or, where pieces stay
    /// promoted, the piece that it moves as.
    #[inline(always)]
    pub(crate) fn in_hand(&self, kind: u8) -> u8 {
        let of = self.kind(kind);
        if self.definition.drops.stay_promoted { of.piece as u8 } else { of.base }
    }

    #[inline(always)]
    pub(crate) fn pieces_in(&self, pieces: PieceMask) -> impl Iterator<Item = usize> {
        let known = self.kinds_of_piece.len();
        pieces.0.squares().map(usize::from).take_while(move |&piece| piece < known)
    }

    /// The kinds on the board that are of a piece.
    #[inline(always)]
    pub(crate) fn kinds_of_one(&self, piece: usize) -> impl Iterator<Item = u8> {
        self.kinds_of_piece[piece].squares()
    }

    #[inline(always)]
    pub(crate) fn kinds_of(&self, pieces: PieceMask) -> impl Iterator<Item = u8> {
        self.pieces_in(pieces)
            .map(|piece: usize| self.kinds_of_piece[piece])
            .fold(0, |all, kinds| all | kinds)
            .squares()
    }
}

fn kinds_of_piece<S>(definition: &Definition, kinds: &[Kind<S>]) -> Vec<u64> {
    let mut all = vec![0; definition.pieces.len()];
    for (number, kind) in kinds.iter().enumerate() {
        all[kind.piece] |= 1 << number;
    }
    all
}

/// The most kinds of pieces of a game in which the squares that give check are listed by kind.
pub(crate) const MAX_CHECKING_KINDS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Legality {
    Free,
    /// An attack on the only king of a side.
    King,
    /// An attack on the only king of a side, or giving check.
    KingWithoutChecks,
    /// An attack on the only piece of a kind that must not be lost, or its destruction by a
    /// capture of its own side, if that does not end the game at once.
    Royal,
    /// Anything else: every move is tried out.
    Tried,
}

fn legality<S>(
    definition: &Definition,
    kinds: &[Kind<S>],
    threats: &[Vec<Threat<S>>; 2],
) -> Legality {
    let king = piece_named(definition, "king");
    let has_effects = definition.effects.petrified_pieces != PieceMask::default()
        || definition.effects.flip_enclosed_pieces != Enclosing::None
        || definition.walls.rule != Walling::None;
    let has_cannons = threats.iter().flatten().any(|threat| threat.is_cannon);
    let is_simple = !has_effects
        && !definition.turns.makpong_rule
        && threats.iter().flatten().all(|threat| threat.lines.is_some());
    let has_few_kinds = kinds.len() <= MAX_CHECKING_KINDS;
    let is_made = |royal: usize| {
        kinds.iter().any(|kind| {
            kind.pawn_promotions.iter().flatten().any(|&into| usize::from(into) == royal)
        })
    };
    let allows_checks = definition.turns.allows_checks && definition.drops.may_check;
    if definition.ends.extinction_pseudo_royal {
        let royals: Vec<usize> = (0..kinds.len())
            .filter(|&kind| definition.ends.extinction_pieces.contains(kinds[kind].piece))
            .collect();
        let is_royal = king.is_none()
            && is_simple
            && !has_cannons
            && allows_checks
            && definition.ends.extinction_piece_count == 0
            && definition.effects.blast_immune_pieces == PieceMask::default()
            && !definition.ends.duple_check
            && matches!(royals[..], [royal] if kinds[royal].promoted.is_none() && !is_made(royal));
        return if is_royal { Legality::Royal } else { Legality::Tried };
    }
    match king {
        None if allows_checks && !definition.turns.makpong_rule && !has_cannons => Legality::Free,
        Some(king) if is_simple && !definition.effects.blast_on_capture && !is_made(king) => {
            match (allows_checks, definition.turns.allows_checks) {
                (true, _) => Legality::King,
                (_, false)
                    if has_few_kinds
                        && !definition.turns.flying_general
                        && !definition.turns.bikjang_rule
                        && !threats.iter().flatten().any(|threat| {
                            threat.lines.as_ref().is_some_and(|lines| lines.hurdles > 0)
                        }) =>
                {
                    Legality::KingWithoutChecks
                }
                _ => Legality::Tried,
            }
        }
        _ => Legality::Tried,
    }
}

/// By attacked square: the squares that may be between it and a source.
fn between<S: Set>(threats: &[Threat<S>], size: Size) -> Vec<S> {
    let mut between = vec![S::EMPTY; size.squares().into()];
    for threat in threats.iter().filter(|threat| !threat.sources.is_leaper()) {
        for square in 0..size.squares() {
            between[usize::from(square)] |= threat.between(square);
        }
    }
    between
}

fn piece_named(definition: &Definition, name: &str) -> Option<usize> {
    definition.pieces.iter().position(|piece| piece.name == name)
}

/// By side: the rank on which it castles, moved onto the board if it is beyond.
fn castling_ranks(definition: &Definition, size: Size) -> [u8; 2] {
    let rank = definition.castling.rank.min(size.ranks - 1);
    [rank, size.ranks - 1 - rank]
}

fn start_squares<S: Set>(definition: &Definition, size: Size) -> S {
    let pieces = definition.board.start_cells().filter(|(_, _, c)| c.is_alphabetic());
    S::from_squares(pieces.map(|(file, rank, _)| size.square(file, rank)))
}

fn on_board<S: Set>(region: Region, size: Size) -> S {
    S::from_squares((0..size.squares()).filter(|&square| {
        let (file, rank) = size.place(square);
        region.contains(file, rank)
    }))
}
