//! The assignment of changes to sides, and the effects of the changes.

use plyglot_core::game::random::{Random, mix};
use plyglot_core::game::{Parameter, SearchParams};
use plyglot_support::statistics::Tally;
use std::fmt::{self, Display};

/// Parameters that are changed together: each with its new value, as a plain number.
#[derive(Clone, Debug)]
pub(super) struct Change(pub(super) Vec<(&'static Parameter, i32)>);

/// The form on the command line: `late_move_base=9+late_move_worsening=32`.
impl Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (spec, value)) in self.0.iter().enumerate() {
            let plus = if number > 0 { "+" } else { "" };
            write!(f, "{plus}{}={value}", spec.name)?;
        }
        Ok(())
    }
}

/// For each of `count` changes: whether the first side has it in the pair of this number.
pub(super) fn assignment(seed: u64, pair: u64, count: usize) -> Vec<bool> {
    let mut random = Random::new(mix(mix(seed) ^ pair));
    (0..count).map(|_| random.below(2) == 0).collect()
}

/// The parameters of both sides under an assignment.
pub(super) fn settings(
    changes: &[Change],
    assigned: &[bool],
    base: &SearchParams,
) -> [SearchParams; 2] {
    [true, false].map(|has| {
        let mut setting = *base;
        let own = changes.iter().zip(assigned).filter(|(_, first)| **first == has);
        for (spec, value) in own.flat_map(|(change, _)| &change.0) {
            (spec.set)(&mut setting, *value);
        }
        setting
    })
}

/// For each of `count` changes: the pairs of games by the half points of the side that had
/// it. `pairs`: the number of each pair and the half points of its first side, 0 to 4.
pub(super) fn effects(
    seed: u64,
    count: usize,
    pairs: impl Iterator<Item = (u64, u8)>,
) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); count];
    for (pair, half_points) in pairs {
        let half_points = u32::from(half_points);
        for (tally, first) in tallies.iter_mut().zip(assignment(seed, pair, count)) {
            tally.add_pair(if first { half_points } else { 4 - half_points });
        }
    }
    tallies
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_support::statistics::score_of_elo;

    fn change(settings: &[(&str, i32)]) -> Change {
        let find = |name| SearchParams::LIST.iter().find(|spec| spec.name == name);
        Change(settings.iter().map(|&(n, value)| (find(n).expect("it is there"), value)).collect())
    }

    #[test]
    fn each_change_goes_to_one_side() {
        let base = SearchParams::USUAL;
        let joint = change(&[("late_move_base", 9), ("late_move_worsening", 32)]);
        assert_eq!(joint.to_string(), "late_move_base=9+late_move_worsening=32");
        let changes = [joint, change(&[("history_malus", 21)])];
        let [first, second] = settings(&changes, &[true, false], &base);
        assert_eq!((first.late_move.base, second.late_move.base), (9, base.late_move.base));
        assert_eq!(first.late_move.worsening.0, 32);
        assert_eq!(second.late_move.worsening.0, base.late_move.worsening.0);
        assert_eq!((first.history.malus.0, second.history.malus.0), (base.history.malus.0, 21));
    }

    /// Players whose strength is known: the first change is worth 60 Elo, the second costs
    /// 40, the third does nothing.
    #[test]
    fn effects_are_found_side_by_side() {
        const PAIRS: u64 = 20_000;
        let worth = [60.0, -40.0, 0.0];
        let mut random = Random::new(11);
        let played: Vec<(u64, u8)> = (0..PAIRS)
            .map(|pair| {
                let assigned = assignment(5, pair, worth.len());
                let ahead: f64 = worth
                    .iter()
                    .zip(assigned)
                    .map(|(elo, first)| if first { *elo } else { -elo })
                    .sum();
                let chance = (score_of_elo(ahead) * 1000.0) as usize;
                let game = |random: &mut Random| 2 * u8::from(random.below(1000) < chance);
                (pair, game(&mut random) + game(&mut random))
            })
            .collect();
        for (tally, worth) in effects(5, worth.len(), played.into_iter()).iter().zip(worth) {
            let elo = tally.elo().expect("there are games");
            // 1.5 margins are three standard deviations.
            assert!((elo.estimate - worth).abs() < 1.5 * elo.margin(), "{elo:?} for {worth}");
            assert!(elo.margin() < 5.0, "{elo:?}");
        }
    }

    #[test]
    fn assignments_differ_from_pair_to_pair_and_follow_from_the_seed() {
        let of = |seed| (0..40).map(|pair| assignment(seed, pair, 8)).collect::<Vec<_>>();
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        let first = of(1).iter().flatten().filter(|first| **first).count();
        assert!((120..200).contains(&first), "{first} of 320");
    }
}
