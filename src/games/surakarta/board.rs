//! Points, loops and what can be seen round their arcs.
//!
//! A point is `6 * rank + file`, a1 = 0, f6 = 35. Each of the two loops is a
//! cycle of 24 entries, four lines of six points each, one after the other;
//! between two lines lies an arc. A point where two lines of one loop cross has
//! two entries in it, and one where lines of both loops cross has one in each.

/// Points on a side of the board.
pub(super) const SIDE: usize = 6;
/// Points of the board.
pub(super) const POINTS: usize = SIDE * SIDE;
/// Stones that each player begins with.
pub(super) const STONES: u32 = 12;
/// Entries of a loop.
pub(super) const LOOP: usize = 4 * SIDE;
/// The entries of a loop, as bits.
pub(super) const WHOLE: u64 = (1 << LOOP) - 1;
/// The points of the files at the edges.
const FIRST_FILE: u64 = 0o0101_0101_0101;
const LAST_FILE: u64 = FIRST_FILE << (SIDE - 1);
/// All points.
pub(super) const BOARD: u64 = (1 << POINTS) - 1;

/// The point of each entry, twice round the inner loop and the outer one, so
/// that a walk need not look out for the end of the list.
const POINT: [[u8; 2 * LOOP]; 2] = [points_of_loop(1), points_of_loop(2)];

/// The entries of each point, those of the inner loop in the lower 24 bits and
/// those of the outer one above.
const ENTRIES: [u64; POINTS] = {
    let mut entries = [0; POINTS];
    let mut i = 0;
    while i < 2 * LOOP {
        entries[POINT[i / LOOP][i % LOOP] as usize] |= 1 << i;
        i += 1;
    }
    entries
};

/// The points one step away in any of the eight directions.
const NEIGHBOURS: [u64; POINTS] = {
    let mut neighbours = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            let files = (from % SIDE).abs_diff(to % SIDE);
            let ranks = (from / SIDE).abs_diff(to / SIDE);
            if from != to && files <= 1 && ranks <= 1 {
                neighbours[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    neighbours
};

/// The points of the loop that runs `low` lines from the edge: along a rank to
/// the right, up a file, along a rank to the left, down a file.
const fn points_of_loop(low: usize) -> [u8; 2 * LOOP] {
    let high = SIDE - 1 - low;
    let mut points = [0; 2 * LOOP];
    let mut i = 0;
    while i < 2 * LOOP {
        let along = i % SIDE;
        let (file, rank) = match i / SIDE % 4 {
            0 => (along, low),
            1 => (high, along),
            2 => (SIDE - 1 - along, high),
            _ => (low, SIDE - 1 - along),
        };
        points[i] = (rank * SIDE + file) as u8;
        i += 1;
    }
    points
}

/// The points one step away from a point.
pub(super) fn neighbours(point: u8) -> u64 {
    NEIGHBOURS[usize::from(point)]
}

/// The points of a set, lowest first.
pub(super) fn points(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let point = set.trailing_zeros() as u8;
            set &= set - 1;
            point
        })
    })
}

/// A set of points moved one step in each of the eight directions, opposite
/// ones side by side.
#[inline(always)]
pub(super) fn shifts(set: u64) -> [u64; 8] {
    let (right, left) = ((set & !LAST_FILE) << 1, (set & !FIRST_FILE) >> 1);
    let up = |set: u64| set << SIDE & BOARD;
    let down = |set: u64| set >> SIDE;
    [right, left, up(set), down(set), up(right), down(left), up(left), down(right)]
}

/// The points of the four edges, six bits each: from a corner to the next,
/// those along ranks and then those along files.
#[inline(always)]
pub(super) fn edges(set: u64) -> u64 {
    const ROW: u64 = (1 << SIDE) - 1;
    // Moves the points of the first file side by side: that of rank `r` from bit
    // `6 * r` by the summand `25 - 5 * r` to bit `25 + r`, and none there twice.
    const GATHER: u64 = 1 << 25 | 1 << 20 | 1 << 15 | 1 << 10 | 1 << 5 | 1;
    let file = |set: u64| (set & FIRST_FILE).wrapping_mul(GATHER) >> 25 & ROW;
    let top = set >> (SIDE * (SIDE - 1));
    set & ROW | top << SIDE | file(set) << (2 * SIDE) | file(set >> (SIDE - 1)) << (3 * SIDE)
}

/// What a side's stones have to do with the loops.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct View {
    /// Stones that the other side can capture, as points.
    pub(super) attacked: u64,
    /// Stones that see another one of their side round an arc, which can
    /// recapture on their points.
    pub(super) helped: u64,
    /// Arcs round which two of its stones see each other.
    pub(super) links: i32,
    /// Arcs round which a stone sees itself.
    pub(super) circuits: i32,
}

/// The views of two sides.
#[inline(always)]
pub(super) fn views(own: Army, other: Army) -> [View; 2] {
    let mut views = [View::default(); 2];
    sights(own.entries | other.entries, |sight| {
        let both = 1 << sight.first | 1 << sight.last;
        let side = usize::from(!own.has(sight.first));
        if own.has(sight.first) != own.has(sight.last) {
            views[0].attacked |= both & own.points;
            views[1].attacked |= both & other.points;
        } else if sight.first != sight.last {
            views[side].helped |= both;
            views[side].links += 1;
        } else {
            views[side].circuits += 1;
            if let Some([above, below]) = sight.beyond {
                let enemies = if side == 0 { other } else { own };
                views[1 - side].attacked |= (1 << above | 1 << below) & enemies.points;
            }
        }
    });
    views
}

/// The stones of one player, as points and as entries of the loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Army {
    pub(super) points: u64,
    pub(super) entries: u64,
}

impl Army {
    /// The army that stands on these points.
    pub(super) fn of(set: u64) -> Army {
        let mut army = Army::default();
        points(set).for_each(|point| army.toggle(point));
        army
    }

    pub(super) fn count(self) -> u32 {
        self.points.count_ones()
    }

    #[inline(always)]
    pub(super) fn has(self, point: u8) -> bool {
        self.points >> point & 1 == 1
    }

    /// Puts a stone on a point, or takes it away.
    #[inline(always)]
    pub(super) fn toggle(&mut self, point: u8) {
        self.points ^= 1 << point;
        self.entries ^= ENTRIES[usize::from(point)];
    }
}

/// The stones on either side of an arc: with `first` the one that is met first
/// on the way from the arc along the loop, and with `last` the one on the way
/// back. Nothing stands between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) first: u8,
    pub(super) last: u8,
    /// The next stone beyond `first` and beyond `last`, if both are one stone
    /// that sees itself: as its own point counts as empty, it sees these.
    pub(super) beyond: Option<[u8; 2]>,
}

/// Visits what is seen round arcs when these entries are occupied. An arc whose
/// view goes on along an empty line and round the next arc is passed over, as
/// that one shows the same; so each pair of stones is seen once a way.
#[inline(always)]
fn sights(occupied: u64, mut visit: impl FnMut(Sight)) {
    for (ring, points) in POINT.iter().enumerate() {
        let entries = occupied >> (ring * LOOP) & WHOLE;
        let twice = entries | entries << LOOP;
        for arc in 0..4 {
            // From this arc all the way round to it.
            let view = twice >> (arc * SIDE) & WHOLE;
            if view & ((1 << SIDE) - 1) == 0 {
                continue;
            }
            let (low, high) = (lowest(view), highest(view));
            let point = |entry: usize| points[arc * SIDE + entry];
            if low == high {
                continue;
            }
            let (first, last) = (point(low), point(high));
            let beyond = (first == last)
                .then(|| [lowest(view & !(1 << low)), highest(view & !(1 << high))])
                .filter(|[above, _]| *above != high)
                .map(|beyond| beyond.map(point));
            visit(Sight { first, last, beyond });
        }
    }
}

fn lowest(view: u64) -> usize {
    view.trailing_zeros() as usize
}

fn highest(view: u64) -> usize {
    63 - view.leading_zeros() as usize
}

/// Visits the captures of `own`: the stone that takes, and the one that is
/// taken. One that can be made on several ways is visited as often.
#[inline(always)]
pub(super) fn captures(own: Army, other: Army, mut visit: impl FnMut(u8, u8)) {
    sights(own.entries | other.entries, |sight| {
        let Sight { first, last, beyond } = sight;
        if own.has(first) != own.has(last) {
            if own.has(first) { visit(first, last) } else { visit(last, first) }
        } else if let Some(targets) = beyond.filter(|_| own.has(first)) {
            targets.into_iter().filter(|&to| other.has(to)).for_each(|to| visit(first, to));
        }
    });
}

/// A stone of `own` that can capture the one of `other` on a point: what is seen
/// from there, one way and the other, round at least one arc.
#[inline(always)]
pub(super) fn taker(own: Army, other: Army, point: u8) -> Option<u8> {
    let occupied = own.entries | other.entries;
    let mut entries = ENTRIES[usize::from(point)];
    while entries != 0 {
        let entry = entries.trailing_zeros() as usize;
        entries &= entries - 1;
        let (ring, at) = (entry / LOOP, entry % LOOP);
        let loop_entries = occupied >> (ring * LOOP) & WHOLE;
        let twice = loop_entries | loop_entries << LOOP;
        let (onwards, back) = (twice >> (at + 1) & (WHOLE >> 1), twice >> at & (WHOLE - 1));
        let points = &POINT[ring];
        let found = seen(own, points, [at, at + 1], onwards, lowest)
            .or_else(|| seen(own, points, [at + LOOP, at], back, highest));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The stone of `own` that is met first in a view from an entry, if an arc lies
/// between; or, as its own point counts as empty for it, on its second entry.
/// `next` finds what is met first in the view, which begins at entry `start`.
#[inline(always)]
fn seen(
    own: Army,
    points: &[u8; 2 * LOOP],
    [from, start]: [usize; 2],
    mut view: u64,
    next: impl Fn(u64) -> usize,
) -> Option<u8> {
    let mut nearest = None;
    while view != 0 {
        let at = next(view);
        let point = points[start + at];
        if !own.has(point) || nearest.is_some_and(|nearest| nearest != point) {
            return None;
        }
        if (start + at) / SIDE != from / SIDE {
            return Some(point);
        }
        nearest = Some(point);
        view &= !(1 << at);
    }
    None
}

/// Where a stone of `own` may come to rest behind its first arc, if stones may
/// stop on a loop: the empty points on its ways up to the first stone.
pub(super) fn landings(from: u8, own: Army, other: Army) -> u64 {
    let mut occupied = own.points | other.points;
    occupied &= !(1 << from);
    let mut reached = 0;
    for way in ways(from) {
        let free = way.take_while(|step| occupied >> step.point & 1 == 0);
        reached |= free.filter(|step| step.arcs > 0).fold(0, |set, step| set | 1 << step.point);
    }
    reached & !(1 << from)
}

/// A point on the way of a stone along a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) point: u8,
    /// The arcs that were passed on the way to it.
    pub(super) arcs: usize,
}

/// The ways of a stone from a point along the loops, both ways from each of its
/// entries, each once round up to the point itself.
pub(super) fn ways(from: u8) -> impl Iterator<Item = impl Iterator<Item = Step>> {
    let entries = ENTRIES[usize::from(from)];
    let starts = (0..2 * LOOP).filter(move |i| entries >> i & 1 == 1);
    starts.flat_map(|start| {
        let (points, entry) = (&POINT[start / LOOP], start % LOOP);
        [true, false].map(|is_upward| {
            (1..=LOOP).map(move |steps| {
                let at = if is_upward { entry + steps } else { entry + LOOP - steps };
                let lines =
                    (at / SIDE).abs_diff(if is_upward { entry } else { entry + LOOP } / SIDE);
                Step { point: points[at], arcs: lines }
            })
        })
    })
}
