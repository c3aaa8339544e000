//! Compares recorded games with the rules of files: `replay FILE... -- RECORD...`. For each
//! record, it prints `GAME,games,equal games,equal positions,refused start positions,games that
//! differ in draws alone`, and where the first game differs, if possible in something else:
//! `DIFF<TAB>GAME<TAB>START<TAB>MOVES<TAB>what was found`.

#[path = "../crates/engine/library/tests/library/replay.rs"]
mod replay;

use replay::{Difference, Games, Kind};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(end) = arguments.iter().position(|argument| argument == "--") else {
        panic!("usage: replay FILE... -- RECORD...");
    };
    let read = |path: &String| std::fs::read_to_string(path).expect("a file");
    let texts: Vec<String> = arguments[..end].iter().map(read).collect();
    let texts = texts.iter().map(String::as_str);
    let mut games = Games::new(texts, |complaint| eprintln!("{complaint}"));
    for record in &arguments[end + 1..] {
        compare(&mut games, &read(record));
    }
}

fn compare(games: &mut Games, record: &str) {
    let (mut all, mut equal, mut plies, mut refused, mut draws) = (0, 0, 0, 0, 0);
    let (mut name, mut first) = ("", None::<(&str, Difference)>);
    for line in record.lines() {
        name = line.split('\t').next().unwrap_or_default();
        let Some(result) = games.replay(line) else {
            println!("{name},refused");
            return;
        };
        all += 1;
        match result {
            Ok(count) => (equal, plies) = (equal + 1, plies + count),
            Err(difference) => {
                refused += usize::from(difference.kind == Kind::Refused);
                draws += usize::from(difference.kind == Kind::Draw);
                if first.as_ref().is_none_or(|(_, known)| known.kind < difference.kind) {
                    first = Some((line, difference));
                }
            }
        }
    }
    println!("{name},{all},{equal},{plies},{refused},{draws}");
    if let Some((line, difference)) = first {
        let start = line.split('\t').nth(1).unwrap_or_default();
        println!("DIFF\t{name}\t{start}\t{}\t{}", difference.played.join(" "), difference.found);
    }
}
