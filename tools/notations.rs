//! Writes all legal moves of positions in several notations: `notations FILE... < POSITIONS`. A line
//! of the input is a game and its position, with a tab between them; one of the output has for each
//! move, with tabs between moves, its text in the protocol's notation and in each of
//! [`NOTATIONS`], with `|` between them. Where players of the game do not use a notation, there is
//! none. A text that is not read back as the same move has `!` before it; of very many moves, some
//! are read.

#[path = "../crates/engine/library/tests/library/replay.rs"]
#[expect(dead_code, reason = "positions are not replayed")]
mod replay;

use plyglot_core::game::{MoveNotation, Notation, OptionSpec, TextError};
use plyglot_variants::{Position, SizedVariant};
use replay::Games;
use std::io::Write;

const NOTATIONS: [MoveNotation; 9] = [
    MoveNotation::San,
    MoveNotation::Lan,
    MoveNotation::Hosking,
    MoveNotation::Hodges,
    MoveNotation::HodgesDigits,
    MoveNotation::Janggi,
    MoveNotation::Wxf,
    MoveNotation::Thai,
    MoveNotation::ThaiLong,
];

fn main() -> std::io::Result<()> {
    let read = |path: String| std::fs::read_to_string(path).expect("a file");
    let texts: Vec<String> = std::env::args().skip(1).map(read).collect();
    let mut games =
        Games::new(texts.iter().map(String::as_str), |complaint| eprintln!("{complaint}"));
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line?;
        let (name, fen) = line.split_once('\t').expect("a game and its position");
        let moves = match games.find(name) {
            Some(SizedVariant::Small(variant)) => {
                written(Position::read_fen(variant.rules(), fen), name)
            }
            Some(SizedVariant::Large(variant)) => {
                written(Position::read_fen(variant.rules(), fen), name)
            }
            _ => Ok(vec!["unknown".to_owned()]),
        };
        match moves {
            Ok(moves) => writeln!(output, "{}", moves.join("\t"))?,
            Err(error) => writeln!(output, "error: {error}")?,
        }
        output.flush()?;
    }
    Ok(())
}

fn written<G: Notation>(
    position: Result<G, TextError>,
    name: &str,
) -> Result<Vec<String>, TextError> {
    let mut position = position?;
    if name == "fischerandom" {
        position.set_option(OptionSpec::CHESS960.name, "true");
    }
    let own = G::notations(position.rules());
    let moves = position.legal_moves();
    let stride = 1 + moves.len() / 100;
    let written = |(number, &m): (usize, &G::Move)| {
        let texts = NOTATIONS.map(|notation| {
            let is_own = own.contains(&notation);
            if !is_own && !matches!(notation, MoveNotation::San | MoveNotation::Lan) {
                return String::new();
            }
            let text = position.write_move(m, notation);
            let is_read = is_own && number % stride == 0;
            let is_lost = is_read && position.read_move(&text) != Ok(m);
            format!("{}{text}", if is_lost { "!" } else { "" })
        });
        format!("{}|{}", position.print_move(m), texts.join("|"))
    };
    Ok(moves.iter().enumerate().map(written).collect())
}
