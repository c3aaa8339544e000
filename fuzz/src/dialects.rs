//! Dialogues in USI, UCCI, XBoard's and Gomocup's protocols.

use super::bytes::Bytes;
use super::session::{Paper, Printed, lock};
use std::io::Cursor;
use std::sync::Arc;

/// Lines that no dialogue of a target goes beyond.
const LONGEST: usize = 40;
/// A move comes soon.
const GOMOCUP_START: &str = "ABOUT\nINFO timeout_turn 1\n";
/// A second is few nodes, and no search without a limit is long.
const XBOARD_START: &str = "xboard\noption NodesPerSecond=1000\nst 0.1\n";

const USI: &[&str] = &[
    "usi",
    "isready",
    "usinewgame",
    "gameover win",
    "position startpos",
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3p 1",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 w - 4 moves 5a6a",
    "go depth 2",
    "go btime 0 wtime 0 byoyomi 3",
    "go btime 5 wtime 4 byoyomi 2",
    "go btime 5 wtime 4 binc 1 winc 1",
    "go ponder btime 5 wtime 4",
    "go mate 100",
    "stop",
    "ponderhit",
    "setoption name USI_Hash value 2",
    "setoption name Move_Overhead value 1",
    "setoption name UCI_Variant value minishogi",
    "uci",
];

const UCCI: &[&str] = &[
    "ucci",
    "isready",
    "setoption newgame",
    "setoption hashsize 2",
    "setoption usemillisec true",
    "setoption usemillisec false",
    "setoption ponder true",
    "position startpos",
    "position startpos moves h2e2 h9g7 h0g2",
    "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1",
    "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1 moves b0b9",
    "banmoves b0b9",
    "go depth 2",
    "go nodes 100",
    "go time 0 increment 0 opptime 3 oppincrement 0 oppmovestogo 2 draw",
    "go ponder depth 2",
    "stop",
    "ponderhit",
    "probe nothing",
    "uci",
];

const XBOARD: &[&str] = &[
    "protover 2",
    "hard",
    "easy",
    "variant cfour",
    "variant fischerandom",
    "hint",
    "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "force",
    "go",
    "playother",
    "usermove e2e4",
    "usermove O-O",
    "h2e2",
    "undo",
    "remove",
    "?",
    "analyze",
    "exit",
    "level 40 0:01 0",
    "memory 2",
    "new",
    "variant xiangqi",
    "variant nothing",
];

const GOMOCUP: &[&str] = &[
    "START 15",
    "START 20",
    "RECTSTART 15,15",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 15,15",
    "TAKEBACK 7,7",
    "BOARD",
    "7,7,1",
    "8,8,2",
    "8,8,3",
    "DONE",
    "INFO rule 1",
    "INFO rule 4",
    "INFO timeout_turn 1",
    "INFO time_left 100",
    "INFO folder nowhere",
    "ABOUT",
    "SWAP2BOARD",
];

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
    let (mut input, mut asked) = (start.to_owned(), 0);
    for _ in 0..LONGEST {
        if bytes.is_empty() {
            break;
        }
        let line = match bytes.below(4) {
            0 => text(&mut bytes),
            _ => bytes.one(lines).to_owned(),
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
