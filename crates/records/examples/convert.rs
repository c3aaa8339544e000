//! Writes the games of a text in another format: `convert FORMAT GAME [NOTATION] < FILE`.

use plyglot_engine::NOTATION;
use plyglot_records::{RecordFormat, decoded, print, read};
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [format, name, notation @ ..] = &words[..] else {
        return Err("which format and game?".into());
    };
    let registry = plyglot_variants::with_library(plyglot_games::standard());
    let format = RecordFormat::named(format).ok_or("no such format")?;
    let mut rules = registry.game(name).ok_or("no such game")?.open();
    if let [notation] = notation {
        rules.set_option(NOTATION, notation);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    for game in read(&decoded(&bytes)) {
        print!("{}", print(&game, format, &mut *rules)?);
    }
    Ok(())
}
