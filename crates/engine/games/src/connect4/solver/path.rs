//! The path of a thread from the root. The thread returns along it when another thread
//! has finished a node on it.

const NODES_PER_CHECK: u64 = 128;

#[derive(Debug)]
pub(super) struct SolverPath {
    nodes: Vec<(u64, i32)>,
    return_to: Option<usize>,
    next_check: u64,
}

impl SolverPath {
    /// An empty path. A thread that is alone never checks it.
    pub(super) fn new(is_alone: bool) -> SolverPath {
        SolverPath {
            nodes: Vec::new(),
            return_to: None,
            next_check: if is_alone { u64::MAX } else { NODES_PER_CHECK },
        }
    }

    pub(super) fn enter(&mut self, key: u64, alpha: i32) {
        self.nodes.push((key, alpha));
    }

    /// Leaves the last node. Returns whether it is the one that the thread returns to.
    pub(super) fn leave(&mut self) -> bool {
        self.nodes.pop();
        let is_there = self.return_to == Some(self.nodes.len());
        if is_there {
            self.return_to = None;
        }
        is_there
    }

    #[inline(always)]
    pub(super) fn is_check_due(&mut self, nodes: u64) -> bool {
        let is_check_due = nodes >= self.next_check;
        if is_check_due {
            self.next_check = nodes + NODES_PER_CHECK;
        }
        is_check_due
    }

    /// Whether some node of the path is finished, so that the search below it is useless.
    /// The thread returns to the first such.
    #[cold]
    pub(super) fn is_cut_off(&mut self, is_finished: impl Fn(u64, i32) -> bool) -> bool {
        self.return_to = self.nodes.iter().position(|&(key, alpha)| is_finished(key, alpha));
        self.return_to.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_called_back_to_the_first_node_that_is_finished() {
        let mut path = SolverPath::new(false);
        for (key, alpha) in [(10, 0), (20, -1), (30, 0), (40, -1)] {
            path.enter(key, alpha);
        }
        assert!(!path.is_cut_off(|key, _| key == 11));
        assert!(!path.is_cut_off(|key, alpha| key == 20 && alpha == 0), "another query");
        assert!(path.is_cut_off(|key, alpha| key >= 20 && alpha < 0));
        let left: Vec<bool> = (0..4).map(|_| path.leave()).collect();
        assert_eq!(left, [false, false, true, false]);
    }

    #[test]
    fn only_a_thread_of_a_team_checks_its_path() {
        let checks = |mut path: SolverPath| {
            (0..10 * NODES_PER_CHECK).filter(|&n| path.is_check_due(n)).count()
        };
        assert_eq!(checks(SolverPath::new(true)), 0);
        assert_eq!(checks(SolverPath::new(false)), 9);
    }
}
