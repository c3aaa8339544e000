//! Surakarta as its rules tell it, slowly.

use std::collections::BTreeSet;

/// The two loops as the rules list them; an arc lies behind each sixth entry.
pub const LOOPS: [&str; 2] = [
    "a2 b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1",
    "a3 b3 c3 d3 e3 f3 d1 d2 d3 d4 d5 d6 f4 e4 d4 c4 b4 a4 c6 c5 c4 c3 c2 c1",
];

/// The slow game: the stones by the names of their points, of the side to move
/// and of the other one.
#[derive(Clone)]
pub struct Slow {
    pub stones: [BTreeSet<String>; 2],
}

impl Slow {
    pub fn of(fen: &str) -> Slow {
        let mut words = fen.split(' ');
        let board = words.next().expect("a board");
        let own = if words.next() == Some("w") { 'P' } else { 'p' };
        let mut stones = [BTreeSet::new(), BTreeSet::new()];
        for (row, rank) in board.split('/').zip((1..=6).rev()) {
            let mut file = b'a';
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(empty) => file += empty as u8,
                    None => {
                        let point = format!("{}{rank}", char::from(file));
                        stones[usize::from(c != own)].insert(point);
                        file += 1;
                    }
                }
            }
        }
        Slow { stones }
    }

    /// All moves, as `a2b3`.
    pub fn moves(&self, loop_moves: bool) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for from in &self.stones[0] {
            for to in self.steps(from).into_iter().chain(self.rides(from, loop_moves)) {
                moves.insert(format!("{from}{to}"));
            }
        }
        moves
    }

    /// The game after a move, with the sides exchanged.
    pub fn after(&self, from: &str, to: &str) -> Slow {
        let [mut own, mut other] = self.stones.clone();
        own.remove(from);
        own.insert(to.to_owned());
        other.remove(to);
        Slow { stones: [other, own] }
    }

    fn is_empty(&self, point: &str) -> bool {
        !self.stones.iter().any(|side| side.contains(point))
    }

    fn steps(&self, from: &str) -> Vec<String> {
        let &[file, rank] = from.as_bytes() else { panic!("`{from}` is no point") };
        let mut targets = Vec::new();
        for file in file - 1..=file + 1 {
            for rank in rank - 1..=rank + 1 {
                let to = format!("{}{}", char::from(file), char::from(rank));
                let is_on_board = (b'a'..=b'f').contains(&file) && (b'1'..=b'6').contains(&rank);
                if is_on_board && self.is_empty(&to) {
                    targets.push(to);
                }
            }
        }
        targets
    }

    /// The targets of a stone along the loops.
    pub fn rides(&self, from: &str, loop_moves: bool) -> Vec<String> {
        let mut targets = Vec::new();
        for list in LOOPS {
            let list: Vec<&str> = list.split(' ').collect();
            for start in (0..24).filter(|&i| list[i] == from) {
                for step in [1, 23] {
                    let (mut at, mut arcs) = (start, 0);
                    for _ in 0..24 {
                        let next = (at + step) % 24;
                        arcs += usize::from(at / 6 != next / 6);
                        at = next;
                        let point = list[at];
                        if point != from && !self.is_empty(point) {
                            if arcs > 0 && self.stones[1].contains(point) {
                                targets.push(point.to_owned());
                            }
                            break;
                        }
                        if loop_moves && arcs > 0 && point != from {
                            targets.push(point.to_owned());
                        }
                    }
                }
            }
        }
        targets
    }
}
