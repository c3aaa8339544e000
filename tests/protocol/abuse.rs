//! Everything that goes wrong between a client and an engine: nothing may
//! crash it, hang it, confuse it or go unanswered.

use crate::support::engine::Engine;
use plyglot::games::Notation;
use plyglot::games::chess::Chess;
use plyglot::games::random::Random;

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

/// Sends a search of which something cannot be read: one complaint and one answer must
/// come, and nothing may have changed.
fn expect_answer(engine: &mut Engine, line: &[u8]) {
    let before = engine.ask("d");
    engine.send_bytes(line);
    let mut printed = engine.until("bestmove");
    printed.extend(engine.flush());
    let is_complaint = |line: &&String| line.starts_with("info string error: line ");
    let complaints: Vec<&String> = printed.iter().filter(is_complaint).collect();
    if complaints.len() != 1 || complaints[0].len() > 400 || best_moves(&printed) != 1 {
        engine.fail(&format!("expected one complaint and one answer, got {printed:?}"));
    }
    if engine.ask("d") != before {
        engine.fail("the position has changed");
    }
}

/// Regression: they were refused, and whoever had asked waited for ever.
#[test]
fn malformed_go_commands_are_answered() {
    let mut engine = engine();
    for line in [
        "go wtime 1000 btime 1000 x",
        "go foo depth 2",
        "go searchmoves zzzz depth 2",
        "go depth",
        "go depth x",
        "go depth 1 depth",
        "go depth 1 nodes x",
        "go movetime 1.5",
        "go movetime",
        "go wtime",
        "go wtime x btime 100",
        "go btime 100 winc x binc y",
        "go movestogo x wtime 100",
        "go mate soon",
        "go nodes nodes nodes 5",
        "go searchmoves e9e9",
        "go searchmoves",
        "go searchmoves depth 2",
        "go searchmoves e1g1 x h1g1 depth 1",
        "go 5",
        "go dpeth 50",
        "go startpos",
        "go\tdepth\tone",
        "joho go depth x",
    ] {
        expect_answer(&mut engine, format!("{line}\n").as_bytes());
    }
    expect_answer(&mut engine, b"go depth \xf0\x9f\n");
    expect_answer(&mut engine, b"go \xff depth 1\n");
    engine.quit();
}

#[test]
fn malformed_lines_get_one_answer_each() {
    let mut engine = engine();
    for line in [
        "xyzzy",
        "go perft",
        "go perft -1",
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
fn invalid_utf8_is_replaced() {
    let mut engine = engine();
    for line in [
        &b"\xff\xfe\n"[..],
        b"uci\xc3\n",
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
fn every_kind_of_line_end_ends_one_line() {
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
fn a_last_line_without_a_line_end_is_carried_out() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready");
    let remains = engine.finish();
    remains.check_good();
    assert_eq!(remains.lines, ["readyok"]);
}

/// Regression: the column of each word was counted from the line's beginning,
/// which took minutes.
#[test]
fn a_line_of_ten_megabytes_is_answered() {
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
            "go " | "go searchmoves " => expect_answer(&mut engine, line.as_bytes()),
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
    let cases: [(&str, &str, &[&str]); 3] = [
        (
            "cfour",
            "b1",
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
            "b1",
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
        (
            "surakarta",
            "b2b3",
            &[
                "6/6/6/6/6/7 w",
                "6/6/6/6/P5 w",
                "6/6/6/6/6/6 w",
                "PPPPPP/PPPPPP/P5/6/6/p5 w",
                "p5/6/6/6/6/P5",
                "p5/6/6/6/6/P5 x",
                "p5/6/6/6/6/P5 w KQ -",
                "p5/6/6/6/6/P5 w - - -1 1",
                "p5/6/6/6/6/P5 w - - 0 65536",
                "p5/6/6/6/6/P5 w - - 0 1 1",
                "p5/6/6/6/6/P5[P] w",
            ],
        ),
    ];
    for (game, first, texts) in cases {
        let mut engine = Engine::start();
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        engine.ask(&format!("position startpos moves {first}"));
        for text in texts {
            expect_refusal(&mut engine, format!("position fen {text}\n").as_bytes());
        }
        engine.quit();
    }
}

/// A FEN with a character exchanged, missing or too many is refused with one
/// complaint, or it is a position, which can then be searched.
#[test]
fn mutated_fens_are_answered_without_a_panic() {
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
        "go depth -5",
        "go nodes -1",
        "go movetime -100",
        "go mate -1 depth 1",
        &format!("go depth -{huge}"),
    ] {
        engine.go(go);
        let more = engine.flush();
        assert!(more.is_empty(), "after `{go}`: {more:?}");
    }
    engine.quit();
}

/// Regression: the count went down one line until the stack overflowed.
#[test]
fn a_perft_of_any_depth_can_be_stopped() {
    let mut engine = Engine::start();
    for before in ["position startpos", "setoption name UCI_Variant value surakarta"] {
        engine.ask("setoption name NoCapturePlies value 0");
        engine.ask(before);
        engine.send("go perft 1000000000000000000000000000000");
        // Time enough to go down as far as it goes.
        std::thread::sleep(std::time::Duration::from_millis(500));
        engine.send("stop");
        while engine.line() != "info string perft was stopped" {}
    }
    engine.quit();
}

/// How many searches were answered.
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
        asked += usize::from(line.starts_with("go"));
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

/// Regression: each search but the last was cut off by the next.
#[test]
fn a_search_with_a_limit_is_finished_before_the_next() {
    const SEARCHES: usize = 40;
    let mut input = String::new();
    for fen in Chess::BENCH.iter().cycle().take(SEARCHES) {
        input += &format!("position fen {fen}\ngo depth 5\n");
    }
    let mut engine = Engine::start();
    engine.send_bytes(input.as_bytes());
    let remains = engine.finish();
    remains.check_good();
    let lines = &remains.lines;
    assert_eq!(best_moves(lines), SEARCHES);
    for (i, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("bestmove")) {
        assert!(lines[i - 1].starts_with("info depth 5 "), "{}", remains.dialogue);
    }
    // So are the commands of a shell, and the time of each begins with its turn.
    let arguments = ["go movetime 300", "position startpos moves e2e4", "go movetime 300"];
    let mut engine = Engine::start_with(&arguments);
    for _ in 0..2 {
        let lines = engine.until("bestmove");
        let deepest = &lines[lines.len() - 2];
        assert!(!deepest.starts_with("info depth 1 "), "{lines:?}");
    }
    engine.quit();
}

/// More commands than may wait: they are not kept in memory, and all are carried out.
#[test]
fn endless_commands_are_not_read_ahead() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value tictactoe");
    engine.send_bytes("go depth 1\n".repeat(2_000).as_bytes());
    for _ in 0..2_000 {
        engine.until("bestmove");
    }
    assert!(engine.flush().is_empty());
    // Nobody can stop a search while the engine does not read, so that it is ended.
    for commands in [1_000, 1_000_000] {
        engine.send("go infinite");
        engine.send_bytes("ucinewgame\n".repeat(commands).as_bytes());
        engine.send("isready");
        let printed = engine.until("readyok");
        assert_eq!(best_moves(&printed), 1, "{}", printed.len());
    }
    // One that finds no room is not ended by that.
    engine.send_bytes("ucinewgame\n".repeat(300).as_bytes());
    engine.send("go infinite");
    engine.until("info");
    assert_eq!(best_moves(&engine.flush()), 0);
    engine.send("stop");
    engine.until("bestmove");
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", engine.id())) {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak: Option<u64> = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
        assert!(peak.is_some_and(|kib| kib < 40 << 10), "{peak:?} KiB");
    }
    engine.quit();
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

/// Names of files that are something else: a line about each, and nothing is waited for.
#[cfg(unix)]
#[test]
fn wrong_file_names_are_reported() {
    let mut engine = engine();
    for name in ["/", "/dev/null", "/dev/full", "/dev/zero", "/dev/stdin"] {
        expect_refusal(&mut engine, format!("genfens 1 seed 1 book {name}\n").as_bytes());
        assert!(engine.ask(&format!("setoption name Hash File value {name}")).is_empty());
        for button in ["Save Hash", "Load Hash"] {
            let printed = engine.ask(&format!("setoption name {button}"));
            let is_note = |line: &String| line.starts_with("info string hash not ");
            assert!(printed.len() == 1 && is_note(&printed[0]), "{button} {name}: {printed:?}");
        }
    }
    engine.go("go depth 2");
    engine.quit();
}

/// Moves of a page's length, wherever a move can stand.
#[test]
fn moves_of_4096_characters_are_refused() {
    for game in ["chess", "cfour", "tictactoe", "surakarta"] {
        let mut engine = Engine::start();
        engine.ask(&format!("setoption name UCI_Variant value {game}"));
        for unit in ["e2e4", "P@d1", "a2b3", "\u{e9}", "x"] {
            let long = unit.repeat(4096 / unit.len());
            for before in ["position startpos moves", "path"] {
                expect_refusal(&mut engine, format!("{before} {long}\n").as_bytes());
            }
            expect_answer(&mut engine, format!("go depth 1 searchmoves {long}\n").as_bytes());
        }
        engine.quit();
    }
}

/// As many threads as can be asked for: taken, or as many as there are.
#[test]
fn a_thousand_threads_answer() {
    let mut engine = Engine::start();
    engine.ask("setoption name UCI_Variant value tictactoe");
    assert!(engine.ask("setoption name Threads value 1024").is_empty());
    expect_refusal(&mut engine, b"setoption name Threads value 1025\n");
    engine.ask("setoption name Exact Knowledge value false");
    engine.go("go depth 4");
    engine.send("go infinite");
    engine.send("stop");
    engine.until("bestmove");
    engine.quit();
}

/// Words that clients look for in whatever an engine says: XBoard takes the first six
/// for an engine that did not start.
const WORDS_OF_FAILURE: [&str; 7] = [
    "unknown host",
    "no remote directory",
    "not found",
    "no such file",
    "can't alloc",
    "permission denied",
    "os error",
];

/// Files and folders that cannot be, wherever one can be named.
#[test]
fn error_messages_quote_no_message_of_the_system() {
    let mut engine = engine();
    let long = "x".repeat(300);
    for name in ["/EGT/Syzygy", "nowhere/at/all", "/proc/nowhere", "/", "Cargo.toml/x", "\0", &long]
    {
        for option in ["SyzygyPath", "Hash File", "Save Hash", "Load Hash", "Debug Log File"] {
            for line in engine.ask(&format!("setoption name {option} value {name}")) {
                check_words(&line);
            }
        }
        for line in engine.ask(&format!("genfens 1 seed 1 book {name}")) {
            check_words(&line);
        }
    }
    engine.go("go depth 2");
    engine.quit();
}

#[track_caller]
fn check_words(line: &str) {
    let found = WORDS_OF_FAILURE.iter().find(|words| line.to_lowercase().contains(*words));
    assert_eq!(found, None, "{line}");
}

/// What Debian's configuration of XBoard sets, whether the folder is there or not.
#[test]
fn a_missing_folder_of_tables_is_reported_and_no_error() {
    let mut engine = Engine::start();
    let said = engine.ask("setoption name SyzygyPath value /EGT/Syzygy");
    let why = "passed over: /EGT/Syzygy: it or its folder does not exist";
    assert_eq!(said, [format!("info string syzygy: no tables in /EGT/Syzygy; {why}")]);
    engine.quit();
}
