//! The graph of states in the first rank's part of a checkpoint.
//!
//! ```text
//! graph · by rank: [ its states in the order of its part ]
//! ```

use std::io::{self, Read, Write};

use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::{In, Out, take, understand};
use crate::search::Search;
use crate::strategy::spread::order::Child;
use crate::strategy::spread::sheet::Chart;
use crate::strategy::spread::talk::GRAPH;
use crate::strategy::spread::{Rank, Spread};
use crate::strategy::temporal::known::{Known, NOBODY, small};
use crate::visited::ranked::Ranked;

/// A graph that was read: its states have the numbers that they have in the parts.
pub(super) struct Graph {
    pub known: Known,
    pub look_at: usize,
}

/// What the first rank knows, at the beginning of a layer.
pub(super) fn write(chart: &Chart, ranks: usize, out: &mut dyn Write) -> io::Result<()> {
    let known = &chart.known;
    known.write_graph(chart.look_at, out)?;
    for rank in 0..ranks {
        let numbers = known.numbers.get(rank).map_or(&[][..], Vec::as_slice);
        // In a part the states of the layer are the last ones, by their places.
        let (mut waiting, mut states) = (Vec::new(), Vec::new());
        for state in numbers.iter().copied().filter(|state| *state != NOBODY) {
            if known.graph.is_known(state) { states.push(state) } else { waiting.push(state) }
        }
        waiting.sort_unstable();
        states.append(&mut waiting);
        let mut told = Out::default();
        told.list(states.iter(), |out, state| out.number(*state));
        told.put(out)?;
    }
    Ok(())
}

impl Graph {
    /// Reads what `write` has written of so many ranks.
    pub(super) fn read(from: &mut dyn Read, ranks: usize) -> io::Result<Graph> {
        let (mut known, look_at) = Known::read(None, from)?;
        known.numbers.clear();
        let mut left = (0..small(known.graph.len())).filter(|state| !known.is_end(*state)).count();
        let mut called = vec![false; known.graph.len()];
        for _ in 0..ranks {
            let states: Vec<u32> = understand(&take(from)?, |from| from.list(In::small))?;
            for (state, number) in states.iter().zip(0..) {
                let at = *state as usize;
                let called = called.get_mut(at).filter(|called| !**called && !known.is_end(*state));
                *called.ok_or_else(|| damaged("a state of the graph has no number"))? = true;
                (known.stored[at], left) = (number, left - 1);
            }
            known.numbers.push(states);
        }
        match left {
            0 => Ok(Graph { known, look_at }),
            _ => Err(damaged("a state of the graph is in no part")),
        }
    }

    /// Reads what one process has written behind a store of so many states.
    pub(super) fn read_whole(from: &mut dyn Read, states: u64) -> io::Result<Graph> {
        let (known, look_at) = Known::read(Some(states), from)?;
        Ok(Graph { known, look_at })
    }

    /// The layers of a graph that was built in layers: how each state was reached. The last one waits. None: there is
    /// something else.
    pub(super) fn layers(&self) -> Option<Vec<Vec<Child>>> {
        let known = &self.known;
        let mut layers: Vec<Vec<Child>> = Vec::new();
        let mut places = vec![(0, 0); known.graph.len()];
        for state in (0..small(known.graph.len())).filter(|state| !known.is_end(*state)) {
            let (from, choice) = known.parents[state as usize];
            let (layer, parent) = match places.get(from as usize) {
                None => (0, 0),
                Some((layer, place)) => (layer + 1, *place),
            };
            if layer == layers.len() {
                layers.push(Vec::new());
            }
            if layer + 1 != layers.len() || layer == 0 && !layers[0].is_empty() {
                return None;
            }
            places[state as usize] = (layer, layers[layer].len() as u64);
            layers[layer].push((parent, u64::from(choice), 0));
        }
        if known.layer.is_empty() {
            layers.push(Vec::new());
        }
        layers.last().is_some_and(|last| last.len() == known.layer.len()).then_some(layers)
    }
}

impl Chart {
    /// How many states the graph has of each of so many ranks, and how many wait.
    pub(super) fn counts(&self, ranks: usize) -> Vec<u64> {
        let counts = (0..ranks).map(|rank| self.known.numbers.get(rank).map_or(0, Vec::len));
        counts.chain([self.known.layer.len()]).map(|count| count as u64).collect()
    }

    /// States have other numbers now: it is told by rank where they are from. None: it makes no sense.
    fn rename(&mut self, all: &[Vec<u8>]) -> Option<()> {
        let before = std::mem::take(&mut self.known.numbers);
        for bytes in all {
            let mut from = In(bytes);
            let states = from.list(|from| {
                let (part, number): (usize, usize) = (from.small()?, from.small()?);
                before.get(part)?.get(number).copied()
            });
            let states = states?;
            for (state, number) in states.iter().zip(0..) {
                self.known.stored[*state as usize] = number;
            }
            self.known.numbers.push(states);
        }
        Some(())
    }
}

impl<V: Ranked> Spread<'_, V> {
    /// The first rank hears from which parts each rank has its states. What makes no sense to it does not fit then.
    pub(super) fn hear_origins(&self, rank: &mut Rank, search: &Search<'_>, origins: &[(usize, u64)]) -> Option<()> {
        let mut out = Out::default();
        out.list(origins.iter(), |out, (part, number)| {
            out.number(*part as u64);
            out.number(*number);
        });
        if self.peers.rank() > 0 {
            out.0.push(GRAPH);
            return self.reach(search, self.peers.send(0, out.0)).ok();
        }
        let mut all = self.collect(rank, search, GRAPH).ok()?;
        all[0] = out.0;
        if rank.chart.rename(&all).is_none() {
            rank.chart.known.numbers.clear();
        }
        Some(())
    }
}
