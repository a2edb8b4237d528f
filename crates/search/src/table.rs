//! What a table of states tells of itself.

use store::TableStatistics;

/// One of the things that states are kept in.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Table {
    pub name: &'static str,
    /// 0 if it is not counted.
    pub entries: u64,
    pub bytes: u64,
    /// The part of a hash table's slots that is in use; 0 if it is none.
    pub load: f64,
}

impl Table {
    /// A hash table of the store.
    pub(crate) fn of(name: &'static str, table: TableStatistics) -> Table {
        Table { name, entries: table.entries, bytes: table.bytes(), load: table.load() }
    }
}
