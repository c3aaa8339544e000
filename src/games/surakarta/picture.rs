//! The board as text art.

use crate::games::Side;
use crate::games::stones::Cells;

/// An empty board with both loops: a `+` for each point, in the order of [`Cells`].
const EMPTY: [&str; 16] = [
    " .-----------.   .-----------.",
    " | .-----.   |   |   .-----. |",
    " | | +---+---+---+---+---+ | | 6",
    " | | |   |   |   |   |   | | |",
    " | '-+---+---+---+---+---+-' | 5",
    " |   |   |   |   |   |   |   |",
    " '---+---+---+---+---+---+---' 4",
    "     |   |   |   |   |   |",
    " .---+---+---+---+---+---+---. 3",
    " |   |   |   |   |   |   |   |",
    " | .-+---+---+---+---+---+-. | 2",
    " | | |   |   |   |   |   | | |",
    " | | +---+---+---+---+---+ | | 1",
    " | '-----'   |   |   '-----' |",
    " '-----------'   '-----------'",
    "     a   b   c   d   e   f",
];

/// The board with its loops and stones: `X` for the first player, `O` for the second.
pub(super) fn picture(cells: &Cells) -> String {
    let mut cells = cells.iter().peekable();
    let mut fill = |c| match (c, cells.next_if(|_| c == '+')) {
        (_, Some(Some(Side::First))) => 'X',
        (_, Some(Some(Side::Second))) => 'O',
        (c, _) => c,
    };
    EMPTY.map(|line| line.chars().map(&mut fill).collect::<String>()).join("\n")
}

#[cfg(test)]
mod tests {
    use crate::games::Notation;
    use crate::games::surakarta::Surakarta;

    #[test]
    fn stones_stand_on_their_points_and_arcs_join_the_lines() {
        let position = Surakarta::parse("p4P/1p4/2P3/3p2/P3P1/5p b").expect("a position");
        let expected = "
 .-----------.   .-----------.
 | .-----.   |   |   .-----. |
 | | O---+---+---+---+---X | | 6
 | | |   |   |   |   |   | | |
 | '-+---O---+---+---+---+-' | 5
 |   |   |   |   |   |   |   |
 '---+---+---X---+---+---+---' 4
     |   |   |   |   |   |
 .---+---+---+---O---+---+---. 3
 |   |   |   |   |   |   |   |
 | .-X---+---+---+---X---+-. | 2
 | | |   |   |   |   |   | | |
 | | +---+---+---+---+---O | | 1
 | '-----'   |   |   '-----' |
 '-----------'   '-----------'
     a   b   c   d   e   f";
        assert_eq!(format!("\n{}", position.diagram()), expected);
    }
}
