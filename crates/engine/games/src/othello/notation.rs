//! Othello's notation: Fairy-Stockfish's FEN and moves, and the forms of the literature.
//!
//! Both show the same picture of the board. Fairy-Stockfish counts ranks from the bottom,
//! the literature rows from the top: its first move d3 is `P@d6`. The first player is
//! Fairy-Stockfish's `w` and `P`, and the literature's Black.

use super::board::{Discs, squares};
use super::parse::{self, LAYOUT, MAX_STONES_PER_SIDE, VERTICAL, is_pass};
use super::{Move, Othello};
use plyglot_core::game::squares::side_letter;
use plyglot_core::game::stones::{self, Cells};
use plyglot_core::game::{
    BoardShape, BoardStyle, Counted, CountedThings, DARK, EndName, Game, GameInfo, LIGHT, Mark,
    MoveCells, MoveNotation, MoveSpace, Notation, Picture, TextError, text_error,
};

/// Black begins. Stones are turned over, so their two sides are black and white.
const SHAPE: BoardShape = {
    let mut shape = BoardShape::new(LAYOUT.files, LAYOUT.ranks, BoardStyle::Plain);
    shape.colours = [DARK, LIGHT];
    shape.records_from_top = true;
    shape.marks = &[(9, Mark::Dot), (13, Mark::Dot), (41, Mark::Dot), (45, Mark::Dot)];
    shape
};

impl Othello {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = {
        let mut info = GameInfo::new(
            "flipello",
            "8/8/8/3pP3/3Pp3/8/8/8[\
            PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP\
            pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp] w - - 0 1",
        );
        info.common_name = "othello";
        info.title = "Othello";
        info.sides = ["black", "white"];
        info.counts_plies = true;
        info.aliases = &["othello", "reversi"];
        info.board = Some(
            "files 8 ranks 8 pocket 1 template fairy startpos 8/8/8/3pP3/3Pp3/8/8/8[\
            PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP\
            pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp] w - - 0 1",
        );
        // Named openings, and positions of the FFO endgame test suite.
        info.bench = &[
            "f5d6c3d3c4",
            "f5f6e6f4e3",
            "f5d6c4d3c3f4f6f3",
            "--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O",
            "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O",
            "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
            "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
        ];
        info.bench_depth = 14;
        info
    };
}

impl Notation for Othello {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &Othello::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN, the moves of a game (`f5d6c3`), or 64 letters row by row from the top
    /// (`X`, `O`, `-`) and the side to move.
    fn parse_with(_: (), text: &str) -> Result<Othello, TextError> {
        parse::position(text)
    }

    fn print(&self) -> String {
        let rows = stones::print_board(&self.cells(), &LAYOUT);
        let in_hand = self.in_hand();
        let hand = ["P".repeat(in_hand[0]), "p".repeat(in_hand[1])].concat();
        let side = side_letter(self.side);
        format!("{rows}[{hand}] {side} - - {} {}", self.quiet_plies, self.number)
    }

    /// The FEN without the hand and the counters. Passes count at the end of the game.
    fn identity(&self) -> String {
        let rows = stones::print_board(&self.cells(), &LAYOUT);
        let passes = self.passes().map_or(String::new(), |passes| format!(" {passes}"));
        format!("{rows} {}{passes}", side_letter(self.side))
    }

    /// `P@d6` for a stone. A pass is the mover's lowest stone, from and to: `a1a1`.
    fn print_move(&self, m: Move) -> String {
        match m.square() {
            Some(square) => format!("P@{}", LAYOUT.name(square)),
            None => LAYOUT.name(squares(self.board.own).next().unwrap_or_default()).repeat(2),
        }
    }

    /// Stones on the cells that are empty at the start: none is ever taken away.
    fn move_space(_: ()) -> Option<MoveSpace> {
        let Discs { own, other } = Othello::start(()).board;
        let mut space = MoveSpace::new(8);
        squares(!(own | other)).for_each(|square| space.drop("P", square.into()));
        space.pass();
        Some(space)
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::Squares]
    }

    /// The literature's form: `d3`, or `pass`.
    fn write_move(&self, m: Move, notation: MoveNotation) -> String {
        if notation != MoveNotation::Squares {
            return self.print_move(m);
        }
        m.square().map_or_else(|| "pass".to_owned(), |square| LAYOUT.name(square ^ VERTICAL))
    }

    /// Reads `P@d6`, the literature's `d3` or `D3`, and the forms of a pass.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let square = match text.strip_prefix("P@") {
            Some(name) => LAYOUT.square(name),
            None => LAYOUT.square(&text.to_ascii_lowercase()).map(|square| square ^ VERTICAL),
        };
        let mut m = square.map(Move);
        if m.is_none() && (is_pass(text) || text == self.print_move(Move::PASS)) {
            m = Some(Move::PASS);
        }
        m.and_then(|m| self.find(Othello::pack(m)))
            .ok_or_else(|| text_error(text, 0, "a legal move of Othello"))
    }

    /// A word of squares in the literature's form, `f5d6c3`, is a game. It may have passes
    /// of two letters: `f5d6pac3`.
    fn split_moves(word: &str) -> Vec<&str> {
        let parts: Vec<&str> =
            (0..word.len()).step_by(2).filter_map(|i| word.get(i..i + 2)).collect();
        let are_moves = parts
            .iter()
            .all(|part| is_pass(part) || LAYOUT.square(&part.to_ascii_lowercase()).is_some());
        let is_game = parts.len() * 2 == word.len() && are_moves;
        if is_game && parts.len() >= 2 && parts != [parts[0]; 2] { parts } else { vec![word] }
    }

    /// The colours exchanged and the ranks mirrored.
    fn flipped(&self) -> Option<Othello> {
        let mirror =
            |board: Discs| Discs { own: board.own.swap_bytes(), other: board.other.swap_bytes() };
        let placed = (MAX_STONES_PER_SIDE - self.in_hand()[1]) as u8;
        let counters = [self.quiet_plies, self.number];
        Some(Othello::new(mirror(self.board), !self.side, placed, counters))
    }

    fn picture(&self) -> Option<Picture> {
        Some(Picture::from_stones(&SHAPE, &self.cells()))
    }

    fn counted(&self) -> Option<Counted> {
        Some(Counted::whole("discs", self.by_player().map(u64::count_ones)))
    }

    fn end_name(&self) -> EndName {
        let discs = self.by_player().map(u64::count_ones);
        EndName::default().with_counts(CountedThings::Discs, discs)
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        let cell = m.square().map(|square| usize::from(square ^ VERTICAL));
        cell.map_or_else(MoveCells::default, MoveCells::stone)
    }
}

impl Othello {
    fn cells(&self) -> Cells {
        LAYOUT.cells(self.by_player())
    }

    fn in_hand(&self) -> [usize; 2] {
        let placed = usize::from(self.placed);
        let others = self.board.occupied().count_ones() as usize - placed;
        [MAX_STONES_PER_SIDE - placed, MAX_STONES_PER_SIDE - others]
    }
}
