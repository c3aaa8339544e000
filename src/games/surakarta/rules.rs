//! What is played differently here and there.

/// What happens where the rules of the board do not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// The side to move has lost.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side with more stones wins.
    Count,
}

/// The rules that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// Plies without a capture that end the game; 0 for none.
    pub(super) no_capture_plies: u8,
    /// How it ends then.
    pub(super) no_capture: Tie,
    /// How it ends when the side to move cannot move.
    pub(super) stalemate: Tie,
    /// Whether a stone may stop on an empty point behind its first arc.
    pub(super) loop_moves: bool,
}

impl Rules {
    /// Those of the start position.
    pub(super) const STANDARD: Rules = Rules {
        no_capture_plies: 50,
        no_capture: Tie::Count,
        stalemate: Tie::Loss,
        loop_moves: false,
    };

    /// Whether so many plies without a capture end the game.
    #[inline]
    pub(super) fn is_over(self, quiet_plies: u16) -> bool {
        self.no_capture_plies != 0 && quiet_plies >= u16::from(self.no_capture_plies)
    }

    /// A number that tells these rules from others.
    #[inline]
    pub(super) fn code(self) -> u32 {
        u32::from(self.no_capture_plies)
            | (self.no_capture as u32) << 8
            | (self.stalemate as u32) << 10
            | u32::from(self.loop_moves) << 12
    }
}
