//! Rebuilds the record of a written game, and finds a game's place in a file.

use super::tags::{self, MoveComment};
use crate::record::{GameEnd, GameRecord, GameResult, Opening, PlayedMove, Termination};
use plyglot_core::game::quote;
use plyglot_engine::Registry;
use plyglot_records::pgn::{PgnGame, replay};
use plyglot_records::{Fault, find_game};

/// Rebuilds the record of a game that [`print`](super::print) wrote. `names`: the
/// engines of the match. Times have the precision of the text; nodes are not in it.
///
/// # Errors
/// If anything is wrong in the game, a player is not one of these engines, or a tag is
/// missing or unknown.
pub fn record(game: &PgnGame, names: &[String], registry: &Registry) -> Result<GameRecord, Fault> {
    let named = find_game(registry, game.tag("Variant").unwrap_or("chess"));
    let replay = match named {
        Some(named) => replay(game, Some(&mut *named.open()), None)?,
        None => replay(game, None, None)?,
    };
    if let Some(fault) = replay.faults.first() {
        return Err(fault.clone());
    }
    let comments: Vec<MoveComment> =
        game.moves.iter().map(|m| tags::read_comment(&m.comment)).collect();
    let book = comments.iter().take_while(|comment| comment.is_book).count();
    let opening_moves = replay.moves.iter().take(book).map(|(name, _)| name.clone()).collect();
    let played = replay.moves.into_iter().zip(comments).skip(book).map(played).collect();
    Ok(GameRecord {
        number: number(game, "GameNumber")?.saturating_sub(1),
        round: number(game, "Round")?,
        engines: [player(game, "White", names)?, player(game, "Black", names)?],
        opening: Opening { position: replay.position, moves: opening_moves },
        moves: played,
        end: GameEnd {
            result: game.result.unwrap_or(GameResult::Unfinished),
            termination: termination(game)?,
            reason: game.tag("GameEndReason").unwrap_or_default().to_owned(),
        },
        final_position: replay.final_position,
    })
}

fn played(((name, record), comment): ((String, String), MoveComment)) -> PlayedMove {
    let MoveComment { score, depth, time, .. } = comment;
    PlayedMove { name, record, score, depth, time, ..PlayedMove::default() }
}

fn tag<T>(
    game: &PgnGame,
    name: &str,
    expected: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Fault> {
    let value = game.tag(name);
    value.and_then(read).ok_or_else(|| {
        let found = value.map_or_else(|| "none".to_owned(), quote);
        Fault::cutting(game.line, format!("{expected} in the tag {name}"), found)
    })
}

fn number(game: &PgnGame, name: &str) -> Result<u32, Fault> {
    tag(game, name, "a number", |text| text.parse().ok())
}

fn player(game: &PgnGame, name: &str, names: &[String]) -> Result<usize, Fault> {
    tag(game, name, "an engine of the match", |text| names.iter().position(|name| name == text))
}

fn termination(game: &PgnGame) -> Result<Termination, Fault> {
    tag(game, "Termination", "a way in which games end", tags::read_termination)
}

/// The length of a date in a tag, in bytes. The date is the only part that differs when
/// a game is printed again.
const DATE: usize = "2026.11.22".len();
const BEFORE: &str = "\n[Date \"";
const AFTER: &str = "\n[Round ";

/// The bytes of a file to keep before a game is appended: all of it, or all but an
/// incomplete copy of the same game at its end. `None` if the file contains the game,
/// even with another event or date.
pub fn place(content: &[u8], game: &str) -> Option<usize> {
    let known = game.find(AFTER).map_or(game, |at| &game[at..]).trim_end();
    if String::from_utf8_lossy(content).contains(known) {
        return None;
    }
    let date = game.find(BEFORE).map_or(0..0, |at| at + BEFORE.len()..at + BEFORE.len() + DATE);
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
