//! Names that were worked out before: where a section leads under an effect.
//!
//! An effect is a delta that recurs in many states (see `recall`); its number is never used for
//! another. Under the numbers of the loaded state, the name of a section and the effect decide the
//! name of the new section, so it need not be written and looked for again. The tables forget
//! whatever they have no room for.

use crate::naming::cache::{self, Cache, Key};

/// From two numbers to a name.
pub(crate) type Table = Cache<(u32, u32), u32, 14>;

/// Numbers in a section that can be part of a key.
pub(crate) const NUMBERS_MAX: usize = 8;

/// A section and the numbers that its objects got.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Renamed {
    pub section: u32,
    pub numbers: [u32; NUMBERS_MAX],
}

impl Key for Renamed {
    const NOTHING: Renamed = Renamed { section: u32::MAX, numbers: [u32::MAX; NUMBERS_MAX] };

    #[inline]
    fn hash(self) -> u64 {
        let pairs = self.numbers.chunks_exact(2).map(|pair| cache::both(pair[0], pair[1]));
        pairs.fold(u64::from(self.section), cache::mix)
    }
}

#[derive(Default)]
pub(crate) struct KnownNames {
    globals: Table,
    heap: Table,
    threads: Table,
    renamed: Cache<Renamed, u32, 12>,
    /// Sections as they were written: name, length, words.
    written: Vec<u32>,
}

/// Words of the longest section that is kept as it was written.
const WRITTEN_MAX: usize = 62;
const WRITTEN_STRIDE: usize = WRITTEN_MAX + 2;
const WRITTEN_LOG: u32 = 11;

fn written_place(words: &[u32]) -> usize {
    let pairs = words.chunks(2).map(|pair| cache::both(pair[0], pair.get(1).copied().unwrap_or(0)));
    let hash = pairs.fold(words.len() as u64, cache::mix);
    (cache::mix(hash, 0) >> (64 - WRITTEN_LOG)) as usize * WRITTEN_STRIDE
}

impl KnownNames {
    pub(crate) fn globals(&self, old: u32, effect: u32) -> Option<u32> {
        self.globals.get((old, effect)).copied()
    }

    pub(crate) fn set_globals(&mut self, old: u32, effect: u32, name: u32) {
        self.globals.set((old, effect), name);
    }

    pub(crate) fn heap(&self, old: u32, effect: u32) -> Option<u32> {
        self.heap.get((old, effect)).copied()
    }

    pub(crate) fn set_heap(&mut self, old: u32, effect: u32, name: u32) {
        self.heap.set((old, effect), name);
    }

    /// The section of a thread after the effect; what it was before is part of the effect.
    pub(crate) fn thread(&self, effect: u32, thread: u32) -> Option<u32> {
        self.threads.get((thread, effect)).copied()
    }

    pub(crate) fn set_thread(&mut self, effect: u32, thread: u32, name: u32) {
        self.threads.set((thread, effect), name);
    }

    /// A section under other numbers. All its numbers are in the key.
    pub(crate) fn renamed(&self, key: Renamed) -> Option<u32> {
        self.renamed.get(key).copied()
    }

    pub(crate) fn set_renamed(&mut self, key: Renamed, name: u32) {
        self.renamed.set(key, name);
    }

    /// The name of these words, if they were named lately.
    pub(crate) fn written(&self, words: &[u32]) -> Option<u32> {
        if words.len() > WRITTEN_MAX || self.written.is_empty() {
            return None;
        }
        let place = written_place(words);
        let entry = &self.written[place..place + WRITTEN_STRIDE];
        (entry[1] as usize == words.len() && entry[2..2 + words.len()] == *words).then_some(entry[0])
    }

    pub(crate) fn set_written(&mut self, words: &[u32], name: u32) {
        if words.len() > WRITTEN_MAX {
            return;
        }
        if self.written.is_empty() {
            self.written.resize(WRITTEN_STRIDE << WRITTEN_LOG, u32::MAX);
        }
        let place = written_place(words);
        self.written[place] = name;
        self.written[place + 1] = words.len() as u32;
        self.written[place + 2..place + 2 + words.len()].copy_from_slice(words);
    }
}
