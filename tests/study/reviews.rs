//! Threats, and the sentences of reviews, checked by playing their lines.

use crate::analyse::positions_of;
use crate::support::schema::Schema;
use crate::support::solve::{errors, objects};
use crate::support::tool::fed;
use plyglot_core::game::random::Random;
use plyglot_core::game::{PieceKind, Side};
use plyglot_engine::Engine;
use plyglot_library::with_library;
use serde_json::{Value, json};
use std::path::Path;

const INVENTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/invented.ini");

/// A game of each family, and whether a pass shows there what is threatened: not where it is a move,
/// where captures are compulsory, or where having to move may be bad.
const FAMILIES: [(&str, bool); 10] = [
    ("chess", true),
    ("shogi", true),
    ("xiangqi", true),
    ("janggi", false),
    ("draughts", false),
    ("othello", false),
    ("hex", true),
    ("atomic", true),
    ("antichess", false),
    ("guardhouse", true),
];

#[track_caller]
fn answers(game: &str, arguments: &[&str], input: &str) -> Vec<Value> {
    let rules = ["analyse", "--json", "--variants", INVENTED, "--game", game];
    let output = fed(&[&rules[..], arguments].concat(), input.as_bytes());
    assert!(output.status.success(), "{game} {arguments:?}: {}", errors(&output));
    objects(&output)
}

fn open(game: &str) -> Box<dyn Engine> {
    let registry = with_library(plyglot_games::standard());
    let source = registry.source().expect("the library");
    if registry.game(game).is_none() {
        let text = std::fs::read_to_string(INVENTED).expect("rules");
        source.load(Path::new("invented.ini"), &text, &[], true);
    }
    registry.game(game).expect("it exists").open()
}

/// The text of a position with the other side to move, and so many more plies without a capture.
fn passed_by_hand(position: &str, plies: u32) -> String {
    let mut words: Vec<String> = position.split(' ').map(str::to_owned).collect();
    words[1] = if words[1] == "w" { "b" } else { "w" }.to_owned();
    let clock = words.len() - 2;
    if let Ok(before) = words[clock].parse::<u32>() {
        words[clock] = (before + plies).to_string();
    }
    // A capture en passant is possible only at once.
    if words.len() == 6 {
        words[3] = "-".to_owned();
    }
    words.join(" ")
}

#[test]
fn a_threat_is_the_best_move_after_a_pass() {
    let schema = Schema::of("analyse");
    for (game, has_pass) in FAMILIES {
        let mut board = open(game);
        let mut shown = 0;
        for answer in answers(
            game,
            &["--depth", "3", "--lines", "1", "--threat"],
            &positions_of(open(game), 8),
        ) {
            schema.check(&answer);
            let position = answer["position"].as_str().expect("a text");
            board.set_position(Some(position), &[]).expect("a position");
            let threat = &answer["threat"];
            assert_eq!(threat.is_null(), !answer["result"].is_null(), "{answer}");
            let Some(text) = threat["text"].as_str() else { continue };
            assert!(text.ends_with('.'), "{text}");
            let is_passed = board.pass();
            let after = board.position();
            if !is_passed || board.set_position(Some(&after), &[]).is_err() {
                // Only a win at once is told without a pass.
                let is_win = text.contains(" to win at once");
                assert_eq!(threat["best"].is_null(), !is_win, "{game}: {answer}");
                let why = "No pass can show a threat, as ";
                assert!(is_win || text.starts_with(why), "{game}: {text}");
                continue;
            }
            shown += 1;
            let hands = [0, 1].map(|plies| passed_by_hand(position, plies));
            let found = answers(game, &["--depth", "3", "--lines", "1"], &hands.join("\n"));
            let best = &threat["best"]["move"];
            let is_one = found.iter().any(|found| found["moves"][0]["move"] == *best);
            assert!(best.is_string() && is_one, "{game}: {answer}");
        }
        assert_eq!(shown > 3, has_pass, "{game}: {shown}");
    }
}

#[test]
fn a_threat_is_a_move_however_few_nodes_there_are() {
    let answer = &answers("chess", &["--nodes", "1", "--threat"], "startpos\n")[0];
    assert!(answer["threat"]["best"]["move"].is_string(), "{answer}");
}

/// Scholar's mate.
#[test]
fn a_threat_stands_below_the_moves() {
    let position = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let output = fed(&["analyse", "--threat", "--depth", "4", position], b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().next_back();
    assert_eq!(last, Some("   White threatens to win at once: Qxf7#, checkmate."), "{text}");
}

/// A pawn is about to promote beside a rook that only the capture saves.
#[test]
fn the_only_move_that_keeps_the_result_has_its_sign() {
    let game = "[FEN \"8/6k1/8/8/8/P7/Rp6/6K1 w - - 0 1\"]\n\n1. Rxb2 Kf6 *\n";
    let answer = &answers("chess", &["--pgn", "-", "--depth", "6"], game)[0];
    Schema::of("analyse").check(answer);
    let played = &answer["moves"][0];
    let text = played["sentence"]["text"].as_str().unwrap_or_default();
    assert_eq!(played["mark"], "□", "{played}");
    assert!(text.starts_with("Rxb2 is the only move that keeps the lead; "), "{text}");
    let next = &answer["moves"][1];
    assert_eq!((&next["mark"], &next["sentence"]), (&json!(""), &Value::Null), "{next}");
}

/// Each family's game of random moves: whatever is said of a line, the line does.
#[test]
fn sentences_of_reviews_are_true() {
    let (mut told, mut claims) = (0, 0);
    for (game, _) in FAMILIES {
        let mut board = open(game);
        let mut random = Random::new(11);
        let mut names = Vec::new();
        while names.len() < 16 && board.result().is_none() {
            let moves = board.moves();
            names.push(moves[random.below(moves.len())].clone());
            board.push(&names[names.len() - 1]).expect("it is legal");
        }
        let text = format!("position startpos moves {}\n", names.join(" "));
        let answer = &answers(game, &["--pgn", "-", "--nodes", "500"], &text)[0];
        let moves = answer["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), names.len(), "{game}");
        for (ply, played) in moves.iter().enumerate() {
            let is_costly = played["lost_points"].as_f64() >= Some(0.05);
            let mark = played["mark"].as_str().expect("a text");
            assert_eq!(mark.contains('?'), is_costly, "{game}: {played}");
            if played["sentence"].is_null() {
                continue;
            }
            assert!(!mark.is_empty(), "{game}: {played}");
            told += 1;
            claims += check(&mut *board, &names[..ply], &played["sentence"]);
        }
    }
    // The checks had something to look at.
    assert!(told > 20 && claims > 10, "{told} sentences, {claims} claims");
}

/// What is said of the end of a line, which is the first or that of the best move: whether its side
/// wins, and after how many plies.
const ENDS: [(&str, usize, bool, usize); 6] = [
    ("loses at once", 0, false, 1),
    ("loses to the next move", 0, false, 2),
    (" wins at once", 0, true, 1),
    ("wins after any reply", 0, true, 2),
    ("misses the win at once", 1, true, 1),
    ("misses the forced win", 1, true, 2),
];
/// The same, with the number of moves behind it.
const LONG_ENDS: [(&str, usize, bool); 3] = [
    ("loses by force in ", 0, false),
    ("wins by force in ", 0, true),
    ("misses the win in ", 1, true),
];
/// What is said of a piece: in which line, and whether it is the own one.
const PIECES: [(&str, usize, bool); 5] = [
    ("loses ", 0, true),
    ("gives up ", 0, true),
    ("gets ", 0, false),
    (" wins ", 0, false),
    ("does not win ", 1, false),
];

/// Plays the lines of a sentence after these moves. Returns how many claims were checked.
#[track_caller]
fn check(board: &mut dyn Engine, before: &[String], sentence: &Value) -> usize {
    let text = sentence["text"].as_str().expect("a text");
    let lines: Vec<Vec<String>> = serde_json::from_value(sentence["lines"].clone()).expect("lines");
    let mut claims = 0;
    for (words, line, is_win, plies) in ENDS {
        if text.contains(words) {
            assert_eq!(end(board, before, &lines[line]), (Some(is_win), plies), "{sentence}");
            claims += 1;
        }
    }
    for (words, line, is_win) in LONG_ENDS {
        let Some((_, rest)) = text.split_once(words) else { continue };
        let moves = rest.split(' ').next().and_then(|number| number.parse::<usize>().ok());
        let (won, plies) = end(board, before, &lines[line]);
        let found = (won, Some(plies.div_ceil(2)));
        assert_eq!(found, (Some(is_win), moves), "{sentence}");
        claims += 1;
    }
    for (words, line, is_own) in PIECES {
        let Some((_, rest)) = text.split_once(words) else { continue };
        let rest = rest.strip_prefix("an ").or(rest.strip_prefix("a "));
        let Some(kind) = rest.and_then(|rest| kind_of(board, rest)) else { continue };
        assert!(falls(board, before, &lines[line], (kind, is_own)), "{}: {sentence}", kind.name);
        claims += 1;
    }
    lines.iter().for_each(|line| go_to(board, before, line));
    claims
}

#[track_caller]
fn go_to(board: &mut dyn Engine, before: &[String], line: &[String]) {
    let words: Vec<&str> = before.iter().chain(line).map(String::as_str).collect();
    board.set_position(None, &words).expect("the moves of a line are legal");
}

/// Whether the side that begins a line wins at its end, `None` if it is a draw or goes on; and its
/// plies.
fn end(board: &mut dyn Engine, before: &[String], line: &[String]) -> (Option<bool>, usize) {
    go_to(board, before, &[]);
    let side = board.side();
    go_to(board, before, line);
    let winner = board.result().and_then(|over| over.result.winner());
    (winner.map(|winner| winner == side), line.len())
}

/// The kind of piece whose name a text begins with.
fn kind_of(board: &dyn Engine, text: &str) -> Option<&'static PieceKind> {
    let picture = board.picture()?;
    let (is_promoted, text) = match text.strip_prefix("promoted ") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let is_named = |kind: &&PieceKind| {
        let rest = text.strip_prefix(kind.name);
        kind.is_promoted == is_promoted
            && rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    };
    picture.shape.kinds.iter().find(is_named)
}

/// Whether a side has fewer pieces of a kind, on the board and in hand, after some move of a line.
fn falls(
    board: &mut dyn Engine,
    before: &[String],
    line: &[String],
    (kind, is_own): (&PieceKind, bool),
) -> bool {
    go_to(board, before, &[]);
    let side = if is_own { board.side() } else { !board.side() };
    let at_first = count(board, side, kind);
    (1..=line.len()).any(|plies| {
        go_to(board, before, &line[..plies]);
        count(board, side, kind) < at_first
    })
}

fn count(board: &dyn Engine, side: Side, kind: &PieceKind) -> usize {
    let picture = board.picture().expect("a board");
    let on_board = picture
        .cells
        .iter()
        .flatten()
        .filter(|piece| piece.side == Some(side) && picture.shape.kind_of(piece) == Some(kind));
    let held = picture.hands.iter().flat_map(|hands| &hands[side]);
    let held = held.filter(|held| picture.shape.kind_of(&held.piece) == Some(kind));
    on_board.count() + held.map(|held| held.count).sum::<usize>()
}
