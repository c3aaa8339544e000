//! Positions and moves as text and as pictures.

use super::StoneGame;
use super::cells::Cells;
use super::grid::Grid;
use super::position::{Cell, StonePosition};
use plyglot_core::game::squares::{self, side_letter, words};
use plyglot_core::game::{
    Counted, EndCounts, EndName, EndWay, GameInfo, MoveCells, MoveNotation, MoveSpace, Notation,
    Picture, Piece, Side, TextError, text_error,
};

/// The second side takes over the first stone.
const SWAP: &str = "swap";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Stone(Side),
    Wall,
}

impl StoneGame {
    fn letter(&self, side: Side) -> char {
        let letter = self.definition.pieces[0].letter;
        if side == Side::First { letter.to_ascii_uppercase() } else { letter }
    }
}

impl Grid {
    /// The cells, row by row from the top left, as places of the grid: some may be off the board.
    fn rows(&self) -> impl Iterator<Item = u16> {
        (0..self.ranks)
            .rev()
            .flat_map(move |rank| (0..self.files).map(move |file| self.cell(file, rank)))
    }

    pub(super) fn drawn(&self, cell: u16) -> usize {
        let (file, rank) = self.place(cell);
        usize::from((self.ranks - 1 - rank) * self.files + file)
    }

    fn name(&self, cell: u16) -> String {
        let (file, rank) = self.place(cell);
        squares::name(file.into(), rank.into())
    }
}

impl StonePosition {
    /// Reads `board[] side - - [captured] plies number`; the board is enough.
    pub(crate) fn read(game: &'static StoneGame, text: &str) -> Result<StonePosition, TextError> {
        let grid = game.grid();
        let mut fields = words(text).peekable();
        let (start, board) = fields.next().unwrap_or((text.len(), ""));
        let (stones, end) = read_board(game, text, start)?;
        let hand = &text[end..start + board.len()];
        if !matches!(hand, "" | "[]") {
            return Err(text_error(text, end, "'[]' or nothing, as stones are in no hand"));
        }
        let side = match fields.next() {
            None => Side::First,
            field => squares::parse_side(text, field)?,
        };
        for _ in 0..2 {
            fields.next_if(|&(_, word)| word == "-");
        }
        let mut captured = [0; 2];
        if grid.captures()
            && let Some((at, word)) = fields.next_if(|(_, word)| word.contains('+'))
        {
            captured = squares::parse_pair(word)
                .ok_or_else(|| text_error(text, at, "captured stones such as '2+4'"))?;
        }
        let [_, number] = squares::parse_counters(text, fields)?;
        let position = StonePosition::new(game, stones, captured, side, number);
        // A capture may leave the other side a row of just the right length, which wins with that
        // side's next move.
        let may_have_row = grid.captures() && grid.is_exact[side];
        let has_row = !position.rows(side).is_empty() && !may_have_row;
        if has_row || position.has_connected(side) || position.has_captured_enough(side) {
            return Err(text_error(text, start, "a side to move that has not won yet"));
        }
        Ok(position)
    }

    fn write(&self, has_counters: bool) -> String {
        let game = self.game;
        let grid = self.grid;
        let cells: Vec<Option<Content>> = grid.rows().map(|cell| self.content(cell)).collect();
        let rows =
            squares::print_rows(&cells, grid.files.into(), |content: &Content| match content {
                Content::Stone(side) => game.letter(*side),
                Content::Wall => '*',
            });
        let mut text = format!("{rows} {} - -", side_letter(self.side));
        if grid.captures() {
            text += &format!(" {}+{}", self.captured[0], self.captured[1]);
        }
        if has_counters {
            text += &format!(" 0 {}", self.number);
        }
        text
    }

    fn content(&self, cell: u16) -> Option<Content> {
        if !self.grid.board.has(cell) {
            return Some(Content::Wall);
        }
        Side::BOTH.into_iter().find(|&side| self.stones[side].has(cell)).map(Content::Stone)
    }

    fn winning_stones(&self) -> Cells {
        if !self.is_won {
            return Cells::EMPTY;
        }
        let chain = self.winning_chain(!self.side).map_or(Cells::EMPTY, |(chain, _)| chain);
        self.rows(!self.side) | chain
    }
}

/// The stones on a board, and the byte at which it ends.
fn read_board(
    game: &'static StoneGame,
    text: &str,
    start: usize,
) -> Result<([Cells; 2], usize), TextError> {
    let grid = game.grid();
    let letters = format!("'{}', '{}'", game.letter(Side::First), game.letter(Side::Second));
    let size = [grid.files.into(), grid.ranks.into()];
    let (cells, end) =
        squares::parse_rows(text, start, size, &letters, |letter: char| match letter {
            '*' => Some(Content::Wall),
            _ => {
                Side::BOTH.into_iter().find(|&side| game.letter(side) == letter).map(Content::Stone)
            }
        })?;
    let mut stones = [Cells::EMPTY; 2];
    for (cell, found) in grid.rows().zip(cells) {
        if (found == Some(Content::Wall)) == grid.board.has(cell) {
            return Err(text_error(
                text,
                start,
                "'*' where the start position has it, and only there",
            ));
        }
        if let Some(Content::Stone(side)) = found {
            stones[side].insert(cell);
        }
    }
    Ok((stones, end))
}

impl Notation for StonePosition {
    type Rules = &'static StoneGame;

    fn info(game: &'static StoneGame) -> &'static GameInfo {
        &game.info
    }

    fn rules(&self) -> &'static StoneGame {
        self.game
    }

    fn parse_with(game: &'static StoneGame, text: &str) -> Result<Self, TextError> {
        StonePosition::read(game, text)
    }

    fn print(&self) -> String {
        self.write(true)
    }

    fn identity(&self) -> String {
        self.write(false)
    }

    fn print_move(&self, m: Cell) -> String {
        if self.is_swap(m) {
            return SWAP.to_owned();
        }
        format!("{}@{}", self.game.letter(Side::First), self.grid.name(m.0))
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        if text == SWAP
            && let Some(cell) = self.stones[0].iter().next().filter(|&m| self.is_swap(Cell(m)))
        {
            return Ok(Cell(cell));
        }
        let named = text.strip_prefix(self.game.letter(Side::First));
        let named = named.and_then(|rest| rest.strip_prefix('@')).and_then(squares::parse_name);
        let named = named.and_then(|(file, rank)| self.legal(file, rank));
        let is_without = text.starts_with(SWAP) && !self.grid.has_swap;
        let swap = if is_without { ", which is played without a swap" } else { "" };
        let title = self.game.info.title;
        named.ok_or_else(|| text_error(text, 0, format!("a legal move of {title}{swap}")))
    }

    fn move_space(game: &'static StoneGame) -> Option<MoveSpace> {
        let grid = game.grid();
        let piece = game.letter(Side::First).to_string();
        let mut space = MoveSpace::new(grid.files.into());
        for cell in grid.board.iter() {
            let (file, rank) = grid.place(cell);
            space.drop(&piece, usize::from(rank * grid.files + file));
        }
        if grid.has_swap {
            space.swap();
        }
        Some(space)
    }

    fn notations(game: &'static StoneGame) -> &'static [MoveNotation] {
        &game.notations
    }

    /// The cell: `h8`.
    fn write_move(&self, m: Cell, notation: MoveNotation) -> String {
        match notation {
            MoveNotation::Squares if !self.is_swap(m) => {
                let (file, rank) = self.grid.place(m.0);
                squares::name(file.into(), self.recorded_rank(rank.into()))
            }
            _ => self.print_move(m),
        }
    }

    /// Also reads just the name of the cell, in either case, Gomocup's `7,7`, and `swap-pieces`.
    fn read_move(&self, text: &str) -> Result<Cell, TextError> {
        if self.grid.has_swap && text.eq_ignore_ascii_case("swap-pieces") {
            return self.parse_move(SWAP);
        }
        let named = squares::parse_name(&text.to_ascii_lowercase());
        let named = named.filter(|(_, rank)| *rank < self.grid.ranks.into());
        let legal = named.and_then(|(file, rank)| self.legal(file, self.recorded_rank(rank)));
        self.parse_move(text).or_else(|error| legal.or_else(|| self.numbered(text)).ok_or(error))
    }

    fn picture(&self) -> Option<Picture> {
        let piece = |content| match content {
            Content::Stone(side) => Piece { letter: self.game.letter(side), ..Piece::stone(side) },
            Content::Wall => Piece::new(None, '*', None),
        };
        let cells = self.grid.rows().map(|cell| self.content(cell).map(piece)).collect();
        let mut picture = Picture::new(self.game.shape(), cells);
        picture.marked = self.winning_stones().iter().map(|cell| self.grid.drawn(cell)).collect();
        Some(picture)
    }

    fn diagram(&self) -> String {
        let board = self.picture().map_or_else(String::new, |picture| picture.diagram());
        if !self.grid.captures() {
            return board;
        }
        let lines = self.game.info.sides.iter().zip(self.captured);
        let lines: Vec<String> =
            lines.map(|(side, count)| format!("   {side} has captured {count}")).collect();
        format!("{board}\n\n{}", lines.join("\n"))
    }

    fn move_cells(&self, m: Cell) -> MoveCells {
        // A stone is taken over without a click on the board, as it may go elsewhere.
        if self.is_swap(m) { MoveCells::default() } else { MoveCells::stone(self.grid.drawn(m.0)) }
    }

    /// The stones that were captured, where enough of them win.
    fn counted(&self) -> Option<Counted> {
        if self.grid.capture_count == 0 {
            return None;
        }
        Some(Counted::whole("captured", self.captured.map(u32::from)))
    }

    fn end_name(&self) -> EndName {
        let winner = !self.side;
        if !self.is_won {
            let is_full = self.empty().is_empty();
            return if is_full { EndWay::BoardFull } else { EndWay::NoMoves }.into();
        }
        if !self.rows(winner).is_empty() {
            return EndName::detailed(EndWay::Row, self.grid.row.to_string());
        }
        if self.has_captured_enough(winner) {
            let counts = Some(EndCounts::Winner(self.captured[winner].into()));
            return EndName { counts, ..EndName::from(EndWay::StonesCaptured) };
        }
        self.winning_chain(winner).map_or_else(EndName::default, |(_, way)| way.into())
    }
}

impl StonePosition {
    /// A rank as records count it, from one that counts from below, and the other way round.
    fn recorded_rank(&self, rank: usize) -> usize {
        let is_mirrored = self.game.shape().records_from_top;
        if is_mirrored { usize::from(self.grid.ranks) - 1 - rank } else { rank }
    }

    fn legal(&self, file: usize, rank: usize) -> Option<Cell> {
        if file >= self.grid.files.into() || rank >= self.grid.ranks.into() {
            return None;
        }
        let cell = self.grid.cell(file as u16, rank as u16);
        if !self.is_won && (self.allowed() & self.empty()).has(cell) {
            Some(Cell(cell))
        } else {
            None
        }
    }

    /// The cell of a file and a row from the top, both from 0.
    fn numbered(&self, text: &str) -> Option<Cell> {
        let (file, row) = text.split_once(',')?;
        let file = file.parse::<u16>().ok().filter(|file| *file < self.grid.files)?;
        let rank = self.grid.ranks.checked_sub(row.parse().ok()?)?.checked_sub(1)?;
        self.legal(file.into(), rank.into())
    }
}
