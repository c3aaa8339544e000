//! The costs of the moves of a game, explanations, clocks, and the habits of the hand.

use fantoccini::actions::{InputSource, MOUSE_BUTTON_RIGHT, MouseActions, PointerAction};
use fantoccini::key::Key;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::Hand;
use plyglot_browser_tests::page::{Page, visit, visit_with_people};
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::json;

fn with_people(arguments: &[&str], test: impl FnOnce(&Page)) {
    visit_with_people(Server::start(arguments), Look::DESK, test);
}

/// Fool's mate: 2. g4 loses a game that was about even.
const MATE: &str = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";

fn analyse_the_game(page: &Page) {
    page.import(MATE);
    page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
    page.browser.write("#sweep-time", "100");
    page.browser.click("#analyse-game");
    wait_for("review", || page.is_visible("#review").then_some(()));
}

#[test]
fn mistakes_are_marked_with_the_better_move() {
    with_people(&[], |page| {
        analyse_the_game(page);
        let moves = page.text("#moves");
        assert!(moves.contains("g4??"), "{moves}");
        assert!(page.is_visible("#moves .branch"));
        let accuracy = page.text("#accuracy");
        // A busy engine may look a little less kindly on e5.
        let black =
            accuracy.split_once("Black ").and_then(|(_, rest)| rest.split_whitespace().next());
        let black: Option<u32> = black.and_then(|number| number.parse().ok());
        assert!(accuracy.contains("White") && black >= Some(90), "{accuracy}");
        let turn = page.text("#turning-point");
        assert!(turn.starts_with("The game turned at 2. g4: "), "{turn}");
        // From the start, one key goes to each mistake.
        page.browser.click("#to-start");
        page.wait_for_ply(0);
        let mut seen = Vec::new();
        for _ in 0..3 {
            page.type_text("m");
            wait_for("mistake", || (page.shown().ply > 0).then_some(()));
            seen.push(page.text("#moves .current"));
        }
        assert!(seen.contains(&"g4??".to_owned()), "{seen:?}");
        // The reason stands below the moves, and in the record.
        page.browser.click("#moves [data-node]:has([data-mark='??'])");
        page.wait_for_text("#comment", |text| {
            text.starts_with("g4 loses to the next move: g4 Qh4#, checkmate.")
        });
        // All is kept by a reload, and goes into the record.
        page.open();
        assert!(page.text("#moves").contains("g4??"));
        page.unfold("record-panel");
        page.wait_for_words("#export-game", "2. g4 $4 {[%eval ");
        page.wait_for_words("#export-game", "] g4 loses to the next move: g4 Qh4#, checkmate.}");
    });
}

#[test]
fn a_better_move_is_found_in_practice() {
    with_people(&[], |page| {
        analyse_the_game(page);
        page.browser.click("#practise");
        // Perhaps f3 was a mistake, too.
        let text = page.text("#practice-text");
        if !text.contains("g4") {
            page.browser.click("#next-task");
        }
        page.wait_for_text("#practice-text", |text| text.contains("2. g4 was a mistake"));
        page.wait_until("task", |shown| shown.ply == 2);
        // The same mistake again: g2 to g4.
        page.point(Hand::Click, 54);
        page.point(Hand::Click, 38);
        page.wait_for_text("#practice-text", |text| text.contains("Try another move"));
        assert_eq!(page.shown().ply, 2);
        page.browser.click("#show-answer");
        page.wait_for_text("#practice-text", |text| text.contains("was best"));
        page.wait_until("answer", |shown| shown.ply == 3);
        page.browser.click("#end-practice");
        assert!(!page.is_visible("#practice"));
    });
}

/// The record is as `analyse --puzzles --pgnout` writes it.
#[test]
fn puzzles_are_practised_and_come_back_when_they_were_missed() {
    const PUZZLE: &str = "[Event \"Puzzle, level 3\"]\n[SetUp \"1\"]\n\
                          [FEN \"6k1/5ppp/8/8/8/8/1q3PPP/3R2K1 w - - 0 1\"]\n\n1. Rd8# *\n";
    with_people(&[], |page| {
        let play = |from, to, said: &str| {
            page.wait_for_text("#practice-text", |text| text.contains("1 of 1"));
            page.wait_until("task", |shown| shown.ply == 0 && shown.state == "ready");
            assert!(!page.text("#moves").contains("Rd8"), "the list tells the solution");
            page.point(Hand::Click, from);
            page.point(Hand::Click, to);
            page.wait_for_text("#practice-text", |text| text.contains(said));
        };
        page.import(PUZZLE);
        // The king goes to f1.
        play(62, 61, "is not the move");
        // The task waits a day, then three days, then eight.
        for days in [1, 3, 8] {
            // One of a game that the program does not know is not offered, and waits.
            let script = "
                const tasks = JSON.parse(localStorage.getItem('plyglot.practice'));
                const task = tasks.find(({ game }) => game === 'chess');
                const due = [{ ...task, due: 0 }, { ...task, game: 'unknown', due: 0 }];
                localStorage.setItem('plyglot.practice', JSON.stringify(due));
                return Math.round((task.due - Date.now()) / 86400000);";
            assert_eq!(page.browser.script(script, json!([])), json!(days));
            page.open();
            page.wait_for_text("#notice", |text| text.contains("practice: 1"));
            page.browser.click("#retry");
            // The rook goes from d1 to d8.
            play(59, 3, "is the best move");
        }
        let script = "return JSON.parse(localStorage.getItem('plyglot.practice')).map(t => t.game)";
        assert_eq!(page.browser.script(script, json!([])), json!(["unknown"]));
    });
}

/// A task of one's own game is practised by the rules of now, and not by those of the day on which it
/// was missed.
#[test]
fn a_task_does_not_bring_back_older_rules() {
    with_people(&[], |page| {
        let script = "
            const rules = ['ppp', 'p1p'].map(row => `[mine:hexapawn]\nstartFen = ${row}/3/PPP w\n`);
            const task = { game: 'mine', rules: rules[0], start: null, moves: [], side: 'first',
                best: 'a1a2', shown: 'a2', mistake: null, level: '1', step: 0, due: 0 };
            localStorage.setItem('plyglot.rules', JSON.stringify([rules[1]]));
            localStorage.setItem('plyglot.practice', JSON.stringify([task]));";
        page.browser.script(script, json!([]));
        page.open();
        page.wait_for_text("#notice", |text| text.contains("practice: 1"));
        page.browser.click("#retry");
        let shown =
            page.wait_until("task", |shown| shown.cells.len() == 9 && shown.state == "ready");
        assert_eq!([&*shown.cells[0], &*shown.cells[1]], ["second p", ""]);
    });
}

/// The sentence about g4 has a line, which is played on the board.
#[test]
fn why_is_answered_and_its_lines_are_played() {
    with_people(&[], |page| {
        page.import("f3 e5 g4");
        page.wait_for_ply(3);
        page.browser.click("#why");
        page.wait_for_text("#explanation", |text| text.contains("g4 "));
        // The move that was asked about comes first, then the best one.
        assert_eq!(page.text("#explanation .why-line button"), "g4");
        let best = page.text("#explanation li + li .why-line button");
        assert_ne!(best, "g4");
        page.browser.click("#explanation li + li .why-line button");
        page.wait_until("line", |shown| shown.ply == 3);
        assert_eq!(page.text("#moves .branch .current"), best);
        assert!(page.is_visible("#explanation"), "other lines can still be played");
    });
}

#[test]
fn the_wheel_and_the_right_button() {
    with_people(&[], |page| {
        page.import("e4 e5 Nf3");
        page.wait_for_ply(3);
        let wheel = |by: i32| {
            let script = "document.getElementById('board').dispatchEvent(
                new WheelEvent('wheel', { deltaY: arguments[0], bubbles: true, cancelable: true }))";
            page.browser.script(script, json!([by]));
        };
        wheel(-100);
        page.wait_for_ply(2);
        wheel(100);
        page.wait_for_ply(3);
        let centre = |cell: u64| {
            let script = "
                const { x, y, width, height } =
                    document.querySelector(`#board [data-cell='${arguments[0]}']`).getBoundingClientRect();
                return [x + width / 2, y + height / 2]";
            let at = page.browser.script(script, json!([cell]));
            (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"))
        };
        let to = |(x, y): (f64, f64)| PointerAction::MoveTo { duration: None, x, y };
        let draw = |from: u64, cell: u64| {
            let mouse = MouseActions::new("mouse".to_owned())
                .then(to(centre(from)))
                .then(PointerAction::Down { button: MOUSE_BUTTON_RIGHT })
                .then(to(centre(cell)))
                .then(PointerAction::Up { button: MOUSE_BUTTON_RIGHT });
            page.browser.run(async |client| client.perform_actions(mouse.clone()).await);
        };
        let count = |selector: &str| {
            let script = "return document.querySelectorAll(arguments[0]).length";
            page.browser.script(script, json!([selector]))
        };
        draw(52, 36);
        draw(27, 27);
        assert_eq!(
            (count("#board .drawn .shaft"), count("#board .drawn-ring")),
            (json!(1), json!(1))
        );
        draw(52, 36);
        assert_eq!(count("#board .drawn .shaft"), 0);
        wheel(-100);
        page.wait_for_ply(2);
        assert_eq!(count("#board .drawn-ring"), 0);
    });
}

/// Two people on a clock: the one that runs out of time has lost.
#[test]
fn clocks_run_and_end_the_game() {
    visit(Server::start(&[]), Look::DESK, |page| {
        page.browser.click("#set-up");
        page.browser.select("#setup-side", "both");
        page.browser.select("#setup-clock", "apart");
        page.browser.write("#setup-minutes-first", "10");
        page.browser.write("#setup-increment-first", "60");
        page.browser.write("#setup-minutes-second", "0.05");
        page.browser.write("#setup-increment-second", "0");
        page.browser.click("#setup-start-game");
        page.wait_for_ply(0);
        assert_eq!(page.text("#clock-first"), "10:00");
        for (from, to) in [(52, 36), (12, 28), (62, 45)] {
            let ply = page.shown().ply;
            page.point(Hand::Click, from);
            page.point(Hand::Click, to);
            page.wait_until("move", |shown| shown.ply == ply + 1);
        }
        // A minute more for the second own move.
        let left = page.text("#clock-first");
        assert!(left.starts_with("10:5"), "{left}");
        let shown = page.wait_until("end", |shown| shown.state == "over");
        assert_eq!(shown.status, "White wins: the time of black is up");
    });
}

#[test]
fn a_usual_clock_is_one_choice() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.browser.click("#set-up");
        page.browser.select("#setup-side", "both");
        page.browser.select("#setup-clock", "3+2");
        assert!(!page.is_visible("#setup-clock-first"));
        page.browser.click("#setup-start-game");
        page.wait_for_text("#clock-second", |left| left == "3:00");
        assert!(page.is_visible("#clock-first"));
        // It is that of the next game, too.
        page.browser.click("#set-up");
        assert_eq!(page.text("#setup-clock"), "3+2");
        page.type_keys(&[Key::Escape]);
    });
}

/// A side whose time is used up has its byoyomi for each move.
#[test]
fn byoyomi_begins_when_the_time_is_used_up() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.browser.click("#set-up");
        page.browser.select("#setup-side", "both");
        page.browser.select("#setup-clock", "apart");
        page.browser.write("#setup-minutes-second", "0.01");
        page.browser.write("#setup-increment-second", "0");
        page.browser.write("#setup-byoyomi-second", "50");
        page.browser.click("#setup-start-game");
        page.wait_for_ply(0);
        let play = |moves: &[(u64, u64)]| {
            for (from, to) in moves {
                let ply = page.shown().ply;
                page.point(Hand::Click, *from);
                page.point(Hand::Click, *to);
                page.wait_until("move", |shown| shown.ply == ply + 1);
            }
        };
        play(&[(52, 36), (12, 28), (62, 45)]);
        page.wait_for_text("#clock-second", |left| left.starts_with("0:4"));
        assert_eq!(page.shown().state, "ready");
        play(&[(1, 18)]);
        page.wait_for_text("#clock-second", |left| left == "0:50");
    });
}

/// Chess960 begins where its number says: 0 has both bishops on the left.
#[test]
fn a_game_begins_at_a_numbered_position() {
    visit(Server::start(&[]), Look::DESK, |page| {
        page.browser.click("#set-up");
        page.browser.select("#setup-game", "chess960");
        page.browser.select("#setup-side", "second");
        page.browser.select("#setup-start", "number");
        page.browser.write("#setup-number", "0");
        page.browser.click("#setup-start-game");
        let shown = page.wait_until("engine's move", |shown| shown.ply == 1);
        let first: Vec<&str> = shown.cells[..8].iter().map(String::as_str).collect();
        let rank = ["b", "b", "q", "n", "n", "r", "k", "r"].map(|c| format!("second {c}"));
        // Seen from Black's side, cells are still counted from a8.
        assert_eq!(first, rank);
        assert_eq!(page.property("#play", "dataset")["flipped"], "");
        // Its number is told, also after a reload.
        assert_eq!(page.text("#opening"), "Position 0");
        page.open();
        page.wait_for_text("#opening", |text| text == "Position 0");
        page.browser.click("#set-up");
        page.type_keys(&[Key::Escape]);
    });
}
