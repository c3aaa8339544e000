//! Pieces as drawings of our own, round the centre of a cell. Where there is none for what a piece
//! is, its sign or letter stands on a stone, a disc, a tile, or beside its steps.

use super::view::BoardView;
use plyglot_core::game::{DARK, LIGHT, Picture, Piece, PieceKind, Side, Step};
use plyglot_support::text::escape;

const WOOD_LINE: &str = "stroke='#4a3413' stroke-width='3'";

const QUEEN: usize = 1;
const ROOK: usize = 2;
const BISHOP: usize = 3;
const KNIGHT: usize = 4;
/// Those of chess, which Unicode has for each side.
const CHESSMEN: usize = 6;
const MET: usize = 6;
const KHON: usize = 7;
/// The outline of each figure and the lines inside it: those of chess in the order of Unicode, from
/// the king, and those that sets of makruk and sittuyin have besides.
const FIGURES: [[&str; 2]; 8] = [
    [
        "M-3 -27V-31H-8V-37H-3V-42H3V-37H8V-31H3V-27Q7 -23 5 -16C18 -27 37 -17 31 0L22 15\
         Q19 19 21 23L24 27Q26 29 26 36H-26Q-26 29 -24 27L-21 23Q-19 19 -22 15L-31 0\
         C-37 -17 -18 -27 -5 -16Q-7 -23 -3 -27Z",
        "M-22 15Q0 8 22 15M-21 23Q0 17 21 23M0 10C0 -2 -2 -9 -5 -16M0 10C0 -2 2 -9 5 -16",
    ],
    [
        "M-21 14L-35 -19L-20 0L-18 -27L-7 -3L0 -32L7 -3L18 -27L20 0L35 -19L21 14Q18 18 21 23\
         L24 27Q26 29 26 36H-26Q-26 29 -24 27L-21 23Q-18 18 -21 14Z",
        "M-21 14Q0 7 21 14M-21 23Q0 17 21 23",
    ],
    [
        "M-24 -34H-13V-27H-6V-34H6V-27H13V-34H24V-17L16 -10L18 16L24 22Q27 26 27 36H-27\
         Q-27 26 -24 22L-18 16L-16 -10L-24 -17Z",
        "M-16 -10H16M-18 16H18",
    ],
    [
        "M0 -42A5.5 5.5 0 0 1 3.4 -32C14 -24 19 -12 16 -2Q14 4 10 8L13 15L9 19Q12 24 24 26\
         Q28 28 28 36H-28Q-28 28 -24 26Q-12 24 -9 19L-13 15L-10 8Q-14 4 -16 -2\
         C-19 -12 -14 -24 -3.4 -32A5.5 5.5 0 0 1 0 -42Z",
        "M-10 8H10M-9 19H9M0 -20V-4M-7 -13H7",
    ],
    [
        "M-25 36C-26 24 -20 17 -12 10Q-7 6 -6 1Q-10 5 -16 6L-22 12Q-26 14 -30 10Q-34 6 -33 1\
         L-24 -14Q-23 -22 -17 -27L-16 -38L-7 -31C16 -34 31 -12 28 36Z",
        "M-6 1Q-1 -2 2 -8M7 -25C18 -17 22 4 20 27M-29 5L-27 3",
    ],
    [
        "M-9 -9A13.5 13.5 0 1 1 9 -9L14 -4Q15 0 11 1H7C8 12 13 19 20 25Q23 29 23 36H-23\
         Q-23 29 -20 25C-13 19 -8 12 -7 1H-11Q-15 0 -14 -4Z",
        "M-8 1H8",
    ],
    [
        "M0 -38C3 -26 6 -20 7 -14C16 -11 18 -4 17 4L14 11Q16 18 21 23L24 27Q26 29 26 36H-26\
         Q-26 29 -24 27L-21 23Q-16 18 -14 11L-17 4C-18 -4 -16 -11 -7 -14C-6 -20 -3 -26 0 -38Z",
        "M-7 -14H7M-17 4Q0 -2 17 4M-14 11H14M-21 23Q0 17 21 23",
    ],
    [
        "M-4 -27V-34H4V-27C20 -24 29 -12 27 4L21 11L22 22L24 27Q26 29 26 36H-26Q-26 29 -24 27\
         L-22 22L-21 11L-27 4C-29 -12 -20 -24 -4 -27Z",
        "M-4 -27H4M-27 4Q0 -4 27 4M-21 11H21M-22 22Q0 16 22 22",
    ],
];
/// The tips of a queen's crown.
const TIPS: [[i8; 2]; 5] = [[-35, -22], [-18, -30], [0, -36], [18, -30], [35, -22]];

const TILE: &str = "\
    <path d='M0 -44L27 -31L36 41H-36L-27 -31Z' fill='#f0d6a0' stroke='#4a3413' stroke-width='3'/>";
const DUCK: &str = "\
    <g class='duck' stroke='#4a3413' stroke-width='3' stroke-linejoin='round'>\
    <path fill='#f2c14e' d='M-35 10Q-34 -4 -14 -2Q-4 -2 -2 -9A16 16 0 1 1 28 -16L40 -10L26 -5\
    Q34 7 29 20Q24 33 3 33H-13Q-32 31 -35 10Z'/>\
    <path fill='#d99a2b' d='M-22 9Q-4 4 12 10Q2 24 -10 22Q-19 20 -22 9Z'/>\
    <circle cx='15' cy='-20' r='3' stroke='none'/></g>";
const OBSTACLE: &str = "\
    <g class='obstacle' stroke-linecap='round'>\
    <circle r='32' fill='#56524d' stroke='#2a2725' stroke-width='3'/>\
    <path d='M-16 -16L16 16M16 -16L-16 16' stroke='#8d8780' stroke-width='5'/></g>";
const CROSS: &str = "\
    <path class='mark-x' d='M-26 -26L26 26M26 -26L-26 26' stroke='#20262a' \
    stroke-width='13' stroke-linecap='round'/>";
const NOUGHT: &str = "\
    <g class='mark-o' fill='none'><circle r='28' stroke='#20262a' stroke-width='18'/>\
    <circle r='28' stroke='#ffffff' stroke-width='13'/></g>";

/// The sizes of a letter and of a sign, and how far below the middle of a cell each has its line.
type Lettering = [u8; 4];

const ON_STONE: Lettering = [44, 50, 15, 18];
const ON_TILE: Lettering = [44, 50, 20, 24];
const ON_TURNED_TILE: Lettering = [44, 50, 12, 24];
const AMONG_STEPS: Lettering = [30, 30, 10, 10];

/// All pieces that may come onto the board, stones and obstacles among them.
pub fn possible_pieces(start: &Picture) -> Vec<Piece> {
    let obstacles = [None, Some('🦆')].map(|symbol| Piece::new(None, '*', symbol));
    let held = start.hands.iter().flatten().flatten().map(|(piece, _)| piece);
    let shown = start.cells.iter().flatten().chain(held).chain(start.shape.pieces).copied();
    [Side::First, Side::Second]
        .map(Piece::stone)
        .into_iter()
        .chain(obstacles)
        .chain(shown)
        .collect()
}

impl BoardView {
    /// A piece as an element of SVG. Where it has a sign of Chinese script, an element of the class
    /// `sign`, a letter of the class `instead` is hidden.
    pub fn piece(&self, piece: &Piece) -> String {
        let Some(side) = piece.side else {
            let drawing = if piece.symbol.is_some() { DUCK } else { OBSTACLE };
            return drawing.to_owned();
        };
        let fill = self.shape.colours[side.index()];
        if let Some(symbol @ '\u{2654}'..='\u{265f}') = piece.symbol {
            return figure((symbol as usize - 0x2654) % CHESSMEN, fill, "");
        }
        match self.sides[side.index()] {
            "X" => return CROSS.to_owned(),
            "O" => return NOUGHT.to_owned(),
            _ => {}
        }
        let kind = self.shape.kind_of(piece);
        let steps = kind.map_or(&[][..], |kind| kind.steps);
        let is_tile = self.shape.has_tiles;
        if let Some(number) = kind.and_then(named).filter(|_| !is_tile) {
            return figure(number, fill, "");
        }
        match compound(steps).filter(|_| !is_tile) {
            Some([under, over]) => {
                let under = figure(under, fill, "transform='translate(12 -6) scale(0.78)'");
                let over = figure(over, fill, "transform='translate(-12 6) scale(0.78)'");
                format!("<g>{under}{over}</g>")
            }
            None if is_tile || !steps.is_empty() => self.token(piece, side, steps),
            None if is_sign(piece) => self.disc(piece, fill),
            None => self.stone(piece, side),
        }
    }

    /// The same text for all pieces that look alike.
    pub fn look(piece: &Piece) -> String {
        let side = piece.side.map_or("none", Side::word);
        match piece.symbol {
            Some(symbol) => format!("{side} {}{symbol}", piece.text()),
            None => side.to_owned(),
        }
    }

    /// A tile of shogi, or a square with a letter and the steps of its piece. Letters stay upright.
    fn token(&self, piece: &Piece, side: Side, steps: &[Step]) -> String {
        let fill = self.shape.colours[side.index()];
        let edge = edge_on(fill);
        let is_turned = (side == Side::Second) != self.is_flipped;
        let (class, body, ink) = if self.shape.has_tiles {
            ("tile", TILE.to_owned(), if piece.is_promoted { "#a3170d" } else { "#1d1710" })
        } else {
            let place = "x='-43' y='-43' width='86' height='86' rx='16' stroke-width='3'";
            ("token", format!("<rect {place} fill='{fill}' stroke='{edge}'/>"), edge)
        };
        let dots: String = steps.iter().map(|step| dot(step, ink)).collect();
        let lettering = match (steps, is_turned) {
            ([], false) => ON_TILE,
            ([], true) => ON_TURNED_TILE,
            _ => AMONG_STEPS,
        };
        let turn = if is_turned { "transform='rotate(180)'" } else { "" };
        let texts = self.texts(piece, ink, lettering, turn);
        format!("<g class='{class}'><g {turn}>{body}<g class='steps'>{dots}</g></g>{texts}</g>")
    }

    fn stone(&self, piece: &Piece, side: Side) -> String {
        let fill = self.shape.colours[side.index()];
        let edge = edge_on(fill);
        let look = format!("fill='none' stroke='{edge}'");
        let bold = format!("{look} stroke-width='7' stroke-linecap='round' opacity='0.8'");
        let on_it = match (piece.symbol, side) {
            (Some(_), _) => self.texts(piece, edge, ON_STONE, ""),
            _ if !are_close(self.shape.colours) => {
                format!("<circle r='27' {look} stroke-width='2' opacity='0.3'/>")
            }
            (None, Side::First) => format!("<circle r='19' {bold}/>"),
            (None, Side::Second) => format!("<path d='M-14 -14L14 14M14 -14L-14 14' {bold}/>"),
        };
        let line = outline_on(fill);
        let stone = format!("<circle r='38' fill='{fill}' stroke='{line}' stroke-width='3'/>");
        format!("<g class='stone'>{stone}{on_it}</g>")
    }

    /// A piece of xiangqi: its sign has the colour of its side.
    fn disc(&self, piece: &Piece, fill: &str) -> String {
        let ring = format!("<circle r='36' fill='none' stroke='{fill}' stroke-width='2.5'/>");
        let texts = self.texts(piece, fill, ON_STONE, "");
        format!("<g class='disc'><circle r='42' fill='#f4e4bf' {WOOD_LINE}/>{ring}{texts}</g>")
    }

    /// The letter of a piece, or its sign and the letter instead. Signs turn to the other side,
    /// letters are to be read.
    fn texts(&self, piece: &Piece, fill: &str, lettering: Lettering, turn: &str) -> String {
        let Some(symbol) = piece.symbol else { return String::new() };
        let [size, sign_size, y, sign_y] = lettering;
        let is_sign = is_sign(piece);
        let look = format!("fill='{fill}' text-anchor='middle'");
        let written = self.shape.kind_of(piece).map_or(piece.letter, |kind| kind.written);
        let letter = if is_sign { written.to_ascii_uppercase() } else { symbol };
        // Two characters are to have room, too.
        let (text, size) = match piece.is_promoted {
            true => (format!("+{letter}"), size - size / 5),
            false => (letter.to_string(), size),
        };
        let text = escape(&text);
        let look_of_letter = format!("{look} font-size='{size}' font-weight='650' y='{y}'");
        if !is_sign {
            return format!("<text {look_of_letter}>{text}</text>");
        }
        let look_of_sign = format!("{look} font-size='{sign_size}' y='{sign_y}' {turn}");
        let instead =
            format!("<text class='instead' display='none' {look_of_letter}>{text}</text>");
        format!("<text class='sign' {look_of_sign}>{symbol}</text>{instead}")
    }
}

fn is_sign(piece: &Piece) -> bool {
    piece.symbol.is_some_and(|symbol| symbol > '\u{2fff}')
}

fn figure(number: usize, fill: &str, transform: &str) -> String {
    let [outline, inner] = FIGURES[number];
    let edge = edge_on(fill);
    let line = outline_on(fill);
    let mut out = format!(
        "<g class='chessman' stroke-linejoin='round' stroke-linecap='round' {transform}>\
         <path d='{outline}' fill='{fill}' stroke='{line}' stroke-width='3.2'/>\
         <path d='{inner}' fill='none' stroke='{edge}' stroke-width='2.6'/>"
    );
    if number == KNIGHT {
        out += &format!("<circle cx='-14' cy='-17' r='3' fill='{edge}'/>");
    }
    for [x, y] in TIPS.into_iter().filter(|_| number == QUEEN) {
        let look = format!("fill='{fill}' stroke='{line}' stroke-width='3'");
        out += &format!("<circle cx='{x}' cy='{y}' r='4.6' {look}/>");
    }
    out + "</g>"
}

/// The figure of a kind that is no chessman: the queen and the bishop of makruk and sittuyin, which
/// go one step along diagonals, the bishop also straight ahead.
fn named(kind: &PieceKind) -> Option<usize> {
    match (kind.name, kind.steps.len()) {
        (_, 0) => None,
        ("met", _) | ("fers", 4) => Some(MET),
        ("khon", _) | ("elephant", 5) => Some(KHON),
        _ => None,
    }
}

/// The figures that a piece is together: a rider, and the knight in front of it.
fn compound(steps: &[Step]) -> Option<[usize; 2]> {
    let mut kinds: Vec<char> = steps.iter().map(kind_of_step).collect();
    kinds.sort_unstable();
    let rider = match &*String::from_iter(kinds) {
        "bbbbnnnnnnnn" => BISHOP,
        "nnnnnnnnrrrr" => ROOK,
        "bbbbnnnnnnnnrrrr" => QUEEN,
        _ => return None,
    };
    Some([rider, KNIGHT])
}

fn kind_of_step(step: &Step) -> char {
    let mut way = [step.files, step.ranks].map(i8::unsigned_abs);
    way.sort_unstable();
    match (way, step.slides, step.moves && step.captures) {
        ([1, 2], false, true) => 'n',
        ([0, 1], true, true) => 'r',
        ([1, 1], true, true) => 'b',
        _ => '-',
    }
}

/// A step of a piece: a dot towards its target, a line where it goes on. What only moves is
/// hollow, and what only captures is a square.
fn dot(step: &Step, ink: &str) -> String {
    let x = place(step.files);
    let y = -place(step.ranks);
    let fill = if step.captures { ink } else { "none" };
    let round = if step.moves { 4 } else { 0 };
    let look = format!("fill='{fill}' stroke='{ink}' stroke-width='2' rx='{round}'");
    let dot = format!("<rect x='{}' y='{}' width='8' height='8' {look}/>", x - 4.0, y - 4.0);
    if !step.slides {
        return dot;
    }
    let course = format!("M{x} {y}l{:.1} {:.1}", 0.8 * x, 0.8 * y);
    format!("<path d='{course}' stroke='{ink}' stroke-width='4'/>{dot}")
}

/// How far from its middle a step is drawn.
fn place(way: i8) -> f64 {
    const PLACES: [f64; 4] = [0.0, 22.0, 30.0, 38.0];
    f64::from(way.signum()) * PLACES[usize::from(way.unsigned_abs()).min(PLACES.len() - 1)]
}

/// How light a colour like #c8402f is, from 0 to 1, as WCAG counts it.
fn lightness(colour: &str) -> f64 {
    let channels = [1, 3, 5].map(|at: usize| {
        let digits = colour.get(at..at + 2)?;
        let value = f64::from(u8::from_str_radix(digits, 16).ok()?) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    });
    match channels {
        [Some(red), Some(green), Some(blue)] => 0.2126 * red + 0.7152 * green + 0.0722 * blue,
        _ => 0.5,
    }
}

/// The colour of lines on a piece of this colour.
fn edge_on(fill: &str) -> &'static str {
    if lightness(fill) > 0.3 { DARK } else { LIGHT }
}

/// The colour of the line round a piece of this colour.
fn outline_on(fill: &str) -> &'static str {
    if edge_on(fill) == DARK { DARK } else { "#0d0b0a" }
}

/// Whether the colours of the players need a pattern to be told apart.
fn are_close(colours: [&str; 2]) -> bool {
    let [first, second] = colours.map(lightness);
    (first.max(second) + 0.05) / (first.min(second) + 0.05) < 4.5
}
