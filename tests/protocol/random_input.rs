//! Random lines and bytes, through the grammar and through whole dialogues
//! within this process: nothing may panic.

use crate::support::paper::Paper;
use plyglot_engine::protocol::parse_line;
use proptest::prelude::*;
use std::io::Cursor;

/// A whole dialogue within this process, in which nothing panics; what was printed.
fn run(input: &[u8]) -> String {
    let output = Paper::default();
    let lines = Cursor::new(input.to_vec());
    plyglot::run(plyglot_games::standard(), [], lines, output.clone(), |_| ())
        .expect("it ends well");
    let printed = output.text();
    // A panic is caught, and said so.
    let asked = String::from_utf8_lossy(input);
    assert!(!printed.contains("internal error"), "{asked}: {printed}");
    printed
}

#[test]
fn a_dialogue_runs_inside_this_process() {
    let printed = run(b"position startpos moves e2e4\ngo depth 2\n");
    assert_eq!(printed.lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert_eq!(run(b"isready\n"), "readyok\n");
}

/// Lines that mean something, as seeds for lines that hardly do.
const LINES: &[&str] = &[
    "uci",
    "ugi",
    "uginewgame",
    "query result",
    "genfens 1 seed 1 book nowhere",
    "go p1time 4 p2time 4 p1inc 1 p2inc 1",
    "debug on",
    "isready",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name UCI_Variant value cfour",
    "setoption name UCI_Variant value tictactoe",
    "setoption name UCI_Variant value surakarta",
    "setoption name UCI_Variant value chess960",
    "setoption name Algorithm value negamax",
    "setoption name Variable Depth value false",
    "register later",
    "ucinewgame",
    "position startpos moves e2e4 e7e5",
    "position startpos moves 443",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
    "position X.OX.XOO.",
    "position 6/6/3p2/1P4/6/6 w moves b3xd4",
    "path b3d4",
    "go depth 2",
    "go nodes 4 searchmoves d1 P@d1",
    "go movetime 1",
    "go wtime 4 btime 4 winc 1 binc 1 movestogo 2",
    "go perft 1",
    "go infinite",
    "go ponder",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "help",
    "joho isready",
    "# nothing",
];

const USI: &str = include_str!("../data/dialects/usi.txt");
const UCCI: &str = include_str!("../data/dialects/ucci.txt");
const XBOARD: &str = include_str!("../data/dialects/xboard.txt");
const GOMOCUP: &str = include_str!("../data/dialects/gomocup.txt");

/// One of these lines in which some characters were exchanged.
fn mutated(lines: impl IntoIterator<Item = &'static str>) -> impl Strategy<Value = String> {
    let lines: Vec<&str> = lines.into_iter().collect();
    let change = (any::<prop::sample::Index>(), "\\PC{0,3}|[ 0-9a-z/-]{0,2}");
    (prop::sample::select(lines), prop::collection::vec(change, 0..3)).prop_map(
        |(line, changes)| {
            let mut chars: Vec<char> = line.chars().collect();
            for (at, new) in changes {
                let at = at.index(chars.len() + 1).min(chars.len());
                chars.splice(at..(at + 1).min(chars.len()), new.chars());
            }
            chars.into_iter().collect()
        },
    )
}

/// Whether a mutant asks for no more work than a test has time for: no
/// benchmark, and no search or perft with a number above four, as one of the
/// algorithms may be minimax.
fn is_small(line: &str) -> bool {
    let is_large = |n: &str| n.len() > 1 || n.parse().is_ok_and(|n: u8| n > 4);
    let has_large_number = line.split(|c: char| !c.is_ascii_digit()).any(is_large);
    !(line.contains("bench") || line.contains("go") && has_large_number)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_parsed_without_panic(line in "\\PC{0,80}") {
        let _ = parse_line(&line);
    }

    #[test]
    fn mutated_lines_are_parsed_without_panic(line in mutated(LINES.iter().copied())) {
        if let Err(error) = parse_line(&line) {
            prop_assert!(error.at <= line.chars().count(), "{}: {}", line, error);
        }
    }

    #[test]
    fn any_bytes_are_answered_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        run(&bytes);
    }

    #[test]
    fn mutated_lines_are_answered_without_panic(lines in prop::collection::vec(mutated(LINES.iter().copied()), 0..12)) {
        let lines: Vec<String> = lines.into_iter().filter(|line| is_small(line)).collect();
        let printed = run(lines.join("\n").as_bytes());
        let asked = lines.iter().filter(|line| line.contains("go")).count();
        prop_assert!(printed.matches("bestmove").count() <= asked, "{:?}: {}", lines, printed);
    }

    #[test]
    fn mutated_lines_of_dialects_are_answered_without_panic(
        lines in prop::collection::vec(mutated(USI.lines().chain(UCCI.lines())), 0..16),
        first in prop::sample::select(&["usi", "ucci"]),
    ) {
        let lines: Vec<String> = lines.into_iter().filter(|line| is_small(line)).collect();
        let printed = run(format!("{first}\n{}\n", lines.join("\n")).as_bytes());
        let asked = lines.iter().filter(|line| line.contains("go")).count();
        prop_assert!(printed.matches("bestmove").count() <= asked, "{:?}: {}", lines, printed);
    }

    #[test]
    fn mutated_lines_of_gomocup_are_answered_without_panic(
        lines in prop::collection::vec(mutated(GOMOCUP.lines()), 0..16),
    ) {
        let start = "ABOUT\nINFO timeout_turn 5\n";
        // After a move is taken back, none is still to come.
        let end = "TAKEBACK 0,0\nABOUT\n";
        let printed = run(format!("{start}{}\n{end}", lines.join("\n")).as_bytes());
        let last = printed.lines().last().unwrap_or_default();
        prop_assert!(last.starts_with("name="), "{:?}: {}", lines, printed);
    }

    #[test]
    fn mutated_lines_of_xboard_are_answered_without_panic(
        lines in prop::collection::vec(mutated(XBOARD.lines()), 0..16),
    ) {
        // A move takes a few nodes, however much time the other lines give.
        let start = "xboard\noption NodesPerSecond=1000\nst 0.1\n";
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.starts_with("nps")).collect();
        let printed = run(format!("{start}{}\nforce\nping 77\n", lines.join("\n")).as_bytes());
        let ends = lines.iter().any(|line| line.trim() == "quit");
        prop_assert!(ends || printed.ends_with("pong 77\n"), "{:?}: {}", lines, printed);
    }
}
