//! The figures of a search.

use machine::Counters;

use crate::gathered::Tally;
use crate::memory;
use crate::search::Search;
use crate::strategy::Strategy;
use crate::table::Table;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    pub states: u64,
    pub transitions: u64,
    pub counters: Counters,
    pub seconds: f64,
    /// Everything this process uses for the search.
    pub memory_bytes: u64,
    /// The part of it that keeps states: the store, how they were reached, and which are waiting.
    pub store_bytes: u64,
    /// The most that there was in files instead of memory.
    pub spilled_bytes: u64,
    /// What it consists of.
    pub tables: [Table; 6],
    pub workers: usize,
    /// Length of the longest shortest path.
    pub depth: u64,
    /// Executions that an assumption gave up.
    pub pruned: u64,
    /// Executions that came to a regular end.
    pub ends: u64,
    /// What scouts have done besides: transitions, or more where they are long.
    pub scout_work: u64,
    /// States in which some threads were left for later, since nobody could meet them.
    pub partly: u64,
    /// Transitions that were left out since others that commute with them lead to the same states.
    pub slept: u64,
    /// 1 + how often the search started anew because something was wrongly presumed.
    pub rounds: u64,
}

/// The figures of any search. How many states it visited, and how far away, its strategy knows.
pub(crate) fn statistics(search: &Search<'_>, strategy: &dyn Strategy, tally: &Tally) -> Statistics {
    let tables = tables(search, strategy);
    let store_bytes = tables.iter().map(|table| table.bytes).sum();
    Statistics {
        transitions: tally.transitions,
        counters: tally.counters,
        seconds: search.seconds(),
        memory_bytes: memory::held_bytes().unwrap_or(store_bytes),
        store_bytes,
        spilled_bytes: search.store.spill().map_or(0, |spill| spill.bytes_most()),
        tables,
        workers: search.workers(),
        pruned: tally.pruned,
        ends: tally.ends,
        partly: tally.partly,
        slept: tally.slept,
        ..Statistics::default()
    }
}

/// What states are kept in, and how much of it there is.
fn tables(search: &Search<'_>, strategy: &dyn Strategy) -> [Table; 6] {
    let stored = search.store.statistics();
    let sum = |name, bytes| Table { name, bytes, ..Table::default() };
    let rest = stored.total_bytes - (stored.states.bytes() + stored.vectors.bytes() + stored.leaves.bytes());
    [
        search.visited.table(),
        Table::of("vectors", stored.vectors),
        Table::of("leaves", stored.leaves),
        sum("ways", strategy.ways_bytes()),
        sum("waiting", strategy.waiting_bytes()),
        sum("unused", rest),
    ]
}
