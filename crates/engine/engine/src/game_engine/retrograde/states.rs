//! The positions that can be reached from one.

use super::graph::{Graph, MAX_NODES, NodeRef};
use super::{first_best, valued_moves};
use crate::message::TableCounts;
use plyglot_core::game::{Exact, Game};
use std::collections::{HashMap, HashSet, VecDeque};
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The memory of a position in bytes that its key takes, in a table with its number.
const STATE_BYTES: usize = 40;
const POSITIONS_PER_CHECK: usize = 1 << 10;

pub(in crate::game_engine) struct ValueTable {
    numbers: HashMap<u64, u32>,
    /// By number, for the side to move.
    values: Vec<Exact>,
}

impl ValueTable {
    /// The table of all positions reachable from this one, made in at most `memory` bytes;
    /// `None` if interrupted. A game that goes on for ever is a draw.
    pub(in crate::game_engine) fn new<G: Game>(
        root: &G,
        memory: usize,
        interrupt: &AtomicBool,
    ) -> Result<Option<ValueTable>, String> {
        let rules = root.path_rules()?;
        let Some((numbers, graph)) = explore(root, memory, interrupt)? else { return Ok(None) };
        let Some(values) = graph.solve(rules.repetition, interrupt)? else { return Ok(None) };
        let values = values.into_iter().map(|value| value.unwrap_or(Exact::Draw)).collect();
        let table = ValueTable { numbers, values };
        let longest = table.counts().longest;
        let limit = rules.max_plies.unwrap_or(u32::MAX);
        if u32::from(longest) >= limit {
            return Err(format!(
                "a draw rule that allows more than {limit} plies, as a win can take {longest}"
            ));
        }
        Ok(Some(table))
    }

    pub(in crate::game_engine) fn value<G: Game>(&self, position: &G) -> Option<Exact> {
        let number = *self.numbers.get(&position.state_key())?;
        self.values.get(number as usize).copied()
    }

    pub(in crate::game_engine) fn moves<G: Game>(&self, position: &G) -> Vec<(G::Move, Exact)> {
        valued_moves(position, |child| self.value(&child))
    }

    pub(in crate::game_engine) fn line<G: Game>(
        &self,
        position: &G,
        mut visit: impl FnMut(&G, G::Move),
    ) {
        let mut position = position.clone();
        let mut seen = HashSet::new();
        while seen.insert(position.state_key()) {
            let Some((m, _)) = first_best(self.moves(&position)) else { break };
            visit(&position, m);
            position.play(m);
            position.forget_path();
        }
    }

    pub(in crate::game_engine) fn counts(&self) -> TableCounts {
        let mut counts = TableCounts::default();
        self.values.iter().for_each(|&value| counts.add(value, 1));
        counts
    }
}

/// The numbers of positions, by all that decides what comes, and those that are to be expanded.
pub(super) struct States<G> {
    numbers: HashMap<u64, u32>,
    first: u32,
    waiting: VecDeque<G>,
}

impl<G: Game> States<G> {
    /// No positions; the first will have this number.
    pub(super) fn new(first: u32) -> States<G> {
        States { numbers: HashMap::new(), first, waiting: VecDeque::new() }
    }

    /// The number of a position. One that is new waits.
    pub(super) fn number(&mut self, position: G) -> u32 {
        let next = self.first + self.numbers.len() as u32;
        let number = *self.numbers.entry(position.state_key()).or_insert(next);
        if number == next {
            self.waiting.push_back(position);
        }
        number
    }

    /// The next position to be expanded, in the order of the numbers.
    pub(super) fn next(&mut self) -> Option<G> {
        self.waiting.pop_front()
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.numbers.len() * STATE_BYTES + self.waiting.len() * size_of::<G>()
    }
}

type Explored = (HashMap<u64, u32>, Graph);

/// All positions that can come from one, in the order in which they are found.
fn explore<G: Game>(
    root: &G,
    memory: usize,
    interrupt: &AtomicBool,
) -> Result<Option<Explored>, String> {
    let mut graph = Graph::default();
    let mut states = States::new(0);
    let mut root = root.clone();
    root.forget_path();
    states.number(root);
    while let Some(position) = states.next() {
        let find = |child| Ok::<_, Infallible>(NodeRef::Node(states.number(child)));
        let Ok(()) = graph.expand(&position, find);
        let found = states.len();
        let moves = graph.moves();
        let used = graph.bytes(found) + states.bytes();
        if used > memory || found as u64 >= MAX_NODES || moves >= u32::MAX as usize {
            return Err(format!(
                "a position with fewer reachable positions: {found} and their {moves} moves \
                 are more than {} MiB of hash hold",
                memory >> 20
            ));
        }
        let is_time_to_check = graph.len().is_multiple_of(POSITIONS_PER_CHECK);
        if is_time_to_check && interrupt.load(Relaxed) {
            return Ok(None);
        }
    }
    Ok(Some((states.numbers, graph)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::tictactoe::TicTacToe;
    use plyglot_core::game::{Notation, Outcome, PathRules, Side, Which};

    /// Stones on a row of points; a move shifts the only stone by one, and who brings it to the
    /// right end has won. Positions repeat.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Shift {
        at: u8,
        side: Side,
        /// Whether the left side of the row also has a way out.
        is_open: bool,
    }

    const RIGHT: u8 = 4;

    impl Game for Shift {
        type Move = i8;
        const REPEATS: bool = true;

        fn side(&self) -> Side {
            self.side
        }
        fn decided(&self) -> Option<Outcome> {
            if self.at == RIGHT { Some(Outcome::Lost) } else { None }
        }
        fn moves(&self, _: Which, mut visit: impl FnMut(i8)) {
            if self.at > 0 {
                visit(-1);
            } else if self.is_open {
                visit(0);
            }
            visit(1);
        }
        fn play(&mut self, m: i8) {
            self.at = self.at.saturating_add_signed(m);
            self.side = !self.side;
        }
        fn key(&self) -> u64 {
            u64::from(self.at) << 1 | self.side.index() as u64
        }
        fn pack(m: i8) -> u32 {
            m.unsigned_abs().into()
        }
        fn path_rules(&self) -> Result<PathRules, String> {
            let repetition = if self.is_open { Some("a rule") } else { None };
            Ok(PathRules { repetition, max_plies: None })
        }
    }

    fn table<G: Game>(root: &G) -> ValueTable {
        let made = ValueTable::new(root, 1 << 26, &AtomicBool::new(false));
        made.expect("it can be solved").expect("nobody interrupts")
    }

    #[test]
    fn who_need_not_let_the_other_win_draws() {
        // The first player is to move where the stone is on an odd point.
        let at = |at: u8| {
            let side = if at % 2 == 1 { Side::First } else { Side::Second };
            Shift { at, side, is_open: false }
        };
        let table = table(&at(1));
        // Next to the end the side to move wins, so neither side goes there, though the game could
        // end.
        let values = [Exact::Draw, Exact::Draw, Exact::Draw, Exact::Win(1), Exact::Loss(0)];
        for (point, value) in (0..).zip(values) {
            assert_eq!(table.value(&at(point)), Some(value), "{point}");
        }
        assert_eq!(table.value(&Shift { side: Side::Second, ..at(1) }), None);
        let counts = TableCounts { won: 1, drawn: 3, lost: 1, longest: 1 };
        assert_eq!(table.counts(), counts);
        let mut line = Vec::new();
        table.line(&at(1), |_, m| line.push(m));
        assert_eq!(line, [-1, 1]);
    }

    #[test]
    fn what_cannot_be_exact_or_does_not_fit_is_refused() {
        let refused = |root: &Shift, memory| {
            ValueTable::new(root, memory, &AtomicBool::new(false)).err().expect("it is refused")
        };
        let root = Shift { at: 1, side: Side::First, is_open: true };
        assert_eq!(refused(&root, 1 << 20), "a game without a rule, as positions can repeat");
        let error = refused(&root, 200);
        assert!(error.starts_with("a position with fewer reachable positions: 3 and "), "{error}");
        let interrupted = ValueTable::new(&TicTacToe::start(()), 1 << 26, &AtomicBool::new(true));
        assert!(matches!(interrupted, Ok(None)));
    }
}
