//! The laws of the traits, over every game of the library.

use crate::library::{library, number};
use crate::{last, named, small};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Game, Knowledge, Notation, Outcome, laws};
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

#[test]
fn games_without_draws_are_never_drawn() {
    fn check<G: Notation + Knowledge>(rules: G::Rules, random: &mut Random) -> bool {
        const GAMES: usize = 20;
        const PLIES: usize = 400;
        if G::start(rules).may_be_drawn() {
            return false;
        }
        for _ in 0..GAMES {
            let last = random_game(G::start(rules), PLIES + 1, random).pop().expect("the start");
            let outcome = last.status().unwrap_or_else(|| panic!("not over: {}", last.print()));
            assert_ne!(outcome, Outcome::Drawn, "{}", last.print());
        }
        true
    }
    fn is_drawless(game: SizedVariant, random: &mut Random) -> bool {
        match game {
            SizedVariant::Small(game) => check::<Position<u64>>(game, random),
            SizedVariant::Large(game) => check::<Position<u128>>(game, random),
            SizedVariant::Stones(game) => check::<StonePosition>(game, random),
        }
    }
    let mut random = Random::new(1);
    let drawless = library()
        .iter()
        .filter(|&definition| is_drawless(SizedVariant::new(definition.clone()), &mut random));
    let names: Vec<String> = drawless.map(|definition| definition.name.clone()).collect();
    for name in
        ["hex", "clobber", "clobber10", "snailtrail", "isolation", "amazons", "snort", "nim"]
    {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
    }
    for name in ["nocastle", "flipersi", "gomoku", "havannah", "duck", "shogi"] {
        assert!(names.iter().all(|known| known != name), "{name}: {names:?}");
    }
}

/// Each of these rules may draw a game that has no draws without it.
#[test]
fn rules_that_draw_are_known() {
    for rules in [
        "[a:clobber]\nflagRegion = *1\nflagPieceSafe = true\n",
        "[a:clobber]\ncountingRule = makruk\n",
        "[a:clobber]\nwallingRule = duck\nwallOrMove = true\n",
        "[a:snailtrail]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = p\n\
         checkmateValue = draw\n",
        "[a:hex]\nconnectVertical = false\n",
    ] {
        let may_be_drawn = match last(rules) {
            SizedVariant::Small(game) => Position::start(game).may_be_drawn(),
            SizedVariant::Large(game) => Position::start(game).may_be_drawn(),
            SizedVariant::Stones(game) => StonePosition::start(game).may_be_drawn(),
        };
        assert!(may_be_drawn, "{rules}");
    }
}
