//! Which pieces there are: what a table is named after.

use cozy_chess::{Board, Color, Piece};

/// The letters of the kinds of pieces beside the king, as [`Piece`] counts them.
const LETTERS: [char; 5] = ['P', 'N', 'B', 'R', 'Q'];

/// How many pieces of each kind a side has beside its king.
type PieceCounts = [u8; LETTERS.len()];

/// The pieces of both sides; each has one king, which is not counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material([PieceCounts; 2]);

impl Material {
    /// That of a position.
    pub(super) fn of(board: &Board) -> Material {
        let force = |color| {
            std::array::from_fn(|i| board.colored_pieces(color, Piece::index(i)).len() as u8)
        };
        Material([force(Color::White), force(Color::Black)])
    }

    /// That of a table called `KQPvKR`, whose first side is white's.
    pub(super) fn parse(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        Some(Material([parse_force(white)?, parse_force(black)?]))
    }

    /// The sides exchanged.
    pub(super) fn swapped(self) -> Material {
        Material([self.0[1], self.0[0]])
    }

    pub(super) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// All pieces, with the kings.
    pub(super) fn pieces(self) -> usize {
        2 + self.0.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    pub(super) fn has_pawns(self) -> bool {
        self.0.iter().any(|force| force[0] > 0)
    }

    /// Whether a side has exactly one piece of some kind beside the king.
    pub(super) fn has_single(self) -> bool {
        self.0.iter().flatten().any(|&n| n == 1)
    }

    /// The pawns of the side that has fewer of them, but some, and of the other.
    pub(super) fn pawns(self) -> [usize; 2] {
        let [white, black] = self.0.map(|force| usize::from(force[0]));
        let white_leads = black == 0 || (white > 0 && black >= white);
        if white_leads { [white, black] } else { [black, white] }
    }
}

/// A king and what else there is: `KQP`.
fn parse_force(letters: &str) -> Option<PieceCounts> {
    let mut force = PieceCounts::default();
    for letter in letters.strip_prefix('K')?.chars() {
        force[LETTERS.iter().position(|&known| known == letter)?] += 1;
        if force.iter().sum::<u8>() > 5 {
            return None;
        }
    }
    Some(force)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_there_is() {
        let board: Board = "8/8/8/1k6/3r4/8/4P3/K2Q4 w - - 0 1".parse().unwrap();
        let material = Material::of(&board);
        assert_eq!(Material::parse("KQPvKR"), Some(material));
        assert_eq!(Material::parse("KRvKQP"), Some(material.swapped()));
        assert_eq!((material.pieces(), material.pawns()), (5, [1, 0]));
        for wrong in ["", "K", "KQ", "QvK", "KQvX", "KQQQQQQvK", "KvKvK"] {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }
}
