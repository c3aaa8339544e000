//! A game up to a position, played by the rules.

use super::Answers;
use super::request::{MAX_MOVES, RequestRefusal, WrittenGame};
use plyglot_core::game::{MoveNotation, Picture, Side, TextError, quote, text_error};
use plyglot_engine::{Ending, Engine, LegalMove, Leniency, NOTATION, NamedGame, WrittenPosition};
use plyglot_study::{changed_cells, number_after};

#[derive(Clone, Debug)]
pub(super) struct PlayedStep {
    pub(super) side: Side,
    /// The number of the move as people count: one more whenever the first side moves after
    /// the second.
    pub(super) number: usize,
    pub(super) played: LegalMove,
}

/// The cells of the last move, beside those that it leaves and enters.
#[derive(Clone, Debug, Default)]
pub(super) struct LastMove {
    /// Its path, from origin to target; empty if it is obvious.
    pub(super) path: Vec<usize>,
    /// Others that it changed.
    pub(super) changed: Vec<usize>,
}

pub(super) struct GameLine {
    pub(super) game: NamedGame,
    pub(super) rules: Box<dyn Engine>,
    /// The first position; `None` if it is the usual one.
    pub(super) start: Option<String>,
    pub(super) steps: Vec<PlayedStep>,
    pub(super) last: LastMove,
    answers: Answers,
}

impl GameLine {
    pub(super) fn play(
        answers: &Answers,
        written: &WrittenGame,
    ) -> Result<GameLine, RequestRefusal> {
        let mut game = answers.find_game(&written.game)?;
        if let Some(notation) = &written.notation {
            let expected = |expected| {
                RequestRefusal::wrong(format!(
                    "notation: expected {expected}, found {}",
                    quote(notation)
                ))
            };
            game.open().prepare_option(NOTATION, notation).map_err(expected)?;
            game.notation = MoveNotation::named(notation);
        }
        let place = WrittenPosition::of(written.start.as_deref().unwrap_or("startpos"));
        let mut rules = game.open();
        let usual = rules.position();
        let set = |start: Option<&str>, _: &[&str]| rules.set_position(start, &[]);
        place.set_up(set).map_err(|error| RequestRefusal::of_text(&error))?;
        let position = rules.position();
        let start = (position != usual).then_some(position);
        let words = place.moves.iter().copied().chain(written.moves.iter().map(String::as_str));
        let words: Vec<&str> = words.collect();
        let mut line = GameLine {
            game,
            rules,
            start,
            steps: Vec::new(),
            last: LastMove::default(),
            answers: answers.clone(),
        };
        for (i, word) in words.iter().enumerate() {
            line.add(word, i + 1 == words.len())?;
        }
        Ok(line)
    }

    /// Takes moves back until so many are left.
    pub(super) fn go_back(&mut self, plies: usize) {
        while self.steps.len() > plies {
            self.steps.pop();
            self.rules.undo();
        }
    }

    /// Plays the moves of a word. Only the cells of the last one of a line are wanted.
    pub(super) fn add(&mut self, word: &str, is_last: bool) -> Result<(), RequestRefusal> {
        self.answers.check_wanted()?;
        // One move, in the words of most games.
        let error = match self.find(word) {
            Ok(legal) => return self.push(legal, is_last),
            Err(error) => error,
        };
        let Ok(played) = self.rules.play_word(word, Leniency::Exact) else {
            let number = self.steps.len() + 1;
            return Err(RequestRefusal::wrong(format!("move {number}: {error}")));
        };
        played.iter().for_each(|_| _ = self.rules.undo());
        for (i, (name, _)) in played.iter().enumerate() {
            let legal =
                self.find(name).map_err(|error| RequestRefusal::wrong(error.to_string()))?;
            self.push(legal, is_last && i + 1 == played.len())?;
        }
        Ok(())
    }

    /// The legal move that a text means. A draw that is due ends nothing: players may not have
    /// noticed fifty moves, or the third time.
    fn find(&self, text: &str) -> Result<LegalMove, TextError> {
        match self.rules.result() {
            Some((Some(_), Ending::Position(_))) => {
                Err(text_error(text, 0, "no more moves, as the game is over"))
            }
            _ => self.rules.legal_move(text),
        }
    }

    fn push(&mut self, m: LegalMove, is_last: bool) -> Result<(), RequestRefusal> {
        if self.steps.len() == MAX_MOVES {
            return Err(RequestRefusal::wrong(format!(
                "a game has at most {MAX_MOVES} moves here"
            )));
        }
        let (side, position) = (self.rules.side(), self.rules.position());
        let before = if is_last { self.rules.picture() } else { None };
        if let Some(picture) = &before {
            let ways = self.rules.paths(&m.name).map(|paths| paths.ways).unwrap_or_default();
            self.last.path = path_cells(picture, ways.first().map_or(&[], Vec::as_slice));
        }
        self.rules.push(&m.name).map_err(|_| {
            RequestRefusal::wrong(format!("internal error: move {} not recognised", m.name))
        })?;
        if let Some((before, after)) = before.zip(self.rules.picture()) {
            self.last.changed = changed_cells(&m, &before, &after);
        }
        let before = self.steps.last().map(|last| (last.number, last.side));
        let number = number_after(before, side, &position);
        self.steps.push(PlayedStep { side, number, played: m });
        Ok(())
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.steps.iter().map(|step| step.played.name.as_str()).collect()
    }

    /// The position as a text: its start, and the moves.
    pub(super) fn text(&self) -> String {
        let start = self.start.as_deref().unwrap_or("startpos");
        if self.steps.is_empty() {
            start.to_owned()
        } else {
            format!("{start} moves {}", self.names().join(" "))
        }
    }

    /// The command of the protocol that sets up the position.
    pub(super) fn command(&self) -> String {
        let fen = if self.start.is_some() { "fen " } else { "" };
        format!("position {fen}{}", self.text())
    }
}

/// The cells of a move's path, from origin to target; empty if it is obvious.
pub(super) fn path_cells(picture: &Picture, path: &[String]) -> Vec<usize> {
    if path.len() <= 2 {
        return Vec::new();
    }
    let cell = |point: &String| picture.shape.cell(point);
    path.iter().map(cell).collect::<Option<_>>().unwrap_or_default()
}

/// The moves of a line from a position in their form for people, at most `most`.
pub(super) fn shown_line(
    game: &NamedGame,
    position: &str,
    line: &[String],
    most: usize,
) -> Vec<String> {
    let mut rules = game.open();
    match rules.set_position(Some(position), &[]) {
        Ok(()) => plyglot_study::shown_line(rules, &line[..line.len().min(most)]),
        Err(_) => Vec::new(),
    }
}
