//! Retrograde analysis: values from the end backwards (Ströhlein, 1970; Thompson,
//! "Retrograde analysis of certain endgames", 1986).
//!
//! The positions of a class lead to each other by quiet steps. The values after captures are
//! known. Positions are settled ply by ply. A step can be undone, so when a position turns out to
//! be lost or won, its predecessors by a step are examined. A predecessor of a lost position is
//! won. A predecessor of a won position is lost when all its moves are known to lose.

use plyglot_games::surakarta::endgame::{Class, StoneSets};

/// The plies in which the side to move wins, if they are odd, or loses; `None` if nothing is forced.
pub(crate) type Forced = Option<u8>;

pub(crate) fn is_win(forced: Forced) -> bool {
    forced.is_some_and(|plies| plies % 2 == 1)
}

pub(crate) fn is_loss(forced: Forced) -> bool {
    forced.is_some_and(|plies| plies % 2 == 0)
}

/// The known values after captures, and what counts as a loss.
pub(crate) trait RetrogradeGoal {
    /// The value after a capture, for the side to move then.
    fn after_capture(&self, after: StoneSets) -> Forced;

    /// Whether a side without moves counts as lost.
    fn is_lost_without_moves(&self, stones: StoneSets) -> bool;

    /// The number of non-losing steps that a side may have and still count as lost.
    fn spare_steps(&self, _stones: StoneSets) -> usize {
        0
    }

    /// Whether the position of a number never counts as lost.
    fn is_exempt(&self, _number: usize) -> bool {
        false
    }
}

/// A bucket queue: the numbers of positions to examine at each ply.
#[derive(Default)]
struct BucketQueue {
    plies: Vec<Vec<u32>>,
}

impl BucketQueue {
    fn add(&mut self, plies: u8, number: u32) {
        let plies = usize::from(plies);
        if self.plies.len() <= plies {
            self.plies.resize_with(plies + 1, Vec::new);
        }
        self.plies[plies].push(number);
    }
}

/// A class with the values of its numbers so far.
struct Solving<'a, G> {
    class: Class,
    goal: &'a G,
    values: Vec<Forced>,
}

/// The values of the numbers of a class; nothing is forced where there is no position.
pub(crate) fn solve(class: Class, goal: &impl RetrogradeGoal) -> Vec<Forced> {
    let values = vec![None; class.numbering().size() as usize];
    let mut solving = Solving { class, goal, values };
    let mut queue = solving.initial_queue();
    let mut frontier = Vec::new();
    let mut plies = 0;
    while !frontier.is_empty() || usize::from(plies) < queue.plies.len() {
        let mut due = queue.plies.get_mut(usize::from(plies)).map(std::mem::take);
        due.get_or_insert_default().extend(solving.predecessors(&frontier));
        frontier = solving.settle(plies, due.unwrap_or_default());
        plies += 1;
    }
    solving.values
}

impl<G: RetrogradeGoal> Solving<'_, G> {
    /// The initial queue: positions that only captures decide, and the ply at which to
    /// examine positions for their captures.
    fn initial_queue(&self) -> BucketQueue {
        let mut queue = BucketQueue::default();
        for number in 0..self.values.len() as u32 {
            let Some(stones) = StoneSets::at(self.class, number.into()) else { continue };
            let mut soonest: Option<u8> = None;
            let mut latest = None;
            let mut is_bad = true;
            stones.each_capture(|after| {
                let value = self.goal.after_capture(after);
                let plies = value.map(|plies| plies + 1);
                if is_loss(value) {
                    soonest = soonest.map_or(plies, |old| plies.map(|plies| plies.min(old)));
                } else if is_win(value) {
                    latest = latest.max(plies);
                }
                is_bad &= is_win(value);
            });
            if let Some(plies) = soonest {
                queue.add(plies, number);
            } else if let (true, Some(plies)) = (is_bad, latest) {
                queue.add(plies, number);
            } else if is_bad && stones.steps().nth(self.goal.spare_steps(stones)).is_none() {
                queue.add(0, number);
            }
        }
        queue
    }

    /// The predecessors of positions by a quiet step.
    fn predecessors(&self, numbers: &[u32]) -> Vec<u32> {
        let stones = numbers.iter().filter_map(|&of| StoneSets::at(self.class, of.into()));
        let before = stones.flat_map(StoneSets::before_steps);
        before.filter_map(|stones| Some(stones.number()? as u32)).collect()
    }

    /// Settles the due positions that win or lose in this many plies, and returns them.
    fn settle(&mut self, plies: u8, due: Vec<u32>) -> Vec<u32> {
        let mut settled = Vec::new();
        for number in due {
            if self.values[number as usize].is_some() {
                continue;
            }
            if plies % 2 == 1 || self.is_lost(number, plies) {
                self.values[number as usize] = Some(plies);
                settled.push(number);
            }
        }
        settled
    }

    /// Whether every move, except for spare steps, leads to a win of the other side in
    /// fewer plies.
    fn is_lost(&self, number: u32, plies: u8) -> bool {
        let stones = StoneSets::at(self.class, number.into());
        let Some(stones) = stones.filter(|_| !self.goal.is_exempt(number as usize)) else {
            return false;
        };
        let is_soon = |value: Forced| is_win(value) && value < Some(plies);
        let mut has_move = false;
        let mut is_lost = true;
        stones.each_capture(|after| {
            has_move = true;
            is_lost = is_lost && is_soon(self.goal.after_capture(after));
        });
        let mut steps = stones.steps().filter_map(StoneSets::number);
        let mut spare_steps = self.goal.spare_steps(stones);
        while is_lost && let Some(after) = steps.next() {
            has_move = true;
            if !is_soon(self.values[after as usize]) {
                is_lost = spare_steps > 0;
                spare_steps = spare_steps.saturating_sub(1);
            }
        }
        is_lost && (has_move || self.goal.is_lost_without_moves(stones))
    }
}
