//! What players of many games look for on the page.

use fantoccini::key::Key;
use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::folder::Folder;
use plyglot_browser_tests::hands::Hand;
use plyglot_browser_tests::page::{Page, visit, visit_and_be_refused, visit_with_people};
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::{Value, json};

/// The names of the games that a search finds, the best first.
fn found(page: &Page, text: &str) -> Vec<String> {
    let script = "
        const field = document.getElementById('games-search');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('#games-list [data-game]')].map(game => game.dataset.game)";
    serde_json::from_value(page.browser.script(script, json!([text]))).expect("names")
}

#[test]
fn games_are_found_by_what_players_call_them() {
    visit(Server::start(&[]), Look::DESK, |page| {
        page.browser.click("#find-game");
        for (text, game) in [
            ("reversi", "flipello"),
            ("Chinese chess", "xiangqi"),
            ("xiang qi", "xiangqi"),
            ("象棋", "xiangqi"),
            ("korean", "janggi"),
            ("将棋", "shogi"),
            ("sho", "shogi"),
            ("shogi", "shogi"),
            ("4 in a row", "cfour"),
            ("fischer", "chess960"),
            ("hnefatafl", "tablut"),
            ("Mühle", "picaria"),
            ("chess", "chess"),
            // With one letter wrong, one too few, and two exchanged.
            ("reversy", "flipello"),
            ("xianqi", "xiangqi"),
            ("sohgi", "shogi"),
            ("chinesisches schach", "xiangqi"),
            ("Hex 13, with swap", "hexswap13"),
        ] {
            assert_eq!(found(page, text).first().map(String::as_str), Some(game), "{text}");
        }
        let title = |game: &str| page.text(&format!("#games-list [data-game='{game}'] strong"));
        found(page, "hex");
        assert_eq!(title("hexswap13"), "Hex 13, with swap");
        found(page, "havannah");
        assert_eq!(title("havannahswap10"), "Havannah 10, with swap");
        assert!(found(page, "zzyzx").is_empty());
        assert!(page.text("#games-none").starts_with("No game is called that."));
        // Bishops begin no game of shogi.
        assert!(!found(page, "sho").contains(&"chigorin".to_owned()));
        assert_eq!(found(page, "dame").len(), 4);
        found(page, "japanese chess");
        check(page, "a search");
        page.type_keys(&[Key::Enter]);
        wait_for("game", || (page.text("#game") == "shogi").then_some(()));
    });
}

/// The families are those that players know. A board is drawn once its line is in sight, that of a start
/// with a name, too.
#[test]
fn games_are_listed_by_family_with_their_boards() {
    visit(Server::start(&[]), Look::DESK, |page| {
        page.browser.click("#find-game");
        let count = |selector: &str| {
            let script = "return document.querySelectorAll(`#games-list ${arguments[0]}`).length";
            page.browser.script(script, json!([selector]))
        };
        let family = |game: &str| {
            let script = "
                const all = [...document.querySelectorAll(`#games-list [data-game='${arguments[0]}']`)];
                return all.at(-1).closest('section').querySelector('h3').textContent";
            page.browser.script(script, json!([game]))
        };
        assert_eq!(page.text("#games-list h3"), "Played last");
        for (game, title) in [
            ("chess", "Chess and its best-known variants"),
            ("dobutsu", "Shogi and its relatives"),
            ("janggi", "Xiangqi and janggi"),
            ("courier", "Historical and South-East Asian chess"),
            ("russian", "Draughts"),
            ("hexswap13", "Hex and Havannah"),
            ("hexapawn", "More variants of chess"),
            ("capablanca", "Variants of chess on larger boards"),
        ] {
            assert_eq!(family(game), title, "{game}");
        }
        wait_for("boards", || (count(".game-board .chessman") != 0).then_some(()));
        assert_eq!(count("section:last-child .game-board > *"), 0);
        check(page, "games with their boards");
        let offered = found(page, "draughts");
        page.browser.click("#games-any");
        wait_for("one of them", || offered.contains(&page.text("#game")).then_some(()));
        page.browser.click("#find-game");
        found(page, "xiangqi");
        wait_for("discs", || (count("[data-game='xiangqi'] .disc") == 32).then_some(()));
        found(page, "Rook and lance");
        let handicap = "[data-game='shogi'][data-start='Rook and lance'] .tile";
        wait_for("handicap", || (count(handicap) == 38).then_some(()));
    });
}

#[test]
fn panels_beside_the_board_do_not_move_it() {
    visit(Server::start(&["--game", "shogi"]), Look::DESK, |page| {
        let places = || {
            // The board stays where it is on the screen while the rest scrolls.
            let script = "
                scrollTo(0, 0);
                const ids = ['strip-second', 'hand-second', 'board', 'hand-first', 'strip-first', 'status', 'flip'];
                return ids.map(id => document.getElementById(id).getBoundingClientRect())
                    .map(({ x, y, width, height }) => [x + scrollX, y + scrollY, width, height])";
            page.browser.script(script, json!([]))
        };
        let before = places();
        for panel in ["rules-panel", "time-panel", "record-panel"] {
            page.unfold(panel);
        }
        page.wait_for_text("#rules-body", |text| text.contains("Bishop (角, B)"));
        assert_eq!(places(), before);
    });
}

/// The rules beside the board have its own pieces and squares, and no diagrams in signs.
#[test]
fn rules_have_pictures() {
    visit(Server::start(&["--game", "xiangqi"]), Look::DESK, |page| {
        page.unfold("rules-panel");
        page.wait_for_text("#rules-body", |text| text.contains("its palace of three by three"));
        let script = "
            const count = found => document.querySelectorAll(`#rules-body ${found}`).length;
            return [count('pre'), count('.rules-piece'), count('.rules-piece svg'), count('.rules-piece .disc'),
                count('svg[aria-label=Start] .disc'), count('p svg') > 0, count('h3 + p ~ svg[aria-label=Promotion]')]";
        let counts = page.browser.script(script, json!([]));
        // Seven kinds of pieces, thirty-two pieces, and none that promotes.
        assert_eq!(counts, json!([0, 7, 7, 7, 32, true, 0]));
        check(page, "rules with pictures");
        page.browser.select("#game", "shogi");
        page.wait_for_text("#rules-body", |text| text.contains("Bishop (角, B)"));
        let counts = page.browser.script(script, json!([]));
        assert_eq!((&counts[0], &counts[6]), (&json!(0), &json!(1)));
    });
}

/// A man that takes three may be led over each cell on which it lands.
#[test]
fn captures_are_made_by_their_way_and_what_forbids_a_move_is_told() {
    visit_and_be_refused(Server::start(&["--game", "draughts"]), Look::DESK, |page| {
        page.set_players("person", "person");
        let start = "10/10/10/2m7/10/2m7/10/2m7/1M8/M9 w - - 0 1";
        page.import(start);
        page.wait_until("man", |shown| shown.cells[81] == "first M" && shown.state == "ready");
        let marked = "return document.querySelectorAll('#board .mark.must').length";
        assert_eq!(page.browser.script(marked, json!([])), 1);
        page.point(Hand::Click, 90);
        page.wait_for_text("#status", |text| text.ends_with("a capture must be made"));
        page.browser.write("#move-input", "46-41");
        page.browser.click("#move-form button");
        let shown = page.wait_until("notice", |shown| !shown.notice.is_empty());
        assert!(shown.notice.contains("46-41 is not a legal move here: a capture must be made."));
        page.point(Hand::Click, 81);
        assert_eq!(page.shown().targets, [23, 41, 63]);
        page.point(Hand::Click, 63);
        page.wait_until("capture", |shown| shown.ply == 1 && shown.cells[23] == "first M");
    });
}

/// Two captures begin with the same step, after which the man waits for the next one.
#[test]
fn captures_that_part_are_made_step_by_step() {
    visit_with_people(Server::start(&["--game", "draughts"]), Look::DESK, |page| {
        page.import("10/10/10/10/10/2m1m5/10/2m7/1M8/10 w - - 0 1");
        let begin = || {
            page.wait_until("man", |shown| shown.cells[81] == "first M" && shown.state == "ready");
            page.point(Hand::Click, 81);
            assert_eq!(page.shown().targets, [41, 45, 63]);
            page.point(Hand::Click, 63);
            page.wait_for_text("#status", |text| text == "Now choose where the capture goes on");
            let shown = page.shown();
            assert_eq!((&*shown.cells[63], &*shown.cells[81]), ("first M", ""));
            assert_eq!(shown.targets, [41, 45]);
        };
        begin();
        page.point(Hand::Click, 5);
        page.wait_for_text("#status", |text| text.starts_with("White to move"));
        begin();
        page.point(Hand::Click, 45);
        let shown =
            page.wait_until("capture", |shown| shown.ply == 1 && shown.cells[45] == "first M");
        assert_eq!((&*shown.cells[52], &*shown.cells[54]), ("second m", ""));
    });
}

/// One that names no games is for chess alone, with which it was started.
#[test]
fn an_engine_is_offered_where_it_plays() {
    const SCRIPT: &str = "while read -r line; do case $line in uci) echo id name Sharp; echo uciok;; \
        isready) echo readyok;; quit) exit;; esac; done";
    let folder = Folder::new();
    let path = folder.file("engine.sh");
    std::fs::write(&path, SCRIPT).expect("a file");
    let engine = format!("sh {path}");
    visit(Server::start(&["--game", "chess", "--engine", &engine]), Look::DESK, |page| {
        page.set_players("person", "1");
        page.browser.select("#game", "ataxx");
        page.wait_until("ataxx", |shown| shown.cells.len() == 49 && shown.state == "ready");
        for (select, left) in [("#player-second", 2), ("#analysis-engine", 1)] {
            assert_eq!(page.property(select, "length"), left, "{select}");
            assert_eq!(page.text(select), "0");
        }
        page.browser.select("#game", "chess");
        page.wait_until("chess", |shown| shown.cells.len() == 64 && shown.state == "ready");
        assert_eq!(page.property("#player-second", "length"), 3);
    });
}

/// It stands on a corner there, and its cells are large enough for one tap.
#[test]
fn hex_is_turned_on_a_phone() {
    visit_with_people(Server::start(&["--game", "hex"]), Look::PHONE, |page| {
        let script = "return document.querySelector(\"#board [data-cell='60'] .hit\").getBoundingClientRect().width";
        let width = page.browser.script(script, json!([]));
        assert!(width.as_f64().is_some_and(|width| width > 24.0), "{width}");
        page.check_width();
        page.point(Hand::Touch, 33);
        page.wait_until("stone", |shown| shown.ply == 1 && shown.cells[33].starts_with("first"));
    });
}

#[test]
fn home_and_end_go_through_the_game() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.import("e4 e5 Nf3");
        page.wait_for_ply(3);
        for (key, ply) in [(Key::Home, 0), (Key::End, 3)] {
            page.browser.script("document.activeElement.blur()", json!([]));
            page.type_keys(&[key]);
            page.wait_for_ply(ply);
        }
    });
}

/// An offer to go back does not stay for a whole game of two engines.
#[test]
fn the_offer_of_the_last_game_goes() {
    visit_with_people(Server::start(&["--game", "chess"]), Look::PHONE, |page| {
        page.point(Hand::Touch, 52);
        page.point(Hand::Touch, 36);
        page.wait_for_ply(1);
        page.browser.select("#game", "draughts");
        page.wait_until("offer", |shown| shown.notice.starts_with("The last game is kept"));
        // Its name is not cut.
        let script = "
            const { font, paddingLeft, paddingRight } = getComputedStyle(document.getElementById('game'));
            const context = document.createElement('canvas').getContext('2d');
            context.font = font;
            const text = context.measureText('International draughts').width;
            return document.getElementById('game').clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text";
        let room = page.browser.script(script, json!([]));
        assert!(room.as_f64().is_some_and(|room| room > 0.0), "{room}");
        page.check_width();
        page.set_limit("nodes", 100);
        page.set_players("0", "0");
        page.wait_until("moves", |shown| shown.ply > 2 && shown.notice.is_empty());
    });
}

/// The discs of xiangqi have figures or letters for those who do not read the signs.
#[test]
fn signs_give_way_to_figures_or_letters() {
    visit(Server::start(&["--game", "xiangqi"]), Look::DESK, |page| {
        let count = |class: &str| {
            let script = "return document.querySelectorAll(`#board .disc ${arguments[0]}`).length";
            page.browser.script(script, json!([class]))
        };
        page.unfold("time-panel");
        for (kind, expected) in [("figures", [32, 0, 0]), ("letters", [0, 32, 0])] {
            page.browser.select("#signs", kind);
            let found = [".figured > .chessman", ".instead", ".sign"].map(count);
            assert_eq!(found, expected.map(Value::from), "{kind}");
        }
        page.browser.select("#signs", "figures");
        check(page, "figures on discs");
        page.open();
        wait_for("figures", || (count(".figured") == 32).then_some(()));
        // Tiles of shogi have none.
        page.browser.select("#game", "shogi");
        page.wait_until("shogi", |shown| shown.cells.len() == 81 && shown.state == "ready");
        let script = "return document.querySelectorAll('#board .tile text').length";
        assert_eq!(page.browser.script(script, json!([])), 40);
    });
}

/// In Othello each move has a number, in chess those of both sides together.
#[test]
fn moves_are_numbered_as_players_count_them() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        for (game, text, numbers) in
            [("chess", "e4 e5 Nf3", "1.,2."), ("flipello", "f5 d6 c3", "1.,2.,3.")]
        {
            page.browser.select("#game", game);
            page.wait_until("game", |shown| shown.ply == 0 && shown.state != "loading");
            page.set_players("person", "person");
            page.import(text);
            page.wait_for_ply(3);
            let script = "return [...document.querySelectorAll('#moves .number')].map(number => number.textContent).join()";
            wait_for(game, || (page.browser.script(script, json!([])) == numbers).then_some(()));
        }
    });
}

/// Shapes on the board of the page, by their selectors.
#[test]
fn boards_have_what_their_players_know() {
    visit(Server::start(&[]), Look::DESK, |page| {
        let count = |selector: &str| {
            page.browser
                .script("return document.querySelectorAll(arguments[0]).length", json!([selector]))
        };
        let labels = || -> Vec<String> {
            let script = "return [...document.querySelectorAll('#board .coordinate')].map(one => one.textContent)";
            serde_json::from_value(page.browser.script(script, json!([]))).expect("labels")
        };
        let open = |game: &str| {
            page.browser.select("#game", game);
            page.wait_until("board", |shown| shown.state == "ready");
        };
        open("xiangqi");
        wait_for("river", || (count("#board .river") == 2).then_some(()));
        open("duck");
        page.import("rnbqkbnr/pppp1ppp/8/4p3/3*P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1");
        wait_for("duck", || (count("#board .duck") == 1).then_some(()));
        open("capablanca");
        // The archbishop and the chancellor of each side are two figures each.
        wait_for("figures", || (count("#board .piece > g > g > .chessman") == 8).then_some(()));
        open("hex");
        let shown = wait_for("labels", || Some(labels()).filter(|shown| shown.len() == 22));
        assert_eq!([&shown[0], &shown[11], &shown[21]], ["a", "1", "11"]);
        let place = |name: &str| -> Value {
            let script = "
                const all = [...document.querySelectorAll('#board .coordinate')];
                const { left, top } = all.find(one => one.textContent === arguments[0]).getBoundingClientRect();
                return [left, top]";
            page.browser.script(script, json!([name]))
        };
        // a1 is in the top left corner.
        let [a, k, first, last] = ["a", "k", "1", "11"].map(place);
        assert!(a[0].as_f64() < k[0].as_f64() && a[1] == k[1], "{a} {k}");
        assert!(first[1].as_f64() < last[1].as_f64(), "{first} {last}");
        assert!(a[1].as_f64() < first[1].as_f64(), "{a} {first}");
    });
}
