//! The kinds of pieces of a game: the forms that a piece of the definition takes on the board.

use super::lookups::Direction;
use super::tables::{Mover, Tables};
use super::walks::{BoardWalk, Size, targets};
use super::ways::JumpWay;
use super::{Threat, on_board};
use crate::set::Set;
use plyglot_core::game::Side;
use plyglot_definition::hexagons::lengths;
use plyglot_definition::{Definition, How, PieceDefinition, PieceMask, Region, Walk, Walling};
use std::hash::Hash;

/// A kind of piece on the board. A promoted piece that is to be told apart from others that
/// move alike is a kind of its own.
#[derive(Clone, Debug)]
pub(crate) struct Kind<S: 'static> {
    /// The piece of the definition that it moves as.
    pub(crate) piece: usize,
    /// The kind that it was before its promotion: itself, unless promoted.
    pub(crate) base: u8,
    /// Its text in a FEN, as the first player's.
    pub(crate) text: String,
    /// The same text with the letter that other programs have for it.
    pub(crate) synonym: Option<String>,
    /// The kind that it becomes by promotion, if it is promoted as in shogi.
    pub(crate) promoted: Option<u8>,
    /// Whether it is promoted as a pawn, by side.
    pub(crate) is_pawn: [bool; 2],
    /// The kinds that it may become as a pawn, by side.
    pub(crate) pawn_promotions: [Vec<u8>; 2],
    /// By side: where it goes without a capture, and where it captures.
    pub(crate) quiets: [Mover; 2],
    pub(crate) captures: [Mover; 2],
    /// By side and square: where it may ever go without a capture.
    pub(crate) quiet_targets: [&'static [S]; 2],
    /// By side and square: where it may ever capture.
    pub(crate) capture_targets: [&'static [S]; 2],
    /// By side: how it moves by jumping.
    pub(crate) hops: [Vec<JumpWay<S>>; 2],
    /// By side: where it shoots arrows, if the game has them.
    pub(crate) arrows: [Mover; 2],
    /// By side: the squares on which it may be.
    pub(crate) region: [S; 2],
    /// By side: the squares on which it may be dropped.
    pub(crate) drop_region: [S; 2],
    /// By side: the squares from which it can go nowhere, whatever stands around.
    pub(crate) immobile: [S; 2],
    /// By side: whether it captures as it moves.
    pub(crate) is_uniform: [bool; 2],
    /// Whether it is a cannon of janggi, which neither jumps over nor takes another cannon.
    pub(crate) is_cannon: bool,
    pub(crate) passing: Passing,
}

/// Whether a piece that took several steps can be captured on a square that it passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Never,
    /// By a piece that could capture there.
    Pawn,
    /// As custom pieces are: it is not checked that any piece could capture.
    Custom,
}

impl Passing {
    fn new(piece: &PieceDefinition) -> Passing {
        match piece.name {
            _ if piece.walks.iter().any(|walk| walk.initial) => Passing::Custom,
            "pawn" => Passing::Pawn,
            _ => Passing::Never,
        }
    }
}

impl<S: 'static> Kind<S> {
    pub(crate) fn changes(&self) -> bool {
        self.promoted.is_some() || self.pawn_promotions.iter().any(|all| !all.is_empty())
    }

    pub(crate) fn is_promoted(&self, own: u8) -> bool {
        self.base != own
    }
}

fn synonym(definition: &Definition, text: &str) -> Option<String> {
    let letter = text.chars().find(char::is_ascii_alphabetic)?;
    let synonyms = definition.shown.piece_synonyms.0.iter();
    let (_, other) = synonyms.into_iter().find(|(own, _)| own.eq_ignore_ascii_case(&letter))?;
    Some(text.replace(letter, &other.to_ascii_uppercase()))
}

struct Outline {
    piece: usize,
    base: u8,
    text: String,
}

pub(super) fn kinds<S: Set + Hash>(
    definition: &Definition,
    size: Size,
    tables: &mut Tables<S>,
) -> Vec<Kind<S>> {
    let outlines = outlines(definition);
    let board = on_board::<S>(definition.board.cells(), size);
    let mut kinds = Vec::new();
    for (number, outline) in outlines.iter().enumerate() {
        let Outline { piece, base, ref text } = *outline;
        let is_pawn = definition.promotion.pawn_pieces.map(|pawns| pawns.contains(piece));
        let pawn_promotions = Side::BOTH.map(|side| {
            let into = definition.promotion.new_pieces[side];
            if is_pawn[side] { promotions(definition, &outlines, base, into) } else { Vec::new() }
        });
        let sides = Side::BOTH.map(|side| BoardPiece::new(definition, piece, size, side));
        let [quiets, captures] = [false, true]
            .map(|captures| sides.map(|own| tables.add(&own.walks::<S>(captures), Direction::To)));
        let arrows = sides.map(|own| tables.add(&own.arrow_walks::<S>(), Direction::To).0);
        let region = mobility(definition, piece, size);
        let hops = JumpWay::<S>::all(&definition.pieces[piece].rules.jump_moves, size);
        let immobile = Side::BOTH.map(|side| {
            let all = [quiets[side].1, captures[side].1];
            board & !(sources(all, board) | hop_sources(&hops[side], region[side]))
        });
        kinds.push(Kind {
            piece,
            base,
            text: text.clone(),
            synonym: synonym(definition, text),
            promoted: promoted(definition, &outlines, number),
            region,
            drop_region: drop_region(definition, piece, size),
            hops,
            is_uniform: Side::BOTH.map(|side| quiets[side].0 == captures[side].0),
            is_cannon: definition.pieces[piece].name == "janggiCannon",
            passing: Passing::new(&definition.pieces[piece]),
            immobile,
            is_pawn,
            pawn_promotions,
            quiet_targets: [quiets[0].1, quiets[1].1],
            capture_targets: [captures[0].1, captures[1].1],
            quiets: quiets.map(|(mover, _)| mover),
            captures: captures.map(|(mover, _)| mover),
            arrows,
        });
    }
    kinds
}

/// The kinds that a pawn becomes which promotes to these pieces: in games with hands, those that are
/// pawns again once captured.
fn promotions(definition: &Definition, outlines: &[Outline], pawn: u8, into: PieceMask) -> Vec<u8> {
    let mut promotions = Vec::new();
    for to in (0..definition.pieces.len()).filter(|&to| into.contains(to)) {
        let text = format!("{}~", letter(definition, to));
        promotions.push(number_of(outlines, &text, pawn.into()).unwrap_or(to as u8));
    }
    promotions
}

/// What a kind turns into that is none of the promoted ones.
fn promoted(definition: &Definition, outlines: &[Outline], number: usize) -> Option<u8> {
    let Outline { piece, base, .. } = outlines[number];
    let turns = definition.pieces[piece].rules.promoted_piece_type.is_some();
    if !turns || usize::from(base) != number {
        return None;
    }
    number_of(outlines, &format!("+{}", letter(definition, piece)), number)
}

/// By side: the squares on which a piece may be. Hostile ones are only for a custodial king.
fn mobility<S: Set>(definition: &Definition, piece: usize, size: Size) -> [S; 2] {
    let is_king = definition.captures.custodial_king == Some(piece);
    let closed = on_board::<S>(definition.captures.hostile_region, size).only_if(!is_king);
    let cells = definition.board.cells();
    let own = definition.pieces[piece].mobility;
    own.map(|region| on_board::<S>(region.common(cells), size) & !closed)
}

/// By side: the squares on which a piece may be dropped.
fn drop_region<S: Set>(definition: &Definition, piece: usize, size: Size) -> [S; 2] {
    let own = definition.pieces[piece].drops;
    Side::BOTH.map(|side| on_board(definition.drops.region[side].common(own[side]), size))
}

/// The squares from which jumps may lead to one of `to`.
fn hop_sources<S: Set>(hops: &[JumpWay<S>], to: S) -> S {
    hops.iter().fold(S::EMPTY, |all, JumpWay { way, .. }| all | way.back(way.back(to)))
}

/// The squares from which a piece can go to one of `to`, given suitable occupied squares, by the
/// squares that it can ever go to without captures and by them.
fn sources<S: Set>(all: [&[S]; 2], to: S) -> S {
    let mut sources = S::EMPTY;
    for (from, (&quiets, &captures)) in (0..).zip(all[0].iter().zip(all[1])) {
        if (quiets | captures).meets(to) {
            sources |= S::bit(from);
        }
    }
    sources
}

/// The squares that a piece of a side may ever reach from some of its squares, whatever stands
/// around, and these. The board must have room for pieces.
pub fn reachable(definition: &Definition, piece: usize, side: Side, from: u128) -> u128 {
    let size = Size::from(&definition.board);
    let own = BoardPiece::new(definition, piece, size, side);
    let mut walks = own.all_walks::<u128>();
    walks.extend(own.hop_walks::<u128>());
    spread(&walks, size, from)
}

/// The number of kinds of pieces, promoted ones among them.
pub fn kind_count(definition: &Definition) -> usize {
    outlines(definition).len()
}

/// The squares to which walks lead from some, one after another, and those squares.
fn spread<S: Set>(walks: &[BoardWalk<S>], size: Size, from: S) -> S {
    let mut reached = from;
    let mut new = from;
    while !new.is_empty() {
        let mut next = S::EMPTY;
        for square in new.squares() {
            for walk in walks {
                for target in targets(walk, size, square) {
                    next |= S::bit(target.square);
                }
            }
        }
        new = next & !reached;
        reached |= new;
    }
    reached
}

fn outlines(definition: &Definition) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = (0..definition.pieces.len())
        .map(|piece| Outline {
            piece,
            base: piece as u8,
            text: letter(definition, piece).to_string(),
        })
        .collect();
    for piece in 0..definition.pieces.len() {
        if let Some(to) = definition.pieces[piece].rules.promoted_piece_type {
            let text = format!("+{}", letter(definition, piece));
            outlines.push(Outline { piece: to, base: piece as u8, text });
        }
    }
    // A promoted pawn goes to the hand as a pawn, so it is a kind of its own.
    let are_told_apart = definition.drops.captures_to_hand && !definition.drops.stay_promoted
        || definition.drops.has_two_boards;
    if !are_told_apart {
        return outlines;
    }
    for pawn in 0..definition.pieces.len() {
        for to in 0..definition.pieces.len() {
            let is_promoted = Side::BOTH.into_iter().any(|side| {
                definition.promotion.pawn_pieces[side].contains(pawn)
                    && definition.promotion.new_pieces[side].contains(to)
            });
            if is_promoted {
                let text = format!("{}~", letter(definition, to));
                outlines.push(Outline { piece: to, base: pawn as u8, text });
            }
        }
    }
    outlines
}

fn number_of(outlines: &[Outline], text: &str, base: usize) -> Option<u8> {
    let number = outlines.iter().position(|o| o.text == text && usize::from(o.base) == base);
    number.map(|kind| kind as u8)
}

fn letter(definition: &Definition, piece: usize) -> char {
    definition.pieces[piece].letter.to_ascii_uppercase()
}

/// A piece of the definition on its board, for one side.
#[derive(Clone, Copy)]
pub(super) struct BoardPiece<'a> {
    definition: &'a Definition,
    piece: &'a PieceDefinition,
    size: Size,
    side: Side,
}

impl<'a> BoardPiece<'a> {
    pub(super) fn new(
        definition: &'a Definition,
        piece: usize,
        size: Size,
        side: Side,
    ) -> BoardPiece<'a> {
        BoardPiece { definition, piece: &definition.pieces[piece], size, side }
    }

    /// For each square, those to which it can go from there, given suitable occupied squares.
    pub(super) fn reach<S: Set>(&self) -> Vec<S> {
        let size = self.size;
        let walks = self.all_walks::<S>();
        let hops = self.hop_walks::<S>();
        (0..size.squares())
            .map(|from| {
                let all = walks.iter().flat_map(|walk| targets(walk, size, from));
                S::from_squares(all.map(|target| target.square))
                    | spread(&hops, size, S::bit(from)) & !S::bit(from)
            })
            .collect()
    }

    fn cells<S: Set>(&self) -> S {
        on_board(self.definition.board.cells(), self.size)
    }

    fn region<S: Set>(&self) -> S {
        let own = self.piece.mobility[self.side];
        on_board(own.common(self.definition.board.cells()), self.size)
    }

    fn walk<S: Set>(&self, walk: &Walk, from: S, to: S) -> BoardWalk<S> {
        BoardWalk::new(walk, self.side == Side::Second, from, to)
    }

    /// The walks without a capture, or the captures.
    fn walks<S: Set>(&self, captures: bool) -> Vec<BoardWalk<S>> {
        let BoardPiece { definition, piece, size, side } = *self;
        let to = self.region::<S>();
        let all = self.cells::<S>();
        let steps = on_board::<S>(definition.pawns.double_step_region[side], size)
            .only_if(definition.pawns.has_double_step);
        let is_soldier = piece.name == "soldier";
        let mut walks = Vec::new();
        for walk in piece.walks.iter() {
            if if captures { !walk.captures } else { !walk.moves } {
                continue;
            }
            let mut from = if walk.initial { steps } else { all };
            // A soldier goes sideways only from a certain rank on.
            if is_soldier && walk.ranks == 0 {
                from &= S::from_squares((0..size.squares()).filter(|&square| {
                    let rank = size.place(square).1;
                    let rank_of_side =
                        if side == Side::Second { size.ranks - 1 - rank } else { rank };
                    rank_of_side >= definition.turns.soldier_promotion_rank
                }));
            }
            walks.push(self.walk(walk, from, to));
        }
        if piece.name == "pawn" && !captures {
            let pawns = &definition.pawns;
            let double =
                if pawns.has_double_step { Some((2, pawns.double_step_region)) } else { None };
            for (ranks, region) in double.into_iter().chain([(3, pawns.triple_step_region)]) {
                let walk =
                    Walk { files: 0, ranks, how: How::Lame, moves: true, captures, initial: true };
                walks.push(self.walk(&walk, on_board(region[side], size), to));
            }
        }
        walks.extend(self.palace_walks(captures, to));
        walks
    }

    fn all_walks<S: Set>(&self) -> Vec<BoardWalk<S>> {
        [false, true].map(|captures| self.walks::<S>(captures)).concat()
    }

    /// The single jumps of a piece that moves by jumping, over whatever pieces.
    fn hop_walks<S: Set>(&self) -> Vec<BoardWalk<S>> {
        let hop = |jump: &Walk| {
            let how = How::Hop(if jump.how == How::Ride(0) { 0 } else { 2 });
            self.walk(&Walk { how, ..*jump }, self.cells::<S>(), self.region::<S>())
        };
        self.piece.rules.jump_moves.iter().map(hop).collect()
    }

    /// The walks of an arrow: those of a piece without regions, double steps and palaces.
    fn arrow_walks<S: Set>(&self) -> Vec<BoardWalk<S>> {
        let all = on_board::<S>(Region::ALL, self.size);
        let has_arrows = self.definition.walls.rule == Walling::Arrow;
        let mut walks = Vec::new();
        for walk in self.piece.walks.iter() {
            if has_arrows && walk.moves && !walk.initial {
                walks.push(self.walk(walk, all, all));
            }
        }
        walks
    }

    /// The walks along the diagonals of a palace: pieces that go along lines follow them.
    fn palace_walks<S: Set>(&self, captures: bool, to: S) -> Vec<BoardWalk<S>> {
        let lines = on_board::<S>(self.definition.turns.diagonal_lines, self.size);
        if lines.is_empty() {
            return Vec::new();
        }
        let (how, directions) = match self.piece.name {
            "rook" => (How::Ride(0), 4),
            "janggiCannon" => (How::Hop(0), 4),
            "wazir" | "king" if self.piece.walks.iter().all(is_wazir) => (How::Leap, 4),
            "soldier" => (How::Leap, 2),
            _ => return Vec::new(),
        };
        let ahead_first = [(1, 1), (-1, 1), (1, -1), (-1, -1)].into_iter().take(directions);
        ahead_first
            .map(|(files, ranks)| {
                let walk = Walk { files, ranks, how, moves: !captures, captures, initial: false };
                self.walk(&walk, lines, to & lines)
            })
            .collect()
    }
}

fn is_wazir(walk: &Walk) -> bool {
    walk.how == How::Leap && walk.files.abs() + walk.ranks.abs() == 1
}

/// The attacks on a square: for each way of capturing, its sources and its kinds.
pub(super) fn threats<S: Set + Hash>(
    definition: &Definition,
    kinds: &[Kind<S>],
    size: Size,
    side: Side,
    tables: &mut Tables<S>,
) -> Vec<Threat<S>> {
    // Pieces with the same walks are looked up together; a queen is a rook and a bishop.
    let mut groups: Vec<(Vec<BoardWalk<S>>, bool, Vec<u8>)> = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        let own = BoardPiece::new(definition, kind.piece, size, side);
        for part in parts(own.walks::<S>(true), size) {
            let mut others = groups.iter_mut();
            match others.find(|(walks, of, _)| *walks == part && *of == kind.is_cannon) {
                Some((_, _, kinds)) => kinds.push(number as u8),
                None => groups.push((part, kind.is_cannon, vec![number as u8])),
            }
        }
    }
    let ways = groups.len();
    // Generals that face each other attack each other.
    if definition.turns.flying_general {
        let all = on_board::<S>(Region::ALL, size);
        let mut kings = Vec::new();
        for (number, kind) in kinds.iter().enumerate() {
            if definition.pieces[kind.piece].name == "king" {
                kings.push(number as u8);
            }
        }
        let lines = [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(files, ranks)| {
            let how = How::Ride(0);
            let walk = Walk { files, ranks, how, moves: true, captures: true, initial: false };
            BoardWalk::new(&walk, false, all, all)
        });
        groups.push((lines.to_vec(), false, kings));
    }
    groups
        .into_iter()
        .enumerate()
        .map(|(number, (walks, is_cannon, kinds))| {
            let is_facing = number >= ways;
            let lines = tables.lines(&walks);
            let (sources, all_sources) = tables.add(&walks, Direction::From);
            Threat { sources, kinds, lines, is_cannon, is_facing, all_sources }
        })
        .collect()
}

/// Walks by what they have in common with those of other pieces: leaps, straight and diagonal
/// lines, and the rest.
fn parts<S: Set>(walks: Vec<BoardWalk<S>>, size: Size) -> Vec<Vec<BoardWalk<S>>> {
    let mut parts = vec![Vec::new(); 4];
    for walk in walks {
        let is_line = matches!(walk.how, How::Ride(0));
        let part = match lengths((walk.files, walk.ranks), size.is_hexagonal) {
            [1, 0] if is_line => 0,
            [1, 1] if is_line => 1,
            _ if walk.how == How::Leap => 2,
            _ => 3,
        };
        parts[part].push(walk);
    }
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}
