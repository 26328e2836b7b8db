//! The transposition table: storing, replacing and forgetting entries.

use bitgames_core::Move;
use bitgames_core::rng::Rng;
use bitgames_core::table::{Bound, Entry, Table};

const ENTRY: Entry = Entry { value: 0, bound: Bound::Exact, depth: 0, effort: 0, best: None };

#[test]
fn entries_come_back_as_they_were_put() {
    let table = Table::new(1).expect("a MiB");
    for value in [0, 1, -1, (1 << 23) - 1, -(1 << 23), 6400] {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for best in [None, Some(Move(0)), Some(Move(8190))] {
                for (depth, effort) in [(0, 0), (255, 63), (17, 40)] {
                    let entry = Entry { value, bound, depth, effort, best };
                    table.put(77, entry);
                    assert_eq!(table.get(77), Some(entry));
                }
            }
        }
    }
    assert_eq!(table.get(0), None);
}

#[test]
fn a_forgotten_entry_stays_forgotten() {
    // Entries carry a generation of 11 bits; after that many generations the table is cleared.
    const GENERATIONS: usize = 1 << 11;
    let mut table = Table::new(1).expect("a MiB");
    let entry = Entry { value: 1, bound: Bound::Exact, depth: 0, effort: 9, best: None };
    table.put(77, entry);
    for _ in 0..GENERATIONS {
        table.forget();
        assert_eq!(table.get(77), None);
    }
    table.put(77, entry);
    assert_eq!(table.get(77), Some(entry));
}

#[test]
fn a_full_bucket_keeps_the_costly_and_takes_the_new() {
    let table = Table::new(1).expect("a MiB");
    let entry = |effort| Entry { value: 0, bound: Bound::Exact, depth: 0, effort, best: None };
    let keys: Vec<u64> = (1..=6).map(|i| i << 40).collect();
    for (i, &key) in keys.iter().enumerate() {
        table.put(key, entry(20 - i as u8));
    }
    assert!(keys[..3].iter().all(|&key| table.get(key).is_some()));
    assert!(table.get(keys[5]).is_some());
    assert!(table.get(keys[4]).is_none());
}

#[test]
fn a_table_that_grows_keeps_its_entries() {
    let mut table = Table::new(1).expect("a MiB");
    table.use_slots(64);
    let mut rng = Rng::new(1);
    let mut known = Vec::new();
    for slots in [64, 128, 1_000, 1_000, 64, usize::MAX, usize::MAX] {
        table.grow(slots);
        assert!(known.iter().all(|&(key, entry)| table.get(key) == Some(entry)), "{slots}");
        assert_eq!(table.entries().count(), known.len());
        for _ in 0..100 {
            // The greatest keys differ from the smallest ones in bits that a small table ignores.
            let key = rng.word() >> (rng.word() % 64);
            let entry = Entry { value: key as i32 >> 8, effort: 1, ..ENTRY };
            table.put(key, entry);
        }
        known = table.entries().collect();
    }
    assert!(known.len() > 200);
}
