//! A position for the page: pieces, moves, result.

use super::Answers;
use super::game_line::GameLine;
use super::request::{Fields, RequestRefusal};
use plyglot_core::game::{
    BoardShape, EndCounts, EndName, EndWay, HeldPiece, MoveCells, MoveNotation, Picture, Piece,
    Side,
};
use plyglot_engine::{LegalMove, Line, LineStep, Referee, usi_position_command};
use plyglot_records::{opening_name, position_text};
use serde::Serialize;
use serde_json::{Value as Json, json};

#[derive(Serialize)]
struct PagePosition<'a> {
    game: &'static str,
    start: Option<&'a str>,
    position: String,
    texts: PositionTexts,
    names: Vec<&'a str>,
    opening: Option<&'static str>,
    line: Vec<PageStep>,
    #[serde(flatten)]
    state: PageState,
    end: Option<PageEnd>,
    cells: Option<Vec<Option<PagePiece>>>,
    diagram: String,
    moves: Vec<PageMove<'a>>,
    hands: Option<Hands>,
    checks_left: Option<[u8; 2]>,
    counted: Option<CountedThings>,
    may_be_drawn: bool,
    marked: &'a [usize],
    last: Option<LastMove>,
    notation: &'static str,
    notations: Vec<&'static str>,
}

/// The position, the moves and the command for both, as the programs of the game's players read them.
#[derive(Serialize)]
struct PositionTexts {
    position: String,
    moves: String,
    command: String,
}

/// The side to move, and the result of a game that is over.
#[derive(Serialize)]
pub struct PageState {
    side: &'static str,
    result: Option<PageResult>,
}

#[derive(Serialize)]
struct PageResult {
    winner: Option<&'static str>,
    reason: String,
}

/// How a game that is over ended, for pages in other languages. The way is `null` if only the counts
/// tell it; of these there are two if both sides have what was counted.
#[derive(Serialize)]
struct PageEnd {
    way: Option<&'static str>,
    detail: Option<String>,
    what: Option<&'static str>,
    counts: Vec<u32>,
}

impl From<EndName> for PageEnd {
    fn from(EndName { way, detail, counts }: EndName) -> PageEnd {
        let (what, counts) = match counts {
            Some(EndCounts::Both(what, counts)) => (Some(what.word()), counts.to_vec()),
            Some(EndCounts::Winner(count)) => (None, vec![count]),
            None => (None, Vec::new()),
        };
        PageEnd { way: way.map(EndWay::word), detail, what, counts }
    }
}

/// A move that was played, as it stands in a list of moves.
#[derive(Default, Serialize)]
pub(super) struct PageStep {
    name: String,
    record: String,
    shown: String,
    pub(super) side: &'static str,
    number: usize,
    is_reply: bool,
}

#[derive(Serialize)]
pub(super) struct PageMove<'a> {
    name: &'a str,
    record: &'a str,
    shown: &'a str,
    from: Option<usize>,
    to: Option<usize>,
    wall: Option<usize>,
    taken: Option<usize>,
    rook: Option<usize>,
    piece: Option<PagePiece>,
    path: Option<Vec<usize>>,
}

#[derive(Serialize)]
struct LastMove {
    #[serde(flatten)]
    step: PageStep,
    from: Option<usize>,
    to: Option<usize>,
    wall: Option<usize>,
    path: Option<Vec<usize>>,
    changed: Vec<usize>,
}

#[derive(Serialize)]
pub(super) struct PagePiece {
    side: Option<&'static str>,
    letter: char,
    symbol: Option<char>,
    promoted: bool,
    name: Option<&'static str>,
}

#[derive(Serialize)]
struct Hands {
    first: Vec<PageHeldPiece>,
    second: Vec<PageHeldPiece>,
}

#[derive(Serialize)]
struct PageHeldPiece {
    piece: PagePiece,
    count: usize,
}

/// What both sides have of the things whose number decides the game.
#[derive(Serialize)]
struct CountedThings {
    what: &'static str,
    sides: [f64; 2],
}

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let played = GameLine::play(answers, &asked.game()?)?;
    let game = &played.game;
    let line = &played.line;
    let rules = line.rules();
    let picture = rules.picture();
    let picture = picture.as_ref();
    let legal = rules.legal_moves();
    let paths = rules.shortest_paths();
    let notations = rules.notations();
    Ok(json!(PagePosition {
        game: game.name(),
        start: line.start(),
        position: rules.position(),
        texts: texts(&played),
        names: line.names(),
        opening: opening_name(&game.entry, line.start(), &line.names()),
        line: line.steps().iter().map(PageStep::from).collect(),
        state: state(rules),
        end: rules.result().map(|over| over.ending.name().into()),
        cells: picture.map(cells),
        diagram: rules.diagram(),
        moves: legal.iter().zip(&paths).map(|(m, way)| PageMove::new(picture, m, way)).collect(),
        hands: picture.and_then(hands),
        checks_left: picture.and_then(|picture| picture.checks_left),
        counted: rules
            .counted()
            .map(|counted| CountedThings { what: counted.what, sides: counted.sides }),
        may_be_drawn: rules.may_be_drawn(),
        marked: picture.map_or(&[][..], |picture| &picture.marked),
        last: line.steps().last().map(|step| LastMove::new(step, line)),
        notation: game.notation().map_or(notations[0], MoveNotation::name),
        notations,
    }))
}

fn texts(played: &GameLine) -> PositionTexts {
    use MoveNotation::{Numbers, Squares, Usi};
    let line = &played.line;
    let notations = line.rules().notations();
    let own = [Usi, Numbers, Squares].into_iter().find(|own| notations.contains(&own.name()));
    let (start, mut told) = played.told();
    if own.is_some() {
        let legal = line.at(line.steps().len() - told.len()).legal_line(&told, own);
        told = legal.into_iter().map(|m| m.record).collect();
    }
    let command = match own {
        Some(Usi) => usi_position_command(start.as_deref(), &told),
        _ => played.command(),
    };
    let is_whole = told.len() == line.steps().len();
    let moves = if is_whole { told.join(" ") } else { line.names().join(" ") };
    PositionTexts { position: position_text(line.rules()), moves, command }
}

pub fn state(rules: &dyn Referee) -> PageState {
    let result = rules.result().map(|over| PageResult {
        winner: over.result.winner().map(Side::word),
        reason: over.ending.reason(),
    });
    PageState { side: rules.side().word(), result }
}

fn cells(picture: &Picture) -> Vec<Option<PagePiece>> {
    picture.cells.iter().map(|cell| Some(PagePiece::new(picture.shape, cell.as_ref()?))).collect()
}

fn hands(picture: &Picture) -> Option<Hands> {
    let [first, second] = picture.hands.as_ref()?;
    Some(Hands { first: hand(picture.shape, first), second: hand(picture.shape, second) })
}

fn hand(shape: &BoardShape, hand: &[HeldPiece]) -> Vec<PageHeldPiece> {
    let mut pieces = Vec::new();
    for HeldPiece { piece, count } in hand {
        pieces.push(PageHeldPiece { piece: PagePiece::new(shape, piece), count: *count });
    }
    pieces
}

impl From<&LineStep> for PageStep {
    fn from(step: &LineStep) -> PageStep {
        PageStep {
            name: step.played.name.clone(),
            record: step.played.record.clone(),
            shown: step.played.shown().to_owned(),
            side: step.side.word(),
            number: step.number.count,
            is_reply: step.number.is_reply,
        }
    }
}

impl<'a> PageMove<'a> {
    pub(super) fn new(picture: Option<&Picture>, m: &'a LegalMove, way: &[String]) -> PageMove<'a> {
        let MoveCells { from, to, wall, taken, piece, rook, .. } = m.cells;
        PageMove {
            name: &m.name,
            record: &m.record,
            shown: m.shown(),
            from,
            to,
            wall,
            taken,
            rook,
            piece: picture.zip(piece).map(|(picture, piece)| PagePiece::new(picture.shape, &piece)),
            path: path(picture, way),
        }
    }
}

impl LastMove {
    fn new(step: &LineStep, line: &Line) -> LastMove {
        let MoveCells { from, to, wall, .. } = step.played.cells;
        let before = line.at(line.steps().len() - 1);
        let ways = before.paths(&step.played.name).map(|paths| paths.ways).unwrap_or_default();
        LastMove {
            step: PageStep::from(step),
            from,
            to,
            wall,
            path: path(before.picture().as_ref(), ways.first().map_or(&[], Vec::as_slice)),
            changed: line.changed(),
        }
    }
}

/// The cells of a move's path, from origin to target; `None` if it is obvious.
fn path(picture: Option<&Picture>, way: &[String]) -> Option<Vec<usize>> {
    let picture = picture.filter(|_| way.len() > 2)?;
    way.iter().map(|point| picture.shape.cell(point)).collect()
}

impl PagePiece {
    pub(super) fn new(shape: &BoardShape, piece: &Piece) -> PagePiece {
        PagePiece {
            side: piece.side.map(Side::word),
            letter: piece.letter,
            symbol: piece.symbol,
            promoted: piece.is_promoted,
            name: shape.kind_of(piece).map(|kind| kind.name),
        }
    }
}
