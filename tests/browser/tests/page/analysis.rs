//! Analysis of positions and games.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::page::{Page, visit_with_people};
use plyglot_browser_tests::process::wait_for;
use plyglot_browser_tests::server::Server;
use serde_json::json;

fn on_a_desk(test: impl FnOnce(&Page)) {
    visit_with_people(Server::start(&["--game", "chess"]), Look::DESK, test);
}

/// Waits until this many lines are shown, and gives the first move of each.
fn first_moves(page: &Page, count: usize) -> Vec<String> {
    let script = "
        const list = document.getElementById('lines');
        return list.hasAttribute('data-stale') ? []
            : [...list.children].map(line => line.querySelector('button')?.textContent ?? '')";
    wait_for(&format!("{count} lines"), || {
        let found = page.browser.script(script, json!([]));
        let moves: Vec<String> = found
            .as_array()?
            .iter()
            .map(|text| text.as_str().unwrap_or_default().to_owned())
            .collect();
        (moves.len() == count).then_some(moves)
    })
}

#[test]
fn lines_and_scores_appear_and_end() {
    on_a_desk(|page| {
        page.browser.click("#analyse");
        assert_eq!(page.browser.script("return analyse.ariaPressed", json!([])), "true");
        let count = page.text("#line-count").parse().expect("a number");
        first_moves(page, count);
        page.wait_for_text("#analysis-numbers", |text| text.contains("depth"));
        page.browser.select("#line-count", "5");
        first_moves(page, 5);
        // All of them: chess begins with twenty moves.
        page.browser.select("#line-count", "500");
        let mut moves = first_moves(page, 20);
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), 20);
        page.wait_for_searches(1);
        // Each move has its score on the board, where it leads to.
        let script = "return document.querySelectorAll('#board .tag-text').length";
        wait_for("scores on the board", || {
            (page.browser.script(script, json!([])) == 16).then_some(())
        });
        page.browser.click("#analyse");
        page.wait_for_searches(0);
        assert_eq!(page.property("#lines", "childElementCount"), 0);
        wait_for("board without scores", || {
            (page.browser.script(script, json!([])) == 0).then_some(())
        });
    });
}

/// Three pieces go to one square: each way has its score.
#[test]
fn moves_to_one_square_have_their_scores_apart() {
    on_a_desk(|page| {
        let script = "
            const done = arguments[0];
            const load = name => import(new URL(`${name}.js`, location.href));
            Promise.all([load('marks'), load('view')]).then(([{ scoredWays }, { board }]) => {
                const ways = [[57, '+1'], [62, '+2'], [52, '+3']]
                    .map(([from, text]) => ({ from, to: 36, path: null, isBest: false, hasArrow: true, tagsStart: true, text }));
                const drawn = scoredWays(board.geometry, ways);
                done(drawn.map(way => way.querySelector('.tag-text')?.textContent).sort());
            }, error => done(String(error)));";
        let found = page.browser.run(async |client| client.execute_async(script, vec![]).await);
        assert_eq!(found, json!(["+1", "+2", "+3"]));
    });
}

/// A certain result by points lies beyond 30,000 centi-units (docs/extensions.md).
#[test]
fn a_certain_result_by_points_is_told_in_points() {
    on_a_desk(|page| {
        let script = "
            const [scores, done] = arguments;
            import(new URL('scores.js', location.href)).then(
                ({ scoreText }) => done(scores.map(cp => scoreText({ cp }))), error => done(String(error)));";
        let scores = json!([-30_010, 30_001, 30_064, 125, -30_000, 0]);
        let found =
            page.browser.run(async |client| client.execute_async(script, vec![scores]).await);
        assert_eq!(found, json!(["−10", "+1", "+64", "+1.25", "−300.00", "0.00"]));
    });
}

/// The chances in the bar are also a text.
#[test]
fn the_chances_are_a_text() {
    on_a_desk(|page| {
        // White has a queen more.
        page.import("4k3/8/8/8/8/8/8/3QK3 b - - 0 1");
        page.wait_until("position", |shown| shown.cells[59] == "first Q" && shown.state == "ready");
        page.browser.click("#analyse");
        page.wait_for_text("#wdl-text", |text| text.contains('%'));
        assert!(page.is_visible("#wdl"));
        let script = "
            const bar = document.getElementById('wdl');
            return [bar.getAttribute('role'), bar.getAttribute('aria-label')]";
        let label = wait_for("clear chances", || {
            let found = page.browser.script(script, json!([]));
            assert_eq!(found[0], "img");
            let label = found[1].as_str()?.to_owned();
            let win = percent(&label, "White wins ")?;
            (win > 60).then_some(label)
        });
        let [win, draw, loss] = ["White wins ", "draw ", "black wins "]
            .map(|words| percent(&label, words).unwrap_or_else(|| panic!("{words} in {label}")));
        // Each is rounded.
        assert!((98..=102).contains(&(win + draw + loss)), "{label}");
    });
}

fn percent(text: &str, before: &str) -> Option<u32> {
    text.split_once(before)?.1.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Scores are those of the first player, whoever is to move.
#[test]
fn mates_are_found_for_both_sides() {
    on_a_desk(|page| {
        page.browser.click("#analyse");
        // The rook mates at the last rank, for White and then for Black.
        for (fen, score, step) in [
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "#1", "Ra8#"),
            ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "#-1", "Ra1#"),
        ] {
            page.import(fen);
            let script = "
                const line = document.querySelector('#lines li');
                return line && [line.querySelector('.score').textContent,
                    line.querySelector('button').textContent]";
            wait_for(score, || {
                (page.browser.script(script, json!([])) == json!([score, step])).then_some(())
            });
        }
        // A move of a line can be played.
        page.browser.click("#lines button");
        let shown = page.wait_until("mate", |shown| shown.state == "over");
        assert!(shown.status.starts_with("Black wins"), "{}", shown.status);
        page.wait_for_searches(0);
        page.browser.click("#take-back");
        page.wait_for_searches(1);
        page.browser.click("#analyse");
        page.wait_for_searches(0);
    });
}

#[test]
fn a_whole_game_gets_a_curve() {
    on_a_desk(|page| {
        page.import("position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
        page.wait_for_ply(6);
        page.browser.write("#sweep-time", "20");
        page.browser.click("#analyse-game");
        // The start and six moves.
        let points = "return document.querySelector('#curve .curve-line')?.getAttribute('d')
            .split(/[ML]/).length - 1";
        wait_for("curve", || (page.browser.script(points, json!([])) == 7).then_some(()));
        page.wait_for_searches(0);
        assert!(page.is_visible("#curve"));
        let value =
            || page.browser.script("return curve.getAttribute('aria-valuetext')", json!([]));
        let said = value();
        assert!(said.as_str().is_some_and(|text| text.starts_with("Ply 6, a6, ")), "{said}");
        // Arrow keys go along it.
        page.browser.script("curve.focus()", json!([]));
        page.type_keys(&[fantoccini::key::Key::Home, fantoccini::key::Key::Right]);
        page.wait_for_ply(1);
        let said = value();
        assert!(said.as_str().is_some_and(|text| text.starts_with("Ply 1, e4, ")), "{said}");
        // The scores are there after a reload.
        page.browser.run(async |client| client.refresh().await);
        page.wait_for_ply(1);
        wait_for("curve", || (page.browser.script(points, json!([])) == 7).then_some(()));
    });
}

#[test]
fn the_search_follows_the_board() {
    on_a_desk(|page| {
        page.browser.click("#analyse");
        for game in ["surakarta", "tictactoe", "flipello"] {
            page.browser.select("#game", game);
            page.wait_until("new game", |shown| shown.ply == 0 && shown.state == "ready");
            page.wait_for_text("#lines", |text| !text.is_empty());
            // That of the game before has ended.
            page.wait_for_searches(1);
        }
        page.browser.click("#analyse");
        page.wait_for_searches(0);
    });
}
