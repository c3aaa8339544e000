//! Games in a text: PGN, or a position with moves.

use super::Answers;
use super::game_line::GameLine;
use super::position::PageStep;
use super::request::{Fields, RequestRefusal, WrittenGame};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::{ChosenGame, LineStep, ReportedScore};
use plyglot_records::{
    Fault, GameChoice, RecordFormat, RecordedGame, RecordedMove, Replay, command, reason, score_of,
    with_ranks,
};
use serde::Serialize;
use serde_json::{Value as Json, json};

const MAX_TEXT_BYTES: usize = 1 << 20;
const MAX_GAMES: usize = 500;
const MAX_FAULTS: usize = 3;

/// A game as the page keeps it.
#[derive(Serialize)]
struct ReadGame {
    game: &'static str,
    start: Option<String>,
    players: [Option<String>; 2],
    event: Option<String>,
    date: Option<String>,
    result: GameResult,
    reason: Option<String>,
    moves: Vec<ReadMove>,
    #[serde(flatten)]
    written: Option<WrittenParts>,
}

/// What only a record has.
#[derive(Serialize)]
struct WrittenParts {
    format: &'static str,
    comment: String,
    tags: Vec<(String, String)>,
    rest: Vec<UnreadMove>,
}

#[derive(Default, Serialize)]
struct ReadMove {
    #[serde(flatten)]
    step: PageStep,
    before: String,
    comment: Option<String>,
    cp: Option<i32>,
    mate: Option<i32>,
    nags: Vec<u8>,
    variations: Vec<Vec<ReadMove>>,
    unread: Vec<Vec<UnreadMove>>,
}

/// A move that the rules do not allow.
#[derive(Serialize)]
struct UnreadMove {
    name: String,
    before: String,
    comment: String,
    nags: Vec<u8>,
    variations: Vec<Vec<UnreadMove>>,
}

pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let text = asked.text("text", MAX_TEXT_BYTES)?.unwrap_or_default();
    let hint = WrittenGame {
        game: asked.text("game", 64)?.unwrap_or(&answers.game).to_owned(),
        notation: asked.text("notation", 64)?.map(str::to_owned),
        ..WrittenGame::default()
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(RequestRefusal::wrong("expected a game, found nothing"));
    }
    let found = of_text(answers, &hint, text)?;
    let error = found.error();
    if let (true, Some(error)) = (found.games.is_empty(), &error) {
        return Err(RequestRefusal::wrong(error.clone()));
    }
    Ok(json!({ "games": found.games, "more": found.more, "error": error }))
}

/// A position with moves, only moves, or PGN. The hint is the game on the board.
fn of_text(
    answers: &Answers,
    hint: &WrittenGame,
    text: &str,
) -> Result<FoundGames, RequestRefusal> {
    // A string of moves is a record, unless it is one of the game on the board.
    if RecordFormat::detect(text).is_bare_moves() {
        let found = of_pgn(answers, hint, text);
        if found.is_whole() {
            return Ok(found);
        }
    }
    let refusal = match single(answers, hint, text) {
        Ok(game) => return Ok(FoundGames { games: vec![game], ..FoundGames::default() }),
        Err(refusal) => refusal,
    };
    let found = of_pgn(answers, hint, text);
    if found.is_whole() || looks_like_record(text) { Ok(found) } else { Err(refusal) }
}

#[derive(Default)]
struct FoundGames {
    games: Vec<ReadGame>,
    more: usize,
    /// The first faults, and how many more there are.
    faults: Vec<String>,
    more_faults: usize,
}

impl FoundGames {
    fn is_whole(&self) -> bool {
        !self.games.is_empty() && self.faults.is_empty()
    }

    fn add(&mut self, game: impl FnOnce() -> Result<ReadGame, String>) {
        if self.games.len() == MAX_GAMES {
            self.more += 1;
            return;
        }
        match game() {
            Ok(game) => self.games.push(game),
            Err(error) => self.add_fault(error),
        }
    }

    fn add_fault(&mut self, fault: String) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        } else {
            self.more_faults += 1;
        }
    }

    fn error(&self) -> Option<String> {
        if self.faults.is_empty() {
            return None;
        }
        let more = match self.more_faults {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        Some(self.faults.join("; ") + &more)
    }
}

/// A position with moves, or only moves, from the usual start.
fn single(answers: &Answers, hint: &WrittenGame, text: &str) -> Result<ReadGame, RequestRefusal> {
    let text = text.strip_prefix("position ").unwrap_or(text);
    let text = text.strip_prefix("fen ").or(text.strip_prefix("sfen ")).unwrap_or(text);
    let first = text.split_whitespace().next().unwrap_or_default();
    let start = Some(format!("startpos moves {first}"));
    let mut written = WrittenGame { start, ..hint.clone() };
    let begins_with_move = GameLine::play(answers, &written).is_ok();
    let start = if begins_with_move { "startpos moves " } else { "" };
    written.start = Some(format!("{start}{text}"));
    let played = GameLine::play(answers, &written)?;
    let over = played.line.rules().result();
    Ok(ReadGame::new(&played, over.map_or(GameResult::Unfinished, |over| over.result)))
}

/// Whether a text has marks of a record: of PGN, tags, comments or move numbers.
fn looks_like_record(text: &str) -> bool {
    let format = RecordFormat::detect(text);
    !matches!(format, RecordFormat::Pgn | RecordFormat::PositionCommands)
        || text.starts_with(['[', ';', '%'])
        || text.contains('{')
        || text.contains("1.")
}

fn of_pgn(answers: &Answers, hint: &WrittenGame, text: &str) -> FoundGames {
    let mut found = FoundGames::default();
    for game in plyglot_records::read(text) {
        if let Err(refusal) = answers.check_wanted() {
            found.add_fault(refusal.to_string());
            break;
        }
        let mut faults = Vec::new();
        found.add(|| pgn_game(answers, hint, &game, &mut faults));
        faults.into_iter().for_each(|fault| found.add_fault(fault.to_string()));
    }
    if found.games.is_empty() && found.faults.is_empty() {
        found.add_fault("expected a game, found none".to_owned());
    }
    found
}

/// The game that the tags of a record name, with its moves. One whose tags name none is of the game
/// on the board, or else of chess, whose records need no such tag: of whichever more can be read.
fn played(
    answers: &Answers,
    hint: &str,
    game: &RecordedGame,
) -> Result<(ChosenGame, Replay), String> {
    let own = played_as(answers, hint, game);
    let read = own.as_ref().ok().map(|(_, replay)| replay.read);
    if game.tag("White").is_none() || read == Some(game.moves.len()) || hint == "chess" {
        return own;
    }
    let chess = played_as(answers, "chess", game).ok();
    chess.filter(|(_, other)| Some(other.read) > read).map_or(own, Ok)
}

/// The game with its moves, of `usual` if its tags name no game.
fn played_as(
    answers: &Answers,
    usual: &str,
    game: &RecordedGame,
) -> Result<(ChosenGame, Replay), String> {
    let usual = answers.find_game(usual).map_err(|error| error.to_string())?;
    let choice = GameChoice { registry: &answers.registry, game: usual, is_wanted: false };
    let named = choice.game_of(game).map_err(|fault| fault.to_string())?;
    let replay = plyglot_records::replay(game, &mut *named.open(), None);
    Ok((named, replay.map_err(|fault| fault.to_string())?))
}

fn pgn_game(
    answers: &Answers,
    hint: &WrittenGame,
    game: &RecordedGame,
    faults: &mut Vec<Fault>,
) -> Result<ReadGame, String> {
    let (named, replay) = played(answers, &hint.game, game)?;
    if let Some(fault) = replay.failure(game) {
        return Err(fault.to_string());
    }
    *faults = replay.faults;
    let renumbered = with_ranks(game, &mut *named.open());
    let game = &*renumbered;
    let written = WrittenGame {
        game: named.name().to_owned(),
        start: replay.position,
        moves: replay.moves.iter().map(|played| played.name.clone()).collect(),
        notation: hint.notation.clone().filter(|_| named.name() == hint.game),
    };
    let mut played = GameLine::play(answers, &written)
        .map_err(|error| format!("line {}: {error}", game.line))?;
    let tag = |name: &str| game.tag(name).filter(|value| *value != "?").map(str::to_owned);
    let mut read = ReadGame {
        players: [tag("White"), tag("Black")],
        event: tag("Event"),
        date: tag("Date"),
        reason: reason(game).map(str::to_owned),
        written: Some(WrittenParts {
            format: game.format.name(),
            comment: game.comment.clone(),
            tags: game.tag_pairs(),
            // No board can go on from a move that is not legal: it is kept as it is written, with
            // what follows.
            rest: line_as_written(&game.moves[replay.read..]),
        }),
        ..ReadGame::new(&played, game.written_result().unwrap_or(GameResult::Unfinished))
    };
    // From the last move to the first, as each takes the ones after it back.
    for (i, (m, &index)) in read.moves.iter_mut().zip(&replay.word_indices).enumerate().rev() {
        // The comment belongs to the second of two moves without a blank between them.
        let has_both = replay.word_indices.get(i + 1) == Some(&index);
        let written = if has_both { &RecordedMove::default() } else { &game.moves[index] };
        played.line.go_back(i);
        m.add_notes(written, &mut played);
    }
    Ok(read)
}

impl ReadGame {
    /// A game that nobody has written anything about.
    fn new(GameLine { game, line, .. }: &GameLine, result: GameResult) -> ReadGame {
        ReadGame {
            game: game.name(),
            start: line.start().map(str::to_owned),
            players: [None, None],
            event: None,
            date: None,
            result,
            reason: None,
            moves: line.steps().iter().map(ReadMove::from).collect(),
            written: None,
        }
    }
}

impl From<&LineStep> for ReadMove {
    fn from(step: &LineStep) -> ReadMove {
        ReadMove { step: PageStep::from(step), ..ReadMove::default() }
    }
}

impl ReadMove {
    /// Adds the notes on a move from where the line stands, with the variations in place of it.
    fn add_notes(&mut self, written: &RecordedMove, played: &mut GameLine) {
        for variation in &written.variations {
            match read_variation(variation, played) {
                Some(moves) => self.variations.push(moves),
                None => self.unread.push(line_as_written(variation)),
            }
        }
        if !written.comment.is_empty() {
            let score = match command(&written.comment, "eval") {
                Some(eval) => eval_score(eval, self.step.side == Side::Second.word()),
                None => score_of(&written.comment),
            };
            match score {
                Some(ReportedScore::Centi(centi)) => self.cp = Some(centi),
                Some(ReportedScore::Mate(moves)) => self.mate = Some(moves),
                None => {}
            }
            self.comment = Some(written.comment.clone());
        }
        self.before.clone_from(&written.before);
        self.nags.clone_from(&written.nags);
    }
}

fn line_as_written(moves: &[RecordedMove]) -> Vec<UnreadMove> {
    let mut line = Vec::new();
    for m in moves {
        line.push(UnreadMove {
            name: m.text.clone(),
            before: m.before.clone(),
            comment: m.comment.clone(),
            nags: m.nags.clone(),
            variations: m.variations.iter().map(|line| line_as_written(line)).collect(),
        });
    }
    line
}

/// The moves of a variation; `None` if it breaks the rules.
fn read_variation(moves: &[RecordedMove], played: &mut GameLine) -> Option<Vec<ReadMove>> {
    let plies = played.line.steps().len();
    let mut is_legal = true;
    for (ply, m) in (plies + 1..).zip(moves) {
        is_legal = played.add(&m.text).is_ok() && played.line.steps().len() == ply;
        if !is_legal {
            break;
        }
    }
    let mut read: Vec<ReadMove> = played.line.steps()[plies..].iter().map(ReadMove::from).collect();
    if is_legal {
        for (i, (m, written)) in read.iter_mut().zip(moves).enumerate().rev() {
            played.line.go_back(plies + i);
            m.add_notes(written, played);
        }
    }
    played.line.go_back(plies);
    if is_legal { Some(read) } else { None }
}

/// The value of `[%eval]`, from the mover's view: `-0.35`, `1.2,18` or `#-4`.
fn eval_score(text: &str, is_second: bool) -> Option<ReportedScore> {
    let sign = if is_second { -1 } else { 1 };
    let value = text.split(',').next()?.trim();
    match value.strip_prefix('#') {
        Some(moves) => {
            moves.parse().ok().map(|moves: i16| ReportedScore::Mate(sign * i32::from(moves)))
        }
        None => {
            let centi = 100.0 * value.parse::<f64>().ok()?;
            if centi.abs() < 1e6 {
                Some(ReportedScore::Centi(sign * centi.round() as i32))
            } else {
                None
            }
        }
    }
}
