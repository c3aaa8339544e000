//! `plyglot solve`, from its input to its end.

use super::tool::fed;
use serde_json::Value;
use std::process::Output;

/// Runs the command with this input to its end.
pub fn solve(arguments: &[&str], input: &[u8]) -> Output {
    fed(&[&["solve"], arguments].concat(), input)
}

pub fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(str::to_owned).collect()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The objects in the lines of `--json`.
pub fn objects(output: &Output) -> Vec<Value> {
    let read = |line: &String| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"))
    };
    lines(output).iter().map(read).collect()
}
