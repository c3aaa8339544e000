//! From a game as it is written to one that was played by the rules.

use super::comment::{self, Remark};
use super::reader::{PgnError, PgnGame, PgnMove};
use super::tags;
use crate::engine::{Referee, Registry};
use crate::games::quote;
use crate::tournament::record::{GameRecord, GameResult, Opening, PlayedMove, Termination};
use crate::tournament::rules;

/// A game that the referee has found legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// Where it began; `None` for the game's start position.
    pub position: Option<String>,
    /// The moves: as the protocol has them, and as records have them.
    pub moves: Vec<(String, String)>,
    /// Where it ended, as text; empty where no rules are known.
    pub final_position: String,
}

/// Plays the first `plies` moves of a game, all of them if there is no number.
/// Without a referee, moves stay as they are written.
///
/// # Errors
/// At a position or a move that the rules do not allow.
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

/// Whether this is the number of a move without its dot.
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

/// The record of a game that [`print`](super::print) wrote, between engines
/// of these names. Times are as exact as the text; nodes are not in it.
///
/// # Errors
/// When the game is against the rules, the players are none of these engines,
/// or its tags are not those of our records.
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
    let remarks: Vec<Remark> = game.moves.iter().map(|m| comment::read(&m.comment)).collect();
    let book = remarks.iter().take_while(|remark| remark.is_book).count();
    let opening_moves = replay.moves.iter().take(book).map(|(name, _)| name.clone()).collect();
    let played = replay.moves.into_iter().zip(remarks).skip(book).map(played).collect();
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

fn played(((name, record), remark): ((String, String), Remark)) -> PlayedMove {
    let Remark { score, depth, time, .. } = remark;
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

/// What a tag says, read by `read`.
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
