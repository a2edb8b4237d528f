//! The states of the layer that is being expanded, and the keys of those that it leads to.
//!
//! The store numbers states in the order in which they come, so a layer is a range of numbers; it
//! is put in the order of its keys if several workers have mixed it up.

use store::StateId;

use crate::ancestry::Ancestry;
use crate::key::{self, Keys};
use crate::lossy::Waiting;

/// What it takes to put a new state in order.
pub(crate) const ORDER_BYTES: u64 = 6;

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

    /// New states, given how many there are now.
    pub fn fresh(&self, state_count: u64) -> u64 {
        state_count - self.keys.first()
    }

    /// Of the new states, those with a key less than this.
    pub fn fresh_below(&self, state_count: u64, bound: u64) -> u64 {
        (0..self.fresh(state_count)).filter(|index| self.keys.get(*index) < bound).count() as u64
    }

    /// The new states become the layer. The ancestry learns how they were reached.
    pub fn advance(&mut self, state_count: u64, ancestry: &mut Ancestry) {
        let (first, count) = (self.keys.first(), self.fresh(state_count));
        let keys = &self.keys;
        self.order.clear();
        if (1..count).any(|index| keys.get(index - 1) > keys.get(index)) {
            self.order.extend((0..count).map(|index| index as u32));
            // They are nearly in order already, which this way of sorting makes use of.
            self.order.sort_by_key(|index| keys.get(u64::from(*index)));
        } else {
            self.order.shrink_to(0);
        }
        ancestry.begin_layer();
        for place in 0..count {
            let index = self.order.get(place as usize).map_or(place, |index| u64::from(*index));
            let (parent, choice) = key::parts(keys.get(index));
            ancestry.push(parent, choice);
        }
        self.order.iter_mut().for_each(|index| *index += first as u32);
        self.first = first;
        self.len = count as usize;
        self.keys.reset(state_count, count);
    }

    pub fn bytes(&self) -> u64 {
        self.waiting.iter().map(Waiting::bytes).sum::<u64>()
            + self.keys.bytes()
            + (self.order.capacity() * size_of::<u32>()) as u64
    }
}
