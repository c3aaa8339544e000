//! The points, the two loops, and which stones face each other round an arc.
//!
//! A point is `6 * rank + file`, a1 = 0, f6 = 35. Each of the two loops is a cycle of 24
//! entries: four lines of six points each, one after the other. An arc lies between two
//! lines. A point where two lines of one loop cross has two entries in that loop. A point
//! where lines of both loops cross has one entry in each.

use super::{Move, Surakarta};
use plyglot_core::game::Game;
pub(super) use plyglot_core::game::bits::bits as points;

pub(super) const SIDE: usize = 6;
pub(super) const POINTS: usize = SIDE * SIDE;
pub(super) const STONES: u32 = 12;
const LOOP: usize = 4 * SIDE;
const WHOLE: u64 = (1 << LOOP) - 1;
pub(super) const BOARD: u64 = (1 << POINTS) - 1;

/// Each loop is listed twice, so that a walk needs no check for the end of the list.
const POINT: [[u8; 2 * LOOP]; 2] = [points_of_loop(1), points_of_loop(2)];

const ENTRIES: [u64; POINTS] = {
    let mut entries = [0; POINTS];
    let mut i = 0;
    while i < 2 * LOOP {
        entries[POINT[i / LOOP][i % LOOP] as usize] |= 1 << i;
        i += 1;
    }
    entries
};

/// Arcs of both loops.
const ARCS: usize = 8;

/// The points of each loop, starting at each arc; the arcs of the inner loop come first.
/// The length is a power of two (five bits), so the last entries are not used.
const FROM_ARC: [[u8; 32]; ARCS] = {
    let mut points = [[0; 32]; ARCS];
    let mut i = 0;
    while i < ARCS * LOOP {
        let arc = i / LOOP;
        let entry = i % LOOP;
        points[arc][entry] = POINT[arc / 4][arc % 4 * SIDE + entry];
        i += 1;
    }
    points
};

/// The points one step away in each of the eight directions.
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

/// The points of the loop that runs `low` lines from the edge: along a rank to the right,
/// up a file, along a rank to the left, down a file.
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

pub(super) fn neighbours(point: u8) -> u64 {
    NEIGHBOURS[usize::from(point)]
}

#[inline(always)]
pub(super) fn attacked(own: Army, other: Army) -> [u64; 2] {
    let mut attacked = 0;
    for view_from_arc in arc_views(own.entries | other.entries) {
        let [first, last] = view_from_arc.ends();
        let both = first | last;
        let ours = both & own.points;
        // A mask instead of a branch, as the branch is hard to predict.
        let is_mixed = view_from_arc.is_seen & (ours != 0) & (ours != both);
        attacked |= mask(is_mixed) & both;
        if view_from_arc.is_seen && first == last {
            let enemies = if ours != 0 { other } else { own };
            attacked |=
                view_from_arc.beyond().map_or(0, |[above, below]| above | below) & enemies.points;
        }
    }
    [own, other].map(|army| attacked & army.points)
}

/// All bits set if the condition holds, else none.
#[inline(always)]
fn mask(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

/// The stones of one player, as a set of points and as a set of loop entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Army {
    pub(super) points: u64,
    pub(super) entries: u64,
}

impl Army {
    pub(super) fn new(set: u64) -> Army {
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

    #[inline(always)]
    pub(super) fn toggle(&mut self, point: u8) {
        self.points ^= 1 << point;
        self.entries ^= ENTRIES[usize::from(point)];
    }
}

/// The occupied entries of a loop of 24, seen from an arc. Bit 0 is the entry next to the
/// arc.
#[derive(Clone, Copy)]
struct ArcView {
    arc: usize,
    view: u64,
    /// Whether this view counts. A view that continues along an empty line and round the
    /// next arc equals the view of that arc, so it is skipped. A lone stone with a single
    /// entry sees nothing.
    is_seen: bool,
}

impl ArcView {
    #[inline(always)]
    fn point(self, entry: usize) -> u64 {
        1 << FROM_ARC[self.arc][entry]
    }

    /// The stones on both sides of the arc, as sets of one point each. One is the first
    /// stone from the arc along the loop, the other the first stone on the way back. No
    /// stone stands between them. The points are arbitrary if nothing is seen.
    #[inline(always)]
    fn ends(self) -> [u64; 2] {
        // The added bits keep the index in range for an empty view.
        [self.point(lowest(self.view | 1 << (LOOP - 1))), self.point(highest(self.view | 1))]
    }

    /// The next stones beyond both ends, if both ends are the same stone, which sees
    /// itself. Its own point counts as empty, so it sees these stones.
    #[inline(always)]
    fn beyond(self) -> Option<[u64; 2]> {
        let between = self.view & (self.view - 1) & !(1 << highest(self.view));
        if between != 0 {
            Some([self.point(lowest(between)), self.point(highest(between))])
        } else {
            None
        }
    }
}

/// The views from the eight arcs for a set of occupied entries. Each pair of stones is
/// seen once per path.
#[inline(always)]
fn arc_views(occupied: u64) -> impl Iterator<Item = ArcView> {
    let twice = [0, LOOP].map(|ring| {
        let entries = occupied >> ring & WHOLE;
        entries | entries << LOOP
    });
    (0..ARCS).map(move |arc| {
        // From this arc once round the loop.
        let view = twice[arc / 4] >> (arc % 4 * SIDE) & WHOLE;
        let is_seen = (view & ((1 << SIDE) - 1) != 0) & (view & view.wrapping_sub(1) != 0);
        ArcView { arc, view, is_seen }
    })
}

fn lowest(view: u64) -> usize {
    view.trailing_zeros() as usize
}

fn highest(view: u64) -> usize {
    63 - view.leading_zeros() as usize
}

/// Visits the captures of `own`: the capturing stone and the captured one. A capture with
/// several paths is visited once per path.
#[inline(always)]
pub(super) fn captures(own: Army, other: Army, mut visit: impl FnMut(u8, u8)) {
    // Collect the arcs with captures first, as few arcs have any.
    let mut arcs = 0_u32;
    let mut views = [0; ARCS];
    for view_from_arc in arc_views(own.entries | other.entries) {
        let [first, last] = view_from_arc.ends();
        let ours = (first | last) & own.points;
        let is_capture = (ours != 0) & ((first == last) | (ours != first | last));
        arcs |= u32::from(view_from_arc.is_seen & is_capture) << view_from_arc.arc;
        views[view_from_arc.arc] = view_from_arc.view;
    }
    while arcs != 0 {
        let arc = arcs.trailing_zeros() as usize % ARCS;
        arcs &= arcs - 1;
        let view_from_arc = ArcView { arc, view: views[arc], is_seen: true };
        let ends = view_from_arc.ends();
        let from = (ends[0] | ends[1]) & own.points;
        let targets =
            if ends[0] == ends[1] { view_from_arc.beyond().unwrap_or_default() } else { ends };
        for to in targets.into_iter().filter(|to| to & other.points != 0) {
            visit(from.trailing_zeros() as u8, to.trailing_zeros() as u8);
        }
    }
}

/// A stone of `own` that can capture the stone of `other` on a point. It looks from the
/// point in both directions, round at least one arc.
#[inline(always)]
pub(super) fn capturer(own: Army, other: Army, point: u8) -> Option<u8> {
    let occupied = own.entries | other.entries;
    let mut entries = ENTRIES[usize::from(point)];
    while entries != 0 {
        let entry = entries.trailing_zeros() as usize;
        entries &= entries - 1;
        let ring = entry / LOOP;
        let at = entry % LOOP;
        let loop_entries = occupied >> (ring * LOOP) & WHOLE;
        let twice = loop_entries | loop_entries << LOOP;
        let onwards = twice >> (at + 1) & (WHOLE >> 1);
        let back = twice >> at & (WHOLE - 1);
        let points = &POINT[ring];
        let found = seen(own, points, [at, at + 1], onwards, lowest)
            .or_else(|| seen(own, points, [at + LOOP, at], back, highest));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The stone of `own` that is met first in a view from an entry, if an arc lies between.
/// A stone's own point counts as empty for it, so it may also be met at its second entry.
/// `next` returns the first occupied entry of the view, which begins at entry `start`.
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

/// The empty points on which a stone of `own` may stop after its first arc: those on its
/// paths before the first stone. For rules that let stones stop on a loop.
pub(super) fn landings(from: u8, own: Army, other: Army) -> u64 {
    let mut occupied = own.points | other.points;
    occupied &= !(1 << from);
    let mut reached = 0;
    for path in paths_from(from) {
        for step in path.take_while(|step| occupied >> step.point & 1 == 0) {
            reached |= u64::from(step.arcs > 0) << step.point;
        }
    }
    reached & !(1 << from)
}

/// A point on a stone's path along a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    pub(super) point: u8,
    pub(super) arcs: usize,
}

/// The paths of a stone along the loops: in both directions from each of its entries,
/// once round, up to and including the point itself.
pub(super) fn paths_from(from: u8) -> impl Iterator<Item = impl Iterator<Item = PathStep>> {
    let entries = ENTRIES[usize::from(from)];
    (0..2 * LOOP).filter(move |i| entries >> i & 1 == 1).flat_map(|start| {
        let points = &POINT[start / LOOP];
        let entry = start % LOOP;
        [true, false].map(|is_upward| {
            (1..=LOOP).map(move |steps| {
                let at = if is_upward { entry + steps } else { entry + LOOP - steps };
                let lines =
                    (at / SIDE).abs_diff(if is_upward { entry } else { entry + LOOP } / SIDE);
                PathStep { point: points[at], arcs: lines }
            })
        })
    })
}

impl Surakarta {
    /// The possible paths of a legal move, as lists of points from its origin to its
    /// target, the shortest first. If both file and rank change between two points,
    /// the path takes a diagonal step or goes round an arc.
    pub(super) fn paths_of(&self, m: Move) -> Vec<Vec<u8>> {
        let is_capture = self.tactical(m);
        let mut found = Vec::new();
        if !is_capture && neighbours(m.from) >> m.to & 1 == 1 {
            found.push(vec![m.from, m.to]);
        }
        if is_capture || self.rules.loop_moves {
            let obstacles = (self.own.points | self.other.points) & !(1 << m.from);
            found.extend(paths_from(m.from).filter_map(|path| walk(path, m, obstacles)));
        }
        found.sort_by_key(Vec::len);
        found
    }
}

/// The points of a path up to the target, if it passes an arc before the target and no
/// stone stands in between.
fn walk(path: impl Iterator<Item = PathStep>, m: Move, obstacles: u64) -> Option<Vec<u8>> {
    let mut points = vec![m.from];
    for step in path {
        points.push(step.point);
        if step.point == m.to && step.arcs > 0 {
            return Some(points);
        }
        if obstacles >> step.point & 1 == 1 {
            return None;
        }
    }
    None
}
