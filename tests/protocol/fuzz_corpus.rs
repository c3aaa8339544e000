//! Inputs that fuzzing has found worth keeping, and every fault that it has found: runs the targets
//! of `fuzz/` on the files of `fuzz/corpus`, without a fuzzer. Rules of games and positions with random
//! damage are run as well.

#[path = "../../fuzz/src/lib.rs"]
mod fuzz;

use fuzz::variants::library::{LIBRARY, library, number};
use plyglot_core::game::random::Random;
use std::path::Path;

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
