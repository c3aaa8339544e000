//! Engines against each other, on the page and elsewhere.

use crate::frames::score;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::folder::Folder;
use plyglot_browser_tests::page::{Page, visit};
use plyglot_browser_tests::process::{Process, wait_for};
use plyglot_browser_tests::server::{Server, plyglot};
use serde_json::{Value, json};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// With best play nobody wins.
#[test]
fn engines_play_tic_tac_toe_to_a_draw() {
    visit(Server::start(&["--game", "tictactoe"]), Look::DESK, |page| {
        page.set_limit("depth", 10);
        page.set_players("0", "0");
        let shown = page.wait_until("end", |shown| shown.state == "over");
        assert_eq!(shown.ply, 9);
        assert!(shown.status.starts_with("Draw"), "{}", shown.status);
        page.wait_until("full board", |shown| shown.cells.iter().all(|cell| !cell.is_empty()));
    });
}

#[test]
fn engines_pause_and_go_on() {
    visit(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        // The game takes minutes, so there is a middle of it on any machine.
        page.set_limit("movetime", 1000);
        page.set_players("0", "0");
        page.wait_until("some moves", |shown| shown.ply >= 3);
        page.browser.click("#pause");
        let shown = page.wait_until("pause", |shown| shown.state == "paused");
        page.wait_for_searches(0);
        assert_eq!(page.shown().ply, shown.ply);
        assert_eq!(page.text("#pause"), "Go on");
        // A reload does not begin what was paused.
        page.browser.run(async |client| client.refresh().await);
        page.wait_until("pause", |again| again.state == "paused" && again.ply == shown.ply);
        page.browser.click("#pause");
        page.wait_until("more moves", |again| again.ply >= shown.ply + 3);
        page.browser.click("#pause");
        page.wait_until("pause", |shown| shown.state == "paused");
        page.wait_for_searches(0);
    });
}

/// An engine that waits in its fourth search until there is a file.
fn hesitant(folder: &Folder, file: &str) -> String {
    let script = format!(
        "#!/usr/bin/env bash
while read -r line; do
    if [[ $line == go* ]] && ((++searches > 3)); then
        until [[ -e '{}' ]]; do sleep 0.02; done
    fi
    printf '%s\\n' \"$line\"
done | '{}'
",
        folder.file(file),
        plyglot().display()
    );
    let path = folder.file("hesitant");
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a program");
    path
}

/// What the page says of the engines at the end of a game on the board is in its record.
#[track_caller]
fn check_engines(page: &Page, game: &Value, opening: usize) {
    let moves = game["moves"].as_array().expect("a list of moves");
    for (first, side) in [(0, "first"), (1, "second")] {
        let own = (first + opening) % 2;
        let Some(last) = moves.iter().skip(own).step_by(2).next_back() else { continue };
        let place = format!("#engine-{side}");
        if let Some(depth) = last["depth"].as_u64() {
            let depth = format!("depth {depth} ");
            let numbers = format!("{place} .engine-numbers");
            page.wait_for_text(&numbers, |text| text.starts_with(&depth));
        }
        let sign = if first == 0 { 1 } else { -1 };
        if let Some(mate) = last["mate"].as_i64() {
            assert_eq!(page.text(&format!("{place} .score")), format!("#{}", sign * mate));
        }
        let name = game["engines"][first].as_u64().map(|engine| ["left", "right"][engine as usize]);
        assert_eq!(page.text(&format!("{place} .engine-name")), name.expect("an engine"));
    }
}

#[track_caller]
fn check_awaited(page: &Page) {
    // There is nothing to look at yet, and nothing to press.
    assert_eq!(page.text("#status"), "Waiting for the match to begin…");
    for hidden in ["#board", "#strip-first", "#flip", "#analyse", "#moves", "#follow"] {
        assert!(!page.is_visible(hidden), "{hidden}");
    }
}

/// Notes what watchers see from now on.
fn observe(page: &Page) {
    let script = "
        window.seen = [];
        const look = () => seen.push(getComputedStyle(document.getElementById('resign')).display);
        new MutationObserver(look).observe(document.body, { attributes: true });
        look();
        window.written = [];
        const moves = document.getElementById('moves');
        const read = () => written.push(...[...moves.querySelectorAll('.move')].map(e => e.textContent));
        new MutationObserver(read).observe(moves, { childList: true });";
    page.browser.script(script, json!([]));
}

/// Elements that are not for watchers do not flash up with a move, and no move stands there as
/// engines write it.
#[track_caller]
fn check_seen(page: &Page) {
    let seen = page.browser.script("return seen", json!([]));
    let looks = seen.as_array().expect("a list");
    assert!(looks.len() > 1 && looks.iter().all(|look| look == "none"), "{seen}");
    let written = page.browser.script("return written", json!([]));
    let written = written.as_array().expect("a list");
    let written: Vec<&str> = written.iter().filter_map(Value::as_str).collect();
    assert!(written.len() > 8, "{written:?}");
    assert!(written.iter().all(|text| !text.contains('@')), "{written:?}");
}

/// A game of the list is as its record says.
#[track_caller]
fn check_game(page: &Page, game: &Value) {
    page.browser.click(&format!("#watch-games [data-number='{}']", game["number"]));
    page.browser.script("document.getElementById('to-end').click()", json!([]));
    let list = |name: &str| game[name].as_array().cloned().unwrap_or_default();
    let mut moves = list("opening");
    moves.extend(list("moves").iter().map(|m| m["move"].clone()));
    let words = match game["result"].as_str().expect("a result") {
        "first" => "Yellow wins",
        "second" => "Red wins",
        _ => "Draw",
    };
    page.wait_until(words, |shown| shown.ply == moves.len() && shown.status.starts_with(words));
    let moves: Vec<String> = serde_json::from_value(json!(moves)).expect("names");
    page.unfold("record-panel");
    let played = format!(" moves {}", moves.join(" "));
    page.wait_for_text("#export-command", |text| text.ends_with(&played));
    page.compare(&page.position("cfour", None, &moves));
    check_engines(page, game, list("opening").len());
}

#[test]
fn a_running_match_is_watched() {
    let folder = Folder::new();
    let (live, games) = (folder.file("live.json"), folder.file("games.json"));
    let server = Server::start(&["--watch", &live]);
    visit(server, Look::DESK, |page| {
        check_awaited(page);
        let left = format!("cmd={}", hesitant(&folder, "go on"));
        let right = format!("cmd={}", plyglot().display());
        let mut command = Command::new(plyglot());
        command.args(["match", "--game", "cfour", "--rounds", "1", "--patience", "600"]);
        command.args(["--openings", "random", "plies=2"]);
        for (program, name) in [(left, "name=left"), (right, "name=right")] {
            command.args(["--engine", &program, name, "nodes=100", "tc=600"]);
        }
        let running = Process::start(command.args(["--live", &live, "--json", &games]));
        // The opening, and three moves of each.
        page.wait_until("eight plies", |shown| shown.state == "watching" && shown.ply == 8);
        assert!(page.text("#watch-text").contains("left") && page.is_visible("#watch-panel"));
        assert!(page.is_visible("#clock-first[data-running]"));
        assert!(!page.is_visible("#clock-second[data-running]"));
        assert_eq!(page.text("#watch-next"), "Next: 2. right – left");
        observe(page);
        std::fs::write(folder.file("go on"), "").expect("a file");
        page.wait_until("next move", |shown| shown.ply != 8);
        running.finish();
        page.wait_for_text("#watch-text", |text| text.contains("The match is over"));
        check_seen(page);
        let record = std::fs::read_to_string(&games).expect("a record");
        let games = record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game"));
        let games: Vec<Value> = games.collect();
        let score = score(&games);
        assert!(page.text("#watch-standing").contains(&score), "{score}");
        assert_eq!(page.text("#watch-next"), "");
        for game in &games {
            check_game(page, game);
        }
        // One may play instead, and come back.
        page.browser.click("#leave-watch");
        page.wait_until("own game", |shown| shown.state == "ready" && shown.ply == 0);
        page.browser.click("#leave-watch");
        page.wait_until("match", |shown| shown.state == "watching" && shown.ply > 0);
        wait_for("end of searches", || (page.searches() == 0).then_some(()));
    });
}
