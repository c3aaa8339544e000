//! Perft: the number of move sequences of a given length, for checking move generators
//! against each other (chessprogramming.org "Perft").

use plyglot_core::game::{Game, Outcome, Which};
use plyglot_core::search::Control;

/// The last plies are counted by recursion. The plies above them are kept on the heap:
/// a depth of 65,535 would overflow any stack.
const RECURSIVE_PLIES: u16 = 64;

/// Counts the sequences of `depth` legal moves. Play stops when the game is won or
/// lost, but not at draws by a counter. `None` if stopped.
pub fn perft<G: Game>(position: &G, depth: u16, control: &Control) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    // Each position of the line above the recursion, with its remaining moves.
    let mut line = Vec::new();
    let mut next = Some(position.clone());
    loop {
        if control.is_stopped() {
            return None;
        }
        if let Some(position) = next.take() {
            let left = depth - line.len() as u16;
            if left <= RECURSIVE_PLIES {
                total += count(&position, left, control);
            } else {
                let moves = position.legal_moves();
                line.push((position, moves));
            }
        }
        let Some((position, moves)) = line.last_mut() else { break };
        match moves.pop() {
            Some(m) => {
                let mut child = position.clone();
                child.play(m);
                next = Some(child);
            }
            None => drop(line.pop()),
        }
    }
    (!control.is_stopped()).then_some(total)
}

/// The count; meaningless once `control` is stopped.
fn count<G: Game>(position: &G, depth: u16, control: &Control) -> u64 {
    if matches!(position.decided(), Some(Outcome::Won | Outcome::Lost)) {
        return 0;
    }
    if depth == 1 {
        return position.count();
    }
    let mut sum = 0;
    // Checked only here, where it costs nothing beside the plies below.
    if depth > 2 && control.is_stopped() {
        return sum;
    }
    position.moves(Which::All, |m| {
        let mut child = position.clone();
        child.play(m);
        sum += count(&child, depth - 1, control);
    });
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Side;

    /// A game with one legal move, and two at every twenty-thousandth ply.
    #[derive(Clone)]
    struct Corridor(u32);

    impl Game for Corridor {
        type Move = u32;

        fn side(&self) -> Side {
            if self.0.is_multiple_of(2) { Side::First } else { Side::Second }
        }

        fn decided(&self) -> Option<Outcome> {
            None
        }

        fn moves(&self, _which: Which, mut visit: impl FnMut(u32)) {
            visit(1);
            if self.0 % 20_000 == 19_999 {
                visit(2);
            }
        }

        fn play(&mut self, _m: u32) {
            self.0 += 1;
        }

        fn key(&self) -> u64 {
            u64::from(self.0)
        }

        fn pack(m: u32) -> u32 {
            m
        }
    }

    #[test]
    fn no_depth_overflows_the_stack() {
        let control = Control::default();
        for (depth, sequences) in [(0, 1), (1, 1), (19_999, 1), (20_000, 2), (u16::MAX, 8)] {
            assert_eq!(perft(&Corridor(0), depth, &control), Some(sequences), "{depth} plies");
        }
        control.stop();
        assert_eq!(perft(&Corridor(0), u16::MAX, &control), None);
    }
}
