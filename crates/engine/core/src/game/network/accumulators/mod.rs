//! The accumulators of one thread.
//!
//! A move records which placements it changes. The accumulators are computed only when a position
//! is evaluated, as many nodes never are. An evaluation goes back to the nearest ply whose sums
//! are known, and computes those after it one by one. If a side's perspective changes in between,
//! its sums are computed from the last ones with the new perspective, by the placements in which
//! the two positions differ.
//!
//! In a game that records nothing, the position is compared with those evaluated last at
//! this ply and at the two before, and its sums are computed from the nearest one.

mod rows;

use super::{
    BLOCK, HALF_BLOCK, LANES, Ladder, Network, NetworkShape, Networked, Placements, by_block,
};
use crate::game::evaluation::{EvalState, EvalWorkspace};
use crate::game::{Side, WinRate};
use plyglot_support::aligned::Aligned;
use rows::{Difference, step};
use std::sync::Arc;

/// The accumulators of a thread, with the network in use, if there is one.
pub struct Accumulators<G: Networked>(Option<NetworkSums<G>>);

struct NetworkSums<G: Networked> {
    rules: G::Rules,
    network: Arc<Network>,
    ply: usize,
    line: Vec<LinePly>,
    /// The position that was evaluated last at each ply, in a game that does not.
    placed: Vec<Option<PositionInputs<G::Placements>>>,
    /// A row for each side at each ply, the first player's first.
    sums: Aligned<i16>,
    by_perspective: Vec<(G::Placements, Aligned<i16>)>,
}

/// The placements that a move adds and removes, at most two of each, and the perspectives after it.
/// A move that changes more records nothing, and its sums are recomputed.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlacementChanges {
    added: [u16; 2],
    removed: [u16; 2],
    added_count: u8,
    removed_count: u8,
    perspectives: [u8; 2],
}

impl PlacementChanges {
    /// No change, seen from these perspectives.
    #[inline(always)]
    pub fn none(perspectives: [u8; 2]) -> PlacementChanges {
        PlacementChanges { perspectives, ..PlacementChanges::default() }
    }

    /// Records an added placement.
    ///
    /// # Panics
    /// After two of them.
    #[inline(always)]
    pub fn add(&mut self, placement: usize) {
        self.added[usize::from(self.added_count)] = placement as u16;
        self.added_count += 1;
    }

    /// Records a removed placement.
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
    pub fn perspectives(&self) -> [u8; 2] {
        self.perspectives
    }

    /// [`PlacementChanges::perspectives`], to be changed.
    #[inline(always)]
    pub fn perspectives_mut(&mut self) -> &mut [u8; 2] {
        &mut self.perspectives
    }
}

#[derive(Clone, Copy, Default)]
struct LinePly {
    changes: Option<PlacementChanges>,
    has_sums: [bool; 2],
}

#[derive(Clone, Copy)]
struct PositionInputs<P> {
    placements: P,
    perspectives: [usize; 2],
}

impl<G: Networked> Accumulators<G> {
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
        if <G::State as EvalState<G>>::RECORDS { self.0.as_mut() } else { None }
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
    fn new(rules: G::Rules, network: Arc<Network>) -> NetworkSums<G> {
        let empty = || (G::Placements::default(), network.biases.clone());
        // What it takes to know the game's shape is not left to the first search.
        G::shape(rules);
        let by_perspective = (0..network.shape.perspectives).map(|_| empty()).collect();
        NetworkSums {
            rules,
            network,
            ply: 0,
            line: Vec::new(),
            placed: Vec::new(),
            sums: Aligned::default(),
            by_perspective,
        }
    }

    #[inline(always)]
    fn record(&mut self, ply: usize, changes: PlacementChanges) {
        if self.line.len() <= ply {
            self.grow(ply);
        }
        self.line[ply] = LinePly { changes: Some(changes), has_sums: [false; 2] };
    }

    #[cold]
    fn grow(&mut self, ply: usize) {
        let plies = (2 * ply).max(16);
        if <G::State as EvalState<G>>::RECORDS {
            self.line.resize(plies, LinePly::default());
        } else {
            self.placed.resize(plies, None);
        }
        let mut sums = Aligned::zeros(plies * 2 * self.network.shape.hidden);
        sums[..self.sums.len()].copy_from_slice(&self.sums);
        self.sums = sums;
    }

    /// Never inlined, as that would make the search of games without a network slower.
    #[inline(never)]
    fn evaluate(&mut self, position: &G, base: impl FnOnce() -> i32) -> i32 {
        let base = if self.network.shape.has_base { base() } else { 0 };
        if <G::State as EvalState<G>>::RECORDS {
            self.follow_line(position);
        } else {
            self.follow_placements(position);
        }
        let hidden = self.network.shape.hidden;
        let (first, second) = self.sums[2 * hidden * self.ply..][..2 * hidden].split_at(hidden);
        let (own, other) =
            if position.side() == Side::First { (first, second) } else { (second, first) };
        self.network.evaluate(own, other, position.bucket(), base)
    }

    #[inline(always)]
    fn follow_line(&mut self, position: &G) {
        if self.line.len() <= self.ply {
            self.grow(self.ply);
        }
        for side in Side::BOTH {
            if !self.line[self.ply].has_sums[side] {
                self.update(position, side);
            }
        }
    }

    /// Computes the sums of both sides at this ply from those of the position that differs
    /// least: the one before, the one before that, or the last one at this ply.
    #[inline(always)]
    fn follow_placements(&mut self, position: &G) {
        if self.placed.len() <= self.ply {
            self.grow(self.ply);
        }
        let placements = position.placements();
        let perspectives = Side::BOTH.map(|side| self.perspective(position, side));
        let mut nearest: Option<(u32, usize, G::Placements)> = None;
        for at in self.ply.saturating_sub(2)..=self.ply {
            let Some(placed) = &self.placed[at] else { continue };
            let distance = placed.placements.distance(&placements);
            if placed.perspectives == perspectives
                && nearest.is_none_or(|(known, ..)| distance < known)
            {
                nearest = Some((distance, at, placed.placements));
            }
        }
        match &nearest {
            Some((_, at, known)) => {
                let mut difference = Difference::EMPTY;
                difference.fill(known, &placements);
                let NetworkSums { rules, network, ply, sums, .. } = self;
                let sources = [0, 1].map(|side| (2 * *at + side) * network.shape.hidden);
                let targets = [0, 1].map(|side| (2 * *ply + side) * network.shape.hidden);
                difference.apply::<G, 2>(*rules, network, perspectives, sums, sources, targets);
            }
            None => {
                for (side, perspective) in perspectives.into_iter().enumerate() {
                    self.refresh(&placements, perspective, side);
                }
            }
        }
        self.placed[self.ply] = Some(PositionInputs { placements, perspectives });
    }

    #[inline(never)]
    fn update(&mut self, position: &G, side: Side) {
        let NetworkSums { rules, network, ply, line, sums, .. } = self;
        let side_index = side.index();
        let hidden = network.shape.hidden;
        let Some(from) = nearest(line, *ply, side_index) else {
            let perspective = self.perspective(position, side);
            self.refresh(&position.placements(), perspective, side_index);
            self.line[self.ply].has_sums[side_index] = true;
            return;
        };
        for (at, here) in (from + 1..).zip(&mut line[from + 1..=*ply]) {
            let Some(changes) = here.changes else { break };
            by_block!(hidden, N => {
                step::<G, N>(*rules, network, sums, at, side_index, &changes);
            });
            here.has_sums[side_index] = true;
        }
    }

    #[inline(always)]
    fn perspective(&self, position: &G, side: Side) -> usize {
        let perspective = position.perspective(side);
        let known = self.by_perspective.len();
        if perspective < known { perspective } else { perspective % known }
    }

    fn refresh(&mut self, placements: &G::Placements, perspective: usize, side: usize) {
        let NetworkSums { rules, network, ply, sums, by_perspective, .. } = self;
        let (known, last) = &mut by_perspective[perspective];
        let mut difference = Difference::EMPTY;
        difference.fill(known, placements);
        difference.apply::<G, 1>(*rules, network, [perspective], last, [0], [0]);
        *known = *placements;
        let hidden = network.shape.hidden;
        sums[(2 * *ply + side) * hidden..][..hidden].copy_from_slice(last);
    }

    #[inline(always)]
    fn forget(&mut self, ply: usize) {
        if let Some(at) = self.line.get_mut(ply) {
            *at = LinePly::default();
        }
    }

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

impl<G: Networked> EvalWorkspace<G> for Accumulators<G> {
    /// There are no sums for a network that adds nothing to the base evaluation.
    fn new(position: &G, network: Option<Arc<Network>>) -> Accumulators<G> {
        let rules = position.rules();
        let network = network.or_else(|| G::default_network(rules).map(|source| source.get()));
        let network = network.filter(|network| !network.is_base_alone());
        Accumulators(network.map(|network| NetworkSums::new(rules, network)))
    }

    #[inline(always)]
    fn set_ply(&mut self, ply: usize) {
        if let Some(sums) = &mut self.0 {
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

    fn network_shape(position: &G) -> Option<NetworkShape> {
        Some(G::shape(position.rules()))
    }

    fn win_rate(position: &G, network: Option<&Arc<Network>>) -> Option<WinRate> {
        network
            .cloned()
            .or_else(|| G::default_network(position.rules()).map(|source| source.get()))?
            .win_rate()
            .map(WinRate::from)
    }

    fn lookahead(position: &G, network: Option<&Arc<Network>>) -> Option<Vec<(i16, f64)>> {
        if let Some(ladder) = network.and_then(|network| network.ladder()) {
            return Some(ladder.lookahead());
        }
        G::default_network(position.rules())?.get().ladder().map(Ladder::lookahead)
    }

    fn base_alone(position: &G) -> Option<Arc<Network>> {
        let rules = position.rules();
        G::default_network(rules)?;
        let shape = G::shape(rules);
        if shape.has_base { Some(Arc::new(Network::blank(shape))) } else { None }
    }
}
