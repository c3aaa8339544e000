//! What the page shows while a match runs, against the records of the match.

use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::folder::Folder;
use plyglot_browser_tests::page::{Page, visit};
use plyglot_browser_tests::process::Process;
use plyglot_browser_tests::server::{Server, plyglot};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

const NAMES: [&str; 2] = ["left", "right"];

/// What a watcher sees at one moment.
#[derive(Debug)]
struct Frame {
    /// The number of the game on the board, from 0, and the plies that are on it.
    game: u64,
    plies: usize,
    engines: [ShownEngine; 2],
    /// The score of the match; empty before the first game has ended.
    score: String,
    /// The games of the list, the newest first.
    games: Vec<String>,
}

#[derive(Debug)]
struct ShownEngine {
    name: String,
    score: String,
    numbers: String,
}

/// `None` while no game is on the board.
fn frame(page: &Page) -> Option<Frame> {
    let script = "
        const text = selector => document.querySelector(selector)?.textContent ?? '';
        const game = document.querySelector('#watch-games [aria-current]')?.dataset.number;
        return game === undefined ? null : [
            Number(game), Number(document.body.dataset.ply), text('#watch-standing td'),
            [...document.querySelectorAll('#watch-games button')].map(e => e.textContent),
            ['first', 'second'].map(side => ['name', 'score', 'numbers'].map(
                part => text(`#engine-${side} .engine-${part}, #engine-${side} .${part}`))),
        ];";
    let found = page.browser.script(script, json!([]));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let engine = |value: &Value| ShownEngine {
        name: text(&value[0]),
        score: text(&value[1]),
        numbers: text(&value[2]),
    };
    found.is_array().then(|| Frame {
        game: found[0].as_u64().expect("a number"),
        plies: found[1].as_u64().expect("a number") as usize,
        score: text(&found[2]),
        games: found[3].as_array().expect("a list").iter().map(text).collect(),
        engines: [engine(&found[4][0]), engine(&found[4][1])],
    })
}

fn lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("a record");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// What the searches of a side said while so many moves of a game were played.
fn said_meanwhile<'a>(live: &'a [Value], game: u64, moves: usize, side: &str) -> Vec<&'a Value> {
    let mut played = 0;
    let mut said = Vec::new();
    for event in live.iter().filter(|event| event["number"] == game) {
        if event["type"] == "move" {
            played += 1;
        } else if event["type"] == "search" && event["side"] == side && played == moves {
            said.push(event);
        }
    }
    said
}

/// Whether a number as the page writes it, such as 34.1K, is this one, rounded.
fn is_rounded(shown: &str, value: f64) -> bool {
    let digits = shown.trim_end_matches(['K', 'M', 'B']);
    let unit = match &shown[digits.len()..] {
        "" => 1.0,
        "K" => 1e3,
        "M" => 1e6,
        _ => 1e9,
    };
    let number: f64 = digits.replace(',', "").parse().expect("a number");
    (number * unit - value).abs() <= 0.0501 * unit + 0.5 * f64::from(u8::from(unit > 1.0))
}

/// Whether an engine's score and numbers are those that it said. `sign`: of the scores of its
/// side, as those of the page are the first player's.
fn is_said(shown: &ShownEngine, said: &Value, sign: i64) -> bool {
    let score = match (said["mate"].as_i64(), said["cp"].as_i64()) {
        (Some(mate), _) => format!("#{}", sign * mate),
        (None, Some(cp)) => {
            let sign = ["−", "", "+"][((sign * cp).signum() + 1) as usize];
            format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
        }
        (None, None) => String::new(),
    };
    let seconds = said["time"].as_f64().expect("a time");
    let depth = said["depth"].as_u64().expect("a depth");
    let nodes = said["nodes"].as_f64().expect("a number");
    let mut numbers: Vec<&str> = shown.numbers.split(" · ").collect();
    let mut speed = 0.0;
    if seconds > 0.0 {
        speed = nodes / seconds;
    } else if numbers.len() == 3 {
        // In no time, there is no speed.
        numbers.insert(2, "0/s");
    }
    shown.score == score
        && numbers.len() == 4
        && numbers[0] == format!("depth {depth}")
        && numbers[1].strip_suffix(" nodes").is_some_and(|shown| is_rounded(shown, nodes))
        && numbers[2].strip_suffix("/s").is_some_and(|shown| is_rounded(shown, speed))
        && numbers[3].strip_suffix(" s").is_some_and(|shown| is_rounded(shown, seconds))
}

/// Both engines of a frame say what they said of their last searches on the board, or while
/// they think what they have said until then.
#[track_caller]
fn check_engines(frame: &Frame, games: &[Value], live: &[Value]) {
    let game = games.iter().find(|game| game["number"] == frame.game).expect("a game");
    let opening = game["opening"].as_array().map_or(0, Vec::len);
    let all = game["moves"].as_array().expect("a list of moves");
    let shown = frame.plies.checked_sub(opening).expect("the opening");
    for (i, side) in ["first", "second"].into_iter().enumerate() {
        let engine = &frame.engines[i];
        let number = game["engines"][i].as_u64().expect("a number");
        assert_eq!(engine.name, NAMES[number as usize], "{frame:?}");
        let own = (i + opening) % 2;
        let last = all[..shown].iter().skip(own).step_by(2).next_back();
        let mut said = said_meanwhile(live, frame.game, shown, side);
        said.extend(last);
        let sign = if i == 0 { 1 } else { -1 };
        let is_blank = engine.score.is_empty() && engine.numbers.is_empty();
        assert!(
            last.is_none() && is_blank || said.iter().any(|said| is_said(engine, said, sign)),
            "{engine:?} in {frame:?}: {said:?}"
        );
    }
}

/// The score of a match of `left` and `right` after these games, as the page shows it.
pub(crate) fn score(games: &[Value]) -> String {
    let mut results = [0_u32; 3];
    for game in games {
        let left = if game["engines"][0] == 0 { "first" } else { "second" };
        let result = game["result"].as_str().expect("a result");
        let place = if result == "draw" {
            1
        } else if result == left {
            0
        } else {
            2
        };
        results[place] += 1;
    }
    let [wins, draws, losses] = results;
    let points = |won: u32| f64::from(won) + f64::from(draws) / 2.0;
    let [left, right] = NAMES;
    format!(
        "{left} {:.1} – {:.1} {right}, {wins} won, {draws} drawn, {losses} lost",
        points(wins),
        points(losses)
    )
}

/// The list has each game that has begun with its result, and the score is that of these games.
/// The score comes a moment after the result.
#[track_caller]
fn check_match(frame: &Frame, games: &[Value]) {
    let mut ended = 0;
    for (number, shown) in frame.games.iter().rev().enumerate() {
        let game = &games[number];
        let [first, second] = [0, 1].map(|i| NAMES[game["engines"][i].as_u64().unwrap() as usize]);
        let begun = format!("Game {}: {first} – {second} ", number + 1);
        let result = match game["result"].as_str() {
            Some("first") => "1-0",
            Some("second") => "0-1",
            _ => "½-½",
        };
        let is_running = *shown == format!("{begun}…");
        assert!(is_running || *shown == format!("{begun}{result}"), "{shown}: {game}");
        ended += usize::from(!is_running);
    }
    let is_score = |count: usize| match count {
        0 => frame.score.is_empty() || frame.score == score(&[]),
        _ => frame.score == score(&games[..count]),
    };
    assert!(is_score(ended) || is_score(ended.saturating_sub(1)), "{frame:?}");
}

/// Watches a match of two equal engines, and looks at the page again and again.
fn watch(game: &str, seconds: &str, rounds: &str, pause: Duration) {
    let folder = Folder::new();
    let (live, record) = (folder.file("live.json"), folder.file("games.json"));
    visit(Server::start(&["--watch", &live]), Look::DESK, |page| {
        let mut command = Command::new(plyglot());
        command.args(["match", "--game", game, "--rounds", rounds, "--openings", "random"]);
        let program = format!("cmd={}", plyglot().display());
        for name in NAMES {
            command.args(["--engine", &program, &format!("name={name}")]);
        }
        command.args(["--each", &format!("st={seconds}"), "timemargin=60000", "option.Hash=16"]);
        let running = Process::start(command.args(["--live", &live, "--json", &record]));
        let mut frames = Vec::new();
        while !page.text("#watch-text").contains("The match is over") {
            frames.extend(frame(page));
            std::thread::sleep(pause);
        }
        frames.extend(frame(page));
        running.finish();
        let (live, record) = (lines(&live), lines(&record));
        let games = &record[1..];
        assert_eq!(games.len(), 2 * rounds.parse::<usize>().expect("a number"));
        assert!(frames.len() > 5, "{} frames", frames.len());
        for frame in &frames {
            check_match(frame, games);
            check_engines(frame, games, &live);
        }
        println!("{} frames", frames.len());
    });
}

#[test]
fn what_is_shown_of_a_match_is_in_its_records() {
    watch("cfour", "0.1", "2", Duration::from_millis(50));
}

/// Takes some five minutes, and nothing else should run.
#[test]
#[ignore = "takes minutes"]
fn what_is_shown_of_twenty_games_is_in_their_records() {
    watch("chess", "0.1", "10", Duration::from_secs(1));
}
