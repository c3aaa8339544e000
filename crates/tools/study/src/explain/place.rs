//! Positions of a line, and what is known of them without a search.

use super::facts::{NoPass, Strength};
use super::material::{LineExchange, PieceTally};
use plyglot_core::game::Side;
use plyglot_engine::{Engine, Pictures, Referee, Value};

/// A pass in records of games.
const PASS: &str = "pass";

/// The game after these moves. They are legal, as they come from searches.
pub(super) fn after(place: &dyn Engine, names: &[String]) -> Box<dyn Engine> {
    let mut game = place.copy();
    names.iter().for_each(|name| go_on(&mut *game, name));
    game
}

fn go_on(game: &mut dyn Referee, name: &str) {
    let played = game.push(name);
    debug_assert!(played.is_ok(), "{played:?}");
}

/// The position after a pass, or why it shows nothing.
pub(super) fn after_pass(place: &dyn Engine) -> Result<Box<dyn Engine>, NoPass> {
    let mut passed = place.copy();
    if !passed.pass() {
        return Err(if !place.checkers().is_empty() {
            NoPass::Check
        } else if place.legal_moves().iter().any(|m| m.record == PASS) {
            NoPass::Move
        } else if matches!(place.static_eval(), Value::End(_)) {
            NoPass::Decided
        } else {
            NoPass::Rules
        });
    }
    let start = passed.position();
    passed.set_position(Some(&start), &[]).map_err(|_| NoPass::Rules)?;
    Ok(passed)
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
pub(super) fn strengths(place: &dyn Pictures) -> Vec<Strength> {
    let sign = if place.side() == Side::First { 1 } else { -1 };
    place.strengths().into_iter().map(|(name, cp)| Strength { name, centi: sign * cp }).collect()
}
