//! Names of pieces, squares and numbers in sentences.

use super::value::Value;
use crate::warnings::Start;
use plyglot_core::game::{BoardShape, BoardStyle, Labels, MoveNotation, Side};
use plyglot_definition::{Definition, PieceMask, Region};
use plyglot_support::text::{capitalised, number_word, plural};
use plyglot_variants::{Set, Square, notations, piece_name, piece_set};

/// The longest list of the squares that a region lacks.
const MAX_MISSING: usize = 6;

pub(super) fn ordinal(number: usize) -> String {
    const NAMED: [&str; 11] = [
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    if let Some(&word) = NAMED.get(number) {
        return word.to_owned();
    }
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// Several of a piece: `knights`, `knights (H)`.
pub(super) fn many(name: &str) -> String {
    match name.split_once(" (") {
        Some((noun, letter)) => format!("{} ({letter}", plural(noun)),
        None => plural(name),
    }
}

/// Words in a sentence: `a, b or c`.
pub(super) fn join(words: impl IntoIterator<Item = String>, with: &str) -> String {
    let words: Vec<String> = words.into_iter().collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {with} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

fn file_of((file, _): Square) -> u8 {
    file
}

fn rank_of((_, rank): Square) -> u8 {
    rank
}

/// Lines in words: `ranks 1 and 6 to 8`.
fn lines(noun: &str, all: &[u8], name: impl Fn(u8) -> String) -> String {
    let runs = all.chunk_by(|one, next| one + 1 == *next).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{} to {}", name(*first), name(*last))],
        few => few.iter().map(|&one| name(one)).collect(),
    });
    format!("{} {}", if all.len() == 1 { noun.to_owned() } else { plural(noun) }, join(runs, "and"))
}

fn set_of(pieces: impl Iterator<Item = usize>) -> PieceMask {
    PieceMask(pieces.fold(0, |all, piece| all | 1 << piece))
}

/// Whether all squares lie on these files or ranks.
fn are_on(lines: &[u8], squares: &[Square], line: fn(Square) -> u8) -> bool {
    squares.iter().all(|&square| lines.contains(&line(square)))
}

/// The names of the pieces, with their letters where others have the same name.
fn distinct_names(definition: &Definition) -> Vec<String> {
    let plain: Vec<String> =
        (0..definition.pieces.len()).map(|piece| piece_name(definition, piece)).collect();
    let mut names = plain.clone();
    for (name, own) in names.iter_mut().zip(&definition.pieces) {
        if plain.iter().filter(|other| *other == name).count() > 1 {
            *name = format!("{name} ({})", own.letter.to_ascii_uppercase());
        }
    }
    names
}

pub(super) struct Words<'a> {
    definition: &'a Definition,
    /// The sides with a capital, the one that is called first before the other.
    pub(super) sides: [String; 2],
    pub(super) names: Vec<String>,
    /// All squares but those that are blocked at the start.
    pub(super) squares: Vec<Square>,
    /// The pieces that a side may ever have.
    pub(super) has: [PieceMask; 2],
    /// The pieces of which no side ever has two.
    pub(super) single: PieceMask,
    /// The pieces that stand on the board, or come to it, other than by turning over.
    pub(super) lettered: PieceMask,
    /// As on the boards of game records.
    pub(super) labels: Labels,
}

impl<'a> Words<'a> {
    pub(super) fn new(
        definition: &'static Definition,
        sides: [&str; 2],
        notation: Option<MoveNotation>,
    ) -> Words<'a> {
        let board = &definition.board;
        let notation = notation.unwrap_or_else(|| notations(piece_set(definition), definition)[0]);
        let mut shape =
            BoardShape::new(board.max_file.into(), board.max_rank.into(), BoardStyle::Plain);
        shape.bent_files = &definition.shown.bent_files;
        let mut labels = Labels::new(&shape, notation);
        // Where players have no names for ranks, the board is lettered.
        if labels.ranks.is_empty() {
            labels = Labels::new(&shape, MoveNotation::Squares);
        }
        let mut words = Words {
            definition,
            sides: sides.map(capitalised),
            names: distinct_names(definition),
            squares: board.squares(Region::ALL.without(board.walls())),
            has: [PieceMask::NONE; 2],
            single: PieceMask::NONE,
            lettered: PieceMask::NONE,
            labels,
        };
        words.add_pieces();
        words
    }

    /// Finds out which pieces there may be of each side, and how they come to the board.
    fn add_pieces(&mut self) {
        let definition = self.definition;
        let start = Start::new(definition);
        let new_pieces = definition.promotion.new_pieces;
        let turned = definition.pieces.iter().filter_map(|own| own.rules.promoted_piece_type);
        let turned = set_of(turned);
        let board = definition.board.start_fen.split(' ').next().unwrap_or_default();
        for (piece, own) in definition.pieces.iter().enumerate() {
            for side in Side::BOTH {
                if start.has(side, piece) {
                    self.has[side].0 |= 1 << piece;
                }
            }
            let is_new = new_pieces.iter().any(|pieces| pieces.contains(piece));
            let are_few = start.squares.iter().all(|squares| squares[piece].count() < 2);
            if are_few && !is_new && !turned.contains(piece) {
                self.single.0 |= 1 << piece;
            }
            let stands = board.contains(|c: char| c.eq_ignore_ascii_case(&own.letter));
            if stands || is_new || !turned.contains(piece) {
                self.lettered.0 |= 1 << piece;
            }
        }
    }

    pub(super) fn file_name(&self, file: u8) -> &str {
        self.labels.files.get(usize::from(file)).map_or("", String::as_str)
    }

    fn rank_name(&self, rank: u8) -> &str {
        &self.labels.ranks[usize::from(self.definition.board.max_rank - 1 - rank)]
    }

    pub(super) fn square(&self, (file, rank): Square) -> String {
        let row = self.definition.board.max_rank - 1 - rank;
        let rank = self.labels.rank(file.into(), row.into());
        let file = self.file_name(file);
        if self.labels.is_rank_first { format!("{rank}{file}") } else { format!("{file}{rank}") }
    }

    pub(super) fn within(&self, region: Region) -> Vec<Square> {
        self.squares.iter().copied().filter(|&(file, rank)| region.contains(file, rank)).collect()
    }

    /// The cells of a region, row by row from the top left.
    pub(super) fn cells(&self, region: Region) -> Vec<usize> {
        let board = &self.definition.board;
        let mut cells = Vec::new();
        for (file, rank) in self.within(region) {
            let row = usize::from(board.max_rank - 1 - rank);
            cells.push(row * usize::from(board.max_file) + usize::from(file));
        }
        cells
    }

    /// The files or ranks that are among some squares as a whole.
    fn whole_lines(&self, inside: &[Square], line: fn(Square) -> u8) -> Vec<u8> {
        let mut lines: Vec<u8> = inside.iter().map(|&square| line(square)).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.retain(|&of| self.squares.iter().all(|at| line(*at) != of || inside.contains(at)));
        lines
    }

    /// The squares of a region: `rank 8`, `d4, e4, d5 and e5`; empty for none.
    fn region(&self, region: Region) -> String {
        let inside = self.within(region);
        let missing: Vec<Square> =
            self.squares.iter().copied().filter(|square| !inside.contains(square)).collect();
        let files = self.whole_lines(&inside, file_of);
        let mut ranks = self.whole_lines(&inside, rank_of);
        if self.labels.bend.is_some() {
            ranks.clear();
        }
        if inside.is_empty() || missing.is_empty() {
            return if inside.is_empty() { "" } else { "any square" }.to_owned();
        }
        if are_on(&files, &inside, file_of) {
            ranks.clear();
        }
        let files = if are_on(&ranks, &inside, rank_of) { Vec::new() } else { files };
        let mut rest = inside.clone();
        rest.retain(|(file, rank)| !files.contains(file) && !ranks.contains(rank));
        let from = inside[0];
        let to = inside[inside.len() - 1];
        let mut boxed = self.squares.clone();
        boxed.retain(|at| (from.0..=to.0).contains(&at.0) && (from.1..=to.1).contains(&at.1));
        if !self.definition.board.is_hexagonal
            && rest.len() == inside.len()
            && rest.len() > 4
            && boxed == inside
        {
            return format!("the squares from {} to {}", self.square(from), self.square(to));
        }
        let is_cross = !ranks.is_empty() && !files.is_empty();
        if (!rest.is_empty() || is_cross)
            && missing.len() <= MAX_MISSING
            && missing.len() < inside.len()
        {
            return format!(
                "all squares but {}",
                join(missing.into_iter().map(|at| self.square(at)), "and")
            );
        }
        let mut parts = Vec::new();
        if !ranks.is_empty() {
            parts.push(lines("rank", &ranks, |rank| self.rank_name(rank).to_owned()));
        }
        if !files.is_empty() {
            parts.push(lines("file", &files, |file| self.file_name(file).to_owned()));
        }
        parts.extend(rest.into_iter().map(|at| self.square(at)));
        join(parts, "and")
    }

    /// The squares of a region as a side sees them: `its last rank`; `None` if they are not ranks
    /// in a row at an edge, or one rank.
    fn own_ranks(&self, side: Side, region: Region) -> Option<String> {
        let inside = self.within(region);
        let board = &self.definition.board;
        if board.is_hexagonal {
            let is_end = !inside.is_empty() && inside == self.within(board.ends(side));
            return if is_end { Some("the end of its file".to_owned()) } else { None };
        }
        let count = board.max_rank;
        let mut ranks = self.whole_lines(&inside, rank_of);
        if !are_on(&ranks, &inside, rank_of) || count < 3 {
            return None;
        }
        if side == Side::Second {
            ranks.iter_mut().for_each(|rank| *rank = count - 1 - *rank);
        }
        ranks.sort_unstable();
        let first = *ranks.first()?;
        let last = *ranks.last()?;
        let some = number_word(ranks.len());
        let is_run = usize::from(last - first) + 1 == ranks.len();
        Some(match (last + 1 == count, first == last) {
            _ if !is_run => return None,
            (true, true) => "its last rank".to_owned(),
            (true, false) => format!("its last {some} ranks"),
            (false, true) => format!("its {} rank", ordinal(usize::from(first) + 1)),
            (false, false) if first == 0 => format!("its first {some} ranks"),
            _ => return None,
        })
    }

    /// The palace of a side, if the region is one: on a board of xiangqi, squares have no names.
    fn own_palace(&self, side: Side, region: Region) -> Option<String> {
        const SIZE: u8 = 3;
        let board = &self.definition.board;
        let aside = board.max_file.checked_sub(SIZE)?;
        let back = board.max_rank.checked_sub(SIZE)?;
        let first_rank = if side == Side::First { 0 } else { back };
        let palace = Region::rectangle([aside / 2, first_rank], [SIZE, SIZE]);
        let is_it = aside > 0 && aside % 2 == 0 && self.within(region) == self.within(palace);
        let words = "its palace of three by three squares in the middle of its edge";
        if is_it && !board.is_hexagonal { Some(words.to_owned()) } else { None }
    }

    /// The squares of both sides' regions, as each side sees them if that is alike.
    pub(super) fn places(&self, regions: [Region; 2]) -> [Value; 2] {
        let absolute = regions.map(|region| self.region(region));
        let own = Side::BOTH.map(|side| {
            let ranks = self.own_ranks(side, regions[side]);
            ranks.or_else(|| self.own_palace(side, regions[side]))
        });
        let texts = match own {
            [Some(first), Some(second)] if absolute[0] != absolute[1] && first == second => {
                [first, second]
            }
            _ => absolute,
        };
        texts.map(|text| {
            let is_whole = text == "any square";
            Value::Place(text, is_whole)
        })
    }

    pub(super) fn every(&self) -> PieceMask {
        PieceMask(self.has[0].0 | self.has[1].0)
    }

    pub(super) fn pieces_that(&self, is_one: impl Fn(&usize) -> bool) -> PieceMask {
        set_of(self.pieces(self.every()).into_iter().filter(is_one))
    }

    pub(super) fn named(&self, key: &str) -> Option<usize> {
        let named = self.definition.pieces.iter().position(|piece| piece.name == key);
        named.filter(|&piece| self.every().contains(piece))
    }

    pub(super) fn pieces(&self, mask: PieceMask) -> Vec<usize> {
        let own = PieceMask(mask.0 & self.every().0);
        (0..self.names.len()).filter(|&piece| own.contains(piece)).collect()
    }

    fn listed(&self, mask: PieceMask, with: &str, all: &str, name: fn(&str) -> String) -> String {
        let pieces = self.pieces(mask);
        if pieces.len() > 2 && pieces.len() == self.pieces(self.every()).len() {
            return all.to_owned();
        }
        join(pieces.into_iter().map(|piece| name(&self.names[piece])), with)
    }

    /// One of some pieces: `knight or rook`, `piece`.
    pub(super) fn any(&self, mask: PieceMask) -> String {
        self.listed(mask, "or", "piece", str::to_owned)
    }

    /// All of some pieces: `knights and rooks`, `pieces`.
    pub(super) fn some(&self, mask: PieceMask) -> String {
        self.listed(mask, "or", "pieces", many)
    }

    pub(super) fn all(&self, mask: PieceMask) -> String {
        self.listed(mask, "and", "pieces", many)
    }
}
