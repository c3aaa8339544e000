//! What the rules of a game say of its course as a whole.

use super::pieces::Kind;
use super::walks::Size;
use crate::set::Set;
use plyglot_core::game::{Outcome, Side};
use plyglot_definition::{Definition, Enclosing, End, MaterialCounting, PieceMask, Walling};

#[derive(Debug)]
pub(crate) struct Character {
    /// Whether a move may change squares beside its own.
    pub(crate) has_effects: bool,
    /// Whether squares become walls, nothing is captured, and a side without a move loses.
    pub(crate) is_territorial: bool,
    /// Whether stones are only dropped, turn over those that they enclose, and the most win.
    pub(crate) is_reversi: bool,
    /// Whether a game may end in a draw, as far as the rules tell it.
    pub(crate) may_be_drawn: bool,
    /// Whether every move captures, but for passes and swaps.
    pub(crate) captures_alone: bool,
    pub(crate) has_hands: bool,
}

impl Character {
    pub(super) fn new<S: Set>(definition: &Definition, kinds: &[Kind<S>], size: Size) -> Character {
        Character {
            has_effects: has_effects(definition),
            is_territorial: is_territorial(definition, kinds),
            is_reversi: is_reversi(definition, kinds),
            may_be_drawn: may_be_drawn(definition, kinds, size),
            captures_alone: captures_alone(definition, kinds),
            has_hands: definition.has_hands(),
        }
    }
}

fn has_effects(definition: &Definition) -> bool {
    definition.effects.blast_on_capture
        || definition.effects.petrified_pieces != PieceMask::default()
        || definition.effects.flip_enclosed_pieces != Enclosing::None
        || definition.has_other_captures()
}

fn is_territorial<S: Set>(definition: &Definition, kinds: &[Kind<S>]) -> bool {
    let Definition { ends, turns, walls, .. } = definition;
    ends.stalemate_value == Outcome::Lost
        && !ends.stalemate_counts_pieces
        && !turns.has_passes()
        && !matches!(walls.rule, Walling::None | Walling::Duck)
        && !definition.drops.allowed
        && !has_effects(definition)
        && !definition.hops()
        && !kinds.iter().any(|kind| goes_anywhere(&kind.capture_targets))
}

/// Whether a game may end in a draw: if it may go on for ever, or ends in a way that may be one. It
/// does not go on if each move is one that nothing takes back: a wall that stays, a capture, or a
/// piece that is put and never moves.
fn may_be_drawn<S: Set>(definition: &Definition, kinds: &[Kind<S>], size: Size) -> bool {
    let Definition { walls, drops, .. } = definition;
    let moves = kinds.iter().any(|kind| goes_anywhere(&kind.quiet_targets));
    let captures = kinds.iter().any(|kind| goes_anywhere(&kind.capture_targets));
    let is_duck = walls.rule == Walling::Duck;
    let walls_stay = walls.rule != Walling::None && !is_duck && !walls.wall_or_move;
    let advances = !drops.allowed && !captures && kinds.iter().all(|kind| goes_forward(kind, size));
    let drops_again = drops.allowed && captures;
    let is_finite = walls_stay || advances || !(moves || drops_again);
    let moves_duck_alone = is_duck && walls.wall_or_move;
    // Each move fills or empties a square, so that no game is longer.
    let plies = u32::from(size.squares());
    let counts_moves = plies > 2 * u32::from(definition.repetition.n_move_rule);
    let mut ends = End::ALL.iter().filter(|end| end.results(definition).contains(&Outcome::Drawn));
    !is_finite
        || moves_duck_alone
        || definition.moves_otherwise()
        || ends.any(|&end| end != End::NoProgress || counts_moves)
}

/// Whether every move captures, but for passes and swaps, and changes its own squares alone.
fn captures_alone<S: Set>(definition: &Definition, kinds: &[Kind<S>]) -> bool {
    let Definition { turns, drops, walls, castling, promotion, .. } = definition;
    let has_quiet_moves = kinds.iter().any(|kind| goes_anywhere(&kind.quiet_targets))
        || drops.allowed
        || walls.wall_or_move
        || castling.allowed && castling.king_piece.is_some()
        || turns.has_cambodian_moves
        || promotion.sittuyin
        || definition.hops();
    !has_quiet_moves && !has_effects(definition)
}

/// Whether a kind moves nowhere but to ranks that lie before it.
fn goes_forward<S: Set>(kind: &Kind<S>, size: Size) -> bool {
    for side in Side::BOTH {
        for (from, targets) in (0..).zip(kind.quiet_targets[side]) {
            let (_, from_rank) = size.place(from);
            for to in targets.squares() {
                let (_, to_rank) = size.place(to);
                let is_before =
                    if side == Side::First { to_rank > from_rank } else { to_rank < from_rank };
                if !is_before {
                    return false;
                }
            }
        }
    }
    true
}

fn is_reversi<S: Set>(definition: &Definition, kinds: &[Kind<S>]) -> bool {
    let Definition { drops, effects, ends, .. } = definition;
    [drops.enclosing, effects.flip_enclosed_pieces] == [Enclosing::Reversi; 2]
        && ends.material_counting == MaterialCounting::Unweighted
        && ends.stalemate_value != Outcome::Won
        && ends.extinction_value != Some(Outcome::Won)
        && !definition.moves_otherwise()
        && kinds.iter().all(|kind| {
            ![&kind.quiet_targets, &kind.capture_targets].into_iter().any(goes_anywhere)
        })
}

fn goes_anywhere<S: Set>(targets: &[&[S]; 2]) -> bool {
    targets.iter().any(|by_square| by_square.iter().any(|targets| !targets.is_empty()))
}
