//! The forty steps of `fastchess --compliance` (version 1.8.2), over pipes.
//! The names are those that it prints; the first failure ends it.

use crate::support::engine::Engine;

const MIDDLEGAME: &str =
    "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27";
const BLACK_TO_MOVE: &str =
    "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

struct Inspection {
    engine: Engine,
    steps: usize,
    /// The answer to `uci`.
    introduction: Vec<String>,
    /// The output of the last search.
    search: Vec<String>,
}

impl Inspection {
    /// A step of the table; it fails unless `passed`.
    fn step(&mut self, number: usize, name: &str, passed: bool) {
        self.steps += 1;
        assert_eq!(self.steps, number, "steps are in order");
        if !passed {
            self.engine.fail(&format!("step {number}, {name}, failed"));
        }
    }

    fn ready(&mut self, number: usize, name: &str) {
        let printed = self.engine.flush();
        self.step(number, name, printed.is_empty());
    }

    fn introduces(&self, beginning: &str) -> bool {
        self.introduction.iter().any(|line| line.starts_with(beginning))
    }

    /// Five steps around one search: sent, answered, and its last info line.
    fn search(&mut self, first: usize, go: &str) {
        self.step(first, &format!("Send {go}"), true);
        self.search = self.engine.go(go);
        self.best_move(first + 1);
        self.info_line(first + 2);
        self.step(first + 4, "Check if engine info line contains score", self.has_score());
    }

    /// Four steps around a search from the position that was just set up.
    fn move_from(&mut self, first: usize, position: &str) {
        self.engine.send(position);
        self.step(first, position, true);
        self.search = self.engine.go("go wtime 100 btime 100");
        self.best_move(first + 1);
        let last = self.search.last().is_some_and(|line| line.split(' ').count() >= 2);
        // fastchess reads what came before it looks at the last line.
        let silent = self.engine.flush().is_empty();
        self.step(first + 2, "Check if the last line is the best move", last && silent);
        self.step(first + 3, "Check if engine prints an info line", self.is_valid());
    }

    fn best_move(&mut self, number: usize) {
        let found = self.search.last().is_some_and(|line| line.starts_with("bestmove "));
        self.step(number, "Read bestmove", found);
    }

    fn info_line(&mut self, number: usize) {
        let found = self.last_info().is_some();
        self.step(number, "Check if engine prints an info line", found);
        self.step(number + 1, "Verify info line format is valid", self.is_valid());
    }

    /// The last line with an exact score of the first rank.
    fn last_info(&self) -> Option<&String> {
        let counts = |line: &&String| {
            line.contains("info")
                && line.contains(" score ")
                && !line.contains("info string")
                && !line.contains("lowerbound")
                && !line.contains("upperbound")
                && (!line.contains(" multipv ") || line.contains(" multipv 1 "))
        };
        self.search.iter().rev().find(counts)
    }

    fn is_valid(&self) -> bool {
        self.last_info().is_some_and(|line| is_valid_info(line))
    }

    fn has_score(&self) -> bool {
        self.last_info().is_some_and(|line| line.contains("score"))
    }
}

/// `isValidInfoLine`: numbers behind `time`, `nps` and `score` are whole.
fn is_valid_info(line: &str) -> bool {
    let tokens: Vec<&str> = line.split(' ').collect();
    let is_sound = |i: usize| tokens.get(i + 1).is_some_and(|next| !next.contains('.'));
    tokens[0] == "info"
        && (0..tokens.len())
            .filter(|&i| matches!(tokens[i], "time" | "nps" | "score"))
            .all(is_sound)
}

/// Runs all forty steps with a new engine that was first sent these lines.
fn inspect(before: &[&str]) {
    let mut engine = Engine::start();
    for line in before {
        if line.starts_with("go ") {
            engine.go(line)
        } else {
            engine.ask(line)
        };
    }
    engine.send("uci");
    let introduction = engine.until("uciok");
    let mut inspection = Inspection { engine, steps: 0, introduction, search: Vec::new() };
    let it = &mut inspection;
    it.step(1, "Start the engine", true);
    it.ready(2, "Check if engine is ready");
    it.step(3, "Check id name", it.introduces("id name "));
    it.step(4, "Check id author", it.introduces("id author "));
    it.engine.send("ucinewgame");
    it.ready(5, "Send ucinewgame");
    it.engine.send("position startpos");
    it.step(6, "Set position to startpos", true);
    it.ready(7, "Check if engine is ready after startpos");
    it.engine.send(MIDDLEGAME);
    it.step(8, "Set position to fen", true);
    it.ready(9, "Check if engine is ready after fen");
    it.search(10, "go wtime 100");
    it.engine.send(BLACK_TO_MOVE);
    it.step(15, "Set position to black to move", true);
    it.search(16, "go btime 100");
    it.search(21, "go wtime 100 winc 100 btime 100 binc 100");
    it.search(26, "go btime 100 binc 100 wtime 100 winc 100");
    it.step(31, "Check if engine prints an info line with the score", it.has_score());
    it.engine.send("ucinewgame");
    it.ready(32, "Send ucinewgame");
    it.move_from(33, "position startpos");
    it.move_from(37, "position startpos moves e2e4 e7e5");
    assert_eq!(it.steps, 40);
    inspection.engine.quit();
}

#[test]
fn all_forty_steps_pass_after_the_start() {
    inspect(&[]);
}

#[test]
fn all_forty_steps_pass_after_another_game() {
    inspect(&[
        "setoption name UCI_Variant value cfour",
        "position startpos moves P@d1 P@d2",
        "go depth 6",
        "setoption name UCI_Variant value chess",
    ]);
}

#[test]
fn the_check_of_info_lines_finds_faults() {
    assert!(is_valid_info("info depth 1 score cp 3 time 1 nps 5 pv e2e4"));
    assert!(!is_valid_info("info depth 1 score cp 3 time 1.5 pv e2e4"));
    assert!(!is_valid_info("info depth 1 score"));
    assert!(!is_valid_info("bestmove e2e4"));
}
