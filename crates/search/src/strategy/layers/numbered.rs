//! Layers of a set that numbers states in the order in which they come: a layer is a range of
//! numbers. It is put in the order of its keys if several workers have mixed it up.

use std::io::{Read, Result, Write};
use std::ops::Range;
use std::sync::Arc;

use store::{Room, Spill, StateId, Store};

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
    order: Room<u32>,
    /// Who sleeps in each state, in order; empty if nobody does.
    asleep: Room<Sleepers>,
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
        let spills = visited.0.spill().is_some_and(|spill| spill.has_begun() && spill.trouble().is_none());
        self.numbers(visited) * if spills { 1 } else { ORDER_BYTES }
    }

    fn advance(&mut self, visited: &Stored<'a>, _: Vec<()>, ancestry: &mut Ancestry) {
        let (first, numbers, spill) = (self.keys.first(), self.numbers(visited), visited.0.spill());
        // A number without a key is nobody's, and comes last.
        let count = self.keys.each(numbers).filter(|key| *key != NO_KEY).count();
        ancestry.begin_layer(spill);
        self.asleep = Room::default();
        self.order = Room::default();
        if self.keys.each(numbers).is_sorted() {
            self.keys.each(count as u64).for_each(|key| ancestry.push_key(key));
            self.put_to_sleep(count, spill);
        } else {
            self.sort(numbers, count, spill);
            self.put_to_sleep(count, spill);
            for index in self.order.iter_mut() {
                ancestry.push_key(self.keys.get(u64::from(*index)));
                *index += first as u32;
            }
        }
        self.first = first;
        self.len = count;
        self.keys.reset(visited.0.state_end().0, numbers);
        self.keys.spill_to(spill);
    }

    /// The layer's states are the last ones, in order.
    fn write(&self, _: &Stored<'a>, store: &Store, _: &[()], out: &mut dyn Write) -> Result<()> {
        let older = (0..self.first).map(StateId).filter(|id| store.has_state(*id));
        store.write_to(older.chain((0..self.len).map(|place| self.state(place))), out)?;
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
        self.asleep =
            Room::new(usize::try_from(asleep).map_err(|_| damaged("a layer is too long"))?, visited.0.spill());
        for sleepers in self.asleep.iter_mut() {
            let mut bytes = Sleepers::default().to_le_bytes();
            from.read_exact(&mut bytes)?;
            *sleepers = Sleepers::from_le_bytes(bytes);
        }
        self.keys.reset(count, 0);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes() + self.order.bytes() + self.asleep.bytes()
    }
}

impl Numbered {
    fn state(&self, place: usize) -> StateId {
        match self.order.get(place) {
            Some(id) => StateId(u64::from(*id)),
            None => StateId(self.first + place as u64),
        }
    }

    /// Notes who sleeps in each of the new states, which are in order, unless nobody does.
    fn put_to_sleep(&mut self, count: usize, spill: Option<&Arc<Spill>>) {
        let keys = &self.keys;
        let index = |place: usize| self.order.get(place).map_or(place as u64, |index| u64::from(*index));
        let asleep = |place: usize| key::asleep(keys.get(index(place)));
        if (0..count).all(|place| asleep(place) == 0) {
            return;
        }
        let mut room = Room::new(count, spill);
        room.iter_mut().enumerate().for_each(|(place, sleepers)| *sleepers = asleep(place));
        self.asleep = room;
    }

    /// Numbers of new states. Some may be nobody's.
    fn numbers(&self, visited: &Stored<'_>) -> u64 {
        visited.0.state_end().0 - self.keys.first()
    }

    /// Puts the new states in the order of their keys, by index: first by a few parents at a time,
    /// then the children of those few.
    fn sort(&mut self, numbers: u64, count: usize, spill: Option<&Arc<Spill>>) {
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
        self.order = Room::new(count, spill);
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
