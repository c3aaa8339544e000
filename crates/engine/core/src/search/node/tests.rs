//! Each rule that prunes, reduces or extends: what it does to a node by itself, and that
//! the search of a game rests on it.

use super::history::History;
use super::move_picker::ScoredMove;
use super::null_move;
use super::pruning::{MovePruning, Prospect, late_move_number, reverse_futility};
use super::quiet::QuietIndex;
use super::reductions::{after_alpha_raise, extend_forced, extension_budget};
use super::singular::{Singular, SingularTest};
use super::stack::Stack;
use super::types::{Node, StaticEval, packed};
use crate::chess::Chess;
use crate::game::{Centi, Depth, Evaluation, Factor, Knowledge, Notation, SearchParams};
use crate::search::table::{Bound, TableEntry};
use crate::search::{Control, Limits, Root, Score, Search, Settings, Table, Task};

/// The node of a position two plies from the root, `plies` before the end of its line.
pub(super) fn node<'n>(
    position: &'n Chess,
    state: &'n <Chess as Evaluation>::State,
    plies: i32,
) -> Node<'n, Chess> {
    Node {
        position,
        state,
        previous: None,
        after_null_move: false,
        ply: 2,
        depth: Depth::plies(plies),
        budget: Depth::ZERO,
        is_forced: false,
        reversible: 0,
        excluded: None,
        is_cut_node: true,
        after_quiet: false,
    }
}

pub(super) fn with_node<T>(fen: &str, plies: i32, work: impl FnOnce(&Node<'_, Chess>) -> T) -> T {
    let position = Chess::parse(fen).expect("a FEN");
    let state = position.state();
    work(&node(&position, &state, plies))
}

pub(super) fn changed(change: impl FnOnce(&mut SearchParams)) -> SearchParams {
    let mut params = Chess::PARAMS;
    change(&mut params);
    params
}

pub(super) fn centi(centi: i32) -> Score {
    Score::evaluation(centi)
}

fn corrected_by(correction: i32, eval: i32) -> StaticEval {
    let raw = Some(centi(eval - correction));
    let corrected = Some(centi(eval));
    StaticEval { raw, corrected, adjusted: corrected, is_improving: false, correction }
}

/// The queen can step where a pawn takes it.
const QUEEN_AND_PAWN: &str = "4k3/8/4p3/8/8/8/8/3QK3 w - - 0 1";

#[test]
fn reverse_futility_asks_for_a_margin_that_grows_with_depth() {
    let params = changed(|p| {
        p.reverse_futility.depth = Depth::plies(5);
        p.reverse_futility.margin = Centi(50);
        p.reverse_futility.improving = Centi(30);
        p.reverse_futility.blend = Factor(32);
    });
    let prune = |plies, is_improving, eval| {
        with_node(Chess::INFO.start, plies, |node| {
            let eval = StaticEval { is_improving, ..corrected_by(0, eval) };
            reverse_futility(node, &eval, false, 0, centi(0), &params)
        })
    };
    assert_eq!(prune(2, false, 99), None);
    assert_eq!(prune(2, false, 100), Some(centi(50)), "half way from the evaluation to beta");
    assert_eq!(prune(2, true, 70), Some(centi(35)), "30 less for a side that is improving");
    assert_eq!(prune(3, false, 149), None);
    assert_eq!(prune(6, false, 3000), None, "too deep");
}

#[test]
fn reverse_futility_asks_for_more_where_the_evaluation_was_corrected() {
    let params = changed(|p| {
        p.reverse_futility.margin = Centi(50);
        p.reverse_futility.correction = Factor(32);
    });
    let prunes = |correction, eval| {
        with_node(Chess::INFO.start, 2, |node| {
            let eval = corrected_by(correction, eval);
            reverse_futility(node, &eval, false, 0, centi(0), &params).is_some()
        })
    };
    assert_eq!([prunes(0, 100), prunes(20, 109), prunes(-20, 110)], [true, false, true]);
}

#[test]
fn reverse_futility_asks_for_more_after_a_move_with_a_good_history() {
    let params = changed(|p| {
        p.reverse_futility.margin = Centi(50);
        p.reverse_futility.parent = 100;
    });
    let prunes = |points, eval| {
        with_node(Chess::INFO.start, 2, |node| {
            let eval = corrected_by(0, eval);
            reverse_futility(node, &eval, false, points, centi(0), &params).is_some()
        })
    };
    assert_eq!([prunes(0, 99), prunes(0, 100)], [false, true]);
    assert_eq!([prunes(2000, 119), prunes(2000, 120)], [false, true]);
    assert_eq!([prunes(-2000, 79), prunes(-2000, 80)], [false, true]);
}

#[test]
fn null_move_pruning_needs_depth_and_an_evaluation_of_beta() {
    let params = changed(|p| {
        p.null_move.depth = Depth::plies(3);
        p.null_move.margin = Centi(0);
        p.null_move.margin_slope = Centi(0);
        p.null_move.base = Depth::plies(3);
        p.null_move.slope = Factor(16);
        p.null_move.surplus = Centi(100);
        p.null_move.surplus_max = Depth::plies(2);
        p.null_move.tactical = Depth::PLY;
        p.null_move.verification = Depth::plies(9);
    });
    let tries = |plies, eval| {
        with_node(Chess::INFO.start, plies, |node| {
            null_move::may_be_tried(node, centi(eval), centi(10), &params)
        })
    };
    assert_eq!([tries(2, 10), tries(3, 9), tries(3, 10)], [false, false, true]);
    let above = changed(|p| {
        p.null_move.depth = Depth::plies(3);
        p.null_move.margin = Centi(50);
        p.null_move.margin_slope = Centi(10);
    });
    let tries_above = |plies, eval| {
        with_node(Chess::INFO.start, plies, |node| {
            null_move::may_be_tried(node, centi(eval), centi(10), &above)
        })
    };
    assert_eq!([tries_above(3, 29), tries_above(3, 30)], [false, true], "50 less 10 for each ply");
    assert_eq!([tries_above(9, 9), tries_above(9, 10)], [false, true], "never below beta");
    with_node(Chess::INFO.start, 8, |node| {
        let twice = Node { after_null_move: true, ..*node };
        assert!(
            !null_move::may_be_tried(&twice, centi(10), centi(10), &params),
            "never twice in a row"
        );
        let beta = centi(0);
        // Three plies, a fourth of eight, and one for each hundred above beta up to two.
        let depths =
            [0, 100, 900].map(|eval| null_move::depth(node, centi(eval), beta, false, &params));
        assert_eq!(depths, [3, 2, 1].map(Depth::plies));
        let depth = null_move::depth(node, centi(0), beta, true, &params);
        assert_eq!(depth, Depth::plies(2), "a ply more where the hash move is tactical");
        assert!(!null_move::must_be_verified(node, &params));
    });
    let ending = "8/5k2/8/3n4/8/3N4/5K2/8 w - - 0 1";
    assert!(
        [8, 9].map(|plies| with_node(ending, plies, |n| null_move::must_be_verified(n, &params)))
            == [false, true]
    );
}

#[test]
fn late_moves_come_later_in_deeper_nodes_and_where_the_side_improves() {
    let params = changed(|p| {
        p.late_move.depth = Depth::plies(4);
        p.late_move.base = 3;
        p.late_move.improving = Factor(64);
        p.late_move.worsening = Factor(32);
    });
    let late = |plies, is_improving| {
        with_node(Chess::INFO.start, plies, |node| late_move_number(node, is_improving, &params))
    };
    assert_eq!([late(1, true), late(2, true), late(4, true)], [4, 7, 19]);
    assert_eq!([late(2, false), late(4, false)], [5, 11]);
    assert_eq!(late(5, true), usize::MAX);
}

/// Whether a move of [`QUEEN_AND_PAWN`] is pruned in a node of three plies by a rule, where
/// the evaluation is `eval` and alpha 0.
fn is_pruned(params: &SearchParams, name: &str, eval: i32, number: usize) -> bool {
    is_pruned_with(params, name, eval, number, 0)
}

/// As [`is_pruned`], where the history of the move has these points.
fn is_pruned_with(
    params: &SearchParams,
    name: &str,
    eval: i32,
    number: usize,
    points: i32,
) -> bool {
    with_node(QUEEN_AND_PAWN, 3, |node| {
        let m = node.position.parse_move(name).expect("a move");
        let adjusted = Some(centi(eval));
        let prospect = Prospect {
            node,
            eval: &StaticEval { adjusted, ..StaticEval::default() },
            scored: ScoredMove::unranked(m),
            rules: MovePruning::new::<_, false>(node, false, params),
            number,
            alpha: centi(0),
            params,
        };
        let mut stack = Stack::default();
        stack.begin();
        let mut history = History::<Chess>::new();
        history.update_quiet_alone(QuietIndex::new(node.position, m, 0), points);
        prospect.is_late() || prospect.is_pruned(Depth::plies(2), &history, &stack)
    })
}

#[test]
fn a_quiet_move_is_pruned_by_each_rule_alone() {
    let off = changed(|p| {
        p.late_move.base = 7;
        p.late_move.worsening = Factor(58);
        p.futility.is_on = false;
        p.history_pruning.is_on = false;
        p.see_pruning.is_on = false;
    });
    assert!(!is_pruned(&off, "d1d2", -9000, 0));
    assert!(!is_pruned(&off, "d1d2", 0, 14));
    assert!(is_pruned(&off, "d1d2", 0, 15), "7, and 58 64ths for the square of three plies");
    let mut futility = off;
    futility.futility.is_on = true;
    futility.futility.depth = Depth::plies(3);
    futility.futility.base = Centi(50);
    futility.futility.margin = Centi(100);
    assert!(!is_pruned(&futility, "d1d2", -249, 0));
    assert!(is_pruned(&futility, "d1d2", -250, 0), "50 and 100 for each of two plies");
    let mut see = off;
    see.see_pruning.is_on = true;
    see.see_pruning.depth = Depth::plies(3);
    see.see_pruning.quiet = Centi(100);
    assert!(is_pruned(&see, "d1d5", 0, 0), "a pawn takes the queen");
    assert!(!is_pruned(&see, "d1d2", 0, 0));
    see.see_pruning.quiet = Centi(500);
    assert!(!is_pruned(&see, "d1d5", 0, 0), "500 for the square of two plies");
    let mut history = off;
    history.history_pruning.is_on = true;
    history.history_pruning.depth = Depth::plies(3);
    history.history_pruning.points = -1;
    assert!(is_pruned(&history, "d1d2", 0, 0), "no history at all is less than 3 points");
}

#[test]
fn a_good_history_makes_up_for_some_of_the_margins_of_pruning() {
    let off = changed(|p| {
        p.late_move.worsening = Factor(256);
        p.futility.is_on = false;
        p.history_pruning.is_on = false;
        p.see_pruning.is_on = false;
    });
    let mut futility = off;
    futility.futility.is_on = true;
    futility.futility.depth = Depth::plies(3);
    futility.futility.base = Centi(50);
    futility.futility.margin = Centi(100);
    futility.futility.history = 100;
    let is_futile = |eval, points| is_pruned_with(&futility, "d1d2", eval, 0, points);
    assert_eq!(
        [is_futile(-250, 0), is_futile(-250, 100), is_futile(-249, -900)],
        [true, false, false]
    );
    assert_eq!([is_futile(-340, 9000), is_futile(-340, 9100)], [true, false], "90 more");
    assert!(is_futile(-350, 12_000), "never a hundred");
    let mut see = off;
    see.see_pruning.is_on = true;
    see.see_pruning.depth = Depth::plies(3);
    // Ten pawns: more than a queen.
    see.see_pruning.quiet = Centi(250);
    see.see_pruning.history = 10;
    let loses = |points| is_pruned_with(&see, "d1d5", 0, 0, points);
    assert_eq!([loses(0), loses(-9000)], [false, true], "a pawn takes the queen");
    see.see_pruning.quiet = Centi(1);
    let loses = |points| is_pruned_with(&see, "d1d5", 0, 0, points);
    assert_eq!([loses(0), loses(12_000)], [true, false]);
    assert!(!is_pruned_with(&see, "d1d2", 0, 0, -9000), "what loses nothing is kept");
}

#[test]
fn moves_after_one_above_alpha_are_less_deep() {
    let params = changed(|p| p.alpha_raise.reduction = Depth(12));
    with_node(Chess::INFO.start, 6, |node| {
        let of = |bound| after_alpha_raise::<_, true>(node, bound, &params);
        assert_eq!([Bound::Upper, Bound::Exact].map(of), [Depth::ZERO, Depth(12)]);
        assert_eq!(after_alpha_raise::<_, false>(node, Bound::Exact, &params), Depth::ZERO);
    });
    let shallow = |node: &Node<'_, _>| after_alpha_raise::<_, true>(node, Bound::Exact, &params);
    assert_eq!(with_node(Chess::INFO.start, 2, shallow), Depth::ZERO);
}

#[test]
fn a_forced_reply_is_extended_as_far_as_its_budget_goes() {
    let extended = |extension, is_forced, budget| {
        let params = changed(|p| p.extension.forced = Depth(extension));
        with_node(Chess::INFO.start, 5, |node| {
            let node = extend_forced(Node { is_forced, budget: Depth(budget), ..*node }, &params);
            (node.depth.0, node.budget.0)
        })
    };
    assert_eq!(extended(16, true, 40), (96, 24));
    assert_eq!(extended(6, true, 40), (86, 34));
    assert_eq!(extended(16, true, 4), (84, 0));
    assert_eq!(extended(16, false, 40), (80, 40));
}

#[test]
fn the_budget_of_extensions_grows_with_the_depth_of_the_root() {
    let budget = |share, plies| {
        let params = changed(|p| {
            p.extension.budget = Depth(40);
            p.extension.root_share = Factor(share);
        });
        extension_budget::<Chess>(Depth::plies(plies), &params)
    };
    assert_eq!([budget(0, 20), budget(32, 20)], [Depth(40), Depth(40 + 160)]);
}

type SwitchOff = fn(&mut SearchParams);

/// The rules that spare nodes in chess. That of quiescence is compiled in for each game,
/// and cannot be switched off in a running program.
const SPARING: [(&str, SwitchOff); 7] = [
    ("reverse futility pruning", |p| p.reverse_futility.is_on = false),
    ("null move pruning", |p| p.null_move.is_on = false),
    ("late move pruning", |p| p.late_move.is_on = false),
    ("futility pruning", |p| p.futility.is_on = false),
    ("SEE pruning", |p| p.see_pruning.is_on = false),
    ("late move reductions", |p| p.lmr.is_on = false),
    ("greater reductions at cut nodes", |p| p.lmr.cut_node = Depth::ZERO),
];

fn effort(params: SearchParams) -> (u64, Vec<Score>) {
    effort_at(params, 12)
}

fn effort_at(params: SearchParams, plies: u16) -> (u64, Vec<Score>) {
    let fens = [
        "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
        "2rq1rk1/pb1n1ppp/1p2pn2/8/1b1P4/P1NBBN2/1P2QPPP/R4RK1 b - - 0 14",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQ1RK1 b kq - 0 6",
        "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
        "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    ];
    let answers = fens.map(|fen| {
        let table = Table::new(4).expect("4 MiB");
        let root = Root::new(Chess::parse(fen).expect("a FEN"));
        let mut search = Search::new();
        search.set_params(params);
        let task = Task {
            root: &root,
            limits: &Limits::depth(plies),
            settings: &Settings::default(),
            table: &table,
            control: &Control::default(),
        };
        search.run(&task, &mut |_| ())
    });
    for answer in &answers {
        let is_whole = answer.depth == plies || answer.score.is_decisive();
        assert!(is_whole && !answer.panicked, "depth {} of {plies}", answer.depth);
    }
    let nodes = answers.iter().map(|answer| answer.nodes).sum();
    (nodes, answers.iter().map(|answer| answer.score).collect())
}

#[test]
fn without_any_of_the_rules_the_search_has_more_to_do() {
    let (with_all, _) = effort_at(Chess::PARAMS, 14);
    for (rule, switch_off) in SPARING {
        let (without, _) = effort_at(changed(switch_off), 14);
        assert!(without > with_all, "without {rule}: {without} nodes, with it {with_all}");
    }
}

/// The singular test of a hash move that is worth 108 centi-units by a search of eight plies.
fn singular_test(params: &SearchParams) -> SingularTest {
    with_node(Chess::INFO.start, 8, |node| {
        let m = node.position.parse_move("a2a3").expect("a move");
        let entry = TableEntry {
            packed: packed::<Chess>(m),
            score: 108,
            evaluation: None,
            depth: TableEntry::quarters(Depth::plies(8)),
            bound: Bound::Lower,
            was_pv: false,
        };
        SingularTest::new(node, Some(entry), m, &params.singular).expect("a test")
    })
}

/// By how much that move is extended if the others come to this score.
fn singular_extension(params: &SearchParams, others: Score) -> Depth {
    let test = singular_test(params);
    let found = test.result::<Chess, false>(others, centi(200), true, &params.singular);
    let Singular::Extension(extension) = found else { panic!("no multi-cut") };
    extension
}

#[test]
fn a_multi_cut_is_blended_towards_beta() {
    let params = changed(|p| {
        p.singular.depth = Depth::plies(6);
        p.singular.margin = Factor(64);
        p.singular.multi_cut_blend = Factor(32);
    });
    let test = singular_test(&params);
    assert_eq!(test.beta, centi(100), "a centi-unit less for each ply");
    let result = test.result::<Chess, false>(centi(100), centi(60), true, &params.singular);
    assert!(matches!(result, Singular::MultiCut(score) if score == centi(80)));
}

#[test]
fn a_hash_move_that_is_far_ahead_is_extended_by_up_to_three_plies() {
    let params = changed(|p| {
        p.singular.depth = Depth::plies(6);
        p.singular.margin = Factor(64);
        p.singular.double_margin = Centi(20);
        p.singular.triple_margin = Centi(30);
    });
    let extensions = [99, 80, 79, 50, 49].map(|others| singular_extension(&params, centi(others)));
    assert_eq!(extensions, [1, 1, 2, 2, 3].map(Depth::plies), "100, and 20 and 30 below it");
}

#[test]
fn an_only_move_can_be_extended_by_no_more_than_a_ply() {
    let extension = |alone, others| {
        let params = changed(|p| {
            p.singular.depth = Depth::plies(6);
            p.singular.double_margin = Centi(20);
            p.singular.alone = alone;
        });
        singular_extension(&params, others)
    };
    let none = -Score::INFINITE;
    assert_eq!([false, true].map(|alone| extension(alone, none)), [2, 1].map(Depth::plies));
    assert_eq!(extension(true, centi(-900)), Depth::plies(2), "another move there is");
}

/// Rules that may save no nodes in a few positions.
const CHANGING: [(&str, SwitchOff); 4] = [
    ("pruning on the principal variation", |p| p.move_pruning.on_pv = false),
    ("history pruning", |p| p.history_pruning.is_on = false),
    ("delta pruning", |p| p.delta.is_on = false),
    ("singular extensions", |p| p.singular.is_on = false),
];

#[test]
fn without_others_the_search_is_another() {
    let with_all = effort(Chess::PARAMS);
    for (rule, switch_off) in CHANGING {
        assert_ne!(effort(changed(switch_off)), with_all, "{rule}");
    }
}

/// Parameters that are 0 in chess, with a value that switches on what they stand for.
const TRIALS: [(&str, i32); 27] = [
    ("tt_pv_fail_low", 16),
    ("evaluation_reversible", 32),
    ("evaluation_material", 32),
    ("lmr_good_capture", 32),
    ("lmr_capture_history", 16),
    ("lmr_tt_pv_fail_low", 16),
    ("reverse_futility_quiet_hash", 1),
    ("fail_high_blend", 16),
    ("fail_high_quiescence", 32),
    ("iir_shallow", 32),
    ("lmr_most_extension", 16),
    ("draw_noise", 1),
    ("futility_history", 200),
    ("see_pruning_history", 400),
    ("reverse_futility_parent", 300),
    ("singular_alone", 1),
    ("history_refuted", 64),
    ("history_exact", 64),
    ("history_root", 64),
    ("history_root_order", 1),
    ("killers_reset", 1),
    ("quiet_order_low_ply", 512),
    ("quiet_order_threat", 16384),
    ("continuation_third", 32),
    ("continuation_sixth", 32),
    ("correction_fourth", 64),
    ("correction_further", 64),
];

#[test]
fn each_rule_on_trial_changes_the_search_and_is_off_at_0() {
    let without = effort(Chess::PARAMS);
    for (name, value) in TRIALS {
        let parameter = SearchParams::LIST.iter().find(|it| it.name == name).expect("it exists");
        let mut params = Chess::PARAMS;
        (parameter.set)(&mut params, value);
        assert_ne!(effort(params), without, "{name}");
        (parameter.set)(&mut params, 0);
        assert_eq!(params, Chess::PARAMS, "{name}");
    }
}

/// Values that a tuner may try, and 0 for what is off, neither panic nor hang.
#[test]
fn extreme_parameters_search_to_the_end() {
    let minimum = |p: &mut SearchParams| {
        for parameter in SearchParams::LIST {
            (parameter.set)(p, parameter.min);
        }
    };
    let maximum = |p: &mut SearchParams| {
        for parameter in SearchParams::LIST {
            (parameter.set)(p, parameter.max);
        }
    };
    let shallow_lmr = |p: &mut SearchParams| p.lmr.depth = Depth::PLY;
    let no_window = |p: &mut SearchParams| p.aspiration.is_on = false;
    let changes: [&dyn Fn(&mut SearchParams); 4] = [&minimum, &maximum, &shallow_lmr, &no_window];
    for (i, change) in changes.into_iter().enumerate() {
        assert!(effort_at(changed(change), 5).0 > 0, "change {i}");
    }
}

#[test]
fn the_extension_budget_is_that_of_the_parameters() {
    let params = changed(|p| p.extension.budget = Depth::ZERO);
    assert_ne!(effort(params).0, effort(Chess::PARAMS).0);
}
