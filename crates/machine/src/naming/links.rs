//! Names that were worked out before: where a section leads under an effect.
//!
//! An effect is a delta that recurs in many states (see `recall`); its number is never used for
//! another. Under the numbers of the loaded state, the name of a section and the effect decide the
//! name of the new section, so it need not be written and looked for again. The tables forget
//! whatever they have no room for.

const TABLE_LOG: u32 = 14;

#[derive(Clone, Copy)]
struct Link {
    key: (u32, u32),
    name: u32,
}

const NOTHING: Link = Link { key: (u32::MAX, u32::MAX), name: 0 };

/// From two numbers to a name.
#[derive(Default)]
pub struct Table(Vec<Link>);

impl Table {
    fn place(key: (u32, u32)) -> usize {
        let both = u64::from(key.0) | u64::from(key.1) << 32;
        let mixed = (both ^ both >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - TABLE_LOG)) as usize
    }

    #[inline]
    pub fn get(&self, key: (u32, u32)) -> Option<u32> {
        let link = self.0.get(Table::place(key))?;
        (link.key == key).then_some(link.name)
    }

    pub fn set(&mut self, key: (u32, u32), name: u32) {
        if self.0.is_empty() {
            self.0.resize(1 << TABLE_LOG, NOTHING);
        }
        self.0[Table::place(key)] = Link { key, name };
    }
}

/// Numbers in a section that can be part of a key.
pub const NUMBERS_MAX: usize = 8;

/// A section and the numbers that its objects got.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Renamed {
    pub section: u32,
    pub numbers: [u32; NUMBERS_MAX],
}

impl Renamed {
    fn place(&self) -> usize {
        let mut mixed = u64::from(self.section);
        for pair in self.numbers.chunks_exact(2) {
            let both = u64::from(pair[0]) | u64::from(pair[1]) << 32;
            mixed = (mixed ^ both ^ mixed >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (mixed >> (64 - RENAMED_LOG)) as usize
    }
}

const RENAMED_LOG: u32 = 12;

#[derive(Default)]
pub struct Links {
    globals: Table,
    heap: Table,
    threads: Table,
    renamed: Vec<(Renamed, u32)>,
    /// Sections as they were written: name, length, words.
    written: Vec<u32>,
}

/// Words of the longest section that is kept as it was written.
const WRITTEN_MAX: usize = 62;
const WRITTEN_STRIDE: usize = WRITTEN_MAX + 2;
const WRITTEN_LOG: u32 = 11;

fn written_place(words: &[u32]) -> usize {
    let mut mixed = words.len() as u64;
    for pair in words.chunks(2) {
        let both = u64::from(pair[0]) | pair.get(1).map_or(0, |word| u64::from(*word) << 32);
        mixed = (mixed.rotate_left(23) ^ both).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    ((mixed ^ mixed >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - WRITTEN_LOG)) as usize * WRITTEN_STRIDE
}

impl Links {
    pub fn globals(&self, old: u32, effect: u32) -> Option<u32> {
        self.globals.get((old, effect))
    }

    pub fn set_globals(&mut self, old: u32, effect: u32, name: u32) {
        self.globals.set((old, effect), name);
    }

    pub fn heap(&self, old: u32, effect: u32) -> Option<u32> {
        self.heap.get((old, effect))
    }

    pub fn set_heap(&mut self, old: u32, effect: u32, name: u32) {
        self.heap.set((old, effect), name);
    }

    /// The section of a thread after the effect; what it was before is part of the effect.
    pub fn thread(&self, effect: u32, thread: u32) -> Option<u32> {
        self.threads.get((thread, effect))
    }

    pub fn set_thread(&mut self, effect: u32, thread: u32, name: u32) {
        self.threads.set((thread, effect), name);
    }

    /// A section under other numbers. All its numbers are in the key.
    pub fn renamed(&self, key: &Renamed) -> Option<u32> {
        let (found, name) = self.renamed.get(key.place())?;
        (found == key).then_some(*name)
    }

    pub fn set_renamed(&mut self, key: Renamed, name: u32) {
        if self.renamed.is_empty() {
            let nothing = Renamed { section: u32::MAX, numbers: [u32::MAX; NUMBERS_MAX] };
            self.renamed.resize(1 << RENAMED_LOG, (nothing, 0));
        }
        self.renamed[key.place()] = (key, name);
    }

    /// The name of these words, if they were named lately.
    pub fn written(&self, words: &[u32]) -> Option<u32> {
        if words.len() > WRITTEN_MAX || self.written.is_empty() {
            return None;
        }
        let place = written_place(words);
        let entry = &self.written[place..place + WRITTEN_STRIDE];
        (entry[1] as usize == words.len() && entry[2..2 + words.len()] == *words).then_some(entry[0])
    }

    pub fn set_written(&mut self, words: &[u32], name: u32) {
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
