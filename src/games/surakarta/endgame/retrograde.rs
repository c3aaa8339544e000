//! Values from the end backwards (Ströhlein, 1970; Thompson, "Retrograde
//! analysis of certain endgames", 1986).
//!
//! Two classes that lead to each other by quiet steps, as one side or the other
//! is to move, are worked out together; what captures lead to is known. Plies
//! are taken one after the other. A step can be taken back, so when a position
//! turns out to be lost or won, those from which a step leads there are looked
//! at: any of them wins by a step to a lost position, and loses when all that
//! it can do is seen to lose.

use super::super::board::{self, Army, BOARD, neighbours, points};
use super::index::{Class, Stones};

/// A value in a table, for the side to move: 0 where nothing is forced, else
/// one more than the plies to the end, which are odd for a win and even for a
/// loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forced(pub(super) u8);

impl Forced {
    pub(super) const NONE: Forced = Forced(0);
    /// The game is over.
    pub(super) const LOST: Forced = Forced(1);
    /// As good as won. There is no win in 0 plies.
    pub(super) const WON: Forced = Forced(2);

    fn after(plies: u8) -> Forced {
        Forced(plies + 1)
    }

    /// The plies to the end.
    pub(super) fn plies(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    pub(super) fn is_win(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 1)
    }

    pub(super) fn is_loss(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 0)
    }
}

/// What is known before, and what is asked for.
pub(super) trait RetrogradeGoal: Sync {
    /// What a capture leads to, for the side that is to move then; `mover` is
    /// the class before it.
    fn after_capture(&self, mover: Class, stones: Stones) -> Forced;

    /// Whether a side that cannot move has lost for the purpose of the goal.
    fn is_lost_without_moves(&self, mover: Class) -> bool;

    /// The steps that a side may have that do not lose, and still count as lost.
    fn spare(&self, _mover: Class) -> usize {
        0
    }

    /// Whether a position is never lost.
    fn is_exempt(&self, _mover: Class, _place: usize) -> bool {
        false
    }
}

/// Two classes, or one if both sides have as many stones, and their values.
pub(super) struct Pair {
    classes: Vec<Class>,
    pub(super) values: Vec<Vec<Forced>>,
}

/// A place in one of the tables of a pair.
type PairPlace = (usize, u32);

/// What there is to look at when its ply comes.
#[derive(Default)]
struct Agenda {
    plies: Vec<Vec<PairPlace>>,
}

impl Agenda {
    fn add(&mut self, plies: u8, place: PairPlace) {
        let plies = usize::from(plies);
        if self.plies.len() <= plies {
            self.plies.resize_with(plies + 1, Vec::new);
        }
        self.plies[plies].push(place);
    }
}

/// Works out a class and the one in which the other side is to move.
pub(super) fn solve(class: Class, goal: &impl RetrogradeGoal) -> Pair {
    let mut classes = vec![class, class.turned()];
    classes.dedup();
    let values = classes.iter().map(|class| vec![Forced::NONE; class.size()]).collect();
    let mut pair = Pair { classes, values };
    let mut agenda = pair.begin(goal);
    let mut news = Vec::new();
    let mut plies = 0;
    while !news.is_empty() || usize::from(plies) < agenda.plies.len() {
        let mut due = agenda.plies.get_mut(usize::from(plies)).map(std::mem::take);
        due.get_or_insert_default().extend(pair.before(&news));
        news = pair.settle(plies, due.unwrap_or_default(), goal);
        plies += 1;
    }
    pair
}

impl Pair {
    /// What captures alone decide, and when the rest is to be looked at for
    /// their sake.
    fn begin(&self, goal: &impl RetrogradeGoal) -> Agenda {
        let mut agenda = Agenda::default();
        for (side, &class) in self.classes.iter().enumerate() {
            for place in 0..class.size() {
                let stones = Stones::at(class, place);
                let (mut soonest, mut latest) = (None, None);
                let mut is_bad = true;
                each_capture(stones, |after| {
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
                    agenda.add(plies, place);
                } else if let (true, Some(plies)) = (is_bad, latest) {
                    agenda.add(plies, place);
                } else if is_bad && steps(stones).nth(goal.spare(class)).is_none() {
                    agenda.add(0, place);
                }
            }
        }
        agenda
    }

    /// The places from which a step leads to these.
    fn before(&self, places: &[PairPlace]) -> Vec<PairPlace> {
        let mut found = Vec::new();
        for &(side, place) in places {
            let Stones { own, other } = Stones::at(self.classes[side], place as usize);
            let before = self.classes.len() - 1 - side;
            let free = BOARD & !own & !other;
            for to in points(other) {
                for from in points(neighbours(to) & free) {
                    let stones = Stones { own: other ^ 1 << to ^ 1 << from, other: own };
                    stones.places(|place| found.push((before, place as u32)));
                }
            }
        }
        found
    }

    /// Settles those that win, or lose, in so many plies; gives them.
    fn settle(
        &mut self,
        plies: u8,
        due: Vec<PairPlace>,
        goal: &impl RetrogradeGoal,
    ) -> Vec<PairPlace> {
        let mut settled = Vec::new();
        for (side, place) in due {
            if self.values[side][place as usize] != Forced::NONE {
                continue;
            }
            if plies % 2 == 1 || self.is_lost(side, place as usize, plies, goal) {
                self.values[side][place as usize] = Forced::after(plies);
                settled.push((side, place));
            }
        }
        settled
    }

    /// Whether each move leads to a win of the other side in fewer plies, but for
    /// spare ones.
    fn is_lost(&self, side: usize, place: usize, plies: u8, goal: &impl RetrogradeGoal) -> bool {
        let class = self.classes[side];
        if goal.is_exempt(class, place) {
            return false;
        }
        let stones = Stones::at(class, place);
        let is_soon = |value: Forced| value.is_win() && value.plies() < Some(plies);
        let (mut has_move, mut is_lost) = (false, true);
        each_capture(stones, |after| {
            has_move = true;
            is_lost = is_lost && is_soon(goal.after_capture(class, after));
        });
        let turned = &self.values[self.classes.len() - 1 - side];
        let mut steps = steps(stones);
        let mut spare = goal.spare(class);
        while is_lost && let Some(after) = steps.next() {
            has_move = true;
            if !is_soon(turned[after.place()]) {
                is_lost = spare > 0;
                spare = spare.saturating_sub(1);
            }
        }
        is_lost && (has_move || goal.is_lost_without_moves(class))
    }

    /// The greatest number of plies to a forced end.
    pub(super) fn longest(&self) -> u8 {
        let all = self.values.iter().flatten();
        all.filter_map(|value| value.plies()).max().unwrap_or(0)
    }
}

/// Visits the positions after each capture, some of them more than once.
pub(super) fn each_capture(stones: Stones, mut visit: impl FnMut(Stones)) {
    let Stones { own, other } = stones;
    board::captures(Army::of(own), Army::of(other), |from, to| {
        visit(Stones { own: other ^ 1 << to, other: own ^ 1 << from ^ 1 << to });
    });
}

/// The positions after each quiet step.
pub(super) fn steps(stones: Stones) -> impl Iterator<Item = Stones> {
    let Stones { own, other } = stones;
    let free = BOARD & !own & !other;
    points(own).flat_map(move |from| {
        points(neighbours(from) & free)
            .map(move |to| Stones { own: other, other: own ^ 1 << from ^ 1 << to })
    })
}
