//! What is read of texts as other programs, and people, write them.

use super::read;
use crate::tests::rules;
use crate::{RecordedGame, Replay, replay};
use plyglot_core::game::{GameResult, Side};

fn played(game: &RecordedGame) -> Replay {
    replay(game, &mut *rules("chess"), None).expect("a position")
}

/// The moves of each game that has some, as records have them, and all faults with their lines.
fn found(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for game in read(text) {
        match replay(&game, &mut *rules("chess"), None) {
            Ok(replay) => {
                let records: Vec<&str> =
                    replay.moves.iter().map(|played| played.record.as_str()).collect();
                games.push(records.join(" "));
                faults.extend(replay.faults.iter().map(|fault| fault.to_string()));
            }
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    games.retain(|game| !game.is_empty());
    (games, faults)
}

#[track_caller]
fn check(text: &str, games: &[&str], expected: &[&str]) {
    let (found, faults) = found(text);
    assert_eq!(found, games, "{text}\n{faults:?}");
    assert_eq!(faults.len(), expected.len(), "{text}\n{faults:?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{text}\nexpected {expected}\nfound {fault}");
    }
}

#[test]
fn pgn_of_other_programs_is_read() {
    let text = "\u{feff}% for other programs\n\
        [Event \"a \\\"quoted\\\" \\\\ name\"]\n[Result \"1-0\"]\n\n\
        {before all moves} 1.e4! (1. d4 {no )} (1. c4 ; )\n $3 c5) d5) 1... e5 $1 ; to the end ) {\n\
        2 Nf3 Nc6 3. Bb5 {first} {second} a6?! 4. Ba4 Nf6 5.0-0 b5 6. Bb3 Bb7\n\
        7. Ng5 d6 8. Bxf7 1-0\n\n\
        1. d4 *\n[Event \"third\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - -\"]\n1. Ra8";
    let games: Vec<RecordedGame> = read(text).collect();
    assert_eq!(games.len(), 3, "{games:#?}");
    assert_eq!(games[0].tag("Event"), Some("a \"quoted\" \\ name"));
    assert_eq!((games[0].line, games[1].line, games[2].line), (2, 10, 11));
    assert_eq!(games[0].moves[5].comment, "first second", "behind the number of a move and Bb5");
    let expected = [(9, "Bxf7+"), (0, "d4"), (0, "Ra8#")];
    for (game, (_, last)) in games.iter().zip(expected) {
        assert_eq!(played(game).moves.last().map(|played| played.record.as_str()), Some(last));
    }
    assert_eq!(games[2].result, None);
}

#[test]
fn a_tag_after_moves_begins_the_next_game() {
    let text = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - -\"]\n1. Kf7\n[Event \"next\"]\n1. d4 *";
    let games: Vec<RecordedGame> = read(text).collect();
    assert_eq!(games.len(), 2, "{games:#?}");
    let position = |replay: Replay| replay.position.expect("it is not the start position");
    assert_eq!(position(played(&games[0])), "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
}

/// Whatever is wrong in the syntax of a game, all other games are kept, and its own moves before the
/// fault. The moves are those that python-chess keeps, or more.
#[test]
fn a_fault_of_syntax_costs_no_game() {
    for (text, games, faults) in [
        ("1. d4 *\n\n[White \"a \"b\" c\"]\n\n1. c4 *", &["d4", "c4"][..], &[][..]),
        ("[White \"a\n\n1. d4 *", &["d4"], &["line 1: expected a tag like "]),
        ("[Event\n[Site \"x\"]\n\n1. d4 *", &["d4"], &["line 1: expected a tag like "]),
        ("[Black]\n\n1. d4 *\n\n[Black \"x\"]\n\n1. c4 *", &["d4", "c4"], &["line 1: "]),
        ("[White \"x\"\n\n1. d4 *", &["d4"], &["line 1: expected a tag like "]),
        ("1. d4 d5 {never *\n\n1. c4 *", &["d4 d5", "c4"], &["line 1: expected '}'"]),
        (
            "1. d4 {never *\n\n[White \"x\"]\n\n1. c4 {an end} *",
            &["d4", "c4"],
            &["line 1: expected '}'"],
        ),
        ("1. d4 (1. c4 *\n\n1. c4 (1. e4) c5 *", &["d4", "c4 c5"], &["line 1: expected ')'"]),
        ("1. d4 (1. c4 *\n[Event \"x\"]\n\n1. c4 *", &["d4", "c4"], &["line 1: expected ')'"]),
        ("1. d4 (1. c4 (1. e4 {x *\n\n1. c4 *", &["d4", "c4"], &["line 1: expected '}'"]),
        ("( 1. d4 d5 *\n\n1. c4 *", &["d4 d5", "c4"], &["line 1: expected a move"]),
        // A variation may have empty lines.
        ("1. d4 (1. c4\n\nc5) d5 *", &["d4 d5"], &[]),
        ("1. d4 ) d5 } 2. ] c4 *", &["d4 d5 c4"], &["line 1: ", "line 1: ", "line 1: "]),
        ("1. d4 [%eval 0.3] d5\n[%foo] 2. c4 *", &["d4 d5 c4"], &["line 1: ", "line 2: "]),
        ("1. d4 d5\n2. Ke4 c5 3. c4 *\n\n1. c4 *", &["d4 d5", "c4"], &["line 2: expected a legal"]),
    ] {
        check(text, games, faults);
    }
}

#[test]
fn odd_words_are_read_or_left_out() {
    for (text, moves, faults) in [
        ("1. d4 N d5 D 2. c4 ch e6 mate *", "d4 d5 c4 e6", &[][..]),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. Nf6 4. d7mate *", "e4 a6 e5 d5 exd6 Nf6 d7+", &[]),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. Nf6", "e4 a6 e5 d5 exd6 Nf6", &[]),
        ("1. d4 1/2", "d4", &[]),
        ("1. d4 \u{BD}-\u{BD}", "d4", &[]),
        ("1. d4 0.5-0.5", "d4", &[]),
        ("1. d4 1\u{2013}0", "d4", &[]),
        ("1. d4 1:0", "d4", &[]),
        ("1\u{2026} d4 d5", "d4 d5", &[]),
        ("1. d4 d5 1-0 {a comment}", "d4 d5", &[]),
        // Some go on after a result.
        ("1. d4 1/2-1/2 d5 2. c4", "d4 d5 c4", &[]),
        ("1. Nf3Nf6 2.c4c5", "Nf3 Nf6 c4 c5", &[]),
        ("1. d4 a fine move! d5", "d4 d5", &["line 1: ", "line 1: ", "line 1: "]),
        // No position of chess comes after one of these.
        ("1. d4 -- 2. c4", "d4", &["line 1: expected a legal move"]),
        ("1. d4 Z0 2. c4", "d4", &["line 1: expected a legal move"]),
        ("1. d4 @@@@ 2. c4", "d4", &["line 1: expected a legal move"]),
    ] {
        check(text, &[moves], faults);
    }
    let promotion = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kh7 *";
    check(promotion, &["a8=Q+ Kh7"], &[]);
}

/// A null move ends what can be played in chess, and is a pass where that is legal.
#[test]
fn null_moves_are_passes_or_told() {
    let (_, faults) = found("1. d4 d5 2. -- c5 3. c4 *");
    let told = "found the null move '--', after which 2 cannot be played";
    assert!(faults[0].starts_with("line 1: ") && faults[0].ends_with(told), "{faults:?}");
    let game = read("1. -- a7b7 2. a4b4 *").next().expect("a game");
    let replay = replay(&game, &mut *rules("janggi"), None).expect("a start");
    assert_eq!((replay.moves.len(), replay.faults.len()), (3, 0), "{replay:?}");
}

#[test]
fn results_are_those_of_the_text() {
    let results = |text: &str| -> Vec<_> { read(text).map(|game| game.result).collect() };
    let first = GameResult::Win(Side::First);
    assert_eq!(
        results("1. e4 1\u{2013}0\n\n1. d4 \u{BD}\n\n*\n\n1. c4"),
        [Some(first), Some(GameResult::Draw), None]
    );
}

/// Castling rights without a king and a rook in place fall, with a word.
#[test]
fn castling_rights_of_a_file_fall() {
    let text = "[White \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w KQkq - 0 1\"]\n\n1. e4 *";
    check(
        text,
        &["e4"],
        &["line 2: expected castling rights of kings and rooks in place, found 'KQkq'"],
    );
    let game = read(text).next().expect("a game");
    assert_eq!(played(&game).position.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"));
    check("[FEN \"8/8 w\"]\n1. e4", &[], &["line 1: expected "]);
}

/// Each missing end is looked for once, so the time is linear. These took minutes if it were not.
#[test]
fn hostile_texts_are_read_to_their_end() {
    for piece in ["{", "(", "{\n\n", "(\n\n", ")", "[", "[a\n", "(1. e4 ", "*\n", "1. e4 {\n\n"] {
        for end in ["", "}", ")", "\n[Event \"x\"]\n}", "\n\n[A \"x\"] {) }"] {
            let text = piece.repeat(30_000) + end;
            let games = read(&text).count();
            assert!(games <= 30_001, "{piece:?}");
        }
    }
}
