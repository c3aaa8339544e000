//! Positions of a line, and what is known of them without a search.

use super::facts::NoPass;
use super::material::{LineExchange, PieceTally};
use plyglot_core::game::{Side, Strength};
use plyglot_engine::{Engine, Pictures, Referee, Value};

/// A pass in records of games.
const PASS: &str = "pass";

/// The game after these moves. They are legal, as they come from searches.
pub(super) fn after(game: &dyn Engine, names: &[String]) -> Box<dyn Engine> {
    let mut later = game.copy();
    names.iter().for_each(|name| go_on(&mut *later, name));
    later
}

fn go_on(game: &mut dyn Referee, name: &str) {
    let played = game.push(name);
    debug_assert!(played.is_ok(), "{played:?}");
}

/// The position after a pass, or why it shows nothing.
pub(super) fn after_pass(game: &dyn Engine) -> Result<Box<dyn Engine>, NoPass> {
    let mut passed = game.copy();
    if !passed.pass() {
        return Err(if game.is_check() {
            NoPass::Check
        } else if game.legal_moves().iter().any(|m| m.record == PASS) {
            NoPass::Move
        } else if matches!(game.static_eval(), Value::End(_)) {
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
pub(super) fn exchanges(game: &dyn Engine, names: &[String]) -> Vec<LineExchange> {
    let mut later = game.copy();
    let mut tallies: Vec<PieceTally> = PieceTally::from_game(game).into_iter().collect();
    for name in names {
        go_on(&mut *later, name);
        tallies.extend(PieceTally::from_game(&*later));
    }
    LineExchange::along(&tallies, game.side())
}

/// What speaks for the side to move in a position beside its pieces.
pub(super) fn strengths(game: &dyn Pictures) -> Vec<Strength> {
    let mut strengths = game.strengths();
    if game.side() == Side::Second {
        strengths.iter_mut().for_each(|strength| strength.centi = -strength.centi);
    }
    strengths
}
