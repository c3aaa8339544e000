//! Networks of all widths give what their formula says, move by move.

use crate::ataxx::Ataxx;
use crate::breakthrough::Breakthrough;
use crate::chess::Chess;
use crate::connect4::ConnectFour;
use crate::othello::Othello;
use crate::surakarta::Surakarta;
use plyglot_core::game::network::formula::{formula, random_network};
use plyglot_core::game::network::{Accumulators, NetworkShape, Networked, Placements};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{
    EvalState, EvalWorkspace, Notation, Side, Workspace, evaluate_alone, workspace,
};
use std::sync::Arc;

pub(crate) fn walk<G: Notation<Rules = ()>>(
    start: &str,
    games: usize,
    mut visit: impl FnMut(usize, &G),
) {
    let mut random = Random::new(21);
    for game in 0..games {
        let start = G::parse(start).expect("a position");
        random_game(start, 200, &mut random).iter().for_each(|position| visit(game, position));
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

pub(crate) fn inputs<G: Networked>(position: &G, side: Side) -> Vec<usize> {
    let perspective = position.perspective(side);
    sorted(position.placements().iter().map(|at| G::input(position.rules(), perspective, at)))
}

/// The symmetries of a network are those of the rules: the image of a position has the images
/// of its placements and of its moves.
pub(crate) fn check_symmetries<G: Networked + Notation<Rules = ()>>(
    start: &str,
    image: impl Fn(usize, &G) -> G,
    image_of_move: impl Fn(usize, G::Move) -> G::Move,
) {
    assert!(G::symmetries(()) > 1);
    walk(start, 160, |game, position: &G| {
        let symmetry = game % G::symmetries(());
        let text = position.print();
        let turned = image(symmetry, position);
        let placements = position.placements();
        let expected = sorted(placements.iter().map(|at| G::symmetric((), symmetry, at)));
        assert_eq!(turned.placements().iter().collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(turned.bucket(), position.bucket(), "{text}");
        let moves = position.legal_moves().into_iter();
        let expected = sorted(moves.map(|m| G::pack(image_of_move(symmetry, m))));
        assert_eq!(sorted(turned.legal_moves().into_iter().map(G::pack)), expected, "{text}");
        assert_eq!(turned.status(), position.status(), "{text}");
    });
}

fn check_views<G: Networked + Notation<Rules = ()>>() {
    let mut seen = 0;
    walk(G::info(()).start, 100, |_, position: &G| {
        let Some(flipped) = position.flipped() else { return };
        let text = position.print();
        for side in Side::BOTH {
            assert_eq!(inputs(position, side), inputs(&flipped, !side), "{text}");
        }
        assert_eq!(position.bucket(), flipped.bucket(), "{text}");
        seen += 1;
    });
    assert!(seen > 1_000, "{seen} positions");
}

#[test]
fn both_players_see_the_board_from_their_own_side() {
    check_views::<Chess>();
    check_views::<Surakarta>();
    check_views::<Othello>();
    check_views::<Breakthrough>();
    check_views::<Ataxx>();
}

/// Networks of all widths give what their formula says, along random games from these
/// positions; alone too, if there is a base evaluation. All placements are few enough,
/// and are inputs of their own.
fn check_widths<G: Networked + Notation<Rules = ()>>(starts: &[&str])
where
    G::State: EvalState<G, Workspace = Accumulators<G>>,
{
    let mut random = Random::new(5);
    for hidden in [32, 96, 128, 160, 256, 384, 512, 1024] {
        let mut shape = NetworkShape::for_game::<G>(hidden);
        shape.has_base = shape.has_base && random.below(4) > 0;
        let network = Arc::new(random_network(shape, &mut random));
        let mut workspace = workspace(&G::start(()), &Some(Arc::clone(&network)));
        for start in starts {
            let mut position = G::parse(start).expect("a FEN");
            let mut state = position.state();
            state.record(0, &mut workspace);
            for ply in 0..100 {
                check_inputs(&position);
                // Some positions are never evaluated.
                if random.below(3) > 0 {
                    workspace.set_ply(ply);
                    let found = f64::from(workspace.evaluate(&position, || 100));
                    let expected = formula(&network, &position, 100);
                    let text = position.print();
                    assert!((found - expected).abs() < 12.0, "{text}: {found}, {expected}");
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                position.advance(m, &mut state);
                position.play(m);
                state.record(ply + 1, &mut workspace);
            }
        }
    }
}

fn check_inputs<G: Networked + Notation<Rules = ()>>(position: &G) {
    let placements: Vec<usize> = position.placements().iter().collect();
    let text = position.print();
    let shape = G::shape(());
    assert!(placements.len() <= 63, "{text}: {} placements", placements.len());
    assert!(placements.iter().all(|&placement| placement < shape.placements), "{text}");
    assert!(position.bucket() < shape.buckets, "{text}");
    for side in Side::BOTH {
        assert!(position.perspective(side) < shape.perspectives, "{text}");
    }
}

/// From each perspective, placements are different inputs; symmetries map placements one
/// to one.
fn check_maps<G: Networked + Notation<Rules = ()>>() {
    let NetworkShape { placements, perspectives, inputs, .. } = G::shape(());
    let is_one_to_one = |map: &dyn Fn(usize) -> usize, bound: usize| {
        let images: std::collections::BTreeSet<usize> = (0..placements).map(map).collect();
        images.len() == placements && images.iter().all(|&image| image < bound)
    };
    for perspective in 0..perspectives {
        assert!(is_one_to_one(&|placement| G::input((), perspective, placement), inputs));
    }
    for symmetry in 0..G::symmetries(()) {
        assert!(is_one_to_one(&|placement| G::symmetric((), symmetry, placement), placements));
    }
    assert!((0..placements).all(|placement| G::symmetric((), 0, placement) == placement));
}

#[test]
fn networks_of_all_widths_agree_with_their_formula() {
    // Kings that walk about, pawns that promote, castling.
    check_widths::<Chess>(&[Chess::INFO.start, "r3k2r/8/5P2/8/2p5/8/8/R3K2R w KQkq - 0 1"]);
    check_widths::<ConnectFour>(&[ConnectFour::INFO.start; 8]);
    check_widths::<Surakarta>(&[Surakarta::INFO.start; 2]);
    check_widths::<Othello>(&[Othello::INFO.start; 2]);
}

#[test]
fn placements_are_different_inputs() {
    check_maps::<Chess>();
    check_maps::<ConnectFour>();
    check_maps::<Surakarta>();
    check_maps::<Othello>();
    check_maps::<Breakthrough>();
    check_maps::<Ataxx>();
}

/// Without its network, a game is evaluated as by hand.
#[test]
fn a_network_beside_an_evaluation_can_be_left_out() {
    fn check<G: Networked + Notation<Rules = ()>>() {
        let mut random = Random::new(3);
        let mut differing = 0;
        let mut position = G::start(());
        let mut workspace = workspace(&position, &Workspace::<G>::base_alone(&position));
        for _ in 0..12 {
            let moves = position.legal_moves();
            position.play(moves[random.below(moves.len())]);
            let Some(base) = position.base_evaluation() else { continue };
            assert_eq!(evaluate_alone(&position, &mut workspace), base, "{}", position.print());
            differing += u32::from(plyglot_core::game::evaluate(&position) != base);
        }
        assert!(differing > 6, "{}: {differing}", G::info(()).name);
    }
    check::<Surakarta>();
    let connect_four = ConnectFour::start(());
    let othello = Othello::start(());
    assert_eq!(Accumulators::base_alone(&connect_four), None, "it has no network");
    assert_eq!(Accumulators::base_alone(&othello), None, "it has nothing else");
    assert_eq!(Accumulators::base_alone(&Chess::start(())), None, "it has nothing else");
}
