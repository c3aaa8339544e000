//! The options that limit the engine's strength.

use plyglot_core::search::{Level, StrengthLimit};
use std::hash::{BuildHasher, RandomState};

/// The range of `UCI_Elo` in every game.
pub(super) const ELO_RANGE: (usize, usize) =
    (*Level::RATINGS.start() as usize, *Level::RATINGS.end() as usize);
/// The default of `UCI_Elo`.
pub(super) const DEFAULT_ELO: usize = 1500;
/// The `Skill Level` of full strength.
pub(super) const FULL_SKILL: usize = Level::FULL_SKILL as usize;
pub(super) const MAX_SEED: usize = i32::MAX as usize;

/// One of these options with its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StrengthOption {
    Limit(bool),
    Elo(usize),
    Skill(usize),
    /// 0 for a seed that differs in every process.
    Seed(usize),
}

/// The values of these options.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrengthOptions {
    is_limited: bool,
    elo: usize,
    skill: usize,
    seed: usize,
    /// A random seed of this process.
    own_seed: u64,
}

impl StrengthOptions {
    pub(super) fn new() -> StrengthOptions {
        let own_seed = RandomState::new().hash_one(());
        StrengthOptions {
            is_limited: false,
            elo: DEFAULT_ELO,
            skill: FULL_SKILL,
            seed: 0,
            own_seed,
        }
    }

    /// Sets one option. Returns the resulting handicap, `None` at full strength.
    pub(super) fn set(&mut self, option: StrengthOption) -> Option<StrengthLimit> {
        match option {
            StrengthOption::Limit(on) => self.is_limited = on,
            StrengthOption::Elo(elo) => self.elo = elo,
            StrengthOption::Skill(level) => self.skill = level,
            StrengthOption::Seed(seed) => self.seed = seed,
        }
        let level = if self.is_limited {
            Level::Elo(self.elo as u16)
        } else if self.skill < FULL_SKILL {
            Level::Skill(self.skill as u8)
        } else {
            return None;
        };
        let seed = if self.seed == 0 { self.own_seed } else { self.seed as u64 };
        Some(StrengthLimit { level, seed })
    }
}
