//! The benchmark of a game: searches each of its positions to a fixed depth.

use crate::message::BenchResult;
use plyglot_core::game::network::Network;
use plyglot_core::game::{Knowledge, Notation};
use plyglot_core::instant::Instant;
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use std::sync::Arc;

/// The size of the table, independent of `Hash`, because the node count depends on it.
const HASH_MIB: usize = 16;

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
    for position in info.bench_positions().filter_map(|text| G::parse_with(rules, text).ok()) {
        table.clear(1);
        search.clear(&position);
        let start = Instant::now();
        let limits = Limits::depth(info.bench_depth);
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
