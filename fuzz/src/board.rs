//! Requests to the server of the board, and the live file that it reads.

use super::bytes::Bytes;
use plyglot_board::fuzzing::{FuzzBoard, live_lines};
use serde_json::{Value as Json, json};
use std::sync::OnceLock;

const PATHS: [&str; 10] = [
    "api/position",
    "api/record",
    "api/pgn",
    "api/search",
    "api/about",
    "api/health",
    "api/watch",
    "",
    "watch.js",
    "../api/about",
];
/// Headers of other pages, with which nothing passes.
const FOREIGN: [&str; 3] =
    ["origin: http://127.0.0.1\r\n", "sec-fetch-site: cross-site\r\n", "host: 127.0.0.1:4711\r\n"];
const OWN: [&str; 3] = ["", "origin: http://127.0.0.1:4711\r\n", "sec-fetch-site: same-origin\r\n"];
/// Lines before their own moves that no dialogue of a target goes beyond.
const MAX_MOVES: usize = 64;

fn board() -> &'static FuzzBoard {
    static BOARD: OnceLock<FuzzBoard> = OnceLock::new();
    BOARD.get_or_init(|| FuzzBoard::new(plyglot_games::standard()))
}

/// The path to everything, with the secret.
fn root() -> String {
    let address = board().address();
    let path = address.strip_prefix("http://127.0.0.1:4711").expect("the address of the page");
    path.to_owned()
}

/// The bytes of a client: any, with the secret for an `@` or without; or requests, most of them
/// right. Each gets the right answer, and text that the server writes can be read by it.
pub(super) fn requests(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    match bytes.below(16) {
        0 => {
            let answered = board().answer(bytes.0);
            assert!(!answered.starts_with(b"HTTP/1.1 200"), "nothing passes without the secret");
        }
        1 => {
            let (mut said, root) = (Vec::new(), root());
            for &byte in bytes.0 {
                if byte == b'@' { said.extend(root.bytes()) } else { said.push(byte) }
            }
            let _ = board().answer(&said);
        }
        _ => {
            while !bytes.is_empty() {
                request(&mut bytes);
            }
        }
    }
}

fn request(bytes: &mut Bytes<'_>) {
    let path = bytes.one(&PATHS);
    let is_post = PATHS[..4].contains(&path) != bytes.byte().is_multiple_of(8);
    let header = match bytes.below(16) {
        0 => bytes.one(&FOREIGN),
        _ => bytes.one(&OWN),
    };
    let body = if bytes.byte().is_multiple_of(8) { raw(bytes) } else { fields(bytes).to_string() };
    let (status, answer) = ask(is_post, path, header, &body);
    if FOREIGN.contains(&header) {
        assert_eq!(status, 403, "{header}");
    }
    let Ok(asked) = serde_json::from_str::<Json>(&body) else { return };
    match (status, path) {
        (200, "api/position") => same_position(&asked, &answer),
        (200, "api/pgn") => same_game(&asked, &answer),
        _ => {}
    }
}

fn line<'a>(bytes: &mut Bytes<'a>) -> &'a [u8] {
    let length = bytes.0.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.0.len());
    let line = bytes.some(length);
    bytes.byte();
    line
}

fn raw(bytes: &mut Bytes<'_>) -> String {
    String::from_utf8_lossy(line(bytes)).into_owned()
}

/// The fields of a request: a game of some moves, and all that there may be beside it.
fn fields(bytes: &mut Bytes<'_>) -> Json {
    let registry = plyglot_games::standard();
    let game = bytes.one(&registry.names());
    let start = raw(bytes);
    let start = (!start.is_empty()).then_some(start);
    let mut referee = registry.game(game).expect("a game of the list").open();
    let _ = referee.set_position(start.as_deref(), &[]);
    let mut moves = Vec::new();
    for _ in 0..bytes.below(MAX_MOVES) {
        let legal = referee.moves();
        if legal.is_empty() || referee.result().is_some() {
            break;
        }
        let name = legal[bytes.below(legal.len())].clone();
        referee.play(&name).expect("a legal move");
        moves.push(name);
    }
    moves.extend((bytes.byte() % 16 == 1).then(|| raw(bytes)));
    let mut number = || [0, 1, 2, 20, 500, u64::MAX][bytes.below(6)];
    let (lines, asked_at, limits) = (number(), number(), json!({ "depth": number() }));
    let strength = json!({ "level": number(), "elo": number() });
    let result = bytes.one(&["first", "second", "draw", "unfinished", "lost"]);
    let [text, reason] = [raw(bytes), raw(bytes)];
    json!({
        "game": game, "start": start, "moves": moves, "text": text, "players": ["a", reason],
        "result": result, "reason": reason, "event": reason, "date": reason, "tab": "1",
        "lines": lines, "asked_at": asked_at, "limits": limits, "strength": strength,
    })
}

/// Asks the page's questions. The status and the answer, which is JSON where it has to be.
fn ask(is_post: bool, path: &str, header: &str, body: &str) -> (u16, Json) {
    let (method, length, root) = (if is_post { "POST" } else { "GET" }, body.len(), root());
    let said = format!(
        "{method} {root}{path} HTTP/1.1\r\nhost: localhost:4711\r\n{header}\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let answered = String::from_utf8(board().answer(said.as_bytes())).expect("text");
    let (head, body) = answered.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answered:?}"));
    let status = head.strip_prefix("HTTP/1.1 ").and_then(|head| head.get(..3)?.parse().ok());
    let status = status.unwrap_or_else(|| panic!("{head:?}"));
    assert!((200..=415).contains(&status) || status == 503, "{head}: {body}");
    assert!(head.contains("\r\ncache-control: "), "{head}");
    let length = format!("\r\ncontent-length: {}", body.len());
    assert!(head.contains(&length), "{head}: {} bytes", body.len());
    if !head.contains("\r\ncontent-type: application/json") {
        return (status, Json::Null);
    }
    let answer: Json = serde_json::from_str(body).expect("JSON");
    // Games come with what is wrong in the text.
    let may_have_both = status == 200 && answer["games"].is_array();
    let has_one = (status == 200) != answer["error"].is_string();
    assert!(answer.is_object() && (has_one || may_have_both), "{head}: {body}");
    (status, answer)
}

/// The position that is shown is the same when it is asked for by its text.
fn same_position(asked: &Json, shown: &Json) {
    let start = &shown["position"];
    let body = json!({ "game": asked["game"], "start": start, "moves": [] }).to_string();
    let (status, again) = ask(true, "api/position", "", &body);
    assert_eq!((status, &again["position"]), (200, start), "{shown}");
    // Repetitions are forgotten.
    if shown["result"]["reason"] != "repetition" {
        for field in ["side", "cells", "moves", "result"] {
            assert_eq!(again[field], shown[field], "{field} of {shown}");
        }
    }
}

/// A game that is written as PGN has the same moves when it is read.
fn same_game(asked: &Json, written: &Json) {
    let text = &written["pgn"];
    let (status, read) = ask(true, "api/record", "", &json!({ "text": text }).to_string());
    assert_eq!((status, &read["error"]), (200, &Json::Null), "{text}");
    let (_, shown) = ask(true, "api/position", "", &asked.to_string());
    let moves = read["games"][0]["moves"].as_array().expect("the moves of a game");
    let names: Json = moves.iter().map(|played| played["name"].clone()).collect();
    assert_eq!(names, shown["names"], "{text}");
}

/// The live file of a match, most of them with a right first line: what is told of it is the
/// same however it grew, and is an object each time.
pub(super) fn live(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let head: &[u8] = match bytes.byte() % 8 {
        0 => b"",
        _ => b"{\"type\":\"match\",\"game\":\"chess\"}\n",
    };
    let mut ends: Vec<usize> = (0..bytes.below(8)).map(|_| usize::from(bytes.byte())).collect();
    let file = [head, bytes.0].concat();
    ends.iter_mut().for_each(|end| *end = (*end).min(file.len()));
    ends.sort_unstable();
    let starts = [0].into_iter().chain(ends.iter().copied());
    let pieces = starts.zip(ends.iter().copied().chain([file.len()]));
    let told = live_lines(pieces.map(|(start, end)| &file[start..end]));
    assert_eq!(told, live_lines([&file[..]]), "{ends:?}");
    for line in told.into_iter().flatten() {
        let value: Json = serde_json::from_str(&line).expect("JSON");
        assert!(value.is_object(), "{line}");
    }
}
