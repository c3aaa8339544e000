//! Rules for games of stones alone, which Fairy-Stockfish does not have.

use super::keys::{group, words};

words! {
    /// `captureRows`.
    CaptureRows {
        /// Nothing is captured.
        None = "none",
        /// Two stones in a row, no more.
        Two = "2",
        /// Two or three.
        TwoOrThree = "2-3",
    }
}

impl CaptureRows {
    /// The lengths of rows that are captured.
    pub(crate) fn lengths(self) -> std::ops::RangeInclusive<usize> {
        2..=match self {
            CaptureRows::None => 0,
            CaptureRows::Two => 2,
            CaptureRows::TwoOrThree => 3,
        }
    }
}

group! {
    /// Stones alone.
    StoneRules {
        /// Whether cells are hexagons: e4 touches d4, f4, e3, e5, d3, f5.
        "hexagonal" One Flag is_hexagonal: bool = false;
        /// Whether longer rows do not win.
        "connectExact" One Flag connect_exact: bool = false;
        /// How long rows are that two stones capture.
        "captureRows" One Choice capture_rows: CaptureRows = CaptureRows::None;
        /// So many captured stones win.
        "captureCount" One Number capture_count: u8 = 0;
        /// A chain of so many corners wins.
        "connectCorners" One Number connect_corners: u8 = 0;
        /// A chain of so many sides wins.
        "connectSides" One Number connect_sides: u8 = 0;
        /// Whether a chain round a cell wins.
        "connectRing" One Flag connect_ring: bool = false;
        /// Whether White may not make a row of six, two threes or two fours, unless the stone makes
        /// five (the Renju International Federation's rule 9).
        "renjuBans" One Flag renju_bans: bool = false;
    }
}
