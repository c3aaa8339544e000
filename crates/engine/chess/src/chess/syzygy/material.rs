//! The material of a position: the pieces of both sides, after which a table is named.

use cozy_chess::{Board, Color, Piece};

/// The letters of the pieces except for the king, in the order of [`Piece`].
const LETTERS: [char; 5] = ['P', 'N', 'B', 'R', 'Q'];

type PieceCounts = [u8; LETTERS.len()];

/// The pieces of both sides. Each has one king, which is not counted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material([PieceCounts; 2]);

impl Material {
    pub(super) fn from_board(board: &Board) -> Material {
        Material([Color::White, Color::Black].map(|color| {
            std::array::from_fn(|i| board.colored_pieces(color, Piece::index(i)).len() as u8)
        }))
    }

    /// The material of a table with a name like `KQPvKR`; the first side is white.
    pub(super) fn parse(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        Some(Material([parse_side(white)?, parse_side(black)?]))
    }

    pub(super) fn swapped(self) -> Material {
        Material([self.0[1], self.0[0]])
    }

    pub(super) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    pub(super) fn pieces(self) -> usize {
        2 + self.0.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    pub(super) fn has_pawns(self) -> bool {
        self.0.iter().any(|counts| counts[0] > 0)
    }

    /// Whether a side has exactly one piece of some kind apart from the king.
    pub(super) fn has_single(self) -> bool {
        self.0.iter().flatten().any(|&n| n == 1)
    }

    /// The leading side has pawns, and fewer of them if both have some.
    pub(super) fn pawns(self) -> [usize; 2] {
        let [white, black] = self.0.map(|counts| usize::from(counts[0]));
        let white_leads = black == 0 || (white > 0 && black >= white);
        if white_leads { [white, black] } else { [black, white] }
    }
}

fn parse_side(letters: &str) -> Option<PieceCounts> {
    let mut counts = PieceCounts::default();
    for letter in letters.strip_prefix('K')?.chars() {
        counts[LETTERS.iter().position(|&known| known == letter)?] += 1;
        if counts.iter().sum::<u8>() > 5 {
            return None;
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_names_give_the_material() {
        let board: Board = "8/8/8/1k6/3r4/8/4P3/K2Q4 w - - 0 1".parse().unwrap();
        let material = Material::from_board(&board);
        assert_eq!(Material::parse("KQPvKR"), Some(material));
        assert_eq!(Material::parse("KRvKQP"), Some(material.swapped()));
        assert_eq!((material.pieces(), material.pawns()), (5, [1, 0]));
        for wrong in ["", "K", "KQ", "QvK", "KQvX", "KQQQQQQvK", "KvKvK"] {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }
}
