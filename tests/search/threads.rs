//! Searches with four threads: what must be so however the threads take
//! turns. `docs/internals/reliability.md` says how this runs under ThreadSanitizer.

use crate::support::connect4;
use crate::support::engine::Engine;
use crate::support::noughts;
use crate::support::search;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Exact, Game, Knowledge, Notation};
use plyglot_core::search::{
    Answer, Control, Limits, Line, MAX_PLY, Report, Root, Score, Search, Settings, Table, Task,
};
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::surakarta::Surakarta;
use std::collections::BTreeSet;
use std::sync::mpsc::channel;
use std::thread;

const THREADS: usize = 4;

/// The search and nothing else, by all threads.
fn search_alone() -> Settings {
    Settings { threads: THREADS, ..Settings::search_alone() }
}

fn table() -> Table {
    Table::new(1).expect("a MiB")
}

fn parse<G: Notation<Rules = ()>>(text: &str) -> G {
    G::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Searches and gives the lines along with the answer, all of them legal.
fn run<G: Notation<Rules = ()> + Knowledge>(
    search: &mut Search<G>,
    task: &Task<'_, G>,
) -> (Answer<G::Move>, Vec<Line<G::Move>>) {
    let (answer, lines) = search::run(search, task);
    check(&task.root.position, &answer, &lines);
    (answer, lines)
}

fn check<G: Notation<Rules = ()>>(position: &G, answer: &Answer<G::Move>, lines: &[Line<G::Move>]) {
    let text = position.print();
    assert!(!answer.panicked, "{text}");
    let best = answer.best.unwrap_or_else(|| panic!("{text}: no move"));
    let expected: Vec<G::Move> = [Some(best), answer.ponder].into_iter().flatten().collect();
    search::check_line(position, &expected);
    assert!(!lines.is_empty(), "{text}: no line");
    for line in lines {
        assert!(!line.pv.is_empty() && line.pv.len() <= MAX_PLY, "{text}: {line:?}");
        search::check_line(position, &line.pv);
    }
}

/// Searches the benchmark's positions by nodes and by depth, with one line and
/// with several, all with what the table kept of those before.
fn search_all<G: Notation<Rules = ()> + Knowledge>() {
    let (table, mut search) = (table(), Search::<G>::new());
    for text in G::info(()).bench_positions().take(4) {
        let root = Root::new(parse(text));
        for (limits, multi_pv) in
            [(Limits::nodes(10_000), 1), (Limits::depth(5), 1), (Limits::depth(4), 3)]
        {
            let settings = &Settings { multi_pv, ..search_alone() };
            let control = &Control::default();
            let task = Task { root: &root, limits: &limits, settings, table: &table, control };
            let (answer, lines) = run(&mut search, &task);
            if let Some(depth) = limits.depth {
                check_ranks::<G>(&lines, depth, multi_pv.min(root.position.legal_moves().len()));
                assert_eq!(answer.depth, depth, "{text}");
            }
        }
    }
}

/// The last iteration must have each rank, and each with a move of its own.
fn check_ranks<G: Game>(lines: &[Line<G::Move>], depth: u16, ranks: usize) {
    let last: Vec<&Line<G::Move>> = lines.iter().filter(|line| line.depth == depth).collect();
    let found: BTreeSet<usize> = last.iter().map(|line| line.rank).collect();
    assert_eq!(found, (1..=ranks).collect(), "{lines:?}");
    let last_of = |rank| last.iter().rev().find(|line| line.rank == rank);
    let first_of = |rank| last_of(rank).map(|line| G::pack(line.pv[0]));
    let moves: BTreeSet<u32> = found.iter().filter_map(|&rank| first_of(rank)).collect();
    assert_eq!(moves.len(), ranks, "{lines:?}");
}

#[test]
fn every_line_of_every_game_is_legal() {
    search_all::<Chess>();
    search_all::<ConnectFour>();
    search_all::<Surakarta>();
    search_all::<TicTacToe>();
}

/// A search without limits that is stopped as soon as it has said something,
/// and one that is stopped before it begins.
fn stop<G: Notation<Rules = ()> + Knowledge>() {
    let (table, mut search) = (table(), Search::<G>::new());
    let root = Root::new(G::start(()));
    for is_early in [false, true] {
        let control = &Control::default();
        let (sender, first) = channel();
        if is_early {
            control.stop();
        }
        let limits = &Limits::default();
        let settings = &search_alone();
        let task = Task { root: &root, limits, settings, table: &table, control };
        let mut lines = Vec::new();
        let answer = thread::scope(|scope| {
            let stopper = scope.spawn(move || {
                first.recv().expect("a search says something");
                control.stop();
            });
            let answer = search.run(&task, &mut |report| {
                // Who listens has left after the first.
                let _ = sender.send(());
                if let Report::Line(line) = report {
                    lines.push(line);
                }
            });
            stopper.join().expect("nothing to fail");
            answer
        });
        check(&root.position, &answer, &lines);
        assert!(answer.depth > 0);
    }
}

#[test]
fn a_search_that_is_stopped_answers() {
    stop::<Chess>();
    stop::<ConnectFour>();
    stop::<Surakarta>();
    stop::<TicTacToe>();
}

#[test]
fn two_searches_in_one_table_find_legal_lines() {
    let table = table();
    let texts = [Chess::INFO.start, Chess::INFO.bench[0]];
    thread::scope(|scope| {
        let search = |text| {
            let root = &Root::new(parse::<Chess>(text));
            let (limits, settings) = (&Limits::nodes(20_000), &search_alone());
            let task = Task { root, limits, settings, table: &table, control: &Control::default() };
            run(&mut Search::new(), &task);
        };
        let others = texts.map(|text| scope.spawn(move || search(text)));
        others.into_iter().for_each(|other| other.join().expect("all lines are legal"));
    });
}

fn score<G: Notation<Rules = ()> + Knowledge>(
    position: G,
    limits: &Limits<G::Move>,
    settings: &Settings,
) -> Score {
    let root = &Root::new(position);
    let table = &table();
    let task = Task { root, limits, settings, table, control: &Control::default() };
    run(&mut Search::new(), &task).0.score
}

/// The score of a number of plies, which is positive for a win, negative for a loss and 0 for a
/// draw.
fn of_plies(plies: i32) -> Score {
    let distance = plies.unsigned_abs() as usize;
    match plies {
        0 => Score::DRAW,
        1.. => Score::win_at(distance),
        _ => Score::loss_at(distance),
    }
}

/// The ways to an exact score: a search of plain depth to the end of the game,
/// and the solver.
fn exactly<M>(depth: usize) -> [(Limits<M>, Settings); 2] {
    let plain = Settings { variable_depth: false, ..search_alone() };
    let solver = Settings { threads: THREADS, book: false, ..Settings::default() };
    [(Limits::depth(depth as u16), plain), (Limits::default(), solver)]
}

#[test]
fn tic_tac_toe_has_its_scores() {
    let positions = noughts::open_positions();
    for board in positions.iter().step_by(97) {
        let text: String = board.iter().collect();
        let expected = noughts::value(board).expect("an open position");
        for (limits, settings) in exactly(9) {
            let found = score(parse::<TicTacToe>(&text), &limits, &settings);
            assert_eq!(found, of_plies(expected), "{text}");
        }
    }
}

#[test]
fn late_positions_of_connect_four_have_their_scores() {
    let known = connect4::positions();
    let late = known.iter().filter(|known| known.stones() >= 32);
    for known in late.step_by(6) {
        let plies = connect4::in_uci(known.score, known.stones()).1 as i32;
        let expected = of_plies(known.score.signum() * plies);
        for (limits, settings) in exactly(42 - known.stones() as usize) {
            let position = connect4::parse(known.text);
            assert_eq!(score(position, &limits, &settings), expected, "{}", known.text);
        }
    }
}

/// One thread alone takes long enough for the others to join in.
#[test]
fn earlier_positions_of_connect_four_are_solved_by_all_threads() {
    let settings = Settings { threads: THREADS, book: false, ..Settings::default() };
    let known = connect4::positions();
    for known in known.iter().filter(|known| known.stones() == 20).step_by(3) {
        let plies = connect4::in_uci(known.score, known.stones()).1 as i32;
        let found = score(connect4::parse(known.text), &Limits::default(), &settings);
        assert_eq!(found, of_plies(known.score.signum() * plies), "{}", known.text);
    }
}

/// Wins and losses of `tests/data/surakarta_endgames.txt`; what is drawn there
/// may be won by count.
#[test]
fn endings_of_surakarta_have_their_scores() {
    let lines = include_str!("../data/surakarta_endgames.txt").lines();
    let forced = lines.filter_map(|line| {
        let (fen, value) = line.split_once('\t')?;
        let (result, plies) = value.split_once(' ')?;
        let plies = plies.parse().expect("a number of plies");
        Some((fen, if result == "win" { Exact::Win(plies) } else { Exact::Loss(plies) }))
    });
    let open = forced.filter(|(_, value)| *value != Exact::Loss(0));
    for (fen, value) in open.step_by(3) {
        let by_tables = Settings { tablebase: true, ..search_alone() };
        let solver = Settings { threads: THREADS, ..Settings::default() };
        for (limits, settings) in [(Limits::depth(6), by_tables), (Limits::default(), solver)] {
            let found = score(parse::<Surakarta>(fen), &limits, &settings);
            assert_eq!(found, Score::from_exact(value, 0), "{fen}");
        }
    }
}

/// Asks for a search, says what ends it, and gives the answer: exactly one, as
/// nothing but the answer to `isready` comes after it.
fn ended_by(engine: &mut Engine, go: &str, ends: &[&str]) -> String {
    engine.send(go);
    engine.until("info");
    ends.iter().for_each(|end| engine.send(end));
    let answer = engine.until("bestmove").pop().unwrap_or_default();
    assert_eq!(engine.flush(), [""; 0], "after {answer}");
    answer
}

#[test]
fn the_program_answers_each_search_once() {
    for game in ["chess", "cfour", "surakarta", "tictactoe"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        for option in ["Threads value 4", "Hash value 1", "Exact Knowledge value false"] {
            engine.send(&format!("setoption name {option}"));
        }
        for (go, ends) in [
            ("go infinite", &["stop"][..]),
            ("go ponder movetime 50", &["ponderhit"]),
            ("go ponder depth 3", &["ponderhit"]),
            ("go ponder wtime 100 btime 100", &["stop"]),
            ("go ponder wtime 1 btime 1", &["ponderhit", "stop"]),
            ("go ponder infinite", &["ponderhit", "isready", "stop"]),
        ] {
            engine.send("position startpos");
            let answer = ended_by(&mut engine, go, ends);
            let best = answer.split(' ').nth(1).unwrap_or_default();
            // A move that is not legal would be complained about.
            let complaints = engine.ask(&format!("position startpos moves {best}"));
            assert_eq!(complaints, [""; 0], "{game}: {go}: {answer}");
        }
        engine.quit();
    }
}

#[test]
fn searches_that_are_stopped_at_once_are_answered_one_by_one() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 4");
    engine.send("setoption name Hash value 1");
    for _ in 0..50 {
        engine.send("go infinite");
        engine.send("stop");
    }
    for _ in 0..50 {
        engine.until("bestmove");
    }
    assert_eq!(engine.flush(), [""; 0]);
    engine.quit();
}
