//! Draughts and tafl beside plain implementations, which scan a board of letters: the same moves,
//! positions and results at every ply of random games.

use crate::library::number;
use crate::replay::result_word;
use crate::slow::Slow;
use crate::slow::draughts::{Draughts, OnTheWay};
use crate::slow::tafl::Tafl;
use crate::{last, named};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Side};
use plyglot_core::search::Root;
use plyglot_variants::{Move, Position, Set, SizedVariant, Variant};
use std::hash::Hash;

fn board<S: Set + Hash>(position: &Position<S>) -> String {
    position.print().split(' ').next().unwrap_or_default().to_owned()
}

/// The moves by their squares and the boards they lead to, sorted.
fn moves_of<S: Set + Hash>(position: &Position<S>) -> Vec<(String, String, Move)> {
    let name = |m: Move| {
        let text = position.print_move(m);
        let last = text.rfind(|c: char| c.is_ascii_lowercase()).unwrap_or(0);
        let first = text[1..].find(|c: char| c.is_ascii_lowercase()).map_or(0, |at| at + 1);
        format!("{}{}", &text[..first], &text[last..])
    };
    let moves = position.legal_moves().into_iter();
    let mut moves: Vec<_> = moves.map(|m| (name(m), board(&position.after(m)), m)).collect();
    moves.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    moves
}

/// Plays a random game of both, and returns how many plies it had and how it ended.
fn compare<S: Set + Hash>(
    game: &'static Variant<S>,
    slow: &mut dyn Slow,
    random: &mut Random,
) -> (usize, String) {
    let mut root = Root::new(Position::start(game));
    for ply in 0..400 {
        let position = root.position;
        let text = position.print();
        assert_eq!(board(&position), slow.board(), "{text}");
        assert_eq!(position.side() == Side::First, slow.is_first(), "{text}");
        let outcome = position.status().or_else(|| position.repetition(&root.earlier));
        let result = outcome.map(|outcome| result_word(outcome, position.side()));
        assert_eq!(result, slow.result(), "{text}");
        if let Some(result) = result {
            return (ply, result.to_owned());
        }
        let (moves, expected) = (moves_of(&position), slow.moves());
        let seen: Vec<(String, String)> =
            moves.iter().map(|(name, board, _)| (name.clone(), board.clone())).collect();
        assert_eq!(seen, expected, "{text}");
        let index = random.below(moves.len());
        root.play(moves[index].2);
        slow.play(index);
    }
    (400, "*".to_owned())
}

fn compare_games(name: &str, new: impl Fn() -> Box<dyn Slow>) {
    compare_all(name, named(name), new);
}

fn compare_all(name: &str, game: SizedVariant, new: impl Fn() -> Box<dyn Slow>) {
    let mut random = Random::new(number("SEED", 1) as u64);
    let mut ends = std::collections::BTreeMap::new();
    let mut plies = 0;
    for _ in 0..number("GAMES", 40) {
        let (length, result) = on_its_board!(game, compare, &mut *new(), &mut random);
        plies += length;
        *ends.entry(result).or_insert(0) += 1;
    }
    println!("{name}: {plies} plies, {ends:?}");
    assert!(ends.contains_key("1-0") && ends.contains_key("0-1"), "{ends:?}");
}

#[test]
fn checkers_is_played_as_a_plain_program_plays_it() {
    compare_games("checkers", || {
        Box::new(Draughts::new(8, false, false, false, OnTheWay::Ends, 40))
    });
}

#[test]
fn international_draughts_are_played_as_a_plain_program_plays_them() {
    compare_games("draughts", || {
        Box::new(Draughts::new(10, true, true, true, OnTheWay::Passes, 25))
    });
}

#[test]
fn russian_draughts_are_played_as_a_plain_program_plays_them() {
    compare_games("russian", || {
        Box::new(Draughts::new(8, true, true, false, OnTheWay::Continues, 15))
    });
}

/// Hexdame (C. Freeling, 1979), international draughts on 61 hexagons; walls cut off the corners.
#[test]
fn hexdame_is_played_as_a_plain_program_plays_it() {
    const START: &str = "****mmmm1/***mmmm2/**mmmm3/*mmmm4/9/4MMMM*/3MMMM**/2MMMM***/1MMMM****";
    let rules = format!(
        "[hexdame:draughts]\nhexagonal = true\nmaxFile = 9\nmaxRank = 9\nstartFen = {START} w\n\
        customPiece1 = m:mfWmfsW\ncustomPiece2 = k:mR\njumpCaptures = m:W k:R\n\
        squareNumbers = none\ncountingRule = none\nnMoveRule = 0\n\
        promotionRegionWhite = a5 b6 c7 d8 e9 f9 g9 h9 i9\n\
        promotionRegionBlack = a1 b1 c1 d1 e1 f2 g3 h4 i5\n"
    );
    compare_all("hexdame", last(&rules), || Box::new(Draughts::hexdame(START)));
}

#[test]
fn brandub_is_played_as_a_plain_program_plays_it() {
    compare_games("brandub", || {
        Box::new(Tafl::new(&["...M...", "...M...", "...m...", "MMmkmMM"], true))
    });
}

#[test]
fn tablut_is_played_as_a_plain_program_plays_it() {
    compare_games("tablut", || {
        Box::new(Tafl::new(
            &["...MMM...", "....M....", "....m....", "M...m...M", "MMmmkmmMM"],
            false,
        ))
    });
}
