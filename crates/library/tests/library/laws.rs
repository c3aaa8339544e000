//! The laws of the traits, over every game of the library.

use crate::library::{library, number};
use crate::{named, small};
use plyglot_core::game::{Game, Notation, laws};
use plyglot_variants::{Position, SizedVariant, StonePosition};

#[test]
fn every_game_of_the_library_keeps_the_laws() {
    /// Enough for castling, hands and most ends; all games together take seconds.
    const PLIES: usize = 24;
    let (walks, plies) = (number("WALKS", 1), number("PLIES", PLIES));
    let seed = number("SEED", 1) as u64;
    let mut faults = Vec::new();
    for definition in library() {
        let kept = match SizedVariant::new(definition.clone()) {
            SizedVariant::Small(game) => {
                laws::check_rules::<Position<u64>>(game, walks, plies, seed)
            }
            SizedVariant::Large(game) => {
                laws::check_rules::<Position<u128>>(game, walks, plies, seed)
            }
            SizedVariant::Stones(game) => {
                laws::check_rules::<StonePosition>(game, walks, plies, seed)
            }
        };
        faults.extend(kept.err().map(|fault| format!("{}: {fault}", definition.name)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// With no king on the board yet. The squares are those of Fairy-Stockfish (pyffish
/// 0.0.90).
#[test]
fn a_king_is_not_dropped_into_check() {
    let text = "4b2r/1q6/3b4/8/2K5/R7/3B2Q1/5N2[RBNPPPPPPPPkrnnpppppppp] b - - 0 5";
    let position = Position::parse_with(small(named("screen")), text).expect("a position");
    let names = position.legal_moves().into_iter().map(|m| position.print_move(m));
    let mut squares: Vec<String> =
        names.filter_map(|name| name.strip_prefix("K@").map(str::to_owned)).collect();
    squares.sort_unstable();
    let expected = "b6 b8 c7 c8 d7 d8 e5 e6 e7 f5 f6 f7 f8 h5 h7";
    assert_eq!(squares.join(" "), expected);
}
