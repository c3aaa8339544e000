//! Engines against each other, on the page and elsewhere.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::folder::Folder;
use plyglot_browser_tests::page::visit;
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

#[test]
fn a_running_match_is_watched() {
    let folder = Folder::new();
    let (live, games) = (folder.file("live.json"), folder.file("games.json"));
    let server = Server::start(&["--watch", &live]);
    visit(server, Look::DESK, |page| {
        let left = format!("cmd={}", hesitant(&folder, "go on"));
        let right = format!("cmd={}", plyglot().display());
        let mut command = Command::new(plyglot());
        command.args(["match", "--game", "cfour", "--rounds", "1", "--patience", "600"]);
        command.args(["--openings", "random", "plies=2"]);
        for (program, name) in [(left, "name=left"), (right, "name=right")] {
            command.args(["--engine", &program, name, "nodes=100"]);
        }
        let running = Process::start(command.args(["--live", &live, "--json", &games]));
        // The opening, and three moves of each.
        page.wait_until("eight plies", |shown| shown.state == "watching" && shown.ply == 8);
        assert!(page.text("#watch-text").contains("left") && page.is_visible("#watch-panel"));
        // Elements that are not for watchers must not flash up with every move.
        let script = "
            window.seen = [];
            const look = () => seen.push(getComputedStyle(document.getElementById('resign')).display);
            new MutationObserver(look).observe(document.body, { attributes: true });
            look();";
        page.browser.script(script, json!([]));
        std::fs::write(folder.file("go on"), "").expect("a file");
        page.wait_until("next move", |shown| shown.ply != 8);
        running.finish();
        page.wait_for_text("#watch-text", |text| text.contains("The match is over"));
        let seen = page.browser.script("return seen", json!([]));
        let looks = seen.as_array().expect("a list");
        assert!(looks.len() > 1 && looks.iter().all(|look| look == "none"), "{seen}");
        let record = std::fs::read_to_string(&games).expect("a record");
        let games = record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game"));
        for (i, game) in games.enumerate() {
            let game: Value = game;
            let script =
                "return document.querySelectorAll('#watch-games option')[arguments[0]].value";
            // The newest comes first.
            let number = page.browser.script(script, json!([1 - i]));
            page.browser.select("#watch-games", number.as_str().expect("a number"));
            page.browser.script("document.getElementById('to-end').click()", json!([]));
            let list = |name: &str| game[name].as_array().cloned().unwrap_or_default();
            let mut moves = list("opening");
            moves.extend(list("moves").iter().map(|m| m["move"].clone()));
            let words = match game["result"].as_str().expect("a result") {
                "first" => "Yellow wins",
                "second" => "Red wins",
                _ => "Draw",
            };
            page.wait_until(words, |shown| {
                shown.ply == moves.len() && shown.status.starts_with(words)
            });
            let moves: Vec<String> = serde_json::from_value(json!(moves)).expect("names");
            page.unfold("record-panel");
            let played = format!(" moves {}", moves.join(" "));
            page.wait_for_text("#export-command", |text| text.ends_with(&played));
            page.compare(&page.position("cfour", None, &moves));
        }
        // One may play instead, and come back.
        page.browser.click("#leave-watch");
        page.wait_until("own game", |shown| shown.state == "ready" && shown.ply == 0);
        page.browser.click("#leave-watch");
        page.wait_until("match", |shown| shown.state == "watching" && shown.ply > 0);
        wait_for("end of searches", || (page.searches() == 0).then_some(()));
    });
}
