//! Games in a text: PGN, or a position with moves.

use super::Answers;
use super::game_line::GameLine;
use super::position::step_json;
use super::request::{Fields, RequestRefusal, WrittenGame};
use plyglot_engine::NamedGame;
use plyglot_records::{
    Fault, GameChoice, GameResult, RecordFormat, RecordedGame, RecordedMove, Replay, ReportedScore,
    command, reason, score_of, with_ranks,
};
use serde_json::{Value as Json, json};

const MAX_TEXT_BYTES: usize = 1 << 20;
const MAX_GAMES: usize = 500;
const MAX_FAULTS: usize = 3;

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
    // A string of moves is a record, unless they are moves of the game on the board.
    if RecordFormat::of(text).is_bare_moves() {
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
    games: Vec<Json>,
    more: usize,
    /// The first faults, and how many more there are.
    faults: Vec<String>,
    more_faults: usize,
}

impl FoundGames {
    fn is_whole(&self) -> bool {
        !self.games.is_empty() && self.faults.is_empty()
    }

    fn add(&mut self, game: impl FnOnce() -> Result<Json, String>) {
        if self.games.len() == MAX_GAMES {
            self.more += 1;
            return;
        }
        match game() {
            Ok(game) => self.games.push(game),
            Err(error) => self.tell(error),
        }
    }

    fn tell(&mut self, fault: String) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        } else {
            self.more_faults += 1;
        }
    }

    fn error(&self) -> Option<String> {
        let more = match self.more_faults {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        (!self.faults.is_empty()).then(|| self.faults.join("; ") + &more)
    }
}

/// A position with moves, or only moves, from the usual start.
fn single(answers: &Answers, hint: &WrittenGame, text: &str) -> Result<Json, RequestRefusal> {
    let text = text.strip_prefix("position ").unwrap_or(text);
    let text = text.strip_prefix("fen ").or(text.strip_prefix("sfen ")).unwrap_or(text);
    let first = text.split_whitespace().next().unwrap_or_default();
    let start = Some(format!("startpos moves {first}"));
    let mut written = WrittenGame { start, ..hint.clone() };
    let begins_with_move = GameLine::play(answers, &written).is_ok();
    let start = if begins_with_move { "startpos moves " } else { "" };
    written.start = Some(format!("{start}{text}"));
    let played = GameLine::play(answers, &written)?;
    let ended = played.line.rules().result();
    let result = ended.map(|(winner, _)| winner.map_or(GameResult::Draw, GameResult::Win));
    let head = Head { result, ..Head::default() };
    Ok(head.game(&played))
}

/// Whether a text has marks of a record: of PGN, tags, comments or move numbers.
fn looks_like_record(text: &str) -> bool {
    let format = RecordFormat::of(text);
    !matches!(format, RecordFormat::Pgn | RecordFormat::PositionCommands)
        || text.starts_with(['[', ';', '%'])
        || text.contains('{')
        || text.contains("1.")
}

fn of_pgn(answers: &Answers, hint: &WrittenGame, text: &str) -> FoundGames {
    let mut found = FoundGames::default();
    for game in plyglot_records::read(text) {
        if let Err(refusal) = answers.check_wanted() {
            found.tell(refusal.to_string());
            break;
        }
        let mut faults = Vec::new();
        found.add(|| pgn_game(answers, hint, &game, &mut faults));
        faults.into_iter().for_each(|fault| found.tell(fault.to_string()));
    }
    if found.games.is_empty() && found.faults.is_empty() {
        found.tell("expected a game, found none".to_owned());
    }
    found
}

/// The game that the tags of a record name, with its moves. One whose tags name none is of the game
/// on the board, or else of chess, whose records need no such tag: of whichever more can be read.
fn played(
    answers: &Answers,
    hint: &str,
    game: &RecordedGame,
) -> Result<(NamedGame, Replay), String> {
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
) -> Result<(NamedGame, Replay), String> {
    let usual = answers.find_game(usual).map_err(|error| error.to_string())?;
    let choice = GameChoice { registry: &answers.registry, wanted: None, usual };
    let named = choice.game_of(game).map_err(|fault| fault.to_string())?;
    let replay = plyglot_records::replay(game, &mut *named.open(), None);
    Ok((named, replay.map_err(|fault| fault.to_string())?))
}

fn pgn_game(
    answers: &Answers,
    hint: &WrittenGame,
    game: &RecordedGame,
    faults: &mut Vec<Fault>,
) -> Result<Json, String> {
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
    let head = Head {
        players: [tag("White"), tag("Black")],
        event: tag("Event"),
        date: tag("Date"),
        result: game.told_result(),
        reason: reason(game).map(str::to_owned),
    };
    let mut object = head.game(&played);
    let moves = object["moves"].as_array_mut().map_or(&mut [][..], Vec::as_mut_slice);
    // From the last move to the first, as each takes the ones after it back.
    for (i, (object, &place)) in moves.iter_mut().zip(&replay.places).enumerate().rev() {
        // The comment belongs to the second of two moves without a blank between them.
        let has_both = replay.places.get(i + 1) == Some(&place);
        let said = if has_both { &RecordedMove::default() } else { &game.moves[place] };
        played.line.go_back(i);
        say_of_move(object, said, &mut played);
    }
    object["format"] = json!(game.format.name());
    object["comment"] = json!(game.comment);
    object["tags"] = json!(game.tag_pairs());
    // No board can go on from a move that is not legal, such as a null move: it is kept as it is
    // written, with what follows.
    object["rest"] = line_as_written(&game.moves[replay.read..]);
    Ok(object)
}

/// Adds the notes on a move from where the line stands: comments, score, glyphs, and the variations
/// in place of it. Those that break the rules are `unread`, as they are written.
fn say_of_move(object: &mut Json, m: &RecordedMove, played: &mut GameLine) {
    let mut variations = Vec::new();
    let mut unread = Vec::new();
    for variation in &m.variations {
        match variation_json(variation, played) {
            Some(moves) => variations.push(moves),
            None => unread.push(line_as_written(variation)),
        }
    }
    if !m.comment.is_empty() {
        let score = match command(&m.comment, "eval") {
            Some(eval) => eval_score(eval, object["side"] == "second"),
            None => score_of(&m.comment),
        };
        score_json(object, score);
        object["comment"] = json!(m.comment);
    }
    object["before"] = json!(m.before);
    object["nags"] = json!(m.nags);
    object["variations"] = json!(variations);
    object["unread"] = json!(unread);
}

/// Moves that the rules do not allow, such as the null moves of ChessBase.
fn line_as_written(moves: &[RecordedMove]) -> Json {
    let moves = moves.iter().map(|m| {
        let variations: Vec<Json> = m.variations.iter().map(|line| line_as_written(line)).collect();
        json!({
            "name": m.text, "before": m.before, "comment": m.comment, "nags": m.nags,
            "variations": variations,
        })
    });
    moves.collect()
}

fn variation_json(moves: &[RecordedMove], played: &mut GameLine) -> Option<Json> {
    let plies = played.line.steps().len();
    let mut is_legal = true;
    for (ply, m) in (plies + 1..).zip(moves) {
        is_legal = played.add(&m.text).is_ok() && played.line.steps().len() == ply;
        if !is_legal {
            break;
        }
    }
    let mut objects: Vec<Json> = played.line.steps()[plies..].iter().map(step_json).collect();
    if is_legal {
        for (i, (object, m)) in objects.iter_mut().zip(moves).enumerate().rev() {
            played.line.go_back(plies + i);
            say_of_move(object, m, played);
        }
    }
    played.line.go_back(plies);
    is_legal.then(|| json!(objects))
}

#[derive(Default)]
struct Head {
    players: [Option<String>; 2],
    event: Option<String>,
    date: Option<String>,
    result: Option<GameResult>,
    reason: Option<String>,
}

impl Head {
    fn game(&self, GameLine { game, line, .. }: &GameLine) -> Json {
        let mut moves: Vec<Json> = line.steps().iter().map(step_json).collect();
        for object in &mut moves {
            for name in ["comment", "cp", "mate"] {
                object[name] = Json::Null;
            }
        }
        json!({
            "game": game.name(),
            "start": line.start(),
            "players": self.players,
            "event": self.event,
            "date": self.date,
            "result": self.result.unwrap_or(GameResult::Unfinished),
            "reason": self.reason,
            "moves": moves,
        })
    }
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
            (centi.abs() < 1e6).then(|| ReportedScore::Centi(sign * centi.round() as i32))
        }
    }
}

fn score_json(object: &mut Json, score: Option<ReportedScore>) {
    match score {
        Some(ReportedScore::Centi(centi)) => object["cp"] = json!(centi),
        Some(ReportedScore::Mate(moves)) => object["mate"] = json!(moves),
        None => {}
    }
}
