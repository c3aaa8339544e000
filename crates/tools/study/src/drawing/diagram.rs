//! The pictures of rules in words: where a piece goes, the start, and where pieces promote.

use super::BoardView;
use super::view::{CELL, HALF, Point, RADIUS};
use plyglot_core::game::{Picture, Piece};
use plyglot_support::text::escape;

/// A picture, in units of which a cell is 100 wide.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    /// Elements of SVG.
    pub content: String,
}

/// Of a cell, in the pixels of a document.
const SCALE: f64 = 0.6;

impl Drawing {
    /// The picture as a document of SVG, which is called `title`.
    pub fn document(&self, title: &str) -> String {
        let Drawing { width, height, content } = self;
        // Few fonts have the signs of Red that are those of Black with a man at their side.
        let content = content.replace('俥', "車").replace('傌', "馬");
        format!(
            "<svg data-by=\"plyglot\" xmlns='http://www.w3.org/2000/svg' \
             viewBox='0 0 {width:.1} {height:.1}' width='{:.0}' height='{:.0}' role='img' \
             font-family='DejaVu Sans, Arial, sans-serif'>\n<title>{}</title>\n{content}</svg>\n",
            SCALE * width,
            SCALE * height,
            escape(title),
        )
    }
}

/// The signs of [a diagram](plyglot_core::game::RulesItem::diagram) as they are drawn, round the
/// centre of a cell. The second one points to the right.
const MARKS: [(char, &str); 5] = [
    ('o', "<circle r='19' fill='#1a7f37'/>"),
    ('>', "<path d='M-36 -7H0V-22L36 0L0 22V7H-36Z' fill='#1a7f37'/>"),
    ('-', "<circle r='16' fill='none' stroke='#1a7f37' stroke-width='8'/>"),
    (
        'x',
        "<path d='M-16 -16L16 16M16 -16L-16 16' fill='none' stroke='#b3261e' stroke-width='9' \
         stroke-linecap='round'/>",
    ),
    (
        '?',
        "<text y='19' font-size='54' font-weight='650' text-anchor='middle' fill='#6b3fa0'>?\
         </text>",
    ),
];

const ZONES: [&str; 2] = ["#1f6feb", "#c2412d"];

/// The signs of diagrams with a picture of each on a cell of its own.
pub fn diagram_marks() -> impl Iterator<Item = (char, Drawing)> {
    MARKS.into_iter().map(|(sign, mark)| {
        let content = cell_of_diagram((HALF, HALF), false) + &put((HALF, HALF), 0.0, mark);
        (sign, Drawing { width: CELL, height: CELL, content })
    })
}

fn put((x, y): Point, degrees: f64, element: &str) -> String {
    let turn = if degrees == 0.0 { String::new() } else { format!(" rotate({degrees:.0})") };
    format!("<g transform='translate({x:.1} {y:.1}){turn}'>{element}</g>\n")
}

fn cell_of_diagram((x, y): Point, is_hexagonal: bool) -> String {
    let course = if is_hexagonal {
        let corner = |number: u8| {
            let angle = (60.0 * f64::from(number)).to_radians();
            format!("{:.1} {:.1}", x + RADIUS * angle.cos(), y + RADIUS * angle.sin())
        };
        format!("M{}Z", (0..6).map(corner).collect::<Vec<_>>().join("L"))
    } else {
        format!("M{:.1} {:.1}h{CELL}v{CELL}h-{CELL}Z", x - HALF, y - HALF)
    };
    format!("<path fill='#ece8dc' stroke='#8ba2ab' stroke-width='3' d='{course}'/>\n")
}

impl BoardView {
    /// A diagram in signs, with the piece in its middle.
    pub fn diagram(&self, signs: &str, piece: Option<&Piece>) -> Drawing {
        // Between two signs of a line is a blank.
        let lines: Vec<Vec<char>> =
            signs.lines().map(|line| line.chars().step_by(2).collect()).collect();
        let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
        let is_hexagonal = self.is_hexagonal();
        let half_width = if is_hexagonal { RADIUS } else { HALF };
        let step = if is_hexagonal { 1.5 * RADIUS } else { CELL };
        // On hexagons, a line is half a cell high.
        let fall = if is_hexagonal { HALF } else { CELL };
        let centre = |column: usize, line: usize| -> Point {
            (half_width + step * column as f64, HALF + fall * line as f64)
        };
        let middle = (columns / 2, lines.len() / 2);
        let (from_x, from_y) = centre(middle.0, middle.1);
        let mut content = String::new();
        for (line, signs) in lines.iter().enumerate() {
            for (column, sign) in signs.iter().enumerate().filter(|(_, sign)| **sign != ' ') {
                let (x, y) = centre(column, line);
                content += &cell_of_diagram((x, y), is_hexagonal);
                let mark = MARKS.iter().find(|(of, _)| of == sign);
                if (column, line) == middle {
                    let look = "y='18' font-size='52' font-weight='650' text-anchor='middle'";
                    let drawn = match piece {
                        Some(piece) => self.piece(piece),
                        None => format!("<text {look}>{}</text>", escape(&sign.to_string())),
                    };
                    content += &put((x, y), 0.0, &drawn);
                } else if let Some((sign, mark)) = mark {
                    let away = (y - from_y).atan2(x - from_x).to_degrees();
                    content += &put((x, y), if *sign == '>' { away } else { 0.0 }, mark);
                }
            }
        }
        let width = 2.0 * half_width + step * columns.saturating_sub(1) as f64;
        let height = CELL + fall * lines.len().saturating_sub(1) as f64;
        Drawing { width, height, content }
    }

    pub fn position(&self, picture: &Picture) -> Drawing {
        self.whole(&self.pieces_of(picture))
    }

    /// The board with the cells of each player's zone; `None` if there is none.
    pub fn zones(&self, zones: &[Vec<usize>; 2]) -> Option<Drawing> {
        let mut content = String::new();
        for (zone, colour) in zones.iter().zip(ZONES) {
            let mut course = String::new();
            for &cell in zone.iter().filter(|&&cell| cell < self.shape.files * self.shape.ranks) {
                course += &self.outline(cell);
            }
            if !course.is_empty() {
                content += &format!("<path fill='{colour}' fill-opacity='0.45' d='{course}'/>\n");
            }
        }
        if content.is_empty() { None } else { Some(self.whole(&content)) }
    }

    fn whole(&self, on_it: &str) -> Drawing {
        let ground = self.ground();
        let content = ground.below + &ground.labels + on_it + &ground.above;
        Drawing { width: self.width, height: self.height, content }
    }

    pub(super) fn pieces_of(&self, picture: &Picture) -> String {
        let mut drawn = String::new();
        for cell in self.cells() {
            if let Some(piece) = &picture.cells[cell] {
                drawn += &put(self.centre(cell), 0.0, &self.piece(piece));
            }
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{BoardShape, BoardStyle, Labels, Side};

    const SQUARES: BoardShape = BoardShape::new(3, 2, BoardStyle::Chequered);

    fn view(shape: &'static BoardShape) -> BoardView {
        BoardView::new(shape, Labels::new(shape, shape.notation), ["white", "black"], false)
    }

    /// A pawn of chess: a step ahead, captures on both sides, and lines that go on point away.
    #[test]
    fn a_diagram_has_a_cell_for_each_sign_and_the_piece_in_its_middle() {
        let piece = Piece::new(Some(Side::First), 'P', Some('\u{2659}'));
        let drawn = view(&SQUARES).diagram("x - x\n. P .\n. > .", Some(&piece));
        assert_eq!((drawn.width, drawn.height), (300.0, 300.0));
        let count = |text: &str| drawn.content.matches(text).count();
        assert_eq!((count("h100v100"), count("class='chessman'")), (9, 1));
        assert_eq!((count("#b3261e"), count("stroke='#1a7f37'")), (2, 1));
        assert!(drawn.content.contains("translate(150.0 250.0) rotate(90)"), "{}", drawn.content);
        assert!(drawn.content.contains("translate(150.0 150.0)'><g class='chessman'"));
    }

    #[test]
    fn zones_are_those_of_both_players() {
        let view = view(&SQUARES);
        let drawn = view.zones(&[vec![0, 1], vec![5]]).expect("there are two");
        let cells = |colour: &str| {
            let path = drawn.content.split("<path").find(|path| path.contains(colour));
            path.expect("a zone").matches("h100").count()
        };
        assert_eq!(ZONES.map(cells), [2, 1]);
        assert!(view.zones(&[vec![], vec![]]).is_none());
        // What a file says of a larger board draws nothing.
        assert!(view.zones(&[vec![6], vec![]]).is_none());
    }
}
