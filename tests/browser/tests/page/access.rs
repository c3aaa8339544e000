//! Nobody is kept from the page: what axe-core checks.

use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit, visit_and_be_refused};
use plyglot_browser_tests::server::{Server, example};

/// A game under way, a dialog, and an analysis.
fn check_states(look: Look) {
    visit_and_be_refused(Server::start(&["--game", "chess"]), look, |page| {
        let hand = if look.is_phone { Hand::Touch } else { Hand::Click };
        page.set_players("person", "person");
        for panel in ["time-panel", "record-panel"] {
            page.unfold(panel);
        }
        let start = "8/4P3/8/8/8/k7/8/7K w - - 0 1";
        page.import(start);
        page.wait_until("pawn", |shown| shown.cells[12] == "first P" && shown.state == "ready");
        page.point(hand, 12);
        check(page, "a pawn is picked up");
        page.point(hand, 4);
        check(page, "a dialog");
        page.press(hand, "#promotion [data-move='e7e8q']");
        page.wait_for_ply(1);
        check(page, "a game");
        page.browser.click("#analyse");
        page.wait_for_text("#lines", |text| !text.is_empty());
        page.wait_for_text("#wdl-text", |text| !text.is_empty());
        check(page, "an analysis");
        page.browser.click("#analyse");
        page.import("position startpos moves e2e4 e7e5 g1f3");
        page.wait_for_ply(3);
        page.browser.write("#sweep-time", "10");
        page.browser.click("#analyse-game");
        page.wait_until("curve", |_| page.is_visible("#curve"));
        page.wait_for_searches(0);
        page.browser.write("#move-input", "no move");
        page.browser.click("#move-form button");
        page.wait_until("notice", |shown| !shown.notice.is_empty());
        check(page, "a notice, branches and a curve");
        page.browser.click("#set-up");
        page.browser.select("#setup-start", "position");
        page.wait_until("editor", |_| page.is_visible("#editor [data-brush]"));
        check(page, "an editor");
    });
}

fn check_boards(look: Look) {
    visit(Server::start(&[]), look, |page| {
        for game in ["cfour", "tictactoe", "surakarta", "flipello", "breakthrough", "ataxx"] {
            page.browser.select("#game", game);
            page.wait_until("board", |shown| shown.state == "ready");
            play_one(page, game);
            check(page, game);
        }
    });
}

fn play_one(page: &Page, game: &str) {
    page.set_players("person", "person");
    let legal = Move::all(&page.position(game, None, &[]));
    page.play(Hand::Click, &legal, &legal[0]);
    page.wait_for_ply(1);
}

#[test]
fn in_light() {
    check_states(Look::DESK);
}

#[test]
fn in_dark() {
    check_states(Look::DESK.dark());
}

#[test]
fn on_a_phone() {
    check_states(Look::PHONE);
}

#[test]
fn on_a_phone_in_dark() {
    check_states(Look::PHONE.dark());
}

#[test]
fn all_boards() {
    check_boards(Look::DESK);
    check_boards(Look::DESK.dark());
    check_boards(Look::PHONE);
}

/// A board that is a text, and moves that are buttons.
#[test]
fn a_game_without_a_picture() {
    visit(Server::of(&example("nim"), &[]), Look::DESK, |page| {
        check(page, "a board of text");
    });
}
