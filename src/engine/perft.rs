//! Perft: the number of move sequences of a length, by which move generators
//! are checked against each other (chessprogramming.org "Perft").

use crate::games::{Game, Outcome, Which};
use crate::search::Control;

/// Counts the sequences of `depth` legal moves. Play stops where the game is
/// won or lost; draws by a counter do not stop it. `None` if it was stopped.
pub fn perft<G: Game>(position: &G, depth: u16, control: &Control) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if control.is_stopped() {
        return None;
    }
    Some(count(position, depth, control)).filter(|_| !control.is_stopped())
}

/// The count, or nonsense once `control` is stopped.
fn count<G: Game>(position: &G, depth: u16, control: &Control) -> u64 {
    if matches!(position.decided(), Some(Outcome::Won | Outcome::Lost)) {
        return 0;
    }
    if depth == 1 {
        return position.count();
    }
    let mut sum = 0;
    // Asked here, the flag costs nothing beside the plies below.
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
