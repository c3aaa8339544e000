//! Games of Othello as strings of moves, `f5d6c3d3`: in either case, with or without blanks and
//! passes, one in a line or on several.

use crate::game::EndedGames;
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
    let mut moves = Vec::new();
    for pair in word.as_bytes().chunks(2) {
        moves.push(match pair {
            b"--" | b"pa" | b"ps" => "pass".to_owned(),
            [b'a'..=b'h', b'1'..=b'8'] => pair.iter().copied().map(char::from).collect(),
            _ => return None,
        });
    }
    Some(moves)
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
            for text in moves {
                game.moves.push(RecordedMove { line, text, ..RecordedMove::default() });
            }
        }
    }
    games
}

/// The games before the last one, whose moves may go on.
pub(crate) fn read_ended(text: &str) -> EndedGames {
    let whole_lines = text.rfind('\n').map_or(0, |at| at + 1);
    let text = &text[..whole_lines];
    let mut games = read(text);
    let Some(last) = games.pop() else { return EndedGames::default() };
    let end = text.split_inclusive('\n').take(last.line - 1).map(str::len).sum();
    EndedGames { games, end }
}

pub(crate) fn is_for(rules: &dyn MoveText) -> bool {
    rules.info().common_name == GAME
}

/// The main line as one string without passes; `None` if the game has another first position.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Referee) -> Option<String> {
    rules.set_option(NOTATION, "squares");
    let played = replay(game, rules, None).ok().filter(|played| played.position.is_none())?;
    let moves: String =
        played.moves.into_iter().map(|m| m.record).filter(|text| text != "pass").collect();
    Some(moves + "\n")
}

#[cfg(test)]
mod tests {
    use crate::tests::texts;
    use crate::{RecordFormat, print, read, replay};

    #[test]
    fn strings_of_moves_are_games_of_othello() {
        let text = "Zugfolge: F5D6c3d3--C4\n\nf5d6 Perpendicular\nd3c5f6f5\ne6e3\nf5 d6 c3 d3 c4 f4 e6 b3 PS d2 c5 (a draw)\n";
        assert_eq!(RecordFormat::detect(text), RecordFormat::OthelloMoves);
        let [first, second, third] = &read(text).collect::<Vec<_>>()[..] else {
            panic!("three games")
        };
        assert_eq!(texts(&first.moves), ["f5", "d6", "c3", "d3", "pass", "c4"]);
        assert_eq!(texts(&second.moves), ["d3", "c5", "f6", "f5", "e6", "e3"]);
        assert_eq!((third.moves.len(), third.comment.as_str()), (11, "(a draw)"));
        // Othello's moves alone begin so.
        for text in
            ["e2e4e7e5", "e2e4 e7e5", "f5d6", "d3 d6 e3 e6", "c4 c5 c4 c6 a3 a6 b3 b6 d3 d6"]
        {
            assert_eq!(RecordFormat::detect(text), RecordFormat::Pgn, "{text}");
        }
    }

    /// A game of a program for phones, which leaves passes out; others write them.
    #[test]
    fn passes_that_are_left_out_are_played() {
        let text = "f5d6c4d3c3f4f3e3e6c5f6g5h4e7c6f7g8f2g1e2f8h6f1d1d2d8d7c8c7b8g4c1c2h3g6h5g3h2g2b5a5h1b6h7b7a8a7a6g7e8h8a4b4e1b3a3b1\n";
        let game = read(text).next().expect("a game");
        let registry = plyglot_games::standard();
        let mut rules = registry.game("othello").expect("a game").open();
        let replay = replay(&game, &mut *rules, None).expect("a game");
        assert_eq!((game.moves.len(), replay.moves.len(), replay.faults.len()), (57, 62, 0));
        assert_eq!(replay.word_indices[49..54], [49, 50, 50, 51, 51]);
        assert_eq!(print(&game, RecordFormat::OthelloMoves, &mut *rules).as_deref(), Ok(text));
        let pgn = print(&game, RecordFormat::Pgn, &mut *rules).expect("PGN");
        assert!(pgn.replace('\n', " ").contains("26. pass h8 27. pass a4 28. pass b4 "), "{pgn}");
    }
}
