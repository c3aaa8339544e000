//! Games that were played here as records, with the tags established by cutechess.

use crate::{GameEnd, RecordedGame, RecordedMove, Tag};
use plyglot_engine::Referee;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What the tags of a game say.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The name of the game as in `UCI_Variant`.
    pub game: &'a str,
    pub event: &'a str,
    /// The result of [`utc_date()`].
    pub date: &'a str,
    /// The round of a match, from 1.
    pub round: u32,
    /// The number of the game in a match, from 1.
    pub number: u32,
    /// The names of the first and the second player.
    pub players: [&'a str; 2],
    pub time_controls: [&'a str; 2],
    /// The first position; `None` for the game's start position.
    pub position: Option<&'a str>,
    pub end: &'a GameEnd,
}

impl Heading<'_> {
    /// The game with these moves, as the protocol has them. The referee is one of the game.
    pub fn game_of(&self, moves: Vec<RecordedMove>, referee: &mut dyn Referee) -> RecordedGame {
        let placed = referee.set_position(self.position, &[]);
        let start = placed.ok().map(|()| referee.position());
        let tags = self.tags(start.as_deref(), moves.len()).into_iter();
        RecordedGame {
            tags: tags.map(|(name, value)| Tag::new(0, name, value)).collect(),
            moves,
            result: Some(self.end.result),
            ..RecordedGame::default()
        }
    }

    fn tags(&self, start: Option<&str>, plies: usize) -> Vec<(&'static str, String)> {
        let Heading { game, players: [white, black], end, .. } = *self;
        let mut tags = vec![
            ("Event", self.event.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", self.date.to_owned()),
            ("Round", self.round.to_string()),
            ("White", white.to_owned()),
            ("Black", black.to_owned()),
            ("Result", end.result.text().to_owned()),
            ("GameNumber", self.number.to_string()),
        ];
        tags.extend(variant(game).map(|variant| ("Variant", variant.to_owned())));
        // Readers of Chess960 expect a position in every game.
        let is_shuffled = variant(game) == Some(FISCHERANDOM);
        let start = if is_shuffled { start } else { None };
        if let Some(position) = self.position.or(start) {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", position.to_owned())]);
        }
        tags.push(("PlyCount", plies.to_string()));
        let [first, second] = self.time_controls;
        if first == second {
            tags.push(("TimeControl", first.to_owned()));
        } else {
            tags.push(("WhiteTimeControl", first.to_owned()));
            tags.push(("BlackTimeControl", second.to_owned()));
        }
        tags.push(("Termination", end.termination.word().to_owned()));
        if !end.reason.is_empty() {
            tags.push(("GameEndReason", end.reason.clone()));
        }
        tags
    }
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

/// The `TimeControl` tag of a fixed time for each move, or of none.
pub fn move_time_control(time: Option<Duration>) -> String {
    time.map_or("-".to_owned(), |time| format!("1/{}", seconds_text(time)))
}

/// Seconds with up to three decimals, without trailing zeros.
pub fn seconds_text(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The date of a time in UTC, as in the `Date` tag: `2026.11.20`.
///
/// Years are counted from the first of March, so that the leap day is the last of its
/// year (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2021).
pub fn utc_date(time: SystemTime) -> String {
    const DAYS_OF_400_YEARS: u64 = 146_097;
    /// Days from the first of March of the year 0 to the first of January 1970.
    const EPOCH: u64 = 719_468;
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let days = seconds / 86_400 + EPOCH;
    let cycle = days / DAYS_OF_400_YEARS;
    let day = days % DAYS_OF_400_YEARS;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, every five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", cycle * 400 + year + next)
}
