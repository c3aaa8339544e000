//! The games of a match in PGN, with the tags and comments established by cutechess.

mod place;
mod tags;

pub use place::place;
pub use tags::{date, score_of};

use crate::plan::{KNOWN_GAME, Limit, Plan};
use crate::record::GameRecord;
use plyglot_engine::Registry;
use plyglot_records::{RecordedGame, RecordedMove, Tag};
use tags::BOOK;

/// The game and its players, as the tags tell them.
#[derive(Clone, Copy, Debug)]
pub struct PgnHeader<'a> {
    /// The name of the game as in `UCI_Variant`.
    pub game: &'a str,
    pub event: &'a str,
    /// The names of the first and the second player.
    pub players: [&'a str; 2],
    pub limits: [Limit; 2],
}

impl<'a> PgnHeader<'a> {
    /// The header of a game of a match.
    pub fn of(record: &GameRecord, plan: &'a Plan) -> PgnHeader<'a> {
        let engines = record.engines.map(|engine| &plan.engines[engine]);
        PgnHeader {
            game: &plan.game,
            event: &plan.event,
            players: engines.map(|engine| engine.name.as_str()),
            limits: engines.map(|engine| engine.limit),
        }
    }
}

/// A game as PGN, by the one printer of games. `date` is the result of [`date()`].
///
/// Mate scores stay as the engine reported them: in moves, for UGI in plies.
pub fn print(
    record: &GameRecord,
    header: PgnHeader<'_>,
    registry: &Registry,
    date: &str,
) -> String {
    let mut referee = registry.game(header.game).expect(KNOWN_GAME).open();
    plyglot_records::pgn::print(&game(record, header, registry, date), &mut *referee)
}

/// A game as other programs' records have it.
pub fn game(
    record: &GameRecord,
    header: PgnHeader<'_>,
    registry: &Registry,
    date: &str,
) -> RecordedGame {
    let mut referee = registry.game(header.game).expect(KNOWN_GAME).open();
    let placed = referee.set_position(record.opening.position.as_deref(), &[]);
    let start = placed.ok().map(|()| referee.position());
    let tags = head(record, header, date, start.as_deref()).into_iter();
    RecordedGame {
        tags: tags.map(|(name, value)| Tag::new(0, name, value)).collect(),
        moves: moves(record),
        result: Some(record.end.result),
        ..RecordedGame::default()
    }
}

fn head(
    record: &GameRecord,
    header: PgnHeader<'_>,
    date: &str,
    start: Option<&str>,
) -> Vec<(&'static str, String)> {
    let PgnHeader { game, event, players: [white, black], limits } = header;
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date.to_owned()),
        ("Round", record.round.to_string()),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
        ("Result", record.end.result.text().to_owned()),
        ("GameNumber", (record.number + 1).to_string()),
    ];
    tags.extend(variant(game).map(|variant| ("Variant", variant.to_owned())));
    // Readers of Chess960 expect a position in every game.
    let is_shuffled = variant(game) == Some(FISCHERANDOM);
    let start = if is_shuffled { start } else { None };
    if let Some(position) = record.opening.position.as_deref().or(start) {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", position.to_owned())]);
    }
    let plies = record.opening.moves.len() + record.moves.len();
    tags.push(("PlyCount", plies.to_string()));
    tags.extend(time_controls(limits));
    tags.push(("Termination", tags::termination(record.end.termination).to_owned()));
    let reason = Some(record.end.reason.clone()).filter(|reason| !reason.is_empty());
    tags.extend(reason.map(|reason| ("GameEndReason", reason)));
    tags
}

/// The name of Chess960 in cutechess and python-chess.
const FISCHERANDOM: &str = "fischerandom";

const SURAKARTA: &str = "Surakarta";

/// The `Variant` tag of a game; none for chess, which is the default of PGN.
fn variant(game: &str) -> Option<&str> {
    match game {
        "chess" => None,
        "chess960" => Some(FISCHERANDOM),
        "surakarta" => Some(SURAKARTA),
        other => Some(other),
    }
}

fn time_controls(limits: [Limit; 2]) -> Vec<(&'static str, String)> {
    let [white, black] = limits.map(|limit| tags::time_control(&limit));
    if white == black {
        vec![("TimeControl", white)]
    } else {
        vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
    }
}

fn moves(record: &GameRecord) -> Vec<RecordedMove> {
    let book = record.opening.moves.iter().map(|name| (name, BOOK.to_owned()));
    let played = record.moves.iter().map(|played| (&played.name, tags::print_comment(played)));
    let moves = book.chain(played);
    let written = |(text, comment): (&String, String)| RecordedMove {
        text: text.clone(),
        comment,
        ..RecordedMove::default()
    };
    moves.map(written).collect()
}
