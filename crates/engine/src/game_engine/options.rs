//! The values of one game's options, and its position with the moves that led there.

use crate::move_text::{PositionError, read_move_part};
use plyglot_core::game::{Game, GameInfo, MoveNotation, Notation, OptionSpec, TextError};
use plyglot_core::search::Root;
use std::sync::Arc;

#[derive(Clone)]
pub(super) struct GameOptions<G: Notation> {
    rules: G::Rules,
    values: Vec<(OptionSpec, String)>,
    /// How people read moves.
    pub(super) notation: MoveNotation,
}

/// The option of all games whose players write moves in several ways. Nothing in a dialogue depends
/// on it.
pub const NOTATION: &str = "Notation";

pub(super) fn notation_of<G: Notation>(
    rules: G::Rules,
    name: &str,
) -> Result<MoveNotation, String> {
    let names = notations::<G>(rules);
    let known = names.contains(&name).then(|| MoveNotation::named(name)).flatten();
    known.ok_or_else(|| format!("one of {}", names.join(", ")))
}

/// The names of a game's notations, the usual one first, and that of the protocol.
pub(super) fn notations<G: Notation>(rules: G::Rules) -> Vec<&'static str> {
    let own = G::notations(rules);
    let uci = (!own.contains(&MoveNotation::Uci)).then_some(MoveNotation::Uci);
    own.iter().copied().chain(uci).map(MoveNotation::name).collect()
}

impl<G: Notation> GameOptions<G> {
    pub(super) fn of(rules: G::Rules) -> GameOptions<G> {
        let default = |&spec: &OptionSpec| (spec, spec.kind.default().to_owned());
        let values = G::info(rules).options.iter().map(default).collect();
        GameOptions { rules, values, notation: G::notations(rules)[0] }
    }

    pub(super) fn info(&self) -> &'static GameInfo {
        G::info(self.rules)
    }

    /// Returns whether anything changed; an unknown option or value changes nothing.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        if name == NOTATION {
            let before = self.notation;
            self.notation = notation_of::<G>(self.rules, value).unwrap_or(before);
            return self.notation != before;
        }
        let Some((spec, current)) = self.values.iter_mut().find(|(spec, _)| spec.name == name)
        else {
            return false;
        };
        match spec.kind.read(value) {
            Some(word) if word != *current => {
                *current = word;
                true
            }
            _ => false,
        }
    }

    #[cfg(feature = "hash-file")]
    pub(super) fn text(&self) -> String {
        let each: Vec<_> =
            self.values.iter().map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        each.join(" ")
    }

    pub(super) fn start(&self) -> G {
        let mut position = G::start(self.rules);
        self.apply(&mut position);
        position
    }

    pub(super) fn parse(&self, text: &str) -> Result<G, TextError> {
        let mut position = G::parse_with(self.rules, text)?;
        self.apply(&mut position);
        Ok(position)
    }

    pub(super) fn apply(&self, position: &mut G) {
        for (spec, value) in &self.values {
            position.set_option(spec.name, value);
        }
    }
}

pub(super) struct UndoableMove<G: Game> {
    pub(super) m: G::Move,
    pub(super) position: G,
    /// The keys that it forgot: see [`Root::play`].
    forgotten: Vec<u64>,
}

impl<G: Game> UndoableMove<G> {
    pub(super) fn play(root: &mut Root<G>, m: G::Move) -> UndoableMove<G> {
        let position = root.position.clone();
        UndoableMove { m, position, forgotten: root.play(m) }
    }

    pub(super) fn take_back(&self, root: &mut Root<G>) {
        root.take_back(self.position.clone(), self.forgotten.clone());
    }
}

pub(super) struct PlayedPosition<G: Game> {
    pub(super) root: Root<G>,
    pub(super) moves: Vec<Arc<UndoableMove<G>>>,
}

impl<G: Notation> PlayedPosition<G> {
    /// Parses a position (the start position if `None`) and plays the moves of these
    /// words. A word may contain several moves.
    pub(super) fn read(
        start: Option<&str>,
        words: &[&str],
        options: &GameOptions<G>,
    ) -> Result<PlayedPosition<G>, PositionError> {
        let start = start.map_or_else(|| Ok(options.start()), |text| options.parse(text));
        let position = start.map_err(PositionError::Start)?;
        let mut played = PlayedPosition { root: Root::new(position), moves: Vec::new() };
        for (word, text) in words.iter().enumerate() {
            // Nearly every word is one move, which is then parsed once.
            if let Ok(m) = played.root.position.read_move(text) {
                played.play(m);
                continue;
            }
            for part in G::split_moves(text) {
                let m = read_move_part(&played.root.position, text, part)
                    .map_err(|error| PositionError::Move { word, error })?;
                played.play(m);
            }
        }
        Ok(played)
    }

    fn play(&mut self, m: G::Move) {
        self.moves.push(Arc::new(UndoableMove::play(&mut self.root, m)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_text::WrittenPosition;
    use plyglot_core::game::TextError;
    use plyglot_core::game::tictactoe::TicTacToe;

    fn read_text(text: &str) -> Result<TicTacToe, TextError> {
        let options = GameOptions::<TicTacToe>::of(());
        let read =
            |start: Option<&str>, moves: &[&str]| PlayedPosition::read(start, moves, &options);
        WrittenPosition::of(text).set_up(read).map(|played| played.root.position)
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        for (text, expected) in [
            ("startpos", "........."),
            (" startpos  moves", "........."),
            ("moves 4 0", "O...X...."),
            ("X........ moves b2", "X...O...."),
            ("startpos moves 4 P@a3 1", "OX..X...."),
        ] {
            assert_eq!(read_text(text), TicTacToe::parse(expected), "{text}");
        }
    }
}
