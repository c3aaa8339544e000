//! Generated games as plain placements.

use plyglot_core::game::Side;
use plyglot_core::game::network::NetworkShape;
use plyglot_core::game::random::Random;
use plyglot_engine::NetworkPosition;
use plyglot_train::trainer::TrainingShape;

/// A network like that of chess, but on a base evaluation: 768 placements; perspectives of both players, each as
/// it is or mirrored.
pub fn chess_like(hidden: usize) -> TrainingShape {
    let (placements, perspectives, buckets) = (768, 4, 8);
    let turned = [0, 7, 56, 63];
    let input = |perspective: usize, placement: usize| {
        let (kind, square) = (placement / 64, placement % 64);
        let kind = if perspective < 2 { kind } else { (kind + 6) % 12 };
        (64 * kind + (square ^ turned[perspective])) as u16
    };
    let input_of = (0..perspectives).flat_map(|p| (0..placements).map(move |x| input(p, x)));
    let input_of = input_of.collect();
    let mut sizes = NetworkShape::new(placements);
    sizes.perspectives = perspectives;
    sizes.hidden = hidden;
    sizes.buckets = buckets;
    sizes.has_base = true;
    TrainingShape { sizes, symmetries: 1, input_of, factor_of: Vec::new() }
}

/// Positions of a game of [`chess_like`]: 32 placements, of which 3.5 change on average
/// from one position to the next.
pub fn chess_like_game(count: usize, random: &mut Random) -> Vec<(NetworkPosition, i16)> {
    let mut placements: Vec<u16> = Vec::new();
    let mut perspectives = [random.below(2) as u8, 2 + random.below(2) as u8];
    let mut positions = Vec::new();
    for ply in 0..count {
        let moves = if ply == 0 { 0 } else { 1 + usize::from(random.below(4) < 3) };
        for _ in 0..moves {
            let gone = random.below(placements.len());
            placements.swap_remove(gone);
        }
        while placements.len() < 32 {
            let new = random.below(768) as u16;
            if !placements.contains(&new) {
                placements.push(new);
            }
        }
        if random.below(50) == 0 {
            perspectives[ply % 2] ^= 1;
        }
        placements.sort_unstable();
        let position = NetworkPosition {
            key: 0,
            placements: placements.clone(),
            perspectives,
            side: if ply % 2 == 0 { Side::First } else { Side::Second },
            bucket: (ply / 16 % 8) as u8,
            base: random.below(801) as i16 - 400,
        };
        positions.push((position, random.below(801) as i16 - 400));
    }
    positions
}
