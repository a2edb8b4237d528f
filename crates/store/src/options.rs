//! What a caller may choose, and what a store tells about itself.

use std::sync::Arc;

use crate::spill::Spill;

/// How a store behaves; ids and counts mean the same under every choice.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// Split long vectors into shared sub-sequences. Without it every
    /// distinct vector is stored whole (the differential baseline).
    pub compressed: bool,
    /// Keep one caller-defined `u64` per state (8 bytes each).
    pub keys: bool,
    /// Bound on allocated bytes; reaching it is [`crate::Full::Memory`].
    pub memory_bytes_max: Option<u64>,
    /// Where to put what does not fit.
    pub spill: Option<Arc<Spill>>,
}

impl Default for StoreOptions {
    fn default() -> StoreOptions {
        StoreOptions { compressed: true, keys: true, memory_bytes_max: None, spill: None }
    }
}

/// Size of one table. Bytes are what is allocated, not only what is filled.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct TableStatistics {
    /// Distinct things stored.
    pub entries: u64,
    /// Bytes of the hash table proper.
    pub index_bytes: u64,
    /// Bytes of the stored contents.
    pub data_bytes: u64,
    /// Slots of the hash table (`entries / slots` is the load).
    pub slots: u64,
}

impl TableStatistics {
    pub fn bytes(&self) -> u64 {
        self.index_bytes + self.data_bytes
    }

    pub fn load(&self) -> f64 {
        if self.slots == 0 { 0.0 } else { self.entries as f64 / self.slots as f64 }
    }
}

/// Size of everything.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct StoreStatistics {
    pub leaves: TableStatistics,
    /// Vectors and the nodes they are made of.
    pub vectors: TableStatistics,
    pub states: TableStatistics,
    /// Caller's keys, one per state.
    pub key_bytes: u64,
    /// Reserved from the system and not yet part of a table.
    pub unused_bytes: u64,
    /// Of all that, what is in files.
    pub filed_bytes: u64,
    /// Everything allocated. A little more than the sum of the above: tables
    /// that were just replaced live on until no worker can be reading them.
    pub total_bytes: u64,
}
