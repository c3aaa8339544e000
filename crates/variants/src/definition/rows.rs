//! Rows and connections that win.

use super::keys::group;
use super::values::{PieceKinds, Region};
use plyglot_core::game::Outcome;

group! {
    /// Rows and connections.
    Rows {
        /// So many in a row win, or more.
        "connectN" One Number connect_n: u8 = 0;
        /// Which pieces make rows.
        "connectPieceTypes" One KindsOrAny connect_kinds: PieceKinds = PieceKinds(u64::MAX);
        /// Whether along files.
        "connectVertical" One Flag connect_vertical: bool = true;
        /// Whether along ranks.
        "connectHorizontal" One Flag connect_horizontal: bool = true;
        /// Whether along diagonals.
        "connectDiagonal" One Flag connect_diagonal: bool = true;
        /// A region that wins when connected to `connectRegion2`.
        "connectRegion1" Each Squares connect_region1: Region = [Region::NONE; 2];
        /// The region that `connectRegion1` must reach.
        "connectRegion2" Each Squares connect_region2: Region = [Region::NONE; 2];
        /// A square of this width wins.
        "connectNxN" One Number connect_nxn: u8 = 0;
        /// So many on a line win.
        "collinearN" One Number collinear_n: u8 = 0;
        /// For the side that connects.
        "connectValue" One Result connect_value: Outcome = Outcome::Won;
    }
}

impl Rows {
    /// By side: the two regions to be connected.
    pub(crate) fn regions(&self) -> [[Region; 2]; 2] {
        [0, 1].map(|side| [self.connect_region1[side], self.connect_region2[side]])
    }

    /// Whether a side has regions to connect.
    pub(crate) fn has_regions(&self) -> bool {
        self.regions() != [[Region::NONE; 2]; 2]
    }

    /// Whether pieces win by standing in rows or by connecting regions.
    pub(crate) fn has_any(&self) -> bool {
        [self.connect_n, self.collinear_n, self.connect_nxn] != [0; 3] || self.has_regions()
    }
}
