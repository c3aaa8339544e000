//! Whole games, in all the ways to play them.

use fantoccini::key::Key;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit, visit_with_people};
use plyglot_browser_tests::play::{Plan, Played};
use plyglot_browser_tests::process::wait_for;
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
            page.import_against_an_engine(start);
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
        page.check_width();
        check_board(page);
        let plan = Plan { game, start: start(game), hand, has_engine: false, seed: 2 };
        let played = page.play_to_the_end(plan);
        assert_eq!(page.moves(), played.moves);
        page.check_width();
        check_board(page);
        check(page, game, &played);
    });
}

/// The board is seen as a whole, and its cells are large enough for a finger.
fn check_board(page: &Page) {
    let script = "
        // A page scrolls by whole pixels, and the rows above the board, as high as their text, end
        // between two.
        const top = document.getElementById('board').getBoundingClientRect().top + scrollY;
        scrollTo({ top: Math.floor(top), behavior: 'instant' });
        const board = document.getElementById('board').getBoundingClientRect();
        const cell = document.querySelector('#board [data-cell]').getBoundingClientRect();
        return [board.left, innerWidth - board.right, board.top, innerHeight - board.bottom,
            cell.width - 24]";
    let found = page.browser.script(script, json!([]));
    for (i, name) in ["left", "right", "top", "bottom", "size of cells"].iter().enumerate() {
        assert!(found[i].as_f64().is_some_and(|room| room >= 0.0), "{name}: {found}");
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

/// Who cannot move has a button to pass.
fn pass(game: &str, start: &str, look: Look, hand: Hand) {
    visit_with_people(Server::start(&["--game", game]), look, |page| {
        page.import(start);
        page.wait_until("pass", |shown| shown.state == "ready" && page.is_visible("#passes"));
        let legal = Move::all(&page.position(game, Some(start), &[]));
        let [only] = &legal[..] else { panic!("only a pass: {legal:?}") };
        let before = page.shown();
        assert!(before.targets.is_empty(), "{before:?}");
        page.play(hand, &legal, only);
        let after = page.wait_for_ply(1);
        assert_eq!(after.cells, before.cells);
        assert_ne!(after.status, before.status);
        assert_eq!(page.moves(), [&*only.name]);
    });
}

/// White only has a move at g8, which Black does not have.
const OTHELLO_PASS: &str =
    "ppppppp1/pppppppP/pPpPPpPP/pPpPpPpP/pppPpPpP/pppPPPPP/pppPPPPP/1PPPPPPP b";
/// All within two steps of the only white stone is black.
const ATAXX_PASS: &str = "Ppp4/ppp4/ppp4/7/7/7/7 w - - 0 1";

#[test]
fn passes_at_othello() {
    pass("flipello", OTHELLO_PASS, Look::DESK, Hand::Click);
    pass("flipello", OTHELLO_PASS, Look::PHONE, Hand::Touch);
}

#[test]
fn passes_at_ataxx() {
    pass("ataxx", ATAXX_PASS, Look::DESK, Hand::Click);
    pass("ataxx", ATAXX_PASS, Look::DESK, Hand::Keys);
}

/// Each of the four pieces can be chosen, and the choice can be put off.
#[test]
fn a_pawn_becomes_what_is_chosen() {
    visit_with_people(Server::start(&[]), Look::DESK, |page| {
        for (hand, name, piece) in [
            (Hand::Click, "e7e8n", "first N"),
            (Hand::Keys, "e7e8b", "first B"),
            (Hand::Drag, "e7e8r", "first R"),
            (Hand::Click, "e7e8q", "first Q"),
        ] {
            let start = "8/4P3/8/8/8/k7/8/7K w - - 0 1";
            page.import(start);
            page.wait_until("pawn", |shown| shown.cells[12] == "first P" && shown.ply == 0);
            let legal = Move::all(&page.position("chess", Some(start), &[]));
            page.point(Hand::Click, 12);
            page.point(Hand::Click, 4);
            page.press(Hand::Click, "#promotion-cancel");
            assert_eq!(page.shown().ply, 0);
            // The pawn is still picked up.
            page.point(Hand::Click, 12);
            let chosen = legal.iter().find(|m| m.name == name).expect("a legal move");
            page.play(hand, &legal, chosen);
            page.wait_until(piece, |shown| shown.cells[4] == piece && shown.ply == 1);
        }
    });
}

fn open_editor(page: &Page) {
    page.browser.click("#set-up");
    page.browser.select("#setup-start", "position");
    page.wait_until("editor", |_| page.is_visible("#editor [data-brush]"));
}

fn edited(page: &Page) -> String {
    page.text("#setup-position")
}

/// A piece comes from the palette, goes to another cell, and leaves the board.
#[test]
fn positions_are_set_up_by_dragging() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        open_editor(page);
        let cell = |cell: u64| format!("#editor-board [data-cell=\"{cell}\"]");
        page.drag("[data-brush=\"Q\"]", &cell(36));
        wait_for("queen", || edited(page).contains("/4Q3/").then_some(()));
        page.drag(&cell(36), &cell(27));
        wait_for("queen", || edited(page).contains("/3Q4/8/").then_some(()));
        page.drag(&cell(59), "#editor-clear");
        let fen = "rnbqkbnr/pppppppp/8/3Q4/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        wait_for("queen that is gone", || (edited(page) == fen).then_some(()));
        // A board without a king is none, and the game says so.
        page.browser.click("#editor-clear");
        wait_for("complaint", || (!page.text("#setup-error").is_empty()).then_some(()));
        page.browser.click("#editor-start");
        wait_for("no complaint", || page.text("#setup-error").is_empty().then_some(()));
        page.drag(&cell(59), &cell(36));
        page.browser.select("#editor-side", "second");
        let fen = "rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1";
        wait_for("black to move", || (edited(page) == fen).then_some(()));
        page.browser.select("#setup-side", "both");
        page.browser.click("#setup-start-game");
        let shown = page.wait_until("position", |shown| shown.cells[36] == "first Q");
        assert!(shown.status.starts_with("Black to move"), "{}", shown.status);
    });
}

/// On a phone a piece is chosen, and then the cells; crazyhouse has hands.
#[test]
fn positions_are_set_up_by_touch() {
    visit(Server::start(&["--game", "crazyhouse"]), Look::PHONE, |page| {
        open_editor(page);
        page.press(Hand::Touch, "[data-brush=\"n\"]");
        for cell in [27, 28] {
            page.press(Hand::Touch, &format!("#editor-board [data-cell=\"{cell}\"]"));
        }
        wait_for("knights", || edited(page).contains("/3nn3/").then_some(()));
        page.press(Hand::Touch, "#editor-board [data-cell=\"28\"]");
        page.press(Hand::Touch, "#editor-hold");
        wait_for("hand", || edited(page).contains("[n] w").then_some(()));
        page.press(Hand::Touch, "#editor-hand-second [data-word]");
        wait_for("empty hand", || edited(page).contains("/3n4/").then_some(()));
        wait_for("empty hand", || edited(page).contains("[] w").then_some(()));
        page.check_width();
    });
}

#[test]
fn positions_are_set_up_by_keys() {
    visit_with_people(Server::start(&["--game", "tictactoe"]), Look::DESK, |page| {
        open_editor(page);
        page.press(Hand::Keys, "#editor-pieces [data-brush=\"P\"]");
        page.tab_to("#editor-board [data-cell]");
        page.type_keys(&[Key::Right, Key::Down, Key::Enter]);
        wait_for("cross", || edited(page).contains("3/1P1/3").then_some(()));
        page.browser.select("#editor-side", "second");
        wait_for("turn", || edited(page).contains(" b ").then_some(()));
        page.browser.click("#setup-start-game");
        page.wait_until("position", |shown| !shown.cells[4].is_empty());
    });
}

/// A handicap is a start that *Set up* lists; an ending is found by its name.
#[test]
fn games_begin_at_starts_with_names() {
    visit(Server::start(&["--game", "shogi"]), Look::DESK, |page| {
        page.browser.click("#set-up");
        page.browser.select("#setup-start", "named Two pieces");
        assert_eq!(page.text("#setup-start"), "named Two pieces");
        page.browser.select("#setup-side", "both");
        page.browser.click("#setup-start-game");
        let shown = page.wait_until("handicap", |shown| shown.cells[10].is_empty());
        assert!(shown.cells[16].is_empty() && shown.cells[70] == "first R", "{shown:?}");
        page.wait_for_text("#opening", |name| name == "Two pieces (二枚落ち)");
        page.browser.click("#find-game");
        page.browser.write("#games-search", "lucena");
        page.browser.click("#games-list [data-start='Lucena']");
        let shown = page.wait_until("ending", |shown| shown.cells.len() == 64);
        let pieces = shown.cells.iter().filter(|cell| !cell.is_empty());
        assert_eq!(pieces.count(), 5, "{shown:?}");
    });
}

/// White's king is clicked onto the rook of its side, Black's is dragged onto the other one.
#[test]
fn a_king_castles_onto_its_rook() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        for game in ["chess", "chess960"] {
            page.browser.select("#game", game);
            page.wait_until("new game", |shown| shown.ply == 0 && shown.state == "ready");
            page.import("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
            page.wait_until("kings", |shown| {
                shown.cells[60] == "first K" && shown.cells[3].is_empty()
            });
            page.point(Hand::Click, 60);
            page.point(Hand::Click, 63);
            page.wait_until(game, |shown| {
                shown.ply == 1 && shown.cells[62] == "first K" && shown.cells[61] == "first R"
            });
            page.drag("#board [data-cell=\"4\"]", "#board [data-cell=\"0\"]");
            page.wait_until(game, |shown| {
                shown.ply == 2 && shown.cells[2] == "second k" && shown.cells[3] == "second r"
            });
            page.browser.click("#new-game");
            page.wait_until("new game", |shown| shown.ply == 0 && shown.state == "ready");
        }
    });
}

/// Discs stand beside the players where they decide; d3 turns one over.
#[test]
fn what_a_game_counts_stands_beside_the_players() {
    visit_with_people(Server::start(&["--game", "othello"]), Look::PHONE, |page| {
        page.import("d3");
        page.wait_for_ply(1);
        page.wait_for_text("#counted-first", |text| text == "4 discs");
        page.wait_for_text("#counted-second", |text| text == "1 disc");
        page.check_width();
        page.browser.select("#game", "chess");
        page.wait_until("chess", |shown| shown.cells.contains(&"first K".to_owned()));
        assert_eq!(page.text("#counted-first"), "");
    });
}

/// On a phone, a board of 19 lines has cells of less than 24 pixels: a finger taps twice.
#[test]
fn a_tap_on_a_small_cell_is_confirmed() {
    visit_with_people(Server::start(&["--game", "pente"]), Look::PHONE, |page| {
        page.point(Hand::Touch, 180);
        page.wait_for_text("#status", |text| text.starts_with("Tap the same place again"));
        page.point(Hand::Touch, 161);
        assert_eq!(page.shown().ply, 0);
        page.point(Hand::Touch, 161);
        page.wait_until("a stone", |shown| {
            shown.ply == 1 && shown.cells[161].starts_with("first ") && shown.cells[180].is_empty()
        });
    });
    // A mouse does not miss.
    let small = Look { width: 500, height: 500, ..Look::DESK };
    visit_with_people(Server::start(&["--game", "pente"]), small, |page| {
        page.point(Hand::Click, 180);
        page.wait_for_ply(1);
    });
}

/// Hex has no draws, so none can be offered.
#[test]
fn a_draw_is_offered_where_the_rules_have_one() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        assert!(page.is_visible("#draw"));
        page.browser.select("#game", "hex");
        page.wait_until("hex", |shown| shown.cells.len() == 121 && shown.state == "ready");
        assert!(!page.is_visible("#draw") && page.is_visible("#resign"));
    });
}
