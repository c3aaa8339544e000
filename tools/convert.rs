//! Writes the games of a record in another format: `convert FORMAT GAME [NOTATION] < FILE`. What is
//! wrong in them goes to the error output.

use plyglot_engine::NOTATION;
use plyglot_records::{GameChoice, RecordFormat, decoded, print, read, replay};
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (format, game) = (arguments.next().unwrap_or_default(), arguments.next());
    let notation = arguments.next();
    let format = RecordFormat::named(&format).ok_or("expected a format")?;
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let is_wanted = game.is_some();
    let game = registry.game(game.as_deref().unwrap_or("chess")).ok_or("expected a game")?;
    let choice = GameChoice { registry: &registry, game, is_wanted };
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let mut divider = "";
    for record in read(&decoded(&bytes)) {
        let mut rules = match choice.game_of(&record) {
            Ok(named) => named.open(),
            Err(fault) => {
                eprintln!("{fault}");
                continue;
            }
        };
        if let Some(notation) = &notation {
            rules.set_option(NOTATION, notation);
        }
        let faults =
            replay(&record, &mut *rules, None).map_or_else(|fault| vec![fault], |r| r.faults);
        faults.iter().for_each(|fault| eprintln!("{fault}"));
        print!("{divider}{}", print(&record, format, &mut *rules)?);
        divider = format.divider();
    }
    Ok(())
}
