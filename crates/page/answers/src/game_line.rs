//! A game up to a position, played by the rules.

use super::Answers;
use super::request::{MAX_MOVES, RequestRefusal, WrittenGame};
use plyglot_core::game::quote;
use plyglot_engine::{
    ChosenGame, GameHistory, Line, PositionError, WrittenPosition, position_command,
};

pub(super) struct GameLine {
    pub(super) game: ChosenGame,
    pub(super) line: Line,
    answers: Answers,
}

impl GameLine {
    pub(super) fn play(
        answers: &Answers,
        written: &WrittenGame,
    ) -> Result<GameLine, RequestRefusal> {
        let mut game = answers.find_game(&written.game)?;
        if let Some(notation) = &written.notation {
            game = game.with_notation(notation).map_err(|expected| {
                RequestRefusal::wrong(format!(
                    "notation: expected {expected}, found {}",
                    quote(notation)
                ))
            })?;
        }
        let position = WrittenPosition::new(written.start.as_deref().unwrap_or("startpos"));
        let line = Line::new(game.open(), position.start, &[]).map_err(|error| match error {
            PositionError::Start(error) | PositionError::Move { error, .. } => {
                RequestRefusal::of_text(&error)
            }
        })?;
        let mut played = GameLine { game, line, answers: answers.clone() };
        for word in position.moves.into_iter().chain(written.moves.iter().map(String::as_str)) {
            played.add(word)?;
        }
        Ok(played)
    }

    pub(super) fn add(&mut self, word: &str) -> Result<(), RequestRefusal> {
        self.answers.check_wanted()?;
        let number = self.line.steps().len() + 1;
        if let Err(error) = self.line.play(word) {
            return Err(RequestRefusal::wrong(format!("move {number}: {error}")));
        }
        if self.line.steps().len() > MAX_MOVES {
            let text = format!("a game has at most {MAX_MOVES} moves here");
            return Err(RequestRefusal::wrong(text));
        }
        Ok(())
    }

    /// The position as a text: its start, and the moves.
    pub(super) fn text(&self) -> String {
        let start = self.line.start().unwrap_or("startpos");
        match &self.line.names()[..] {
            [] => start.to_owned(),
            names => format!("{start} moves {}", names.join(" ")),
        }
    }

    /// A first position, the usual one if `None`, and the moves from it, as any program knows them:
    /// from behind the last null move.
    pub(super) fn told(&self) -> (Option<String>, Vec<String>) {
        let GameHistory { start, moves } = self.line.rules().history_since_null_move();
        let is_whole = moves.len() == self.line.steps().len();
        (if is_whole { self.line.start().map(str::to_owned) } else { Some(start) }, moves)
    }

    /// The command of the protocol that sets up the position, for any program.
    pub(super) fn command(&self) -> String {
        let (start, moves) = self.told();
        position_command(start.as_deref(), &moves)
    }
}

/// The moves of a line from a position in their form for people, at most `max_moves`.
pub(super) fn shown_line(
    game: &ChosenGame,
    position: &str,
    line: &[String],
    max_moves: usize,
) -> Vec<String> {
    let mut rules = game.open();
    if rules.set_position(Some(position), &[]).is_err() {
        return Vec::new();
    }
    let legal = rules.legal_line(&line[..line.len().min(max_moves)], None);
    legal.iter().map(|m| m.shown().to_owned()).collect()
}
