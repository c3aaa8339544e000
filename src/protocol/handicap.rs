//! The options that ask for a weaker opponent.

use crate::search::{Level, StrengthLimit};
use std::hash::{BuildHasher, RandomState};

/// The ratings from the least to the most that `UCI_Elo` may be, in every game.
pub(super) const ELO_RANGE: (usize, usize) = (500, 2500);
/// The rating before anyone sets it.
pub(super) const DEFAULT_ELO: usize = 1500;
/// The skill level that stands for full strength.
pub(super) const FULL_SKILL: usize = 20;
pub(super) const MOST_SEED: usize = i32::MAX as usize;

/// One of the options, as it was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Limit(bool),
    Elo(usize),
    Skill(usize),
    /// 0 for a seed of this process's own.
    Seed(usize),
}

/// What was said of the strength to play with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wishes {
    is_limited: bool,
    elo: usize,
    skill: usize,
    seed: usize,
    /// The seed of this process, which no other one has.
    own_seed: u64,
}

impl Wishes {
    pub(super) fn new() -> Wishes {
        let own_seed = RandomState::new().hash_one(());
        Wishes { is_limited: false, elo: DEFAULT_ELO, skill: FULL_SKILL, seed: 0, own_seed }
    }

    /// Takes note of a wish. The strength that all of them come to, `None` for
    /// full strength.
    pub(super) fn hear(&mut self, wish: Wish) -> Option<StrengthLimit> {
        match wish {
            Wish::Limit(on) => self.is_limited = on,
            Wish::Elo(elo) => self.elo = elo,
            Wish::Skill(level) => self.skill = level,
            Wish::Seed(seed) => self.seed = seed,
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
