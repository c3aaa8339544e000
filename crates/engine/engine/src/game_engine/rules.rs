//! [`Referee`] for one game: its rules and its history.

use super::GameEngine;
use super::options::{NOTATION, notation_of};
use super::played::{MoveLine, PlayedPosition, UndoableMove};
use crate::move_text::{
    Leniency, PositionError, parse_move_name, read_move, read_move_part, read_typed, split_word,
};
use crate::referee::{self, GameOver, LineOutcome, Referee, ReplayedMove};
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
        let root = Arc::make_mut(&mut self.root);
        let played = MoveLine { root, moves: &mut self.moves }.play_word(word);
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
            let name = played.position.print_move(played.m);
            let record = played.position.write_move(played.m, notation);
            moves.push(ReplayedMove { name, record });
        }
        Ok(moves)
    }

    fn push(&mut self, text: &str) -> Result<(), TextError> {
        let position = &self.root.position;
        let read = position.parse_move(text).or_else(|_| read_move_part(position, text, text));
        self.play_move(read?);
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        let last = self.moves.pop()?;
        let root = Arc::make_mut(&mut self.root);
        last.take_back(root);
        // They may have been set after the move.
        self.options.apply(&mut root.position);
        Some(self.root.position.print_move(last.m))
    }

    fn history(&self) -> (String, Vec<String>) {
        let start = self.moves.first().map_or(&self.root.position, |first| &first.position);
        let names = self.moves.iter().map(|played| played.position.print_move(played.m)).collect();
        (start.print(), names)
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
