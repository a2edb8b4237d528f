//! A graph of states, as far as it is known: what an execution looks like from outside.

use std::collections::HashMap;

use crate::Letter;

/// Threads as a set.
pub type Threads = u128;

/// An edge: who acted, by which of the choices that the state has, and where that leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Nobody, in the stillness after an execution has ended.
    pub thread: Option<u8>,
    pub choice: u32,
    pub to: u32,
}

/// What there is to know of a state.
#[derive(Clone, Default, Debug)]
pub struct Row {
    pub letter: Letter,
    /// The threads that could act.
    pub runnable: Threads,
    pub moves: Vec<Move>,
}

/// A graph that becomes known while it is walked. Each worker has a view of its own.
pub trait Walked {
    /// Finds out about a state. False if the walk has to end.
    fn row(&mut self, state: u32, row: &mut Row) -> bool;
}

impl Walked for &Explicit {
    fn row(&mut self, state: u32, row: &mut Row) -> bool {
        self.copy_row(state, row);
        true
    }
}

/// Nobody acts.
const NOBODY: u32 = 255;
/// Where the number of the thread stands in an edge, above that of the choice.
const THREAD_SHIFT: u32 = 24;
/// Where the edges of a state begin of which nothing is known.
const UNKNOWN: u64 = u64::MAX;

/// A move as it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawMove(u32, u32);

impl RawMove {
    #[inline]
    pub(crate) fn to(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn thread(self) -> Option<u8> {
        let thread = self.1 >> THREAD_SHIFT;
        u8::try_from(thread).ok().filter(|_| thread != NOBODY)
    }
}

/// A graph in which every state that was expanded knows its letter, who could act, and its edges.
///
/// ```text
/// edges: target · (thread << 24 | number of the choice), eight bytes
/// ```
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    /// By state: which of the kinds it is of.
    kind: Vec<u32>,
    /// By state: where its edges begin, and how many there are.
    edges_of: Vec<(u64, u32)>,
    edges: Vec<RawMove>,
    /// A letter, and the threads that could act.
    kinds: Vec<(Letter, Threads)>,
    known: HashMap<(Letter, Threads), u32>,
    /// The kind that was asked for last; states near each other are mostly of the same.
    last: u32,
}

impl Explicit {
    /// A state of which nothing is known yet.
    pub fn add_state(&mut self) -> u32 {
        let state = u32::try_from(self.kind.len()).unwrap_or(u32::MAX);
        // The first kind is that of states of which nothing is known: no propositions, and nobody who could act.
        if self.kinds.is_empty() {
            self.number(0, 0);
        }
        self.kind.push(0);
        self.edges_of.push((UNKNOWN, 0));
        state
    }

    /// Is anything known of it?
    #[inline]
    pub fn is_known(&self, state: u32) -> bool {
        self.edges_of[state as usize].0 != UNKNOWN
    }

    pub fn copy_row(&self, state: u32, row: &mut Row) {
        (row.letter, row.runnable) = self.kind_of(state);
        row.moves.clear();
        row.moves.extend(self.moves(state));
    }

    /// All threads that could ever act.
    pub fn threads(&self) -> Threads {
        self.kinds.iter().fold(0, |all, (_, runnable)| all | runnable)
    }

    fn number(&mut self, letter: Letter, runnable: Threads) -> u32 {
        if self.kinds.get(self.last as usize) == Some(&(letter, runnable)) {
            return self.last;
        }
        let fresh = u32::try_from(self.kinds.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry((letter, runnable)).or_insert(fresh);
        if number == fresh {
            self.kinds.push((letter, runnable));
        }
        self.last = number;
        number
    }

    /// A state becomes known.
    pub fn expand(&mut self, state: u32, letter: Letter, runnable: Threads, moves: impl Iterator<Item = Move>) {
        let kind = self.number(letter, runnable);
        let begin = self.edges.len() as u64;
        self.edges
            .extend(moves.map(|by| RawMove(by.to, by.thread.map_or(NOBODY, u32::from) << THREAD_SHIFT | by.choice)));
        let count = u32::try_from(self.edges.len() as u64 - begin).unwrap_or(u32::MAX);
        self.kind[state as usize] = kind;
        self.edges_of[state as usize] = (begin, count);
    }

    pub fn len(&self) -> usize {
        self.kind.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kind.is_empty()
    }

    #[inline]
    pub fn letter(&self, state: u32) -> Letter {
        self.kind_of(state).0
    }

    #[inline]
    pub fn runnable(&self, state: u32) -> Threads {
        self.kind_of(state).1
    }

    /// Which kind of state it is: one of those that have their letters here.
    #[inline]
    pub(crate) fn kind(&self, state: u32) -> usize {
        self.kind[state as usize] as usize
    }

    pub(crate) fn letters(&self) -> impl Iterator<Item = Letter> + '_ {
        self.kinds.iter().map(|(letter, _)| *letter)
    }

    #[inline]
    fn kind_of(&self, state: u32) -> (Letter, Threads) {
        self.kinds[self.kind[state as usize] as usize]
    }

    #[inline]
    pub fn move_count(&self, state: u32) -> usize {
        self.edges_of[state as usize].1 as usize
    }

    /// The moves of a state as they are kept.
    #[inline]
    pub(crate) fn raw_moves(&self, state: u32) -> &[RawMove] {
        let (begin, count) = self.edges_of[state as usize];
        let begin = usize::try_from(begin).unwrap_or(usize::MAX);
        if count == 0 { &[] } else { &self.edges[begin..begin + count as usize] }
    }

    #[inline]
    pub fn nth_move(&self, state: u32, nth: usize) -> Move {
        let by = self.raw_moves(state)[nth];
        Move { thread: by.thread(), choice: by.1 & ((1 << THREAD_SHIFT) - 1), to: by.to() }
    }

    pub fn moves(&self, state: u32) -> impl Iterator<Item = Move> + '_ {
        (0..self.move_count(state)).map(move |nth| self.nth_move(state, nth))
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.kind.capacity() * 4 + self.edges_of.capacity() * 16 + self.edges.capacity() * 8) as u64
    }
}
