//! Retrograde analysis: values from the end backwards (Ströhlein, 1970; Thompson,
//! "Retrograde analysis of certain endgames", 1986).
//!
//! Two classes that lead to each other by quiet steps, with one side or the other to
//! move, are solved together. The values after captures are known. Positions are settled
//! ply by ply. A step can be undone, so when a position turns out to be lost or won, its
//! predecessors by a step are examined. A predecessor of a lost position is won. A
//! predecessor of a won position is lost when all its moves are known to lose.

use plyglot_games::surakarta::endgame::{Class, ForcedResult, StoneSets};

/// The known values after captures, and what counts as a loss.
pub(crate) trait RetrogradeGoal: Sync {
    /// The value after a capture, for the side to move then. `mover` is the class of the
    /// position with the capture.
    fn after_capture(&self, mover: Class, stones: StoneSets) -> ForcedResult;

    /// Whether a side without moves counts as lost.
    fn is_lost_without_moves(&self, mover: Class) -> bool;

    /// The number of non-losing steps that a side may have and still count as lost.
    fn spare_steps(&self, _mover: Class) -> usize {
        0
    }

    /// Whether a position never counts as lost.
    fn is_exempt(&self, _mover: Class, _place: usize) -> bool {
        false
    }
}

/// Two classes, or one if both sides have equally many stones, with their values.
pub(crate) struct Pair {
    classes: Vec<Class>,
    pub(crate) values: Vec<Vec<ForcedResult>>,
}

/// A table of the pair, and a place in it.
type PairPlace = (usize, u32);

/// A bucket queue: the positions to examine at each ply.
#[derive(Default)]
struct BucketQueue {
    plies: Vec<Vec<PairPlace>>,
}

impl BucketQueue {
    fn add(&mut self, plies: u8, place: PairPlace) {
        let plies = usize::from(plies);
        if self.plies.len() <= plies {
            self.plies.resize_with(plies + 1, Vec::new);
        }
        self.plies[plies].push(place);
    }
}

/// Solves a class and its turned class, in which the other side is to move.
pub(crate) fn solve(class: Class, goal: &impl RetrogradeGoal) -> Pair {
    let mut classes = vec![class, class.turned()];
    classes.dedup();
    let values = classes.iter().map(|class| vec![ForcedResult::NONE; class.size()]).collect();
    let mut pair = Pair { classes, values };
    let mut queue = pair.initial_queue(goal);
    let mut frontier = Vec::new();
    let mut plies = 0;
    while !frontier.is_empty() || usize::from(plies) < queue.plies.len() {
        let mut due = queue.plies.get_mut(usize::from(plies)).map(std::mem::take);
        due.get_or_insert_default().extend(pair.predecessors(&frontier));
        frontier = pair.settle(plies, due.unwrap_or_default(), goal);
        plies += 1;
    }
    pair
}

impl Pair {
    /// The initial queue: positions that only captures decide, and the ply at which to
    /// examine positions for their captures.
    fn initial_queue(&self, goal: &impl RetrogradeGoal) -> BucketQueue {
        let mut queue = BucketQueue::default();
        for (side, &class) in self.classes.iter().enumerate() {
            for place in 0..class.size() {
                let stones = StoneSets::at(class, place);
                let (mut soonest, mut latest) = (None, None);
                let mut is_bad = true;
                stones.each_capture(|after| {
                    let value = goal.after_capture(class, after);
                    let plies = value.plies().map(|plies| plies + 1);
                    if value.is_loss() {
                        soonest = soonest.map_or(plies, |old| plies.map(|p: u8| p.min(old)));
                    } else if value.is_win() {
                        latest = latest.max(plies);
                    }
                    is_bad &= value.is_win();
                });
                let place = (side, place as u32);
                if let Some(plies) = soonest {
                    queue.add(plies, place);
                } else if let (true, Some(plies)) = (is_bad, latest) {
                    queue.add(plies, place);
                } else if is_bad && stones.steps().nth(goal.spare_steps(class)).is_none() {
                    queue.add(0, place);
                }
            }
        }
        queue
    }

    /// The predecessors of places by a quiet step.
    fn predecessors(&self, places: &[PairPlace]) -> Vec<PairPlace> {
        let mut found = Vec::new();
        for &(side, place) in places {
            let before = self.classes.len() - 1 - side;
            for stones in StoneSets::at(self.classes[side], place as usize).before_steps() {
                stones.places(|place| found.push((before, place as u32)));
            }
        }
        found
    }

    /// Settles the due positions that win or lose in this many plies, and returns them.
    fn settle(
        &mut self,
        plies: u8,
        due: Vec<PairPlace>,
        goal: &impl RetrogradeGoal,
    ) -> Vec<PairPlace> {
        let mut settled = Vec::new();
        for (side, place) in due {
            if self.values[side][place as usize] != ForcedResult::NONE {
                continue;
            }
            if plies % 2 == 1 || self.is_lost(side, place as usize, plies, goal) {
                self.values[side][place as usize] = ForcedResult::after(plies);
                settled.push((side, place));
            }
        }
        settled
    }

    /// Whether every move, except for spare steps, leads to a win of the other side in
    /// fewer plies.
    fn is_lost(&self, side: usize, place: usize, plies: u8, goal: &impl RetrogradeGoal) -> bool {
        let class = self.classes[side];
        if goal.is_exempt(class, place) {
            return false;
        }
        let stones = StoneSets::at(class, place);
        let is_soon = |value: ForcedResult| value.is_win() && value.plies() < Some(plies);
        let (mut has_move, mut is_lost) = (false, true);
        stones.each_capture(|after| {
            has_move = true;
            is_lost = is_lost && is_soon(goal.after_capture(class, after));
        });
        let turned = &self.values[self.classes.len() - 1 - side];
        let mut steps = stones.steps();
        let mut spare_steps = goal.spare_steps(class);
        while is_lost && let Some(after) = steps.next() {
            has_move = true;
            if !is_soon(turned[after.place()]) {
                is_lost = spare_steps > 0;
                spare_steps = spare_steps.saturating_sub(1);
            }
        }
        is_lost && (has_move || goal.is_lost_without_moves(class))
    }

    /// The greatest number of plies to a forced end.
    pub(crate) fn longest(&self) -> u8 {
        let all = self.values.iter().flatten();
        all.filter_map(|value| value.plies()).max().unwrap_or(0)
    }
}
