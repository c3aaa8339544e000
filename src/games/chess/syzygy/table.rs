//! One table: what its head says, and how a position finds its entry.

use super::geometry::{GEOMETRY, KINGS, MAX_PIECES, THREE, choose, off_diagonal};
use super::material::Material;
use super::pairs::PairsData;
use super::source::{ByteReader, TableSource};
use cozy_chess::{Board, Color, Piece, Square};
use std::path::Path;

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableKind {
    /// Who wins: win, draw or loss.
    Wdl,
    /// Distance to zeroing: the plies to the next capture or pawn move.
    Dtz,
}

/// A side to move that a table of distances does not have, or the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodedValue {
    OtherSide,
    Value(u16),
}

/// The side to move whose positions a part of a table of distances has.
const BLACK_TO_MOVE: u8 = 1;
/// Distances are numbers of a list.
const IS_MAPPED: u8 = 2;
/// Distances of wins are counted in plies, not in moves.
const WINS_IN_PLIES: u8 = 4;
/// Distances of losses are counted in plies, not in moves.
const LOSSES_IN_PLIES: u8 = 8;
/// The list has numbers of two bytes.
const IS_WIDE: u8 = 16;

impl TableKind {
    /// The extension of the files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    /// The bytes with which they begin.
    pub(super) fn magic(self) -> [u8; 4] {
        match self {
            TableKind::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            TableKind::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// Pieces that are placed together, as each is like the others.
struct PieceGroup {
    count: usize,
    /// By what the number of their placement is multiplied.
    factor: u64,
}

/// The positions of one side to move with the leading pawn on one file.
struct SubTable {
    /// The pieces in the order in which they are placed: their kinds from 1
    /// (pawn) to 6 (king), 8 more for black ones.
    pieces: Vec<u8>,
    groups: Vec<PieceGroup>,
    pairs: PairsData,
    /// Where the lists of distances begin in the head: of wins, losses, cursed
    /// wins, blessed losses.
    lists: [usize; 4],
}

/// A table of one material.
pub(super) struct SyzygyTable {
    source: TableSource,
    material: Material,
    kind: TableKind,
    /// By files of the leading pawn, one without pawns, and sides to move.
    parts: Vec<Vec<SubTable>>,
}

/// The part of a table that has a position.
struct Location<'t> {
    part: &'t SubTable,
    /// The side to move, as the table has it.
    side: usize,
    /// Whether the table has the colours exchanged.
    is_swapped: bool,
    /// The leading pawns, where there are pawns.
    placement: Placement,
}

/// A position as a table sees it.
struct Placement {
    squares: [u8; MAX_PIECES],
    pieces: [u8; MAX_PIECES],
    count: usize,
}

impl SyzygyTable {
    /// Opens the file of a material's table, if it makes sense.
    pub(super) fn open(path: &Path, material: Material, kind: TableKind) -> Option<SyzygyTable> {
        let source = TableSource::open(path, kind.magic()).ok()?;
        let parts = parts(source.head(), material, kind)?;
        Some(SyzygyTable { source, material, kind, parts })
    }

    /// The value of a position of this material, colours aside; as it is written.
    pub(super) fn value(&self, board: &Board) -> Option<EncodedValue> {
        self.written(board, self.locate(board)?)
    }

    /// The part of the table in which a position is looked for.
    fn locate(&self, board: &Board) -> Option<Location<'_>> {
        let is_black = board.side_to_move() == Color::Black;
        let is_swapped = match self.material.is_symmetric() {
            true => is_black,
            false => Material::of(board) != self.material,
        };
        let side = usize::from(is_black != is_swapped);
        let mut placement = Placement::default();
        let lead = if self.material.has_pawns() { self.lead(board, is_swapped)? } else { None };
        let file = lead.map_or(0, |pawns| placement.take_pawns(pawns, is_swapped));
        let parts = self.parts.get(file)?;
        let part = parts.get(side.min(parts.len() - 1))?;
        Some(Location { part, side, is_swapped, placement })
    }

    /// What is written of a position.
    fn written(&self, board: &Board, location: Location<'_>) -> Option<EncodedValue> {
        let Location { part, side, is_swapped, mut placement } = location;
        let is_either = self.material.is_symmetric() && !self.material.has_pawns();
        let own = usize::from(part.pairs.flags & BLACK_TO_MOVE);
        if self.kind == TableKind::Dtz && side != own && !is_either {
            return Some(EncodedValue::OtherSide);
        }
        let lead = placement.count;
        placement.take_others(board, is_swapped);
        let entry = self.entry(part, &mut placement, lead)?;
        part.pairs.value(&self.source, entry).map(EncodedValue::Value)
    }

    /// The pawns by which a table with pawns is divided.
    fn lead(&self, board: &Board, is_swapped: bool) -> Option<Option<Pawns>> {
        let first = *self.parts.first()?.first()?.pieces.first()?;
        let color = if (first & 8 != 0) != is_swapped { Color::Black } else { Color::White };
        let squares = board.colored_pieces(color, Piece::Pawn);
        (!squares.is_empty()).then_some(Some(Pawns { color, squares }))
    }

    /// The number of a placement, of which the first `lead` are the leading pawns.
    fn entry(&self, part: &SubTable, placement: &mut Placement, lead: usize) -> Option<u64> {
        placement.arrange(&part.pieces, lead)?;
        if placement.squares[0] & 7 > 3 {
            placement.turn(|square| square ^ 7);
        }
        let first = match lead {
            0 => {
                placement.turn_to_triangle(part.groups[0].count);
                let [a, b, c, ..] = placement.squares;
                if self.material.has_single() {
                    GEOMETRY.three([a, b, c])
                } else {
                    GEOMETRY.kings(a, b)
                }
            }
            _ => GEOMETRY.pawns(&mut placement.squares[..lead]),
        };
        let mut entry = first.checked_mul(part.groups[0].factor)?;
        let mut taken = part.groups[0].count;
        for (number, group) in part.groups.iter().enumerate().skip(1) {
            let (before, rest) = placement.squares.split_at_mut(taken);
            let own = rest.get_mut(..group.count)?;
            // Other pawns than the leading ones stand on no first or last rank.
            let is_pawns = number == 1 && self.material.pawns()[1] > 0;
            let placed = place(own, before, if is_pawns { 8 } else { 0 });
            entry = entry.checked_add(placed.checked_mul(group.factor)?)?;
            taken += group.count;
        }
        Some(entry)
    }

    /// A written distance in plies from a position with a result of so much, -2
    /// for a loss to 2 for a win, not 0.
    pub(super) fn probe_dtz(&self, board: &Board, result: i32) -> Option<DtzEntry> {
        let location = self.locate(board)?;
        let part = location.part;
        let value = match self.written(board, location)? {
            EncodedValue::OtherSide => return Some(DtzEntry::OtherSide),
            EncodedValue::Value(value) => usize::from(value),
        };
        let flags = part.pairs.flags;
        let list = part.lists[match result {
            2 => 0,
            -2 => 1,
            1 => 2,
            _ => 3,
        }];
        let head = |at: usize| self.source.head().get(at).copied().map(i32::from);
        let value = match flags & (IS_MAPPED | IS_WIDE) {
            IS_MAPPED => head(list + value)?,
            0 | IS_WIDE => value as i32,
            _ => head(list + 2 * value)? + 256 * head(list + 2 * value + 1)?,
        };
        let is_plies = match result {
            2 => flags & WINS_IN_PLIES != 0,
            -2 => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        Some(DtzEntry::Plies(1 + if is_plies { value } else { 2 * value }))
    }
}

/// What a table of distances says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DtzEntry {
    /// It has only the positions of the other side to move.
    OtherSide,
    /// Plies to the next capture or pawn's move, at least 1.
    Plies(i32),
}

/// Pawns of one colour.
#[derive(Clone, Copy)]
struct Pawns {
    color: Color,
    squares: cozy_chess::BitBoard,
}

impl Default for Placement {
    fn default() -> Placement {
        Placement { squares: [0; MAX_PIECES], pieces: [0; MAX_PIECES], count: 0 }
    }
}

impl Placement {
    fn push(&mut self, square: Square, piece: Piece, color: Color, is_swapped: bool) {
        if self.count == MAX_PIECES {
            return;
        }
        let turn = if is_swapped { 56 } else { 0 };
        let is_black = (color == Color::Black) != is_swapped;
        self.squares[self.count] = square as u8 ^ turn;
        self.pieces[self.count] = piece as u8 + 1 + if is_black { 8 } else { 0 };
        self.count += 1;
    }

    /// Places the leading pawns, the foremost first; gives its file, from 0 to 3.
    fn take_pawns(&mut self, pawns: Pawns, is_swapped: bool) -> usize {
        for square in pawns.squares {
            self.push(square, Piece::Pawn, pawns.color, is_swapped);
        }
        let own = &mut self.squares[..self.count];
        if let Some(first) = (0..own.len()).max_by_key(|&i| GEOMETRY.pawn(own[i])) {
            own.swap(0, first);
        }
        let file = usize::from(self.squares[0] & 7);
        file.min(7 - file)
    }

    /// Places all pieces but pawns that are there already.
    fn take_others(&mut self, board: &Board, is_swapped: bool) {
        let lead = self.count;
        let placed = self.pieces[0];
        for square in board.occupied() {
            let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square))
            else {
                continue;
            };
            let is_black = (color == Color::Black) != is_swapped;
            let is_lead = lead > 0 && piece == Piece::Pawn && is_black == (placed & 8 != 0);
            if !is_lead {
                self.push(square, piece, color, is_swapped);
            }
        }
    }

    /// Puts the pieces behind the leading pawns into the order of a table.
    fn arrange(&mut self, order: &[u8], lead: usize) -> Option<()> {
        if order.len() != self.count {
            return None;
        }
        for (place, &piece) in order.iter().enumerate().skip(lead) {
            let found = (place..self.count).find(|&i| self.pieces[i] == piece)?;
            self.pieces.swap(place, found);
            self.squares.swap(place, found);
        }
        Some(())
    }

    fn turn(&mut self, turn: impl Fn(u8) -> u8) {
        self.squares[..self.count].iter_mut().for_each(|square| *square = turn(*square));
    }

    /// Turns the board so that the first piece, already on the files a to d,
    /// stands in the triangle a1-d1-d4, and the first of the leading ones that
    /// is not on the diagonal below it.
    fn turn_to_triangle(&mut self, leading: usize) {
        if self.squares[0] >> 3 > 3 {
            self.turn(|square| square ^ 56);
        }
        let leading = self.squares[..leading.min(self.count)].iter();
        let off = leading.map(|&square| off_diagonal(square)).find(|&off| off != 0);
        if off.is_some_and(|off| off > 0) {
            self.turn(|square| square >> 3 | (square & 7) << 3);
        }
    }
}

/// The number of a placement of like pieces on squares that those before them
/// have not taken, and of which the first `closed` are closed to them.
fn place(own: &mut [u8], before: &[u8], closed: usize) -> u64 {
    own.sort_unstable();
    let number = |(i, &square): (usize, &u8)| {
        let taken = before.iter().filter(|&&other| other < square).count();
        choose(i + 1, usize::from(square).saturating_sub(taken + closed))
    };
    own.iter().enumerate().map(number).sum()
}

/// The head of a table's file. Every part's pieces come first, then how each is
/// packed, then the lists of distances, then the indices, lengths and blocks.
fn parts(head: &[u8], material: Material, kind: TableKind) -> Option<Vec<Vec<SubTable>>> {
    let mut reader = ByteReader::new(head);
    reader.skip(kind.magic().len());
    reader.u8()?;
    let files = if material.has_pawns() { 4 } else { 1 };
    let sides = if kind == TableKind::Wdl && !material.is_symmetric() { 2 } else { 1 };
    let plans: Vec<Vec<SubTablePlan>> =
        (0..files).map(|file| plans(&mut reader, material, sides, file)).collect::<Option<_>>()?;
    reader.align();
    let mut parts = Vec::new();
    for plans in plans {
        let part = |plan: SubTablePlan| {
            let pairs = PairsData::read(&mut reader, plan.size)?;
            Some(SubTable { pieces: plan.pieces, groups: plan.groups, pairs, lists: [0; 4] })
        };
        parts.push(plans.into_iter().map(part).collect::<Option<Vec<_>>>()?);
    }
    if kind == TableKind::Dtz {
        for part in parts.iter_mut().flatten() {
            part.lists = lists(&mut reader, part.pairs.flags)?;
        }
        reader.align();
    }
    let mut at = reader.at() as u64;
    for step in [PairsData::place_index, PairsData::place_lengths, PairsData::place_blocks] {
        for part in parts.iter_mut().flatten() {
            at = step(&mut part.pairs, at);
        }
    }
    Some(parts)
}

/// Where four lists of distances begin.
fn lists(reader: &mut ByteReader<'_>, flags: u8) -> Option<[usize; 4]> {
    let mut lists = [0; 4];
    if flags & IS_MAPPED == 0 {
        return Some(lists);
    }
    let is_wide = flags & IS_WIDE != 0;
    if is_wide {
        reader.align();
    }
    for list in &mut lists {
        let bytes = if is_wide { 2 * usize::from(reader.u16()?) } else { reader.u8()?.into() };
        *list = reader.at();
        reader.skip(bytes);
    }
    Some(lists)
}

/// A part before it is known how it is packed.
struct SubTablePlan {
    pieces: Vec<u8>,
    groups: Vec<PieceGroup>,
    /// How many positions there are.
    size: u64,
}

/// The plans of the sides to move, for one file of the leading pawn.
fn plans(
    reader: &mut ByteReader<'_>,
    material: Material,
    sides: usize,
    file: usize,
) -> Option<Vec<SubTablePlan>> {
    let has_both = material.pawns()[1] > 0;
    let first = reader.u8()?;
    let second = if has_both { reader.u8()? } else { 0xFF };
    let bytes: Vec<u8> = (0..material.pieces()).map(|_| reader.u8()).collect::<Option<_>>()?;
    let plan = |side: usize| {
        let half = |byte: u8| if side == 0 { byte & 0xF } else { byte >> 4 };
        let pieces: Vec<u8> = bytes.iter().map(|&byte| half(byte)).collect();
        plan(pieces, [first, second].map(half), material, file)
    };
    (0..sides).map(plan).collect()
}

/// Divides the pieces into groups. `order` says at which place the first group
/// and the second pawns are counted; the others are counted between in turn.
fn plan(pieces: Vec<u8>, order: [u8; 2], material: Material, file: usize) -> Option<SubTablePlan> {
    let mut counts = group_counts(&pieces, material)?;
    let has_both = material.pawns()[1] > 0;
    let special = if has_both { 2 } else { 1 };
    if counts.len() < special {
        return None;
    }
    let mut free = 64 - counts[..special].iter().sum::<usize>();
    let mut sizes: Vec<u64> = Vec::new();
    sizes.push(match (material.has_pawns(), material.has_single()) {
        (true, _) => GEOMETRY.lead_size(counts[0], file),
        (false, true) => THREE,
        (false, false) => KINGS,
    });
    if has_both {
        sizes.push(choose(counts[1], 48 - counts[0]));
    }
    for &count in &counts[special..] {
        sizes.push(choose(count, free));
        free -= count;
    }
    let mut factors = vec![0; counts.len()];
    let (mut size, mut next, mut at) = (1u64, special, 0);
    while next < counts.len() || at <= 0xF {
        let group = match at {
            _ if at == order[0] => 0,
            _ if has_both && at == order[1] => 1,
            _ if next < counts.len() => {
                next += 1;
                next - 1
            }
            _ => {
                at += 1;
                continue;
            }
        };
        factors[group] = size;
        size = size.checked_mul(sizes[group])?;
        at = at.checked_add(1)?;
    }
    let groups = counts.drain(..).zip(factors).map(|(count, factor)| PieceGroup { count, factor });
    Some(SubTablePlan { groups: groups.collect(), pieces, size })
}

/// How many pieces are placed together, in their order.
fn group_counts(pieces: &[u8], material: Material) -> Option<Vec<usize>> {
    let leading = match (material.has_pawns(), material.has_single()) {
        (true, _) => material.pawns()[0],
        (false, true) => 3,
        (false, false) => 2,
    };
    let mut counts = vec![leading];
    let rest = pieces.get(leading..)?;
    counts.extend(rest.chunk_by(|a, b| a == b).map(<[u8]>::len));
    Some(counts)
}
