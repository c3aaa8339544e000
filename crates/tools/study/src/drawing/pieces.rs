//! Pieces as drawings of our own, round the centre of a cell. Where there is none for what a piece
//! is, its sign or letter stands on a stone, a disc, a tile, or beside its steps.

use super::colours::{are_close, edge_on, outline_on};
use super::figures::{chessman, figure_of_kind, figure_of_sign};
use super::view::BoardView;
use plyglot_core::game::{Picture, Piece, Side, Step};
use plyglot_support::text::escape;

const WOOD_LINE: &str = "stroke='#4a3413' stroke-width='3'";

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
struct Lettering {
    size: u8,
    sign_size: u8,
    y: u8,
    sign_y: u8,
}

const ON_STONE: Lettering = Lettering { size: 44, sign_size: 50, y: 15, sign_y: 18 };
const ON_TILE: Lettering = Lettering { size: 44, sign_size: 50, y: 20, sign_y: 24 };
const ON_TURNED_TILE: Lettering = Lettering { size: 44, sign_size: 50, y: 12, sign_y: 24 };
const AMONG_STEPS: Lettering = Lettering { size: 30, sign_size: 30, y: 10, sign_y: 10 };

/// All pieces that may come onto the board, stones and obstacles among them.
pub fn possible_pieces(start: &Picture) -> Vec<Piece> {
    let mut pieces = vec![
        Piece::stone(Side::First),
        Piece::stone(Side::Second),
        Piece::new(None, '*', None),
        Piece::new(None, '*', Some('🦆')),
    ];
    pieces.extend(start.cells.iter().flatten());
    pieces.extend(start.hands.iter().flatten().flatten().map(|held| held.piece));
    pieces.extend(start.shape.pieces);
    pieces
}

impl BoardView {
    /// A piece as an element of SVG. Where it has a sign of Chinese script, an element of the class
    /// `sign`, a letter of the class `instead` is hidden, and a figure of the class `figured`, if there
    /// is one.
    pub fn piece(&self, piece: &Piece) -> String {
        let Some(side) = piece.side else {
            let drawing = if piece.symbol.is_some() { DUCK } else { OBSTACLE };
            return drawing.to_owned();
        };
        let fill = self.shape.colours[side];
        if let Some(symbol @ '\u{2654}'..='\u{265f}') = piece.symbol {
            return chessman(symbol as usize - 0x2654, fill, "");
        }
        match self.sides[side] {
            "X" => return CROSS.to_owned(),
            "O" => return NOUGHT.to_owned(),
            _ => {}
        }
        let kind = self.shape.drawn_kind_of(piece);
        let steps = kind.map_or(&[][..], |kind| kind.steps);
        let is_tile = self.shape.has_tiles;
        let figure = kind.and_then(|kind| figure_of_kind(self.shape, kind, fill));
        match figure.filter(|_| !is_tile) {
            Some(figure) => figure,
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
        let fill = self.shape.colours[side];
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
        let fill = self.shape.colours[side];
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
        let figure = piece
            .symbol
            .and_then(|symbol| figure_of_sign(symbol, fill))
            .map_or_else(String::new, |figure| {
                format!("<g class='figured' display='none'>{figure}</g>")
            });
        let wood = format!("<circle r='42' fill='#f4e4bf' {WOOD_LINE}/>");
        format!("<g class='disc'>{wood}{ring}{texts}{figure}</g>")
    }

    /// The letter of a piece, or its sign and the letter instead. Signs turn to the other side,
    /// letters are to be read.
    fn texts(&self, piece: &Piece, fill: &str, lettering: Lettering, turn: &str) -> String {
        let Some(symbol) = piece.symbol else { return String::new() };
        let Lettering { size, sign_size, y, sign_y } = lettering;
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
