//! The effects of a worker at a node: in the table, on its stack and
//! in its histories.

use super::{Buffers, ThreadState, Worker};
use crate::chess::Chess;
use crate::game::{
    Centi, Depth, Evaluation, Factor, Knowledge, Milli, Notation, SearchParams, workspace,
};
use crate::search::node::history::History;
use crate::search::node::move_picker::ScoredMove;
use crate::search::node::reductions::{
    LateMove, MoveDepth, NodeOutlook, has_deep_hash_move, node_extension,
};
use crate::search::node::tests::{centi, changed, node, with_node};
use crate::search::node::types::{Best, Node, NodeValue, StaticEval};
use crate::search::node::{LmrTable, pruning, quiescence, transposition};
use crate::search::path::Root;
use crate::search::score::Window;
use crate::search::table::{Bound, Table, TableEntry};
use crate::search::task::Task;
use crate::search::time::{Clock, LimitCheck, Limits, NodeCount, NodeCounts, Time};
use crate::search::{Control, Settings};
use std::time::Duration;

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const CHECK: &str = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
const QUEEN_HANGS: &str = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1";

const OUTLOOK: NodeOutlook = NodeOutlook {
    is_improving: false,
    is_tt_pv: false,
    has_failed_low: false,
    has_hash_move: false,
    is_hash_move_tactical: false,
    correction: 0,
};

fn with_worker<T>(
    fen: &str,
    params: &SearchParams,
    work: impl FnOnce(&mut Worker<'_, Chess>, &Root<Chess>, &<Chess as Evaluation>::State) -> T,
) -> T {
    let root = Root::new(Chess::parse(fen).expect("a FEN"));
    let table = Table::new(1).expect("1 MiB");
    let control = Control::default();
    let mut history = History::new();
    let mut workspace = workspace(&root.position, &None);
    let lmr = LmrTable::new(&params.lmr);
    let counts = [NodeCount::default()];
    let clock = Clock::new(Time::default(), Duration::ZERO, 22);
    let thread = ThreadState {
        history: &mut history,
        workspace: &mut workspace,
        params,
        lmr: &lmr,
        limits: LimitCheck::new(clock, &control, None, NodeCounts::new(&counts, 0)),
        buffers: Buffers::default(),
    };
    let limits = Limits::default();
    let settings = Settings { reports: false, tablebase: false, ..Settings::default() };
    let task = Task {
        root: &root,
        limits: &limits,
        settings: &settings,
        table: &table,
        control: &control,
    };
    work(&mut Worker::new(&task, thread, &mut |_| ()), &root, &root.position.state())
}

fn correction(
    worker: &Worker<'_, Chess>,
    position: &Chess,
    state: &<Chess as Evaluation>::State,
) -> i32 {
    let previous = worker.stack.previous_moves(2);
    worker.history.corrections.correction(&node(position, state, 8), previous, worker.params)
}

fn entry(bound: Bound, score: i16, plies: u16) -> TableEntry {
    TableEntry { packed: None, score, evaluation: None, depth: 4 * plies, bound, was_pv: false }
}

#[test]
fn a_draw_by_repetition_can_count_a_little_more_or_less() {
    let scores = |noise| {
        let params = changed(|p| p.repetition.draw_noise = Centi(noise));
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let key = crate::game::Game::key(&root.position);
            worker.path.set(1, !key);
            worker.path.set(2, key);
            [(); 4].map(|()| {
                let node = Node { reversible: 2, ..node(&root.position, state, 4) };
                let window = Window::below(centi(50));
                worker.search::<false>(node, window).expect("no limit").score
            })
        })
    };
    assert_eq!(scores(0), [centi(0); 4]);
    assert_eq!(scores(3), [3, -3, -3, 3].map(centi));
}

#[test]
fn each_search_of_the_root_forgets_the_cutoffs_of_the_one_before() {
    with_worker(MIDDLEGAME, &Chess::PARAMS, |worker, root, state| {
        for ply in [1, 2] {
            (0..5).for_each(|_| worker.stack.count_cutoff(ply));
        }
        worker.begin_root(root, state, Depth::plies(5));
        assert_eq!([0, 1].map(|ply| worker.stack.child_cutoffs(ply)), [0, 0]);
    });
}

#[test]
fn the_root_is_evaluated_unless_its_side_is_forced() {
    let eval = |fen| {
        with_worker(fen, &Chess::PARAMS, |worker, root, state| {
            worker.begin_root(root, state, Depth::plies(5));
            worker.stack.previous_static_eval(1)
        })
    };
    let position = Chess::parse(MIDDLEGAME).expect("a FEN");
    assert_eq!(eval(MIDDLEGAME), Some(centi(crate::game::evaluate(&position))));
    assert_eq!(eval(CHECK), None);
}

#[test]
fn the_root_learns_how_far_its_evaluation_was_off_and_keeps_it() {
    with_worker(MIDDLEGAME, &Chess::PARAMS, |worker, root, state| {
        let searched = worker.begin_root(root, state, Depth::plies(8));
        let before = correction(worker, &root.position, state);
        let quiet = root.position.parse_move("a2a3").ok();
        let value = NodeValue::open(centi(900));
        let best = Best { value, m: quiet, bound: Bound::Exact };
        worker.finish_root(&searched, &best);
        assert!(correction(worker, &root.position, state) > before);
        let kept = worker.table.probe(worker.table_key(&root.position)).expect("an entry");
        assert_eq!(kept.evaluation.map(i32::from), Some(crate::game::evaluate(&root.position)));
    });
}

#[test]
fn the_moves_of_the_root_learn_which_of_them_was_best() {
    let points = |share| {
        let params = changed(|p| p.history.root = Factor(share));
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let searched = worker.begin_root(root, state, Depth::plies(8));
            let moves = ["a2a3", "g2g3"].map(|name| root.position.parse_move(name).expect("legal"));
            let value = NodeValue::open(centi(90));
            let best = Best { value, m: Some(moves[1]), bound: Bound::Exact };
            worker.update_root_history(&searched, &best, moves.into_iter());
            let context = worker.stack.context::<Chess>(0);
            moves.map(|m| worker.history.quiet(&root.position, m, &context).signum())
        })
    };
    assert_eq!([0, 64].map(points), [[0, 0], [-1, 1]]);
}

#[test]
fn the_moves_of_the_root_but_the_first_come_in_the_order_of_their_histories() {
    let order = |first| {
        let params = changed(|p| p.history.root_order = first);
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let searched = worker.begin_root(root, state, Depth::plies(8));
            let mut names = ["a2a3", "g2g3", "e2a6"];
            let read = |name: &&str| root.position.parse_move(name).expect("a legal move");
            worker.order_root(&searched, &mut names, read);
            names
        })
    };
    let usual = ["a2a3", "g2g3", "e2a6"];
    let ordered = ["a2a3", "e2a6", "g2g3"];
    assert_eq!([0, 1, 2, 9].map(order), [usual, ordered, usual, usual], "the bishop is captured");
}

#[test]
fn a_node_that_its_evaluation_prunes_keeps_it_for_the_next_visit() {
    with_worker(MIDDLEGAME, &Chess::PARAMS, |worker, root, state| {
        let window = Window::below(centi(-1000));
        let value =
            worker.search::<false>(node(&root.position, state, 3), window).expect("no limit");
        assert!(value.score >= window.beta && worker.nodes == 1, "reverse futility needs no moves");
        let kept = worker.table.probe(worker.table_key(&root.position)).expect("an entry");
        let eval = crate::game::evaluate(&root.position);
        assert_eq!(kept.evaluation.map(i32::from), Some(eval));
        assert_eq!((kept.bound, kept.depth, i32::from(kept.score)), (Bound::Lower, 0, eval));
    });
}

#[test]
fn a_node_knows_the_history_of_the_quiet_move_before_it() {
    let params = changed(|p| p.reverse_futility.parent = 100);
    with_worker(MIDDLEGAME, &params, |worker, root, state| {
        let parent = node(&root.position, state, 4);
        let quiet = root.position.parse_move("a2a3").expect("a move");
        let context = worker.stack.context::<Chess>(2);
        let failed = std::iter::empty();
        worker.history.update_after_cutoff(&parent, &context, &params, quiet, failed);
        let points = worker.history.quiet(&root.position, quiet, &context);
        let after = |name| {
            let m = root.position.parse_move(name).expect("a move");
            let child = worker.make(&parent, m, Depth::ZERO);
            let node = child.node(Depth::ZERO, Depth::ZERO, false);
            worker.points_of_previous(&node)
        };
        assert!(points > 0);
        assert_eq!(["a2a3", "g2g3", "e2a6"].map(after), [points, 0, 0]);
    });
}

#[test]
fn reverse_futility_can_spare_a_node_with_a_quiet_hash_move() {
    let is_pruned = |quiet_hash, name| {
        let params = changed(|p| p.reverse_futility.quiet_hash = quiet_hash);
        with_node(MIDDLEGAME, 3, |node| {
            let m = node.position.parse_move(name).expect("a move");
            let packed = crate::search::node::types::packed::<Chess>(m);
            let known = TableEntry { packed, ..entry(Bound::Lower, 0, 1) };
            !pruning::is_spared(node, Some(known), &params)
        })
    };
    assert_eq!([is_pruned(true, "a2a3"), is_pruned(true, "e2a6")], [false, true], "a capture");
    assert!(is_pruned(false, "a2a3"));
    let nodes = |quiet_hash| {
        let params = changed(|p| p.reverse_futility.quiet_hash = quiet_hash);
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let m = root.position.parse_move("a2a3").expect("a move");
            let packed = crate::search::node::types::packed::<Chess>(m);
            let known = TableEntry { packed, ..entry(Bound::Lower, -900, 0) };
            worker.table.store(worker.table_key(&root.position), known);
            let node = node(&root.position, state, 3);
            worker.search::<false>(node, Window::below(centi(-1000))).expect("no limit");
            worker.nodes
        })
    };
    assert!(nodes(false) == 1 && nodes(true) > 1);
}

#[test]
fn a_singular_search_does_not_evaluate_its_node_again() {
    with_worker(MIDDLEGAME, &Chess::PARAMS, |worker, root, state| {
        let noted =
            StaticEval { raw: Some(centi(7)), corrected: Some(centi(9)), ..StaticEval::default() };
        worker.stack.set_static_eval(2, noted);
        let m = root.position.parse_move("e2a6").expect("a move");
        let without = Node {
            excluded: crate::search::node::types::packed::<Chess>(m),
            ..node(&root.position, state, 3)
        };
        worker.search::<false>(without, Window::below(centi(0))).expect("no limit");
        assert_eq!(worker.stack.static_eval(2).raw, Some(centi(7)));
    });
}

#[test]
fn the_principal_variation_is_searched_as_deep_as_the_second_look() {
    let params = changed(|p| p.lmr.deeper_margin = Centi(1));
    with_worker(MIDDLEGAME, &params, |worker, root, state| {
        let parent = node(&root.position, state, 4);
        let m = root.position.parse_move("a2a3").expect("a move");
        let depths =
            MoveDepth { depth: Depth::plies(2), budget: Depth::ZERO, reduction: Depth::PLY };
        let child = worker.make(&parent, m, depths.depth);
        // Everything beats a lost position by much, so the second look goes a ply deeper.
        let window = Window { alpha: centi(-3000), beta: centi(3000) };
        worker.search_move::<true>(&child, depths, Some(window.alpha), window).expect("no limit");
        let after = crate::game::Game::after(&root.position, m);
        let kept = worker.table.probe(worker.table_key(&after)).expect("an entry");
        assert_eq!((kept.bound, kept.plies()), (Bound::Exact, 3));
    });
}

#[test]
fn a_reduced_move_is_searched_again_by_how_much_it_promised() {
    let params = changed(|p| {
        p.lmr.deeper_margin = Centi(40);
        p.lmr.shallower_margin = Centi(5);
    });
    with_worker(MIDDLEGAME, &params, |worker, root, state| {
        let parent = node(&root.position, state, 6);
        let m = root.position.parse_move("a2a3").expect("a move");
        let child = worker.make(&parent, m, Depth::plies(5));
        let again = |score| {
            let best = centi(-10);
            let alpha = centi(0);
            worker.depth_after_reduced(&child, Depth::plies(5), centi(score), best, alpha)
        };
        assert_eq!([-6, -5, 40, 41].map(again), [4, 5, 5, 6].map(Depth::plies));
    });
}

#[test]
fn a_node_that_fails_low_is_kept_as_one_of_a_principal_variation_after_such_a_node() {
    let is_kept = |min_depth, is_after_pv| {
        let params = changed(|p| p.tt.pv_fail_low = Depth(min_depth));
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            worker.stack.set_tt_pv(1, is_after_pv);
            let window = Window::above(centi(3000));
            worker.search::<false>(node(&root.position, state, 5), window).expect("no limit");
            let kept = worker.table.probe(worker.table_key(&root.position)).expect("an entry");
            assert_eq!(kept.bound, Bound::Upper);
            kept.was_pv
        })
    };
    assert_eq!([is_kept(16, true), is_kept(16, false)], [true, false]);
    assert_eq!([is_kept(0, true), is_kept(160, true)], [false, false], "off, and too deep");
}

#[test]
fn killers_below_a_node_are_forgotten_when_it_begins() {
    let are_kept = |plies| {
        let params = changed(|p| p.history.killers_reset = plies);
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            // Its children are left to quiescence, which has no killers.
            let node = node(&root.position, state, 1);
            let m = root.position.parse_move("a2a3").expect("a move");
            for ply in [2, 3, 4] {
                let context = worker.stack.context::<Chess>(ply);
                let cut = Node { ply, ..node };
                let failed = std::iter::empty();
                worker.history.update_after_cutoff(&cut, &context, &params, m, failed);
            }
            worker.search::<false>(node, Window::above(centi(3000))).expect("no limit");
            [2, 3, 4].map(|ply| worker.history.killers(ply)[0].is_some())
        })
    };
    assert_eq!(are_kept(0), [true, true, true]);
    assert_eq!(are_kept(1), [true, false, true]);
    assert_eq!(are_kept(2), [true, true, false]);
}

#[test]
fn the_table_ends_no_node_that_is_near_a_draw_by_a_counter() {
    let params = changed(|p| p.tt.cutoff_reversible = 90);
    let cutoff = |reversible| {
        with_node(MIDDLEGAME, 3, |node| {
            let node = Node { reversible, ..*node };
            let known = Some(entry(Bound::Exact, 55, 3));
            transposition::cutoff(known, &node, Some(&params), Window::below(centi(0)))
        })
    };
    assert_eq!(cutoff(89), Some(NodeValue::open(centi(55))));
    assert_eq!(cutoff(90), None);
}

#[test]
fn the_table_ends_a_node_by_an_entry_a_little_shallower() {
    let params = changed(|p| p.tt.cutoff_tolerance = Depth::PLY);
    let ends = |plies| {
        with_node(MIDDLEGAME, plies, |node| {
            let known = Some(entry(Bound::Exact, 55, 3));
            let window = Window::below(centi(0));
            transposition::cutoff(known, node, Some(&params), window).is_some()
        })
    };
    assert_eq!([3, 4, 5].map(ends), [true, true, false]);
}

#[test]
fn a_lower_bound_can_be_asked_to_be_deeper() {
    let params = changed(|p| p.tt.cutoff_tolerance = Depth(-16));
    let ends = |plies, bound| {
        with_node(MIDDLEGAME, plies, |node| {
            let known = Some(entry(bound, 55, 3));
            let window = Window::below(centi(if bound == Bound::Upper { 100 } else { 0 }));
            transposition::cutoff(known, node, Some(&params), window).is_some()
        })
    };
    assert_eq!([2, 3].map(|plies| ends(plies, Bound::Lower)), [true, false]);
    assert_eq!([3, 4].map(|plies| ends(plies, Bound::Upper)), [true, false]);
    assert_eq!([3, 4].map(|plies| ends(plies, Bound::Exact)), [true, false]);
}

#[test]
fn a_shallow_node_ends_by_the_table_only_as_expected() {
    let params = changed(|p| p.tt.cutoff_unexpected = Depth::plies(6));
    let is_plausible = |plies, is_cut_node, score| {
        with_node(MIDDLEGAME, plies, |node| {
            let node = Node { is_cut_node, ..*node };
            transposition::is_plausible(NodeValue::open(centi(score)), &node, centi(0), &params)
        })
    };
    assert_eq!([10, -10].map(|score| is_plausible(5, true, score)), [true, false]);
    assert_eq!([10, -10].map(|score| is_plausible(5, false, score)), [false, true]);
    assert_eq!([10, -10].map(|score| is_plausible(6, true, score)), [true, true]);
}

#[test]
fn razoring_asks_for_a_margin_that_grows_with_depth() {
    let params = changed(|p| {
        p.razoring.depth = Depth::plies(3);
        p.razoring.margin = Centi(100);
    });
    let razors = |plies, eval| {
        with_node(MIDDLEGAME, plies, |node| {
            pruning::may_razor(node, centi(eval), centi(0), &params)
        })
    };
    assert_eq!([razors(1, -100), razors(1, -101)], [false, true]);
    assert_eq!([razors(3, -300), razors(3, -301)], [false, true]);
    assert!(!razors(4, -2000), "too deep");
}

/// The extension of a node of six plies, in sixteenths: after a move that was reduced by
/// `reduction` plies and changed its side's evaluation from -`before` to -`now`.
fn extension(params: &SearchParams, reduction: i32, (before, now): (i32, i32), hash: bool) -> i32 {
    with_worker(MIDDLEGAME, params, |worker, root, state| {
        let eval = |n| StaticEval { corrected: Some(centi(n)), ..StaticEval::default() };
        worker.stack.set_static_eval(1, eval(before));
        worker.stack.set_reduction(1, Depth::plies(reduction));
        let node = node(&root.position, state, 6);
        node_extension::<Chess, false>(&node, &eval(now), hash, params, &worker.stack).0
    })
}

#[test]
fn hindsight_gives_a_ply_back_or_takes_one() {
    let params = changed(|p| {
        p.iir.is_on = false;
        p.hindsight_extension.depth = Depth::plies(3);
        p.hindsight_reduction.margin = Centi(80);
    });
    let of = |reduction, evals| extension(&params, reduction, evals, true);
    assert_eq!([of(2, (10, -30)), of(3, (10, -30)), of(3, (10, -9))], [0, 16, 0]);
    assert_eq!([of(1, (10, 70)), of(1, (10, 71)), of(0, (10, 71))], [0, -16, 0]);
}

#[test]
fn a_node_without_a_hash_move_is_searched_less_deep() {
    let mut params = changed(|p| {
        p.iir.depth = Depth::plies(6);
        p.hindsight_extension.is_on = false;
        p.hindsight_reduction.is_on = false;
    });
    assert_eq!([true, false].map(|hash| extension(&params, 0, (0, 0), hash)), [0, -16]);
    params.iir.depth = Depth::plies(7);
    assert_eq!(extension(&params, 0, (0, 0), false), 0);
}

#[test]
fn a_hash_move_of_a_much_shallower_search_can_count_as_none() {
    let counts = |shallower, plies, name: Option<&str>| {
        let params = changed(|p| p.iir.shallow = Depth::plies(shallower));
        with_node(MIDDLEGAME, 8, |node| {
            let m = name.map(|name| node.position.parse_move(name).expect("a move"));
            let packed = m.and_then(crate::search::node::types::packed::<Chess>);
            let known = TableEntry { packed, ..entry(Bound::Lower, 0, plies) };
            has_deep_hash_move(node, Some(known), &params)
        })
    };
    let of = |shallower, plies| counts(shallower, plies, Some("a2a3"));
    assert_eq!([of(4, 3), of(4, 4), of(0, 1)], [false, true, true]);
    assert_eq!([counts(4, 8, None), counts(0, 8, None)], [false, false]);
}

#[test]
fn a_capture_that_beats_a_raised_beta_ends_a_node() {
    let params = changed(|p| {
        p.probcut.depth = Depth::plies(5);
        p.probcut.margin = Centi(100);
        p.probcut.reduction = Depth::plies(4);
    });
    with_worker(QUEEN_HANGS, &params, |worker, root, state| {
        let node = node(&root.position, state, 6);
        let eval = StaticEval { corrected: Some(centi(-400)), ..StaticEval::default() };
        let mut probcut = |beta| {
            let found = worker.probcut(&node, &eval, None, centi(beta)).expect("no limit");
            found.map(|value| value.score >= centi(beta + 100))
        };
        assert_eq!(probcut(-200), Some(true));
        assert_eq!(probcut(1500), None, "a queen is not as much");
        let kept = worker.table.probe(worker.table_key(&root.position)).expect("an entry");
        assert_eq!((kept.bound, kept.plies()), (Bound::Lower, 3));
    });
}

#[test]
fn the_table_keeps_what_probcut_finds() {
    let params = changed(|p| {
        p.reverse_futility.is_on = false;
        p.null_move.is_on = false;
        p.iir.is_on = false;
        p.probcut.depth = Depth::plies(5);
        p.probcut.margin = Centi(100);
        p.probcut.reduction = Depth::plies(4);
    });
    with_worker(QUEEN_HANGS, &params, |worker, root, state| {
        let node = node(&root.position, state, 6);
        worker.search::<false>(node, Window::below(centi(-200))).expect("no limit");
        let kept = worker.table.probe(worker.table_key(&root.position)).expect("an entry");
        assert_eq!((kept.bound, kept.plies()), (Bound::Lower, 3));
    });
}

#[test]
fn quiescence_tries_no_more_moves_than_it_may() {
    let nodes = |limit| {
        let params = changed(|p| {
            p.quiescence.moves = limit;
            p.delta.margin = Centi(5000);
        });
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let leaf = node(&root.position, state, 0);
            worker.search::<false>(leaf, Window::below(centi(501))).expect("no limit");
            worker.nodes
        })
    };
    assert!(nodes(1) < nodes(3) && nodes(3) <= nodes(0), "{} {} {}", nodes(1), nodes(3), nodes(0));
}

#[test]
fn a_quiet_move_by_which_the_table_ends_a_node_has_a_better_history() {
    let params = changed(|p| p.history.tt_cutoff = Factor(64));
    with_worker(MIDDLEGAME, &params, |worker, root, state| {
        let node = node(&root.position, state, 3);
        let m = root.position.parse_move("a2a3").expect("a move");
        let packed = crate::search::node::types::packed::<Chess>(m);
        let known = TableEntry { packed, ..entry(Bound::Lower, 90, 5) };
        worker.table.store(worker.table_key(&root.position), known);
        let value =
            worker.search::<false>(Node { ..node }, Window::below(centi(0))).expect("no limit");
        assert_eq!((value.score, worker.nodes), (centi(90), 1));
        assert!(worker.history.quiet(&root.position, m, &worker.stack.context::<Chess>(2)) > 0);
    });
}

#[test]
fn quiescence_tries_no_more_quiet_moves_of_a_forced_node_than_it_may() {
    let nodes = |limit| {
        let params = changed(|p| p.quiescence.evasions = limit);
        // In check by the rook, the king has four moves, none of them a capture.
        with_worker("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", &params, |worker, root, state| {
            let leaf = Node { is_forced: true, ..node(&root.position, state, 0) };
            let window = Window::above(centi(3000));
            quiescence::leaf::<_, false>(worker, leaf, window).expect("no limit");
            worker.nodes
        })
    };
    assert_eq!([nodes(1), nodes(2), nodes(0)], [1, 2, 4]);
}

#[test]
fn a_reduced_move_leaves_as_much_depth_as_is_asked() {
    let left = |min_depth: Depth| {
        let params = changed(|p| {
            p.lmr.base = Milli(3000);
            p.lmr.least_depth = min_depth;
        });
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let node = node(&root.position, state, 4);
            let scored = ScoredMove::unranked(root.position.parse_move("a2a3").expect("a move"));
            let late = LateMove { node: &node, scored, number: 20, outlook: OUTLOOK };
            let Worker { params, lmr, history, stack, .. } = worker;
            Depth::plies(3) - late.reduction::<false>(params, lmr, history, stack)
        })
    };
    assert_eq!([Depth::PLY, Depth::ZERO].map(left), [Depth::PLY, Depth::ZERO]);
}

#[test]
fn a_late_move_that_promises_much_is_searched_deeper_at_first() {
    let params = |max_extension| {
        changed(|p| {
            p.lmr.base = Milli(0);
            p.lmr.pv = Depth(48);
            p.lmr.cut_node = Depth::ZERO;
            p.lmr.most_extension = Depth(max_extension);
        })
    };
    let searched = |max_extension, budget| {
        with_worker(MIDDLEGAME, &params(max_extension), |worker, root, state| {
            let node = Node { budget: Depth(budget), ..node(&root.position, state, 8) };
            let m = root.position.parse_move("a2a3").expect("a move");
            let scored = ScoredMove::unranked(m);
            let late = LateMove { node: &node, scored, number: 2, outlook: OUTLOOK };
            let Worker { params, lmr, history, stack, .. } = worker;
            let reduction = late.reduction::<true>(params, lmr, history, stack);
            let depths = MoveDepth::new(&node, m, Depth::ZERO, reduction);
            [depths.reduced(), depths.depth, depths.budget].map(|depth| depth.0)
        })
    };
    assert_eq!(searched(0, 40), [112, 112, 40], "seven plies");
    assert_eq!(searched(12, 40), [124, 112, 28]);
    assert_eq!(searched(12, 4), [116, 112, 0], "no more than the budget");
}

#[test]
fn quiet_moves_are_reduced_more_where_the_hash_move_is_tactical() {
    let params = changed(|p| p.lmr.tactical_hash_move = Depth(12));
    let reduction = |is_hash_move_tactical| {
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let node = node(&root.position, state, 8);
            let scored = ScoredMove::unranked(root.position.parse_move("a2a3").expect("a move"));
            let outlook = NodeOutlook { has_hash_move: true, is_hash_move_tactical, ..OUTLOOK };
            let late = LateMove { node: &node, scored, number: 9, outlook };
            late.reduction::<false>(worker.params, worker.lmr, worker.history, &worker.stack)
        })
    };
    assert_eq!(reduction(true) - reduction(false), Depth(12));
}

#[test]
fn quiet_moves_are_reduced_more_where_a_node_of_a_principal_variation_failed_low() {
    let params = changed(|p| {
        p.lmr.tt_pv = Depth(-9);
        p.lmr.tt_pv_fail_low = Depth(12);
    });
    let reduction = |is_tt_pv, has_failed_low| {
        with_worker(MIDDLEGAME, &params, |worker, root, state| {
            let node = node(&root.position, state, 8);
            let scored = ScoredMove::unranked(root.position.parse_move("a2a3").expect("a move"));
            let outlook = NodeOutlook { is_tt_pv, has_failed_low, ..OUTLOOK };
            let late = LateMove { node: &node, scored, number: 9, outlook };
            late.reduction::<false>(worker.params, worker.lmr, worker.history, &worker.stack).0
        })
    };
    let more = |is_tt_pv, low| reduction(is_tt_pv, low) - reduction(false, false);
    assert_eq!([more(true, false), more(true, true), more(false, true)], [9, 21, 0]);
    let has_failed_low =
        |bound, score| transposition::has_failed_low(Some(entry(bound, score, 5)), 2, centi(10));
    assert_eq!([10, 11].map(|score| has_failed_low(Bound::Upper, score)), [true, false]);
    assert_eq!([10, 11].map(|score| has_failed_low(Bound::Exact, score)), [true, false]);
    assert!(!has_failed_low(Bound::Lower, 5) && !transposition::has_failed_low(None, 2, centi(10)));
}

/// The reduction of the capture of a bishop, the tenth move of a node of eight plies, in sixteenths
/// of a ply. Its capture history is the greatest, none and the least.
fn capture_reductions(params: &SearchParams) -> [i32; 3] {
    [16_384, 0, -16_384].map(|points| {
        with_worker(MIDDLEGAME, params, |worker, root, state| {
            let node = node(&root.position, state, 8);
            let m = root.position.parse_move("e2a6").expect("a move");
            worker.history.set_capture(&root.position, m, points);
            let scored = ScoredMove::unranked(m);
            let late = LateMove { node: &node, scored, number: 9, outlook: OUTLOOK };
            let Worker { params, lmr, history, stack, .. } = worker;
            late.reduction::<false>(params, lmr, history, stack).0
        })
    })
}

#[test]
fn captures_are_reduced_by_their_history_as_far_as_parameters_say() {
    let params = |good, by_history| {
        changed(|p| {
            p.lmr.base = Milli(3000);
            p.lmr.slope = Milli(0);
            p.lmr.good_capture = Factor(good);
            p.lmr.capture_history = Depth(by_history);
        })
    };
    assert_eq!(capture_reductions(&params(0, 16)), [0, 0, 0], "a good one is not reduced");
    assert_eq!(capture_reductions(&params(32, 0)), [24, 24, 24], "half of three plies");
    assert_eq!(capture_reductions(&params(32, 16)), [8, 24, 40], "a ply less or more");
}

/// The evaluation of a leaf as the search takes it, and as the game gives it.
fn leaf_evaluations(fen: &str, reversible: usize, params: &SearchParams) -> (i32, i32) {
    with_worker(fen, params, |worker, root, state| {
        let leaf = node(&root.position, state, 0);
        worker.stack.set_reversible(leaf.ply, reversible);
        let window = Window::below(centi(-25_000));
        let value = quiescence::leaf::<_, false>(worker, leaf, window).expect("no limit");
        (value.score.value(), crate::game::evaluate(&root.position))
    })
}

#[test]
fn an_evaluation_counts_less_after_many_reversible_plies_and_with_little_material() {
    let params = |reversible, material| {
        changed(|p| {
            p.quiescence.blend = Factor(0);
            p.evaluation_scale.reversible = Factor(reversible);
            p.evaluation_scale.material = Factor(material);
        })
    };
    let (kept, whole) = leaf_evaluations(MIDDLEGAME, 50, &params(0, 0));
    assert_eq!(kept, whole);
    let (half, whole) = leaf_evaluations(MIDDLEGAME, 50, &params(64, 0));
    assert_eq!(half, whole / 2, "all of it goes in a hundred plies");
    let queen = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    let (scaled, whole) = leaf_evaluations(queen, 0, &params(0, 32));
    assert_eq!(scaled, whole * 2272 / 4096, "a queen is 7 of 64 parts: half of 57 less");
}

#[test]
fn moves_and_null_moves_that_can_be_undone_are_counted() {
    with_worker(MIDDLEGAME, &Chess::PARAMS, |worker, root, state| {
        let node = node(&root.position, state, 4);
        worker.stack.set_reversible(node.ply, 30);
        worker.make_null_move(&node).expect("no check");
        assert_eq!(worker.stack.reversible(node.ply + 1), 31);
        for (name, plies) in [("f3f4", 31), ("e2a6", 0)] {
            let m = root.position.parse_move(name).expect("a move");
            worker.make(&node, m, Depth::ZERO);
            assert_eq!(worker.stack.reversible(node.ply + 1), plies, "{name}");
        }
    });
}

#[test]
fn an_evaluation_that_counts_less_is_not_one_that_is_corrected() {
    let params = changed(|p| p.evaluation_scale.material = Factor(32));
    with_worker("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", &params, |worker, root, state| {
        worker.begin_root(root, state, Depth::plies(5));
        let eval = worker.stack.static_eval(0);
        assert!(eval.corrected < eval.raw);
        assert_eq!(eval.correction, 0);
    });
}

/// The score of a node of so many plies in which the queen is taken, with a beta of 0.
fn score_of_fail_high(plies: i32, change: impl FnOnce(&mut SearchParams)) -> i32 {
    let mut params = changed(|p| {
        p.reverse_futility.is_on = false;
        p.null_move.is_on = false;
        p.probcut.is_on = false;
        p.iir.is_on = false;
        p.quiescence.blend = Factor(0);
    });
    change(&mut params);
    let fen = "4k3/8/8/3q4/8/2N5/P7/4K3 w - - 0 1";
    with_worker(fen, &params, |worker, root, state| {
        let node = node(&root.position, state, plies);
        let value = worker.search::<false>(node, Window::below(centi(0))).expect("no limit");
        let kept = worker.table.probe(worker.table_key(&root.position)).expect("an entry");
        assert_eq!((kept.bound, i32::from(kept.score)), (Bound::Lower, value.score.value()));
        value.score.value()
    })
}

#[test]
fn a_score_that_fails_high_is_blended_towards_beta() {
    let raw = score_of_fail_high(1, |_| ());
    assert!(raw > 100, "{raw}");
    let blended = score_of_fail_high(1, |p| p.fail_high.blend = Depth::PLY);
    assert_eq!(blended, raw / 2, "half at one ply");
    let blended = score_of_fail_high(1, |p| p.fail_high.blend = Depth(48));
    assert_eq!(blended, raw / 4, "a ply of four");
}

#[test]
fn a_score_that_fails_high_in_quiescence_is_blended_towards_beta() {
    let raw = score_of_fail_high(0, |_| ());
    assert!(raw > 100, "{raw}");
    let blended = score_of_fail_high(0, |p| p.fail_high.quiescence = Factor(16));
    assert_eq!(blended, raw - 16 * raw / 64, "a quarter of it");
}

#[test]
fn quiescence_blends_an_evaluation_above_beta_towards_it() {
    let params = changed(|p| p.quiescence.blend = Factor(32));
    with_worker(MIDDLEGAME, &params, |worker, root, state| {
        let eval = crate::game::evaluate(&root.position);
        let leaf = node(&root.position, state, 0);
        let window = Window::below(centi(eval - 100));
        let value = worker.search::<false>(leaf, window).expect("no limit");
        assert_eq!(value.score, centi(eval - 50));
    });
}
