use super::*;
use crate::game::random::Random;
use std::io::Cursor;
use std::io::{self, Read, Seek};

fn entry(packed: u32, depth: u16) -> TableEntry {
    let packed = PackedMove::new(packed);
    TableEntry {
        packed,
        score: -123,
        evaluation: Some(45),
        depth,
        bound: Bound::Lower,
        was_pv: false,
    }
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
                let kept = TableEntry {
                    packed: PackedMove::new(u32::MAX),
                    score,
                    evaluation,
                    depth: 1023,
                    bound,
                    was_pv: true,
                };
                table.store(u64::MAX, kept);
                assert_eq!(table.probe(u64::MAX), Some(kept));
            }
        }
    }
}

#[test]
fn a_cleared_table_is_empty_however_much_was_stored() {
    let mut table = Table::new(1).unwrap();
    let mut random = Random::new(3);
    for entries in [1, 100, 4_000, 5_000, 100_000, 10] {
        table.age();
        for _ in 0..entries {
            table.store(random.bits(), entry(1, random.below(900) as u16));
        }
        let is_empty =
            |table: &Table| table.memory.words().iter().all(|word| word.load(Relaxed) == 0);
        assert!(!is_empty(&table), "{entries} were stored");
        table.clear(1);
        assert!(is_empty(&table), "{entries}");
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

fn saved(keys: &[u64]) -> Vec<u8> {
    let table = Table::new(1).unwrap();
    (0..3).for_each(|_| table.age());
    keys.iter().zip(1..).for_each(|(&key, i)| table.store(key, entry(i, 9)));
    let mut bytes = Vec::new();
    table.save("me", &mut bytes).unwrap();
    bytes
}

fn load(bytes: &[u8]) -> (Result<(), LoadError>, Table) {
    let mut table = Table::new(1).unwrap();
    table.age();
    table.store(77, entry(77, 7));
    let result = table.load("me", "solver", Cursor::new(bytes), 2);
    (result, table)
}

#[test]
fn what_is_saved_is_loaded() {
    let mut random = Random::new(3);
    let keys: Vec<u64> = (0..500).map(|_| random.bits()).collect();
    let (result, mut table) = load(&saved(&keys));
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(table.probe(77), None, "what was there before is gone");
    assert!(table.permill_full() > 0, "the last search's entries are the present one's");
    table.age();
    for (&key, i) in keys.iter().zip(1..) {
        assert_eq!(table.probe(key), Some(entry(i, 9)));
    }
    table.clear(1);
    assert_eq!(table.probe(keys[0]), None);
}

#[test]
fn a_table_hardly_used_is_a_small_file() {
    assert!(saved(&[]).len() < 100);
    assert!(saved(&[1, 1 << 40, u64::MAX]).len() < 1000);
}

#[test]
fn a_solvers_words_come_back_to_the_solver() {
    let table = Table::new(2).unwrap();
    let words = table.lend("solver", 1);
    words.iter().zip(1..).for_each(|(word, i)| word.store(i, Relaxed));
    let mut bytes = Vec::new();
    table.save("me", &mut bytes).unwrap();
    let mut other = Table::new(2).unwrap();
    other.load("me", "solver", Cursor::new(bytes), 1).unwrap();
    assert!(other.lend("solver", 1).iter().zip(1..).all(|(word, i)| word.load(Relaxed) == i));
    other.age();
    assert_eq!(other.lend(SEARCH, 1)[0].load(Relaxed), 0, "and to nobody else");
}

#[test]
fn every_file_that_was_cut_short_is_refused() {
    let bytes = saved(&[1, 1 << 40, u64::MAX]);
    for length in 0..bytes.len() {
        let (result, table) = load(&bytes[..length]);
        let is_reported = matches!(result, Err(LoadError::Truncated | LoadError::NotATable));
        assert!(is_reported, "{length} bytes: {result:?}");
        assert_eq!(table.probe(77), Some(entry(77, 7)));
    }
    let (result, _) = load(&[bytes.as_slice(), &[0]].concat());
    assert!(matches!(result, Err(LoadError::TooLong)), "{result:?}");
}

#[test]
fn every_altered_byte_is_found() {
    let mut bytes = saved(&[1, 1 << 40, u64::MAX]);
    let mut random = Random::new(4);
    for at in 0..bytes.len() {
        let change = 1 + random.below(255) as u8;
        bytes[at] ^= change;
        let (result, table) = load(&bytes);
        assert!(result.is_err(), "byte {at}");
        assert_eq!(table.probe(77), Some(entry(77, 7)), "byte {at}");
        bytes[at] ^= change;
    }
    assert!(load(&bytes).0.is_ok());
}

/// A file that another program writes to after it was read once.
struct Changing {
    bytes: Cursor<Vec<u8>>,
}

impl Read for Changing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

impl Seek for Changing {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        let middle = self.bytes.get_ref().len() / 2;
        self.bytes.get_mut()[middle] ^= 1;
        self.bytes.seek(to)
    }
}

#[test]
fn a_file_that_changes_meanwhile_leaves_an_empty_table() {
    let mut table = Table::new(1).unwrap();
    table.age();
    table.store(77, entry(77, 7));
    let bytes = Cursor::new(saved(&[1, 1 << 40, u64::MAX]));
    let result = table.load("me", "solver", Changing { bytes }, 1);
    assert!(matches!(result, Err(LoadError::Changed)), "{result:?}");
    assert!(table.lend(SEARCH, 1).iter().all(|word| word.load(Relaxed) == 0));
}

#[test]
fn a_deeper_entry_of_the_same_search_stays() {
    let mut table = Table::new(1).unwrap();
    let kept = |table: &Table| table.probe(7).map(|kept| kept.depth);
    table.store(7, entry(1, 40));
    table.store_unless_deeper(7, entry(2, 32), 8);
    assert_eq!(kept(&table), Some(32), "deeper by no more than the surplus");
    table.store(7, entry(1, 41));
    table.store_unless_deeper(7, entry(2, 32), 8);
    assert_eq!(kept(&table), Some(41));
    table.store_unless_deeper(7, TableEntry { bound: Bound::Exact, ..entry(2, 32) }, 8);
    assert_eq!(kept(&table), Some(32), "an exact score says more");
    table.store(7, entry(1, 41));
    table.age();
    table.store_unless_deeper(7, entry(2, 4), 8);
    assert_eq!(kept(&table), Some(4), "of an earlier search");
    table.clear(1);
    table.store_unless_deeper(7, entry(2, 4), 8);
    assert_eq!(kept(&table), Some(4), "the first");
}

#[test]
fn a_final_entry_of_an_earlier_search_is_given_up_too() {
    let table = Table::new(1).unwrap();
    // Keys below 2^32 all lie in the first bucket.
    for key in 1..=3 {
        table.store(key, entry(key as u32, TableEntry::FINAL));
    }
    (1..GENERATIONS).for_each(|_| table.age());
    table.store(4, entry(4, 60));
    table.store(5, entry(5, 60));
    assert!(table.probe(4).is_some() && table.probe(1).is_none());
    table.store(6, entry(6, TableEntry::FINAL));
    for key in 7..=9 {
        table.store(key, entry(key as u32, 60));
    }
    assert!(table.probe(6).is_some(), "that of the present search stays");
}

#[test]
fn a_final_bound_stays_only_where_it_says_more() {
    let stays = |old: (Bound, i16), new: (Bound, i16)| {
        let table = Table::new(1).unwrap();
        let of = |(bound, score), depth| TableEntry { bound, score, ..entry(1, depth) };
        table.store(7, of(old, TableEntry::FINAL));
        table.store_unless_deeper(7, of(new, 80), 8);
        table.probe(7).map(|kept| kept.depth) == Some(TableEntry::FINAL)
    };
    let cases = [
        ((Bound::Lower, 0), (Bound::Lower, 35), false),
        ((Bound::Lower, 0), (Bound::Lower, 0), true),
        ((Bound::Lower, 0), (Bound::Upper, 35), false),
        ((Bound::Upper, 31_990), (Bound::Upper, 35), false),
        ((Bound::Upper, 0), (Bound::Upper, 35), true),
        ((Bound::Upper, 0), (Bound::Lower, -35), false),
        ((Bound::Exact, 0), (Bound::Lower, -35), true),
        ((Bound::Exact, 0), (Bound::Upper, 35), true),
        ((Bound::Exact, 0), (Bound::Exact, 0), false),
    ];
    for (old, new, expected) in cases {
        assert_eq!(stays(old, new), expected, "{old:?}, then {new:?}");
    }
}
