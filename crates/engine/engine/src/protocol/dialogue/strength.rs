//! Playing strength, as four options set it.

use plyglot_core::search::{Level, StrengthLimit};
use std::hash::{BuildHasher, RandomState};

pub(super) const DEFAULT_ELO: usize = 1500;
pub(super) const FULL_SKILL: usize = Level::FULL_SKILL as usize;

#[derive(Clone, Copy, Debug)]
pub(super) struct StrengthOptions {
    pub(super) is_limited: bool,
    pub(super) elo: usize,
    pub(super) skill: usize,
    /// 0 for [`StrengthOptions::own_seed`], which differs in every process.
    pub(super) seed: usize,
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

    /// The handicap that follows; `None` at full strength.
    pub(super) fn limit(&self) -> Option<StrengthLimit> {
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
