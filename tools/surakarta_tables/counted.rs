//! Construction of the counted tables, class by class, from fewer stones to more.

use super::retrograde::{self, Forced, RetrogradeGoal, is_loss, is_win};
use plyglot_games::surakarta::endgame::{Class, StoneSets};
use std::collections::HashMap;

/// Results of the game where the side with more stones wins as soon as neither side
/// can force a capture, or the end, to its advantage. A repetition is a draw.
#[derive(Default)]
pub(crate) struct CountedTables {
    /// By number; a number without a position has the bounds of the one before it.
    tables: HashMap<Class, Vec<Bounds>>,
    /// The most plies that a side needs to force a capture or the end.
    pub(crate) longest: u8,
}

impl CountedTables {
    /// Solves a class. All classes with fewer stones must be there.
    pub(crate) fn add(&mut self, class: Class) {
        let is_even = class.more == class.fewer;
        let (table, longest) =
            if is_even { self.solve_even(class) } else { self.solve_uneven(class) };
        self.longest = self.longest.max(longest);
        self.tables.insert(class, table);
    }

    /// Solves a class with equal counts. A side that cannot force a win has a draw, if
    /// the other side cannot either.
    fn solve_even(&self, class: Class) -> (Vec<Bounds>, u8) {
        let [lower, upper] = [true, false]
            .map(|is_lower| retrograde::solve(class, &EvenGoal { tables: self, is_lower }));
        let bounds = |number: usize, _: StoneSets| match (lower[number], upper[number]) {
            (lower, _) if is_win(lower) => Bounds::new(WIN, WIN),
            (lower, _) if is_loss(lower) => Bounds::new(LOSS, LOSS),
            (_, upper) if is_win(upper) => Bounds::new(DRAW, WIN),
            (_, upper) if is_loss(upper) => Bounds::new(LOSS, DRAW),
            _ => Bounds::new(DRAW, DRAW),
        };
        (filled(class, bounds), longest(&lower))
    }

    /// Solves a class with unequal counts. The side that is behind wins or draws where it
    /// can force that; elsewhere the other side can prevent it. The side that is ahead
    /// wins where it can force a win. It also wins where the other cannot keep it from always
    /// having [`MIN_SAFE_STEPS`] steps until stones are counted.
    fn solve_uneven(&self, class: Class) -> (Vec<Bounds>, u8) {
        let force = |seeker, reach| {
            retrograde::solve(class, &UnevenGoal { tables: self, seeker, reach, taken: None })
        };
        let behind = class.fewer;
        let won = force(behind, RequiredBound::Lower(WIN));
        let held = force(behind, RequiredBound::Lower(DRAW));
        let threatened = force(behind, RequiredBound::Upper(WIN));
        let taken = force(class.more, RequiredBound::Lower(WIN));
        let narrow = UnevenGoal {
            tables: self,
            seeker: behind,
            reach: RequiredBound::Upper(DRAW),
            taken: Some(&taken),
        };
        let narrow = retrograde::solve(class, &narrow);
        let bounds = |number: usize, stones: StoneSets| {
            let is_in = |solved: &[Forced]| solved[number].is_some();
            let of_behind = u8::from(is_in(&held)).max(WIN * u8::from(is_in(&won)));
            let of_ahead = match () {
                () if is_in(&taken) || !is_in(&narrow) => WIN,
                () if !is_in(&threatened) => DRAW,
                () => LOSS,
            };
            let is_behind = stones.counts()[0] == behind;
            let own = if is_behind { of_behind } else { of_ahead };
            let other = if is_behind { of_ahead } else { of_behind };
            let bounds = Bounds::new(own, WIN - other);
            if is_in(&taken) && is_in(&narrow) { bounds.by_force() } else { bounds }
        };
        (filled(class, bounds), longest(&won).max(longest(&held)))
    }

    /// The code of each number of a class in the file.
    pub(crate) fn codes(&self, class: Class) -> impl Iterator<Item = u8> {
        self.tables[&class].iter().map(|bounds| bounds.code())
    }

    /// The bounds of a position; those of a loss if the side to move has no stones.
    fn bounds(&self, stones: StoneSets) -> Bounds {
        stones.number().map_or(Bounds::new(LOSS, LOSS), |number| {
            self.tables[&Class::from(stones)][number as usize]
        })
    }

    /// Whether the value of a position agrees with those of the positions after each of
    /// its moves. This checks the tables independently of their construction, but not all of
    /// it, as values of positions after quiet moves may support each other in a circle.
    pub(crate) fn is_consistent(&self, stones: StoneSets) -> bool {
        let mut after = Vec::new();
        stones.each_capture(|stones| after.push(stones));
        after.extend(stones.steps());
        let turned: Vec<Bounds> = after.iter().map(|&after| self.bounds(after).turned()).collect();
        let lower = turned.iter().map(|bounds| bounds.lower()).max().unwrap_or(LOSS);
        let upper = turned.iter().map(|bounds| bounds.upper()).max().unwrap_or(LOSS);
        let bounds = self.bounds(stones);
        bounds.lower() <= upper && lower <= bounds.upper()
    }
}

/// The most plies to a forced end.
fn longest(values: &[Forced]) -> u8 {
    values.iter().copied().flatten().max().unwrap_or(0)
}

/// The bounds of the positions of a class, and for other numbers those of the one before.
fn filled(class: Class, bounds: impl Fn(usize, StoneSets) -> Bounds) -> Vec<Bounds> {
    let mut last = Bounds::new(DRAW, DRAW);
    let numbers = 0..class.numbering().size();
    let next = numbers.map(|number| {
        let stones = StoneSets::at(class, number);
        last = stones.map_or(last, |stones| bounds(number as usize, stones));
        last
    });
    next.collect()
}

/// The game is over, and the side to move has lost; or it wins in the next ply.
const LOST: Forced = Some(0);
const WON: Forced = Some(1);

/// Results of counted tables, for the side to move.
const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// The number of equally good steps that the side that is ahead must have at any time.
/// Then the other side cannot force it to repeat positions until stones are counted. With fewer
/// steps, waiting may end in a draw by repetition.
const MIN_SAFE_STEPS: usize = 4;

/// The lower bound of the value for the side to move, plus four times the upper bound; plus 16
/// where the side that is ahead wins only by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds(u8);

impl Bounds {
    /// The bounds never span both a loss and a win: a side that may win a capture this
    /// way is sure of a draw by the same capture.
    fn new(lower: u8, upper: u8) -> Bounds {
        debug_assert!(lower <= upper && upper - lower < WIN);
        Bounds(lower | upper << 2)
    }

    fn lower(self) -> u8 {
        self.0 & 3
    }

    fn upper(self) -> u8 {
        self.0 >> 2 & 3
    }

    /// The same bounds, marked: the side that is ahead wins only by force, not by
    /// waiting.
    fn by_force(self) -> Bounds {
        Bounds(self.0 | 16)
    }

    fn turned(self) -> Bounds {
        Bounds::new(WIN - self.upper(), WIN - self.lower())
    }

    /// The code in the file: 0, 1, 2 for a loss, a draw, a win. 3 is for a result that is
    /// unknown, or a win that must be forced.
    fn code(self) -> u8 {
        let is_known = self.lower() == self.upper() && self.by_force() != self;
        if is_known { self.lower() } else { 3 }
    }
}

/// Goal for equal counts: a side forces a win, by lower bounds or by upper bounds.
struct EvenGoal<'a> {
    tables: &'a CountedTables,
    is_lower: bool,
}

impl RetrogradeGoal for EvenGoal<'_> {
    fn after_capture(&self, after: StoneSets) -> Forced {
        let bounds = self.tables.bounds(after);
        let [own, other] = [bounds, bounds.turned()]
            .map(|bounds| if self.is_lower { bounds.lower() } else { bounds.upper() });
        match (own, other) {
            (_, WIN) => LOST,
            (WIN, _) => WON,
            _ => None,
        }
    }

    fn is_lost_without_moves(&self, _stones: StoneSets) -> bool {
        true
    }
}

/// The least bound that a side wants after a capture.
#[derive(Clone, Copy)]
enum RequiredBound {
    Lower(u8),
    Upper(u8),
}

/// Goal: one side forces a capture with at least some result. It counts as the winner
/// then, and the other side never does.
struct UnevenGoal<'a> {
    tables: &'a CountedTables,
    /// Number of stones of that side.
    seeker: usize,
    reach: RequiredBound,
    /// The positions where the other side forces a win. With these, the other side is exempt
    /// where it wins by a capture at once; elsewhere it needs [`MIN_SAFE_STEPS`] safe steps not
    /// to count as lost.
    taken: Option<&'a [Forced]>,
}

impl RetrogradeGoal for UnevenGoal<'_> {
    fn after_capture(&self, after: StoneSets) -> Forced {
        let bounds = self.tables.bounds(after);
        // The other side has captured.
        let is_of_seeker = after.counts()[1] == self.seeker;
        let bounds = if is_of_seeker { bounds.turned() } else { bounds };
        let is_reached = match self.reach {
            RequiredBound::Lower(value) => bounds.lower() >= value,
            RequiredBound::Upper(value) => bounds.upper() >= value,
        };
        match (is_reached, is_of_seeker) {
            (true, true) => LOST,
            (true, false) => WON,
            (false, _) => None,
        }
    }

    fn is_lost_without_moves(&self, stones: StoneSets) -> bool {
        stones.counts()[0] != self.seeker
    }

    fn spare_steps(&self, stones: StoneSets) -> usize {
        let is_of_seeker = stones.counts()[0] == self.seeker;
        if self.taken.is_some() && !is_of_seeker { MIN_SAFE_STEPS - 1 } else { 0 }
    }

    fn is_exempt(&self, number: usize) -> bool {
        self.taken.is_some_and(|taken| taken[number] == Some(1))
    }
}
