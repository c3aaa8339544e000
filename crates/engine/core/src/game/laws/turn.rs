//! Checks that keys distinguish the side to move and the legal moves.

use crate::game::random::mix;
use crate::game::{Exact, Glance, Knowledge, Notation, Side, evaluate};
use std::collections::HashMap;

/// The properties that positions with the same key must share, whichever side is to move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct KeyMeaning {
    /// A hash of the packed moves, independent of their order.
    moves: u64,
    side: Side,
    evaluation: i32,
    known: Option<Exact>,
    is_forced: bool,
}

impl KeyMeaning {
    fn new<G: Knowledge>(position: &G) -> KeyMeaning {
        let mut moves = 0_u64;
        for m in position.legal_moves() {
            moves = moves.wrapping_add(mix(G::pack(m).into()));
        }
        let glance = position.glance();
        let is_forced = glance == Glance::Forced;
        let evaluation = evaluate(position);
        KeyMeaning { moves, side: position.side(), evaluation, known: glance.known(), is_forced }
    }

    /// For the same side, counters that the key leaves out may change all but the moves.
    fn differs(&self, other: &KeyMeaning) -> bool {
        let on_its_side = KeyMeaning { side: other.side, ..self.clone() };
        self.moves != other.moves || self.side != other.side && on_its_side != *other
    }
}

/// Checks that positions with equal keys have the same moves and, if different sides are
/// to move, the same value and glance. The search takes one for the other.
pub(super) fn check<G: Notation + Knowledge>(
    position: &G,
    text: &str,
    meanings: &mut HashMap<u64, KeyMeaning>,
) -> Result<(), String> {
    if position.status().is_some() {
        return Ok(());
    }
    let meaning = KeyMeaning::new(position);
    let known = meanings.entry(position.key()).or_insert_with(|| meaning.clone());
    if known.differs(&meaning) {
        return Err(format!(
            "positions with equal keys have the same moves and value: `{text}` has others than \
             one that came up before, with {:?} to move",
            known.side
        ));
    }
    for turned in [turned(position, text), passed(position)].into_iter().flatten() {
        if turned.side() == position.side() || turned.key() != position.key() {
            continue;
        }
        if turned.status().is_some() || KeyMeaning::new(&turned).differs(&meaning) {
            return Err(format!(
                "a key tells the side to move where it matters: `{text}` and `{}` have the same",
                turned.print()
            ));
        }
    }
    Ok(())
}

fn passed<G: Knowledge>(position: &G) -> Option<G> {
    let is_searched = G::PARAMS.null_move.is_on && position.glance() == Glance::Open;
    if is_searched { position.null_move() } else { None }
}

/// The position with the other side to move, if its text has a word `w` or `b` for the
/// side and the changed text is valid.
fn turned<G: Notation>(position: &G, text: &str) -> Option<G> {
    let turned = text
        .split(' ')
        .map(|word| match word {
            "w" => "b",
            "b" => "w",
            other => other,
        })
        .collect::<Vec<_>>()
        .join(" ");
    let other = G::parse_with(position.rules(), &turned).ok()?;
    if turned != text && other.print() == turned { Some(other) } else { None }
}
