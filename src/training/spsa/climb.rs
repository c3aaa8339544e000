//! The way uphill: where the numbers stand, and where a result moves them.

use crate::games::random::{Random, mix};
use crate::games::{Parameter, SearchParams};

/// How fast the change that is tried grows smaller from step to step (Spall's gamma).
const TRIED: f64 = 0.101;
/// How fast the way that a result moves does (Spall's alpha).
const MOVED: f64 = 0.602;
/// The share of all steps before which the way does not grow smaller by much.
const SLOW: f64 = 0.1;
/// The change that is tried at first, as a share of the number where it started.
const SHARE: f64 = 0.15;

/// A number that is on its way.
#[derive(Clone, Debug)]
pub struct Climber {
    /// Which it is.
    pub number: &'static Parameter,
    /// Where it stands.
    pub value: f64,
    /// The change that is tried at first.
    pub reach: f64,
}

impl Climber {
    /// A number that starts at what it is in these.
    pub fn new(number: &'static Parameter, start: &SearchParams) -> Climber {
        let value = f64::from((number.get)(start));
        let reach = (value.abs() * SHARE).max(f64::from(number.step));
        Climber { number, value, reach }
    }

    fn bounded(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.number.min), f64::from(self.number.max))
    }
}

/// How far a fit goes, and how boldly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// Steps until the end.
    pub steps: u64,
    /// What a pair of games that is won moves a number in the middle of the
    /// way, as a part of the change that was tried.
    pub rate: f64,
    /// From which the changes follow.
    pub seed: u64,
}

impl Schedule {
    /// The change that is tried in a step, as a part of that at first.
    fn tried(&self, step: u64) -> f64 {
        (1.0 + 10.0 * self.progress(step)).powf(-TRIED)
    }

    /// What a pair of games that is won moves a number in a step, as a part of
    /// the change that was tried.
    fn moved(&self, step: u64) -> f64 {
        self.rate * ((SLOW + 0.5) / (SLOW + self.progress(step))).powf(MOVED)
    }

    fn progress(&self, step: u64) -> f64 {
        step as f64 / self.steps.max(1) as f64
    }
}

/// A step: each number's way, 1 or -1, and the two settings that are played.
#[derive(Clone, Debug)]
pub struct Step {
    ways: Vec<f64>,
    /// The numbers moved along their ways, and against them.
    pub settings: [SearchParams; 2],
}

/// The step of this number, counted from 0, from where the climbers stand. The
/// other numbers stay as they are in `base`.
pub fn step(climbers: &[Climber], base: &SearchParams, schedule: &Schedule, number: u64) -> Step {
    let mut random = Random::new(mix(schedule.seed) ^ mix(!number));
    let ways: Vec<f64> = climbers.iter().map(|_| random.below(2) as f64 * 2.0 - 1.0).collect();
    let tried = schedule.tried(number);
    let settings = [1.0, -1.0].map(|sign| {
        let mut setting = *base;
        for (climber, way) in climbers.iter().zip(&ways) {
            let value = climber.bounded(climber.value + sign * way * climber.reach * tried);
            (climber.number.set)(&mut setting, by_lot(value, &mut random));
        }
        setting
    });
    Step { ways, settings }
}

/// A whole number next to this one, so that it is this one on average.
fn by_lot(value: f64, random: &mut Random) -> i32 {
    const PARTS: usize = 1 << 20;
    let above = (value - value.floor()) * PARTS as f64 > random.below(PARTS) as f64;
    value.floor() as i32 + i32::from(above)
}

/// Moves the climbers by the result of a step: the pairs of games that those
/// along their ways won beyond those that they lost, a half for a game.
pub fn climb(climbers: &mut [Climber], schedule: &Schedule, number: u64, step: &Step, won: f64) {
    let moved = schedule.moved(number) * schedule.tried(number) * won;
    for (climber, way) in climbers.iter_mut().zip(&step.ways) {
        climber.value = climber.bounded(climber.value + moved * climber.reach * way);
    }
}

/// The numbers nearest to where the climbers stand.
pub fn rounded(climbers: &[Climber], base: &SearchParams) -> SearchParams {
    let mut numbers = *base;
    for climber in climbers {
        (climber.number.set)(&mut numbers, climber.value.round() as i32);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Factor;

    fn number(name: &str) -> &'static Parameter {
        SearchParams::LIST.iter().find(|number| number.name == name).unwrap()
    }

    /// Games whose results follow the distance of both settings from a summit
    /// that is known, with a spread as wide as that of real games.
    #[test]
    fn spsa_reaches_the_maximum_of_a_noisy_function() {
        let summit = |n: &SearchParams| {
            let off = [
                (f64::from(n.late_move_base) - 9.0) / 3.0,
                (f64::from(n.see_pruning_quiet.0) - 60.0) / 25.0,
                (f64::from(n.history_malus.0) - 20.0) / 20.0,
            ];
            -off.iter().map(|x| x * x).sum::<f64>()
        };
        let base = SearchParams::USUAL;
        let mut climbers: Vec<Climber> = ["late_move_base", "see_pruning_quiet", "history_malus"]
            .iter()
            .map(|name| Climber::new(number(name), &base))
            .collect();
        let start = summit(&base);
        let schedule = Schedule { steps: 4000, rate: 0.1, seed: 7 };
        let mut random = Random::new(5);
        for k in 0..schedule.steps {
            let step = step(&climbers, &base, &schedule, k);
            let [along, against] = step.settings.map(|setting| summit(&setting));
            // A game is won with this chance, or else lost.
            let chance = 0.5 + 0.1 * (along - against).clamp(-4.0, 4.0);
            let game = |random: &mut Random| random.below(1000) < (chance * 1000.0) as usize;
            let won = [0, 1].map(|_| if game(&mut random) { 0.5 } else { -0.5 });
            climb(&mut climbers, &schedule, k, &step, won.iter().sum());
        }
        let end = summit(&rounded(&climbers, &base));
        assert!(start < -8.0 && end > -0.5, "from {start} to {end}");
    }

    #[test]
    fn numbers_stay_in_their_ranges() {
        let base = SearchParams { null_move_slope: Factor(1), ..SearchParams::USUAL };
        let mut climbers = [Climber::new(number("null_move_slope"), &base)];
        let schedule = Schedule { steps: 100, rate: 50.0, seed: 1 };
        for k in 0..100 {
            let step = step(&climbers, &base, &schedule, k);
            assert!(
                step.settings.iter().all(|setting| (0..=48).contains(&setting.null_move_slope.0))
            );
            climb(&mut climbers, &schedule, k, &step, if k % 2 == 0 { 4.0 } else { -3.0 });
            assert!((0.0..=48.0).contains(&climbers[0].value));
        }
    }

    #[test]
    fn stochastic_rounding_is_right_on_average() {
        let mut random = Random::new(3);
        let sum: i32 = (0..10_000).map(|_| by_lot(-2.75, &mut random)).sum();
        assert!((-27_700..-27_300).contains(&sum), "{sum}");
        assert_eq!(by_lot(4.0, &mut random), 4);
    }
}
