//! The way of a thread from the root to where it is, along which it is called
//! back when another thread has answered what it is still at.

/// Nodes between two looks at what has become of the way.
const STRIDE: u64 = 128;

/// The nodes on the way that other threads may be at too.
#[derive(Debug)]
pub(super) struct Trail {
    /// The key of each, and the score that it is asked whether it exceeds.
    nodes: Vec<(u64, i32)>,
    /// The number of the node to which the thread is called back.
    back_to: Option<usize>,
    /// How many nodes the thread will have seen when it is to look again.
    due: u64,
}

impl Trail {
    /// That of a thread which is alone, or not.
    pub(super) fn new(is_alone: bool) -> Trail {
        Trail { nodes: Vec::new(), back_to: None, due: if is_alone { u64::MAX } else { STRIDE } }
    }

    /// Steps to a node.
    pub(super) fn enter(&mut self, key: u64, alpha: i32) {
        self.nodes.push((key, alpha));
    }

    /// Steps back from the last node; whether it was this one that the thread was
    /// called back to.
    pub(super) fn leave(&mut self) -> bool {
        self.nodes.pop();
        let is_there = self.back_to == Some(self.nodes.len());
        if is_there {
            self.back_to = None;
        }
        is_there
    }

    /// Whether it is time to look again, after so many nodes of the thread.
    #[inline(always)]
    pub(super) fn is_due(&mut self, nodes: u64) -> bool {
        let is_due = nodes >= self.due;
        if is_due {
            self.due = nodes + STRIDE;
        }
        is_due
    }

    /// Whether some node of the way is settled, so that all that comes after the
    /// first such is in vain.
    #[cold]
    pub(super) fn is_in_vain(&mut self, is_settled: impl Fn(u64, i32) -> bool) -> bool {
        self.back_to = self.nodes.iter().position(|&(key, alpha)| is_settled(key, alpha));
        self.back_to.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_called_back_to_the_first_node_that_is_settled() {
        let mut trail = Trail::new(false);
        for (key, alpha) in [(10, 0), (20, -1), (30, 0), (40, -1)] {
            trail.enter(key, alpha);
        }
        assert!(!trail.is_in_vain(|key, _| key == 11));
        assert!(!trail.is_in_vain(|key, alpha| key == 20 && alpha == 0), "another question");
        assert!(trail.is_in_vain(|key, alpha| key >= 20 && alpha < 0));
        let left: Vec<bool> = (0..4).map(|_| trail.leave()).collect();
        assert_eq!(left, [false, false, true, false]);
    }

    #[test]
    fn only_who_is_not_alone_looks_and_that_now_and_then() {
        let looks = |mut trail: Trail| (0..10 * STRIDE).filter(|&n| trail.is_due(n)).count();
        assert_eq!(looks(Trail::new(true)), 0);
        assert_eq!(looks(Trail::new(false)), 9);
    }
}
