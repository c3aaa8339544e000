//! Pictures of the page for the documents: `screenshots FOLDER` writes them there.
//! Those of `docs/pictures` have fewer colours, which makes them a third as large:
//! `mogrify +dither -colors 128 FOLDER/*.png`.

use plyglot_browser_tests::browser::{Browser, Look};
use plyglot_browser_tests::folder::Folder;
use plyglot_browser_tests::page::Page;
use plyglot_browser_tests::process::{Process, signal, wait_for};
use plyglot_browser_tests::server::{Server, plyglot};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.expect("the folder for the pictures, as an argument");
    std::fs::create_dir_all(&folder).expect("a folder for the pictures");
    chess(&folder);
    surakarta(&folder);
    connect_four(&folder);
    othello(&folder);
    watched(&folder);
}

fn open(arguments: &[&str], look: Look) -> Page {
    let page = Page { browser: Browser::start(look), server: Server::start(arguments) };
    page.open();
    page
}

fn show_game(page: &Page, moves: &str) {
    page.set_players("person", "person");
    page.import(&format!("position startpos moves {moves}"));
    page.wait_for_ply(moves.split_whitespace().count());
}

fn analyse(page: &Page, depth: u32) {
    page.browser.click("#analyse");
    page.wait_for_text("#analysis-numbers", |text| {
        let number = text.strip_prefix("depth ").and_then(|rest| rest.split(' ').next());
        number.and_then(|number| number.parse().ok()).is_some_and(|reached: u32| reached >= depth)
    });
}

fn save(page: &Page, folder: &Path, name: &str) {
    // As it is when it is opened, with what was unfolded on the way folded again.
    page.browser.script(
        "document.querySelectorAll('details[open]').forEach(e => e.open = false);
         document.activeElement?.blur(); scrollTo(0, 0)",
        json!([]),
    );
    let script = "return document.querySelector('.flying').childElementCount";
    wait_for("end of the move", || (page.browser.script(script, json!([])) == 0).then_some(()));
    // Not between a move and its position.
    page.wait_until("position", |shown| shown.state != "loading");
    let picture = page.browser.run(async |client| client.screenshot().await);
    println!("{name}: {} bytes", picture.len());
    std::fs::write(folder.join(name), picture).expect("a picture is written");
}

fn chess(folder: &Path) {
    let page = open(&["--game", "chess"], Look::DESK);
    // Morphy against the Duke and the Count, Paris 1858.
    let moves = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 \
                 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7";
    show_game(&page, moves);
    page.browser.click("#analyse-game");
    page.wait_for_text("#analyse-game", |text| text == "Stop");
    page.wait_for_text("#analyse-game", |text| text != "Stop");
    page.browser.click("#moves [data-node='18']");
    page.wait_for_ply(18);
    analyse(&page, 12);
    save(&page, folder, "board_chess.png");
}

fn surakarta(folder: &Path) {
    let page = open(&["--game", "surakarta"], Look::DESK.dark());
    page.set_limit("nodes", 20_000);
    page.set_players("0", "0");
    page.wait_until("captures", |shown| {
        shown.cells.iter().filter(|cell| !cell.is_empty()).count() < 22
    });
    page.browser.click("#pause");
    page.set_players("person", "person");
    page.wait_until("turn", |shown| shown.state == "ready");
    analyse(&page, 6);
    save(&page, folder, "board_surakarta.png");
}

fn connect_four(folder: &Path) {
    let page = open(&["--game", "cfour"], Look::PHONE);
    page.set_limit("nodes", 2000);
    page.import_against_an_engine("position startpos moves d1 d2 d3 d4 c1 e1 c2 c3 e2 b1");
    page.wait_until("turn", |shown| shown.ply == 10 && shown.state == "ready");
    save(&page, folder, "board_connect_four.png");
}

fn othello(folder: &Path) {
    let page = open(&["--game", "othello"], Look::DESK);
    page.set_limit("nodes", 5000);
    page.set_players("0", "0");
    page.wait_until("middle", |shown| shown.ply >= 18);
    page.browser.click("#pause");
    page.set_players("person", "person");
    page.wait_until("turn", |shown| shown.state == "ready");
    save(&page, folder, "board_othello.png");
}

fn watched(folder: &Path) {
    let files = Folder::new();
    let live = files.file("live.json");
    let page = open(&["--watch", &live], Look::DESK);
    let program = format!("cmd={}", plyglot().display());
    let mut command = Command::new(plyglot());
    command.args(["match", "--game", "breakthrough", "--rounds", "1", "--live", &live]);
    for name in ["name=blitz", "name=steady"] {
        command.args(["--engine", &program, name, "st=0.3", "timemargin=60000"]);
    }
    let running = Process::start(&mut command);
    page.wait_until("middle", |shown| shown.state == "watching" && shown.ply >= 16);
    signal(running.id(), "STOP");
    save(&page, folder, "board_watch.png");
    drop(running);
}
