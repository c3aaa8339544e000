//! Finds the pattern on the board by which pieces are won.

use super::effect::{Effect, Motif};
use super::material::{Gain, LineExchange, PieceTally, number_of_each};
use super::positions::{after, after_pass};
use plyglot_core::game::{Picture, PieceKind, Side};
use plyglot_engine::{Engine, LegalMove, MoveText};

/// The pattern by which a line wins or loses pieces; `None` if it is no [`Motif`].
pub(super) fn motif(
    game: &dyn Engine,
    names: &[String],
    exchanges: &[LineExchange],
    gain: &Gain,
) -> Option<Motif> {
    let is_gain = gain.exchange.value() > 0;
    // Who begins wins by its own move, the other side by its reply.
    let first = usize::from(!is_gain);
    let takes = |ply: usize| {
        let change = exchanges[ply + 1].value() - exchanges[ply].value();
        if is_gain { change > 0 } else { change < 0 }
    };
    match gain.plies.checked_sub(first)? {
        1 => unprotected(game, names, first, gain.exchange.single()?),
        plies if plies >= 3 && !takes(first) && takes(first + 2) => follow_up(game, names, first),
        _ => None,
    }
}

/// The pieces of equal value that the first two moves of a line exchange on one cell.
pub(super) fn exchange(game: &dyn Engine, names: &[String]) -> Option<Effect> {
    if names.len() < 2 {
        return None;
    }
    let (first, before) = move_at(game, names, 0)?;
    let (back, between) = move_at(game, names, 1)?;
    if first.cells.to != back.cells.to {
        return None;
    }
    let cell = first.cells.to?;
    let own = PieceTally::kind(&between, cell)?;
    let other = PieceTally::kind(&before, cell)?;
    if own.value == other.value { Some(Effect::Exchange { own, other }) } else { None }
}

/// A capture of one piece on a cell that no move can enter next, by a piece that stays there.
fn unprotected(game: &dyn Engine, names: &[String], ply: usize, won: &PieceKind) -> Option<Motif> {
    let (taker, picture) = move_at(game, names, ply)?;
    let cell = taker.cells.to?;
    let is_there = PieceTally::kind(&picture, cell) == Some(won);
    let after = after(game, &names[..=ply]);
    let stays = side_at(&after.picture()?, cell) == side_at(&picture, taker.cells.from?);
    let is_safe = is_there && stays && !can_enter(&*after, cell);
    if is_safe { Some(Motif::Unprotected) } else { None }
}

/// A check or an attack by a piece that takes something with its next move.
fn follow_up(game: &dyn Engine, names: &[String], ply: usize) -> Option<Motif> {
    let (attacker, _) = move_at(game, names, ply)?;
    let (taker, _) = move_at(game, names, ply + 2)?;
    let from = attacker.cells.to?;
    let target = taker.cells.to?;
    if taker.cells.from != Some(from) {
        return None;
    }
    let after = after(game, &names[..=ply]);
    let picture = after.picture()?;
    let kind = PieceTally::kind(&picture, target)?;
    // Cells are also marked at the end of a game, after which no move follows.
    if !picture.marked.is_empty() {
        return Some(Motif::Check(number_of_each(&[kind])));
    }
    let passed = after_pass(&*after).ok()?;
    let targets = targets(&*passed, &picture, from);
    if targets.len() < 2 || !targets.contains(&target) {
        return None;
    }
    let pieces: Vec<&PieceKind> =
        targets.iter().filter_map(|&cell| PieceTally::kind(&picture, cell)).collect();
    Some(Motif::DoubleAttack(number_of_each(&pieces)))
}

/// The cells of pieces that the piece on a cell attacks and that are worth more than it, or
/// unprotected.
fn targets(game: &dyn Engine, picture: &Picture, from: usize) -> Vec<usize> {
    let own = PieceTally::value(picture, from);
    let mut targets = Vec::new();
    for LegalMove { name, cells, .. } in game.legal_moves() {
        let Some(cell) = cells.to else { continue };
        if cells.from != Some(from) || targets.contains(&cell) {
            continue;
        }
        if side_at(picture, cell) == side_at(picture, from) {
            continue;
        }
        let prize = PieceTally::value(picture, cell);
        let after = after(game, &[name]);
        if prize > own || prize > 0 && !can_enter(&*after, cell) {
            targets.push(cell);
        }
    }
    targets
}

fn move_at(game: &dyn Engine, names: &[String], ply: usize) -> Option<(LegalMove, Picture)> {
    let game = after(game, &names[..ply]);
    let played = game.legal_moves().into_iter().find(|m| m.name == names[ply])?;
    Some((played, game.picture()?))
}

fn side_at(picture: &Picture, cell: usize) -> Option<Side> {
    picture.cells.get(cell)?.as_ref()?.side
}

fn can_enter(game: &dyn MoveText, cell: usize) -> bool {
    game.legal_moves().iter().any(|m| m.cells.to == Some(cell))
}
