//! Breakthrough (Dan Troyka, 2000), an example of a board game. Stones step one square
//! straight or diagonally ahead and capture diagonally. The first stone on the last rank
//! wins. `docs/new_game.md` and `docs/stronger_game.md` explain each part.
//!
//! `cargo run --release --example breakthrough -- go nodes 100000`

use plyglot_core::game::random::mix;
use plyglot_core::game::stones::{Cells, Fen, Layout};
use plyglot_core::game::{
    BoardShape, BoardStyle, Centi, Evaluation, Exact, Game, GameInfo, Glance, Histories, Knowledge,
    Milli, MoveCells, Notation, Outcome, Picture, SearchParams, Side, TextError, Which, squares,
    text_error,
};

const LAYOUT: Layout = Layout { files: 8, ranks: 8, stones: [16, 16], letters: ["P", "p"] };
const SHAPE: BoardShape = BoardShape::new(8, 8, BoardStyle::Chequered);
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK: u64 = 0xFF;

/// The value of a stone on each rank, counted from its owner's side.
const WEIGHTS: [i16; 8] = [115, 100, 102, 108, 120, 150, 200, 0];

/// A position. Bit `8 * rank + file` is a square, a1 is bit 0.
#[derive(Clone, Debug)]
struct Breakthrough {
    /// The stones of each side.
    stones: [u64; 2],
    side: Side,
}

/// A move of a stone from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    from: u8,
    to: u8,
}

/// The squares of a set, the lowest first.
fn each(mut set: u64, mut visit: impl FnMut(u8)) {
    while set != 0 {
        visit(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}

impl Breakthrough {
    fn own(&self) -> u64 {
        self.stones[self.side.index()]
    }

    fn other(&self) -> u64 {
        self.stones[(!self.side).index()]
    }

    /// The squares that the side's stones reach on an empty board, straight ahead and to
    /// either side, with the difference in square index of such a step.
    fn ahead(&self) -> [(u64, i8); 3] {
        let own = self.own();
        match self.side {
            Side::First => [(own << 8, 8), ((own & !FILE_A) << 7, 7), ((own & !FILE_H) << 9, 9)],
            Side::Second => {
                [(own >> 8, -8), ((own & !FILE_H) >> 7, -7), ((own & !FILE_A) >> 9, -9)]
            }
        }
    }

    /// The first side's stones on each rank less the second side's, with ranks counted
    /// from each side's own first rank.
    fn lead(&self) -> [i32; 8] {
        let count = |stones: u64, rank: usize| (stones >> (8 * rank) & RANK).count_ones() as i32;
        std::array::from_fn(|rank| count(self.stones[0], rank) - count(self.stones[1], 7 - rank))
    }

    fn fen(&self) -> Fen {
        let bit = |cell| {
            let (file, rank) = LAYOUT.place(cell);
            1 << (8 * rank + file)
        };
        let owner = |cell| {
            let mut sides = [Side::First, Side::Second].into_iter();
            sides.find(|side| self.stones[side.index()] & bit(cell) != 0)
        };
        let cells: Cells = (0..64).map(owner).collect();
        Fen { cells, side: self.side, plies: 0, number: 1 }
    }
}

impl Game for Breakthrough {
    type Move = Move;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        let goal = if self.side == Side::First { RANK } else { RANK << 56 };
        (self.other() & goal != 0 || self.own() == 0).then_some(Outcome::Lost)
    }

    fn moves(&self, which: Which, mut visit: impl FnMut(Move)) {
        let (ahead, empty) = (self.ahead(), !(self.own() | self.other()));
        let mut reach =
            |targets, by| each(targets, |to| visit(Move { from: (to as i8 - by) as u8, to }));
        if which != Which::Quiet {
            ahead[1..].iter().for_each(|&(targets, by)| reach(targets & self.other(), by));
        }
        if which != Which::Tactical {
            ahead.iter().for_each(|&(targets, by)| reach(targets & empty, by));
        }
    }

    fn tactical(&self, m: Move) -> bool {
        self.other() >> m.to & 1 == 1
    }

    fn play(&mut self, m: Move) {
        self.stones[self.side.index()] ^= 1 << m.from | 1 << m.to;
        self.stones[(!self.side).index()] &= !(1 << m.to);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        mix(mix(mix(self.stones[0]) ^ self.stones[1]) ^ self.side.index() as u64)
    }

    fn pack(m: Move) -> u32 {
        u32::from(m.from) | u32::from(m.to) << 6 | 1 << 12
    }
}

const INFO: GameInfo = GameInfo {
    bench: &[
        "1ppppppp/p1pppp1p/1p4p1/8/3P4/P1P5/1P2PPPP/PPPPPPPP w - - 0 1",
        "1pp2p1p/p2pp1p1/3p4/2p2P2/1P6/3P1P2/P1P3PP/1P1P2PP b - - 0 1",
    ],
    bench_depth: 11,
    ..GameInfo::new("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1")
};

impl Notation for Breakthrough {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self) {}

    fn parse_with(_: (), text: &str) -> Result<Breakthrough, TextError> {
        let fen = Fen::parse(text, &LAYOUT)?;
        let mut stones = [0; 2];
        for (cell, owner) in fen.cells.iter().enumerate() {
            let (file, rank) = LAYOUT.place(cell);
            if let Some(owner) = owner {
                stones[owner.index()] |= 1 << (8 * rank + file);
            }
        }
        let position = Breakthrough { stones, side: fen.side };
        let goal = if position.side == Side::First { RANK << 56 } else { RANK };
        if position.own() & goal != 0 || position.other() == 0 {
            return Err(text_error(text, 0, "a side to move that has not won yet"));
        }
        Ok(position)
    }

    fn print(&self) -> String {
        self.fen().print(&LAYOUT)
    }

    fn print_move(&self, m: Move) -> String {
        let name = |square: u8| squares::name(usize::from(square % 8), usize::from(square / 8));
        name(m.from) + &name(m.to)
    }

    fn picture(&self) -> Option<Picture> {
        Some(Picture::of_stones(&SHAPE, &self.fen().cells))
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        let cell = |square: u8| LAYOUT.cell((square % 8).into(), (square / 8).into());
        MoveCells::walk(cell(m.from), cell(m.to))
    }
}

impl Evaluation for Breakthrough {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        let sum =
            self.lead().into_iter().zip(WEIGHTS).map(|(lead, weight)| lead * i32::from(weight));
        let sum: i32 = sum.sum();
        if self.side == Side::First { sum } else { -sum }
    }
}

impl Knowledge for Breakthrough {
    // First the features that are on by default, with the parameters worth tuning first,
    // then those that need functions of the game.
    const PARAMS: SearchParams = {
        let mut params = SearchParams::USUAL;
        params.reverse_futility.margin = Centi(60);
        params.futility.base = Centi(90);
        params.futility.margin = Centi(90);
        params.late_move.base = 3;
        params.lmr.base = Milli(800);
        params.lmr.slope = Milli(400);
        params.null_move.is_on = true;
        params.continuation_history.is_on = true;
        params.history_pruning.is_on = true;
        params
    };

    fn null_move(&self) -> Option<Breakthrough> {
        Some(Breakthrough { side: !self.side, ..*self })
    }

    /// A stone on the second-last rank wins with its next move, as a diagonal step cannot
    /// be blocked.
    fn glance(&self) -> Glance {
        let rank = if self.side == Side::First { RANK << 48 } else { RANK << 8 };
        match self.own() & rank {
            0 => Glance::Open,
            _ => Glance::Known(Exact::Win(1)),
        }
    }

    /// The farther a stone has advanced, the more its capture is worth.
    fn capture_value(&self, m: Move) -> i32 {
        let rank = usize::from(m.to / 8);
        let theirs = if self.side == Side::First { 7 - rank } else { rank };
        i32::from(WEIGHTS[theirs])
    }
}

impl Histories for Breakthrough {
    const HISTORY_SIZE: usize = 3 * 64;

    fn history_index(&self, m: Move) -> usize {
        usize::from(m.to) * 3 + usize::from(m.from % 8 + 1 - m.to % 8)
    }
}

fn main() -> std::process::ExitCode {
    plyglot::main(plyglot_engine::Registry::of::<Breakthrough>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::laws;

    #[test]
    fn keeps_the_laws() {
        laws::check::<Breakthrough>(100, 1).unwrap();
    }

    /// The eight stones of the second rank can go straight ahead, and seven to each side.
    /// The first moves of both sides do not interact.
    #[test]
    fn number_of_moves_agrees_with_counts_by_hand() {
        let start = Breakthrough::start(());
        let moves = start.legal_moves();
        assert_eq!(moves.len(), 22);
        for m in moves {
            let mut after = start.clone();
            after.play(m);
            assert_eq!(after.count(), 22, "after {}", start.print_move(m));
        }
        // b4 captures a5 and c5, and steps to neither; b5 blocks it.
        let taking = Breakthrough::parse("8/8/8/ppp5/1P6/8/8/8 w - - 0 1").unwrap();
        let names = taking.legal_moves().into_iter().map(|m| taking.print_move(m));
        assert_eq!(names.collect::<Vec<_>>(), ["b4a5", "b4c5"]);
    }
}
