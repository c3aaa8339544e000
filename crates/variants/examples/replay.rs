//! Replays recorded games and compares, ply by ply, the legal moves, the position and the
//! result with what was recorded: `replay VARIANTS_FILE... -- RECORD...`.
//!
//! A line of a record is `VARIANT<TAB>START<TAB>HASH MOVE:HASH MOVE:HASH ...`; a hash is the
//! CRC-32 of `<moves, sorted, with blanks between>|<position>|<verdict>`.

use plyglot_core::game::{Game, Outcome, Which};
use plyglot_variants::file::read_sections;
use plyglot_variants::{Past, Position, Set, SizedVariant, Verdict};
use std::collections::HashMap;
use std::hash::Hash;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (files, records) = match arguments.iter().position(|argument| argument == "--") {
        Some(at) => (&arguments[..at], &arguments[at + 1..]),
        None => panic!("usage: replay VARIANTS_FILE... -- RECORD..."),
    };
    let mut definitions = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a file of variants");
        let reading = read_sections(&text, &definitions);
        reading.complaints.iter().for_each(|complaint| eprintln!("{file}: {complaint}"));
        definitions.extend(reading.definitions);
    }
    let mut by_name = HashMap::new();
    for definition in definitions {
        by_name.insert(definition.name.clone(), definition);
    }
    for record in records {
        let text = std::fs::read_to_string(record).expect("a record");
        let mut rules: Option<SizedVariant> = None;
        let (mut equal, mut games, mut plies) = (0, 0, 0);
        let mut first = None;
        let mut name = "";
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            name = fields[0];
            let Some(definition) = by_name.get(name) else { break };
            let rules = *rules.get_or_insert_with(|| SizedVariant::new(definition.clone()));
            games += 1;
            let outcome = match rules {
                SizedVariant::Small(rules) => {
                    replay(Position::read_fen(rules.rules(), fields[1]), fields[2])
                }
                SizedVariant::Large(rules) => {
                    replay(Position::read_fen(rules.rules(), fields[1]), fields[2])
                }
            };
            match outcome {
                Ok(count) => (equal, plies) = (equal + 1, plies + count),
                Err(difference) => {
                    first.get_or_insert(format!("DIFF\t{name}\t{}\t{difference}", fields[1]));
                }
            }
        }
        println!("{name}\t{equal}/{games}\t{plies}");
        if let Some(first) = first {
            println!("{first}");
        }
    }
}

fn replay<S: Set + Hash>(
    start: Result<Position<S>, plyglot_core::game::TextError>,
    game: &str,
) -> Result<usize, String> {
    let mut position = start.map_err(|error| format!("\t{error}\t\t"))?;
    let mut earlier: Vec<Past> = Vec::new();
    let mut played: Vec<&str> = Vec::new();
    for entry in game.split(' ') {
        let (m, hash) = entry.rsplit_once(':').unwrap_or(("", entry));
        let mut moves = Vec::new();
        if !m.is_empty() {
            position.moves(Which::All, |each| moves.push(each));
            let Some(found) = moves.iter().find(|&&each| position.write_move(each) == m) else {
                return Err(format!("{}\tno move {m}\t\t", played.join(" ")));
            };
            if position.irreversible(*found) {
                earlier.clear();
            } else {
                earlier.push(position.past());
            }
            position.play(*found);
            played.push(m);
        }
        let (names, fen, verdict) = describe(&position, &earlier);
        let text = format!("{}|{fen}|{verdict}", names.join(" "));
        if crc32fast::hash(text.as_bytes()) != u32::from_str_radix(hash, 16).expect("a hash") {
            let names = names.join(" ");
            return Err(format!("{}\t{fen}\t{verdict}\t{names}", played.join(" ")));
        }
    }
    Ok(played.len())
}

fn describe<S: Set + Hash>(
    position: &Position<S>,
    earlier: &[Past],
) -> (Vec<String>, String, String) {
    let mut names = Vec::new();
    position.moves(Which::All, |m| names.push(position.write_move(m)));
    if position.count() != names.len() as u64 {
        return (vec!["count".to_owned()], position.count().to_string(), names.len().to_string());
    }
    names.sort_unstable();
    let word = |outcome: Outcome| match outcome {
        Outcome::Won => "win",
        Outcome::Lost => "loss",
        Outcome::Drawn => "draw",
    };
    let verdict = position.verdict();
    if let Some(Verdict::Immediate(_)) = verdict {
        names.clear();
    }
    let text = match verdict {
        Some(Verdict::Immediate(outcome)) => format!("immediate:{}", word(outcome)),
        _ if names.is_empty() => format!("none:{}", word(position.stalled())),
        Some(Verdict::Counter(outcome)) => format!("optional:{}", word(outcome)),
        None => match position.repetition(earlier) {
            Some(outcome) => format!("optional:{}", word(outcome)),
            None => "-".to_owned(),
        },
    };
    (names, position.write_fen(), text)
}
