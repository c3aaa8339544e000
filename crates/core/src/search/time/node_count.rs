//! The node counts of a search's threads, each on a cache line of its own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The counts of one thread. Alone on its cache lines (processors fetch them in
/// pairs), and written by its thread alone: counting costs a load and a store,
/// and no thread waits for another.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(in crate::search) struct NodeCount {
    nodes: AtomicU64,
    tbhits: AtomicU64,
}

/// All counts of a search, as one of its threads sees them.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct NodeCounts<'a> {
    counts: &'a [NodeCount],
    own: usize,
}

impl<'a> NodeCounts<'a> {
    /// The view of thread `own`, which must be one of those that count.
    pub(in crate::search) fn new(counts: &'a [NodeCount], own: usize) -> NodeCounts<'a> {
        debug_assert!(own < counts.len(), "every thread counts");
        NodeCounts { counts, own }
    }

    /// The threads that count.
    pub(in crate::search) fn threads(&self) -> u64 {
        self.counts.len() as u64
    }

    /// This thread has searched `nodes` nodes.
    #[inline]
    pub(in crate::search) fn publish(&self, nodes: u64) {
        self.counts[self.own].nodes.store(nodes, Relaxed);
    }

    /// Endgame tables have settled another node of this thread.
    pub(in crate::search) fn count_tbhit(&self) {
        let tbhits = &self.counts[self.own].tbhits;
        tbhits.store(tbhits.load(Relaxed) + 1, Relaxed);
    }

    /// The nodes of all threads, of which this one has searched `own`. What
    /// the others last published may be a look at the clock old.
    #[inline]
    pub(in crate::search) fn nodes(&self, own: u64) -> u64 {
        let others = self.counts.iter().enumerate().filter(|(thread, _)| *thread != self.own);
        others.fold(own, |sum, (_, count)| sum + count.nodes.load(Relaxed))
    }

    /// The nodes that endgame tables settled, in all threads.
    pub(in crate::search) fn tbhits(&self) -> u64 {
        self.counts.iter().map(|count| count.tbhits.load(Relaxed)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_counts_for_itself_and_all_see_the_sum() {
        let counts: Vec<NodeCount> = (0..4).map(|_| NodeCount::default()).collect();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let view = NodeCounts::new(&counts, thread);
                scope.spawn(move || {
                    (1..=1_000).for_each(|n| view.publish(n));
                    (0..10).for_each(|_| view.count_tbhit());
                });
            }
        });
        let view = NodeCounts::new(&counts, 1);
        assert_eq!((view.nodes(1_007), view.tbhits()), (4_007, 40));
    }
}
