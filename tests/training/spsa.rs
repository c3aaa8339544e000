//! Search parameters tuned by games. Threads and interruptions do not change the result, and
//! arguments that make no sense are refused.

use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot, without_progress};
use plyglot_core::game::{Knowledge, SearchParams};
use plyglot_games::chess::Chess;
use std::ffi::OsString;

/// A run that goes to the file `out`.
fn spsa(arguments: &str) -> String {
    format!("spsa {arguments} --out out")
}

/// The output of a run that must end well, without lines of progress.
#[track_caller]
fn find(folder: &Folder, arguments: &str) -> String {
    without_progress(&ended_well(plyglot(folder, &spsa(arguments))))
}

const FEW: &str = "--parameters late_move_base history_malus aspiration_window --steps 4 --pairs 4 --nodes 60 --rate 2";

#[test]
fn results_depend_on_the_arguments_alone() {
    let folder = Folder::new("spsa_threads");
    let found = |out: &str, more: &str| {
        let said = ended_well(plyglot(&folder, &format!("spsa {FEW} {more} --out {out}")));
        without_progress(&said)
    };
    let [one, two] = ["1", "2"].map(|threads| found(threads, &format!("--threads {threads}")));
    assert_eq!(one, two);
    let other = found("other", "--seed 2");
    assert_ne!(one, other, "another seed plays other games");
}

/// The file has the results of four pairs a step. What is printed follows from them, in the
/// units of a constant: the share of the malus and the half width of the window have some.
#[test]
fn the_values_follow_from_the_results_in_the_file() {
    let folder = Folder::new("spsa_file");
    let said = find(&folder, FEW);
    let file = folder.read("out");
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines[1].starts_with(
        "plyglot spsa --game chess --parameters late_move_base history_malus aspiration_window"
    ));
    let mut pairs: Vec<u64> = Vec::new();
    for line in &lines[2..] {
        let (pair, rest) = line.split_once(' ').unwrap();
        let (half_points, _) = rest.split_once(' ').unwrap();
        assert!((0..=4).contains(&half_points.parse::<u8>().unwrap()), "{line}");
        pairs.push(pair.parse().unwrap());
    }
    pairs.sort_unstable();
    assert_eq!(pairs, (0..16).collect::<Vec<_>>());
    let units = [
        ("params.late_move.base = ", ";"),
        ("params.history.malus = Factor(", ");"),
        ("params.aspiration.window = Centi(", ");"),
    ];
    for (said, (begin, end)) in said.lines().zip(units) {
        let value = said.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end));
        assert!(value.is_some_and(|value| value.parse::<i32>().is_ok()), "{said}");
    }
    let start: Vec<String> = ["late_move_base", "history_malus", "aspiration_window"]
        .iter()
        .map(|name| {
            let number = SearchParams::LIST.iter().find(|n| n.name == *name).unwrap();
            number.statement(&Chess::PARAMS)
        })
        .collect();
    assert_ne!(said.lines().collect::<Vec<_>>(), start, "with such a rate they move");
}

#[test]
fn a_file_of_other_arguments_is_refused() {
    let folder = Folder::new("spsa_refused");
    find(&folder, FEW);
    let other = FEW.replace("--pairs 4", "--pairs 2");
    check_refused(&folder, &spsa(&other), 1, &["it belongs to 'plyglot spsa"]);
}

/// Whatever bit of the file is altered: it is not gone on with.
#[test]
fn an_altered_file_is_refused() {
    let folder = Folder::new("spsa_altered");
    let arguments = "--game cfour --parameters aspiration_window lmr_base --steps 1 --pairs 1 \
                     --nodes 50 --hash 1 --threads 1";
    find(&folder, arguments);
    let (whole, out) = (folder.bytes("out"), folder.file("out"));
    let words = ["spsa"].into_iter().chain(arguments.split_whitespace());
    let words: Vec<&str> = words.chain(["--out", &out]).collect();
    let run = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        plyglot::run(plyglot_games::standard(), words, std::io::empty(), std::io::sink(), |_| ())
    };
    let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    // The format and the title.
    let head = ends[1] + 1;
    for bit in 0..8 * (whole.len() - 1) {
        let mut altered = whole.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        folder.write("out", altered);
        let done = run(&words);
        assert!(done.is_err(), "bit {bit} was altered");
    }
    // The head is written whole or not at all.
    for end in 1..head {
        folder.write("out", &whole[..end]);
        assert!(run(&words).is_err(), "cut at {end}");
    }
    // Without its end, the last line counts as incomplete, and its pair is played again.
    folder.write("out", &whole);
    let said = find(&folder, arguments);
    for end in [0, head, head + 3, whole.len() - 1] {
        folder.write("out", &whole[..end]);
        assert_eq!(find(&folder, arguments), said, "cut at {end}");
        assert!(folder.bytes("out") == whole, "cut at {end}");
    }
}
