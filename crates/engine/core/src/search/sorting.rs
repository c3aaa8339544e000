//! Stable sorting of lists whose items differ in each game.
//!
//! The standard sort is several kilobytes of machine code for each type of item. Here it sorts
//! indices of the list, so that all games share one.

use std::cmp::Ordering;

pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let order = sorted_indices(items.len(), &|a, b| compare(&items[a], &items[b]));
    permute(items, order);
}

/// Sorts stably by a key, the least first, which is computed once for each item.
pub(crate) fn sort_by_cached_key<T, K: Ord>(items: &mut [T], key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = items.iter().map(key).collect();
    let order = sorted_indices(items.len(), &|a, b| keys[a].cmp(&keys[b]));
    permute(items, order);
}

/// The indices of the items in the order of `compare`, which takes two of them.
fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    indices.sort_by(|&a, &b| compare(a, b));
    indices
}

/// Moves the item at `order[i]` to index `i`, for each `i`.
fn permute<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..items.len() {
        let mut index = start;
        // Along one cycle of the permutation.
        loop {
            let from = std::mem::replace(&mut order[index], index);
            if from == start {
                break;
            }
            items.swap(index, from);
            index = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::mix;

    #[test]
    fn lists_are_sorted_as_the_standard_library_does() {
        for length in (0..40).chain([100, 1000]) {
            let items: Vec<(u64, usize)> = (0..length).map(|i| (mix(i as u64) % 7, i)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            let mut compared = items.clone();
            sort_by(&mut compared, |a, b| a.0.cmp(&b.0));
            assert_eq!(compared, expected);
            let mut keyed = items;
            sort_by_cached_key(&mut keyed, |&(key, _)| key);
            assert_eq!(keyed, expected);
        }
    }
}
