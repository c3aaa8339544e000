//! [`Referee`] for one game: its rules and its history.

use super::GameEngine;
use super::options::{NOTATION, notation_of};
use super::played::{MoveLine, PlayedPosition, UndoableMove};
use crate::move_text::{
    Leniency, PositionError, is_null_move, parse_move_name, read_move, read_move_part, read_typed,
    split_word,
};
use crate::referee::{self, GameHistory, GameOver, LineOutcome, Referee, ReplayedMove};
use plyglot_core::game::{GameInfo, Knowledge, Notation, Side, TextError};
use plyglot_core::search::Root;
use std::sync::Arc;

impl<G: Notation + Knowledge> Referee for GameEngine<G> {
    fn info(&self) -> &'static GameInfo {
        self.options.info()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let PlayedPosition { root, moves } = PlayedPosition::read(start, moves, &self.options)?;
        self.root = Arc::new(root);
        self.moves = moves;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> bool {
        let is_new = self.options.set(name, value);
        if is_new {
            self.options.apply(&mut Arc::make_mut(&mut self.root).position);
        }
        is_new
    }

    fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String> {
        if name == NOTATION {
            return notation_of::<G>(self.root.position.rules(), value).map(|_| None);
        }
        G::prepare_option(name, value)
    }

    fn play(&mut self, name: &str) -> Result<String, TextError> {
        let m = parse_move_name(&self.root.position, name)?;
        let record = self.root.position.write_move(m, self.options.notation);
        self.play_move(m);
        Ok(record)
    }

    fn play_word(
        &mut self,
        word: &str,
        leniency: Leniency,
    ) -> Result<Vec<ReplayedMove>, TextError> {
        let notation = self.options.notation;
        let played = self.line().play_word(word);
        let count = match played {
            Ok(count) => count,
            Err(error) if leniency == Leniency::Exact => return Err(error),
            Err(error) => {
                let typed = read_typed(&self.root.position, word, notation);
                self.play_move(typed.ok_or(error)?);
                1
            }
        };
        let mut moves = Vec::new();
        for played in &self.moves[self.moves.len() - count..] {
            moves.push(ReplayedMove { name: played.name(), record: played.record(notation) });
        }
        Ok(moves)
    }

    fn push(&mut self, text: &str) -> Result<(), TextError> {
        let position = &self.root.position;
        let read = position.parse_move(text).or_else(|_| read_move_part(position, text, text));
        let error = match read {
            Ok(m) => {
                self.play_move(m);
                return Ok(());
            }
            Err(error) => error,
        };
        let is_played = is_null_move(text) && self.line().play_null_move();
        if is_played { Ok(()) } else { Err(error) }
    }

    fn undo(&mut self) -> Option<String> {
        let last = self.moves.pop()?;
        let root = Arc::make_mut(&mut self.root);
        last.take_back(root);
        // They may have been set after the move.
        self.options.apply(&mut root.position);
        Some(last.name_in(&self.root.position))
    }

    fn history(&self) -> GameHistory {
        self.history_from(0)
    }

    fn history_since_null_move(&self) -> GameHistory {
        let last = self.moves.iter().rposition(|played| played.is_null_move());
        self.history_from(last.map_or(0, |at| at + 1))
    }

    fn moves_made(&self) -> usize {
        self.moves.len()
    }

    fn play_index(&mut self, index: usize) -> bool {
        let found = self.root.position.legal_moves().get(index).copied();
        if let Some(m) = found {
            self.play_move(m);
        }
        found.is_some()
    }

    fn follow(&self, moves: &[&str]) -> LineOutcome {
        let mut root = Root::clone(&self.root);
        for (i, name) in moves.iter().enumerate() {
            if referee::result(&root).is_some() {
                return LineOutcome::Beyond(i);
            }
            let Ok(m) = parse_move_name(&root.position, name) else {
                return LineOutcome::Illegal(i);
            };
            root.play(m);
        }
        referee::result(&root).map_or(LineOutcome::Open, |over| LineOutcome::Ended(over.result))
    }

    fn occurrences(&self) -> usize {
        self.root.times_before() + 1
    }

    fn may_be_drawn(&self) -> bool {
        self.root.position.may_be_drawn()
    }

    fn side(&self) -> Side {
        self.root.position.side()
    }

    fn is_check(&self) -> bool {
        self.root.position.is_check()
    }

    fn result(&self) -> Option<GameOver> {
        referee::result(&self.root)
    }

    fn position(&self) -> String {
        self.root.position.print()
    }

    fn identity(&self) -> String {
        self.root.position.identity()
    }

    fn key(&self) -> u64 {
        self.root.position.key()
    }

    fn moves(&self) -> Vec<String> {
        let position = &self.root.position;
        position.legal_moves().into_iter().map(|m| position.print_move(m)).collect()
    }

    fn move_name(&self, index: usize) -> Option<String> {
        let position = &self.root.position;
        position.legal_moves().get(index).map(|&m| position.print_move(m))
    }

    fn legal_move_count(&self) -> usize {
        self.root.position.legal_moves().len()
    }

    fn move_space(&self) -> Option<Vec<String>> {
        G::move_space(self.root.position.rules()).map(|space| space.names())
    }

    fn read_move(&self, text: &str, leniency: Leniency) -> Result<String, TextError> {
        let position = &self.root.position;
        read_move(position, text, leniency, self.options.notation).map(|m| position.print_move(m))
    }
}

impl<G: Notation + Knowledge> GameEngine<G> {
    fn play_move(&mut self, m: G::Move) {
        let root = Arc::make_mut(&mut self.root);
        self.moves.push(Arc::new(UndoableMove::play(root, m)));
    }

    fn line(&mut self) -> MoveLine<'_, G> {
        MoveLine { root: Arc::make_mut(&mut self.root), moves: &mut self.moves }
    }

    fn history_from(&self, ply: usize) -> GameHistory {
        let moves = &self.moves[ply..];
        let start = moves.first().map_or(&self.root.position, |first| &first.position);
        let names = moves.iter().map(|played| played.name()).collect();
        GameHistory { start: start.print(), moves: names }
    }

    pub(super) fn go_to(&mut self, position: G) {
        self.root = Arc::new(Root::new(position));
        self.moves = Vec::new();
    }

    pub(super) fn moves_of(&self, word: &str) -> Result<Vec<G::Move>, TextError> {
        let position = &self.root.position;
        split_word(position, word)
            .into_iter()
            .map(|part| read_move_part(position, word, part))
            .collect()
    }
}
