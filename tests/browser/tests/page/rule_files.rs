//! Games whose rules are read from a file: hands, walls, promotions of all kinds, signs.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit, visit_and_be_refused, visit_with_people};
use plyglot_browser_tests::play::Plan;
use plyglot_browser_tests::server::Server;
use serde_json::json;

/// Plays the first plies of a game for both sides.
fn play(game: &str, look: Look, hand: Hand, seed: u64) {
    visit_with_people(Server::start(&["--game", game]), look, |page| {
        let plan = Plan { game, start: None, hand, has_engine: false, seed };
        let played = page.play_some(plan, 40);
        println!("{game}: {}", played.moves.join(" "));
        assert_eq!(page.moves(), played.moves);
        page.check_width();
    });
}

macro_rules! games {
    ($($test:ident: $game:literal, $look:ident, $hand:ident;)*) => { $(
        #[test]
        fn $test() {
            play($game, Look::$look, Hand::$hand, 3);
        }
    )* };
}

games! {
    crazyhouse_by_clicks: "crazyhouse", DESK, Click;
    crazyhouse_by_dragging: "crazyhouse", DESK, Drag;
    crazyhouse_by_keys: "crazyhouse", DESK, Keys;
    crazyhouse_by_touch: "crazyhouse", PHONE, Touch;
    shogi_by_dragging: "shogi", DESK, Drag;
    minishogi_by_touch: "minishogi", PHONE, Touch;
    kyotoshogi_by_clicks: "kyotoshogi", DESK, Click;
    xiangqi_by_clicks: "xiangqi", DESK, Click;
    xiangqi_by_touch: "xiangqi", PHONE, Touch;
    janggi_by_keys: "janggi", DESK, Keys;
    amazons_by_clicks: "amazons", DESK, Click;
    amazons_by_keys: "amazons", DESK, Keys;
    duck_by_dragging: "duck", DESK, Drag;
    seirawan_by_clicks: "seirawan", DESK, Click;
    sittuyin_by_clicks: "sittuyin", DESK, Click;
    makruk_by_dragging: "makruk", DESK, Drag;
}

/// A game that the program has never seen is played against its own engine.
#[test]
fn a_file_is_played_against_the_engine() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/messenger.ini");
    visit_with_people(Server::start(&["--variants", file]), Look::DESK, |page| {
        page.set_limit("nodes", 100);
        page.browser.select("#player-second", "0");
        let legal = Move::all(&page.position("messenger", None, &[]));
        let leap = legal.iter().find(|known| known.name == "d1d3").expect("two squares straight");
        page.play(Hand::Click, &legal, leap);
        let shown = page.wait_until("answer", |shown| shown.ply == 2 && shown.state == "ready");
        assert_eq!(shown.notice, "");
    });
}

/// A click on an empty square drops nothing that was not chosen.
#[test]
fn a_piece_of_the_hand_is_chosen_first() {
    visit_with_people(Server::start(&["--game", "crazyhouse"]), Look::DESK, |page| {
        page.import("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
        page.wait_until("hand", |shown| shown.state == "ready" && page.is_visible("#hand-first"));
        assert_eq!(page.text("#hand-first .count"), "1");
        page.point(Hand::Click, 36);
        assert_eq!(page.shown().ply, 0);
        page.press(Hand::Click, "#hand-first [data-held=\"P\"]");
        assert_eq!(page.shown().targets.len(), 33, "48 squares of six ranks, 14 pawns, a queen");
        page.point(Hand::Click, 36);
        page.wait_until("the pawn", |shown| shown.ply == 1 && shown.cells[36] == "first P");
        assert_eq!(page.property("#hand-first", "childElementCount"), json!(0));
        assert_eq!(page.property("#hand-second .held", "disabled"), json!(false));
    });
}

/// The square of an arrow is chosen after that of the queen, and can be put off.
#[test]
fn a_wall_is_put_after_the_move() {
    visit_with_people(Server::start(&["--game", "amazons"]), Look::DESK, |page| {
        // d1 to d7, an arrow to g7.
        page.point(Hand::Click, 93);
        page.point(Hand::Click, 33);
        let shown = page.wait_until("queen", |shown| shown.cells[33] == "first Q");
        assert!(shown.ply == 0 && shown.targets.contains(&36) && shown.targets.contains(&93));
        page.type_keys(&[fantoccini::key::Key::Escape]);
        page.point(Hand::Click, 0);
        page.wait_until("queen back", |shown| shown.cells[93] == "first Q");
        for cell in [93, 33, 36] {
            page.point(Hand::Click, cell);
        }
        let shown = page.wait_for_ply(1);
        assert_eq!((&*shown.cells[33], &*shown.cells[36]), ("first Q", "none *"));
    });
}

/// A small game of chess.
fn corners(files: usize) -> String {
    let back = &"rnbqkb"[..files];
    let (pawns, upper) = ("p".repeat(files), back.to_uppercase());
    let middle = format!("{files}/").repeat(files - 4);
    let start = format!("{back}/{pawns}/{middle}{}/{upper} w - - 0 1", pawns.to_uppercase());
    format!(
        "# Of a user.\n[corners:chess]\nmaxFile = {files}\nmaxRank = {files}\n\
         startFen = {start}\ncastling = false\ndoubleStep = false\n"
    )
}

/// Plays a move, which the engine answers.
fn play_on(page: &Page, plies: usize) {
    let asked = json!({ "game": "corners", "start": null, "moves": page.moves(), "rules": corners(if page.shown().cells.len() == 25 { 5 } else { 6 }) });
    let legal = Move::all(&page.ask("position", &asked));
    page.play(Hand::Click, &legal, &legal[0]);
    page.wait_for_ply(plies);
}

/// Two tabs have games of one name, and each plays its own: after a reload, too. A link takes it to
/// another profile.
#[test]
fn rules_that_are_dropped_are_played_in_their_tab() {
    let mut link = String::new();
    visit_and_be_refused(Server::start(&[]), Look::DESK, |page| {
        page.set_limit("nodes", 200);
        page.drop_file("corners.ini", &corners(5));
        page.wait_until("board", |shown| shown.state == "ready" && shown.cells.len() == 25);
        play_on(page, 2);
        let known = page.browser.windows();
        page.browser.run(async |client| client.new_window(true).await);
        let second = page.browser.new_window(&known);
        page.browser.go_to(&second);
        page.open();
        page.set_limit("nodes", 200);
        page.drop_file("corners.ini", &corners(6));
        page.wait_until("board", |shown| shown.state == "ready" && shown.cells.len() == 36);
        play_on(page, 2);
        page.browser.go_to(&known[0]);
        play_on(page, 4);
        page.open();
        page.wait_until("board", |shown| shown.ply == 4 && shown.cells.len() == 25);
        play_on(page, 6);
        page.import("[corners:chess]\nno such key = 1\n");
        page.wait_until("complaint", |shown| shown.notice.contains("such key"));
        page.import(&format!("[corners:chess]\n{}", "#".repeat(200 << 10)));
        page.wait_until("refusal", |shown| shown.notice.contains("at most 131072 bytes"));
        assert_eq!(page.shown().ply, 6);
        let text = page.wait_for_text("#export-link", |text| text.contains("#game="));
        link = text.split_once('#').map(|(_, game)| format!("#{game}")).expect("a fragment");
    });
    for server in [Server::start(&[]), Server::of_site()] {
        visit(server, Look::DESK, |page| {
            page.import(&link);
            page.wait_until("game", |shown| shown.ply == 6 && shown.cells.len() == 25);
        });
    }
}
