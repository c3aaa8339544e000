//! The rules that differ from place to place.

use plyglot_core::game::{OptionKind, OptionSpec};

/// The result where the rules of the board do not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    Loss,
    Draw,
    /// The side with more stones wins.
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RuleSet {
    /// Plies without a capture that end the game; 0 for no limit.
    pub(super) no_capture_plies: u8,
    pub(super) no_capture: Tie,
    /// The result when the side to move has no move.
    pub(super) stalemate: Tie,
    /// Whether a stone may stop on an empty point after its first arc.
    pub(super) loop_moves: bool,
}

impl RuleSet {
    /// The rules of the start position, which the options' defaults select.
    pub(super) const STANDARD: RuleSet = RuleSet {
        no_capture_plies: 50,
        no_capture: Tie::Count,
        stalemate: Tie::Loss,
        loop_moves: false,
    };

    #[inline]
    pub(super) fn has_ply_limit(self) -> bool {
        self.no_capture_plies != 0
    }

    #[inline]
    pub(super) fn is_over(self, quiet_plies: u16) -> bool {
        self.has_ply_limit() && quiet_plies >= u16::from(self.no_capture_plies)
    }

    pub(super) fn set(&mut self, name: &str, word: &str) {
        match name {
            NO_CAPTURE_PLIES => self.no_capture_plies = word.parse().unwrap_or_default(),
            NO_CAPTURE_RESULT => self.no_capture = Tie::from_word(word),
            STALEMATE_RULE => self.stalemate = Tie::from_word(word),
            LOOP_MOVES => self.loop_moves = word == "true",
            _ => {}
        }
    }
}

impl Tie {
    fn from_word(word: &str) -> Tie {
        match word {
            "draw" => Tie::Draw,
            "count" => Tie::Count,
            _ => Tie::Loss,
        }
    }
}

const NO_CAPTURE_PLIES: &str = "NoCapturePlies";
const NO_CAPTURE_RESULT: &str = "NoCaptureResult";
const STALEMATE_RULE: &str = "StalemateRule";
const LOOP_MOVES: &str = "LoopMoves";

/// The options of the rules, whose first words give [`RuleSet::STANDARD`], and one that depends on
/// what they are.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec { name: NO_CAPTURE_PLIES, kind: OptionKind::Choice(&["50", "0", "40", "100"]) },
    OptionSpec { name: NO_CAPTURE_RESULT, kind: OptionKind::Choice(&["count", "draw"]) },
    OptionSpec { name: STALEMATE_RULE, kind: OptionKind::Choice(&["loss", "draw", "count"]) },
    OptionSpec { name: LOOP_MOVES, kind: OptionKind::Check(false) },
    OptionSpec::ENDGAME_TABLES,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_defaults_are_the_standard_rules() {
        let other = RuleSet {
            no_capture_plies: 40,
            no_capture: Tie::Draw,
            stalemate: Tie::Count,
            loop_moves: true,
        };
        let mut rules = other;
        for option in OPTIONS {
            rules.set(option.name, &option.kind.default());
        }
        assert_eq!(rules, RuleSet::STANDARD);
        for (name, word) in [
            (NO_CAPTURE_PLIES, "40"),
            (NO_CAPTURE_RESULT, "draw"),
            (STALEMATE_RULE, "count"),
            (LOOP_MOVES, "true"),
        ] {
            rules.set(name, word);
        }
        assert_eq!(rules, other);
    }
}
