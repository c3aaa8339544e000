//! Rebuilds the record of a written game.

use super::comment::{self, MoveComment};
use super::tags;
use crate::record::{GameEnd, GameRecord, GameResult, Opening, PlayedMove, Termination};
use plyglot_core::game::quote;
use plyglot_engine::Registry;
use plyglot_records::pgn::{PgnGame, replay};
use plyglot_records::{Fault, find_game};

/// Rebuilds the record of a game that [`print`](super::print) wrote. `names`: the
/// engines of the match. Times have the precision of the text; nodes are not in it.
///
/// # Errors
/// If anything is wrong in the game, a player is not one of these engines, or a tag is
/// missing or unknown.
pub fn record(game: &PgnGame, names: &[String], registry: &Registry) -> Result<GameRecord, Fault> {
    let named = find_game(registry, game.tag("Variant").unwrap_or("chess"));
    let replay = match named {
        Some(named) => replay(game, Some(&mut *named.open()), None)?,
        None => replay(game, None, None)?,
    };
    if let Some(fault) = replay.faults.first() {
        return Err(fault.clone());
    }
    let comments: Vec<MoveComment> = game.moves.iter().map(|m| comment::read(&m.comment)).collect();
    let book = comments.iter().take_while(|comment| comment.is_book).count();
    let opening_moves = replay.moves.iter().take(book).map(|(name, _)| name.clone()).collect();
    let played = replay.moves.into_iter().zip(comments).skip(book).map(played).collect();
    Ok(GameRecord {
        number: number(game, "GameNumber")?.saturating_sub(1),
        round: number(game, "Round")?,
        engines: [player(game, "White", names)?, player(game, "Black", names)?],
        opening: Opening { position: replay.position, moves: opening_moves },
        moves: played,
        end: GameEnd {
            result: game.result.unwrap_or(GameResult::Unfinished),
            termination: termination(game)?,
            reason: game.tag("GameEndReason").unwrap_or_default().to_owned(),
        },
        final_position: replay.final_position,
    })
}

fn played(((name, record), comment): ((String, String), MoveComment)) -> PlayedMove {
    let MoveComment { score, depth, time, .. } = comment;
    PlayedMove { name, record, score, depth, time, ..PlayedMove::default() }
}

/// The value of a tag, parsed by `read`.
fn tag<T>(
    game: &PgnGame,
    name: &str,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Fault> {
    let value = game.tag(name);
    value.and_then(read).ok_or_else(|| {
        let found = value.map_or_else(|| "none".to_owned(), quote);
        Fault::cutting(game.line, format!("{expected} in the tag {name}"), found)
    })
}

fn number(game: &PgnGame, name: &str) -> Result<u32, Fault> {
    tag(game, name, "a number", |text| text.parse().ok())
}

fn player(game: &PgnGame, name: &str, names: &[String]) -> Result<usize, Fault> {
    tag(game, name, "an engine of the match", |text| names.iter().position(|name| name == text))
}

fn termination(game: &PgnGame) -> Result<Termination, Fault> {
    tag(game, "Termination", "a way in which games end", tags::read_termination)
}
