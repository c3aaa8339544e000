//! One step of SPSA: the parameters are perturbed, then updated by the result. The
//! names of the constants are Spall's.

use plyglot_core::game::random::{Random, mix};
use plyglot_core::game::{Parameter, SearchParams};

const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;
/// The stability constant, as a fraction of all steps: before it, the gain hardly
/// decreases.
const STABILITY: f64 = 0.1;
/// The initial perturbation, as a fraction of the initial value.
const INITIAL_PERTURBATION: f64 = 0.15;

#[derive(Clone, Debug)]
pub(super) struct TunedParameter {
    pub(super) spec: &'static Parameter,
    pub(super) value: f64,
    pub(super) perturbation: f64,
    /// The sum of its values after steps of the second half, and the number of these.
    late_sum: f64,
    late_count: u64,
}

impl TunedParameter {
    pub(super) fn new(spec: &'static Parameter, start: &SearchParams) -> TunedParameter {
        let value = f64::from((spec.get)(start));
        let perturbation = (value.abs() * INITIAL_PERTURBATION).max(f64::from(spec.step));
        TunedParameter { spec, value, perturbation, late_sum: 0.0, late_count: 0 }
    }

    /// The mean of its values in the second half of the steps, which wander less far from the
    /// optimum than the last ones (Polyak and Juditsky, "Acceleration of Stochastic Approximation
    /// by Averaging", 1992); before, its value.
    fn found(&self) -> f64 {
        if self.late_count == 0 { self.value } else { self.late_sum / self.late_count as f64 }
    }

    fn bounded(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.spec.min), f64::from(self.spec.max))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpsaSchedule {
    pub(super) steps: u64,
    /// The gain at half of the steps: how far a won pair of games moves a parameter, as
    /// a fraction of the perturbation.
    pub(super) rate: f64,
    pub(super) seed: u64,
}

impl SpsaSchedule {
    /// The perturbation in a step, as a fraction of the initial one.
    fn perturbation(&self, step: u64) -> f64 {
        (1.0 + 10.0 * self.progress(step)).powf(-GAMMA)
    }

    /// The gain of a step, as a fraction of the perturbation.
    fn gain(&self, step: u64) -> f64 {
        self.rate * ((STABILITY + 0.5) / (STABILITY + self.progress(step))).powf(ALPHA)
    }

    fn progress(&self, step: u64) -> f64 {
        step as f64 / self.steps.max(1) as f64
    }
}

/// The directions of one step, and the two settings that play each other.
#[derive(Clone, Debug)]
pub(super) struct SettingsPair {
    /// 1 or -1 for each parameter.
    directions: Vec<f64>,
    /// The parameters moved in their directions, and against them.
    pub(super) settings: [SearchParams; 2],
}

/// Perturbs all parameters at random. `number`: the step, from 0. All other parameters
/// keep their values in `base`.
pub(super) fn perturb(
    parameters: &[TunedParameter],
    base: &SearchParams,
    schedule: &SpsaSchedule,
    number: u64,
) -> SettingsPair {
    let mut random = Random::new(mix(schedule.seed) ^ mix(!number));
    let directions: Vec<f64> =
        parameters.iter().map(|_| random.below(2) as f64 * 2.0 - 1.0).collect();
    let perturbation = schedule.perturbation(number);
    let settings = [1.0, -1.0].map(|sign| {
        let mut setting = *base;
        for (parameter, direction) in parameters.iter().zip(&directions) {
            let value = parameter.bounded(
                parameter.value + sign * direction * parameter.perturbation * perturbation,
            );
            (parameter.spec.set)(&mut setting, round_at_random(value, &mut random));
        }
        setting
    });
    SettingsPair { directions, settings }
}

/// Stochastic rounding: one of the two nearest integers, right on average.
fn round_at_random(value: f64, random: &mut Random) -> i32 {
    const PARTS: usize = 1 << 20;
    let above = (value - value.floor()) * PARTS as f64 > random.below(PARTS) as f64;
    value.floor() as i32 + i32::from(above)
}

/// Updates the parameters by the result of a step. `won`: pairs won less pairs lost by
/// the first setting; a game counts half.
pub(super) fn update(
    parameters: &mut [TunedParameter],
    schedule: &SpsaSchedule,
    number: u64,
    pair: &SettingsPair,
    won: f64,
) {
    let gain = schedule.gain(number) * schedule.perturbation(number) * won;
    for (parameter, direction) in parameters.iter_mut().zip(&pair.directions) {
        parameter.value =
            parameter.bounded(parameter.value + gain * parameter.perturbation * direction);
        if 2 * number >= schedule.steps {
            parameter.late_sum += parameter.value;
            parameter.late_count += 1;
        }
    }
}

pub(super) fn rounded(parameters: &[TunedParameter], base: &SearchParams) -> SearchParams {
    let mut params = *base;
    for parameter in parameters {
        (parameter.spec.set)(&mut params, parameter.found().round() as i32);
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::Factor;

    fn parameter(name: &str) -> &'static Parameter {
        SearchParams::LIST.iter().find(|parameter| parameter.name == name).unwrap()
    }

    fn objective(params: &SearchParams) -> f64 {
        let off = [
            (f64::from(params.late_move.base) - 9.0) / 3.0,
            (f64::from(params.see_pruning.quiet.0) - 60.0) / 25.0,
            (f64::from(params.history.malus.0) - 20.0) / 20.0,
        ];
        -off.iter().map(|x| x * x).sum::<f64>()
    }

    /// The results of the games follow from the distance of both settings to a known
    /// optimum, with the variance of real games.
    #[test]
    fn parameters_reach_the_optimum_through_the_noise() {
        let base = SearchParams::USUAL;
        let mut parameters: Vec<TunedParameter> =
            ["late_move_base", "see_pruning_quiet", "history_malus"]
                .iter()
                .map(|name| TunedParameter::new(parameter(name), &base))
                .collect();
        let start = objective(&base);
        let schedule = SpsaSchedule { steps: 4000, rate: 0.1, seed: 7 };
        let mut random = Random::new(5);
        for k in 0..schedule.steps {
            let pair = perturb(&parameters, &base, &schedule, k);
            let [along, against] = pair.settings.map(|setting| objective(&setting));
            // The probability that a game is won; otherwise it is lost.
            let chance = 0.5 + 0.1 * (along - against).clamp(-4.0, 4.0);
            let per_mille = (chance * 1000.0) as usize;
            let won = [0, 1].map(|_| if random.below(1000) < per_mille { 0.5 } else { -0.5 });
            update(&mut parameters, &schedule, k, &pair, won.iter().sum());
        }
        let end = objective(&rounded(&parameters, &base));
        assert!(start < -8.0 && end > -0.5, "from {start} to {end}");
    }

    /// The mean of the second half is nearer to where a parameter without effect began than its
    /// last value, in most runs.
    #[test]
    fn what_has_no_effect_stays_near_its_start() {
        let base = SearchParams::USUAL;
        let mut last = 0.0;
        let mut found = 0.0;
        for seed in 0..40 {
            let mut tuned = [TunedParameter::new(parameter("lmr_slope"), &base)];
            let start = tuned[0].value;
            let schedule = SpsaSchedule { steps: 600, rate: 0.06, seed };
            let mut random = Random::new(seed);
            for k in 0..schedule.steps {
                let pair = perturb(&tuned, &base, &schedule, k);
                update(&mut tuned, &schedule, k, &pair, random.below(9) as f64 / 2.0 - 2.0);
            }
            last += (tuned[0].value - start).powi(2);
            found += (tuned[0].found() - start).powi(2);
        }
        assert!(found < last, "{found}, {last}");
    }

    #[test]
    fn parameters_stay_in_their_ranges() {
        let mut base = SearchParams::USUAL;
        base.null_move.slope = Factor(1);
        let mut parameters = [TunedParameter::new(parameter("null_move_slope"), &base)];
        let schedule = SpsaSchedule { steps: 100, rate: 50.0, seed: 1 };
        for k in 0..100 {
            let pair = perturb(&parameters, &base, &schedule, k);
            assert!(
                pair.settings.iter().all(|setting| (0..=48).contains(&setting.null_move.slope.0))
            );
            update(&mut parameters, &schedule, k, &pair, if k % 2 == 0 { 4.0 } else { -3.0 });
            assert!((0.0..=48.0).contains(&parameters[0].value));
        }
    }

    #[test]
    fn random_rounding_is_right_on_average() {
        let mut random = Random::new(3);
        let sum: i32 = (0..10_000).map(|_| round_at_random(-2.75, &mut random)).sum();
        assert!((-27_700..-27_300).contains(&sum), "{sum}");
        assert_eq!(round_at_random(4.0, &mut random), 4);
    }
}
