//! Updates of sums: rows are added and subtracted.

use super::super::{
    BLOCK, HALF_BLOCK, LANES, NO_PLACEMENT, Network, Networked, Placements, by_block,
};
use super::PlacementChanges;

/// The placements by which one position differs from another, as pairs of an added and a
/// removed one. The shorter list is filled up with [`NO_PLACEMENT`], as one loop over pairs is
/// faster than two of unpredictable lengths.
pub(super) struct Difference<P: Placements> {
    added: P::List,
    removed: P::List,
    pairs: usize,
}

impl<P: Placements> Difference<P> {
    pub(super) const EMPTY: Difference<P> =
        Difference { added: P::NONE, removed: P::NONE, pairs: 0 };

    #[inline(always)]
    pub(super) fn fill(&mut self, from: &P, to: &P) {
        let mut added = 0;
        let mut removed = 0;
        let [adds, removes] = [self.added.as_mut(), self.removed.as_mut()];
        from.visit_difference(to, |placement, is_new| {
            // Both lists are written and one grows, so there is no branch.
            adds[added] = placement as u16;
            removes[removed] = placement as u16;
            added += usize::from(is_new);
            removed += usize::from(!is_new);
        });
        adds[added] = NO_PLACEMENT;
        removes[removed] = NO_PLACEMENT;
        self.pairs = added.max(removed);
    }

    /// Computes the sums of these perspectives at `targets` from those at `sources`, all of
    /// them offsets into `sums`.
    #[inline(always)]
    pub(super) fn apply<G: Networked<Placements = P>, const SIDES: usize>(
        &self,
        rules: G::Rules,
        network: &Network,
        perspectives: [usize; SIDES],
        sums: &mut [i16],
        sources: [usize; SIDES],
        targets: [usize; SIDES],
    ) {
        by_block!(network.shape.hidden, N => {
            self.apply_by::<G, N, SIDES>(rules, network, perspectives, sums, sources, targets);
        });
    }

    /// [`Difference::apply`] with blocks of `N` sums in registers.
    #[inline(always)]
    fn apply_by<G: Networked<Placements = P>, const N: usize, const SIDES: usize>(
        &self,
        rules: G::Rules,
        network: &Network,
        perspectives: [usize; SIDES],
        sums: &mut [i16],
        sources: [usize; SIDES],
        targets: [usize; SIDES],
    ) {
        let hidden = network.shape.hidden;
        let added = &self.added.as_ref()[..self.pairs];
        let removed = &self.removed.as_ref()[..self.pairs];
        for i in 0..hidden / N {
            let mut blocks = sources.map(|at| sums[at..][..hidden].as_chunks::<N>().0[i]);
            for (&added, &removed) in added.iter().zip(removed) {
                for (block, perspective) in blocks.iter_mut().zip(perspectives) {
                    let rows = Rows::<G> { rules, network, perspective };
                    let added = &rows.row_or_zeros(added).as_chunks::<N>().0[i];
                    let removed = &rows.row_or_zeros(removed).as_chunks::<N>().0[i];
                    for k in 0..N {
                        block[k] = block[k].wrapping_add(added[k]).wrapping_sub(removed[k]);
                    }
                }
            }
            for (block, at) in blocks.into_iter().zip(targets) {
                sums[at..][..hidden].as_chunks_mut::<N>().0[i] = block;
            }
        }
    }
}

/// The rows of a network, by the placements that a perspective sees.
struct Rows<'n, G: Networked> {
    rules: G::Rules,
    network: &'n Network,
    perspective: usize,
}

impl<'n, G: Networked> Rows<'n, G> {
    #[inline(always)]
    fn row(&self, placement: u16) -> &'n [i16] {
        self.network.row(G::input(self.rules, self.perspective, usize::from(placement)))
    }

    #[inline(always)]
    fn row_or_zeros(&self, placement: u16) -> &'n [i16] {
        if placement == NO_PLACEMENT { self.network.zero_row() } else { self.row(placement) }
    }

    /// Those of the first placements, so many, and zeros for the others.
    #[inline(always)]
    fn pair(&self, placements: [u16; 2], count: u8) -> [&'n [i16]; 2] {
        [0, 1].map(|i| {
            if i < usize::from(count) { self.row(placements[i]) } else { self.network.zero_row() }
        })
    }
}

/// Computes the sums of a side at a ply from those of the ply before, by blocks of `N`.
/// `sums` has a row for each side at each ply.
#[inline(always)]
pub(super) fn step<G: Networked, const N: usize>(
    rules: G::Rules,
    network: &Network,
    sums: &mut [i16],
    ply: usize,
    side: usize,
    changes: &PlacementChanges,
) {
    let hidden = network.shape.hidden;
    let (before, here) = sums.split_at_mut((2 * ply + side) * hidden);
    let source = &before[(2 * ply - 2 + side) * hidden..][..hidden];
    let sums = &mut here[..hidden];
    let perspective = usize::from(changes.perspectives[side]);
    let rows = Rows::<G> { rules, network, perspective };
    let PlacementChanges { added: [a, b], removed: [r, s], .. } = *changes;
    match (changes.added_count, changes.removed_count) {
        (1, 1) => add_sub::<N, _, _>(source, sums, [rows.row(a)], [rows.row(r)]),
        (1, 2) => add_sub::<N, _, _>(source, sums, [rows.row(a)], [rows.row(r), rows.row(s)]),
        (2, 2) => {
            let added = [rows.row(a), rows.row(b)];
            add_sub::<N, _, _>(source, sums, added, [rows.row(r), rows.row(s)]);
        }
        (1, 0) => add_sub::<N, _, _>(source, sums, [rows.row(a)], []),
        // A null move.
        (0, 0) => sums.copy_from_slice(source),
        _ => {
            let added = rows.pair(changes.added, changes.added_count);
            let removed = rows.pair(changes.removed, changes.removed_count);
            add_sub::<N, _, _>(source, sums, added, removed);
        }
    }
}

/// Sets `sums` to `source` with these rows added and subtracted, in one pass by blocks of
/// constant size, for which the compiler uses the widest instructions.
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
        let source = &source[i];
        let added = added.map(|row| &row[i]);
        let removed = removed.map(|row| &row[i]);
        for k in 0..N {
            let plus = added.iter().fold(source[k], |sum, row| sum.wrapping_add(row[k]));
            sums[k] = removed.iter().fold(plus, |sum, row| sum.wrapping_sub(row[k]));
        }
    }
}
