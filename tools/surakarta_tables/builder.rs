//! Construction of the tables, class by class, from fewer stones to more.

use super::retrograde::{self, Pair, RetrogradeGoal};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use plyglot_games::surakarta::endgame::{
    Class, ForcedResult, MAX_COUNTED_STONES, MAX_PLAIN_STONES, StoneSets,
};
use std::collections::HashMap;
use std::io::Write;

/// Counted results per byte of the file: two bits each, the first in the lowest bits.
const IN_BYTE: usize = 4;

/// The kind of values in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ValueKind {
    /// Results and plies of the game without counters. The side that captures all stones
    /// wins, a side without moves loses, and an endless game is a draw.
    Plain,
    /// Results of the game where the side with more stones wins as soon as neither side
    /// can force a capture, or the end, to its advantage. A repetition is a draw.
    Counted,
}

/// The solved tables of two classes that lead to each other, or of one that leads to
/// itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SolvedTables {
    /// The most plies that a side needs to force something: the end of the game (plain),
    /// a capture or the end (counted).
    pub(crate) longest: u8,
    /// One byte per place, for each class.
    /// - Plain: 0 for a draw, else the plies to the end plus one; the plies are odd for a
    ///   win.
    /// - Counted: the lower bound of the value for the side to move, plus four times the
    ///   upper bound, each 0, 1, 2 for a loss, a draw, a win; plus 16 where the side that
    ///   is ahead wins only by force.
    pub(crate) tables: Vec<Vec<u8>>,
}

impl SolvedTables {
    /// The bytes of a file with these tables.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        std::iter::once(self.longest).chain(self.tables.iter().flatten().copied()).collect()
    }

    /// Reads what [`SolvedTables::to_bytes`] wrote for a class and its turned class; `None` if
    /// the size differs.
    pub(crate) fn from_bytes(class: Class, bytes: &[u8]) -> Option<SolvedTables> {
        let (&longest, mut rest) = bytes.split_first()?;
        let mut tables = Vec::new();
        for class in pair(class) {
            let (table, after) = rest.split_at_checked(class.size())?;
            tables.push(table.to_vec());
            rest = after;
        }
        rest.is_empty().then_some(SolvedTables { longest, tables })
    }
}

/// A class and its turned class, if they differ.
fn pair(class: Class) -> Vec<Class> {
    let mut classes = vec![class, class.turned()];
    classes.dedup();
    classes
}

/// The tables that have been solved so far.
#[derive(Default)]
pub(crate) struct TableBuilder {
    tables: HashMap<(ValueKind, Class), Vec<u8>>,
    longest: HashMap<ValueKind, u8>,
}

impl TableBuilder {
    /// The tables to solve, in order: each line needs all lines before it.
    pub(crate) fn plan() -> Vec<Vec<(ValueKind, Class)>> {
        let line = |stones| -> Vec<(ValueKind, Class)> {
            let classes = Class::with(stones).filter(|class| class.own <= class.other);
            let kinds =
                [(ValueKind::Plain, MAX_PLAIN_STONES), (ValueKind::Counted, MAX_COUNTED_STONES)];
            let both = classes.flat_map(|class| kinds.map(|(kind, most)| (kind, most, class)));
            both.filter(|&(_, most, _)| stones <= most).map(|(kind, _, c)| (kind, c)).collect()
        };
        (2..=MAX_COUNTED_STONES.max(MAX_PLAIN_STONES)).map(line).collect()
    }

    /// Solves a class and its turned class. All classes with fewer stones must have been
    /// entered.
    pub(crate) fn solve(&self, kind: ValueKind, class: Class) -> SolvedTables {
        match kind {
            ValueKind::Plain => {
                let solved = retrograde::solve(class, &PlainGoal(self));
                let longest = solved.longest();
                let tables = solved.values.into_iter();
                let tables = tables.map(|table| table.into_iter().map(|v| v.0).collect());
                SolvedTables { longest, tables: tables.collect() }
            }
            ValueKind::Counted if class.own == class.other => self.solve_even(class),
            ValueKind::Counted => self.solve_uneven(class),
        }
    }

    /// Solves a class with equal counts. A side that cannot force a win has a draw, if
    /// the other side cannot either.
    fn solve_even(&self, class: Class) -> SolvedTables {
        let [lower, upper] = [true, false]
            .map(|is_lower| retrograde::solve(class, &EvenGoal { builder: self, is_lower }));
        let bounds = |place: usize| {
            let [lower, upper] = [&lower, &upper].map(|solved| solved.values[0][place]);
            match (lower, upper) {
                (lower, _) if lower.is_win() => Bounds::new(WIN, WIN),
                (lower, _) if lower.is_loss() => Bounds::new(LOSS, LOSS),
                (_, upper) if upper.is_win() => Bounds::new(DRAW, WIN),
                (_, upper) if upper.is_loss() => Bounds::new(LOSS, DRAW),
                _ => Bounds::new(DRAW, DRAW),
            }
        };
        let table = (0..class.size()).map(|place| bounds(place).0).collect();
        SolvedTables { longest: lower.longest(), tables: vec![table] }
    }

    /// Solves a class with unequal counts. The side that is behind wins or draws where it
    /// can force that; elsewhere the other side can prevent it. The side that is ahead
    /// wins where it can force a win. It also wins where the other cannot keep it from always
    /// having [`MIN_SAFE_STEPS`] steps until stones are counted.
    fn solve_uneven(&self, class: Class) -> SolvedTables {
        let behind = class.own.min(class.other);
        let ahead = class.stones() - behind;
        let force = |seeker, reach| {
            retrograde::solve(class, &UnevenGoal { builder: self, seeker, reach, taken: None })
        };
        let won = force(behind, RequiredBound::Lower(WIN));
        let held = force(behind, RequiredBound::Lower(DRAW));
        let threatened = force(behind, RequiredBound::Upper(WIN));
        let taken = force(ahead, RequiredBound::Lower(WIN));
        let narrow = UnevenGoal {
            builder: self,
            seeker: behind,
            reach: RequiredBound::Upper(DRAW),
            taken: Some((class, &taken)),
        };
        let narrow = retrograde::solve(class, &narrow);
        let bounds = |mover: Class, (side, place): (usize, usize)| {
            let is_in = |solved: &Pair| solved.values[side][place] != ForcedResult::NONE;
            let of_behind = u8::from(is_in(&held)).max(WIN * u8::from(is_in(&won)));
            let of_ahead = match () {
                () if is_in(&taken) || !is_in(&narrow) => WIN,
                () if !is_in(&threatened) => DRAW,
                () => LOSS,
            };
            let (own, other) =
                if mover.own == behind { (of_behind, of_ahead) } else { (of_ahead, of_behind) };
            let bounds = Bounds::new(own, WIN - other);
            if is_in(&taken) && is_in(&narrow) { bounds.by_force() } else { bounds }
        };
        let table = |(side, mover): (usize, Class)| {
            (0..mover.size()).map(|place| bounds(mover, (side, place)).0).collect()
        };
        let longest = won.longest().max(held.longest());
        SolvedTables { longest, tables: pair(class).into_iter().enumerate().map(table).collect() }
    }

    /// Adds the solved tables of a class and its turned class.
    pub(crate) fn enter(&mut self, kind: ValueKind, class: Class, made: SolvedTables) {
        let longest = self.longest.entry(kind).or_default();
        *longest = made.longest.max(*longest);
        for (class, table) in pair(class).into_iter().zip(made.tables) {
            self.tables.insert((kind, class), table);
        }
    }

    /// All tables in the format of the executable, once all of the plan is entered.
    ///
    /// # Errors
    /// If the compression fails.
    pub(crate) fn pack(&self) -> std::io::Result<Vec<u8>> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&self.unpacked(MAX_PLAIN_STONES, MAX_COUNTED_STONES))?;
        encoder.finish()
    }

    /// All tables before they are compressed, with at most this many stones in the plain and in the
    /// counted ones.
    fn unpacked(&self, plain: usize, counted: usize) -> Vec<u8> {
        let table = |kind, class| self.tables[&(kind, class)].iter().copied();
        let mut bytes = vec![self.longest.get(&ValueKind::Counted).copied().unwrap_or(0)];
        bytes.extend(Class::up_to(plain).flat_map(|class| table(ValueKind::Plain, class)));
        let results = Class::up_to(counted).flat_map(|class| table(ValueKind::Counted, class));
        let results: Vec<u8> = results.map(code).collect();
        let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, &code| byte << 2 | code);
        bytes.extend(results.chunks(IN_BYTE).map(byte));
        bytes
    }

    /// The byte of a position; the byte of a loss if the side to move has no stones.
    fn byte(&self, kind: ValueKind, stones: StoneSets) -> u8 {
        if stones.own == 0 {
            return if kind == ValueKind::Plain {
                ForcedResult::LOST.0
            } else {
                Bounds::new(LOSS, LOSS).0
            };
        }
        self.tables[&(kind, Class::of(stones))][stones.place()]
    }

    fn bounds(&self, stones: StoneSets) -> Bounds {
        Bounds(self.byte(ValueKind::Counted, stones))
    }

    /// Whether the value of a position agrees with those of the positions after each of
    /// its moves. This checks the tables independently of their construction. For counted
    /// values it proves less, as values of positions after quiet moves may support each
    /// other in a circle.
    pub(crate) fn is_consistent(&self, kind: ValueKind, stones: StoneSets) -> bool {
        let mut after = Vec::new();
        stones.each_capture(|stones| after.push(stones));
        after.extend(stones.steps());
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
                bounds.lower() <= best(|b| b.upper()) && best(|b| b.lower()) <= bounds.upper()
            }
        }
    }
}

/// The plain value of a position, from the values after its moves.
fn plain_from(after: &[u8]) -> u8 {
    let values = || after.iter().map(|&byte| ForcedResult(byte));
    let soonest = values().filter(|v| v.is_loss()).map(|v| v.0 + 1).min();
    let latest = values().map(|v| v.0 + 1).max().unwrap_or(ForcedResult::LOST.0);
    let is_lost = values().all(ForcedResult::is_win);
    soonest.unwrap_or(if is_lost { latest } else { 0 })
}

/// Results of counted tables, for the side to move.
const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// The number of equally good steps that the side that is ahead must have at any time.
/// Then the other side cannot force it to repeat positions until stones are counted. With fewer
/// steps, waiting may end in a draw by repetition.
const MIN_SAFE_STEPS: usize = 4;

/// A lower and an upper bound of the value for the side to move.
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

    /// The bounds for the other side.
    fn turned(self) -> Bounds {
        Bounds::new(WIN - self.upper(), WIN - self.lower())
    }
}

/// The code of a counted position in the file: 0, 1, 2 for a loss, a draw, a win. 3 is
/// for a result that is unknown, or a win that must be forced.
fn code(byte: u8) -> u8 {
    let bounds = Bounds(byte);
    let is_known = bounds.lower() == bounds.upper() && bounds.by_force() != bounds;
    if is_known { bounds.lower() } else { 3 }
}

/// Goal: the winner and the plies, without counters.
struct PlainGoal<'a>(&'a TableBuilder);

impl RetrogradeGoal for PlainGoal<'_> {
    fn after_capture(&self, _mover: Class, stones: StoneSets) -> ForcedResult {
        ForcedResult(self.0.byte(ValueKind::Plain, stones))
    }

    fn is_lost_without_moves(&self, _mover: Class) -> bool {
        true
    }
}

/// Goal for equal counts: a side forces a win, by lower bounds or by upper bounds.
struct EvenGoal<'a> {
    builder: &'a TableBuilder,
    is_lower: bool,
}

impl RetrogradeGoal for EvenGoal<'_> {
    fn after_capture(&self, _mover: Class, stones: StoneSets) -> ForcedResult {
        let bounds = self.builder.bounds(stones);
        let (own, other) = if self.is_lower {
            (bounds.lower(), bounds.turned().lower())
        } else {
            (bounds.upper(), bounds.turned().upper())
        };
        match (own, other) {
            (_, WIN) => ForcedResult::LOST,
            (WIN, _) => ForcedResult::WON,
            _ => ForcedResult::NONE,
        }
    }

    fn is_lost_without_moves(&self, _mover: Class) -> bool {
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
    builder: &'a TableBuilder,
    /// Number of stones of that side.
    seeker: usize,
    reach: RequiredBound,
    /// The class that was solved first, and the positions where the other side forces a
    /// win. With these, the other side is exempt where it wins by a capture at once;
    /// elsewhere it needs [`MIN_SAFE_STEPS`] safe steps not to count as lost.
    taken: Option<(Class, &'a Pair)>,
}

impl RetrogradeGoal for UnevenGoal<'_> {
    fn after_capture(&self, mover: Class, stones: StoneSets) -> ForcedResult {
        let bounds = self.builder.bounds(stones);
        let is_of_seeker = mover.own == self.seeker;
        let bounds = if is_of_seeker { bounds.turned() } else { bounds };
        let is_reached = match self.reach {
            RequiredBound::Lower(least) => bounds.lower() >= least,
            RequiredBound::Upper(least) => bounds.upper() >= least,
        };
        match (is_reached, is_of_seeker) {
            (true, true) => ForcedResult::LOST,
            (true, false) => ForcedResult::WON,
            (false, _) => ForcedResult::NONE,
        }
    }

    fn is_lost_without_moves(&self, mover: Class) -> bool {
        mover.own != self.seeker
    }

    fn spare_steps(&self, mover: Class) -> usize {
        if self.taken.is_some() && mover.own != self.seeker { MIN_SAFE_STEPS - 1 } else { 0 }
    }

    fn is_exempt(&self, mover: Class, place: usize) -> bool {
        self.taken.is_some_and(|(first, pair)| {
            pair.values[usize::from(mover != first)][place].plies() == Some(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    const FILE: &[u8] =
        include_bytes!("../../crates/engine/games/src/surakarta/endgame/tables.bin");

    /// Classes up to this size are solved in a moment.
    const STONES: usize = 4;

    #[test]
    fn solving_again_gives_the_stored_tables() {
        let mut builder = TableBuilder::default();
        for (kind, class) in TableBuilder::plan().into_iter().flatten() {
            if class.stones() <= STONES {
                builder.enter(kind, class, builder.solve(kind, class));
            }
        }
        for class in Class::up_to(STONES) {
            for place in 0..class.size() {
                let stones = StoneSets::at(class, place);
                assert!(builder.is_consistent(ValueKind::Plain, stones), "{stones:?}");
                assert!(builder.is_consistent(ValueKind::Counted, stones), "{stones:?}");
            }
        }
        let mut stored = Vec::new();
        ZlibDecoder::new(FILE).read_to_end(&mut stored).expect("it is compressed by zlib");
        let sizes = |most| Class::up_to(most).map(Class::size).sum::<usize>();
        let (plain, counted) = stored[1..].split_at(sizes(MAX_PLAIN_STONES));
        assert_eq!(counted.len(), sizes(MAX_COUNTED_STONES).div_ceil(IN_BYTE));
        let own = builder.unpacked(STONES, STONES);
        let (own_plain, own_counted) = own[1..].split_at(sizes(STONES));
        assert!(plain.starts_with(own_plain));
        // The last byte may also hold results of five stones.
        assert!(counted.starts_with(&own_counted[..sizes(STONES) / IN_BYTE]));
    }
}
