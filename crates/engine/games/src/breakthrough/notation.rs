//! Breakthrough's notation: a FEN of stones, and moves from square to square.

use super::board;
use super::{Breakthrough, Move};
use plyglot_core::game::stones::{Fen, Layout};
use plyglot_core::game::{
    BoardShape, BoardStyle, EndName, EndWay, Game, GameInfo, Mark, MoveCells, MoveNotation,
    MoveSpace, Notation, Picture, PieceKind, Side, TextError, squares, text_error,
};

const LAYOUT: Layout = Layout { files: 8, ranks: 8, stones: [16, 16], letters: ["PM", "pm"] };

const KINDS: [PieceKind; 1] = [PieceKind::stone("piece")];

const MARKS: [(usize, Mark); 16] = {
    let mut marks = [(0, Mark::Goal(None)); 16];
    let mut file = 0;
    while file < 8 {
        marks[file] = (file, Mark::Goal(Some(Side::First)));
        marks[8 + file] = (56 + file, Mark::Goal(Some(Side::Second)));
        file += 1;
    }
    marks
};

const SHAPE: BoardShape = {
    let mut shape = BoardShape::new(8, 8, BoardStyle::Chequered);
    shape.kinds = &KINDS;
    shape.marks = &MARKS;
    shape
};

impl Breakthrough {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = {
        let mut info =
            GameInfo::new("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1");
        info.title = "Breakthrough";
        info.sides = ["white", "black"];
        // XBoard promotes a pawn to a queen on the last rank and adds that to the move. So
        // stones are shown as men (`m`), a fairy piece that does not promote.
        info.board = Some(
            "files 8 ranks 8 pocket 0 template fairy startpos \
             mmmmmmmm/mmmmmmmm/8/8/8/8/MMMMMMMM/MMMMMMMM w - - 0 1",
        );
        // From self-play games, from the opening to the end.
        info.bench = &[
            "ppp1pppp/ppppppp1/7p/3p4/8/1PP1PP2/1PP1P2P/PPPPPPPP w - - 8 5",
            "1pp1ppp1/1pp3p1/pp2pppp/3p4/5P1P/1P1P4/PP1P1PP1/1PPPPPP1 w - - 0 13",
            "1pp1ppp1/2ppp1p1/1pp1p3/3p4/3PPPp1/1P1PP3/1P4P1/1PPPPPP1 w - - 2 17",
            "1pp2pp1/1ppp2p1/2pp1p2/4P3/1pPP1Pp1/1P6/1P4P1/1PPPPPP1 w - - 5 21",
            "1pp2p1p/p2pp1p1/3p4/2p2P2/1P6/3P1P2/P1P3PP/1P1P2PP b - - 0 21",
            "1pppppp1/6p1/2PpP3/6p1/1p1Pp3/1p2P3/1P4P1/1PPPPPP1 w - - 1 25",
            "1pp2pp1/1p6/1pp2P2/5p2/1pP2p2/1P3P2/1P3P2/1PP2PP1 w - - 1 29",
            "1pppppp1/1p4p1/6P1/1P1P1PP1/2p5/3p1p2/pP6/1PPPPPP1 w - - 18 29",
            "8/1pppppp1/8/1p1pP1P1/1P3p2/4pPp1/8/1PPPPPP1 w - - 6 33",
        ];
        info.bench_depth = 11;
        info
    };
}

impl Notation for Breakthrough {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &Breakthrough::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN; the board and the side to move are enough.
    fn parse_with(_: (), text: &str) -> Result<Breakthrough, TextError> {
        let Fen { cells, side, plies, number } = Fen::parse(text, &LAYOUT)?;
        let first = LAYOUT.set(&cells, Side::First);
        let second = LAYOUT.set(&cells, Side::Second);
        let (own, other) = match side {
            Side::First => (first, second),
            Side::Second => (board::turned(second), board::turned(first)),
        };
        if other == 0 || own & board::rank(board::LAST) != 0 {
            let start = text.len() - text.trim_start().len();
            return Err(text_error(text, start, "a side to move that has not won yet"));
        }
        Ok(Breakthrough { own, other, side, quiet_plies: plies, number })
    }

    fn print(&self) -> String {
        self.fen().print(&LAYOUT)
    }

    fn identity(&self) -> String {
        self.fen().identity(&LAYOUT)
    }

    fn print_move(&self, m: Move) -> String {
        self.square_name(m.from) + &self.square_name(m.to)
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::Squares]
    }

    /// Squares with a sign between them: `a2-b3`, `a2xb3`.
    fn write_move(&self, m: Move, notation: MoveNotation) -> String {
        if notation != MoveNotation::Squares {
            return self.print_move(m);
        }
        squares::join_squares(&[m.from, m.to].map(|at| self.square_name(at)), self.tactical(m))
    }

    /// Steps to the next rank, of both sides.
    fn move_space(_: ()) -> Option<MoveSpace> {
        let mut space = MoveSpace::new(LAYOUT.files);
        for (from, to) in (0..64_usize).flat_map(|from| (0..64).map(move |to| (from, to))) {
            if (from % 8).abs_diff(to % 8) <= 1 && (from / 8).abs_diff(to / 8) == 1 {
                space.walk(from, to, "");
            }
        }
        Some(space)
    }

    /// Reads `a2b3`, or with a sign between the squares: `a2-b3` for a step to an empty
    /// square, `a2xb3` for a capture.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        self.move_of(text).ok_or_else(|| text_error(text, 0, "a legal move of Breakthrough"))
    }

    fn flipped(&self) -> Option<Breakthrough> {
        Some(Breakthrough { side: !self.side, ..*self })
    }

    fn picture(&self) -> Option<Picture> {
        Some(Picture::from_stones(&SHAPE, &self.fen().cells))
    }

    fn end_name(&self) -> EndName {
        if self.own == 0 { EndWay::NoStones } else { EndWay::LastRank }.into()
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        MoveCells::walk(self.cell(m.from), self.cell(m.to))
    }
}

impl Breakthrough {
    fn fen(&self) -> Fen {
        let cells = LAYOUT.cells(self.by_player());
        Fen { cells, side: self.side, plies: self.quiet_plies, number: self.number }
    }

    /// Converts a square between the mover's numbering and that of the board, a1 = 0. It
    /// is its own inverse.
    fn seen(&self, square: u8) -> u8 {
        if self.side == Side::First { square } else { board::turned_square(square) }
    }

    fn cell(&self, square: u8) -> usize {
        LAYOUT.flip(self.seen(square).into())
    }

    fn square_name(&self, square: u8) -> String {
        LAYOUT.name(self.seen(square))
    }

    fn move_of(&self, text: &str) -> Option<Move> {
        let (from, rest) = text.split_at_checked(2)?;
        let (sign, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let m = Move { from: self.seen(LAYOUT.square(from)?), to: self.seen(LAYOUT.square(to)?) };
        let is_right = match sign {
            "" => true,
            "-" => !self.tactical(m),
            "x" => self.tactical(m),
            _ => false,
        };
        if !is_right || self.decided().is_some() {
            return None;
        }
        self.find(Breakthrough::pack(m))
    }
}
