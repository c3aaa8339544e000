//! What the threads of a search have counted, each on a line of its own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The counts of one thread. Alone on its cache lines (processors fetch them in
/// pairs), and written by its thread alone: counting costs a load and a store,
/// and no thread waits for another.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Count {
    nodes: AtomicU64,
    tbhits: AtomicU64,
}

/// All counts of a search, as one of its threads sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally<'a> {
    counts: &'a [Count],
    own: usize,
}

impl<'a> Tally<'a> {
    /// The view of thread `own`, which must be one of those that count.
    pub(super) fn new(counts: &'a [Count], own: usize) -> Tally<'a> {
        debug_assert!(own < counts.len(), "every thread counts");
        Tally { counts, own }
    }

    /// The threads that count.
    pub(super) fn threads(&self) -> u64 {
        self.counts.len() as u64
    }

    /// This thread has searched so many nodes.
    pub(super) fn publish(&self, nodes: u64) {
        self.counts[self.own].nodes.store(nodes, Relaxed);
    }

    /// Endgame tables have settled another node of this thread.
    pub(super) fn note_tbhit(&self) {
        let tbhits = &self.counts[self.own].tbhits;
        tbhits.store(tbhits.load(Relaxed) + 1, Relaxed);
    }

    /// The nodes of all threads, of which this one has searched so many. What
    /// the others last published may be a look at the clock old.
    pub(super) fn nodes(&self, own: u64) -> u64 {
        let others = self.counts.iter().enumerate().filter(|(thread, _)| *thread != self.own);
        others.fold(own, |sum, (_, count)| sum + count.nodes.load(Relaxed))
    }

    /// The nodes that endgame tables settled, in all threads.
    pub(super) fn tbhits(&self) -> u64 {
        self.counts.iter().map(|count| count.tbhits.load(Relaxed)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_counts_for_itself_and_all_see_the_sum() {
        let counts: Vec<Count> = (0..4).map(|_| Count::default()).collect();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let tally = Tally::new(&counts, thread);
                scope.spawn(move || {
                    (1..=1_000).for_each(|n| tally.publish(n));
                    (0..10).for_each(|_| tally.note_tbhit());
                });
            }
        });
        let tally = Tally::new(&counts, 1);
        assert_eq!((tally.nodes(1_007), tally.tbhits()), (4_007, 40));
    }
}
