//! What captures and moves do to other pieces.

use super::drops::Enclosing;
use super::keys::group;
use super::values::PieceKinds;

group! {
    /// Effects of moves.
    Effects {
        /// Whether captures destroy all around but pawns.
        "blastOnCapture" One Flag captures_blast: bool = false;
        /// What no blast destroys.
        "blastImmuneTypes" One Kinds blast_immune_kinds: PieceKinds = PieceKinds::NONE;
        /// What does not capture its own kind.
        "mutuallyImmuneTypes" One Kinds mutually_immune_kinds: PieceKinds = PieceKinds::NONE;
        /// What becomes a wall when it captures.
        "petrifyOnCaptureTypes" One Kinds petrified_kinds: PieceKinds = PieceKinds::NONE;
        /// Whether all that a blast destroys around the capture becomes walls.
        "petrifyBlastPieces" One Flag blasts_petrify: bool = false;
        /// Which pieces change sides.
        "flipEnclosedPieces" One Choice flip_enclosed_pieces: Enclosing = Enclosing::None;
    }
}
