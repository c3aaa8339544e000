//! Replays a written game by the rules.

use super::comment::{self, MoveComment};
use super::reader::{PgnError, PgnGame, PgnMove};
use super::tags;
use crate::engine::{Referee, Registry};
use crate::games::quote;
use crate::tournament::record::{GameRecord, GameResult, Opening, PlayedMove, Termination};
use crate::tournament::rules;

/// A game checked by the referee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// The position at the start; `None` for the game's start position.
    pub position: Option<String>,
    /// The moves: in the protocol's and in the records' notation.
    pub moves: Vec<(String, String)>,
    /// The final position as text; empty if the rules are unknown.
    pub final_position: String,
}

/// Plays the first `plies` moves of a game, or all if `None`. Without a referee, moves
/// stay as written.
///
/// # Errors
/// At a position or move that the rules do not allow.
pub fn replay(
    game: &PgnGame,
    referee: Option<&mut dyn Referee>,
    plies: Option<usize>,
) -> Result<Replay, PgnError> {
    let plies = plies.unwrap_or(usize::MAX);
    let Some(referee) = referee else {
        let moves = game.moves.iter().take(plies).map(|m| (m.text.clone(), m.text.clone()));
        let position = game.tag("FEN").map(str::to_owned);
        return Ok(Replay { position, moves: moves.collect(), ..Replay::default() });
    };
    let mut replay = Replay { position: start(game, referee)?, ..Replay::default() };
    for written in &game.moves {
        if replay.moves.len() == plies {
            break;
        }
        if !is_number(written, referee) {
            replay.moves.push(play(written, referee)?);
        }
    }
    replay.final_position = referee.position();
    Ok(replay)
}

fn start(game: &PgnGame, referee: &mut dyn Referee) -> Result<Option<String>, PgnError> {
    rules::place(referee, game.tag("FEN")).map_err(|error| PgnError {
        line: game.line,
        expected: format!("{} in the tag FEN", error.expected),
        found: error.found,
    })
}

/// Whether this is a move number without its dot.
fn is_number(written: &PgnMove, referee: &dyn Referee) -> bool {
    written.text.bytes().all(|b| b.is_ascii_digit()) && referee.read_move(&written.text).is_err()
}

fn play(written: &PgnMove, referee: &mut dyn Referee) -> Result<(String, String), PgnError> {
    let error =
        |expected: String| PgnError { line: written.line, expected, found: quote(&written.text) };
    let name = referee
        .read_move(&written.text)
        .map_err(|_| error(format!("a legal move in {}", referee.position())))?;
    let record = referee.play(&name).map_err(|e| error(e.expected))?;
    Ok((name, record))
}

/// Rebuilds the record of a game that [`print`](super::print) wrote. `names`: the
/// engines of the match. Times have the precision of the text; nodes are not in it.
///
/// # Errors
/// If the game breaks the rules, a player is not one of these engines, or a tag is
/// missing or unknown.
pub fn record(
    game: &PgnGame,
    names: &[String],
    registry: &Registry,
) -> Result<GameRecord, PgnError> {
    let mut referee = rules::referee(game.tag("Variant").unwrap_or("chess"), registry);
    let replay = match &mut referee {
        Some(referee) => replay(game, Some(referee.as_mut()), None)?,
        None => replay(game, None, None)?,
    };
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
        result: game.result.unwrap_or(GameResult::Unfinished),
        termination: termination(game)?,
        reason: game.tag("GameEndReason").unwrap_or_default().to_owned(),
        final_position: replay.final_position,
    })
}

fn played(((name, record), comment): ((String, String), MoveComment)) -> PlayedMove {
    let MoveComment { score, depth, time, .. } = comment;
    let (first_depth, nodes, ponder) = (None, None, None);
    PlayedMove {
        name,
        record,
        score,
        depth,
        first_depth,
        nodes,
        ponder,
        time,
        warnings: Vec::new(),
    }
}

/// The value of a tag, parsed by `read`.
fn tag<T>(
    game: &PgnGame,
    name: &str,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, PgnError> {
    let value = game.tag(name);
    value.and_then(read).ok_or_else(|| PgnError {
        line: game.line,
        expected: format!("{expected} in the tag {name}"),
        found: value.map_or_else(|| "none".to_owned(), quote),
    })
}

fn number(game: &PgnGame, name: &str) -> Result<u32, PgnError> {
    tag(game, name, "a number", |text| text.parse().ok())
}

fn player(game: &PgnGame, name: &str, names: &[String]) -> Result<usize, PgnError> {
    tag(game, name, "an engine of the match", |text| names.iter().position(|name| name == text))
}

fn termination(game: &PgnGame) -> Result<Termination, PgnError> {
    tag(game, "Termination", "a way in which games end", tags::read_termination)
}
