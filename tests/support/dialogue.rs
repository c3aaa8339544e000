//! Dialogues as text: what is sent beside what must come back.
//!
//! A line that begins with `> ` is sent. Every other line is what the engine
//! must print next: `*` in it stands for any text, and `...` alone for any
//! number of lines, none of which is a `bestmove`. A line that begins with
//! `#`, and blank lines before it, before `> ` or at an end, are for the
//! reader. After the last line the input ends; the engine must then end well
//! and must not have printed anything more.

use super::engine::Engine;
use std::time::Instant;

/// Runs a dialogue with an engine of its own; fails, with all that was said, if the engine says
/// anything else.
pub fn run(name: &str, text: &str) {
    run_with(Engine::start(), name, text);
}

pub fn run_with(engine: Engine, name: &str, text: &str) {
    let mut player = Player { engine, name: name.to_owned(), skipping: false };
    for (number, line) in script(text) {
        player.step(number, line);
    }
    player.end();
}

/// The lines of a dialogue that mean something, with their numbers from 1.
fn script(text: &str) -> Vec<(usize, &str)> {
    let mut script: Vec<(usize, &str)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim_end();
        let is_remark = line.starts_with('#');
        if is_remark || is_sent(line) {
            drop_blank_end(&mut script);
        }
        if !(is_remark || line.is_empty() && script.is_empty()) {
            script.push((i + 1, line));
        }
    }
    drop_blank_end(&mut script);
    script
}

fn drop_blank_end(script: &mut Vec<(usize, &str)>) {
    while script.last().is_some_and(|(_, line)| line.is_empty()) {
        script.pop();
    }
}

fn is_sent(line: &str) -> bool {
    line == ">" || line.starts_with("> ")
}

struct Player {
    engine: Engine,
    name: String,
    /// Lines may come that are not written.
    skipping: bool,
}

impl Player {
    fn step(&mut self, number: usize, line: &str) {
        if is_sent(line) {
            self.engine.send(line.get(2..).unwrap_or_default());
        } else if line == "..." {
            self.skipping = true;
        } else {
            self.expect(number, line);
            self.skipping = false;
        }
    }

    fn expect(&mut self, number: usize, pattern: &str) {
        let start = Instant::now();
        loop {
            // A search without end prints other lines for ever.
            if start.elapsed() > self.engine.patience {
                self.fail(number, &format!("`{pattern}` does not come"));
            }
            let Some(line) = self.engine.try_line() else {
                let problem = format!("expected `{pattern}`, got the end of the output");
                self.fail(number, &problem);
            };
            if matches(pattern, &line) {
                return;
            }
            if !may_skip(self.skipping, &line) {
                self.fail(number, &format!("expected `{pattern}`, got `{line}`"));
            }
        }
    }

    fn fail(&mut self, number: usize, problem: &str) -> ! {
        let place = format!("{}, line {number}: {problem}", self.name);
        self.engine.fail(&place)
    }

    fn end(self) {
        let Player { engine, name, skipping } = self;
        let remains = engine.finish();
        remains.check_good();
        let unexpected = remains.lines.iter().find(|line| !may_skip(skipping, line));
        assert_eq!(unexpected, None, "{name}: printed after the end of\n{}", remains.dialogue);
    }
}

fn may_skip(skipping: bool, line: &str) -> bool {
    skipping && line.split(' ').next() != Some("bestmove")
}

/// Compares printed lines with what they must be.
///
/// # Errors
/// Says which line is wrong.
pub fn compare(expected: &str, printed: &str) -> Result<(), String> {
    let (mut printed, mut skipping) = (printed.lines(), false);
    for pattern in expected.trim_end().lines() {
        if pattern == "..." {
            skipping = true;
            continue;
        }
        loop {
            match printed.next() {
                Some(line) if matches(pattern, line) => break,
                Some(line) if may_skip(skipping, line) => {}
                Some(line) => return Err(format!("expected `{pattern}`, got `{line}`")),
                None => return Err(format!("expected `{pattern}`, got the end")),
            }
        }
        skipping = false;
    }
    match printed.find(|line| !may_skip(skipping, line)) {
        Some(line) => Err(format!("expected the end, got `{line}`")),
        None => Ok(()),
    }
}

/// Whether the whole line is the pattern, in which `*` stands for any text.
pub fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == line };
    let Some(line) = line.strip_prefix(head) else { return false };
    line.char_indices().map(|(at, _)| &line[at..]).chain([""]).any(|tail| matches(rest, tail))
}
