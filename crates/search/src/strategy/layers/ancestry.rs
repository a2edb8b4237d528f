//! How every state was first reached, in about a byte each.
//!
//! Layers are kept in the order of their states' keys, and the first part of a key is the parent's
//! place in the layer before. So a state's parent is the same as that of the state before it, or
//! one of the next few: it is enough to say how many places further.
//!
//! ```text
//! record: places further (3) · number of the choice (5)
//!         or 111 00000 · places further (or back) · number of the choice, seven bits to a byte,
//!         least first
//! ```
//!
//! Which choice leads to a state is read from its layer's records, the one before from the layer
//! before, and so on: a path costs one reading of all records, at most once in a search.

use std::io::{Read, Result, Write};
use std::sync::Arc;

use store::{Room, Spill};

use super::key;
use crate::checkpoint::numbers::{Out, take, take_number, understand};

const CHUNK_LOG: u32 = 18;
const CHOICE_BITS: u32 = 5;
const LONG: u8 = 0b111 << CHOICE_BITS;

#[derive(Default)]
pub(crate) struct Ancestry {
    /// All of the same size; nothing changes in them any more.
    chunks: Vec<Room<u8>>,
    /// What comes after them.
    last: Vec<u8>,
    /// Where chunks go if memory is short.
    spill: Option<Arc<Spill>>,
    /// Where the records of each layer begin; the first layer, the start, has none.
    layers: Vec<u64>,
    /// The parent of the last record.
    parent: u64,
}

impl Ancestry {
    /// What comes next belongs to another layer. Chunks go to files there, if need be.
    pub(crate) fn begin_layer(&mut self, spill: Option<&Arc<Spill>>) {
        self.spill = spill.cloned();
        self.layers.push(self.len());
        self.parent = 0;
    }

    /// The next state of the layer has this parent; best one whose place is not before the last one's.
    pub(crate) fn push(&mut self, parent: u64, choice: usize) {
        let further = parent as i64 - self.parent as i64;
        self.parent = parent;
        if (0..7).contains(&further) && choice < 1 << CHOICE_BITS {
            self.push_byte((further as u8) << CHOICE_BITS | choice as u8);
        } else {
            self.push_byte(LONG);
            self.push_number((further << 1 ^ further >> 63) as u64);
            self.push_number(choice as u64);
        }
    }

    /// The same, from a key.
    pub(crate) fn push_key(&mut self, key: u64) {
        let (parent, choice) = key::parts(key);
        self.push(parent, choice);
    }

    fn push_number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.push_byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.push_byte(number as u8);
    }

    fn push_byte(&mut self, byte: u8) {
        self.last.push(byte);
        if self.last.len() == 1 << CHUNK_LOG {
            let mut chunk = Room::new(self.last.len(), self.spill.as_ref());
            chunk.copy_from_slice(&self.last);
            self.chunks.push(chunk);
            self.last.clear();
        }
    }

    fn len(&self) -> u64 {
        ((self.chunks.len() as u64) << CHUNK_LOG) + self.last.len() as u64
    }

    /// Are there records of so many layers after the first?
    pub(crate) fn has_layers(&self, count: usize) -> bool {
        self.layers.len() == count
            && self.layers.is_sorted()
            && self.layers.last().is_none_or(|last| *last <= self.len())
    }

    pub(crate) fn bytes(&self) -> u64 {
        let chunks: u64 = self.chunks.iter().map(Room::bytes).sum();
        chunks + (self.last.capacity() + self.layers.capacity() * size_of::<u64>()) as u64
    }

    /// Writes all records.
    pub(crate) fn write(&self, out: &mut dyn Write) -> Result<()> {
        let mut layers = Out::default();
        layers.numbers(&self.layers);
        layers.put(out)?;
        out.write_all(&self.len().to_le_bytes())?;
        self.chunks.iter().try_for_each(|chunk| out.write_all(chunk))?;
        out.write_all(&self.last)
    }

    /// Reads what `write` has written.
    pub(crate) fn read(from: &mut dyn Read, spill: Option<&Arc<Spill>>) -> Result<Ancestry> {
        let layers = understand(&take(from)?, |from| from.numbers())?;
        let mut ancestry = Ancestry { layers, ..Ancestry::default() };
        let mut left = take_number(from)?;
        while left >= 1 << CHUNK_LOG {
            let mut chunk = Room::new(1 << CHUNK_LOG, spill);
            from.read_exact(&mut chunk)?;
            ancestry.chunks.push(chunk);
            left -= 1 << CHUNK_LOG;
        }
        ancestry.last.resize(left as usize, 0);
        from.read_exact(&mut ancestry.last)?;
        Ok(ancestry)
    }

    /// The numbers of the choices that lead from the start to a place in a layer; layer 0 is the start.
    pub(crate) fn choices(&self, layer: usize, place: u64) -> Vec<usize> {
        let (mut choices, mut place) = (Vec::new(), place);
        for layer in (1..=layer).rev() {
            let (parent, choice) = self.step(layer, place);
            choices.push(choice);
            place = parent;
        }
        choices.reverse();
        choices
    }

    /// The parent's place and the number of the choice of a layer's record.
    pub(crate) fn step(&self, layer: usize, index: u64) -> (u64, usize) {
        let mut reader = Reader { ancestry: self, at: self.layers[layer - 1] };
        let (mut parent, mut choice) = (0u64, 0);
        for _ in 0..=index {
            let (further, number) = reader.record();
            parent = parent.wrapping_add_signed(further);
            choice = number;
        }
        (parent, choice as usize)
    }
}

struct Reader<'a> {
    ancestry: &'a Ancestry,
    at: u64,
}

impl Reader<'_> {
    fn record(&mut self) -> (i64, u64) {
        match self.byte() {
            LONG => {
                let further = self.number();
                ((further >> 1) as i64 ^ -((further & 1) as i64), self.number())
            }
            short => (i64::from(short >> CHOICE_BITS), u64::from(short & ((1 << CHOICE_BITS) - 1))),
        }
    }

    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn byte(&mut self) -> u8 {
        let chunk = self.ancestry.chunks.get((self.at >> CHUNK_LOG) as usize);
        let byte = chunk.map_or(&self.ancestry.last[..], |chunk| chunk)[self.at as usize % (1 << CHUNK_LOG)];
        self.at += 1;
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        let mut ancestry = Ancestry::default();
        let layers: [&[(u64, usize)]; 3] =
            [&[(0, 0), (0, 31), (0, 32)], &[(0, 1), (2, 5), (2, 1 << 20)], &[(2, 9), (0, 3), (1, 2)]];
        for layer in layers {
            ancestry.begin_layer(None);
            layer.iter().for_each(|(parent, choice)| ancestry.push(*parent, *choice));
        }
        assert_eq!(ancestry.choices(0, 0), []);
        assert_eq!(ancestry.choices(3, 1), [0, 1, 3]);
        assert_eq!(ancestry.choices(3, 2), [32, 5, 2]);
        assert_eq!(ancestry.choices(3, 0), [32, 1 << 20, 9]);
        assert_eq!(ancestry.choices(1, 1), [31]);
    }

    #[test]
    fn parents_far_apart_and_many_records() {
        let mut ancestry = Ancestry::default();
        ancestry.begin_layer(None);
        for place in 0..3u64 << CHUNK_LOG {
            ancestry.push(place * 1000 / 7, place as usize % 40);
        }
        let place = 2_u64.pow(CHUNK_LOG) + 12_345;
        let mut two = Ancestry { layers: vec![0, 0], ..ancestry };
        two.layers[0] = 0;
        let choices = two.choices(2, 7);
        assert_eq!(choices[1], 7);
        assert_eq!(choices[0], 1000 % 40);
        assert_eq!(two.choices(1, place), [place as usize % 40]);
    }
}
