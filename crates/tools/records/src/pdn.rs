//! Portable Draughts Notation 3.0 (W. Wesselink, <https://github.com/wiegerw/pdn>), as far as it
//! differs from PGN, which reads it.

use crate::{RecordedGame, RecordedMove, Tag, pgn};
use plyglot_core::game::{GameResult, MoveNotation, Side};
use plyglot_engine::{MoveText, NOTATION, Pictures};
use std::cmp::Ordering;
use std::fmt::Write;

/// The games of the tag `GameType`. All that follows the number may be missing.
const GAME_TYPES: [(&str, &str); 7] = [
    ("0", "chess"),
    ("1", "xiangqi"),
    ("20,W,10,10,N2,0", "draughts"),
    ("21,B,8,8,N1,0", "checkers"),
    ("25,W,8,8,A0,0", "russian"),
    ("26,W,8,8,A0,0", "brazilian"),
    ("50", "flipello"),
];

/// A value of the tag `Variant` that names no game.
pub(crate) const FROM_POSITION: &str = "From Position";

pub(crate) const BOTH_LOST: &str = "0-0";

/// The game of a value of the tag `GameType`.
pub(crate) fn game_of_type(value: &str) -> Option<&'static str> {
    let number = type_number(value);
    GAME_TYPES.iter().find(|(known, _)| type_number(known) == number).map(|&(_, game)| game)
}

fn type_number(value: &str) -> Option<u8> {
    value.split(',').next()?.trim().parse().ok()
}

fn type_of(game: &str) -> Option<&'static str> {
    GAME_TYPES.iter().find(|(_, of)| *of == game).map(|&(text, _)| text)
}

/// Whether a record that was read as PGN is of a game whose records are in this notation.
pub(crate) fn is_of(game: &RecordedGame) -> bool {
    game_of(game).and_then(type_of).is_some_and(|text| text.contains(','))
}

fn has_numbers(rules: &dyn MoveText) -> bool {
    rules.notations().contains(&MoveNotation::Numbers.name())
}

pub(crate) fn is_for(rules: &dyn MoveText) -> bool {
    has_numbers(rules) || type_of(rules.info().name).is_some_and(|text| text.contains(','))
}

/// What a word adds to the move before it: the target behind a blank, or one more leg of a capture,
/// which Playstrategy writes as a move of its own.
pub(crate) fn continued<'a>(last: &str, word: &'a str) -> Option<&'a str> {
    if last.ends_with(['-', 'x']) && is_number(word) {
        return Some(word);
    }
    let (from, _) = word.split_once(['x', ':'])?;
    let (_, end) = last.rsplit_once(['x', ':'])?;
    let rank = end.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(end);
    if from != end || rank.is_empty() || !is_number(rank) {
        return None;
    }
    Some(&word[from.len()..])
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|c| c.is_ascii_digit())
}

/// The result of a score, of as many points as players get. Those of forfeits have a letter.
pub(crate) fn result_of_score(text: &str) -> Option<GameResult> {
    let (first, second) = text.trim_end_matches('F').split_once('-')?;
    let first = first.parse::<u32>().ok()?;
    let second = second.parse::<u32>().ok()?;
    Some(match first.cmp(&second) {
        Ordering::Greater => GameResult::Win(Side::First),
        Ordering::Less => GameResult::Win(Side::Second),
        // Both lose.
        Ordering::Equal if first == 0 => GameResult::Unfinished,
        Ordering::Equal => GameResult::Draw,
    })
}

const CLOCKS: &str = "[%clock";
const CLOCK: &str = "[%clk";

/// A comment whose clocks, `[%clock w0:10:00 B0:09:58]`, are that of the player who has moved, as PGN
/// has it. A capital letter says that a clock runs.
pub(crate) fn with_clock(comment: &str) -> String {
    let mut parts = comment.split(CLOCKS);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (clocks, rest) = part.split_once(']').unwrap_or((part, ""));
        let mut clocks = clocks.split_whitespace();
        let any = clocks.clone().next().unwrap_or_default();
        let clock = clocks.find(|clock| clock.starts_with(['w', 'b'])).unwrap_or(any);
        let time = clock.trim_start_matches(char::is_alphabetic);
        // Writing to a string does not fail.
        _ = write!(text, "{CLOCK} {time}]{rest}");
    }
    text
}

/// Writes clocks as PDN has them, with that of the other player as far as it is known.
fn write_clocks(moves: &mut [RecordedMove], white_begins: bool) {
    let mut known = [String::new(), String::new()];
    for (ply, written) in moves.iter_mut().enumerate() {
        let player = usize::from((ply % 2 == 0) != white_begins);
        let found = written.comment.split_once(CLOCK);
        let Some((before, (time, rest))) = found.and_then(|(b, r)| Some((b, r.split_once(']')?)))
        else {
            continue;
        };
        let time = time.split('.').next().unwrap_or_default().trim();
        known[player] = format!(" {}{time}", ['w', 'b'][player]);
        known[1 - player] = known[1 - player].to_uppercase();
        written.comment = format!("{before}{CLOCKS}{}]{rest}", known.concat());
    }
}

/// The game of a record by its tags, or by its squares. Those of draughts and checkers are numbers,
/// and those of Russian draughts have letters.
pub(crate) fn game_of(game: &RecordedGame) -> Option<&'static str> {
    const MEN_OF_CHECKERS: u32 = 12;
    const SQUARES_OF_CHECKERS: u32 = 32;
    const MEN_OF_DRAUGHTS: u32 = 31;
    match (game.tag("GameType"), game.tag("Variant")) {
        (Some(value), _) => return game_of_type(value),
        (_, Some(name)) if name != FROM_POSITION => return None,
        _ => {}
    }
    let first = game.moves.first().map_or("", |first| first.text.as_str());
    let position = game.start().filter(|start| start.matches(':').count() == 2);
    // Men of White leave the third rank for another file.
    if matches!(first.as_bytes(), [a @ b'a'..=b'h', b'3', .., b @ b'a'..=b'h', b'4'] if a != b) {
        return Some("russian");
    }
    let from = first.split_once(['-', 'x', ':']).and_then(|(from, _)| from.parse::<u32>().ok());
    let mut last = 0;
    for text in game.moves.iter().map(|written| written.text.as_str()).chain(position) {
        for number in text.split(|c: char| !c.is_ascii_digit()) {
            last = last.max(number.parse::<u32>().unwrap_or(0));
        }
    }
    match (position, from) {
        (Some(_), None) if !first.is_empty() => Some("russian"),
        (Some(_), _) if last <= SQUARES_OF_CHECKERS => Some("checkers"),
        (Some(_), _) | (None, Some(MEN_OF_DRAUGHTS..)) => Some("draughts"),
        (None, Some(..=MEN_OF_CHECKERS)) => Some("checkers"),
        _ => None,
    }
}

/// Exchanges the players of a record: White is whoever begins, but not in the records of checkers.
pub(crate) fn exchange_players(tags: &mut [Tag]) {
    for Tag { name, .. } in tags {
        if let Some(rest) = name.strip_prefix("White") {
            *name = format!("Black{rest}");
        } else if let Some(rest) = name.strip_prefix("Black") {
            *name = format!("White{rest}");
        }
    }
}

/// The position that is set up: `W:W31,32,K45:B1,2`. Squares are numbered from the top left, or from
/// the opposite corner in games in which Black begins.
pub(crate) fn position(rules: &dyn Pictures) -> Option<String> {
    let picture = rules.picture()?;
    let is_black_first = rules.info().sides[0] == "black";
    // By colour of the squares: whether a piece stands on one.
    let mut is_used = [false; 2];
    for (cell, piece) in picture.cells.iter().enumerate() {
        is_used[colour(cell, picture.shape.files)] |= piece.is_some();
    }
    let mut cells: Vec<usize> = (0..picture.cells.len()).collect();
    cells.retain(|&cell| is_used[colour(cell, picture.shape.files)]);
    let mut sides = [(Side::First, 'W'), (Side::Second, 'B')];
    if is_black_first {
        cells.reverse();
        sides = [(Side::Second, 'W'), (Side::First, 'B')];
    }
    let mover = sides.iter().find(|(side, _)| *side == rules.side());
    let mut text = mover.map_or(String::new(), |(_, letter)| letter.to_string());
    for (side, letter) in sides {
        let mut names = Vec::new();
        for (number, &cell) in (1..).zip(&cells) {
            let Some(piece) = picture.cells[cell].filter(|piece| piece.side == Some(side)) else {
                continue;
            };
            let king = if piece.letter.eq_ignore_ascii_case(&'k') { "K" } else { "" };
            names.push(match has_numbers(rules) {
                true => format!("{king}{number}"),
                false => king.to_owned() + &picture.shape.name(cell),
            });
        }
        // Writing to a string does not fail.
        _ = write!(text, ":{letter}{}", names.join(","));
    }
    Some(text)
}

fn colour(cell: usize, files: usize) -> usize {
    (cell / files + cell % files) % 2
}

/// A game with the tags, results and signs of its type.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Pictures) -> String {
    let game_type = type_of(rules.info().name).unwrap_or_default();
    let notation = if has_numbers(rules) { MoveNotation::Numbers } else { MoveNotation::Squares };
    rules.set_option(NOTATION, notation.name());
    let mut game = game.clone();
    let usual = rules.set_position(None, &[]).ok().and_then(|()| position(rules));
    let start = rules.set_position(game.start(), &[]).ok().and_then(|()| position(rules));
    game.tags.retain(|tag| match &*tag.name {
        "FEN" | "SetUp" => start != usual,
        "Variant" | "GameType" => game_type.is_empty(),
        _ => true,
    });
    for tag in &mut game.tags {
        match (&*tag.name, GameResult::read(&tag.value), &start) {
            ("Result", Some(read), _) => tag.value = result_text(read, game_type).to_owned(),
            ("FEN", _, Some(start)) => tag.value.clone_from(start),
            _ => {}
        }
    }
    if !game_type.is_empty() {
        game.tags.push(Tag::new(0, "GameType", game_type));
    }
    let is_black_first = rules.info().sides[0] == "black";
    if is_black_first {
        exchange_players(&mut game.tags);
    }
    write_clocks(&mut game.moves, (rules.side() == Side::First) != is_black_first);
    let capture = if game_type.starts_with("25,") { ":" } else { "x" };
    let result = result_text(game.result.unwrap_or(GameResult::Unfinished), game_type);
    pgn::print_with(&game, rules, result, capture)
}

fn result_text(result: GameResult, game_type: &str) -> &'static str {
    match result {
        GameResult::Win(Side::First) if game_type.starts_with("20,") => "2-0",
        GameResult::Win(Side::Second) if game_type.starts_with("20,") => "0-2",
        GameResult::Draw if game_type.starts_with("20,") => "1-1",
        other => other.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameChoice, RecordFormat, print, read, replay};

    /// The names of the games, the moves as they are written, and the games as PDN.
    fn played(text: &str) -> Vec<(&'static str, String, String)> {
        let registry = plyglot_library::with_library(plyglot_games::standard());
        let chess = registry.game("chess").expect("it exists");
        let choice = GameChoice { registry: &registry, game: chess, is_wanted: false };
        let game = |game: RecordedGame| {
            let named = choice.game_of(&game).expect("a game");
            let replay = replay(&game, &mut *named.open(), None).expect("a position");
            assert_eq!(replay.faults, [], "{text}");
            let moves: Vec<String> = replay.moves.into_iter().map(|played| played.record).collect();
            let again = print(&game, RecordFormat::Pdn, &mut *named.open()).expect("draughts");
            (named.name(), moves.join(" "), again)
        };
        read(text).map(game).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &str, moves: &str) {
        let [(name, found, again)] = &played(text)[..] else { panic!("one game: {text}") };
        assert_eq!((*name, &**found), (expected, moves), "{text}");
        let [(name, found, _)] = &played(again)[..] else { panic!("one game: {again}") };
        assert_eq!((*name, &**found), (expected, moves), "{again}");
    }

    #[test]
    fn games_are_known_by_their_squares() {
        for (text, game, moves) in [
            ("1.32-28!? 19-23(!?!!!) 2.28x19 *", "draughts", "32-28 19-23 28x19"),
            ("1. 33-28  1- 6  2. 28- 23", "draughts", "33-28"),
            ("9-14 22-17", "checkers", "9-14 22-17"),
            ("1.a3b4", "russian", "a3-b4"),
            ("[FEN \"W:WK3:B39.\"] 3-26", "draughts", "3-26"),
            ("[FEN \"B:W15:BK11.\"] 11x18 1-0", "checkers", "11x18"),
            ("[FEN \"?:Wc3,Ke1:Bd4\"] c3:e5", "russian", "c3xe5"),
            ("[GameType \"26\"] [FEN \"W:W21-32:B1-12.\"] c3-d4", "brazilian", "c3-d4"),
            ("[Variant \"From Position\"] [FEN \"W:W40:B2\"] 40-34", "draughts", "40-34"),
        ] {
            if moves == "33-28" {
                assert_eq!(read(text).next().expect("a game").moves[2].text, "28-23");
            } else {
                check(text, game, moves);
            }
        }
    }

    /// The numbers of the squares are those of GameType "21,B,8,8,N1,0".
    #[test]
    fn legs_of_a_capture_are_one_move() {
        let text = "[P1 \"A\"] [P2 \"B\"] [Variant \"American/English\"]\n\
            1. g3-f4 b6-a5 2. c3-d4 f6-e5 3. d4xf6 g7xe5 4. e5xg3 h2xf4 5. f8-g7 1-0";
        check(text, "checkers", "9-14 24-20 11-15 22-18 15x22 25x9 5x14 30-25");
        let game = read(text).next().expect("a game");
        assert_eq!((game.tag("White"), game.tag("Black")), (Some("A"), Some("B")));
    }

    /// Results by the tables of PDN 3.0, and the clocks of a game on lidraughts.org.
    #[test]
    fn results_and_clocks_are_those_of_pgn() {
        let text = "[White \"A\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n1. 31-26 \
            {[%clock w0:09:57 B0:09:58]} 18-22 {good [%clock W0:09:57 b0:09:56]} 2-0\n\n";
        let game = read(text).next().expect("a game");
        assert_eq!(
            (game.tag("Result"), game.result),
            (Some("1-0"), Some(GameResult::Win(Side::First)))
        );
        let comments: Vec<&str> = game.moves.iter().map(|m| &*m.comment).collect();
        assert_eq!(comments, ["[%clk 0:09:57]", "good [%clk 0:09:56]"]);
        let again = &played(text)[0].2;
        for part in [
            "[White \"A\"]\n[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n",
            "{[%clock w0:09:57]} 1... 18-22 {good [%clock W0:09:57 b0:09:56]} 2-0",
        ] {
            assert!(again.contains(part), "{again}");
        }
        let texts = ["[Result \"4-6\"] 34-29 18-22 4-6", "[Result \"1-1\"] 34-29 1-1"];
        let results = texts.map(|text| read(text).next().and_then(|game| game.result));
        assert_eq!(results, [Some(GameResult::Win(Side::Second)), Some(GameResult::Draw)]);
        assert_eq!(result_of_score("0-0"), Some(GameResult::Unfinished));
        assert_eq!(result_of_score("0-2F"), Some(GameResult::Win(Side::Second)));
    }

    /// What is castling in chess is the result of a game that both have lost.
    #[test]
    fn both_may_lose_without_a_tag() {
        for (text, count) in [
            ("1. 32-28 19-23 0-0", 2),
            ("1. 32-28 19-23 0-0\n\n1. 33-28 *", 2),
            ("[GameType \"25\"]\n\n1. c3-d4 d6-c5 0-0", 2),
            ("[GameType \"20\"]\n\n0-0", 0),
        ] {
            let game = read(text).next().expect("a game");
            let found = (game.moves.len(), game.result);
            assert_eq!(found, (count, Some(GameResult::Unfinished)), "{text}");
            assert_eq!(played(text)[0].1.split_whitespace().count(), count, "{text}");
        }
        assert_eq!(read("1. 32-28 19-23 0-0\n\n1. 33-28 *").count(), 2);
    }

    /// Black begins in checkers, and is the first player of a record in PGN.
    #[test]
    fn checkers_are_written_for_black() {
        let text = "[Black \"Jordan\"]\n[White \"Tesheliet\"]\n[FEN \"B:W17,K18,30:BK1,14\"]\n\
            [GameType \"21\"]\n\n1. 14x23 *";
        let game = read(text).next().expect("a game");
        assert_eq!(game.tag("White"), Some("Jordan"));
        let again = &played(text)[0].2;
        assert!(again.contains("[Black \"Jordan\"]\n[White \"Tesheliet\"]\n"), "{again}");
        assert!(again.contains("[FEN \"B:W17,K18,30:BK1,14\"]"), "{again}");
    }
}
