//! The benchmark of a game: searches each of its positions to a fixed depth.

use crate::message::BenchResult;
use plyglot_core::game::network::Network;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Knowledge, Notation};
use plyglot_core::instant::Instant;
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use std::sync::Arc;

/// The size of the table, independent of `Hash`, because the node count depends on it.
const HASH_MIB: usize = 16;

/// The nodes after which no iteration begins, in games without a depth of their own. The last
/// iteration may take seven times as many.
const NODES: u64 = 20_000;
/// The random plies before the positions of such games.
const PLIES: [u64; 4] = [0, 8, 16, 24];

/// Searches [`GameInfo::bench_positions`](plyglot_core::game::GameInfo) with an empty table, by
/// this network or the game's own. The nodes are the same in every run and on every machine: the
/// bench signature.
pub(super) fn run<G: Notation + Knowledge>(
    rules: G::Rules,
    control: &Control,
    network: Option<&Arc<Network>>,
) -> BenchResult {
    let Ok(mut table) = Table::new(HASH_MIB) else { return BenchResult::default() };
    table.touch(1);
    let mut result = BenchResult::default();
    let mut search = Search::<G>::new();
    search.set_network(network);
    let info = G::info(rules);
    let limits = || match info.bench_depth {
        0 => Limits { soft_nodes: Some(NODES), ..Limits::nodes(8 * NODES) },
        depth => Limits::depth(depth),
    };
    let given = info.bench_positions().filter_map(|text| G::parse_with(rules, text).ok());
    let drawn = PLIES.iter().filter_map(|&plies| random_position::<G>(rules, plies));
    let positions: Vec<G> = if info.bench_depth > 0 { given.collect() } else { drawn.collect() };
    for position in positions {
        table.clear(1);
        search.clear(&position);
        let start = Instant::now();
        let limits = limits();
        let settings = Settings::search_alone();
        let root = Root::new(position);
        let answer = search.run(
            &Task { root: &root, limits: &limits, settings: &settings, table: &table, control },
            &mut |_| (),
        );
        result.nodes += answer.nodes;
        result.time += start.elapsed();
    }
    result
}

/// The position after so many random moves, unless the game ends before.
fn random_position<G: Notation>(rules: G::Rules, plies: u64) -> Option<G> {
    let mut position = G::start(rules);
    let mut random = Random::new(plies);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[random.below(moves.len())]);
    }
    position.status().is_none().then_some(position)
}
