//! The page without a server: `make site` makes it.

use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit, visit_and_miss_a_file, visit_with_people};
use plyglot_browser_tests::play::Plan;
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::json;

/// A late position of chess, so that games are short.
const LATE_CHESS: &str = "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1";

/// Chooses a game, whose engine is easily beaten.
fn choose(page: &Page, game: &str) {
    page.browser.select("#game", game);
    page.wait_until("board", |shown| shown.state == "ready" && shown.ply == 0);
    page.set_limit("nodes", 200);
    page.browser.select("#strength-second", "level 0");
}

/// Plays whole games against the engine.
fn play(games: &[&str], look: Look, hand: Hand) {
    visit(Server::of_site(), look, |page| {
        for &game in games {
            choose(page, game);
            let start = (game == "chess").then_some(LATE_CHESS);
            start.into_iter().for_each(|start| page.import_against_an_engine(start));
            page.check_width();
            let plan = Plan { game, start, hand, has_engine: true, seed: 1 };
            let played = page.play_to_the_end(plan);
            println!("{game}: {} plies, {}", played.moves.len(), page.shown().status);
        }
    });
}

#[test]
fn whole_games_by_clicks() {
    play(&["chess", "cfour", "tictactoe", "surakarta"], Look::DESK, Hand::Click);
}

#[test]
fn whole_games_on_a_phone() {
    play(&["chess", "flipello", "breakthrough", "ataxx"], Look::PHONE, Hand::Touch);
}

/// A game whose rules are a text, of each size of board.
#[test]
fn games_of_files_are_searched() {
    visit(Server::of_site(), Look::DESK, |page| {
        for game in ["crazyhouse", "xiangqi"] {
            choose(page, game);
            let legal = Move::all(&page.position(game, None, &[]));
            page.play(Hand::Click, &legal, &legal[0]);
            page.wait_for_ply(2);
        }
    });
}

/// A file of rules that is dropped on the page: its game is played, also after a reload.
#[test]
fn a_game_comes_by_its_rules() {
    const RULES: &str = "# Of a user.\n[corners:chess]\nmaxFile = 5\nmaxRank = 5\n\
        startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\ncastling = false\ndoubleStep = false\n";
    visit(Server::of_site(), Look::DESK, |page| {
        page.drop_file("corners.ini", RULES);
        page.wait_until("board", |shown| shown.state == "ready" && shown.cells.len() == 25);
        page.set_limit("nodes", 200);
        for ply in [2, 4] {
            let moves = page.moves();
            let asked = json!({ "game": "corners", "moves": moves, "rules": RULES });
            let legal = Move::all(&page.ask("position", &asked));
            page.play(Hand::Click, &legal, &legal[0]);
            page.wait_for_ply(ply);
            page.open();
        }
        page.import("[corners:chess]\nno such key = 1\n");
        page.wait_until("complaint", |shown| !shown.notice.is_empty());
    });
}

/// A search that has begun ends at once, and another one begins after it.
#[test]
fn a_search_is_stopped() {
    visit(Server::of_site(), Look::DESK, |page| {
        page.set_limit("movetime", 3_600_000);
        page.set_players("0", "0");
        page.wait_until("search", |shown| shown.state == "thinking");
        page.wait_for_text("#depth-first", |text| !text.is_empty());
        page.browser.click("#pause");
        page.wait_until("pause", |shown| shown.state == "paused");
        page.set_limit("movetime", 10);
        page.browser.click("#pause");
        page.wait_until("game that goes on", |shown| shown.ply >= 2);
    });
}

/// Its worker keeps the table, so the same search has less left to do than at first.
#[test]
fn a_search_that_is_stopped_keeps_its_table() {
    let script = "
        return import('./api.js').then(async ({ stream }) => {
            const nodes = async (game, limits, depth) => {
                const stop = new AbortController();
                const asked = { game, start: null, moves: [], lines: 1, limits };
                let searched = 0;
                for await (const event of stream('search', asked, stop.signal)) {
                    searched = event.nodes ?? searched;
                    if (event.lines?.[0].depth >= depth) {
                        stop.abort();
                        break;
                    }
                }
                return searched;
            };
            const first = await nodes('chess', { depth: 13 });
            // Another game clears the table.
            await nodes('tictactoe', { depth: 1 });
            await nodes('chess', {}, 13);
            return [first, await nodes('chess', { depth: 13 })];
        });";
    visit(Server::of_site(), Look::DESK, |page| {
        let nodes = page.browser.script(script, json!([]));
        let [first, again] = [0, 1].map(|i| nodes[i].as_u64().expect("a number of nodes"));
        println!("{first} nodes at first, {again} after a stop");
        assert!(again < first);
    });
}

#[test]
fn positions_games_and_moves_are_analysed() {
    visit_with_people(Server::of_site(), Look::DESK, |page| {
        page.import("position startpos moves e2e4 e7e5 g1f3 g8h6");
        page.wait_for_ply(4);
        let is_analysed = |text: &str| text.starts_with("depth ");
        page.browser.click("#analyse");
        page.wait_for_text("#analysis-numbers", is_analysed);
        // The search of another position ends that of this one.
        page.browser.click("#moves [data-node='1']");
        page.wait_for_ply(1);
        page.wait_for_text("#analysis-numbers", is_analysed);
        page.browser.click("#analyse");
        page.browser.write("#sweep-time", "50");
        page.browser.click("#analyse-game");
        wait_for("review", || page.is_visible("#review").then_some(()));
        page.browser.click("#why");
        wait_for("explanation", || page.is_visible("#explanation li").then_some(()));
        page.unfold("record-panel");
        for words in ["1. e4 {[%eval ", " 2. Nf3 {[%eval "] {
            page.wait_for_words("#export-game", words);
        }
        // There is no match, and no other engine.
        assert!(!page.is_visible("#watch-panel"));
        let engines = "return document.querySelector('#analysis-engine').length";
        assert_eq!(page.browser.script(engines, json!([])), json!(1));
    });
}

#[test]
fn nobody_is_kept_out() {
    for look in [Look::DESK, Look::PHONE] {
        visit_with_people(Server::of_site(), look, |page| {
            page.browser.click("#analyse");
            page.wait_for_text("#analysis-numbers", |text| text.starts_with("depth "));
            check(page, "an analysis");
        });
    }
}

/// A worker whose file is missing says so, in chess too, and another one takes its place.
#[test]
fn a_worker_that_fails_is_replaced() {
    for (game, file) in [("surakarta", "surakarta.data"), ("chess", "chess.data")] {
        visit_and_miss_a_file(Server::of_site_without(file), Look::DESK, |page| {
            choose(page, game);
            let legal = Move::all(&page.position(game, None, &[]));
            page.play(Hand::Click, &legal, &legal[0]);
            page.wait_until("notice", |shown| shown.notice.contains(file));
            choose(page, "breakthrough");
            let legal = Move::all(&page.position("breakthrough", None, &[]));
            page.play(Hand::Click, &legal, &legal[0]);
            page.wait_for_ply(2);
        });
    }
}

/// The network of chess is for those who play chess against an engine.
#[test]
fn nobody_else_needs_the_network_of_chess() {
    visit_and_miss_a_file(Server::of_site_without("chess.data"), Look::DESK, |page| {
        choose(page, "breakthrough");
        let legal = Move::all(&page.position("breakthrough", None, &[]));
        page.play(Hand::Click, &legal, &legal[0]);
        page.wait_for_ply(2);
        choose(page, "chess");
        page.set_players("person", "person");
        page.import("position startpos moves e2e4 e7e5");
        page.wait_for_ply(2);
    });
}

/// The page, and games that were not played before.
#[test]
fn it_works_without_a_network() {
    visit(Server::of_site(), Look::DESK, |page| {
        let script = "
            const [done] = arguments;
            navigator.serviceWorker.ready.then(({ active }) => {
                const isControlled = () => navigator.serviceWorker.controller
                    ? done(active.state) : setTimeout(isControlled, 20);
                isControlled();
            });";
        page.browser.run(async |client| client.execute_async(script, Vec::new()).await);
        let games = ["chess", "surakarta"];
        let play = || {
            for game in games {
                choose(page, game);
                let legal = Move::all(&page.position(game, None, &[]));
                page.play(Hand::Click, &legal, &legal[0]);
                page.wait_for_ply(2);
            }
        };
        play();
        let script = "
            const [done] = arguments;
            (async () => {
                const all = await Promise.all((await caches.keys()).map(name => caches.open(name)));
                const requests = await Promise.all(all.map(cache => cache.keys()));
                done(requests.flat().map(({ url }) => url.split('/').pop()).filter(name => name.endsWith('.data')).sort());
            })();";
        let kept = page.browser.run(async |client| client.execute_async(script, Vec::new()).await);
        assert_eq!(
            kept,
            json!(games.map(|game| format!("{game}.data"))),
            "data of games that were not played"
        );
        page.server.stop();
        page.open();
        play();
    });
}
