//! The order of a layer that is spread over ranks, and how its states were reached.
//!
//! A state's place in its layer is that which it would have in one process: the number of states of the layer with
//! a lesser key. The keys of a layer are divided by their first part, the parent's place, into as many ranges of
//! equal length as there are ranks. Each rank sends each range to who keeps it, who puts together what it gets,
//! and tells each sender the places of its states. What it has then is the ancestry of a stretch of the layer, and
//! it keeps that: a byte for each state, on one of the ranks.

use std::io::{self, Read, Write};
use std::sync::Arc;

use store::Spill;

use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::{In, Out, take, understand};
use crate::strategy::layers::ancestry::Ancestry;
use crate::strategy::layers::key;

/// Who keeps the way to the children of this place, of so many in the layer.
fn keeper(place: u64, len: u64, ranks: usize) -> usize {
    usize::try_from(u128::from(place) * ranks as u128 / u128::from(len.max(1))).unwrap_or(0).min(ranks - 1)
}

/// The keys of this rank's new states, which ascend, for each who keeps a range of them.
pub(super) fn divide(keys: impl Iterator<Item = u64>, parents: u64, ranks: usize) -> Vec<Out> {
    let mut lists: Vec<Out> = (0..ranks).map(|_| Out::default()).collect();
    let mut last = vec![0; ranks];
    for key in keys {
        let (place, choice) = key::parts(key);
        let to = keeper(place, parents, ranks);
        lists[to].number(place - last[to]);
        lists[to].number(choice as u64);
        last[to] = place;
    }
    lists
}

/// A new state: its parent's place, the number of the choice, and which rank has it.
pub(super) type Child = (u64, u64, usize);

/// All of a range, in order. None if a list makes no sense.
pub(super) fn merge(lists: &[Vec<u8>]) -> Option<Vec<Child>> {
    let mut all = Vec::new();
    for (rank, list) in lists.iter().enumerate() {
        let (mut from, mut place) = (In(list), 0u64);
        while !from.0.is_empty() {
            place = place.checked_add(from.number()?)?;
            all.push((place, from.number()?, rank));
        }
    }
    all.sort_unstable();
    Some(all)
}

/// Tells each rank where its states of a range are in the layer; the first of the range is at `base`.
pub(super) fn places(children: &[Child], base: u64, ranks: usize) -> Vec<Out> {
    let mut lists: Vec<Out> = (0..ranks).map(|_| Out::default()).collect();
    let mut last = vec![0; ranks];
    for ((_, _, rank), place) in children.iter().zip(base..) {
        lists[*rank].number(place - last[*rank]);
        last[*rank] = place;
    }
    lists
}

/// Reads that, from all who keep a range, in order.
pub(super) fn read_places(lists: &[Vec<u8>]) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    for list in lists {
        let (mut from, mut place) = (In(list), 0u64);
        while !from.0.is_empty() {
            place = place.checked_add(from.number()?)?;
            all.push(u32::try_from(place).ok()?);
        }
    }
    all.is_sorted().then_some(all)
}

/// How the states of some stretches were reached.
#[derive(Default)]
pub(super) struct Stretches {
    ancestry: Ancestry,
    /// The first place of the stretch in each layer, and its length. The first layer, the start, has none.
    stretches: Vec<(u64, u64)>,
}

impl Stretches {
    /// The next layer has these states from a place on.
    pub(super) fn push(&mut self, (base, children): (u64, &[Child]), spill: Option<&Arc<Spill>>) {
        self.ancestry.begin_layer(spill);
        for (parent, choice, _) in children {
            self.ancestry.push(*parent, usize::try_from(*choice).unwrap_or(usize::MAX));
        }
        self.stretches.push((base, children.len() as u64));
    }

    /// How the state at a place of a layer was reached, if that is known here: its parent's place in the layer
    /// before, and the number of the choice.
    pub(super) fn step(&self, layer: usize, place: u64) -> Option<(u64, usize)> {
        let (base, len) = *self.stretches.get(layer.checked_sub(1)?)?;
        let index = place.checked_sub(base).filter(|index| *index < len)?;
        Some(self.ancestry.step(layer, index))
    }

    /// Those of a search in one process, whose layers have these sizes.
    pub(super) fn whole(ancestry: Ancestry, sizes: &[u64]) -> Stretches {
        Stretches { ancestry, stretches: sizes.iter().skip(1).map(|len| (0, *len)).collect() }
    }

    /// Nothing is known of so many layers after the first.
    pub(super) fn blank(layers: usize) -> Stretches {
        let mut blank = Stretches::default();
        (0..layers).for_each(|_| blank.push((0, &[]), None));
        blank
    }

    /// Of how many layers after the first something is known.
    pub(super) fn layers(&self) -> usize {
        self.stretches.len()
    }

    /// Are these stretches of layers with these sizes?
    pub(super) fn fits(&self, sizes: &[u64]) -> bool {
        let fits = |((base, len), size): (&(u64, u64), &u64)| base.checked_add(*len).is_some_and(|end| end <= *size);
        self.stretches.len() < sizes.len()
            && self.ancestry.has_layers(self.stretches.len())
            && self.stretches.iter().zip(&sizes[1..]).all(fits)
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut stretches = Out::default();
        stretches.list(self.stretches.iter(), |out, (base, len)| {
            out.number(*base);
            out.number(*len);
        });
        stretches.put(out)?;
        self.ancestry.write(out)
    }

    pub(super) fn read(from: &mut dyn Read, spill: Option<&Arc<Spill>>) -> io::Result<Stretches> {
        let stretch = |from: &mut In<'_>| Some((from.number()?, from.number()?));
        let stretches = understand(&take(from)?, |from| from.list(stretch))?;
        let ancestry = Ancestry::read(from, spill)?;
        match ancestry.has_layers(stretches.len()) {
            true => Ok(Stretches { ancestry, stretches }),
            false => Err(damaged("a part of a layer is missing")),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.ancestry.bytes() + (self.stretches.capacity() * size_of::<(u64, u64)>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_one_process() {
        let ranks = 3;
        // Parents have up to four children each, which fall to ranks by chance.
        let keys: Vec<u64> = (0..100u64).flat_map(|p| (0..p % 5).map(move |c| key::new(p, c as usize, 0))).collect();
        let rank_of = |key: u64| (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % ranks;
        let own = |rank: usize| keys.iter().copied().filter(move |key| rank_of(*key) == rank);
        let sent: Vec<Vec<Out>> = (0..ranks).map(|rank| divide(own(rank), 100, ranks)).collect();
        let mut base = 0;
        let (mut answers, mut kept) = (Vec::new(), Vec::new());
        for keeper in 0..ranks {
            let lists: Vec<Vec<u8>> = sent.iter().map(|lists| lists[keeper].0.clone()).collect();
            let children = merge(&lists).unwrap();
            answers.push(places(&children, base, ranks));
            let mut stretches = Stretches::default();
            stretches.push((base, &children), None);
            kept.push(stretches);
            base += children.len() as u64;
        }
        assert_eq!(base, keys.len() as u64);
        for rank in 0..ranks {
            let lists: Vec<Vec<u8>> = answers.iter().map(|lists| lists[rank].0.clone()).collect();
            let expected = keys.iter().zip(0..).filter(|(key, _)| rank_of(**key) == rank).map(|(_, place)| place);
            assert_eq!(read_places(&lists).unwrap(), expected.collect::<Vec<u32>>());
        }
        for (key, place) in keys.iter().zip(0..) {
            let known: Vec<_> = kept.iter().filter_map(|stretches| stretches.step(1, place)).collect();
            assert_eq!(known, [key::parts(*key)]);
        }
        assert!(merge(&[vec![0x80]]).is_none() && read_places(&[vec![5], vec![3]]).is_none());
    }
}
