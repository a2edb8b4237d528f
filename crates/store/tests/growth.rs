//! A store that starts empty and grows to ten million states while all cores
//! insert into it, with tables as they are in use (unit tests shrink them).
//!
//! Two of three insertions meet a state that another worker inserts too. At
//! the end every state was new exactly once, and those that are read back are
//! as they were.

#![cfg(not(any(loom, miri)))]
#![allow(clippy::unwrap_used, reason = "helpers of tests, too")]

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use store::{Delta, StateId, Store, StoreOptions};

/// Without optimisation a tenth is enough.
const STATES: u64 = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };
/// Every so many states one is remembered by the workers, for comparison.
const SAMPLE: u64 = 1009;
const HANDFUL: u64 = 16;

/// Twelve words, of which some are shared by many states and one by none.
fn words(number: u64) -> [u32; 12] {
    let n = number as u32;
    [n % 1009, 5, n / 7, n % 97, n >> 3, 7, n % 31, n >> 12, 1, n % 3, n >> 20, n]
}

fn number(words: &[u32]) -> u64 {
    u64::from(words[11])
}

/// Inserts two thirds of the states, beginning elsewhere than other workers
/// and walking with another stride, by each route in turn.
fn insert(store: &Store, worker: u64, workers: u64, names: &[AtomicU64]) -> u64 {
    let stride = [7, 11, 13, 17][worker as usize % 4];
    let start = STATES / workers * worker;
    let mut session = store.session();
    let (mut new, mut answers, mut list) = (0, Vec::new(), Vec::new());
    for handful in 0..STATES * 2 / 3 / HANDFUL {
        list.clear();
        answers.clear();
        list.extend((0..HANDFUL).map(|i| (start + (handful * HANDFUL + i) * stride) % STATES));
        let states: Vec<[u32; 12]> = list.iter().map(|&n| words(n)).collect();
        match handful % 3 {
            0 => answers.extend(states.iter().map(|state| store.state(state, number(state)).unwrap())),
            1 => {
                let states: Vec<&[u32]> = states.iter().map(<[u32; 12]>::as_slice).collect();
                session.insert_states(&states, 0, &mut answers).unwrap();
            }
            _ => {
                let (old, fresh) = store.state(&words(list[0]), 0).unwrap();
                new += u64::from(fresh);
                let changes: Vec<Vec<(u32, u32)>> = states.iter().map(|state| (0..).zip(*state).collect()).collect();
                let deltas: Vec<_> = changes.iter().map(|changes| Delta { old, changes, key: 0 }).collect();
                session.insert_deltas(&deltas, &mut answers).unwrap();
            }
        }
        session.rest();
        for (&n, &(id, fresh)) in list.iter().zip(&answers) {
            new += u64::from(fresh);
            if n % SAMPLE == 0 {
                let before = names[(n / SAMPLE) as usize].swap(id.0 + 1, Ordering::Relaxed);
                assert!(before == 0 || before == id.0 + 1, "two names for state {n}");
            }
        }
    }
    new
}

/// Reads a part of a worker's share of the states back and looks for them
/// again.
fn check(store: &Store, worker: u64, workers: u64) {
    let mut read = Vec::new();
    for id in (worker..store.state_count()).step_by(5 * workers as usize) {
        read.clear();
        store.read_state(StateId(id), &mut read);
        assert_eq!(read, words(number(&read)));
        assert_eq!(store.state(&read, 0).unwrap(), (StateId(id), false));
    }
}

#[test]
fn all_cores_grow_a_store_to_ten_million_states() {
    let workers = std::thread::available_parallelism().map_or(2, NonZero::get).max(2) as u64;
    let store = Store::new(StoreOptions::default());
    let names: Vec<AtomicU64> = (0..=STATES / SAMPLE).map(|_| AtomicU64::new(0)).collect();
    let new: u64 = std::thread::scope(|scope| {
        let (store, names) = (&store, &names[..]);
        let start = |worker| scope.spawn(move || insert(store, worker, workers, names));
        let threads: Vec<_> = (0..workers).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(new, store.state_count());
    assert!(new > STATES / 2, "{new}");
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let store = &store;
            scope.spawn(move || check(store, worker, workers));
        }
    });
    let statistics = store.statistics();
    let tables = statistics.leaves.bytes() + statistics.vectors.bytes() + statistics.states.bytes();
    assert!(statistics.total_bytes >= tables + statistics.key_bytes + statistics.unused_bytes);
}
