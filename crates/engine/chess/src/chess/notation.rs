//! Chess as text: names, moves and the board for users.

use super::strengths::strengths;
use super::{Chess, VERTICAL, exchange, fen, san, syzygy};
use cozy_chess::util::display_san_move;
use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square};
use plyglot_core::game::endings::EndgameTables;
use plyglot_core::game::{
    self, BoardShape, BoardStyle, EndName, EndWay, Evaluation, Game, GameInfo, MoveCells,
    MoveNotation, MoveSpace, NamedStart, Notation, OptionSpec, Picture, PieceKind, Preset, Side,
    Strength, TextError, text_error,
};

const KINDS: [PieceKind; 5] = [
    PieceKind::new(['Q', 'q'], "queen", 9),
    PieceKind::new(['R', 'r'], "rook", 5),
    PieceKind::new(['B', 'b'], "bishop", 3),
    PieceKind::new(['N', 'n'], "knight", 3),
    PieceKind::new(['P', 'p'], "pawn", 1),
];
const SHAPE: BoardShape = {
    let mut shape = BoardShape::new(File::NUM, Rank::NUM, BoardStyle::Chequered);
    shape.kinds = &KINDS;
    shape
};
const LETTERS: &str = "kqrbnp";
const SYMBOLS: &str = "\u{265A}\u{265B}\u{265C}\u{265D}\u{265E}\u{265F}";

/// A move as written, not checked against the board.
#[derive(Clone, Copy)]
struct WrittenMove {
    from: Square,
    to: Square,
    promotion: Option<Piece>,
}

impl WrittenMove {
    fn read(text: &str) -> Option<WrittenMove> {
        let from = text.get(..2)?;
        let to = text.get(2..4)?;
        let promotion = text.get(4..)?;
        let promotion = match promotion {
            "" => None,
            letter => Some(letter.to_ascii_lowercase().parse().ok()?),
        };
        Some(WrittenMove { from: from.parse().ok()?, to: to.parse().ok()?, promotion })
    }

    fn is_castling(self, m: Move) -> bool {
        (self.from, self.to, self.promotion) == (m.from, Chess::castled(m).0, None)
    }
}

const fn ending(names: &'static [&'static str], position: &'static str) -> NamedStart {
    NamedStart { names, position }
}

/// Endings to practise: mates with few pieces, and the two positions on which endings of rooks rest.
const ENDINGS: [NamedStart; 7] = [
    ending(&["King and queen", "KQK"], "8/8/8/4k3/8/8/8/3QK3 w - - 0 1"),
    ending(&["King and rook", "KRK"], "8/8/8/4k3/8/8/8/4K2R w - - 0 1"),
    ending(&["Two bishops", "KBBK"], "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1"),
    ending(&["Bishop and knight", "KBNK"], "8/8/8/4k3/8/8/8/1N2KB2 w - - 0 1"),
    ending(&["King and pawn", "KPK"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ending(&["Lucena"], "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1"),
    ending(&["Philidor"], "4k3/R7/1r6/3KP3/8/8/8/8 w - - 0 1"),
];

impl Chess {
    /// Its names, its start position and the like.
    pub const INFO: GameInfo = {
        let mut info =
            GameInfo::new("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        info.sides = ["white", "black"];
        info.aliases = &["standard", "normal"];
        // Both names, as some clients look only for one of them.
        info.listed = &["standard"];
        info.presets = &[
            Preset { name: "chess960", option: OptionSpec::CHESS960.name, value: "true" },
            Preset { name: "fischerandom", option: OptionSpec::CHESS960.name, value: "true" },
        ];
        info.numbered_starts = 960;
        info.starts = &ENDINGS;
        info.options = &[
            OptionSpec::CHESS960,
            syzygy::PATH,
            syzygy::PROBE_DEPTH,
            syzygy::FIFTY_MOVES,
            syzygy::PROBE_LIMIT,
            OptionSpec::ENDGAME_TABLES,
        ];
        // Openings, middlegames and endings. The first three are well-known tests
        // of move generators; the tenth is Fine's position 70.
        info.bench = &[
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
            "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
            "rnbq1rk1/pp2bppp/4pn2/2pp2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R w KQ - 0 7",
            "r1bq1rk1/pppn1pbp/3p1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 8",
            "2rq1rk1/pb1n1ppp/1p2pn2/8/1b1P4/P1NBBN2/1P2QPPP/R4RK1 b - - 0 14",
            "3r1rk1/p4pp1/1p2pn1p/2q5/8/P1P1P3/1B2QPPP/R4RK1 w - - 0 20",
            "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
            "8/5pk1/6p1/R6p/7P/4r1P1/5P2/6K1 w - - 0 40",
            "8/1p3k2/p2b1p2/3P2p1/1P2K1P1/P3N3/8/8 w - - 0 38",
        ];
        info.bench_depth = 12;
        info
    };
}

impl Notation for Chess {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &Chess::INFO
    }

    fn rules(&self) {}

    /// Reads a FEN, or the number of a start position of Chess960 from 0 to 959. Counters, en
    /// passant square and castling rights are optional.
    /// Castling rights may be written by the rooks' files, or as `KQkq`: then they are those of
    /// kings on the e-file with rooks in the corners, and in Chess960 of the outermost rooks.
    fn parse_with(_: (), text: &str) -> Result<Chess, TextError> {
        fen::parse(text)
    }

    /// The FEN. The en passant square is printed only if a legal move captures there.
    /// Castling rights are printed as `KQkq`, in Chess960 by the rooks' files.
    fn print(&self) -> String {
        let plies = self.board.halfmove_clock();
        let number = self.board.fullmove_number();
        format!("{} {plies} {number}", self.identity())
    }

    fn identity(&self) -> String {
        fen::print_position(self)
    }

    fn print_move(&self, m: Move) -> String {
        let as_usual = self.castles_as_usual(self.board.side_to_move(), m.to.file());
        let to = if self.is_castling(m) && as_usual { Chess::castled(m).0 } else { m.to };
        Move { to, ..m }.to_string()
    }

    /// The moves of queens and knights, which are those of all pieces, and promotions.
    fn move_space(_: ()) -> Option<MoveSpace> {
        let mut space = MoveSpace::new(File::NUM);
        let ahead = |from: usize, to: usize| [(6, 7), (1, 0)].contains(&(from / 8, to / 8));
        for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let files = (from % 8_usize).abs_diff(to % 8);
            let ranks = (from / 8).abs_diff(to / 8);
            if from == to || files * ranks != 2 && files != ranks && files * ranks != 0 {
                continue;
            }
            space.walk(from, to, "");
            if ahead(from, to) && files <= 1 {
                ["b", "n", "q", "r"].into_iter().for_each(|piece| space.walk(from, to, piece));
            }
        }
        Some(space)
    }

    fn notations(_: ()) -> &'static [MoveNotation] {
        &[MoveNotation::San, MoveNotation::Lan]
    }

    fn write_move(&self, m: Move, notation: MoveNotation) -> String {
        match notation {
            MoveNotation::San => display_san_move(&self.board, m).to_string(),
            MoveNotation::Lan => san::long(self, m),
            _ => self.print_move(m),
        }
    }

    /// Reads long algebraic notation. Castling may be written as the king's move, `e1g1`,
    /// unless the king can make that as a normal move, and as king takes rook, `e1h1`.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let Some(written) = WrittenMove::read(text) else {
            return Err(text_error(text, 0, "a move like e2e4 or e7e8q"));
        };
        let WrittenMove { from, to, promotion } = written;
        let plain = Move { from, to, promotion };
        // Clients send all moves of a game again and again.
        if self.board.is_legal(plain) {
            return Ok(plain);
        }
        self.legal_moves()
            .into_iter()
            .find(|&m| self.is_castling(m) && written.is_castling(m))
            .ok_or_else(|| text_error(text, 0, "a legal move of chess"))
    }

    /// Also reads standard algebraic notation. Text in the form of long algebraic
    /// notation is never read as anything else.
    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        match WrittenMove::read(text) {
            Some(_) => self.parse_move(text),
            None => san::parse(self, text),
        }
    }

    fn after_null_move(&self) -> Option<Chess> {
        self.board.null_move().map(|board| Chess { board, ..self.clone() })
    }

    fn flipped(&self) -> Option<Chess> {
        self.mirrored()
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if name == OptionSpec::CHESS960.name {
            self.chess960 = value == "true";
            if self.chess960 {
                self.add_rights_of_chess960();
            }
        }
        if name == OptionSpec::ENDGAME_TABLES.name {
            self.endings = Chess::find_endings(value);
        }
        self.syzygy.set(name, value);
    }

    fn prepare_option(name: &str, value: &str) -> Result<Option<String>, String> {
        let is_folder = name == OptionSpec::ENDGAME_TABLES.name;
        Ok(if is_folder { EndgameTables::prepare(value) } else { syzygy::prepare(name, value) })
    }

    fn picture(&self) -> Option<Picture> {
        let cells = (0..Square::NUM)
            .map(|cell: usize| drawn(fen::letter(&self.board, Square::index(cell ^ VERTICAL))?))
            .collect();
        let king = cell_of(self.board.king(self.board.side_to_move()));
        let mut picture = Picture::new(&SHAPE, cells);
        if self.is_check() {
            picture.marked.push(king);
        }
        Some(picture)
    }

    fn move_cells(&self, m: Move) -> MoveCells {
        let to = if self.is_castling(m) { Chess::castled(m).0 } else { m.to };
        let piece = m.promotion.and_then(|piece| {
            let letter: char = piece.into();
            let is_first = self.side() == Side::First;
            drawn(if is_first { letter.to_ascii_uppercase() } else { letter })
        });
        let mut cells = MoveCells::walk(cell_of(m.from), cell_of(to));
        cells.piece = piece;
        cells.rook = if self.is_castling(m) { Some(cell_of(m.to)) } else { None };
        cells
    }

    fn strengths(&self) -> Vec<Strength> {
        strengths(&self.board)
    }

    fn checkers(&self) -> Vec<usize> {
        cells(self.board.checkers())
    }

    fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    fn attackers(&self, by: Side, cell: usize) -> Option<Vec<usize>> {
        let color = if by == Side::First { Color::White } else { Color::Black };
        let square = Square::try_index(cell ^ VERTICAL)?;
        Some(cells(exchange::attackers(self, color, square)))
    }

    fn end_name(&self) -> EndName {
        let way = if self.has_no_move() {
            if self.is_check() { EndWay::Checkmate } else { EndWay::Stalemate }
        } else if self.is_insufficient() {
            EndWay::DeadPosition
        } else {
            EndWay::FiftyMoves
        };
        way.into()
    }
}

fn cells(squares: BitBoard) -> Vec<usize> {
    squares.into_iter().map(cell_of).collect()
}

fn cell_of(square: Square) -> usize {
    square as usize ^ VERTICAL
}

fn drawn(letter: char) -> Option<game::Piece> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let kind = LETTERS.find(letter.to_ascii_lowercase())?;
    Some(game::Piece::new(Some(side), letter, SYMBOLS.chars().nth(kind)))
}
