//! Command lines of all tools, with what they say: `tests/commands`.

use crate::support::commands::check;
use std::process::Output;

fn has_status(output: &Output, status: i32) -> bool {
    output.status.code() == Some(status)
}

/// Whether nothing was printed but one short error on stderr.
fn is_refused(output: &Output) -> bool {
    let errors = String::from_utf8_lossy(&output.stderr);
    let is_short = errors.lines().count() <= 12 && errors.ends_with('\n');
    has_status(output, 2) && output.stdout.is_empty() && is_short && errors.starts_with("error: ")
}

#[test]
fn arguments_that_make_no_sense_are_errors_of_usage() {
    let text = include_str!("../commands/refused.txt");
    let two = "match --engine cmd=/bin/one --engine cmd=two nodes=2 --each nodes=1";
    check("refused", &text.replace("match TWO", two), is_refused);
}

#[test]
fn what_cannot_be_done_fails() {
    let text = include_str!("../commands/failed.txt");
    let is_one_line = |errors: &[u8]| errors.iter().filter(|&&byte| byte == b'\n').count() == 1;
    check("failed", text, |output| {
        has_status(output, 1) && (!output.stdout.is_empty() || is_one_line(&output.stderr))
    });
}

#[test]
fn positions_are_explained_as_everybody_would() {
    let text = include_str!("../commands/explain.txt");
    check("explain", text, |output| has_status(output, 0));
}

#[test]
fn games_are_played_with_lines_of_a_pipe() {
    let text = include_str!("../commands/play.txt");
    check("play", text, |output| has_status(output, 0) && output.stderr.is_empty());
}

#[test]
fn rules_are_told_as_they_are_published() {
    let text = include_str!("../commands/games.txt");
    check("games", text, |output| has_status(output, 0));
}

/// Dialects name what the client wrote and the game that they play.
#[test]
fn dialects_and_short_commands_are_answered() {
    for (name, text) in [
        ("dialects", include_str!("../commands/dialects.txt")),
        ("solve", include_str!("../commands/solve.txt")),
        ("analyse", include_str!("../commands/analyse.txt")),
    ] {
        check(name, text, |output| has_status(output, 0));
    }
}
