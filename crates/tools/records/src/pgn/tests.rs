//! What is read of texts as other programs, and people, write them.

use super::{print, read};
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
        ("1. d4 -- 2. c4", "d4 -- c4", &[]),
        ("1. d4 Z0 2. c4", "d4 -- c4", &[]),
        ("1. d4 @@@@ 2. c4", "d4 -- c4", &[]),
        // Prose.
        ("1. d4 null d5", "d4 d5", &["line 1: expected a legal move"]),
    ] {
        check(text, &[moves], faults);
    }
    let promotion = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kh7 *";
    check(promotion, &["a8=Q+ Kh7"], &[]);
}

/// The positions are worked out by hand: as after a move that changes nothing on the board.
#[test]
fn games_go_on_after_null_moves() {
    for (name, text, position) in [
        (
            "chess",
            "1. e4 a6 2. e5 d5 3. -- *",
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3",
        ),
        ("chess", "1. e4 -- 2. d4 *", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"),
        // The search makes no null move here.
        (
            "chess",
            "[FEN \"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\"]\n\n1. -- a5 *",
            "4k3/8/8/p7/8/8/P7/4K3 w - - 0 2",
        ),
        (
            "chess960",
            "[FEN \"bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1\"]\n\n\
             1. e4 -- 2. Ng3 -- 3. O-O *",
            "bqnbrnkr/pppppppp/8/8/4P3/6N1/PPPP1PPP/BQNBRRK1 b he - 4 3",
        ),
        (
            "crazyhouse",
            "1. e4 d5 2. exd5 -- 3. -- Nf6 *",
            "rnbqkb1r/ppp1pppp/5n2/3P4/8/8/PPPP1PPP/RNBQKBNR[P] w KQkq - 3 4",
        ),
    ] {
        let mut rules = rules(name);
        let game = read(text).next().expect("a game");
        let replay = replay(&game, &mut *rules, None).expect("a start");
        assert_eq!((&replay.faults[..], &*rules.position()), (&[][..], position), "{name}: {text}");
    }
    // A pass is one where it is legal.
    let game = read("1. -- a7b7 2. a4b4 *").next().expect("a game");
    let replay = replay(&game, &mut *rules("janggi"), None).expect("a start");
    assert_eq!((replay.moves.len(), replay.faults.len()), (3, 0), "{replay:?}");
    assert_ne!(replay.moves[0].name, "0000");
}

/// In check, where the game is over, and in a game without null moves.
#[test]
fn null_moves_that_cannot_be_are_told() {
    for (name, text, played) in [
        ("chess", "1. e4 f6 2. Qh5+ -- 3. d4 *", 3),
        ("chess", "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n1... -- 2. Qf8+ *", 0),
        ("antichess", "1. e3 -- 2. d3 *", 1),
    ] {
        let game = read(text).next().expect("a game");
        let replay = replay(&game, &mut *rules(name), None).expect("a start");
        assert_eq!(replay.moves.len(), played, "{text}");
        let [fault] = &replay.faults[..] else { panic!("{text}: {:?}", replay.faults) };
        let told = "found the null move '--', after which 1 cannot be played";
        assert!(fault.to_string().ends_with(told), "{fault}");
    }
    // Nothing is captured en passant after one.
    check("1. e4 a6 2. e5 d5 3. -- Nc6 4. exd6 *", &["e4 a6 e5 d5 -- Nc6"], &["line 1: "]);
}

/// What came up before a null move counts again when that is taken back.
#[test]
fn repetitions_begin_anew_after_null_moves() {
    let mut rules = rules("chess");
    for word in ["Nf3", "Nf6", "Ng1", "Ng8"] {
        rules.push(word).expect(word);
    }
    assert_eq!(rules.occurrences(), 2);
    for word in ["--", "0000"] {
        rules.push(word).expect(word);
    }
    assert_eq!(rules.occurrences(), 1);
    let names = ["g1f3", "g8f6", "f3g1", "f6g8", "0000", "0000"];
    assert_eq!(rules.history().moves, names);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 6 4";
    assert_eq!(rules.history_since_null_move().start, start);
    assert_eq!(rules.history_since_null_move().moves, [""; 0]);
    assert_eq!([rules.undo(), rules.undo()], ["0000", "0000"].map(|name| Some(name.to_owned())));
    assert_eq!(rules.occurrences(), 2);
}

/// In the main line and in variations.
#[test]
fn null_moves_are_written_as_they_came() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. -- {threat} 2... Qh4 (2... -- 3. d4 (3. Nf3) 3... --) 3. Nf3 *\n\n";
    let game = read(text).next().expect("a game");
    assert_eq!(print(&game, &mut *rules("chess")), text);
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
