//! Dialogues in USI, UCCI, XBoard's and Gomocup's protocols.

use super::bytes::Bytes;
use super::paper::{Paper, Printed, lock};
use std::io::Cursor;
use std::sync::Arc;

/// Lines that no dialogue of a target goes beyond.
const LONGEST: usize = 40;
/// A move comes soon.
const GOMOCUP_START: &str = "ABOUT\nINFO timeout_turn 1\n";
/// A second is few nodes, and no search without a limit is long.
const XBOARD_START: &str = "xboard\noption NodesPerSecond=1000\nst 0.1\n";

const USI: &str = include_str!("../../tests/data/dialects/usi.txt");
const UCCI: &str = include_str!("../../tests/data/dialects/ucci.txt");
const XBOARD: &str = include_str!("../../tests/data/dialects/xboard.txt");
const GOMOCUP: &str = include_str!("../../tests/data/dialects/gomocup.txt");

/// A dialogue in one of the protocols: each line is one of its own, or any text. All is well to
/// the end, each `go` has at most one answer, and what is printed is text.
pub(super) fn run(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (start, lines) = bytes.one(&[
        ("usi\n", USI),
        ("ucci\n", UCCI),
        (XBOARD_START, XBOARD),
        (GOMOCUP_START, GOMOCUP),
    ]);
    let lines: Vec<&str> = lines.lines().collect();
    let (mut input, mut asked) = (start.to_owned(), 0);
    for _ in 0..LONGEST {
        if bytes.is_empty() {
            break;
        }
        let line = match bytes.below(4) {
            0 => text(&mut bytes),
            _ => bytes.one(&lines).to_owned(),
        };
        asked += usize::from(line.starts_with("go"));
        input += &line;
        input.push('\n');
    }
    input += match start {
        XBOARD_START => "force\nping 77\n",
        GOMOCUP_START => "TAKEBACK 0,0\nABOUT\n",
        _ => "isready\n",
    };
    let printed = Printed::default();
    let paper = Paper(Arc::clone(&printed));
    plyglot::run(plyglot_games::standard(), [], Cursor::new(input), paper, |_| ())
        .expect("a dialogue ends well");
    let printed = lock(&printed).concat();
    assert!(!printed.contains("internal error"), "{printed}");
    match start {
        XBOARD_START => assert!(printed.ends_with("pong 77\n"), "{printed}"),
        GOMOCUP_START => {
            let last = printed.lines().last().unwrap_or_default();
            assert!(last.starts_with("name="), "{printed}");
        }
        _ => {
            assert!(printed.contains("readyok"), "{printed}");
            assert!(printed.matches("bestmove").count() <= asked, "{printed}");
        }
    }
}

/// Any text up to the end of the line, unless it may begin a search, which may last, or end all.
fn text(bytes: &mut Bytes<'_>) -> String {
    let length = bytes.0.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.0.len());
    let text = bytes.text(length);
    bytes.some(1);
    let kept_back = ["go", "bench", "genfens", "quit", "end", "nps", "load", "check"];
    let small = text.to_lowercase();
    if kept_back.iter().any(|word| small.contains(word)) { String::new() } else { text }
}
