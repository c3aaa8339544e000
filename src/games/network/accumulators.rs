//! The accumulators of one thread.
//!
//! A move records which placements it changes. Accumulators of wide networks are made when
//! a position is evaluated, and not before: many nodes are never evaluated. An evaluation
//! then goes back to the nearest ply whose sums are there, and makes those after it one by
//! one. Those of narrow networks are made with the move. Where a side's perspective changes
//! in between, its sums are made from the last ones with the new perspective, by the
//! placements in which the two positions differ. In a game that records nothing, so are
//! all sums.

use super::{BLOCK, HALF_BLOCK, LANES, Network, NetworkShape, Networked, Placements};
use crate::aligned::Aligned;
use crate::games::Side;
use crate::games::evaluation::{EvalState, EvalWorkspace};
use std::sync::Arc;

/// Up to this many neurons, accumulators are made with every move, while the memory of the
/// table is fetched. In chess with 128 neurons that is 3 % faster than to wait until a
/// position is evaluated.
const MAX_EAGER_HIDDEN: usize = 256;

/// The accumulators of a thread, with the network in use, if there is one.
pub struct Accumulators<G: Networked>(Option<NetworkSums<G>>);

/// The sums of the first layer of a network.
struct NetworkSums<G: Networked> {
    network: Arc<Network>,
    /// The ply of the position to be evaluated.
    ply: usize,
    /// What is known of the line to this ply.
    line: Vec<LinePly>,
    /// A row for each side at each ply, the first player's first.
    sums: Aligned<i16>,
    /// The last sums of each perspective (Stockfish's "Finny tables").
    by_perspective: Vec<(G::Placements, Aligned<i16>)>,
}

/// The placements that a move adds and removes, and the perspectives after it. A move that
/// changes more leaves nothing behind: its sums are made from others.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacementChanges {
    added: [u16; Self::MAX_ADDED],
    removed: [u16; Self::MAX_REMOVED],
    added_count: u8,
    removed_count: u8,
    perspectives: [u8; 2],
}

/// Only the perspectives are compared: positions are the same whatever led to them.
impl PartialEq for PlacementChanges {
    fn eq(&self, other: &Self) -> bool {
        self.perspectives == other.perspectives
    }
}

impl Eq for PlacementChanges {}

impl PlacementChanges {
    const MAX_ADDED: usize = 2;
    const MAX_REMOVED: usize = 2;

    /// No change, seen from these perspectives.
    #[inline(always)]
    pub fn none(perspectives: [u8; 2]) -> PlacementChanges {
        PlacementChanges { perspectives, ..PlacementChanges::default() }
    }

    /// Records a placement that is new.
    ///
    /// # Panics
    /// After two of them.
    #[inline(always)]
    pub fn add(&mut self, placement: usize) {
        self.added[usize::from(self.added_count)] = placement as u16;
        self.added_count += 1;
    }

    /// Records a placement that is gone.
    ///
    /// # Panics
    /// After two of them.
    #[inline(always)]
    pub fn remove(&mut self, placement: usize) {
        self.removed[usize::from(self.removed_count)] = placement as u16;
        self.removed_count += 1;
    }

    /// The perspectives after the move, the first player's first.
    #[inline(always)]
    pub fn perspectives_mut(&mut self) -> &mut [u8; 2] {
        &mut self.perspectives
    }
}

/// What is known of one ply of the line.
#[derive(Clone, Copy, Default)]
struct LinePly {
    /// How it differs from the ply before, if that was recorded.
    changes: Option<PlacementChanges>,
    /// Whether the sums of each side are there.
    has_sums: [bool; 2],
}

/// The placements by which one position differs from another.
#[derive(Default)]
struct Difference {
    added: Placed,
    removed: Placed,
}

/// A short list of placements.
struct Placed {
    list: [u16; Self::MAX],
    len: usize,
}

impl Placed {
    /// More than a position has, in both directions.
    const MAX: usize = 64;

    #[inline(always)]
    fn push(&mut self, placement: usize) {
        self.list[self.len] = placement as u16;
        self.len += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

impl Default for Placed {
    #[inline(always)]
    fn default() -> Placed {
        Placed { list: [0; Self::MAX], len: 0 }
    }
}

impl Difference {
    #[inline(always)]
    fn between<P: Placements>(from: &P, to: &P) -> Difference {
        let mut difference = Difference::default();
        to.visit_without(from, |placement| difference.added.push(placement));
        from.visit_without(to, |placement| difference.removed.push(placement));
        difference
    }

    /// Changes the sums of a perspective to those of the other position.
    fn apply<G: Networked>(&self, network: &Network, perspective: usize, sums: &mut [i16]) {
        let row = |&placement: &u16| network.row(G::input(perspective, usize::from(placement)));
        let added = self.added.as_slice().iter().map(row);
        let removed = self.removed.as_slice().iter().map(row);
        if sums.len().is_multiple_of(BLOCK) {
            change_by_blocks::<BLOCK>(sums, added, removed);
        } else if sums.len().is_multiple_of(HALF_BLOCK) {
            change_by_blocks::<HALF_BLOCK>(sums, added, removed);
        } else {
            change_by_blocks::<LANES>(sums, added, removed);
        }
    }
}

/// Adds and subtracts rows, with a block of `sums` in registers at a time.
#[inline(always)]
fn change_by_blocks<'a, const N: usize>(
    sums: &mut [i16],
    added: impl Iterator<Item = &'a [i16]> + Clone,
    removed: impl Iterator<Item = &'a [i16]> + Clone,
) {
    for (i, sums) in sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let mut block = *sums;
        for row in added.clone() {
            let row = &row.as_chunks::<N>().0[i];
            for k in 0..N {
                block[k] = block[k].wrapping_add(row[k]);
            }
        }
        for row in removed.clone() {
            let row = &row.as_chunks::<N>().0[i];
            for k in 0..N {
                block[k] = block[k].wrapping_sub(row[k]);
            }
        }
        *sums = block;
    }
}

/// Makes the sums of a side at a ply from those of the ply before, by blocks of `N`.
/// `sums` has a row for each side at each ply.
#[inline(always)]
fn step<G: Networked, const N: usize>(
    network: &Network,
    sums: &mut [i16],
    (ply, side): (usize, usize),
    changes: &PlacementChanges,
) {
    let hidden = network.shape.hidden;
    let (before, here) = sums.split_at_mut((2 * ply + side) * hidden);
    let (source, sums) = (&before[(2 * ply - 2 + side) * hidden..][..hidden], &mut here[..hidden]);
    let perspective = usize::from(changes.perspectives[side]);
    let row = |placement: u16| network.row(G::input(perspective, usize::from(placement)));
    let PlacementChanges { added: [a, b], removed: [r, s], .. } = *changes;
    match (changes.added_count, changes.removed_count) {
        (1, 1) => add_sub::<N, _, _>(source, sums, [row(a)], [row(r)]),
        (1, 2) => add_sub::<N, _, _>(source, sums, [row(a)], [row(r), row(s)]),
        (2, 2) => add_sub::<N, _, _>(source, sums, [row(a), row(b)], [row(r), row(s)]),
        (1, 0) => add_sub::<N, _, _>(source, sums, [row(a)], []),
        (added, removed) => {
            sums.copy_from_slice(source);
            let added = [a, b].into_iter().take(added.into()).map(row);
            change_by_blocks::<N>(sums, added, [r, s].into_iter().take(removed.into()).map(row));
        }
    }
}

/// `sums` become `source` with these rows added and subtracted, in one pass by blocks of
/// constant size. For those the compiler uses the widest instructions without a check.
#[inline(always)]
fn add_sub<const N: usize, const A: usize, const R: usize>(
    source: &[i16],
    sums: &mut [i16],
    added: [&[i16]; A],
    removed: [&[i16]; R],
) {
    let source = source.as_chunks::<N>().0;
    let added = added.map(|row| row.as_chunks::<N>().0);
    let removed = removed.map(|row| row.as_chunks::<N>().0);
    for (i, sums) in sums.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        let (source, added, removed) =
            (&source[i], added.map(|row| &row[i]), removed.map(|row| &row[i]));
        for k in 0..N {
            let plus = added.iter().fold(source[k], |sum, row| sum.wrapping_add(row[k]));
            sums[k] = removed.iter().fold(plus, |sum, row| sum.wrapping_sub(row[k]));
        }
    }
}

impl<G: Networked> Accumulators<G> {
    fn new(network: Option<Arc<Network>>) -> Accumulators<G> {
        Accumulators(network.map(NetworkSums::new))
    }

    /// Records the move that leads to this ply.
    #[inline(always)]
    pub fn record(&mut self, ply: usize, changes: PlacementChanges) {
        if let Some(sums) = self.recorded() {
            sums.record(ply, changes);
        }
    }

    /// The sums, where they follow a line of moves.
    #[inline(always)]
    fn recorded(&mut self) -> Option<&mut NetworkSums<G>> {
        if G::State::RECORDS { self.0.as_mut() } else { None }
    }

    /// The evaluation of a position for the side to move, in centi-units. `base` is the
    /// base evaluation, or 0; it is not computed for a network alone.
    #[inline]
    pub fn evaluate(&mut self, position: &G, base: impl FnOnce() -> i32) -> i32 {
        match &mut self.0 {
            None => base(),
            Some(sums) => sums.evaluate(position, base),
        }
    }
}

impl<G: Networked> NetworkSums<G> {
    fn new(network: Arc<Network>) -> NetworkSums<G> {
        let empty = || (G::Placements::default(), network.biases.clone());
        let by_perspective = (0..G::PERSPECTIVES).map(|_| empty()).collect();
        let sums = Aligned::default();
        NetworkSums { network, ply: 0, line: Vec::new(), sums, by_perspective }
    }

    #[inline(always)]
    fn record(&mut self, ply: usize, changes: PlacementChanges) {
        if self.line.len() <= ply {
            self.grow(ply);
        }
        self.line[ply] = LinePly { changes: Some(changes), has_sums: [false; 2] };
        let hidden = self.network.shape.hidden;
        if hidden <= MAX_EAGER_HIDDEN && hidden.is_multiple_of(BLOCK) {
            for side in 0..2 {
                self.advance(ply, side, &changes);
            }
        }
    }

    /// Makes the sums of a side from those of the ply before, if they are there.
    #[inline(always)]
    fn advance(&mut self, ply: usize, side: usize, changes: &PlacementChanges) {
        let Some(before) = ply.checked_sub(1) else { return };
        let perspective = changes.perspectives[side];
        let LinePly { changes: earlier, has_sums } = self.line[before];
        if has_sums[side] && earlier.is_some_and(|it| it.perspectives[side] == perspective) {
            step::<G, BLOCK>(&self.network, &mut self.sums, (ply, side), changes);
            self.line[ply].has_sums[side] = true;
        }
    }

    /// Makes room for this ply.
    #[cold]
    fn grow(&mut self, ply: usize) {
        self.line.resize((2 * ply).max(16), LinePly::default());
        let mut sums = Aligned::zeros(self.line.len() * 2 * self.network.shape.hidden);
        sums[..self.sums.len()].copy_from_slice(&self.sums);
        self.sums = sums;
    }

    /// Never inlined, for games without a network: it would make their search slower.
    #[inline(never)]
    fn evaluate(&mut self, position: &G, base: impl FnOnce() -> i32) -> i32 {
        let base = if self.network.shape.has_base { base() } else { 0 };
        let (first, second) = if G::State::RECORDS {
            self.follow_line(position);
            let hidden = self.network.shape.hidden;
            self.sums[2 * hidden * self.ply..][..2 * hidden].split_at(hidden)
        } else {
            let [first, second] = self.follow(position);
            (&self.by_perspective[first].1[..], &self.by_perspective[second].1[..])
        };
        let (own, other) =
            if position.side() == Side::First { (first, second) } else { (second, first) };
        self.network.evaluate(own, other, position.bucket(), base)
    }

    /// Makes the sums of both sides at this ply.
    #[inline(always)]
    fn follow_line(&mut self, position: &G) {
        if self.line.len() <= self.ply {
            self.grow(self.ply);
        }
        for side in [Side::First, Side::Second] {
            if !self.line[self.ply].has_sums[side.index()] {
                self.update(position, side);
            }
        }
    }

    /// Makes the sums of both sides from the last ones with the same perspectives, which
    /// are returned.
    #[inline(always)]
    fn follow(&mut self, position: &G) -> [usize; 2] {
        let placements = position.placements();
        let perspectives = [Side::First, Side::Second].map(|side| position.perspective(side));
        for perspective in perspectives {
            self.turn_to(perspective, &placements);
        }
        perspectives
    }

    /// Changes the last sums of a perspective to those of these placements.
    #[inline(always)]
    fn turn_to(&mut self, perspective: usize, placements: &G::Placements) {
        let (known, sums) = &mut self.by_perspective[perspective];
        let difference = Difference::between(known, placements);
        difference.apply::<G>(&self.network, perspective, sums);
        *known = *placements;
    }

    /// Makes the sums of a side.
    #[inline(never)]
    fn update(&mut self, position: &G, side: Side) {
        let NetworkSums { network, ply, line, sums, .. } = self;
        let (side_index, hidden) = (side.index(), network.shape.hidden);
        let Some(from) = nearest(line, *ply, side_index) else {
            return self.refresh(position, side);
        };
        for (at, here) in (from + 1..).zip(&mut line[from + 1..=*ply]) {
            let Some(changes) = here.changes else { break };
            if hidden.is_multiple_of(BLOCK) {
                step::<G, BLOCK>(network, sums, (at, side_index), &changes);
            } else if hidden.is_multiple_of(HALF_BLOCK) {
                step::<G, HALF_BLOCK>(network, sums, (at, side_index), &changes);
            } else {
                step::<G, LANES>(network, sums, (at, side_index), &changes);
            }
            here.has_sums[side_index] = true;
        }
    }

    /// Makes the sums of a side from the last ones with the same perspective.
    fn refresh(&mut self, position: &G, side: Side) {
        let (perspective, placements) = (position.perspective(side), position.placements());
        self.turn_to(perspective, &placements);
        let NetworkSums { network, ply, line, sums, by_perspective } = self;
        let hidden = network.shape.hidden;
        let row = &mut sums[(2 * *ply + side.index()) * hidden..][..hidden];
        row.copy_from_slice(&by_perspective[perspective].1);
        line[*ply].has_sums[side.index()] = true;
    }

    #[inline(always)]
    fn forget(&mut self, ply: usize) {
        if let Some(at) = self.line.get_mut(ply) {
            *at = LinePly::default();
        }
    }

    /// A null move has led to this ply.
    #[inline(always)]
    fn pass(&mut self, ply: usize) {
        let changes = ply.checked_sub(1).and_then(|before| self.line.get(before)?.changes);
        match changes {
            Some(PlacementChanges { perspectives, .. }) => {
                self.record(ply, PlacementChanges::none(perspectives));
            }
            None => self.forget(ply),
        }
    }
}

/// The last ply before `ply` with the sums of a side, if all moves after it are recorded
/// and none changes the side's perspective.
#[inline(always)]
fn nearest(line: &[LinePly], ply: usize, side: usize) -> Option<usize> {
    let perspective = line[ply].changes?.perspectives[side];
    let mut at = ply;
    loop {
        at = at.checked_sub(1)?;
        // The root's own perspective is not recorded.
        let before = line[at];
        if before.changes.is_none_or(|changes| changes.perspectives[side] != perspective) {
            return None;
        }
        if before.has_sums[side] {
            return Some(at);
        }
    }
}

impl<G: Networked> Default for Accumulators<G> {
    /// Accumulators of the game's own network.
    fn default() -> Accumulators<G> {
        Accumulators::new(G::default_network())
    }
}

impl<G: Networked> EvalWorkspace for Accumulators<G> {
    #[inline(always)]
    fn set_ply(&mut self, ply: usize) {
        if let Some(sums) = self.recorded() {
            sums.ply = ply;
        }
    }

    #[inline(always)]
    fn forget(&mut self, ply: usize) {
        if let Some(sums) = self.recorded() {
            sums.forget(ply);
        }
    }

    #[inline(always)]
    fn pass(&mut self, ply: usize) {
        if let Some(sums) = self.recorded() {
            sums.pass(ply);
        }
    }

    fn network_shape() -> Option<NetworkShape> {
        Some(NetworkShape::of::<G>(LANES))
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        *self = Accumulators::new(network.or_else(G::default_network));
    }
}
