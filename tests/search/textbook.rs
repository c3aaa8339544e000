//! The searches of the textbooks: the size of their trees, and what an order of moves saves.

use crate::oracle::random_positions;
use crate::support::perft::depth_within;
use crate::support::search;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Knowledge, Notation};
use plyglot_core::search::{Answer, Limits, Root, Score, Settings, Textbook};
use plyglot_games::ataxx::Ataxx;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::othello::Othello;

/// The answer of a search, and the length of its line.
fn run<G: Knowledge>(
    position: &G,
    limits: &Limits<G::Move>,
    settings: &Settings,
) -> (Answer<G::Move>, usize) {
    let (answer, lines) = search::fresh(&Root::new(position.clone()), limits, settings);
    let length = lines.last().map_or(0, |line| line.pv.len());
    (answer, length)
}

fn settings(textbook: Textbook, iterative_deepening: bool) -> Settings {
    Settings { textbook: Some(textbook), iterative_deepening, ..Settings::search_alone() }
}

fn nodes<G: Knowledge>(position: &G, depth: u16, settings: &Settings) -> u64 {
    run(position, &Limits::depth(depth), settings).0.nodes
}

fn start<G: Notation<Rules = ()>>() -> G {
    G::start(())
}

/// The nodes of a tree are the positions of all its lines, the root aside.
fn check_tree<G: Notation<Rules = ()> + Knowledge>(leaves: &[u64]) {
    for textbook in [Textbook::Minimax, Textbook::Negamax] {
        let mut expected = 0;
        for (depth, leaves) in (1..).zip(leaves) {
            expected += leaves;
            let found = nodes(&start::<G>(), depth, &settings(textbook, false));
            assert_eq!(found, expected, "{} to depth {depth}", G::info(()).name);
        }
    }
}

/// The counts are those of the literature. No game is over in these plies.
#[test]
fn minimax_visits_every_line() {
    check_tree::<ConnectFour>(&[7, 49, 343, 2_401]);
    check_tree::<Othello>(&[4, 12, 56, 244, 1_396, 8_200]);
    check_tree::<Ataxx>(&[16, 256, 6_460]);
}

/// Tic-tac-toe has 549,946 positions on all lines, with the empty board.
#[test]
fn minimax_visits_all_of_tic_tac_toe() {
    let (answer, _) =
        run(&start::<TicTacToe>(), &Limits::depth(9), &settings(Textbook::Minimax, false));
    assert_eq!((answer.nodes, answer.score, answer.depth), (549_945, Score::DRAW, 9));
}

/// With equal scores, an order of moves saves nodes.
fn an_order_of_moves_saves_nodes<G: Notation<Rules = ()> + Knowledge>() {
    let (mut plain, mut ordered) = (0, 0);
    for position in random_positions::<G>(8, 20) {
        let limits = Limits::depth(depth_within(&position, 50_000));
        let search = |textbook| run(&position, &limits, &settings(textbook, false)).0;
        let [alpha_beta, better] = [Textbook::AlphaBeta, Textbook::OrderedAlphaBeta].map(search);
        assert_eq!(better.score, alpha_beta.score, "{}", position.print());
        plain += alpha_beta.nodes;
        ordered += better.nodes;
    }
    assert!(ordered < plain, "{}: {ordered} nodes, {plain} without an order", G::info(()).name);
}

each_game!(an_order_of_moves_saves_nodes);

#[test]
fn iterations_cost_their_nodes_in_minimax() {
    let position = &start::<Othello>();
    let direct = |depth| nodes(position, depth, &settings(Textbook::Minimax, false));
    let all = nodes(position, 4, &settings(Textbook::Minimax, true));
    assert_eq!(all, (1..=4).map(direct).sum::<u64>());
}

#[test]
fn the_ordered_search_reports_its_line() {
    for deepens in [false, true] {
        let settings = settings(Textbook::OrderedAlphaBeta, deepens);
        let (answer, length) = run(&start::<Othello>(), &Limits::depth(5), &settings);
        assert_eq!((length, answer.depth), (5, 5));
        assert!(answer.ponder.is_some());
    }
}

/// A search that goes to its depth at once has no shorter iteration to wait for.
#[test]
fn a_direct_search_ends_at_its_limit() {
    let limits = Limits { nodes: Some(1_000), ..Limits::depth(30) };
    for textbook in [None, Some(Textbook::Minimax), Some(Textbook::OrderedAlphaBeta)] {
        let direct = Settings { textbook, iterative_deepening: false, ..Settings::search_alone() };
        let (answer, _) = run(&start::<Chess>(), &limits, &direct);
        assert_eq!(answer.nodes, 1_001);
        assert!(answer.best.is_some() && answer.depth <= 30 && !answer.panicked);
    }
}

/// Without a depth there is nowhere to go at once.
#[test]
fn a_search_without_a_depth_deepens_in_any_case() {
    let direct = Settings { iterative_deepening: false, ..Settings::search_alone() };
    let [direct, usual] = [direct, Settings::search_alone()]
        .map(|settings| run(&start::<Chess>(), &Limits::nodes(5_000), &settings).0);
    assert_eq!(direct, usual);
}
