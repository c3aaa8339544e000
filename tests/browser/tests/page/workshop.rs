//! Rules are written beside the board that plays by them.

use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::Hand;
use plyglot_browser_tests::page::{Page, visit, visit_and_be_refused, visit_with_people};
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::json;

/// Opens the workshop on a game between two people.
fn in_workshop(look: Look, test: impl FnOnce(&Page)) {
    visit(Server::start(&["--game", "chess"]), look, |page| {
        open_workshop(page);
        test(page);
    });
}

fn open_workshop(page: &Page) {
    page.set_players("person", "person");
    page.unfold("rules-panel");
    page.browser.click("#edit-rules");
    wait_for("the text", || written(page).contains("chess]").then_some(()));
}

fn written(page: &Page) -> String {
    page.property("#workshop-text", "value").as_str().unwrap_or_default().to_owned()
}

/// Writes a text as if it were typed at once.
fn write(page: &Page, text: &str) {
    let script = "const area = document.querySelector('#workshop-text'); \
        area.value = arguments[0]; area.dispatchEvent(new Event('input'));";
    page.browser.script(script, json!([text]));
}

fn play(page: &Page, text: &str) {
    let ply = page.shown().ply;
    page.browser.write("#move-input", text);
    page.browser.click("#move-form button");
    page.wait_for_ply(ply + 1);
}

fn choose_game(page: &Page, game: &str) {
    let script = "const select = document.querySelector('#game'); \
        select.value = arguments[0]; select.dispatchEvent(new Event('change'));";
    page.browser.script(script, json!([game]));
}

fn has_game(page: &Page, game: &str) -> bool {
    let script = "return document.querySelector(`#game option[value=${arguments[0]}]`) !== null";
    page.browser.script(script, json!([game])) == true
}

fn wait_for_written(page: &Page, part: &str) {
    wait_for("the text", || written(page).contains(part).then_some(()));
}

/// What a text means stands below it, before the words and the survey.
#[test]
fn the_rules_are_told_below_their_text() {
    in_workshop(Look::DESK, |page| {
        page.wait_for_text("#workshop #rules-body", |text| text.contains("Knight"));
        let script = "
            const top = id => document.getElementById(id).getBoundingClientRect().top;
            return [top('workshop-text'), top('rules-body'), top('words')]";
        let tops: Vec<f64> =
            serde_json::from_value(page.browser.script(script, json!([]))).expect("three numbers");
        assert!(tops.is_sorted(), "{tops:?}");
        page.browser.click("#workshop-close");
        assert!(page.is_visible(".side #rules-panel"));
    });
}

/// Neither another game on the board nor a reload loses what was written; a copy of a copied game
/// has another name.
#[test]
fn no_invention_is_lost() {
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        open_workshop(page);
        write(page, "[mine:chess]\nmaxRank = 8\n");
        page.wait_until("the game of the text", |_| page.text("#game") == "mine");
        write(page, "[mine:chess]\nmaxRank = 8\nno = 1\n");
        page.wait_for_text("#workshop-faults", |text| text.contains("'no'"));
        choose_game(page, "teeko");
        wait_for_written(page, "[my-teeko]");
        write(page, &format!("{}# once\n", written(page)));
        page.wait_until("a copy", |_| page.text("#game") == "my-teeko");
        choose_game(page, "teeko");
        wait_for_written(page, "[my-teeko-2]");
        // Nor may it take the name of another one.
        write(page, &written(page).replace("my-teeko-2", "my-teeko"));
        page.wait_for_text("#workshop-faults", |text| text.contains("another game"));
        page.open();
        page.wait_for_text("#workshop-faults", |text| text.contains("another game"));
        assert!(has_game(page, "mine") && has_game(page, "my-teeko"));
        choose_game(page, "chess");
        wait_for_written(page, "[my-chess]");
        choose_game(page, "mine");
        wait_for_written(page, "no = 1");
        page.browser.click("#workshop-drop");
        page.browser.script("document.execCommand('undo')", json!([]));
        page.wait_for_text("#workshop-said", |text| text.contains("has a fault"));
        page.browser.click("#workshop-drop");
        wait_for("the last text", || (!written(page).contains("no = 1")).then_some(()));
        page.browser.click("#workshop-remove");
        page.browser.click("#question [data-answer=remove]");
        page.wait_until("another game", |_| page.text("#game") == "chess");
        wait_for("the list", || (!has_game(page, "mine")).then_some(()));
        page.open();
        assert!(!has_game(page, "mine") && has_game(page, "my-teeko"));
    });
}

/// A first new name leaves the kept game as it was, and further ones leave no trail.
#[test]
fn another_name_is_another_game() {
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        open_workshop(page);
        let write = |text: &str, game: &str| {
            write(page, text);
            page.wait_until(game, |_| page.text("#game") == game);
        };
        write("[one:chess]\ndoubleStep = false\n", "one");
        // An invention, over which a kept text is pasted.
        page.browser.click("#invent-game");
        wait_for_written(page, "[my-game]");
        write("[one:chess]\ndoubleStep = false\n", "one");
        for name in ["t", "tw", "two"] {
            write(&format!("[{name}:chess]\ndoubleStep = false\n"), name);
        }
        write("[two:chess]\ndoubleStep = false\ncheckmateValue = win\n", "two");
        let is_played = || page.property("#workshop-copy", "disabled") == json!(false);
        wait_for("the last rules", || is_played().then_some(()));
        page.browser.click("#workshop-copy");
        page.wait_until("a copy", |_| page.text("#game") == "two-2");
        // Another text in its place.
        write("[three:chess]\ncastling = false\n", "three");
        page.open();
        let names = ["one", "t", "tw", "two", "two-2", "three"];
        let there = names.map(|name| has_game(page, name));
        assert_eq!(there, [true, false, false, true, true, true], "{names:?}");
        choose_game(page, "one");
        wait_for_written(page, "[one:chess]\ndoubleStep = false\n");
        assert!(!written(page).contains("checkmateValue"));
        // One of two games.
        let both = "[left:chess]\ndoubleStep = false\n[right:left]\ncastling = false\n";
        write(both, "right");
        choose_game(page, "one");
        choose_game(page, "right");
        wait_for_written(page, "[left:chess]");
        for name in ["n", "new"] {
            write(&both.replace("[right", &format!("[{name}")), name);
        }
        write(&both.replace("[right:", "[new:").replace("left", "far"), "new");
        wait_for("the other name", || has_game(page, "far").then_some(()));
        page.open();
        let names = ["left", "right", "n", "new", "far"];
        let there = names.map(|name| has_game(page, name));
        assert_eq!(there, [true, true, false, true, true], "{names:?}");
    });
}

/// What a rule forbids is left out only as long as it does.
#[test]
fn moves_come_back_with_their_rule() {
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        open_workshop(page);
        play(page, "a3");
        play(page, "e5");
        write(page, "[mine:chess]\ndoubleStep = false\n");
        page.wait_for_text("#workshop-said", |text| text.starts_with("1 move is left out"));
        page.wait_for_ply(1);
        write(page, "[mine:chess]\ndoubleStep = false\nnone = 1\n");
        page.wait_for_text("#workshop-said", |text| text.contains("has a fault"));
        assert_eq!(page.property("#workshop-link", "disabled"), json!(true));
        write(page, "[mine:chess]\ndoubleStep = true\n");
        page.wait_for_ply(2);
        assert_eq!(page.property("#workshop-link", "disabled"), json!(false));
        write(page, "");
        page.wait_for_text("#workshop-faults", |text| text.contains("name of a game in brackets"));
    });
}

/// Of the name, which the page knows, and of the lines below it, which the program reads.
#[test]
fn all_faults_are_told_at_once() {
    in_workshop(Look::DESK, |page| {
        write(page, "[ataxx:chess]\nmustDrop = no\nflagRegion = a9\n");
        let said = page.wait_for_text("#workshop-faults", |text| text.contains("another game"));
        assert!(said.contains("mustDrop") && said.contains("flagRegion"), "{said}");
        assert_eq!(page.property("#workshop-faults", "childElementCount"), 3);
    });
}

/// Whoever has no file begins with a small game, and with the words of the rules.
#[test]
fn a_game_is_invented_where_games_are_chosen() {
    visit_with_people(Server::start(&[]), Look::PHONE, |page| {
        page.browser.click("#invent-game");
        wait_for_written(page, "[my-game]");
        page.wait_until("a small board", |shown| shown.cells.len() == 25);
        page.browser.click("#words > summary");
        page.wait_for_text("#words-list", |text| text.contains("This many in a row win"));
        page.browser.write("#words-search", "row win");
        page.browser.click("[data-word=connectN]");
        wait_for_written(page, "\nconnectN = 0");
        page.wait_until("the game", |_| page.text("#workshop-faults").is_empty());
        check(page, "words of the rules");
        page.check_width();
    });
}

#[test]
fn a_change_of_a_rule_is_played_at_once() {
    // The server refuses moves that are no longer legal.
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        open_workshop(page);
        play(page, "e4");
        play(page, "e5");
        write(page, "[mine:chess]\nmaxRank = 8\nflagPiece = k\nflagRegionWhite = e2\n");
        page.wait_until("the game of the text", |_| page.text("#game") == "mine");
        // The moves are as legal as they were.
        assert_eq!(page.wait_for_ply(2).status, "White to move");
        play(page, "Ke2");
        page.wait_until("goal", |shown| shown.status.starts_with("White wins"));
        // A game in which a pawn goes one step keeps no more of them.
        write(page, "[mine:chess]\ndoubleStep = false\n");
        page.wait_for_ply(0);
        check(page, "the workshop");
        page.check_width();
    });
}

#[test]
fn what_is_wrong_is_marked_at_its_place() {
    in_workshop(Look::PHONE, |page| {
        write(page, "# Of mine\n[mine:chess]\nkngiht = n\n");
        let said = page.wait_for_text("#workshop-faults", |text| text.contains("kngiht"));
        assert!(said.contains("line 3, column 1") && said.contains("knight"), "{said}");
        assert_eq!(page.text(".marked-text mark"), "kngiht");
        page.browser.click("#workshop-faults button");
        let chosen = page.browser.script(
            "const { value, selectionStart, selectionEnd } = document.activeElement; \
             return value.slice(selectionStart, selectionEnd);",
            json!([]),
        );
        assert_eq!(chosen, "kngiht");
        // The board stays with the last text that was right.
        assert_eq!(page.text("#game"), "chess");
        check(page, "a fault");
        page.check_width();
    });
}

/// The whole game is in the link: rules, and moves. Who opens it has nothing else.
#[test]
fn a_link_brings_the_rules_to_a_friend() {
    let mut link = String::new();
    in_workshop(Look::DESK, |page| {
        write(page, "[mine:chess]\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n");
        page.wait_until("the game of the text", |_| page.text("#game") == "mine");
        play(page, "e4");
        page.unfold("record-panel");
        link = page.wait_for_text("#export-link", |text| text.contains("#game="));
    });
    let (_, game) = link.split_once('#').expect("a fragment");
    for server in [Server::start(&[]), Server::of_site()] {
        visit_and_be_refused(server, Look::PHONE, |page| {
            let address = format!("{}#{game}", page.server.address);
            page.browser.run(async |client| client.goto(&address).await);
            let shown = page.wait_until("the friend's board", |shown| shown.ply == 1);
            assert_eq!(page.text("#game"), "mine");
            assert_eq!(shown.cells.iter().filter(|cell| !cell.is_empty()).count(), 18);
            page.unfold("rules-panel");
            page.browser.click("#edit-rules");
            wait_for("the text", || written(page).starts_with("[mine:chess]").then_some(()));
            // Who goes on with that game has both, when the link comes again.
            write(page, "[mine:chess]\ndoubleStep = false\n");
            page.wait_for_ply(0);
            page.import(&format!("#{game}"));
            page.wait_until("the link's game", |_| page.text("#game") == "mine-2");
            assert!(has_game(page, "mine"));
        });
    }
}

/// By keys alone, on a phone: a survey is chosen, shows how far it is and is stopped, which keeps
/// what was played; another one of the same text takes its place. Both stay for the tab.
#[test]
fn a_survey_is_chosen_stopped_and_kept() {
    for server in [Server::start(&[]), Server::of_site()] {
        visit(server, Look::PHONE, |page| {
            choose_game(page, "breakthrough5");
            page.set_players("person", "person");
            page.press(Hand::Keys, "#rules-panel > summary");
            page.press(Hand::Keys, "#edit-rules");
            wait_for_written(page, "[my-breakthrough5");
            page.press(Hand::Keys, "#survey-choices > summary");
            page.browser.write("#survey-games", "5000");
            page.browser.write("#survey-nodes", "0");
            page.press(Hand::Keys, "#workshop-survey");
            page.wait_for_text("#survey-at", |text| text.contains(" of 45,000 games, about "));
            assert_eq!(page.text("#survey-nodes"), "1", "there is no player with fewer nodes");
            check(page, "a survey under way");
            page.press(Hand::Keys, "#workshop-survey");
            page.wait_for_text("#survey", |text| text.contains("White scores"));
            for (name, value) in [("games", "2"), ("seed", "7")] {
                page.browser.write(&format!("#survey-{name}"), value);
            }
            page.browser.click("#workshop-survey");
            page.wait_for_text("#survey", |text| text.contains("seed 7"));
            let shown = page.text("#survey");
            assert!(shown.contains("2 games between equals with 16 nodes"), "{shown}");
            assert_eq!(page.text("#survey-at"), "");
            assert!(!shown.contains("seed 1;"), "one survey of a text");
            page.browser.click("#survey details > summary");
            check(page, "a survey");
            // A reload loses neither the workshop nor the survey.
            page.open();
            page.wait_for_text("#survey-seed", |text| text == "7");
            page.wait_for_text("#survey", |text| text.contains("16 nodes a move, seed 7"));
        });
    }
}

/// Of fifty texts that follow each other at once, only the last is looked at.
#[test]
fn typing_does_not_disturb_the_board() {
    in_workshop(Look::DESK, |page| {
        let script = "
            const done = arguments[0];
            const area = document.querySelector('#workshop-text');
            const fetched = window.fetch;
            let asked = 0;
            window.fetch = (...all) => {
              asked += String(all[0]).includes('read_rules');
              return fetched(...all);
            };
            for (let i = 0; i < 50; i++) {
              area.value = `[mine${i}:chess]\nmaxRank = 8\n`;
              area.dispatchEvent(new Event('input'));
            }
            setTimeout(() => done(asked), 1000);";
        let asked = page.browser.run(async |client| client.execute_async(script, vec![]).await);
        page.wait_until("the last game", |_| page.text("#game") == "mine49");
        assert_eq!(asked, json!(1));
        let names = page.browser.script(
            "return [...new Set([...document.querySelectorAll('#game option')].map(o => o.value))].filter(name => /^mine/.test(name))",
            json!([]),
        );
        assert_eq!(names, json!(["mine49"]));
    });
}
