//! `plyglot solve`, from its input to its end.

use super::engine::PLYGLOT;
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs the command with this input to its end.
pub fn solve(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PLYGLOT)
        .arg("solve")
        .args(arguments)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program under test starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    // Who refuses its arguments reads nothing.
    let _ = writer.join().expect("no panic");
    output
}

pub fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(str::to_owned).collect()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What the lines of `--json` say.
pub fn objects(output: &Output) -> Vec<Value> {
    let read = |line: &String| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))
    };
    lines(output).iter().map(read).collect()
}
