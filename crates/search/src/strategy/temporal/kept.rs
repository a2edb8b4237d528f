//! The graph in a checkpoint, at the beginning of a layer.
//!
//! States of the store are written in the order of the graph, so that they are found again by counting. The layer
//! is what nothing is known of yet.
//!
//! ```text
//! store · [ when to look next, states ] · states, some at a time
//! state: does it stand for an end? · parent · choice · unless it waits: letter, who can run, moves
//! ```

use std::io::{Read, Result, Write};

use ltl::graph::{Move, Row, Threads};
use store::{StateId, Store};

use super::known::{Known, NOBODY};
use crate::checkpoint::blocks::damaged;
use crate::checkpoint::numbers::{In, Out, take, understand};
use crate::worker::CHOICES_MAX;

/// States that are written together.
const TOGETHER: usize = 1 << 12;

impl Known {
    pub(super) fn write(&self, store: &Store, look_at: usize, out: &mut dyn Write) -> Result<()> {
        let stored = self.stored.iter().filter(|number| **number != NOBODY);
        store.write_to(stored.map(|number| StateId(u64::from(*number))), out)?;
        self.write_graph(look_at, out)
    }

    pub(crate) fn write_graph(&self, look_at: usize, out: &mut dyn Write) -> Result<()> {
        let mut head = Out::default();
        head.number(look_at as u64);
        head.number(self.graph.len() as u64);
        head.put(out)?;
        let (mut row, states) = (Row::default(), (0..).zip(&self.parents).collect::<Vec<_>>());
        for some in states.chunks(TOGETHER) {
            let mut together = Out::default();
            for (state, (from, choice)) in some {
                together.number(self.is_end(*state));
                together.number(*from);
                together.number(*choice);
                let known = self.graph.is_known(*state).then(|| self.graph.copy_row(*state, &mut row));
                together.option(known, |out, ()| put_row(out, &row));
            }
            together.put(out)?;
        }
        Ok(())
    }

    /// Reads what `write` has written, but for the store, which has so many states, if that is known. They have their
    /// numbers in the order of the graph.
    pub(crate) fn read(store_states: Option<u64>, from: &mut dyn Read) -> Result<(Known, usize)> {
        let head = |from: &mut In<'_>| Some((from.small()?, from.number()?));
        let (look_at, states) = understand(&take(from)?, head)?;
        let (mut known, mut stored) = (Known::default(), 0);
        while (known.graph.len() as u64) < states {
            let together = take(from)?;
            let mut some = In(&together);
            let before = known.graph.len();
            while !some.0.is_empty() {
                known
                    .take_state(&mut some, &mut stored)
                    .ok_or_else(|| damaged("a part of the graph makes no sense"))?;
            }
            if known.graph.len() == before {
                return Err(damaged("a part of the graph is missing"));
            }
        }
        let last = known.graph.len();
        let leads = |state: u32| known.graph.moves(state).all(|by| (by.to as usize) < last);
        let all = || 0..u32::try_from(last).unwrap_or(NOBODY);
        if last as u64 != states || store_states.is_some_and(|states| states != u64::from(stored)) || !all().all(leads)
        {
            return Err(damaged("the graph is not that of its states"));
        }
        known.layer = all().filter(|state| !known.graph.is_known(*state)).collect();
        Ok((known, look_at))
    }

    /// One more state; `stored` counts those that the store has.
    fn take_state(&mut self, from: &mut In<'_>, stored: &mut u32) -> Option<()> {
        let (is_end, parent, choice) = (from.flag()?, from.small()?, from.small()?);
        let row = from.option(take_row)?;
        // Who was met later is nobody's parent, so that every way has a beginning.
        if parent != NOBODY && parent as usize >= self.graph.len() || is_end && row.is_none() {
            return None;
        }
        let state = if is_end {
            self.add_unstored(NOBODY, (parent, choice))
        } else {
            let number = *stored;
            *stored = stored.checked_add(1)?;
            self.add(0, number, (parent, choice))
        };
        if let Some(row) = row {
            if is_end {
                self.ends.insert(row.letter, state);
            }
            self.graph.expand(state, row.letter, row.runnable, row.moves.into_iter());
        }
        Some(())
    }
}

fn put_row(out: &mut Out, row: &Row) {
    out.number(row.letter);
    let bytes = row.runnable.to_le_bytes();
    out.bytes(&bytes[..bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1)]);
    out.list(row.moves.iter(), |out, by| {
        out.option(by.thread, |out, thread| out.number(thread));
        out.number(by.choice);
        out.number(by.to);
    });
}

fn take_row(from: &mut In<'_>) -> Option<Row> {
    let letter = from.number()?;
    let mut runnable = Threads::default().to_le_bytes();
    let bytes = from.bytes()?;
    runnable.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let moves = from.list(|from| {
        let by = Move { thread: from.option(In::small)?, choice: from.small()?, to: from.small()? };
        Some(by).filter(|by| by.choice as usize <= CHOICES_MAX)
    });
    Some(Row { letter, runnable: Threads::from_le_bytes(runnable), moves: moves? })
}
