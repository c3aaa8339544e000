//! How the files, ranks and cells of a board are called, as far as that stands on it.

use super::{BoardShape, MoveNotation};

/// What stands beside a board and on its cells.
///
/// ```
/// use plyglot_core::game::{BoardShape, BoardStyle, Labels, MoveNotation};
///
/// const SHOGI: BoardShape = BoardShape::new(9, 9, BoardStyle::Plain);
/// let labels = Labels::new(&SHOGI, MoveNotation::Hodges);
/// assert_eq!([&labels.files[0], &labels.ranks[0]], ["9", "a"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The files from left to right.
    pub files: Vec<String>,
    /// The files as the second player counts them; empty where both count alike.
    pub far_files: Vec<String>,
    /// The ranks from the top; empty where they have no names.
    pub ranks: Vec<String>,
    /// The number of each cell, row by row from the top left, and 0 for those without; empty where
    /// cells have the names of their file and rank.
    pub numbers: &'static [u8],
    /// Whether the rank comes before the file.
    pub is_rank_first: bool,
    /// The file, from 0, at which ranks bend: from each to the next, cells count from one further up.
    pub bend: Option<usize>,
}

fn letters(first: char, count: usize) -> Vec<String> {
    (first..).take(count).map(String::from).collect()
}

fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

fn signs(of: &str, count: usize) -> Option<Vec<String>> {
    let signs: Vec<String> = of.chars().take(count).map(String::from).collect();
    if signs.len() == count { Some(signs) } else { None }
}

fn thai_digit(digit: char) -> char {
    let number = digit.to_digit(10).unwrap_or(0);
    char::from_u32(u32::from('๐') + number).unwrap_or(digit)
}

fn reversed(mut names: Vec<String>) -> Vec<String> {
    names.reverse();
    names
}

impl Labels {
    /// The name of the rank of a cell, by its file from the left and its row from the top; empty
    /// where it has none.
    pub fn rank(&self, file: usize, row: usize) -> &str {
        let beyond = self.bend.map_or(0, |bend| file.saturating_sub(bend));
        self.ranks.get(row + beyond).map_or("", String::as_str)
    }

    /// Those that go with moves in this notation.
    pub fn new(shape: &BoardShape, notation: MoveNotation) -> Labels {
        use MoveNotation::{
            Chinese, Csa, Hodges, HodgesDigits, Hosking, Iccs, Janggi, Kif, Numbers, Thai,
            ThaiLong, Usi, Wxf,
        };
        const CHINESE: &str = "一二三四五六七八九";
        let BoardShape { files, ranks, .. } = *shape;
        let plain = Labels::plain(shape, notation);
        match notation {
            Numbers if !shape.numbers.is_empty() => {
                Labels { numbers: shape.numbers, ..Labels::default() }
            }
            Hodges | Usi => plain.numbered_from_right(letters('a', ranks)),
            HodgesDigits | Hosking | Csa => plain.numbered_from_right(numbers(ranks)),
            Kif => {
                plain.numbered_from_right(signs(CHINESE, ranks).unwrap_or_else(|| numbers(ranks)))
            }
            Wxf => Labels { far_files: numbers(files), ..plain.numbered_from_right(Vec::new()) },
            Chinese => Labels {
                files: signs(CHINESE, files).map_or_else(|| reversed(numbers(files)), reversed),
                far_files: numbers(files),
                ..Labels::default()
            },
            Iccs => {
                let ranks = (0..ranks).map(|rank| rank.to_string()).collect();
                Labels { ranks: reversed(ranks), ..plain }
            }
            Janggi => Labels {
                files: numbers(files),
                ranks: (1..=ranks).map(|rank| (rank % 10).to_string()).collect(),
                is_rank_first: true,
                ..Labels::default()
            },
            Thai | ThaiLong => Labels {
                files: signs("กขคงจฉชญตถธน", files).unwrap_or_else(|| letters('a', files)),
                ranks: plain
                    .ranks
                    .iter()
                    .map(|rank| rank.chars().map(thai_digit).collect())
                    .collect(),
                ..Labels::default()
            },
            _ => plain,
        }
    }

    fn plain(shape: &BoardShape, notation: MoveNotation) -> Labels {
        let BoardShape { files, ranks, .. } = *shape;
        let bent = signs(shape.bent_files, files).filter(|_| notation != MoveNotation::Uci);
        Labels {
            bend: bent.as_ref().map(|_| files / 2),
            files: bent.unwrap_or_else(|| letters('a', files)),
            ranks: if shape.records_from_top { numbers(ranks) } else { reversed(numbers(ranks)) },
            ..Labels::default()
        }
    }

    fn numbered_from_right(self, ranks: Vec<String>) -> Labels {
        Labels { files: reversed(numbers(self.files.len())), ranks, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BoardStyle, Mark, Picture, Side};

    /// As the associations of these games print them: the first and the last of each.
    #[test]
    fn boards_are_labelled_as_players_do() {
        let ends = |names: &[String]| match names {
            [] => String::new(),
            [first, .., last] => format!("{first}{last}"),
            [only] => only.clone(),
        };
        for (files, ranks, notation, expected) in [
            (8, 8, MoveNotation::San, ["ah", "", "81"]),
            (9, 9, MoveNotation::Hodges, ["91", "", "ai"]),
            (9, 9, MoveNotation::HodgesDigits, ["91", "", "19"]),
            (9, 9, MoveNotation::Kif, ["91", "", "一九"]),
            (9, 10, MoveNotation::Wxf, ["91", "19", ""]),
            (9, 10, MoveNotation::Chinese, ["九一", "19", ""]),
            (9, 10, MoveNotation::Iccs, ["ai", "", "90"]),
            (9, 10, MoveNotation::Janggi, ["19", "", "10"]),
            (8, 8, MoveNotation::Thai, ["กญ", "", "๘๑"]),
        ] {
            let shape = BoardShape::new(files, ranks, BoardStyle::Plain);
            let labels = Labels::new(&shape, notation);
            let found = [&labels.files, &labels.far_files, &labels.ranks];
            assert_eq!(found.map(|names| ends(names)), expected, "{notation:?}");
        }
    }

    /// The four edges of a rhombus: each acute corner has two sides for either player, each obtuse
    /// one three in all.
    #[test]
    fn edges_of_hexagonal_boards_belong_to_players() {
        const FIRST: Mark = Mark::Edge(Side::First);
        const SECOND: Mark = Mark::Edge(Side::Second);
        const MARKS: &[(usize, Mark)] = &[
            (0, FIRST),
            (1, FIRST),
            (2, FIRST),
            (3, FIRST),
            (0, SECOND),
            (2, SECOND),
            (1, SECOND),
            (3, SECOND),
        ];
        let shape = BoardShape { marks: MARKS, ..BoardShape::new(2, 2, BoardStyle::Hexagons) };
        let edges = shape.edges();
        let of = |cell| edges.iter().filter(|edge| edge.cell == cell).count();
        assert_eq!([0, 1, 2, 3].map(of), [4, 3, 3, 4]);
    }

    #[test]
    fn text_has_the_numbers_of_empty_squares() {
        const SHAPE: BoardShape = BoardShape {
            notation: MoveNotation::Numbers,
            numbers: &[0, 1, 0, 2, 3, 0, 4, 0],
            ..BoardShape::new(4, 2, BoardStyle::Chequered)
        };
        let mut cells = [None; 8];
        cells[1] = Some(Side::Second);
        let (text, at) = Picture::from_stones(&SHAPE, &cells).record_text(false);
        let expected = "
 +---+---+---+---+
 |   | O |   | 2 | 1-2
 +---+---+---+---+
 | 3 |   | 4 |   | 3-4
 +---+---+---+---+";
        assert_eq!(format!("\n{text}"), expected);
        assert_eq!(&text[at[3]..=at[3]], "2");
    }
}
