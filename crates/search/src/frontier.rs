//! The states of the layer that is being expanded, and the keys of those that it leads to.
//!
//! The store numbers states in the order in which they come, so a layer is a range of numbers; it
//! is put in the order of its keys if several workers have mixed it up.

use store::StateId;

use crate::ancestry::Ancestry;
use crate::key::{self, Keys, NO_KEY};
use crate::lossy::Waiting;

/// What it takes to put a new state in order.
pub(crate) const ORDER_BYTES: u64 = 6;

/// Parents whose children are put in order together, as a power of two.
const GROUP_LOG: u32 = 4;

pub(crate) struct Frontier {
    /// Number of the layer's first state.
    first: u64,
    len: usize,
    /// The numbers in order; empty if they are in order as they are.
    order: Vec<u32>,
    pub keys: Keys,
    /// The states in full, if the store does not have them.
    waiting: Vec<Waiting>,
}

impl Frontier {
    pub fn new() -> Frontier {
        Frontier { first: 0, len: 0, order: Vec::new(), keys: Keys::new(), waiting: Vec::new() }
    }

    /// The first layer: only the start.
    pub fn start(&mut self, state: StateId) {
        self.first = state.0;
        self.len = 1;
        self.keys.reset(state.0 + 1, 0);
    }

    /// The same for a search that keeps states only while they wait.
    pub fn start_with(&mut self, state: &[u32]) {
        let mut waiting = Waiting::default();
        waiting.push(state, 0);
        self.waiting = vec![waiting];
        self.len = 1;
    }

    /// What several workers found becomes the layer.
    pub fn advance_with(&mut self, parts: Vec<Waiting>, ancestry: &mut Ancestry) {
        self.waiting = parts;
        self.len = self.waiting.iter().map(Waiting::len).sum();
        ancestry.begin_layer();
        self.waiting.iter_mut().for_each(|part| part.settle(ancestry));
    }

    /// Appends the words of a state that is kept in full.
    pub fn read(&self, place: usize, into: &mut Vec<u32>) {
        let mut place = place;
        for part in &self.waiting {
            if place < part.len() {
                return part.read(place, into);
            }
            place -= part.len();
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn state(&self, place: usize) -> StateId {
        match self.order.get(place) {
            Some(id) => StateId(u64::from(*id)),
            None => StateId(self.first + place as u64),
        }
    }

    /// Numbers of new states, given the end of all numbers. Some may be nobody's.
    pub fn fresh(&self, end: StateId) -> u64 {
        end.0 - self.keys.first()
    }

    /// Of the new states, those with a key less than this.
    pub fn fresh_below(&self, end: StateId, bound: u64) -> u64 {
        self.keys.each(self.fresh(end)).filter(|key| *key < bound).count() as u64
    }

    /// The new states become the layer. The ancestry learns how they were reached.
    pub fn advance(&mut self, end: StateId, ancestry: &mut Ancestry) {
        let (first, numbers) = (self.keys.first(), self.fresh(end));
        // A number without a key is nobody's, and comes last.
        let count = self.keys.each(numbers).filter(|key| *key != NO_KEY).count() as u64;
        ancestry.begin_layer();
        let mut push = |key| {
            let (parent, choice) = key::parts(key);
            ancestry.push(parent, choice);
        };
        if self.keys.each(numbers).is_sorted() {
            self.order = Vec::new();
            self.keys.each(count).for_each(push);
        } else {
            self.sort(numbers, count);
            for index in &mut self.order {
                push(self.keys.get(u64::from(*index)));
                *index += first as u32;
            }
        }
        self.first = first;
        self.len = count as usize;
        self.keys.reset(end.0, numbers);
    }

    /// Puts the new states in the order of their keys, by index: first by a few parents at a time,
    /// then the children of those few.
    fn sort(&mut self, numbers: u64, count: u64) {
        let keys = &self.keys;
        let each = || (0..).zip(keys.each(numbers)).filter(|(_, key)| *key != NO_KEY);
        let group = |key| key::parts(key).0 as usize >> GROUP_LOG;
        let mut ends = vec![0u32; (self.len >> GROUP_LOG) + 2];
        each().for_each(|(_, key)| ends[group(key) + 1] += 1);
        let mut end = 0;
        for slot in &mut ends {
            end += *slot;
            *slot = end;
        }
        self.order.clear();
        self.order.resize(count as usize, 0);
        for (index, key) in each() {
            let slot = &mut ends[group(key)];
            self.order[*slot as usize] = index;
            *slot += 1;
        }
        // Now each group's slot is its end.
        let mut start = 0;
        for end in ends {
            self.order[start..end as usize].sort_unstable_by_key(|index| keys.get(u64::from(*index)));
            start = end as usize;
        }
    }

    pub fn bytes(&self) -> u64 {
        self.waiting.iter().map(Waiting::bytes).sum::<u64>()
            + self.keys.bytes()
            + (self.order.capacity() * size_of::<u32>()) as u64
    }
}
