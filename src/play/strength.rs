//! How strongly Plyglot plays.

use crate::search::{Level, StrengthLimit};
use std::fmt;

/// A strength, as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    /// As strong as it can.
    Full,
    /// A level below the highest.
    Level(u8),
    /// A rating.
    Elo(u16),
}

impl Strength {
    /// The strength of a level; the highest is full strength.
    pub(super) fn level(level: u8) -> Strength {
        if level < Level::FULL_SKILL { Strength::Level(level) } else { Strength::Full }
    }

    /// What the search is told. `seed` chooses the errors.
    pub(super) fn limit(self, seed: u64) -> Option<StrengthLimit> {
        let level = match self {
            Strength::Full => return None,
            Strength::Level(level) => Level::Skill(level),
            Strength::Elo(elo) => Level::Elo(elo),
        };
        Some(StrengthLimit { level, seed })
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Full => write!(f, "full strength"),
            Strength::Level(level) => write!(f, "level {level}"),
            Strength::Elo(elo) => write!(f, "Elo {elo}"),
        }
    }
}
