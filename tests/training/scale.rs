//! `plyglot scale`: what scores and ratings mean in a game. The fit of a curve has a test
//! beside its code.

use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot, refusal};
use crate::support::training_games::{random_games, write_games};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Knowledge, Notation};
use plyglot_games::connect4::ConnectFour;
use std::path::Path;

/// Ratings and plies of the printed scale.
fn ladder(said: &str) -> Vec<(f64, f64)> {
    let list = said.split("lookahead: &[(").nth(1).and_then(|rest| rest.split(")],").next());
    let pair = |text: &str| {
        let (elo, plies) = text.split_once(", ")?;
        Some((elo.parse().ok()?, plies.parse().ok()?))
    };
    let pairs = list.map(|list| list.split("), (").map(pair));
    pairs.and_then(Iterator::collect).unwrap_or_else(|| panic!("{said}"))
}

/// The ratings of Connect Four come from matches over the protocol, each of 400 games
/// (docs/measuring.md).
#[test]
fn the_ladder_of_connect_four_is_that_of_its_matches() {
    let folder = Folder::new("scale-cfour");
    let said = ended_well(plyglot(
        &folder,
        "scale --game cfour --games 20 --nodes 50 --plies 4 --step-games 100 --highest 3",
    ));
    let ladder = ladder(&said);
    assert_eq!(ladder[0], (500.0, -3.0));
    assert!(ladder.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "{said}");
    for &(elo, plies) in &ladder {
        let known = ConnectFour::SCALE.lookahead;
        let next = known.iter().position(|&(_, known)| known >= plies).expect("a rating");
        let (high, to) = known[next];
        let (low, from) = known[next.saturating_sub(1)];
        let share = if next == 0 { 1.0 } else { (plies - from) / (to - from) };
        let expected = f64::from(low) + share * (f64::from(high) - f64::from(low));
        // Five standard errors of seven steps of 100 games.
        assert!((elo - expected).abs() < 350.0, "{plies} plies: {elo}, not {expected}");
    }
    assert!(ladder[ladder.len() - 1].0 > 1_000.0, "{said}");
    assert!(said.ends_with("    ..Scale::USUAL\n}\n"), "{said}");
}

#[test]
fn the_scale_follows_from_the_options() {
    let folder = Folder::new("scale-threads");
    let arguments = "scale --game tictactoe --games 40 --nodes 5 --plies 1 --step-games 20";
    let one = ended_well(plyglot(&folder, &format!("{arguments} --threads 1")));
    let two = ended_well(plyglot(&folder, &format!("{arguments} --threads 2")));
    assert_eq!(one, two);
    let other = ended_well(plyglot(&folder, &format!("{arguments} --seed 2")));
    assert_ne!(one, other);
}

/// How often the game was won, drawn and lost by the side to move, at all scores but 0.
fn counts(records: &[plyglot_train::Record]) -> [usize; 3] {
    let mut counts = [0; 3];
    for record in records {
        let mut position = ConnectFour::start(());
        for ply in &record.plies {
            if record.number % 5 != 0 && ply.score != Some(0) {
                counts[2 - usize::from(record.half_points(position.side()))] += 1;
            }
            position.play(position.legal_moves()[usize::from(ply.index)]);
        }
    }
    counts
}

#[test]
fn recorded_games_are_used_in_place_of_new_ones() {
    let folder = Folder::new("scale-data");
    let records = random_games(60, [20, 150, -90, 6, -11], &mut Random::new(9));
    write_games(Path::new(&folder.file("games")), "cfour", &records);
    let said = ended_well(plyglot(&folder, "scale --game cfour --data games --step-games 0"));
    let fitted: usize = counts(&records).iter().sum();
    assert!(said.starts_with(&format!("60 games, {fitted} positions fitted, ")), "{said}");
    assert!(!said.contains("lookahead") && said.contains("    win_rate: WinRate { "), "{said}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let folder = Folder::new("scale-refused");
    let records = random_games(3, [20, 150, -90, 6, -11], &mut Random::new(9));
    let path = folder.file("games");
    write_games(Path::new(&path), "cfour", &records);
    let said = refusal(plyglot(&folder, "scale --game chess --data games"), 1);
    assert!(said.contains("games has games of cfour"), "{said}");
    // The only game that is left is held out.
    write_games(Path::new(&path), "cfour", &records[..1]);
    let said = refusal(plyglot(&folder, "scale --game cfour --data games"), 1);
    assert!(said.contains("too few games"), "{said}");
    let mut bytes = std::fs::read(&path).expect("the games");
    let middle = bytes.len() - 3;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("a file");
    let said = refusal(plyglot(&folder, "scale --game cfour --data games"), 1);
    assert!(said.contains("games cannot be used"), "{said}");
}
