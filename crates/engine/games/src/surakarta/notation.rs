//! Surakarta's notation: a FEN of stones, and moves from point to point.

use super::board::{Army, SIDE, STONES, points};
use super::rules::{self, RuleSet, Tie};
use super::{Move, Surakarta};
use plyglot_core::game::endings::EndgameTables;
use plyglot_core::game::stones::{self, Cells, Fen, Layout};
use plyglot_core::game::{
    BoardShape, BoardStyle, CountedThings, EndName, EndWay, Game, GameInfo, MoveCells,
    MoveNotation, MoveSpace, Notation, OptionSpec, Picture, PieceKind, Side, TextError, squares,
    text_error,
};

const LAYOUT: Layout = Layout {
    files: SIDE,
    ranks: SIDE,
    stones: [STONES as usize, STONES as usize],
    letters: ["PM", "pm"],
};

impl Surakarta {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = {
        let mut info = GameInfo::new("surakarta", "pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1");
        info.title = "Surakarta";
        info.sides = ["white", "black"];
        info.options = rules::OPTIONS;
        // XBoard promotes a pawn to a queen on the last rank and adds that to the move. So
        // stones are shown as men (`m`), a fairy piece that does not promote.
        info.board = Some(
            "files 6 ranks 6 pocket 0 template fairy startpos \
             mmmmmm/mmmmmm/6/6/MMMMMM/MMMMMM w - - 0 1",
        );
        info.rules = "\
The board has six by six points. Each side has twelve stones, on its two nearest ranks. White plays \
up the board and moves first. In text, `X` stands for White and `O` for Black.

A stone steps to any of the eight points around it that is empty.

A stone captures along the lines of two loops. From the end of a line, an arc outside the board leads \
to the next line: the inner loop has ranks 2 and 5 and files b and e, joined by the arcs a2-b1, e1-f2, \
f5-e6 and b6-a5; the outer loop has ranks 3 and 4 and files c and d, joined by a3-c1, d1-f3, f4-d6 and \
c6-a4. The stone goes along its line, round at least one arc, to the first stone that it meets; if that \
is an enemy, it takes its place. All points on the way must be empty, but for its own, which it may \
pass. No capture is compulsory. The lines at the edge belong to no loop, so that a stone in a corner \
neither captures nor can be captured.

A side that has no stone left, or no move, loses. After 50 moves of either side without a capture, the \
side with more stones wins, and with equal numbers the game is drawn. It is also drawn when a position \
comes up for the third time with the same side to move.";
        // From self-play games, from the opening to the end.
        info.bench = &[
            "p1pppp/1ppp2/p1p2p/1PPPpP/P1P3/PPPPPP w - - 12 7",
            "1ppppp/pppp1p/1p4/P4P/P1PPP1/PPPP1P w - - 4 7",
            "p1pppp/1ppp2/p1p2p/1PPP1P/P1P1P1/PPP1pP w - - 0 9",
            "pppp1p/p1p1p1/pP3p/6/P1PPP1/P1PPPP w - - 3 9",
            "1pp1pp/pppp2/1pPp1p/2P2P/PP1PP1/1PPP1P w - - 12 11",
            "1pp1p1/pppp1p/2Pp1p/p1PP1P/PP1PP1/1PP2P w - - 16 13",
            "p1ppP1/6/p1p2p/3P1P/6/PpP2P w - - 0 15",
            "1p1p2/pppp2/6/P3p1/1PPP2/4PP w - - 0 17",
            "3p2/1pp3/p1p2p/3P1P/1P4/1PP2P w - - 3 17",
        ];
        info.bench_depth = 12;
        info
    };
}

impl Notation for Surakarta {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &Surakarta::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN; the board and the side to move are enough.
    fn parse_with(_: (), text: &str) -> Result<Surakarta, TextError> {
        let Fen { cells, side, plies, number } = Fen::parse(text, &LAYOUT)?;
        if stones::counts(&cells) == [0, 0] {
            let start = text.len() - text.trim_start().len();
            return Err(text_error(text, start, "a stone on the board"));
        }
        let own = Army::new(LAYOUT.set(&cells, side));
        let other = Army::new(LAYOUT.set(&cells, !side));
        let rules = RuleSet::STANDARD;
        Ok(Surakarta { own, other, side, rules, quiet_plies: plies, number, endings: None })
    }

    fn print(&self) -> String {
        self.fen().print(&LAYOUT)
    }

    fn identity(&self) -> String {
        self.fen().identity(&LAYOUT)
    }

    fn print_move(&self, m: Move) -> String {
        format!("{}{}", LAYOUT.name(m.from), LAYOUT.name(m.to))
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::Squares]
    }

    /// Points with a sign between them: `a2-b3`, `a2xb1`.
    fn write_move(&self, m: Move, notation: MoveNotation) -> String {
        if notation != MoveNotation::Squares {
            return self.print_move(m);
        }
        squares::join_squares(&[m.from, m.to].map(|at| LAYOUT.name(at)), self.tactical(m))
    }

    /// Steps to the next points, and captures between two points of a loop.
    fn move_space(_: ()) -> Option<MoveSpace> {
        let mut space = MoveSpace::new(SIDE);
        let points = SIDE * SIDE;
        for (from, to) in (0..points).flat_map(|from| (0..points).map(move |to| (from, to))) {
            let files = (from % SIDE).abs_diff(to % SIDE);
            let ranks = (from / SIDE).abs_diff(to / SIDE);
            let are_joined =
                [1, 2].iter().any(|of| lines(from).contains(of) && lines(to).contains(of));
            if from != to && (files.max(ranks) == 1 || are_joined) {
                space.walk(from, to, "");
            }
        }
        Some(space)
    }

    /// Reads `a2b3`, or with a sign between the points: `a2-b3` for a step, `a2xb1` for a
    /// capture.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        self.legal_moves()
            .into_iter()
            .find(|&m| {
                text == self.print_move(m) || text == self.write_move(m, MoveNotation::Squares)
            })
            .ok_or_else(|| text_error(text, 0, "a legal move of Surakarta"))
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.rules.set(name, value);
        if name == OptionSpec::ENDGAME_TABLES.name {
            self.endings = self.find_endings(value);
        }
    }

    fn prepare_option(name: &str, value: &str) -> Result<Option<String>, String> {
        let is_folder = name == OptionSpec::ENDGAME_TABLES.name;
        Ok(if is_folder { EndgameTables::prepare(value) } else { None })
    }

    fn flipped(&self) -> Option<Surakarta> {
        let [own, other] = [self.own, self.other].map(|army| {
            Army::new(points(army.points).fold(0, |set, p| set | 1 << LAYOUT.flip(p.into())))
        });
        Some(Surakarta { own, other, side: !self.side, ..self.clone() })
    }

    fn picture(&self) -> Option<Picture> {
        Some(Picture::from_stones(&SHAPE, &self.cells()))
    }

    fn end_name(&self) -> EndName {
        if self.own.points == 0 || self.other.points == 0 {
            EndWay::NoStones.into()
        } else if self.rules.is_over(self.quiet_plies) {
            self.tie_name(self.rules.no_capture, EndWay::NoCapture)
        } else {
            self.tie_name(self.rules.stalemate, EndWay::NoMoves)
        }
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        MoveCells::walk(LAYOUT.flip(m.from.into()), LAYOUT.flip(m.to.into()))
    }

    fn paths(&self, m: Move) -> Vec<Vec<String>> {
        self.paths_of(m)
            .into_iter()
            .map(|path| path.into_iter().map(|point| LAYOUT.name(point)).collect())
            .collect()
    }
}

impl Surakarta {
    fn tie_name(&self, tie: Tie, way: EndWay) -> EndName {
        let name = EndName::from(way);
        match tie {
            Tie::Count => {
                name.with_counts(CountedThings::Stones, [self.own.count(), self.other.count()])
            }
            Tie::Loss | Tie::Draw => name,
        }
    }
}

/// The lines of a point. A line and its mirror image are of one loop, with the lines of the other
/// direction.
fn lines(point: usize) -> [usize; 2] {
    [point % SIDE, point / SIDE].map(|at| at.min(SIDE - 1 - at))
}

impl Surakarta {
    fn fen(&self) -> Fen {
        Fen { cells: self.cells(), side: self.side, plies: self.quiet_plies, number: self.number }
    }

    fn cells(&self) -> Cells {
        let own = self.own.points;
        let other = self.other.points;
        LAYOUT.cells(if self.side == Side::First { [own, other] } else { [other, own] })
    }
}

/// The board: two lines along each side belong to loops.
pub(super) const SHAPE: BoardShape = {
    let style = BoardStyle::Points { has_grid: true, lines: &[], arcs: &[1, 2], river: None };
    let mut shape = BoardShape::new(super::board::SIDE, super::board::SIDE, style);
    shape.text = Some(EMPTY);
    shape.kinds = &KINDS;
    shape
};

const KINDS: [PieceKind; 1] = [PieceKind::stone("piece")];

const EMPTY: &str = " .-----------.   .-----------.
 | .-----.   |   |   .-----. |
 | | +---+---+---+---+---+ | | 6
 | | |   |   |   |   |   | | |
 | '-+---+---+---+---+---+-' | 5
 |   |   |   |   |   |   |   |
 '---+---+---+---+---+---+---' 4
     |   |   |   |   |   |
 .---+---+---+---+---+---+---. 3
 |   |   |   |   |   |   |   |
 | .-+---+---+---+---+---+-. | 2
 | | |   |   |   |   |   | | |
 | | +---+---+---+---+---+ | | 1
 | '-----'   |   |   '-----' |
 '-----------'   '-----------'
     a   b   c   d   e   f";

#[cfg(test)]
mod tests {
    use crate::surakarta::Surakarta;
    use plyglot_core::game::Notation;

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
