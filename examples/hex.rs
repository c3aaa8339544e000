//! Hex (Piet Hein, 1942) on a board of 7 x 7, an example of a game that learns its
//! evaluation. It consists of the rules and the inputs of a network. Copy it to begin a
//! game of your own; `docs/new_game.md` explains the rules, `docs/stronger_game.md` the inputs.
//!
//! Each move places a stone on an empty cell. The first player wins by connecting the top
//! with the bottom, the second by connecting left with right. A full board always connects
//! exactly one of them, so there are no draws. There is no swap rule: with best play the
//! first player wins.
//!
//! Until a network is loaded, every position has the evaluation 0. The first command learns
//! a network, the second plays with the one in `FILE`:
//!
//! `cargo run --release --example hex -- learn --game hex --out hex-learn --hours 0.5`
//! `cargo run --release --example hex -- 'setoption name EvalFile value FILE' 'go nodes 100000'`

use plyglot_core::game::network::{
    Accumulators, NetworkShape, NetworkState, Networked, PlacementSet,
};
use plyglot_core::game::random::mix;
use plyglot_core::game::stones::{Cells, Fen, Layout};
use plyglot_core::game::{
    BoardShape, BoardStyle, Evaluation, Game, GameInfo, Histories, Knowledge, MoveCells, Notation,
    Outcome, Picture, Scale, SearchParams, Side, TextError, Which, WinRate, squares, text_error,
};

const SIZE: usize = 7;
const CELLS: usize = SIZE * SIZE;
const LAYOUT: Layout =
    Layout { files: SIZE, ranks: SIZE, stones: [CELLS, CELLS], letters: ["P", "p"] };

const SHAPE: BoardShape = {
    let mut shape = BoardShape::new(SIZE, SIZE, BoardStyle::Hexagons);
    shape.text = Some(
        "  a b c d e f g
1 + + + + + + +
 2 + + + + + + +
  3 + + + + + + +
   4 + + + + + + +
    5 + + + + + + +
     6 + + + + + + +
      7 + + + + + + +",
    );
    shape.records_from_top = true;
    shape
};

const BOARD: u64 = (1 << CELLS) - 1;
const TOP: u64 = (1 << SIZE) - 1;
const BOTTOM: u64 = TOP << (CELLS - SIZE);
const LEFT: u64 = BOARD / TOP;
const RIGHT: u64 = LEFT << (SIZE - 1);

/// A position. Bit `7 * row + column` is a cell: 0 is a1, in the top left corner, and 48 is
/// g7. Each row lies half a cell further right than the one above it.
#[derive(Clone, Debug)]
struct Hex {
    /// The stones of each side.
    stones: [u64; 2],
    side: Side,
}

/// A move: a stone on this cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u8);

/// The cells of a set, the lowest first.
fn each(mut set: u64, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// The cells next to a set, and some of its own. A cell has six neighbours: two each in its
/// row and its column, one above on the right and one below on the left.
fn neighbours(set: u64) -> u64 {
    let (left, right) = (set & !LEFT, set & !RIGHT);
    let aside = left >> 1 | right << 1 | right >> (SIZE - 1) | left << (SIZE - 1);
    (aside | set >> SIZE | set << SIZE) & BOARD
}

/// The cell with row and column exchanged.
fn transposed(cell: usize) -> usize {
    cell % SIZE * SIZE + cell / SIZE
}

impl Hex {
    fn empty(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// Whether the stones of a side connect its two edges: a flood fill from one of them.
    fn connects(&self, side: Side) -> bool {
        let stones = self.stones[side.index()];
        let (from, to) = if side == Side::First { (TOP, BOTTOM) } else { (LEFT, RIGHT) };
        let (mut reached, mut new) = (0, stones & from);
        while new != 0 && reached & to == 0 {
            reached |= new;
            new = neighbours(new) & stones & !reached;
        }
        reached & to != 0
    }

    fn fen(&self) -> Fen {
        let owner = |cell| {
            let mut sides = [Side::First, Side::Second].into_iter();
            sides.find(|side| self.stones[side.index()] >> cell & 1 == 1)
        };
        let cells: Cells = (0..CELLS).map(owner).collect();
        Fen { cells, side: self.side, plies: 0, number: 1 }
    }
}

impl Game for Hex {
    type Move = Cell;

    fn side(&self) -> Side {
        self.side
    }

    /// Only the side that has just moved can have connected its edges.
    fn decided(&self) -> Option<Outcome> {
        self.connects(!self.side).then_some(Outcome::Lost)
    }

    /// Every empty cell, ring by ring from the centre outwards.
    fn moves(&self, which: Which, mut visit: impl FnMut(Cell)) {
        if which == Which::Tactical {
            return;
        }
        let (mut inside, mut ring) = (0, 1 << (CELLS / 2));
        while ring != 0 {
            each(ring & self.empty(), |cell| visit(Cell(cell as u8)));
            inside |= ring;
            ring = neighbours(ring) & !inside;
        }
    }

    fn play(&mut self, m: Cell) {
        self.stones[self.side.index()] |= 1 << m.0;
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        mix(mix(mix(self.stones[0]) ^ self.stones[1]) ^ self.side.index() as u64)
    }

    fn pack(m: Cell) -> u32 {
        u32::from(m.0) + 1
    }
}

const INFO: GameInfo = {
    let mut info = GameInfo::new("hex", "7/7/7/7/7/7/7 w - - 0 1");
    info.title = "Hex";
    info.counts_plies = true;
    info.bench = &["7/4p2/2P4/3P3/2p4/7/7 w - - 0 1", "7/2p1P2/4p2/2PP3/1p5/7/7 b - - 0 1"];
    info.bench_depth = 12;
    info
};

impl Notation for Hex {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self) {}

    /// Accepts any number of stones of each side, so that handicap games can be played.
    fn parse_with(_: (), text: &str) -> Result<Hex, TextError> {
        let fen = Fen::parse(text, &LAYOUT)?;
        let mut position = Hex { stones: [0; 2], side: fen.side };
        for (cell, owner) in fen.cells.iter().enumerate() {
            if let Some(owner) = owner {
                position.stones[owner.index()] |= 1 << cell;
            }
        }
        if position.connects(position.side) {
            return Err(text_error(text, 0, "a side to move that has not won yet"));
        }
        Ok(position)
    }

    fn print(&self) -> String {
        self.fen().print(&LAYOUT)
    }

    fn print_move(&self, m: Cell) -> String {
        squares::name(usize::from(m.0) % SIZE, usize::from(m.0) / SIZE)
    }

    /// The colours exchanged and the board transposed.
    fn flipped(&self) -> Option<Hex> {
        let stones = [1, 0].map(|side| {
            let mut set = 0;
            each(self.stones[side], |cell| set |= 1 << transposed(cell));
            set
        });
        Some(Hex { stones, side: !self.side })
    }

    fn picture(&self) -> Option<Picture> {
        Some(Picture::from_stones(&SHAPE, &self.fen().cells))
    }

    fn move_cells(&self, m: Cell) -> MoveCells {
        MoveCells::stone(m.0.into())
    }
}

impl Evaluation for Hex {
    type State = NetworkState<Hex>;

    fn evaluate(&self, _state: &Self::State, accumulators: &mut Accumulators<Hex>) -> i32 {
        accumulators.evaluate(self, || 0).clamp(-20_000, 20_000)
    }
}

impl Knowledge for Hex {
    const PARAMS: SearchParams = {
        let mut params = SearchParams::PLAIN;
        // An extra stone never harms, so no pass is better than the best move.
        params.null_move.is_on = true;
        // There are up to 49 moves, and most of them are far from the decisive cells.
        params.lmr.is_on = true;
        // The best answer depends on the move before it. If a stone is placed on one of the
        // two cells between linked stones, the answer is the other cell.
        params.continuation_history.is_on = true;
        // There is no quiescence search, as no move is tactical. No move is pruned unsearched,
        // as each may be the one that connects.
        params
    };
    /// There are no draws.
    const SCALE: Scale =
        Scale { win_rate: WinRate { midpoint: 0.0, ..Scale::USUAL.win_rate }, ..Scale::USUAL };

    fn may_be_drawn(&self) -> bool {
        false
    }

    fn null_move(&self) -> Option<Hex> {
        Some(Hex { side: !self.side, ..*self })
    }
}

impl Histories for Hex {
    const HISTORY_SIZE: usize = CELLS;
}

/// The inputs: which side's stone is on which cell. The second player sees the board
/// transposed, and so connects top and bottom too.
impl Networked for Hex {
    type Placements = PlacementSet<2>;

    fn shape(_: ()) -> NetworkShape {
        NetworkShape::new(2 * CELLS)
    }

    fn placements(&self) -> PlacementSet<2> {
        let [first, second] = self.stones;
        PlacementSet([first | second << CELLS, second >> (64 - CELLS)])
    }

    fn input(_: (), perspective: usize, placement: usize) -> usize {
        let (owner, cell) = (placement / CELLS, placement % CELLS);
        match perspective {
            0 => placement,
            _ => (1 - owner) * CELLS + transposed(cell),
        }
    }

    /// The other symmetry is the rotation by 180 degrees.
    fn symmetries(_: ()) -> usize {
        2
    }

    fn symmetric(_: (), symmetry: usize, placement: usize) -> usize {
        let (owner, cell) = (placement / CELLS, placement % CELLS);
        if symmetry == 0 { placement } else { owner * CELLS + CELLS - 1 - cell }
    }
}

fn main() -> std::process::ExitCode {
    plyglot::main(plyglot_engine::Registry::new::<Hex>().trainable::<Hex>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::laws;
    use plyglot_core::game::network::Placements;
    use plyglot_core::game::random::Random;

    #[test]
    fn keeps_the_laws() {
        laws::check::<Hex>(100, 1).unwrap();
    }

    #[test]
    fn neighbours_agree_with_coordinates() {
        let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
        let place = |cell: usize| ((cell / SIZE) as i32, (cell % SIZE) as i32);
        for (a, b) in (0..CELLS * CELLS).map(|i| (i / CELLS, i % CELLS)) {
            let ((row, column), (other_row, other_column)) = (place(a), place(b));
            let expected = steps.contains(&(other_row - row, other_column - column));
            assert_eq!(neighbours(1 << a) >> b & 1 == 1, expected, "{a} and {b}");
        }
    }

    #[test]
    fn each_side_wins_by_connecting_its_own_edges() {
        for (text, outcome) in [
            ("3P3/3P3/3P3/3P3/3P3/3P3/3P3 b", Some(Outcome::Lost)),
            ("6P/5P1/4P2/3P3/2P4/1P5/P6 b", Some(Outcome::Lost)),
            ("P6/1P5/2P4/3P3/4P2/5P1/6P b", None),
            ("7/7/7/PPPPPPP/7/7/7 b", None),
            ("7/7/7/ppppppp/7/7/7 w", Some(Outcome::Lost)),
            ("7/7/3pp2/ppp1ppp/7/7/7 w", Some(Outcome::Lost)),
            ("7/7/7/ppp1ppp/3p3/7/7 w", None),
        ] {
            assert_eq!(Hex::parse(text).unwrap().decided(), outcome, "{text}");
        }
        assert!(Hex::parse("7/7/7/ppppppp/7/7/7 b").is_err());
    }

    #[test]
    fn a_full_board_connects_exactly_one_side() {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let first = mix(random.below(1 << 30) as u64) & BOARD;
            let full = Hex { stones: [first, BOARD & !first], side: Side::First };
            assert_ne!(full.connects(Side::First), full.connects(Side::Second), "{full:?}");
        }
    }

    /// The inputs of a position from a side's perspective.
    fn inputs(position: &Hex, side: Side) -> Vec<usize> {
        let input = |placement| Hex::input((), position.perspective(side), placement);
        let mut inputs: Vec<usize> = position.placements().iter().map(input).collect();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn both_sides_have_the_same_inputs_for_the_same_position() {
        let position = Hex::parse("P5p/7/2Pp3/3P3/p6/7/1p4P w").unwrap();
        assert_eq!(inputs(&position, Side::First), [0, 16, 24, 48, 55, 66, 77, 92]);
        let flipped = position.flipped().unwrap();
        for side in [Side::First, Side::Second] {
            assert_eq!(inputs(&position, side), inputs(&flipped, !side));
        }
    }

    #[test]
    fn the_rotation_keeps_neighbours_and_perspectives() {
        let rotated = |set: u64| set.reverse_bits() >> (64 - CELLS);
        for placement in 0..Hex::shape(()).placements {
            let (turned, cell) = (Hex::symmetric((), 1, placement), placement % CELLS);
            assert_eq!(neighbours(1 << (turned % CELLS)), rotated(neighbours(1 << cell)));
            let seen = Hex::input((), 1, placement);
            assert_eq!(Hex::input((), 1, turned), Hex::symmetric((), 1, seen));
        }
    }

    #[test]
    fn text_reads_back() {
        let mut position = Hex::start(());
        for name in ["d4", "a1", "g2"] {
            let m = position.parse_move(name).unwrap();
            assert_eq!(position.print_move(m), name);
            position.play(m);
        }
        let text = "p6/6P/7/3P3/7/7/7 b - - 0 1";
        assert_eq!(position.print(), text);
        assert_eq!(Hex::parse(text).unwrap().print(), text);
        assert!(position.parse_move("a1").is_err(), "there is a stone");
        let picture = "  a b c d e f g\n1 O + + + + + +\n 2 + + + + + + X\n  3 +";
        assert!(position.diagram().starts_with(picture), "{}", position.diagram());
    }
}
