//! A bug in a game does not lose the game: whatever panics, a search answers.

use crate::support::panics::silence;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{
    Evaluation, Game, Histories, Knowledge, Notation, Outcome, SearchParams, Side, Which,
};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use std::cell::Cell as Counter;

const BUG: &str = "the bug in the evaluation";

thread_local! {
    /// Evaluations left before one panics.
    static FUSE: Counter<u64> = const { Counter::new(u64::MAX) };
}

/// Tic-tac-toe with a bug in its evaluation.
#[derive(Clone)]
struct Bomb(TicTacToe);

wrap_rules!([] Bomb, TicTacToe);

impl Evaluation for Bomb {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        let left = FUSE.get();
        assert!(left > 0, "{BUG}");
        FUSE.set(left - 1);
        0
    }
}

impl Histories for Bomb {}

impl Knowledge for Bomb {
    // Nothing is left out, so that there are many evaluations.
    const PARAMS: SearchParams = SearchParams::PLAIN;
}

#[test]
fn a_search_that_panics_answers_with_a_legal_move() {
    let table = &Table::new(1).expect("a MiB");
    let root = &Root::new(Bomb(TicTacToe::parse("X...O....").expect("a position")));
    silence(BUG);
    let mut panics = 0;
    for fuse in 0..200 {
        FUSE.set(fuse);
        let (limits, settings) = (&Limits::depth(4), &Settings::default());
        let task = Task { root, limits, settings, table, control: &Control::default() };
        let answer = Search::new().run(&task, &mut |_| ());
        let best = answer.best.expect("a move, as there are some");
        assert!(root.position.legal_moves().contains(&best), "{best:?} after {fuse} evaluations");
        panics += u32::from(answer.panicked);
    }
    assert!(panics > 20, "the bug was met {panics} times only");
}
