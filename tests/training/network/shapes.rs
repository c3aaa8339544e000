//! The shapes of networks are those of the games.

use plyglot_core::game::Notation;
use plyglot_core::game::network::Networked;
use plyglot_games::ataxx::Ataxx;
use plyglot_games::breakthrough::Breakthrough;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::othello::Othello;
use plyglot_games::surakarta::Surakarta;
use plyglot_train::trainer::TrainingShape;

fn is_the_games<G: Networked + Notation<Rules = ()>>(
    name: &str,
    factor: Option<fn(usize) -> usize>,
) {
    let registry = plyglot_games::standard();
    let entry = registry.entry(name).expect("the game exists");
    let game = entry.network().expect("it has a network");
    for has_base in [false, true] {
        let shape = TrainingShape::new(game, 64, has_base);
        shape.check().unwrap();
        assert_eq!((shape.hidden, shape.has_base), (64, has_base));
        let own = G::shape(());
        let mut expected = own;
        expected.hidden = 64;
        expected.has_base = has_base;
        assert_eq!(shape.sizes, expected);
        assert_eq!(shape.symmetries, G::symmetries(()));
        let mut inputs = shape.input_of.iter();
        for symmetry in 0..G::symmetries(()) {
            for perspective in 0..own.perspectives {
                for placement in 0..own.placements {
                    let image = G::symmetric((), symmetry, placement);
                    let expected = G::input((), perspective, image);
                    let found = inputs.next().map(|&input| usize::from(input));
                    assert_eq!(
                        found,
                        Some(expected),
                        "{name} {symmetry} {perspective} {placement}"
                    );
                }
            }
        }
        assert_eq!(inputs.next(), None);
        let factors: Vec<u16> = match factor {
            Some(factor) => (0..own.inputs).map(|input| factor(input) as u16).collect(),
            None => Vec::new(),
        };
        assert_eq!(shape.factor_of, factors, "{name}");
        assert!(shape.is_sound());
    }
}

#[test]
fn shapes_are_those_of_the_games() {
    is_the_games::<ConnectFour>("cfour", None);
    is_the_games::<Surakarta>("surakarta", None);
    is_the_games::<Othello>("flipello", None);
    is_the_games::<Breakthrough>("breakthrough", None);
    is_the_games::<Ataxx>("ataxx", None);
    is_the_games::<Chess>("chess", Some(|input| input % 768));
    assert_eq!([ConnectFour::symmetries(()), Surakarta::symmetries(())], [2, 8]);
}
