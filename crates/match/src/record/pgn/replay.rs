//! Replays a written game by the rules.

use super::reader::{PgnError, PgnGame, PgnMove};
use plyglot_core::game::{Mismatch, TextError, quote};
use plyglot_engine::{PositionError, Referee};

/// A game checked by the referee.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// The position at the start; `None` for the game's start position.
    pub position: Option<String>,
    /// The moves: in the protocol's and in the records' notation.
    pub moves: Vec<(String, String)>,
    /// The place of each in the moves as written, among which numbers without a dot may stand.
    pub places: Vec<usize>,
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
        let (position, moves) = (game.tag("FEN").map(str::to_owned), moves.collect::<Vec<_>>());
        let places = (0..moves.len()).collect();
        return Ok(Replay { position, moves, places, ..Replay::default() });
    };
    let mut replay = Replay { position: start(game, referee)?, ..Replay::default() };
    for (place, written) in game.moves.iter().enumerate() {
        if replay.moves.len() == plies {
            break;
        }
        if !is_number(written, referee) {
            replay.moves.push(play(written, referee)?);
            replay.places.push(place);
        }
    }
    replay.final_position = referee.position();
    Ok(replay)
}

fn start(game: &PgnGame, referee: &mut dyn Referee) -> Result<Option<String>, PgnError> {
    set_up(referee, game.tag("FEN")).map_err(|TextError { mut mismatch, .. }| {
        mismatch.expected.push_str(" in the tag FEN");
        PgnError { line: game.line, mismatch }
    })
}

/// Whether this is a move number without its dot.
fn is_number(written: &PgnMove, referee: &dyn Referee) -> bool {
    written.text.bytes().all(|b| b.is_ascii_digit()) && referee.read_move(&written.text).is_err()
}

fn play(written: &PgnMove, referee: &mut dyn Referee) -> Result<(String, String), PgnError> {
    let error = |expected: String| PgnError {
        line: written.line,
        mismatch: Mismatch::new(expected, quote(&written.text)),
    };
    let name = referee
        .read_move(&written.text)
        .map_err(|_| error(format!("a legal move in {}", referee.position())))?;
    let record = referee.play(&name).map_err(|e| error(e.mismatch.expected))?;
    Ok((name, record))
}

/// The fields of a position including its counters.
const FIELDS: usize = 6;

/// Sets up a position. Returns it as records store it: `None` for the start position,
/// otherwise as written, with missing counters added.
///
/// # Errors
/// If it is not a position of the game.
pub fn set_up(
    referee: &mut dyn Referee,
    position: Option<&str>,
) -> Result<Option<String>, TextError> {
    let set = |referee: &mut dyn Referee, position| {
        referee.set_position(position, &[]).map_err(|error| match error {
            PositionError::Start(error) | PositionError::Move { error, .. } => error,
        })
    };
    set(referee, None)?;
    let Some(text) = position else { return Ok(None) };
    let start = referee.position();
    set(referee, Some(text))?;
    let printed = referee.position();
    if printed == start {
        return Ok(None);
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    Ok(Some(if fields.len() < FIELDS { printed } else { fields.join(" ") }))
}
