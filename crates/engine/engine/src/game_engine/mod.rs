//! [`Engine`] for one game, whose type it hides: its parts are in `rules`, `view`, `search` and
//! `solve`.

#[cfg(feature = "hash-file")]
mod hash_file;
mod openings;
pub(crate) mod options;
mod perft;
mod played;
mod retrograde;
mod rules;
mod search;
mod solve;
mod view;

use crate::interface::{Engine, MessageSink};
use crate::message::Message;
use crate::move_text::LegalMove;
use crate::referee::Referee;
use crate::searchers::Job;
pub use openings::{OpeningFinder, OpeningsRequest, RandomLine, openings, random_walk};
use options::GameOptions;
pub use perft::perft;
use played::UndoableMove;
use plyglot_core::game::network::Network;
use plyglot_core::game::{Glance, Knowledge, MoveNotation, Notation};
use plyglot_core::search::{Control, MAX_PLY, Root, Search};
use retrograde::{Endings, ValueTable};
use std::any::Any;
use std::cell::LazyCell;
use std::sync::{Arc, Mutex};

pub(super) struct GameEngine<G: Notation + Knowledge> {
    /// Shared with the jobs, as many may wait and the history may be long.
    root: Arc<Root<G>>,
    moves: Vec<Arc<UndoableMove<G>>>,
    options: GameOptions<G>,
    network: Option<Arc<Network>>,
    /// Shared with the jobs; one runs at a time. Made when the first one does, as many games
    /// are opened only for their rules.
    search: Arc<Mutex<LazyCell<Search<G>>>>,
    values: Mutex<Option<ValueTable>>,
    endings: Mutex<Option<Endings>>,
}

impl<G: Notation + Knowledge> GameEngine<G> {
    pub(super) fn new(rules: G::Rules) -> GameEngine<G> {
        GameEngine {
            root: Arc::new(Root::new(G::start(rules))),
            moves: Vec::new(),
            options: GameOptions::new(rules),
            network: None,
            search: GameEngine::new_search(),
            values: Mutex::new(None),
            endings: Mutex::new(None),
        }
    }

    fn new_search() -> Arc<Mutex<LazyCell<Search<G>>>> {
        Arc::new(Mutex::new(LazyCell::new(Search::new)))
    }
}

impl<G: Notation + Knowledge> Engine for GameEngine<G> {
    fn copy(&self) -> Box<dyn Engine> {
        Box::new(GameEngine {
            root: Arc::clone(&self.root),
            moves: self.moves.clone(),
            options: self.options.clone(),
            network: self.network.clone(),
            search: GameEngine::new_search(),
            values: Mutex::new(None),
            endings: Mutex::new(None),
        })
    }

    fn follow_game(&mut self, other: &dyn Referee) -> bool {
        let other: &dyn Any = other;
        let same = other.downcast_ref::<GameEngine<G>>();
        let Some(other) = same.filter(|other| other.info().name == self.info().name) else {
            return false;
        };
        self.root = Arc::clone(&other.root);
        self.moves = other.moves.clone();
        self.options.apply(&mut Arc::make_mut(&mut self.root).position);
        true
    }

    fn flip(&mut self) -> bool {
        let flipped = self.root.position.flipped();
        if let Some(position) = flipped {
            self.go_to(position);
            return true;
        }
        false
    }

    fn pass(&mut self) -> bool {
        let position = &self.root.position;
        let is_open = position.status().is_none() && position.glance() == Glance::Open;
        if G::PARAMS.null_move.is_on
            && is_open
            && let Some(passed) = position.null_move()
        {
            self.go_to(passed);
            return true;
        }
        false
    }

    fn perft(
        &self,
        depth: u16,
        first: Vec<String>,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job {
        let depth = depth.min(MAX_PLY as u16);
        let position = self.root.position.clone();
        Box::new(move |_| {
            let mut moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
            moves.retain(|&m| first.is_empty() || first.contains(&position.print_move(m)));
            let mut total = if depth == 0 { Some(1) } else { Some(0) };
            for m in moves {
                let count = perft(&position.after(m), depth - 1, &control);
                if let Some(count) = count {
                    send(Message::PerftMove { name: position.print_move(m), count });
                }
                total = total.zip(count).map(|(total, count)| total + count);
            }
            send(match total {
                Some(total) => Message::PerftTotal(total),
                None => Message::Note("perft was stopped".to_owned()),
            });
        })
    }
}

fn forms<G: Notation>(position: &G, m: G::Move, notation: MoveNotation) -> LegalMove {
    LegalMove {
        name: position.print_move(m),
        record: position.write_move(m, notation),
        short: position.short_move(m),
        cells: position.move_cells(m),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, GameHistory, Registry};
    use plyglot_core::game::tictactoe::TicTacToe;

    fn game(start: &str, moves: &[&str]) -> Box<dyn Engine> {
        let mut game = Registry::new::<TicTacToe>().default_game().open();
        game.set_position(Some(start), moves).expect("it is legal");
        game
    }

    #[test]
    fn moves_are_taken_back() {
        let mut position = game("X........", &["b2"]);
        let before = position.position();
        let key = position.key();
        position.push("P@a1").expect("it is legal");
        assert!(position.push("P@a1").is_err());
        assert!(position.play_index(0) && !position.play_index(9));
        let GameHistory { start, moves } = position.history();
        assert_eq!((start, moves.len()), (game("X........", &[]).position(), 3));
        assert_eq!(moves[..2], ["P@b2", "P@a1"]);
        assert_eq!(position.undo().as_ref(), Some(&moves[2]));
        assert_eq!(position.undo().as_deref(), Some("P@a1"));
        assert_eq!((position.position(), position.key()), (before, key));
        assert_eq!(position.undo().as_deref(), Some("P@b2"));
        assert_eq!(position.undo(), None, "it was set up");
        assert_eq!(position.move_name(8), None);
    }

    #[test]
    fn copies_go_their_own_way() {
        let mut position = game("X........", &["b2"]);
        let mut copy = position.copy();
        copy.push("P@a1").expect("it is legal");
        assert_eq!(position.history().moves, ["P@b2"]);
        assert!(position.follow_game(&*copy));
        assert_eq!(position.history(), copy.history());
        copy.undo();
        assert_eq!(position.history().moves, ["P@b2", "P@a1"]);
    }
}
