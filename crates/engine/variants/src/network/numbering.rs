//! The numbers of a game's placements follow from its rules and its start position.

use super::layout::{COUNTERS, Images, KingViews, Layout, MAX_PLACEMENTS, counter_of};
use super::symmetry::{mirror, symmetries};
use crate::counters::Counters;
use crate::position::Position;
use crate::rules::{BoardMap, Rules};
use crate::set::Set;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::{Notation, Side};
use plyglot_definition::{Definition, MAX_KINDS, PieceMask, Walling};
use std::hash::Hash;

/// The most placements of a counter of a hand, and the fewest.
const MAX_IN_HAND: usize = 16;
const MIN_IN_HAND: usize = 2;
/// The most placements of another counter.
const MAX_COUNTED: u8 = 8;

/// How many pieces and walls there are at the start, and whether there may be more later.
struct Stock {
    pieces: usize,
    in_hand: usize,
    walls: usize,
    grows: bool,
}

impl Stock {
    fn new<S: Set + Hash>(start: &Position<S>, definition: &Definition) -> Stock {
        let hands = Side::BOTH.map(|side| start.hand(side));
        Stock {
            pieces: (start.own(Side::First) | start.own(Side::Second)).count() as usize,
            in_hand: hands.iter().flat_map(|hand| hand.iter()).map(|&n| usize::from(n)).sum(),
            walls: start.walls().count() as usize,
            grows: definition.drops.free_drops
                || definition.drops.has_two_boards
                || definition.walls.rule != Walling::None,
        }
    }
}

impl Layout {
    pub(super) fn new<S: Set + Hash>(rules: &'static Rules<S>) -> Layout {
        let definition = rules.definition;
        let kinds = rules.kinds.len();
        let squares = usize::from(rules.size.squares());
        let start = Position::start(rules.variant);
        let stock = Stock::new(&start, definition);
        let all = stock.pieces + stock.in_hand;
        let has_walls = stock.walls > 0
            || definition.walls.rule != Walling::None
            || definition.effects.petrified_pieces != PieceMask::default();
        let most_occupied = if stock.grows { squares } else { squares.min(all + stock.walls) };
        let mut layout = Layout {
            shape: NetworkShape::new(1),
            kinds: kinds as u8,
            squares,
            has_walls,
            has_counters: false,
            counters: [(0, 0); COUNTERS],
            most_occupied,
            images: Images::new(0, None, Vec::new(), None),
            king_views: None,
        };
        let on_board = (2 * kinds + usize::from(has_walls)) * squares;
        let placements = layout.set_counters(rules, &start, on_board);
        let checks: usize =
            layout.counters[2 * MAX_KINDS..].iter().map(|&(_, slots)| usize::from(slots)).sum();
        let beside = if rules.character.has_hands && stock.grows { all } else { 0 };
        let most = if stock.grows { squares + beside } else { all + stock.walls } + checks;
        let usual = NetworkShape::USUAL_MAX_PLACEMENTS;
        let [mut symmetric, exchanging] = symmetries(rules);
        layout.has_counters = placements > on_board;
        let mut mirrored = None;
        if !rules.size.is_hexagonal
            && let Some(king) = single_king(rules, &start)
            && let Some(mirror) = mirror(rules, &symmetric)
        {
            let views = KingViews::new(king, rules.size, exchanging.first());
            // The others are views.
            symmetric.retain(|map| views.are_kept_by(map));
            mirrored = Some(layout.images_by(&mirror, placements));
            layout.king_views = Some(views);
        }
        let symmetric = symmetric.iter().map(|map| layout.images_by(map, placements)).collect();
        let exchanged = exchanging.first().map(|map| layout.images_by(map, placements));
        layout.images = Images::new(placements, exchanged, symmetric, mirrored);
        layout.shape = layout.images.shape(most.clamp(usual, MAX_PLACEMENTS), definition.sum);
        layout
    }

    fn images_by(&self, map: &BoardMap, placements: usize) -> Vec<u16> {
        (0..placements).map(|placement| self.image(map, placement) as u16).collect()
    }

    /// Numbers the placements of the counters, from this one on. Returns how many placements
    /// there are then.
    fn set_counters<S: Set + Hash>(
        &mut self,
        rules: &Rules<S>,
        start: &Position<S>,
        mut next: usize,
    ) -> usize {
        let definition = rules.definition;
        let kinds_in_hand = if rules.character.has_hands { rules.kinds.len() } else { 0 };
        for side in Side::BOTH {
            for kind in 0..kinds_in_hand {
                // No promoted piece is in a hand.
                if usize::from(rules.kinds[kind].base) != kind {
                    continue;
                }
                let slots = count_of_base(rules, start, kind).clamp(MIN_IN_HAND, MAX_IN_HAND);
                self.counters[side.index() * MAX_KINDS + kind] = (next as u16, slots as u8);
                next += slots;
            }
        }
        for number in 0..Counters::PER_SIDE {
            for side in Side::BOTH {
                let most = start.counters().max_levels(side, definition)[number];
                let slots = most.min(MAX_COUNTED);
                self.counters[counter_of(side, number)] = (next as u16, slots);
                next += usize::from(slots);
            }
        }
        next
    }
}

/// How many pieces at the start are of a kind, or promoted ones of it, on the board and in hand.
fn count_of_base<S: Set + Hash>(rules: &Rules<S>, start: &Position<S>, base: usize) -> usize {
    let mut count = 0;
    for (kind, of) in rules.kinds.iter().enumerate() {
        if usize::from(of.base) != base {
            continue;
        }
        for side in Side::BOTH {
            count += start.pieces(side, kind as u8).count() as usize;
            count += usize::from(start.hand(side)[kind]);
        }
    }
    count
}

/// The kind of which each side has one piece at the start that it may not lose.
fn single_king<S: Set + Hash>(rules: &Rules<S>, start: &Position<S>) -> Option<u8> {
    let others = rules.definition.ends.extinction_pieces;
    rules
        .king
        .into_iter()
        .chain(rules.kinds_of(others))
        .find(|&kind| Side::BOTH.into_iter().all(|side| start.pieces(side, kind).count() == 1))
}
