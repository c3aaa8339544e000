//! What a side must do, and may not.

use super::keys::group;
use super::values::Region;

group! {
    /// Forced moves, passes, and what kings may not do.
    Turns {
        /// Whether captures are compulsory.
        "mustCapture" One Flag must_capture: bool = false;
        /// Whether checks are allowed.
        "checking" One Flag allows_checks: bool = true;
        /// Whether a side may pass.
        "pass" Both Flag may_pass: bool = [false; 2];
        /// Whether a side without moves passes.
        "passOnStalemate" Both Flag must_pass_in_stalemate: bool = [false; 2];
        /// Whether kings may not leave a check.
        "makpongRule" One Flag makpong_rule: bool = false;
        /// Whether kings may not face each other.
        "flyingGeneral" One Flag flying_general: bool = false;
        /// Whether kings facing each other must part, or a pass ends the game.
        "bikjangRule" One Flag bikjang_rule: bool = false;
        /// Where soldiers begin to go sideways.
        "soldierPromotionRank" One Rank soldier_promotion_rank: u8 = 0;
        /// Janggi's palaces.
        "diagonalLines" One Squares diagonal_lines: Region = Region::NONE;
        /// Whether Cambodia's first moves exist.
        "cambodianMoves" One Flag has_cambodian_moves: bool = false;
    }
}
