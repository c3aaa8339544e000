//! Checks of evaluations that are weighted sums of features.

use super::trail::catching_panics;
use super::{LONGEST_WALK, equal, start};
use crate::game::random::Random;
use crate::game::{FeatureGroup, Glance, Linear, Notation, Side, Weight, evaluate};

/// The greatest rounding error, in centi-units.
const ROUNDING: f64 = 1.0;

/// Plays `walks` random games from the start position. Checks in every quiet position
/// that the weighted features sum to the evaluation. The same `seed` gives the same
/// games.
///
/// # Errors
/// The first law that is broken, with the position in which it is.
pub fn check_linear<G: Notation<Rules = ()> + Linear>(
    walks: usize,
    seed: u64,
) -> Result<(), String> {
    check_sum((), walks, seed, evaluate::<G>)
}

/// Like [`check_linear`], for one game of a type, where the sum may be only a part of the
/// evaluation. `value` returns the expected sum in centi-units, for the side to move.
///
/// # Errors
/// The first law that is broken, with the position in which it is.
pub fn check_sum<G: Notation + Linear>(
    rules: G::Rules,
    walks: usize,
    seed: u64,
    value: impl Fn(&G) -> i32,
) -> Result<(), String> {
    catching_panics::<G>(rules, |trail| {
        let start = start::<G>(rules)?;
        let weights = G::weights(rules);
        let size = G::GROUPS.iter().map(|group: &FeatureGroup| group.size).sum::<usize>();
        equal(
            "there is a weight for each feature of GROUPS",
            G::info(rules).start,
            &size,
            &weights.len(),
        )?;
        let mut random = Random::new(seed);
        for _ in 0..walks {
            let mut position = start.clone();
            for _ in 0..LONGEST_WALK {
                let text = position.print();
                trail.enter(&position, &text);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let is_quiet = position.decided().is_none() && position.glance() == Glance::Open;
                if is_quiet {
                    check_position(&position, &text, &weights, value(&position))?;
                }
                let m = moves[random.below(moves.len())];
                trail.follow(m);
                position.play(m);
            }
        }
        Ok(())
    })
}

fn check_position<G: Linear>(
    position: &G,
    text: &str,
    weights: &[Weight],
    value: i32,
) -> Result<(), String> {
    let phase = f64::from(position.phase());
    equal("the phase lies between 0 and 1", text, &true, &(0.0..=1.0).contains(&phase))?;
    let (mut sum, mut stray) = (f64::from(position.rest()), None);
    position.features(|feature, count| match weights.get(feature) {
        Some(&[beginning, end]) => {
            let weight = phase * f64::from(beginning) + (1.0 - phase) * f64::from(end);
            sum += f64::from(count) * weight;
        }
        None => stray = Some(feature),
    });
    if let Some(feature) = stray {
        return Err(format!("each feature is one of GROUPS: at `{text}` there is a {feature}"));
    }
    let expected = if position.side() == Side::First { sum } else { -sum };
    if (expected - f64::from(value)).abs() > ROUNDING + 1e-3 {
        return Err(format!(
            "features sum to the evaluation: at `{text}` expected {expected:.1}, found {value}"
        ));
    }
    Ok(())
}
