//! Layers of a set that does not keep states: those that wait are kept here in full.

use std::io::{Read, Result, Write};
use std::ops::Range;

use store::Store;

use super::ancestry::Ancestry;
use super::{Frontier, Layered};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers;
use crate::sleep::Sleepers;
use crate::visited::fingerprints::{FingerprintSession, Fingerprints, print};

/// What each worker has brought home from the layer before.
#[derive(Default)]
pub(crate) struct Waiting(Vec<Share>);

impl Layered for Fingerprints {
    type Frontier = Waiting;
}

impl Frontier<Fingerprints> for Waiting {
    type Share = Share;

    fn start(&mut self, state: &[u32]) {
        let mut start = Share::default();
        start.push(state, 0);
        self.0 = vec![start];
    }

    fn len(&self) -> usize {
        self.0.iter().map(Share::len).sum()
    }

    fn enter(&self, _: &mut FingerprintSession<'_>, _: usize) {}

    fn leave(&self, _: &mut FingerprintSession<'_>) {}

    fn warm(&self, _: &Fingerprints, _: Range<usize>) {}

    fn open(&self, _: &mut FingerprintSession<'_>, place: usize, words: &mut Vec<u32>) {
        let mut place = place;
        for share in &self.0 {
            if place < share.len() {
                return share.read(place, words);
            }
            place -= share.len();
        }
    }

    /// Of several ways to a state the one counts that was found first, which is a matter of luck.
    fn asleep(&self, _: usize) -> Sleepers {
        0
    }

    fn meet(&self, share: &mut Share, key: u64, state: &[u32], new: bool) -> bool {
        if new {
            share.push(state, key);
        }
        new
    }

    fn new_below(&self, _: &Fingerprints, shares: &[Share], bound: u64) -> u64 {
        shares.iter().map(|share| share.below(bound)).sum()
    }

    fn advance_bytes(&self, _: &Fingerprints) -> u64 {
        0
    }

    fn advance(&mut self, _: &Fingerprints, shares: Vec<Share>, ancestry: &mut Ancestry) {
        self.0 = shares;
        ancestry.begin_layer(None);
        self.0.iter_mut().for_each(|share| share.settle(ancestry));
    }

    /// Of the states that are known by fingerprints the store has only what they consist of.
    fn write(&self, visited: &Fingerprints, store: &Store, met: &[Share], out: &mut dyn Write) -> Result<()> {
        store.write_to(std::iter::empty(), out)?;
        let mut later = Vec::new();
        met.iter().for_each(|share| share.add_prints(&mut later));
        later.sort_unstable();
        visited.write(|print| later.binary_search(&print).is_err(), out)?;
        out.write_all(&(self.0.len() as u64).to_le_bytes())?;
        self.0.iter().try_for_each(|share| share.write(out))
    }

    fn read(&mut self, visited: &Fingerprints, from: &mut dyn Read) -> Result<()> {
        visited.read(from)?;
        self.0 = (0..numbers::take_number(from)?).map(|_| Share::take(from)).collect::<Result<_>>()?;
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(Share::bytes).sum()
    }
}

/// States in full, one after the other, and how each was reached. A state is its length in bytes
/// and its words, all of them seven bits to a byte, least first: names are small numbers.
#[derive(Default)]
pub(crate) struct Share {
    bytes: Vec<u8>,
    /// Where every so many states begin.
    starts: Vec<usize>,
    len: usize,
    keys: Vec<u64>,
}

/// States between two that are found without passing others.
const STRIDE: usize = 16;

impl Share {
    fn push(&mut self, state: &[u32], key: u64) {
        if self.len.is_multiple_of(STRIDE) {
            self.starts.push(self.bytes.len());
        }
        let size: usize = state.iter().map(|word| (word | 1).ilog2() as usize / 7 + 1).sum();
        push_number(&mut self.bytes, size as u32);
        state.iter().for_each(|word| push_number(&mut self.bytes, *word));
        self.len += 1;
        self.keys.push(key);
    }

    fn len(&self) -> usize {
        self.len
    }

    /// Appends the words of a state.
    fn read(&self, place: usize, into: &mut Vec<u32>) {
        let mut rest = &self.bytes[self.starts[place / STRIDE]..];
        for _ in 0..place % STRIDE {
            let size = take_number(&mut rest) as usize;
            rest = &rest[size..];
        }
        let size = take_number(&mut rest) as usize;
        let mut words = &rest[..size];
        while !words.is_empty() {
            into.push(take_number(&mut words));
        }
    }

    /// Appends what the visited set knows of each.
    fn add_prints(&self, into: &mut Vec<u64>) {
        let mut words = Vec::new();
        for place in 0..self.len {
            words.clear();
            self.read(place, &mut words);
            into.push(print(&words));
        }
    }

    fn write(&self, out: &mut dyn Write) -> Result<()> {
        out.write_all(&(self.len as u64).to_le_bytes())?;
        out.write_all(&(self.bytes.len() as u64).to_le_bytes())?;
        out.write_all(&self.bytes)
    }

    /// Takes what `write` has written.
    fn take(from: &mut dyn Read) -> Result<Share> {
        let (len, bytes) = (numbers::take_number(from)?, numbers::take(from)?);
        let mut share = Share { bytes, ..Share::default() };
        let mut rest = &share.bytes[..];
        for place in 0..len {
            if place.is_multiple_of(STRIDE as u64) {
                share.starts.push(share.bytes.len() - rest.len());
            }
            let size = take_number(&mut rest) as usize;
            rest = rest.split_at_checked(size).ok_or_else(|| damaged("a state that waits is cut off"))?.1;
            share.len += 1;
        }
        match rest {
            [] => Ok(share),
            _ => Err(damaged("there is more than the states that wait")),
        }
    }

    fn below(&self, bound: u64) -> u64 {
        self.keys.iter().filter(|key| **key < bound).count() as u64
    }

    /// The ancestry takes how these states were reached. They are in order by themselves, but not
    /// with those of other workers: who was the first to see a state is a matter of luck, and so is
    /// which way to it is remembered.
    fn settle(&mut self, ancestry: &mut Ancestry) {
        for key in std::mem::take(&mut self.keys) {
            ancestry.push_key(key);
        }
        self.bytes.shrink_to_fit();
    }

    fn bytes(&self) -> u64 {
        (self.bytes.capacity() + (self.starts.capacity() + self.keys.capacity()) * 8) as u64
    }
}

fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    while let Some((first, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= u32::from(first & 0x7f) << shift;
        shift += 7;
        if *first < 0x80 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_states_come_back() {
        let state = |i: u32| -> Vec<u32> { (0..i % 7).map(|k| (i + 1).wrapping_mul(0x9e37_79b9) >> (k * 5)).collect() };
        let mut waiting = Share::default();
        (0..100).for_each(|i| waiting.push(&state(i), u64::from(i)));
        for i in 0..100 {
            let mut words = Vec::new();
            waiting.read(i as usize, &mut words);
            assert_eq!(words, state(i));
        }
        assert_eq!((waiting.len(), waiting.below(30)), (100, 30));
    }
}
