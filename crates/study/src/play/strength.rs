//! How strongly Plyglot plays.

use plyglot_core::search::{Level, StrengthLimit};
use std::fmt;

/// A strength, as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedStrength {
    /// As strong as it can.
    Full,
    /// A level below the highest.
    Level(u8),
    /// A rating.
    Elo(u16),
}

impl NamedStrength {
    /// The strength of a level; the highest is full strength.
    pub(super) fn level(level: u8) -> NamedStrength {
        if level < Level::FULL_SKILL { NamedStrength::Level(level) } else { NamedStrength::Full }
    }

    /// The limit for the search. `seed` chooses the errors.
    pub(super) fn limit(self, seed: u64) -> Option<StrengthLimit> {
        let level = match self {
            NamedStrength::Full => return None,
            NamedStrength::Level(level) => Level::Skill(level),
            NamedStrength::Elo(elo) => Level::Elo(elo),
        };
        Some(StrengthLimit { level, seed })
    }
}

impl fmt::Display for NamedStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamedStrength::Full => write!(f, "full strength"),
            NamedStrength::Level(level) => write!(f, "level {level}"),
            NamedStrength::Elo(elo) => write!(f, "Elo {elo}"),
        }
    }
}
