//! Tic-tac-toe, whole: every game and every position, against the numbers
//! of the textbooks.

use crate::support::perft::perft;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Game, Notation, Outcome, Side, Which};
use std::collections::HashMap;

fn start() -> TicTacToe {
    TicTacToe::start(())
}

fn children(position: &TicTacToe) -> Vec<TicTacToe> {
    let position = *position;
    let play = |m| {
        let mut next = position;
        next.play(m);
        next
    };
    position.legal_moves().into_iter().map(play).collect()
}

/// Games that X wins, that O wins, and draws.
fn games(position: &TicTacToe) -> [u64; 3] {
    match (position.status(), position.side()) {
        (Some(Outcome::Drawn), _) => [0, 0, 1],
        (Some(_), Side::First) => [0, 1, 0],
        (Some(_), Side::Second) => [1, 0, 0],
        (None, _) => children(position)
            .iter()
            .map(games)
            .fold([0; 3], |sum, more| [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]]),
    }
}

fn collect(position: TicTacToe, seen: &mut HashMap<String, TicTacToe>) {
    if seen.insert(position.identity(), position).is_none() {
        children(&position).into_iter().for_each(|child| collect(child, seen));
    }
}

#[test]
fn counts_the_published_perft_numbers() {
    let published = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    let counted: Vec<u64> = (1..=9).map(|depth| perft(&start(), depth)).collect();
    assert_eq!(counted, published);
}

#[test]
fn there_are_255168_games() {
    assert_eq!(games(&start()), [131_184, 77_904, 46_080]);
}

#[test]
fn there_are_5478_positions_and_958_are_final() {
    let mut seen = HashMap::new();
    collect(start(), &mut seen);
    let ended = seen.values().filter(|position| position.status().is_some()).count();
    assert_eq!((seen.len(), ended), (5478, 958));
    let mut keys: Vec<u64> = seen.values().map(Game::key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 5478, "different keys");
}

/// Of all fillings of the board, `parse` takes those that a game can reach.
#[test]
fn parse_accepts_the_reachable_positions_alone() {
    let mut reachable = HashMap::new();
    collect(start(), &mut reachable);
    let mut accepted = 0;
    for code in 0..3usize.pow(9) {
        let cell = |i: u32| [".", "X", "O"][code / 3usize.pow(i) % 3];
        let text: String = (0..9).map(cell).collect();
        if let Ok(position) = TicTacToe::parse(&text) {
            assert!(reachable.contains_key(&position.identity()), "`{text}` cannot arise");
            accepted += 1;
        }
    }
    assert_eq!(accepted, 5478);
}

#[test]
fn there_are_no_tactical_moves() {
    let mut tactical = 0;
    start().moves(Which::Tactical, |_| tactical += 1);
    assert_eq!(tactical, 0);
}
