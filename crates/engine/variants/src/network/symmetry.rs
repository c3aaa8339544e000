//! The symmetries that the rules of a game have, found by trying: in positions of random games,
//! the image of each legal move must be legal in the image of the position and lead to the same,
//! and the game must be over in both or in none.

use crate::position::{Move, Position};
use crate::rules::{BoardMap, Rules};
use crate::set::Set;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Side};
use plyglot_definition::{Definition, MaterialCounting};
use std::hash::Hash;

/// Games that are tried: every other one begins with the pieces scattered over the board, so
/// that they come to squares that they seldom reach.
const GAMES: usize = 32;
/// The most plies of such a game, and the legal moves after which it ends.
const PLIES: usize = 48;
const MOVES: usize = 2_000;
/// A scattered piece becomes another one so often.
const ONE_IN: usize = 3;
/// Keys that may differ between sides that are alike: squares, which a map changes, and names.
pub(super) const MAY_DIFFER: [&str; 10] = [
    "sideName",
    "promotionRegion",
    "doubleStepRegion",
    "tripleStepRegion",
    "enPassantRegion",
    "dropRegion",
    "wallingRegion",
    "flagRegion",
    "connectRegion1",
    "connectRegion2",
];

/// The maps of the board that keep the rules: those that leave the sides as they are, the
/// identity first, and those that exchange them, first those that map the start position onto
/// itself.
pub(super) fn symmetries<S: Set + Hash>(rules: &'static Rules<S>) -> [Vec<BoardMap>; 2] {
    let mut maps = BoardMap::all(rules.size, rules.board, false);
    maps.extend(BoardMap::all(rules.size, rules.board, true));
    maps.retain(|map| {
        has_same_regions(rules, map) && (!map.exchanges || is_even(rules.definition))
    });
    // Nobody swaps: that is made of these maps.
    let start = Position::start(rules.variant).with_number(2);
    try_games(&start, &mut maps);
    let (mut exchanging, kept): (Vec<_>, Vec<_>) = maps.into_iter().partition(|map| map.exchanges);
    exchanging.sort_by_key(|map| moves_start(&start, map));
    [kept, exchanging]
}

fn moves_start<S: Set + Hash>(start: &Position<S>, map: &BoardMap) -> bool {
    let image = start.image(map);
    image.is_none_or(|image| !image.with_side(start.side()).looks_like(start))
}

/// The map that exchanges left and right, if that changes no more than where kings may castle.
/// `kept` are the maps that keep the rules.
pub(super) fn mirror<S: Set + Hash>(
    rules: &'static Rules<S>,
    kept: &[BoardMap],
) -> Option<BoardMap> {
    let mirror = BoardMap::mirror(rules.size);
    if kept.contains(&mirror) {
        return Some(mirror);
    }
    let mut maps = vec![mirror];
    maps.retain(|map| has_same_regions(rules, map));
    try_games(&Position::start(rules.variant).with_number(2).without_castling(), &mut maps);
    maps.pop()
}

impl<S: Set + Hash> Rules<S> {
    /// The map by which a swap exchanges the sides; `None` if they are not alike.
    pub(crate) fn swap_map(&'static self) -> Option<&'static BoardMap> {
        self.swap_map.get_or_init(|| swap_map(self)).as_ref()
    }
}

/// A map that exchanges the sides and keeps the start position, in which the first side moves.
fn swap_map<S: Set + Hash>(rules: &'static Rules<S>) -> Option<BoardMap> {
    let [_, exchanging] = symmetries(rules);
    let map = exchanging.into_iter().next()?;
    let start = Position::start(rules.variant);
    if start.side() == Side::First && !moves_start(&start, &map) { Some(map) } else { None }
}

/// Plays random games, and drops the maps that do not keep their moves.
fn try_games<S: Set + Hash>(start: &Position<S>, maps: &mut Vec<BoardMap>) {
    let mut random = Random::new(1);
    for game in 0..GAMES {
        let first = if game % 2 == 0 { Some(*start) } else { scattered(start, &mut random) };
        if let Some(first) = first {
            try_game(first, maps, &mut random);
        }
    }
}

/// Plays a random game, and drops the maps that do not keep its moves.
fn try_game<S: Set + Hash>(
    mut position: Position<S>,
    maps: &mut Vec<BoardMap>,
    random: &mut Random,
) {
    let mut tried = 0;
    for _ in 0..PLIES {
        if position.status().is_some() || tried >= MOVES {
            return;
        }
        let moves = position.legal_moves();
        tried += moves.len();
        let m = moves[random.below(moves.len())];
        let after = position.after(m);
        maps.retain(|map| keeps(map, &position, &moves, m, &after).unwrap_or(false));
        position = after;
    }
}

/// Whether a map keeps the legal moves of a position, and what one of them leads to; `None` if
/// one of the positions has no image.
fn keeps<S: Set + Hash>(
    map: &BoardMap,
    position: &Position<S>,
    moves: &[Move],
    m: Move,
    after: &Position<S>,
) -> Option<bool> {
    let image = position.image(map)?;
    let expected = after.image(map)?;
    let own = image.legal_moves();
    if image.status().is_some()
        || sorted(own.iter().map(|m| m.anywhere()))
            != sorted(moves.iter().map(|m| m.image(map).anywhere()))
    {
        return Some(false);
    }
    let wanted = m.image(map).anywhere();
    Some(own.iter().filter(|own| own.anywhere() == wanted).any(|&own| {
        let played = image.after(own);
        played.looks_like(&expected) && played.status() == expected.status()
    }))
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<u32> {
    let mut packed: Vec<u32> = moves.map(Move::packed).collect();
    packed.sort_unstable();
    packed
}

/// The start position with its pieces on other squares, and some of them of another kind; `None`
/// if the game has no such position, or it is over.
fn scattered<S: Set + Hash>(start: &Position<S>, random: &mut Random) -> Option<Position<S>> {
    let rules = start.rules();
    let mut others: Vec<u8> = (0..rules.kinds.len() as u8).collect();
    others.retain(|&kind| {
        let piece = rules.kind(kind).piece;
        rules.king != Some(kind)
            && rules.definition.captures.custodial_king != Some(piece)
            && !rules.definition.ends.extinction_pieces.contains(piece)
    });
    let side = if random.below(2) == 0 { Side::First } else { Side::Second };
    for _ in 0..8 {
        let text = start.scattered(side, random, |kind, random| {
            let stays = !others.contains(&kind) || random.below(ONE_IN) > 0;
            if stays { kind } else { others[random.below(others.len())] }
        });
        let position = Position::parse_with(rules.variant, &text.print());
        if let Some(position) = position.ok().filter(|position| position.status().is_none()) {
            return Some(position);
        }
    }
    None
}

/// Whether a map keeps the regions that matter: what random games seldom come to.
fn has_same_regions<S: Set + Hash>(rules: &Rules<S>, map: &BoardMap) -> bool {
    let promotes = rules.kinds.iter().any(|kind| kind.changes());
    // The two regions of a side may change places.
    let connects = Side::BOTH.into_iter().all(|side| {
        let own = rules.connect_region[map.side(side)];
        let [first, second] = rules.connect_region[side].map(|region| map.set(region));
        [[first, second], [second, first]].contains(&own)
    });
    (!promotes || keeps_regions(map, rules.promotion_region))
        && keeps_regions(map, rules.flag_region)
        && keeps_regions(map, [rules.hostile_region; 2])
        && rules.kinds.iter().all(|kind| keeps_regions(map, kind.drop_region))
        && connects
}

fn keeps_regions<S: Set>(map: &BoardMap, regions: [S; 2]) -> bool {
    Side::BOTH.into_iter().all(|side| map.set(regions[side]) == regions[map.side(side)])
}

/// Whether the rules are the same for both sides, as far as random games may not show it. Whom a
/// repetition favours (`nFoldValueAbsolute`) is left out: a network does not see repetitions, and
/// learns twice as much if both sides share its inputs.
pub(super) fn is_even(definition: &Definition) -> bool {
    let is_uneven_material = matches!(
        definition.ends.material_counting,
        MaterialCounting::Janggi
            | MaterialCounting::WhiteDrawOdds
            | MaterialCounting::BlackDrawOdds
    );
    !is_uneven_material
        && !definition.ends.flag_may_be_answered
        && definition.uneven_keys().iter().all(|key| MAY_DIFFER.contains(key))
}
