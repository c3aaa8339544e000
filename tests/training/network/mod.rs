//! The trainer of networks on generated positions.

mod chunks;
mod gradients;
mod objective;
mod shapes;
mod trainer;

use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::Random;
use plyglot_engine::NetworkPosition;
use plyglot_train::trainer::{Samples, TrainingShape};

/// The result in half points of the first player, and positions with their scores.
type Game = (u8, Vec<(NetworkPosition, i16)>);

fn small(hidden: usize, has_base: bool, random: &mut Random) -> TrainingShape {
    let (placements, perspectives, inputs) = (20, 3, 25);
    let input_of = (0..placements * perspectives).map(|_| random.below(inputs) as u16).collect();
    let mut sizes = NetworkShape::new(placements);
    sizes.perspectives = perspectives;
    sizes.inputs = inputs;
    sizes.hidden = hidden;
    sizes.buckets = 2;
    sizes.has_base = has_base;
    TrainingShape { sizes, symmetries: 1, input_of, factor_of: Vec::new() }
}

fn small_game(count: usize, random: &mut Random) -> Vec<(NetworkPosition, i16)> {
    let mut is_on = [false; 20];
    is_on.fill_with(|| random.below(5) < 2);
    let mut perspectives = [random.below(3) as u8, random.below(3) as u8];
    let mut positions = Vec::new();
    for _ in 0..count {
        for _ in 0..random.below(5) {
            let place = random.below(20);
            is_on[place] = !is_on[place];
        }
        if random.below(4) == 0 {
            perspectives[random.below(2)] = random.below(3) as u8;
        }
        let position = NetworkPosition {
            key: 0,
            placements: (0..20).filter(|&place| is_on[usize::from(place)]).collect(),
            perspectives,
            side: if random.below(2) == 0 { Side::First } else { Side::Second },
            bucket: random.below(2) as u8,
            base: random.below(401) as i16 - 200,
        };
        positions.push((position, random.below(801) as i16 - 400));
    }
    positions
}

fn small_games(count: usize, random: &mut Random) -> Vec<Game> {
    (0..count).map(|i| ((i % 3) as u8, small_game(16, random))).collect()
}

fn samples_of(shape: &TrainingShape, games: &[Game]) -> Samples {
    let mut samples = Samples::new(shape.sizes);
    for (half_points, game) in games {
        samples.add_game(*half_points, game).unwrap();
    }
    samples
}
