//! Perft: the number of move sequences of a given length, for checking move generators
//! against each other (chessprogramming.org "Perft"); and the benchmark.

use crate::message::BenchResult;
use plyglot_core::game::network::Network;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Knowledge, Notation, Outcome, Which};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_support::instant::Instant;
use std::sync::Arc;

/// Counts the sequences of `depth` legal moves. Play stops when the game is won or
/// lost, but not at draws by a counter. `None` if stopped.
///
/// It is a recursion as deep as `depth`.
pub fn perft<G: Game>(position: &G, depth: u16, control: &Control) -> Option<u64> {
    let total = if depth == 0 { 1 } else { count(position, depth, control) };
    if control.is_stopped() { None } else { Some(total) }
}

/// The count; meaningless once `control` is stopped.
fn count<G: Game>(position: &G, depth: u16, control: &Control) -> u64 {
    if matches!(position.decided(), Some(Outcome::Won | Outcome::Lost)) {
        return 0;
    }
    if depth == 1 {
        return position.count();
    }
    let mut sum = 0;
    // Checked only here, where it costs nothing beside the plies below.
    if depth > 2 && control.is_stopped() {
        return sum;
    }
    position.moves(Which::All, |m| sum += count(&position.after(m), depth - 1, control));
    sum
}

/// The size of the table, independent of `Hash`, because the node count depends on it.
const HASH_MIB: usize = 16;

/// The nodes after which no iteration begins, in games without a depth of their own. The last
/// iteration may take seven times as many.
const NODES: u64 = 20_000;
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
    let positions: Vec<G> = if info.bench_depth > 0 {
        info.bench_positions().filter_map(|text| G::parse_with(rules, text).ok()).collect()
    } else {
        PLIES.iter().filter_map(|&plies| random_position::<G>(rules, plies)).collect()
    };
    for position in positions {
        table.clear(1);
        search.clear(&position);
        let start = Instant::now();
        let limits = match info.bench_depth {
            0 => Limits { soft_nodes: Some(NODES), ..Limits::nodes(8 * NODES) },
            depth => Limits::depth(depth),
        };
        let settings = Settings::search_alone();
        let root = Root::new(position);
        let answer = search.run(
            &Task { root: &root, limits: &limits, settings: &settings, table: &table, control },
            &mut |_| (),
        );
        result.nodes += answer.nodes;
        result.cutoffs += answer.cutoffs;
        result.time += start.elapsed();
    }
    result
}

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
    if position.status().is_none() { Some(position) } else { None }
}
