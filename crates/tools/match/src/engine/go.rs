//! The command that begins a search.

use plyglot_engine::{GoLimits, SideClock};

/// The words of UCI for the clocks of the first and of the second player, and for their increments.
pub const UCI_TIMES: [&str; 4] = ["wtime", "btime", "winc", "binc"];

/// The command of a search within limits; `times` are the words for the clocks and increments.
pub fn go_command(limits: &GoLimits, times: [&str; 4]) -> String {
    let [first, second] = &limits.clocks;
    let numbers = [
        ("depth", limits.depth.map(u128::from)),
        ("nodes", limits.nodes.map(u128::from)),
        ("mate", limits.mate.map(u128::from)),
        ("movetime", limits.move_time.map(|time| time.as_millis())),
        (times[0], first.left.map(|time| time.as_millis())),
        (times[1], second.left.map(|time| time.as_millis())),
        (times[2], increment(first)),
        (times[3], increment(second)),
        ("movestogo", limits.moves_to_go.map(u128::from)),
    ];
    let mut command = "go".to_owned();
    for (word, number) in numbers {
        command += &number.map_or(String::new(), |number| format!(" {word} {number}"));
    }
    if command == "go" {
        command += " infinite";
    }
    if !limits.moves.is_empty() {
        command += &format!(" searchmoves {}", limits.moves.join(" "));
    }
    command
}

fn increment(clock: &SideClock) -> Option<u128> {
    Some(clock.increment.as_millis()).filter(|&time| time > 0)
}
