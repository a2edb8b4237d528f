//! Layers of a set that numbers states in the order in which they come: a layer is a range of
//! numbers. It is put in the order of its keys if several workers have mixed it up.

use std::io::{Read, Result, Write};
use std::ops::Range;

use store::StateId;

use super::ancestry::Ancestry;
use super::key::{self, Keys, NO_KEY};
use super::{BATCH, Frontier, Layered};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::take_number;
use crate::sleep::Sleepers;
use crate::visited::stored::{Stored, StoredSession};

/// What it takes to put a new state in order.
const ORDER_BYTES: u64 = 10;

/// Parents whose children are put in order together, as a power of two.
const GROUP_LOG: u32 = 4;

/// Numbers for new states that a worker reserves at once, at most.
const NUMBERS_MAX: usize = 256;
/// How often it does so in a layer, at least, if that has children as numerous as itself.
const NUMBERS_SHARE: usize = 16;

#[derive(Default)]
pub(crate) struct Numbered {
    /// Number of the layer's first state.
    first: u64,
    len: usize,
    /// The numbers in order; empty if they are in order as they are.
    order: Vec<u32>,
    /// Who sleeps in each state, in order; empty if nobody does.
    asleep: Vec<Sleepers>,
    keys: Keys,
}

impl Layered for Stored<'_> {
    type Frontier = Numbered;
}

impl<'a> Frontier<Stored<'a>> for Numbered {
    /// The store has the new states.
    type Share = ();

    fn start(&mut self, state: StateId) {
        self.first = state.0;
        self.len = 1;
        self.keys.reset(state.0 + 1, 0);
    }

    fn len(&self) -> usize {
        self.len
    }

    fn enter(&self, session: &mut StoredSession<'a>, workers: usize) {
        // So many that few are lost, compared with the layer, if there is another one.
        let numbers = self.len / (NUMBERS_SHARE * workers);
        session.reserve(numbers.clamp(1, NUMBERS_MAX) as u32);
    }

    fn leave(&self, session: &mut StoredSession<'a>) {
        session.settle();
    }

    fn warm(&self, visited: &Stored<'a>, places: Range<usize>) {
        let mut states = [StateId(0); BATCH];
        let len = places.len();
        states.iter_mut().zip(places).for_each(|(state, place)| *state = self.state(place));
        visited.0.warm(&states[..len]);
    }

    fn open(&self, session: &mut StoredSession<'a>, place: usize, words: &mut Vec<u32>) {
        session.open_state(self.state(place), words);
    }

    fn asleep(&self, place: usize) -> Sleepers {
        self.asleep.get(place).copied().unwrap_or(0)
    }

    fn meet(&self, _: &mut (), key: u64, state: StateId, _: bool) -> bool {
        self.keys.offer(state, key);
        state.0 >= self.keys.first()
    }

    fn new_below(&self, visited: &Stored<'a>, _: &[()], bound: u64) -> u64 {
        self.keys.each(self.numbers(visited)).filter(|key| *key < bound).count() as u64
    }

    fn advance_bytes(&self, visited: &Stored<'a>) -> u64 {
        self.numbers(visited) * ORDER_BYTES
    }

    fn advance(&mut self, visited: &Stored<'a>, _: Vec<()>, ancestry: &mut Ancestry) {
        let (first, numbers) = (self.keys.first(), self.numbers(visited));
        // A number without a key is nobody's, and comes last.
        let count = self.keys.each(numbers).filter(|key| *key != NO_KEY).count() as u64;
        ancestry.begin_layer();
        if self.keys.each(numbers).is_sorted() {
            self.order = Vec::new();
            self.keys.each(count).for_each(|key| ancestry.push_key(key));
            self.put_to_sleep(self.keys.each(count).map(key::asleep).collect());
        } else {
            self.sort(numbers, count);
            self.put_to_sleep(self.order.iter().map(|index| key::asleep(self.keys.get(u64::from(*index)))).collect());
            for index in &mut self.order {
                ancestry.push_key(self.keys.get(u64::from(*index)));
                *index += first as u32;
            }
        }
        self.first = first;
        self.len = count as usize;
        self.keys.reset(visited.0.state_end().0, numbers);
    }

    /// The layer's states are the last ones, in order.
    fn write(&self, visited: &Stored<'a>, out: &mut dyn Write) -> Result<()> {
        let older = (0..self.first).map(StateId).filter(|id| visited.0.has_state(*id));
        visited.0.write_to(older.chain((0..self.len).map(|place| self.state(place))), out)?;
        out.write_all(&(self.len as u64).to_le_bytes())?;
        out.write_all(&(self.asleep.len() as u64).to_le_bytes())?;
        self.asleep.iter().try_for_each(|sleepers| out.write_all(&sleepers.to_le_bytes()))
    }

    fn read(&mut self, visited: &Stored<'a>, from: &mut dyn Read) -> Result<()> {
        let (count, len, asleep) = (visited.0.state_count(), take_number(from)?, take_number(from)?);
        if len > count || asleep > len {
            return Err(damaged("the last layer has more states than there are"));
        }
        self.first = count - len;
        self.len = len as usize;
        for _ in 0..asleep {
            let mut bytes = Sleepers::default().to_le_bytes();
            from.read_exact(&mut bytes)?;
            self.asleep.push(Sleepers::from_le_bytes(bytes));
        }
        self.keys.reset(count, 0);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes() + ((self.order.capacity() + self.asleep.capacity()) * size_of::<u32>()) as u64
    }
}

impl Numbered {
    fn state(&self, place: usize) -> StateId {
        match self.order.get(place) {
            Some(id) => StateId(u64::from(*id)),
            None => StateId(self.first + place as u64),
        }
    }

    fn put_to_sleep(&mut self, asleep: Vec<Sleepers>) {
        self.asleep = if asleep.iter().all(|sleepers| *sleepers == 0) { Vec::new() } else { asleep };
    }

    /// Numbers of new states. Some may be nobody's.
    fn numbers(&self, visited: &Stored<'_>) -> u64 {
        visited.0.state_end().0 - self.keys.first()
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
}
