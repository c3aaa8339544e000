//! The pieces of a game.

use super::keys::group;
use super::values::{How, Region, Walk};
use std::sync::Arc;

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDefinition {
    /// The key of the format: `knight`, `customPiece3`.
    pub name: &'static str,
    /// Its letter, in lower case.
    pub letter: char,
    /// Where it goes.
    pub walks: Arc<[Walk]>,
    /// By side: the squares it may stand on; all of them if there is no key.
    pub mobility: [Region; 2],
    /// Its rules in the keys of [`PieceRules`].
    pub rules: PieceRules,
}

group! {
    /// Rules of single pieces, as in `p:1 n:3`.
    PieceRules {
        /// The engine's value.
        "pieceValueMg" One Worth value_mg: Option<i32> = None;
        /// Its value when few pieces are left; else the same.
        "pieceValueEg" One Worth value_eg: Option<i32> = None;
        /// Its value in hand; else the same.
        "pieceValueHand" One Worth value_hand: Option<i32> = None;
        /// With so many, no more are made by promotion; 0 is no limit.
        "promotionLimit" One Number promotion_limit: u8 = 0;
        /// What it becomes at a move into or out of the region; not for pawns.
        "promotedPieceType" One Kind('-') promoted_piece_type: Option<usize> = None;
        /// Where it captures by jumping: `F`, `W`, `K` over a neighbour to the square behind, `B`,
        /// `R`, `Q` over any distance. All jumps of a capture are one move, after which the pieces
        /// leave; none is jumped twice.
        "jumpCaptures" One Jumps jump_captures: Vec<Walk> = Vec::new();
    }
}

impl PieceDefinition {
    /// Whether a move over a piece may end where a capture by jumping over it does.
    pub(crate) fn leaps_as_it_jumps(&self) -> bool {
        let is_alike = |walk: &Walk, jump: &Walk| {
            let far = walk.files.abs().max(walk.ranks.abs());
            let is_same_way =
                (walk.files, walk.ranks) == (far * jump.files, far * jump.ranks) && walk.moves;
            let is_over = match walk.how {
                How::Hop(_) | How::Grasshop(_) => true,
                How::Leap | How::Ride(_) => far > 1,
                // What a jump passes over must be empty for it.
                How::Lame => false,
            };
            is_same_way && is_over && (far <= 2 || jump.how == How::Ride(0))
        };
        self.rules
            .jump_captures
            .iter()
            .any(|jump| self.walks.iter().any(|walk| is_alike(walk, jump)))
    }
}
