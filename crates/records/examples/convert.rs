//! Writes the games of a record in another format: `convert GAME FORMAT < RECORD`. A game that the
//! record names itself is of that game.

use plyglot_records::{GameChoice, RecordFormat, decoded, print, read};
use std::io::{Read, Write};

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, format] = &words[..] else { return Err("expected GAME FORMAT".to_owned()) };
    let registry = plyglot_variants::with_library(plyglot_games::standard());
    let usual = registry.game(game).ok_or("no such game")?;
    let format = RecordFormat::named(format).ok_or("no such format")?;
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let text = decoded(&bytes);
    let choice = GameChoice { registry: &registry, wanted: None, usual };
    for (number, record) in read(&text).enumerate() {
        let named = choice.game_of(&record).map_err(|fault| fault.to_string())?;
        let written = print(&record, format, &mut *named.open())?;
        let line = if number > 0 && format == RecordFormat::Csa { "/\n" } else { "" };
        write!(std::io::stdout(), "{line}{written}").map_err(|error| error.to_string())?;
    }
    Ok(())
}
