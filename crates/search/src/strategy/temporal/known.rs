//! The graph of states, as far as it is known, and how its states are called elsewhere.

use std::collections::HashMap;

use ltl::Letter;
use ltl::graph::{Explicit, Move, Threads};
use machine::Choice;

/// No state, or no state of a store.
pub(crate) const NOBODY: u32 = u32::MAX;

/// The graph is looked at for the first time when it has so many states, or is complete.
pub(crate) const STATES_FIRST: usize = 1 << 10;

/// What there is to know of a state, but for where it leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    pub letter: Letter,
    /// The first invariant that does not hold.
    pub broken: Option<usize>,
    pub runnable: Threads,
}

/// A move of a state.
pub(crate) struct Step {
    pub choice: u32,
    pub thread: u8,
    pub to: To,
}

pub(crate) enum To {
    /// This number in the store of a rank; the first, if there are none.
    State { rank: usize, stored: u32 },
    /// The execution ends with these propositions, and perhaps a broken invariant.
    End { letter: Letter, broken: Option<usize> },
}

/// An invariant that does not hold in a state, or where a choice there ends the program.
pub(crate) struct Breach {
    pub state: u32,
    pub choice: Option<u32>,
    pub which: usize,
}

/// What is known of the graph. Written between layers.
#[derive(Default)]
pub(crate) struct Known {
    pub graph: Explicit,
    /// By state of the graph: its number in its store; an execution that has ended has none.
    pub stored: Vec<u32>,
    /// By rank and number in its store: the state of the graph.
    pub numbers: Vec<Vec<u32>>,
    /// How each state was met first: from where, and by which choice.
    pub parents: Vec<(u32, u32)>,
    pub ends: HashMap<Letter, u32>,
    /// The states to expand, and those that were met meanwhile.
    pub layer: Vec<u32>,
    pub fresh: Vec<u32>,
    /// Room for the moves of one state.
    moves: Vec<Move>,
}

impl Known {
    /// The start is the first layer.
    pub(crate) fn begin(&mut self, rank: usize, stored: u32) {
        let first = self.meet((rank, stored), (NOBODY, 0));
        self.fresh.clear();
        self.layer = vec![first];
    }

    /// The number in the graph of a state of a store.
    fn meet(&mut self, (rank, stored): (usize, u32), from: (u32, u32)) -> u32 {
        if let Some(known) = self.number(rank, stored) {
            return known;
        }
        let state = self.add(rank, stored, from);
        self.fresh.push(state);
        state
    }

    fn number(&self, rank: usize, stored: u32) -> Option<u32> {
        self.numbers.get(rank)?.get(stored as usize).copied().filter(|number| *number != NOBODY)
    }

    /// Adds what was found out about a state; tells of a broken invariant.
    pub(crate) fn note(&mut self, state: u32, about: &About, steps: impl Iterator<Item = Step>) -> Option<Breach> {
        let mut found = about.broken.map(|which| Breach { state, choice: None, which });
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        for Step { choice, thread, to } in steps {
            let to = match to {
                To::State { rank, stored } => self.meet((rank, stored), (state, choice)),
                To::End { letter, broken } => {
                    found = found.or(broken.map(|which| Breach { state, choice: Some(choice), which }));
                    self.end(letter)
                }
            };
            moves.push(Move { thread: Some(thread), choice, to });
        }
        self.graph.expand(state, about.letter, about.runnable, moves.iter().copied());
        self.moves = moves;
        found
    }

    /// Adds a state of a store.
    pub(crate) fn add(&mut self, rank: usize, stored: u32, from: (u32, u32)) -> u32 {
        let state = self.add_unstored(stored, from);
        if self.numbers.len() <= rank {
            self.numbers.resize_with(rank + 1, Vec::new);
        }
        let (numbers, place) = (&mut self.numbers[rank], stored as usize);
        if numbers.len() <= place {
            numbers.resize(place + 1, NOBODY);
        }
        numbers[place] = state;
        state
    }

    /// Adds a state of no store.
    pub(crate) fn add_unstored(&mut self, stored: u32, from: (u32, u32)) -> u32 {
        self.stored.push(stored);
        self.parents.push(from);
        self.graph.add_state()
    }

    /// An execution that has ended with these propositions, which stay as they are.
    fn end(&mut self, letter: Letter) -> u32 {
        if let Some(end) = self.ends.get(&letter) {
            return *end;
        }
        let end = self.add_unstored(NOBODY, (NOBODY, 0));
        self.graph.expand(end, letter, 0, [Move { thread: None, choice: 0, to: end }].into_iter());
        self.ends.insert(letter, end);
        end
    }

    pub(crate) fn is_end(&self, state: u32) -> bool {
        self.stored[state as usize] == NOBODY
    }

    /// The choices that lead to a state from the start.
    pub(crate) fn way(&self, mut state: u32) -> Vec<usize> {
        let mut way = Vec::new();
        while let Some((from, choice)) = self.parents.get(state as usize).filter(|(from, _)| *from != NOBODY) {
            way.push(*choice as usize);
            state = *from;
        }
        way.reverse();
        way
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let numbers: usize = self.numbers.iter().map(Vec::capacity).sum();
        self.graph.bytes() + ((self.stored.capacity() + numbers) * 4 + self.parents.capacity() * 8) as u64
    }
}

/// Who acts, in a graph.
pub(crate) fn thread_of(choice: &Choice) -> u8 {
    u8::try_from(choice.thread.0).unwrap_or(u8::MAX)
}

/// Numbers of states and choices have 32 bits.
pub(crate) fn small(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(NOBODY)
}
