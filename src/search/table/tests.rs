use super::*;
use crate::games::random::Random;

fn entry(packed: u32, depth: u16) -> Entry {
    Entry { packed, score: -123, evaluation: Some(45), depth, bound: Bound::Lower }
}

#[test]
fn what_is_stored_is_found_and_nothing_else() {
    let table = Table::new(1).unwrap();
    let mut random = Random::new(1);
    let keys: Vec<u64> = (0..1000).map(|_| random.bits()).collect();
    for (i, &key) in keys.iter().enumerate() {
        table.store(key, entry(i as u32 + 1, i as u16));
    }
    for (i, &key) in keys.iter().enumerate() {
        assert_eq!(table.probe(key), Some(entry(i as u32 + 1, i as u16)));
        assert_eq!(table.probe(random.bits()), None);
    }
}

#[test]
fn every_field_survives_at_its_extremes() {
    let table = Table::new(1).unwrap();
    for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
        for score in [i16::MIN, -1, 0, i16::MAX] {
            for evaluation in [None, Some(-32_000), Some(0), Some(i16::MAX)] {
                let kept = Entry { packed: u32::MAX, score, evaluation, depth: 1023, bound };
                table.store(u64::MAX, kept);
                assert_eq!(table.probe(u64::MAX), Some(kept));
            }
        }
    }
}

#[test]
fn a_best_move_outlives_an_entry_without_one() {
    let table = Table::new(1).unwrap();
    table.store(7, entry(99, 1));
    table.store(7, entry(0, 2));
    assert_eq!(table.probe(7), Some(entry(99, 2)));
}

#[test]
fn a_full_bucket_gives_up_what_is_old_or_shallow() {
    let table = Table::new(1).unwrap();
    // Keys below 2^32 all lie in the first bucket.
    for key in 1..=4 {
        table.store(key, entry(key as u32, 40 + key as u16));
    }
    table.store(5, entry(5, 3));
    assert_eq!(table.probe(1), None);
    for _ in 0..4 {
        table.age();
    }
    table.store(6, entry(6, 1));
    assert_eq!(table.probe(5), None, "the shallow one goes first");
    table.store(7, entry(7, 1));
    assert_eq!(table.probe(2), None, "then the oldest, deep as it is");
    assert!(table.probe(6).is_some());
}

#[test]
fn clear_forgets_everything() {
    let mut table = Table::new(1).unwrap();
    table.age();
    table.store(7, entry(1, 1));
    table.clear(1);
    assert_eq!(table.probe(7), None);
    assert_eq!(table.permill_full(), 0);
}

#[test]
fn many_threads_clear_all_of_it() {
    let mut table = Table::new(9).unwrap();
    for threads in [1, 2, 3, 100] {
        table.touch(threads);
        let words = table.lend("solver", threads);
        assert!(words.iter().all(|word| word.load(Relaxed) == 0), "{threads} threads");
        words.iter().for_each(|word| word.store(1, Relaxed));
        table.touch(threads);
        assert!(table.lend("solver", threads).iter().all(|word| word.load(Relaxed) == 1));
        table.clear(threads);
    }
    table.lend("solver", 1).iter().for_each(|word| word.store(1, Relaxed));
    assert!(table.lend("another", 3).iter().all(|word| word.load(Relaxed) == 0));
}

#[test]
fn what_one_tenant_leaves_no_other_finds() {
    let mut table = Table::new(1).unwrap();
    table.age();
    table.store(7, entry(1, 1));
    let words = table.lend("solver", 1);
    assert_eq!(words.len(), BYTES_PER_MIB / 8);
    assert_eq!(words.as_ptr().addr() % 64, 0, "a cache line's begin");
    assert!(words.iter().all(|word| word.load(Relaxed) == 0), "a search was here");
    words[words.len() - 1].store(5, Relaxed);
    words[0].store(6, Relaxed);
    assert_eq!(permill_used(words), 1000 / WORDS as u16, "one of the sample");
    words[words.len() / 2..].iter().for_each(|word| word.store(5, Relaxed));
    assert!((498..=508).contains(&permill_used(words)), "{}", permill_used(words));
    let again = table.lend("solver", 1);
    assert_eq!(again[again.len() - 1].load(Relaxed), 5, "its own work is kept");
    let other = table.lend("another", 1);
    assert!(other.iter().all(|word| word.load(Relaxed) == 0));
    other.iter().for_each(|word| word.store(u64::MAX, Relaxed));
    table.age();
    assert_eq!(table.probe(0), None);
    assert_eq!(table.permill_full(), 0);
    table.lend("solver", 1)[1].store(1, Relaxed);
    table.clear(1);
    assert!(table.lend("solver", 1).iter().all(|word| word.load(Relaxed) == 0));
}

#[test]
fn more_memory_than_there_is_is_refused() {
    assert!(Table::new(usize::MAX / BYTES_PER_MIB).is_err());
    assert!(Table::new(usize::MAX).is_err());
}
