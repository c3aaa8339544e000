//! The games of a match in PGN.

use crate::plan::{KNOWN_GAME, Limit, MatchPlan, TimeControl};
use crate::record::GameRecord;
use plyglot_engine::Registry;
use plyglot_records::{Heading, RecordedMove, move_comment, move_time_control, seconds_text};
use std::ops::Range;

/// A game as PGN, by the one printer of games. `date` is one of [`plyglot_records::utc_date`].
///
/// Mate scores stay as the engine reported them: in moves, for UGI in plies.
pub fn print(record: &GameRecord, plan: &MatchPlan, registry: &Registry, date: &str) -> String {
    let mut referee = registry.game(&plan.game).expect(KNOWN_GAME).open();
    let engines = record.engines.map(|engine| &plan.engines[engine]);
    let time_controls = engines.map(|engine| time_control(&engine.limit));
    let heading = Heading {
        game: &plan.game,
        event: &plan.event,
        date,
        round: record.round,
        number: record.number + 1,
        players: engines.map(|engine| engine.name.as_str()),
        time_controls: time_controls.each_ref().map(String::as_str),
        position: record.opening.position.as_deref(),
        end: &record.end,
    };
    let game = heading.game_of(moves(record), &mut *referee);
    plyglot_records::pgn::print(&game, &mut *referee)
}

fn moves(record: &GameRecord) -> Vec<RecordedMove> {
    let mut moves = Vec::new();
    for text in record.opening.moves.iter().cloned() {
        moves.push(RecordedMove { text, comment: BOOK.to_owned(), ..RecordedMove::default() });
    }
    for played in &record.moves {
        let text = played.name.clone();
        let comment = move_comment(played.score, played.depth, played.time);
        moves.push(RecordedMove { text, comment, ..RecordedMove::default() });
    }
    moves
}

/// The `TimeControl` tag of a limit: a clock, seconds per move, or `-`.
fn time_control(limit: &Limit) -> String {
    match (limit.clock, limit.move_time) {
        (Some(TimeControl { moves, base, increment }), _) => {
            let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
            let plus = if increment.is_zero() {
                String::new()
            } else {
                format!("+{}", seconds_text(increment))
            };
            format!("{moves}{}{plus}", seconds_text(base))
        }
        (None, time) => move_time_control(time),
    }
}

const BOOK: &str = "book";

/// The length of a date in a tag, in bytes. The date is the only part that differs when
/// a game is printed again.
const DATE_BYTES: usize = "2026.11.22".len();
const BEFORE_DATE: &str = "\n[Date \"";
const AFTER_DATE: &str = "\n[Round ";

/// The bytes of a file to keep before a game is appended: all of it, or all but an
/// incomplete copy of the same game at its end. `None` if the file contains the game,
/// even with another event or date.
pub fn kept_bytes(content: &[u8], game: &str) -> Option<usize> {
    let known = game.find(AFTER_DATE).map_or(game, |at| &game[at..]).trim_end();
    if String::from_utf8_lossy(content).contains(known) {
        return None;
    }
    let date = game
        .find(BEFORE_DATE)
        .map_or(0..0, |at| at + BEFORE_DATE.len()..at + BEFORE_DATE.len() + DATE_BYTES);
    let first = content.len().saturating_sub(game.len());
    for at in first..content.len() {
        let is_tag = content[at] == b'[' && (at == 0 || content[at - 1] == b'\n');
        if is_tag && is_beginning(&content[at..], game, &date) {
            return Some(at);
        }
    }
    Some(content.len())
}

fn is_beginning(rest: &[u8], game: &str, date: &Range<usize>) -> bool {
    rest.iter().zip(game.as_bytes()).enumerate().all(|(i, (a, b))| a == b || date.contains(&i))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"a\"]\n[Date \"2026.11.22\"]\n[Round \"1\"]\n\n1. e4 *\n\n";
    const OTHER: &str = "[Event \"a\"]\n[Date \"2026.11.22\"]\n[Round \"2\"]\n\n1. d4 *\n\n";

    #[test]
    fn a_game_that_is_there_is_not_written_again() {
        let renamed = GAME.replace("\"a\"", "\"b\"").replace("2026.11.22", "2025.01.01");
        for known in [GAME, &renamed] {
            assert_eq!(kept_bytes(format!("{OTHER}{known}{OTHER}").as_bytes(), GAME), None);
        }
    }

    #[test]
    fn the_beginning_of_the_same_game_is_cut_off() {
        let earlier = GAME.replace("2026.11.22", "2025.01.01");
        for before in ["", OTHER] {
            for end in 1..GAME.trim_end().len() {
                for begun in [&GAME[..end], &earlier[..end]] {
                    let content = format!("{before}{begun}");
                    assert_eq!(
                        kept_bytes(content.as_bytes(), GAME),
                        Some(before.len()),
                        "{begun:?}"
                    );
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
            assert_eq!(kept_bytes(cut.as_bytes(), GAME), Some(cut.len()), "another game: {cut:?}");
        }
        let inside = "1. e4 {[Event";
        assert_eq!(
            kept_bytes(inside.as_bytes(), GAME),
            Some(inside.len()),
            "not at a line's start"
        );
    }
}
