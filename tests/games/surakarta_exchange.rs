//! Exchanges of Surakarta against a slow recursion over sets of names.

use crate::support::surakarta::Slow;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Knowledge, Notation};
use plyglot_games::surakarta::Surakarta;
use std::collections::BTreeSet;

/// The gains of the side to move by capturing on a point, where either side may stop: all values,
/// as they may depend on which stone takes.
fn wins(slow: &Slow, point: &str) -> BTreeSet<i32> {
    let takers: Vec<&String> = slow.stones[0]
        .iter()
        .filter(|from| slow.rides(from, false).iter().any(|to| to == point))
        .collect();
    if takers.is_empty() {
        return BTreeSet::from([0]);
    }
    let after = takers.into_iter().map(|from| slow.after(from, point));
    after.flat_map(|next| wins(&next, point)).map(|lost| (100 - lost).max(0)).collect()
}

#[test]
fn exchanges_agree_with_a_slow_recursion() {
    let mut random = Random::new(23);
    let (mut certain, mut winning) = (0, 0);
    for _ in 0..20 {
        let mut position = Surakarta::start(());
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let slow = Slow::of(&position.print());
            for &m in &moves {
                let name = position.print_move(m);
                let (from, to) = name.split_at(2);
                let gain = if slow.stones[1].contains(to) { 100 } else { 0 };
                let values: BTreeSet<i32> =
                    wins(&slow.after(from, to), to).into_iter().map(|lost| gain - lost).collect();
                let found: Vec<i32> =
                    (-100..=100).step_by(50).filter(|&t| position.see_at_least(m, t)).collect();
                let best = found.last().copied();
                let is_one_of_them = values.iter().any(|&value| best == Some(value));
                assert!(is_one_of_them, "{} {name}: {found:?} of {values:?}", position.print());
                assert_eq!(found.len() as i32, (best.unwrap_or(-150) + 150) / 50, "monotone");
                certain += i32::from(values.len() == 1);
                winning += i32::from(best == Some(100));
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(certain > 20_000 && winning > 200, "{certain} certain, {winning} winning");
}
