//! The notation of Ataxx: Fairy-Stockfish's FEN and moves, and those of the Universal
//! Ataxx Interface (UAI).

use super::board::{POINTS, SIDE, points};
use super::{Ataxx, Move};
use plyglot_core::game::squares::{self, side_letter, words};
use plyglot_core::game::stones::Layout;
use plyglot_core::game::{
    self, BoardShape, BoardStyle, Counted, CountedThings, EndName, EndWay, Game, GameInfo,
    MoveCells, MoveNotation, MoveSpace, Notation, OptionKind, OptionSpec, Outcome, Picture, Side,
    TextError, text_error,
};

const NO_CLONE_PLIES: &str = "NoClonePlies";
const DEFAULT_QUIET_PLIES: u8 = 100;

const SHAPE: BoardShape = BoardShape::new(SIDE, SIDE, BoardStyle::Plain);
const LAYOUT: Layout =
    Layout { files: SIDE, ranks: SIDE, stones: [POINTS, POINTS], letters: ["Px", "po"] };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occupant {
    Stone(Side),
    Wall,
}

impl Occupant {
    /// `P` and `p` of Fairy-Stockfish, `x` and `o` of UAI; walls are `*` or `-`.
    fn from_letter(letter: char) -> Option<Occupant> {
        match letter {
            'P' | 'x' | 'X' => Some(Occupant::Stone(Side::First)),
            'p' | 'o' | 'O' => Some(Occupant::Stone(Side::Second)),
            '*' | '-' => Some(Occupant::Wall),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Occupant::Stone(side) => ['P', 'p'][side],
            Occupant::Wall => '*',
        }
    }

    fn shown(self) -> game::Piece {
        match self {
            Occupant::Stone(side) => game::Piece::stone(side),
            Occupant::Wall => game::Piece::new(None, '#', None),
        }
    }
}

impl Ataxx {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = {
        let mut info = GameInfo::new("ataxx", "P5p/7/7/7/7/7/p5P w - - 0 1");
        info.title = "Ataxx";
        info.sides = ["white", "black"];
        info.options =
            &[OptionSpec { name: NO_CLONE_PLIES, kind: OptionKind::Choice(&["100", "0"]) }];
        info.rules = "\
The board has seven by seven points, of which some may be walls. White moves first. In text, `X` \
stands for White and `O` for Black.

A move puts a new stone on an empty point next to one of its own side, straight or diagonally; or it \
takes a stone of its own side to an empty point that is two files or two ranks away, and at most two of \
either, over whatever is between. Then all stones of the other side next to that point, straight or \
diagonally, change sides.

A side that has no move passes.

The game ends when a side has no stone left, when the board is full, or when neither side has a move: \
the side with more stones wins, and with equal numbers the game is drawn. It is drawn after 100 moves \
of either side without a new stone, and when a position comes up for the third time.";
        info.board =
            Some("files 7 ranks 7 pocket 0 template fairy startpos P5p/7/7/7/7/7/p5P w - - 0 1");
        // From games between players who look two plies ahead, from the opening to the end,
        // and a board with walls.
        info.bench = &[
            "PP3pp/PP3pp/7/7/7/pp3P1/p4PP w - - 0 6",
            "PP4p/5pp/P5p/PP5/pp5/p4P1/p3PPP b - - 3 10",
            "pp4P/1p2pp1/pp2pp1/1p2PP1/4PP1/1P5/PP4P w - - 3 15",
            "5p1/4PPP/pP2PPP/pPpP3/pPpp3/p2P3/p5P b - - 2 19",
            "PP3pp/PP2ppp/4ppp/4PPP/3pppP/P1PPPpp/1Pppppp w - - 0 24",
            "ppp2pp/ppP2pp/ppPP1pp/PPP2PP/PP3PP/7/6P b - - 1 28",
            "5pp/1P3Pp/PPp1Ppp/pppPPPP/PppPppp/Pppppp1/Ppp4 w - - 2 33",
            "5pp/1P3Pp/PPPPPpp/ppPPPpp/PppPppp/pppPPPP/pppPPP1 b - - 0 37",
            "2pp2p/ppppPPp/pppppPp/PPPPPPp/PPpPPPp/pppPPPp/pppPPpp w - - 0 42",
            "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1",
        ];
        info.bench_depth = 9;
        info
    };
}

impl Notation for Ataxx {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &Ataxx::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN of Fairy-Stockfish (`P5p/7/7/7/7/7/p5P w - - 0 1`) or UAI
    /// (`x5o/7/7/7/7/7/o5x x 0 1`). The board and the side to move are enough.
    fn parse_with(_: (), text: &str) -> Result<Ataxx, TextError> {
        let mut fields = words(text).peekable();
        let (start, board) = fields.next().unwrap_or((text.len(), ""));
        let pieces = "'P', 'p', '*'";
        let (cells, end) =
            squares::parse_rows(text, start, [SIDE, SIDE], pieces, Occupant::from_letter)?;
        if end < start + board.len() {
            return Err(text_error(text, end, "the end of the board"));
        }
        // UAI's first player is black: its `b` is the other side in a usual FEN.
        let is_uai = board.contains(['x', 'X', 'o', 'O']);
        let side = match fields.next() {
            Some((_, "x")) => Side::First,
            Some((_, "o")) => Side::Second,
            Some((_, "w")) if !is_uai => Side::First,
            Some((_, "b")) if !is_uai => Side::Second,
            other => {
                let at = other.map_or(text.len(), |(at, _)| at);
                let letters = if is_uai { "'x' or 'o'" } else { "'w' or 'b'" };
                return Err(text_error(text, at, format!("{letters}, whose turn it is")));
            }
        };
        for _ in 0..2 {
            fields.next_if(|&(_, word)| word == "-");
        }
        let [quiet_plies, number] = squares::parse_counters(text, fields)?;
        let own = set_of(&cells, Occupant::Stone(side));
        let other = set_of(&cells, Occupant::Stone(!side));
        let walls = set_of(&cells, Occupant::Wall);
        let most_quiet_plies = DEFAULT_QUIET_PLIES;
        Ok(Ataxx { own, other, walls, side, most_quiet_plies, quiet_plies, number })
    }

    fn print(&self) -> String {
        format!("{} {} {}", self.identity(), self.quiet_plies, self.number)
    }

    fn identity(&self) -> String {
        let rows = squares::print_rows(&self.cells(), SIDE, |piece| piece.letter());
        format!("{rows} {} - -", side_letter(self.side))
    }

    /// `P@g2` for a clone, `g1e1` for a jump. A pass is the lowest own stone twice, of
    /// the lowest rank first: `a1a1`.
    fn print_move(&self, m: Move) -> String {
        if m.is_pass() {
            return LAYOUT.name(self.own.trailing_zeros() as u8).repeat(2);
        }
        if m.is_clone() {
            format!("P@{}", LAYOUT.name(m.to))
        } else {
            format!("{}{}", LAYOUT.name(m.from), LAYOUT.name(m.to))
        }
    }

    /// Clones on every point, and jumps of two points.
    fn move_space(_: ()) -> Option<MoveSpace> {
        let mut space = MoveSpace::new(SIDE);
        space.pass();
        for (from, to) in (0..SIDE * SIDE).flat_map(|a| (0..SIDE * SIDE).map(move |b| (a, b))) {
            let files = (from % SIDE).abs_diff(to % SIDE);
            let ranks = (from / SIDE).abs_diff(to / SIDE);
            match files.max(ranks) {
                0 => space.drop("P", to),
                2 => space.walk(from, to, ""),
                _ => {}
            }
        }
        Some(space)
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::Squares]
    }

    /// Squares as in UAI: `g2`, `g1e1`, `0000`.
    fn write_move(&self, m: Move, notation: MoveNotation) -> String {
        match m {
            _ if notation != MoveNotation::Squares => self.print_move(m),
            Move::PASS => "0000".to_owned(),
            _ if m.is_clone() => LAYOUT.name(m.to),
            _ => self.print_move(m),
        }
    }

    fn short_move(&self, m: Move) -> String {
        self.record_move(m)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let target = text.strip_prefix("P@").unwrap_or(text);
        let m = match LAYOUT.square(target) {
            Some(to) => Some(Move::clone_to(to)),
            None if text == "0000" || text == self.print_move(Move::PASS) => Some(Move::PASS),
            None => jump_named(text),
        };
        let is_over = matches!(self.decided(), Some(Outcome::Won | Outcome::Lost));
        let legal = if is_over { None } else { m.and_then(|m| self.find(Ataxx::pack(m))) };
        legal.ok_or_else(|| text_error(text, 0, "a legal move of Ataxx"))
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if name == NO_CLONE_PLIES {
            self.most_quiet_plies = value.parse().unwrap_or(DEFAULT_QUIET_PLIES);
        }
    }

    fn flipped(&self) -> Option<Ataxx> {
        Some(Ataxx { side: !self.side, ..*self })
    }

    fn picture(&self) -> Option<Picture> {
        let cells = self.cells().into_iter().map(|piece| piece.map(Occupant::shown)).collect();
        Some(Picture::new(&SHAPE, cells))
    }

    fn counted(&self) -> Option<Counted> {
        Some(Counted::whole("stones", self.by_player().map(u64::count_ones)))
    }

    fn end_name(&self) -> EndName {
        let is_counted = self.empty() == 0 || !self.can_move(self.own | self.other);
        if self.own == 0 || self.other == 0 {
            EndWay::NoStones.into()
        } else if is_counted {
            let stones = self.by_player().map(u64::count_ones);
            EndName::default().with_counts(CountedThings::Stones, stones)
        } else {
            EndName::detailed(EndWay::NoClone, self.most_quiet_plies.to_string())
        }
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        match m {
            Move::PASS => MoveCells::default(),
            _ if m.is_clone() => MoveCells::stone(cell_of(m.to)),
            _ => MoveCells::walk(cell_of(m.from), cell_of(m.to)),
        }
    }
}

fn cell_of(point: u8) -> usize {
    LAYOUT.flip(point.into())
}

impl Ataxx {
    fn cells(&self) -> Vec<Option<Occupant>> {
        let [first, second] = self.by_player();
        let mut cells = vec![None; POINTS];
        for (set, occupant) in [
            (first, Occupant::Stone(Side::First)),
            (second, Occupant::Stone(Side::Second)),
            (self.walls, Occupant::Wall),
        ] {
            points(set).for_each(|point| cells[cell_of(point)] = Some(occupant));
        }
        cells
    }
}

fn jump_named(text: &str) -> Option<Move> {
    let (from, to) = text.split_at_checked(2)?;
    let m = Move { from: LAYOUT.square(from)?, to: LAYOUT.square(to)? };
    if m.from == m.to { None } else { Some(m) }
}

fn set_of(cells: &[Option<Occupant>], piece: Occupant) -> u64 {
    let mut set = 0;
    for (cell, &occupant) in cells.iter().enumerate() {
        if occupant == Some(piece) {
            set |= 1 << LAYOUT.flip(cell);
        }
    }
    set
}
