//! scratch
use plyglot_records::{GameChoice, decoded, read, replay};
fn main() {
    let registry = plyglot_variants::with_library(plyglot_games::standard());
    let mut args = std::env::args().skip(1);
    let wanted = args.next().unwrap();
    let wanted = registry.game(&wanted);
    for path in args {
        let bytes = std::fs::read(&path).unwrap();
        let text = decoded(&bytes);
        let (mut games, mut whole, mut plies, mut total) = (0, 0, 0, 0);
        let mut shown = Vec::new();
        let mut line = String::new();
        for game in read(&text) {
            games += 1;
            total += game.moves.len();
            let usual = registry.game("chess").unwrap();
            let choice = GameChoice { registry: &registry, wanted, usual };
            let result = choice
                .game_of(&game)
                .and_then(|named| replay(&game, &mut *named.open(), None).map(|r| (named, r)));
            match result {
                Ok((named, r)) => {
                    plies += r.moves.len();
                    if std::env::var("MOVES").is_ok() {
                        println!(
                            "{} {} {:?} {}",
                            named.name(),
                            r.moves.len(),
                            game.result,
                            r.moves.iter().map(|(n, _)| n.as_str()).collect::<Vec<_>>().join(" ")
                        );
                    }
                    if r.faults.is_empty() {
                        whole += 1
                    } else {
                        shown.push(format!("{} {}", named.name(), r.faults[0]));
                    }
                }
                Err(f) => shown.push(f.to_string()),
            }
        }
        let name = path.rsplit('/').next().unwrap();
        line += &format!("{name}: {whole} of {games} games, {plies} of {total} plies");
        println!("{line}");
        for s in shown.iter().take(if std::env::var("ALL").is_ok() { 9999 } else { 3 }) {
            println!("      {s}");
        }
    }
}
