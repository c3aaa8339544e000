//! Repetition, and games without progress.

use super::keys::{group, words};
use super::kinds::PAWN;
use super::values::PieceKinds;
use plyglot_core::game::Outcome;

words! {
    /// `chasingRule`.
    Chasing {
        /// No such rule.
        None = "none",
        /// Xiangqi's, by the Asian Xiangqi Federation.
        Axf = "axf",
    }
}

group! {
    /// Repetition, and no progress.
    Repetition {
        /// A draw after so many moves without progress; 0 is never.
        "nMoveRule" One Number n_move_rule: u16 = 50;
        /// What makes progress by moving.
        "nMoveRuleTypes" Both Kinds n_move_rule_kinds: PieceKinds = [PieceKinds::of(PAWN); 2];
        /// So many occurrences end the game; 0 is never.
        "nFoldRule" One Number n_fold_rule: u8 = 3;
        /// The result of repetition.
        "nFoldValue" One Result n_fold_value: Outcome = Outcome::Drawn;
        /// Whether `nFoldValue` is White's.
        "nFoldValueAbsolute" One Flag n_fold_value_is_absolute: bool = false;
        /// Whether perpetual check loses.
        "perpetualCheckIllegal" One Flag perpetual_check_loses: bool = false;
        /// Whether five moves back and forth lose.
        "moveRepetitionIllegal" One Flag move_repetition_loses: bool = false;
        /// Whether perpetual chase loses; `nMoveRule` counts ten checks at most.
        "chasingRule" One Choice chasing_rule: Chasing = Chasing::None;
    }
}
