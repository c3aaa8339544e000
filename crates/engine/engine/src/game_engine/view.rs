//! [`MoveText`] and [`Pictures`] for one game.

use super::{GameEngine, forms, options};
use crate::interface::{MoveText, Pictures};
use crate::move_text::{LegalMove, Leniency, Paths, PositionError, read_move, read_move_part};
use crate::referee::Referee;
use plyglot_core::game::{
    Counted, Knowledge, MoveNotation, Notation, Picture, Side, Strength, TextError,
};
use std::collections::HashSet;

impl<G: Notation + Knowledge> MoveText for GameEngine<G> {
    fn legal_moves(&self) -> Vec<LegalMove> {
        self.map_moves(|position, m| forms(position, m, self.options.notation))
    }

    fn legal_move(&self, text: &str) -> Result<LegalMove, TextError> {
        let position = &self.root.position;
        let notation = self.options.notation;
        let found = read_move(position, text, Leniency::Typed, notation);
        found.map(|m| forms(position, m, notation))
    }

    fn legal_line(&self, line: &[String], notation: Option<MoveNotation>) -> Vec<LegalMove> {
        let notation = notation.unwrap_or(self.options.notation);
        let mut position = self.root.position.clone();
        let mut moves = Vec::new();
        for name in line {
            let read = position
                .parse_move(name)
                .or_else(|_| read_move(&position, name, Leniency::Typed, notation));
            let Ok(m) = read else { break };
            moves.push(forms(&position, m, notation));
            position.play(m);
        }
        moves
    }

    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>) {
        let mut moves = Vec::new();
        let mut first_error = None;
        // A repeated word is read once.
        let mut seen = HashSet::new();
        for (word, text) in words.iter().enumerate().filter(|(_, text)| seen.insert(**text)) {
            match self.moves_of(text) {
                Ok(more) => moves.extend(more),
                Err(error) => drop(first_error.get_or_insert(PositionError::Move { word, error })),
            }
        }
        let mut names = Vec::new();
        for m in self.root.position.legal_moves().into_iter().filter(|m| moves.contains(m)) {
            names.push(self.root.position.print_move(m));
        }
        (names, first_error)
    }

    fn notations(&self) -> Vec<&'static str> {
        options::notations::<G>(self.root.position.rules())
    }

    fn paths(&self, text: &str) -> Result<Paths, TextError> {
        let position = &self.root.position;
        let m = read_move_part(position, text, text)?;
        Ok(Paths { name: position.print_move(m), ways: position.paths(m) })
    }

    fn shortest_paths(&self) -> Vec<Vec<String>> {
        self.map_moves(|position, m| position.paths(m).into_iter().next().unwrap_or_default())
    }
}

impl<G: Notation + Knowledge> Pictures for GameEngine<G> {
    fn picture(&self) -> Option<Picture> {
        self.root.position.picture()
    }

    fn diagram(&self) -> String {
        let position = &self.root.position;
        let picture = position.diagram();
        let text = position.print();
        let key = position.key();
        format!("{}\n\nFen: {text}\nKey: {key:016X}", picture.trim_end())
    }

    fn checkers(&self) -> Vec<usize> {
        self.root.position.checkers()
    }

    fn attackers(&self, by: Side, cell: usize) -> Option<Vec<usize>> {
        self.root.position.attackers(by, cell)
    }

    fn strengths(&self) -> Vec<Strength> {
        self.root.position.strengths()
    }

    fn counted(&self) -> Option<Counted> {
        self.root.position.counted()
    }
}

impl<G: Notation + Knowledge> GameEngine<G> {
    /// A value of each legal move; none if the game is over.
    fn map_moves<T>(&self, value: impl Fn(&G, G::Move) -> T) -> Vec<T> {
        if self.result().is_some() {
            return Vec::new();
        }
        let position = &self.root.position;
        position.legal_moves().into_iter().map(|m| value(position, m)).collect()
    }
}
