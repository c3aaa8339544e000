//! The page as a person meets it, by the hooks that it promises.

use crate::browser::{Browser, Look};
use crate::process::{PATIENCE, wait_for};
use crate::server::Server;
use serde_json::{Value, json};
use std::time::Instant;

#[derive(Debug)]
pub struct Page {
    pub browser: Browser,
    pub server: Server,
}

/// The state of the page at a moment.
#[derive(Clone, Debug)]
pub struct Shown {
    /// `loading`, `ready`, `thinking`, `over`, `paused` or `watching`.
    pub state: String,
    /// Plies from the start to what is on the board.
    pub ply: usize,
    /// Whose turn it is, or how the game ended.
    pub status: String,
    pub notice: String,
    /// The side and the letter of the piece on each cell, "" where there is none.
    pub cells: Vec<String>,
    /// The cells that a move may go to.
    pub targets: Vec<u64>,
    pub picked: Option<u64>,
}

/// The text of an element, or the value of a field.
const TEXT: &str = "
    const found = document.querySelector(arguments[0]);
    return found?.matches('input, textarea, select') ? found.value : found?.textContent ?? null";

/// Runs a test in a browser. Afterwards, nothing may have gone wrong there in silence.
pub fn visit(server: Server, look: Look, test: impl FnOnce(&Page)) {
    visit_with(server, look, &[], test);
}

/// Runs a test in which two people play.
pub fn visit_with_people(server: Server, look: Look, test: impl FnOnce(&Page)) {
    visit(server, look, |page| {
        page.set_players("person", "person");
        test(page);
    });
}

/// Runs a test in which the server refuses something, which the browser always logs.
pub fn visit_and_be_refused(server: Server, look: Look, test: impl FnOnce(&Page)) {
    visit_with(server, look, &["the server responded with a status of 400"], test);
}

/// Runs a test in which a file is missing, which the browser logs.
pub fn visit_and_miss_a_file(server: Server, look: Look, test: impl FnOnce(&Page)) {
    visit_with(server, look, &["the server responded with a status of 404", "worker.js"], test);
}

fn visit_with(server: Server, look: Look, expected: &[&str], test: impl FnOnce(&Page)) {
    let page = Page { browser: Browser::start(look), server };
    page.open();
    test(&page);
    page.check_logs(expected);
}

impl Page {
    /// Opens the page and waits for its board, or for a match that has not begun.
    #[track_caller]
    pub fn open(&self) {
        self.browser.run(async |client| client.goto(&self.server.address).await);
        self.wait_until("board", |shown| {
            shown.state != "loading" || shown.status.starts_with("Waiting for")
        });
    }

    #[track_caller]
    pub fn shown(&self) -> Shown {
        let script = "
            const text = id => document.getElementById(id).textContent;
            const cells = [...document.querySelectorAll('#board:not([hidden]) [data-cell]')]
                .sort((a, b) => a.dataset.cell - b.dataset.cell);
            const { state, ply } = document.body.dataset;
            return [state, Number(ply), text('status'), text('notice'),
                cells.map(cell => cell.dataset.piece ?? ''),
                cells.flatMap((cell, i) => cell.dataset.target ? [i] : []),
                cells.findIndex(cell => cell.getAttribute('aria-selected') === 'true')];";
        let found = self.browser.script(script, json!([]));
        let text = |i: usize| found[i].as_str().unwrap_or_default().to_owned();
        let list = |i: usize| found[i].as_array().cloned().expect("a list");
        Shown {
            state: text(0),
            ply: found[1].as_u64().expect("a number") as usize,
            status: text(2),
            notice: text(3),
            cells: list(4).iter().map(|cell| cell.as_str().unwrap_or_default().into()).collect(),
            targets: list(5).iter().filter_map(Value::as_u64).collect(),
            picked: found[6].as_u64(),
        }
    }

    #[track_caller]
    pub fn wait_until(&self, what: &str, is_there: impl Fn(&Shown) -> bool) -> Shown {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if is_there(&shown) {
                return shown;
            }
            assert!(start.elapsed() < PATIENCE, "there is no {what}: {shown:?}");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    /// Waits until this many plies are played and a person can move, or the game is over.
    #[track_caller]
    pub fn wait_for_ply(&self, ply: usize) -> Shown {
        self.wait_until(&format!("ply {ply}"), |shown| {
            shown.ply == ply && matches!(&*shown.state, "ready" | "over" | "paused")
        })
    }

    /// The answer that the page itself gets.
    #[track_caller]
    pub fn ask(&self, name: &str, body: &Value) -> Value {
        let script = "
            const [name, body, done] = arguments;
            import(new URL('answers.js', document.baseURI))
                .then(({ answerOf }) => answerOf(name, body)).then(answer => answer.json())
                .then(done, error => done({ error: String(error) }));";
        let arguments = vec![json!(name), body.clone()];
        let answer = self.browser.run(async |client| client.execute_async(script, arguments).await);
        assert_eq!(answer["error"], Value::Null, "{name} {body}");
        answer
    }

    #[track_caller]
    pub fn position(&self, game: &str, start: Option<&str>, moves: &[String]) -> Value {
        self.ask("position", &json!({ "game": game, "start": start, "moves": moves }))
    }

    #[track_caller]
    pub fn searches(&self) -> u64 {
        self.ask("health", &Value::Null)["searches"].as_u64().expect("a number")
    }

    #[track_caller]
    pub fn wait_for_searches(&self, count: u64) {
        wait_for(&format!("{count} searches"), || (self.searches() == count).then_some(()));
    }

    #[track_caller]
    pub fn property(&self, selector: &str, name: &str) -> Value {
        let script = "return document.querySelector(arguments[0])?.[arguments[1]] ?? null";
        self.browser.script(script, json!([selector, name]))
    }

    /// The text of what this selector finds, or its value.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let text = self.browser.script(TEXT, json!([selector]));
        text.as_str().unwrap_or_else(|| panic!("there is no {selector}")).to_owned()
    }

    /// Waits until the text or the value there is like this.
    #[track_caller]
    pub fn wait_for_text(&self, selector: &str, is_it: impl Fn(&str) -> bool) -> String {
        wait_for(&format!("such text in {selector}"), || {
            let text = self.browser.script(TEXT, json!([selector]));
            text.as_str().filter(|text| is_it(text)).map(str::to_owned)
        })
    }

    /// Waits for words in a text, whatever lines they are on.
    #[track_caller]
    pub fn wait_for_words(&self, selector: &str, words: &str) {
        self.wait_for_text(selector, |text| {
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
        });
    }

    #[track_caller]
    pub fn is_visible(&self, selector: &str) -> bool {
        let script = "return document.querySelector(arguments[0])?.checkVisibility() ?? false";
        self.browser.script(script, json!([selector])) == true
    }

    /// Opens a part of the page that can be folded.
    #[track_caller]
    pub fn unfold(&self, id: &str) {
        if self.property(&format!("#{id}"), "open") != true {
            self.browser.click(&format!("#{id} > summary"));
        }
    }

    /// Who plays: `person` or the number of an engine, for both sides.
    #[track_caller]
    pub fn set_players(&self, first: &str, second: &str) {
        self.browser.select("#player-first", first);
        self.browser.select("#player-second", second);
    }

    /// How long engines may think for a move: `movetime`, `depth` or `nodes`, and its value.
    #[track_caller]
    pub fn set_limit(&self, kind: &str, value: u64) {
        self.unfold("time-panel");
        self.browser.select("#limit-kind", kind);
        self.browser.write("#time", &value.to_string());
    }

    /// Reads a text as a person would give it.
    #[track_caller]
    pub fn import(&self, text: &str) {
        self.unfold("record-panel");
        // Typing a long text key by key takes long, and what it needs no test.
        let script = "document.getElementById('import-text').value = arguments[0]";
        self.browser.script(script, json!([text]));
        self.browser.click("#import-button");
    }

    /// Reads a text that the first side goes on from, against an engine.
    #[track_caller]
    pub fn import_against_an_engine(&self, text: &str) {
        self.import(text);
        // Nobody moves before somebody is told to.
        self.wait_for_text("#player-second", |player| player == "person");
        self.browser.select("#player-second", "0");
    }

    #[track_caller]
    pub fn drop_file(&self, name: &str, text: &str) {
        let script = "
            const drop = new DragEvent('drop', { bubbles: true, dataTransfer: new DataTransfer() });
            drop.dataTransfer.items.add(new File([arguments[1]], arguments[0]));
            document.body.dispatchEvent(drop);";
        self.browser.script(script, json!([name, text]));
    }

    /// The moves up to what is on the board, in the protocol's notation, as the page keeps them
    /// for a reload. What it shows is in that of the players.
    #[track_caller]
    pub fn moves(&self) -> Vec<String> {
        let ply = self.shown().ply;
        let script = "
            // The page keeps them a moment later.
            const { nodes, current } = JSON.parse(sessionStorage.getItem('plyglot.game'))?.tree ?? { nodes: [], current: 0 };
            const path = [];
            for (let id = current; id; id = path[0].parent ?? 0) {
                path.unshift(nodes.find(node => node.id === id));
            }
            return path.map(node => node.name)";
        wait_for("the moves", || {
            let moves = self.browser.script(script, json!([]));
            serde_json::from_value::<Vec<String>>(moves).ok().filter(|moves| moves.len() == ply)
        })
    }

    /// Fails if the page scrolls to the side, or if something is cut off there.
    #[track_caller]
    pub fn check_width(&self) {
        let script = "
            const clips = e => e !== document.body && getComputedStyle(e).overflowX !== 'visible';
            const isCut = e => {
                const { left, right, width } = e.getBoundingClientRect();
                return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
            };
            const isClipped = e => e !== null && (clips(e) || isClipped(e.parentElement));
            return [document.documentElement.scrollWidth - innerWidth,
                [...document.body.querySelectorAll(':not(svg *)')]
                    .filter(e => e.checkVisibility() && isCut(e) && !isClipped(e.parentElement))
                    .map(e => e.outerHTML.slice(0, 100))]";
        let found = self.browser.script(script, json!([]));
        assert!(found[0].as_i64().is_some_and(|more| more <= 0), "too wide: {found}");
        assert_eq!(found[1], json!([]), "cut off");
    }

    /// Fails if errors were logged, besides expected ones, or if anything was asked for
    /// elsewhere.
    #[track_caller]
    pub fn check_logs(&self, expected: &[&str]) {
        for entry in self.browser.log("browser") {
            let text = entry["message"].as_str().unwrap_or_default();
            let is_expected = expected.iter().any(|expected| text.contains(expected));
            assert!(entry["level"] != "SEVERE" || is_expected, "{entry}");
        }
        let mut count = 0;
        for entry in self.browser.log("performance") {
            let text = entry["message"].as_str().unwrap_or_default();
            let event: Value = serde_json::from_str(text).expect("an event");
            let event = &event["message"];
            if event["method"] == "Network.requestWillBeSent" {
                let address = event["params"]["request"]["url"].as_str().unwrap_or_default();
                let at_home = [&*self.server.address, "data:", "blob:http://127.0.0.1:"];
                assert!(at_home.iter().any(|home| address.starts_with(home)), "{address}");
                count += 1;
            }
        }
        assert!(count > 0, "requests are not logged");
    }
}
