//! `plyglot explain`, as a process. What it says is checked by playing its lines.

use crate::analyse::positions;
use crate::support::folder::Folder;
use crate::support::schema::Schema;
use crate::support::solve::{errors, objects};
use crate::support::tool::fed;
use plyglot_core::game::GameResult;
use plyglot_core::game::random::Random;
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
        let mut engine = registry.game(game).expect("it exists").open();
        engine.set_position(Some(position), &[]).expect("a position");
        Board { game, engine }
    }

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
    let entry = registry.entry(board.game).expect("it exists");
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
    let legal = board.engine.legal_line(&moves, None);
    let records: Vec<String> = legal.into_iter().map(|m| m.record).collect();
    assert_eq!(records, words(&line["records"]), "{line}");
    let side = board.engine.side();
    let expected = match line["ending"].as_str() {
        None => None,
        Some("draw") => Some(GameResult::Draw),
        Some(word) => Some(GameResult::Win(if word == "win" { side } else { !side })),
    };
    // A line may end with a position that has occurred before.
    let result = end.engine.result().map(|over| over.result);
    let is_drawn = result == Some(GameResult::Draw);
    assert!(expected == result || expected.is_none() && is_drawn, "{line}");
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

/// Kings and a pawn, of which many lines end in a stalemate that lies beyond the search.
fn pawn_endings() -> Vec<String> {
    let mut random = Random::new(5);
    let mut found = Vec::new();
    while found.len() < 60 {
        let [own, other, pawn] = [64, 64, 48].map(|count| random.below(count));
        let pawn = pawn + 8;
        let mut board = vec!['.'; 64];
        let distance = |a: usize, b: usize| (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8));
        if distance(own, other) < 2 || own == pawn || other == pawn {
            continue;
        }
        for (square, letter) in [(own, 'K'), (other, 'k'), (pawn, 'P')] {
            board[square] = letter;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let mut text = ranks.join("/") + " w - - 0 1";
        for empty in (1..=8).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        let registry = plyglot_games::standard();
        let mut engine = registry.game("chess").expect("it exists").open();
        // The side that is not to move may be in check.
        if engine.set_position(Some(&text), &[]).is_ok() && engine.legal_move_count() > 0 {
            found.push(text);
        }
    }
    found
}

/// The pawn ending of which a draw was said beside a score of 1.67.
const REPORTED_ENDING: &str = "8/5k2/8/3P4/5K2/8/8/8 w - - 0 1";

/// A line that ends in a draw has the score of one.
#[test]
fn a_draw_is_said_only_when_the_score_says_it() {
    check_draws(&[], &["2", "4", "6"]);
}

/// As in chess, in a game from a file that has its rules; at the end of a line, and of a game.
#[test]
fn a_draw_is_said_of_a_game_from_a_file_when_the_score_says_it() {
    let folder = Folder::new("explain_draws");
    folder.write("kings.ini", "[kings:chess]\n");
    let file = folder.file("kings.ini");
    let of_file = ["--variants", &*file, "--game", "kings"];
    check_draws(&of_file, &["2", "4"]);
    let stalemate = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let output = explain(&[&of_file[..], &["--depth", "2", stalemate]].concat(), "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("The game is over: it is a draw."), "{said}");
}

fn check_draws(game: &[&str], depths: &[&str]) {
    let mut all = pawn_endings();
    all.push(REPORTED_ENDING.to_owned());
    for &depth in depths {
        for answer in answers(&[game, &["--depth", depth]].concat(), &all.join("\n")) {
            let position = answer["position"].as_str().expect("a position");
            let board = Board::of("chess", position);
            let rejected = answer["rejected"].as_array().expect("lines");
            for line in [&answer["best"]].into_iter().chain(rejected) {
                let end = board.after(&words(&line["line"]));
                let is_drawn = end.engine.legal_move_count() == 0
                    && end.engine.result().is_some_and(|over| over.result == GameResult::Draw);
                assert!(!is_drawn || line["cp"] == 0, "{position}: {line}");
                assert!(line["ending"] != "draw" || line["cp"] == 0, "{position}: {line}");
            }
        }
    }
    let output = explain(&[game, &["--depth", "10", REPORTED_ENDING]].concat(), "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let best = said.lines().find(|line| line.contains(" is best")).expect("a best move");
    assert!(!best.contains("draws") && !best.contains("stalemate"), "{said}");
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
        let mut told = 0;
        for answer in answers(&["--game", game, "--depth", "5"], &positions(game, 6)) {
            let sentences = answer["sentences"].as_array().expect("sentences");
            let mut texts: Vec<&str> = sentences
                .iter()
                .map(|sentence| sentence["text"].as_str().expect("a text"))
                .collect();
            let Some(last) = texts.pop() else { continue };
            assert!(last.starts_with("Expected points: "), "{last}");
            told += texts.len();
            for text in texts {
                assert!(!engines_words.iter().any(|word| text.contains(word)), "{text}");
                assert!(!text.split(' ').any(is_number), "{text}");
                assert!(
                    text.ends_with('.') && text.starts_with(|c: char| !c.is_whitespace()),
                    "{text}"
                );
            }
        }
        assert!(told > 0, "{game}: no sentence");
    }
}

/// White has both bishops, and Black an outpost on c4.
#[test]
fn strengths_are_those_of_the_side_that_begins() {
    let board = "6k1/5ppp/8/3p4/2n5/8/1B3PPP/5BK1";
    for (side, sign) in [("w", 1), ("b", -1)] {
        let input = format!("{board} {side} - - 0 1\n");
        let answer = &answers(&["--game", "chess", "--depth", "1", "--lines", "0"], &input)[0];
        let strengths = answer["strengths"].as_array().expect("a list");
        let worth = |name| {
            let found = strengths.iter().find(|strength| strength["name"] == name);
            sign * found.expect("chess has it")["cp"].as_i64().expect("a number")
        };
        assert!(worth("the bishop pair") > 0 && worth("outposts") < 0, "{answer}");
        assert!(worth("passed pawns") < 0 && worth("rooks on open files") == 0, "{answer}");
    }
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
