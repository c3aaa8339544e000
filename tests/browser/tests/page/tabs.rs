//! Several tabs at the same server.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit};
use plyglot_browser_tests::server::Server;
use serde_json::json;

fn play_the_first_move(page: &Page, game: &str) -> String {
    let legal = Move::all(&page.position(game, None, &page.moves()));
    page.play(Hand::Click, &legal, &legal[0]);
    legal[0].name.clone()
}

#[test]
fn two_tabs_play_two_games() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        let known = page.browser.windows();
        page.set_players("person", "person");
        page.browser.run(async |client| client.new_window(true).await);
        let second = page.browser.new_window(&known);
        page.browser.go_to(&second);
        page.open();
        page.browser.select("#game", "ataxx");
        page.wait_until("Ataxx", |shown| shown.cells.len() == 49 && shown.state == "ready");
        page.set_players("person", "person");
        let stone = play_the_first_move(page, "ataxx");
        page.wait_for_ply(1);
        page.browser.go_to(&known[0]);
        assert_eq!(page.shown().ply, 0);
        let step = play_the_first_move(page, "chess");
        page.wait_for_ply(1);
        // Each has its own analysis, which pauses while the tab is hidden for long.
        page.browser.click("#analyse");
        page.wait_for_searches(1);
        page.browser.go_to(&second);
        assert_eq!((page.shown().ply, page.moves()), (1, vec![stone]));
        page.browser.click("#analyse");
        page.wait_for_text("#lines", |text| !text.is_empty());
        page.browser.click("#analyse");
        page.browser.go_to(&known[0]);
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
        let known = page.browser.windows();
        page.set_players("person", "person");
        let step = play_the_first_move(page, "breakthrough");
        page.wait_for_ply(1);
        // A page that opens its own address gives the new tab a copy of what it keeps, as
        // duplicating does.
        page.browser.script("window.open(location.href)", json!([]));
        let copy = page.browser.new_window(&known);
        page.browser.go_to(&copy);
        page.wait_for_ply(1);
        assert_eq!(page.moves(), [&*step]);
        let answer = play_the_first_move(page, "breakthrough");
        page.wait_for_ply(2);
        page.browser.click("#analyse");
        page.wait_for_searches(1);
        page.browser.go_to(&known[0]);
        assert_eq!(page.shown().ply, 1);
        // Its search does not end that of the copy.
        page.browser.click("#analyse");
        page.wait_for_text("#lines", |text| !text.is_empty());
        assert_eq!(page.moves(), [&*step]);
        page.browser.go_to(&copy);
        assert_eq!(page.moves(), [step, answer]);
        page.wait_for_text("#lines", |text| !text.is_empty());
        page.browser.run(async |client| client.close_window().await);
        page.browser.go_to(&known[0]);
        // The search of a tab ends with it.
        page.wait_for_searches(1);
        page.browser.click("#analyse");
        page.wait_for_searches(0);
    });
}
