//! A clock that counts nodes: a search with it is the same at every run, and uses of it
//! what a real clock would give.

use crate::support::engine::Engine;

/// The nodes of some moves of a game, and the moves, with this many nodes a second.
fn moves(nodes_per_second: u32, go: &str) -> Vec<(u64, String)> {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name NodesPerSecond value {nodes_per_second}"));
    let mut played = String::new();
    (0..6)
        .map(|_| {
            engine.send(&format!("position startpos moves{played}"));
            let lines = engine.go(go);
            let best = lines.last().expect("a line").replace("bestmove ", "");
            let best = best.split(' ').next().unwrap_or_default().to_owned();
            played = format!("{played} {best}");
            let info = lines.iter().rfind(|line| line.contains(" nodes ")).expect("an info line");
            let nodes = info.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next());
            (nodes.and_then(|nodes| nodes.parse().ok()).expect("nodes"), best)
        })
        .collect()
}

#[test]
fn a_clock_of_nodes_is_the_same_at_every_run() {
    let go = "go wtime 10000 btime 10000 winc 100 binc 100";
    let first = moves(20_000, go);
    assert_eq!(first, moves(20_000, go));
    // Ten seconds of 20,000 nodes each, shared among 22 moves: 9,000 nodes a move, and twice
    // as many for a hard one.
    assert!(first.iter().all(|(nodes, _)| (1_000..40_000).contains(nodes)), "{first:?}");
    assert_ne!(first, moves(5_000, go));
}

#[test]
fn a_fixed_time_of_nodes_is_used_to_the_node() {
    let nodes: Vec<u64> = moves(100_000, "go movetime 210").into_iter().map(|(n, _)| n).collect();
    // 10 ms are `Move Overhead`.
    assert_eq!(nodes, [20_001; 6], "200 ms, and the node that finds the limit reached");
}
