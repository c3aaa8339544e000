//! One table: its header, and the index of a position's entry.

use super::geometry::{GEOMETRY, MAX_PIECES, THREE_PIECES, TWO_KINGS, choose, off_diagonal};
use super::material::Material;
use super::pairs::PairsData;
use super::source::{ByteReader, TableSource};
use cozy_chess::{Board, Color, Piece, Square};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableKind {
    Wdl,
    /// Distance to zeroing: the plies to the next capture or pawn move.
    Dtz,
}

/// The encoded value of a position, or the note that a DTZ table has only the other side
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EncodedValue {
    OtherSide,
    Value(u16),
}

/// Flag: the part of a DTZ table has the positions with black to move.
const BLACK_TO_MOVE: u8 = 1;
/// Flag: distances are indices of a list.
const IS_MAPPED: u8 = 2;
/// Flag: distances of wins are in plies, not in moves.
const WINS_IN_PLIES: u8 = 4;
/// Flag: distances of losses are in plies, not in moves.
const LOSSES_IN_PLIES: u8 = 8;
/// Flag: the list has entries of two bytes.
const IS_WIDE: u8 = 16;

impl TableKind {
    pub(super) fn extension(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    pub(super) fn magic(self) -> [u8; 4] {
        match self {
            TableKind::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            TableKind::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

struct PieceGroup {
    count: usize,
    /// The factor of their placement's number in the index of an entry.
    factor: u64,
}

/// The positions of one side to move with the leading pawn on one file.
struct SubTable {
    /// The pieces in the order of their placement: 1 (pawn) to 6 (king), plus 8 for
    /// black.
    pieces: Vec<u8>,
    groups: Vec<PieceGroup>,
    pairs: PairsData,
    /// The start in the header of the lists of distances: of wins, losses, cursed wins,
    /// blessed losses.
    lists: [usize; 4],
}

pub(super) struct SyzygyTable {
    source: TableSource,
    material: Material,
    kind: TableKind,
    /// By file of the leading pawn (a single one without pawns) and by side to move.
    parts: Vec<Vec<SubTable>>,
}

struct Location<'t> {
    part: &'t SubTable,
    side: usize,
    is_swapped: bool,
    /// The leading pawns, if there are pawns.
    placement: Placement,
}

/// The pieces of a position in the table's colours and orientation.
struct Placement {
    squares: [u8; MAX_PIECES],
    pieces: [u8; MAX_PIECES],
    count: usize,
}

impl SyzygyTable {
    /// Opens the file of a material's table; `None` if it is invalid.
    pub(super) fn open(path: &Path, material: Material, kind: TableKind) -> Option<SyzygyTable> {
        let source = TableSource::open(path, kind.magic()).ok()?;
        let parts = parts(source.head(), material, kind)?;
        Some(SyzygyTable { source, material, kind, parts })
    }

    pub(super) fn value(&self, board: &Board) -> Option<EncodedValue> {
        self.encoded_value(board, self.locate(board)?)
    }

    fn locate(&self, board: &Board) -> Option<Location<'_>> {
        let is_black = board.side_to_move() == Color::Black;
        let is_swapped = if self.material.is_symmetric() {
            is_black
        } else {
            Material::from_board(board) != self.material
        };
        let side = usize::from(is_black != is_swapped);
        let mut placement = Placement::default();
        let lead =
            if self.material.has_pawns() { Some(self.lead(board, is_swapped)?) } else { None };
        let file = lead.map_or(0, |pawns| placement.take_pawns(pawns, is_swapped));
        let parts = self.parts.get(file)?;
        let part = parts.get(side.min(parts.len() - 1))?;
        Some(Location { part, side, is_swapped, placement })
    }

    fn encoded_value(&self, board: &Board, location: Location<'_>) -> Option<EncodedValue> {
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

    fn lead(&self, board: &Board, is_swapped: bool) -> Option<Pawns> {
        let first = *self.parts.first()?.first()?.pieces.first()?;
        let color = if (first & 8 != 0) != is_swapped { Color::Black } else { Color::White };
        let squares = board.colored_pieces(color, Piece::Pawn);
        if squares.is_empty() { None } else { Some(Pawns { color, squares }) }
    }

    /// The index of the entry of a placement. Its first `lead` pieces are the leading
    /// pawns.
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
            // The other pawns cannot stand on the first or last rank.
            let is_pawns = number == 1 && self.material.pawns()[1] > 0;
            let placed = placement_number(own, before, if is_pawns { 8 } else { 0 });
            entry = entry.checked_add(placed.checked_mul(group.factor)?)?;
            taken += group.count;
        }
        Some(entry)
    }

    /// The distance of a position in plies. `result` is its WDL value, -2 (loss) to 2
    /// (win), not 0.
    pub(super) fn probe_dtz(&self, board: &Board, result: i32) -> Option<DtzEntry> {
        let location = self.locate(board)?;
        let part = location.part;
        let value = match self.encoded_value(board, location)? {
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
        let value = match flags & (IS_MAPPED | IS_WIDE) {
            IS_MAPPED => self.head_byte(list + value)?,
            0 | IS_WIDE => value as i32,
            _ => {
                let at = list + 2 * value;
                self.head_byte(at)? + 256 * self.head_byte(at + 1)?
            }
        };
        let is_plies = match result {
            2 => flags & WINS_IN_PLIES != 0,
            -2 => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        Some(DtzEntry::Plies(1 + if is_plies { value } else { 2 * value }))
    }

    fn head_byte(&self, at: usize) -> Option<i32> {
        self.source.head().get(at).copied().map(i32::from)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DtzEntry {
    /// The table has only the positions with the other side to move.
    OtherSide,
    /// Plies to the next capture or pawn move, at least 1.
    Plies(i32),
}

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

    /// Places the leading pawns, the foremost first, and returns its file from 0 to 3.
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

    /// Sorts the pieces after the leading pawns into the order of the table.
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

    /// Turns the board so that the first piece, already on the files a to d, stands in
    /// the triangle a1-d1-d4. The first of the leading pieces that is off the diagonal
    /// then stands below it.
    fn turn_to_triangle(&mut self, leading: usize) {
        if self.squares[0] >> 3 > 3 {
            self.turn(|square| square ^ 56);
        }
        let leading = &self.squares[..leading.min(self.count)];
        let off = leading.iter().map(|&square| off_diagonal(square)).find(|&off| off != 0);
        if off.is_some_and(|off| off > 0) {
            self.turn(|square| square >> 3 | (square & 7) << 3);
        }
    }
}

/// The number of a placement of equal pieces on squares that earlier pieces have not
/// taken. The first `closed` squares are not available.
fn placement_number(own: &mut [u8], before: &[u8], closed: usize) -> u64 {
    own.sort_unstable();
    let mut number = 0;
    for (i, &square) in own.iter().enumerate() {
        let taken = before.iter().filter(|&&other| other < square).count();
        number += choose(i + 1, usize::from(square).saturating_sub(taken + closed));
    }
    number
}

/// First come the pieces of every part, then the headers of the packed values, the lists of
/// distances, the sparse indices, the block lengths and the blocks.
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
        let mut part = Vec::new();
        for SubTablePlan { groups, pieces, size } in plans {
            let pairs = PairsData::read(&mut reader, size)?;
            part.push(SubTable { pieces, groups, pairs, lists: [0; 4] });
        }
        parts.push(part);
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

struct SubTablePlan {
    pieces: Vec<u8>,
    groups: Vec<PieceGroup>,
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
    let mut plans = Vec::new();
    for side in 0..sides {
        let pieces = bytes.iter().map(|&byte| half(byte, side)).collect();
        plans.push(plan(pieces, [half(first, side), half(second, side)], material, file)?);
    }
    Some(plans)
}

/// What a byte says of a side.
fn half(byte: u8, side: usize) -> u8 {
    if side == 0 { byte & 0xF } else { byte >> 4 }
}

/// Divides the pieces into groups. `order` is the position of the first group and of the
/// other side's pawns in the mixed-radix index. The other groups fill the remaining
/// positions in turn.
fn plan(pieces: Vec<u8>, order: [u8; 2], material: Material, file: usize) -> Option<SubTablePlan> {
    let counts = group_counts(&pieces, material)?;
    let has_both = material.pawns()[1] > 0;
    let special = if has_both { 2 } else { 1 };
    if counts.len() < special {
        return None;
    }
    let mut free = 64 - counts[..special].iter().sum::<usize>();
    let mut sizes: Vec<u64> = Vec::new();
    sizes.push(match (material.has_pawns(), material.has_single()) {
        (true, _) => GEOMETRY.lead_size(counts[0], file),
        (false, true) => THREE_PIECES,
        (false, false) => TWO_KINGS,
    });
    if has_both {
        sizes.push(choose(counts[1], 48 - counts[0]));
    }
    for &count in &counts[special..] {
        sizes.push(choose(count, free));
        free -= count;
    }
    let mut factors = vec![0; counts.len()];
    let mut size = 1u64;
    let mut next = special;
    let mut at = 0;
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
    let groups = counts
        .into_iter()
        .zip(factors)
        .map(|(count, factor)| PieceGroup { count, factor })
        .collect();
    Some(SubTablePlan { groups, pieces, size })
}

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
