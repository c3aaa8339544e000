//! Nine Men's Morris, an example of a board of lines. Its rules are in `INFO`.
//! `cargo run --release --example morris -- board` plays it in the browser.

use plyglot_core::game::network::{
    Accumulators, NetworkShape, NetworkState, Networked, PlacementSet,
};
use plyglot_core::game::random::mix;
use plyglot_core::game::stones::{Fen, Layout};
use plyglot_core::game::{
    BoardShape, BoardStyle, Evaluation, Game, GameInfo, Histories, Knowledge, MoveCells, Notation,
    Outcome, Picture, Side, TextError, Which, text_error,
};

const LAYOUT: Layout = Layout { files: 7, ranks: 7, stones: [9, 9], letters: ["P", "p"] };

/// The points of the lines. They are counted rank by rank from a1, or from a7, as the board looks
/// the same from both sides.
#[rustfmt::skip]
const LINES: [&[usize]; 16] = [
    &[0, 3, 6], &[6, 27, 48], &[42, 45, 48], &[0, 21, 42], &[8, 10, 12], &[12, 26, 40],
    &[36, 38, 40], &[8, 22, 36], &[16, 17, 18], &[18, 25, 32], &[30, 31, 32], &[16, 23, 30],
    &[3, 10, 17], &[25, 26, 27], &[31, 38, 45], &[21, 22, 23],
];

const SHAPE: BoardShape = BoardShape::new(7, 7, BoardStyle::from_lines(&LINES));

/// No point: where stones come from that are placed.
const OFF: u8 = 49;

#[derive(Clone, Debug)]
struct Morris {
    /// The stones of each side on the board.
    stones: [u64; 2],
    side: Side,
    /// Plies since a stone was placed or taken.
    plies: u16,
    /// The number of the move, from 1. In the first nine, each side places a stone.
    number: u16,
}

/// A stone goes from a point to another, and takes one: each may be [`OFF`], but for `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    from: u8,
    to: u8,
    taken: u8,
}

fn members(set: u64) -> impl Iterator<Item = u8> {
    (0..=OFF).filter(move |point| set >> point & 1 == 1)
}

/// The stones of a side that are in mills.
fn in_mills(stones: u64) -> u64 {
    let mills = LINES.iter().map(|line| line.iter().fold(0, |mill, point| mill | 1_u64 << point));
    mills.filter(|mill| stones & *mill == *mill).fold(0, |all, mill| all | mill)
}

fn next_to(set: u64) -> u64 {
    let pairs = LINES.iter().flat_map(|line| line.windows(2));
    let both = pairs.flat_map(|pair| [[pair[0], pair[1]], [pair[1], pair[0]]]);
    both.fold(0, |next, [from, to]| next | (set >> from & 1) << to)
}

impl Morris {
    fn in_hand(&self, side: Side) -> u16 {
        let has_moved = side == Side::First && self.side == Side::Second;
        9_u16.saturating_sub(self.number - 1 + u16::from(has_moved))
    }

    /// The stones of a side, on the board and in hand.
    fn stone_count(&self, side: Side) -> u32 {
        self.stones[side.index()].count_ones() + u32::from(self.in_hand(side))
    }

    /// The evaluation without a network: a stone is worth 100.
    fn base(&self) -> i32 {
        100 * (self.stone_count(self.side) as i32 - self.stone_count(!self.side) as i32)
    }

    fn fen(&self) -> Fen {
        let Morris { stones, side, plies, number } = *self;
        Fen { cells: LAYOUT.cells(stones), side, plies, number }
    }
}

impl Game for Morris {
    type Move = Move;
    const REPEATS: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        let drawn = (self.plies >= 100).then_some(Outcome::Drawn);
        if self.stone_count(self.side) < 3 { Some(Outcome::Lost) } else { drawn }
    }

    fn stalled(&self) -> Outcome {
        Outcome::Lost
    }

    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        let [own, other] = [self.side, !self.side].map(|side| self.stones[side.index()]);
        let free = next_to(u64::MAX) & !(own | other);
        let outside = other & !in_mills(other);
        let takeable = if outside == 0 { other } else { outside };
        let places = self.in_hand(self.side) > 0;
        let goes_anywhere = places || own.count_ones() == 3;
        for from in members(if places { 1 << OFF } else { own }) {
            let reached = if goes_anywhere { free } else { free & next_to(1 << from) };
            for to in members(reached) {
                let takes = in_mills(own & !(1 << from) | 1 << to) >> to & 1 == 1 && takeable != 0;
                if which == Which::All || takes == (which == Which::Tactical) {
                    let taken = members(if takes { takeable } else { 1 << OFF });
                    taken.for_each(|taken| visit(Move { from, to, taken }));
                }
            }
        }
    }

    fn tactical(&self, m: Move) -> bool {
        m.taken != OFF
    }

    fn irreversible(&self, m: Move) -> bool {
        m.from == OFF || m.taken != OFF
    }

    fn play(&mut self, m: Move) {
        self.plies = if self.irreversible(m) { 0 } else { self.plies.saturating_add(1) };
        let own = &mut self.stones[self.side.index()];
        *own = *own & !(1 << m.from) | 1 << m.to;
        self.stones[(!self.side).index()] &= !(1 << m.taken);
        self.number = self.number.saturating_add(self.side.index() as u16);
        self.side = !self.side;
    }

    /// From the tenth move on, its number makes no difference.
    fn key(&self) -> u64 {
        let turn = u64::from(self.number.min(10)) << 1 | self.side.index() as u64;
        mix(mix(mix(self.stones[0]) ^ self.stones[1]) ^ turn)
    }

    fn pack(m: Move) -> u32 {
        1 << 18 | u32::from(m.taken) << 12 | u32::from(m.from) << 6 | u32::from(m.to)
    }
}

const INFO: GameInfo = {
    let mut info = GameInfo::new("morris", "7/7/7/7/7/7/7 w - - 0 1");
    info.title = "Nine Men's Morris";
    info.sides = ["white", "black"];
    info.bench_depth = 0;
    info.rules = "Each side places nine stones, then moves one to the next point of a line, or, with \
        three left, to any free point. Whoever closes a mill, three on a line, takes an enemy stone, \
        but one in a mill only if all are. A side with two stones or without a move loses. A game is \
        drawn by the third repetition, and by 50 moves of each side without a stone placed or taken.";
    info
};

impl Notation for Morris {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self) {}

    fn parse_with(_: (), text: &str) -> Result<Morris, TextError> {
        let Fen { cells, side, plies, number } = Fen::parse(text, &LAYOUT)?;
        let stones = [Side::First, Side::Second].map(|side| LAYOUT.set(&cells, side));
        let position = Morris { stones, side, plies, number: number.max(1) };
        if (stones[0] | stones[1]) & !next_to(u64::MAX) != 0 {
            return Err(text_error(text, 0, "stones on points of lines"));
        }
        match [side, !side].map(|side| position.stone_count(side)) {
            [0..=9, 3..=9] => Ok(position),
            _ => Err(text_error(text, 0, "three to nine stones, with those in hand")),
        }
    }

    fn print(&self) -> String {
        self.fen().print(&LAYOUT)
    }

    fn identity(&self) -> String {
        format!("{} {}", self.fen().identity(&LAYOUT), self.number.min(10))
    }

    /// `d6` places a stone, `d6d7` moves it; `xa7` behind that takes one.
    fn print_move(&self, m: Move) -> String {
        let name = |sign: &str, point: u8| match point {
            OFF => String::new(),
            _ => sign.to_owned() + &LAYOUT.name(point),
        };
        name("", m.from) + &name("", m.to) + &name("x", m.taken)
    }

    fn picture(&self) -> Option<Picture> {
        Some(Picture::from_stones(&SHAPE, &self.fen().cells))
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        let mut cells = MoveCells::stone(LAYOUT.flip(m.to.into()));
        cells.from = (m.from != OFF).then(|| LAYOUT.flip(m.from.into()));
        cells.taken = (m.taken != OFF).then(|| LAYOUT.flip(m.taken.into()));
        cells
    }
}

impl Evaluation for Morris {
    type State = NetworkState<Morris>;

    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Morris>) -> i32 {
        accumulators.evaluate(self, || self.base()).clamp(-20_000, 20_000)
    }
}

impl Histories for Morris {}
impl Knowledge for Morris {}

impl Networked for Morris {
    type Placements = PlacementSet<2>;

    fn shape(_: ()) -> NetworkShape {
        let mut shape = NetworkShape::new(2 * 49);
        shape.has_base = true;
        shape
    }

    fn placements(&self) -> PlacementSet<2> {
        PlacementSet::joined(self.stones, 49)
    }

    fn base_evaluation(&self) -> Option<i32> {
        Some(self.base())
    }
}

fn main() -> std::process::ExitCode {
    plyglot::main(plyglot_engine::Registry::new::<Morris>().trainable::<Morris>())
}

#[test]
fn keeps_the_laws() {
    plyglot_core::game::laws::check::<Morris>(100, 1).unwrap();
}
