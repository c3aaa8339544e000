//! Reference players of Othello, Breakthrough, Ataxx and Surakarta, to measure what their
//! networks are worth. They have Plyglot's search and all that it knows of these games, with
//! their solvers, except for the network and Surakarta's tables inside the tree.
//!
//! `cargo run --release --example reference_players -- plain`
//!
//! `plain` evaluates as a programmer would in an hour: Othello by mobility, corners and
//! stable edges, Breakthrough by advancement and threats, Ataxx by stones, Surakarta by stones
//! and lines. `none` evaluates every position to 0. `docs/measuring.md` has matches against
//! them.

#[macro_use]
#[path = "../tests/support/wrapped.rs"]
mod wrapped;

use clap::Parser;
use plyglot_core::game::network::{Networked, Placements};
use plyglot_core::game::random::mix;
use plyglot_core::game::{
    Depth, Effort, Evaluation, Exact, Game, GameInfo, Glance, Histories, Knowledge, MoveCells,
    Notation, Outcome, Picture, SearchParams, Side, Solver, SolverContext, TextError, Which,
};
use plyglot_engine::Registry;
use plyglot_games::ataxx::Ataxx;
use plyglot_games::breakthrough::Breakthrough;
use plyglot_games::othello::Othello;
use plyglot_games::surakarta::Surakarta;
use std::io::{self, BufReader};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A game with its plain evaluation, or with none.
#[derive(Clone, Debug)]
struct Reference<G>(G);

/// An evaluation by the stones on the board.
trait PlainEvaluation: Networked + Notation<Rules = ()> {
    /// The value for the side to move in hundredths of a stone, from the stones of this
    /// side and of the other. Bit `files * rank + file` is a square, as the side to move
    /// sees the board.
    fn value(stones: [u64; 2]) -> i32;

    /// The squares of a set as the second player sees them.
    fn turned(set: u64) -> u64 {
        set
    }

    const SQUARES: usize;
    /// From the first player's placements to the second's.
    const PLACEMENTS: usize = Self::SQUARES;

    /// The stones of the side to move, and of the other, as it sees them. The placements
    /// of a player begin with the stones, and those of the first player come first.
    fn stones(&self) -> [u64; 2] {
        let mut stones = [0, 0];
        for at in self.placements().iter() {
            let (player, square) = (at / Self::PLACEMENTS, at % Self::PLACEMENTS);
            if player < 2 && square < Self::SQUARES {
                stones[player] |= 1 << square;
            }
        }
        match self.side() {
            Side::First => stones,
            Side::Second => [Self::turned(stones[1]), Self::turned(stones[0])],
        }
    }
}

/// The steps in the eight directions on a board of 8 x 8, as functions of sets.
fn steps_of_eight(set: u64) -> [u64; 8] {
    let (left, right) = (set & !FILE_A, set & !FILE_H);
    let (up, down) = (set << 8, set >> 8);
    [up, down, right << 1, left >> 1, right << 9, left << 7, right >> 7, left >> 9]
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;

impl PlainEvaluation for Othello {
    const SQUARES: usize = 64;

    /// A move is worth a tenth of a stone, a corner one and a half, a stable stone of the
    /// edge a quarter; a stone diagonally next to an empty corner costs a half.
    fn value([own, other]: [u64; 2]) -> i32 {
        let empty = !(own | other);
        let side = |own: u64, other: u64| {
            let mobility = othello_moves(own, other, empty).count_ones() as i32;
            let corners = (own & CORNERS).count_ones() as i32;
            let edges = stable_edges(own).count_ones() as i32;
            let bad = CORNER_AND_DIAGONAL
                .iter()
                .filter(|&&(corner, diagonal)| empty & corner != 0 && own & diagonal != 0);
            10 * mobility + 150 * corners + 25 * edges - 50 * bad.count() as i32
        };
        side(own, other) - side(other, own)
    }
}

const CORNERS: u64 = (1 | 1 << 7) * (1 | 1 << 56);
/// Each corner, and the square diagonally next to it.
const CORNER_AND_DIAGONAL: [(u64, u64); 4] =
    [(1, 1 << 9), (1 << 7, 1 << 14), (1 << 56, 1 << 49), (1 << 63, 1 << 54)];

fn othello_moves(own: u64, other: u64, empty: u64) -> u64 {
    (0..8).fold(0, |moves, direction| {
        let step = |set: u64| steps_of_eight(set)[direction];
        let line = (0..5).fold(step(own) & other, |line, _| line | step(line) & other);
        moves | step(line) & empty
    })
}

/// The stones that stand without a gap from a corner along an edge.
fn stable_edges(own: u64) -> u64 {
    [RANK_1, RANK_1 << 56, FILE_A, FILE_H].into_iter().fold(0, |all, edge| {
        let near = |set: u64| steps_of_eight(set)[..4].iter().fold(set, |all, step| all | step);
        let stable = own & CORNERS & edge;
        all | (0..7).fold(stable, |stable, _| near(stable) & own & edge)
    })
}

fn count_on_rank(set: u64, rank: usize) -> i32 {
    (set >> (8 * rank) & RANK_1).count_ones() as i32
}

impl PlainEvaluation for Breakthrough {
    const SQUARES: usize = 64;

    /// A stone is worth more with every rank, a stone that can be captured and is not
    /// defended less.
    fn value([own, other]: [u64; 2]) -> i32 {
        const BY_RANK: [i32; 8] = [115, 100, 102, 108, 120, 150, 200, 0];
        let up = |set: u64| (set & !FILE_A) << 7 | (set & !FILE_H) << 9;
        let down = |set: u64| (set & !FILE_A) >> 9 | (set & !FILE_H) >> 7;
        let (attacked, defended) = (down(other), up(own));
        let hanging = (own & attacked & !defended).count_ones() as i32;
        let captures = (other & up(own) & !down(other)).count_ones() as i32;
        let material: i32 = (0..8)
            .map(|rank| BY_RANK[rank] * (count_on_rank(own, rank) - count_on_rank(other, 7 - rank)))
            .sum();
        material + 50 * captures - 20 * hanging
    }

    fn turned(set: u64) -> u64 {
        set.swap_bytes()
    }
}

impl PlainEvaluation for Ataxx {
    const SQUARES: usize = 49;

    fn value([own, other]: [u64; 2]) -> i32 {
        100 * (own.count_ones() as i32 - other.count_ones() as i32)
    }
}

impl PlainEvaluation for Surakarta {
    const SQUARES: usize = 36;
    /// Stones, and stones that can be captured.
    const PLACEMENTS: usize = 72;

    /// Each line of a loop through a stone is worth a tenth of a stone: two, but one less
    /// for each edge that it stands on.
    fn value([own, other]: [u64; 2]) -> i32 {
        const RANKS: u64 = 0o77 | 0o77 << 30;
        const FILES: u64 = 0o41_41_41_41_41_41;
        let side = |set: u64| {
            let [stones, ranks, files] = [set, set & RANKS, set & FILES].map(u64::count_ones);
            120 * stones as i32 - 10 * (ranks + files) as i32
        };
        side(own) - side(other)
    }
}

wrap_rules!([G: PlainEvaluation] Reference<G>, G);

wrap_notation!([G: PlainEvaluation] Reference<G>, G, Reference, G::info(()));

impl<G: PlainEvaluation> Evaluation for Reference<G> {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        if IS_PLAIN.load(Relaxed) { G::value(self.0.stones()) } else { 0 }
    }
}

impl<G: PlainEvaluation> Knowledge for Reference<G> {
    const PARAMS: SearchParams = G::PARAMS;

    fn glance(&self) -> Glance {
        self.0.glance()
    }

    fn max_plies_left(&self) -> Option<u32> {
        self.0.max_plies_left()
    }

    fn cost(&self, m: G::Move, previous: Option<G::Move>) -> Depth {
        self.0.cost(m, previous)
    }

    fn threatens(&self, m: G::Move) -> bool {
        self.0.threatens(m)
    }

    fn null_move(&self) -> Option<Self> {
        self.0.null_move().map(Reference)
    }

    fn may_be_zugzwang(&self) -> bool {
        self.0.may_be_zugzwang()
    }

    fn capture_value(&self, m: G::Move) -> i32 {
        self.0.capture_value(m)
    }

    fn see_at_least(&self, m: G::Move, threshold: i32) -> bool {
        self.0.see_at_least(m, threshold)
    }

    fn solver() -> Option<&'static dyn Solver<Self>> {
        G::solver()?;
        Some(&ReferenceSolver)
    }
}

impl<G: PlainEvaluation> Histories for Reference<G> {
    const HISTORY_SIZE: usize = G::HISTORY_SIZE;
    const CAPTURED_KINDS: usize = G::CAPTURED_KINDS;
    const CORRECTION_KEYS: usize = G::CORRECTION_KEYS;

    fn captured_kind(&self, m: G::Move) -> usize {
        self.0.captured_kind(m)
    }

    /// The key of one side's stones, as the games have it.
    fn correction_key(&self, _state: &(), n: usize) -> u64 {
        mix(self.0.stones()[n])
    }

    fn history_index(&self, m: G::Move) -> usize {
        self.0.history_index(m)
    }
}

/// The game's own solver.
struct ReferenceSolver;

impl ReferenceSolver {
    fn solver<G: Knowledge>() -> &'static dyn Solver<G> {
        G::solver().expect("only games with a solver ask for it")
    }
}

impl<G: PlainEvaluation> Solver<Reference<G>> for ReferenceSolver {
    fn covers(&self, position: &Reference<G>) -> Result<(), &'static str> {
        Self::solver::<G>().covers(&position.0)
    }

    fn effort(&self, position: &Reference<G>) -> Effort {
        Self::solver::<G>().effort(&position.0)
    }

    fn finished(&self, position: &Reference<G>, outcome: Outcome) -> Exact {
        Self::solver::<G>().finished(&position.0, outcome)
    }

    fn value(&self, position: &Reference<G>, context: &SolverContext<'_>) -> Option<Exact> {
        Self::solver::<G>().value(&position.0, context)
    }

    fn outcome(&self, position: &Reference<G>, context: &SolverContext<'_>) -> Option<Outcome> {
        Self::solver::<G>().outcome(&position.0, context)
    }

    fn best(
        &self,
        position: &Reference<G>,
        value: Exact,
        context: &SolverContext<'_>,
    ) -> Option<G::Move> {
        Self::solver::<G>().best(&position.0, value, context)
    }

    fn values(
        &self,
        position: &Reference<G>,
        context: &SolverContext<'_>,
        each: &mut dyn FnMut(G::Move, Exact),
    ) -> Option<()> {
        Self::solver::<G>().values(&position.0, context, each)
    }

    fn score(&self, position: &Reference<G>, value: Exact) -> Option<i32> {
        Self::solver::<G>().score(&position.0, value)
    }

    fn by_solved_rules(&self, position: Reference<G>) -> Reference<G> {
        Reference(Self::solver::<G>().by_solved_rules(position.0))
    }

    fn is_in_book(&self, position: &Reference<G>) -> bool {
        Self::solver::<G>().is_in_book(&position.0)
    }
}

static IS_PLAIN: AtomicBool = AtomicBool::new(true);

/// A reference player of Othello, Breakthrough, Ataxx and Surakarta
#[derive(Parser)]
struct Arguments {
    /// How it evaluates
    #[arg(value_parser = ["plain", "none"])]
    player: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { player } = Arguments::parse();
    IS_PLAIN.store(player == "plain", Relaxed);
    let games = Registry::new::<Reference<Othello>>()
        .with::<Reference<Breakthrough>>()
        .with::<Reference<Ataxx>>()
        .with::<Reference<Surakarta>>();
    let leave = |_: &io::Error| std::process::exit(0);
    plyglot::run(games, [], BufReader::new(io::stdin()), io::stdout(), leave)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::laws;

    #[test]
    fn keep_the_laws() {
        laws::check::<Reference<Othello>>(30, 1).unwrap();
        laws::check::<Reference<Breakthrough>>(30, 1).unwrap();
        laws::check::<Reference<Ataxx>>(30, 1).unwrap();
        laws::check::<Reference<Surakarta>>(30, 1).unwrap();
    }

    fn value<G: PlainEvaluation>(text: &str) -> i32 {
        G::value(G::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).stones())
    }

    #[test]
    fn start_positions_are_even() {
        assert_eq!(value::<Othello>(Othello::INFO.start), 0);
        assert_eq!(value::<Breakthrough>(Breakthrough::INFO.start), 0);
        assert_eq!(value::<Ataxx>(Ataxx::INFO.start), 0);
        assert_eq!(value::<Surakarta>(Surakarta::INFO.start), 0);
    }

    #[test]
    fn ataxx_counts_stones() {
        assert_eq!(value::<Ataxx>("P5p/7/7/7/7/7/pPP3P w 0 1"), 200);
        assert_eq!(value::<Ataxx>("P5p/7/7/7/7/7/pPP3P b 0 1"), -200);
    }

    #[test]
    fn surakarta_counts_stones_and_lines() {
        // a1 in a corner has no line, b1 on the edge one, c3 inside two; f6 has none.
        assert_eq!(value::<Surakarta>("5p/6/6/2P3/6/PP4 w - - 0 1"), 100 + 110 + 120 - 100);
        assert_eq!(value::<Surakarta>("5p/6/6/2P3/6/PP4 b - - 0 1"), -230);
    }

    #[test]
    fn breakthrough_counts_ranks_and_threats() {
        // Ranks 4 and 2 of White, with 108 and 100; rank 6 of Black, which is its third,
        // with 102.
        assert_eq!(value::<Breakthrough>("8/8/p7/8/7P/8/7P/8 w 0 1"), 108 + 100 - 102);
        // White's stone on d4 attacks that on e5, and is attacked. Both are on the fourth
        // rank, and nothing is defended.
        assert_eq!(value::<Breakthrough>("8/8/8/4p3/3P4/8/8/8 w 0 1"), 50 - 20);
    }

    #[test]
    fn othello_counts_corners_edges_and_moves() {
        let set = |squares: &[u64]| squares.iter().fold(0, |set, square| set | 1 << square);
        // a1, b1 and c1: a corner, and three stable stones of an edge. h2 is neither.
        assert_eq!(Othello::value([set(&[0, 1, 2]), set(&[15])]), 150 + 3 * 25);
        // b2 next to the empty corner a1, against the corner h1.
        assert_eq!(Othello::value([set(&[9]), set(&[7])]), -50 - 150 - 25);
        // a5 can flip b5 by a move to c5. b5 can flip nothing.
        assert_eq!(Othello::value([set(&[32]), set(&[33])]), 10);
        // d4 and e5 against e4 and d5: two moves each.
        assert_eq!(Othello::value([set(&[27, 36]), set(&[28, 35])]), 0);
    }
}
