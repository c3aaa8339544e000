//! What players are used to: questions before a game ends, draws, rematches, hints, keys, the games that
//! one has played, and links.

use fantoccini::key::Key;
use fantoccini::wd::WindowHandle;
use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::Hand;
use plyglot_browser_tests::page::{Page, visit, visit_with_people};
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

fn with_people(test: impl FnOnce(&Page)) {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, test);
}

/// Types moves, one after another.
fn play(page: &Page, moves: &[&str]) {
    for text in moves {
        let ply = page.shown().ply;
        page.browser.write("#move-input", text);
        page.browser.click("#move-form button");
        page.wait_for_ply(ply + 1);
    }
}

fn asked(page: &Page) -> String {
    wait_for("question", || page.is_visible("#question").then_some(()));
    page.text("#question h2")
}

fn answer(page: &Page, answer: &str) {
    page.browser.click(&format!("#question [data-answer='{answer}']"));
    wait_for("end of the question", || (!page.is_visible("#question")).then_some(()));
}

#[test]
fn a_game_is_not_lost_by_one_key() {
    with_people(|page| {
        play(page, &["e4", "e5"]);
        // Neither side has more than its first move: nothing to lose.
        page.browser.click("#new-game");
        page.wait_for_ply(0);
        play(page, &["e4", "e5", "Nf3"]);
        page.tab_to("#new-game");
        page.type_keys(&[Key::Enter]);
        assert_eq!(asked(page), "This game is not over. Begin a new one?");
        check(page, "a question");
        // The answer that changes nothing has the focus.
        page.type_keys(&[Key::Enter]);
        wait_for("end of the question", || (!page.is_visible("#question")).then_some(()));
        assert_eq!(page.shown().ply, 3);
        page.browser.select("#game", "ataxx");
        asked(page);
        answer(page, "");
        assert_eq!((page.text("#game"), page.shown().ply), ("chess".to_owned(), 3));
        page.browser.click("#new-game");
        asked(page);
        answer(page, "new");
        page.wait_for_ply(0);
    });
}

#[test]
fn of_two_people_the_one_who_resigns_is_named() {
    with_people(|page| {
        play(page, &["e4", "e5", "Nf3"]);
        page.browser.click("#resign");
        asked(page);
        let offered =
            ["first", "second"].map(|side| page.text(&format!("#question [data-answer='{side}']")));
        assert_eq!(offered, ["White resigns", "Black resigns"]);
        // White does, though Black is to move.
        answer(page, "first");
        let shown = page.wait_until("end", |shown| shown.state == "over");
        assert_eq!(shown.status, "Black wins: white resigned");
        assert!(!page.is_visible("#resign") && page.is_visible("#rematch"));
    });
}

#[test]
fn against_an_engine_the_person_resigns() {
    visit(Server::start(&["--game", "chess"]), Look::PHONE, |page| {
        page.set_limit("nodes", 100);
        for ply in [2, 4] {
            page.point(Hand::Touch, [52, 62][ply / 2 - 1]);
            page.point(Hand::Touch, [36, 45][ply / 2 - 1]);
            page.wait_for_ply(ply);
        }
        page.press(Hand::Touch, "#resign");
        assert_eq!(asked(page), "Resign this game?");
        page.check_width();
        answer(page, "first");
        page.wait_until("end", |shown| shown.status == "Black wins: white resigned");
    });
}

/// A finger drags a piece; beside those that can move, it scrolls the page.
#[test]
fn a_finger_drags_or_scrolls() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::PHONE, |page| {
        let swipe = |from: u64, to: u64| {
            let [from, to] = [from, to].map(|cell| format!("#board [data-cell=\"{cell}\"]"));
            page.swipe(&from, &to);
        };
        swipe(52, 36);
        page.wait_for_ply(1);
        swipe(60, 28);
        let is_scrolled = || page.browser.script("return scrollY > 0", json!([])) == true;
        wait_for("the page below the board", || is_scrolled().then_some(()));
        assert_eq!(page.shown().ply, 1);
    });
}

#[test]
fn two_people_agree_to_a_draw() {
    with_people(|page| {
        play(page, &["e4"]);
        page.browser.click("#draw");
        assert_eq!(asked(page), "Black offers a draw. Does White accept?");
        answer(page, "");
        assert_eq!(page.shown().state, "ready");
        page.browser.click("#draw");
        asked(page);
        answer(page, "draw");
        page.wait_until("end", |shown| shown.status == "Draw: agreed");
        page.unfold("record-panel");
        page.wait_for_text("#export-game", |pgn| pgn.contains("[Result \"1/2-1/2\"]"));
        // It can be taken back.
        page.browser.click("#take-back");
        page.wait_for_ply(0);
        assert_eq!(page.shown().state, "ready");
    });
}

/// A queen wins against a bare king.
#[test]
fn an_engine_takes_a_draw_by_its_score() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.set_limit("nodes", 1000);
        for (start, is_taken) in
            [("7k/q7/8/8/8/8/8/7K w - - 0 1", false), ("7k/8/8/8/8/8/Q7/7K w - - 0 1", true)]
        {
            page.import_against_an_engine(start);
            let queen = usize::from(!start.starts_with("7k/q")) * 40 + 8;
            page.wait_until("position", |shown| {
                shown.state == "ready" && shown.cells[queen].to_lowercase().ends_with('q')
            });
            page.browser.click("#draw");
            assert_eq!(asked(page), "Offer Plyglot a draw?");
            answer(page, "draw");
            if is_taken {
                page.wait_until("draw", |shown| shown.status == "Draw: agreed");
            } else {
                page.wait_until("refusal", |shown| {
                    shown.status == "Plyglot declines the draw. White to move"
                });
                assert_eq!(page.shown().state, "ready");
            }
        }
    });
}

#[test]
fn a_rematch_changes_the_sides() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.set_limit("nodes", 100);
        page.browser.select("#strength-second", "level 3");
        page.point(Hand::Click, 52);
        page.point(Hand::Click, 36);
        page.wait_for_ply(2);
        page.browser.click("#resign");
        page.wait_until("end", |shown| shown.state == "over");
        page.browser.click("#rematch");
        // The engine has White now.
        page.wait_until("move", |shown| shown.ply == 1 && shown.state == "ready");
        assert_eq!(page.text("#player-second"), "person");
        assert_eq!(page.text("#player-first"), "0");
        assert_eq!(page.text("#strength-first"), "level 3");
        assert_eq!(page.property("#play", "dataset")["flipped"], "");
    });
}

/// While the engine thinks, a click and a drag say what is played next; another click takes it back.
#[test]
fn a_move_is_made_before_the_engine_has_answered() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.set_limit("movetime", 8000);
        page.point(Hand::Click, 52);
        page.point(Hand::Click, 36);
        page.wait_until("thought", |shown| shown.ply == 1 && shown.state == "thinking");
        let marks = || {
            let script = "return document.querySelectorAll('#board .mark.premove').length";
            page.browser.script(script, json!([]))
        };
        let cell = |cell: u64| format!("#board [data-cell=\"{cell}\"]");
        page.drag(&cell(48), &cell(32));
        assert_eq!(marks(), 2);
        page.point(Hand::Click, 28);
        assert_eq!(marks(), 0);
        page.point(Hand::Click, 62);
        page.point(Hand::Click, 45);
        assert_eq!((marks(), page.shown().ply), (json!(2), 1));
        // The knight goes to f3 as soon as Black has moved, whatever Black has played.
        page.wait_until("premove", |shown| shown.ply == 3 && shown.cells[45] == "first N");
        assert_eq!(marks(), 0);
    });
}

/// So is a drop: a click on the piece in the hand, and one on its square.
#[test]
fn a_drop_is_made_before_the_engine_has_answered() {
    visit(Server::start(&["--game", "crazyhouse"]), Look::DESK, |page| {
        page.import_against_an_engine(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1",
        );
        page.set_limit("movetime", 8000);
        page.wait_until("position", |shown| shown.state == "ready");
        page.point(Hand::Click, 52);
        page.point(Hand::Click, 36);
        page.wait_until("thought", |shown| shown.ply == 1 && shown.state == "thinking");
        let knight = "#hand-first [data-held='N']";
        page.browser.click(knight);
        assert_eq!(page.property(knight, "ariaPressed"), "true");
        page.point(Hand::Click, 44);
        let script = "return document.querySelectorAll('#board .mark.premove').length";
        assert_eq!(page.browser.script(script, json!([])), 1);
        page.wait_until("premove", |shown| shown.ply == 3 && shown.cells[44] == "first N");
    });
}

/// Where the duck goes is asked once the engine has moved it.
#[test]
fn a_move_made_before_may_need_a_wall() {
    visit(Server::start(&["--game", "duck"]), Look::DESK, |page| {
        page.set_limit("movetime", 5000);
        for cell in [52, 36, 24] {
            page.point(Hand::Click, cell);
        }
        page.wait_until("thought", |shown| shown.ply == 1 && shown.state == "thinking");
        // The pawn of the rook's file, whose way no sensible engine blocks.
        page.point(Hand::Click, 48);
        page.point(Hand::Click, 40);
        let question = "Now choose the square of the wall";
        page.wait_until("question", |shown| shown.ply == 2 && shown.status == question);
        page.point(Hand::Click, 32);
        page.wait_until("premove", |shown| shown.ply == 3 && shown.cells[40] == "first P");
    });
}

/// The rook mates on the last rank.
#[test]
fn a_hint_is_the_best_move() {
    with_people(|page| {
        page.import("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
        page.wait_until("rook", |shown| shown.cells[56] == "first R" && shown.state == "ready");
        page.type_text("h");
        page.wait_until("hint", |shown| shown.status == "Hint: Ra8#");
        page.wait_for_text("#announcer", |text| text == "Hint: Ra8#");
        let arrows = "return document.querySelectorAll('#board .way .shaft').length";
        assert_eq!(page.browser.script(arrows, json!([])), 1);
        page.wait_for_searches(0);
        play(page, &["Ra8"]);
        assert_eq!(page.browser.script(arrows, json!([])), 0);
        assert!(!page.is_visible("#hint"));
    });
}

/// It is said what went wrong, and whose turn it is, and not that there is no hint.
#[test]
fn a_hint_and_a_threat_that_fail_leave_the_turn() {
    with_people(|page| {
        let turn = page.shown().status;
        let script = "
            const fetched = window.fetch;
            window.fetch = (...all) => /api\\/(search|explain)/.test(String(all[0]))
              ? Promise.reject(new TypeError('gone')) : fetched(...all);";
        page.browser.script(script, json!([]));
        // Keys in a list of players choose one.
        page.browser.script("document.activeElement.blur()", json!([]));
        for key in ["h", "x"] {
            page.type_text(key);
            let shown = page.wait_until("notice", |shown| !shown.notice.is_empty());
            assert_eq!(shown.status, turn, "{key}: {}", shown.notice);
            page.browser.script("document.getElementById('notice').replaceChildren()", json!([]));
        }
    });
}

/// Scholar's mate is threatened, with its arrow; in check nothing can be.
#[test]
fn a_threat_is_told_and_drawn() {
    with_people(|page| {
        page.import("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
        page.wait_until("queen", |shown| shown.cells[45] == "first Q" && shown.state == "ready");
        page.browser.script("document.activeElement.blur()", json!([]));
        page.type_text("x");
        let text = "White threatens to win at once: Qxf7#, checkmate.";
        page.wait_until("threat", |shown| shown.status == text);
        page.wait_for_text("#announcer", |announced| announced == text);
        let arrows = "return document.querySelectorAll('#board .drawn.colour-R .shaft').length";
        assert_eq!(page.browser.script(arrows, json!([])), 1);
        page.import("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        page.wait_until("rook", |shown| shown.cells[52] == "second r" && shown.state == "ready");
        assert_eq!(page.browser.script(arrows, json!([])), 0);
        page.browser.click("#threat");
        let why = "No pass can show a threat, as white is in check.";
        page.wait_until("reason", |shown| shown.status == why);
        assert_eq!(page.browser.script(arrows, json!([])), 0);
    });
}

#[test]
fn scores_can_be_hidden_while_one_plays() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.set_limit("nodes", 1000);
        page.browser.click("#scores");
        page.open();
        page.point(Hand::Click, 52);
        page.point(Hand::Click, 36);
        page.wait_for_ply(2);
        page.wait_for_text("#depth-second", |text| text.contains("depth"));
        assert!(!page.is_visible("#depth-second") && !page.is_visible("#curve"));
        page.browser.click("#resign");
        page.wait_until("end", |shown| shown.state == "over");
        assert!(page.is_visible("#depth-second"));
    });
}

const ARROWS: [&str; 4] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/// Every key that a script of the page asks for is in its list, and the overlay tells them all.
#[test]
fn no_key_is_forgotten() {
    with_people(|page| {
        page.browser.script("document.activeElement.blur()", json!([]));
        page.type_text("?");
        wait_for("overlay", || page.is_visible("#keys-overlay").then_some(()));
        check(page, "the keys");
        let script = "return [...document.querySelectorAll('#keys-overlay kbd')].map(key => key.dataset.key)";
        let told = page.browser.script(script, json!([]));
        let told: BTreeSet<&str> =
            told.as_array().expect("a list").iter().filter_map(|key| key.as_str()).collect();
        let folder =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/page/board/src/page"));
        let mut found = BTreeSet::new();
        for file in std::fs::read_dir(folder).expect("the folder of the page") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            for line in text.lines() {
                let asked = ["key === \"", "key !== \""]
                    .iter()
                    .flat_map(|before| line.split(before).skip(1))
                    .filter_map(|rest| rest.split('"').next());
                let has_arrows = ARROWS.iter().any(|arrow| line.contains(arrow));
                let words = line.split(|c: char| !c.is_alphanumeric());
                let is_named = |word: &&str| {
                    ARROWS.contains(word) || (has_arrows && ["Home", "End"].contains(word))
                };
                found.extend(asked.map(str::to_owned));
                found.extend(words.filter(is_named).map(str::to_owned));
            }
        }
        assert!(found.len() > 8, "{found:?}");
        for key in &found {
            assert!(told.contains(&**key), "{key} is not among {told:?}");
        }
        page.type_keys(&[Key::Escape]);
        assert!(!page.is_visible("#keys-overlay"));
        // They act as the buttons that they are told with.
        play(page, &["e4", "e5"]);
        for (key, ply) in [(Key::Left, 1), (Key::Up, 0), (Key::Right, 1), (Key::Down, 2)] {
            page.browser.script("document.activeElement.blur()", json!([]));
            page.type_keys(&[key]);
            page.wait_for_ply(ply);
        }
        page.type_text("f");
        assert_eq!(page.property("#play", "dataset")["flipped"], "");
    });
}

/// Does what opens another tab, and goes there.
fn in_new_tab(page: &Page, open: impl FnOnce()) -> WindowHandle {
    let known = page.browser.windows();
    open();
    let new = page.browser.new_window(&known);
    page.browser.go_to(&new);
    new
}

/// The games in the list, once there are this many.
fn listed(page: &Page, count: usize) -> Vec<String> {
    page.unfold("kept-panel");
    let script =
        "return [...document.querySelectorAll('[data-kept]')].map(game => game.textContent)";
    wait_for(&format!("{count} kept games"), || {
        let found = page.browser.script(script, json!([]));
        let games: Vec<String> = serde_json::from_value(found).expect("texts");
        (games.len() == count).then_some(games)
    })
}

#[test]
fn games_are_there_after_their_tab() {
    with_people(|page| {
        let first = page.browser.windows()[0].clone();
        in_new_tab(page, || {
            page.browser.run(async |client| client.new_window(true).await);
        });
        page.open();
        page.set_players("person", "person");
        play(page, &["f3", "e5", "g4", "Qh4"]);
        wait_for("whole game", || {
            listed(page, 1)[0].contains("Person – Person, 0-1, 4 plies").then_some(())
        });
        page.browser.run(async |client| client.close_window().await);
        page.browser.go_to(&first);
        listed(page, 1);
        check(page, "the games that were played");
        // With the keyboard alone.
        page.tab_to("[data-kept]");
        page.type_keys(&[Key::Enter]);
        let shown = page.wait_until("game", |shown| shown.state == "over");
        assert_eq!((shown.ply, &*shown.status), (4, "Black wins: checkmate"));
        // It goes on as the same game.
        page.browser.click("#take-back");
        page.wait_for_ply(3);
        play(page, &["d5"]);
        wait_for("game that goes on", || listed(page, 1)[0].contains("*, 4 plies").then_some(()));
        page.browser.click("#new-game");
        asked(page);
        answer(page, "new");
        page.wait_for_ply(0);
        listed(page, 1);
        page.browser.click("[data-delete]");
        listed(page, 0);
    });
}

/// A duplicated tab is another game, and a game that is open elsewhere is a copy.
#[test]
fn tabs_do_not_overwrite_each_others_games() {
    with_people(|page| {
        let first = page.browser.windows()[0].clone();
        play(page, &["e4"]);
        listed(page, 1);
        in_new_tab(page, || {
            page.browser.script("window.open(location.href)", json!([]));
        });
        page.wait_for_ply(1);
        play(page, &["c5"]);
        listed(page, 2);
        page.browser.go_to(&first);
        play(page, &["e5", "Nf3"]);
        wait_for("both games", || {
            let games = listed(page, 2);
            let has = |plies: &str| games.iter().any(|game| game.contains(plies));
            (has("2 plies") && has("3 plies")).then_some(())
        });
    });
}

#[test]
fn the_list_of_games_is_bounded() {
    with_people(|page| {
        let script = "
            for (let i = 0; i < 150; i += 1) {
                localStorage.setItem(`plyglot.kept.old${i}`, `${i} {}`);
            }";
        page.browser.script(script, json!([]));
        play(page, &["e4"]);
        let script =
            "return Object.keys(localStorage).filter(key => key.startsWith('plyglot.kept.'))";
        let keys = wait_for("games that were dropped", || {
            let keys = page.browser.script(script, json!([]));
            keys.as_array().filter(|keys| keys.len() <= 100).cloned()
        });
        // The newest remain, and so does the page with what it cannot read.
        assert!(keys.contains(&json!("plyglot.kept.old149")));
        listed(page, 1);
    });
}

const MARKED: &str = "[Result \"0-1\"]\n\n1. f3 e5 2. g4! {bold} (2. d4!?) 2... Qh4# 0-1";

#[test]
fn marks_of_authors_and_engines_stand_apart() {
    with_people(|page| {
        page.import(MARKED);
        page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
        page.browser.write("#sweep-time", "100");
        page.browser.click("#analyse-game");
        wait_for("review", || page.is_visible("#review").then_some(()));
        let marks = |by: &str| {
            let script = "return [...document.querySelectorAll('#moves .move')]
                .filter(move => move.textContent.startsWith('g4'))
                .map(move => move.querySelector(arguments[0])?.textContent)[0]";
            page.browser.script(script, json!([format!(".{by}")]))
        };
        assert_eq!((marks("by-author"), marks("by-engine")), (json!("!"), json!("??")));
        // The author's stay in the record, beside the scores.
        page.unfold("record-panel");
        page.wait_for_text("#export-game", |pgn| {
            pgn.contains("2. g4 $1 {[%eval #-1] bold}")
                || pgn.contains("2.\ng4 $1 {[%eval #-1] bold}")
        });
    });
}

/// An author and an engine who agree say it once, and a comment is no star.
#[test]
fn a_move_has_one_mark_and_a_sign_of_its_comment() {
    with_people(|page| {
        page.import("[Result \"0-1\"]\n\n1. f3 e5 2. g4?? {bold} 2... Qh4# 0-1");
        page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
        page.browser.write("#sweep-time", "100");
        page.browser.click("#analyse-game");
        wait_for("review", || page.is_visible("#review").then_some(()));
        let script = "return [...document.querySelectorAll('#moves .move')]
            .filter(move => move.textContent.startsWith('g4'))
            .map(move => [move.textContent, move.querySelector('.has-comment svg')?.ariaLabel])[0]";
        assert_eq!(page.browser.script(script, json!([])), json!(["g4??", "with a comment"]));
    });
}

/// The link of the game on the board, after the address of its page.
fn link(page: &Page) -> String {
    page.unfold("record-panel");
    let link = page.wait_for_text("#export-link", |text| text.contains("#game="));
    link.split_once('#').map(|(_, game)| format!("#{game}")).expect("a fragment")
}

/// Opens a link in a tab.
fn follow(page: &Page, game: &str) {
    let address = format!("{}{game}", page.server.address);
    page.browser.run(async |client| client.goto(&address).await);
}

fn shows_the_game(page: &Page) {
    page.wait_until("game", |shown| shown.ply == 3 && shown.state == "ready");
    page.wait_for_text("#moves", |text| text.contains("1.f3e52.g4!2.d4!?2…Qh4#"));
    assert_eq!(page.text("#comment"), "bold");
    page.browser.click("#to-end");
    page.wait_until("end", |shown| shown.status == "Black wins: checkmate");
}

/// With comments, marks and branches: in another profile, and on the page without a server.
#[test]
fn a_link_has_the_whole_game() {
    let mut game = String::new();
    with_people(|page| {
        page.import(MARKED);
        page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
        for ply in 1..=3 {
            page.browser.click("#forward");
            page.wait_for_ply(ply);
        }
        game = link(page);
    });
    assert!(game.len() < 300, "{game}");
    for server in [Server::start(&[]), Server::of_site()] {
        visit(server, Look::PHONE, |page| {
            follow(page, &game);
            shows_the_game(page);
            // The address is that of the page again, so that a reload keeps what is played on.
            assert_eq!(page.browser.script("return location.hash", json!([])), "");
            page.import(&format!("https://example.org/{game}"));
            page.wait_until("game", |shown| shown.ply == 3);
        });
    }
}

/// Nothing of a broken link is believed, and a small link does not become large.
#[test]
fn broken_links_are_said_to_be_so() {
    with_people(|page| {
        let pack = "
            const [text, done] = arguments;
            const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
            new Response(packed).arrayBuffer().then(bytes => done(btoa(String.fromCharCode(...new Uint8Array(bytes)))
                .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')));";
        let packed = |text: &str| {
            let arguments = vec![json!(text)];
            let found =
                page.browser.run(async |client| client.execute_async(pack, arguments).await);
            found.as_str().expect("a text").to_owned()
        };
        let long =
            format!("{{\"game\":\"chess\",\"moves\":[],\"comment\":\"{}\"}}", "a".repeat(3 << 20));
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let games = [
            "AAAA".to_owned(),
            packed("null"),
            packed("{\"game\":\"chess\",\"moves\":[{\"name\":5}]}"),
            packed("{\"game\":\"chess\",\"moves\":{\"map\":1}}"),
            packed("{\"game\":\"chess\",\"moves\":[{\"name\":\"e2e4\",\"variations\":7}]}"),
            packed(&long),
            packed(&deep),
            "A".repeat(100_000),
        ];
        for game in games {
            page.import("e4 e5");
            page.wait_until("game", |shown| shown.ply == 2 && shown.notice.is_empty());
            page.import(&format!("#game={game}"));
            let shown = page.wait_until("notice", |shown| !shown.notice.is_empty());
            assert!(shown.notice.starts_with("The game in this link cannot be read"), "{shown:?}");
            assert_eq!(shown.ply, 2);
            page.browser.click("#notice button.quiet");
        }
    });
}

/// The texts are those of FEN: White may still castle on the king's side alone, and takes on d6.
#[test]
fn castling_and_en_passant_are_set_up() {
    with_people(|page| {
        page.import("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1");
        page.wait_until("position", |shown| shown.cells[27] == "second p");
        page.browser.click("#set-up");
        page.browser.select("#setup-start", "position");
        wait_for("rights", || page.is_visible("#editor-rights input").then_some(()));
        let labels = "return [...document.querySelectorAll('#editor-rights label')].map(label => label.textContent)";
        let labels = page.browser.script(labels, json!([]));
        assert_eq!(labels, json!(["White O-O", "White O-O-O", "Black O-O", "Black O-O-O"]));
        check(page, "castling in the editor");
        for right in ["Q", "k", "q"] {
            page.tab_to(&format!("#editor-rights [value='{right}']"));
            page.type_text(" ");
        }
        page.wait_for_text("#setup-position", |fen| fen.contains(" w K - "));
        page.browser.select("#editor-passed", "d6");
        page.wait_for_text("#setup-position", |fen| fen.contains(" w K d6 "));
        page.browser.select("#setup-side", "both");
        page.browser.click("#setup-start-game");
        page.wait_until("position", |shown| shown.cells[27] == "second p" && shown.ply == 0);
        play(page, &["exd6"]);
        page.wait_until("capture", |shown| shown.cells[27].is_empty());
        // Games without them have no boxes.
        page.browser.click("#set-up");
        page.browser.select("#setup-game", "xiangqi");
        page.browser.select("#setup-start", "position");
        wait_for("editor", || page.is_visible("#editor [data-brush]").then_some(()));
        assert!(!page.is_visible("#editor-rights") && !page.is_visible("#editor-passed"));
    });
}

/// The status says so until it is chosen, or the piece goes back. What is typed stays with its game.
#[test]
fn the_square_of_a_wall_is_asked_for() {
    with_people(|page| {
        page.browser.write("#move-input", "nothing");
        page.browser.select("#game", "duck");
        page.wait_for_text("#move-input", str::is_empty);
        page.wait_until("duck chess", |shown| shown.state == "ready" && shown.ply == 0);
        page.set_players("person", "person");
        page.point(Hand::Click, 52);
        page.point(Hand::Click, 36);
        page.wait_for_text("#status", |text| text == "Now choose the square of the wall");
        page.point(Hand::Click, 57);
        page.wait_for_text("#status", |text| text.starts_with("White to move"));
        page.point(Hand::Click, 52);
        page.point(Hand::Click, 36);
        page.point(Hand::Click, 40);
        page.wait_for_ply(1);
        page.wait_for_text("#status", |text| text.starts_with("Black to move"));
    });
}

/// A name stays until another position has one, and goes with its moves.
#[test]
fn openings_are_named() {
    with_people(|page| {
        assert!(!page.is_visible("#opening"));
        play(page, &["d4", "Nf6", "c4", "g6"]);
        page.wait_for_text("#opening", |name| name == "King's Indian Defence");
        play(page, &["a3"]);
        page.wait_for_text("#opening", |name| name == "King's Indian Defence");
        check(page, "an opening");
        page.browser.click("#to-start");
        wait_for("no name", || (!page.is_visible("#opening")).then_some(()));
    });
}

/// The scripts of the first move of chess are those that the page announces; the others wait.
#[test]
fn what_is_not_needed_waits() {
    with_people(|page| {
        play(page, &["e4"]);
        let script = "
            const name = address => new URL(address, location.href).pathname.split('/').at(-1);
            const announced = [...document.querySelectorAll('link[rel=modulepreload]')].map(link => name(link.href));
            const loaded = performance.getEntriesByType('resource').map(({ name: address }) => name(address))
                .filter(name => name.endsWith('.js'));
            return [[...announced, 'main.js'].sort(), [...new Set(loaded)].sort()];";
        let found = page.browser.script(script, json!([]));
        assert_eq!(found[0], found[1]);
        for later in
            ["boards", "editor", "german", "hint", "practice", "rulebook", "share", "watch"]
        {
            assert!(!found[1].to_string().contains(&format!("\"{later}.js\"")), "{later}");
        }
    });
}

fn number(page: &Page, script: &str) -> f64 {
    page.browser.script(&format!("return {script}"), json!([])).as_f64().expect("a number")
}

/// The rules are longer than the screen: the board stays beside them.
#[test]
fn the_board_stays_in_sight() {
    stays_in_sight(Look::DESK);
}

#[test]
fn the_board_stays_in_sight_on_a_small_notebook() {
    stays_in_sight(Look { width: 1366, height: 650, ..Look::DESK });
}

fn stays_in_sight(look: Look) {
    visit(Server::start(&["--game", "chess"]), look, |page| {
        page.unfold("rules-panel");
        page.wait_for_text("#rules-body", |text| text.len() > 1000);
        page.browser.script("scrollTo(0, document.documentElement.scrollHeight)", json!([]));
        wait_for("the end of the page", || (number(page, "scrollY") > 300.0).then_some(()));
        let [top, bottom] = ["top", "bottom"]
            .map(|edge| number(page, &format!("board.getBoundingClientRect().{edge}")));
        assert!(top >= 0.0 && bottom <= number(page, "innerHeight"), "{top} to {bottom}");
    });
}

#[test]
fn the_size_the_colours_and_the_pieces_of_the_board_are_chosen() {
    with_people(|page| {
        page.unfold("time-panel");
        let width = || number(page, "board.getBoundingClientRect().width");
        let colour = || {
            let script =
                "return getComputedStyle(document.querySelector('#board .square.dark')).fill";
            page.browser.script(script, json!([]))
        };
        let mut widths = Vec::new();
        for size in ["small", "medium", "large"] {
            page.browser.select("#board-size", size);
            widths.push(width());
            page.check_width();
        }
        assert!(widths.is_sorted_by(|a, b| a + 40.0 < *b), "{widths:?}");
        let script = "return Array.from(document.querySelector('#board-colours'), of => of.value)";
        let names = page.browser.script(script, json!([]));
        let names = names.as_array().expect("a list");
        let mut colours = BTreeSet::new();
        for name in names {
            page.browser.select("#board-colours", name.as_str().expect("a name"));
            colours.insert(colour().to_string());
        }
        assert!(colours.len() > 1 && colours.len() == names.len(), "{names:?}: {colours:?}");
        assert!(page.is_visible("#board .chessman path + path"));
        page.browser.select("#board-pieces", "plain");
        assert!(!page.is_visible("#board .chessman path + path"));
        check(page, "plain pieces");
        // All are kept.
        let last = colour();
        page.open();
        assert_eq!((width(), colour()), (widths[2], last));
        assert!(!page.is_visible("#board .chessman path + path"));
    });
}
