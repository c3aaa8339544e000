//! The games of a match in PGN, with the tags and comments established by cutechess.

use crate::plan::{KNOWN_GAME, Limit, Plan, TimeControl};
use crate::record::{GameRecord, PlayedMove, ReportedScore, Termination};
use plyglot_engine::Registry;
use plyglot_records::{RecordedGame, RecordedMove, Tag};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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
    tags.push(("Termination", termination(record.end.termination).to_owned()));
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
    let [white, black] = limits.map(|limit| time_control(&limit));
    if white == black {
        vec![("TimeControl", white)]
    } else {
        vec![("WhiteTimeControl", white), ("BlackTimeControl", black)]
    }
}

fn moves(record: &GameRecord) -> Vec<RecordedMove> {
    let book = record.opening.moves.iter().map(|name| (name, BOOK.to_owned()));
    let played = record.moves.iter().map(|played| (&played.name, print_comment(played)));
    let moves = book.chain(played);
    moves
        .map(|(name, comment)| RecordedMove {
            text: name.clone(),
            comment,
            ..RecordedMove::default()
        })
        .collect()
}

/// The words of the PGN standard, or of cutechess where it has none.
fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::Rules => "normal",
        Termination::Adjudication => "adjudication",
        Termination::Time => "time forfeit",
        Termination::IllegalMove => "illegal move",
        Termination::Crash => "abandoned",
        Termination::Stall => "stalled connection",
        Termination::Disagreement | Termination::Interrupted => "unterminated",
    }
}

/// The `TimeControl` tag of a limit: a clock, seconds per move, or `-`.
fn time_control(limit: &Limit) -> String {
    match (limit.clock, limit.move_time) {
        (Some(TimeControl { moves, base, increment }), _) => {
            let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let plus = if increment.is_zero() {
                String::new()
            } else {
                format!("+{}", seconds(increment))
            };
            format!("{moves}{}{plus}", seconds(base))
        }
        (None, Some(time)) => format!("1/{}", seconds(time)),
        (None, None) => "-".to_owned(),
    }
}

/// Seconds with up to three decimals, without trailing zeros.
fn seconds(time: Duration) -> String {
    let text = format!("{:.3}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The date of a time in UTC, as in the `Date` tag: `2026.11.20`.
///
/// Years are counted from the first of March, so that the leap day is the last of its
/// year (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2021).
pub fn date(time: SystemTime) -> String {
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

const BOOK: &str = "book";

/// The known ones of score, depth and time of a move; empty if none is known.
fn print_comment(played: &PlayedMove) -> String {
    if played.score.is_none() && played.depth.is_none() && played.time.is_zero() {
        return String::new();
    }
    let score = played.score.map(print_score).unwrap_or_default();
    let depth = played.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let time = format!("{:.3}s", played.time.as_secs_f64());
    format!("{score}{depth} {time}").trim_start().to_owned()
}

fn print_score(score: ReportedScore) -> String {
    match score {
        ReportedScore::Centi(value) => {
            let size = value.unsigned_abs();
            format!("{}{}.{:02}", sign(value), size / 100, size % 100)
        }
        ReportedScore::Mate(0) => "+M0".to_owned(),
        ReportedScore::Mate(value) => format!("{}M{}", sign(value), value.unsigned_abs()),
    }
}

fn sign(value: i32) -> &'static str {
    match value.signum() {
        1 => "+",
        -1 => "-",
        _ => "",
    }
}

/// The score in the comment of a move, from the mover's view; other words are ignored.
pub fn score_of(text: &str) -> Option<ReportedScore> {
    text.split_whitespace().find_map(|word| {
        let (score, _) = word.split_once('/').unwrap_or((word, ""));
        read_score(score)
    })
}

fn read_score(text: &str) -> Option<ReportedScore> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(count) = size.strip_prefix('M') {
        let count = sign * i64::from(count.parse::<u32>().ok()?);
        return i32::try_from(count).ok().map(ReportedScore::Mate);
    }
    let (units, hundredths) = size.split_once('.').filter(|(_, h)| h.len() == 2)?;
    let [units, hundredths] = [units, hundredths].map(|digits| digits.parse::<u32>().ok());
    let value = sign * (100 * i64::from(units?) + i64::from(hundredths?));
    i32::try_from(value).ok().map(ReportedScore::Centi)
}

/// The length of a date in a tag, in bytes. The date is the only part that differs when
/// a game is printed again.
const DATE_BYTES: usize = "2026.11.22".len();
const BEFORE_DATE: &str = "\n[Date \"";
const AFTER_DATE: &str = "\n[Round ";

/// The bytes of a file to keep before a game is appended: all of it, or all but an
/// incomplete copy of the same game at its end. `None` if the file contains the game,
/// even with another event or date.
pub fn place(content: &[u8], game: &str) -> Option<usize> {
    let known = game.find(AFTER_DATE).map_or(game, |at| &game[at..]).trim_end();
    if String::from_utf8_lossy(content).contains(known) {
        return None;
    }
    let date = game
        .find(BEFORE_DATE)
        .map_or(0..0, |at| at + BEFORE_DATE.len()..at + BEFORE_DATE.len() + DATE_BYTES);
    let is_beginning = |rest: &[u8]| {
        let bytes = rest.iter().zip(game.as_bytes()).enumerate();
        bytes.into_iter().all(|(i, (a, b))| a == b || date.contains(&i))
    };
    let first = content.len().saturating_sub(game.len());
    let lines = (first..content.len()).filter(|&at| at == 0 || content[at - 1] == b'\n');
    let cut = lines.filter(|&at| content[at] == b'[').find(|&at| is_beginning(&content[at..]));
    Some(cut.unwrap_or(content.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ReportedScore::{Centi, Mate};

    #[test]
    fn scores_are_read_as_far_as_there_are_such() {
        for (text, expected) in [
            ("+0.35/12 0.123s", Some(Centi(35))),
            ("book", None),
            ("-M3/5 0.1s", Some(Mate(-3))),
            ("-12.05", Some(Centi(-1205))),
            ("+M3/7", Some(Mate(3))),
            ("-M2147483648", Some(Mate(i32::MIN))),
            ("-M-2147483648", None),
            ("+M2147483648", None),
            ("92233720368547758.99", None),
            ("21474836.48", None),
        ] {
            assert_eq!(score_of(text), expected, "{text}");
        }
    }

    const GAME: &str = "[Event \"a\"]\n[Date \"2026.11.22\"]\n[Round \"1\"]\n\n1. e4 *\n\n";
    const OTHER: &str = "[Event \"a\"]\n[Date \"2026.11.22\"]\n[Round \"2\"]\n\n1. d4 *\n\n";

    #[test]
    fn a_game_that_is_there_is_not_written_again() {
        let renamed = GAME.replace("\"a\"", "\"b\"").replace("2026.11.22", "2025.01.01");
        for known in [GAME, &renamed] {
            assert_eq!(place(format!("{OTHER}{known}{OTHER}").as_bytes(), GAME), None);
        }
    }

    #[test]
    fn the_beginning_of_the_same_game_is_cut_off() {
        let earlier = GAME.replace("2026.11.22", "2025.01.01");
        for before in ["", OTHER] {
            for end in 1..GAME.trim_end().len() {
                for begun in [&GAME[..end], &earlier[..end]] {
                    let content = format!("{before}{begun}");
                    assert_eq!(place(content.as_bytes(), GAME), Some(before.len()), "{begun:?}");
                }
            }
        }
        let others = [
            GAME.replace("\"a\"", "\"b\""),
            GAME.replace("22\"]", "22\" ]"),
            GAME.replace("[Date \"", "[Date\" "),
        ];
        for other in others {
            let cut = &other[..other.find("[Round").unwrap()];
            assert_eq!(place(cut.as_bytes(), GAME), Some(cut.len()), "another game: {cut:?}");
        }
        let inside = "1. e4 {[Event";
        assert_eq!(place(inside.as_bytes(), GAME), Some(inside.len()), "not at a line's start");
    }
}
