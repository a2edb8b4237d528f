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

#[derive(Default)]
struct Table(Vec<Link>);

impl Table {
    fn place(key: (u32, u32)) -> usize {
        let both = u64::from(key.0) | u64::from(key.1) << 32;
        let mixed = (both ^ both >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - TABLE_LOG)) as usize
    }

    #[inline]
    fn get(&self, key: (u32, u32)) -> Option<u32> {
        let link = self.0.get(Table::place(key))?;
        (link.key == key).then_some(link.name)
    }

    fn set(&mut self, key: (u32, u32), name: u32) {
        if self.0.is_empty() {
            self.0.resize(1 << TABLE_LOG, NOTHING);
        }
        self.0[Table::place(key)] = Link { key, name };
    }
}

#[derive(Default)]
pub struct Links {
    globals: Table,
    heap: Table,
    threads: Table,
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
}
