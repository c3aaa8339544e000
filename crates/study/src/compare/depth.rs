//! Default depths.

use plyglot_engine::Trial;

/// No search goes deeper than it is asked to.
const DEEPEST: u16 = 99;

/// The greatest depth that a search reaches within a limit of nodes, at least 1, and none at
/// which it adds no nodes, as every line has ended. `search` goes to a depth within the
/// limit.
///
/// # Errors
/// Those of `search`.
pub(super) fn deepest(mut search: impl FnMut(u16) -> anyhow::Result<Trial>) -> anyhow::Result<u16> {
    let mut nodes_before = 0;
    for depth in 1..=DEEPEST {
        let Trial { depth: reached, nodes, .. } = search(depth)?;
        if reached < depth || nodes == nodes_before {
            return Ok((depth - 1).max(1));
        }
        nodes_before = nodes;
    }
    Ok(DEEPEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use plyglot_core::search::Score;
    use std::time::Duration;

    /// The depth for a tree with this many nodes at each depth, and the same beyond.
    fn found(nodes: &[u64], limit: u64) -> u16 {
        let search = |depth: u16| {
            let nodes = nodes[usize::from(depth).min(nodes.len()) - 1];
            let depth = if nodes > limit { 0 } else { depth };
            let (time, score) = (Duration::ZERO, Score::DRAW);
            Ok(Trial { depth, nodes, time, score, index: 0, best: None, panicked: false })
        };
        deepest(search).expect("nothing fails")
    }

    #[test]
    fn the_limit_and_the_end_of_the_game_bound_the_depth() {
        for (limit, expected) in [(1, 1), (10, 1), (99, 1), (100, 2), (999, 2), (1_000, 3)] {
            assert_eq!(found(&[10, 100, 1_000, 10_000], limit), expected, "{limit}");
        }
        assert_eq!(found(&[9, 81, 585], u64::MAX), 3);
        assert_eq!(found(&(1..200).collect::<Vec<_>>(), u64::MAX), DEEPEST);
        assert!(deepest(|_| bail!("interrupted")).is_err());
    }
}
