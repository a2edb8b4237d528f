//! Every interleaving of small insertions, as loom sees them.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p store --release loom`. Lines have 4
//! slots and there is one segment, so the fifth thing makes the index grow.
//! What is shared is the index and its contents; reclamation is left out.

#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use loom::sync::Arc;
use loom::thread;

use crate::index::{Index, Refused, Rows};
use crate::memory::Memory;
use crate::sync::{AtomicU64, Ordering, pin};
use crate::{Store, StoreOptions};

/// Numbers stored in cells of their own, written before they are named.
struct Numbers {
    index: Index,
    cells: Vec<AtomicU64>,
    tail: AtomicU64,
}

impl Rows for Numbers {
    fn hash(&self, name: u32) -> u64 {
        spread(self.read(name))
    }

    fn names(&self) -> u64 {
        self.tail.load(Ordering::Relaxed)
    }

    fn warm(&self, _names: &[u32]) {}
}

fn spread(number: u64) -> u64 {
    crate::hash::pair(number as u32, 0)
}

impl Numbers {
    fn new(cells: usize) -> Numbers {
        Numbers {
            index: Index::new(&std::sync::Arc::new(Memory::new(None))),
            cells: (0..cells).map(|_| AtomicU64::new(0)).collect(),
            tail: AtomicU64::new(0),
        }
    }

    /// Relaxed: the index has to make contents visible with names.
    fn read(&self, name: u32) -> u64 {
        let number = self.cells[name as usize].load(Ordering::Relaxed);
        assert_ne!(number, 0, "a name was seen before what it names");
        number
    }

    fn insert(&self, number: u64) -> (u32, bool) {
        self.index
            .find_or_insert(
                spread(number),
                self,
                &pin(),
                |name| self.read(name) == number,
                |limit| {
                    let name = self.tail.fetch_add(1, Ordering::Relaxed);
                    if name >= limit {
                        return Err(Refused::Limit);
                    }
                    self.cells[name as usize].store(number, Ordering::Relaxed);
                    Ok(name as u32)
                },
            )
            .unwrap()
    }

    fn find(&self, number: u64) -> Option<u32> {
        self.index.find(spread(number), &pin(), |name| self.read(name) == number)
    }
}

#[test]
fn loom_equal_things_get_one_name() {
    loom::model(|| {
        let numbers = Arc::new(Numbers::new(2));
        let other = Arc::clone(&numbers);
        let thread = thread::spawn(move || other.insert(7));
        let (mine, mine_new) = numbers.insert(7);
        let (theirs, theirs_new) = thread.join().unwrap();
        assert_eq!(mine, theirs);
        assert!(mine_new ^ theirs_new);
    });
}

#[test]
fn loom_different_things_get_different_names() {
    loom::model(|| {
        let numbers = Arc::new(Numbers::new(2));
        let other = Arc::clone(&numbers);
        let thread = thread::spawn(move || other.insert(7));
        let (mine, mine_new) = numbers.insert(8);
        let (theirs, theirs_new) = thread.join().unwrap();
        assert!(mine != theirs && mine_new && theirs_new);
        assert_eq!((numbers.find(8), numbers.find(7)), (Some(mine), Some(theirs)));
    });
}

/// Whether some execution found the thing, and whether some did not.
static FOUND: [std::sync::atomic::AtomicBool; 2] =
    [std::sync::atomic::AtomicBool::new(false), std::sync::atomic::AtomicBool::new(false)];

#[test]
fn loom_what_is_found_can_be_read() {
    loom::model(|| {
        let numbers = Arc::new(Numbers::new(1));
        let other = Arc::clone(&numbers);
        // `find` reads the contents and asserts that they are there. It is
        // the second thread because loom lets it read any earlier value, but
        // does not see that a load by the first might as well come later.
        let thread = thread::spawn(move || match other.find(7) {
            Some(name) => FOUND[name as usize].store(true, std::sync::atomic::Ordering::Relaxed),
            None => FOUND[1].store(true, std::sync::atomic::Ordering::Relaxed),
        });
        assert_eq!(numbers.insert(7), (0, true));
        thread.join().unwrap();
        assert_eq!(numbers.find(7), Some(0));
    });
    let both = FOUND.iter().all(|seen| seen.load(std::sync::atomic::Ordering::Relaxed));
    assert!(both, "both outcomes were explored");
}

/// The segment is full: both threads want to rebuild it.
#[test]
fn loom_insertions_survive_growth() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let numbers = Arc::new(Numbers::new(7));
        for number in 1..=3 {
            assert!(numbers.insert(number).1);
        }
        let other = Arc::clone(&numbers);
        let thread = thread::spawn(move || {
            let (name, new) = other.insert(4);
            assert_eq!(other.insert(4), (name, false));
            new
        });
        let (_, new_five) = numbers.insert(5);
        let (four, new_mine) = numbers.insert(4);
        let new_theirs = thread.join().unwrap();
        assert!(new_five && (new_mine ^ new_theirs));
        assert_eq!(numbers.find(4), Some(four));
        let mut names: Vec<u32> = (1..=5).map(|number| numbers.find(number).unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, [0, 1, 2, 3, 4]);
    });
}

/// The whole store, from two threads: halves, pairs, keys.
#[test]
fn loom_states_are_dense_and_readable() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(1);
    builder.max_branches = 10_000;
    builder.check(|| {
        let store = Arc::new(Store::new(StoreOptions::default()));
        let other = Arc::clone(&store);
        let thread = thread::spawn(move || other.state(&[1, 2], 5).unwrap());
        let (mine, mine_new) = store.state(&[1, 2], 3).unwrap();
        store.offer_key(mine, 3);
        let (theirs, theirs_new) = thread.join().unwrap();
        assert_eq!((mine.0, theirs.0, store.state_count()), (0, 0, 1));
        assert!(mine_new ^ theirs_new);
        let mut words = Vec::new();
        store.read_state(mine, &mut words);
        assert_eq!(words, [1, 2]);
        assert_eq!(store.key(mine), 3);
    });
}

/// One thread looks for a similar node in a state that another is writing.
#[test]
fn loom_partners_are_complete() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(1);
    builder.max_branches = 10_000;
    builder.check(|| {
        let store = Arc::new(Store::new(StoreOptions { keys: false, ..StoreOptions::default() }));
        // Known halves keep the model small.
        store.vector(&[1]).unwrap();
        store.vector(&[2]).unwrap();
        let other = Arc::clone(&store);
        let thread = thread::spawn(move || other.state(&[1, 2], 0).unwrap());
        let (mine, mine_new) = store.state(&[1, 3], 0).unwrap();
        let (theirs, theirs_new) = thread.join().unwrap();
        assert!(mine != theirs && mine_new && theirs_new);
        for (id, expected) in [(mine, [1, 3]), (theirs, [1, 2])] {
            let mut words = Vec::new();
            store.read_state(id, &mut words);
            assert_eq!(words, expected);
        }
    });
}
