//! Drops on squares by piece: known rules are written so, and lead to the moves of the known game.

use crate::{last, named, see};
use plyglot_core::game::random::Random;

/// The games, and their rules by squares.
const GAMES: [(&str, &str); 3] = [
    ("sittuyin", "sittuyinRookDrop = false\ndropRegionWhiteRook = *1\ndropRegionBlackRook = *8"),
    (
        "crazyhouse",
        "firstRankPawnDrops = true\npromotionZonePawnDrops = true\n\
         dropRegionWhitePawn = *2 *3 *4 *5 *6 *7\ndropRegionBlackPawn = *2 *3 *4 *5 *6 *7",
    ),
    (
        "shogi",
        "immobilityIllegal = false\n\
         dropRegionWhiteShogiPawn = *1 *2 *3 *4 *5 *6 *7 *8\n\
         dropRegionBlackShogiPawn = *2 *3 *4 *5 *6 *7 *8 *9\n\
         dropRegionWhiteLance = *1 *2 *3 *4 *5 *6 *7 *8\n\
         dropRegionBlackLance = *2 *3 *4 *5 *6 *7 *8 *9\n\
         dropRegionWhiteShogiKnight = *1 *2 *3 *4 *5 *6 *7\n\
         dropRegionBlackShogiKnight = *3 *4 *5 *6 *7 *8 *9",
    ),
];

#[test]
fn pieces_are_dropped_on_their_own_squares() {
    let mut random = Random::new(3);
    for (name, rules) in GAMES {
        let child = last(&format!("[child:{name}]\n{rules}\n"));
        let mut all = 0;
        for _ in 0..3 {
            let mut fen = String::new();
            for _ in 0..80 {
                let seen = see(named(name), &fen, "");
                if seen.over.is_some() {
                    break;
                }
                let drops = |moves: &[String]| -> Vec<String> {
                    moves.iter().filter(|m| m.contains('@')).cloned().collect()
                };
                let own = drops(&see(child, &seen.fen, "").moves);
                assert_eq!(own, drops(&seen.moves), "{name}: {}", seen.fen);
                all += own.len();
                let m = &seen.moves[random.below(seen.moves.len())];
                fen = see(named(name), &seen.fen, m).fen;
            }
        }
        assert!(all > 100, "{name}: {all} drops");
    }
}

#[test]
fn a_region_of_a_piece_is_within_that_of_all() {
    let rules = "[x:crazyhouse]\ndropRegionWhite = *3 *4\ndropRegionWhiteKnight = a4 b5\n";
    let seen = see(last(rules), "4k3/8/8/8/8/8/8/4K3[NR] w - - 0 1", "");
    assert_eq!(seen.starting("N@"), ["N@a4"]);
    assert_eq!(seen.starting("R@").len(), 16);
}
