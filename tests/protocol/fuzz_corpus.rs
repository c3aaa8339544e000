//! Inputs that fuzzing has found worth keeping, and every fault that it has found: runs the targets
//! of `fuzz/` on the files of `fuzz/corpus`, without a fuzzer. Rules of games and positions with random
//! damage are run as well, and texts of a megabyte.

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use fuzz::variants::library::{LIBRARY, library, number};
use plyglot_core::game::random::Random;
use plyglot_definition::file::read_sections;
use plyglot_support::lock;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Targets write to files of this process, so tests of all of them run one after another.
static FILES: Mutex<()> = Mutex::new(());

/// Gives the target all that is in the folder of its name; how many inputs that were.
fn replay(name: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("a folder for each target") {
        let path = entry.expect("a readable folder").path();
        // The name of the input stands above its panic in the output of a failed test.
        println!("{}", path.display());
        fuzz::run(name, &std::fs::read(&path).expect("a readable file"));
        count += 1;
    }
    count
}

#[test]
fn every_fuzz_target_passes_its_corpus() {
    let _alone = lock(&FILES);
    for (name, _) in fuzz::TARGETS {
        assert!(replay(name) > 0, "{name} has no corpus");
    }
}

fn one<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[random.below(list.len())]
}

/// Characters that mean something, and some that do not.
const SIGNS: &[char] = &[
    '[', ']', ':', '=', '-', '+', '~', '*', '/', '@', '#', ';', ' ', '\t', '0', '1', '2', '3', '9',
    'k', 'K', 'q', 'Q', 'p', 'P', 'm', 'M', 'r', 'n', 'w', 'b', 'a', 'h', 'ä', '🙂', '\u{2028}',
    '\0', '\r',
];

fn damaged(random: &mut Random, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(letters.len() + 1);
        match random.below(5) {
            0 => letters.truncate(at),
            1 if at < letters.len() => drop(letters.remove(at)),
            2 if at < letters.len() => letters.insert(at, letters[at]),
            3 if at < letters.len() => letters[at] = *one(random, SIGNS),
            _ => letters.insert(at, *one(random, SIGNS)),
        }
    }
    letters.into_iter().collect()
}

/// Some sections with damage: lines that are changed, gone, doubled, or of other sections.
fn damaged_file(random: &mut Random, sections: &[String], entries: &[&str]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..=random.below(3) {
        lines.extend(one(random, sections).lines().map(str::to_owned));
    }
    for _ in 0..=random.below(4) {
        let at = random.below(lines.len());
        let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
        let same = |line: &&&str| key(line) == key(&lines[at]);
        let other = entries.iter().filter(same).nth(random.below(9)).copied();
        match (random.below(9), other) {
            (0, _) if lines.len() > 1 => drop(lines.remove(at)),
            (1, _) => lines.insert(at, lines[at].clone()),
            (2, _) => lines[at] = damaged(random, &lines[at]),
            // Values of other games give odd but valid games.
            (3..=5, Some(other)) => lines[at] = other.to_owned(),
            _ => lines.insert(at + 1, (*one(random, entries)).to_owned()),
        }
    }
    lines.join("\n")
}

/// The tables of a game stay in memory, so that few damaged games are played.
#[test]
fn damaged_rules_are_read_or_refused() {
    const PLAYED: usize = 300;
    let library = LIBRARY.concat();
    let sections: Vec<String> = library.split("\n[").map(|it| format!("[{it}")).collect();
    let entries: Vec<&str> = library.lines().filter(|line| line.contains(" = ")).collect();
    let mut random = Random::new(number("SEED", 1) as u64);
    let moves = "a b < c d < e < < f g < h i j k";
    for count in 0..number("FILES", 10_000) {
        let file = damaged_file(&mut random, &sections[1..], &entries);
        // The last game of a file is the one that is played.
        let last = if count < PLAYED { "" } else { "\n[last:chess]" };
        println!("{file}\n");
        fuzz::run("variants", format!("{file}{last}\n%\n\n{moves}").as_bytes());
    }
    // If a rule on chasing has no meaning, it does no harm.
    for game in GAMES.split(' ') {
        let file = format!("[chasing:{game}]\nchasingRule = axf");
        fuzz::run("variants", format!("{file}\n%\n\n{}", moves.repeat(2)).as_bytes());
    }
}

const GAMES: &str = "\
    chess crazyhouse atomic 3check horde racingkings antichess shogi xiangqi janggi makruk \
    cambodian sittuyin seirawan capablanca duck amazons ataxx flipello breakthrough \
    placement bughouse minishogi torishogi grand shako tictactoe clobber snailtrail \
    isolation checkers draughts tablut gomoku_exact pente hex keryopente";

#[test]
fn damaged_positions_are_read_or_refused() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let mut random = Random::new(number("SEED", 1) as u64);
    for name in GAMES.split(' ') {
        assert!(library().iter().any(|game| game.name == name), "{name}");
        let mut game = registry.game(name).expect("a game").open();
        for count in 0..number("POSITIONS", 400) {
            let moves = game.moves();
            match count % 8 {
                0 if moves.is_empty() => game.set_position(None, &[]).expect("the start"),
                0 => game.push(one::<String>(&mut random, &moves)).expect("a legal move"),
                _ => {}
            }
            let text = damaged(&mut random, &game.position());
            println!("{name} {text:?}");
            fuzz::run("variants", format!("[x:{name}]\n%\n{text}\nx").as_bytes());
        }
    }
}

/// Far more than a megabyte takes on any machine, and far less than a reader that takes the square of
/// its length.
const PATIENCE: Duration = Duration::from_secs(60);
const LONG: usize = 1_000_000;
/// A long word, number, nest, list, comment, and lines of few letters.
const FILLERS: [&str; 12] =
    ["a", "7", "(", "{", "[", "\"", "; a", "#", "e2e4 ", "8/", "a = b\n", "\n"];

#[track_caller]
fn is_read_in_time(what: &str, read: impl FnOnce()) {
    let begun = Instant::now();
    read();
    assert!(begun.elapsed() < PATIENCE, "{what}: {:?}", begun.elapsed());
}

/// The targets that read a file or the output of a program, each with the bytes before a text that it
/// reads as it is. Records of games have a test of their own, and so have lines of a dialogue.
const READERS: [(&str, &[u8]); 13] = [
    ("records", &[0]),
    ("records", b"\0PLYGAMES"),
    ("tables", &[0, 0]),
    ("resume", &[0]),
    ("resume", &[1]),
    ("books", &[0, 0, 0, 0, 1]),
    ("books", &[1, 0, 0, 0, 1]),
    ("books", &[2, 0, 0, 0, 1]),
    ("networks", &[0, 0]),
    ("training", &[0]),
    ("learning", &[0]),
    ("live", &[1, 0]),
    ("engine", b"info depth 1 pv "),
];

#[test]
fn long_files_are_read_in_time() {
    let _alone = lock(&FILES);
    for filler in FILLERS {
        let text = filler.repeat(LONG / filler.len());
        for (name, before) in READERS {
            let file = [before, text.as_bytes()].concat();
            is_read_in_time(&format!("{name} {filler:?}"), || fuzz::run(name, &file));
        }
    }
}

/// Behind the head of a section, as the value of a key of each kind, and alone.
#[test]
fn long_rules_are_read_in_time() {
    const KEYS: [&str; 7] = [
        "startFen",
        "pieceToCharTable",
        "customPiece1",
        "pieceNames",
        "promotionRegionWhite",
        "maxRank",
        "start",
    ];
    for filler in FILLERS {
        let long = filler.repeat(LONG / filler.len());
        let values = KEYS.map(|key| format!("[long:chess]\n{key} = {long}"));
        let others = [long.clone(), format!("[long:chess]\n{long}"), format!("[{long}:chess]")];
        for text in values.iter().chain(&others) {
            let what: String = text.chars().take(40).collect();
            is_read_in_time(&what, || drop(read_sections(text, library())));
        }
    }
}

#[test]
fn long_positions_and_moves_are_read_in_time() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for name in GAMES.split(' ').chain(registry.entries().iter().map(|entry| entry.info.name)) {
        let mut game = registry.game(name).expect("a game").open();
        for filler in FILLERS {
            let long = filler.repeat(LONG / filler.len());
            is_read_in_time(&format!("{name} {filler:?}"), || {
                let _ = game.set_position(Some(&long), &[]);
                let _ = game.set_position(None, &[long.as_str()]);
            });
        }
    }
}
