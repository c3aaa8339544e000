//! The page in another language than English.

use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit, visit_and_be_refused, visit_with_people};
use plyglot_browser_tests::server::Server;
use serde_json::{Value, json};

/// Chooses a language as a person does, and waits for the page that comes then.
fn choose(page: &Page, language: &str) {
    page.unfold("time-panel");
    page.browser.select("#language", language);
    page.wait_until("language", |shown| {
        page.property("html", "lang") == language && shown.state != "loading"
    });
}

/// The texts of a language, as `name type number-of-parts`.
fn names(page: &Page, language: &str) -> Value {
    let script = "
        const [file, name, done] = arguments;
        const kind = value => typeof value === 'function' ? `function ${value.length}`
            : Array.isArray(value) ? `list ${value.length}`
            : typeof value === 'object' ? Object.keys(value).join() : typeof value;
        import(new URL(`${file}.js`, location.href)).then(
            ({ [name]: texts }) => done(Object.entries(texts).map(([key, value]) => `${key} ${kind(value)}`).sort()),
            error => done(String(error)));";
    let arguments = vec![json!(language), json!(language)];
    page.browser.run(async |client| client.execute_async(script, arguments).await)
}

#[test]
fn both_languages_have_the_same_texts() {
    visit(Server::start(&[]), Look::DESK, |page| {
        let (english, german) = (names(page, "english"), names(page, "german"));
        assert!(english.as_array().is_some_and(|names| names.len() > 150), "{english}");
        assert_eq!(english, german);
    });
}

/// Texts, labels and titles that are English where German has other words for them.
fn english_left(page: &Page) -> Value {
    let script = "
        const done = arguments[0];
        const load = name => import(new URL(`${name}.js`, location.href));
        Promise.all([load('english'), load('german')]).then(([{ english }, { german }]) => {
            const fixed = Object.entries(english).filter(([key, text]) => typeof text === 'string' && key !== 'languageName');
            const words = new Set(fixed.map(([, text]) => text));
            // Some words are the same in German.
            Object.values(german).forEach(text => words.delete(text));
            const said = [...document.querySelectorAll('body *')].flatMap(element => [
                ...[...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data.trim()),
                element.getAttribute('aria-label'), element.getAttribute('title')]);
            done(said.filter(text => words.has(text)));
        }, error => done(String(error)));";
    page.browser.run(async |client| client.execute_async(script, Vec::new()).await)
}

/// The choice stays, the game stays, and ends of games are also German.
#[test]
fn the_page_speaks_german() {
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.set_players("person", "person");
        page.import("e4 e5");
        page.wait_for_ply(2);
        choose(page, "de");
        let shown = page.wait_for_ply(2);
        assert_eq!(shown.status, "Weiß ist am Zug");
        assert_eq!(page.text("#game option[value=checkers]"), "Englische Dame");
        for panel in ["time-panel", "record-panel"] {
            page.unfold(panel);
        }
        assert_eq!(english_left(page), json!([]));
        page.browser.write("#move-input", "Ke4");
        page.browser.click("#move-form button");
        page.wait_until("notice", |shown| shown.notice.contains("kein erlaubter Zug"));
        page.import("f3 e5 g4 Qh4");
        let shown = page.wait_until("mate", |shown| shown.state == "over");
        assert_eq!(shown.status, "Schwarz gewinnt: Schachmatt");
        page.browser.click("#set-up");
        page.browser.select("#setup-start", "position");
        page.wait_until("editor", |_| page.is_visible("#editor [data-brush]"));
        page.browser.click("#editor-clear");
        page.wait_for_text("#setup-error", |text| text.starts_with("expected "));
        assert_eq!(english_left(page), json!([]));
        check(page, "the editor in German");
        page.browser.click("#setup-cancel");
        choose(page, "en");
        page.wait_until("mate", |shown| shown.status == "Black wins: checkmate");
    });
}

/// What is wrong is told in English, but where it is in German.
#[test]
fn faults_of_rules_have_german_places() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        choose(page, "de");
        page.unfold("rules-panel");
        page.browser.click("#edit-rules");
        page.wait_for_text("#workshop-text", |text| text.contains("chess]"));
        let script = "const area = document.querySelector('#workshop-text'); \
            area.value += 'mustDrop = no'; area.dispatchEvent(new Event('input'));";
        page.browser.script(script, json!([]));
        page.wait_for_words("#workshop-faults", "mustDrop: expected 'false' or 'true'");
        assert!(page.text("#workshop-faults").starts_with("Zeile "));
    });
}

/// Springer, Läufer, Dame, Turm: as players in German write moves, and as the page shows them.
#[test]
fn moves_of_chess_have_german_letters() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        choose(page, "de");
        page.import("e4 e5 Sf3 Sc6");
        page.wait_for_ply(4);
        for (typed, name) in [("Lb5", "f1b5"), ("Dh4", "d8h4")] {
            let ply = page.shown().ply;
            page.browser.write("#move-input", typed);
            page.browser.click("#move-form button");
            page.wait_for_ply(ply + 1);
            assert_eq!(page.moves().last().map(String::as_str), Some(name));
        }
        page.wait_for_text("#moves", |text| {
            ["Sf3", "Sc6", "Lb5", "Dh4"].iter().all(|m| text.contains(m))
        });
        // Records have the letters that programs read.
        page.unfold("record-panel");
        page.wait_for_words("#export-game", "2. Nf3 Nc6 3. Bb5 Qh4");
        page.import("position fen 7k/P7/8/8/8/8/8/R6K w - - 0 1 moves a8=D");
        page.wait_for_ply(1);
        page.browser.select("#game", "shogi");
        page.wait_until("shogi", |shown| shown.cells.len() == 81 && shown.state == "ready");
        page.import("P-7f");
        page.wait_for_text("#moves", |text| text.contains("P-7f"));
        // There S is a piece of its own.
        page.browser.select("#game", "makruk");
        page.wait_until("makruk", |shown| shown.cells.len() == 64 && shown.state == "ready");
        page.import("Sc2 Sf7 Nd2");
        page.wait_for_text("#moves", |text| ["Sc2", "Nd2"].iter().all(|m| text.contains(m)));
    });
}

/// German words are longer; nothing is cut off on a phone.
#[test]
fn german_fits_on_a_phone() {
    visit_with_people(Server::start(&[]), Look::PHONE, |page| {
        choose(page, "de");
        page.check_width();
        page.browser.click("#set-up");
        page.check_width();
    });
}

/// The texts are those of cchess and of the world federation's notation.
#[test]
fn moves_are_shown_in_the_notation_that_is_chosen() {
    visit_with_people(Server::start(&["--game", "xiangqi"]), Look::DESK, |page| {
        let legal = Move::all(&page.position("xiangqi", None, &[]));
        let cannon = legal.iter().find(|m| m.name == "h3e3").expect("a move of the cannon");
        page.play(Hand::Click, &legal, cannon);
        page.wait_for_ply(1);
        page.wait_for_text("#moves", |text| text.contains("C2=5"));
        page.unfold("time-panel");
        for (notation, text) in [("chinese", "炮二平五"), ("uci", "h3e3"), ("wxf", "C2=5")] {
            page.browser.select("#notation", notation);
            page.wait_for_text("#moves", |shown| shown.contains(text));
        }
        assert_eq!(page.moves(), ["h3e3"]);
    });
}
