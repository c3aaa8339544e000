//! Networks of games from files, over games of many families.

use super::*;
use crate::SizedVariant;
use crate::rules::BoardMap;
use crate::stones::StonePosition;
use crate::test_games::library;
use plyglot_core::game::network::formula::{formula, random_network};
use plyglot_core::game::network::{Accumulators, Network, NetworkFile, NetworkState, Placements};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{EvalWorkspace, Evaluation, Game, Notation, workspace};
use plyglot_definition::file::read;
use plyglot_definition::keys::{Field, Sides};
use plyglot_definition::{Definition, Region};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Chess and its kin, games with hands, checks to be given, blasts, walls, stones that turn over,
/// one side unlike the other, large boards, and hands that are seldom empty.
const FAMILIES: &str = "minishogi losalamos crazyhouse atomic 3check duck amazons clobber horde \
    racingkings makruk xiangqi janggi shogi seirawan placement petrified kingofthehill";
/// Rows, rows and captures, cells that are banned, and connections.
const STONES: &str = "gomoku pente renju hex";

fn games(names: &str) -> Vec<SizedVariant> {
    let all = library();
    let find = |name| all.iter().find(|d| d.name == name).unwrap_or_else(|| panic!("{name}"));
    names.split(' ').map(|name| SizedVariant::new(find(name).clone())).collect()
}

fn game(text: &str) -> SizedVariant {
    let games = read(text, &library()).expect("it is right");
    SizedVariant::new(games.last().expect("there is one").clone())
}

/// Calls a generic function with the game on a board of its size.
macro_rules! on_its_board {
    ($game:expr, $function:ident $(, $argument:expr)*) => {
        match $game {
            SizedVariant::Small(game) => $function(game $(, $argument)*),
            SizedVariant::Large(game) => $function(game $(, $argument)*),
            SizedVariant::Stones(_) => panic!("it has pieces"),
        }
    };
}

fn walk<G: Notation>(
    rules: G::Rules,
    (games, plies): (usize, usize),
    random: &mut Random,
    mut visit: impl FnMut(usize, &G),
) {
    for _ in 0..games {
        let positions = random_game(G::start(rules), plies, random);
        positions.iter().enumerate().for_each(|(ply, position)| visit(ply, position));
    }
}

/// The numbers of a position's placements, from the lowest on.
fn placements<S: Set + Hash>(position: &Position<S>) -> Vec<usize> {
    position.placements().iter().collect()
}

/// A network gives the same integers move by move as from scratch, those of its formula.
fn check_integers<G>(rules: G::Rules, random: &mut Random)
where
    G: Networked + Evaluation<State = NetworkState<G>>,
{
    for hidden in [32, 64, 128, 160] {
        let has_base = random.below(2) == 0;
        let mut shape = G::shape(rules);
        shape.hidden = hidden;
        shape.has_base = has_base;
        let network = Some(Arc::new(random_network(shape, random)));
        let parsed = network.clone().expect("it exists");
        let mut accumulators = workspace(&G::start(rules), &network);
        let mut choices = random.clone();
        walk(rules, (3, 60), random, |ply, position: &G| {
            // Some positions are never evaluated.
            if choices.below(3) == 0 {
                return;
            }
            accumulators.set_ply(ply);
            let found = accumulators.evaluate(position, || 100);
            let mut fresh: Accumulators<G> = workspace(position, &network);
            let text = position.print();
            assert_eq!(fresh.evaluate(position, || 100), found, "{}: {text}", G::info(rules).name);
            let expected = formula(&parsed, position, 100);
            assert!((f64::from(found) - expected).abs() < 12.0, "{text}: {found}, {expected}");
            let value = position.evaluate(&position.state(), &mut accumulators);
            assert!((-20_000..=20_000).contains(&value), "{text}: {value}");
        });
    }
}

#[test]
fn integers_are_the_same_move_by_move_and_from_scratch() {
    let mut random = Random::new(11);
    for game in games(FAMILIES).into_iter().chain(games(STONES)) {
        match game {
            SizedVariant::Small(game) => check_integers::<Position<_>>(game, &mut random),
            SizedVariant::Large(game) => check_integers::<Position<_>>(game, &mut random),
            SizedVariant::Stones(game) => check_integers::<StonePosition>(game, &mut random),
        }
    }
}

/// Numbers are within their bounds, and placements are what stands on the board.
fn check_placements<S: Set + Hash>(game: &'static Variant<S>, random: &mut Random) {
    let shape = Position::shape(game);
    assert!(shape.is_sound() && shape.has_base, "{}: {shape:?}", game.info.name);
    walk(game, (4, 80), random, |_, position: &Position<S>| {
        let (text, found) = (position.print(), placements(position));
        assert!(found.is_sorted_by(|a, b| a < b), "{text}");
        assert!(found.len() <= shape.max_placements, "{text}: {}", found.len());
        assert!(found.iter().all(|&placement| placement < shape.placements), "{text}");
        assert!(position.bucket() < shape.buckets, "{text}");
        // A FEN shows them on its squares: all letters and walls, a promotion being none.
        let board = text.split([' ', '[']).next().expect("a board");
        let shown = board.chars().filter(|c| c.is_ascii_alphabetic() || *c == '*').count();
        let of_counters = game.layout().first_counter();
        let on_board = found.iter().filter(|&&placement| placement < of_counters).count();
        assert_eq!(on_board, shown, "{text}");
    });
}

#[test]
fn placements_are_what_stands_on_the_board() {
    let mut random = Random::new(12);
    for game in games(FAMILIES) {
        on_its_board!(game, check_placements, &mut random);
    }
}

/// Maps of the placements are one to one, and what they say of positions is so: the image of a
/// position has the images of its placements, and with the sides exchanged, the other player
/// sees what the first one saw.
fn check_maps<S: Set + Hash>(game: &'static Variant<S>, random: &mut Random) {
    let (name, shape) = (game.info.name, Position::shape(game));
    let is_one_to_one = |map: &dyn Fn(usize) -> usize, bound: usize| {
        let images: BTreeSet<usize> = (0..shape.placements).map(map).collect();
        images.len() == shape.placements && images.iter().all(|&image| image < bound)
    };
    for perspective in 0..shape.perspectives {
        let input = |placement| Position::input(game, perspective, placement);
        assert!(is_one_to_one(&input, shape.inputs), "{name}");
    }
    let [mut kept, exchanging] = symmetry::symmetries(game.rules());
    let views = game.layout().king_views.as_ref();
    kept.retain(|map| views.is_none_or(|views| views.are_kept_by(map)));
    assert_eq!(kept.len(), Position::symmetries(game));
    for symmetry in 0..kept.len() {
        let image = |placement| Position::symmetric(game, symmetry, placement);
        assert!(is_one_to_one(&image, shape.placements), "{name}");
        assert!(
            symmetry > 0 || (0..shape.placements).all(|placement| image(placement) == placement)
        );
    }
    walk(game, (6, 120), random, |_, position: &Position<S>| {
        let text = position.print();
        for (symmetry, map) in kept.iter().enumerate() {
            let image = check_image(position, map, &text);
            let mut expected: Vec<usize> = placements(position)
                .into_iter()
                .map(|placement| Position::symmetric(game, symmetry, placement))
                .collect();
            expected.sort_unstable();
            assert_eq!(placements(&image), expected, "{name}: {text}");
            assert_eq!(image.bucket(), position.bucket(), "{name}: {text}");
            for side in Side::BOTH {
                assert_eq!(image.perspective(side), position.perspective(side), "{name}: {text}");
            }
        }
        let Some(map) = exchanging.first() else { return };
        let image = check_image(position, map, &text);
        let seen = |position: &Position<S>, perspective| {
            let input = |placement| Position::input(game, perspective, placement);
            placements(position).into_iter().map(input).collect::<BTreeSet<_>>()
        };
        assert_eq!(seen(position, 0), seen(&image, 1), "{name}: {text}");
        assert_eq!(seen(position, 1), seen(&image, 0), "{name}: {text}");
    });
}

/// The image of a position, read again from its text: it has as many legal moves, and is over in
/// the same way.
fn check_image<S: Set + Hash>(position: &Position<S>, map: &BoardMap, text: &str) -> Position<S> {
    let image = position.image(map).expect("it has one");
    let again = Position::parse_with(position.rules().variant, &image.print());
    let again = again.unwrap_or_else(|error| panic!("{text} {}: {error}", image.print()));
    assert!(again.looks_like(&image), "{text}: {}", image.print());
    assert_eq!(image.legal_moves().len(), position.legal_moves().len(), "{text}");
    assert_eq!(image.status(), position.status(), "{text}");
    image
}

/// A board and its mirror image are the same to a side whose king is not on the middle file.
fn check_views<S: Set + Hash>(game: &'static Variant<S>, random: &mut Random) {
    let (name, rules) = (game.info.name, game.rules());
    let king = game.layout().king_views.as_ref().expect(name).king;
    let mirror = BoardMap::mirror(rules.size);
    let mut seen = BTreeSet::new();
    walk(game, (6, 120), random, |_, position: &Position<S>| {
        let text = position.without_castling().print();
        let image = position.without_castling().image(&mirror).expect("nobody may castle");
        for side in Side::BOTH {
            let inputs = |position: &Position<S>| -> BTreeSet<usize> {
                let perspective = position.perspective(side);
                let input = |placement| Position::<S>::input(game, perspective, placement);
                placements(position).into_iter().map(input).collect()
            };
            seen.insert(position.perspective(side));
            let kings = position.pieces(side, king);
            if kings.count() == 1 && mirror.square(kings.first()) != kings.first() {
                let (file, _) = rules.size.place(kings.first());
                let is_in_the_middle = 2 * file + 1 == rules.size.files;
                assert_eq!(inputs(position) == inputs(&image), !is_in_the_middle, "{name}: {text}");
            }
        }
    });
    assert!(seen.len() > 2, "{name}: {seen:?}");
}

#[test]
fn a_king_on_the_left_sees_the_board_mirrored() {
    let mut random = Random::new(16);
    for game in
        games("minishogi losalamos crazyhouse atomic 3check duck makruk xiangqi shogi seirawan")
    {
        on_its_board!(game, check_views, &mut random);
    }
}

fn shape_of<S: Set + Hash>(game: &'static Variant<S>) -> NetworkShape {
    Position::shape(game)
}

/// Nobody has one king alone, or left and right are not the same.
#[test]
fn without_one_king_or_a_mirror_there_is_one_view() {
    let perspectives = |game: SizedVariant| on_its_board!(game, shape_of).perspectives;
    for game in games("antichess amazons clobber horde") {
        assert_eq!(perspectives(game), 2, "{}", game.definition().name);
    }
    let corner = "[corner:losalamos]\nflagPiece = k\nflagRegionWhite = f6\nflagRegionBlack = a1";
    assert_eq!(perspectives(game(corner)), 2);
    assert_eq!(perspectives(games("losalamos")[0]), 4);
}

/// A network of before there were views is the same from all of them.
#[test]
fn networks_without_views_are_read() {
    let SizedVariant::Small(game) = games("losalamos")[0] else { panic!("6x6") };
    let shape = Position::shape(game);
    let of = |perspectives| {
        let mut plain = shape;
        plain.perspectives = perspectives;
        plain.hidden = 32;
        plain
    };
    assert_eq!(of(2).check(shape), Ok(()));
    assert!(of(3).check(shape).is_err());
    let network = random_network(of(2), &mut Random::new(2));
    let viewed = Network::new(of(4), &network.parameters()).expect("it is as large");
    let value = |network: &Arc<Network>, text: &str| {
        let position = Position::parse_with(game, text).expect("a position");
        workspace(&position, &Some(Arc::clone(network))).evaluate(&position, || 0)
    };
    let (network, viewed) = (Arc::new(network), Arc::new(viewed));
    let right = "4k1/6/6/6/R5/4K1 w - - 0 1";
    assert_eq!(value(&network, right), value(&viewed, right));
    let left = "1k4/6/6/6/5R/1K4 w - - 0 1";
    assert_eq!(value(&viewed, left), value(&viewed, right));
    assert_ne!(value(&network, left), value(&network, right));
}

#[test]
fn symmetries_keep_legal_moves_and_results() {
    let mut random = Random::new(13);
    for game in games(FAMILIES) {
        on_its_board!(game, check_maps, &mut random);
    }
}

/// The same of games of stones: of their cells, threats and windows.
#[test]
fn symmetries_keep_what_is_known_of_stones() {
    let mut random = Random::new(15);
    for (name, expected) in ["gomoku", "pente", "renju", "hex"].into_iter().zip([8, 8, 8, 2]) {
        let SizedVariant::Stones(game) = games(name)[0] else { panic!("{name}") };
        let shape = StonePosition::shape(game);
        assert_eq!(StonePosition::symmetries(game), expected, "{name}");
        for symmetry in 0..expected {
            let image = |placement: usize| StonePosition::symmetric(game, symmetry, placement);
            let mut seen = 0;
            let mut mapped = StonePosition::start(game);
            let mut position = StonePosition::start(game);
            for _ in 0..60 {
                let moves = position.legal_moves();
                if position.status().is_some() {
                    break;
                }
                // Near each other, or nobody has a row.
                let m = moves[random.below(moves.len().min(24))];
                position.play(m);
                let other = StonePosition::pack(m) - 1;
                mapped.play(mapped.find(image(other as usize) as u32 + 1).expect("it is legal"));
                let found: Vec<usize> = position.placements().iter().collect();
                assert!(found.is_sorted_by(|a, b| a < b) && found.len() <= shape.max_placements);
                let mut expected: Vec<usize> = found.iter().map(|&it| image(it)).collect();
                expected.sort_unstable();
                assert_eq!(mapped.placements().iter().collect::<Vec<_>>(), expected, "{name}");
                seen += found.iter().filter(|&&placement| placement >= 2 * 384).count();
                if name == "gomoku" || name == "pente" {
                    let sees = |position: &StonePosition, perspective| -> BTreeSet<usize> {
                        let input = |it| StonePosition::input(game, perspective, it);
                        position.placements().iter().map(input).collect()
                    };
                    let exchanged = position.exchanged();
                    assert_eq!(sees(&position, 0), sees(&exchanged, 1), "{name}");
                    assert_eq!(sees(&position, 1), sees(&exchanged, 0), "{name}");
                }
            }
            let has_counters = name != "hex";
            assert_eq!(seen > 0, has_counters, "{name}: {seen}");
        }
    }
}

#[test]
fn threats_windows_and_captures_of_stones_are_seen() {
    let game = |name| {
        let SizedVariant::Stones(game) = games(name)[0] else { panic!("{name}") };
        game
    };
    let counts = |position: StonePosition| {
        let (first, mut counts) = (2 * 384, [[0; 8]; 2]);
        for placement in position.placements().iter().filter(|&it| it >= first) {
            counts[(placement - first) / 120][(placement - first) % 120 / 15] += 1;
        }
        counts
    };
    // Three windows lack two stones and two lack three, which count for three quarters and half.
    // Four cells make a four, two of them an open one.
    let three = "15/15/15/15/15/15/15/5PPP7/15/15/15/15/15/15/15 b - - 0 1";
    let three = StonePosition::parse_with(game("gomoku"), three).expect("a position");
    assert_eq!(counts(three), [[0, 2, 1, 10, 0, 4, 2, 0], [0; 8]]);
    let mut captured = StonePosition::start(game("pente"));
    for (file, rank) in [(9, 9), (10, 9), (0, 0), (11, 9), (12, 9)] {
        let m = captured.find(20 * rank + file + 1).expect("it is legal");
        captured.play(m);
    }
    assert_eq!(counts(captured).map(|counts| counts[7]), [2, 0]);
}

/// How many symmetries a game has, and how many of its maps exchange the sides.
fn counts<S: Set + Hash>(game: &'static Variant<S>) -> [usize; 2] {
    symmetry::symmetries(game.rules()).map(|maps| maps.len())
}

#[test]
fn symmetries_are_those_of_the_rules() {
    for (name, expected) in [
        // Left and right are the same, and each side plays the other way.
        ("losalamos", [2, 2]),
        ("makruk", [2, 2]),
        ("xiangqi", [2, 2]),
        ("minishogi", [2, 2]),
        // The king castles to the right as to the left, but not as far.
        ("nocastle", [2, 2]),
        ("atomic", [1, 1]),
        ("crazyhouse", [1, 1]),
        // Nothing has a direction.
        ("amazons", [8, 8]),
        ("clobber", [4, 4]),
        // Both run up the board, and Black has one more move.
        ("racingkings", [2, 0]),
        // One side has only pawns.
        ("horde", [1, 0]),
    ] {
        assert_eq!(on_its_board!(games(name)[0], counts), expected, "{name}");
    }
    for (rules, expected) in [
        // Forwards and to the left: the diagonal between them is a mirror.
        ("[left]\ncustomPiece1 = a:flW\ncommoner = k\nstartFen = 8/8/8/8/3a4/8/A7/8 w", [2, 2]),
        // Only White has a region to go to.
        ("[goal:losalamos]\nflagPiece = k\nflagRegionWhite = *6", [2, 0]),
        ("[corner:losalamos]\nflagPiece = k\nflagRegionWhite = f6\nflagRegionBlack = a1", [1, 1]),
        // Repetitions are not seen.
        ("[absolute:losalamos]\nnFoldValue = loss\nnFoldValueAbsolute = true", [2, 2]),
    ] {
        assert_eq!(on_its_board!(game(rules), counts), expected, "{rules}");
    }
}

fn change(field: Field<'_>) {
    match field {
        Field::Flag(flag) => *flag = !*flag,
        Field::PieceOrAny(piece) | Field::PieceOrNone(piece) => *piece = Some(0),
        Field::Pieces(pieces) => pieces.0 ^= 1,
        Field::Squares(region) => *region = Region::rank(3),
        Field::Name(name) => name.push('a'),
        Field::CastlingRights(rights) => rights[0][0] = !rights[0][0],
        _ => panic!("no key by side had such a value"),
    }
}

/// What is another rule for one side makes the sides unlike, whatever its key.
#[test]
fn keys_by_side_are_compared() {
    let mut keys = vec!["castlingWins"];
    Definition::default().each_field(&mut |key, _| {
        if key.sides != Sides::One && !keys.contains(&key.name) {
            keys.push(key.name);
        }
    });
    for name in &keys {
        let mut definition = Definition::default();
        let mut is_changed = false;
        definition.each_field(&mut |key, field| {
            if key.name == *name && !is_changed {
                change(field);
                is_changed = true;
            }
        });
        assert_eq!(symmetry::is_even(&definition), symmetry::MAY_DIFFER.contains(name), "{name}");
    }
    assert!(symmetry::MAY_DIFFER.iter().all(|name| keys.contains(name)));
}

/// A position with more pieces than any game has is seen in part.
#[test]
fn no_position_has_too_many_placements() {
    let SizedVariant::Small(game) = games("crazyhouse")[0] else { panic!("8x8") };
    let mut shape = Position::shape(game);
    assert_eq!(shape.max_placements, 63);
    let hand = "QRBNPqrbnp".repeat(20);
    let text = format!("k7/pppppppp/8/8/8/8/PPPPPPPP/7K[{hand}] w - - 0 1");
    let position = Position::parse_with(game, &text).expect("a position");
    assert_eq!(placements(&position).len(), 63);
    shape.hidden = 32;
    let network = Arc::new(random_network(shape, &mut Random::new(1)));
    let mut accumulators = workspace(&position, &Some(Arc::clone(&network)));
    let found = f64::from(accumulators.evaluate(&position, || 0));
    assert!((found - formula(&network, &position, 0)).abs() < 12.0);
}

#[test]
fn hands_walls_and_checks_are_seen() {
    let SizedVariant::Small(game) = games("3check")[0] else { panic!("8x8") };
    let count = |text: &str| {
        let position = Position::parse_with(game, text).expect("a position");
        placements(&position).len()
    };
    assert_eq!(count("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"), 2 + 6);
    assert_eq!(count("4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1"), 2 + 4);
    let SizedVariant::Small(game) = games("crazyhouse")[0] else { panic!("8x8") };
    let of = |text: &str| placements(&Position::parse_with(game, text).expect("a position"));
    let [none, one, two] =
        ["", "N", "NN"].map(|hand| of(&format!("4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1")));
    assert_eq!([none.len(), one.len(), two.len()], [2, 3, 4]);
    assert!(one.iter().all(|placement| two.contains(placement)), "one more is on");
    let SizedVariant::Small(game) = games("duck")[0] else { panic!("8x8") };
    let walled = Position::parse_with(game, "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1").expect("a position");
    assert_eq!(placements(&walled).len(), 3);
}

#[test]
fn a_network_of_a_game_is_kept_in_a_file() {
    let rules = "[mine:minishogi]\n# A comment.\nnMoveRule = 40\nstalemateValue = loss\n";
    let mut shape = on_its_board!(game(rules), shape_of);
    shape.hidden = 64;
    let network = random_network(shape, &mut Random::new(1));
    let bytes = NetworkFile::encode("mine", &[], &network);
    let file = NetworkFile::decode(&bytes).expect("it is whole");
    assert_eq!(file.network.parameters(), network.parameters());
    let check = |name: &str, rules: &str| {
        file.check(name, on_its_board!(game(rules), shape_of)).map_err(|error| error.to_string())
    };
    assert_eq!(check("mine", rules), Ok(()));
    // Comments, the order of keys and what only shows the game do not matter.
    let same =
        "[mine:minishogi]\nstalemateValue  =  loss\nvariantTemplate = shogi\nnMoveRule = 40\n";
    assert_eq!(check("mine", same), Ok(()));
    let changed = Err("the rules of the game have changed since it was made".to_owned());
    for other in
        ["nMoveRule = 41\nstalemateValue = loss", "nMoveRule = 40", "stalemateValue = loss"]
    {
        assert_eq!(check("mine", &format!("[mine:minishogi]\n{other}\n")), changed, "{other}");
    }
    // The parent's rules also count.
    let parent = "[between:minishogi]\nnFoldRule = 2\n[mine:between]\nnMoveRule = 40\nstalemateValue = loss\n";
    assert_eq!(check("mine", parent), changed);
    let other = check("other", rules).expect_err("it is another game");
    assert_eq!(other, "it is for mine");
}

#[test]
fn without_a_network_the_rules_evaluate() {
    let mut random = Random::new(14);
    fn check<S: Set + Hash>(game: &'static Variant<S>, random: &mut Random) {
        walk(game, (2, 40), random, |_, position: &Position<S>| {
            let found = plyglot_core::game::evaluate(position);
            assert_eq!(Some(found), position.base_evaluation(), "{}", position.print());
            assert_eq!(Accumulators::base_alone(position), None, "it has no network");
        });
    }
    for game in games(FAMILIES) {
        on_its_board!(game, check, &mut random);
    }
}
