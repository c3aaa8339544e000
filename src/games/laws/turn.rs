//! Keys that do not tell whose turn it is, or what may be played.

use crate::games::random::mix;
use crate::games::{Exact, Glance, Knowledge, Notation, Side};
use std::collections::HashMap;

/// What positions with the same key have in common, whichever side is to move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meaning {
    /// A hash of the packed moves, whatever their order.
    moves: u64,
    /// What else has to be the same where the sides to move differ: counters,
    /// which a key leaves out, may change it for one side.
    seen: (Side, i32, Option<Exact>, bool),
}

impl Meaning {
    fn of<G: Knowledge>(position: &G, state: &G::State) -> Meaning {
        let moves = position.legal_moves().into_iter();
        let moves = moves.map(|m| mix(G::pack(m).into())).fold(0, u64::wrapping_add);
        let glance = position.glance();
        let seen = (
            position.side(),
            position.evaluate(state),
            position.glance().known(),
            matches!(glance, Glance::Forced),
        );
        Meaning { moves, seen }
    }

    fn differs(&self, other: &Meaning) -> bool {
        let [(side, rest), (others, other_rest)] = [self, other].map(|meaning| {
            let (side, value, exact, is_forced) = meaning.seen;
            (side, (value, exact, is_forced))
        });
        self.moves != other.moves || side != others && rest != other_rest
    }
}

/// Positions with equal keys have the same moves, and where it is not the same
/// side that moves, the same value at first sight: the search takes one for the other.
pub(super) fn check<G: Notation + Knowledge>(
    position: &G,
    state: &G::State,
    text: &str,
    meanings: &mut HashMap<u64, Meaning>,
) -> Result<(), String> {
    if position.status().is_some() {
        return Ok(());
    }
    let meaning = Meaning::of(position, state);
    let known = meanings.entry(position.key()).or_insert_with(|| meaning.clone());
    if known.differs(&meaning) {
        return Err(format!(
            "positions with equal keys have the same moves and value: `{text}` has others than \
             one that came up before, with {:?} to move",
            known.seen.0
        ));
    }
    for turned in [turned::<G>(text), passed(position)].into_iter().flatten() {
        if turned.side() == position.side() || turned.key() != position.key() {
            continue;
        }
        if turned.status().is_some() || Meaning::of(&turned, &turned.state()).differs(&meaning) {
            return Err(format!(
                "a key tells the side to move where it matters: `{text}` and `{}` have the same",
                turned.print()
            ));
        }
    }
    Ok(())
}

/// The position after a pass, where the search may ask for it.
fn passed<G: Knowledge>(position: &G) -> Option<G> {
    let is_asked = (G::PARAMS.null_move_depth.0 > 0) && position.glance() == Glance::Open;
    if is_asked { position.null_move() } else { None }
}

/// The position with the other side to move, where its text has a word `w` or
/// `b` for that, and it can be.
fn turned<G: Notation>(text: &str) -> Option<G> {
    let turn = |word| match word {
        "w" => "b",
        "b" => "w",
        other => other,
    };
    let turned = text.split(' ').map(turn).collect::<Vec<_>>().join(" ");
    let position = G::parse(&turned).ok()?;
    (turned != text && position.print() == turned).then_some(position)
}
