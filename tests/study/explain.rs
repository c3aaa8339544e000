//! `plyglot explain`, as a process. What it says is checked by playing its lines.

use crate::analyse::positions;
use crate::support::folder::Folder;
use crate::support::schema::Schema;
use crate::support::solve::{errors, objects};
use crate::support::tool::{fed, plyglot, refusal};
use plyglot_core::search::Settings;
use plyglot_engine::{Analyst, Engine};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::Output;

fn explain(arguments: &[&str], input: &str) -> Output {
    fed(&[&["explain"], arguments].concat(), input.as_bytes())
}

#[track_caller]
fn answers(arguments: &[&str], input: &str) -> Vec<Value> {
    let output = explain(&[&["--json"], arguments].concat(), input);
    assert!(output.status.success(), "{arguments:?}: {}", errors(&output));
    objects(&output)
}

/// A position of a game, on which lines are played.
struct Board {
    game: &'static str,
    engine: Box<dyn Engine>,
}

impl Board {
    #[track_caller]
    fn of(game: &'static str, position: &str) -> Board {
        let registry = plyglot_games::standard();
        let mut engine = registry.find(game).expect("it exists").0.open();
        engine.set_position(Some(position), &[]).expect("a position");
        Board { game, engine }
    }

    /// The position after moves.
    #[track_caller]
    fn after(&self, moves: &[String]) -> Board {
        let start = self.engine.position();
        let mut engine = Board::of(self.game, &start).engine;
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        engine.set_position(Some(&start), &words).expect("the moves of a line are legal");
        Board { game: self.game, engine }
    }

    /// How many pieces of each letter there are in its text.
    fn letters(&self) -> BTreeMap<char, i64> {
        let mut count = BTreeMap::new();
        let text = self.engine.position();
        let board = text.split([' ', '[']).next().unwrap_or_default();
        for letter in board.chars().filter(|letter| letter.is_ascii_alphabetic()) {
            *count.entry(letter).or_default() += 1;
        }
        count
    }
}

fn words(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("moves");
    list.iter().map(|word| word.as_str().expect("a move").to_owned()).collect()
}

/// The position after a pass, of which the answer says no more than its lines.
fn passed(board: &Board) -> Board {
    let registry = plyglot_games::standard();
    let (entry, _) = registry.find(board.game).expect("it exists");
    let mut analyst = Analyst::new(entry, 1, Settings::default()).expect("a MiB");
    analyst.game_mut().set_position(Some(&board.engine.position()), &[]).expect("a position");
    assert!(analyst.game_mut().pass(), "there is a threat after a pass alone");
    Board::of(board.game, &analyst.game().position())
}

/// The moves of a line are legal, its records are those of its moves, its end is what it is
/// said to be, and so are the pieces that are won and lost.
#[track_caller]
fn check_line(board: &Board, line: &Value) {
    let moves = words(&line["line"]);
    assert!(!moves.is_empty(), "{line}");
    let end = board.after(&moves);
    assert_eq!(board.engine.records(&moves), words(&line["records"]), "{line}");
    let side = board.engine.side();
    let expected = match line["ending"].as_str() {
        None => None,
        Some("draw") => Some(None),
        Some(word) => Some(Some(if word == "win" { side } else { !side })),
    };
    // A line may end with a position that has occurred before.
    let result = end.engine.result().map(|(winner, _)| winner);
    assert!(expected == result || expected.is_none() && result == Some(None), "{line}");
    if let Some(mate) = line["mate"].as_i64() {
        let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
        assert!(line["ending"].is_null() || moves.len() as i64 <= plies, "{line}");
    }
    if line["gain"].is_null() {
        return;
    }
    let plies = line["gain"]["plies"].as_u64().expect("a number") as usize;
    let (before, after) = (board.letters(), board.after(&moves[..plies]).letters());
    let count = |letters: &BTreeMap<char, i64>, letter| letters.get(&letter).copied().unwrap_or(0);
    let change = |letter| count(&after, letter) - count(&before, letter);
    // In chess the first letter of a piece is its own but for the knight; other games have
    // one kind.
    let of = |piece: &str| match piece {
        "knight" => 'N',
        "piece" => 'P',
        other => other.chars().next().expect("a name").to_ascii_uppercase(),
    };
    let mut said = BTreeMap::new();
    for piece in line["gain"]["pieces"].as_array().expect("pieces") {
        let letter = of(piece["piece"].as_str().expect("a name"));
        let (own, other) = (piece["own"].as_i64(), piece["other"].as_i64());
        let is_first = side == plyglot_core::game::Side::First;
        let (first, second) = if is_first { (own, other) } else { (other, own) };
        said.extend([(letter, first.expect("a number"))]);
        said.extend([(letter.to_ascii_lowercase(), second.expect("a number"))]);
    }
    for letter in "QRBNPqrbnp".chars() {
        assert_eq!(change(letter), said.get(&letter).copied().unwrap_or(0), "{letter}: {line}");
    }
}

/// In every game: all lines can be played, and all that is said of them is so.
#[test]
fn every_sentence_has_lines_that_show_it() {
    let (schema, mut gains, mut threats, mut replies) = (Schema::of("explain"), 0, 0, 0);
    for game in crate::analyse::GAMES {
        for answer in answers(&["--game", game, "--depth", "5"], &positions(game, 6)) {
            schema.check(&answer);
            if !answer["result"].is_null() {
                assert_eq!((&answer["best"], &answer["sentences"]), (&Value::Null, &json!([])));
                continue;
            }
            let position = answer["position"].as_str().expect("a text");
            let board = Board::of(game, position);
            let rejected = answer["rejected"].as_array().expect("moves");
            for line in rejected.iter().chain([&answer["best"]]) {
                check_line(&board, line);
                gains += usize::from(!line["gain"].is_null());
            }
            if !answer["reply"].is_null() {
                check_reply(&board, &answer);
                replies += 1;
            }
            if !answer["threat"].is_null() {
                check_line(&passed(&board), &answer["threat"]);
                threats += 1;
            }
            for sentence in answer["sentences"].as_array().expect("sentences") {
                let start =
                    if sentence["after_pass"] == true { passed(&board) } else { board.after(&[]) };
                for line in sentence["lines"].as_array().expect("lines") {
                    start.after(&words(line));
                }
            }
            // Every legal move is there once.
            let others = answer["others"].as_array().expect("moves");
            let all = rejected.iter().chain(others).chain([&answer["best"]]);
            let mut first: Vec<String> = all.map(|line| words(&line["line"]).remove(0)).collect();
            first.sort();
            let mut legal: Vec<String> =
                board.engine.legal_moves().into_iter().map(|m| m.name).collect();
            legal.sort();
            assert_eq!(first, legal, "{answer}");
        }
    }
    // The checks above had something to look at.
    assert!(gains > 0 && threats > 15, "{gains} gains, {threats} threats");
    assert!(replies > 0, "{replies} replies");
}

/// The reply comes after the best move, is not the one of its line, and costs a tenth of the
/// points that the other side expects.
#[track_caller]
fn check_reply(board: &Board, answer: &Value) {
    let (best, reply) = (&answer["best"], &answer["reply"]);
    let first = words(&best["line"]);
    check_line(&board.after(&first[..1]), reply);
    assert_ne!(first[1], words(&reply["line"])[0], "{answer}");
    let points = |line: &Value| {
        let chance = |i: usize| line["wdl"][i].as_f64().expect("permill") / 1000.0;
        chance(0) + chance(1) / 2.0
    };
    assert!(1.0 - points(best) - points(reply) > 0.0999, "{answer}");
}

/// A player reads no engine's words, and numbers last, in every game.
#[test]
fn sentences_are_for_players() {
    let engines_words = ["evaluation", "depth", "search", "network", " term", "by force in 1 "];
    let is_number = |word: &str| word.ends_with('%') || word.starts_with(['+', '-']);
    for game in crate::analyse::GAMES {
        for answer in answers(&["--game", game, "--depth", "5"], &positions(game, 6)) {
            let sentences = answer["sentences"].as_array().expect("sentences");
            let mut texts: Vec<&str> = sentences
                .iter()
                .map(|sentence| sentence["text"].as_str().expect("a text"))
                .collect();
            let Some(last) = texts.pop() else { continue };
            assert!(last.starts_with("Expected points: "), "{last}");
            for text in texts {
                assert!(!engines_words.iter().any(|word| text.contains(word)), "{text}");
                assert!(!text.split(' ').any(is_number), "{text}");
                assert!(
                    text.ends_with('.') && text.starts_with(|c: char| !c.is_whitespace()),
                    "{text}"
                );
            }
        }
    }
}

/// The terms of the evaluation and the network are together what `eval` says.
#[test]
fn terms_add_up_to_the_evaluation() {
    let mut compared = 0;
    for game in ["chess", "cfour"] {
        let input = positions(game, 8);
        for answer in answers(&["--game", game, "--depth", "1", "--lines", "0"], &input) {
            let terms = answer["terms"].as_array().cloned().unwrap_or_default();
            if terms.is_empty() {
                continue;
            }
            let sum: i64 = terms.iter().map(|term| term["cp"].as_i64().expect("a number")).sum();
            let board = Board::of(game, answer["position"].as_str().expect("a text"));
            // "Final evaluation +0.34 (white side)"
            let text = board.engine.evaluation();
            let first: f64 = text.split_whitespace().nth(2).expect("a number").parse().unwrap();
            let sign = if answer["side"] == "first" { 1.0 } else { -1.0 };
            let whole = (100.0 * sign * first).round() as i64;
            // Each term is rounded.
            assert!((sum - whole).abs() <= terms.len() as i64, "{sum} {whole}: {answer}");
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Positions of which everybody knows what there is to say.
#[test]
fn what_is_said_is_what_there_is() {
    for (position, move_, expected) in [
        // Black is about to be mated by Qxf7.
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
            "a6",
            [
                "a6 does not meet the threat and loses to the next move: a6 Qxf7#, checkmate.",
                "to move\n   White threatens to win at once: Qxf7#, checkmate.\n",
            ],
        ),
        // The knight forks; a quiet move leaves the queen hanging.
        (
            "4k3/pp6/8/3q4/8/4N3/PPP5/4K3 w - - 0 1",
            "Kf2",
            [
                "Nxd5 is best and wins a queen that nothing protects: Nxd5",
                "It is the only good move.\n",
            ],
        ),
        ("7k/8/8/8/8/8/r7/2r4K w - - 0 1", "", ["", "The game is over: black has won."]),
        (
            "6k1/5ppp/8/8/8/7q/5P1P/3R2K1 w - - 0 1",
            "f3",
            ["Rd8# is best and wins at once: Rd8#, checkmate.\n", "It is the only good move.\n"],
        ),
    ] {
        let mut arguments = vec!["--depth", "6", position];
        arguments.extend((!move_.is_empty()).then_some(["--move", move_]).into_iter().flatten());
        let output = explain(&arguments, "");
        let text = String::from_utf8_lossy(&output.stdout);
        for sentence in expected {
            assert!(text.contains(sentence), "{position}: {sentence}\n{text}");
        }
    }
}

/// What a teacher says first: the threat, what hangs, the fork, the check, and what a quiet move is
/// for. python-chess says the same of the squares.
#[test]
fn reasons_are_named() {
    for (game, position, expected) in [
        // After a pass, Nc7+ forks king and rook.
        (
            "chess",
            "r3k3/pp6/8/1N6/8/8/PP4PP/6K1 b q - 0 1",
            "White threatens to win a rook by a check that also aims at a rook: Nc7+",
        ),
        // Win at Chess 98: the knight attacks queen and rook.
        (
            "chess",
            "1r3rk1/5pb1/p2p2p1/Q1n1q2p/1NP1P3/3p1P1B/PP1R3P/1K2R3 b - - 0 1",
            "Nb3 wins a rook by a double attack on a rook and a queen",
        ),
        ("chess", "4k3/8/8/3q4/8/2N5/8/K7 w - - 0 1", "wins a queen that nothing protects"),
        (
            "cfour",
            "startpos moves a1 a2 b1 b2 c1",
            "Yellow threatens to win at once: d1, four in a row.",
        ),
        ("tictactoe", "startpos moves a1 b2 b1", "X threatens to win at once: c1, three in a row."),
        ("tictactoe", "startpos moves a1 b2 b1", "b3 likewise: b3 c1, three in a row."),
    ] {
        let output = explain(&["--game", game, "--depth", "9", position], "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(expected), "{position}: {expected}\n{text}\n{}", errors(&output));
    }
}

/// Legal's mate: who takes the queen is mated by three minor pieces.
#[test]
fn the_obvious_reply_is_refuted() {
    let legal = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
    let output = explain(&["--depth", "9", legal], "");
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = "After Nxe5 the obvious reply Bxd1 loses by force in 2 moves; \
                    dxe5 is better: Bxd1 Bxf7+ Ke7 Nd5#, checkmate.";
    assert!(text.contains(expected), "{text}");
}

/// Sentence by sentence, as they come, and all at once.
#[test]
fn the_text_is_that_of_the_sentences() {
    for game in ["chess", "surakarta", "cfour"] {
        let (arguments, input) = (["--game", game, "--depth", "5"], positions(game, 6));
        let text = explain(&arguments, &input).stdout;
        let text = String::from_utf8(text).expect("it is text");
        let mut lines = text.lines();
        for answer in answers(&arguments, &input) {
            let heading = format!("{}: {}", answer["number"], answer["position"].as_str().unwrap());
            assert_eq!(lines.next(), Some(&heading[..]));
            assert!(lines.next().is_some_and(|line| line.ends_with(" to move")), "{text}");
            for sentence in answer["sentences"].as_array().expect("sentences") {
                let said = format!("   {}", sentence["text"].as_str().expect("a text"));
                assert_eq!(lines.next(), Some(&said[..]), "{answer}");
            }
            assert!(lines.next().is_some_and(|line| line.starts_with("   ")), "{text}");
        }
        assert_eq!(lines.next(), None);
    }
}

/// The text of an explanation of a position, to this depth, with a move that is to be explained.
#[track_caller]
fn said(game: &str, depth: &str, position: &str, move_: &str) -> String {
    let file = format!("{}/tests/data/invented.ini", env!("CARGO_MANIFEST_DIR"));
    let mut arguments = vec!["--variants", &file, "--game", game, "--depth", depth, position];
    if !move_.is_empty() {
        arguments.extend(["--move", move_]);
    }
    let output = explain(&arguments, "");
    assert!(output.status.success(), "{game} {position}: {}", errors(&output));
    String::from_utf8(output.stdout).expect("it is text")
}

/// Positions of games with hands, gates, walls, explosions, promotions and jumps, with a move and
/// what is said. The numbers of pieces on the board and in hand are those of pyffish's FENs.
const COUNTED: &[(&str, &str, &str, &str)] = &[
    // A drop changes no balance.
    ("crazyhouse", "4k3/pp6/8/8/8/8/PP6/4K3[PNp] w - - 0 1", "P@h3", "White is a knight ahead."),
    (
        "crazyhouse",
        "4k3/8/8/3q4/8/4N3/8/4K3[] w - - 0 1",
        "",
        "e3d5 is best and wins a queen that nothing protects: ",
    ),
    // What comes into the hand is a pawn.
    (
        "shogi",
        "4k4/9/9/9/4+p4/9/4R4/9/4K4[] w - - 0 1",
        "",
        "e3e5 is best and wins a promoted pawn",
    ),
    ("shogi", "4k4/9/9/9/4+p4/9/9/9/4K4[P] w - - 0 1", "", "Black has a pawn for a promoted pawn."),
    // The promotion is not a capture.
    ("chess", "7k/8/8/8/8/8/p6P/6K1 w - - 0 1", "h4", " allows the promotion of a pawn to a queen"),
    // The capture destroys both knight and queen.
    (
        "atomic",
        "7k/pp6/3q4/3p4/8/2N5/PP6/4K3 w - - 0 1",
        "",
        "c3d5 is best and wins a queen and a pawn for a knight: ",
    ),
    (
        "atomic",
        "4k3/4p3/8/4R3/8/8/8/4K3 w - - 0 1",
        "",
        "e5e7 is best and wins at once: e5e7, no king left.",
    ),
    // The rook becomes a wall.
    (
        "stonegate",
        "4k3/6pp/8/8/8/8/q5PP/R5K1[] w - - 3+3 0 1",
        "a1a2",
        "a1a2 wins a queen for a rook",
    ),
    // White has no piece left when the only one is taken, and captures are compulsory.
    ("antichess", "8/8/8/8/1p6/8/P7/8 w - - 0 1", "", " is best and wins after any reply: a2"),
    (
        "draughts",
        "1m1m1m3m/m1m3m3/7m2/10/3m3M2/10/1M1M1M1M2/8M1/1M1M3M2/M1M1M1M1M1 b - - 0 20",
        "",
        "Black is five men behind.",
    ),
    (
        "seirawan",
        "1r2kb1r/p1pepp1p/p4np1/4pb2/3P4/2N3PP/PPP1PP2/R1B1KBRH[] w Q - 2 14",
        "",
        "White has a hawk for an elephant.",
    ),
    ("guardhouse", "4k3/pp6/8/8/8/8/PP6/4K3[GHh] w - - 0 1", "", "White is a guard ahead."),
    (
        "guardhouse",
        "4k3/pp6/8/8/8/8/PP6/4K3[GH] w - - 0 1",
        "",
        "White is a guard and an H piece ahead.",
    ),
];

#[test]
fn pieces_are_counted_as_the_game_counts_them() {
    for &(game, position, move_, expected) in COUNTED {
        let text = said(game, "3", position, move_);
        assert!(text.contains(expected), "{game} {position}: {expected}\n{text}");
        assert!(!text.contains(" new "), "{text}");
    }
}

/// If having more pieces means nothing, nothing is said of them: they are to be lost, come from
/// nowhere, or change sides.
#[test]
fn pieces_that_mean_nothing_are_not_counted() {
    let words = [" ahead", " behind", "wins a ", "gets a ", "loses a ", "gives up", "exchanges"];
    for (game, position) in [
        ("antichess", "rnb1kbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
        ("gomoku", "startpos moves P@h8"),
        ("gomoku", "startpos moves P@h8 P@h9 P@g9"),
        ("flipello", "startpos"),
        ("nineholes", "startpos moves P@a1"),
    ] {
        let text = said(game, "3", position, "");
        assert!(!words.iter().any(|word| text.contains(word)), "{game} {position}: {text}");
    }
}

#[test]
fn slips_are_explained() {
    let folder = Folder::new("explain_slips");
    for (arguments, expected) in [
        ("explain --line 3 startpos", "--lines"),
        ("explain --lines 3 --all startpos", "cannot be used with"),
        ("explain --option UCI_Chess960=maybe startpos", "'true' or 'false'"),
    ] {
        let error = refusal(plyglot(&folder, arguments), 2);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    let output = explain(&["--json", "--depth", "2", "--move", "e5", "startpos"], "");
    assert_eq!(output.status.code(), Some(1));
    let found = &objects(&output)[0];
    assert_eq!(found["number"], json!(1));
    let error = found["error"].as_str().expect("a text");
    assert!(error.contains("expected a legal move"), "{error}");
}
