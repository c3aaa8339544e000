//! The board, and how a game is shown.

use super::keys::{Words, group, words};
use super::values::{NamedStarts, PieceNames, Region};
use super::{MAX_PIECE_FILES, MAX_PIECE_RANKS, MAX_PIECE_SQUARES};
use plyglot_core::game::{MoveNotation, Side};

group! {
    /// The board and its start position.
    Board {
        /// Ranks: at most 10, 11 with up to 11 files, 19 for stones only.
        "maxRank" One Ranks max_rank: u8 = 8;
        /// Files: at most 12, 19 for stones only.
        "maxFile" One Files max_file: u8 = 8;
        /// Whether cells are hexagons: e4 touches e3, e5, d4, f4, d3, f5. A `*` is off the board.
        "hexagonal" One Flag is_hexagonal: bool = false, is_ours;
        /// The start FEN: at least the board and the side to move.
        "startFen" One Text start_fen: String =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    }
}

impl Board {
    /// Whether the board is not too large for pieces, other than stones alone.
    pub fn has_room_for_pieces(&self) -> bool {
        let (files, ranks) = self.size();
        self.max_file <= MAX_PIECE_FILES
            && self.max_rank <= MAX_PIECE_RANKS
            && files * ranks <= MAX_PIECE_SQUARES
    }

    /// Where pieces may be as long as no move makes walls: not on those of a board of hexagons.
    pub fn cells(&self) -> Region {
        if self.is_hexagonal { Region::ALL.without(self.walls()) } else { Region::ALL }
    }

    /// The squares of the start position that are no cells.
    pub fn walls(&self) -> Region {
        let walls = self.start_cells().filter(|(.., c)| *c == '*');
        Region::from_squares(walls.map(|(file, rank, _)| (file, rank)))
    }

    /// The last cell of each file, as a side sees the board.
    pub fn ends(&self, side: Side) -> Region {
        let cells = self.cells();
        let mut ends = Vec::new();
        for file in 0..self.max_file {
            let mut on_file: Vec<u8> = (0..self.max_rank).collect();
            on_file.retain(|&rank| cells.contains(file, rank));
            let end = if side == Side::First { on_file.last() } else { on_file.first() };
            if let Some(&rank) = end {
                ends.push((file, rank));
            }
        }
        Region::from_squares(ends)
    }

    /// The squares of the board in a region, by file and rank, rank by rank from a1.
    pub fn squares(&self, region: Region) -> Vec<(u8, u8)> {
        let mut squares = Vec::new();
        for rank in 0..self.max_rank {
            for file in 0..self.max_file {
                if region.contains(file, rank) {
                    squares.push((file, rank));
                }
            }
        }
        squares
    }

    /// The squares of a region that are on the board, a bit each by their numbers; the board must
    /// have room for pieces.
    pub fn squares_of(&self, region: Region) -> u128 {
        let squares = self.squares(region).into_iter();
        squares.fold(0, |bits, (file, rank)| bits | 1_u128 << self.square(file, rank))
    }

    /// The number of a square, rank by rank from a1; the board must have room for pieces.
    pub fn square(&self, file: u8, rank: u8) -> u8 {
        self.max_file * rank + file
    }

    /// Files and ranks.
    pub fn size(&self) -> (usize, usize) {
        (self.max_file.into(), self.max_rank.into())
    }

    /// Whether the second player moves first.
    pub fn second_begins(&self) -> bool {
        self.start_fen.split(' ').nth(1) == Some("b")
    }

    /// What is written on the squares of the start position, by file and rank: the letters of
    /// pieces, and `*`.
    pub fn start_cells(&self) -> impl Iterator<Item = (u8, u8, char)> {
        let board = self.start_fen.split([' ', '[']).next().unwrap_or_default();
        board.split('/').zip((0..self.max_rank).rev()).flat_map(move |(row, rank)| {
            let mut file = 0_u8;
            let mut run = 0_u8;
            row.chars().filter_map(move |c| {
                if let Some(digit) = c.to_digit(10) {
                    run = run.saturating_mul(10).saturating_add(digit as u8);
                }
                // Others are signs of promotion.
                if !(c.is_alphabetic() || c == '*') {
                    return None;
                }
                let at = file.saturating_add(run);
                (file, run) = (at.saturating_add(1), 0);
                (at < self.max_file).then_some((at, rank, c))
            })
        })
    }
}

words! {
    /// `squareNumbers`: how records name the squares on which pieces begin, and all of their
    /// colour.
    SquareNumbers {
        /// By file and rank.
        None = "none",
        /// By numbers, row by row from the first player's right.
        Near = "near",
        /// By numbers, row by row from the far left.
        Far = "far",
    }
}

impl Words for Option<MoveNotation> {
    fn words(&self) -> &'static [&'static str] {
        MoveNotation::NAMES
    }

    fn get(&self) -> Option<usize> {
        self.map(|notation| notation as usize)
    }

    fn set(&mut self, index: usize) {
        *self = Some(MoveNotation::ALL[index]);
    }
}

group! {
    /// How the game is shown: nothing of it is a rule.
    Shown {
        /// Records give squares numbers, from the first player's right or the far left.
        "squareNumbers" One Choice square_numbers: SquareNumbers = SquareNumbers::None,
            squares_only("squares of one colour are numbered"), is_ours;
        /// The files' letters, if ranks bend as in Gliński's chess.
        "bentRanks" One Text bent_files: String = String::new(), is_ours;
        /// The side's name; the board shows colours such as `red`.
        "sideName" Each Name side_names: String = [String::new(), String::new()], is_ours;
        /// Names of pieces: `m:man h:war-elephant`; a hyphen becomes a space.
        "pieceNames" One Names piece_names: PieceNames = PieceNames::default(), is_ours;
        /// Letters of other programs: `n:h` reads `h` as `n`.
        "pieceSynonyms" One Names piece_synonyms: PieceNames = PieceNames::default(), is_ours;
        /// One more start, by a line each: `start = Two pieces, 二枚落ち: FEN`.
        "start" One Starts starts: NamedStarts = NamedStarts::default(), is_ours;
        /// How moves are shown; by default as usual for such pieces.
        "notation" One Choice notation: Option<MoveNotation> = None, is_ours;
        /// For XBoard.
        "variantTemplate" One Text variant_template: String = "fairy".to_owned();
        /// For XBoard.
        "pieceToCharTable" One Text piece_to_char_table: String = "-".to_owned();
    }
}
