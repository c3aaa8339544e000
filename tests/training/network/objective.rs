//! What a network is to predict: results and scores, by a scale that follows from them.

use plyglot_core::game::random::Random;
use plyglot_train::trainer::Objective;
use plyglot_train::trainer::objective::ScoreCounts;

#[test]
fn the_target_mixes_result_and_score() {
    let objective = Objective { scale: 100.0, lambda: 0.25 };
    let expected = 0.25 + 0.75 / (1.0 + std::f64::consts::E);
    let found = f64::from(objective.target(1.0, -100));
    assert!((found - expected).abs() < 1e-6, "expected {expected}, found {found}");
}

#[test]
fn the_scale_that_made_the_results_is_found() {
    let mut random = Random::new(4);
    let mut counts = ScoreCounts::default();
    for _ in 0..100_000 {
        let score = random.below(801) as i16 - 400;
        let chance = 1.0 / (1.0 + (-f32::from(score) / 170.0).exp());
        let is_won = (random.below(1 << 20) as f32) < chance * (1 << 20) as f32;
        counts.add(score, if is_won { 2 } else { 0 });
    }
    let scale = counts.scale();
    assert!((scale - 170.0).abs() < 5.0, "expected about 170, found {scale}");
}
