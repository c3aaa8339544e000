//! Several tabs at the same server.

use fantoccini::wd::WindowHandle;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit};
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::json;

fn windows(page: &Page) -> Vec<WindowHandle> {
    page.browser.run(async |client| client.windows().await)
}

fn go_to(page: &Page, window: &WindowHandle) {
    page.browser.run(async |client| client.switch_to_window(window.clone()).await);
}

/// The window that was opened last.
fn newest(page: &Page, known: &[WindowHandle]) -> WindowHandle {
    wait_for("new tab", || windows(page).into_iter().find(|window| !known.contains(window)))
}

fn play_the_first_move(page: &Page, game: &str) -> String {
    let legal = Move::all(&page.position(game, None, &page.moves()));
    page.play(Hand::Click, &legal, &legal[0]);
    legal[0].name.clone()
}

#[test]
fn two_tabs_play_two_games() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        let known = windows(page);
        page.set_players("person", "person");
        page.browser.run(async |client| client.new_window(true).await);
        let second = newest(page, &known);
        go_to(page, &second);
        page.open();
        page.browser.select("#game", "ataxx");
        page.wait_until("Ataxx", |shown| shown.cells.len() == 49 && shown.state == "ready");
        page.set_players("person", "person");
        let stone = play_the_first_move(page, "ataxx");
        page.wait_for_ply(1);
        go_to(page, &known[0]);
        assert_eq!(page.shown().ply, 0);
        let step = play_the_first_move(page, "chess");
        page.wait_for_ply(1);
        // Each has its own analysis, which pauses while the tab is hidden for long.
        page.browser.click("#analyse");
        page.wait_for_searches(1);
        go_to(page, &second);
        assert_eq!((page.shown().ply, page.moves()), (1, vec![stone]));
        page.browser.click("#analyse");
        page.wait_for_text("#lines", |text| !text.is_empty());
        page.browser.click("#analyse");
        go_to(page, &known[0]);
        assert_eq!(page.moves(), [step]);
        page.wait_for_text("#lines", |text| !text.is_empty());
        page.wait_for_searches(1);
        page.browser.click("#analyse");
        page.wait_for_searches(0);
    });
}

#[test]
fn a_duplicated_tab_is_another_game_from_there() {
    visit(Server::start(&["--game", "breakthrough"]), Look::DESK, |page| {
        let known = windows(page);
        page.set_players("person", "person");
        let step = play_the_first_move(page, "breakthrough");
        page.wait_for_ply(1);
        // A page that opens its own address gives the new tab a copy of what it keeps, as
        // duplicating does.
        page.browser.script("window.open(location.href)", json!([]));
        let copy = newest(page, &known);
        go_to(page, &copy);
        page.wait_for_ply(1);
        assert_eq!(page.moves(), [&*step]);
        let answer = play_the_first_move(page, "breakthrough");
        page.wait_for_ply(2);
        page.browser.click("#analyse");
        page.wait_for_searches(1);
        go_to(page, &known[0]);
        assert_eq!(page.shown().ply, 1);
        // Its search does not end that of the copy.
        page.browser.click("#analyse");
        page.wait_for_text("#lines", |text| !text.is_empty());
        assert_eq!(page.moves(), [&*step]);
        go_to(page, &copy);
        assert_eq!(page.moves(), [step, answer]);
        page.wait_for_text("#lines", |text| !text.is_empty());
        page.browser.run(async |client| client.close_window().await);
        go_to(page, &known[0]);
        // The search of a tab ends with it.
        page.wait_for_searches(1);
        page.browser.click("#analyse");
        page.wait_for_searches(0);
    });
}
