//! Games that are interrupted: by a reload of the page, and by an engine that dies.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit};
use plyglot_browser_tests::process;
use plyglot_browser_tests::server::Server;

/// Longer than any test: the engine moves when it is told to.
const ENDLESS: u64 = 80_000_000;

/// Plays the first legal move for each turn of the person, until this many plies are played.
fn play(page: &Page, game: &str, plies: usize) -> Vec<String> {
    loop {
        let shown = page.wait_until("turn", |shown| shown.state == "ready");
        let moves = page.moves();
        if shown.ply >= plies {
            return moves;
        }
        let legal = Move::all(&page.position(game, None, &moves));
        page.play(Hand::Click, &legal, &legal[0]);
        page.wait_until("answer", |next| next.ply > shown.ply && next.state == "ready");
    }
}

fn reload(page: &Page) {
    page.browser.run(async |client| client.refresh().await);
}

#[test]
fn a_reload_keeps_the_game_and_the_engine_goes_on() {
    visit(Server::start(&["--game", "flipello"]), Look::DESK, |page| {
        page.set_limit("nodes", 300);
        page.browser.select("#strength-second", "level 3");
        let moves = play(page, "flipello", 6);
        let position = page.position("flipello", None, &moves);
        page.compare(&position);
        reload(page);
        let after = page.wait_until("turn", |shown| shown.state == "ready");
        assert_eq!(after.ply, moves.len());
        page.compare(&position);
        assert_eq!(page.moves(), moves);
        assert_eq!(page.text("#player-first"), "person");
        assert_eq!(page.text("#strength-second"), "level 3");
        assert_eq!(page.text("#game"), "flipello");
        let more = play(page, "flipello", moves.len() + 2);
        assert_eq!(more[..moves.len()], moves);
    });
}

#[test]
fn a_reload_while_the_engine_thinks_has_it_think_again() {
    visit(Server::start(&["--game", "surakarta"]), Look::DESK, |page| {
        page.set_limit("nodes", ENDLESS);
        let legal = Move::all(&page.position("surakarta", None, &[]));
        page.play(Hand::Click, &legal, &legal[3]);
        page.wait_until("search", |shown| shown.state == "thinking");
        page.wait_for_searches(1);
        reload(page);
        let shown = page.wait_until("search", |shown| shown.state == "thinking");
        assert_eq!(shown.ply, 1);
        // That of the page before has ended.
        page.wait_for_searches(1);
        page.browser.click("#pause");
        page.wait_until("pause", |shown| shown.state == "paused");
        page.set_limit("nodes", 100);
        page.browser.click("#pause");
        page.wait_for_ply(2);
        assert_eq!(page.moves()[0], legal[3].name);
        page.wait_for_searches(0);
    });
}

#[test]
fn an_engine_that_is_killed_is_said_and_the_game_goes_on() {
    visit(Server::start(&["--game", "surakarta"]), Look::DESK, |page| {
        page.set_limit("nodes", 100);
        play(page, "surakarta", 4);
        page.browser.click("#new-game");
        page.browser.click("[data-answer='new']");
        page.wait_for_ply(0);
        page.set_limit("movetime", ENDLESS);
        let legal = Move::all(&page.position("surakarta", None, &[]));
        page.play(Hand::Click, &legal, &legal[0]);
        page.wait_until("search", |shown| shown.state == "thinking");
        page.wait_for_searches(1);
        let engines = page.server.engines();
        let [engine] = engines[..] else { panic!("one engine: {engines:?}") };
        process::signal(engine, "KILL");
        let shown = page.wait_until("notice", |shown| !shown.notice.is_empty());
        assert!(shown.notice.contains("Plyglot failed"), "{}", shown.notice);
        assert!(page.is_visible("#notice"));
        page.wait_for_text("#announcer", |text| text.contains("Plyglot failed"));
        assert_eq!(shown.state, "thinking");
        process::wait_for("new engine", || match page.server.engines()[..] {
            [new] if new != engine => Some(()),
            _ => None,
        });
        page.browser.click("#pause");
        page.wait_until("pause", |shown| shown.state == "paused");
        page.set_limit("nodes", 100);
        page.browser.click("#pause");
        page.wait_for_ply(2);
        play(page, "surakarta", 4);
    });
}
