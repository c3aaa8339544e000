//! Positions of a line, and what is known of them without a search.

use super::facts::Strength;
use super::material::{LineExchange, PieceTally};
use plyglot_core::game::Side;
use plyglot_engine::Engine;

/// The game after these moves. They are legal, as they come from searches.
pub(super) fn after(place: &dyn Engine, names: &[String]) -> Box<dyn Engine> {
    let mut game = place.copy();
    names.iter().for_each(|name| go_on(&mut *game, name));
    game
}

fn go_on(game: &mut dyn Engine, name: &str) {
    let played = game.push(name);
    debug_assert!(played.is_ok(), "{played:?}");
}

/// The position after a pass; `None` where the rules have no pass, or refuse what follows.
pub(super) fn after_pass(place: &dyn Engine) -> Option<Box<dyn Engine>> {
    let mut passed = place.copy();
    if !passed.pass() {
        return None;
    }
    let start = passed.position();
    passed.set_position(Some(&start), &[]).ok()?;
    Some(passed)
}

/// The pieces won and lost by the side that begins a line, before its first move and after
/// each one; empty where more pieces mean nothing.
pub(super) fn exchanges(place: &dyn Engine, names: &[String]) -> Vec<LineExchange> {
    let mut game = place.copy();
    let mut tallies: Vec<PieceTally> = PieceTally::of_game(&*game).into_iter().collect();
    for name in names {
        go_on(&mut *game, name);
        tallies.extend(PieceTally::of_game(&*game));
    }
    LineExchange::along(&tallies, place.side())
}

/// What speaks for the side to move in a position beside its pieces.
pub(super) fn strengths(place: &dyn Engine) -> Vec<Strength> {
    let sign = if place.side() == Side::First { 1 } else { -1 };
    let strengths =
        place.strengths().into_iter().map(|(name, centi)| Strength { name, centi: sign * centi });
    strengths.collect()
}
