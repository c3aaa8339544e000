//! How many nodes quiescence may take: where nearly all moves capture or promote, it would not end.

/// Nodes of one quiescence search, after which positions are evaluated as they are. No search of
/// `bench` needs as many.
const MAX_NODES: u64 = 10_000;
/// The least that is left of this after searches that needed more: enough for an exchange on one
/// square.
const MIN_NODES: u64 = 16;
/// How much less the next search may take than one that needed more.
const DIVISOR: u64 = 4;

/// The bound of one quiescence search after another. A search that meets it makes that of the next
/// one much smaller, and each other one greater by a node. So those that meet it take but a few
/// nodes for each of the others, and the rest is left for the plies before.
pub(super) struct QuiescenceBound {
    limit: u64,
    /// The node count at which the present search ends.
    end: u64,
}

impl Default for QuiescenceBound {
    fn default() -> Self {
        QuiescenceBound { limit: MAX_NODES, end: MAX_NODES }
    }
}

impl QuiescenceBound {
    /// Begins a quiescence search, with so many nodes of the whole search before it.
    pub(super) fn begin(&mut self, nodes: u64) {
        self.end = nodes + self.limit;
    }

    pub(super) fn is_met(&self, nodes: u64) -> bool {
        nodes >= self.end
    }

    pub(super) fn finish(&mut self, nodes: u64) {
        self.limit = if self.is_met(nodes) {
            (self.limit / DIVISOR).max(MIN_NODES)
        } else {
            (self.limit + 1).min(MAX_NODES)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of so many searches, of which those that come around take all they may, and the
    /// others one.
    fn nodes(searches: u64, endless_one_in: u64) -> u64 {
        let mut bound = QuiescenceBound::default();
        let mut nodes = 0;
        for number in 1..=searches {
            bound.begin(nodes);
            nodes += 1;
            while number % endless_one_in == 0 && !bound.is_met(nodes) {
                nodes += 1;
            }
            bound.finish(nodes);
        }
        nodes
    }

    #[test]
    fn searches_that_would_not_end_take_a_few_nodes_for_each_of_the_others() {
        for endless_one_in in [2, 10, 100, 1000, 10_000] {
            let searches = 100_000;
            let first = 2 * MAX_NODES;
            let limit = first + searches * 3 + searches / endless_one_in * MIN_NODES;
            let taken = nodes(searches, endless_one_in);
            assert!(taken < limit, "one in {endless_one_in}: {taken}");
        }
    }

    #[test]
    fn where_none_is_endless_the_bound_stays() {
        let mut bound = QuiescenceBound::default();
        for _ in 0..10 {
            bound.begin(5);
            bound.finish(5 + MAX_NODES - 1);
        }
        bound.begin(0);
        assert!(!bound.is_met(MAX_NODES - 1) && bound.is_met(MAX_NODES));
    }
}
