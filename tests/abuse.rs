//! Everything that goes wrong between a client and an engine: nothing may
//! crash it, hang it, confuse it or go unanswered.

mod support;

use plyglot::Registry;
use plyglot::games::Notation;
use plyglot::games::chess::Chess;
use plyglot::games::random::Random;
use plyglot::protocol::parse_line;
use proptest::prelude::*;
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};
use support::engine::{Engine, wait};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// An engine with a position that nobody would set up by accident.
fn engine() -> Engine {
    let mut engine = Engine::start();
    let printed = engine.ask(&format!("position fen {KIWIPETE} moves e1g1"));
    assert!(printed.is_empty(), "{printed:?}");
    engine
}

/// Sends a bad line: one complaint must come, and nothing may have changed.
fn expect_refusal(engine: &mut Engine, line: &[u8]) {
    let before = engine.ask("d");
    engine.send_bytes(line);
    let printed = engine.flush();
    let is_complaint = |line: &String| line.starts_with("info string error: line ");
    if printed.len() != 1 || !is_complaint(&printed[0]) {
        engine.fail(&format!("expected one complaint, got {printed:?}"));
    }
    if printed[0].len() > 400 {
        engine.fail("a complaint that nobody reads to its end");
    }
    if engine.ask("d") != before {
        engine.fail("the position has changed");
    }
}

#[test]
fn malformed_lines_get_one_answer_each() {
    let mut engine = engine();
    for line in [
        "xyzzy",
        "go depth",
        "go depth x",
        "go depth 1 depth",
        "go depth 1 nodes -1",
        "go movetime 1.5",
        "go perft",
        "go perft -1",
        "go wtime",
        "go searchmoves e9e9",
        "go searchmoves",
        "go 5",
        "position",
        "position fen",
        "position start",
        "position startpos e2e4",
        "position startpos moves e2e4 e2e4",
        "position moves e2",
        "setoption",
        "setoption Hash",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value x",
        "setoption name Hash value 0",
        "setoption name Hash value -5",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Threads value 0",
        "setoption name MultiPV value 501",
        "setoption name Ponder value 1",
        "setoption name Nonsense value 1",
        "setoption name UCI_Variant value go",
        "setoption name Algorithm value magic",
        "debug",
        "debug 1",
        "bench nothing",
        "\u{feff}",
        "\0\0\0",
        "ｇｏ depth 1",
        "\u{1b}[2J",
    ] {
        expect_refusal(&mut engine, format!("{line}\n").as_bytes());
    }
    engine.quit();
}

#[test]
fn invalid_utf8_is_read_as_something_else() {
    let mut engine = engine();
    for line in [
        &b"\xff\xfe\n"[..],
        b"uci\xc3\n",
        b"go depth \xf0\x9f\n",
        b"position fen \x80\x81\n",
        b"position startpos moves \xc3\x28\n",
        b"setoption name \xff value 1\n",
        b"setoption name Hash value \xff\n",
    ] {
        expect_refusal(&mut engine, line);
    }
    engine.send_bytes(b"\xff isready\n");
    engine.expect("readyok");
    engine.quit();
}

#[test]
fn every_line_end_is_one() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready\risready\r\nisready\n\r\n\nisready\r\n");
    for _ in 0..4 {
        engine.expect("readyok");
    }
    engine.send_bytes(b"position startpos moves e2e4\r\nd\r\nisready\r");
    let printed = engine.until("readyok");
    assert!(printed.iter().any(|line| line.contains("/4P3/")), "{printed:?}");
    engine.quit();
}

#[test]
fn a_last_line_without_its_end_counts() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready");
    let remains = engine.finish();
    remains.check_good();
    assert_eq!(remains.lines, ["readyok"]);
}

/// Regression: the column of each word was counted from the line's beginning,
/// which took minutes.
#[test]
fn ten_megabytes_in_one_line_are_no_matter() {
    const SIZE: usize = 10_000_000;
    let mut engine = engine();
    for (before, unit) in [
        ("", "x"),
        ("", "x "),
        ("position startpos moves ", "e2e5 "),
        ("position startpos moves ", "x"),
        ("position ", "8/"),
        ("position fen ", "x y "),
        ("go searchmoves ", "e9 "),
        ("go depth ", "1"),
        ("go ", "dept "),
        ("setoption name ", "a b "),
        ("setoption name Hash value ", "9"),
        ("bench ", "x"),
    ] {
        let mut line = format!("{before}{}", unit.repeat(SIZE / unit.len()));
        line.push('\n');
        match before {
            // The greatest number is a depth like another.
            "go depth " => {
                engine.send_bytes(line.as_bytes());
                engine.send("stop");
                engine.until("bestmove");
            }
            _ => expect_refusal(&mut engine, line.as_bytes()),
        }
    }
    let long = format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(SIZE / 20));
    assert!(engine.ask(&long).is_empty());
    engine.go("go depth 2");
    engine.quit();
}

#[test]
fn impossible_positions_are_refused() {
    let mut engine = engine();
    for fen in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "Kk6/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
        "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 e2e4",
        "4k3/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/4K3 b - - 0 1",
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr pppppppp 8 8 8 8 PPPPPPPP RNBQKBNR w KQkq - 0 1",
        "startpos",
        "7/7/7/7/7/7 w",
        "X.OX.XOO.",
    ] {
        expect_refusal(&mut engine, format!("position fen {fen}\n").as_bytes());
    }
    engine.quit();
}

#[test]
fn impossible_positions_of_the_other_games_are_refused() {
    let cases: [(&str, &[&str]); 2] = [
        (
            "cfour",
            &[
                "7/7/7/7/7/8 w",
                "7/7/7/7/7 w",
                "7/7/7/7/3P3/7 b",
                "7/7/7/7/7/3PP2 w",
                "7/7/7/7/7/3P3 w",
                "7/7/7/7/7/pppp3 w",
                "7/7/7/7/7/7[P] w",
                "11111111",
                "12121212",
                "0",
                Chess::START,
            ],
        ),
        (
            "tictactoe",
            &[
                "XX.......",
                "OOO......",
                "XXXOOO...",
                "X",
                "3/3 w",
                "4/3/3 w",
                "P2/3/3 w",
                "3/3/3[PP] w",
            ],
        ),
    ];
    for (game, texts) in cases {
        let mut engine = Engine::start();
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        engine.ask("position startpos moves b1");
        for text in texts {
            expect_refusal(&mut engine, format!("position fen {text}\n").as_bytes());
        }
        engine.quit();
    }
}

/// A FEN with a character exchanged, missing or too many is refused with one
/// complaint, or it is a position, which can then be searched.
#[test]
fn mutated_fens_do_no_harm() {
    let mut engine = engine();
    let mut random = Random::new(50);
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/ wbKQkqah-0x".chars().collect();
    for i in 0..50 {
        let source = Chess::BENCH[i % Chess::BENCH.len()];
        let mut fen: Vec<char> = source.chars().collect();
        let (at, letter) = (random.below(fen.len()), letters[random.below(letters.len())]);
        match random.below(3) {
            0 => fen[at] = letter,
            1 => drop(fen.remove(at)),
            _ => fen.insert(at, letter),
        }
        let fen: String = fen.into_iter().collect();
        let before = engine.ask("d");
        let printed = engine.ask(&format!("position fen {fen}"));
        let after = engine.ask("d");
        match printed.as_slice() {
            [] => {
                engine.go("go depth 2");
            }
            [line] if line.starts_with("info string error: ") && before == after => {}
            _ => engine.fail(&format!("{fen}: {printed:?}")),
        }
    }
    engine.quit();
}

#[test]
fn an_illegal_move_after_many_legal_ones_is_found() {
    let mut engine = engine();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(500);
    let line = format!("position startpos moves {shuffle}e2e5");
    let column = line.len() - 3;
    let before = engine.ask("d");
    let printed = engine.ask(&line);
    let place = format!("column {column}: expected a legal move of chess, found 'e2e5'");
    assert!(printed.len() == 1 && printed[0].ends_with(&place), "{place}: {printed:?}");
    assert_eq!(engine.ask("d"), before);
    engine.quit();
}

/// Numbers that clients do send, and some that nobody would: an answer each.
#[test]
fn absurd_numbers_are_answered() {
    let huge = "1000000000000000000000000000000";
    let mut engine = engine();
    for go in [
        "go wtime -5",
        "go wtime -5 btime -5",
        "go wtime 0 btime 0",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 100 btime 100 movestogo -3",
        "go wtime 100 btime 100 winc -1 binc -1",
        "go wtime 20 btime 20 movestogo 1000000000000",
        "go movetime 0",
        "go depth 0",
        "go nodes 0",
        "go nodes 1",
        "go mate 0 depth 1",
        &format!("go depth 1 nodes {huge}"),
        &format!("go depth 1 movetime {huge}"),
        &format!("go depth 1 mate {huge}"),
        &format!("go depth 1 wtime {huge} btime {huge} winc {huge} binc {huge}"),
        &format!("go depth 1 wtime -{huge} movestogo {huge}"),
        &format!("go depth {huge} nodes 100"),
        "go depth 1 depth 2 depth 1",
        "go depth +1",
    ] {
        engine.go(go);
        let more = engine.flush();
        assert!(more.is_empty(), "after `{go}`: {more:?}");
    }
    engine.send(&format!("go perft {huge}"));
    engine.send("stop");
    let mut last = String::new();
    while last != "info string perft was stopped" {
        last = engine.line();
    }
    engine.quit();
}

/// The words that end a line for good: nothing may come twice or not at all.
fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn every_go_has_one_answer_whatever_comes_between() {
    let mut engine = Engine::start();
    let mut asked = 0;
    let mut printed = Vec::new();
    for line in [
        "stop",
        "ponderhit",
        "go infinite",
        "go depth 2",
        "stop",
        "stop",
        "go ponder",
        "ponderhit",
        "go infinite",
        "ucinewgame",
        "setoption name Hash value 1",
        "setoption name Clear Hash",
        "setoption name UCI_Variant value cfour",
        "position startpos moves 444",
        "go depth 3",
        "go ponder movetime 1000000",
        "setoption name UCI_Variant value chess",
        "go infinite searchmoves e2e4",
        "position startpos",
        "go infinite searchmoves e2e5",
        "go ponder wtime 1 btime 1",
        "go infinite",
        "stop",
    ] {
        asked += usize::from(line.starts_with("go") && line != "go infinite searchmoves e2e5");
        engine.send(line);
    }
    while best_moves(&printed) < asked {
        printed.extend(engine.until("bestmove"));
    }
    assert_eq!(best_moves(&engine.flush()), 0);
    engine.quit();
}

/// The flag of a stop must be that of the search it follows, however soon it comes.
#[test]
fn a_stop_that_comes_at_once_is_not_lost() {
    let mut engine = Engine::start();
    for _ in 0..200 {
        engine.send_bytes(b"go infinite\nstop\n");
        engine.until("bestmove");
    }
    engine.send_bytes("go infinite\n".repeat(200).as_bytes());
    engine.send("stop");
    for _ in 0..200 {
        engine.until("bestmove");
    }
    assert_eq!(best_moves(&engine.flush()), 0);
    engine.quit();
}

/// What is bounded is searched to its end, what is not answers at once.
#[test]
fn the_end_of_input_in_a_search() {
    for (go, ends_with) in [
        ("go depth 4", "info depth 4 "),
        ("go nodes 5000", "info depth "),
        ("go movetime 50", "info depth "),
        ("go mate 2", "info depth 3 "),
        ("go wtime 100000000 btime 100000000", "info depth "),
        ("go infinite", "info depth "),
        ("go infinite depth 3", "info depth "),
        ("go ponder wtime 1000 btime 1000", "info depth "),
        ("go ponder depth 3", "info depth "),
        ("go", "info depth "),
    ] {
        let mut engine = Engine::start();
        engine.send(go);
        engine.end_input();
        let remains = engine.remains();
        remains.check_good();
        let lines = &remains.lines;
        assert_eq!(best_moves(lines), 1, "{go}\n{}", remains.dialogue);
        let last = lines.iter().rev().nth(1).expect("a search reports");
        assert!(last.starts_with(ends_with), "{go}: {last}");
    }
}

#[test]
fn the_end_of_input_in_other_work() {
    for (work, last) in [("go perft 4", "Nodes searched: 197281"), ("bench tictactoe", "* nps")] {
        let mut engine = Engine::start();
        engine.send(work);
        let remains = engine.finish();
        remains.check_good();
        let found = remains.lines.last().expect("an answer");
        assert!(support::dialogue::matches(last, found), "{work}: {found}");
    }
}

#[test]
fn quit_ends_everything() {
    for work in ["go infinite", "go ponder", "go perft 9", "bench", "go depth 90", "isready"] {
        let mut engine = Engine::start();
        engine.send(work);
        engine.send("quit");
        let remains = engine.remains();
        remains.check_good();
        assert!(best_moves(&remains.lines) <= 1, "{work}\n{}", remains.dialogue);
    }
}

/// A client that died must not leave an engine behind.
#[test]
fn a_closed_output_ends_the_program() {
    for (arguments, line) in [
        (&[][..], "isready"),
        (&[], "uci"),
        (&[], "go infinite"),
        (&[], "go depth 90"),
        (&[], "xyzzy"),
        (&["bench"], ""),
        (&["go", "depth", "90"], ""),
    ] {
        let (mut child, mut input) = Engine::without_output(arguments);
        let _ = writeln!(input, "{line}");
        assert!(wait(&mut child).is_some(), "`{line}` {arguments:?}: it lives on");
        drop(input);
    }
}

/// Forgets the peak of the resident memory so far (Linux, man 5 proc): what
/// is asked for is that of a search, not of the change from one table to another.
fn forget_peak(engine: &Engine) -> Option<()> {
    std::fs::write(format!("/proc/{}/clear_refs", engine.id()), "5").ok()
}

/// Peak of the resident memory in KiB (Linux).
fn peak(engine: &Engine) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

#[test]
fn memory_stays_within_hash_and_sixteen_mib() {
    for game in ["chess", "cfour", "tictactoe"] {
        for hash in [1, 64] {
            let mut engine = Engine::start();
            engine.ask(&format!("setoption name Hash value {hash}"));
            engine.ask(&format!("setoption name UCI_Variant value {game}"));
            let forgotten = forget_peak(&engine);
            engine.go("go nodes 300000");
            let Some(peak) = forgotten.and_then(|()| peak(&engine)) else { return };
            assert!(peak <= (hash + 16) * 1024, "{game}, Hash {hash}: {peak} KiB");
            engine.quit();
        }
    }
}

/// More than there is: refused, and what there was goes on serving.
#[test]
fn a_table_beyond_all_memory_is_refused() {
    let mut engine = Engine::start();
    engine.send("uci");
    let options = engine.until("uciok");
    let hash = options.iter().find(|line| line.contains("name Hash ")).expect("it is listed");
    let most: u64 = hash.rsplit(' ').next().and_then(|n| n.parse().ok()).expect("a greatest value");
    expect_refusal(&mut engine, format!("setoption name Hash value {}\n", most + 1).as_bytes());
    engine.go("go depth 4");
    engine.quit();
}

/// An output that can be looked at afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A whole dialogue within this process; what was printed.
fn run(input: &[u8]) -> String {
    let output = Shared::default();
    let input = Cursor::new(input.to_vec());
    plyglot::run(Registry::standard(), [], input, output.clone(), || ()).expect("it ends well");
    let bytes = output.0.lock().expect("nobody panics with it").clone();
    String::from_utf8(bytes).expect("what is printed is text")
}

#[test]
fn a_dialogue_in_this_process() {
    let printed = run(b"position startpos moves e2e4\ngo depth 2\n");
    assert_eq!(printed.lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert_eq!(run(b"isready\n"), "readyok\n");
}

/// Lines that mean something, as seeds for lines that hardly do.
const LINES: &[&str] = &[
    "uci",
    "debug on",
    "isready",
    "setoption name Hash value 2",
    "setoption name Clear Hash",
    "setoption name MultiPV value 3",
    "setoption name UCI_Variant value cfour",
    "setoption name UCI_Variant value tictactoe",
    "setoption name UCI_Variant value chess960",
    "setoption name Algorithm value negamax",
    "setoption name Variable Depth value false",
    "register later",
    "ucinewgame",
    "position startpos moves e2e4 e7e5",
    "position startpos moves 443",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1",
    "position X.OX.XOO.",
    "go depth 2",
    "go nodes 9 searchmoves d1 P@d1",
    "go movetime 1",
    "go wtime 9 btime 9 winc 1 binc 1 movestogo 2",
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

/// A line of the list in which some characters were exchanged.
fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), "\\PC{0,3}|[ 0-9a-z/-]{0,2}");
    (prop::sample::select(LINES), prop::collection::vec(change, 0..3)).prop_map(
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
/// benchmark, and no search or perft with a number of two digits.
fn is_small(line: &str) -> bool {
    let has_large_number = line.split(|c: char| !c.is_ascii_digit()).any(|n| n.len() > 1);
    !line.contains("bench") && !(line.contains("go") && has_large_number)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_parsed_without_panic(line in "\\PC{0,80}") {
        let _ = parse_line(&line);
    }

    #[test]
    fn mutated_lines_are_parsed_without_panic(line in mutated()) {
        if let Err(complaint) = parse_line(&line) {
            prop_assert!(complaint.column >= 1);
            prop_assert!(complaint.column <= line.chars().count() + 1, "{}: {}", line, complaint);
        }
    }

    #[test]
    fn any_bytes_are_a_dialogue(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        run(&bytes);
    }

    #[test]
    fn mutated_lines_are_a_dialogue(lines in prop::collection::vec(mutated(), 0..12)) {
        let lines: Vec<String> = lines.into_iter().filter(|line| is_small(line)).collect();
        let printed = run(lines.join("\n").as_bytes());
        let asked = lines.iter().filter(|line| line.contains("go")).count();
        prop_assert!(printed.matches("bestmove").count() <= asked, "{:?}: {}", lines, printed);
    }
}
