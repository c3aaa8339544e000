//! Searches that are queued, stopped and replaced: each `go` has one `bestmove`.

use super::*;
use plyglot_games::chess::Chess;

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

/// Regression: on a loaded machine, work that had printed its last line could take the
/// stop that was meant for the search after it.
#[test]
fn a_stop_after_finished_work_reaches_the_search_after_it() {
    let mut engine = Engine::start();
    for (work, last) in
        [("go perft 1", "Nodes searched"), ("bench tictactoe", ""), ("genfens 1 seed 1", "")]
    {
        for _ in 0..100 {
            engine.send(work);
            match last {
                "" => while engine.line().starts_with("tictactoe:") {},
                last => while !engine.line().starts_with(last) {},
            }
            engine.send_bytes(b"go nodes 1000000000000\nstop\n");
            engine.until("bestmove");
        }
    }
    engine.quit();
}

/// Regression: each search but the last was cut off by the next.
#[test]
fn a_search_with_a_limit_is_finished_before_the_next() {
    const SEARCHES: usize = 40;
    let mut input = String::new();
    for fen in Chess::INFO.bench_positions().cycle().take(SEARCHES) {
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
    let arguments = ["go movetime 1000", "position startpos moves e2e4", "go movetime 1000"];
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

/// Regression: the count went down one line until the stack overflowed.
#[test]
fn a_perft_of_the_greatest_depth_can_be_stopped() {
    let mut engine = Engine::start();
    for before in ["position startpos", "setoption name UCI_Variant value surakarta"] {
        engine.ask("setoption name NoCapturePlies value 0");
        engine.ask(before);
        engine.send("go perft 240");
        // Time enough to go down as far as it goes.
        std::thread::sleep(std::time::Duration::from_millis(500));
        engine.send("stop");
        while engine.line() != "info string perft was stopped" {}
    }
    engine.quit();
}
