//! What the placements of a game are for each side, and under its symmetries.

use plyglot_core::game::network::NetworkShape;

/// Output buckets: stages of the game, by how many squares are occupied.
const BUCKETS: usize = 8;
/// Networks are for an order of the placements, which goes into the sum of the rules.
const ORDER: u32 = 1;

/// The images of a game's placements.
#[derive(Debug)]
pub(crate) struct Images {
    /// How many inputs there are.
    inputs: usize,
    /// The input of each placement for the second player.
    second: Vec<u16>,
    /// For each symmetry, the image of each placement.
    symmetric: Vec<Vec<u16>>,
}

impl Images {
    /// The images of so many placements: under a map that exchanges the sides, if there is one, and
    /// under each symmetry.
    pub(crate) fn new(
        placements: usize,
        exchanged: Option<Vec<u16>>,
        symmetric: Vec<Vec<u16>>,
    ) -> Images {
        // Without such a map, each side has inputs of its own.
        let inputs = if exchanged.is_some() { placements } else { 2 * placements };
        let own = || (placements..inputs).map(|placement| placement as u16).collect();
        Images { inputs, second: exchanged.unwrap_or_else(own), symmetric }
    }

    /// The shape of a network for rules with this sum.
    pub(crate) fn shape(&self, most_placements: usize, rules: u32) -> NetworkShape {
        let numbers = self.second.iter().map(|&input| input.into());
        let bytes: Vec<u8> =
            [ORDER, rules].into_iter().chain(numbers).flat_map(u32::to_le_bytes).collect();
        NetworkShape {
            most_placements,
            inputs: self.inputs,
            buckets: BUCKETS,
            has_base: true,
            rules: Some(crc32fast::hash(&bytes)),
            ..NetworkShape::new(self.second.len())
        }
    }

    /// The input of a placement from a perspective.
    #[inline(always)]
    pub(crate) fn input(&self, perspective: usize, placement: usize) -> usize {
        if perspective == 0 { placement } else { usize::from(self.second[placement]) }
    }

    /// The number of symmetries.
    pub(crate) fn symmetries(&self) -> usize {
        self.symmetric.len()
    }

    /// The image of a placement under a symmetry.
    pub(crate) fn symmetric(&self, symmetry: usize, placement: usize) -> usize {
        usize::from(self.symmetric[symmetry][placement])
    }
}

/// The output bucket where so many squares are occupied, of at most so many.
#[inline(always)]
pub(crate) fn bucket(occupied: usize, most: usize) -> usize {
    (occupied * BUCKETS / (most + 1)).min(BUCKETS - 1)
}
