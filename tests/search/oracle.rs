//! All searches agree: plain minimax is the oracle of the others.

use crate::support;
use crate::support::tree::Tree;
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Knowledge, Notation};
use plyglot_core::search::{
    Bound, Control, Limits, Root, Score, Search, Settings, Table, Task, Textbook,
};
use plyglot_games::chess::Chess;

struct Found {
    score: Score,
    /// The score of each root move where they were asked for.
    moves: Vec<(u32, Score)>,
    nodes: u64,
}

fn search<G: Knowledge>(position: &G, depth: u16, settings: &Settings) -> Found {
    let root = Root::new(position.clone());
    let (answer, reported) = support::search::fresh(&root, &Limits::depth(depth), settings);
    let mut lines = Vec::new();
    for line in reported {
        assert_eq!(line.bound, Bound::Exact);
        support::search::check_line(position, &line.pv);
        if line.rank == 1 {
            lines.clear();
        }
        lines.push((G::pack(line.pv[0]), line.score));
    }
    assert!(!answer.panicked);
    lines.sort();
    Found { score: answer.score, moves: lines, nodes: answer.nodes }
}

fn textbook(textbook: Textbook, multi_pv: usize) -> Settings {
    Settings { textbook: Some(textbook), multi_pv, ..Settings::search_alone() }
}

/// The same search without iterations before it.
fn direct(settings: Settings) -> Settings {
    Settings { iterative_deepening: false, ..settings }
}

fn uniform(multi_pv: usize) -> Settings {
    Settings { variable_depth: false, multi_pv, ..Settings::search_alone() }
}

/// Every search finds the same score, and the same score for every move. Returns the nodes of
/// minimax.
fn all_agree<G: Knowledge>(name: &str, position: &G, depth: u16) -> u64 {
    if position.legal_moves().is_empty() {
        return 0;
    }
    let expected = search(position, depth, &textbook(Textbook::Minimax, 99));
    let others = [
        ("negamax", textbook(Textbook::Negamax, 1)),
        ("alpha-beta", textbook(Textbook::AlphaBeta, 1)),
        ("ordered alpha-beta", textbook(Textbook::OrderedAlphaBeta, 1)),
        ("direct ordered alpha-beta", direct(textbook(Textbook::OrderedAlphaBeta, 1))),
        ("the full search", uniform(1)),
        ("the direct full search", direct(uniform(1))),
    ];
    for (other, settings) in others {
        let found = search(position, depth, &settings);
        let place = format!("{name} to depth {depth}: {other} against minimax");
        assert_eq!(found.score, expected.score, "{place}");
    }
    for settings in [uniform(99), textbook(Textbook::OrderedAlphaBeta, 99)] {
        let found = search(position, depth, &settings);
        assert_eq!(found.moves, expected.moves, "{name} to depth {depth}: scores of all moves");
    }
    expected.nodes
}

/// Entries that a search of varying depth left in the table are not used by the one that has to
/// find what minimax finds.
#[test]
fn searches_with_and_without_variable_depth_share_no_table_entries() {
    for position in random_positions::<Chess>(100, 40) {
        let (root, table) = (Root::new(position.clone()), Table::new(1).expect("a MiB"));
        let mut search = Search::new();
        let mut run = |settings: &Settings| {
            let (limits, control) = (&Limits::depth(2), &Control::default());
            let (root, table) = (&root, &table);
            search.run(&Task { root, limits, settings, table, control }, &mut |_| ()).score
        };
        run(&Settings::search_alone());
        let found = run(&uniform(1));
        let expected = self::search(&position, 2, &textbook(Textbook::AlphaBeta, 1));
        assert_eq!(found, expected.score, "{}", position.print());
    }
}

#[test]
fn all_searches_agree_on_random_trees() {
    for seed in 0..300 {
        for depth in 1..=6 {
            all_agree(&format!("tree {seed}"), &Tree::<true>::new(seed, 9), depth);
            all_agree(&format!("turnless tree {seed}"), &Tree::<false>::new(seed, 9), depth);
        }
    }
}

/// A search that sees every line to its end finds the true value, however
/// depth varies on the way.
#[test]
fn variable_depth_finds_the_value_of_whole_trees() {
    fn solves<G: Knowledge>(name: String, position: G) {
        if position.legal_moves().is_empty() {
            return;
        }
        let expected = search(&position, 8, &textbook(Textbook::Minimax, 99));
        let found = search(&position, 60, &Settings::search_alone());
        assert_eq!(found.score, expected.score, "{name}");
        let found = search(&position, 60, &Settings { multi_pv: 99, ..Settings::search_alone() });
        assert_eq!(found.moves, expected.moves, "{name}: scores of all moves");
    }
    for seed in 0..400 {
        solves(format!("tree {seed}"), Tree::<true>::new(seed, 7));
        solves(format!("turnless tree {seed}"), Tree::<false>::new(seed, 7));
    }
}

/// Open positions of random games of at most `plies` plies.
pub(crate) fn random_positions<G: Notation<Rules = ()>>(count: usize, plies: usize) -> Vec<G> {
    let mut random = Random::new(7);
    let mut choose = || {
        let mut game = random_game(G::start(()), plies + 1, &mut random);
        game.retain(|position| position.status().is_none());
        game.swap_remove(random.below(game.len()))
    };
    (0..count).map(|_| choose()).collect()
}

/// As many positions, each to as many plies, as make some seconds of work in any game.
fn all_searches_agree<G: Notation<Rules = ()> + Knowledge>() {
    let (mut nodes, mut deep) = (0, 0);
    let mut positions = random_positions::<G>(60, 60);
    // Those with few moves can be searched deeper.
    positions.sort_by_cached_key(|position| position.legal_moves().len());
    for position in positions {
        let mut tree = 0;
        for depth in 1..=5 {
            if tree < 10_000 && nodes < 1_500_000 {
                tree = all_agree(&position.print(), &position, depth);
                nodes += tree;
                deep += usize::from(depth >= 3);
            }
        }
    }
    assert!(deep >= 6, "only {deep} searches of 3 plies or more were compared");
}

each_game!(all_searches_agree);
