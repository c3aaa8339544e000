//! A game with a network alone. The networks of `plyglot_games` are tested there.

#[macro_use]
#[path = "../../../../../../tests/support/wrapped.rs"]
mod wrapped;

use super::formula::{formula, random_network};
use super::*;
use crate::game::random::Random;
use crate::game::tictactoe::TicTacToe;
use crate::game::{
    Evaluation, Game, GameInfo, Histories, Knowledge, MoveCells, Notation, Outcome, Picture, Side,
    TextError, Which, laws,
};
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct Learnt(TicTacToe);

wrap_rules!([] Learnt, TicTacToe);

wrap_notation!([] Learnt, TicTacToe, Learnt, {
    const { &GameInfo::new("learnt", TicTacToe::INFO.start) }
});

impl Evaluation for Learnt {
    type State = NetworkState<Learnt>;

    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Learnt>) -> i32 {
        accumulators.evaluate(self, || 0).clamp(-20_000, 20_000)
    }
}

impl Histories for Learnt {}
impl Knowledge for Learnt {}

impl Networked for Learnt {
    type Placements = PlacementSet<1>;

    fn shape(_: ()) -> NetworkShape {
        NetworkShape::new(18)
    }

    fn placements(&self) -> PlacementSet<1> {
        // As in a FEN: `P` and `p` are stones, numbers are empty cells.
        let mut words = [0];
        let mut cell = 0;
        for c in self.0.print().chars().take_while(|c| !"[ ".contains(*c)) {
            match c {
                'P' => words[0] |= 1 << cell,
                'p' => words[0] |= 1 << (9 + cell),
                _ => cell += c.to_digit(10).unwrap_or(0),
            }
            cell += u32::from("Pp".contains(c));
        }
        PlacementSet(words)
    }

    fn default_network(_: ()) -> Option<NetworkSource> {
        let network = random_network(NetworkShape::for_game::<Learnt>(64), &mut Random::new(8));
        Some(NetworkSource::Loaded(Arc::new(network)))
    }
}

#[test]
fn a_game_needs_to_say_no_more_than_its_placements() {
    laws::check::<Learnt>(50, 1).expect("the laws hold");
    let network = Learnt::default_network(()).expect("it has one").get();
    let position = Learnt::parse("X...O....").expect("a position");
    assert_eq!(position.placements().iter().count(), 2);
    let found = f64::from(crate::game::evaluate(&position));
    let expected = formula(&network, &position, 0);
    assert!((found - expected).abs() < 6.0 && expected.abs() > 50.0, "{found}, {expected}");
}

#[test]
fn a_blank_network_evaluates_to_the_base() {
    let shape = NetworkShape { has_base: true, ..NetworkShape::for_game::<Learnt>(32) };
    let network = Network::blank(shape);
    let rows = [0; 32];
    assert_eq!(network.evaluate(&rows, &rows, 0, 37), 37);
    assert!(network.is_base_alone());
    assert!(!random_network(shape, &mut Random::new(1)).is_base_alone());
    assert!(!Network::blank(NetworkShape { has_base: false, ..shape }).is_base_alone());
    assert_eq!(network.parameters().len(), 18 * 32 + 32 + 2 * 32 + 1 + 1);
}
