//! How the tables are made: class after class, those with fewer stones first.

use super::index::{Class, Stones};
use super::retrograde::{self, Forced, Pair, RetrogradeGoal, each_capture, steps};
use super::{COUNTED_MOST, PLAIN_MOST, store};
use crate::games::Outcome;
use std::collections::HashMap;

/// What kind of values a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// Results and plies of the game without counters: who takes all wins, who
    /// cannot move loses, what goes on for ever is a draw.
    Plain,
    /// Results where who has more stones wins as soon as nobody can force a
    /// capture, or the end, to more advantage, and what comes back is a draw.
    Counted,
}

/// The tables of two classes that lead to each other, or of one that leads to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The plies that who can force something needs at most: to the end of the
    /// game (plain), to a capture or the end (counted).
    pub longest: u8,
    /// A byte for each place, for each class. Plain: 0 for a draw, else one more
    /// than the plies to the end, odd plies for a win. Counted: what the side to
    /// move can be sure of, and four times what it may hope for, 0, 1, 2 for a
    /// loss, a draw, a win; and 16 where the side that is ahead wins by force alone.
    pub tables: Vec<Vec<u8>>,
}

impl Made {
    /// As a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        std::iter::once(self.longest).chain(self.tables.iter().flatten().copied()).collect()
    }

    /// Reads what [`Made::to_bytes`] wrote of a class and the turned one; `None`
    /// if the size is another.
    pub fn from_bytes(class: Class, bytes: &[u8]) -> Option<Made> {
        let (&longest, mut rest) = bytes.split_first()?;
        let mut tables = Vec::new();
        for class in pair(class) {
            let (table, after) = rest.split_at_checked(class.size())?;
            tables.push(table.to_vec());
            rest = after;
        }
        rest.is_empty().then_some(Made { longest, tables })
    }
}

/// A class and the turned one, where that is another.
fn pair(class: Class) -> Vec<Class> {
    let mut classes = vec![class, class.turned()];
    classes.dedup();
    classes
}

/// The tables that have been made so far.
#[derive(Default)]
pub struct TableBuilder {
    tables: HashMap<(ValueKind, Class), Vec<u8>>,
    longest: HashMap<ValueKind, u8>,
}

impl TableBuilder {
    /// What is to be made, in an order in which it can be: each line needs all
    /// that is in the lines before.
    pub fn plan() -> Vec<Vec<(ValueKind, Class)>> {
        let line = |stones| -> Vec<(ValueKind, Class)> {
            let classes = Class::with(stones).filter(|class| class.own <= class.other);
            let kinds = [(ValueKind::Plain, PLAIN_MOST), (ValueKind::Counted, COUNTED_MOST)];
            let both = classes.flat_map(|class| kinds.map(|(kind, most)| (kind, most, class)));
            both.filter(|&(_, most, _)| stones <= most).map(|(kind, _, c)| (kind, c)).collect()
        };
        (2..=COUNTED_MOST.max(PLAIN_MOST)).map(line).collect()
    }

    /// Works out a class and the turned one. All classes with fewer stones must
    /// have been entered.
    pub fn solve(&self, kind: ValueKind, class: Class) -> Made {
        match kind {
            ValueKind::Plain => {
                let solved = retrograde::solve(class, &PlainGoal(self));
                let longest = solved.longest();
                let tables = solved.values.into_iter();
                let tables = tables.map(|table| table.into_iter().map(|v| v.0).collect());
                Made { longest, tables: tables.collect() }
            }
            ValueKind::Counted if class.own == class.other => self.solve_level(class),
            ValueKind::Counted => self.solve_uneven(class),
        }
    }

    /// Who cannot force a win has a draw, if the other side cannot either.
    fn solve_level(&self, class: Class) -> Made {
        let [sure, open] = [true, false]
            .map(|is_sure| retrograde::solve(class, &EvenGoal { builder: self, is_sure }));
        let bounds = |place: usize| {
            let [sure, open] = [&sure, &open].map(|solved| solved.values[0][place]);
            match (sure, open) {
                (sure, _) if sure.is_win() => Bounds::new(WIN, WIN),
                (sure, _) if sure.is_loss() => Bounds::new(LOSS, LOSS),
                (_, open) if open.is_win() => Bounds::new(DRAW, WIN),
                (_, open) if open.is_loss() => Bounds::new(LOSS, DRAW),
                _ => Bounds::new(DRAW, DRAW),
            }
        };
        let table = (0..class.size()).map(|place| bounds(place).0).collect();
        Made { longest: sure.longest(), tables: vec![table] }
    }

    /// The side that is behind wins or draws where it can force that, and the
    /// other one can prevent it elsewhere. That one wins where it can force so,
    /// or where nobody can keep it from having at least [`WAYS`] to go on until
    /// stones are counted.
    fn solve_uneven(&self, class: Class) -> Made {
        let behind = class.own.min(class.other);
        let ahead = class.stones() - behind;
        let force = |seeker, reach| {
            retrograde::solve(class, &UnevenGoal { builder: self, seeker, reach, taken: None })
        };
        let won = force(behind, Reach::Sure(WIN));
        let held = force(behind, Reach::Sure(DRAW));
        let threatened = force(behind, Reach::Hoped(WIN));
        let taken = force(ahead, Reach::Sure(WIN));
        let narrow = UnevenGoal {
            builder: self,
            seeker: behind,
            reach: Reach::Hoped(DRAW),
            taken: Some((class, &taken)),
        };
        let narrow = retrograde::solve(class, &narrow);
        let bounds = |mover: Class, (side, place): (usize, usize)| {
            let is_in = |solved: &Pair| solved.values[side][place] != Forced::NONE;
            let of_behind = u8::from(is_in(&held)).max(WIN * u8::from(is_in(&won)));
            let of_ahead = match () {
                () if is_in(&taken) || !is_in(&narrow) => WIN,
                () if !is_in(&threatened) => DRAW,
                () => LOSS,
            };
            let (own, other) = match mover.own == behind {
                true => (of_behind, of_ahead),
                false => (of_ahead, of_behind),
            };
            let bounds = Bounds::new(own, WIN - other);
            if is_in(&taken) && is_in(&narrow) { bounds.by_force() } else { bounds }
        };
        let table = |(side, mover): (usize, Class)| {
            (0..mover.size()).map(|place| bounds(mover, (side, place)).0).collect()
        };
        let longest = won.longest().max(held.longest());
        Made { longest, tables: pair(class).into_iter().enumerate().map(table).collect() }
    }

    /// Takes in what was made of a class and the turned one.
    pub fn enter(&mut self, kind: ValueKind, class: Class, made: Made) {
        let longest = self.longest.entry(kind).or_default();
        *longest = made.longest.max(*longest);
        for (class, table) in pair(class).into_iter().zip(made.tables) {
            self.tables.insert((kind, class), table);
        }
    }

    /// All tables as the program has them, once all of the plan is entered.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub fn pack(&self) -> std::io::Result<Vec<u8>> {
        let table = |kind, class| self.tables[&(kind, class)].as_slice();
        let longest = self.longest.get(&ValueKind::Counted).copied().unwrap_or(0);
        store::pack(
            longest,
            |class| table(ValueKind::Plain, class),
            |class| table(ValueKind::Counted, class),
        )
    }

    /// The byte of a position; that of a lost one if the side to move has no stones.
    fn byte(&self, kind: ValueKind, stones: Stones) -> u8 {
        if stones.own == 0 {
            return if kind == ValueKind::Plain {
                Forced::LOST.0
            } else {
                Bounds::new(LOSS, LOSS).0
            };
        }
        self.tables[&(kind, Class::of(stones))][stones.place()]
    }

    fn bounds(&self, stones: Stones) -> Bounds {
        Bounds(self.byte(ValueKind::Counted, stones))
    }

    /// Whether the value of a position agrees with those of the positions after
    /// each of its moves. For a check of the tables that knows nothing of how
    /// they were made; of counted values it shows less, as those of positions
    /// after quiet moves may hold each other up.
    pub fn is_consistent(&self, kind: ValueKind, stones: Stones) -> bool {
        let mut after = Vec::new();
        each_capture(stones, |stones| after.push(stones));
        after.extend(steps(stones));
        let after = after.into_iter();
        match kind {
            ValueKind::Plain => {
                let values: Vec<u8> = after.map(|after| self.byte(kind, after)).collect();
                self.byte(kind, stones) == plain_from(&values)
            }
            ValueKind::Counted => {
                let turned: Vec<Bounds> = after.map(|after| self.bounds(after).turned()).collect();
                let best = |of: fn(&Bounds) -> u8| turned.iter().map(of).max().unwrap_or(LOSS);
                let bounds = self.bounds(stones);
                bounds.sure() <= best(|b| b.hoped()) && best(|b| b.sure()) <= bounds.hoped()
            }
        }
    }
}

/// The plain value of a position by those of the positions after its moves.
fn plain_from(after: &[u8]) -> u8 {
    let values = || after.iter().map(|&byte| Forced(byte));
    let soonest = values().filter(|v| v.is_loss()).map(|v| v.0 + 1).min();
    let latest = values().map(|v| v.0 + 1).max().unwrap_or(Forced::LOST.0);
    let is_lost = values().all(Forced::is_win);
    soonest.unwrap_or(if is_lost { latest } else { 0 })
}

/// Results of counted tables, for the side to move.
const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// Steps that the side that is ahead must have at any time, one as good as the
/// other, so that nobody can make it repeat positions until stones are counted.
/// With fewer, other games than this one may be drawn by repetition.
const WAYS: usize = 4;

/// What a side can be sure of, and what it may hope for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds(u8);

impl Bounds {
    /// What may come to a win cannot come to a loss: a side that can hope to
    /// take so much by a capture can be sure of a draw by the same.
    fn new(sure: u8, hoped: u8) -> Bounds {
        debug_assert!(sure <= hoped && hoped - sure < WIN);
        Bounds(sure | hoped << 2)
    }

    fn sure(self) -> u8 {
        self.0 & 3
    }

    fn hoped(self) -> u8 {
        self.0 >> 2 & 3
    }

    /// The same, where the side that is ahead must force its win, and does not
    /// have it by waiting.
    fn by_force(self) -> Bounds {
        Bounds(self.0 | 16)
    }

    /// The same for the other side.
    fn turned(self) -> Bounds {
        Bounds::new(WIN - self.hoped(), WIN - self.sure())
    }
}

/// The outcome of a counted position as a number for the file: 0, 1, 2 for a
/// loss, a draw, a win, 3 where it is not known, or not without the way to it.
pub(super) fn code(byte: u8) -> u8 {
    let bounds = Bounds(byte);
    let is_known = bounds.sure() == bounds.hoped() && bounds.by_force() != bounds;
    if is_known { bounds.sure() } else { 3 }
}

/// The outcome that a [`code`] stands for.
pub(super) fn outcome(code: u8) -> Option<Outcome> {
    match code {
        LOSS => Some(Outcome::Lost),
        DRAW => Some(Outcome::Drawn),
        WIN => Some(Outcome::Won),
        _ => None,
    }
}

/// Who wins, in how many plies, without counters.
struct PlainGoal<'a>(&'a TableBuilder);

impl RetrogradeGoal for PlainGoal<'_> {
    fn after_capture(&self, _mover: Class, stones: Stones) -> Forced {
        Forced(self.0.byte(ValueKind::Plain, stones))
    }

    fn is_lost_without_moves(&self, _mover: Class) -> bool {
        true
    }
}

/// Who forces a win, where both have as many stones; or who may hope to.
struct EvenGoal<'a> {
    builder: &'a TableBuilder,
    is_sure: bool,
}

impl RetrogradeGoal for EvenGoal<'_> {
    fn after_capture(&self, _mover: Class, stones: Stones) -> Forced {
        let bounds = self.builder.bounds(stones);
        let (own, other) = match self.is_sure {
            true => (bounds.sure(), bounds.turned().sure()),
            false => (bounds.hoped(), bounds.turned().hoped()),
        };
        match (own, other) {
            (_, WIN) => Forced::LOST,
            (WIN, _) => Forced::WON,
            _ => Forced::NONE,
        }
    }

    fn is_lost_without_moves(&self, _mover: Class) -> bool {
        true
    }
}

/// A result that a side is sure of after a capture, or may hope for.
#[derive(Clone, Copy)]
enum Reach {
    Sure(u8),
    Hoped(u8),
}

/// Whether one side can force a capture with at least some result: then it
/// counts as the winner, and the other side never does.
struct UnevenGoal<'a> {
    builder: &'a TableBuilder,
    /// The stones of the side that seeks so.
    seeker: usize,
    reach: Reach,
    /// The class first solved, and where the other side forces a win: by a
    /// capture at once, or it must have [`WAYS`] not to count as lost.
    taken: Option<(Class, &'a Pair)>,
}

impl RetrogradeGoal for UnevenGoal<'_> {
    fn after_capture(&self, mover: Class, stones: Stones) -> Forced {
        let bounds = self.builder.bounds(stones);
        let is_seekers = mover.own == self.seeker;
        let bounds = if is_seekers { bounds.turned() } else { bounds };
        let is_reached = match self.reach {
            Reach::Sure(least) => bounds.sure() >= least,
            Reach::Hoped(least) => bounds.hoped() >= least,
        };
        match (is_reached, is_seekers) {
            (true, true) => Forced::LOST,
            (true, false) => Forced::WON,
            (false, _) => Forced::NONE,
        }
    }

    fn is_lost_without_moves(&self, mover: Class) -> bool {
        mover.own != self.seeker
    }

    fn spare(&self, mover: Class) -> usize {
        if self.taken.is_some() && mover.own != self.seeker { WAYS - 1 } else { 0 }
    }

    fn is_exempt(&self, mover: Class, place: usize) -> bool {
        self.taken.is_some_and(|(first, pair)| {
            pair.values[usize::from(mover != first)][place].plies() == Some(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::tables;
    use super::*;

    /// Classes that brute force can do in a moment.
    const STONES: usize = 4;

    /// A value for each place of each class.
    type Values = HashMap<Class, Vec<u8>>;

    fn all(value: impl Fn(Stones) -> u8) -> Values {
        let table =
            |class: Class| (0..class.size()).map(|place| value(Stones::at(class, place))).collect();
        Class::up_to(STONES).map(|class| (class, table(class))).collect()
    }

    fn look_up(values: &Values, stones: Stones) -> u8 {
        if stones.own == 0 { LOSS } else { values[&Class::of(stones)][stones.place()] }
    }

    fn by_count(class: Class) -> u8 {
        match class.own.cmp(&class.other) {
            std::cmp::Ordering::Less => LOSS,
            std::cmp::Ordering::Equal => DRAW,
            std::cmp::Ordering::Greater => WIN,
        }
    }

    /// The positions after all moves.
    fn after(stones: Stones) -> Vec<Stones> {
        let mut after: Vec<Stones> = steps(stones).collect();
        each_capture(stones, |stones| after.push(stones));
        after
    }

    /// All positions searched one ply deeper at a time, without a thought.
    #[test]
    fn plain_values_are_those_of_a_search_of_so_many_plies() {
        let mut values = all(|stones| if after(stones).is_empty() { LOSS } else { DRAW });
        for plies in 0..=14 {
            let known = |stones| match tables().plain(stones) {
                value if value.plies().is_none_or(|n| n > plies) => DRAW,
                value if value.is_win() => WIN,
                _ => LOSS,
            };
            assert!(values == all(known), "{plies} plies");
            let best = |stones| {
                let worth = |after| WIN - look_up(&values, after);
                after(stones).into_iter().map(worth).max().unwrap_or(LOSS)
            };
            values = all(best);
        }
    }

    #[test]
    fn the_tables_are_made_again() {
        let mut builder = TableBuilder::default();
        for (kind, class) in TableBuilder::plan().into_iter().flatten() {
            if class.stones() <= STONES {
                builder.enter(kind, class, builder.solve(kind, class));
            }
        }
        for class in Class::up_to(STONES) {
            for place in 0..class.size() {
                let stones = Stones::at(class, place);
                let plain = Forced(builder.byte(ValueKind::Plain, stones));
                assert_eq!(plain, tables().plain(stones), "{stones:?}");
                let counted = outcome(code(builder.byte(ValueKind::Counted, stones)));
                assert_eq!(counted, tables().counted(stones), "{stones:?}");
                assert!(builder.is_consistent(ValueKind::Plain, stones), "{stones:?}");
                assert!(builder.is_consistent(ValueKind::Counted, stones), "{stones:?}");
            }
        }
    }

    /// Plies without a capture are counted out from the last one backwards;
    /// whatever is known at any of them must be so.
    #[test]
    fn counted_values_are_those_of_a_counter() {
        const LIMIT: usize = 20;
        let mut fresh = Values::new();
        for stones in 2..=STONES {
            let classes: Vec<Class> = Class::with(stones).collect();
            let mut values: Values =
                classes.iter().map(|&class| (class, vec![by_count(class); class.size()])).collect();
            for left in 1..=LIMIT {
                let value = |stones| {
                    let mut best = LOSS;
                    each_capture(stones, |after| best = best.max(WIN - look_up(&fresh, after)));
                    let steps = steps(stones).map(|after| WIN - look_up(&values, after));
                    steps.fold(best, u8::max)
                };
                let table = |class: Class| -> Vec<u8> {
                    (0..class.size()).map(|place| value(Stones::at(class, place))).collect()
                };
                values = classes.iter().map(|&class| (class, table(class))).collect();
                for (&class, table) in &values {
                    for (place, &value) in table.iter().enumerate() {
                        let stones = Stones::at(class, place);
                        let Some(known) = tables().counted(stones) else { continue };
                        if left == LIMIT || Some(known) == outcome(by_count(class)) {
                            assert_eq!(outcome(value), Some(known), "{stones:?}, {left} left");
                        }
                    }
                }
            }
            fresh.extend(values);
        }
    }
}
