use super::{History, HistoryBonus, LOW_PLIES, QuietContext, QuietIndex};
use crate::chess::Chess;
use crate::game::{Depth, Evaluation, Factor, Notation};
use crate::search::node::corrections::Corrections;
use crate::search::node::stack::Stack;
use crate::search::node::tests::{centi, changed, node};
use crate::search::node::types::Node;

fn history_in(learnt: QuietContext, asked: QuietContext) -> i32 {
    let position = Chess::start(());
    let m = position.parse_move("a2a3").expect("a move");
    let mut history = History::<Chess>::new();
    history.update_quiet(QuietIndex::new(&position, m, learnt.attacked), &learnt, 1000);
    history.quiet(&position, m, &asked)
}

#[test]
fn a_quiet_move_has_a_history_by_what_is_attacked_by_structure_and_by_the_moves_before() {
    let previous = [1, 2, 3];
    let learnt = QuietContext { previous, structure: 7, ..QuietContext::default() };
    let whole = history_in(learnt, learnt);
    assert_eq!(whole, 5 * 1000, "an entry each");
    let elsewhere = [
        // The pawn comes to an attacked square, or leaves one.
        QuietContext { attacked: 1 << 16, ..learnt },
        QuietContext { attacked: 1 << 8, ..learnt },
        QuietContext { structure: 8, ..learnt },
        QuietContext { previous: [9, 2, 3], ..learnt },
        QuietContext { previous: [1, 9, 3], ..learnt },
        QuietContext { previous: [1, 2, 9], ..learnt },
    ];
    assert_eq!(elsewhere.map(|asked| history_in(learnt, asked)), [4 * 1000; 6]);
    // Attacks elsewhere make no difference.
    assert_eq!(history_in(learnt, QuietContext { attacked: 1 << 40, ..learnt }), whole);
}

#[test]
fn moves_three_and_six_plies_before_count_as_much_as_their_parameters_say() {
    let position = Chess::start(());
    let m = position.parse_move("a2a3").expect("a move");
    let points = |third, sixth| {
        let mut history = History::<Chess>::new();
        history.begin(&changed(|p| {
            p.continuation_history.third = Factor(third);
            p.continuation_history.sixth = Factor(sixth);
        }));
        let learnt =
            QuietContext { previous: [1, 2, 3], further: [4, 5], ..QuietContext::default() };
        history.update_quiet(QuietIndex::new(&position, m, 0), &learnt, 1000);
        let asked = QuietContext { previous: [6, 6, 6], structure: 1, ..learnt };
        history.quiet(&position, m, &asked)
    };
    assert_eq!(points(0, 0), 1000, "by the move alone");
    assert_eq!(points(64, 0), 2 * 1000);
    assert_eq!(points(0, 32), 1000 + 250, "half as much is learnt, and half of it counts");
}

#[test]
fn the_moves_of_the_line_are_known_three_and_six_plies_later() {
    let position = Chess::start(());
    let mut stack = Stack::default();
    stack.begin();
    let names = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3"];
    let played = names.map(|name| position.parse_move(name).expect("a move"));
    for (ply, m) in played.into_iter().enumerate() {
        stack.set_move(ply, &position, m);
    }
    let expected = [3, 0].map(|ply: usize| QuietIndex::new(&position, played[ply], 0).continuation);
    assert_eq!(stack.context::<Chess>(6).further, expected);
    assert_eq!(stack.context::<Chess>(2).further, [0, 0], "none before the root");
}

#[test]
fn the_first_plies_have_an_order_of_their_own() {
    let params = changed(|p| p.quiet_order.low_ply = Factor(128));
    let position = Chess::start(());
    let m = position.parse_move("a2a3").expect("a move");
    let mut history = History::<Chess>::new();
    history.begin(&params);
    let at = |ply| QuietContext { ply, ..QuietContext::default() };
    let moved = QuietIndex::new(&position, m, 0);
    history.update_quiet(moved, &at(1), 1000);
    history.update_quiet(moved, &at(LOW_PLIES), 1000);
    let bonuses = |history: &History<Chess>| {
        [0, 1, 2, LOW_PLIES].map(|ply| history.order_bonus(&position, m, &at(ply)))
    };
    assert_eq!(bonuses(&history), [0, 1000, 0, 0], "twice the points, divided by two");
    history.begin(&params);
    assert_eq!(bonuses(&history), [0; 4], "each search begins without");
}

#[test]
fn a_search_keeps_a_share_of_the_histories_before_it() {
    let position = Chess::parse("4k3/8/8/8/5n2/3N4/8/4K3 w - - 0 1").expect("a FEN");
    let quiet = position.parse_move("d3b2").expect("a move");
    let capture = position.parse_move("d3f4").expect("a move");
    let context = QuietContext { previous: [1, 2, 3], ..QuietContext::default() };
    let kept = |share| {
        let params = changed(|p| p.history.age = Factor(share));
        let mut history = History::<Chess>::new();
        history.update_quiet(QuietIndex::new(&position, quiet, 0), &context, -1000);
        history.set_capture(&position, capture, 1000);
        history.begin(&params);
        [history.quiet(&position, quiet, &context), history.capture(&position, capture)]
    };
    assert_eq!(kept(0), [-5000, 1000], "five entries each");
    assert_eq!(kept(48), [-3750, 750]);
}

#[test]
fn a_quiet_check_comes_earlier_unless_it_loses_its_piece() {
    let position = Chess::parse("4k3/8/8/2p5/8/8/8/3QK3 w - - 0 1").expect("a FEN");
    let mut history = History::<Chess>::new();
    let mut bonus = |points, name| {
        history.begin(&changed(|p| p.quiet_order.threat = points));
        let m = position.parse_move(name).expect("a move");
        history.order_bonus(&position, m, &QuietContext::default())
    };
    assert_eq!([bonus(9000, "d1a4"), bonus(0, "d1a4")], [9000, 0]);
    assert_eq!(bonus(9000, "d1d2"), 0, "no check");
    assert_eq!(bonus(9000, "d1d7"), 0, "the king takes the queen");
}

#[test]
fn a_move_searched_again_learns_how_it_came_out() {
    let params = changed(|p| p.history.full_depth = Factor(32));
    let position = Chess::start(());
    let m = position.parse_move("a2a3").expect("a move");
    let after = |is_good| {
        let mut history = History::<Chess>::new();
        let mut stack = Stack::default();
        stack.begin();
        for (ply, name) in [(2, "b2b3"), (1, "c2c3"), (0, "d2d3"), (3, "a2a3")] {
            stack.set_move(ply, &position, position.parse_move(name).expect("a move"));
        }
        history.update_after_full_depth(3, Depth::plies(4), &stack, is_good, &params);
        history.quiet(&position, m, &stack.context::<Chess>(3))
    };
    let bonus = HistoryBonus::new(Depth::plies(4), &params).bonus / 2;
    assert_eq!([after(true), after(false)], [3 * bonus, -3 * bonus], "after three moves each");
}

#[test]
fn an_early_quiet_move_that_is_refuted_counts_less_after_the_moves_before_it() {
    let params = changed(|p| {
        p.history.refuted = Factor(32);
        p.history.refuted_moves = 2;
    });
    let position = Chess::start(());
    let state = position.state();
    let m = position.parse_move("a2a3").expect("a move");
    let after = |number, after_quiet| {
        let mut history = History::<Chess>::new();
        let mut stack = Stack::default();
        stack.begin();
        for (ply, name) in [(2, "b2b3"), (1, "c2c3"), (0, "d2d3"), (3, "a2a3")] {
            stack.set_move(ply, &position, position.parse_move(name).expect("a move"));
        }
        stack.set_number(3, number);
        let refuting = Node { after_quiet, ply: 4, ..node(&position, &state, 4) };
        history.update_after_refutation(&refuting, &stack, &params);
        history.quiet(&position, m, &stack.context::<Chess>(3))
    };
    let malus = HistoryBonus::new(Depth::plies(4), &params).bonus / 2;
    assert_eq!([after(0, true), after(1, true)], [-3 * malus; 2], "after three moves each");
    assert_eq!([after(2, true), after(0, false)], [0, 0], "late, and not quiet");
}

#[test]
fn an_evaluation_is_corrected_by_the_last_two_moves() {
    let position = Chess::start(());
    let state = position.state();
    let node = node(&position, &state, 8);
    let mut corrections = Corrections::new::<Chess>();
    corrections.update(&node, [1, 2, 3], centi(0), centi(500));
    let correction = |previous, share| {
        let params = changed(|p| p.continuation_history.correction = Factor(share));
        corrections.correction(&node, previous, &params)
    };
    let by_keys = correction([1, 2, 3], 0);
    assert!(by_keys > 0);
    let share = correction([1, 2, 3], 64) - by_keys;
    assert!(share > 0);
    assert!((correction([1, 2, 3], 128) - by_keys - 2 * share).abs() <= 1);
    for others in [[9, 2, 3], [1, 9, 3]] {
        assert_eq!(correction(others, 64), by_keys);
    }
    assert_eq!(correction([1, 2, 9], 64), by_keys + share, "the moves before those do not count");
}

#[test]
fn an_evaluation_is_corrected_by_the_move_four_plies_before_and_by_rooks_and_queens() {
    let start = Chess::start(());
    let state = start.state();
    let learnt = node(&start, &state, 8);
    let mut corrections = Corrections::new::<Chess>();
    corrections.update(&learnt, [1, 2, 3], centi(0), centi(500));
    let correction = |node: &Node<'_, Chess>, previous, fourth, further| {
        let params = changed(|p| {
            p.continuation_history.correction = Factor(0);
            p.continuation_history.correction_fourth = Factor(fourth);
            p.correction_history.further = Factor(further);
        });
        corrections.correction(node, previous, &params)
    };
    let by_keys = correction(&learnt, [1, 2, 3], 0, 0);
    assert!(correction(&learnt, [1, 9, 3], 64, 0) > by_keys, "the move between does not count");
    assert_eq!(correction(&learnt, [1, 2, 9], 64, 0), by_keys);
    // Without a rook, but with all else that has a key.
    let other = Chess::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    let other = other.expect("a FEN");
    let other_state = other.state();
    let elsewhere = node(&other, &other_state, 8);
    let gained = |node| correction(node, [1, 2, 3], 0, 64) - correction(node, [1, 2, 3], 0, 0);
    assert!(gained(&learnt) > 0);
    assert_eq!(gained(&elsewhere), 0);
}
