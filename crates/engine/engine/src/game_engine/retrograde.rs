//! Solves small games by exhaustion: finds all positions reachable from one, and works
//! out their values backwards from the ends of games (retrograde analysis).

use crate::message::TableCounts;
use plyglot_core::game::{Exact, Game, Outcome, PathRules, Side, Which};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The memory of a position in bytes, while all are worked out: its key and number in a hash table,
/// its side and value, and where its moves and those that lead to it begin.
const POSITION_BYTES: usize = 64;
/// The memory of a move in bytes, forwards and backwards.
const MOVE_BYTES: usize = 12;
const POSITIONS_PER_CHECK: usize = 1 << 10;

pub(super) struct ValueTable {
    numbers: HashMap<u64, u32>,
    /// By number, for the side to move.
    values: Vec<Exact>,
}

impl ValueTable {
    /// The table of all positions reachable from this one, made in at most `memory` bytes;
    /// `None` if interrupted. A game that goes on for ever is a draw.
    pub(super) fn new<G: Game>(
        root: &G,
        memory: usize,
        interrupt: &AtomicBool,
    ) -> Result<Option<ValueTable>, String> {
        let rules = root.path_rules()?;
        let Some(graph) = Graph::explore(root, memory, interrupt)? else { return Ok(None) };
        let table = graph.solve(&rules)?;
        let longest = table.counts().longest;
        let most = rules.most_plies.unwrap_or(u32::MAX);
        if u32::from(longest) >= most {
            return Err(format!(
                "a draw rule that allows more than {most} plies, as a win can take {longest}"
            ));
        }
        Ok(Some(table))
    }

    pub(super) fn value<G: Game>(&self, position: &G) -> Option<Exact> {
        let number = *self.numbers.get(&position.state_key())?;
        self.values.get(number as usize).copied()
    }

    pub(super) fn moves<G: Game>(&self, position: &G) -> Vec<(G::Move, Exact)> {
        let moves = if position.decided().is_none() { position.legal_moves() } else { Vec::new() };
        moves
            .into_iter()
            .filter_map(|m| {
                let mut child = position.clone();
                child.play(m);
                Some((m, self.value(&child)?.before_move(child.side() != position.side())))
            })
            .collect()
    }

    pub(super) fn line<G: Game>(&self, position: &G, mut visit: impl FnMut(&G, G::Move)) {
        let mut position = position.clone();
        let mut seen = HashSet::new();
        while seen.insert(position.state_key()) {
            let moves = self.moves(&position);
            let Some(best) = moves.iter().map(|&(_, value)| value).max() else { break };
            let Some(&(m, _)) = moves.iter().find(|&&(_, value)| value == best) else { break };
            visit(&position, m);
            position.play(m);
            position.forget_path();
        }
    }

    pub(super) fn counts(&self) -> TableCounts {
        let mut counts = TableCounts::default();
        for value in &self.values {
            match *value {
                Exact::Win(plies) => {
                    counts.won += 1;
                    counts.longest = counts.longest.max(plies);
                }
                Exact::Loss(plies) => {
                    counts.lost += 1;
                    counts.longest = counts.longest.max(plies);
                }
                Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => counts.drawn += 1,
            }
        }
        counts
    }
}

/// All positions that can come from one, numbered in the order in which they are found, and
/// the moves between them.
#[derive(Default)]
struct Graph {
    numbers: HashMap<u64, u32>,
    sides: Vec<Side>,
    ends: Vec<Option<Outcome>>,
    degrees: Vec<u32>,
    children: Vec<u32>,
}

impl Graph {
    fn explore<G: Game>(
        root: &G,
        memory: usize,
        interrupt: &AtomicBool,
    ) -> Result<Option<Graph>, String> {
        let mut graph = Graph::default();
        let mut root = root.clone();
        root.forget_path();
        graph.numbers.insert(root.state_key(), 0);
        let mut waiting = VecDeque::from([root]);
        while let Some(position) = waiting.pop_front() {
            graph.expand(&position, &mut waiting);
            let found = graph.numbers.len();
            let moves = graph.children.len();
            let used = found * POSITION_BYTES
                + moves * MOVE_BYTES
                + waiting.len() * std::mem::size_of::<G>();
            if used > memory || found > u32::MAX as usize {
                return Err(format!(
                    "a position with fewer reachable positions: {found} and their {moves} moves \
                     are more than {} MiB of hash hold",
                    memory >> 20
                ));
            }
            let is_time_to_check = graph.ends.len().is_multiple_of(POSITIONS_PER_CHECK);
            if is_time_to_check && interrupt.load(Relaxed) {
                return Ok(None);
            }
        }
        Ok(Some(graph))
    }

    /// Adds the moves of the position that is next in order. Positions that are new wait.
    fn expand<G: Game>(&mut self, position: &G, waiting: &mut VecDeque<G>) {
        let first = self.children.len();
        let mut end = position.decided();
        if end.is_none() {
            position.moves(Which::All, |m| {
                let mut child = position.clone();
                child.play(m);
                child.forget_path();
                let next = self.numbers.len() as u32;
                let number = *self.numbers.entry(child.state_key()).or_insert(next);
                self.children.push(number);
                if number == next {
                    waiting.push_back(child);
                }
            });
            if self.children.len() == first {
                end = Some(position.stalled());
            }
        }
        self.sides.push(position.side());
        self.ends.push(end);
        self.degrees.push((self.children.len() - first) as u32);
    }

    /// The positions from which a move leads to each: where those of a position begin, and all
    /// of them, one position after another.
    fn parents(&self) -> (Vec<usize>, Vec<u32>) {
        let mut ends = vec![0; self.ends.len() + 1];
        for &child in &self.children {
            ends[child as usize + 1] += 1;
        }
        for number in 1..ends.len() {
            ends[number] += ends[number - 1];
        }
        let starts = ends.clone();
        let mut parents = vec![0; self.children.len()];
        let mut moves = self.children.iter();
        for (parent, &degree) in self.degrees.iter().enumerate() {
            for &child in moves.by_ref().take(degree as usize) {
                let place = &mut ends[child as usize];
                parents[*place] = parent as u32;
                *place += 1;
            }
        }
        (starts, parents)
    }

    fn solve(mut self, rules: &PathRules) -> Result<ValueTable, String> {
        let (starts, parents) = self.parents();
        self.children = Vec::new();
        let parents = |number: u32| &parents[starts[number as usize]..starts[number as usize + 1]];
        if let Some(rule) = rules.repetition
            && self.has_cycle(&parents)
        {
            return Err(format!("a game without {rule}, as positions can repeat"));
        }
        let mut values: Vec<Option<Exact>> =
            self.ends.iter().map(|end| end.map(Exact::of_outcome)).collect();
        let is_decided = |end: &Option<Outcome>| end.is_some_and(|end| end != Outcome::Drawn);
        // In the order of their distances: all ends first, then what is one ply before them.
        let mut decided: Vec<u32> =
            (0..).zip(&self.ends).filter(|(_, end)| is_decided(end)).map(|(n, _)| n).collect();
        let mut open = self.degrees;
        let mut next = 0;
        while let Some(&number) = decided.get(next) {
            next += 1;
            let value = values[number as usize].unwrap_or(Exact::Draw);
            for &parent in parents(number) {
                let of_parent = &mut values[parent as usize];
                let open = &mut open[parent as usize];
                let opposes = self.sides[parent as usize] != self.sides[number as usize];
                let before = value.before_move(opposes);
                *open -= 1;
                // A loss is certain only when all moves lose, and the last is the longest.
                let is_known = *open == 0 || matches!(before, Exact::Win(_));
                if of_parent.is_none() && is_known {
                    *of_parent = Some(before);
                    decided.push(parent);
                }
            }
        }
        // Nobody can force an end.
        let values = values.into_iter().map(|value| value.unwrap_or(Exact::Draw)).collect();
        Ok(ValueTable { numbers: self.numbers, values })
    }

    /// Whether a game can go on for ever. It cannot if all positions can be removed one after
    /// another, each once the targets of all its moves are gone.
    fn has_cycle<'a>(&self, parents: &impl Fn(u32) -> &'a [u32]) -> bool {
        let mut open = self.degrees.clone();
        let mut gone: Vec<u32> =
            (0..).zip(&open).filter(|&(_, &open)| open == 0).map(|(number, _)| number).collect();
        let mut next = 0;
        while let Some(&number) = gone.get(next) {
            next += 1;
            for &parent in parents(number) {
                open[parent as usize] -= 1;
                if open[parent as usize] == 0 {
                    gone.push(parent);
                }
            }
        }
        gone.len() < self.ends.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Notation;
    use plyglot_core::game::tictactoe::TicTacToe;

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
            (self.at == RIGHT).then_some(Outcome::Lost)
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
        fn path_rules(&self) -> Result<PathRules, &'static str> {
            let repetition = self.is_open.then_some("a rule");
            Ok(PathRules { repetition, most_plies: None })
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
        for (place, value) in (0..).zip(values) {
            assert_eq!(table.value(&at(place)), Some(value), "{place}");
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
