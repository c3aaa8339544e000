//! Games of Othello as strings of moves, `f5d6c3d3`: in either case, with or without blanks and
//! passes, one in a line or on several.

use crate::{RecordedGame, RecordedMove, Tag, replay};
use plyglot_engine::{MoveText, NOTATION, Referee};
use std::collections::HashSet;

const GAME: &str = "othello";
/// The first moves that the rules allow. No first move of chess begins so in the protocol.
const FIRST_MOVES: [&str; 4] = ["d3", "c4", "f5", "e6"];
/// From this many moves on, a word is in no other format.
const MIN_STRING: usize = 4;
/// From this many on, words of one move each are in no other format.
const MIN_WORDS: usize = 10;

fn moves_of(word: &str) -> Option<Vec<String>> {
    let word = word.to_ascii_lowercase().replace("pass", "--");
    let moves = word.as_bytes().chunks(2).map(|pair| match pair {
        b"--" | b"pa" | b"ps" => Some("pass".to_owned()),
        [b'a'..=b'h', b'1'..=b'8'] => Some(pair.iter().copied().map(char::from).collect()),
        _ => None,
    });
    moves.collect()
}

/// Adds the squares of moves. Returns whether none of them was there before.
fn take(taken: &mut HashSet<String>, moves: &[String]) -> bool {
    moves.iter().filter(|text| *text != "pass").all(|square| taken.insert(square.clone()))
}

pub(crate) fn is_line(text: &str) -> bool {
    !read(text).is_empty()
}

pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    let mut games: Vec<RecordedGame> = Vec::new();
    let mut taken = HashSet::new();
    for (line, text) in (1..).zip(text.lines()) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let start = words.iter().position(|word| moves_of(word).is_some()).unwrap_or(words.len());
        let found: Vec<Vec<String>> =
            words[start..].iter().map_while(|word| moves_of(word)).collect();
        let rest = words[start + found.len()..].join(" ");
        let moves = found.concat();
        let is_alone = start == 0 && rest.is_empty();
        if games.is_empty() || !is_alone || !take(&mut taken, &moves) {
            let mut fresh = HashSet::new();
            let is_string = found.first().is_some_and(|word| word.len() >= MIN_STRING);
            let is_long = is_string || moves.len() >= MIN_WORDS;
            if !is_long || !FIRST_MOVES.contains(&moves[0].as_str()) || !take(&mut fresh, &moves) {
                continue;
            }
            taken = fresh;
            let tags = vec![Tag::new(line, "Variant", GAME)];
            games.push(RecordedGame { line, tags, comment: rest, ..RecordedGame::default() });
        }
        if let Some(game) = games.last_mut() {
            let moves = moves.into_iter();
            game.moves.extend(moves.map(|text| RecordedMove { line, text, ..Default::default() }));
        }
    }
    games
}

/// The games before the last one, whose moves may go on, and the place where that begins, in bytes.
pub(crate) fn read_ended(text: &str) -> (Vec<RecordedGame>, usize) {
    let whole_lines = text.rfind('\n').map_or(0, |at| at + 1);
    let text = &text[..whole_lines];
    let mut games = read(text);
    let Some(last) = games.pop() else { return (games, 0) };
    let lines = text.split_inclusive('\n').take(last.line - 1);
    let end: usize = lines.map(str::len).sum();
    (games, end)
}

pub(crate) fn is_for(rules: &dyn MoveText) -> bool {
    rules.info().common_name == GAME
}

/// The main line as one string without passes; `None` if the game has another first position.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Referee) -> Option<String> {
    rules.set_option(NOTATION, "squares");
    let played = replay(game, rules, None).ok().filter(|played| played.position.is_none())?;
    let moves = played.moves.into_iter().map(|(_, text)| text).filter(|text| text != "pass");
    Some(moves.collect::<String>() + "\n")
}
