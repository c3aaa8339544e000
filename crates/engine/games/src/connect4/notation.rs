//! Connect Four's notation: Fairy-Stockfish's FEN and moves, and the digit strings of
//! solvers, with a digit from 1 to 7 for the file of each stone.

use super::board::{self, BOTTOM, FILES, RANKS};
use super::{ConnectFour, Landing};
use plyglot_core::game::stones::{self, Cells, Layout};
use plyglot_core::game::{
    BoardShape, BoardStyle, EndName, EndWay, Game, GameInfo, MoveCells, MoveNotation, MoveSpace,
    Notation, Picture, Strength, TextError, squares, text_error,
};

const LAYOUT: Layout =
    Layout { files: FILES as usize, ranks: RANKS as usize, stones: [21, 21], letters: ["P", "p"] };

/// The sides are called white and black, but the discs are yellow and red.
const SHAPE: BoardShape = {
    let mut shape = BoardShape::new(LAYOUT.files, LAYOUT.ranks, BoardStyle::Holes);
    shape.colours = ["#f2c14e", "#c8402f"];
    shape
};

impl Landing {
    /// The cell's name, file before rank: `d1`.
    fn name(self) -> String {
        squares::name(self.file().into(), self.rank().into())
    }

    /// Whether `word` names the file: its letter, or its digit from 1.
    fn is_in_file(self, word: &str) -> bool {
        matches!(word.as_bytes(), &[c] if c == b'a' + self.file() || c == b'1' + self.file())
    }
}

impl ConnectFour {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = {
        let mut info = GameInfo::new(
            "cfour",
            "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1",
        );
        info.common_name = "connect4";
        info.title = "Connect Four";
        info.sides = ["yellow", "red"];
        info.counts_plies = true;
        info.aliases = &["connect4", "connectfour", "four-in-a-row"];
        info.board = Some(
            "files 7 ranks 6 pocket 1 template fairy startpos \
             7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1",
        );
        // From random games without overlooked wins, from the opening to the end. In none
        // of them is there a threat to answer.
        info.bench = &[
            "7265",
            "75363356",
            "22526412215",
            "235317672132",
            "326413722415576",
            "473512636723577674",
            "151651517431177644255",
            "272643151243754443365547",
            "3373556442733626654663515524",
        ];
        info.bench_depth = 14;
        info
    };
}

impl Notation for ConnectFour {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &ConnectFour::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN, or the digits of a game from the empty board.
    fn parse_with(_: (), text: &str) -> Result<ConnectFour, TextError> {
        match text.split_whitespace().next() {
            Some(word) if is_game(word) => parse_game(text),
            _ => parse_fen(text),
        }
    }

    fn strengths(&self) -> Vec<Strength> {
        let [_, odd, even, lines, twos] = self.weighted();
        vec![
            Strength::new("odd threats", odd),
            Strength::new("even threats", even),
            Strength::new("lines that can still be filled", lines + twos),
        ]
    }

    fn print(&self) -> String {
        stones::print(&self.cells(), &LAYOUT)
    }

    fn print_move(&self, m: Landing) -> String {
        format!("P@{}", m.name())
    }

    fn move_space(_: ()) -> Option<MoveSpace> {
        let mut space = MoveSpace::new(LAYOUT.files);
        (0..LAYOUT.files).for_each(|file| space.fall("P", file));
        Some(space)
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::Squares]
    }

    fn write_move(&self, m: Landing, notation: MoveNotation) -> String {
        if notation == MoveNotation::Squares { m.name() } else { self.print_move(m) }
    }

    fn short_move(&self, m: Landing) -> String {
        char::from(b'a' + m.file()).to_string()
    }

    /// Reads `P@d1`, `d1`, or just the file: `d` or `4`.
    fn parse_move(&self, text: &str) -> Result<Landing, TextError> {
        let cell = text.strip_prefix("P@").unwrap_or(text);
        self.legal_moves()
            .into_iter()
            .find(|m| m.name() == cell || m.is_in_file(text))
            .ok_or_else(|| text_error(text, 0, "a legal move of Connect Four"))
    }

    /// A word of digits is a game, one move a digit.
    fn split_moves(word: &str) -> Vec<&str> {
        if word.bytes().all(|c| c.is_ascii_digit()) {
            (0..word.len()).map(|i| &word[i..=i]).collect()
        } else {
            vec![word]
        }
    }

    fn picture(&self) -> Option<Picture> {
        let row = board::fours(self.opponent());
        let cells = 0..LAYOUT.files * LAYOUT.ranks;
        let mut picture = Picture::from_stones(&SHAPE, &self.cells());
        picture.marked = cells.filter(|&cell| row & bit_of(cell) != 0).collect();
        Some(picture)
    }

    fn end_name(&self) -> EndName {
        if board::has_four(self.opponent()) {
            EndName::detailed(EndWay::Row, "four")
        } else {
            EndWay::BoardFull.into()
        }
    }

    fn move_cells(&self, m: Landing) -> MoveCells {
        MoveCells::stone(LAYOUT.cell(m.file().into(), m.rank().into()))
    }
}

impl ConnectFour {
    fn cells(self) -> Cells {
        let colour = |bit| match (self.occupied & bit != 0, self.mover & bit != 0) {
            (false, _) => None,
            (true, true) => Some(self.side()),
            (true, false) => Some(!self.side()),
        };
        (0..LAYOUT.files * LAYOUT.ranks).map(|cell| colour(bit_of(cell))).collect()
    }

    fn from_cells(cells: &Cells) -> ConnectFour {
        let mut position = ConnectFour::default();
        let mover = stones::side_to_move(cells);
        for (cell, &colour) in cells.iter().enumerate() {
            if colour == Some(mover) {
                position.mover |= bit_of(cell);
            }
            if colour.is_some() {
                position.occupied |= bit_of(cell);
            }
        }
        position
    }

    /// Whether a game that ends at four in a row can have led here. The side to move must
    /// have no four, and if the other side has one, its last stone completed it.
    fn is_end_of_game_possible(self) -> bool {
        let last = self.opponent();
        let tops = self.occupied & (self.occupied + BOTTOM) >> 1;
        let mut candidates = tops & last;
        let mut possible = !board::has_four(last);
        while candidates != 0 {
            possible |= !board::has_four(last & !(candidates & candidates.wrapping_neg()));
            candidates &= candidates - 1;
        }
        possible && !board::has_four(self.mover)
    }
}

fn bit_of(cell: usize) -> u64 {
    let (file, rank) = LAYOUT.file_and_rank(cell);
    1 << board::index(file as u8, rank as u8)
}

fn is_game(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && !word.contains(['/', '['])
}

fn parse_game(text: &str) -> Result<ConnectFour, TextError> {
    let start = text.len() - text.trim_start().len();
    let mut position = ConnectFour::default();
    let mut digits = text[start..].trim_end().char_indices();
    for (i, c) in digits.by_ref() {
        let at = start + i;
        let shown = &text[..start + i + c.len_utf8()];
        if c.is_whitespace() {
            return Err(text_error(text, at + c.len_utf8(), "the end of the position"));
        }
        let file = c.to_digit(10).and_then(|digit| (digit as u8).checked_sub(1));
        let Some(file) = file.filter(|&file| file < FILES) else {
            return Err(text_error(shown, at, "a file from 1 to 7"));
        };
        if position.decided().is_some() {
            return Err(text_error(shown, at, "the end of the game, which is won"));
        }
        let Some(landing) = position.landing(file) else {
            return Err(text_error(shown, at, "a file that is not full"));
        };
        position.play(landing);
    }
    Ok(position)
}

fn parse_fen(text: &str) -> Result<ConnectFour, TextError> {
    let cells = stones::parse(text, &LAYOUT)?;
    if let Some(cell) = floating(&cells) {
        return Err(text_error(text, byte_of(text, cell), "no stone above an empty cell"));
    }
    let position = ConnectFour::from_cells(&cells);
    if !position.is_end_of_game_possible() {
        let start = text.len() - text.trim_start().len();
        return Err(text_error(text, start, "a game that ends at the first four in a row"));
    }
    Ok(position)
}

/// The first stone without a stone or the bottom below it.
fn floating(cells: &Cells) -> Option<usize> {
    let below = &cells[LAYOUT.files..];
    cells.iter().zip(below).position(|(stone, below)| stone.is_some() && below.is_none())
}

fn byte_of(text: &str, cell: usize) -> usize {
    let mut passed = 0;
    let found = text.char_indices().find(|(_, c)| {
        passed += match c.to_digit(10) {
            Some(empty) => empty as usize,
            None => usize::from(matches!(c, 'P' | 'p')),
        };
        passed > cell
    });
    found.map_or(text.len(), |(at, _)| at)
}
