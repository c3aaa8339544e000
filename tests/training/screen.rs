//! `plyglot screen`: threads, interruptions and the length of a run do not change the result, and
//! arguments that make no sense are refused.

use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot, refusal, without_progress};

/// A run that goes to the file `out`.
fn screen(arguments: &str) -> String {
    format!("screen {arguments} --out out")
}

/// The output of a run that must end well, without lines of progress, and the lines it leaves in
/// the file, sorted: pairs end in any order.
#[track_caller]
fn found(folder: &Folder, arguments: &str) -> (String, Vec<String>) {
    let said = ended_well(plyglot(folder, &screen(arguments)));
    let text = folder.read("out");
    // The sums depend on the order, too.
    let without_sum = |line: &str| line.rsplit_once(' ').map_or("", |(line, _)| line).to_owned();
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    lines[1..].iter_mut().for_each(|line| *line = without_sum(line));
    lines[1..].sort();
    (without_progress(&said), lines)
}

const FEW: &str =
    "--changes late_move_base=2+history_malus=64 delta_margin=0 --pairs 12 --nodes 60 --hash 1";

#[test]
fn results_depend_on_the_arguments_alone() {
    let [one, two] = ["1", "2"].map(|threads| {
        let folder = Folder::new(&format!("screen_threads_{threads}"));
        found(&folder, &format!("{FEW} --threads {threads}"))
    });
    assert_eq!(one, two);
    let other = found(&Folder::new("screen_seed"), &format!("{FEW} --seed 2"));
    assert_ne!(one.0, other.0, "another seed plays other games");
}

#[test]
fn a_run_can_be_made_longer() {
    let [long, grown] = ["screen_long", "screen_grown"].map(Folder::new);
    let expected = found(&long, FEW);
    found(&grown, &FEW.replace("--pairs 12", "--pairs 5"));
    assert_eq!(found(&grown, FEW), expected);
}

/// A search that looks at one or two quiet moves of shallow nodes plays badly; the table says so,
/// whatever the other change does. (It sees that with few nodes a move, too.)
#[test]
fn a_bad_change_is_seen_beside_another() {
    let folder = Folder::new("screen_bad");
    let few_moves = "late_move_base=1+late_move_improving=8+late_move_worsening=8";
    let arguments =
        &format!("--changes {few_moves} aspiration_window=20 --pairs 40 --nodes 200 --hash 1");
    let (said, lines) = found(&folder, arguments);
    assert_eq!(lines.len(), 41);
    assert!(lines[0].starts_with(&format!("plyglot screen --game chess --changes {few_moves}")));
    let rows: Vec<&str> = said.lines().collect();
    assert_eq!(rows[0].split_whitespace().collect::<Vec<_>>()[..4], ["change", "Elo", "in", "80"]);
    assert!(rows[1].starts_with("aspiration_window ") && rows[1].contains(" -> 20 "), "{said}");
    assert!(rows[2].starts_with("late_move_base "), "{said}");
    let high = rows[2].rsplit(", ").next().and_then(|high| high.trim_end_matches(']').parse().ok());
    assert!(high.is_some_and(|high: f64| high < 0.0), "{said}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = Folder::new("screen_refused");
    for (arguments, expected) in [
        ("", "arguments were not provided:\n  --changes <NAME=VALUE>..."),
        ("--changes late_move_base", "--changes: expected NAME=VALUE, found 'late_move_base'"),
        ("--changes latemove_base=3", "did you mean 'late_move_base'?"),
        (
            "--changes late_move_base=99",
            "--changes late_move_base: expected 0 or a number from 1 to 16, found '99'",
        ),
        ("--changes late_move_base=x", "found 'x'"),
        ("--changes delta_margin=100 --game cfour", "cfour does not use delta_margin"),
        (
            "--changes late_move_base=3 late_move_base=4",
            "--changes: expected each parameter once, found 'late_move_base' twice",
        ),
        (
            "--changes lmr_base=3+late_move_base=3+lmr_base=4",
            "--changes: expected each parameter once, found 'lmr_base' twice",
        ),
        ("--changes lmr_base=3+", "--changes: expected NAME=VALUE, found ''"),
    ] {
        let error = refusal(plyglot(&folder, &screen(arguments)), 2);
        assert!(error.contains(expected), "{arguments}: {error}");
        assert!(!folder.has("out"), "{arguments}");
    }
    found(&folder, FEW);
    let error = refusal(plyglot(&folder, &screen(&FEW.replace("malus=64", "malus=65"))), 1);
    assert!(error.contains("it is of 'plyglot screen"), "{error}");
}

/// Whatever bit of the file is altered: the run does not continue from it. A flip of the
/// last line end is like a line that was cut short.
#[test]
fn an_altered_file_is_refused() {
    let folder = Folder::new("screen_altered");
    found(&folder, FEW);
    let whole = folder.bytes("out");
    // One process a bit would take long; every 7th bit reaches each kind of byte.
    for bit in (0..8 * (whole.len() - 1)).step_by(7 * 8 + 1) {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        folder.write("out", &altered);
        refusal(plyglot(&folder, &screen(FEW)), 1);
        assert!(folder.bytes("out") == altered, "bit {bit}");
    }
    for damage in ["3 5 00000000\n", "900 2 00000000\n", "x\n", "0 1\n0 1\n"] {
        let text = String::from_utf8_lossy(&whole);
        let lines: String = text.split_inclusive('\n').take(2).collect();
        folder.write("out", format!("{lines}{damage}"));
        let error = refusal(plyglot(&folder, &screen(FEW)), 1);
        assert!(error.contains("was altered"), "{damage}: {error}");
    }
}
