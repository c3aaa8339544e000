//! Whole games, in all the ways to play them.

use fantoccini::key::Key;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::Hand;
use plyglot_browser_tests::page::{Page, visit};
use plyglot_browser_tests::play::{Plan, Played};
use plyglot_browser_tests::server::Server;
use serde_json::json;

/// A late position of chess, so that games are short and pawns promote.
const LATE_CHESS: &str = "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1";

fn start(game: &str) -> Option<&'static str> {
    (game == "chess").then_some(LATE_CHESS)
}

/// Plays a game against an engine that is easily beaten.
fn play_an_engine(game: &str, look: Look, hand: Hand) {
    visit(Server::start(&["--game", game]), look, |page| {
        page.set_limit("nodes", 200);
        // At chess, a beginner would play on for long.
        if game != "chess" {
            page.browser.select("#strength-second", "level 0");
        }
        if let Some(start) = start(game) {
            page.import(start);
        }
        let plan = Plan { game, start: start(game), hand, has_engine: true, seed: 1 };
        check(page, game, &page.play_to_the_end(plan));
    });
}

/// Chooses a person for the second side.
fn choose_a_person_by_keys(page: &Page) {
    page.tab_to("#player-second");
    page.type_keys(&[Key::Home]);
    assert_eq!(page.text("#player-second"), "person");
}

/// Plays a game for both sides.
fn play_both(game: &str, look: Look, hand: Hand) {
    visit(Server::start(&["--game", game]), look, |page| {
        if hand == Hand::Keys {
            choose_a_person_by_keys(page);
        } else {
            page.set_players("person", "person");
        }
        if let Some(start) = start(game) {
            page.import(start);
        }
        check_room(page);
        let plan = Plan { game, start: start(game), hand, has_engine: false, seed: 2 };
        let played = page.play_to_the_end(plan);
        assert_eq!(page.moves(), played.moves);
        check_room(page);
        check(page, game, &played);
    });
}

/// Nothing is wider than the window, the board is seen as a whole, and its cells are large
/// enough for a finger.
fn check_room(page: &Page) {
    let script = "
        document.getElementById('board').scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const board = document.getElementById('board').getBoundingClientRect();
        const cell = document.querySelector('#board [data-cell]').getBoundingClientRect();
        const { scrollWidth } = document.documentElement;
        return [scrollWidth - innerWidth, board.left, innerWidth - board.right, board.top,
            innerHeight - board.bottom, cell.width - 24]";
    let found = page.browser.script(script, json!([]));
    let room = |i: usize| found[i].as_f64().expect("a number");
    assert!(room(0) <= 0.0, "the page is too wide by {}", room(0));
    let names = ["left", "right", "top", "bottom", "size of cells"];
    for (i, name) in names.iter().enumerate() {
        assert!(room(i + 1) >= 0.0, "{name}: {found}");
    }
}

fn check(page: &Page, game: &str, played: &Played) {
    println!("{game}: {} plies, {}", played.moves.len(), page.shown().status);
    if game == "chess" {
        let is_promotion = |name: &String| name.len() == 5;
        assert!(played.moves.iter().any(is_promotion), "{:?}", played.moves);
    }
}

macro_rules! games {
    ($($name:ident)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn by_clicks_against_an_engine() {
                play_an_engine(stringify!($name), Look::DESK, Hand::Click);
            }

            #[test]
            fn by_keys() {
                play_both(stringify!($name), Look::DESK, Hand::Keys);
            }

            #[test]
            fn by_touch_on_a_phone() {
                play_both(stringify!($name), Look::PHONE, Hand::Touch);
            }

            #[test]
            fn by_dragging() {
                play_both(stringify!($name), Look::DESK, Hand::Drag);
            }
        }
    )* };
}

games! { chess cfour tictactoe surakarta flipello breakthrough ataxx }
