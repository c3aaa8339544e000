//! Writes a finished game as PGN.

use super::comment::{self, BOOK};
use super::tags;
use crate::plan::Plan;
use crate::record::GameRecord;
use plyglot_core::game::Side;
use plyglot_engine::{Referee, Registry};
use std::fmt::Write;

/// The longest line in columns, from the standard's export format.
const WIDTH: usize = 79;

/// A game as PGN with an empty line after it, so that games can be concatenated. `date`
/// is the result of [`date`](super::date).
///
/// Mate scores stay as the engine reported them: in moves, for UGI in plies.
pub fn print(record: &GameRecord, plan: &Plan, registry: &Registry, date: &str) -> String {
    let mut referee = registry.referee(&plan.game);
    let start = match &mut referee {
        Some(referee) => {
            let placed = referee.set_position(record.opening.position.as_deref(), &[]);
            placed.ok().map(|()| referee.position())
        }
        None => None,
    };
    let mut text = String::new();
    for (name, value) in head(record, plan, date, start.as_deref()) {
        writeln!(text, "[{name} \"{}\"]", escaped(&value)).expect("a String takes all text");
    }
    text.push('\n');
    let from = record.opening.position.as_deref().or(start.as_deref());
    text.push_str(&wrapped(&move_text(record, MoveNumbering::new(referee, from))));
    text.push_str("\n\n");
    text
}

/// The tags of a game from its usual start, or from that of the record.
pub fn tags_of(
    record: &GameRecord,
    plan: &Plan,
    registry: &Registry,
    date: &str,
) -> Vec<(String, String)> {
    let mut referee = registry.referee(&plan.game);
    let start = referee.as_mut().and_then(|referee| {
        let placed = referee.set_position(record.opening.position.as_deref(), &[]);
        placed.ok().map(|()| referee.position())
    });
    let tags = head(record, plan, date, start.as_deref()).into_iter();
    tags.map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The tags: the seven that are required, then further ones.
fn head(
    record: &GameRecord,
    plan: &Plan,
    date: &str,
    start: Option<&str>,
) -> Vec<(&'static str, String)> {
    let name = |player: usize| plan.engines[record.engines[player]].name.clone();
    let mut tags = vec![
        ("Event", plan.event.clone()),
        ("Site", "?".to_owned()),
        ("Date", date.to_owned()),
        ("Round", record.round.to_string()),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", record.result.text().to_owned()),
        ("GameNumber", (record.number + 1).to_string()),
    ];
    tags.extend(variant(&plan.game).map(|variant| ("Variant", variant.to_owned())));
    // Readers of Chess960 expect a position in every game.
    let is_shuffled = variant(&plan.game) == Some(FISCHERANDOM);
    let shown = record.opening.position.as_deref().or(start.filter(|_| is_shuffled));
    if let Some(position) = shown {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", position.to_owned())]);
    }
    let plies = record.opening.moves.len() + record.moves.len();
    tags.push(("PlyCount", plies.to_string()));
    tags.extend(time_controls(record, plan));
    tags.push(("Termination", tags::termination(record.termination).to_owned()));
    let reason = Some(record.reason.clone()).filter(|reason| !reason.is_empty());
    tags.extend(reason.map(|reason| ("GameEndReason", reason)));
    tags
}

/// The name of Chess960 in cutechess and python-chess.
const FISCHERANDOM: &str = "fischerandom";

/// The `Variant` tag of Surakarta.
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

/// One time control, or one for each player.
fn time_controls(record: &GameRecord, plan: &Plan) -> Vec<(&'static str, String)> {
    let [white, black] =
        record.engines.map(|engine| tags::time_control(&plan.engines[engine].limit));
    match white == black {
        true => vec![("TimeControl", white)],
        false => vec![("WhiteTimeControl", white), ("BlackTimeControl", black)],
    }
}

/// A quoted value: on one line, with quotes and backslashes escaped.
pub(super) fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// Moves, comments and the result, separated by blanks.
fn move_text(record: &GameRecord, mut numbering: MoveNumbering) -> String {
    let mut text = String::new();
    for name in &record.opening.moves {
        let number = numbering.number();
        let shown = numbering.play(name).unwrap_or_else(|| name.clone());
        push(&mut text, &number, &shown, BOOK);
    }
    for played in &record.moves {
        let number = numbering.number();
        numbering.play(&played.name);
        push(&mut text, &number, &played.record, &comment::print(played));
    }
    text.push_str(record.result.text());
    text
}

fn push(text: &mut String, number: &str, shown: &str, comment: &str) {
    let comment = if comment.is_empty() { "" } else { &format!("{{{comment}}} ") };
    write!(text, "{number}{shown} {comment}").expect("a String takes all text");
}

/// Tracks the side to move and the move number.
struct MoveNumbering {
    referee: Option<Box<dyn Referee>>,
    side: Side,
    number: u64,
    is_first: bool,
}

impl MoveNumbering {
    /// Begins at this position. A referee, if any, already stands there.
    fn new(referee: Option<Box<dyn Referee>>, position: Option<&str>) -> MoveNumbering {
        let last = position.and_then(|text| text.split_whitespace().next_back());
        let side = referee.as_ref().map_or(Side::First, |referee| referee.side());
        let number = last.and_then(|word| word.parse().ok()).unwrap_or(1).max(1);
        MoveNumbering { referee, side, number, is_first: true }
    }

    /// The number before the next move: `12. `. The second player's moves have one only
    /// at the start.
    fn number(&self) -> String {
        match self.side {
            Side::First => format!("{}. ", self.number),
            Side::Second if self.is_first => format!("{}... ", self.number),
            Side::Second => String::new(),
        }
    }

    /// Plays a move. Returns its notation in records, if the rules are known.
    fn play(&mut self, name: &str) -> Option<String> {
        let before = self.side;
        let record = self.referee.as_mut().and_then(|referee| referee.play(name).ok());
        self.side = match (&self.referee, &record) {
            (Some(referee), Some(_)) => referee.side(),
            _ => !before,
        };
        self.is_first = false;
        self.number += u64::from(before == Side::Second && self.side == Side::First);
        record
    }
}

/// The text wrapped to [`WIDTH`] columns.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 {
            let fits = column + 1 + width <= WIDTH;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines.push_str(word);
        column += width;
    }
    lines
}
